// The graph: drawn as SVG where the server has placed the vertices, moved through with the keyboard.

import { Camera, Tip, ball, towards } from "./camera.js";
import { h, legible, moving, rescale, s, slide } from "./dom.js";

/** At a smaller scale the names of vertices would not fit into them. */
const least = ({ size, vertices }) => (size < 20 ? 0.5 : vertices.length > 25 ? 0.36 : 0.27);
const GROWN = [1.6, 2.6]; // vertices are drawn so much larger at most, for short names and for long ones
const SIZES = { least: 4, most: 18, line: 11 };
const short = (label, most = SIZES.most) => (label.length > most ? `${label.slice(0, most - 8)}…${label.slice(-7)}` : label); // names differ at their ends

/** A label in one line or, where it is long and has a space, in two of about the same length; short parentheses stay whole. */
function broken(label) {
  const spaces = [...label.matchAll(/ /g)].map((found) => found.index);
  if (label.length <= SIZES.line || !spaces.length) return [short(label)];
  const middle = Math.min(label.length, 2 * SIZES.most - 4) / 2, outside = spaces.filter((k) => !/^[^(]*\)/.test(label.slice(k)));
  const at = (outside[0] <= SIZES.line ? outside : spaces).reduce((best, k) => (Math.abs(k - middle) < Math.abs(best - middle) ? k : best));
  return [short(label.slice(0, at)), short(label.slice(at + 1))];
}

const APART = 34; // so that the heads of edges are seen between vertices
const HEAD = 10; // how long the head of an edge is
const WORDY = 100; // among so many edges words look for places where they hide none
const DENSE = 40; // among groups, more edges than these are drawn faintly and say nothing

/** Where vertices are: turned, parted and stretched so that they fill the box, and on an arch where all of them stand in a line. */
function layout(data, box, grown = 1) {
  const how = spread(data.vertices, box), place = parted(data, how.place, grown);
  return place === how.place ? how : { ...how, place: filling(data.vertices, place, box) };
}

/** Places stretched by half at most, so that they fill the box. */
function filling(vertices, place, box) {
  const [wide, high] = ["x", "y"].map((way) => vertices.map((vertex) => place(vertex)[way])).map((all) => Math.max(...all) - Math.min(...all) + 110);
  const room = (wide * box[1]) / (high * box[0]), [a, b] = [1 / room, room].map((by) => Math.min(1.5, Math.max(1, by))); // room is more than 1 where it is free above and below
  return (vertex) => (({ x, y }) => ({ x: a * x, y: b * y }))(place(vertex));
}

/** The places with vertices of long names, which are wider than others, pushed apart until none hides another. */
function parted(data, place, grown) {
  const boxes = data.vertices.map((vertex) => ({ vertex, ...extents(shapeOf(vertex, data, grown)), ...place(vertex) }));
  if (boxes.every(({ half, high }) => half <= 1.3 * high)) return place;
  for (let round = 0, again = true; again && round < 60; round += 1) {
    again = false;
    boxes.forEach((a, k) => boxes.slice(k + 1).forEach((b) => {
      const over = { x: a.half + b.half + APART - Math.abs(b.x - a.x), y: a.high + b.high + APART - Math.abs(b.y - a.y) };
      if (over.x < 1 || over.y < 1) return;
      const way = over.x < over.y ? "x" : "y", by = (b[way] < a[way] ? -1 : 1) * over[way] / 2;
      a[way] -= by;
      b[way] += by;
      again = true;
    }));
  }
  const found = new Map(boxes.map(({ vertex, x, y }) => [nameOf(vertex), { x, y }]));
  return (vertex) => found.get(nameOf(vertex)) ?? place(vertex);
}

function spread(vertices, box) {
  const xs = vertices.map((vertex) => vertex.x), ys = vertices.map((vertex) => vertex.y);
  const left = Math.min(...xs), wide = Math.max(...xs) - left, high = Math.max(...ys) - Math.min(...ys);
  if (vertices.length > 4 && high < 0.05 * wide) {
    const radius = (0.36 * wide);
    return { arch: true, turned: false, place: ({ x }) => ({ x: left + radius * (1 - Math.cos((Math.PI * (x - left)) / wide)), y: -0.85 * radius * Math.sin((Math.PI * (x - left)) / wide) }) };
  }
  const fits = (a, b) => Math.min(box[0] / (a + 110), box[1] / (b + 110));
  const turned = fits(high, wide) > 1.15 * fits(wide, high);
  return { arch: false, turned, place: filling(vertices, ({ x, y }) => (turned ? { x: y, y: x } : { x, y }), box) };
}

