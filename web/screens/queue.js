// @ts-check
// The first screen: what waits on one side, the request that is open on the other.

import { answer, undo, whyNoUndo } from "../hub/answers.js";
import { Card, ICONS } from "../card/card.js";
import { announce, fill, foreignLine, h, put } from "../dom.js";
import { ask, post } from "../hub/connection.js";
import { addressed, addressOf, recall, recalled } from "./request-address.js";
import { receiptCard, verdictOf } from "../card/receipt.js";
import { titleLine } from "../card/title.js";
import { settings } from "../hub/preferences.js";
import { words } from "../text/queue.js";
import { hourOf, start } from "./empty-queue.js";
import { arranged, claimed, Rows } from "./queue-rows.js";
import { spellLine } from "../text/spell.js";
import { keyOf } from "./keys.js";
import { add, changed, counts, extend, groups, onChange, receipt, state } from "../hub/state.js";

const NARROW = matchMedia("(max-width: 899px)");
const SHOWN_RECEIPTS = 8;
/** How long a card stands as its receipt before the next one takes its place. */
const RECEIPT = 2000;

/** News of requests that wait on: more time, one more approval. */
export function noticed(frame) {
  if (frame.type === "approval_extended") extend(frame.id, frame.expires_at);
  if (frame.type === "approval_given" && frame.approvals && state.pending.has(frame.id)) {
    state.pending.get(frame.id).approvals = frame.approvals;
    changed();
  }
}

