// The side of the page: whose turn it is, the moves, the play so far, the chosen vertex, and what can be changed.

import { $, h, s, sentence, show } from "./dom.js";
import { sample } from "./graph.js";

const BY_NUMBER = 9;
const CHANCE = 2;
export const NOBODY = "nobody"; // the name of a player who owns nothing
const SKILL = { 0: "the best moves", 1: "random moves" };
const RANK = { loss: 0, draw: 1, win: 2 };

/** Who the reader is: null for both players. */
export const person = (state) => (state.persons.length === 1 ? state.persons[0] : null);

const want = (aim) => aim.charAt(0).toLowerCase() + aim.slice(1);

/** The title, the rule, what the players want, and who the reader is. */
export function about(state, title, summary) {
  $("title").textContent = title;
  const asked = state.asks?.property ? `${state.asks.property}${state.asks.constants ? `, ${state.asks.constants}` : ""}:` : "";
  $("rule").textContent = [asked, (!state.game?.undo && summary) || state.rule, state.loops].filter(Boolean).join(" ");
  const [first, second] = state.aims ?? ["", ""];
  const you = person(state);
  const who = you === null ? "You move for both players." : state.players[1 - you] === NOBODY ? `You are ${state.players[you]}.` : `You are ${state.players[you]}; the computer is ${state.players[1 - you]} and makes ${SKILL[state.blunder] ?? `a random move in ${Math.round(100 * state.blunder)} of 100`}.`;
  const aims = first === second ? `Both players want ${want(first)}.` : !second ? `${state.players[0]} wants ${want(first)}.` : !first ? `${state.players[1]} wants ${want(second)}.` : `${state.players[0]} wants ${want(first)}, ${state.players[1]} ${want(second)}.`;
  $("aims").textContent = `${first || second ? sentence(aims) : ""} ${who}`;
}

export function turn(state, blind) {
  const { play, players } = state;
  const over = play.ending !== null, you = person(state);
  const name = you === null ? `${players[play.mover]} to move` : you === play.mover ? `Your move, ${players[you]}` : `${players[play.mover]} (the computer) to move`;
  const winner = play.outcome === "draw" ? null : Number((play.outcome === "win") !== (play.mover % CHANCE === 0)); // chance stands with player 0
  const mine = { win: "you can win", draw: "you can draw", loss: "you are losing" }[play.outcome];
  const theirs = winner === null ? "draws" : winner === play.mover ? "wins" : `${players[winner]} wins`;
  const verdict = play.value || (you === play.mover ? mine : theirs);
  const look = you === play.mover || winner === null ? play.outcome : `of${winner}`; // good or bad for you, else whose it is
  $("turn-heading").replaceChildren(over ? "The play is over" : `${sentence(name)} `, ...(over || blind ? [] : [h("span", { class: `chip ${look}` }, verdict)]));
  show($("ending"), over);
  if (over) {
    $("ending").className = { win: "won", loss: "lost" }[play.ending.result] ?? "";
    $("ending").dataset.sentence = result(state);
    $("ending").textContent = `${result(state)} ${review(state)}`;
  }
  for (const id of ["step", "run", "threat"]) $(id).disabled = over;
  $("undo").disabled = play.count === 0;
}

function review({ play }) {
  const wrong = play.ending.mistakes.length;
  return !play.count ? "" : !wrong ? `No move ${play.ending.faultless}.` : `${wrong} move${wrong === 1 ? "" : "s"} gave something away: see the history.`;
}

export function result(state) {
  const { winner, won, reason } = state.play.ending, you = person(state);
  if (winner === null) return `${won ? "A draw" : "The play is over"}: ${reason}.`;
  if (you === null) return sentence(`${state.players[winner]} wins: ${reason}.`);
  return winner === you ? `You win: ${reason}.` : `You lose, ${state.players[winner]} wins: ${reason}.`;
}

/** List the moves, best first, or by name where who wins is not to be seen. */
export function moves(state, names, blind, on) {
  const { play } = state;
  let listed = names ? play.moves.filter((move) => names.includes(move.name)) : play.moves;
  if (blind) listed = [...listed].sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
  const thrown = play.mover === CHANCE;
  const who = play.threat ? `If it were ${turnOf(play, state.players)}` : thrown ? "Moves of chance" : "Moves";
  const many = listed.length > 8 ? ` (${listed.length})` : "";  // some may be below what the list shows at once
  $("moves-heading").textContent = (blind || thrown ? who : `${who}, best first`) + many;
  show($("moves-heading"), !play.ending);
  show($("moves-filter"), names !== null);
  if (names) $("moves-filter").firstElementChild.textContent = `${listed.length} moves fit this click.`;
  $("moves").replaceChildren(...listed.map((move, k) => entry(move, k, blind, on)));
  const none = play.ending || play.moves.length ? "" : play.threat ? "Nobody else could move here." : "There is no move.";
  $("moves-more").textContent = play.more ? `… and ${play.more} more; in the graph or on the board they can be chosen, too.` : none;
  show($("moves-more"), $("moves-more").textContent !== "");
  return listed;
}