function shapeOf(vertex, data, grown = 1) {
  if (vertex.radius) return { lines: vertex.label ? [vertex.label] : [], half: vertex.radius, high: vertex.radius, round: !vertex.square, diamond: vertex.diamond };
  const small = data.size < 20;
  const lines = small ? [vertex.label.length > SIZES.least ? String(vertex.id) : vertex.label] : broken(vertex.label);
  const longest = Math.max(...lines.map((line) => line.length + Number(vertex.marked)), vertex.note.length); // a second line takes room
  const high = grown * (data.size + 1 + 7 * (lines.length - 1));
  return { lines, half: longest > SIZES.least && !small ? Math.max(high, grown * (10 + 4.2 * longest)) : high, high, round: !vertex.square, diamond: vertex.diamond };
}

/** How far the tips of a diamond are from its middle, and how steep its sides: a long one is a hexagon. */
const tips = ({ half, high }) => (half <= high ? [1.3 * high, 1, 1.3 * high] : [half + 0.4 * high, 0.5, high]);

/** How far a shape reaches to each side of its middle. */
function extents(shape) {
  const [half, , high] = shape.diamond ? tips(shape) : [shape.half, 0, shape.high];
  return { half, high };
}

function outline(shape, less = 0, attributes = {}) {
  const { half, high, round } = shape;
  if (shape.diamond) {
    const [tip, steep, top] = tips({ half: half - less, high: high - less });
    const flat = tip - steep * top;
    const points = [[-tip, 0], [-flat, -top], [flat, -top], [tip, 0], [flat, top], [-flat, top]];
    return s("polygon", { points: points.map((point) => point.map(n1).join(",")).join(" "), ...attributes });
  }
  if (round && half <= high) return s("circle", { r: high - less, ...attributes });
  return s("rect", { x: less - half, y: less - high, width: 2 * (half - less), height: 2 * (high - less), rx: round ? high - less : 4, ...attributes });
}

/** The point where a line from the middle of a vertex to a point leaves its outline. */
function border(shape, from, to, more = 0) {
  const dx = to.x - from.x, dy = to.y - from.y, far = Math.hypot(dx, dy) || 1;
  const { half, high, round } = shape;
  let reach = high;
  if (shape.diamond) {
    const [tip, steep, top] = tips(shape);
    reach = Math.min(tip / (Math.abs(dx / far) + steep * Math.abs(dy / far)), top / Math.abs(dy / far || 1e-9));
  } else if (!round || half > high) reach = Math.min(half / Math.abs(dx / far || 1e-9), high / Math.abs(dy / far || 1e-9));
  if (round && half > high && !shape.diamond) reach = Math.min(reach, half);
  reach += more + 1;
  return { x: from.x + (dx / far) * reach, y: from.y + (dy / far) * reach };
}

/** What a vertex is known by while the graph changes; groups may be called alike. */
export const nameOf = (vertex) => (vertex.group ? `group ${vertex.id}` : vertex.label);

const n1 = (value) => Math.round(10 * value) / 10;

function headAt(tip, from, size) {
  const far = Math.hypot(tip.x - from.x, tip.y - from.y) || 1;
  const dx = (tip.x - from.x) / far, dy = (tip.y - from.y) / far;
  return `M${n1(tip.x)} ${n1(tip.y)}L${n1(tip.x - dx * size - dy * size * 0.42)} ${n1(tip.y - dy * size + dx * size * 0.42)}L${n1(tip.x - dx * size + dy * size * 0.42)} ${n1(tip.y - dy * size - dx * size * 0.42)}z`;
}

/** Where the line of an edge ends: at the tip of its head, a broad one within the head. */
function endAt(tip, from, size) {
  const far = Math.hypot(tip.x - from.x, tip.y - from.y) || 1, by = size > HEAD ? 0.8 * size / far : 0;
  return `${n1(tip.x + by * (from.x - tip.x))} ${n1(tip.y + by * (from.y - tip.y))}`;
}

/** Where the words beside an edge stand: where along it they hide the least of edges; null where they would hide a vertex or words, or be cut off. */
function beside(words, high, path, hidden) {
  const wide = high * (0.62 * words.length - 0.27 * (words.match(/[ ,./·-]/g) ?? []).length); // some signs are narrow
  const inside = (x, y, other) => Math.abs(other.x - x) < (other.wide + wide) / 2 && Math.abs(other.y - y) < (other.high + high) / 2;
  const seen = (x, y, { room } = hidden) => !room || (Math.abs(x - room.x) + wide / 2 < room.half && Math.abs(y - room.y) + high / 2 < room.tall);
  let best = null, least = Infinity;
  for (const { x, y } of path.places(wide, high)) {
    if (hidden.boxes.some((box) => inside(x, y, box)) || !seen(x, y)) continue;
    const cost = hidden.points.filter((point) => inside(x, y, point)).length;
    if (cost < least) [best, least] = [{ x, y }, cost];
    if (!cost) break;
  }
  if (best) hidden.boxes.push({ ...best, wide, high });
  return best && { x: n1(best.x), y: n1(best.y + 0.35 * high) };
}

