// The built package, found where `make test` and `make wasm` put it.

import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

export const { ARBITER_SOURCE_DIR: root, ARBITER_ENGINE: folder } = process.env;
export const file = (name) => path.join(folder, name);
export const address = (name) => pathToFileURL(file(name));

export const { loadEngine, Engine, EngineFailed, Game, Refused, Unreadable } = await import(address("index.js"));

// The layer below the classes: statuses, texts and handles from the module.
export async function openAbi() {
  const { Abi } = await import(address("abi.js"));
  const { instantiate } = await import(address("module.js"));
  const abi = new Abi(await instantiate(await readFile(file("arbiter.wasm"))));
  return {
    call: (...call) => ({ status: abi.call(...call), text: abi.text }),
    held: () => abi.held,
    free: (game) => abi.free(game),
    freeDocument: (document) => abi.freeDocument(document),
    gamesHeld: () => abi.gamesHeld,
  };
}
