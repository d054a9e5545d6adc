// The little that the page needs to make elements; text is always text, never markup.

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

/** Say something to everybody: those who see, and those who listen. */
export function say(words, kind = "") {
  const live = $("live");
  live.className = kind;
  live.textContent = words;
}

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Whether things move: not where the reader, on this page or in the system, has switched that off. */
export const moving = () => !still() && ($("animate")?.checked ?? false);

/** Make every text of a picture at least 11 pixels high on the screen, whatever its scale, and no more than so many. */
export function legible(picture, most = 22) {
  const scale = picture.getScreenCTM()?.a || 1;
  for (const text of picture.querySelectorAll("text")) {
    const size = Number(text.dataset.size ??= text.getAttribute("font-size") ?? 12);
    text.style.fontSize = `${Math.min(Math.max(size, 11 / scale), most / scale)}px`;
  }
}