const turnOf = (play, players) => `${players[1 - play.mover] ?? "another player"}’s turn`;

/** What the other player would do, in a sentence. */
export function threatened({ threat, mover }, players) {
  const [best] = threat;
  if (!best) return "Nobody else could move here.";
  const other = players[1 - mover];
  return `If it were ${turnOf({ mover }, players)}, ${other} would ${{ win: "win", draw: "draw", loss: "lose" }[best.result]}${best.result === "loss" ? "" : ` by ${best.name}`}.`;
}

function entry(move, k, blind, on) {
  const [result, ...more] = move.words.split(/, (.*)/s);
  return h("li", {}, h(
    "button",
    { type: "button", "data-move": move.name, tabindex: k ? -1 : 0, click: () => on(move.name) },
    h("kbd", { "aria-hidden": "true" }, k < BY_NUMBER ? String(k + 1) : ""),
    h("span", {}, move.name, blind || !more[0] ? null : h("small", {}, ` ${more[0]}`)),
    blind ? null : h("span", { class: `chip ${move.result}` }, result),
  ));
}

/** One move is in the order of Tab, the arrows lead to the others. */
export function alongMoves(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key], all = /** @type {HTMLElement[]} */ ([...$("moves").querySelectorAll("button")]);
  const next = all[all.indexOf(event.target) + step];
  if (!next) return;
  event.preventDefault();
  for (const one of all) one.tabIndex = one === next ? 0 : -1;
  next.focus();
}

/** "?" for a move that gave a draw away, made a draw of a win or lowered a value, "??" for one that lost a won game. */
export function mark(move) {
  const lost = RANK[move.best] - RANK[move.result];
  return lost >= 2 ? "??" : lost === 1 || move.worse ? "?" : "";
}

/** The play as a list of moves, and as a strip of who would win; `on` is called with how many moves to keep. */
export function history(state, on) {
  const { play, players } = state;
  const made = play.made.map((move, k) => {
    const number = play.count - play.shown + k + 1;
    const wrong = mark(move);
    return h("li", { class: wrong ? "wrong" : null }, h(
      "button",
      { type: "button", class: move.ahead ? "ahead" : null, "aria-current": number === play.count ? "true" : null, "aria-label": `Move ${number}, ${players[move.player]}: ${move.name}${wrong ? `, ${wrong === "?" ? "a mistake" : "a blunder"}` : ""}`, click: () => on(number) },
      `${number}. ${move.name}`, wrong ? h("b", {}, ` ${wrong}`) : "",
    ), wrong ? h("small", {}, ` better: ${move.better.slice(0, 3).join(" or ")}`) : null);
  });
  if (play.made.length) made.unshift(h("li", {}, h("button", { type: "button", "aria-current": play.count === 0 ? "true" : null, click: () => on(0) }, "Start")));
  $("made").replaceChildren(...made);
  show($("made-none"), play.made.length === 0);
  strip(state, on);
}

function strip({ play, players, valued }, on) {
  const first = play.count - play.shown;
  const values = play.made.map((move) => [move.best, move.player, move.distance]);
  if (play.final) values.push(play.final);
  const { heights } = play, numbers = (heights ?? []).map(([number]) => number).filter((number) => typeof number === "number");
  const [low, high] = [Math.min(0, ...numbers), Math.max(0, ...numbers)], part = (number) => (number - low) / (high - low || 1);
  const most = Math.max(1, ...values.map(([, , distance]) => distance ?? 0));
  const bars = values.map(([outcome, player, distance], k) => {
    const winner = outcome === "draw" ? null : (outcome === "win") === (player % 2 === 0) ? 0 : 1; // chance, 2, stands with player 0
    const wrong = k ? mark(play.made[k - 1]) : "";
    const look = winner === null ? "drawn" : winner === 0 ? "first-wins" : "second-wins";
    const words = heights ? heights[k][1] : winner === null ? (valued ? "nobody is certain to win" : "a draw") : `${players[winner]} wins${distance === null || distance === undefined ? "" : ` in ${distance + 1}`}`;
    const button = h("button", {
      type: "button", class: `${look}${heights ? " plot" : ""}${first + k > play.count ? " ahead" : ""}`, "aria-current": first + k === play.count ? "true" : null,
      "aria-label": `After ${first + k} moves: ${words}`, title: words, click: () => on(first + k),
    }, wrong ? h("span", {}, wrong) : "");
    button.style.setProperty("--size", distance === null || distance === undefined ? 0.9 : 1 - 0.75 * (distance / most));
    if (heights) for (const [name, end] of /** @type {[string, (...ends: number[]) => number][]} */ ([["--from", Math.min], ["--to", Math.max]])) button.style.setProperty(name, String(part(end(0, { most: high, least: low }[heights[k][0]] ?? heights[k][0]))));
    return button;
  });
  const sides = heights ? [high, low].map((number) => String(Number(number.toPrecision(3)))) : players.slice(0, 2);
  $("strip").replaceChildren(h("span", { class: "names", "aria-hidden": "true" }, ...sides.map((name) => h("span", {}, name))), ...bars);
}

