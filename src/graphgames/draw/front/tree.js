// The lines that were played from each start, as a tree, with notes at positions.

import { $, h, show } from "./dom.js";

/** @typedef {{ name: string, note: string, next: Branch[] }} Branch */

const root = () => /** @type {Branch} */ ({ name: "", note: "", next: [] });

/** @type {Record<string, Branch>} */
let roots = {};
let here = root();
let whole = root(); // from this start
let act = /** @type {any} */ (null);

/** Take up what was kept. @param {Record<string, Branch>} kept */
export const take = (kept) => { roots = structuredClone(kept); };

/** @param {{ keep(lines: any): void, go(moves: string[]): void }} on */
export function listen(on) {
  act = on;
  $("note").addEventListener("change", () => { here.note = $("note").value.trim(); on.keep(roots); draw(); });
}

/** Follow a play, of which the moves are known from its start, and write down what is new. */
export function follow({ play, began, test }) {
  show($("note-label"), play.count === play.shown);
  if (play.count !== play.shown) return;
  let at = here = whole = roots[`${test} ${began ?? ""}`] ??= root(), fresh = false;
  play.made.forEach(({ name }, k) => {
    let next = at.next.find((one) => one.name === name);
    if (!next) { at.next.push(next = { name, note: "", next: [] }); fresh = true; }
    at = next;
    if (k + 1 === play.count) here = at;
  });
  if (document.activeElement !== $("note")) $("note").value = here.note;
  if (fresh) act.keep(roots);
  draw();
}

/** Whether there is more to see than one line. @param {Branch} branch @returns {boolean} */
const more = ({ note, next }) => note !== "" || next.length > 1 || next.some(more);

function draw() {
  show($("variations"), more(whole));
  $("variations").replaceChildren(...(more(whole) ? [entry("Start", whole, []), ...after(whole, [])] : []));
}

/** The moves after a position: one goes on in the line, several begin lines of their own.
 * @param {Branch} branch @param {string[]} path @returns {Element[]} */
function after({ next }, path) {
  const line = (one) => [entry(`${path.length + 1}. ${one.name}`, one, [...path, one.name]), ...after(one, [...path, one.name])];
  return next.length < 2 ? next.flatMap(line) : [h("ul", {}, ...next.map((one) => h("li", {}, ...line(one))))];
}

function entry(words, branch, path) {
  const button = h("button", { type: "button", class: "link", "aria-current": branch === here ? "true" : null, click: () => act.go(path) }, words);
  return h("span", {}, button, branch.note && h("q", {}, branch.note));
}
