import { keys, type AboutGame } from "../about";

export const chess: AboutGame = {
    words: {
        en: {
            title: "Chess",
            board: "Chess board",
            moves: "Nf3, e2e4",
            options: { start: "Start: a FEN, or 0 to 959 for Chess960" },
        },
        de: {
            title: "Schach",
            board: "Schachbrett",
            moves: "Nf3, e2e4",
            options: { start: "Anfang: eine FEN, oder 0 bis 959 für Chess960" },
        },
    },
    options: { foremost: ["variant", "start"], preset: { variant: "standard" } },
    // The beginning of Anderssen – Kieseritzky, London 1851.
    sample: {
        options: {},
        moves: ["e4", "e5", "f4", "exf4", "Bc4", "Qh4+", "Kf1", "b5", "Bxb5", "Nf6", "Nf3", "Qh6"],
    },
    signs: [
        {
            format: "chess-squares",
            pattern: keys("position_history", "halfmove_clock", "en_passant", "castling"),
            rank: 0,
        },
        { format: "chess-squares", pattern: /"board"\s*:\s*\{/, rank: 1 },
        { format: "uci", pattern: /^\s*(?:position\s|startpos|fen\s)/i, rank: 2 },
        { format: "fen", pattern: /^\s*(?:[^\s/]*\/){4,7}[^\s/]+(?:\s|$)/, rank: 2 },
        { format: "pgn", pattern: /^\s*\[\w+\s+"|\b1\s*\.\s*\S/m, rank: 2 },
        { format: "pgn", pattern: /^\s*(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]|O-O(?:-O)?)[+#]?\s/, rank: 2 },
    ],
};
