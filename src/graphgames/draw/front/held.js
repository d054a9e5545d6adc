// A play of a game that the page itself holds: it answers the same questions as a GameSession of graphgames.explore, in
// the same words. Positions, ratings, ends and reasons are those of the data (see graphgames.draw.held).

import { CHANCE, DRAW, EVEN, LOSS, Line, WIN, rank, resultOf } from "./line.js";
import { exact, inWords, plus, shortened } from "./numbers.js";
import { Refusal } from "./refusal.js";

const RESULTS = ["loss", "draw", "win"];
const WORDS = 600; // characters of a position, at most
const BEYOND = "leads beyond what this page holds";
const ARGUED = 1000; // steps of an argument, at most

/** @typedef {import("./line.js").Choice} Choice */

export class Held {
  /** @param {any} data @param {() => number} dice */
  constructor(data, dice = Math.random) {
    this.data = data;
    this.dice = dice;
    this.persons = data.view.persons;
    this.blunder = 0;
    this.start = null;
    this.threatens = false;
    this.path = data.folds?.begin ? [data.folds.ways[data.folds.begin]] : [];
    this.way = data.folds?.begin ?? "";
    this.kept = data.begin?.kept ?? {};
    this.centre = null;
    this.begin();
    if (data.begin) this.restart(data.begin);
  }

  /** Answer a question of the page.
   * @param {string} method @param {any} question */
  async ask(method, question = {}) {
    if (!["view", "move", "step", "undo", "goto", "restart", "threat", "why", "vertex", "find", "around", "fold", "map", "steps", "keep", "conditions", "argue"].includes(method)) {
      throw new Refusal("this page has no server that could do that");
    }
    return /** @type {any} */ (this)[method](question);
  }

  // The play

  /** @param {string[] | null} moves @param {number | null} ply */
  begin(moves = null, ply = null) {
    const at = this.start === null ? 0 : this.data.positions.findIndex((row) => row.at?.[0] === this.start);
    if (at < 0) throw new Refusal("this page does not hold a play that begins there");
    this.line = new Line(this.data, at);
    /** @type {any[]} */ this.made = [];
    /** @type {any[]} */ this.ahead = [];
    this.known = null;
    if (moves === null) { this.reply(); return; }
    for (const name of moves) this.make(name);
    if (ply !== null) this.goto({ ply });
  }

  get row() { return this.line.here; }
  get players() { return this.data.view.players; }

  /** The moves by their names, the best first.
   * @returns {Map<string, Choice>} */
  moves() {
    this.known ??= named(this.line.choices());
    return this.known;
  }

  /** How the play has ended, null while it goes on. */
  ending() {
    const ending = this.line.ending();
    if (ending) return ending;
    const made = this.line.movers.length, end = this.row.ends[made % 2] ?? (made === this.data.most.moves ? [DRAW, this.data.shared[this.row.stopped], false] : null);
    return end ? { code: end[0], reason: end[1], won: end[2] } : null;
  }

  /** The result of the play for the player to move, if both go on as advised. */
  outcome() {
    const first = this.line.mover === CHANCE ? null : this.moves().values().next().value;
    return first ? first.result : this.row.result;
  }

  /** Make a move, which is not said to be anyone's mistake yet.
   * @param {string} name */
  make(name) {
    const moves = this.moves(), choice = moves.get(name), ended = this.ending();
    if (!choice || ended) throw new Refusal(`there is no move ${name} here`);
    if (choice.to < 0) throw new Refusal(`${name} ${BEYOND}.`);
    const player = this.line.mover, best = player === CHANCE ? choice : [...moves.values()][0];
    const better = [...moves].filter(([, one]) => rank(one) === rank(best) && (one.proved || one.progress === best.progress) && !this.fallen(best, one));
    this.made.push({ player, name, choice, best, stood: this.row.result, better: better.map(([one]) => one), fall: this.fallen(best, choice), left: this.left(choice) });
    this.line.push(choice.move);
    this.known = null;
  }

