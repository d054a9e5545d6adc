// The address of a position: what follows # says which game it is, the play, where one is in it, who plays, and the tab.

/** @typedef {{ game: Record<string, string>, start: number | null, side: string, moves: string[], ply: number, tab: string, test: number, objective: string }} Place */

const GAME = ["example", "file", "digest", "text", "name", "as-game", "as-format", "as-objective", "as-priorities", "as-convention", "as-property", "as-constants"];

/** How a game is read, as an address says it, and back.
 * @param {Record<string, string>} options @returns {Record<string, string>} */
export const readAs = (options) => Object.fromEntries(Object.entries(options).filter(([, value]) => value).map(([name, value]) => [`as-${name}`, value]));
/** @param {Record<string, string>} game */
export const optionsOf = (game) => Object.fromEntries(Object.entries(game).filter(([name]) => name.startsWith("as-")).map(([name, value]) => [name.slice(3), value]));

export const LONGEST = 6000; // characters; a longer play has no address

/** @param {Place} place */
export function written({ game, objective, test, start, side, moves, ply, tab }) {
  const parts = { ...game, objective, test: test ? String(test) : "", start: start === null ? "" : String(start), side };
  const play = { play: moves.map(encodeURIComponent).join(","), at: ply === moves.length ? "" : String(ply), tab };
  const filled = Object.entries(parts).filter(([, value]) => value).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return [...filled, ...Object.entries(play).filter(([, value]) => value).map(([name, value]) => `${name}=${value}`)].join("&");
}

/** What an address says; null if it says nothing.
 * @param {string} hash @returns {Place | null} */
export function read(hash) {
  const parts = new Map(hash.replace(/^#/, "").split("&").filter((part) => part.includes("=")).map((part) => {
    const at = part.indexOf("=");
    return [part.slice(0, at), part.slice(at + 1)];
  }));
  if (!parts.size) return null;
  const text = (name) => plain(parts.get(name) ?? ""), number = (name) => (/^\d+$/.test(parts.get(name) ?? "") ? Number(parts.get(name)) : null);
  const moves = parts.get("play") ? parts.get("play").split(",").map(plain) : [];
  const game = Object.fromEntries(GAME.filter((name) => parts.has(name)).map((name) => [name, text(name)]));
  return { game, objective: text("objective"), test: number("test") ?? 0, start: number("start"), side: text("side"), moves, ply: number("at") ?? moves.length, tab: text("tab") };
}

/** @param {string} text */
function plain(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

/** The question with which a play is taken up where an address says.
 * @param {Place} place */
export function question({ start, side, test, moves, ply }) {
  const persons = side === "0" || side === "1" ? [Number(side)] : side === "both" ? [0, 1] : undefined;
  return { start, test, moves, ply: Math.min(ply, moves.length), fresh: true, ...(persons && { persons }) };
}

/** Whether two places are of one game.
 * @param {Place} one @param {Place} other */
export const sameGame = (one, other) => JSON.stringify(one.game) === JSON.stringify(other.game);
