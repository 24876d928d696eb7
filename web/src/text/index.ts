// The texts of the page by language.

import { en, type Texts } from "./en";
import { de } from "./de";

export const languages = { en, de } satisfies Record<string, Texts>;
export type Language = keyof typeof languages;
export type { Texts };