  /** What the best move and another are worth, if they surely differ and worth is what counts.
   * @param {Choice} best @param {Choice} choice @returns {[string, string] | null} */
  fallen(best, choice) {
    if (!best.move.span || best.result !== EVEN || best.ending?.won) return null;
    if (choice.ending && !choice.ending.won) {
      if (choice.ending.loop) return null; // which is not worth what the position is
    } else if (choice.ending) return [best.move.says, `a ${RESULTS[choice.result]} (${choice.ending.reason})`];
    const [[low, high], [least, most]] = [best.move.span, choice.move.span];
    return high < least || most < low ? [best.move.says, choice.move.says] : null;
  }

  /** What a move leaves on a board that the position after it does not tell: the mark of the move, and what stays.
   * @param {Choice} choice */
  left({ move }) {
    return this.row.leaves?.[this.row.moves.indexOf(move)] ?? null;
  }

  /** Make the best move; chance throws dice. */
  best() {
    const { odds, moves: all } = this.row;
    const held = new Map([...this.moves()].filter(([, one]) => one.to >= 0));
    if (!held.size) throw new Refusal(`every move ${BEYOND}.`);
    if (this.line.mover === CHANCE && odds) {
      const likely = [...held].map(([name, { move }]) => /** @type {[string, number]} */ ([name, odds[all.indexOf(move)]]));
      let left = this.dice() * likely.reduce((sum, [, one]) => sum + one, 0);
      this.make((likely.find(([, one]) => (left -= one) < 0) ?? likely[0])[0]);
      return;
    }
    const first = [...held.values()][0];
    const equal = [...held].filter(([, one]) => rank(one) === rank(first) && !this.fallen(first, one));
    const counts = (this.data.view.valued && first.result === EVEN) || first.result === WIN;
    const chosen = counts ? first : this.line.hardest(equal.map(([, one]) => one));
    this.make(equal.find(([, one]) => one === chosen)[0]);
  }

  /** Make the moves of the computer while it is its turn, as far as the page holds them. */
  reply() {
    while (this.persons.length === 1 && !this.persons.includes(this.line.mover) && !this.ending()) {
      const held = [...this.moves()].filter(([, { to }]) => to >= 0);
      if (!held.length) return;
      if (this.line.mover !== CHANCE && this.blunder > 0 && this.dice() < this.blunder) this.make(held[Math.floor(this.dice() * held.length)][0]);
      else this.best();
    }
  }

  back() {
    this.made.pop();
    this.line.pop();
    this.known = null;
  }

  // Answers

  view() { return { ...this.data.view, persons: this.persons, blunder: this.blunder, start: this.start, began: this.data.positions[this.line.positions[0]].at?.[0] ?? null, kept: this.kept, ...this.standing() }; }
  standing() { return { play: this.play(), ...this.scene() }; }

  /** @param {{ name: string }} question */
  move({ name }) {
    this.make(name);
    return this.after();
  }

  step() {
    if (this.ending()) throw new Refusal("the play is over; begin again or take moves back");
    this.best();
    return this.after();
  }

  after() {
    this.ahead = [];
    this.centre = null;
    this.reply();
    return this.standing();
  }

  undo() {
    const own = this.made.findLastIndex(({ player }) => this.persons.length !== 1 || this.persons.includes(player));
    if (own < 0) throw new Refusal("there is no move to undo");
    return this.goto({ ply: own });
  }

  /** @param {{ ply: number }} question */
  goto({ ply }) {
    const line = [...this.made, ...this.ahead];
    if (!Number.isInteger(ply) || ply < 0 || ply > line.length) throw new Refusal(`there is no move ${ply} of this play; it has ${line.length}`);
    while (this.made.length > ply) this.back();
    for (const { name } of line.slice(this.made.length, ply)) this.make(name);
    this.ahead = line.slice(ply);
    this.centre = null;
    return this.standing();
  }

  /** @param {{ start?: number | null, persons?: number[], moves?: string[] | null, ply?: number | null, fresh?: boolean, blunder?: number }} question */
  restart({ start = null, persons = this.persons, moves = null, ply = null, fresh = false, blunder = this.blunder }) {
    this.blunder = blunder;
    const { start: from, persons: who, line, made, ahead } = this;
    [this.start, this.persons] = [start ?? (fresh ? null : from), persons];
    try {
      this.begin(moves, ply);
    } catch (error) { // then all is as it was
      Object.assign(this, { start: from, persons: who, line, made, ahead, known: null });
      throw error;
    }
    return this.view();
  }

