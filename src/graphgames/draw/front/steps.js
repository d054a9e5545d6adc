// An algorithm step by step: a slider over its steps, and the graph as each of them leaves it.

import { $, show } from "./dom.js";

/** @typedef {{ says: string, winner: string, lit: number[], notes: Record<number, string>, among: number[] | null, depth: number }} Step */
/** @typedef {{ title: string, about: string, steps: Step[] }} Walkthrough */

/** @type {Walkthrough | null} */
let walkthrough = null;
let at = 0;

/** Whether the graph shows a step. */
export const open = () => walkthrough !== null && walkthrough.steps.length > 0 && !$("steps").hidden;

/** Take up an algorithm from its first step, or none. @param {Walkthrough | null} given */
export function take(given) {
  [walkthrough, at] = [given, 0];
  if (!walkthrough) return;
  $("steps-title").textContent = walkthrough.title;
  $("steps-about").textContent = walkthrough.about;
  $("steps-at").max = String(walkthrough.steps.length - 1);
  for (const id of ["steps-row", "steps-text"]) show($(id), walkthrough.steps.length > 0);
  if (walkthrough.steps.length) write();
}

/** @param {() => void} again */
export function listen(again) {
  const go = (to) => { at = Math.min(walkthrough.steps.length - 1, Math.max(0, to)); write(); again(); };
  $("steps-at").addEventListener("input", (event) => go(Number(event.target.value)));
  for (const [name, by] of /** @type {[string, number][]} */ ([["back", -1], ["on", 1]])) $(`steps-${name}`).addEventListener("click", () => go(at + by));
}

function write() {
  const { steps } = walkthrough, { says, depth } = steps[at];
  $("steps-at").value = String(at);
  $("steps-at").setAttribute("aria-valuetext", says);
  $("steps-count").textContent = `${at + 1} of ${steps.length}`;
  $("steps-text").textContent = says;
  $("steps-text").style.setProperty("--depth", String(Math.min(depth, 8)));
  [$("steps-back").disabled, $("steps-on").disabled] = [at === 0, at + 1 === steps.length];
}

/** The graph at the step: who wins as far as is known, what stands at the vertices, and what is lit.
 * @param {any} graph */
export function upon(graph) {
  const { winner, notes, lit, among } = walkthrough.steps[at], fresh = new Set(lit);
  const vertices = graph.vertices.map((vertex) => ({ ...vertex, region: Number(winner[vertex.id]), note: notes[vertex.id] ?? "" }));
  const keys = graph.keys.filter(({ shape }) => shape !== "edge" && shape !== "text");
  return { shown: { ...graph, vertices, keys, pawns: [], last: null, edges: graph.edges.map((edge) => ({ ...edge, chosen: false, loop: false })) },
    changed: new Set(vertices.filter(({ id }) => fresh.has(id)).map(({ label }) => label)), only: among && new Set(among) };
}
