import { defineConfig } from "vitepress";

import { groups } from "./pages.mjs";

// Headings get the anchors that they have in a repository, so that a link works in both.
const slugify = (text) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");

// A head of a table without text is an ordinary cell; an indented block scrolls like a fenced one.
function adapt(md) {
  md.renderer.rules.code_block = (...parameters) => md.renderer.rules.fence(...parameters);
  md.core.ruler.push("empty_heads", ({ tokens }) => {
    tokens.forEach((token, at) => {
      if (token.type === "th_open" && tokens[at + 1].content === "") token.tag = tokens[at + 2].tag = "td";
    });
  });
}

export default defineConfig({
  title: "Arbiter",
  description: "One referee for Go, chess and backgammon",
  lang: "en",
  base: process.env.DOCS_BASE ?? "/docs/",
  outDir: process.env.DOCS_OUTPUT,
  metaChunk: true,
  // Files beside the pages: tests/docs/site.test.mjs checks the links to them.
  ignoreDeadLinks: [/^\/(schemas|files)\//],
  markdown: {
    anchor: { slugify },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: adapt,
    // What is in angle brackets is a placeholder, not an element.
    html: false,
  },
  themeConfig: {
    search: { provider: "local" },
    outline: { level: [2, 3] },
    nav: [
      { text: "Tutorials", link: "/tutorial-agent" },
      { text: "Commands", link: "/command-reference" },
      { text: "HTTP API", link: "/api.html", target: "_self" },
      // The page of the server that shows this site.
      { text: "Play", link: "/../", target: "_self" },
    ],
    sidebar: [
      ...groups.map(({ title, pages }) => ({
        text: title,
        items: pages.map((page) => ({ text: page.title, link: `/${page.name}` })),
      })),
      {
        text: "Programming interfaces",
        items: [
          { text: "HTTP", link: "/api.html", target: "_self" },
          { text: "JavaScript and TypeScript", link: "/typescript/" },
          { text: "C++", link: "/cpp-reference" },
          { text: "Python", link: "/python-reference" },
        ],
      },
    ],
  },
});
