// The side of the page: whose turn it is, the moves, the chosen vertex, and what can be changed about the game.

import { $, h, show } from "./dom.js";
import { sample } from "./graph.js";

export const WORDS = { win: "wins", draw: "draws", loss: "loses" };
const BY_NUMBER = 9;

export function turn(state) {
  const { play, players } = state;
  const name = players[play.mover];
  const over = play.ending !== null;
  $("turn-heading").replaceChildren(
    over ? "The play is over" : `${name} to move `,
    ...(over ? [] : [h("span", { class: `chip ${play.outcome}` }, WORDS[play.outcome])]),
  );
  $("position").textContent = play.position;
  $("position").className = play.position.includes("\n") ? "strip" : "line";
  $("rule").textContent = `${state.rule} ${aims(state)} ${state.loops}`;
  ending(state);
  for (const id of ["step", "run"]) $(id).disabled = over;
  $("undo").disabled = play.count === 0;
  const made = play.made.map(([player, move]) => `${players[player]}: ${move}`).join(" · ");
  $("made").textContent = play.count ? `${play.count} move${play.count === 1 ? "" : "s"} made: ${play.count > play.made.length ? "… " : ""}${made}` : "";
}

export function result({ play, players }) {
  const end = play.ending;
  const you = { win: "You win. ", loss: "You lose. " }[end.result] ?? "";
  return end.winner === null ? `A draw: ${end.reason}.` : `${you}${players[end.winner]} wins: ${end.reason}.`;
}

function aims({ players, aims: [first, second] }) {
  return first === second ? `Both players want ${first}.` : `${players[0]} wants ${first}; ${players[1]} wants ${second}.`;
}

function ending(state) {
  const end = state.play.ending;
  show($("ending"), end !== null);
  if (end === null) return;
  const faults = end.mistakes.map((fault) => h("li", {}, `Move ${fault.number}: ${state.players[fault.player]}, ${fault.words}.`));
  const review = faults.length ? h("ul", {}, ...faults) : h("p", { class: "faint" }, state.play.count ? "No move gave anything away." : "There is no move.");
  $("ending").className = end.result ?? "";
  $("ending").replaceChildren(h("strong", {}, result(state)), review);
}

/** List the moves, best first, or by name where who wins is not to be seen. */
export function moves(state, names, blind, on) {
  const { play } = state;
  let listed = names ? play.moves.filter((move) => names.includes(move.name)) : play.moves;
  if (blind) listed = [...listed].sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
  show($("moves-filter"), names !== null);
  if (names) $("moves-filter").firstElementChild.textContent = `${listed.length} moves are meant by this.`;
  $("moves").replaceChildren(...listed.map((move, k) => entry(move, k, blind, on)));
  const none = play.ending ? "The play is over." : play.moves.length ? "" : "There is no move.";
  $("moves-more").textContent = play.more ? `… and ${play.more} more; in the graph or on the board they can be chosen, too.` : none;
  return listed;
}

function entry(move, k, blind, on) {
  return h("li", {}, h(
    "button",
    { type: "button", "data-move": move.name, click: () => on(move.name) },
    k < BY_NUMBER ? h("kbd", { "aria-hidden": "true" }, String(k + 1)) : h("kbd", { "aria-hidden": "true" }),
    h("span", {}, move.name),
    blind ? null : h("span", { class: `chip ${move.result}` }, move.words),
  ));
}

export function legend(keys) {
  const entries = keys.map((key) => h("li", {}, sample(key) ?? h("b", {}, key.mark), h("span", {}, key.meaning)));
  $("legend").replaceChildren(...entries);
}

