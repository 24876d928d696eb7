// Games on the page, played with mouse, touch and keyboard.
//
//   const room = await openRoom(test);
//   const { id, keys } = await room.newGame({ game: "chess" });
//   const white = await room.sit(id, keys.white);
//   await white.drag("e2", "e4");
//   await room.leave(white);

import assert from "node:assert/strict";

import { eventually, startBrowser } from "./browser.mjs";
import { api, startServer } from "./server.mjs";

// A server and a browser, for all tests of a file.
export async function openRoom(test, options = {}) {
  let server = await startServer(options);
  const browser = await startBrowser();
  test.after(async () => {
    await browser.close();
    server.kill();
  });
  const { url } = server;
  const games = api(url);
  return {
    url,
    games,
    browser,
    async newGame(body) {
      const answer = await games.create({ seats: { white: { name: "Ada" }, black: { name: "Bob" } }, ...body });
      assert.equal(answer.status, 201, answer.text);
      return answer.body;
    },
    // Without a key, only to watch. `options` are those of `browser.open`.
    async sit(id, key, options) {
      const table = await this.visit(options);
      await table.sit(url, id, key);
      return table;
    },
    async visit(options) {
      return new Table(await browser.visit(url, options));
    },
    async sitBoth({ id, keys }) {
      return { white: await this.sit(id, keys.white), black: await this.sit(id, keys.black) };
    },
    async leave(...tables) {
      for (const { page } of tables) await page.leave();
    },
    // Waits until the server has at least this many plies: a page shows its own move before the answer arrives.
    async reached(id, ply) {
      return eventually(async () => {
        const { body } = await games.game(id);
        assert.ok(body.ply >= ply, `the game is at ply ${body.ply}, not ${ply}`);
        return body;
      });
    },
    stop: () => server.stop(),
    // Restarts the server with the same store and port.
    async restart() {
      server = await startServer({ ...options, store: server.store, port: server.port });
    },
  };
}

export class Table {
  constructor(page) {
    this.page = page;
    this.board = page.getByRole("application");
    this.status = page.locator(".status");
  }

  async sit(url, id, key) {
    await this.page.goto(`${url}/games/${id}${key === undefined ? "" : `#key=${key}`}`);
    await this.board.waitFor();
  }

  // The middle of a place in pixels: "e4", "D4", "13", "white bar".
  async middle(place) {
    const selector = placeSelector(place);
    // The server's picture of the board gives way to one that can be played on.
    const box = await eventually(async () => {
      const found = await this.board.locator(selector).first().boundingBox();
      assert.ok(found, `there is no ${place} on the board`);
      return found;
    });
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  async click(...places) {
    for (const place of places) {
      const { x, y } = await this.middle(place);
      await this.page.mouse.click(x, y);
    }
  }

  async tap(...places) {
    for (const place of places) {
      const { x, y } = await this.middle(place);
      await this.page.touchscreen.tap(x, y);
    }
  }

  async hover(place) {
    const { x, y } = await this.middle(place);
    await this.page.mouse.move(x, y);
  }

  async drag(from, to) {
    const [start, end] = [await this.middle(from), await this.middle(to)];
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 });
    await this.page.mouse.move(end.x, end.y, { steps: 3 });
    await this.page.mouse.up();
  }

  press = (name) => this.page.getByRole("button", { name, exact: true }).click();

  // Waits until the board shows this piece (as in FEN) on a square; null: an empty square.
  async shows(square, piece) {
    const found = this.board.locator(`[data-piece][data-square="${square}"]`);
    if (piece === null) return found.waitFor({ state: "detached" });
    return this.board.locator(`[data-piece="${piece}"][data-square="${square}"]`).waitFor();
  }

  async says(text) {
    await this.status.filter({ hasText: text }).first().waitFor();
  }

  async complains(text) {
    await this.page.getByRole("alert").filter({ hasText: text }).first().waitFor();
  }
}

function placeSelector(place) {
  const [color, tray] = place.split(" ");
  if (tray) return `g.spot[data-point="${tray}"][data-color="${color}"] .hit`;
  if (/^[a-h][1-8]$/.test(place)) return `rect.square[data-square="${place}"]`;
  return /^\d+$/.test(place) ? `g.spot[data-point="${place}"] .hit` : `.point[data-point="${place}"]`;
}
