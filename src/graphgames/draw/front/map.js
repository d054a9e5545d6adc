// The whole of a large graph: its vertices are drawn by WebGL, their groups as discs below, and above them what is lit,
// the moves and the names, as in any graph. Of too many vertices only the groups are there, each of which can be entered.

import { ball } from "./camera.js";
import { h } from "./dom.js";
import { Graph, painted } from "./graph.js";
import { createBufferInfoFromArrays, createProgramInfo, setBuffersAndAttributes, setUniforms } from "./vendor/twgl.js";

/** @typedef {{ id: number, name: string, region: number, count: number, at: [number, number], radius: number }} Group */

const POINT = 8; // how large a vertex is, in units of the places
const NAMED = 1.3; // from this scale on vertices have their names
const NAMES = 300; // so many at most, and so many neighbours of the vertex under the pointer are lit
const LIT = 1000; // so many are lit around the chosen one
const FEW = 60; // among so many lit vertices each has its name
const EDGES = 30_000; // so many are drawn at most
const CELL = 48; // units, of the grid in which the vertex under the pointer is looked for
const COLOURS = ["--won", "--lost", "--draw", "--stone"]; // of regions
const STRAIGHT = { arch: false, turned: false };

const HEAD = `attribute vec2 place; uniform vec2 middle, zoom; uniform float extent;
  vec4 spot() { return vec4((place * extent - middle) * zoom, 0, 1); }`;
const POINTS = [`${HEAD} attribute float look; uniform float size; varying float region, owner;
  void main() { gl_Position = spot(); gl_PointSize = size; owner = floor(look / 4.0); region = look - 4.0 * owner; }`,
`precision highp float; varying float region, owner; uniform vec3 colours[4]; uniform vec3 edge; uniform float size;
  void main() {
    vec2 at = 2.0 * gl_PointCoord - 1.0;
    float far = owner < 0.5 ? length(at) : owner < 1.5 ? max(abs(at.x), abs(at.y)) * 1.12 : abs(at.x) + abs(at.y);
    float seen = 1.0 - smoothstep(1.0 - 2.0 / size, 1.0, far);
    if (seen <= 0.0) discard;
    vec3 colour = region < 0.5 ? colours[0] : region < 1.5 ? colours[1] : region < 2.5 ? colours[2] : colours[3];
    gl_FragColor = vec4(size > 8.0 && far > 1.0 - 3.0 / size ? mix(colour, edge, 0.55) : colour, seen);
  }`];
const LINES = [`${HEAD} void main() { gl_Position = spot(); }`, "precision highp float; uniform vec4 colour; void main() { gl_FragColor = colour; }"];

/** @param {string} text */
const bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)).buffer;

/** Numbers 0 to count - 1 by what they belong to: where those of each begin, and all of them in that order. */
function sorted(count, size, of) {
  const begins = new Uint32Array(size + 1), order = new Uint32Array(count);
  for (let k = 0; k < count; k += 1) begins[of(k) + 1] += 1;
  for (let i = 0; i < size; i += 1) begins[i + 1] += begins[i];
  const next = begins.slice();
  for (let k = 0; k < count; k += 1) order[next[of(k)]++] = k;
  return { begins, order };
}

