// English: the catalogue that the others follow. A text with something in it is a function.

export const en = {
    language: "English",
    title: "Arbiter",
    tagline: "One referee for Go, chess and backgammon",
    skip: "Skip to the content",
    loading: "Loading",
    navigation: {
        label: "Main",
        home: "Games",
        board: "Board",
        inspect: "Inspector",
        docs: "API",
    },
    settings: {
        label: "Settings",
        theme: "Colours",
        themes: { auto: "As the system", light: "Light", dark: "Dark" },
        language: "Language",
        sound: "Sound",
    },
    games: { chess: "Chess", go: "Go", backgammon: "Backgammon" },
    colors: { white: "White", black: "Black" },
    lost: {
        title: "Nothing here",
        text: (path: string) => `There is no page at ${path}.`,
        back: "To the games",
    },
    failed: "Something went wrong",
};

type Shape<T> = {
    [K in keyof T]: T[K] extends string
        ? string
        : T[K] extends (...values: infer A) => string
          ? (...values: A) => string
          : Shape<T[K]>;
};

export type Texts = Shape<typeof en>;
