// The explorer: games that a server's processes hold; choosing one, and coming back to one by its address.

import { get, post } from "./api.js";
import { $, say, show } from "./dom.js";
import { fault, follow, openFirst, openText, prepare, thumbnails } from "./open.js";
import { entered, halt, left, listen, playing, seen } from "./page.js";

/** Where the answers of an open game come from. */
const process = (id) => ({ ask: (method, question) => post(`/api/games/${id}/${method}`, question), lost: (words) => { leave(); fault(words); } });

function showing(answer) {
  source(answer);
  entered(process(answer.id), answer);
  for (const kind of ["svg", "play", "json", "pg"]) $(`export-${kind}`).href = `/api/games/${answer.id}/export/${kind}`;
}

/** A game that was chosen: it fills the page. */
function opened(answer) {
  document.body.classList.remove("first");
  for (const part of ["fault", "gallery", "back"]) show($(part), false);
  showing(answer);
  history.replaceState(null, "", `#${answer.id}`);
  show($("open"));
  scrollTo(0, 0);
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
  await openFirst(asked, (answer) => {
    show($("gallery"));
    show($("fault"), false);
    showing(answer);
  });
  thumbnails();
}

async function begin() {
  listen();
  for (const [name, act] of Object.entries({ open: openAnother, back, "to-own": toOwn })) $(name).addEventListener("click", act);
  const open = location.hash.slice(1);
  const asked = open ? null : post("/api/games", { first: true });
  asked?.catch(() => null); // it is awaited later
  const about = await get("/api/start");
  prepare(about, opened);
  const wanted = open || about.game;
  if (!wanted) { await first(asked); return; }
  try {
    await follow(wanted, opened);
  } catch (error) {
    leave();
    await first(post("/api/games", { first: true }));
    say(open ? "This game is not open any more." : error.message);
    return;
  }
  thumbnails();
}

begin();