  /** @param {{ on?: boolean }} question */
  threat({ on = true }) {
    if (!this.data.view.threats) throw new Refusal("the solution of this game holds no position like this one with the other player to move");
    this.threatens = on;
    return this.standing();
  }

  /** @param {{ vertex?: number | null }} question */
  why({ vertex = null }) {
    if (vertex !== null) {
      const { why, parts } = this.facts(vertex), none = "No reason is known for this vertex.";
      return why ? { why, parts } : { why: none, parts: [[none, null]] };
    }
    const parts = this.data.shared[this.row.why], outcome = this.outcome();
    if (this.line.mover === CHANCE || outcome === this.row.result) return { why: joined(parts), parts };
    const before = `${this.players[this.line.mover]} ${["loses", "draws", "wins"][outcome]} this play, because it ends where it comes back. Of a new play from here: `;
    const [[first, named], ...rest] = parts;
    return { why: before + joined(parts), parts: named === null ? [[before + first, null], ...rest] : [[before, null], ...parts] };
  }

  /** @param {number} v */
  facts(v) {
    const known = this.data.facts && this.data.shared[this.data.facts[v]];
    if (!known) throw new Refusal("this page does not hold that vertex");
    const parts = this.data.shared[known.why];
    return { ...known, why: joined(parts), parts };
  }

  /** @param {{ vertex: number }} question */
  vertex({ vertex }) { return this.facts(vertex); }

  /** @param {{ name: string }} question */
  find({ name }) {
    const labels = (this.data.facts ?? []).map((k) => this.data.shared[k].label), at = labels.indexOf(name);
    const vertex = at < 0 && /^#?\d+$/.test(name) && Number(name.replace("#", "")) < labels.length ? Number(name.replace("#", "")) : at;
    if (vertex < 0) throw new Refusal(`this page holds no vertex ${name}`);
    return { vertex };
  }

  /** @param {{ vertex?: number | null }} question */
  around({ vertex = null }) {
    this.centre = vertex;
    [this.path, this.way] = [[], ""];
    return this.scene();
  }

  /** @param {{ way?: string, group?: number | null }} question */
  fold({ way = "", group = null }) {
    const { folds } = this.data;
    if (group === null) [this.path, this.way] = [way ? [folds?.ways[way]] : [], way];
    else {
      const opens = folds.pictures[this.path[this.path.length - 1]]?.opens[group];
      if (opens === undefined || opens < 0) throw new Refusal("This page does not hold what is in that group.");
      this.path.push(opens);
    }
    if (this.path.includes(undefined)) {
      [this.path, this.way] = [[], ""];
      throw new Refusal("This page does not hold those groups.");
    }
    return this.scene();
  }

  /** @param {{ way: string }} question */
  map({ way }) {
    const { common, ways } = this.data.map;
    if (!ways[way]) throw new Refusal("This page does not hold those groups.");
    return { ...common, ...ways[way] };
  }

  steps() { return this.data.walkthrough; }

  /** What the checker said of the conditions at a vertex or place, or of a change there.
   * @param {{ vertex?: number | null, place?: number, change?: any }} question */
  conditions({ vertex = null, place = 0, change = null }) {
    const { proof, shared } = this.data, at = proof[proof[0]?.where === null ? place : vertex ?? place];
    if (!at) throw new Refusal("this page does not hold the conditions there");
    const { others, breaks } = at.entries.find(({ path }) => String(path) === String(change?.path)) ?? { others: [], breaks: [] };
    const broken = breaks[others.indexOf(change?.to)];
    if (change && !broken) throw new Refusal(`this page holds what these would break: ${others.join(", ") || "nothing here"}. The checker takes anything: graphgames explore FILE`);
    const { refused = "", conditions } = broken ?? at;
    return { ...at, refused, conditions: conditions.map(([head, ...places]) => ({ ...shared[head], instances: places.map((k) => shared[k]) })) };
  }

