// How regions look, in both palettes; the numbers are those of the pictures: 0 and 1 for the players, 2 draw, 3 unknown.

const LIGHT = {
  ink: "#1f2328", paper: "#ffffff", line: "#7c838b", focus: "#0969da", pawn: "#111418", shade: "light",
  regions: [
    { fill: "#cfe5f5", outline: "#0b5d94" }, { fill: "#fde6d3", outline: "#b24a00" },
    { fill: "#f0f0f0", outline: "#5c5c5c" }, { fill: "#ffffff", outline: "#1f2328" },
  ],
};
const DARK = {
  ink: "#eef1f4", paper: "#1d2329", line: "#8b95a0", focus: "#79c0ff", pawn: "#ffffff", shade: "dark",
  regions: [
    { fill: "#14405e", outline: "#7cc0f0" }, { fill: "#4d2c10", outline: "#f5a55c" },
    { fill: "#343a41", outline: "#b6bcc3" }, { fill: "#232a31", outline: "#c9d1d9" },
  ],
};
export const STYLES = ["solid", "dashed", "dotted", "solid"];
export const HATCHES = [null, "hatch", "dots", null];
export const dark = matchMedia("(prefers-color-scheme: dark)");
export const palette = () => (dark.matches ? DARK : LIGHT);
