// The vertices as a list that is sorted and filtered. That of a small graph is made here of what is drawn, that of a
// large one by the server, a part at a time.

import { $, h, sentence, show } from "./dom.js";

/** @typedef {{ id: number, label: string, owner: number | null, region: number, note: string, numbers: (number | null)[], to: string }} Row */

const PART = 200; // rows at once, as the server sends them
const query = { by: "", down: false, words: "", region: /** @type {number | null} */ (null), first: 0, at: /** @type {number | null} */ (null) };
let act = null;

/** What a row is compared by. */
const KEYS = { label: ({ label }) => label, owner: ({ owner }) => owner, winner: ({ region }) => region, note: ({ note }) => note };
const numberIn = (text) => (/-?\d/.test(text) ? text.replace(/.*?(-?\d+)(?:\/(\d+))?(?:\.\d+)?.*/s, (_, p, q) => String(q ? p / q : p)) : text);

/** The rows of a small graph, as the server's answers have those of a large one. */
function local({ graph, players }) {
  const names = new Map(graph.vertices.map(({ id, label }) => [id, label])), to = new Map(graph.vertices.map(({ id }) => [id, []]));
  for (const edge of graph.edges) to.get(edge.from).push(edge.chosen ? `${names.get(edge.to)} (strategy)` : names.get(edge.to));
  const marked = graph.keys.find(({ mark }) => mark === "double")?.meaning ?? "marked";
  /** @type {Row[]} */
  const all = graph.vertices.map((vertex) => ({
    id: vertex.id, label: vertex.label, owner: !graph.owned ? null : vertex.diamond ? players.length : vertex.square ? 1 : 0, region: vertex.region, numbers: [],
    note: [vertex.note, vertex.marked ? marked : "", graph.pawns.includes(vertex.id) ? "pawn" : "", ...vertex.tokens.map((token) => token[1])].filter(Boolean).join(", "),
    to: to.get(vertex.id).join(", ") + (vertex.hidden ? ` and ${vertex.hidden} not shown` : ""),
  }));
  const rows = all.filter(({ label, region }) => label.toLowerCase().includes(query.words.toLowerCase()) && (query.region === null || region === query.region));
  const key = KEYS[query.by], compare = (a, b) => String(a).localeCompare(String(b), "en", { numeric: true });
  if (key) rows.sort((a, b) => (query.by === "note" ? Number(numberIn(key(a))) - Number(numberIn(key(b))) || compare(key(a), key(b)) : compare(key(a), key(b))));
  if (query.down) rows.reverse();
  return { rows, first: 0, count: rows.length, columns: [] };
}

/** Listen to what is chosen above the list; `does` has ask(question) of the server, choose(v), point(v or null). */
export function listen(does) {
  act = does;
  const again = () => { query.first = 0; query.at = null; does.again(); };
  $("list-words").addEventListener("input", () => { query.words = $("list-words").value.trim(); again(); });
  $("list-winner").addEventListener("change", () => { query.region = $("list-winner").value ? Number($("list-winner").value) : null; again(); });
  $("list-before").addEventListener("click", () => { query.at = null; query.first = Math.max(0, query.first - PART); does.again(); });
  $("list-after").addEventListener("click", () => { query.at = null; query.first += PART; does.again(); });
}

/** Show the list, that part of it in which a vertex is, if it is not seen. */
export async function fill(state, chosen, blind) {
  const seen = chosen === null || $("table").querySelector(`[data-row="${chosen}"]`);
  query.at = seen ? null : chosen;
  const answer = state.large ? await act.ask({ ...query }) : local(state);
  if (!answer) return;
  const { rows, first, count, columns } = answer, { players, regions } = state;
  query.first = first;
  $("list-winner").replaceChildren(h("option", { value: "" }, "Whoever wins"), ...regions.map(([words], k) => h("option", { value: k, selected: query.region === k }, words)));
  show($("list-winner").parentElement, !blind && regions.length > 1);
  $("list-count").textContent = count > rows.length ? `${first + 1} to ${first + rows.length} of ${count.toLocaleString("en")}` : `${count} vert${count === 1 ? "ex" : "ices"}`;
  for (const [id, there] of /** @type {[string, boolean][]} */ ([["list-before", first > 0], ["list-after", first + rows.length < count]])) show($(id), there);
  const heads = [["label", "Vertex"], ...(rows[0]?.owner === null ? [] : [["owner", "Owner"]]), ...(blind ? [] : [["winner", "Who wins"], ["note", "What it says"]]), ...(blind ? [] : columns.map((name) => [name, sentence(name)]))];
  $("table").querySelector("thead").replaceChildren(h("tr", {}, ...heads.map(([by, words]) => h("th", { scope: "col", "aria-sort": query.by === by ? (query.down ? "descending" : "ascending") : null },
    h("button", { type: "button", class: "link", click: () => { Object.assign(query, { by, down: query.by === by && !query.down, first: 0, at: null }); act.again(); } }, `${words}${query.by === by ? (query.down ? " ▾" : " ▴") : ""}`))), h("th", { scope: "col" }, "Moves to")));
  $("table").querySelector("tbody").replaceChildren(...rows.map((row) => entry(row, chosen, blind, players, regions)));
  if (!seen) $("table").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

/** @param {Row} row */
function entry({ id, label, owner, region, note, numbers, to }, chosen, blind, players, regions) {
  const point = (event) => act.point(/(over|in)$/.test(event.type) ? id : null);
  return h("tr", { "data-row": id, "aria-current": id === chosen ? "true" : null, pointerover: point, pointerout: point, focusin: point, focusout: point },
    h("th", { scope: "row" }, h("button", { type: "button", click: () => act.choose(id) }, label)),
    owner === null ? null : h("td", {}, players[owner] ?? "chance"),
    ...(blind ? [] : [h("td", {}, regions[region]?.[0] ?? ["first", "second", "draw", "–"][region]), h("td", {}, note)]),
    ...(blind ? [] : numbers.map((number) => h("td", {}, number === null ? "–" : String(number)))),
    h("td", {}, blind ? to.replaceAll(" (strategy)", "") : to));
}

/** Mark the row of the chosen vertex, in the part where it is. */
export function mark(chosen) {
  for (const row of $("table").querySelectorAll("tr[aria-current]")) row.removeAttribute("aria-current");
  const row = $("table").querySelector(`[data-row="${chosen}"]`);
  row?.setAttribute("aria-current", "true");
  row?.scrollIntoView({ block: "nearest" });
  return Boolean(row);
}
