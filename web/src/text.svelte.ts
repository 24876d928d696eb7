// The texts in the current language: `t.game.yourMove`.

import { preferences } from "./preferences.svelte";
import { languages, type Texts } from "./text";

const chosen: Texts = $derived(languages[preferences.language]);

export const t = new Proxy({} as Texts, {
    get: (_, name) => chosen[name as keyof Texts],
});
