// Players who know no rules: they play what the server says is legal.

const starts = [
  { game: "chess" },
  { game: "chess", options: { variant: "chess960", start: "518" } },
  { game: "go", options: { size: "9" } },
  { game: "go", options: { size: "5", scoring: "territory" } },
  { game: "backgammon" },
  { game: "backgammon", options: { match: "3" } },
];

export const anyStart = (random) => random.pick(starts);

// From what GET .../legal tells: a move or action, as it may be sent, and who makes it; nothing once
// the game is over.
export function anyMove({ turn, awaits, legal, actions }, random) {
  if (awaits === "nothing") return undefined;
  const move = awaits === "roll" ? rollOrDouble(actions[turn], random) : random.pick(legal);
  return { by: turn, move: move.startsWith("{") ? JSON.parse(move) : move };
}

const rollOrDouble = (actions, random) => (actions.includes("double") && random.chance(0.1) ? "double" : "roll");
