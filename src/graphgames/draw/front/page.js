// The page: what its source says goes to the graph or board and to the side; what is done here goes to the source, which
// is a server's process (main.js) or what the page itself holds (alone.js).

import { LONGEST, question, written } from "./address.js";
import { Board } from "./board.js";
import { ARROWS } from "./camera.js";
import { $, h, moving, remembered, say, sentence, show } from "./dom.js";
import { Graph, INSPECTED, changing, nameOf } from "./graph.js";
import * as lesson from "./lesson.js";
import * as list from "./list.js";
import * as model from "./model.js";
import * as proof from "./proof.js";
import { Refusal } from "./refusal.js";
import * as side from "./side.js";
import * as steps from "./steps.js";
import * as tree from "./tree.js";

/** @typedef {import("./address.js").Place} Place */
/** @typedef {{ ask(method: string, question: any): Promise<any>, lost?(words: string, kind: string): void, stop?(): Promise<any>, selects?(vertex: number | null): void, game?: Record<string, string> }} Source */

/** @type {Source | null} */
let source = null;
let title = "";
let summary = "";
let state = null;
let facts = null;
let names = null;
let listed = [];
let asking = 0;
let turn = Promise.resolve();
let running = null;
let connecting = false;
let connectFrom = null;
let dropAt = null;
let moved = null; // what a slider asks for
let heading = null;
let noted = null; // what the address says besides the tab
let opened = null; // the vertex at which the conditions are open
let edited = false; // the graph was changed, so that no address leads to it

const WAYS = { "": "nothing", regions: "who wins" };
const TABS = { history: "History", "reason-panel": "Why", vertex: "Vertex", change: "Change", steps: "Steps", save: "Proof" };
const tabOf = (panel) => $(`tab-${panel.split("-")[0]}`);
const DOING = { verify: "Verifying", edit: "Solving", revert: "Solving", redo: "Solving", rows: "Sorting", conditions: "Checking the conditions", argue: "Arguing", ask: "Asking the model", pose: "Solving", steps: "Following the algorithm" };
const blind = () => !$("show-values").checked || lesson.hides();
const on = { choose, enter, ground, edge: () => { if (changing()) say("Delete takes this edge away."); }, link: (from, to) => change({ what: "add-edge", from, to }), named: (vertex) => named(vertex), reason, focused, noted: () => legend() };
const near = new Graph($("graph"), on);
let graph = /** @type {any} */ (near); // or the whole of a large graph
let overview = /** @type {import("./map.js").Whole | null} */ (null);
let placing = null; // what is waited for
const board = new Board($("board"), { moves: meant, begun });

// Asking

/** Ask the game for something; return null, and say why, if there is no answer. One question waits for the one before. */
function ask(method, question = {}) {
  const mine = source;
  const answer = turn.then(() => (mine === source ? answered(mine, method, question) : null));
  turn = answer.catch(() => null);
  return answer;
}

async function answered(mine, method, question) {
  asking += 1;
  document.body.toggleAttribute("aria-busy", true);
  const doing = `${DOING[method] ?? "At work"} …`, before = $("live").textContent;
  const slow = setTimeout(() => waits(doing), 600);
  try {
    const answer = await mine.ask(method, question);
    return mine === source ? answer : null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.kind === "gone" || error.kind === "stopped") {
      halt();
      source.lost?.(error.message, error.kind);
    } else say(sentence(error.message), "bad");
    return null;
  } finally {
    clearTimeout(slow);
    if ($("live").textContent === doing) say(before);
    if (!placing) show($("wait"), false);
    asking -= 1;
    document.body.toggleAttribute("aria-busy", asking > 0);
  }
}

/** Say what is waited for; what the server does can be stopped. */
function waits(what) {
  say(what);
  if (placing || !source.stop) return;
  $("wait-words").textContent = what;
  show($("wait"));
}

// Showing

/** Show a game: where its answers come from, what it is called, and how it stands.
 * @param {Source} from @param {{ title: string, summary?: string, view: any }} answer @param {Place | null} place */
export async function entered(from, answer, place = null) {
  halt();
  source = from;
  turn = Promise.resolve();
  title = answer.title;
  summary = answer.summary ?? "";
  names = null;
  facts = null;
  forgetReason();
  steps.take(null);
  lesson.leave();
  show($("conditions"), false);
  $("find-name").value = "";
  $("board").replaceChildren(); // so that nothing glides from one game into another
  near.forget();
  stale();
  graph = near;
  forgetVertex();
  near.changed.clear();
  [noted, edited, state] = [place || !location.hash ? null : "", false, null];
  choosePanel(TABS[place?.tab] ? place.tab : "history");
  tree.take(answer.view.kept);
  show($("game"));
  if (place && await arrive(place, answer.view)) return;
  await whole(answer.view);
  const words = `${spelled(answer.view.play.made)} ${standing()}`.trim();
  say(words);
  const found = answer.view.large || answer.view.play.ending || blind() ? null : await ask("why");
  if (found && words === $("live").textContent) say(`${words} ${found.why}`);
}

/** Take up the play where an address says; return whether that could be done.
 * @param {Place} place */
export async function arrive(place, view = state) {
  noted = null; // the address says it already
  if (place.objective && view.game && view.game.objective !== place.objective) {
    if (await ask("edit", { change: { what: "set-objective", objective: place.objective } }) === null) return false;
  }
  const answer = await ask("restart", question(place));
  if (answer === null) return false;
  names = null;
  forgetReason();
  await whole(answer, view === state);
  if (TABS[place.tab] && !tabOf(place.tab).hidden) choosePanel(place.tab);
  say(standing());
  return true;
}

