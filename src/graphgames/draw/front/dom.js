// The little that the page needs to make elements; text is always text, never markup.

/** The element of that name, which may be of any kind: a field, a link, a part of the page.
 * @param {string} id @returns {any} */
export const $ = (id) => document.getElementById(id);

const SVG = "http://www.w3.org/2000/svg";

/** Make an element: attributes, then children; a function as an attribute listens to the event of that name. */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function show(element, visible = true) {
  element.hidden = !visible;
}

/** Words as the beginning of a sentence; a name such as p1 or game.pg stays. @param {string} words */
export const sentence = (words) => words.replace(/^\p{Ll}+(?=[\s,:;]|$)/u, (word) => word.charAt(0).toUpperCase() + word.slice(1));

/** Say something to everybody: those who see, and those who listen. */
export function say(words, kind = "") {
  const live = $("live"), ended = $("ending").hidden ? "" : $("ending").dataset.sentence ?? "";
  live.className = kind + (ended && words.endsWith(ended) ? " hidden" : ""); // it stands above already
  live.textContent = words;
}

/** Let a part of a picture come from where it was. @param {Element | any} part @param {string} from */
export function slide(part, from, how) {
  if (!part.dataset.at || part.dataset.at === from) return;
  const [a, b] = from.split(" ").map(Number), [x, y] = part.dataset.at.split(" ").map(Number);
  part.animate([{ transform: `translate(${a - x}px, ${b - y}px)` }, { transform: "none" }], how);
}

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Whether things move: not where the reader, on this page or in the system, has switched that off. */
export const moving = () => !still() && ($("animate")?.checked ?? false);

/** What the reader chose before, or chooses now; null where the browser keeps nothing, as in some frames.
 * @param {string} name @param {string | null} value @returns {string | null} */
export function remembered(name, value = null) {
  try {
    if (value !== null) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch { return null; }
}

/** The size of a text, in the units of a picture, so that it is from 11 to 22 pixels high on the screen. */
export const legible = (size, scale) => Math.round(10 * Math.min(Math.max(size, 11.05 / scale), 22 / scale)) / 10;

/** Make every text of a picture legible at a scale, in pixels for each unit; its middle stays where it is. */
export function rescale(picture, scale) {
  for (const text of picture.querySelectorAll("text")) {
    text.dataset.size ??= text.getAttribute("font-size") ?? 12;
    const size = legible(Number(text.dataset.size), scale);
    text.setAttribute("font-size", size);
    text.setAttribute("dy", 0.35 * (size - text.dataset.size)); // letters are 0.7 of the size high
  }
}
