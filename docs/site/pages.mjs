// The pages of the site in the order of its side bar: the name of a page, and the file of the repository that it is made
// from. A page without a file is written by build.mjs.

const page = (title, name, file = `docs/${name}.md`) => ({ title, name, file });
const written = (title, name) => ({ title, name });

export const groups = [
  {
    title: "Begin",
    pages: [
      page("Overview", "index"),
      page("Installation", "install"),
      page("One example for each interface", "tour"),
      page("Questions and answers", "faq"),
    ],
  },
  {
    title: "Tutorials",
    pages: [
      page("An agent in ten minutes", "tutorial-agent"),
      page("A board on your page", "tutorial-board"),
      page("A referee in C++", "tutorial-cpp"),
      page("Python", "python"),
      page("A tournament", "tutorial-tournament"),
      page("Correspondence in a repository", "tables"),
      page("Operate a server", "tutorial-server"),
    ],
  },
  {
    title: "Guides",
    pages: [
      page("The page", "page"),
      page("The server", "server"),
      page("Players", "players"),
      page("Bots", "bots"),
      page("Analysis and review", "analysis"),
      page("Language models", "agents"),
      page("Model Context Protocol", "mcp"),
      page("The arena", "arena"),
      page("Questions of a Go board", "go-engine"),
      page("Clocks", "clocks", "src/referee/CLOCKS.md"),
      page("Reliability", "reliability"),
      page("Benchmarks", "benchmarks"),
      page("Scale", "scale"),
    ],
  },
  {
    title: "Coming from",
    pages: [
      page("python-chess, chess.js, Sabaki ...", "coming-from"),
      page("GitGammon", "gitgammon"),
      page("Formats of other systems", "systems"),
    ],
  },
  {
    title: "Reference",
    pages: [
      page("Commands and their output", "commands"),
      written("Every command", "command-reference"),
      page("Formats", "formats"),
      written("Every format", "format-reference"),
      written("JSON Schemas", "schemas"),
      page("Rejections and faults", "codes"),
      page("Rules of chess", "rules-chess", "src/core/chess/RULES.md"),
      page("Rules of Go", "rules-go", "src/core/go/RULES.md"),
      page("Rules of backgammon", "rules-backgammon", "src/core/backgammon/RULES.md"),
      page("npm package", "engine", "bindings/wasm/package/README.md"),
    ],
  },
  {
    title: "Work on it",
    pages: [
      page("Architecture", "architecture", "ARCHITECTURE.md"),
      page("Contributing", "contributing", "CONTRIBUTING.md"),
      page("How to add a game", "add-a-game"),
      page("Changes", "changelog", "CHANGELOG.md"),
    ],
  },
];

export const pages = groups.flatMap((group) => group.pages);