/** Write the address of what is shown; a move or another start is a step that Back takes back, a tab is none. */
function note() {
  if (edited || !state || document.body.classList.contains("changing")) return;
  const { made, count, shown } = state.play, side = state.persons.length === 2 ? "both" : String(state.persons[0]);
  if (count !== shown) return; // only the end of a long play is known here
  const tab = Object.keys(TABS).find((panel) => !$(panel).hidden);
  const place = { game: source.game ?? {}, objective: state.game?.undo ? state.game.objective : "", test: state.test, start: state.start, side, moves: made.map(({ name }) => name), ply: count, tab: "" };
  const address = written(place), whole = `#${written({ ...place, tab: tab === "history" ? "" : tab })}`;
  if (whole.length > LONGEST || (address === noted && whole === location.hash)) return;
  const step = noted !== null && address !== noted && !document.body.classList.contains("first");
  noted = address;
  try {
    history[step ? "pushState" : "replaceState"](null, "", whole);
  } catch { /* a page inside another has no address of its own */ }
}

/** Show no game any more. */
export function left() {
  halt();
  source = null;
}

/** Whether a game is shown. */
export const playing = () => source !== null;

/** Show everything anew. */
async function whole(view, hold = false) {
  const keeps = state?.graph && view.graph && hold;
  state = view;
  document.title = `${title} – graphgames`;
  side.about(state, title, summary);
  choices();
  controls();
  if (!keeps) forgetVertex();
  scene(hold);
  refresh();
  note();
}

function choices() {
  const who = state.persons.length === 2 ? "both" : String(state.persons[0]);
  const entries = [...state.players.slice(0, 2).map((name, k) => [String(k), name]), ["both", "both players"]].filter(([, name]) => name !== side.NOBODY); // chance is no player
  $("persons").replaceChildren(...entries.map(([value, words]) => h("option", { value, selected: value === who }, words)));
  show($("opponent-label"), state.persons.length === 1 && entries.length === 3);
  $("opponent").value = String(state.blunder);
  show($("test-label"), state.tests > 1);
  const tests = Array.from({ length: Math.min(state.tests, 1000) }, (_, k) => h("option", { value: k, selected: k === state.test }, String(k + 1)));
  $("test").replaceChildren(...(state.tests > 1 ? tests : []));
}

function controls() {
  const onGraph = Boolean(state.graph);
  for (const part of ["table", "find", "zooms", "tab-vertex"]) show($(part), onGraph);
  show($("overview"), state.mapped);
  show($("board"), !onGraph);
  show($("change-graph"), Boolean(state.game));
  show($("export-pg"), Boolean(state.game));
  show($("tab-change"), Boolean(state.game ?? state.asks) || !$("change-text").hidden);
  model.offer(state.asks);
  show($("threat"), state.threats);
  if (!state.game) return;
  const chosen = state.game.objectives.find((one) => one.name === state.game.objective);
  $("objective").replaceChildren(...state.game.objectives.map((one) => h("option", { value: one.name, selected: one === chosen }, one.title)));
  $("objective-words").textContent = (chosen?.words ?? "").replace(/player ([01])/g, (_, k) => state.players[k]);
  $("revert").disabled = state.game.undo === 0;
  $("redo").disabled = !state.game.redo;
  side.sliders($("settings"), state.game.settings, live);
  const who = state.game.impartial ? ["Add a vertex"] : state.players.map((name) => `Add a vertex of ${name}`);
  $("new-vertex").replaceChildren(...who.map((words, k) => h("button", { type: "button", click: () => change({ what: "add-vertex", owner: k }) }, words)));
}

/** On a phone the board is as high as it needs to be, so that the moves can be seen, too. */
function room(wanted) {
  $("canvas").style.setProperty("--board", `${Math.round(Math.max(150, Math.min(0.42 * innerHeight, wanted)))}px`);
}

/** Show the graph or the board. */
function scene(hold = false) {
  document.body.classList.toggle("blind", blind());
  document.body.classList.toggle("asking", lesson.hides());
  if (!state.mapped) graph = near;
  const whole = graph !== near, way = whole ? overview.data?.way : state.graph?.way;
  show($("graph"), !state.board && !whole);
  show($("map"), whole);
  if (state.board) {
    board.show(state.board, !blind());
    $("board").setAttribute("aria-label", `Board: ${state.play.position}`);
    const { width, height } = $("board").firstElementChild.viewBox.baseVal;
    room(((innerWidth - 20) * height) / width + 8);
    const seen = ["win", "draw", "loss"].filter((result) => !blind() && state.board.targets.some((target) => target.result === result));
    side.legend(blind() ? [] : state.board.keys, [...seen, ...["far", "last"].filter((look) => $("board").querySelector(`.${look}`))]);
    return;
  }
  show($("fold-label"), state.ways.length > 0);
  $("fold-label").firstChild.textContent = whole ? "Groups " : "Collapse ";
  $("fold").replaceChildren(...[...(whole ? [] : [""]), ...state.ways].map((one) => h("option", { value: one, selected: one === way }, WAYS[one] ?? one)));
  show($("large-tools"), state.large && !whole && !state.graph.way);
  show($("outward"), whole && overview.data?.path.length > 0);
  $("overview").setAttribute("aria-pressed", String(whole));
  if (whole && !overview.data) { wholeGraph(); return; }
  if (whole) { overview.show(overview.data, state.play.ending ? [] : shownPlay().moves, blind()); legend(); return; }
  if (!hold) room(graph.height(state.graph, innerWidth - 20, 0.42 * innerHeight));
  if (steps.open() && !blind()) {
    const { shown, changed, only } = steps.upon(state.graph);
    Object.assign(near, { changed, only });
    near.show(shown, null, false, true);
    side.legend(shown.keys, []);
  } else {
    near.only = null;
    near.show(state.graph, shownPlay(), blind(), hold);
    legend();
  }
  $("graph").setAttribute("aria-label", `Graph: ${state.graph.vertices.length} of ${state.graph.n} vertices`);
}

