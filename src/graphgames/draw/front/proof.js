// The conditions of the certificate, opened at a vertex or place, and with an entry changed: what the checker says of
// them, of which a page without a server holds what it said.

import { $, h, sentence, show } from "./dom.js";

/** @typedef {{ vertex: number | null, words: string, holds: boolean, parts: [string, number | null][] }} Instance */
/** @typedef {{ name: string, says: string, places: string, checked: number, failed: number, instances: Instance[] }} Condition */
/** @typedef {{ path: any[], words: string, value: string, others: string[] }} Entry */
/** @typedef {{ where: string | null, conditions: Condition[], refused: string, entries: Entry[] }} Proof */

let entries = [];

/** Show the conditions at a vertex or the place of a number; `linked` makes sentences that light what they speak of.
 * Return the vertex at which the first one fails with the change, null if none does or it is nowhere in the graph.
 * @param {Proof} proof @param {number} number @param {string} changed @param {(parts: [string, number | null][], of?: number) => (string | Element)[]} linked */
export function conditions(proof, number, changed, linked) {
  show($("conditions"));
  show($("place-label"), proof.where === null);
  $("conditions-heading").textContent = `At ${proof.where ?? `place ${number}`}${changed && `, ${changed}`}`;
  $("conditions-verdict").textContent = verdict(proof, changed);
  $("conditions-verdict").className = broken(proof) ? "bad" : "good";
  $("opened").replaceChildren(...proof.conditions.map((one) => entry(one, linked)));
  show($("unbroken"), changed !== "");
  if (changed) return broken(proof)?.instances?.find(({ holds }) => !holds)?.vertex ?? null; // the text that was typed stays
  ({ entries } = proof);
  $("break-entry").replaceChildren(...entries.map(({ words, value, others }, k) => h("option", { value: k }, others[0] === "" ? words : `${words}: ${value}`)));
  show($("break"), entries.length > 0);
  offer();
  return null;
}

/** Offer other values of the entry; an edge can only go. */
export function offer() {
  const { value = "", others = [] } = entries[Number($("break-entry").value)] ?? {}, edge = others[0] === "";
  show($("break-to-label"), !edge);
  $("break-to").value = "";
  $("break-to").placeholder = others[0] ?? value;
  $("break-others").replaceChildren(...others.map((one) => h("option", { value: one })));
  $("break-do").textContent = edge ? "Take it away" : "Break it";
}

/** The change that is asked for, and how it is called; null, and a word about it, where nothing would change. */
export function change() {
  const { path, words, value, others } = entries[Number($("break-entry").value)], to = $("break-to").value.trim() || (others[0] ?? value);
  if (to === value) {
    $("conditions-verdict").textContent = `This is what the claim says: ${words} ${value}. Write something else, to see which condition fails.`;
    $("conditions-verdict").className = "";
    return null;
  }
  return { change: { path, to }, changed: to === "" ? `without ${words}` : `with ${words} ${to} in place of ${value}` };
}

/** @param {Proof} proof @returns {any} */
const broken = ({ conditions, refused }) => (refused ? { refused } : conditions.find(({ failed }) => failed) ?? null);

function verdict(proof, changed) {
  const fault = broken(proof);
  if (fault?.refused) return `Refused: ${fault.refused}`;
  if (!fault) return changed ? "All conditions hold all the same: this is as good a proof." : "All conditions hold.";
  const at = fault.instances.filter(({ holds }) => !holds).map(({ words }) => words).join("; ");
  return `Refused: “${fault.name}” fails at ${at}${fault.failed > 5 ? " and more" : ""}. What comes after it rests on it.`;
}

function entry({ name, says, checked, failed, instances }, linked) {
  const word = failed ? `fails at ${failed} of ${checked}` : checked ? `holds at all ${checked}` : "asks nothing here";
  return h("li", {}, h("b", {}, `${sentence(name)} `), h("span", { class: `chip ${failed ? "loss" : "win"}` }, word),
    h("p", {}, says), ...instances.map((one) => h("div", { class: "place" }, ...linked(one.parts, one.vertex ?? undefined))));
}
