import type { AboutGame } from "../about";

export const backgammon: AboutGame = {
    words: {
        en: { title: "Backgammon", ready: "match to 3", board: "Backgammon board", moves: "8/5 6/5" },
        de: { title: "Backgammon", ready: "Match bis 3", board: "Backgammonbrett", moves: "8/5 6/5" },
    },
    options: {
        foremost: ["start", "match", "cube"],
        preset: { start: "standard", match: "0", cube: "on" },
    },
    ready: { options: { match: "3" }, seat: "white", moves: ["opening 3-1"] },
    sample: {
        options: {},
        moves: ["opening 3-1", "8/5 6/5", "6-4", "24/14", "5-2", "13/8 24/22", "6-1"],
    },
};
