// The graph: drawn by Cytoscape.js where the server has placed the vertices, moved through with the keyboard.

import { s, still } from "./dom.js";
import { HATCHES, STYLES, palette } from "./regions.js";

let loading = null;

/** Load Cytoscape.js once; it is not needed for the first look at the page. */
export function load() {
  loading ??= new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = "/page/vendor/cytoscape.min.js";
    script.onload = () => done(window.cytoscape);
    script.onerror = () => { loading = null; failed(new Error("the drawing library did not come")); };
    document.head.append(script);
  });
  return loading;
}

const key = (v) => `v${v}`;
const short = (label) => (label.length > 18 ? `${label.slice(0, 17)}…` : label);

export class Graph {
  /** `on` has choose(vertex), enter(vertex), ground({x, y}), edge(from, to): what happened, for the page to decide. */
  constructor(box, on) {
    this.box = box;
    this.on = on;
    this.cy = null;
    this.data = null;
    this.chosen = null;
    this.edge = null;
    this.kept = new Map();
    this.moved = false;
    this.size = null;
  }

  async start() {
    const cytoscape = await load();
    this.cy ??= this.make(cytoscape);
  }

  make(cytoscape) {
    const cy = cytoscape({ container: this.box, minZoom: 0.05, maxZoom: 4, boxSelectionEnabled: false, autounselectify: true });
    cy.on("tap", "node.vertex", (event) => this.tapped(event.target.data("v")));
    cy.on("tap", "edge", (event) => this.chooseEdge(event.target));
    cy.on("tap", (event) => { if (event.target === cy) this.on.ground(event.position); });
    cy.on("position", "node.vertex", (event) => this.follow(event.target));
    cy.on("dragfree", "node.vertex", (event) => this.keep(event.target));
    new ResizeObserver(() => this.resized()).observe(this.box);
    return cy;
  }

  /** A box that was hidden, or was turned from tall to wide, shows all of the graph again unless somebody has zoomed. */
  resized() {
    this.cy.resize();
    if (this.box.clientWidth && this.fitted && this.data) this.fit();
  }

  tapped(v) {
    this.edge = null;
    this.choose(v);
    this.on.enter(v, true);
  }

  chooseEdge(edge) {
    this.edge = edge.data("ends");
    this.cy.edges().removeClass("chosen");
    edge.addClass("chosen");
    this.on.edge(...this.edge);
  }

  keep(node) {
    this.kept.set(node.data("label"), { ...node.position() });
  }

  forget() {
    this.kept.clear();
  }

  /** Draw a piece; `play` says which moves there are. What stands where it stood stays there. */
  show(data, play, blind, hold = false) {
    const same = this.data && (hold || this.sameShape(data));
    this.data = data;
    this.dress(data);
    this.cy.batch(() => this.put(this.elements(data, play, blind)));
    this.cy.nodes(".token, .more, .begin").forEach((thing) => this.follow(this.cy.getElementById(thing.data("of"))));
    if (this.chosen !== null && !this.has(this.chosen)) this.chosen = null;
    this.mark();
    if (!same) this.fit();
    else this.reveal(data.pawns[0]);
  }

  /** Set the style sheet, if it is another. */
  dress(data) {
    const look = `${data.size} ${palette().shade}`;
    if (look === this.look) return;
    this.look = look;
    this.cy.style(this.style(data));
  }

  /** Put elements into the drawing: what is there already is changed, and only where it differs. */
  put(elements) {
    const wanted = new Set(elements.map((element) => element.data.id));
    this.cy.elements().filter((old) => !wanted.has(old.id())).remove();
    const fresh = [];
    for (const element of elements) {
      const old = this.cy.getElementById(element.data.id);
      if (old.empty() || old.data("source") !== element.data.source) { old.remove(); fresh.push(element); continue; }
      const now = JSON.stringify([element.data, element.classes]);
      if (old.scratch("now") === now) continue;
      old.data(element.data);
      old.classes(element.classes);
      old.scratch("now", now);
    }
    // Vertices first: an edge whose vertex went and came went with it.
    this.cy.add(fresh.map((element) => ({ ...element, scratch: { now: JSON.stringify([element.data, element.classes]) } })));
    for (const element of elements) if (element.position) this.move(element);
  }

