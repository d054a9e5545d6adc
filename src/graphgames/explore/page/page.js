// The page: what the server says goes to the graph or board and to the side; what is done here goes to the server.

import { Refusal, get, post } from "./api.js";
import { Board, drawing } from "./board.js";
import { $, h, say, show, still } from "./dom.js";
import { Graph, load } from "./graph.js";
import { fault, follow, openText, prepare } from "./open.js";
import { dark } from "./regions.js";
import * as side from "./side.js";

let id = null;
let state = null;
let facts = null;
let names = null;
let listed = [];
let asking = 0;
let running = null;
let connecting = false;
let connectFrom = null;
let dropAt = null;

const blind = () => !$("show-values").checked;
const changing = () => $("change").open && state?.game;
const graph = new Graph($("graph"), { choose, enter, ground, edge });
const board = new Board($("board"), { moves: meant });

// Asking

/** Ask the game for something; give null, and say why, if there is no answer. */
async function ask(method, question = {}) {
  const mine = id;
  asking += 1;
  document.body.toggleAttribute("aria-busy", true);
  const slow = setTimeout(() => say("At work …"), 600);
  try {
    const answer = await post(`/api/games/${mine}/${method}`, question);
    return mine === id ? answer : null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.kind === "gone" || error.kind === "stopped") lost(error.message);
    else say(error.message, "bad");
    return null;
  } finally {
    clearTimeout(slow);
    asking -= 1;
    document.body.toggleAttribute("aria-busy", asking > 0);
  }
}

function lost(words) {
  halt();
  leave();
  fault(words);
}

// Showing

function opened(answer) {
  id = answer.id;
  history.replaceState(null, "", `#${id}`);
  names = null;
  facts = null;
  show($("reason"), false);
  graph.forget();
  graph.data = null;
  graph.chosen = null;
  $("change").open = false;
  for (const part of ["fault", "gallery"]) show($(part), false);
  for (const part of ["game", "tools", "open"]) show($(part));
  show($("back"), false);
  source(answer);
  whole(answer.view).then(() => say(`${state.title} is open. ${standing()}`));
  for (const kind of ["svg", "json", "pg"]) $(`export-${kind}`).href = `/api/games/${id}/export/${kind}`;
}

/** Show everything anew. */
async function whole(view, hold = false) {
  const keeps = state?.graph && view.graph && state.title === view.title;
  state = view;
  document.title = `${view.title} – graphgames`;
  $("title").textContent = view.title;
  const counts = view.regions.map(([who, count]) => `${who}: ${count}`).join(", ");
  $("heading").textContent = [view.heading, counts, `solved in ${seconds(view.seconds)}`].filter(Boolean).join(" · ");
  choices();
  controls();
  if (!keeps) forgetVertex();
  await scene(hold);
  refresh();
}

function seconds(time) {
  return time < 0.001 ? "under 1 ms" : time < 1 ? `${Math.round(1000 * time)} ms` : `${time.toFixed(1)} s`;
}

function choices() {
  const who = state.persons.length === 2 ? "both" : String(state.persons[0]);
  const entries = [["both", "both players"], ...state.players.map((name, k) => [String(k), `${name}, against the best moves`])];
  $("persons").replaceChildren(...entries.map(([value, words]) => h("option", { value, selected: value === who }, words)));
  show($("test-label"), state.tests > 1);
  const tests = Array.from({ length: Math.min(state.tests, 1000) }, (_, k) => h("option", { value: k, selected: k === state.test }, String(k + 1)));
  $("test").replaceChildren(...(state.tests > 1 ? tests : []));
}

