// The games that an address can describe, in the order they are shown.

export const exploredGames = ["chess", "go", "backgammon"] as const;
