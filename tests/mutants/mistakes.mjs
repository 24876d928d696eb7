// All mistakes: those that the simulation must find, and those that unit tests must notice.
import { simulated } from "./simulation.mjs";
import { units } from "./units.mjs";

export const mistakes = [...simulated, ...units];
