// @ts-check
// Plots as plain SVG, each with the table it was drawn from.

import { foreignLine, h } from "../dom.js";
import { spellLine } from "../text/spell.js";
import { words } from "../text/stats.js";
import { table } from "./screen.js";

/** As wide as it will be shown, up to a measure, so that letters keep their size: on a phone, and where two stand side by side. */
export const wide = () => {
  const room = document.documentElement.clientWidth;
  return room >= 1100 ? 520 : Math.min(640, Math.max(280, room - 60));
};
const HEIGHT = 180;
const FOOT = 22;
const SIDE = 36;

export function nice(value) {
  // Counts are whole, and so is half of the top.
  if (value <= 10) return 2 * Math.ceil(value / 2);
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 3, 4, 6, 8, 10].map((step) => step * power).find((step) => step >= value);
}

export function figure(title, svg, heads, rows) {
  return h("figure", {}, h("figcaption", {}, title), svg,
    h("details", {}, h("summary", {}, words.table), table(title, heads, rows)));
}

/** Bars that stand, each of parts that have a kind: `bars` is `[{label, parts: {kind: count}}]`. */
export function columns(title, bars, kinds) {
  const total = (bar) => kinds.reduce((sum, kind) => sum + (bar.parts[kind] ?? 0), 0);
  const full = wide();
  const top = nice(Math.max(1, ...bars.map(total)));
  const room = HEIGHT - FOOT - 8;
  const step = (full - SIDE) / Math.max(1, bars.length);
  const width = Math.max(1, Math.min(40, step * 0.8));
  const svg = h("svg.plot", { viewBox: `0 0 ${full} ${HEIGHT}`, role: "img", "aria-label": words.below(title) });
  for (const share of [0, 0.5, 1]) {
    const y = 8 + room * (1 - share);
    svg.append(h("line.grid", { x1: SIDE, x2: full, y1: y, y2: y }), h("text.axis", { x: SIDE - 6, y: y + 4, "text-anchor": "end" }, top * share));
  }
  const every = Math.ceil(bars.length / Math.max(1, Math.floor(full / 80)));
  bars.forEach((bar, at) => {
    const x = SIDE + step * at + (step - width) / 2;
    let y = 8 + room;
    kinds.forEach((kind, number) => {
      const height = (room * (bar.parts[kind] ?? 0)) / top;
      if (!height) return;
      y -= height;
      svg.append(h(`rect.series-${number}`, { x, y, width, height }, h("title", {}, `${bar.label}, ${spellLine(kind, "name")}: ${bar.parts[kind]}`)));
    });
    if (at % every === 0) svg.append(h("text.axis", { x: x + width / 2, y: HEIGHT - 6, "text-anchor": "middle" }, bar.label));
  });
  const legend = kinds.length > 1
    ? h("p.legend", {}, kinds.map((kind, number) => h("span", {}, h(`span.key.series-${number}`, { "aria-hidden": "true" }), " ", foreignLine(kind, "name"), " ")))
    : null;
  const shown = figure(title, svg, ["", ...kinds.map((kind) => spellLine(kind, "name"))], bars.map((bar) => [bar.label, ...kinds.map((kind) => bar.parts[kind] ?? 0)]));
  if (legend) svg.after(legend);
  return shown;
}
