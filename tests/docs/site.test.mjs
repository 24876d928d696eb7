// The documentation as a site (tools/docs.sh), as the program serves it.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { page as codesPage } from "../../docs/site/codes.mjs";
import { pages } from "../../docs/site/pages.mjs";
import { assertAccessible, assertFits, shot, sizes, startBrowser, takesPictures } from "../support/browser.mjs";
import { startServer } from "../support/server.mjs";

const { ARBITER_PROGRAM: program, ARBITER_SOURCE_DIR: root, ARBITER_ENGINE: engine } = process.env;
const site = path.join(root, "build/docs");
assert.ok(existsSync(path.join(site, "index.html")), "tools/docs.sh builds the site");

const files = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(path.join(folder, entry.name)) : [path.join(folder, entry.name)],
  );

test("docs/codes.md is what its examples give", async () => {
  assert.equal(await codesPage(program), readFileSync(path.join(root, "docs/codes.md"), "utf8"));
});

test("every link leads to a file of the site, and to a place in it", () => {
  const shown = files(site).filter((name) => name.endsWith(".html"));
  const idsOf = new Map();
  const ids = (file) => {
    if (!idsOf.has(file)) {
      idsOf.set(file, new Set([...readFileSync(file, "utf8").matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)));
    }
    return idsOf.get(file);
  };
  let links = 0;
  for (const file of shown.filter((name) => path.basename(name) !== "api.html")) {
    const address = `/docs/${path.relative(site, file)}`;
    for (const [, target] of readFileSync(file, "utf8").matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const url = new URL(target.replaceAll("&amp;", "&"), `http://site${address}`);
      if (url.pathname === "/") continue; // the server's own page
      assert.ok(url.pathname.startsWith("/docs/"), `${address} leaves the site: ${target}`);
      const name = decodeURIComponent(url.pathname.slice("/docs/".length));
      const found = [name, `${name}.html`, path.join(name, "index.html")]
        .map((one) => path.join(site, one))
        .find((one) => path.extname(one) && existsSync(one));
      assert.ok(found, `${address} links to ${target}`);
      if (url.hash && found.endsWith(".html") && path.basename(found) !== "404.html") {
        assert.ok(ids(found).has(decodeURIComponent(url.hash.slice(1))), `${address} links to ${target}`);
      }
      ++links;
    }
  }
  assert.ok(links > 1000);
});

test("the reference of the C++ headers has what doxygen says, where that is installed", () => {
  const isThere = existsSync(path.join(site, "cpp/annotated.html"));
  assert.equal(readFileSync(path.join(site, "cpp-reference.html"), "utf8").includes('cpp/annotated.html"'), isThere);
  if (isThere) assert.match(readFileSync(path.join(site, "cpp/annotated.html"), "utf8"), />AnyGame</);
});

test("the reference of the Python modules has every name that the package exports", () => {
  const [, exported] = /^__all__ = \[(.*?)\]/ms.exec(
    readFileSync(path.join(root, "bindings/python/arbiter/__init__.py"), "utf8"),
  );
  const shown = readFileSync(path.join(site, "python-reference.html"), "utf8")
    .replaceAll("<code>", "\n")
    .replaceAll(/<[^>]*>/g, "");
  const names = [...exported.matchAll(/"(\w+)"/g)].map(([, name]) => name);
  assert.ok(names.length > 20);
  for (const name of names) assert.match(shown, new RegExp(`^(class |def )?${name}\\b`, "m"));
});

test("in a browser", async (t) => {
  const server = await startServer({ program, args: ["--docs", site] });
  const browser = await startBrowser();
  t.after(async () => {
    await browser.close();
    await server.kill();
  });

  await t.test("/docs leads to the site, and the API's page is part of it", async () => {
    const page = await browser.open(server.url);
    await page.goto(`${server.url}/docs`);
    assert.equal(page.url(), `${server.url}/docs/`);
    await page.getByRole("link", { name: "HTTP API" }).first().click();
    await page.locator("#operations details").first().waitFor();
    await page.getByRole("link", { name: "Arbiter" }).click();
    await page.getByRole("link", { name: "Play", exact: true }).click();
    assert.equal(page.url(), `${server.url}/`);
    page.assertQuiet();
    await page.context().close();
  });

  await t.test("the search needs no server", async () => {
    const page = await browser.open(server.url);
    await page.goto(`${server.url}/docs/`);
    await page.getByRole("button", { name: "Search" }).click();
    await page.route("**/api/**", (route) => route.abort());
    await page.getByRole("searchbox").fill("castling_through_check");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Rejections in chess" }).waitFor();
    page.assertQuiet();
    await page.context().close();
  });

  // Long pages take axe long; `make screenshots` looks at them as well.
  const long = [...pages.map(({ name }) => `${name}.html`), "typescript/index.html", "cpp-reference.html", "api.html"];
  const looked = takesPictures ? long : ["", "install.html"];
  for (const [scheme, size] of [
    ["light", "desktop"],
    ["dark", "phone"],
    ...(takesPictures
      ? [
          ["dark", "desktop"],
          ["light", "phone"],
        ]
      : []),
  ]) {
    await t.test(`${scheme}, ${size}`, async () => {
      const page = await browser.open(server.url, { scheme, size: sizes[size] });
      for (const name of looked) {
        await page.goto(`${server.url}/docs/${name}`);
        await page.locator("h1").first().waitFor();
        await page.waitForLoadState("networkidle");
        await assertFits(page);
        await assertAccessible(page);
        await shot(page, `docs_${name.replaceAll(/\W/g, "_") || "index"}_${size}_${scheme}`);
      }
      page.assertQuiet();
      await page.context().close();
    });
  }

  await t.test("the board of docs/tutorial-board.md", async () => {
    const text = readFileSync(path.join(root, "docs/tutorial-board.md"), "utf8");
    const [, html] = /^```html index\.html\n(.*?)^```/ms.exec(text);
    const page = await browser.open("http://board.test");
    await page.route("http://board.test/**", (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === "/") return route.fulfill({ contentType: "text/html", body: html });
      return route.fulfill({ path: path.join(engine, pathname.replace("/node_modules/arbiter-engine/", "")) });
    });
    await page.goto("http://board.test/");
    await page.locator("#board svg").waitFor();
    const move = async (text) => {
      await page.getByRole("textbox").fill(text);
      await page.keyboard.press("Enter");
    };
    await move("e4");
    await page.getByText("black to move, 20 legal moves").waitFor();
    await move("Ke4");
    await page.getByText("a king on e8 cannot go to e4").waitFor();
    await page.context().close();
  });
});
