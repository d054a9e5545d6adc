// The moves of a play, rated by what happens if both players go on as advised: what graphgames.play.rating does for
// positions that a page holds (see graphgames.draw.held). Nothing here knows a game; the data say who wins a loop.

import { exact, inWords, less, plus, reduced } from "./numbers.js";

export const CHANCE = 2;
export const DRAW = 2;
export const LOSS = 0; // results, by rank
export const EVEN = 1;
export const WIN = 2;

/** @typedef {{ code: number, reason: string, won: boolean, loop?: boolean }} Ending */
/** @typedef {{ move: any, to: number, result: number, distance: number | null, progress: boolean, proved: boolean, solved: boolean, ending: Ending | null }} Choice */

/** The result for a player of a play with this winner.
 * @param {number} winner @param {number} player */
export const resultOf = (winner, player) => (winner === DRAW ? EVEN : winner === player ? WIN : LOSS);

/** Whether an acceptance formula holds of the sets that are seen again and again.
 * @param {any[]} formula @param {Set<number>} seen @returns {boolean} */
function holds([sign, ...parts], seen) {
  if (sign === "inf" || sign === "fin") return seen.has(parts[0]) === (sign === "inf");
  return sign === "and" ? parts.every((part) => holds(part, seen)) : parts.some((part) => holds(part, seen));
}

/** @param {any[]} end @returns {Ending} */
const asEnding = ([code, reason, won, , loop = false]) => ({ code, reason, won, loop });

/** What is better is larger: a proved win, one that is not, a draw, a loss that is not proved, a loss.
 * @param {{ result: number, proved: boolean }} choice */
export const rank = ({ result, proved }) => 2 * result + Number(proved === (result === WIN));

/** The positions of a play in order, and between them who moved and by which move. */
export class Line {
  /** @param {any} data @param {number} at */
  constructor(data, at) {
    this.data = data;
    this.positions = [at];
    /** @type {number[]} */ this.movers = [];
    /** @type {any[]} */ this.made = [];
    /** @type {Map<number, number>} */ this.visited = new Map(); // the first visit of each position with each player to move
    this.others = [[-1, -1, -1]]; // each player's last move that was none of a strategy
    /** @type {Map<number, number | null>} */ this.counts = new Map();
  }

  get at() { return this.positions[this.positions.length - 1]; }
  get here() { return this.data.positions[this.at]; }
  get mover() { return this.moverAt(this.at, this.movers.length); }
  get side() { return this.mover === CHANCE ? 0 : this.mover; }

  /** Who is to move at a position after a number of moves; 2 for chance.
   * @param {number} at @param {number} made */
  moverAt(at, made) { return this.data.positions[at].mover[made % 2]; }

  /** @param {number} at @param {number} mover */
  key(at, mover) { return at * 3 + mover; }

  /** How many moves a won or lost position takes, null if the solution does not say.
   * @param {number} at */
  count(at) {
    let found = this.counts.get(at);
    if (found === undefined) {
      const { moves } = this.data.positions[at], ways = moves.length && moves[0].result === WIN ? moves.slice(0, 1) : moves;
      const known = ways.length && ways.every((move) => move.distance !== undefined);
      found = known ? Math.max(...ways.map((move) => move.distance)) : null;
      this.counts.set(at, found);
    }
    return found;
  }

  /** @param {any} move */
  push(move) {
    const mover = this.mover, made = this.movers.length, key = this.key(this.at, mover), last = [...this.others[made]];
    if (!this.visited.has(key)) this.visited.set(key, made);
    if (mover !== CHANCE && (move.result !== WIN || !move.progress)) last[mover] = made;
    this.others.push(last);
    this.movers.push(mover);
    this.made.push(move);
    this.positions.push(move.to);
  }

  pop() {
    this.positions.pop();
    this.others.pop();
    this.made.pop();
    const key = this.key(this.at, /** @type {number} */ (this.movers.pop()));
    if (this.visited.get(key) === this.movers.length) this.visited.delete(key);
  }

  /** What a function finds after a move.
   * @template T @param {any} move @param {() => T} found @returns {T} */
  after(move, found) {
    this.push(move);
    try { return found(); } finally { this.pop(); }
  }

  /** How the rules end a play at a position; null if it goes on.
   * @param {number} at @param {number} made @returns {Ending | null} */
  rule(at, made) {
    const end = this.data.positions[at].ends[made % 2];
    return end && end[3] ? asEnding(end) : null;
  }

