// What is asked of a model: properties, constants, an experiment as a plot; and the game that a property asks about.

import { drawing } from "./board.js";
import { $, h, rescale, say, show } from "./dom.js";

/** @typedef {{ answers: { words: string, answer: string, proved: boolean | null }[], more: boolean, plot: string }} Asked */

/** Offer what can be asked of the model that a game came of.
 * @param {{ property: string, constants: string } | null} asks */
export function offer(asks) {
  show($("ask"), asks !== null);
  if (!asks) return;
  $("asked").replaceChildren();
  [$("ask-property").value, $("ask-constants").value] = [asks.property, asks.constants];
}

/** Listen to questions.
 * @param {(method: string, question: any) => Promise<any>} ask @param {(view: any, asked: any) => void} posed */
export function listen(ask, posed) {
  const question = () => ({ asked: $("ask-property").value, constants: $("ask-constants").value });
  $("ask").addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await ask("ask", question());
    if (answer) answered(answer);
  });
  $("pose").addEventListener("click", async () => {
    const asked = question(), view = await ask("pose", asked);
    if (view) posed(view, asked);
  });
}

/** @param {Asked} asked */
function answered({ answers, more, plot }) {
  const proofs = { true: "proved", false: "NOT proved", null: "" };
  const rows = answers.map(({ words, answer, proved }) => h("li", { class: proved ? null : "bad" }, words, " ", h("b", {}, answer), " ", h("small", {}, proofs[String(proved)])));
  /** @type {any} */ const picture = plot && drawing(plot);
  $("asked").replaceChildren(picture, h("ol", {}, ...rows), more ? "… and more." : "");
  if (picture) rescale(picture, picture.clientWidth / picture.viewBox.baseVal.width);
  say(`${rows.length} answer${rows.length === 1 ? "" : "s"}${picture ? ", as a plot and as a list" : ""}.`);
}
