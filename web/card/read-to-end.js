// @ts-check
// What of a card has been on the screen. An approval counts only after all of it was: drawn, not behind the bars or a dialog,
// line by line, so that a jump to the end shows the end and nothing else.

/** What must have been on the screen: the call itself, whatever its kind. */
const CALL = ".command, .diff .line, .diff .gap, .change .notice, .whole-path, .thing > .tree, .thing > .request, .mail";
/** What a grave call needs beside it: what is said against it, and where it reaches. */
const GRAVE = `${CALL}, .warnings, .thing > .fetches`;
/** Edges of boxes lie between pixels. */
const SLACK = 2;

/** Adds a stretch to a list of stretches that do not touch, in order. @param {number[][]} stretches @param {number[]} stretch */
export function joined(stretches, [start, end]) {
  const apart = stretches.filter(([from, to]) => to < start - SLACK || from > end + SLACK);
  const touching = stretches.filter((one) => !apart.includes(one));
  const whole = [Math.min(start, ...touching.map(([from]) => from)), Math.max(end, ...touching.map(([, to]) => to))];
  return [...apart, whole].sort((one, other) => one[0] - other[0]);
}

/** What of a box from `top` to `bottom` can be read between two edges, from its own top; where it is cut, the line that is
 * cut does not count. Nothing if there is nothing. */
export function readable({ top, bottom }, edges, line) {
  const start = top >= edges.top - SLACK ? 0 : edges.top - top + line;
  const end = bottom <= edges.bottom + SLACK ? bottom - top : edges.bottom - top - line;
  return end > start ? [start, end] : undefined;
}

export class ReadToEnd {
  #known = new WeakMap();
  #left = [];
  #planned = false;
  #look = () => this.plan();
  #sizes = new ResizeObserver(this.#look);

  /** `element` is the card, `bar` what lies over its lower edge; `moved()` is called when all of it has been on the screen. */
  constructor(element, bar, { grave, moved }) {
    this.element = element;
    this.bar = bar;
    this.selector = grave ? GRAVE : CALL;
    this.moved = moved;
    this.#sizes.observe(element);
    // Whatever scrolls: the page, the pane, something in the card.
    document.addEventListener("scroll", this.#look, { capture: true, passive: true });
    for (const [target, event] of this.#events()) target.addEventListener(event, this.#look);
    this.again();
  }

  /** @returns {[EventTarget, string][]} */
  #events() {
    const zoomed = globalThis.visualViewport;
    /** @type {[EventTarget, string][]} */
    const known = [[globalThis, "resize"], [document, "visibilitychange"]];
    if (zoomed) known.push([zoomed, "resize"], [zoomed, "scroll"]);
    return known;
  }

  /** Something else may stand there now; what was seen of what still stands there was seen. */
  again() {
    this.#left = [...this.element.querySelectorAll(this.selector)].filter((one) => !this.#known.get(one)?.done);
    this.plan();
  }

  get done() {
    return this.#left.length === 0;
  }

  /** Looks once a frame: what is not drawn is not seen. */
  plan() {
    if (this.#planned) return;
    this.#planned = true;
    requestAnimationFrame(() => {
      this.#planned = false;
      this.look();
    });
  }

  /** Between which edges a card can be read. */
  #edges() {
    const pane = this.element.closest(".detail")?.getBoundingClientRect();
    const header = document.getElementById("top")?.getBoundingClientRect();
    const zoomed = globalThis.visualViewport;
    const top = Math.max(0, zoomed?.offsetTop ?? 0, header?.bottom ?? 0, pane?.top ?? 0);
    const lower = zoomed ? zoomed.offsetTop + zoomed.height : innerHeight;
    return { top, bottom: Math.min(lower, this.bar.getBoundingClientRect().top) };
  }

  look() {
    if (this.done || document.hidden || !this.element.isConnected || document.querySelector("dialog[open]")) return;
    const edges = this.#edges();
    if (edges.bottom <= edges.top) return;
    this.#left = this.#left.filter((one) => one.isConnected && !this.#take(one, edges));
    if (this.done) this.moved();
  }

  /** Whether all of one has been on the screen by now. */
  #take(one, edges) {
    const box = one.getBoundingClientRect();
    // Folded away.
    if (!box.height) return false;
    const size = `${Math.round(box.width)} ${Math.round(box.height)}`;
    let known = this.#known.get(one);
    // Lines break elsewhere now, so it is not known which of them were seen.
    if (known?.size !== size) this.#known.set(one, known = { size, stretches: [] });
    const line = Number.parseFloat(getComputedStyle(one).lineHeight) || 24;
    const stretch = readable(box, edges, line);
    if (!stretch) return false;
    known.stretches = joined(known.stretches, stretch);
    const [[start, end], ...more] = known.stretches;
    known.done = !more.length && start <= SLACK && end >= box.height - SLACK;
    return known.done;
  }

  close() {
    this.#sizes.disconnect();
    document.removeEventListener("scroll", this.#look, { capture: true });
    for (const [target, event] of this.#events()) target.removeEventListener(event, this.#look);
  }
}