/** A line from the first point to the last, drawn towards those between: its path, its head, and a point on it for each part of the way. */
function curve(points, long) {
  const [before, tip] = points.slice(-2), between = points.slice(1, -1).map(({ x, y }) => `${n1(x)} ${n1(y)} `);
  const halved = (line, t) => (line.length === 1 ? line[0] : halved(line.slice(1).map((b, k) => ({ x: line[k].x + t * (b.x - line[k].x), y: line[k].y + t * (b.y - line[k].y) })), t));
  return { d: `M${n1(points[0].x)} ${n1(points[0].y)}${"LQC"[between.length]}${between.join("")}${endAt(tip, before, long)}`, head: headAt(tip, before, long), on: (t) => halved(points, t) };
}

/** The line of an edge, with the places for words of a size, best first. */
function edgePath(edge, at, shapes, angle, both, { arch, turned }) {
  const tail = at.get(edge.from), head = at.get(edge.to), shape = shapes.get(edge.from), long = edge.loop ? 1.7 * HEAD : HEAD;
  if (edge.from === edge.to) {
    const { high } = shape, away = (from, a, r) => ({ x: from.x + r * Math.cos(a), y: from.y + r * Math.sin(a) });
    const side = (more, gap = 0) => border(shape, tail, away(tail, angle + more, 1), gap), middle = side(0);
    const turn = (0.42 * high) / Math.hypot(middle.x - tail.x, middle.y - tail.y), [start, tip] = [side(-turn), side(turn, 2)]; // as wide where a vertex is long
    return { ...curve([start, away(start, angle - 0.83, 2.05 * high), away(tip, angle + 0.83, 2.05 * high), tip], long), places: (wide, tall) => [0, 0.7, -0.7, 1.4, -1.4].map((more) => {
      const [across, down] = [Math.cos(angle + more), Math.sin(angle + more)].map(Math.abs), far = (0.65 + 0.3 * Math.abs(Math.sin(more))) * high + 4 + (across * wide + down * tall) / 2;
      return away(away(middle, angle, 0.4 * high), angle + more, far);
    }) };
  }
  const dx = head.x - tail.x, dy = head.y - tail.y, far = Math.hypot(dx, dy) || 1;
  const bend = both ? 26 : arch ? 0 : (edge.bend ?? 0) * (turned ? -1 : 1);
  const mid = { x: (tail.x + head.x) / 2 - (dy / far) * bend, y: (tail.y + head.y) / 2 + (dx / far) * bend };
  const ends = [border(shape, tail, mid), border(shapes.get(edge.to), head, mid, 1.5)], line = curve(bend ? [ends[0], mid, ends[1]] : ends, long);
  return { ...line, places: (wide, high) => [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8].flatMap((t) => {
    const away = (Math.abs(dy / far) * wide + Math.abs(dx / far) * high) / 2 + 4, { x, y } = line.on(t);
    return (bend < 0 ? [-away, away] : [away, -away]).map((by) => ({ x: x - (dy / far) * by, y: y + (dx / far) * by }));
  }) };
}

function widestGap(v, at, near) {
  const { x, y } = at.get(v);
  const angles = [...near].filter((w) => w !== v).map((w) => Math.atan2(at.get(w).y - y, at.get(w).x - x)).sort((a, b) => a - b);
  if (!angles.length) return -Math.PI / 2;
  let best = 0, middle = 0;
  angles.forEach((angle, k) => {
    const next = k + 1 < angles.length ? angles[k + 1] : angles[0] + 2 * Math.PI;
    if (next - angle > best + 1e-6) [best, middle] = [next - angle, (angle + next) / 2];
  });
  return middle;
}

/** The names of an edge, of which one without a direction has two. */
const alike = ({ directed }, from, to) => (directed ? [`${from} ${to}`] : [`${from} ${to}`, `${to} ${from}`]);

