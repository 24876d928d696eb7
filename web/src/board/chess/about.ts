import type { AboutGame } from "../about";

export const chess: AboutGame = {
    words: {
        en: {
            title: "Chess",
            ready: "standard",
            board: "Chess board",
            moves: "Nf3, e2e4",
            options: { start: "Start: a FEN, or 0 to 959 for Chess960" },
        },
        de: {
            title: "Schach",
            ready: "klassisch",
            board: "Schachbrett",
            moves: "Nf3, e2e4",
            options: { start: "Anfang: eine FEN, oder 0 bis 959 für Chess960" },
        },
    },
    options: { foremost: ["variant", "start"], preset: { variant: "standard" } },
    ready: { options: {}, seat: "white" },
    // The beginning of Anderssen – Kieseritzky, London 1851.
    sample: {
        options: {},
        moves: ["e4", "e5", "f4", "exf4", "Bc4", "Qh4+", "Kf1", "b5", "Bxb5", "Nf6", "Nf3", "Qh6"],
    },
};
