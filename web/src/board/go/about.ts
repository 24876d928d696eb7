import type { AboutGame } from "../about";

export const go: AboutGame = {
    words: {
        en: { title: "Go", ready: "9 × 9, Chinese rules", board: "Go board", moves: "D4, pass" },
        de: { title: "Go", ready: "9 × 9, chinesische Regeln", board: "Go-Brett", moves: "D4, pass" },
    },
    options: {
        foremost: ["size", "rules", "handicap", "komi"],
        preset: { size: "19", rules: "chinese", handicap: "0" },
        implied: { rules: { simple: { size: "5" } } },
        choices: {
            size: ["5", "6", "7", "9", "11", "13", "15", "17", "19"],
            handicap: ["0", "2", "3", "4", "5", "6", "7", "8", "9"],
        },
    },
    ready: { options: { size: "9" }, seat: "black" },
    sample: {
        options: { size: "9" },
        moves: ["E5", "C3", "G7", "C7", "G3", "D6", "F4", "D5", "D4", "E6", "F5", "pass"],
    },
};