/** Draw a graph: its edges, and its vertices upon them. `targets` says where moves lead, and with which result. */
export function painted(data, play, blind, at, how, { grown = 1, changed = new Set(), scaled = 1, room = null } = {}) {
  const text = (size, attributes, words) => s("text", { ...attributes, "font-size": legible(size, scaled), "data-size": size }, words);
  const shapes = new Map(data.vertices.map((vertex) => [vertex.id, shapeOf(vertex, data, grown)]));
  if (blind) data = { ...data, edges: data.edges.map((edge) => ({ ...edge, chosen: false, loop: false })) };
  const region = new Map(data.vertices.map((vertex) => [vertex.id, blind ? 3 : vertex.region]));
  const there = new Set(data.edges.map((edge) => `${edge.from} ${edge.to}`));
  const near = new Map(data.vertices.map((vertex) => [vertex.id, new Set()]));
  for (const edge of data.edges) { near.get(edge.from).add(edge.to); near.get(edge.to).add(edge.from); }
  const targets = new Map(), open = new Set(), held = new Map();
  for (const { id, holds } of data.vertices) for (const v of holds ?? []) held.set(v, id);
  for (const move of play && !play.ending ? play.moves : []) {
    const [from, to] = [held.get(move.from) ?? move.from, held.get(move.to) ?? move.to];
    if (!targets.has(to)) targets.set(to, move.result);
    open.add(`${from} ${to}`);
    if (!data.directed) open.add(`${to} ${from}`);
  }
  const last = new Set(data.last ? alike(data, ...data.last) : []);
  const paths = data.edges.map((edge) => {
    const both = data.directed && edge.from !== edge.to && there.has(`${edge.to} ${edge.from}`);
    const angle = edge.from === edge.to ? widestGap(edge.from, at, near.get(edge.from)) : 0;
    return edgePath(edge, at, shapes, angle, both, how);
  });
  const hidden = { boxes: data.vertices.map(({ id }) => { const { half, high } = extents(shapes.get(id)); return { ...at.get(id), wide: 2 * half + 20, high: 2 * high + 20 }; }), points: [], room };
  if (paths.length <= WORDY && data.edges.some(({ note, count }) => note || count > 1)) hidden.points = paths.flatMap(({ on }) => Array.from({ length: 39 }, (_, k) => ({ ...on((k + 1) / 40), wide: 4, high: 4 })));
  const edges = data.edges.map((edge, k) => {
    const path = paths[k];
    const words = [edge.note, edge.count > 1 ? `×${edge.count}` : ""].filter(Boolean).join(" ");
    const look = ["e", `r${region.get(edge.from)}`, edge.chosen ? "strategy" : "", edge.loop ? "loop" : "", edge.used >= edge.count ? "used" : open.has(`${edge.from} ${edge.to}`) ? "open" : ""];
    if (last.has(`${edge.from} ${edge.to}`)) look.push("last");
    const place = words && beside(words, legible(12, scaled), path, hidden);
    return s("g", { class: look.filter(Boolean).join(" "), "data-ends": `${edge.from} ${edge.to}` },
      s("path", { class: "trail", d: path.d }), s("path", { class: "line", d: path.d }), data.directed ? s("path", { class: "headp", d: path.head }) : null, s("path", { class: "hit", d: path.d }),
      place ? text(12, place, words) : null);
  });
  const vertices = data.vertices.map((vertex) => node(vertex, data, shapes.get(vertex.id), at.get(vertex.id), region.get(vertex.id), targets, blind, changed, text, scaled));
  const pawns = data.vertices.some((vertex) => vertex.tokens.length) ? [] : data.pawns;
  const rings = pawns.filter((v) => at.has(v)).map((v, k) => {
    const shape = shapes.get(v), { x, y } = at.get(v);
    return s("g", { transform: `translate(${n1(x)} ${n1(y)})` }, s("g", { "data-key": `pawn${k}`, "data-at": `${x} ${y}` }, outline({ ...shape, half: shape.half + 6, high: shape.high + 6 }, 0, { class: "here" })));
  });
  return [edges, vertices, rings].map((parts) => s("g", {}, ...parts));
}

/** Whether there is no room for a second line of 11 pixels. */
const terse = ({ high }, scale) => 2 * high * scale < 24;

function node(vertex, data, shape, at, region, targets, blind, changed, text, scaled) {
  const note = (blind && !vertex.note.startsWith("p ")) || terse(shape, scaled) ? "" : vertex.note;
  const look = ["v", vertex.look ?? "", `r${region}`, vertex.gone ? "gone" : "", targets.has(vertex.id) ? `target ${blind ? "" : targets.get(vertex.id)}` : "", changed.has(vertex.label) && !blind ? "changed" : ""];
  const font = data.size < 20 ? 10 : 14;
  const parts = [outline({ ...shape, half: shape.half + 7, high: shape.high + 7 }, 0, { class: "halo" }), outline(shape, 0, { class: "shape" })];
  if (vertex.group) parts.splice(1, 0, s("g", { transform: "translate(5 -5)" }, outline(shape, 0, { class: "shape" })));
  if (region === 1 || region === 2) parts.push(outline(shape, 1, { class: "hatch", fill: `url(#${region === 1 ? "lines" : "dots"})` }));
  if (vertex.marked) parts.push(outline(shape, 4, { class: "shape inner" }));
  const rows = [...shape.lines.map((line) => [font, line, null]), ...(note ? [[Math.min(12, font), note, "note"]] : [])];
  const heights = rows.map(([size]) => 1.05 * legible(size, scaled));
  const most = heights.reduce((sum, height) => sum + height, 0);
  let y = vertex.above ? -shape.high - 4 - most : -most / 2;
  rows.forEach(([size, words, look], k) => { y += heights[k]; parts.push(text(size, { class: look, y: n1(y - 0.24 * heights[k]) }, words)); });
  const sign = !blind && { win: "✓", draw: "=", loss: "✗" }[targets.get(vertex.id)]; // good or bad for the mover, not by colour alone
  if (sign) parts.push(text(14, { class: "sign", x: shape.half + 9, y: shape.high + 9 }, sign));
  if (vertex.hidden) parts.push(text(11, { class: "more", x: shape.half + 12, y: shape.high }, `+${vertex.hidden}`));
  if (vertex.start && vertex.label !== "start") parts.push(text(11, { class: "begin", x: -shape.half - 4, y: -shape.high - 14 }, "start"));
  vertex.tokens.forEach((token, k) => parts.push(upon(token, shape.half * 0.75 + 24 * k, -shape.high * 0.95, at, text)));
  return s("g", { class: look.filter(Boolean).join(" "), "data-v": vertex.id, transform: `translate(${n1(at.x)} ${n1(at.y)})` }, ...parts);
}