/** Say what the looks mean that are drawn: no notes where vertices have no room for them. */
function legend() {
  if (!state?.graph || steps.open()) return;
  const { keys, vertices, edges } = state.graph, regions = new Map(vertices.map(({ id, region }) => [id, region]));
  const noted = ({ mark }) => vertices.some(({ note }) => (mark === "n" ? note : note.startsWith(`${mark} `)));
  const seen = graph !== near || near.noted ? keys : keys.filter((entry) => entry.shape !== "text" || !noted(entry));
  const forms = graph === near ? near.forms() : [], pawn = near.data.pawns.length && !vertices.some(({ tokens }) => tokens.length) ? ["pawn"] : [];
  const whose = [...new Set(edges.filter(({ chosen }) => chosen).map(({ from }) => regions.get(from)))].sort(), [region, other] = whose;
  side.legend(blind() ? seen.filter((entry) => entry.region === 3 && !"αβn".includes(entry.mark || "-")) : seen.map((entry) => (entry.shape === "edge" && whose.length ? { ...entry, region, other } : entry.shape === "diamond" && forms.length ? { ...entry, forms } : entry)), [...pawn, "last"]);
}

/** The play with the moves that are shown: of whoever is to move, or what the other player would do. */
const shownPlay = () => (state.play.threat ? { ...state.play, moves: state.play.threat, more: 0 } : state.play);

/** Show the side anew. */
function refresh() {
  const { heading, play: { proved } } = state;
  $("heading").textContent = sentence(proved ? `${heading} · ${proved}` : heading);
  if (!proved) $("proof").textContent = ""; // it was of another solution, or more was found since
  side.turn(state, blind());
  show($("learn"), lesson.mistakes(state).length > 0);
  listed = side.moves({ ...state, play: shownPlay() }, names, blind(), move);
  document.body.classList.toggle("threatened", Boolean(state.play.threat));
  $("threat").setAttribute("aria-pressed", String(Boolean(state.play.threat)));
  side.history(state, goto);
  tree.follow(state);
  tabulate();
  showVertex();
  side.changes(state, facts, change, live);
}

function showVertex() {
  side.vertex(state, facts);
  if (facts?.why) $("vertex-why").replaceChildren(...linked(facts.parts ?? [[facts.why, null]], facts.id));
}

/** Fill the table, if somebody looks at it. */
function tabulate() {
  if (state?.graph && $("table").open) list.fill(state, facts?.id ?? null, blind());
}

function standing() {
  const { ending, position } = state.play;
  return ending ? side.result(state) : position.includes("\n") ? "" : `${sentence(position)}.`;
}

/** Moves in words. */
const spelled = (moves) => moves.map(({ player, name }) => `${sentence(state.players[player])}: ${name}.`).join(" ");

/** Take over what a move or a look around has changed, and say it, or the words given: a text, or what makes one then.
 * @param {any} answer @param {string | (() => string)} words */
async function changed(answer, words = "") {
  if (answer === null) return;
  const before = state.play.count;
  Object.assign(state, answer);
  names = null;
  graph.changed.clear();
  forgetReason();
  scene();
  if (state.graph && facts && !graph.has(facts.id)) forgetVertex();
  refresh();
  note();
  if (words) say(typeof words === "function" ? words() : words);
  else {
    const { made, shown, count, ending } = state.play;
    const fresh = made.slice(Math.max(0, shown - Math.max(0, count - before)), shown);
    say(`${spelled(fresh)} ${standing()}`, { win: "good", loss: "bad" }[ending?.result] ?? "");
  }
}

// Panels

function choosePanel(panel) {
  const stepped = steps.open();
  for (const name of Object.keys(TABS)) {
    show($(name), name === panel);
    tabOf(name).setAttribute("aria-selected", String(name === panel));
    tabOf(name).tabIndex = name === panel ? 0 : -1;
  }
  document.body.classList.toggle("changing", panel === "change" && Boolean(state?.game));
  if (panel === "reason-panel" && !$("reason").textContent) why();
  if (panel === "steps") stepping();
  else if (stepped) { near.changed.clear(); scene(true); }
  note();
}

/** Show an algorithm step by step, on a graph without groups. */
async function stepping() {
  steps.take(await ask("steps"));
  if (!steps.open()) return;
  if (state.graph.way) await fold({ way: "" });
  scene(true);
  near.fit(true);
}

function alongTabs(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  const panels = Object.keys(TABS).filter((panel) => !tabOf(panel).hidden), at = panels.findIndex((panel) => tabOf(panel) === event.target);
  const panel = panels[(at + step + panels.length) % panels.length];
  event.preventDefault();
  event.stopPropagation();
  choosePanel(panel);
  tabOf(panel).focus();
}

// Playing

