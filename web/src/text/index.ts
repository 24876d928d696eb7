// Every text of the page, in each language, under one name.

import { en, type Texts } from "./en";
import { de } from "./de";

export const languages = { en, de } satisfies Record<string, Texts>;
export type Language = keyof typeof languages;
export type { Texts };