/** A meeple or a number of stones at the upper right of a vertex. */
function upon([colour, name, number], x, y, at, text) {
  const place = { "data-key": number ? null : name, "data-at": number ? null : `${at.x + x} ${at.y + y}` };
  if (number) {
    return s("g", place, s("circle", { class: "tok", cx: x, cy: y, r: 11, fill: colour }), text(12, { class: "tokn", x, y: y + 4.5 }, number));
  }
  return s("g", place, s("title", {}, name), s("path", { class: "tok", fill: colour, d: `M${x - 9} ${y + 13}l6.5 -19h5l6.5 19z` }), s("circle", { class: "tok", cx: x, cy: y - 9, r: 7, fill: colour }));
}

/** Put what is new or has changed into a group, and leave the rest as it is: the browser paints only what differs. */
function renew(group, fresh) {
  const key = (part) => part.dataset.v ?? part.dataset.ends;
  const old = new Map([...group.children].map((part) => [key(part), part]));
  for (const part of [...fresh.children]) {
    const was = old.get(key(part));
    old.delete(key(part));
    if (!was) group.append(part);
    else if (!was.isEqualNode(part)) was.replaceWith(part);
  }
  for (const part of old.values()) part.remove();
}

/** A small picture of a graph for a card. */
export function thumbnail(data) {
  const how = layout(data, [16, 9]);
  const at = new Map(data.vertices.map((vertex) => [vertex.id, how.place(vertex)]));
  const { left, top, wide, high } = extent(data, at, 1, 30);
  const [more, higher] = [Math.max(0, 420 - wide), Math.max(0, 230 - high)]; // a graph of two vertices is drawn no larger than others
  const picture = s("svg", { viewBox: `${n1(left - more / 2)} ${n1(top - higher / 2)} ${n1(wide + more)} ${n1(high + higher)}`, "aria-hidden": "true" });
  picture.append(...painted(data, null, false, at, how));
  return picture;
}

/** The rectangle in which a graph stands, with a margin. */
function extent(data, at, grown, margin) {
  const boxes = data.vertices.map((vertex) => [at.get(vertex.id), shapeOf(vertex, data, grown)]);
  margin += Math.max(0, ...data.edges.filter((edge) => edge.from === edge.to).map((edge) => 22 * grown + 3 * (edge.note ?? "").length));
  const left = Math.min(...boxes.map(([{ x }, { half }]) => x - half)) - margin, top = Math.min(...boxes.map(([{ y }, { high }]) => y - high)) - margin;
  const right = Math.max(...boxes.map(([{ x }, { half }]) => x + half)) + margin, bottom = Math.max(...boxes.map(([{ y }, { high }]) => y + high)) + margin;
  return { left, top, wide: right - left, high: bottom - top };
}

export const INSPECTED = 60; // among so many vertices a click chooses one, and a second moves there
const CROWD = 20; // among so many vertices the neighbours of the one under the pointer are lit, and the rest dimmed
const NEAR = 1.1; // one flies to a vertex at such a scale at least

/** Whether the graph is being changed. */
export const changing = () => document.body.classList.contains("changing");

export class Graph extends Camera {
  /** `on` has choose(vertex), enter(vertex, pointed), ground({x, y}), edge(from, to), reason(vertex): what happened, for
   * the page to decide; link(from, to): a vertex was dragged to another, if that means something. */
  constructor(box, on) {
    super(box);
    this.on = on;
    this.data = null;
    this.chosen = null;
    this.edge = null;
    this.kept = new Map();
    this.changed = new Set();
    /** @type {Set<number> | null} */ this.only = null; // what is lit while nothing is pointed at
    this.grown = 1;
    this.svg = s("svg", { "aria-hidden": "true" });
    this.layer = s("g");
    this.svg.append(this.layer);
    const tip = h("div", { class: "tip", "aria-hidden": "true", hidden: true });
    box.append(this.svg, tip);
    this.tip = new Tip(box, tip, (v) => this.on.reason(v));
  }