  /** @param {{ lines: any }} question */
  keep({ lines }) {
    this.kept = lines;
    return {};
  }

  // What the play is

  play() {
    const ending = this.ending(), moves = [...this.moves()], line = [...this.made, ...this.ahead];
    const { shown } = this.data.most, listed = ending ? [] : this.listed(moves);
    return {
      position: shortened([this.row.text, this.account()].filter(Boolean).join("; "), WORDS),
      mover: this.line.mover,
      outcome: ending ? null : RESULTS[this.outcome()],
      value: !ending && this.row.result === EVEN && this.outcome() === EVEN ? this.row.says ?? "" : "",
      ending: ending && this.ended(ending),
      moves: listed,
      more: ending ? 0 : moves.length - listed.length,
      threat: this.threatens ? this.listed(ending ? [] : [...named(this.line.threats())].map(([name, one]) => [name, { ...one, progress: !one.proved }])) : null,
      made: line.map((one, k) => played(one, k >= this.made.length, shown)).slice(-shown),
      shown: this.made.length - Math.max(0, line.length - shown),
      count: this.made.length,
      final: this.final(ending),
      heights: this.heights(shown),
    };
  }

  /** What the positions of the play are worth, if that is a number. @param {number} shown */
  heights(shown) {
    const rows = [...this.line.positions, ...this.ahead.map(({ choice }) => choice.to)].slice(-shown - 1).map((at) => this.data.positions[at]);
    return rows[0].height ? rows.map(({ height }) => height) : null;
  }

  /** What the play has come to by the numbers that its moves add, in words. */
  account() {
    const { tally, positions } = this.data, moves = this.made.length;
    if (!tally) return "";
    let left = exact(positions[this.line.positions[0]].begins);
    for (const { gain } of this.line.made) {
      left = plus(left, exact(gain));
      if (tally.most !== null && left[0] * exact(tally.most)[1] > exact(tally.most)[0] * left[1]) left = exact(tally.most);
    }
    const number = inWords(tally.averaged && moves ? [left[0], left[1] * BigInt(moves)] : left);
    return tally.words[Math.min(moves, 2)].replace("{n}", moves).replace("{}", number) + (left[0] < 0n ? tally.short : "");
  }

  /** @param {[string, Choice][]} moves */
  listed(moves) {
    return moves.slice(0, this.data.most.shown).map(([name, one]) => {
      const entry = { name, result: RESULTS[one.result], words: this.words(one) };
      return one.move.ends ? { ...entry, from: one.move.ends[0], to: one.move.ends[1] } : entry;
    });
  }

  /** What a move leads to, in words.
   * @param {Choice} choice */
  words(choice) {
    const words = this.bare(choice), { adds } = choice.move;
    return adds === undefined || choice.ending ? words : `${words}, ${choice.proved && choice.solved ? "" : "in a new play "}${adds}`;
  }

  /** @param {Choice} choice */
  bare({ move, result, distance, progress, proved, solved, ending }) {
    if (this.line.mover === CHANCE && result !== EVEN) return `${this.players[Number(result === LOSS)]} wins`;
    if (ending) return `${ending.won ? `${RESULTS[result]}, ` : ""}ends the play: ${ending.reason}`;
    if (!proved) {
      return result === WIN ? (progress ? "keeps the win" : "keeps the win, makes no progress") : `${RESULTS[result]}, unless the play comes back to where it was`;
    }
    if (distance !== null && result !== EVEN) return `${RESULTS[result]} in ${distance + 1}`;
    if (result === EVEN && this.data.view.valued) return move.says;
    return result === WIN && progress && this.data.endless ? "win, on the strategy" : `${RESULTS[result]}${solved || result === EVEN ? "" : ", by the loop rule"}`;
  }

  /** How the play ended, for one person also whether he won, and which moves were mistakes.
   * @param {import("./line.js").Ending} ending */
  ended(ending) {
    const { code, won, reason } = ending, winner = code === DRAW ? null : code;
    const mistakes = this.made.flatMap((one, k) => {
      const words = fault(one, ending);
      return words ? [{ number: k + 1, player: one.player, words: `${one.name} ${words}; ${one.better.slice(0, 3).join(" or ")} ${kept(one)}` }] : [];
    });
    const result = this.persons.length === 1 ? RESULTS[resultOf(code, this.persons[0])] : null;
    return { winner, won, reason, result, mistakes, faultless: this.data.faultless };
  }

