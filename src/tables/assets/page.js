// Shows one table: its board, earlier positions, messages, and a form that creates a move file. Everything is read
// from the files of the table, at regular intervals; nothing is stored.

import { loadEngine } from "./engine/index.js";
import { fingerprint } from "./fingerprint.js";

const element = (id) => document.getElementById(id);
const settings = JSON.parse(element("settings").textContent);
const asked = new URLSearchParams(location.search);
const id = asked.get("table") ?? settings.tables[0];
const isName = /^[a-z0-9][a-z0-9_-]{0,63}$/.test(id ?? "");

let engine;
let shown; // { text, state, terms, game }
let step = null; // null: the current position
let bottom = null; // null: the side to move
let held = null; // the place that was clicked first
let made = []; // the checker moves, or the marks of dead stones, so far

// ---- reading ----

async function read(file, table = id) {
  const address = new URL(`${settings.source}${table}/${file}`, location.href);
  address.searchParams.set("t", Date.now());
  const response = await fetch(address, { cache: "no-store" });
  if (!response.ok) throw new Error(`${file}: ${response.status} ${response.statusText}`);
  return response.text();
}

async function poll() {
  try {
    const text = await read("state.json");
    if (text !== shown?.text) await take(text);
    element("error").textContent = "";
  } catch (error) {
    element("error").textContent = `The table cannot be read at the moment: ${error.message}`;
  }
  setTimeout(poll, settings.interval * 1000);
}

// The record may briefly be behind or ahead of the state; the next poll finds them in agreement.
async function take(text) {
  const [record, terms] = await Promise.all([read("record.json"), read("table.json")]);
  const game = engine.load(record, { format: "record" });
  shown?.game.dispose();
  shown = { text, state: JSON.parse(text), terms: JSON.parse(terms), game };
  held = null;
  made = [];
  show();
}

// ---- showing ----

const capitalized = (word) => word[0].toUpperCase() + word.slice(1);

function show() {
  const { state, terms, game } = shown;
  element("title").textContent = `${terms.id}: ${game.title}, ${state.players.white} and ${state.players.black}`;
  document.title = `${terms.id} – ${state.players.white} and ${state.players.black}`;
  element("status").textContent = statusOf(state, game);
  element("messages").replaceChildren(...[...state.messages].reverse().map(messageItem));
  element("last-move").textContent = lastMove(state, game);
  showDownloads();
  showStep();
  showForm();
}

function statusOf(state, game) {
  if (game.outcome) return game.outcome.sentence;
  const player = `${state.players[state.activePlayer]} (${capitalized(state.activePlayer)})`;
  const dice = state.dice ? `, dice ${state.dice.join(" ")}` : "";
  return `${player} to move${awaitsWord() ? `: ${choices().join(" or ")}` : dice}${stake()}`;
}

// Whether the dice wait until the active player has said something: state.json then shows the last ones as used.
const awaitsWord = () => shown.state.dice !== undefined && shown.state.dice.length === shown.state.diceUsed.length;

// What the active player can send; the dice themselves are the referee's.
function choices() {
  const { game } = shown;
  if (game.awaits !== "roll") return game.legal();
  return ["roll", ...game.legal().filter((move) => !move.startsWith("roll "))];
}

// "; match to 5, score 2-1, cube at 2 (White)"
function stake() {
  const { game, terms } = shown;
  const { match: points = "0", cube: cubeOption = points === "0" ? "off" : "on" } = terms.options;
  if (game.name !== "backgammon" || (points === "0" && cubeOption === "off")) return "";
  const { match, white, black, crawford, cube } = game.ask("score");
  const score = match > 0 ? `; match to ${match}, score ${white}-${black}` : "; money game";
  if (points === "1" || cubeOption === "off") return score;
  const owner = cube.owner ? ` (${capitalized(cube.owner)})` : "";
  return `${score}${crawford ? ", Crawford game" : `, cube at ${cube.value}${owner}`}`;
}

// "alice (White) played e4"
function lastMove({ lastMove: last, players }, game) {
  if (!last) return "";
  const played = game
    .history()
    .filter((move) => !/^(roll|opening) /.test(move))
    .at(-1);
  return `${players[last.player]} (${capitalized(last.player)}) played ${played}`;
}

const archives = { chess: "pgn", go: "sgf", backgammon: "mat" };

function showDownloads() {
  const { terms, game } = shown;
  const link = (format) => {
    const anchor = document.createElement("a");
    anchor.download = `${terms.id}.${format}`;
    anchor.textContent = `Download ${format.toUpperCase()}`;
    const write = () => {
      anchor.href = URL.createObjectURL(new Blob([shown.game.write(format)], { type: "text/plain" }));
    };
    anchor.href = "#";
    anchor.addEventListener("click", write);
    return anchor;
  };
  element("downloads").replaceChildren(link(archives[game.name] ?? "record"));
}

function messageItem({ type, text, timestamp }) {
  const item = document.createElement("li");
  item.className = type;
  const time = document.createElement("time");
  time.dateTime = timestamp;
  time.textContent = new Date(timestamp).toLocaleString();
  item.append(time, text);
  return item;
}

