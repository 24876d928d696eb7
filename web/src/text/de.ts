// German.

import type { Texts } from "./en";

export const de: Texts = {
    language: "Deutsch",
    title: "Arbiter",
    tagline: "Ein Schiedsrichter für Go, Schach und Backgammon",
    skip: "Zum Inhalt",
    loading: "Wird geladen",
    navigation: {
        label: "Hauptmenü",
        home: "Partien",
        board: "Brett",
        inspect: "Inspektor",
        docs: "API",
    },
    settings: {
        label: "Einstellungen",
        theme: "Farben",
        themes: { auto: "Wie das System", light: "Hell", dark: "Dunkel" },
        language: "Sprache",
        sound: "Ton",
    },
    games: { chess: "Schach", go: "Go", backgammon: "Backgammon" },
    colors: { white: "Weiß", black: "Schwarz" },
    lost: {
        title: "Hier ist nichts",
        text: (path: string) => `Unter ${path} gibt es keine Seite.`,
        back: "Zu den Partien",
    },
    failed: "Etwas ist schiefgegangen",
};