  /** How it stands at the end of all moves that are shown. */
  final(ending) {
    const last = this.ahead[this.ahead.length - 1];
    if (last) return [RESULTS[last.choice.result], last.player, last.choice.distance];
    if (ending) return ending.code === DRAW ? ["draw", 0, null] : ["win", ending.code, 0];
    if (this.line.mover === CHANCE) return [RESULTS[this.row.result], 0, null];
    const best = [...this.moves().values()][0];
    return [RESULTS[best.result], this.line.mover, best.distance];
  }

  // How it looks

  scene() {
    const { shared, keys, folds } = this.data, { row } = this;
    if (!this.data.graph && !this.data.frame) {
      const svg = row.board ? this.painted(row.board.map((k) => shared[k])) : "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 400 60'><text x='200' y='34' text-anchor='middle'>This page holds no picture of this position.</text></svg>";
      return { board: { svg, targets: this.ending() ? [] : this.targets(), keys } };
    }
    const last = this.made[this.made.length - 1]?.choice.move.ends ?? null;
    const fold = folds?.pictures[this.path[this.path.length - 1]], at = row.at ?? [];
    const node = (v) => (fold && v >= 0 ? fold.node[folds.places.indexOf(v)] ?? -1 : v);
    const drawn = fold ? this.whole(fold.graph) : row.graph ? this.whole(row.graph) : this.data.graph ? this.whole(this.data.graph) : this.near();
    if (fold) {
      const seen = [...at, ...[...this.moves().values()].map(({ move }) => move.ends[1])];
      drawn.vertices = drawn.vertices.map((vertex) => (vertex.group ? { ...vertex, holds: seen.filter((v) => node(v) === vertex.id) } : vertex));
    }
    const look = { pawns: at.map(node), around: null, way: this.way, radius: 2, away: this.centre !== null };
    return { graph: { ...drawn, ...look, last: last && last.map(node) } };
  }

  /** The whole argument from here, as `graphgames.play.whole_argument` has it: to each position that is won its move, else all. */
  argue() {
    const { positions, shared } = this.data, found = [], seen = new Set();
    const left = [{ depth: 0, move: "", at: positions.indexOf(this.row), turn: this.line.movers.length % 2, from: this.row.at?.[0] ?? -1 }];
    while (left.length && found.length < ARGUED) {
      const { depth, move, at, turn, from } = left.pop(), row = positions[at], here = row?.at?.[0] ?? -1, mover = row?.mover[turn];
      const parts = [[move && `${move}. `, null], ...(!row ? [[`It ${BEYOND}.`, null]] : seen.has(at) || row.ends[turn]?.[4] ? [["As above.", null]] : shared[row.why])];
      found.push({ depth, parts, words: joined(parts), from, to: here });
      const moves = !row || seen.has(at) || row.ends[turn]?.[3] ? [] : row.result === WIN && mover !== CHANCE ? row.moves.slice(0, 1) : row.moves;
      for (const { name, to } of moves.toReversed()) left.push({ depth: depth + 1, move: `${this.players[mover]}: ${name}`, at: to, turn: 1 - turn, from: here });
      seen.add(at);
    }
    return { argument: left.length ? [...found, { depth: 0, words: "… and more." }] : found };
  }

  /** @param {any} graph */
  whole({ frame, vertices, edges }) {
    const part = (k) => this.data.shared[k];
    return { ...part(frame), vertices: vertices.map(part), edges: edges.map(part) };
  }

