// @ts-check
// Lines that go, come and stay. Myers' way, up to a size; beyond it the middle is shown as all gone and all new.

const MOST_STEPS = 600;

function linesOf(text) {
  if (text === "") return [];
  const lines = text.split("\n");
  const ended = lines.at(-1) === "";
  if (ended) lines.pop();
  return lines.map((line, at) => ({ text: line, ended: ended || at < lines.length - 1 }));
}

const same = (one, other) => one.text === other.text && one.ended === other.ended;

function middle(a, b) {
  const size = Math.min(a.length + b.length, MOST_STEPS);
  const reach = new Map([[1, 0]]);
  const trace = [];
  for (let step = 0; step <= size; step += 1) {
    trace.push(new Map(reach));
    for (let k = -step; k <= step; k += 2) {
      const down = k === -step || (k !== step && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
      let x = down ? reach.get(k + 1) : reach.get(k - 1) + 1;
      let y = x - k;
      while (x < a.length && y < b.length && same(a[x], b[y])) {
        x += 1;
        y += 1;
      }
      reach.set(k, x);
      if (x >= a.length && y >= b.length) return walk(a, b, trace);
    }
  }
  return [...a.map((line) => ({ change: "-", ...line })), ...b.map((line) => ({ change: "+", ...line }))];
}

function walk(a, b, trace) {
  const out = [];
  let [x, y] = [a.length, b.length];
  for (let step = trace.length - 1; step >= 0; step -= 1) {
    const reach = trace[step];
    const k = x - y;
    const down = k === -step || (k !== step && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
    const before = down ? k + 1 : k - 1;
    const fromX = step === 0 ? 0 : reach.get(before);
    const fromY = step === 0 ? 0 : fromX - before;
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      x -= 1;
      y -= 1;
      out.push({ change: " ", ...a[x] });
    }
    if (step > 0) {
      if (down) {
        y -= 1;
        out.push({ change: "+", ...b[y] });
      } else {
        x -= 1;
        out.push({ change: "-", ...a[x] });
      }
    }
  }
  return out.reverse();
}

/** `[{change: " " | "+" | "-", text, ended, from, to}]` with line numbers. */
export function diff(before, after) {
  const a = linesOf(before);
  const b = linesOf(after);
  let start = 0;
  while (start < a.length && start < b.length && same(a[start], b[start])) start += 1;
  let tail = 0;
  while (tail < a.length - start && tail < b.length - start && same(a.at(-1 - tail), b.at(-1 - tail))) tail += 1;
  const keep = (lines) => lines.map((line) => ({ change: " ", ...line }));
  const lines = [
    ...keep(a.slice(0, start)),
    ...middle(a.slice(start, a.length - tail), b.slice(start, b.length - tail)),
    ...keep(a.slice(a.length - tail)),
  ];
  let [from, to] = [0, 0];
  for (const line of lines) {
    if (line.change !== "+") line.from = from += 1;
    if (line.change !== "-") line.to = to += 1;
  }
  return lines;
}
