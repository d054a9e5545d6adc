/*
 * The moves of a play, rated by what happens if both players go on as advised: what graphgames/play/rating.py does, for
 * a page that has no server. A move is [name, position it leads to or -1, result, words, vertex, distance, progress,
 * ...], as draw/page.py writes it. Nothing here knows a game: the page's data say who wins round a loop.
 */
const CHANCE = 2, DRAW = 2, UNKNOWN = -1, LIMIT = 400;
const RANK = { loss: 0, draw: 1, win: 2 };
const outcomeOf = (winner, player) => (winner === DRAW ? "draw" : winner === player ? "win" : "loss");

/** An exact number, p or p/q, as two integers. */
const exact = (text) => { const [p, q = 1n] = text.split("/").map(BigInt); return [p, q]; };

/** Whether an acceptance formula holds of the sets that are seen again and again. */
function holds([sign, ...parts], seen) {
  if (sign === "inf" || sign === "fin") return seen.has(parts[0]) === (sign === "inf");
  return sign === "and" ? parts.every((part) => holds(part, seen)) : parts.some((part) => holds(part, seen));
}

/** The positions of a play in order, and between them who moved and by which move. */
class Line {
  constructor(data, at) {
    this.data = data;
    this.positions = [at];
    this.movers = [];
    this.made = [];
    this.visited = new Map(); // the first visit of each position with each player to move
    this.others = [[-1, -1, -1]]; // each player's last move that was none of a strategy
    this.counts = new Map();
  }

  /** Who is to move at a position after a number of moves; 2 for chance. */
  moverAt(at, made) { return this.data.positions[at].mover[made % 2]; }
  get at() { return this.positions[this.positions.length - 1]; }
  get mover() { return this.moverAt(this.at, this.movers.length); }
  get side() { return this.mover === CHANCE ? 0 : this.mover; }

  /** How many moves a won or lost position takes, null if the solution does not say. */
  count(at) {
    if (!this.counts.has(at)) {
      const { moves } = this.data.positions[at], ways = moves.length && moves[0][2] === "win" ? moves.slice(0, 1) : moves;
      const known = ways.length && ways.every((move) => move[5] !== null);
      this.counts.set(at, known ? Math.max(...ways.map((move) => move[5])) : null);
    }
    return this.counts.get(at);
  }

  push(move) {
    const mover = this.mover, made = this.movers.length, key = this.key(this.at, mover), last = [...this.others[made]];
    if (!this.visited.has(key)) this.visited.set(key, made);
    if (mover !== CHANCE && (move[2] !== "win" || !move[6])) last[mover] = made;
    this.others.push(last);
    this.movers.push(mover);
    this.made.push(move);
    this.positions.push(move[1]);
  }

  pop() {
    this.positions.pop();
    this.others.pop();
    this.made.pop();
    const key = this.key(this.at, this.movers.pop());
    if (this.visited.get(key) === this.movers.length) this.visited.delete(key);
  }

  key(at, mover) { return at * 3 + mover; }

  /** Who has won the play by a rule, 2 for nobody, -1 if the page cannot tell; null if it goes on. */
  ending() {
    const made = this.movers.length, code = this.data.positions[this.at].codes[made % 2];
    if (code !== null || !this.data.round) return code;
    const first = this.visited.get(this.key(this.at, this.mover));
    return first === undefined ? null : this.around(first);
  }

  /** Who wins the play that goes round for ever from a visit on, null if chance has moved on the way. */
  around(first) {
    const { decides, positions } = this.data, loop = this.positions.slice(first, -1);
    if (this.movers.slice(first + loop.lastIndexOf(loop[0])).includes(CHANCE)) return null;
    if (decides === null) return UNKNOWN;
    if (decides.formula) return holds(decides.formula, new Set(loop.flatMap((at) => positions[at].sets))) ? 0 : 1;
    if (!decides.enough) return DRAW;
    let [p, q] = exact(decides.enough).map((one, k) => (k ? one : -one * BigInt(loop.length)));
    this.made.slice(first).forEach((move, k) => {
      const { moves, gains } = positions[loop[k]], [a, b] = exact(gains[moves.indexOf(move)] ?? "0");
      [p, q] = [p * b + a * q, q * b];
    });
    return p < 0n ? 1 : 0;
  }

  /** Every move with what it leads to, the best first, and of these the strategy's; of one name the best alone. */
  choices() {
    const found = ranked(this.data.positions[this.at].moves.map((move) => this.choice(move))), names = new Set();
    return found.filter(({ move }) => !names.has(move[0]) && names.add(move[0]));
  }

  /** Where moves of the player who is not to move lead, if it were that player's turn, the best first. */
  threats() {
    const here = this.at, turn = this.mover, threats = this.data.positions[here].threats;
    const alternate = this.moverAt(here, this.movers.length + 1) !== turn; // then whoever is to move passes
    if (alternate) this.push(["", here, "loss", "", -1, null, true]);
    const found = threats.map((move) => this.choice(move, 1 - turn));
    if (alternate) this.pop();
    return ranked(found);
  }

