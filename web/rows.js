// The rows of the queue. Thousands may wait: only those near the screen are drawn, the others are empty places in the list.

import { Change } from "./change.js";
import { ICONS } from "./card.js";
import { fill, foreignLine, h } from "./dom.js";
import { likeness, line, place, risk, shortLine, span, subject, who } from "./facts.js";
import { spellLine } from "./spell.js";
import { state } from "./state.js";
import { summaryLine } from "./summary.js";

/** A row shows a beginning; the card shows everything. */
const ROW_TEXT = 160;
const ROUND = 2 * Math.PI * 8;
/** How far from the screen rows are drawn. */
const NEAR = "600px 0px";

/** What a row says of a call, no longer than a row. */
export const rowText = (frame, most = ROW_TEXT) => shortLine(frame).slice(0, most);

/** How much time is left, as a ring that empties. The words beside it say the same. */
function ring() {
  const left = h("circle", { cx: "10", cy: "10", r: "8", class: "ring-left", transform: "rotate(-90 10 10)" });
  const element = h("svg", { viewBox: "0 0 20 20", class: "ring", "aria-hidden": "true" }, h("circle", { cx: "10", cy: "10", r: "8", class: "ring-all" }), left);
  return { element, left };
}

/** Whether a row has room for all that a call says: one command, and nothing beside it. */
function fits(frame, drawn) {
  const about = subject(frame);
  if (about.kind !== "command" || Object.keys(frame.arguments ?? {}).length !== 1) return false;
  return rowText(frame) === about.command && [...drawn.lines].every((one) => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth + 1);
}

class Row {
  #drawn;
  #current = false;

  constructor(group, acts) {
    this.acts = acts;
    this.element = h("li.empty-row", { "aria-hidden": "true" });
    this.group = group;
  }

  get drawn() {
    return this.#drawn !== undefined;
  }

  /** The button that opens it. */
  get button() {
    this.draw();
    return this.#drawn.button;
  }

