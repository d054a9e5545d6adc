// What moves the picture of a graph: the pointer, the wheel and two fingers.
export { drag } from "d3-drag";
export { select } from "d3-selection";
export { zoom, zoomIdentity } from "d3-zoom";
