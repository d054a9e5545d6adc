// A page without a server: the game that it holds.

import { read } from "./address.js";
import { drawing } from "./board.js";
import { $, show } from "./dom.js";
import { Held } from "./held.js";
import * as lesson from "./lesson.js";
import { arrive, entered, listen } from "./page.js";

/** The text that was packed: gzip in base64.
 * @param {string} packed */
function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

/** A picture without a play, and why there is none. */
function alone(data) {
  document.body.classList.add("still");
  show($("game"));
  $("title").textContent = data.title;
  $("rule").textContent = data.none;
  show($("graph"), false);
  const picture = drawing(data.picture);
  picture.dataset.frame = picture.getAttribute("viewBox");
  $("board").append(picture);
}

async function begin() {
  const stored = $("data").textContent, data = JSON.parse(stored.startsWith("{") ? stored : await unpacked(stored));
  if (data.none) { alone(data); return; }
  const held = new Held(data);
  listen();
  for (const words of ["bound", "checking"]) $(words).textContent = data[words];
  for (const button of ["open-conditions", "vertex-conditions"]) show($(button), data.proof.length > 0);
  await entered(held, { title: data.title, summary: data.summary, view: held.view() }, read(location.hash));
  if (data.study) lesson.begin(data.study.lessons);
  addEventListener("popstate", () => { const place = read(location.hash); if (place) arrive(place); });
}

begin();