  /** How the play has ended by a rule, null if it goes on as long as there is a move.
   * @returns {Ending | null} */
  ending() {
    const ending = this.rule(this.at, this.movers.length);
    if (ending || !this.data.again) return ending;
    const first = this.visited.get(this.key(this.at, this.mover));
    return first === undefined ? null : this.around(first);
  }

  /** How a play ends that goes round for ever from a visit on, null if it goes on because chance has moved on the way.
   * @param {number} first @returns {Ending | null} */
  around(first) {
    const { round, tally, positions, view } = this.data;
    if (view.players.length > CHANCE) { // then a play comes back with the last visit
      first = this.positions.lastIndexOf(this.at, this.positions.length - 2);
      if (this.movers.slice(first).includes(CHANCE)) return null;
    }
    const loop = this.positions.slice(first, -1), made = this.made.slice(first), { again } = positions[loop[0]];
    if (tally) return summed(tally, made.map(({ gain }) => exact(gain)), again);
    const seen = new Set([...loop.flatMap((at) => positions[at].sets), ...made.flatMap(({ sets }) => sets ?? [])]);
    const names = [...seen].sort((a, b) => a - b).map((k) => round.names[k]).join(", ");
    const sentence = round.passed.find(([formula]) => holds(formula, seen))[1];
    const code = round.formula ? Number(!holds(round.formula, seen)) : DRAW;
    return { code, reason: again + (round.names.length ? sentence.replace("{}", names) : sentence), won: true, loop: true };
  }

  /** Every move with what it leads to, the best first, and of these the strategy's. */
  choices() {
    return this.here.moves.map((move) => this.choice(move)).sort((a, b) => rank(b) - rank(a));
  }

  /** Where moves of the player who is not to move lead, if it were that player's turn, the best first. */
  threats() {
    const here = this.at, turn = this.mover, { threats } = this.here;
    const found = () => threats.map((move) => this.choice(move, 1 - turn)).sort((a, b) => rank(b) - rank(a));
    const alternate = this.moverAt(here, this.movers.length + 1) !== turn; // then whoever is to move passes
    return alternate ? this.after({ to: here, result: LOSS, progress: true }, found) : found();
  }

  /** What a move leads to; with `threatens` for a player who has it although the turn is the other's.
   * @param {any} move @param {number | null} threatens @returns {Choice} */
  choice(move, threatens = null) {
    const player = threatens ?? this.side, { to, result, distance = null, progress = false } = move;
    const rated = { move, to, result, distance, progress, proved: !move.unproved, solved: !move.unsolved, ending: move.ended ? asEnding(move.ended) : null };
    const unproved = { ...rated, distance: null, proved: false };
    if (to < 0) return result === EVEN || !this.data.again ? rated : unproved;
    return this.after(move, () => {
      if (threatens !== null) this.others[this.others.length - 1] = [0, 0, 0].map(() => this.movers.length - 1);
      const ending = this.ending();
      if (ending) return { ...decided(rated, ending.code, player), distance: 0, ending };
      const safe = result === EVEN || !this.data.again;
      if (safe || this.strategyWins(result === WIN ? player : 1 - player, this.limit())) return rated;
      const winner = this.winner(this.limit());
      return winner === null ? unproved : decided(rated, winner, player);
    });
  }

  limit() { return { left: this.data.most.limit, made: this.movers.length }; }

  /** Whether it is proved that a player who wins from here in a new play wins this one, too.
   * @param {number} player @param {{ left: number }} limit */
  strategyWins(player, limit) {
    const last = this.others[this.others.length - 1][player];
    if (last < 0) return true;
    const visited = this.movers.map((mover, k) => this.key(this.positions[k], mover));
    const before = new Set(visited.slice(0, last + 1)), seen = new Set(visited.slice(last + 1));
    const nearest = this.nearest(last + 1, player), left = [[this.at, this.movers.length]];
    for (let next = left.pop(); next; next = left.pop()) {
      const [at, made] = next;
      if (at < 0) return false;
      const mover = this.moverAt(at, made), here = this.key(at, mover);
      if (before.has(here) || --limit.left < 0) return false;
      const ending = this.rule(at, made);
      if (ending && ending.code !== player) return false;
      if (ending || seen.has(here)) continue;
      seen.add(here);
      const length = this.count(at), { moves } = this.data.positions[at];
      if (length !== null && length <= nearest) continue;
      for (const move of mover === player ? moves.slice(0, 1) : moves) left.push([move.to, made + 1]);
    }
    return true;
  }

