// What one looks at through a box: moved by the pointer, zoomed by the wheel or by two fingers, flown through.

import { moving } from "./dom.js";

const FLIGHT = 350; // ms
const RESTS = 130; // ms that the pointer rests upon a vertex before its reason is asked for

export class Camera {
  /** @param {any} box */
  constructor(box) {
    this.box = box;
    /** @type {{ x: number, y: number, scale: number } | null} */ this.view = null; // the point in the middle, and pixels for each unit
    this.pointers = new Map();
    this.free = false; // whether somebody has moved it
    this.least = 0.05;
    /** @type {any} */ this.held = null;
    /** @type {number | null} */ this.over = null; // the vertex under the pointer
    /** @type {number | null} */ this.focus = null; // so many edges around the chosen vertex are lit
    for (const kind of ["pointerdown", "pointermove", "pointerup", "pointercancel", "pointerleave"]) box.addEventListener(kind, (event) => this.awake() && this[kind](event));
    box.addEventListener("wheel", (event) => this.awake() && this.wheel(event), { passive: false });
    new ResizeObserver(() => this.awake() && this.resized()).observe(box);
    this.measure();
  }

  // For those that draw: whether this is what the box shows, what is held by a pointer, and what was done with it

  awake() { return true; }
  resized() { this.measure(); }
  look() {}
  grab(...[]) { return /** @type {any} */ ({}); }
  under(...[]) { return /** @type {number | null} */ (null); }
  pull(...[]) { return false; }
  drop(...[]) {}
  tap(...[]) {}
  hover(...[]) {}
  refocus(...[]) {}

  /** Look how large the box is; seldom, because the browser must lay out the page for it. */
  measure() {
    this.size = [this.box.clientWidth || 1, this.box.clientHeight || 1];
  }

  /** Where in what is drawn a point of the box is. */
  spot({ x, y }) {
    const [wide, high] = this.size;
    return { x: this.view.x + (x - wide / 2) / this.view.scale, y: this.view.y + (y - high / 2) / this.view.scale };
  }

  /** Where in the box a place stands. */
  inBox({ x, y }) {
    const [wide, high] = this.size;
    return { x: (x - this.view.x) * this.view.scale + wide / 2, y: (y - this.view.y) * this.view.scale + high / 2 };
  }

  zoom(factor, at = null) {
    const [wide, high] = this.size;
    const scale = Math.min(4, Math.max(this.least, this.view.scale * factor));
    const point = at ?? { x: wide / 2, y: high / 2 };
    const fixed = this.spot(point);
    this.view = { scale, x: fixed.x - (point.x - wide / 2) / scale, y: fixed.y - (point.y - high / 2) / scale };
    this.free = true;
    this.look();
  }

  /** Go to a view, in a flight where things move. */
  fly(to) {
    const from = this.view, began = performance.now();
    this.free = true;
    const step = (now) => {
      const part = moving() ? Math.min(1, Math.max(0, (now - began) / FLIGHT)) : 1, eased = part * part * (3 - 2 * part);
      const between = (name) => from[name] + eased * (to[name] - from[name]);
      this.view = { x: between("x"), y: between("y"), scale: from.scale * (to.scale / from.scale) ** eased };
      this.look();
      if (part < 1) requestAnimationFrame(step);
    };
    step(began);
  }