function showStep() {
  const { game } = shown;
  const count = game.eventCount;
  const at = Math.min(step ?? count, count);
  const past = game.copy();
  while (past.eventCount > at) past.undo();
  const preview = at === count ? element("text").value.trim() : "";
  element("board").innerHTML = drawn(past, preview);
  past.dispose();
  markHeld();
  const slider = element("step");
  slider.max = count;
  slider.value = at;
  const events = game.history();
  element("what").textContent = `${at} of ${count}${at > 0 ? `: ${events[at - 1]}` : ""}`;
  for (const name of ["first", "back"]) element(name).disabled = at === 0;
  for (const name of ["forward", "last"]) element(name).disabled = at === count;
}

function drawn(game, preview) {
  const options = { theme: "auto", size: 560, bottom: bottom ?? shown.state.activePlayer };
  if (preview === "") return game.svg(options);
  // What is tried out is drawn if it is legal.
  const after = game.copy();
  try {
    playAll(after, preview);
    return after.svg(options);
  } catch {
    return game.svg(options);
  } finally {
    after.dispose();
  }
}

// Several actions have commas between them: "mark_dead C3, agree".
function playAll(game, text) {
  for (const move of text.split(",")) game.play(move.trim(), shown.state.activePlayer);
}

function goTo(target) {
  const count = shown.game.eventCount;
  step = target >= count ? null : Math.max(0, target);
  showStep();
}

// ---- moving ----

function showForm() {
  const { state, game } = shown;
  const over = game.outcome !== null;
  element("form").hidden = over;
  element("how").textContent = over
    ? "The game is over."
    : `Write a move for ${state.players[state.activePlayer]}, then commit the file under its name.`;
  element("legal").replaceChildren(...(over ? [] : choices()).map((move) => new Option(move, move)));
  element("choices").replaceChildren(...(!over && awaitsWord() ? choices() : []).map(choice));
  compose();
}

function compose() {
  const text = element("text").value.trim();
  const answer = element("answer");
  element("result").hidden = true;
  answer.className = "";
  answer.textContent = "";
  if (!shown || text === "" || shown.game.outcome) return;
  if (text === "roll" && shown.game.awaits === "roll") return offer([{ action: text }], text, text);
  const after = shown.game.copy();
  try {
    playAll(after, text);
    const { eventCount } = shown.game;
    offer(
      after
        .history("json")
        .slice(eventCount)
        .map((event) => JSON.parse(event)),
      text,
      after.history().slice(eventCount).join(" "),
    );
  } catch (error) {
    answer.className = "refused";
    answer.textContent = error.sentence ?? error.message;
  } finally {
    after.dispose();
  }
}

function offer(events, text, words) {
  const { state } = shown;
  const file = moveFile(state, events, element("comment").value.trim() || null);
  const content = `${JSON.stringify(file, null, 2)}\n`;
  const number = String((state.lastMove?.sequence ?? 0) + 1).padStart(4, "0");
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(3)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
  const name = `tables/${id}/moves/${number}-${file.player}-${hex}.json`;
  element("answer").textContent = `${words} is legal.`;
  element("name").textContent = name;
  element("content").textContent = content;
  for (const link of ["commit", "issue"]) element(link).hidden = settings.repository === "";
  element("commit").href =
    `${settings.repository}/new/${settings.branch}?${new URLSearchParams({ filename: name, value: content })}`;
  element("issue").href = newIssue(`${id}: ${words}`, `/move ${id} ${text} state=${file.expectedState}`);
  element("result").hidden = false;
}

const newIssue = (title, body) => `${settings.repository}/issues/new?${new URLSearchParams({ title, body })}`;

// ---- the board ----

// A square, a Go point, or a point of backgammon in the numbers of the side to move.
function placeAt(target) {
  const place = target.closest?.("[data-square], [data-point]");
  if (!place) return null;
  const { square, point, index } = place.dataset;
  if (square) return square;
  if (index === undefined || point === "bar" || point === "off") return point;
  return String(shown.state.activePlayer === "white" ? Number(index) + 1 : 24 - Number(index));
}

function markHeld() {
  for (const place of element("board").querySelectorAll("[data-square], [data-point]")) {
    place.classList.toggle("held", held !== null && placeAt(place) === held);
  }
}

function write(text) {
  element("text").value = text;
  compose();
  showStep();
}

// The moves that a click on a place completes, or nothing if it only takes a piece up or puts it down.
const clicks = {
  chess(game, place) {
    const between = game.legal("uci").filter((move) => move.startsWith(held + place));
    if (held !== null && between.length > 0) {
      held = null;
      return between;
    }
    held = game.legal("uci").some((move) => move.startsWith(place)) ? place : null;
    return null;
  },
  go(game, place) {
    if (game.awaits !== "agreement") return [place];
    const mark = `mark_dead ${place}`;
    made = made.includes(mark) ? made.filter((one) => one !== mark) : [...made, mark];
    return [[...made, "agree"].join(", ")];
  },
  backgammon(game, place) {
    if (awaitsWord()) return null;
    const steps = game.ask("steps", made.join(" ")).steps;
    const found = steps.find(({ from, to }) => from === held && to === place);
    if (!found) {
      held = steps.some(({ from }) => from === place) ? place : null;
      return null;
    }
    made = [...made, `${found.from}/${found.to}`];
    held = null;
    return [made.join(" ")];
  },
};

