// The whole of a large graph: its vertices are drawn by WebGL, their groups as discs below, and above them what is lit,
// the moves and the names. Of too many vertices only the groups are there, each of which can be entered.

import { Camera, Tip, ball, towards } from "./camera.js";
import { h } from "./dom.js";
import { createBufferInfoFromArrays, createProgramInfo, setBuffersAndAttributes, setUniforms } from "./vendor/twgl.js";

/** @typedef {{ id: number, name: string, region: number, count: number, at: [number, number], radius: number }} Group */

const POINT = 8; // how large a vertex is, in units of the places
const NAMED = 1.3; // from this scale on vertices have their names
const NAMES = 300; // so many at most
const FEW = 60; // among so many lit vertices each has its name
const EDGES = 30_000; // so many are drawn at most
const CELL = 48; // units, of the grid in which the vertex under the pointer is looked for
const COLOURS = ["--won", "--lost", "--draw", "--stone"]; // of regions
const RESULTS = { win: ["--good", "✓"], draw: ["--draw", "="], loss: ["--bad", "✗"] };

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

export class Whole extends Camera {
  /** `on` is that of a graph (graph.js). */
  constructor(box, on) {
    super(box);
    this.on = on;
    /** @type {any} */ this.data = null;
    /** @type {number | null} */ this.chosen = null;
    this.changed = new Set();
    this.moves = [];
    this.taken = false;
    this.blind = false;
    const canvas = (name) => /** @type {HTMLCanvasElement} */ (h("canvas", { class: name, "aria-hidden": "true" }));
    this.below = canvas("below");
    this.middle = canvas("middle");
    this.above = canvas("above");
    const said = h("div", { class: "tip", "aria-hidden": "true", hidden: true });
    box.append(this.below, this.middle, this.above, said);
    this.tip = new Tip(box, said, (v) => this.on.reason(v));
    this.gl = /** @type {WebGLRenderingContext} */ (this.middle.getContext("webgl2", { antialias: false, alpha: true }));
    if (!this.gl) throw new Error("this browser has no WebGL 2, by which the whole graph is drawn");
    this.programs = [POINTS, LINES].map((shaders) => createProgramInfo(this.gl, shaders));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { this.colours = null; if (this.awake()) this.look(); });
    this.middle.addEventListener("webglcontextrestored", () => this.data && this.take(this.data));
    this.middle.addEventListener("webglcontextlost", (event) => event.preventDefault());
  }

  awake() { return !this.box.hidden && this.data !== null; }

  resized() {
    this.measure();
    this.free ? this.look() : this.fit();
  }

  forget() {}
  mark() { if (this.awake()) this.draw(); }

  /** @param {any} data @param {{ from: number, to: number, result: string }[]} moves */
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
    this.looks = new Uint8Array(bytes(data.looks ?? ""));
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
      look: { numComponents: 1, data: this.looks, normalize: false }, indices: new Uint32Array(2) });
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

  x(i) { return this.count ? (this.places[2 * i] * this.extent) / 65535 : this.data.groups[i].at[0]; }
  y(i) { return this.count ? (this.places[2 * i + 1] * this.extent) / 65535 : this.data.groups[i].at[1]; }
  place(i) { return { x: this.x(i), y: this.y(i) }; }
  cell(x, y) { return Math.floor(y / CELL) * this.wide + Math.floor(x / CELL); }
  id(i) { return this.count ? this.ids?.[i] ?? i : this.data.groups[i].id + this.data.n; }
  name(i) { return this.count ? this.data.names?.[i] ?? String(this.id(i)) : this.data.groups[i].name; }

  /** @param {number | null} v @returns {number | undefined} */
  index(v) {
    if (v === null || !this.data) return undefined;
    const i = this.count ? this.numbers?.get(v) ?? (this.ids ? -1 : v) : this.data.groups.findIndex(({ id }) => id + this.data.n === v);
    return i >= 0 && i < (this.count || this.data.groups.length) ? i : undefined;
  }

  has(v) { return this.index(v) !== undefined; }
  labelOf(v) { const i = this.index(v); return i === undefined ? undefined : this.name(i); }

  /** The group of that number, if it is one. */
  group(v) {
    const found = this.count ? undefined : this.data?.groups[this.index(v) ?? -1];
    return found && { ...found, label: found.name, group: found.count, note: "" };
  }

  /** The numbers of all that is shown. */
  all() { return Array.from({ length: this.count || this.data.groups.length }, (_, i) => this.id(i)); }

  near(i) {
    const found = [...this.heads.subarray(this.begins[i], this.begins[i + 1])];
    for (let k = this.into.begins[i]; k < this.into.begins[i + 1]; k += 1) found.push(this.tails[this.into.order[k]]);
    return found;
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
    this.least = scale / 2;
    this.view = { x: (left + right) / 2, y: (top + bottom) / 2 - 13 / scale, scale };
    this.free = false;
    this.look(true);
  }

  flyTo(v) {
    const i = this.index(v);
    if (i !== undefined) this.fly({ ...this.place(i), scale: Math.max(this.view.scale, this.count ? 1.5 : this.view.scale) });
  }

  reveal(v) {
    const i = this.index(v), [wide, high] = this.size;
    if (i === undefined) return;
    const { x, y } = this.inBox(this.place(i));
    if (x < 20 || x > wide - 20 || y < 20 || y > high - 20) this.fly({ ...this.view, ...this.place(i) });
  }

  towards(dx, dy) {
    const places = Array.from({ length: this.count || this.data.groups.length }, (_, i) => /** @type {[number, any]} */ ([this.id(i), this.place(i)]));
    return towards(this.place(this.index(this.chosen) ?? 0), dx, dy, places);
  }

  under(event) {
    const { x, y } = this.spot(this.point(event));
    if (!this.count) {
      const found = this.data.groups.find(({ at, radius }) => Math.hypot(at[0] - x, at[1] - y) < radius);
      return found ? found.id + this.data.n : null;
    }
    const reach = Math.max(POINT, 10 / this.view.scale);
    let best = null, least = reach;
    for (const i of this.within(x - reach, y - reach, x + reach, y + reach)) {
      const far = Math.hypot(this.x(i) - x, this.y(i) - y);
      if (far < least) [best, least] = [this.id(i), far];
    }
    return best;
  }

  grab(event) { return { vertex: this.under(event), known: this.chosen === this.under(event) }; }

  tap() {
    const { vertex, known } = this.held;
    if (vertex === null) return;
    this.choose(vertex);
    if (known) this.on.enter(vertex, true);
  }

  choose(v) {
    this.chosen = v;
    if (v !== null) this.reveal(v);
    this.draw();
    this.on.choose(v);
  }

  hover(v) {
    this.draw();
    const i = this.index(v);
    if (i === undefined) this.tip.show(null);
    else if (!this.count) this.tip.show(null);
    else this.tip.show(v, this.on.named({ label: this.name(i), region: this.looks[i] & 3, note: "" }), this.inBox(this.place(i)));
  }

  refocus(radius) {
    this.focus = radius;
    this.draw();
    this.on.focused(radius);
  }

  pointAt(move) {
    this.pointed = move;
    this.draw();
  }

  // Drawing

  /** Draw what is in sight; while it moves, of the edges only the strategy's, which the graphics processor has time for. */
  look(rests = false) {
    clearTimeout(this.resting);
    if (!rests) this.resting = setTimeout(() => this.awake() && this.look(true), 120);
    const gl = this.gl, [wide, high] = this.size, { x, y, scale } = this.view, more = devicePixelRatio;
    this.colours ??= this.read();
    for (const canvas of [this.below, this.middle, this.above]) {
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
    this.draw();
  }

  /** The colours of the theme. */
  read() {
    const probe = this.box.appendChild(h("span"));
    const found = Object.fromEntries([...COLOURS, "--won-paper", "--lost-paper", "--draw-paper", "--card", "--ink", "--felt", "--good", "--bad", "--pawn", "--accent", "--line-strong"].map((name) => {
      probe.style.color = `var(${name})`;
      return [name, getComputedStyle(probe).color.match(/[\d.]+/g).slice(0, 3).map(Number)];
    }));
    probe.remove();
    return found;
  }

  ink(name, part = 1) { return `rgb(${this.colours[name].join(" ")} / ${part})`; }

  /** A canvas on which one draws in the pixels of the page. @param {HTMLCanvasElement} canvas */
  plane(canvas) {
    const plane = canvas.getContext("2d");
    plane.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    plane.clearRect(0, 0, this.size[0], this.size[1]);
    return plane;
  }

  /** The groups: discs in the colour of who wins, hatched for player 1, and the edges between them where nothing else is shown. */
  hulls() {
    const plane = this.plane(this.below), { groups, links } = this.data;
    const hatch = plane.createPattern(this.hatch(), "repeat");
    for (const { at: [x, y], radius, region } of groups) {
      const spot = this.inBox({ x, y });
      plane.beginPath();
      plane.arc(spot.x, spot.y, radius * this.view.scale, 0, 7);
      const [paper, line] = this.blind ? ["--card", "--line-strong"] : [["--won-paper", "--lost-paper", "--draw-paper"][region] ?? "--card", COLOURS[region] ?? "--line-strong"];
      plane.fillStyle = this.ink(paper, this.count ? 0.6 : 1);
      plane.fill();
      if (region === 1 && !this.blind) { plane.fillStyle = hatch; plane.fill(); }
      plane.strokeStyle = this.ink(line);
      plane.lineWidth = 1.5;
      plane.stroke();
    }
    if (this.count) return;
    const most = Math.max(...links.map(([, , times]) => times));
    for (const [from, to, times] of links) this.arrow(plane, this.place(from), this.place(to), this.ink("--ink", 0.5), 0.5 + (3.5 * Math.log1p(times)) / Math.log1p(most), groups[from].radius * this.view.scale, groups[to].radius * this.view.scale);
  }

  hatch() {
    const tile = /** @type {HTMLCanvasElement} */ (h("canvas", { width: 8, height: 8 })), plane = tile.getContext("2d");
    plane.strokeStyle = this.ink("--lost", 0.3);
    for (const by of [-8, 0, 8]) { plane.moveTo(by - 1, 9); plane.lineTo(by + 9, -1); }
    plane.stroke();
    return tile;
  }

  /** An arrow between two places, from and to their outlines. */
  arrow(plane, from, to, colour, width, less = this.dotted(), short = less) {
    const a = this.inBox(from), b = this.inBox(to), far = Math.hypot(b.x - a.x, b.y - a.y) || 1, way = { x: (b.x - a.x) / far, y: (b.y - a.y) / far };
    const end = { x: b.x - way.x * (short + 1), y: b.y - way.y * (short + 1) }, head = Math.min(4 + 2 * width, far / 2);
    plane.strokeStyle = plane.fillStyle = colour;
    plane.lineWidth = width;
    plane.beginPath();
    plane.moveTo(a.x + way.x * less, a.y + way.y * less);
    plane.lineTo(end.x - way.x * head * 0.8, end.y - way.y * head * 0.8);
    plane.stroke();
    plane.beginPath();
    plane.moveTo(end.x, end.y);
    plane.lineTo(end.x - way.x * head - way.y * head * 0.45, end.y - way.y * head + way.x * head * 0.45);
    plane.lineTo(end.x - way.x * head + way.y * head * 0.45, end.y - way.y * head - way.x * head * 0.45);
    plane.fill();
  }

  /** What is above the vertices: the neighbourhood that is lit, the moves, rings, and names. */
  draw() {
    if (!this.view || !this.colours) return;
    const plane = this.plane(this.above), scale = this.view.scale, chosen = this.index(this.chosen), over = this.index(this.over);
    const focused = this.focus !== null && chosen !== undefined, middle = focused ? chosen : over, size = this.dotted();
    const lit = this.count && middle !== undefined ? ball(middle, focused ? this.focus : 1, (i) => this.near(i)) : new Set();
    this.box.classList.toggle("dimmed", lit.size > 0);
    for (const i of lit) {
      for (let e = this.begins[i]; e < this.begins[i + 1]; e += 1) {
        const w = this.heads[e];
        if (focused ? lit.has(w) : i === middle || w === middle) this.arrow(plane, this.place(i), this.place(w), this.ink("--ink", 0.8), !this.blind && this.follows[i] === w ? 2.4 : 1);
      }
    }
    for (const i of lit) this.dot(plane, i, size);
    const names = new Map(lit.size <= FEW ? [...lit].map((i) => [i, 0]) : []);
    for (const { from, to, result } of this.count ? this.moves : []) {
      const [a, b] = [this.index(from), this.index(to)];
      if (a === undefined || b === undefined) continue;
      const [colour, sign] = this.blind ? ["--accent", ""] : RESULTS[result];
      this.arrow(plane, this.place(a), this.place(b), this.ink(colour), 2);
      this.dot(plane, b, size);
      this.ring(plane, b, size + 3, colour, 2);
      this.word(plane, sign, { x: this.x(b), y: this.y(b) }, size + 6, size + 6, colour);
      names.set(a, 1).set(b, 1);
      this.ring(plane, a, size + 4, "--pawn", 3);
    }
    for (const v of this.pointed ? [this.pointed.from, this.pointed.to] : []) if (this.has(v)) this.ring(plane, this.index(v), size + 6, "--accent", 3);
    if (chosen !== undefined) { this.ring(plane, chosen, this.count ? size + 4 : this.data.groups[chosen].radius * scale, "--accent", 3); names.set(chosen, 1); }
    this.named(plane, names, size);
  }

  /** How large a lit vertex is, in pixels. */
  dotted() { return Math.min(15, Math.max(3, POINT * this.view.scale)); }

  dot(plane, i, size) {
    const { x, y } = this.inBox(this.place(i)), owner = this.looks[i] >> 2;
    plane.fillStyle = this.ink(this.blind ? "--stone" : COLOURS[this.looks[i] & 3]);
    plane.beginPath();
    if (owner === 0) plane.arc(x, y, size, 0, 7);
    else if (owner === 1) plane.rect(x - 0.9 * size, y - 0.9 * size, 1.8 * size, 1.8 * size);
    else for (const [dx, dy] of [[0, -1.2], [1.2, 0], [0, 1.2], [-1.2, 0]]) plane.lineTo(x + dx * size, y + dy * size);
    plane.fill();
  }

  ring(plane, i, radius, colour, width) {
    const { x, y } = this.inBox(this.place(i));
    plane.strokeStyle = this.ink(colour);
    plane.lineWidth = width;
    plane.beginPath();
    plane.arc(x, y, radius, 0, 7);
    plane.stroke();
  }

  /** Words with a rim, right of and below a place by so many pixels. */
  word(plane, words, at, right, below, colour = "--ink", align = "left") {
    const { x, y } = this.inBox(at);
    plane.textAlign = align;
    plane.lineWidth = 3.5;
    plane.lineJoin = "round";
    plane.strokeStyle = this.ink("--felt", 0.9);
    plane.fillStyle = this.ink(colour);
    plane.strokeText(words, x + right, y + below);
    plane.fillText(words, x + right, y + below);
  }

  named(plane, names, size) {
    const { scale } = this.view, [wide, high] = this.size, corner = this.spot({ x: 0, y: 0 }), other = this.spot({ x: wide, y: high });
    plane.font = "12px system-ui, sans-serif";
    if (this.count && scale >= NAMED) {
      for (const i of this.within(corner.x, corner.y, other.x, other.y)) if (names.size < NAMES) names.set(i, 1); else break;
    }
    for (const i of names.keys()) if (this.count) this.word(plane, this.name(i), this.place(i), size + 3, -size + 2);
    plane.font = "600 13px system-ui, sans-serif";
    for (const { at: [x, y], radius, name, count } of this.data.groups) {
      const words = name.startsWith("×") || count === 1 ? name : `${name} · ${count.toLocaleString("en")}`;
      if (plane.measureText(words).width < Math.max(2.4 * radius * scale, this.count ? 0 : 60)) this.word(plane, words, { x, y: this.count ? y - radius : y }, 0, this.count ? -6 : 5, "--ink", "center");
    }
  }
}
