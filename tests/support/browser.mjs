// Chromium with pages that must log no errors and must contact only the server.
//
//   const browser = await startBrowser();
//   const page = await browser.open(server.url);
//   await page.goto(`${server.url}/inspect`);
//   await shot(page, "inspector");
//   page.assertQuiet();
//   await browser.close();

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { chromium } from "playwright-core";

import { patience } from "./eventually.mjs";

export { eventually } from "./eventually.mjs";

const program = process.env.ARBITER_CHROMIUM ?? "/usr/bin/chromium-headless-shell";
const quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];

export const sizes = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 360, height: 740 },
};

export async function startBrowser() {
  const browser = await chromium.launch({ executablePath: program, args: quiet });
  // Pages that were left, by their options.
  const idle = new Map();
  return {
    browser,
    // As `open`, or a page that was left with the same options, which takes half the time of a new one.
    // `page.leave()` makes it like a new one, for the next visit.
    async visit(url, options = {}) {
      const { size = sizes.desktop, scheme = "light", reducedMotion = "reduce" } = options;
      const key = JSON.stringify(options);
      if (!idle.has(key)) idle.set(key, []);
      const page = idle.get(key).pop() ?? (await this.open(url, options));
      page.leave = async () => {
        page.assertQuiet();
        for (const other of page.context().pages()) if (other !== page) await other.close();
        await page.unrouteAll({ behavior: "ignoreErrors" });
        await page.evaluate(() => localStorage.clear());
        await page.goto("about:blank");
        page.forget(); // A request that was cut off by leaving is no fault.
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme: scheme, reducedMotion });
        idle.get(key).push(page);
      };
      return page;
    },
    // A page with its own storage. `scheme` is light or dark, `size` one of `sizes`.
    async open(url, { size = sizes.desktop, scheme = "light", locale = "en-GB", touch = false, ...options } = {}) {
      const context = await browser.newContext({
        viewport: size,
        colorScheme: scheme,
        locale,
        hasTouch: touch,
        reducedMotion: "reduce",
        // A test may stop the server, or answer in its place.
        serviceWorkers: "block",
        baseURL: url,
        ...options,
      });
      context.setDefaultTimeout(patience);
      const page = await context.newPage();
      watch(page, new URL(url).origin);
      return page;
    },
    close: () => browser.close(),
  };
}

// Records errors and foreign requests of a page. `page.assertQuiet()` fails if there are any since the last time;
// `page.forgive(pattern)` allows those that a test causes on purpose, such as a stopped server.
export function watch(page, origin) {
  const complaints = [];
  const forgiven = [];
  const complain = (text) => complaints.push(text);
  page.on("console", (message) => {
    if (message.text().includes("blocked by Playwright")) return;
    if (["error", "warning"].includes(message.type())) complain(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complain(`uncaught: ${error.stack ?? error.message}`));
  page.on("request", (request) => {
    const address = request.url();
    if (!address.startsWith(origin) && !/^(blob|about):/.test(address)) complain(`asks ${address}`);
  });
  page.forgive = (pattern) => forgiven.push(pattern);
  page.forget = () => complaints.splice(0);
  page.assertQuiet = () => {
    const patterns = forgiven.splice(0);
    const heard = complaints.splice(0);
    assert.deepEqual(
      heard.filter((text) => !patterns.some((pattern) => pattern.test(text))),
      [],
    );
  };
}

const folder = path.join(process.env.ARBITER_SOURCE_DIR ?? ".", "build", "screenshots");

// `make screenshots` takes them; otherwise they would be a third of the time that the tests of the page need.
export const takesPictures = process.env.ARBITER_SCREENSHOTS === "1";

// A screenshot for people: build/screenshots/NAME.png
export async function shot(page, name, options = {}) {
  if (!takesPictures) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), ...options });
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// axe-core finds no violations on the page (WCAG 2.2 A and AA, best practice); `rules` are all, unless they are named.
export async function assertAccessible(page, what = page.url(), rules = undefined) {
  const options = JSON.stringify({ resultTypes: ["violations"], runOnly: rules });
  // Evaluated by the browser's debugger, which the Content-Security-Policy does not affect.
  const { violations } = await page.evaluate(`(() => { ${axe}; return axe.run(document, ${options}); })()`);
  const told = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.slice(0, 5).map(({ html, failureSummary }) => `${html.slice(0, 200)}\n${failureSummary}`),
  }));
  assert.deepEqual(told, [], `${what} is not accessible`);
}

// The page does not scroll horizontally.
export async function assertFits(page) {
  const { scroll, width } = await page.evaluate(() => ({
    scroll: document.scrollingElement.scrollWidth,
    width: innerWidth,
  }));
  assert.ok(scroll <= width, `the page is ${scroll} px wide in a window of ${width}`);
}