async function move(name, place = "") {
  if (state.play.threat) { say("These would be the moves of the other player. Press Threat again to make yours."); return; }
  if (lesson.hides()) { await lesson.tried(name, place); return; }
  const inList = document.activeElement?.closest("#moves");
  await changed(await ask("move", { name, place }));
  if (inList) ($("moves").querySelector("button") ?? $("undo")).focus();
}

/** Show on the board or in the graph the move of the list that is pointed at. */
function point(event) {
  const name = /(over|in)$/.test(event.type) ? event.target.closest("[data-move]")?.dataset.move : null;
  if (state?.board) board.pointAt(name);
  else if (state?.graph) graph.pointAt(name && listed.find((entry) => entry.name === name));
}

/** Several moves may be meant by one place: the list is narrowed to them. */
function meant(wanted, place = "") {
  if (wanted.length === 1) { move(wanted[0], place); return; }
  names = wanted;
  refresh();
  say(`${wanted.length} moves fit this click: choose one in the list.`);
  $("moves").querySelector("button")?.focus();
}

/** The list is narrowed to the moves that begin with what was touched; to none of them after all with null. */
function begun(wanted) {
  names = wanted;
  refresh();
  say(wanted ? `${wanted.length} move${wanted.length === 1 ? "" : "s"} from here: choose where to.` : standing());
}

/** Touch nothing any more. */
function release() {
  board.begin();
  names = null;
  refresh();
}

function enter(v, pointed = false) {
  if (connecting) { connecting_(false); on.link(connectFrom, v); return; }
  const group = graph.group(v);
  if (group) {
    if (graph === near) fold({ group: v });
    else wholeGraph([...overview.data.path, group.id]);
    return;
  }
  if (changing() || steps.open()) return;
  const { play } = state;
  if (play.ending) return;
  let wanted = play.moves.filter((entry) => entry.to === v);
  if (names && wanted.some((entry) => names.includes(entry.name))) wanted = wanted.filter((entry) => names.includes(entry.name));
  if (!wanted.length) wanted = new Set(play.moves.map((entry) => entry.from)).size > 1 ? play.moves.filter((entry) => entry.from === v) : [];
  if (wanted.length) meant(wanted.map((entry) => entry.name));
  else if (!pointed) why(v);
}

async function step() {
  if (state.play.ending) return false;
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
    if (goes) running = setTimeout(next, moving() ? 700 : 1000);
    else halt();
  };
  running = setTimeout(next, 0);
}

export function halt() {
  clearTimeout(running);
  running = null;
  $("run").setAttribute("aria-pressed", "false");
  $("run").textContent = "Play out";
}

/** Show another position, such as that of a lesson, and say something.
 * @param {any} view @param {string | (() => string)} words */
async function taught(view, words) {
  names = null;
  await whole({ ...state, ...view }, true);
  forgetReason();
  say(typeof words === "function" ? words() : words || standing());
}

function learn() {
  const { made, count } = state.play;
  lesson.begin(lesson.mistakes(state), { moves: made.map(({ name }) => name), ply: count });
}

/** Begin a play as a question says, and say how it stands, with words before; return whether it could be begun. */
async function restart(question = {}, words = "From the beginning. ") {
  halt();
  const answer = await ask("restart", question);
  if (answer === null) return false;
  await taught(answer, words && (() => words + standing()));
  return true;
}

/** Come back to the position after so many moves; the moves after it stay in the history. */
async function goto(ply) {
  halt();
  const inStrip = document.activeElement?.closest("#strip") ? "strip" : document.activeElement?.closest("#made") ? "made" : null;
  await changed(await ask("goto", { ply }), `After ${ply} move${ply === 1 ? "" : "s"}.`);
  if (inStrip) $(inStrip).querySelector("[aria-current]")?.focus();
}

async function threat() {
  if (!state.threats) return;
  await changed(await ask("threat", { on: !state.play.threat }), () => (state.play.threat ? side.threatened(state.play, state.players) : standing()));
}

async function undo() {
  halt();
  await changed(await ask("undo"), () => `Taken back. ${standing()}`);
}

function forgetReason() {
  $("reason").textContent = "";
  show($("argument"), false);
  show($("whole"));
  if (!$("reason-panel").hidden) why();
}

async function why(v = null) {
  const vertex = v ?? (state.graph && !$("vertex").hidden && graph.chosen !== null && !state.graph.pawns.includes(graph.chosen) ? graph.chosen : null);
  const answer = await ask("why", { vertex });
  if (answer === null) return;
  $("reason").replaceChildren(...linked(answer.parts, vertex ?? state.graph?.pawns[0]));
  show($("whole"), vertex === null);
  show($("challenge"), vertex === null && !state.play.ending);
  if (document.body.classList.contains("first")) { say(answer.why); return; }
  if ($("reason-panel").hidden) choosePanel("reason-panel");
}

async function whole_argument() {
  const answer = await ask("argue");
  if (answer === null) return;
  $("argument").replaceChildren(...answer.argument.map(stepOf));
  show($("argument"));
  show($("whole"), false);
}

/** Play for the player who loses by what is claimed, against the strategy; at a draw, for whoever is to move. */
async function challenge() {
  const { mover, outcome, made, shown, moves } = state.play, { test } = state;
  const loser = outcome === "win" ? 1 - (mover % 2) : mover % 2; // chance, 2, stands with player 0
  const line = made.slice(0, shown).map(({ name }) => name);
  if (!await restart({ test, persons: [loser], ...(state.startable ? { start: moves[0].from } : { moves: line, ply: line.length }) })) return;
  if (!state.startable && mover !== loser) await step();
  say(`You are ${state.players[loser]}. Try to do better than is claimed: each move is answered as the proof says. ${standing()}`);
}

