// Opening a game: an example, a file, or what is typed; and what is said when that cannot be read.

import { Refusal, get, post, put } from "./api.js";
import { $, h, say, show } from "./dom.js";

let start = null;
let last = null;
let current = null;

/** Make the gallery; `ready(id, state)` is called when a game is open. */
export function prepare(about, ready) {
  start = about;
  const groups = Map.groupBy ? Map.groupBy(about.examples, (entry) => entry.group) : grouped(about.examples);
  $("examples").replaceChildren(...[...groups].map(([name, entries]) => h(
    "div", { class: "group" },
    h("h3", {}, name),
    h("ul", { class: "cards" }, ...entries.map((entry) => h("li", {}, card(entry, ready)))),
  )));
  $("as-game").append(...about.games.map((game) => h("option", { value: game.name }, `a contest's input: ${game.title}`)));
  $("as-format").append(...about.formats.map((format) => h("option", { value: format.name }, `${format.name}: ${format.title}`)));
  $("upload-limit").textContent = `Plain, gzip or bzip2; up to ${Math.round(about.upload / 1e6)} MB. It stays on this machine.`;
  $("file").addEventListener("change", () => {
    const file = $("file").files[0];
    $("file").value = ""; // so that the same file can be chosen again when it was changed
    if (file) openFile(file, ready);
  });
  $("own").addEventListener("submit", (event) => { event.preventDefault(); openText($("text").value, ready); });
  $("stop").addEventListener("click", stop);
  $("fault-again").addEventListener("click", () => again(ready));
  dropping(ready);
}

function grouped(entries) {
  const groups = new Map();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return groups;
}

function card(entry, ready) {
  const act = () => { last = null; open(() => post("/api/games", { example: entry.name }), entry.title, ready); };
  return h("button", { type: "button", "data-example": entry.name, click: act }, h("strong", {}, entry.title), h("span", {}, entry.summary));
}

function dropping(ready) {
  for (const kind of ["dragenter", "dragover"]) addEventListener(kind, (event) => { event.preventDefault(); $("drop").classList.add("over"); });
  addEventListener("dragleave", (event) => { if (event.relatedTarget === null) $("drop").classList.remove("over"); });
  addEventListener("drop", (event) => {
    event.preventDefault();
    $("drop").classList.remove("over");
    const file = event.dataTransfer.files[0];
    if (file) openFile(file, ready);
  });
}

function options() {
  const given = { game: $("as-game").value, format: $("as-format").value, objective: $("as-objective").value, priorities: $("as-priorities").value.trim() };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value));
}

export function openFile(file, ready) {
  last = () => openFile(file, ready);
  if (file.size > start.upload) {
    fault(`${file.name}: the file has ${(file.size / 1e6).toFixed(1)} MB; at most ${start.upload / 1e6} MB are taken.\ngraphgames explore FILE opens larger ones.`);
    return;
  }
  open(async () => {
    const game = await post("/api/games", { name: file.name, options: options() });
    return put(`/api/games/${game.id}/file`, file);
  }, file.name, ready);
}

export function openText(text, ready, name = "typed", how = options()) {
  last = () => openText(text, ready);
  open(() => post("/api/games", { name, text, options: how }), name, ready);
}

function again(ready) {
  if (last) last();
}

async function open(begin, name, ready) {
  working(`Reading ${name} …`);
  try {
    const game = await begin();
    await follow(game.id, ready);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    fault(error.message);
  }
}

/** Wait until a game is ready, and say what is being done for it. */
export async function follow(id, ready) {
  current = id;
  let doing = "";
  for (;;) {
    const state = await get(`/api/games/${id}?wait=${encodeURIComponent(doing)}`);
    if (current !== id) return;
    if (state.state === "ready") { show($("busy"), false); ready(state); return; }
    if (state.state === "failed") { fault(state.error.error); return; }
    doing = state.doing;
    const what = { starting: "Starting", ready: "Reading", reading: "Reading", solving: "Solving", drawing: "Drawing" }[state.phase] ?? "At work on";
    working(`${what} ${state.name} …`);
  }
}

function working(words) {
  for (const id of ["gallery", "game", "fault"]) show($(id), false);
  show($("busy"));
  $("busy-words").textContent = words;
  say(words);
}

async function stop() {
  if (current) await post(`/api/games/${current}/stop`).catch(() => null);
}

/** Show why something cannot be opened, and the gallery to try again. */
export function fault(words) {
  current = null;
  show($("busy"), false);
  show($("game"), false);
  show($("fault"));
  show($("gallery"));
  show($("fault-again"), last !== null);
  $("fault-words").textContent = words;
  say("This cannot be opened; the reason stands on the page.", "bad");
  $("fault-words").focus();
  scrollTo(0, 0);
}