  point(event) {
    const { left, top } = this.box.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  pointerdown(event) {
    if (event.button) return;
    this.box.focus({ preventScroll: true });
    this.pointers.set(event.pointerId, this.point(event));
    this.held = { ...this.grab(event), from: this.point(event), dragged: this.pointers.size > 1 };
    if (event.pointerType === "mouse") this.box.setPointerCapture(event.pointerId);
  }

  pointermove(event) {
    const old = this.pointers.get(event.pointerId);
    if (!old || !this.view) {
      if (this.view && event.pointerType === "mouse" && !event.buttons) this.hovered(this.under(event));
      return;
    }
    const now = this.point(event);
    if (this.pointers.size === 2) {
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)[1];
      const factor = Math.hypot(now.x - other.x, now.y - other.y) / (Math.hypot(old.x - other.x, old.y - other.y) || 1);
      this.zoom(factor, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
      this.held.dragged = true;
    } else if (this.held.dragged || Math.hypot(now.x - this.held.from.x, now.y - this.held.from.y) > 6) {
      this.held.dragged = true;
      const [dx, dy] = [(now.x - old.x) / this.view.scale, (now.y - old.y) / this.view.scale];
      this.hovered(null);
      if (!this.pull(dx, dy, event)) {
        this.view = { ...this.view, x: this.view.x - dx, y: this.view.y - dy };
        this.free = true;
        this.look();
      }
    } else return;
    this.pointers.set(event.pointerId, now);
  }

  pointerup(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    if (this.held.dragged) this.drop(event);
    else if (!this.pointers.size) this.tap(event);
  }

  pointercancel(event) {
    this.pointers.delete(event.pointerId);
  }

  pointerleave() {
    this.hovered(null);
  }

  /** The pointer has come upon a vertex, or upon none. */
  hovered(v) {
    if (v === this.over) return;
    this.over = v;
    this.hover(v);
  }

  /** The wheel zooms, or makes the lit neighbourhood larger or smaller; else the page is scrolled. */
  wheel(event) {
    if (!this.view || !(event.ctrlKey || document.activeElement === this.box)) return;
    event.preventDefault();
    if (this.focus !== null && !event.ctrlKey) this.refocus(Math.min(20, Math.max(0, this.focus - Math.sign(event.deltaY))));
    else this.zoom(Math.exp(-event.deltaY / 400), this.point(event));
  }
}

/** The vertices at most so many edges away, whichever way these point.
 * @param {number} v @param {number} radius @param {(v: number) => Iterable<number>} near @returns {Set<number>} */
export function ball(v, radius, near) {
  const found = new Set([v]);
  let front = [v];
  for (let step = 0; step < radius && front.length; step += 1) {
    const after = [];
    for (const u of front) for (const w of near(u)) if (!found.has(w)) { found.add(w); after.push(w); }
    front = after;
  }
  return found;
}

/** @type {Record<string, [number, number]>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The one that is nearest in a direction, or null.
 * @template T @param {{ x: number, y: number }} from @param {number} dx @param {number} dy
 * @param {Iterable<[T, { x: number, y: number }]>} places @returns {T | null} */
export function towards(from, dx, dy, places) {
  let best = null, least = Infinity;
  for (const [v, { x, y }] of places) {
    const along = (x - from.x) * dx + (y - from.y) * dy;
    const aside = Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx);
    if (along < 4 || aside > 2.5 * along) continue;
    const far = along + 2 * aside;
    if (far < least) [best, least] = [v, far];
  }
  return best;
}

/** What is said of the vertex under the pointer, beside it: its name and value at once, its reason when the pointer rests. */
export class Tip {
  /** @param {HTMLElement} box @param {HTMLElement} element @param {(v: number) => Promise<string[]>} reason */
  constructor(box, element, reason) {
    this.box = box;
    this.element = element;
    this.reason = reason;
    this.waiting = 0;
    this.count = 0;
  }

  /** @param {number | null} v @param {string[]} [words] @param {{ x: number, y: number }} [at] */
  show(v, words = [], at = { x: 0, y: 0 }) {
    clearTimeout(this.waiting);
    const mine = this.count += 1;
    this.element.hidden = v === null;
    if (v === null) return;
    this.write(words, at);
    this.waiting = window.setTimeout(async () => {
      const more = await this.reason(v);
      if (mine === this.count && more.length) this.write(more, at);
    }, RESTS);
  }

  write(lines, at) {
    this.element.replaceChildren(...lines.map((words, k) => Object.assign(document.createElement(k ? "p" : "b"), { textContent: words })));
    const right = at.x > this.box.clientWidth / 2, low = at.y > this.box.clientHeight / 2;
    this.element.style.translate = `${right ? "-100%" : "0"} ${low ? "-100%" : "0"}`;
    this.element.style.left = `${Math.round(at.x + (right ? -16 : 16))}px`;
    this.element.style.top = `${Math.round(at.y + (low ? -12 : 12))}px`;
  }
}