/** The graph as a table: every vertex that is shown, what is known of it, and its moves. */
export function table(state, chosen, blind, on) {
  const { graph, players } = state;
  const names = new Map(graph.vertices.map((vertex) => [vertex.id, vertex.label]));
  const to = new Map(graph.vertices.map((vertex) => [vertex.id, []]));
  for (const edge of graph.edges) to.get(edge.from).push(edge.chosen && !blind ? `${names.get(edge.to)} (strategy)` : names.get(edge.to));
  const owned = graph.owned;
  const head = ["Vertex", ...(owned ? ["Owner"] : []), ...(blind ? [] : ["Who wins"]), "What it says", "Moves to"];
  const marked = graph.keys.find((entry) => entry.mark === "double")?.meaning ?? "marked";
  const regions = state.regions.map(([meaning]) => meaning);
  const rows = graph.vertices.map((vertex) => h(
    "tr",
    { "aria-current": vertex.id === chosen ? "true" : null },
    h("th", { scope: "row" }, h("button", { type: "button", click: () => on(vertex.id) }, vertex.label)),
    owned ? h("td", {}, players[vertex.square ? 1 : 0]) : null,
    blind ? null : h("td", {}, regions[vertex.region] ?? ["first", "second", "draw", "–"][vertex.region]),
    h("td", {}, [vertex.note, vertex.marked ? marked : "", graph.pawns.includes(vertex.id) ? "pawn" : "", ...vertex.tokens.map((token) => token[1])].filter(Boolean).join(", ")),
    h("td", {}, to.get(vertex.id).join(", ") + (vertex.hidden ? ` and ${vertex.hidden} not shown` : "")),
  ));
  $("table").querySelector("thead").replaceChildren(h("tr", {}, ...head.map((word) => h("th", { scope: "col" }, word))));
  $("table").querySelector("tbody").replaceChildren(...rows);
}

/** What is known of the chosen vertex. */
export function vertex(state, facts) {
  show($("vertex"), facts !== null);
  if (facts === null) return;
  const owner = facts.owner === null ? "" : `${state.players[facts.owner]} moves from here; `;
  $("vertex-heading").textContent = `Vertex ${facts.label}`;
  $("vertex-facts").textContent = `${owner}${facts.moves} move${facts.moves === 1 ? "" : "s"}${facts.marked ? `; ${state.game?.mark || "marked"}` : ""}${facts.priority === undefined ? "" : `; priority ${facts.priority}`}.`;
  $("vertex-why").textContent = facts.why;
  show($("vertex-why"), Boolean(facts.why));
  show($("look-here"), state.large);
  show($("begin-here"), state.startable);
}

/** What can be changed about the chosen vertex. */
export function changes(state, facts, edge, on) {
  const open = facts !== null && state.game !== null;
  show($("vertex-change"), open);
  if (!open) return;
  $("vertex-change-heading").textContent = `Vertex ${facts.label}`;
  $("vertex-marks").replaceChildren(...marks(state, facts, on));
  const entries = facts.to.map(([w, label]) => h("li", {}, h(
    "button", { type: "button", "aria-label": `Delete the edge to ${label}`, click: () => on({ what: "delete-edge", from: facts.id, to: w }) }, `→ ${label} ✕`,
  )));
  $("edges").replaceChildren(...entries);
}

function marks(state, facts, on) {
  const parts = [];
  if (facts.owner !== null) {
    const choice = h("select", { change: (event) => on({ what: "set-owner", vertex: facts.id, owner: Number(event.target.value) }) },
      ...state.players.map((name, k) => h("option", { value: k, selected: k === facts.owner }, name)));
    parts.push(h("label", {}, "Owner ", choice));
  }
  if (facts.priority !== undefined) {
    const number = h("input", { type: "number", min: 0, max: 2147483647, value: facts.priority, change: (event) => on({ what: "set-priority", vertex: facts.id, priority: Number(event.target.value) }) });
    parts.push(h("label", {}, "Priority ", number));
  }
  if (state.game.mark) {
    const wrong = state.game.mark === "safe";
    const box = h("input", { type: "checkbox", checked: facts.marked !== wrong, change: (event) => on({ what: "set-mark", vertex: facts.id, marked: event.target.checked }) });
    parts.push(h("label", { class: "check" }, box, ` ${state.game.mark}`));
  }
  return parts;
}
