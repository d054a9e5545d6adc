// Lessons: positions to look at one after another, of a study or of what went wrong in a play. Where something is asked,
// the answers are hidden until a good move is found or told.

import { $, say, show } from "./dom.js";
import { mark } from "./side.js";

/** @typedef {{ title: string, text: string, moves: string[], start?: any, asks: boolean, better?: string[] }} Lesson */
/** @typedef {{ ask(method: string, question: any): Promise<any>, shows(view: any, words: string): Promise<void> }} Stage */

/** @type {Stage} */
let page;
/** @type {Lesson[]} */
let lessons = [];
let at = 0;
let asking = false;
let after = null; // the play to which one comes back

/** Whether answers are hidden now. */
export const hides = () => asking;

/** Listen to the buttons.
 * @param {Stage} on */
export function listen(on) {
  page = on;
  for (const [name, act] of Object.entries({ back: () => open(at - 1), next: () => open(at + 1), tell, end })) $(`lesson-${name}`).addEventListener("click", act);
}

/** Begin with lessons, and come back to a play afterwards.
 * @param {Lesson[]} given @param {any} play */
export function begin(given, play = null) {
  [lessons, after] = [given, play];
  return open(0);
}

/** Show no lesson any more. */
export function leave() {
  [lessons, asking] = [[], false];
  show($("lesson"), false);
}

async function end() {
  leave();
  const answer = after && await page.ask("restart", after);
  if (answer) page.shows(answer, "");
}

/** @param {number} k */
async function open(k) {
  const lesson = lessons[k], { start = null, moves } = lesson;
  const answer = await page.ask("restart", { start, moves, ply: moves.length, fresh: start === null && "start" in lesson });
  if (answer === null) return;
  [at, asking] = [k, lesson.asks];
  $("lesson-title").textContent = lesson.title;
  $("lesson-text").textContent = lesson.text;
  for (const [name, on] of Object.entries({ back: k > 0, next: k + 1 < lessons.length, tell: asking })) show($(`lesson-${name}`), on);
  show($("lesson"));
  await page.shows(answer, `${lesson.title}.`);
}

/** Try a move where one is asked for; what is good enough stays, else the position comes again.
 * @param {string} name @param {string} place */
export async function tried(name, place) {
  const { moves, better } = lessons[at];
  const answer = await page.ask("move", { name, place });
  if (answer === null) return;
  const { made, count, shown } = answer.play, own = made[moves.length - count + shown];
  if (better ? better.includes(name) : !mark(own)) await found(answer, `Right: ${name}.`);
  else {
    const before = await page.ask("restart", { moves, ply: moves.length });
    if (before) await page.shows(before, `${name} is not it. Try again, or have it told.`);
  }
}

/** Say which move it is, and show what all lead to. */
async function tell() {
  const answer = await page.ask("view", {});
  if (answer === null) return;
  const [first] = answer.play.moves, best = answer.play.moves.filter(({ result, words }) => result === first.result && words === first.words);
  await found(answer, `It is ${(lessons[at].better ?? best.map(({ name }) => name)).slice(0, 3).join(" or ")}.`);
}

async function found(answer, words) {
  asking = false;
  show($("lesson-tell"), false);
  $("lesson-text").textContent = `${lessons[at].text} ${words}`;
  await page.shows(answer, words);
  if (at + 1 < lessons.length) $("lesson-next").focus();
  say(words, "good");
}

/** What went wrong in a play that is over, as lessons: the mistakes of these players.
 * @param {any} state @returns {Lesson[]} */
export function mistakes({ play, persons, players }) {
  const names = play.made.map(({ name }) => name);
  if (play.count !== names.length) return []; // the beginning of a long play is not known here
  return (play.ending?.mistakes ?? []).filter(({ player }) => persons.includes(player)).map(({ number, player, words }) => ({
    title: `Move ${number}`, moves: names.slice(0, number - 1), asks: true, better: play.made[number - 1].better,
    text: `${persons.length === 1 ? "You" : players[player]} played ${names[number - 1]}, which ${words.split(";")[0].slice(names[number - 1].length + 1)}. Find a better move.`,
  }));
}