  /** Whether vertices have room for their notes. */
  get noted() { return !terse({ high: this.grown * this.data.size }, this.view.scale); }

  awake() { return !this.box.hidden && this.data !== null; }

  grips() { return changing() || this.box.classList.contains("cropped"); } // else one finger scrolls the page

  /** How high the graph would like the box to be, given its width. */
  height(data, wide, most) {
    const how = layout(data, [wide, most]);
    const box = extent(data, new Map(data.vertices.map((vertex) => [vertex.id, how.place(vertex)])), 1, 34);
    return wide < least(data) * box.wide ? most : Math.min(most, (wide * box.high) / box.wide);
  }

  forget() {
    this.kept.clear();
    this.how = this.data = null;
  }

  /** Draw a piece. What stands where it stood stays there, and so does the view, unless it is another graph. */
  show(data, play, blind, hold = false) {
    const same = this.data && this.view && (hold || this.sameShape(data));
    this.data = data;
    this.links = null;
    this.shown = [play, blind];
    if (!same) this.measure();
    if (!same || !this.how) this.how = layout(data, this.size);
    if (this.chosen !== null && !this.has(this.chosen)) this.chosen = null;
    const before = same && moving() ? new Map([...this.layer.querySelectorAll("[data-key]")].map((part) => [part.dataset.key, part.dataset.at])) : null;
    this.draw();
    if (!same) this.fit();
    else { this.look(); this.reveal(data.pawns[0]); }
    for (const part of before ? this.layer.querySelectorAll("[data-key]") : []) {
      if (before.has(part.dataset.key)) slide(part, before.get(part.dataset.key), { duration: 300, easing: "ease-out" });
    }
    if (!this.tip.element.hidden) this.hover(this.over); // what it says may be otherwise now
  }

  draw() {
    this.drawn = this.scaled = this.view?.scale ?? 1;
    this.room = this.view && !this.free ? { ...this.view, half: this.size[0] / 2 / this.scaled, tall: this.size[1] / 2 / this.scaled } : null;
    this.settle();
    for (const part of this.layer.querySelectorAll(".chosen")) part.classList.remove("chosen");
    const fresh = painted(this.data, ...this.shown, this.at, this.how, this);
    if (!this.layer.firstChild) this.layer.append(...fresh);
    else fresh.forEach((group, k) => renew(this.layer.children[k], group));
    this.svg.classList.toggle("tiny", 2 * this.data.size * this.grown * this.scaled < 13);
    this.svg.classList.toggle("dense", this.data.edges.length > DENSE && this.data.vertices.some((vertex) => vertex.group));
    this.mark();
    this.light();
  }

  sameShape(data) {
    const old = new Set(this.data.vertices.map(nameOf));
    const shared = data.vertices.filter((vertex) => old.has(nameOf(vertex))).length;
    return shared > 0.9 * Math.max(old.size, data.vertices.length) && this.data.n > 0;
  }

  has(v) { return this.at?.has(v) ?? false; }

  /** Which forms the vertices of chance have here: a long one is wide. */
  forms() {
    const shapes = this.data.vertices.filter(({ diamond }) => diamond).map((vertex) => shapeOf(vertex, this.data, this.grown));
    return [...new Set(shapes.map(({ half, high }) => (half > high ? "wide" : "")))].sort();
  }

  /** @param {number} v @returns {any} */
  vertex(v) { return this.data.vertices.find(({ id }) => id === v); }
  group(v) { const found = this.vertex(v); return found?.group ? found : undefined; }
  labelOf(v) { return this.vertex(v)?.label; }
  all() { return this.data.vertices.map(({ id }) => id); }

  // The view: a point in the middle and a scale, pixels for each unit

  look() {
    const [wide, high] = this.size, { x, y, scale } = this.view, shape = { high: this.grown * this.data.size };
    if (terse(shape, scale) !== terse(shape, this.scaled)) { this.draw(); this.on.noted(); }
    else if (Math.abs(Math.log(scale / this.drawn)) > 0.2) this.draw(); // words have other room
    this.svg.setAttribute("viewBox", `${n1(x - wide / 2 / scale)} ${n1(y - high / 2 / scale)} ${n1(wide / scale)} ${n1(high / scale)}`);
    if (scale !== this.scaled) rescale(this.svg, scale);
    const box = extent(this.data, this.at, this.grown, 0);
    this.box.classList.toggle("cropped", box.wide * scale > wide || box.high * scale > high); // then a finger moves it, else the page
    this.scaled = scale;
  }