/** What lights an edge while it is pointed at or has the focus. */
function lighting(edge) {
  const light = ({ type }) => graph.pointAt(/(over|in)$/.test(type) ? edge : null);
  return { pointerover: light, pointerout: light, focusin: light, focusout: light };
}

/** Sentences in which names light the vertices that they name, and the edges to them from the one that is spoken of.
 * @param {[string, number | null][]} parts @param {number} [of] @returns {(string | Element)[]} */
function linked(parts, of) {
  const link = (k) => state.graph && (parts[k]?.[1] ?? null) !== null, [open, close] = [/["(]*$/, /^[")\].,:;]*/];
  return parts.map(([words, v], k) => {
    if (!link(k)) return words.slice(link(k - 1) ? words.match(close)[0].length : 0, link(k + 1) ? words.search(open) : undefined);
    const button = h("button", { type: "button", class: "link", ...lighting({ from: of ?? v, to: v }), click: () => graph.has(v) && graph.choose(v) }, words);
    return h("span", { class: "whole" }, parts[k - 1]?.[0].match(open)[0], button, parts[k + 1]?.[0].match(close)[0]); // signs stay beside the name
  });
}

/** A step of the argument, which lights the vertex that it speaks of, and the edge that leads there. */
function stepOf(step) {
  const entry = h("li", state.graph && step.to >= 0 ? { tabindex: 0, ...lighting(step) } : {}, ...(step.parts ? linked(step.parts, step.to) : [step.words]));
  entry.style.setProperty("--depth", Math.min(step.depth, 8));
  return entry;
}

// The chosen vertex, and looking around

async function choose(v) {
  if (v === null) return;
  const group = graph.group(v);
  if (group) {
    facts = null;
    say(`${group.label === group.note || !group.note ? "" : `${group.label}: `}${group.group} vertices${blind() ? "" : `, ${state.regions[group.region]?.[0] ?? ""}`}; Enter opens them.`);
    return;
  }
  const lit = graph.focus, answer = await ask("vertex", { vertex: v });
  if (answer === null || graph.chosen !== v) return;
  facts = answer;
  source.selects?.(v);
  showVertex();
  side.changes(state, facts, change, live);
  if ($("table").open && !list.mark(v)) tabulate();
  const meaning = blind() || !state.regions.length ? "" : `, ${state.regions[facts.region]?.[0] ?? ""}`;
  const target = !state.play.ending && state.play.moves.some((entry) => entry.to === v) ? "; Enter moves there" : "";
  if (!connecting && (!target || state.graph.n >= INSPECTED) && !changing() && !steps.open()) choosePanel("vertex");
  if (!connecting && graph.focus === lit) say(`Vertex ${facts.label}${meaning}${facts.note && !blind() ? `, ${facts.note}` : ""}${target}.`);
}

/** The name of a vertex and how it stands, as the tip beside it says them. */
const named = ({ label, region, note }) => [label, ...(blind() ? [] : [[state.regions[region]?.[0], note].filter(Boolean).join(", ")].filter(Boolean))];

/** The same with the reason, which the pointer waits for. */
async function reason(v) {
  if (asking) return [];
  const found = await ask("vertex", { vertex: v });
  return found && !blind() ? [...named(found), found.why].filter(Boolean) : [];
}

/** So many edges around the chosen vertex are lit, or one focuses on none. */
function focused(radius) {
  $("focus").setAttribute("aria-pressed", String(radius !== null));
  say(radius === null ? standing() : `What is within ${radius} edge${radius === 1 ? "" : "s"} of ${labelOf(graph.chosen)} is lit${graph.partly ? `, of it the nearest ${graph.partly} vertices` : ""}; the wheel, or the keys [ and ], change that.`);
}

function focus() {
  if (graph.focus === null && graph.chosen === null) say("Choose a vertex first: click one, or find it.");
  else graph.refocus(graph.focus === null ? 2 : null);
}

function forgetVertex() {
  if (facts) source.selects?.(null);
  facts = null;
  for (const one of [near, overview]) if (one) [one.chosen, one.focus, one.over] = [null, null, null];
}

// The whole of a large graph

/** What was placed is so no more. */
function stale() {
  placing = null;
  show($("wait"), false);
  if (overview) overview.data = null;
}

/** Show the whole graph in groups, or what is within a group of a group; or near again what is near the pawn.
 * @param {number[]} [path] */
async function wholeGraph(path = [], way = overview?.data?.way ?? (state.ways.includes("regions") ? "regions" : state.ways[0])) {
  const answer = await placed({ way, path });
  if (!answer) { if (graph !== near && !overview.data) nearAgain(); return; }
  try {
    const { Whole } = await import("./map.js");
    overview ??= new Whole($("map"), on);
  } catch (error) { say(`The whole graph cannot be shown: ${error.message}.`, "bad"); return; }
  show($("map"));
  overview.chosen = facts?.id ?? null;
  graph = overview;
  overview.data = answer;
  overview.taken = false;
  scene();
  const groups = `${answer.groups.reduce((sum, { count }) => sum + count, 0)} vertices in ${answer.groups.length} group${answer.groups.length === 1 ? "" : "s"}`;
  $("map").setAttribute("aria-label", `${path.length ? "A group of the" : "The whole"} graph: ${groups}`);
  say(`${groups}${answer.vertices === null ? "; click one, or come to it and press Enter, to go into it." : ". The pointer names a vertex and lights its neighbours."}`);
}

