// The page in a frame in a notebook: answers come from the kernel, through the widget that holds the frame (widget.js).

import { $ } from "./dom.js";
import { entered, follow, listen, pick } from "./page.js";
import { Refusal } from "./refusal.js";

const waiting = new Map();
let count = 0;

/** @param {any} message */
const tell = (message) => parent.postMessage(message, "*");

/** @param {string} method @param {any} question @returns {Promise<any>} */
function ask(method, question) {
  tell({ id: ++count, method, question });
  return new Promise((resolve, reject) => waiting.set(count, { resolve, reject }));
}

addEventListener("message", ({ source, data }) => {
  if (source !== parent) return;
  if (!("id" in data)) { follow(data.played).then(() => pick(data.vertex)); return; }
  const { resolve, reject } = waiting.get(data.id);
  waiting.delete(data.id);
  if ("error" in data) reject(new Refusal(data.error, data.kind));
  else resolve(data.answer);
});

async function begin() {
  const data = JSON.parse($("data").textContent);
  listen();
  await entered({ ask, selects: (vertex) => tell({ vertex }) }, { ...data, view: await ask("view", {}) });
  tell({ ready: true });
}

begin();