function clicked(event) {
  const place = shown && step === null && !shown.game.outcome ? placeAt(event.target) : null;
  if (place === null || !clicks[shown.game.name]) return;
  const moves = clicks[shown.game.name](shown.game, place);
  if (!awaitsWord()) element("choices").replaceChildren();
  if (moves === null) return markHeld();
  write(moves[0]);
  if (moves.length > 1) element("choices").replaceChildren(...moves.map(choice));
}

// Into which piece a pawn turns, or what to say instead of moving.
function choice(move) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = move;
  button.addEventListener("click", () => write(move));
  return button;
}

function startAgain() {
  held = null;
  made = [];
  if (!awaitsWord()) element("choices").replaceChildren();
  write("");
}

function moveFile(state, events, comment) {
  const player = state.activePlayer;
  const note = { timestamp: new Date().toISOString().replace(/\.\d+/, ""), expectedState: fingerprint(state) };
  const isTurn = state.dice && events[0].action === undefined;
  if (!isTurn) return { player, moves: events, ...note, comment, commitSha: null };
  return { player, moves: withDice(state, events[0]), ...note, diceRoll: state.dice, comment, commitSha: null };
}

// In state.json points count from White's corner, the bar is -1, and off is 24. A larger die may bear off.
function withDice(state, { moves }) {
  const index = (point) => (state.activePlayer === "white" ? point - 1 : 24 - point);
  const left = [...state.dice].sort();
  return moves.map((move) => {
    const from = move.from === "bar" ? 25 : move.from;
    const to = move.to === "off" ? 0 : move.to;
    const die = left.find((value) => value === from - to) ?? left.find((value) => to === 0 && value > from - to);
    left.splice(left.indexOf(die), 1);
    return { from: from === 25 ? -1 : index(from), to: to === 0 ? 24 : index(to), die };
  });
}

// ---- start ----

// The names of the tables: as the forge lists the folder now, or as they were when the page was made.
async function tableNames() {
  if (settings.listing === "") return settings.tables;
  try {
    const response = await fetch(settings.listing, { cache: "no-store" });
    if (!response.ok) return settings.tables;
    const entries = await response.json();
    return entries.filter(({ type }) => type === "dir").map(({ name }) => name);
  } catch {
    return settings.tables;
  }
}

const rowsMax = 50;

// A folder without a table.json and a state.json is not a table.
async function tableRow(name) {
  try {
    const [terms, state] = (await Promise.all([read("table.json", name), read("state.json", name)])).map(JSON.parse);
    const row = document.createElement("li");
    const link = document.createElement("a");
    link.href = `?table=${name}`;
    link.textContent = name;
    if (name === id) link.setAttribute("aria-current", "page");
    const { players, activePlayer, winner, status } = state;
    const over = winner ? `${players[winner]} won` : "drawn";
    const standing = status === "completed" ? over : `${players[activePlayer]} to move`;
    row.append(link, ` ${terms.game}, ${players.white} and ${players.black}: ${standing}`);
    return row;
  } catch {
    return null;
  }
}

async function listTables() {
  const rows = await Promise.all((await tableNames()).slice(0, rowsMax).map(tableRow));
  const list = document.createElement("ul");
  list.append(...rows.filter((row) => row !== null));
  element("tables").replaceChildren(list);
  // GitHub answers sixty such requests an hour.
  setTimeout(listTables, Math.max(120, settings.interval) * 1000);
}

function listen() {
  element("first").addEventListener("click", () => goTo(0));
  element("back").addEventListener("click", () => goTo(Number(element("step").value) - 1));
  element("forward").addEventListener("click", () => goTo(Number(element("step").value) + 1));
  element("last").addEventListener("click", () => goTo(Infinity));
  element("step").addEventListener("input", () => goTo(Number(element("step").value)));
  element("text").addEventListener("input", () => {
    compose();
    showStep();
  });
  element("flip").addEventListener("click", () => {
    bottom = (bottom ?? shown.state.activePlayer) === "white" ? "black" : "white";
    showStep();
  });
  element("board").addEventListener("click", clicked);
  element("again").addEventListener("click", startAgain);
  element("comment").addEventListener("input", compose);
  element("form").addEventListener("submit", (event) => event.preventDefault());
  element("copy").addEventListener("click", () => navigator.clipboard?.writeText(element("content").textContent));
}

listTables();
element("challenge").hidden = settings.repository === "";
element("challenge").href = newIssue("A challenge", "/challenge @NAME chess");
if (isName) {
  engine = await loadEngine();
  listen();
  await poll();
} else {
  element("title").textContent = "There are no tables yet";
}