  move(element) {
    const node = this.cy.getElementById(element.data.id);
    const { x, y } = node.position();
    if (x !== element.position.x || y !== element.position.y) node.position({ ...element.position });
  }

  sameShape(data) {
    const old = new Set(this.data.vertices.map((vertex) => vertex.label));
    const shared = data.vertices.filter((vertex) => old.has(vertex.label)).length;
    return shared > 0.9 * Math.max(old.size, data.vertices.length) && this.data.n > 0;
  }

  elements(data, play, blind) {
    const targets = new Map();
    for (const move of play.ending ? [] : play.moves) if (!targets.has(move.to)) targets.set(move.to, move.result);
    const nodes = data.vertices.flatMap((vertex) => this.nodes(vertex, data, targets, blind));
    const edges = data.edges.map((edge) => ({
      group: "edges",
      data: {
        id: `e${edge.from}-${edge.to}`, source: key(edge.from), target: key(edge.to), ends: [edge.from, edge.to],
        label: edge.count > 1 ? `×${edge.count}` : "", bend: edge.bend ?? 0, region: this.regionOf(data, edge.from, blind),
      },
      classes: [edge.chosen && !blind ? "strategy" : "", edge.used >= edge.count ? "used" : "", data.directed ? "directed" : "", edge.bend ? "bent" : ""].join(" "),
    }));
    return [...nodes, ...edges];
  }

  regionOf(data, v, blind) {
    this.byId ??= new Map();
    if (this.byIdOf !== data) {
      this.byIdOf = data;
      this.byId = new Map(data.vertices.map((vertex) => [vertex.id, vertex]));
    }
    return blind ? 3 : this.byId.get(v).region;
  }

  nodes(vertex, data, targets, blind) {
    const note = blind && !vertex.note.startsWith("p ") ? "" : vertex.note;
    const small = data.size < 20;
    const name = small && vertex.label.length > 4 ? String(vertex.id) : short(vertex.label);
    const wide = name.length > 4 && !small;
    const place = this.kept.get(vertex.label) ?? { x: vertex.x, y: vertex.y };
    const classes = ["vertex", vertex.square ? "square" : "circle", vertex.marked ? "marked" : "", vertex.gone ? "gone" : ""];
    if (data.pawns.includes(vertex.id)) classes.push("pawn");
    if (targets.has(vertex.id)) classes.push("target");
    const node = {
      group: "nodes",
      data: {
        id: key(vertex.id), v: vertex.id, label: vertex.label, region: blind ? 3 : vertex.region,
        text: note ? `${name}\n${note}` : name,
        width: wide ? Math.min(150, 22 + 7.4 * Math.max(name.length, note.length)) : 2 * data.size + 2,
      },
      position: { ...place },
      classes: classes.filter(Boolean).join(" "),
    };
    return [node, ...this.upon(vertex)];
  }

  /** What stands upon a vertex: tokens, the arrow of the start, the number of edges that are not shown. */
  upon(vertex) {
    const things = vertex.tokens.map(([colour, name, number], k) => ({
      group: "nodes",
      data: { id: `t${vertex.id}-${k}`, of: key(vertex.id), k, colour, text: number || name.slice(0, 1).toUpperCase() },
      classes: "token",
    }));
    if (vertex.hidden) things.push({ group: "nodes", data: { id: `h${vertex.id}`, of: key(vertex.id), k: 0, text: `+${vertex.hidden}` }, classes: "more" });
    if (vertex.start) things.push({ group: "nodes", data: { id: `s${vertex.id}`, of: key(vertex.id), k: 0, text: "start" }, classes: "begin" });
    return things;
  }