function controls() {
  const onGraph = Boolean(state.graph);
  for (const part of ["graph", "table", "legend", "find", "zoom-in", "zoom-out", "fit"]) show($(part), onGraph);
  show($("large-tools"), state.large);
  show($("board"), !onGraph);
  show($("picture"), false);
  $("overview").setAttribute("aria-pressed", "false");
  show($("change-graph"), Boolean(state.game));
  show($("change"), Boolean(state.game) || !$("change-text").hidden);
  if (!state.game) return;
  $("objective").replaceChildren(...state.game.objectives.map((name) => h("option", { value: name, selected: name === state.game.objective }, name)));
  $("revert").disabled = state.game.undo === 0;
  const who = state.game.impartial ? ["Add a vertex"] : state.players.map((name) => `Add a vertex of ${name}`);
  $("new-vertex").replaceChildren(...who.map((words, k) => h("button", { type: "button", click: () => change({ what: "add-vertex", owner: k }) }, words)));
}

/** Show the graph or the board. */
async function scene(hold = false) {
  document.body.classList.toggle("blind", blind());
  if (state.board) {
    board.show(state.board, !blind());
    return;
  }
  await graph.start();
  graph.show(state.graph, state.play, blind(), hold);
  $("graph").setAttribute("aria-label", `Graph: ${state.graph.vertices.length} of ${state.graph.n} vertices`);
  side.legend(blind() ? state.graph.keys.filter((entry) => entry.region === 3 && !"αβn".includes(entry.mark || "-")) : state.graph.keys);
}

/** Show the side anew. */
function refresh() {
  side.turn(state);
  listed = side.moves(state, names, blind(), move);
  tabulate();
  side.vertex(state, facts);
  side.changes(state, facts, null, change);
}

/** Fill the table, if somebody looks at it. */
function tabulate() {
  if (state?.graph && $("table").open) side.table(state, graph.chosen, blind(), (v) => { graph.choose(v); });
}

function standing() {
  const { play, players } = state;
  if (play.ending) return side.result(state);
  const verdict = blind() ? "" : `, and ${side.WORDS[play.outcome]}`;
  const where = play.position.includes("\n") ? "" : `; ${play.position}`;
  return `${players[play.mover]} is to move${verdict}${where}.`;
}

/** Take over what a move or a look around has changed. */
async function changed(answer, words = "") {
  if (answer === null) return;
  const before = state.play.count;
  Object.assign(state, answer);
  names = null;
  show($("reason"), false);
  if ($("overview").getAttribute("aria-pressed") === "true") overlook(false);
  await scene();
  if (state.graph && facts && !graph.has(facts.id)) forgetVertex();
  refresh();
  if (words) say(words);
  else {
    const made = state.play.made.slice(before - state.play.count || state.play.made.length);
    say(`${made.map(([player, name]) => `${state.players[player]}: ${name}.`).join(" ")} ${standing()}`, state.play.ending ? (state.play.ending.result === "loss" ? "bad" : "good") : "");
  }
}

// Playing

async function move(name) {
  const inList = document.activeElement?.closest("#moves");
  await changed(await ask("move", { name }));
  if (inList) ($("moves").querySelector("button") ?? $("undo")).focus();
}

/** Several moves may be meant by one place: the list is narrowed to them. */
function meant(wanted) {
  if (wanted.length === 1) { move(wanted[0]); return; }
  names = wanted;
  refresh();
  say(`${wanted.length} moves are meant by this: choose one of them in the list.`);
  $("moves").querySelector("button")?.focus();
}

function enter(v, pointed = false) {
  if (connecting) { connect(v); return; }
  if (changing()) return;
  const { play } = state;
  if (play.ending) return;
  let wanted = play.moves.filter((entry) => entry.to === v);
  if (names && wanted.some((entry) => names.includes(entry.name))) wanted = wanted.filter((entry) => names.includes(entry.name));
  if (!wanted.length) wanted = new Set(play.moves.map((entry) => entry.from)).size > 1 ? play.moves.filter((entry) => entry.from === v) : [];
  if (wanted.length) meant(wanted.map((entry) => entry.name));
  else if (!pointed) why(v);
}

async function step() {
  const answer = await ask("step");
  await changed(answer);
  return answer !== null && !state.play.ending;
}