  /** What a move leads to; with `threatens` for a player who has it although the turn is the other's. */
  choice(move, threatens = null) {
    const player = threatens ?? this.side;
    const rated = { move, result: move[2], distance: move[5], progress: move[6], proved: true, solved: true, ending: null };
    if (move[1] < 0) return move[2] === "draw" || !this.data.round ? rated : { ...rated, distance: null, proved: false };
    if (this.data.anew && this.movers.length) return { ...rated, distance: null, proved: false }; // what came before counts
    this.push(move);
    if (threatens !== null) this.others[this.others.length - 1] = [0, 0, 0].map(() => this.movers.length - 1);
    const ending = this.ending(), limit = { left: LIMIT };
    const sure = ending !== null || rated.result === "draw" || !this.data.round || this.strategyWins(rated.result === "win" ? player : 1 - player, { left: LIMIT });
    const winner = ending ?? (sure ? null : this.winner(limit));
    this.pop();
    if (ending === null && sure) return rated;
    if (winner === null || winner === UNKNOWN) return { ...rated, distance: null, proved: false, ending };
    const result = outcomeOf(winner, player), solved = result === rated.result;
    return { ...rated, result, distance: ending === null ? null : 0, progress: rated.progress && solved, solved, ending };
  }

  /** Whether it is proved that a player who wins from here in a new play wins this one, too. */
  strategyWins(player, limit) {
    const last = this.others[this.others.length - 1][player];
    if (last < 0) return true;
    const visited = this.movers.map((mover, k) => this.key(this.positions[k], mover));
    const before = new Set(visited.slice(0, last + 1)), seen = new Set(visited.slice(last + 1));
    const nearest = this.nearest(last + 1, player), left = [[this.at, this.movers.length]];
    while (left.length) {
      const [at, made] = left.pop();
      if (at < 0) return false;
      const mover = this.moverAt(at, made), here = this.key(at, mover);
      if (before.has(here) || --limit.left < 0) return false;
      const code = this.data.positions[at].codes[made % 2];
      if (code !== null && code !== player) return false;
      if (code !== null || seen.has(here)) continue;
      seen.add(here);
      const length = this.count(at), { moves } = this.data.positions[at];
      if (length !== null && length <= nearest) continue;
      for (const move of mover === player ? moves.slice(0, 1) : moves) left.push([move[1], made + 1]);
    }
    return true;
  }

  /** The least number of moves that a position so early takes the player who wins it, 0 if unknown. */
  nearest(made, player) {
    let nearest = Infinity;
    for (let k = 0; k < Math.min(made, this.movers.length); k++) {
      const mover = this.movers[k], result = this.data.positions[this.positions[k]].moves[0][2];
      if (result === "draw" || (mover !== CHANCE && (result === "win") !== (mover === player))) continue;
      nearest = Math.min(nearest, this.count(this.positions[k]) ?? 0);
    }
    return nearest;
  }

  /** Who wins the rest of the play, 2 for nobody, null if that is not found out. */
  winner(limit) {
    if (this.at < 0) return null;
    const ending = this.ending();
    if (ending !== null) return ending === UNKNOWN ? null : ending;
    if (--limit.left < 0) return null;
    const { moves, result } = this.data.positions[this.at], mover = this.side, thrown = this.mover === CHANCE;
    const solved = result === "draw" ? DRAW : result === "win" ? mover : 1 - mover;
    if (solved === DRAW || !moves.length || this.strategyWins(solved, limit)) return solved;
    const found = [];
    for (const move of moves) {
      this.push(move);
      found.push(this.winner(limit));
      this.pop();
      if (found[found.length - 1] === mover && !thrown) return mover;
    }
    if (thrown) return new Set(found).size === 1 ? found[0] : found.includes(null) ? null : DRAW;
    return found.includes(null) ? null : found.includes(DRAW) ? DRAW : 1 - mover;
  }
}

/** Choices in order: a proved win, one that is not, a draw, a loss that is not proved, a loss. */
function ranked(choices) {
  const rank = ({ result, proved }) => 2 * RANK[result] + Number(proved === (result === "win"));
  return choices.sort((a, b) => rank(b) - rank(a));
}

/** What a move leads to, in words; what it says of an endless game is what a session says. */
function choiceWords(data, choice, mover) {
  const { move, result, distance, progress, proved, solved, ending } = choice, adds = move[7];
  if (!data.round || mover === CHANCE) return move[3];
  if (ending !== null) return ending === UNKNOWN ? "ends the play" : `${result}, ends the play`;
  const keeps = progress ? "keeps the win" : "keeps the win, makes no progress";
  let words = result;
  if (!proved) words = result === "win" ? keeps : `${result}, unless the play comes back to where it was`;
  else if (distance !== null && result !== "draw") words = `${result} in ${distance + 1}`;
  else if (result === "draw") return move[3];
  else if (result === "win" && progress) words = "win, on the strategy";
  return adds ? `${words}, ${proved && solved ? "" : "in a new play "}${adds}` : words;
}
