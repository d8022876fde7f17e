// Plots beside bars: a line, and what flows from tools through layers to verdicts. Each with its table.

import { foreignLine, h } from "./dom.js";
import { figure, nice, wide } from "./plot.js";
import { spellLine } from "./spell.js";

const HEIGHT = 180;
const FOOT = 22;
const SIDE = 36;

/** A line through `[{label, value}]`; a gap where there is no value. */
export function run(title, points, unit) {
  const full = wide();
  const values = points.map((one) => one.value).filter((value) => value !== undefined);
  const top = nice(Math.max(1, ...values));
  const room = HEIGHT - FOOT - 8;
  const x = (at) => SIDE + ((full - SIDE - 10) * at) / Math.max(1, points.length - 1) + 4;
  const y = (value) => 8 + room * (1 - value / top);
  const svg = h("svg.plot", { viewBox: `0 0 ${full} ${HEIGHT}`, role: "img", "aria-label": `${title}; the table below has the numbers` });
  for (const share of [0, 0.5, 1]) {
    svg.append(h("line.grid", { x1: SIDE, x2: full, y1: y(top * share), y2: y(top * share) }), h("text.axis", { x: SIDE - 6, y: y(top * share) + 4, "text-anchor": "end" }, top * share));
  }
  const every = Math.ceil(points.length / Math.max(1, Math.floor(full / 80)));
  let path = "";
  points.forEach((one, at) => {
    if (at % every === 0) svg.append(h("text.axis", { x: Math.min(full - 18, Math.max(SIDE + 12, x(at))), y: HEIGHT - 6, "text-anchor": "middle" }, one.label));
    if (one.value === undefined) return;
    const before = points[at - 1]?.value !== undefined;
    path += `${before ? "L" : "M"}${x(at).toFixed(1)} ${y(one.value).toFixed(1)}`;
    svg.append(h("circle.series-0", { cx: x(at), cy: y(one.value), r: 3 }, h("title", {}, `${one.label}: ${one.value} ${unit}`)));
  });
  svg.append(h("path.run", { d: path }));
  return figure(title, svg, ["", unit], points.map((one) => [one.label, one.value ?? "–"]));
}

/** How much goes where: `flows` is `[[first, second, third, count]]`. */
export function flow(title, heads, flows, kinds) {
  const full = wide();
  const narrow = full < 500;
  const columns = [0, 1, 2].map((at) => {
    const sums = new Map();
    for (const one of flows) sums.set(one[at], (sums.get(one[at]) ?? 0) + one[3]);
    return [...sums].sort((one, other) => other[1] - one[1]);
  });
  // Many tools with little each would be many lines with nothing between.
  const most = 8;
  const kept = new Set(columns[0].slice(0, most).map(([name]) => name));
  const folded = flows.map(([first, ...rest]) => [kept.has(first) ? first : "others", ...rest]);
  const named = [0, 1, 2].map((at) => {
    const sums = new Map();
    for (const one of folded) sums.set(one[at], (sums.get(one[at]) ?? 0) + one[3]);
    return [...sums].sort((one, other) => other[1] - one[1]);
  });
  const total = Math.max(1, flows.reduce((sum, one) => sum + one[3], 0));
  const gap = 16;
  const high = 60 + 24 * Math.max(...named.map((column) => column.length));
  const scale = (high - gap * Math.max(...named.map((column) => column.length))) / total;
  const label = narrow ? 70 : 110;
  const left = [label, full / 2 - 6, full - label - 12];
  const svg = h("svg.plot", { viewBox: `0 0 ${full} ${high + 22}`, role: "img", "aria-label": `${title}; the table below has the numbers` });
  const at = named.map((column, number) => {
    const places = new Map();
    let y = 20;
    for (const [name, count] of column) {
      places.set(name, { y, in: y, out: y, height: Math.max(2, count * scale) });
      y += Math.max(2, count * scale) + gap;
    }
    return { x: left[number], places };
  });
  const link = (from, to, one, other, count, kind) => {
    const [a, b] = [at[from].places.get(one), at[to].places.get(other)];
    const thick = Math.max(1, count * scale);
    const [x1, x2, y1, y2] = [at[from].x + 12, at[to].x, a.out + thick / 2, b.in + thick / 2];
    a.out += thick;
    b.in += thick;
    const middle = (x1 + x2) / 2;
    svg.append(h(`path.flow.${kind}`, { d: `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`, "stroke-width": thick.toFixed(1) },
      h("title", {}, `${spellLine(one)} → ${spellLine(other)}: ${count}`)));
  };
  const sum = (from, to) => {
    const sums = new Map();
    for (const one of folded) {
      const key = JSON.stringify([one[from], one[to]]);
      sums.set(key, (sums.get(key) ?? 0) + one[3]);
    }
    return [...sums].map(([key, count]) => [...JSON.parse(key), count]).sort((one, other) => other[2] - one[2]);
  };
  for (const [one, other, count] of sum(0, 1)) link(0, 1, one, other, count, "plain");
  for (const [one, other, count] of sum(1, 2)) link(1, 2, one, other, count, Object.hasOwn(kinds, other) ? kinds[other] : "plain");
  named.forEach((column, number) => {
    for (const [name, count] of column) {
      const place = at[number].places.get(name);
      svg.append(h("rect.node", { x: at[number].x, y: place.y, width: 12, height: place.height }, h("title", {}, `${spellLine(name)}: ${count}`)));
      const text = spellLine(name);
      const letters = Math.floor((number === 1 ? 90 : label - 10) / 6.6);
      const short = text.length > letters ? `${text.slice(0, letters - 1)}…` : text;
      svg.append(h("text.label", number === 0
        ? { x: at[number].x - 6, y: place.y + place.height / 2 + 4, "text-anchor": "end" }
        : number === 2
          ? { x: at[number].x + 18, y: place.y + place.height / 2 + 4 }
          : { x: at[number].x + 6, y: place.y - 3, "text-anchor": "middle" }, short));
    }
  });
  const rows = [...flows].sort((one, other) => other[3] - one[3]);
  return figure(title, svg, [...heads, "count"], rows.map(([first, second, third, count]) => [foreignLine(first), foreignLine(second), foreignLine(third), count]));
}