/** Make best moves one after the other until the end, or until somebody stops that. */
function run() {
  if (running) { halt(); return; }
  $("run").setAttribute("aria-pressed", "true");
  $("run").textContent = "Pause";
  const next = async () => {
    const goes = await step();
    if (running === null) return;
    if (goes) running = setTimeout(next, still() ? 1200 : 700);
    else halt();
  };
  running = setTimeout(next, 0);
}

function halt() {
  clearTimeout(running);
  running = null;
  $("run").setAttribute("aria-pressed", "false");
  $("run").textContent = "Play on";
}

async function restart(question = {}) {
  halt();
  const answer = await ask("restart", question);
  if (answer === null) return;
  names = null;
  show($("reason"), false);
  await whole(answer);
  say(`From the beginning. ${standing()}`);
}

async function why(v = null) {
  const vertex = v ?? (state.graph && graph.chosen !== null && !state.graph.pawns.includes(graph.chosen) ? graph.chosen : null);
  const answer = await ask("why", { vertex });
  if (answer === null) return;
  show($("reason"));
  $("reason").textContent = answer.why;
  say(answer.why);
}

// The chosen vertex, and looking around

async function choose(v) {
  if (v === null) return;
  const answer = await ask("vertex", { vertex: v });
  if (answer === null || graph.chosen !== v) return;
  facts = answer;
  side.vertex(state, facts);
  side.changes(state, facts, null, change);
  for (const row of $("table").querySelectorAll("tr[aria-current]")) row.removeAttribute("aria-current");
  const meaning = blind() || !state.regions.length ? "" : `, ${state.regions[facts.region]?.[0] ?? ""}`;
  const target = !state.play.ending && state.play.moves.some((entry) => entry.to === v) ? "; Enter moves there" : "";
  if (!connecting) say(`Vertex ${facts.label}${meaning}${facts.note && !blind() ? `, ${facts.note}` : ""}${target}.`);
}

function forgetVertex() {
  facts = null;
  graph.chosen = null;
}

async function around(vertex, radius) {
  await changed(await ask("around", { vertex, radius }), "");
  say(`${state.graph.vertices.length} of ${state.graph.n} vertices are shown, ${radius} around ${state.graph.around.length === 1 ? "one" : state.graph.around.length}.`);
}

function wider(by) {
  const radius = Math.min(20, Math.max(0, state.graph.radius + by));
  around(state.graph.away ? state.graph.around[0] : null, radius);
}

async function overlook(on) {
  $("overview").setAttribute("aria-pressed", String(on));
  show($("graph"), !on);
  show($("picture"), on);
  if (!on) return;
  const answer = await ask("overview");
  if (answer) $("picture").replaceChildren(drawing(answer.svg));
}

async function find(name) {
  const answer = await ask("find", { name });
  if (answer === null) return;
  if (!graph.has(answer.vertex)) await changed(await ask("around", { vertex: answer.vertex, radius: state.graph.radius }));
  graph.choose(answer.vertex);
  $("graph").focus();
}

// Changing

async function change(what, chosen = what.vertex ?? what.from ?? null) {
  const before = state.graph?.vertices.length;
  for (const vertex of state.graph.vertices) graph.kept.set(vertex.label, { ...graph.cy.getElementById(`v${vertex.id}`).position() });
  const answer = await ask("edit", { change: what });
  if (answer === null) { refresh(); return; }
  if (what.what === "add-vertex" && dropAt) place(answer);
  dropAt = null;
  const label = facts?.label;
  await whole(answer, true);
  const same = state.graph.vertices.find((vertex) => vertex.label === label && what.what !== "delete-vertex");
  const at = answer.vertex >= 0 && (what.what === "add-vertex" || chosen !== null) ? answer.vertex : same?.id;
  if (at !== undefined && graph.has(at)) await again(at);
  else { forgetVertex(); graph.mark(); refresh(); }
  if (before === 0) graph.fit();
  say(`${answer.said} ${counts()}`); // when the vertex is chosen of which the next change will be
}

