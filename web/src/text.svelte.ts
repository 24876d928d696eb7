// The texts in the language that is set: `t.games.chess`.

import { preferences } from "./preferences.svelte";
import { languages, type Texts } from "./text";

const chosen: Texts = $derived(preferences.language in languages ? languages[preferences.language] : languages.en);

export const t = new Proxy({} as Texts, {
    get: (_, name) => chosen[name as keyof Texts],
});
