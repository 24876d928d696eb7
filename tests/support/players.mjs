// Players without knowledge of the rules: they play what the server lists as legal.

const starts = [
  { game: "chess" },
  { game: "chess", options: { variant: "chess960", start: "518" } },
  { game: "go", options: { size: "9" } },
  { game: "go", options: { size: "5", scoring: "territory" } },
  { game: "backgammon" },
  { game: "backgammon", options: { match: "3" } },
];

export const anyStart = (random) => random.pick(starts);

// Chooses a move or action from GET .../legal, with the side that makes it; undefined when
// the game is over.
export function anyMove({ turn, awaits, legal, actions }, random) {
  if (awaits === "nothing") return undefined;
  const move = awaits === "roll" ? rollOrDouble(actions[turn], random) : random.pick(legal);
  return { by: turn, move: move.startsWith("{") ? JSON.parse(move) : move };
}

const rollOrDouble = (actions, random) => (actions.includes("double") && random.chance(0.1) ? "double" : "roll");