function place(answer) {
  const added = answer.graph.vertices.find((vertex) => vertex.id === answer.vertex);
  if (added) graph.kept.set(added.label, dropAt);
}

/** Choose a vertex without a word of it. */
async function again(v) {
  graph.chosen = v;
  graph.mark();
  const answer = await ask("vertex", { vertex: v });
  if (answer) { facts = answer; refresh(); }
}

function counts() {
  return state.regions.map(([who, count]) => `${who}: ${count}`).join(", ") + ".";
}

async function revert() {
  const answer = await ask("revert");
  if (answer === null) return;
  await whole(answer, true);
  forgetVertex();
  refresh();
  say(`${answer.said} ${counts()}`);
}

function ground(position) {
  if (!changing()) return;
  dropAt = { ...position };
  change({ what: "add-vertex", owner: 0 });
}

function edge(from, to) {
  if (changing()) say("Delete takes this edge away.");
}

function connecting_(on) {
  connecting = on;
  $("connect").setAttribute("aria-pressed", String(on));
  if (on) say(`Choose the vertex to which the edge from ${labelOf(connectFrom)} shall lead: click it, or go there and press Enter.`);
}

function connect(w) {
  connecting_(false);
  change({ what: "add-edge", from: connectFrom, to: w });
}

function beginConnecting() {
  if (!changing() || graph.chosen === null) return;
  connectFrom = graph.chosen;
  connecting_(!connecting);
}

const labelOf = (v) => state.graph.vertices.find((vertex) => vertex.id === v)?.label ?? v;

async function addEdge(name) {
  const answer = await ask("find", { name });
  if (answer) change({ what: "add-edge", from: facts.id, to: answer.vertex });
}

function remove() {
  if (!changing()) return;
  if (graph.edge) {
    const [from, to] = graph.edge;
    graph.edge = null;
    change({ what: "delete-edge", from, to });
  } else if (graph.chosen !== null) change({ what: "delete-vertex", vertex: graph.chosen }, null);
}

function source(answer) {
  const given = answer.text && !answer.view.game;
  show($("change-text"), Boolean(given));
  $("source").value = answer.text ?? "";
  $("change-text").onsubmit = (event) => {
    event.preventDefault();
    openText($("source").value, opened, answer.name, answer.options);
  };
}

// Verifying

async function verify() {
  say("Verifying …");
  const answer = await ask("verify");
  if (answer) say(answer.ok ? `Proved: ${answer.said.replace(/^proved: /, "")}, checked in ${seconds(answer.seconds)}.` : answer.said, answer.ok ? "good" : "bad");
}

// Keys

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function along(by) {
  const all = graph.data.vertices.map((vertex) => vertex.id);
  const first = state.play.ending || changing() ? [] : [...new Set(state.play.moves.map((entry) => entry.to))].filter((v) => graph.has(v));
  const order = [...first, ...all.filter((v) => !first.includes(v))];
  const at = first.length && state.graph.pawns.includes(graph.chosen) ? -1 : order.indexOf(graph.chosen);
  graph.choose(order[(at < 0 ? (by > 0 ? 0 : order.length - 1) : at + by + order.length) % order.length]);
}

const KEYS = {
  n: () => along(1), p: () => along(-1), s: step, u: () => undo(), w: () => why(graph.chosen), c: beginConnecting,
  h: () => state.graph.pawns.length && graph.choose(state.graph.pawns[0]),
  "+": () => graph.zoom(1.25), "=": () => graph.zoom(1.25), "-": () => graph.zoom(0.8), 0: () => graph.fit(),
  "?": () => $("keys").showModal(), Delete: remove, Backspace: remove,
  Enter: () => graph.chosen !== null && enter(graph.chosen),
  Escape: () => { connecting_(false); names = null; refresh(); },
};