/** Ask until all is placed, and say meanwhile what is waited for. */
async function placed(question) {
  const mine = placing = {};
  for (;;) {
    const answer = await ask("map", question);
    if (mine !== placing) return null;
    show($("wait"), Boolean(answer?.doing));
    if (!answer?.doing) return answer;
    $("wait-words").textContent = `${answer.doing} …`;
    await new Promise((done) => setTimeout(done, 60));
  }
}

async function stopPlacing() {
  placing = null;
  show($("wait"), false);
  await ask("map", { stop: true });
  say("Stopped; the graph near the pawn is shown.");
}

function nearAgain() {
  placing = null;
  const v = graph.chosen;
  graph = near;
  if (state.large && v !== null && facts?.id === v && !near.has(v)) around(v, state.graph.radius);
  else scene();
}

async function around(vertex, radius) {
  graph = near;
  await changed(await ask("around", { vertex, radius }), "…");
  say(`${state.graph.vertices.length} of ${state.graph.n} vertices are shown, those within ${radius} moves of ${state.graph.around.length === 1 ? "one vertex" : `${state.graph.around.length} vertices`}.`);
}

function wider(by) {
  const radius = Math.min(20, Math.max(0, state.graph.radius + by));
  around(state.graph.away && state.graph.around ? state.graph.around[0] : null, radius);
}

/** Show vertices that have something in common as one, or open such a group. */
async function fold(question) {
  const answer = await ask("fold", question);
  if (answer === null) { $("fold").value = state.graph.way; return; }
  forgetVertex();
  graph.data = null;
  await changed(answer, "…");
  const groups = state.graph.vertices.filter((vertex) => vertex.group).length;
  say(groups ? `${groups} group${groups === 1 ? "" : "s"} of ${state.graph.n} vertices. Click one, or come to it and press Enter, to open it.` : "Nothing is collapsed.");
}

async function find(name) {
  const answer = await ask("find", { name });
  if (answer === null) return;
  await pick(answer.vertex);
  graph.box.focus();
}

/** Choose a vertex and go there, none with null.
 * @param {number | null} v */
export async function pick(v) {
  if (!state.graph || v === graph.chosen) return;
  if (v === null) { forgetVertex(); graph.mark(); refresh(); return; }
  if (!graph.has(v)) graph = near;
  if (!graph.has(v) && state.mapped && !state.large) await wholeGraph(); // a page that does not draw every vertex near by
  else if (!graph.has(v)) await changed(await ask("around", { vertex: v, radius: state.graph.radius }), "…");
  graph.choose(v);
  graph.flyTo(v);
}

/** Take over the moves of a play that was gone on with elsewhere.
 * @param {string[]} moves */
export async function follow(moves) {
  await turn;
  const { made, shown, count } = state.play;
  if (count === moves.length && (!count || made[shown - 1].name === moves[count - 1])) return;
  const answer = await ask("view");
  if (answer !== null) await whole(answer, true);
}

// Changing

async function change(what, chosen = what.vertex ?? what.from ?? null) {
  const before = state.graph?.vertices.length;
  for (const vertex of state.graph.vertices) if (near.at.has(vertex.id)) near.kept.set(nameOf(vertex), { ...near.at.get(vertex.id) });
  const answer = await ask("edit", { change: what, again: what.again ?? false, roughly: what.roughly ?? false });
  if (answer === null) {
    if (what.what === "add-edge" && graph === near) { near.edge = [what.from, what.to]; near.mark(); } // perhaps it is there
    refresh();
    return;
  }
  edited ||= what.what !== "set-objective";
  const added = dropAt && answer.graph.vertices.find((vertex) => vertex.id === answer.vertex);
  if (what.what === "add-vertex" && added) near.kept.set(added.label, dropAt);
  dropAt = null;
  if (what.what === "delete-vertex") facts = null;
  await renewed(answer, answer.vertex >= 0 && (what.what === "add-vertex" || chosen !== null) ? answer.vertex : null);
  if (before === 0) graph.fit();
  say(answer.sentence); // when the vertex is chosen of which the next change will be
}

/** Show a changed game, with a ring around what has changed sides; a vertex stays chosen, that one or the same as before. */
async function renewed(answer, chosen = null) {
  const label = facts?.label;
  show($("conditions"), false);
  const sides = answer.changed?.vertices ?? [];
  const labels = new Map(answer.graph.vertices.map((vertex) => [vertex.id, vertex.label]));
  stale();
  steps.take(null);
  near.changed = new Set(sides.map((v) => labels.get(v)));
  await whole(answer, true);
  if (!$("steps").hidden) await stepping();
  const at = chosen ?? state.graph.vertices.find((vertex) => vertex.label === label)?.id;
  if (at === undefined || !graph.has(at)) forgetVertex();
  else {
    graph.chosen = at; // without a word of it
    facts = (await ask("vertex", { vertex: at })) ?? facts;
  }
  graph.mark();
  refresh();
}

/** Change the game while a slider is moved: the last of what it asks for meanwhile. */
async function live(what) {
  const waits = moved !== null;
  moved = what;
  while (!waits && moved) {
    const now = moved;
    await change(now, facts?.id ?? null);
    if (moved === now) moved = null;
  }
}

async function revert(way = "revert") {
  const answer = await ask(way);
  if (answer === null) return;
  await renewed(answer);
  say(answer.sentence);
}

