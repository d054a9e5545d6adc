// The conditions of the certificate, opened at a vertex or place, and with an entry changed: what the server's checker
// says of them.

import { $, h, show } from "./dom.js";

/** @typedef {{ vertex: number | null, words: string }} Said */
/** @typedef {Said & { holds: boolean, read: Said[], compared: string[] }} Opened */
/** @typedef {{ name: string, says: string, places: string, checked: number, failed: number, opened: Opened[] }} Condition */
/** @typedef {{ conditions: Condition[], refused: string, entries: { path: any[], words: string, value: string }[] }} Proof */

let entries = [];

/** Show the conditions; `light` lights a vertex of the graph, none with null.
 * @param {Proof} proof @param {string} where @param {string} changed @param {(v: number | null, from?: number | null) => void} light */
export function conditions(proof, where, changed, light) {
  show($("conditions"));
  $("conditions-heading").textContent = `${where}${changed ? `, ${changed}` : ""}`;
  $("conditions-said").textContent = verdict(proof, changed);
  $("conditions-said").className = broken(proof) ? "bad" : "good";
  $("opened").replaceChildren(...proof.conditions.map((one) => entry(one, light)));
  show($("unbroken"), changed !== "");
  if (changed) return; // what can be changed stays as it was, with the text that was typed
  ({ entries } = proof);
  $("break-entry").replaceChildren(...entries.map(({ words }, k) => h("option", { value: k }, words)));
  show($("break"), entries.length > 0);
  offer();
}

/** Offer the entry as it is, to be changed; an edge can only go. */
export function offer() {
  const chosen = entries[Number($("break-entry").value)];
  const edge = chosen?.path[0] === "edges";
  show($("break-to-label"), !edge);
  $("break-to").value = edge ? "" : chosen?.value ?? "";
  $("break-do").textContent = edge ? "Take it away" : "Break it";
}

/** The change that is asked for, and how it is called; null, and a word about it, where nothing would change. */
export function change() {
  const { path, words, value } = entries[Number($("break-entry").value)], to = $("break-to").value.trim(), edge = path[0] === "edges";
  if (!edge && to === value) {
    $("conditions-said").textContent = `This is what the claim says: ${words} ${value}. Write something else, to see which condition fails.`;
    $("conditions-said").className = "";
    return null;
  }
  return { change: { path, to }, changed: edge ? `without ${words}` : `with ${words} ${to} in place of ${value}` };
}

/** Where the first condition fails, null if none does or it is nowhere in the graph.
 * @param {Proof} proof */
export const failing = (proof) => broken(proof)?.opened?.find(({ holds }) => !holds)?.vertex ?? null;

/** @param {Proof} proof @returns {any} */
const broken = ({ conditions, refused }) => (refused ? { refused } : conditions.find(({ failed }) => failed) ?? null);

function verdict(proof, changed) {
  const fault = broken(proof);
  if (fault?.refused) return `Refused: ${fault.refused}`;
  if (!fault) return changed ? "All conditions hold all the same: this is as good a proof." : "All conditions hold.";
  const at = fault.opened.filter(({ holds }) => !holds).map(({ words }) => words).join("; ");
  return `Refused: “${fault.name}” fails at ${at}${fault.failed > 5 ? " and more" : ""}. What comes after it rests on it.`;
}

function entry({ name, says, checked, failed, opened }, light) {
  const word = failed ? `fails at ${failed} of ${checked}` : checked ? `holds at all ${checked}` : "asks nothing here";
  return h("li", {}, h("b", {}, `${name.charAt(0).toUpperCase()}${name.slice(1)} `), h("span", { class: `chip ${failed ? "loss" : "win"}` }, word),
    h("p", {}, says), ...opened.map((one) => place(one, light)));
}

function place({ vertex, words, holds, read, compared }, light) {
  return h("div", { class: "place" }, said({ vertex, words: `At ${words} it ${holds ? "holds" : "fails"}` }, light),
    ...read.flatMap((one) => ["; ", said(one, light, vertex)]), compared.length ? `. Compared: ${compared.join(", ")}.` : ".");
}

/** Words that light what they speak of, and the edge that leads there.
 * @param {Said} what @param {(v: number | null, from?: number | null) => void} light @param {number | null} from */
function said({ vertex, words }, light, from = vertex) {
  if (vertex === null) return h("span", {}, words);
  const on = () => light(vertex, from), off = () => light(null);
  return h("a", { tabindex: 0, role: "note", pointerover: on, focusin: on, pointerout: off, focusout: off }, words);
}
