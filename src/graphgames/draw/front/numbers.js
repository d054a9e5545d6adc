// Exact numbers, as pairs of integers, and how they are written for people: what graphgames.core.value does.

/** @typedef {[bigint, bigint]} Exact */

const ROOM = 9, LARGE = 15; // characters of a fraction, and digits of an integer, that people read exactly

/** @param {bigint} a */
const size = (a) => (a < 0n ? -a : a);

/** An exact number, p or p/q in a text.
 * @param {string} text @returns {Exact} */
export const exact = (text) => { const [p, q = "1"] = text.split("/"); return [BigInt(p), BigInt(q)]; };

/** @param {Exact} number @returns {Exact} */
export function reduced([p, q]) {
  let [a, b] = [size(p), q];
  while (b) [a, b] = [b, a % b];
  return a ? [p / a, q / a] : [0n, 1n];
}

/** @param {Exact} one @param {Exact} other @returns {Exact} */
export const plus = ([p, q], [a, b]) => reduced([p * b + a * q, q * b]);

/** @param {Exact} one @param {Exact} other */
export const less = ([p, q], [a, b]) => p * b < a * q;

/** The nearest integer, of two the even one.
 * @param {bigint} p @param {bigint} q */
function nearest(p, q) {
  const low = p >= 0n ? p / q : -((-p + q - 1n) / q), twice = 2n * (p - low * q);
  return twice > q || (twice === q && low % 2n) ? low + 1n : low;
}

/** A number by so many digits.
 * @param {Exact} number @param {number} count */
function digits([p, q], count) {
  if (!p) return "0";
  const a = size(p), sign = p < 0n ? "-" : "";
  let exponent = String(a).length - String(q).length;
  if (exponent >= 0 ? a < q * 10n ** BigInt(exponent) : a * 10n ** BigInt(-exponent) < q) exponent -= 1;
  const shift = count - 1 - exponent;
  let kept = String(shift >= 0 ? nearest(a * 10n ** BigInt(shift), q) : nearest(a, q * 10n ** BigInt(-shift)));
  if (kept.length > count) exponent += 1;
  kept = kept.replace(/0+$/, "");
  if (exponent <= -5 || exponent >= LARGE) return `${sign}${kept[0]}${kept.length > 1 ? `.${kept.slice(1)}` : ""}e${exponent}`;
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${kept}`;
  const whole = kept.slice(0, exponent + 1).padEnd(exponent + 1, "0"), rest = kept.slice(exponent + 1);
  return `${sign}${whole}${rest ? `.${rest}` : ""}`;
}

/** A number for people to read: short ones exactly, long ones rounded and marked so.
 * @param {Exact} number */
export function inWords(number) {
  const [p, q] = reduced(number), text = q === 1n ? String(p) : `${p}/${q}`;
  if (text.length <= (q === 1n ? LARGE : ROOM)) return text;
  const near = nearest(p, q), rest = p - near * q;
  if (size(near) >= 10n ** BigInt(LARGE)) return `≈ ${digits([p, q], 6)}`;
  const decimal = digits([p, q], Math.max(6, String(size(near)).length + 1));
  const [whole, behind = ""] = decimal.split(".");
  if (!decimal.includes("e") && p * 10n ** BigInt(behind.length) === q * BigInt(whole + behind)) return decimal;
  return rest && decimal === String(near) ? `≈ ${near} ${rest < 0n ? "-" : "+"} ${digits([size(rest), q], 1)}` : `≈ ${decimal}`;
}

/** A text cut to a number of characters in its middle.
 * @param {string} words @param {number} most */
export function shortened(words, most) {
  const signs = [...words], tail = (most - 1) >> 1;
  return signs.length <= most ? words : `${signs.slice(0, most - 1 - tail).join("")}…${signs.slice(signs.length - tail).join("")}`;
}