  /** Of a graph that is too large to be drawn whole: where the play stands, and where its moves lead. */
  near() {
    const centre = this.row.at?.[0], ends = new Map([...this.moves().values()].map(({ move }) => [move.ends[1], move]));
    const ids = [centre, ...[...ends.keys()].filter((v) => v !== centre)].filter((v) => v !== undefined);
    const vertices = ids.filter((v) => this.data.vertices[v] !== undefined).map((v, k) => {
      const row = (k - 1) % 12, column = Math.floor((k - 1) / 12);
      return { ...this.data.shared[this.data.vertices[v]], x: k ? 220 + 130 * column : 0, y: k ? 70 * (row - (Math.min(ids.length - 1, 12) - 1) / 2) : 0, hidden: 0 };
    });
    const there = new Set(vertices.map(({ id }) => id));
    const edges = [...ends.values()].filter(({ ends: [from, to] }) => there.has(from) && there.has(to)).map((move, k) => ({ from: move.ends[0], to: move.ends[1], count: 1, chosen: k === 0 && move.progress === true }));
    return { ...this.data.frame, vertices, edges };
  }

  /** A board with what moves have left there: the mark of the last one, and what stays.
   * @param {string[]} lines */
  painted(lines) {
    const { shared } = this.data, steps = this.made.map(({ left }) => left).filter(Boolean);
    if (!steps.length) return lines.join("\n");
    const man = lines.findIndex((line) => line.includes('class="man')), end = lines.findLastIndex((line) => line.includes("</svg>"));
    const stays = steps.map(([, k]) => shared[k]), mark = shared[steps[steps.length - 1][0]];
    const parts = man < 0 ? [...lines.slice(0, end), mark] : [...lines.slice(0, man), mark, ...lines.slice(man, end)];
    return [...parts, ...stays, ...lines.slice(end)].join("\n");
  }

  targets() {
    const moves = [...this.moves()], place = new Map(moves.map(([, one], k) => [this.row.moves.indexOf(one.move), k]));
    const targets = this.row.targets.map(([k, all]) => ({ ...this.data.shared[k], moves: all }));
    const paths = new Set(targets.map((target) => target.path));
    return targets.map((target) => {
      const meant = target.moves.map((k) => place.get(k)).filter((k) => k !== undefined);
      const begins = paths.has(`${target.path} ${target.place}`.trim()) || !meant.length;
      const best = begins || meant.length === 1 ? moves[Math.min(...meant)]?.[1] : null;
      const far = best && best.distance !== null && best.result !== EVEN ? best.distance + 1 : null;
      return { ...target, moves: meant.map((k) => moves[k][0]), result: best ? RESULTS[best.result] : null, far };
    });
  }
}

/** The words of a sentence with links.
 * @param {[string, number | null][]} parts */
const joined = (parts) => parts.map(([words]) => words).join("");

/** Choices by the names of their moves; of one name the best alone.
 * @param {Choice[]} choices @returns {Map<string, Choice>} */
function named(choices) {
  const found = new Map();
  for (const choice of choices) if (!found.has(choice.move.name)) found.set(choice.move.name, choice);
  return found;
}

/** A move that was made, as the page shows it. */
function played({ player, name, choice, best, stood, better, fall }, ahead, shown) {
  if (player === CHANCE) return { player, name, result: RESULTS[stood], ahead, best: RESULTS[stood], distance: null, better: [] };
  return { player, name, result: RESULTS[choice.result], ahead, worse: fall !== null, best: RESULTS[best.result], distance: best.distance, better: better.slice(0, shown) };
}

/** What a move did wrong in a play with that ending, nothing if that cannot be said of it. */
function fault({ player, choice, best, fall }, { code, won }) {
  if (fall) return `turned ${fall[0]} into ${fall[1]}`;
  if (best.proved && choice.proved && rank(choice) < rank(best)) return `gave the ${RESULTS[best.result]} away${choice.ending ? ` (${choice.ending.reason})` : ""}`;
  if (!won || resultOf(code, player) >= best.result) return "";
  if (choice.result < best.result) return `put the ${RESULTS[best.result]} at risk`;
  const off = rank(choice) < rank(best) || (best.progress && !choice.progress && !choice.proved);
  return best.result === WIN && off ? "made no progress" : "";
}

/** What the better moves would have done. */
function kept({ best, fall }) {
  if (fall && best.result === EVEN) return "would have kept it";
  return best.proved ? `would have ${best.result === WIN ? "won" : "drawn"}` : "was advised";
}
