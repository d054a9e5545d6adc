// The explorer: games that a server's processes hold; choosing one, and coming back to one by its address.

import { optionsOf, read, readAs, sameGame } from "./address.js";
import { get, post } from "./api.js";
import { $, show } from "./dom.js";
import { fault, follow, openAsked, openExample, openPath, openText, prepare, thumbnails } from "./open.js";
import { arrive, entered, halt, left, listen, playing, seen } from "./page.js";

const FIRST = "nim"; // the example with which the page begins

let place = null; // where an address leads that is being opened
let shown = null; // the game that is open, as the address has it
let about = null;

/** Where the answers of an open game come from. */
const process = ({ id, address }) => ({ game: address, ask: (method, question) => post(`/api/games/${id}/${method}`, question), lost, stop: () => post(`/api/games/${id}/stop`) });

/** Open a game again that the server has closed for others; say why where that cannot be. */
function lost(words, kind) {
  const here = read(location.hash);
  leave();
  if (kind === "gone" && here && opens(here)) go(here);
  else fault(words);
}

function showing(answer) {
  shown = { game: answer.address };
  source(answer);
  const where = place;
  place = null;
  sessionStorage.setItem("open", JSON.stringify({ id: answer.id, game: answer.address }));
  for (const kind of ["svg", "play", "json", "pg", "html"]) $(`export-${kind}`).href = `/api/games/${answer.id}/export/${kind}`;
  entered(process(answer), answer, where);
}

/** A game that was chosen: it fills the page. */
function opened(answer) {
  document.body.classList.remove("first");
  for (const part of ["fault", "gallery", "back"]) show($(part), false);
  showing(answer);
  show($("open"));
  if (document.activeElement === document.body || document.activeElement?.closest("#gallery")) $("main").focus();
  scrollTo(0, 0);
}

/** Whether the game of an address can be opened. */
const opens = ({ game }) => Boolean(game.example || game.text || game.file);

/** Open the game of an address, and take up its play. */
function go(where) {
  place = where;
  const { example, text, name, file } = where.game;
  if (example) openExample({ name: example, title: about.examples.find((entry) => entry.name === example)?.title ?? example }, opened);
  else if (text) openText(text, opened, name, optionsOf(where.game));
  else if (file) openPath(where.game, opened);
  else fault("This address leads to a file that was opened on the page.\nOpen it again, or with graphgames explore FILE, whose addresses lead back to it.");
}

function source(answer) {
  const given = answer.text && !answer.view.game;
  show($("change-text"), Boolean(given));
  $("source").value = answer.text ?? "";
  $("change-text").onsubmit = (event) => {
    event.preventDefault();
    openText($("source").value, opened, answer.name, answer.options);
  };
}

function leave() {
  left();
  history.replaceState(null, "", location.pathname);
  for (const part of ["game", "open", "back"]) show($(part), false);
  document.title = "graphgames";
}

function openAnother() {
  halt();
  for (const part of ["game", "open", "fault"]) show($(part), false);
  show($("gallery"));
  show($("back"), playing());
  $("gallery").querySelector("[data-example]").focus();
}

function back() {
  for (const part of ["gallery", "back", "fault"]) show($(part), false);
  for (const part of ["game", "open"]) show($(part));
  seen();
  $("main").focus();
}

function toOwn() {
  if ($("gallery").hidden) openAnother();
  $("own-heading").scrollIntoView();
  $("file").focus();
}

/** The first look: a game that can be played at once, and the others under it. */
async function first(asked) {
  document.body.classList.add("first");
  show($("gallery"));
  await openAsked(asked, (answer) => {
    show($("gallery"));
    show($("fault"), false);
    showing(answer);
  }, { example: FIRST });
  thumbnails();
}

/** Back and Forward, and addresses that are typed in: to another position of the play, or to another game. */
function wander() {
  const where = read(location.hash);
  if (!where) return;
  if (playing() && sameGame(where, shown)) arrive(where);
  else go(where);
}

/** The game that this tab had before it was loaded again, if the server still has it. */
async function again(where) {
  const stored = JSON.parse(sessionStorage.getItem("open") ?? "null"), [navigation] = /** @type {any[]} */ (performance.getEntriesByType("navigation"));
  if (!stored || navigation.type === "navigate" || !sameGame(where, stored)) return false;
  place = where;
  return follow(stored.id, (answer) => opened({ ...answer, address: stored.game })).then(() => true, () => false);
}

async function begin() {
  listen();
  for (const [name, act] of Object.entries({ open: openAnother, back, "to-own": toOwn })) $(name).addEventListener("click", act);
  addEventListener("popstate", wander);
  const where = read(location.hash), asked = where ? null : post("/api/games", { first: true });
  asked?.catch(() => null); // it is awaited later
  about = await get("/api/start");
  prepare(about, opened);
  if (where) await again(where) || go(where);
  else if (about.file) openAsked(asked, opened, { file: about.file.path, digest: about.file.digest, ...readAs(about.file.options) });
  else { await first(asked); return; }
  thumbnails();
}

begin();