function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !state?.graph) return;
  const arrow = ARROWS[event.key];
  const number = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
  if (arrow) {
    const next = graph.chosen === null || !graph.has(graph.chosen) ? state.graph.pawns[0] ?? state.graph.vertices[0]?.id : graph.towards(...arrow);
    if (next !== null && next !== undefined) graph.choose(next);
  } else if (number && listed[number - 1]) move(listed[number - 1].name);
  else if (KEYS[event.key]) KEYS[event.key]();
  else return;
  event.preventDefault();
}

async function undo() {
  halt();
  const answer = await ask("undo");
  await changed(answer, answer ? "Taken back." : "");
}

// Coming and going

function leave() {
  id = null;
  history.replaceState(null, "", location.pathname);
  for (const part of ["game", "tools", "open"]) show($(part), false);
  $("title").textContent = "";
  document.title = "graphgames";
}

function openAnother() {
  halt();
  for (const part of ["game", "open", "fault"]) show($(part), false);
  show($("gallery"));
  show($("back"));
  $("gallery").querySelector("[data-example]").focus();
}

function back() {
  for (const part of ["gallery", "back", "fault"]) show($(part), false);
  for (const part of ["game", "open"]) show($(part));
  $("main").focus();
}

function listen() {
  const click = {
    verify, open: openAnother, back, step, run, undo, revert, connect: beginConnecting,
    "to-own": () => { $("own-heading").scrollIntoView(); $("file").focus(); },
    help: () => $("keys").showModal(), why: () => why(), restart: () => restart(),
    "zoom-in": () => graph.zoom(1.25), "zoom-out": () => graph.zoom(0.8), fit: () => graph.fit(),
    nearer: () => wider(-1), farther: () => wider(1), home: () => around(null, 2),
    overview: () => overlook($("overview").getAttribute("aria-pressed") === "false"),
    "begin-here": () => restart({ start: facts.id }), "look-here": () => around(facts.id, state.graph.radius),
    "delete-vertex": () => change({ what: "delete-vertex", vertex: facts.id }, null),
    tidy: () => { graph.forget(); graph.data = null; scene(); },
  };
  for (const [name, act] of Object.entries(click)) $(name).addEventListener("click", act);
  $("table").addEventListener("toggle", tabulate);
  $("skip").addEventListener("click", (event) => { event.preventDefault(); $("main").focus(); });
  $("moves-filter").lastElementChild.addEventListener("click", () => { names = null; refresh(); });
  $("persons").addEventListener("change", (event) => restart({ persons: event.target.value === "both" ? [0, 1] : [Number(event.target.value)] }));
  $("test").addEventListener("change", (event) => restart({ test: Number(event.target.value) }));
  $("objective").addEventListener("change", (event) => change({ what: "set-objective", objective: event.target.value }));
  $("show-values").addEventListener("change", () => { scene().then(refresh); });
  $("find").addEventListener("submit", (event) => { event.preventDefault(); find($("find-name").value.trim()); });
  $("add-edge").addEventListener("submit", (event) => { event.preventDefault(); addEdge($("edge-to").value.trim()); $("edge-to").value = ""; });
  $("graph").addEventListener("keydown", key);
  $("graph").addEventListener("focus", () => { if (state?.graph && graph.chosen === null && state.graph.pawns.length) graph.choose(state.graph.pawns[0]); });
  dark.addEventListener("change", () => { if (state?.graph) scene(); });
  addEventListener("click", (event) => { if (!event.target.closest("#export summary")) $("export").open = false; });
}

function failed(event) {
  show($("busy"), false);
  say(`The page itself has failed: ${event.reason?.message ?? event.message}. Load it again.`, "bad");
}

async function begin() {
  addEventListener("error", failed);
  addEventListener("unhandledrejection", failed);
  listen();
  const about = await get("/api/start");
  prepare(about, opened);
  const wanted = location.hash.slice(1) || about.game;
  if (!wanted) {
    show($("gallery"));
    say("Choose an example, or open a game of your own.");
    load();
    return;
  }
  try {
    await follow(wanted, opened);
  } catch (error) {
    leave();
    show($("gallery"));
    say(location.hash ? "Choose a game." : error.message);
  }
}

begin();