/** Show the game that a property asks about; an address leads to it where that says what the model is. */
function posed(view, { asked, constants }) {
  if (source.game?.text || source.game?.file) source.game = { ...source.game, "as-property": asked, "as-constants": constants };
  else edited = true;
  graph.forget();
  whole(view);
  say(standing());
}

function ground(position) {
  if (!changing() || graph !== near) return;
  dropAt = { ...position };
  change({ what: "add-vertex", owner: 0 });
}

function connecting_(on) {
  connecting = on;
  $("connect").setAttribute("aria-pressed", String(on));
  if (on) say(`Choose the vertex to which the edge from ${labelOf(connectFrom)} is to lead: click it, or go there and press Enter.`);
}

function beginConnecting() {
  if (!changing() || graph.chosen === null) return;
  connectFrom = graph.chosen;
  connecting_(!connecting);
}

const labelOf = (v) => graph.labelOf(v) ?? v;

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

// Proving

async function verify() {
  $("proof").textContent = "Verifying …";
  const answer = await ask("verify");
  if (!answer) return;
  state.play.proved = answer.proved;
  refresh();
  $("proof").textContent = answer.sentence;
  say(answer.sentence, answer.ok ? "good" : "bad");
}

/** Open the conditions at the chosen vertex or where the play stands; on a board at the place of a number. */
async function openConditions(broken = null) {
  if (!broken) opened = state.graph ? graph.chosen ?? state.play.moves[0]?.from ?? state.graph.pawns[0] ?? null : null;
  const place = Math.max(0, Number($("place").value) - 1);
  const answer = await ask("conditions", { vertex: opened, place, ...(broken && { change: broken.change }) });
  if (answer === null) return;
  const at = proof.conditions(answer, place + 1, broken?.changed ?? "", linked);
  if ($("save").hidden) choosePanel("save");
  $(broken ? "conditions-verdict" : "conditions-heading").scrollIntoView({ block: "nearest" });
  if (state.graph && at !== null) graph.pointAt({ from: at, to: at });
  say($("conditions-verdict").textContent, $("conditions-verdict").className);
}

// Keys

function along(by) {
  const all = graph.all();
  const first = state.play.ending || changing() ? [] : [...new Set(state.play.moves.map((entry) => entry.to))].filter((v) => graph.has(v));
  const { pawns } = state.graph;
  const order = [...first, ...all.filter((v) => !first.includes(v) && !(first.length && pawns.includes(v)))];
  const at = order.indexOf(graph.chosen); // from the pawn, which is not among them, to the first move
  graph.choose(order[(at < 0 ? (by > 0 ? 0 : order.length - 1) : at + by + order.length) % order.length]);
}

/** Go back or forth; pressed quickly, each time counts, and what has been passed by is not asked for. */
async function through(by) {
  const ply = (heading ?? state.play.count) + by;
  if (ply < 0 || ply > state.play.count + state.play.made.length - state.play.shown) return;
  const waiting = heading !== null;
  heading = ply;
  if (waiting) return;
  for (let last = null; last !== heading;) await goto(last = heading);
  heading = null;
}

const EVERYWHERE = {
  s: [step, "best move"], u: [() => undo(), "undo"],
  ArrowLeft: [() => through(-1), "back through the play (in a graph: choose a vertex)"], ArrowRight: [() => through(1), "forth through the play"],
  w: [() => why(), "why?"], x: [threat, "threat: what the other player would do if it were their turn"],
  f: [() => state.graph && graph.fit(true), "fit: show all that is drawn"],
  g: [() => state.mapped && $("overview").click(), "the whole of a large graph, or what is near the pawn"],
  "?": [() => $("keys").showModal(), "this list"], Escape: [() => { connecting_(false); release(); }, "touch and connect nothing any more"],
};
const IN_GRAPH = {
  n: [() => along(1), "the next vertex; along the moves while there are any"], p: [() => along(-1), "the vertex before"],
  Enter: [() => graph.chosen !== null && enter(graph.chosen), "move to the chosen vertex; go into a group"], w: [() => why(graph.chosen), "why, of the chosen vertex"],
  h: [() => graph.has(state.graph.pawns[0]) && graph.choose(state.graph.pawns[0]), "choose where the pawn stands"],
  o: [focus, "focus on the chosen vertex: the wheel says how many edges around it are lit"],
  "[": [() => graph.focus && graph.refocus(graph.focus - 1), "focus on less"], "]": [() => graph.focus !== null && graph.refocus(graph.focus + 1), "focus on more"],
  "+": [() => graph.zoom(1.25), "zoom in"], "=": [() => graph.zoom(1.25), ""], "-": [() => graph.zoom(0.8), "zoom out"], 0: [() => graph.fit(true), "show all"],
  c: [beginConnecting, "in the tab Change: draw an edge to the vertex that is chosen next with Enter"], Delete: [remove, "in the tab Change: delete what is chosen"],
  Backspace: [() => ($("outward").hidden ? remove() : $("outward").click()), "out of a group of the whole graph"],
};

