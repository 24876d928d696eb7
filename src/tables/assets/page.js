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

// ---- reading ----

async function read(file) {
  const address = new URL(`${settings.source}${id}/${file}`, location.href);
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
  showStep();
  showForm();
}

function statusOf(state, game) {
  if (game.outcome) return game.outcome.sentence;
  const player = `${state.players[state.activePlayer]} (${capitalized(state.activePlayer)})`;
  const dice = state.dice ? `, dice ${state.dice.join(" ")}` : "";
  return `${player} to move${dice}`;
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
  element("board").innerHTML = past.svg({ theme: "auto", size: 560 });
  past.dispose();
  const slider = element("step");
  slider.max = count;
  slider.value = at;
  const events = game.history();
  element("what").textContent = `${at} of ${count}${at > 0 ? `: ${events[at - 1]}` : ""}`;
  for (const name of ["first", "back"]) element(name).disabled = at === 0;
  for (const name of ["forward", "last"]) element(name).disabled = at === count;
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
  element("legal").replaceChildren(...(over ? [] : game.legal()).map((move) => new Option(move, move)));
  compose();
}

function compose() {
  const text = element("text").value.trim();
  const answer = element("answer");
  element("result").hidden = true;
  answer.className = "";
  answer.textContent = "";
  if (!shown || text === "" || shown.game.outcome) return;
  const after = shown.game.copy();
  try {
    after.play(text, shown.state.activePlayer);
    offer(JSON.parse(after.history("json").at(-1)), after.history().at(-1));
  } catch (error) {
    answer.className = "refused";
    answer.textContent = error.sentence ?? error.message;
  } finally {
    after.dispose();
  }
}

function offer(event, words) {
  const { state } = shown;
  const file = moveFile(state, event, element("comment").value.trim() || null);
  const content = `${JSON.stringify(file, null, 2)}\n`;
  const number = String((state.lastMove?.sequence ?? 0) + 1).padStart(4, "0");
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
  const name = `tables/${id}/moves/${number}-${file.player}-${hex}.json`;
  element("answer").textContent = `${words} is legal.`;
  element("name").textContent = name;
  element("content").textContent = content;
  const link = element("commit");
  link.hidden = settings.repository === "";
  link.href = `${settings.repository}/new/${settings.branch}?${new URLSearchParams({ filename: name, value: content })}`;
  element("result").hidden = false;
}

function moveFile(state, event, comment) {
  const player = state.activePlayer;
  const note = { timestamp: new Date().toISOString().replace(/\.\d+/, ""), expectedState: fingerprint(state) };
  if (!state.dice) return { player, moves: [event], ...note, comment, commitSha: null };
  return { player, moves: withDice(state, event), ...note, diceRoll: state.dice, comment, commitSha: null };
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

function listTables() {
  element("tables").replaceChildren(
    ...settings.tables.map((name) => {
      const link = document.createElement("a");
      link.href = `?table=${name}`;
      link.textContent = name;
      if (name === id) link.setAttribute("aria-current", "page");
      return link;
    }),
  );
}

function listen() {
  element("first").addEventListener("click", () => goTo(0));
  element("back").addEventListener("click", () => goTo(Number(element("step").value) - 1));
  element("forward").addEventListener("click", () => goTo(Number(element("step").value) + 1));
  element("last").addEventListener("click", () => goTo(Infinity));
  element("step").addEventListener("input", () => goTo(Number(element("step").value)));
  element("text").addEventListener("input", compose);
  element("comment").addEventListener("input", compose);
  element("form").addEventListener("submit", (event) => event.preventDefault());
  element("copy").addEventListener("click", () => navigator.clipboard?.writeText(element("content").textContent));
}

listTables();
if (isName) {
  engine = await loadEngine();
  listen();
  await poll();
} else {
  element("title").textContent = "There are no tables yet";
}