  follow(node) {
    const { x, y } = node.position();
    const reach = node.data("width") / 2;
    const high = this.data.size;
    this.cy.nodes(`[of = "${node.id()}"]`).forEach((thing) => {
      if (thing.hasClass("token")) thing.position({ x: x + reach * 0.75 + 17 * thing.data("k"), y: y - high * 0.95 });
      else if (thing.hasClass("more")) thing.position({ x: x + reach + 9, y: y + high * 0.7 });
      else thing.position({ x: x - reach - 6, y: y - high * 1.05 });
    });
  }

  style(data) {
    const colours = palette();
    const size = 2 * data.size + 2;
    const font = data.size < 20 ? 9 : 13;
    return [
      { selector: "node", style: { label: "data(text)", "text-valign": "center", "text-halign": "center", "text-wrap": "wrap", "font-family": "system-ui, DejaVu Sans, sans-serif", color: colours.ink, events: "no" } },
      { selector: "node.vertex", style: { events: "yes", width: "data(width)", height: size, shape: "ellipse", "font-size": font, "font-weight": 600, "border-width": 2, "line-height": 1.05, "text-outline-width": 0 } },
      { selector: "node.square", style: { shape: "round-rectangle" } },
      ...colours.regions.map((look, k) => ({
        selector: `node.vertex[region = ${k}]`,
        style: {
          "background-color": look.fill, "border-color": look.outline, "border-style": STYLES[k],
          ...(HATCHES[k] ? { "background-image": `/page/${HATCHES[k]}-${colours.shade}.svg`, "background-repeat": "repeat", "background-width": "8px", "background-height": "8px", "background-clip": "node", "text-outline-width": 2.5, "text-outline-color": look.fill } : {}),
        },
      })),
      { selector: "node.marked", style: { "border-style": "double", "border-width": 6 } },
      { selector: "node.gone", style: { opacity: 0.35 } },
      { selector: "node.target", style: { "underlay-color": colours.focus, "underlay-opacity": 0.22, "underlay-padding": 7, "underlay-shape": "ellipse" } },
      { selector: "node.pawn", style: { "outline-width": 4, "outline-color": colours.pawn, "outline-offset": 3 } },
      { selector: "node.chosen", style: { "underlay-color": colours.focus, "underlay-opacity": 0.6, "underlay-padding": 9, "underlay-shape": "ellipse", "z-index": 9 } },
      { selector: "node.token", style: { width: 18, height: 18, "background-color": "data(colour)", color: "#fff", "font-size": 10, "font-weight": 700, "border-width": 1.5, "border-color": "#fff", "z-index": 10 } },
      { selector: "node.more, node.begin", style: { width: 1, height: 1, "background-opacity": 0, "font-size": 10, color: colours.line } },
      { selector: "edge", style: { width: 1.5, "line-color": colours.line, "curve-style": "bezier", "control-point-step-size": 34, "loop-direction": "-45deg", "loop-sweep": "50deg", label: "data(label)", "font-size": 10, color: colours.ink, "text-background-color": colours.paper, "text-background-opacity": 0.8 } },
      { selector: "edge.bent", style: { "curve-style": "unbundled-bezier", "control-point-distances": "data(bend)", "control-point-weights": 0.5 } },
      { selector: "edge.directed", style: { "target-arrow-shape": "triangle", "target-arrow-color": colours.line, "arrow-scale": 0.95 } },
      ...colours.regions.map((look, k) => ({ selector: `edge.strategy[region = ${k}]`, style: { width: 4, "line-color": look.outline, "target-arrow-color": look.outline, "z-index": 5 } })),
      { selector: "edge.used", style: { "line-style": "dashed", opacity: 0.3 } },
      { selector: "edge.chosen", style: { "overlay-color": colours.focus, "overlay-opacity": 0.3, "overlay-padding": 6 } },
    ];
  }

