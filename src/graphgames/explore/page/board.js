// A board: the picture that the server draws, with a place to click, or to come to with Tab and arrows, for each move.

import { s } from "./dom.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  /** `on.moves(names)`: these moves are meant. */
  constructor(box, on) {
    this.box = box;
    this.on = on;
    this.box.addEventListener("keydown", (event) => this.key(event));
  }

  show(data, hint) {
    const focused = this.box.contains(document.activeElement);
    const picture = drawing(data.svg);
    const { width } = picture.viewBox.baseVal;
    picture.classList.toggle("wide", width > 1400);
    picture.style.width = width > 1400 ? "" : `${1.6 * width}px`;
    for (const target of data.targets) picture.append(this.target(target, hint));
    picture.setAttribute("role", "group"); // a picture that holds buttons is no image
    this.box.replaceChildren(picture);
    this.roam();
    if (focused) (this.targets()[0] ?? this.box).focus();
  }

  target({ at: [x, y, width, height], moves, result }, hint) {
    const known = hint && result ? `, ${result}` : "";
    const name = moves.length === 1 ? `${moves[0]}${known}` : `${moves.length} moves here`;
    const act = () => this.on.moves(moves);
    const enter = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      act();
    };
    return s(
      "rect",
      { class: `target ${hint && result ? result : ""}`, x, y, width, height, rx: 2, tabindex: -1, role: "button", "aria-label": name, "data-moves": moves.join("|"), click: act, keydown: enter },
      s("title", {}, name),
    );
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
    const best = nearest(middle(from), arrow, this.targets().filter((target) => target !== from));
    if (!best) return;
    from.setAttribute("tabindex", -1);
    best.setAttribute("tabindex", 0);
    best.focus();
  }
}

function nearest([x, y], [dx, dy], targets) {
  let best = null, least = Infinity;
  for (const target of targets) {
    const [a, b] = middle(target);
    const along = (a - x) * dx + (b - y) * dy;
    const far = along + 3 * (Math.abs((a - x) * dy) + Math.abs((b - y) * dx));
    if (along > 0.5 && far < least) [best, least] = [target, far];
  }
  return best;
}

function middle(target) {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(target.getAttribute(name)));
  return [x + width / 2, y + height / 2];
}

/** Give a picture of the server as an element; its size goes into the style sheet's hands. */
export function drawing(text) {
  const picture = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  return picture;
}
