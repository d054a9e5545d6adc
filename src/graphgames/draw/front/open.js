// Opening a game: an example, a file, or what is typed; and what is said when that cannot be read.

import { optionsOf, readAs } from "./address.js";
import { get, post, put } from "./api.js";
import { drawing } from "./board.js";
import { $, h, sentence, show } from "./dom.js";
import { thumbnail } from "./graph.js";
import { Refusal } from "./refusal.js";

let start = null;
let last = null;
let lastText = null;
let current = null;
let waiting = null;

/** Make the gallery; `ready(id, state)` is called when a game is open. */
export function prepare(about, ready) {
  start = about;
  const groups = Map.groupBy(about.examples, (/** @type {any} */ entry) => entry.group);
  $("examples").replaceChildren(...[...groups].map(([name, entries]) => h(
    "div", { class: "group" },
    h("h3", {}, name),
    h("ul", { class: "cards" }, ...entries.map((entry) => h("li", {}, card(entry, ready)))),
  )));
  $("as-objective").append(...about.objectives.map((one) => h("option", { value: one.name }, `${one.title}: ${one.words}`)));
  $("fault-solve").addEventListener("click", () => openText($("fault-text").value, ready, lastText?.name ?? "typed"));
  $("as-game").append(...about.games.map((game) => h("option", { value: game.name }, `a contest's input: ${game.title}`)));
  $("fault-as").append(...$("as-game").cloneNode(true).children);
  $("fault-as").addEventListener("change", () => { $("as-game").value = $("fault-as").value; last?.(); });
  $("as-format").append(...about.formats.map((format) => h("option", { value: format.name }, `${format.name}: ${format.title}`)));
  $("upload-limit").textContent = `Plain, gzip or bzip2; up to ${Math.round(about.upload / 1e6)} MB. It stays on this machine.`;
  $("file").addEventListener("change", () => {
    const file = $("file").files[0];
    $("file").value = ""; // so that the same file can be chosen again when it was changed
    if (file) openFile(file, ready);
  });
  $("own").addEventListener("submit", (event) => { event.preventDefault(); openText($("text").value, ready); });
  $("stop").addEventListener("click", () => current && post(`/api/games/${current}/stop`).catch(() => null));
  $("fault-again").addEventListener("click", () => last?.());
  dropping(ready);
}

function card(entry, ready) {
  const act = () => openExample(entry, ready);
  return h(
    "button", { type: "button", "data-example": entry.name, click: act },
    h("span", { class: "thumb", "aria-hidden": "true" }), h("strong", {}, entry.title), h("span", {}, entry.summary),
  );
}

export function openExample(entry, ready) {
  last = null;
  lastText = null;
  open(() => post("/api/games", { example: entry.name }), entry.title, ready, { example: entry.name });
}

/** Open a game for which the server is asked already; that of a file can be read otherwise then. */
export function openAsked(asked, ready, game) {
  lastText = null;
  last = game.file ? () => openPath({ ...game, ...readAs(options()) }, ready) : null;
  open(() => asked, game.file ? game.file.split("/").at(-1) : "a game", ready, game);
}

/** Open a file of this machine that an address names. */
export const openPath = (game, ready) => openAsked(post("/api/games", { file: game.file, digest: game.digest, options: optionsOf(game) }), ready, game);

/** Put a small picture on every card. */
export async function thumbnails() {
  const scenes = await get("/api/thumbnails").catch(() => ({}));
  for (const [name, scene] of Object.entries(scenes)) {
    const box = document.querySelector(`[data-example="${CSS.escape(name)}"] .thumb`);
    box?.replaceChildren(scene.board ? drawing(scene.board.svg) : thumbnail(scene.graph));
  }
}

/** A file may be dropped anywhere. */
function dropping(ready) {
  for (const kind of ["dragenter", "dragover"]) {
    addEventListener(kind, (/** @type {any} */ event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      show($("over"));
    });
  }
  addEventListener("dragleave", (event) => { if (event.relatedTarget === null) show($("over"), false); });
  addEventListener("drop", (event) => {
    event.preventDefault();
    show($("over"), false);
    const file = event.dataTransfer.files[0];
    if (file) openFile(file, ready);
  });
}

function options() {
  const given = { game: $("as-game").value, format: $("as-format").value, objective: $("as-objective").value, priorities: $("as-priorities").value.trim(), property: $("as-property").value.trim(), constants: $("as-constants").value.trim() };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value));
}

const EDITED = 200_000;
const SHORT = 2000; // characters of a text that stands in an address

export async function openFile(file, ready) {
  last = () => openFile(file, ready);
  lastText = null;
  if (file.size > start.upload) {
    fault(`${file.name}: the file has ${(file.size / 1e6).toFixed(1)} MB; at most ${start.upload / 1e6} MB are taken.\ngraphgames explore FILE opens larger ones.`);
    return;
  }
  if (file.size < EDITED) lastText = { name: file.name, text: await file.text() };
  if (file.size <= SHORT && !/[\0\ufffd]/.test(lastText.text)) { openText(lastText.text, ready, file.name); return; }
  open(async () => {
    const game = await post("/api/games", { name: file.name, options: options() });
    return put(`/api/games/${game.id}/file`, file);
  }, file.name, ready);
}

export function openText(text, ready, name = "typed", how = options()) {
  last = () => openText(text, ready, name, options());
  lastText = { name, text };
  open(() => post("/api/games", { name, text, options: how }), name, ready, text.length > SHORT ? {} : { text, name, ...readAs(how) });
}

async function open(begin, name, ready, address = {}) {
  working(`Reading ${name} …`);
  try {
    const game = await begin();
    await follow(game.id, (answer) => ready({ ...answer, address }), game);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    fault(error.message);
  }
}

/** Wait until a game is ready, and say what is being done for it. */
export async function follow(id, ready, known = null) {
  current = id;
  for (let state = known, doing = ""; ; state = null) {
    state = state?.doing ? state : await get(`/api/games/${id}?wait=${encodeURIComponent(doing)}`);
    if (current !== id) return;
    if (state.state === "ready") { idle(); ready(state); return; }
    if (state.state === "failed") { fault(state.error.error); return; }
    doing = state.doing;
    const [phase, cost = ""] = state.phase.split(":"), known = { starting: "Starting", ready: "Reading", reading: "Reading", solving: "Solving", drawing: "Drawing" };
    working(`${known[phase] ?? "At work on"} ${state.title} …${cost && ` This takes${cost}.`}`);
  }
}

/** Say what is being done, unless it is done at once. */
function working(words) {
  $("busy-words").textContent = words;
  waiting ??= setTimeout(() => {
    for (const id of ["gallery", "game", "fault"]) show($(id), false);
    show($("busy"));
  }, 300);
}

function idle() {
  clearTimeout(waiting);
  waiting = null;
  show($("busy"), false);
}

/** Show why something cannot be opened, with its text to mend, and the gallery to try again. */
export function fault(words) {
  current = null;
  idle();
  document.body.classList.remove("first");
  show($("game"), false);
  show($("fault"));
  show($("gallery"));
  show($("fault-again"), last !== null);
  show($("fault-as").parentElement, last !== null);
  $("fault-as").value = $("as-game").value;
  show($("fault-edit"), lastText !== null && !/[\0\ufffd]/.test(lastText.text));
  $("fault-text").value = lastText?.text ?? "";
  $("fault-words").textContent = sentence(words);
  $("fault-words").focus();
  scrollTo(0, 0);
}