  /** The least number of moves that a position so early takes the player who wins it, 0 if unknown.
   * @param {number} made @param {number} player */
  nearest(made, player) {
    let nearest = Infinity;
    for (let k = 0; k < Math.min(made, this.movers.length); k++) {
      const mover = this.movers[k], { result } = this.data.positions[this.positions[k]].moves[0];
      if (result === EVEN || (mover !== CHANCE && (result === WIN) !== (mover === player))) continue;
      nearest = Math.min(nearest, this.count(this.positions[k]) ?? 0);
    }
    return nearest;
  }

  /** Who wins the rest of the play, 2 for nobody, null if that is not found out.
   * @param {{ left: number, made: number }} limit @returns {number | null} */
  winner(limit) {
    if (this.at < 0) return null;
    const ending = this.ending();
    if (ending || --limit.left < 0) return ending?.code ?? null;
    if (this.movers.some((mover, k) => k >= limit.made && this.key(this.positions[k], mover) === this.key(this.at, this.mover))) return null; // chance led back into the search
    const { moves, result } = this.here, mover = this.side, thrown = this.mover === CHANCE;
    const solved = result === EVEN ? DRAW : result === WIN ? mover : 1 - mover;
    if (solved === DRAW || !moves.length || this.strategyWins(solved, limit)) return solved;
    const found = [];
    for (const move of moves) {
      found.push(this.after(move, () => this.winner(limit)));
      if (found[found.length - 1] === mover && !thrown) return mover;
    }
    if (thrown) return new Set(found).size === 1 ? found[0] : found.includes(null) ? null : DRAW;
    return found.includes(null) ? null : found.includes(DRAW) ? DRAW : 1 - mover;
  }

  /** Of moves that lead to the same the one after which the opponent can most easily go wrong; see graphgames.play.rating.
   * @param {Choice[]} choices */
  hardest(choices) {
    let left = this.data.most.answers, best = choices[0], least = [3, 1, 0, 0];
    for (const choice of choices) {
      if (choice.to < 0) continue;
      const [answers, ends] = this.after(choice.move, () => {
        const found = choice.ending ? [] : this.choices();
        const right = found.length <= this.data.most.few ? found.filter((one) => rank(one) === rank(found[0])) : [];
        return [found, right.some((one) => one.result === WIN && this.over(one))];
      });
      const right = answers.filter((one) => rank(one) === rank(answers[0])).length;
      const key = [answers.length && !ends ? 0 : answers.length ? 1 : 2, Number(right === answers.length), right, -(choice.distance ?? 0)];
      const at = key.findIndex((part, k) => part !== least[k]);
      if (at >= 0 && key[at] < least[at]) [best, least] = [choice, key];
      left -= answers.length;
      if (left <= 0) break;
    }
    return best;
  }

  /** Whether a move ends the play, by a rule or since the other player has no move.
   * @param {Choice} choice */
  over({ move }) {
    return move.to >= 0 && this.after(move, () => this.ending() !== null || !this.here.moves.length);
  }
}

/** A player's move with who wins the play after it; where the solution says otherwise it is no progress.
 * @param {Choice} choice @param {number} winner @param {number} player @returns {Choice} */
function decided(choice, winner, player) {
  const result = resultOf(winner, player), solved = result === choice.result;
  return { ...choice, result, distance: null, progress: choice.progress && solved, solved };
}

/** How a play ends that goes round for ever by moves that add numbers.
 * @param {any} tally @param {import("./numbers.js").Exact[]} gains @param {string} again @returns {Ending} */
function summed(tally, gains, again) {
  const [falls, stays, rises, lacks] = tally.passed, total = gains.reduce(plus, /** @type {import("./numbers.js").Exact} */ ([0n, 1n]));
  const mean = reduced([total[0], total[1] * BigInt(gains.length)]), won = !less(mean, exact(tally.enough));
  const end = (code, sentence, number) => ({ code, reason: again + sentence.replace("{}", inWords(number)), won: true, loop: true });
  if (tally.averaged) return end(Number(!won), rises, mean);
  if (!won) return end(1, falls, [-total[0], total[1]]);
  if (tally.most !== null) {
    const most = exact(tally.most);
    let level = most;
    for (const gain of [...gains, ...gains]) {
      level = plus(level, gain);
      if (less(most, level)) level = most;
      if (level[0] < 0n) return end(1, lacks, total);
    }
  }
  return end(0, total[0] ? rises : stays, total);
}