export class Queue {
  #rows = new Rows({
    open: (id) => this.#open(id),
    allow: (frame) => answer(frame, { approved: true, scope: "once" }),
  });

  /** @type {Card | undefined} */
  #card;
  #shownId;
  /** @type {{key: string, frames: import("../hub/connection.js").Frame[]}[]} */
  #order = [];

  constructor() {
    this.search = h("input", {
      type: "search", id: "search", placeholder: words.search, "aria-label": words.searchLabel,
      on: { input: () => { state.search = this.search.value; changed(); } },
    });
    this.summary = h("p.summary");
    this.risks = h("div.risks", { role: "group", "aria-label": words.risks });
    this.recent = h("div.recent");
    this.empty = h("div.empty");
    this.detail = h("div.detail", { id: "detail" });
    this.left = h("div.list", {}, h("div.list-top", {}, h("h1.unseen", {}, words.title), this.summary, this.risks, this.search), this.#rows.element, this.empty, this.recent);
    this.element = h("div.queue", {}, this.left, this.detail);
    this.said = h("p.notice.said", { role: "status", hidden: true });
    this.#off = onChange(() => this.draw());
    this.#timer = setInterval(() => this.tick(), 1000);
    this.#hour();
    // Not what waits first and then another: that one would be claimed in passing.
    if (addressed()) this.visit(addressed());
    else this.draw();
  }

  /** @type {() => void} */
  #off;
  /** @type {ReturnType<typeof setInterval>} */
  #timer;
  /** Whether the hub was heard when silence was last explained. */
  #heard;
  #asked;
  /** What the address named, and what the hub said of it. */
  #visited;
  /** Whether the card that is open is a step after the list. */
  #stepped = false;
  /** The request whose receipt stands in the place of its card. */
  #lingers;

  close() {
    this.#off();
    this.#visited = undefined;
    clearInterval(this.#timer);
    this.#rows.close();
    this.#card?.close();
  }

  get card() {
    return this.#card;
  }

  /** Opens a card. */
  choose(id, { focus = true } = {}) {
    state.selected = id;
    this.#asked = state.pending.has(id) ? undefined : id;
    this.element.classList.add("opened");
    this.draw();
    if (focus) this.detail.querySelector("h2")?.focus({ preventScroll: true });
    this.detail.scrollTop = 0;
    if (NARROW.matches) scrollTo(0, 0);
  }

  /** Opens what the address names, waiting or not; without a name, what waits. */
  async visit(id) {
    this.#visited = id && { id };
    if (!id) {
      this.#stepped = false;
      this.element.classList.remove("opened");
      if (!state.pending.has(state.selected) && !receipt(state.selected)) state.selected = undefined;
      return changed();
    }
    this.choose(id);
    // Of what others answered, the hub knows more than this page heard.
    if (state.pending.has(id) || receipt(id)?.mine) return undefined;
    const found = await recall(id);
    // The approver has gone on meanwhile.
    if (this.#visited?.id !== id) return undefined;
    this.#visited = found;
    if (found.frame && !receipt(id)) add(found.frame);
    return this.choose(id);
  }

  /** By hand. Where a card hides the list, it is a step of its own, so that the browser's own *Back* leads to the list. */
  #open(id) {
    if (NARROW.matches && !this.#stepped) {
      history.pushState(null, "", addressOf(id));
      this.#visited = { id };
      this.#stepped = true;
    }
    this.choose(id);
  }

  /** The address names what is open; when something else is, it names that where it hides the list, and the queue where not. */
  #leave() {
    const hides = NARROW.matches && this.element.classList.contains("opened") && state.selected !== undefined;
    this.#visited = hides ? { id: state.selected } : undefined;
    if (addressed()) history.replaceState(null, "", hides ? addressOf(state.selected) : "#/queue");
  }

  back() {
    this.element.classList.remove("opened");
    if (this.#stepped) history.back();
    else this.#leave();
    const known = this.#rows.get(this.#keyOf(state.selected));
    (known?.button ?? this.search).focus();
  }

  #keyOf(id) {
    return this.#order.find((group) => group.frames.some((frame) => frame.id === id))?.key;
  }

  /** The next or the previous one. */
  step(by) {
    const at = this.#order.findIndex((group) => group.frames.some((frame) => frame.id === state.selected));
    const next = this.#order[at < 0 ? 0 : Math.min(this.#order.length - 1, Math.max(0, at + by))];
    if (!next) return;
    this.choose(next.frames[0].id);
    this.#rows.get(next.key)?.element.scrollIntoView({ block: "nearest" });
  }

  draw() {
    const order = arranged(groups());
    const before = this.#order;
    this.#order = order;
    this.#rows.set(order);
    this.#select(before);
    this.#summary();
    this.#receipts();
    this.tick();
  }

  /** Keeps the open card open. After an answer the next one is opened; what is new never takes the place of what is read. */
  #select(before) {
    const wide = !NARROW.matches;
    const opened = this.element.classList.contains("opened");
    const known = state.pending.has(state.selected);
    if (!known && this.#card && state.selected === this.#card.frame.id) {
      const at = before.findIndex((group) => group.frames.some((frame) => frame.id === state.selected));
      const next = this.#order[Math.min(Math.max(at, 0), this.#order.length - 1)];
      if (receipt(state.selected)?.mine && next) this.#linger(state.selected, next.frames[0].id);
    } else if (wide && !known && this.#order.length && (state.selected === undefined || this.#lingers !== state.selected) && this.#free()) {
      state.selected = this.#order[0].frames[0].id;
    }
    if (this.#visited && this.#visited.id !== state.selected) this.#leave();
    const frame = state.pending.get(state.selected);
    const past = receipt(state.selected);
    const visited = frame || (past && !this.#visited?.receipt) ? undefined : this.#visited;
    const shown = visited ? `visited ${visited.id} ${visited.words} ${Boolean(visited.receipt)}` : frame ? `open ${frame.id} ${frame.created_at}` : past ? `past ${past.frame.id} ${past.by} ${past.approved} ${past.granted} ${Boolean(past.answer)} ${past.phase}` : "none";
    const current = this.#keyOf(state.selected);
    this.#rows.mark(current);
    if (shown === this.#shownId) return;
    const hadFocus = this.detail.contains(document.activeElement);
    this.#shownId = shown;
    this.said.hidden = true;
    this.#card?.close();
    this.#card = undefined;
    const back = h("button.back", { type: "button", on: { click: () => this.back() } }, words.back);
    if (frame) {
      this.#card = new Card(frame);
      fill(this.detail, back, this.said, this.#card.element);
      this.#claim(frame);
    } else if (visited || past) {
      // The same receipt again, with more known of it: what was open stays open.
      const was = this.detail.querySelector(".card.receipt details.more[open]") && this.detail.querySelector(".card")?.getAttribute("data-id");
      fill(this.detail, back, this.said, visited ? recalled(visited) : past.mine ? receiptCard(past) : recalled({ id: past.frame.id, receipt: past }));
      const fold = /** @type {HTMLDetailsElement | null} */ (this.detail.querySelector(`.card[data-id="${CSS.escape(was ?? "")}"] details.more`));
      if (fold && was) fold.open = true;
      if (hadFocus) this.detail.querySelector("h2")?.focus({ preventScroll: true });
    } else {
      fill(this.detail, this.said, h("p.hint", {}, words.hint[0], h("kbd", {}, keyOf("help")), words.hint[1]));
    }
    if (!frame && !past && !visited && opened) this.element.classList.remove("opened");
  }

  /** The answer is seen before the next card takes its place; whoever goes on sooner, or wants to stay, does. */
  #linger(id, nextId) {
    if (this.#lingers === id) return;
    this.#lingers = id;
    const on = () => {
      this.#lingers = undefined;
      // The approver has gone on, or has taken the answer back.
      if (state.selected !== id || state.pending.has(id) || !state.pending.has(nextId)) return;
      state.selected = nextId;
      this.draw();
      this.detail.scrollTop = 0;
      if (NARROW.matches) scrollTo(0, 0);
      this.detail.querySelector("h2")?.focus({ preventScroll: true });
    };
    if (settings.next === "stay") return;
    if (settings.next === "now") queueMicrotask(on);
    else setTimeout(on, RECEIPT);
  }

  /** Whether nothing is open that the approver reads: an own answer is known, and a receipt that was asked for is read. */
  #free() {
    if (settings.next === "stay" && state.selected !== undefined) return false;
    return state.selected === undefined || (this.#asked !== state.selected && receipt(state.selected)?.mine === true);
  }

  #claim(frame) {
    if (!state.mayAnswer) return;
    post(`/v1/requests/${encodeURIComponent(frame.id)}/claim`).catch(() => {});
  }

  #summary() {
    const size = state.pending.size;
    const shown = this.#order.reduce((sum, group) => sum + group.frames.length, 0);
    const open = state.line === "open";
    this.summary.textContent = size === 0 ? (open ? words.nothing : words.cut) : shown === size ? words.waiting(size) : words.some(shown, size);
    if (size === 0 && (this.empty.hidden || open !== this.#heard)) this.#hour();
    this.empty.hidden = size > 0;
    this.#byRisk();
  }

  /** How many of each risk, as buttons that show only those. */
  #byRisk() {
    const counted = counts();
    const key = JSON.stringify([counted, state.search]);
    if (key === this.risksKey) return;
    this.risksKey = key;
    const focused = this.risks.contains(document.activeElement) ? document.activeElement.getAttribute("data-level") : undefined;
    const only = (level) => {
      state.search = state.search === level ? "" : level;
      this.search.value = state.search;
      changed();
    };
    const shown = Object.keys(counted).reverse().filter((level) => counted[level]);
    fill(this.risks, shown.map((level) =>
      h(`button.small.by-risk.${level}`, { type: "button", "data-level": level, "aria-pressed": String(state.search === level), on: { click: () => only(level) } },
        h("span", { "aria-hidden": "true" }, `${ICONS[level]} `), `${counted[level]}`, h("span.risk-word", {}, ` ${level}`))));
    this.risks.hidden = !shown.length;
    if (focused) this.risks.querySelector(`[data-level="${focused}"]`)?.focus();
  }

  /** Silence explained: what became of calls in the last hour; and how to begin. */
  async #hour() {
    const open = state.line === "open";
    this.#heard = open;
    if (!open) {
      // Nothing is known of what waits.
      fill(this.empty, h("div.calm-mark.cut", { "aria-hidden": "true" }, "?"), h("p.calm", {}, words.cutLong));
      return;
    }
    fill(this.empty, h("div.calm-mark", { "aria-hidden": "true" }, "✓"), h("p.calm", {}, words.calm));
    try {
      const since = new Date(Date.now() - 3600000).toISOString();
      const { records } = await ask(`/v1/records?since=${encodeURIComponent(since)}&limit=1000`);
      put(this.empty, hourOf(records), start(records.some(({ entry }) => !entry.notice)));
    } catch {
      // The queue works without it.
    }
  }

  #receipts() {
    const some = state.receipts.slice(0, SHOWN_RECEIPTS);
    const key = some.map((one) => `${one.frame.id}${one.approved}${one.by}${one.phase}`).join();
    if (key === this.recentKey) return;
    this.recentKey = key;
    fill(this.recent, some.length ? [h("h2.small-title", {}, words.decided), h("ul.items", {}, some.map((one) => {
      const verdict = verdictOf(one);
      return h("li", {}, h("button.item.past", { type: "button", on: { click: () => this.#open(one.frame.id) } },
        h(`span.verdict.${verdict.kind}`, { title: verdict.word }, verdict.mark),
        h("span.item-line", {}, h("span.item-words", {}, titleLine(one.frame, undefined, true))),
        h("span.item-whose", {}, verdict.word, one.by ? [words.by, foreignLine(one.by, "name")] : null)));
    }))] : []);
  }

  /** Takes the last answer back, or says why that is not possible. */
  async undo() {
    const last = state.receipts.find((one) => one.mine);
    const wrong = whyNoUndo(last) ?? (await undo(last));
    if (!wrong) return;
    announce(wrong);
    fill(this.said, wrong);
    this.said.hidden = false;
  }

  tick() {
    const now = Date.now();
    this.#card?.tick(now);
    if (this.#card) {
      const other = claimed(this.#card.frame.id, now);
      this.#card.claimed.textContent = other ? words.looks(spellLine(other)) : "";
    }
    this.#rows.tick(now);
  }
}