  draw() {
    if (this.#drawn) return;
    const [frame] = this.group.frames;
    const level = risk(frame);
    const words = summaryLine(frame);
    const text = () => h("code", {}, foreignLine(rowText(frame)));
    // What is done to a file is said in words; the same again would only cut its name.
    const again = words && !Change.fits(frame);
    const time = h("span.time-text");
    const { element: ringElement, left } = ring();
    const claim = h("span.claim", { hidden: true });
    const count = h("span.count");
    const main = h(words ? "span.item-line.whole" : "span.item-line", {}, count, words ? h("span.item-words", {}, words) : text());
    const thing = again ? h("span.item-thing", {}, text()) : null;
    const button = h("button.item", { type: "button", on: { click: () => this.acts.open(this.group.frames[0].id) } },
      h(`span.stripe.${level}`, { "aria-hidden": "true" }),
      h("span.item-main", {}, main, thing,
        h("span.item-sub", {},
          h(`span.level.${level}`, {}, `${ICONS[level]} ${level.toUpperCase()}`), " ",
          frame.batch_remaining?.length ? h("span.badge", {}, `+${frame.batch_remaining.length} after`) : null, " ", claim, " ",
          foreignLine([who(frame), place(frame), frame.session_id].filter(Boolean).map((one) => one.slice(0, 80)).join(" · ")))),
      h("span.time", {}, ringElement, time));
    const all = h("button.small.all", { type: "button", hidden: true, on: { click: (event) => this.#all(event) } });
    this.#drawn = { button, time, count, all, claim, ring: left, lines: again ? [main, thing] : [main], since: performance.now() };
    this.element.classList.remove("empty-row");
    this.element.style.minHeight = "";
    this.element.removeAttribute("aria-hidden");
    fill(this.element, button, all);
    this.mark(this.#current);
    this.tick();
  }

  /** An empty place, as high as it was. */
  clear(height) {
    if (!this.#drawn || this.element.contains(document.activeElement)) return;
    this.#drawn = undefined;
    if (height) this.element.style.minHeight = `${height}px`;
    this.element.classList.add("empty-row");
    this.element.setAttribute("aria-hidden", "true");
    fill(this.element);
  }

  /** Whether its card is the one that is open. */
  mark(current) {
    this.#current = current;
    if (current) this.#drawn?.button.setAttribute("aria-current", "true");
    else this.#drawn?.button.removeAttribute("aria-current");
  }

  /** The requests it stands for now, and where it stands. */
  set(group, at, of) {
    this.group = group;
    if (this.at === at && this.of === of) return;
    [this.at, this.of] = [at, of];
    this.element.setAttribute("aria-posinset", String(at + 1));
    this.element.setAttribute("aria-setsize", String(of));
  }

  /** Many at once only where nothing much can happen, and only what has been on the screen whole. */
  #many() {
    const { frames } = this.group;
    const [frame] = frames;
    const drawn = this.#drawn;
    const size = frames.length;
    const count = size > 1 ? `${size} × ` : "";
    if (drawn.count.textContent !== count) drawn.count.textContent = count;
    drawn.button.dataset.id = frame.id;
    drawn.all.hidden = !state.mayAnswer || size < 2 || risk(frame) !== "low" || Change.fits(frame);
    if (drawn.all.hidden) return;
    drawn.whole = state.read.has(likeness(frame)) || fits(frame, drawn);
    const label = drawn.whole ? `Allow all ${size}` : `Read, then allow all ${size}`;
    if (drawn.all.textContent === label) return;
    drawn.all.textContent = label;
    drawn.since = performance.now();
  }

  async #all(event) {
    // Meant for what stood here before.
    if (event.detail > 1 || performance.now() - this.#drawn.since < 300) return;
    const { frames } = this.group;
    if (!this.#drawn.whole) this.acts.open(frames[0].id);
    else for (const frame of [...frames]) await this.acts.allow(frame);
  }

  /** Who else is looking, while that may still be so. */
  #claim(now) {
    const [frame] = this.group.frames;
    const claimer = this.group.frames.map((one) => claimed(one.id, now)).find(Boolean);
    if (claimer) return `${spellLine(claimer)} is looking`;
    return frame.approvals?.needed > 1 ? `${frame.approvals.given?.length ?? 0} of ${frame.approvals.needed} approvals` : "";
  }

  tick(now = Date.now()) {
    const drawn = this.#drawn;
    if (!drawn) return;
    this.#many();
    const [frame] = this.group.frames;
    const ends = frame.expires_at ? Date.parse(frame.expires_at) - now : NaN;
    const text = Number.isNaN(ends) ? `${span(now - Date.parse(frame.created_at))} ago` : ends > 0 ? `${span(ends)} left` : "ending";
    if (drawn.time.textContent !== text) drawn.time.textContent = text;
    const all = Date.parse(frame.expires_at) - Date.parse(frame.created_at);
    const share = Number.isNaN(ends) || !(all > 0) ? 0 : Math.min(1, Math.max(0, ends / all));
    drawn.ring.parentNode.classList.toggle("none", Number.isNaN(ends));
    const dash = `${(share * ROUND).toFixed(1)} ${ROUND.toFixed(1)}`;
    if (drawn.dash !== dash) drawn.ring.setAttribute("stroke-dasharray", drawn.dash = dash);
    this.element.classList.toggle("soon", ends < 60000);
    const claim = this.#claim(now);
    if (drawn.claim.textContent !== claim) drawn.claim.textContent = claim;
    drawn.claim.hidden = !claim;
  }
}

/** Who looks at a request, while that may still be so. */
export function claimed(id, now) {
  const claim = state.claims.get(id);
  return claim && claim.until > now ? claim.by : undefined;
}

export class Rows {
  #rows = new Map();
  #of = new WeakMap();
  #drawn = new Set();
  #current;

  /** `open(id)` opens a card, `allow(frame)` approves. */
  constructor(acts) {
    this.acts = acts;
    this.element = h("ul.items", { "aria-label": "Requests that wait" });
    this.near = new IntersectionObserver((seen) => this.#seen(seen), { rootMargin: NEAR, scrollMargin: NEAR });
  }

  #seen(seen) {
    for (const { target, isIntersecting, boundingClientRect } of seen) {
      const row = this.#of.get(target);
      if (isIntersecting) row.draw();
      else row.clear(boundingClientRect.height);
      if (row.drawn) this.#drawn.add(row);
      else this.#drawn.delete(row);
    }
  }

  get(key) {
    const row = this.#rows.get(key);
    if (row) this.#drawn.add(row);
    return row;
  }

  /** The rows are these from now on, in this order. */
  set(groups) {
    const keys = new Set(groups.map((group) => group.key));
    for (const [key, row] of this.#rows) {
      if (keys.has(key)) continue;
      this.near.unobserve(row.element);
      row.element.remove();
      this.#drawn.delete(row);
      this.#rows.delete(key);
    }
    let last = null;
    groups.forEach((group, at) => {
      let row = this.#rows.get(group.key);
      const isNew = !row;
      if (isNew) {
        row = new Row(group, this.acts);
        this.#rows.set(group.key, row);
        this.#of.set(row.element, row);
      }
      const wanted = last ? last.nextSibling : this.element.firstChild;
      if (row.element !== wanted) this.element.insertBefore(row.element, wanted);
      if (isNew) this.near.observe(row.element);
      last = row.element;
      row.set(group, at, groups.length);
    });
  }

  mark(key) {
    if (this.#current !== key) this.#rows.get(this.#current)?.mark(false);
    this.#current = key;
    this.#rows.get(key)?.mark(true);
  }

  tick(now) {
    for (const row of this.#drawn) row.tick(now);
  }

  close() {
    this.near.disconnect();
  }
}