  has(v) {
    return this.data !== null && this.cy.getElementById(key(v)).nonempty();
  }

  choose(v) {
    this.chosen = v;
    this.mark();
    if (v !== null) this.reveal(v);
    this.on.choose(v);
  }

  mark() {
    this.cy.elements().removeClass("chosen");
    if (this.chosen !== null) this.cy.getElementById(key(this.chosen)).addClass("chosen");
  }

  /** Bring a vertex into view if it is not. */
  reveal(v) {
    if (v === undefined || !this.has(v)) return;
    const node = this.cy.getElementById(key(v));
    const box = this.cy.extent();
    const { x, y } = node.position();
    if (x > box.x1 && x < box.x2 && y > box.y1 && y < box.y2) return;
    if (still()) this.cy.center(node);
    else this.cy.animate({ center: { eles: node } }, { duration: 200 });
  }

  fit() {
    this.fitted = true;
    this.cy.fit(this.cy.nodes(".vertex"), 44);
    if (this.data.around && this.cy.zoom() < 0.6) this.near();
    if (this.cy.zoom() > 1.4) {
      this.cy.zoom(1.4);
      this.cy.center(this.cy.nodes(".vertex"));
    }
  }

  /** Of a wide piece show the middle at a size that can be read. */
  near() {
    const middle = this.cy.collection(this.data.around.map((v) => this.cy.getElementById(key(v))));
    this.cy.zoom(0.6);
    this.cy.center(middle);
  }

  zoom(factor) {
    this.fitted = false;
    this.cy.zoom({ level: this.cy.zoom() * factor, renderedPosition: { x: this.box.clientWidth / 2, y: this.box.clientHeight / 2 } });
  }

  /** Give the vertex that is nearest in a direction, or null. */
  towards(dx, dy) {
    const from = this.cy.getElementById(key(this.chosen)).position();
    let best = null, least = Infinity;
    this.cy.nodes(".vertex").forEach((node) => {
      const { x, y } = node.position();
      const along = (x - from.x) * dx + (y - from.y) * dy;
      const aside = Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx);
      if (along < 4 || aside > 2.5 * along) return;
      const far = along + 2 * aside;
      if (far < least) [best, least] = [node.data("v"), far];
    });
    return best;
  }

  where(v) {
    return this.cy.getElementById(key(v)).renderedPosition();
  }
}

/** One entry of the legend, as it is in the pictures. */
export function sample(entry) {
  const colours = palette();
  const look = colours.regions[entry.region];
  const token = entry.mark === "♟" || entry.mark === "●";
  if (entry.shape === "text" && !token) return null;
  const picture = s("svg", { width: 24, height: 20, viewBox: "0 0 24 20", "aria-hidden": "true" });
  if (token) {
    picture.append(s("circle", { cx: 12, cy: 10, r: 7, fill: entry.mark === "●" ? "#5b6470" : entry.colour, stroke: colours.paper, "stroke-width": 1.5 }));
    return picture;
  }
  if (entry.shape === "edge") {
    picture.append(s("path", { d: "M2 10H22", stroke: colours.ink, "stroke-width": 4 }));
    return picture;
  }
  const attributes = { fill: look.fill, stroke: look.outline, "stroke-width": 2, "stroke-dasharray": entry.region === 1 ? "4 2.5" : entry.region === 2 ? "1.5 2.5" : null };
  const shape = (r) => (entry.shape === "circle" ? s("circle", { cx: 12, cy: 10, r, ...attributes }) : s("rect", { x: 12 - r, y: 10 - r, width: 2 * r, height: 2 * r, rx: 2, ...attributes }));
  picture.append(shape(8));
  if (entry.region === 1) picture.append(s("path", { d: "M7 13L15 5M9 16L18 7", stroke: look.outline, "stroke-width": 1.1, opacity: 0.7 }));
  if (entry.mark === "double") picture.append(shape(4.5));
  return picture;
}
