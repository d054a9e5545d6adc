// What the picture of a large graph needs of TWGL.
export { createBufferInfoFromArrays, createProgramInfo, setBuffersAndAttributes, setUniforms } from "twgl.js";