export class Whole extends Graph {
  constructor(box, on) {
    super(box, on);
    this.moves = [];
    this.taken = false;
    this.blind = false;
    this.partly = 0; // how many are lit, where that is not all
    const whole = this, place = (i) => ({ x: this.x(i), y: this.y(i) });
    /** @type {any} */ (this).at = { get: (v) => place(this.index(v)), has: (v) => this.has(v), *[Symbol.iterator]() { for (let i = 0; i < whole.total; i += 1) yield [whole.id(i), place(i)]; } };
    const canvas = (name) => /** @type {HTMLCanvasElement} */ (h("canvas", { class: name, "aria-hidden": "true" }));
    this.below = canvas("below");
    this.middle = canvas("middle");
    box.prepend(this.below, this.middle);
    this.gl = /** @type {WebGLRenderingContext} */ (this.middle.getContext("webgl2", { antialias: false, alpha: true }));
    if (!this.gl) throw new Error("this browser has no WebGL 2, by which the whole graph is drawn");
    this.programs = [POINTS, LINES].map((shaders) => createProgramInfo(this.gl, shaders));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { this.colours = null; if (this.awake()) this.look(); });
    this.middle.addEventListener("webglcontextrestored", () => this.data && this.take(this.data));
    this.middle.addEventListener("webglcontextlost", (event) => event.preventDefault());
  }

  grips() { return true; }
  grab() { return null; }
  mark() { if (this.awake()) this.draw(); }
  light() { this.mark(); }

  pointAt(move) {
    this.pointed = move;
    this.mark();
  }

  /** @param {any} data @param {any} moves */
  show(data, moves, blind) {
    const same = this.taken;
    Object.assign(this, { data, moves, blind, taken: true });
    if (!same) this.take(data);
    this.measure();
    if (same) this.look(true);
    else this.fit();
  }

  /** Take over the arrays of the answer, and put them where the graphics processor reads them. */
  take(data) {
    const n = this.count = data.vertices ?? 0;
    this.extent = data.size ?? 1;
    this.places = new Uint16Array(bytes(data.places ?? ""));
    this.styles = new Uint8Array(bytes(data.styles ?? ""));
    this.begins = new Uint32Array(bytes(data.begins ?? ""));
    this.heads = new Uint32Array(bytes(data.heads ?? ""));
    this.follows = new Int32Array(bytes(data.chosen ?? ""));
    this.ids = data.ids ? new Uint32Array(bytes(data.ids)) : null;
    this.numbers = this.ids && new Map([...this.ids].map((v, i) => [v, i]));
    this.tails = new Uint32Array(this.heads.length); // of each edge
    for (let i = 0; i < n; i += 1) this.tails.fill(i, this.begins[i], this.begins[i + 1]);
    this.into = sorted(this.heads.length, n, (e) => this.heads[e]);
    this.wide = Math.ceil(this.extent / CELL) + 1;
    this.cells = sorted(n, this.wide * this.wide, (i) => this.cell(this.x(i), this.y(i)));
    if (!n) return;
    this.buffers = createBufferInfoFromArrays(this.gl, { place: { numComponents: 2, data: this.places, normalize: true },
      look: { numComponents: 1, data: this.styles, normalize: false }, indices: new Uint32Array(2) });
  }

  /** The edges from vertices in sight, those of the strategy apart; where they are too many, from some of the vertices. */
  edges() {
    const [wide, high] = this.size, corner = this.spot({ x: 0, y: 0 }), other = this.spot({ x: wide, y: high });
    const seen = [...this.within(corner.x, corner.y, other.x, other.y)], followed = [], others = [];
    const many = seen.reduce((sum, i) => sum + this.begins[i + 1] - this.begins[i], 0);
    let share = 1;
    while (many > share * EDGES) share *= 2;
    for (const i of seen) {
      if (i % share) continue;
      for (let e = this.begins[i]; e < this.begins[i + 1]; e += 1) (!this.blind && this.follows[i] === this.heads[e] ? followed : others).push(i, this.heads[e]);
    }
    return { followed: Uint32Array.from(followed), others: Uint32Array.from(others), many: Math.min(many, EDGES) };
  }

  // What stands where: vertices, or groups where they are too many; outside they are known by their numbers in the game

  get total() { return this.count || this.data.groups.length; }
  x(i) { return this.count ? (this.places[2 * i] * this.extent) / 65535 : this.data.groups[i].at[0]; }
  y(i) { return this.count ? (this.places[2 * i + 1] * this.extent) / 65535 : this.data.groups[i].at[1]; }
  cell(x, y) { return Math.floor(y / CELL) * this.wide + Math.floor(x / CELL); }
  id(i) { return this.count ? this.ids?.[i] ?? i : this.data.groups[i].id + this.data.n; }
  name(i) { return this.count ? this.data.names?.[i] ?? String(this.id(i)) : this.data.groups[i].name; }

  /** @param {number | null} v @returns {number | undefined} */
  index(v) {
    if (v === null || !this.data) return undefined;
    const i = this.count ? this.numbers?.get(v) ?? (this.ids ? -1 : v) : this.data.groups.findIndex(({ id }) => id + this.data.n === v);
    return i >= 0 && i < this.total ? i : undefined;
  }

  has(v) { return this.index(v) !== undefined; }
  all() { return Array.from({ length: this.total }, (_, i) => this.id(i)); }

  /** A vertex, or a group, as any graph has it. */
  vertex(v) {
    const i = this.index(v), look = this.count && i !== undefined ? this.styles[i] : 0;
    if (i === undefined) return undefined;
    if (!this.count) return { ...this.data.groups[i], label: this.name(i), group: this.data.groups[i].count, note: "" };
    return { id: v, label: this.name(i), region: look & 3, square: look >> 2 === 1, diamond: look >> 2 === 2, note: "", tokens: [] };
  }

  /** The numbers of the vertices beside one. */
  near(v) {
    const i = this.index(v), found = [...this.heads.subarray(this.begins[i], this.begins[i + 1])];
    for (let k = this.into.begins[i]; k < this.into.begins[i + 1]; k += 1) found.push(this.tails[this.into.order[k]]);
    return found.map((w) => this.id(w));
  }

  /** The vertices in a rectangle. */
  *within(left, top, right, bottom) {
    const bound = (value) => Math.min(this.wide - 1, Math.max(0, Math.floor(value / CELL)));
    for (let row = bound(top); row <= bound(bottom); row += 1) {
      for (let k = this.cells.begins[row * this.wide + bound(left)]; k < this.cells.begins[row * this.wide + bound(right) + 1]; k += 1) yield this.cells.order[k];
    }
  }

  // Moving about

  fit() {
    const boxes = this.data.groups.map(({ at: [x, y], radius }) => [x - radius, y - radius, x + radius, y + radius]);
    const [left, top] = [0, 1].map((k) => Math.min(...boxes.map((box) => box[k])) - 20), [right, bottom] = [2, 3].map((k) => Math.max(...boxes.map((box) => box[k])) + 20);
    const [wide, high] = this.size, scale = Math.min(2, wide / (right - left), (high - 26) / (bottom - top));
    this.motion.scaleExtent([scale / 2, 4]);
    this.free = false;
    this.aim({ x: (left + right) / 2, y: (top + bottom) / 2 - 13 / scale, scale });
  }

  under(event) {
    const { x, y } = this.spot(this.point(event));
    if (!this.count) {
      const found = this.data.groups.find(({ at, radius }) => Math.hypot(at[0] - x, at[1] - y) < radius);
      return found ? found.id + this.data.n : null;
    }
    const reach = Math.max(POINT, 10 / this.shift.k);
    let best = null, least = reach;
    for (const i of this.within(x - reach, y - reach, x + reach, y + reach)) {
      const far = Math.hypot(this.x(i) - x, this.y(i) - y);
      if (far < least) [best, least] = [this.id(i), far];
    }
    return best;
  }

  // Drawing

  /** Draw what is in sight; while it moves, of the edges only the strategy's, which the graphics processor has time for. */
  look(rests = false) {
    clearTimeout(this.resting);
    if (!rests) this.resting = setTimeout(() => this.awake() && this.look(true), 120);
    const gl = this.gl, [wide, high] = this.size, { x, y, scale } = this.view, more = devicePixelRatio;
    this.colours ??= this.read();
    for (const canvas of [this.below, this.middle]) {
      const [across, down] = [Math.round(wide * more), Math.round(high * more)];
      if (canvas.width !== across || canvas.height !== down) Object.assign(canvas, { width: across, height: down });
    }
    gl.viewport(0, 0, this.middle.width, this.middle.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    if (this.count) {
      const [points, lines] = this.programs, { followed, others, many } = this.edges();
      const common = { middle: [x, y], zoom: [(2 * scale) / wide, (-2 * scale) / high], extent: this.extent };
      const draw = (program, uniforms, act) => { gl.useProgram(program.program); setBuffersAndAttributes(gl, program, this.buffers); setUniforms(program, { ...common, ...uniforms }); act(); };
      const ink = this.colours["--ink"].map((part) => part / 255), part = Math.min(0.5, 0.02 + 500 / (1 + many));
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
      for (const some of rests ? [others, followed] : [followed]) {
        draw(lines, { colour: [...ink, Math.min(0.8, (some === others ? 0.6 : 1.4) * part)] }, () => {
          gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, some, gl.DYNAMIC_DRAW);
          gl.drawElements(gl.LINES, some.length, gl.UNSIGNED_INT, 0);
        });
      }
      const shown = COLOURS.map((name) => this.colours[this.blind ? "--stone" : name]).flat().map((part) => part / 255);
      draw(points, { size: more * Math.min(30, Math.max(1.6, 2 * POINT * scale)), colours: shown, edge: this.colours["--felt"].map((part) => part / 255) }, () => gl.drawArrays(gl.POINTS, 0, this.count));
    }
    this.hulls();
    this.draw(rests);
  }

  /** The colours of the theme. */
  read() {
    const probe = this.box.appendChild(h("span"));
    const found = Object.fromEntries([...COLOURS, "--won-paper", "--lost-paper", "--draw-paper", "--card", "--ink", "--felt", "--line-strong"].map((name) => {
      probe.style.color = `var(${name})`;
      return [name, getComputedStyle(probe).color.match(/[\d.]+/g).slice(0, 3).map(Number)];
    }));
    probe.remove();
    return found;
  }

  ink(name, part = 1) { return `rgb(${this.colours[name].join(" ")} / ${part})`; }

  /** The groups: discs in the colour of who wins, hatched for player 1. */
  hulls() {
    const plane = this.below.getContext("2d"), hatch = plane.createPattern(this.hatch(), "repeat");
    plane.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    plane.clearRect(0, 0, this.size[0], this.size[1]);
    for (const { at: [x, y], radius, region } of this.data.groups) {
      const spot = this.inBox({ x, y });
      plane.beginPath();
      plane.arc(spot.x, spot.y, radius * this.shift.k, 0, 7);
      const [paper, line] = this.blind ? ["--card", "--line-strong"] : [["--won-paper", "--lost-paper", "--draw-paper"][region] ?? "--card", COLOURS[region] ?? "--line-strong"];
      plane.fillStyle = this.ink(paper, this.count ? 0.6 : 1);
      plane.fill();
      if (region === 1 && !this.blind) { plane.fillStyle = hatch; plane.fill(); }
      plane.strokeStyle = this.ink(line);
      plane.lineWidth = 1.5;
      plane.stroke();
    }
  }

  hatch() {
    const tile = /** @type {HTMLCanvasElement} */ (h("canvas", { width: 8, height: 8 })), plane = tile.getContext("2d");
    plane.strokeStyle = this.ink("--lost", 0.3);
    for (const by of [-8, 0, 8]) { plane.moveTo(by - 1, 9); plane.lineTo(by + 9, -1); }
    plane.stroke();
    return tile;
  }

  /** What is above the vertices: the neighbourhood that is lit, the moves, what is chosen, and names where it rests. */
  draw(rests = true) {
    if (!this.shift || !this.colours) return;
    const focused = this.focus !== null && this.has(this.chosen), middle = focused ? this.chosen : this.over, most = focused ? LIT : NAMES;
    const lit = this.count && this.has(middle) ? ball(middle, focused ? this.focus : 1, (v) => this.near(v), most) : new Set();
    this.partly = lit.size === most ? most : 0;
    this.box.classList.toggle("dimmed", lit.size > 0);
    const moves = this.count ? this.moves.filter(({ from, to }) => this.has(from) && this.has(to)) : [];
    const marked = [...new Set([this.chosen, this.pointed?.from, this.pointed?.to, ...moves.flatMap(({ from, to }) => [from, to])])].filter((v) => v !== undefined && this.has(v));
    const named = new Set(this.count ? [...(lit.size <= FEW ? lit : []), ...marked, ...(rests && !lit.size ? this.sighted() : [])] : []);
    const size = Math.min(15, Math.max(3, POINT * this.shift.k));
    const vertices = this.count ? [...new Set([...lit, ...marked, ...named])].map((v) => ({ ...this.vertex(v), radius: size, above: true, ...(!named.has(v) && { label: "" }) })) : [];
    const at = new Map(vertices.map(({ id }) => [id, this.inBox(this.at.get(id))]));
    const edges = this.count ? [...lit].flatMap((v) => this.followed(v).filter(({ to }) => lit.has(to) && (focused || v === middle || to === middle))) : this.linked();
    for (const { from, to } of moves) if (!lit.has(from) || !lit.has(to)) edges.push({ from, to, count: 1 });
    const groups = this.data.groups.map((group) => this.disc(group)).filter(({ label, id }) => label || !this.count || id === this.chosen)
      .sort((a, b) => b.radius - a.radius).slice(0, NAMES);
    for (const group of groups) at.set(group.id, this.inBox({ x: group.at[0], y: group.at[1] }));
    const data = { n: this.data.n, directed: true, size, vertices: [...groups, ...vertices], edges: edges.filter(({ from, to }) => at.has(from) && at.has(to)), last: null, pawns: moves.slice(0, 1).map(({ from }) => from) };
    this.svg.setAttribute("viewBox", `0 0 ${this.size.join(" ")}`);
    this.layer.replaceChildren(...painted(data, { moves, ending: null }, this.blind, at, STRAIGHT));
    super.mark();
    super.pointAt(this.pointed);
  }

  /** The vertices that are large enough for their names, and in sight. */
  sighted() {
    if (this.shift.k < NAMED) return [];
    const [wide, high] = this.size, corner = this.spot({ x: 0, y: 0 }), other = this.spot({ x: wide, y: high });
    return [...this.within(corner.x, corner.y, other.x, other.y)].slice(0, NAMES).map((i) => this.id(i));
  }

  /** The edges from a vertex. */
  followed(v) {
    const i = this.index(v);
    return [...this.heads.subarray(this.begins[i], this.begins[i + 1])].map((w) => ({ from: v, to: this.id(w), count: 1, chosen: this.follows[i] === w }));
  }

  /** The edges between groups where nothing else is shown. */
  linked() { return this.data.links.map(([from, to]) => ({ from: this.id(from), to: this.id(to), count: 1 })); }

  /** A group as the place of its name, which must fit. */
  disc({ id, name, count, at, radius, region }) {
    const words = name.endsWith(" vertices") || count === 1 ? name : `${name} · ${count.toLocaleString("en")}`, size = radius * this.shift.k;
    const fits = 7.5 * words.length < Math.max(2.4 * size, this.count ? 0 : 60);
    return { id: id + this.data.n, label: fits ? words : "", at, radius: size, above: this.count > 0, region, note: "", tokens: [], look: "hull" };
  }
}