function key(event) {
  const typing = event.target.matches?.("input, textarea, select") || $("keys").open;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && (!typing || event.target.type === "range") && state?.game && !$("game").hidden) {
    event.preventDefault();
    const button = $(event.shiftKey ? "redo" : "revert");
    if (button.disabled) say(`There is no change to ${event.shiftKey ? "make again" : "take back"}.`);
    else button.click();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || typing || $("game").hidden || !state) return;
  const inGraph = state.graph && event.target === graph.box;
  const arrow = inGraph && ARROWS[event.key];
  const number = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
  if (arrow) {
    const next = graph.chosen === null || !graph.has(graph.chosen) ? state.graph.pawns.find((v) => graph.has(v)) ?? graph.all()[0] : graph.towards(...arrow);
    if (next !== null && next !== undefined) graph.choose(next);
  } else if (number && listed[number - 1]) move(listed[number - 1].name);
  else if (inGraph && IN_GRAPH[event.key]) IN_GRAPH[event.key][0]();
  else if (EVERYWHERE[event.key] && !lesson.hides()) EVERYWHERE[event.key][0]();
  else return;
  event.preventDefault();
}

// Listening

export function listen() {
  addEventListener("error", failed);
  addEventListener("unhandledrejection", failed);
  const click = {
    verify, step, run, undo, threat, revert: () => revert(), redo: () => revert("redo"), learn, connect: beginConnecting, whole: whole_argument, challenge, "open-conditions": () => openConditions(), "vertex-conditions": () => openConditions(), unbroken: () => openConditions(),
    focus, help: () => $("keys").showModal(), why: () => why(), restart: () => restart(),
    "zoom-in": () => graph.zoom(1.25), "zoom-out": () => graph.zoom(0.8), fit: () => graph.fit(true),
    nearer: () => wider(-1), farther: () => wider(1), home: () => around(null, 2),
    "begin-here": () => restart({ start: facts.id }), "look-here": () => around(facts.id, state.graph.radius),
    "delete-vertex": () => change({ what: "delete-vertex", vertex: facts.id }, null),
    tidy: () => { near.forget(); scene(); },
    overview: () => (graph === near ? wholeGraph() : nearAgain()), outward: () => wholeGraph(overview.data.path.slice(0, -1)), "wait-stop": () => (placing ? stopPlacing() : source.stop()),
  };
  for (const [name, act] of Object.entries(click)) $(name).addEventListener("click", act);
  $("tabs").append(...Object.entries(TABS).map(([panel, words]) => h("button", { id: `tab-${panel.split("-")[0]}`, type: "button", role: "tab", "aria-controls": panel, click: () => choosePanel(panel) }, words)));
  model.listen(ask, posed);
  steps.listen(() => scene(true));
  tree.listen({ keep: (lines) => ask("keep", { lines }), go: (moves) => restart({ moves, ply: moves.length }, "") });
  lesson.listen({ ask, shows: taught });
  $("tabs").addEventListener("keydown", alongTabs);
  $("table").addEventListener("toggle", tabulate);
  list.listen({ ask: (question) => ask("rows", question), again: tabulate, choose: pick, point: (v) => graph.pointAt(v === null ? null : { from: v, to: v }) });
  $("skip").addEventListener("click", (event) => { event.preventDefault(); $("main").focus(); });
  $("moves-filter").lastElementChild.addEventListener("click", release);
  $("persons").addEventListener("change", (event) => restart({ persons: event.target.value === "both" ? [0, 1] : [Number(event.target.value)] }));
  $("opponent").addEventListener("change", (event) => restart({ blunder: Number(event.target.value) }));
  $("test").addEventListener("change", (event) => restart({ test: Number(event.target.value) }));
  $("fold").addEventListener("change", (event) => (graph === near ? fold({ way: event.target.value }) : wholeGraph([], event.target.value)));
  $("objective").addEventListener("change", (event) => change({ what: "set-objective", objective: event.target.value }));
  $("show-values").addEventListener("change", () => { scene(true); refresh(); });
  $("animate").checked = remembered("animate") !== "no";
  $("animate").addEventListener("change", (event) => remembered("animate", event.target.checked ? "yes" : "no"));
  $("break").addEventListener("submit", (event) => { event.preventDefault(); const asked = proof.change(); if (asked) openConditions(asked); });
  $("break-entry").addEventListener("change", proof.offer);
  $("place").addEventListener("change", () => openConditions());
  $("find").addEventListener("submit", (event) => { event.preventDefault(); find($("find-name").value.trim()); });
  $("add-edge").addEventListener("submit", (event) => { event.preventDefault(); addEdge($("edge-to").value.trim()); $("edge-to").value = ""; });
  $("rules").addEventListener("click", () => { $("rules").setAttribute("aria-expanded", String($("about").classList.toggle("open"))); });
  addEventListener("keydown", key);
  for (const [list, keys] of Object.entries({ "keys-everywhere": EVERYWHERE, "keys-graph": IN_GRAPH })) {
    $(list).append(...Object.entries(keys).flatMap(([name, [, words]]) => (words ? [h("dt", {}, { ArrowLeft: "←", ArrowRight: "→" }[name] ?? name), h("dd", {}, words)] : [])));
  }
  for (const kind of ["pointerover", "pointerout", "focusin", "focusout"]) $("moves").addEventListener(kind, point);
  $("moves").addEventListener("keydown", side.alongMoves);
  for (const box of [$("graph"), $("map")]) box.addEventListener("focus", () => { if (state?.graph && box.matches(":focus-visible") && graph.chosen === null && graph.has(state.graph.pawns[0])) graph.choose(state.graph.pawns[0]); });
}

function failed(event) {
  show($("busy"), false);
  say(`The page has failed: ${event.reason?.message ?? event.message}. Load it again.`, "bad");
}

/** Look at the game again, which was hidden. */
export function seen() {
  if (graph.data) graph.look();
}