  /** Show all of it, or where names would not be legible then, and not all of it is wanted, the part around the pawn. */
  fit(all = false) {
    if (!this.at?.size) { this.aim({ x: 0, y: 0, scale: 1 }); return; }
    const [wide, high] = this.size;
    if (wide < 2) return;
    const smallest = least(this.data);
    let box, scale;
    this.grown = 1;
    for (let round = 0; ; round += 1) { // larger vertices need more room, so that all is smaller
      box = extent(this.data, this.at, this.grown, 34);
      scale = Math.min(wide / box.wide, high / box.high, 2.2);
      const grown = Math.min(GROWN[Number(this.data.vertices.some(({ label }) => label.length > 2))], Math.max(this.grown, 0.9 / Math.max(scale, smallest))); // so that 11 pixels of text fit
      if (round === 3 || grown < 1.02 * this.grown) break;
      this.grown = grown;
      this.how = layout(this.data, this.size, grown);
      this.settle();
    }
    const { left, top, wide: across, high: down } = box;
    let view = { x: left + across / 2, y: top + down / 2, scale };
    this.free = false;
    const middle = (this.data.around ?? this.data.pawns).filter((v) => this.has(v));
    if (!all && scale < smallest && middle.length) {
      const near = Math.min(0.8, Math.max(smallest, scale)), { x, y } = this.at.get(middle[0]);
      const along = (at, begin, length, box) => (length * near <= box ? begin + length / 2 : Math.min(Math.max(at, begin + box / 2 / near), begin + length - box / 2 / near));
      view = { x: along(x, left, across, wide), y: along(y, top, down, high), scale: near };
    }
    this.aim(view);
    this.draw();
  }

  /** Say where every vertex is: where it was dragged to, or its place in the layout. */
  settle() {
    this.at = new Map(this.data.vertices.map((vertex) => [vertex.id, this.kept.get(nameOf(vertex)) ?? this.how.place(vertex)]));
  }

  /** Bring a vertex into view if it is not. */
  reveal(v) {
    if (v === undefined || !this.has(v)) return;
    const [wide, high] = this.size, { x, y } = this.inBox(this.at.get(v));
    if (x > 10 && x < wide - 10 && y > 10 && y < high - 10) return;
    this.aim({ ...this.view, ...this.at.get(v) });
  }

  /** Go to a vertex, near enough to read its name. */
  flyTo(v) {
    if (this.has(v)) this.fly({ ...this.at.get(v), scale: Math.max(this.view.scale, NEAR) });
  }

  // The neighbourhood: of the vertex under the pointer, or of the chosen one if one focuses on it

  /** The vertices beside each. */
  near(v) {
    if (!this.links) {
      this.links = new Map(this.data.vertices.map(({ id }) => [id, []]));
      for (const { from, to } of this.data.edges) { this.links.get(from).push(to); this.links.get(to).push(from); }
    }
    return this.links.get(v) ?? [];
  }

  /** Light what is near, and dim the rest. */
  light() {
    const focused = this.focus !== null && this.chosen !== null, crowd = this.data.vertices.length >= CROWD;
    const [v, radius] = focused ? [this.chosen, this.focus] : [crowd ? this.over : null, 1];
    const pointed = v !== null && this.has(v), lit = pointed ? ball(v, radius, (u) => this.near(u)) : this.only;
    this.svg.classList.toggle("dimmed", lit !== null);
    for (const part of this.layer.querySelectorAll(".lit")) part.classList.remove("lit");
    if (!lit) return;
    for (const part of this.layer.children[1].children) part.classList.toggle("lit", lit.has(Number(part.dataset.v)));
    const ends = this.data.edges.filter(({ from, to }) => (focused || !pointed ? lit.has(from) && lit.has(to) : from === v || to === v));
    const names = new Set(ends.map(({ from, to }) => `${from} ${to}`));
    for (const part of this.layer.children[0].children) part.classList.toggle("lit", names.has(part.dataset.ends));
  }

  hover(v) {
    this.light();
    const vertex = this.vertex(v);
    if (!vertex || vertex.group) this.tip.show(null);
    else this.tip.show(v, this.on.named(vertex), this.inBox(this.at.get(v)));
  }

  /** Light what is so many edges around the chosen vertex, or nothing. */
  refocus(radius) {
    this.focus = radius;
    this.light();
    this.on.focused(radius);
  }

  // Choosing

  choose(v) {
    this.chosen = v;
    this.mark();
    if (this.focus !== null) this.light();
    if (v !== null) this.reveal(v);
    this.on.choose(v);
  }

  mark() {
    for (const part of this.layer.querySelectorAll(".v.chosen, .e.chosen")) part.classList.remove("chosen");
    if (this.chosen !== null) this.layer.querySelector(`[data-v="${this.chosen}"]`)?.classList.add("chosen");
    if (this.edge) this.layer.querySelector(`[data-ends="${this.edge.join(" ")}"]`)?.classList.add("chosen");
  }