const RESULTS = { win: "this move wins", draw: "this move draws", loss: "this move loses", far: "in a corner: moves to the end", pawn: "where the play stands", last: "the last move" };

/** Say what the looks of the board mean, and those of the places where moves are chosen. */
export function legend(keys, results) {
  $("legend").replaceChildren(...keys.map((key) => h("li", {}, ...(key.forms ?? [key.mark]).map((mark) => sample({ ...key, mark }) ?? h("b", {}, mark)), h("span", {}, key.meaning))),
    ...results.map((result) => h("li", {}, result === "far" ? h("b", {}, "n") : swatch(result), h("span", {}, RESULTS[result]))));
}

/** What is known of the chosen vertex. */
export function vertex(state, facts) {
  show($("vertex-tools"), facts !== null);
  show($("vertex-why"), Boolean(facts?.why));
  if (facts === null) {
    $("vertex-heading").textContent = "No vertex is chosen";
    $("vertex-facts").textContent = "Click one in the graph, or come to it with the arrow keys.";
    return;
  }
  const owner = facts.owner === null ? "" : `${state.players[facts.owner] ?? "Chance"} moves from here; `;
  $("vertex-heading").textContent = `Vertex ${facts.label}`;
  $("vertex-facts").textContent = sentence(`${owner}${facts.moves} move${facts.moves === 1 ? "" : "s"}${facts.marked ? `; ${state.game?.mark || "marked"}` : ""}${facts.priority === undefined ? "" : `; priority ${facts.priority}`}.`);
  $("vertex-why").textContent = facts.why;
  show($("look-here"), state.large);
  show($("begin-here"), state.startable);
}

/** What can be changed about the chosen vertex. */
export function changes(state, facts, on, live) {
  const open = facts !== null && state.game !== null;
  show($("vertex-change"), open);
  if (!open) return;
  $("vertex-change-heading").textContent = `Vertex ${facts.label}`;
  $("vertex-marks").replaceChildren(...facts.controls.map((one) => control(one, on)));
  const entries = facts.to.map(([w, label]) => h("li", {}, h(
    "button", { type: "button", "aria-label": `Delete the edge to ${label}`, click: () => on({ what: "delete-edge", from: facts.id, to: w }) }, `→ ${label} ✕`,
  )));
  $("edges").replaceChildren(...entries);
  sliders($("vertex-numbers"), facts.numbers, live);
}

/** What can be set about a vertex: one of several names, whether it is something, or a number from 0 on. */
function control({ name, value, options, what, of }, on) {
  const set = (given) => on({ ...what, [of]: given });
  if (options) return h("label", {}, `${name} `, h("select", { change: (event) => set(Number(event.target.value)) }, ...options.map((words, k) => h("option", { value: k, selected: k === value }, words))));
  if (typeof value === "boolean") return h("label", { class: "check" }, h("input", { type: "checkbox", checked: value, change: (event) => set(event.target.checked) }), ` ${name}`);
  return h("label", {}, `${name} `, h("input", { type: "number", min: 0, max: 2147483647, value, change: (event) => set(Number(event.target.value)) }));
}

/** Numbers that are set by a slider or typed; one that is being moved stays as it is.
 * @param {HTMLElement} box @param {{ name: string, value: string, what: any, of: string }[]} values */
export function sliders(box, values, on) {
  if (box.contains(document.activeElement) && box.children.length === values.length) return;
  box.replaceChildren(...values.map(({ name, value, what, of }) => {
    const [p, q = "1"] = value.split("/"), now = Number(p) / Number(q), part = now > 0 && now < 1 ? 1 : 0, far = Math.max(10, Math.ceil(2 * Math.abs(now)));
    let moving = false;
    const words = name.replaceAll("_", " "), typed = h("input", { value, size: 6, "aria-label": `${words}, exactly`, autocomplete: "off", change: () => on({ ...what, [of]: typed.value.trim() }) });
    const slider = h("input", { type: "range", min: part ? 0.01 : -far, max: part ? 0.99 : far, step: part ? 0.01 : 1, value: now, change: () => { moving = false; on({ ...what, [of]: slider.value, again: true }); },
      input: () => { typed.value = slider.value; on({ ...what, [of]: slider.value, again: moving, roughly: true }); moving = true; } });
    return h("label", { class: "slider" }, h("span", {}, words), slider, typed);
  }));
}

function swatch(result) {
  return s("svg", { width: 24, height: 20, viewBox: "0 0 24 20", "aria-hidden": "true" }, s("g", { class: `swatch ${result}` }, s("rect", { class: "hit", x: 3, y: 2, width: 18, height: 16, rx: 4 })));
}
