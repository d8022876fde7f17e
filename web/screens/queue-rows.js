// @ts-check
// The rows of the queue, one line each with what differs. Thousands may wait: only those near the screen are drawn, the
// others are empty places in the list.

import { ICONS } from "../card/card.js";
import { FileChange } from "../card/file-change.js";
import { inOrder, likeness, risk, subject, who } from "../card/subject.js";
import { titleLine } from "../card/title.js";
import { fill, foreignLine, h } from "../dom.js";
import { state } from "../hub/state.js";
import { words } from "../text/queue.js";
import { shortCommand } from "../text/paths.js";
import { spellLine } from "../text/spell.js";
import { span } from "../text/time.js";

/** A row shows a beginning; the card shows everything. */
const ROW_TEXT = 160;
/** How far from the screen rows are drawn. */
const NEAR = "600px 0px";
/** From then on a row says how much time is left. */
const SOON = 120000;

/** The thing itself, no longer than a row; what is done to a file is told by the deed. */
function rowText(frame) {
  const about = subject(frame);
  switch (about.kind) {
    case "command":
      return shortCommand(about.command).slice(0, ROW_TEXT);
    case "network":
      return about.url.text.slice(0, ROW_TEXT);
    case "mcp":
    case "mail":
    case "other":
      return JSON.stringify(inOrder(frame)).slice(0, ROW_TEXT);
    default:
      return "";
  }
}

/** Whether a row has room for all that a call says: one command, and nothing beside it. */
function fits(frame, drawn) {
  const about = subject(frame);
  if (about.kind !== "command" || Object.keys(frame.arguments ?? {}).length !== 1) return false;
  const box = drawn.main;
  return rowText(frame) === about.command && box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1;
}

class Row {
  /** @type {any} */
  #drawn;
  #current = false;
  #head = "";

  constructor(group, acts) {
    this.acts = acts;
    this.element = h("li.empty-row", { "aria-hidden": "true" });
    this.group = group;
    /** Where it stands, and among how many. */
    this.at = -1;
    this.of = -1;
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
    const time = h("span.time-text");
    const claim = h("span.claim", { hidden: true });
    const count = h("span.count");
    const thing = rowText(frame);
    const main = h("span.item-line", {}, count, h("span.item-words", {}, titleLine(frame, undefined, true)), thing ? [" ", h("code.item-thing", {}, foreignLine(thing))] : null);
    const whose = this.group.whose ? h("span.item-whose", {}, namesOf(this.group.whose)) : null;
    const button = h("button.item", { type: "button", on: { click: () => this.acts.open(this.group.frames[0].id) } },
      h(`span.level.${level}`, { title: level }, h("span", { "aria-hidden": "true" }, ICONS[level]), h("span.unseen", {}, `${level} `)),
      main, claim, frame.batch_remaining?.length ? h("span.badge", {}, words.after(frame.batch_remaining.length)) : null, whose, time);
    const all = h("button.small.all", { type: "button", hidden: true, on: { click: (event) => this.#all(event) } });
    this.#drawn = { button, time, count, all, claim, main, since: performance.now() };
    this.element.classList.remove("empty-row");
    this.element.style.minHeight = "";
    this.element.removeAttribute("aria-hidden");
    fill(this.element, this.#head ? h("div.group-head", {}, namesOf(this.group.head.whose), ` (${this.group.head.count})`) : null, button, all);
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

  /** The requests it stands for now, and where it stands; `head` is what stands above it. */
  set(group, at, of, head) {
    const again = this.#drawn && (String(group.whose) !== String(this.group.whose) || head !== this.#head);
    this.group = group;
    this.#head = head;
    if (again) {
      this.#drawn = undefined;
      this.draw();
    }
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
    drawn.all.hidden = !state.mayAnswer || size < 2 || risk(frame) !== "low" || FileChange.fits(frame);
    if (drawn.all.hidden) return;
    drawn.whole = state.read.has(likeness(frame)) || fits(frame, drawn);
    const label = drawn.whole ? words.allowAll(size) : words.readAll(size);
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
    if (claimer) return words.looking(spellLine(claimer));
    return frame.approvals?.needed > 1 ? words.approvals(frame.approvals.given?.length ?? 0, frame.approvals.needed) : "";
  }

  tick(now = Date.now()) {
    const drawn = this.#drawn;
    if (!drawn) return;
    this.#many();
    const [frame] = this.group.frames;
    const ends = frame.expires_at ? Date.parse(frame.expires_at) - now : NaN;
    const soon = ends < SOON;
    const text = !soon ? span(now - Date.parse(frame.created_at)) : ends > 0 ? words.left(span(ends)) : words.ending;
    if (drawn.time.textContent !== text) drawn.time.textContent = text;
    this.element.classList.toggle("soon", soon);
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

/** From so many rows on, those of one agent and session stand together. */
const MANY = 12;

/** Whose a request is: its agent and its session, each a name of its own. */
const whoseOf = (frame) => [who(frame) ?? words.others, frame.session_id].filter(Boolean).map((one) => String(one).slice(0, 60));
const namesOf = (whose) => whose.map((one, at) => [at ? " · " : null, foreignLine(one, "name")]);

/**
 * Groups with what is said of whose they are: nothing where all are of one, at each row where there are few, else above
 * those that stand together. The gravest stays first.
 */
export function arranged(groups) {
  const origins = new Map();
  for (const group of groups) {
    const whose = whoseOf(group.frames[0]);
    const key = JSON.stringify(whose);
    if (origins.has(key)) origins.get(key).some.push(group);
    else origins.set(key, { whose, some: [group] });
  }
  if (origins.size < 2) return groups;
  if (groups.length < MANY) return groups.map((group) => ({ ...group, whose: whoseOf(group.frames[0]) }));
  return [...origins.values()].flatMap(({ whose, some }) => some.map((group, at) => (at ? group : { ...group, head: { whose, count: some.length } })));
}

export class Rows {
  #rows = new Map();
  #of = new WeakMap();
  #drawn = new Set();
  #current;

  /** `open(id)` opens a card, `allow(frame)` approves. */
  constructor(acts) {
    this.acts = acts;
    this.element = h("ul.items", { "aria-label": words.list });
    this.near = new IntersectionObserver((seen) => this.#seen(seen), /** @type {any} */ ({ rootMargin: NEAR, scrollMargin: NEAR }));
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
      row.set(group, at, groups.length, group.head ? JSON.stringify(group.head) : "");
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
