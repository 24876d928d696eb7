import { keys, type AboutGame } from "../about";

export const backgammon: AboutGame = {
    words: {
        en: { title: "Backgammon", board: "Backgammon board", moves: "8/5 6/5" },
        de: { title: "Backgammon", board: "Backgammonbrett", moves: "8/5 6/5" },
    },
    options: {
        foremost: ["start", "match", "cube"],
        preset: { start: "standard", match: "0", cube: "on" },
    },
    sample: {
        options: {},
        moves: ["opening 3-1", "8/5 6/5", "6-4", "24/14", "5-2", "13/8 24/22", "6-1"],
    },
    signs: [
        { format: "gitgammon", pattern: keys("activePlayer", "diceUsed", "lastMove"), rank: 0 },
        { format: "gitgammon", pattern: keys("dice"), rank: 1 },
        { format: "xgid", pattern: /^\s*XGID/i, rank: 1 },
        { format: "mat", pattern: /point match|^\s*game \d+\s*$/im, rank: 2 },
        { format: "gnubg-id", pattern: /^\s*[\w+/!?=-]{10,18}:[\w+/!?=-]{6,}\s*$/, rank: 3 },
        { format: "position-id", pattern: /^\s*[\w+/!?=-]{12,16}\s*$/, rank: 3 },
    ],
};
