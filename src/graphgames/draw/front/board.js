// A board: the picture that the server draws, with a place to click, or to come to with Tab and arrows, for each move.

import { ARROWS, towards } from "./camera.js";
import { moving, rescale, s, slide } from "./dom.js";

export class Board {
  /** `on.moves(names, place)`: these moves are meant, at that place; `on.begun(names)`: by what was touched so far. */
  constructor(box, on) {
    this.box = box;
    this.on = on;
    /** @type {any} */ this.data = null;
    /** @type {boolean} */ this.hint = false;
    this.path = "";
    /** @type {string | undefined} */ this.frame = undefined; // of the picture that is shown
    this.box.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.fit()).observe(box);
  }

  show(data, hint) {
    const focused = document.activeElement?.closest?.(".target");
    const from = focused && this.box.contains(focused) ? middle(focused) : null;
    const picture = drawing(data.svg);
    picture.dataset.frame = picture.getAttribute("viewBox");
    [this.data, this.hint, this.path] = [data, hint, ""];
    picture.append(...this.open());
    const before = this.box.firstElementChild;
    this.box.replaceChildren(picture);
    this.fit();
    if (before && moving()) glide(before, picture);
    this.roam();
    if (from) (closest(from, this.targets()) ?? this.box).focus();
  }

  /** The places that can be touched now: those that follow what was touched, and those where a move can begin. */
  open() {
    const next = this.data.targets.filter((target) => target.path === this.path);
    const places = next.map((target) => target.place);
    const others = this.path ? this.data.targets.filter((target) => !target.path && !places.includes(target.place)) : [];
    return [...next, ...others].map((target) => this.target(target, this.hint));
  }

  /** Touch the places of a path, or none. */
  begin(path = "", focus = false) {
    if (path === this.path || !this.data) return;
    this.path = path;
    for (const target of this.targets()) target.remove();
    this.box.firstElementChild.append(...this.open());
    this.fit();
    this.roam();
    if (focus) (this.targets()[0] ?? this.box).focus();
  }

  /** Keep what is written on the board legible and within its frame, which may grow for it but not shrink in a game. */
  fit() {
    const picture = this.box.firstElementChild;
    if (!picture || !this.box.clientWidth) return;
    const [x, y, width, height] = picture.dataset.frame.split(" ").map(Number);
    if (this.frame !== picture.dataset.frame) [this.frame, this.beyond] = [picture.dataset.frame, 0];
    const write = () => rescale(picture, Math.min(this.box.clientWidth / (width + 2 * this.beyond), this.box.clientHeight / height));
    for (let round = 0; round < 2; round += 1) {
      write();
      const whole = picture.getBBox();
      this.beyond = Math.max(this.beyond, x - whole.x, whole.x + whole.width - x - width);
    }
    write();
    picture.setAttribute("viewBox", `${x - this.beyond} ${y} ${width + 2 * this.beyond} ${height}`);
  }

  target({ at: [x, y, width, height], moves, result, far, place, path = "", text, reach }, hint) {
    const here = path ? `${path} ${place}` : place;
    const leads = this.data.targets.some((target) => target.path && target.path === here);
    const known = hint && result ? `, ${result}${far ? ` in ${far}` : ""}` : "";
    const count = `${moves.length} move${moves.length === 1 ? "" : "s"}`;
    const name = leads ? `${place}: ${count}${known}` : moves.length === 1 ? `${moves[0]}${known}` : `${count} here`;
    const act = (focus = false) => {
      if (!leads) { this.on.moves(moves, place); return; }
      const back = this.path.startsWith(here);
      this.begin(back ? path : here, focus);
      this.on.begun(back ? null : moves);
    };
    const enter = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      act(true);
    };
    const parts = [s("title", {}, name)];
    if (reach) parts.push(s("rect", { class: "reach", x: reach[0], y: reach[1], width: reach[2], height: reach[3], rx: 5 }));
    parts.push(s("rect", { class: "hit", x, y, width, height, rx: 5 }));
    if (text) parts.push(s("text", { x: x + width / 2, y: y + height / 2 + 6, "font-size": 17, "text-anchor": "middle" }, text));
    if (hint && far && !leads && Math.min(width, height) > 30) parts.push(s("text", { class: "far", x: x + width - 5, y: y + 14, "font-size": 11, "text-anchor": "end" }, far));
    const lands = reach && reach[2] * reach[3] < 0.5 * width * height ? "lands" : ""; // one touches more than the move changes
    const look = `target ${lands} ${hint && result ? result : ""} ${leads && this.path.startsWith(here) ? "begun" : ""}`;
    return s("g", { class: look, tabindex: -1, role: "button", "aria-label": name, "data-moves": moves.join("|"), click: () => act(), keydown: enter }, ...parts);
  }

  /** Show where a move of the list is, or none: what it changes or, if one touches several places for it, an arrow. */
  pointAt(name) {
    const picture = this.box.firstElementChild;
    picture?.querySelector(".pointed")?.remove();
    const spots = (name && this.data?.targets.filter((target) => target.moves.includes(name))) || [];
    const first = spots.find((target) => !target.path);
    if (!first) return;
    const last = spots.findLast((target) => target.path.split(" ")[0] === first.place) ?? first;
    const [x, y, width, height] = first.reach ?? first.at;
    const mark = last === first ? s("rect", { x, y, width, height, rx: 5 }) : s("path", { d: arrow(first.at, last.at) });
    picture.append(s("g", { class: "pointed", "aria-hidden": "true" }, mark));
  }

  targets() {
    return [...this.box.querySelectorAll(".target")];
  }

  /** One target is in the order of Tab, the arrows lead to the others. */
  roam() {
    this.targets().forEach((target, k) => target.setAttribute("tabindex", k ? -1 : 0));
  }

  key(event) {
    const arrow = ARROWS[event.key];
    const from = event.target;
    if (!arrow || !from.classList.contains("target")) return;
    event.preventDefault();
    event.stopPropagation();
    const [x, y] = middle(from), others = this.targets().filter((target) => target !== from);
    const best = towards({ x, y }, arrow[0], arrow[1], others.map((target) => { const [a, b] = middle(target); return [target, { x: a, y: b }]; }));
    if (!best) return;
    from.setAttribute("tabindex", -1);
    best.setAttribute("tabindex", 0);
    best.focus();
  }
}