  /** Show where a move of the list leads, or none. */
  pointAt(move) {
    for (const part of this.layer.querySelectorAll(".pointed")) part.classList.remove("pointed");
    if (!move) return;
    const names = alike(this.data, move.from, move.to).map((ends) => `[data-ends="${ends}"]`);
    for (const part of this.layer.querySelectorAll([`[data-v="${move.to}"]`, ...names].join())) part.classList.add("pointed");
  }

  towards(dx, dy) {
    return towards(this.at.get(this.chosen), dx, dy, this.at);
  }

  // Pointers: a click chooses, a drag moves a vertex or the view or, while the graph is changed, draws an edge

  under({ target }) {
    const v = target?.closest?.(".v")?.dataset.v;
    return v === undefined ? null : Number(v);
  }

  grab(vertex) { return vertex !== null && this.has(vertex) ? { vertex, ...this.inBox(this.at.get(vertex)) } : null; }

  pull(v, place, event) {
    if (changing()) this.band(this.at.get(v), place, this.other(v, event));
    else this.put(v, place);
  }

  /** While the graph is changed: an edge to the vertex where the pointer is let go, or a new place on empty ground. */
  drop(v, place, event) {
    if (!changing()) return;
    this.layer.querySelector(".band")?.remove();
    const other = this.other(v, event);
    if (other !== null) this.on.link(v, other);
    else this.put(v, place);
  }

  put(v, place) {
    this.kept.set(nameOf(this.vertex(v)), place);
    this.draw();
  }

  /** The vertex under the pointer that is not the one which it holds. */
  other(v, event) {
    const { clientX, clientY } = event.changedTouches?.[0] ?? event;
    const found = /** @type {HTMLElement | undefined} */ (document.elementsFromPoint(clientX, clientY).map((part) => part.closest(".v")).find((part) => part && this.layer.contains(part)));
    return found && Number(found.dataset.v) !== v ? Number(found.dataset.v) : null;
  }

  /** The edge that would be drawn. */
  band(from, to, other) {
    this.layer.querySelector(".band")?.remove();
    const tip = other === null ? to : this.at.get(other);
    this.layer.append(s("g", { class: `e band ${other === null ? "" : "open"}` }, s("path", { class: "line", d: `M${n1(from.x)} ${n1(from.y)}L${n1(tip.x)} ${n1(tip.y)}` }), s("path", { class: "headp", d: headAt(tip, from, HEAD) })));
  }

  tap(event) {
    const vertex = this.under(event), known = this.chosen === vertex, edge = event.target?.closest(".e");
    if (vertex !== null) {
      this.edge = null;
      this.choose(vertex);
      if (known || this.data.n < INSPECTED || this.group(vertex)) this.on.enter(vertex, true);
    } else if (edge && changing()) {
      this.edge = edge.dataset.ends.split(" ").map(Number);
      this.mark();
      this.on.edge(...this.edge);
    } else this.on.ground(this.spot(this.point(event)));
  }
}

/** One entry of the legend, as it is in the graph. */
export function sample(entry) {
  const token = entry.mark === "♟" || entry.mark === "●";
  if (entry.shape === "text" && !token) return null;
  const picture = s("svg", { width: 24, height: 20, viewBox: "0 0 24 20", "aria-hidden": "true" });
  if (token) picture.append(s("circle", { class: "tok", cx: 12, cy: 10, r: 7, fill: entry.mark === "●" ? "#5b6470" : entry.colour }));
  else if (entry.shape === "edge") picture.append(s("g", { class: `e strategy ${entry.mark} r${entry.region}` }, s("path", { class: "line", d: "M2 10H22" })), entry.other && !entry.mark ? s("g", { class: `e strategy r${entry.other}` }, s("path", { class: "line", d: "M12 10H22" })) : null);
  else {
    const shape = { half: 8, high: entry.mark === "wide" ? 7 : 8, round: entry.shape === "circle" || entry.shape === "group", diamond: entry.shape === "diamond" };
    const parts = [outline(shape, 0, { class: "shape" })];
    if (entry.shape === "group") parts.unshift(s("g", { transform: "translate(2.5 -1.5)" }, outline(shape, 0, { class: "shape" })));
    if (entry.region === 1 || entry.region === 2) parts.push(outline(shape, 1, { class: "hatch", fill: `url(#${entry.region === 1 ? "lines" : "dots"})` }));
    if (entry.mark === "double") parts.push(outline(shape, 3, { class: "shape inner" }));
    picture.append(s("g", { class: `v r${entry.region}`, transform: "translate(12 10)" }, ...parts));
  }
  return picture;
}
