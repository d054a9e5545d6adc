// What one looks at through a box: moved by the pointer, zoomed by the wheel or by two fingers, flown through.

import { moving } from "./dom.js";
import * as d3 from "./vendor/d3.js";

const { drag, select, zoom, zoomIdentity } = /** @type {any} */ (d3);
const FLIGHT = 350; // ms
const SLIP = 6; // pixels by which the pointer may move in a click
const RESTS = 130; // ms that the pointer rests upon a vertex before its reason is asked for

export class Camera {
  /** @type {any} What draws: it has grips(), whether one finger moves it; awake(), whether it is shown; and what follows a pointer. */ me = this;

  /** @param {any} box */
  constructor(box) {
    this.box = box;
    /** @type {any} */ this.shift = null; // from what is drawn to the box, a transform of d3
    this.free = false; // whether somebody has moved it
    /** @type {any} */ this.mouse = null; // where it was last
    /** @type {number | null} */ this.over = null; // the vertex under the pointer
    /** @type {number | null} */ this.focus = null; // so many edges around the chosen vertex are lit
    const held = (event) => !event.button && (!event.touches || event.touches.length > 1 || this.me.grips());
    this.motion = zoom().scaleExtent([0.05, 4]).clickDistance(SLIP).on("zoom", (event) => this.moved(event))
      .on("end", () => this.mouse && this.hovered(this.me.under(there(this.mouse)))) // another vertex may have come below it
      .filter((event) => (event.type === "wheel" ? event.ctrlKey || (document.activeElement === box && this.focus === null) : held(event)));
    const pulled = drag().container(() => box).clickDistance(SLIP).filter(held).subject(({ sourceEvent }) => this.me.grab(this.me.under(sourceEvent)))
      .on("drag", ({ subject, x, y, sourceEvent }) => {
        subject.far ||= Math.hypot(x - subject.x, y - subject.y) > SLIP;
        if (subject.far) { this.hovered(null); this.me.pull(subject.vertex, this.spot({ x, y }), sourceEvent); }
      })
      .on("end", ({ subject, x, y, sourceEvent }) => subject.far && this.me.drop(subject.vertex, this.spot({ x, y }), sourceEvent));
    this.frame = select(box).call(pulled).call(this.motion).style("touch-action", null).on("dblclick.zoom", null)
      .on("click", (event) => this.me.tap(there(event))) // what was pressed may be drawn anew
      .on("pointermove", (event) => {
        if (event.pointerType !== "mouse" || event.buttons) return;
        this.mouse = event;
        this.hovered(this.me.under(event));
      })
      .on("pointerleave", () => { this.mouse = null; this.hovered(null); })
      .on("wheel", (event) => {
        if (this.focus === null || event.ctrlKey) return;
        event.preventDefault();
        this.me.refocus(Math.min(20, Math.max(0, this.focus - Math.sign(event.deltaY))));
      });
    new ResizeObserver(() => this.me.awake() && this.resized()).observe(box);
    this.measure();
  }

  /** Look how large the box is; seldom, because the browser must lay out the page for it. */
  measure() {
    this.size = [this.box.clientWidth || 1, this.box.clientHeight || 1];
  }

  resized() {
    const view = this.view;
    this.measure();
    if (this.free) this.aim(view);
    else this.me.fit();
  }

  /** The point in the middle of the box, and pixels for each unit. */
  get view() {
    const [wide, high] = this.size;
    return this.shift && { ...this.spot({ x: wide / 2, y: high / 2 }), scale: this.shift.k };
  }

  /** Where in what is drawn a point of the box is. */
  spot({ x, y }) { return { x: this.shift.invertX(x), y: this.shift.invertY(y) }; }

  /** Where in the box a place stands. */
  inBox({ x, y }) { return { x: this.shift.applyX(x), y: this.shift.applyY(y) }; }

  /** Have a point in the middle, at a scale; come there in a flight where that is wanted and things move. */
  aim({ x, y, scale }, flies = false) {
    const [wide, high] = this.size, to = zoomIdentity.translate(wide / 2 - x * scale, high / 2 - y * scale).scale(scale);
    this.motion.transform(flies && moving() ? this.frame.transition().duration(FLIGHT) : this.frame, to);
  }

  /** Where in the box an event was. */
  point({ clientX, clientY }) {
    const { left, top } = this.box.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  fly(to) {
    this.free = true;
    this.aim(to, true);
  }

  zoom(factor) {
    this.free = true;
    this.motion.scaleBy(this.frame, factor);
  }

  moved({ transform, sourceEvent }) {
    this.shift = transform;
    if (sourceEvent) { this.free = true; this.hovered(null); }
    this.me.look();
  }

  /** The pointer has come upon a vertex, or upon none. */
  hovered(v) {
    if (v === this.over) return;
    this.over = v;
    this.me.hover(v);
  }
}

/** A place of the pointer, with what is there now. */
const there = ({ clientX, clientY }) => ({ clientX, clientY, target: document.elementFromPoint(clientX, clientY) });

/** The vertices at most so many edges away, whichever way these point; of too many the nearest.
 * @param {number} v @param {number} radius @param {(v: number) => Iterable<number>} near @returns {Set<number>} */
export function ball(v, radius, near, most = Infinity) {
  const found = new Set([v]);
  let front = [v];
  for (let step = 0; step < radius && front.length; step += 1) {
    const after = [];
    for (const u of front) for (const w of near(u)) if (!found.has(w) && found.size < most) { found.add(w); after.push(w); }
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