/** The outline of an arrow between the middles of two places. */
function arrow([x, y, width, height], [u, v, wide, high]) {
  const [a, b, c, d] = [x + width / 2, y + height / 2, u + wide / 2, v + high / 2];
  const far = Math.hypot(c - a, d - b) || 1, [along, across] = [(c - a) / far, (d - b) / far];
  const at = (t, side) => `${a + t * along - side * across} ${b + t * across + side * along}`;
  return `M${at(0, -4)}L${[at(far - 18, -4), at(far - 18, -12), at(far, 0), at(far - 18, 12), at(far - 18, 4), at(0, 4)].join("L")}Z`;
}

function closest([x, y], targets) {
  const far = (target) => { const [a, b] = middle(target); return (a - x) ** 2 + (b - y) ** 2; };
  return targets.reduce((best, target) => (best === null || far(target) < far(best) ? target : best), null);
}

/** The middle of a place.
 * @param {Element} target @returns {[number, number]} */
function middle(target) {
  const hit = target.querySelector(".hit");
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(hit.getAttribute(name)));
  return [x + width / 2, y + height / 2];
}

/** Return a board of the server as an element without its paper. */
export function drawing(text) {
  const picture = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  picture.classList.add("play");
  picture.setAttribute("role", "group"); // a picture that holds buttons is no image
  picture.removeAttribute("aria-labelledby");
  picture.removeAttribute("width");
  picture.removeAttribute("height");
  for (const child of picture.querySelectorAll(":scope > title, :scope > rect:not([class])")) child.remove();
  return picture;
}

/** Let what has a key move from where it was, or where it comes from, fade in or fade out. */
function glide(before, after) {
  const was = new Map([...before.querySelectorAll("[data-key]")].map((part) => [part.dataset.key, part]));
  for (const part of after.querySelectorAll("[data-key]")) {
    const old = was.get(part.dataset.key);
    was.delete(part.dataset.key);
    const from = old ? old.dataset.at : part.dataset.from;
    if (!old && !from) { part.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 260 }); continue; }
    slide(part, from, { duration: old ? 260 : 340, easing: old ? "ease-out" : "ease-in" });
  }
  for (const old of was.values()) {
    old.removeAttribute("data-key");
    after.append(old);
    old.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 320 }).onfinish = () => old.remove();
  }
}
