// @ts-check
// What would change in a file: against the file as it is now where the hub can see it, else what the call says of it.

import { words } from "../text/changes.js";
import { diff } from "./diff.js";
import { sideBySide, unified } from "./diff-lines.js";
import { announce, fill, foreignLine, h, put } from "../dom.js";
import { changed, subject } from "./subject.js";
import { keyOf } from "../screens/keys.js";
import { ask } from "../hub/connection.js";
import { count, fileFold, files, patchRows } from "./patch.js";
import { set, settings } from "../hub/preferences.js";

const AROUND = 3;
/** Longer ones are folded until the approver unfolds them. */
const MOST_LINES = 120;
const FIRST_LINES = 40;
/** How often the file is looked at again while its card is open. */
const AGAIN = 4000;
/** Two columns need room; so the style sheet says too. */
const WIDE = matchMedia("(min-width: 1100px)");

/** Lines that change with those around them: `[{line} | {gap}]`, a hunk beginning after each gap. */
function hunks(lines) {
  const near = lines.map(() => false);
  lines.forEach((line, at) => {
    if (line.change === " ") return;
    for (let one = Math.max(0, at - AROUND); one <= Math.min(lines.length - 1, at + AROUND); one += 1) near[one] = true;
  });
  const rows = [];
  let left = 0;
  const gap = () => {
    if (left) rows.push({ gap: left });
    left = 0;
  };
  lines.forEach((line, at) => {
    if (near[at]) {
      gap();
      rows.push({ line });
    } else {
      left += 1;
    }
  });
  gap();
  return rows;
}

export class FileChange {
  #timer;
  #shown;
  #latest;
  #look = () => {
    if (!document.hidden) this.refresh();
  };
  #turn = () => {
    if (settings.split && this.#shown) this.draw(this.#shown, true);
  };

  /** `moved()` is called whenever what is shown, or whether it still holds, has changed. */
  constructor(frame, moved = () => {}) {
    this.frame = frame;
    this.about = subject(frame);
    this.moved = moved;
    this.whole = true;
    this.viewed = false;
    this.banner = h("div", { role: "alert" });
    this.body = h("div.change");
    this.element = h("div", {}, this.banner, this.body);
    this.draw(undefined);
  }

  /** Whether a request changes one file that a hub may be able to see. */
  static fits(frame) {
    return ["write", "edit", "delete"].includes(subject(frame).kind);
  }

  /** Looks at the file now and from time to time. */
  watch() {
    this.#timer = setInterval(this.#look, AGAIN);
    this.refresh();
    addEventListener("focus", this.#look);
    WIDE.addEventListener("change", this.#turn);
  }

  close() {
    clearInterval(this.#timer);
    removeEventListener("focus", this.#look);
    WIDE.removeEventListener("change", this.#turn);
  }

  /** Whether the file was asked for and has not come. */
  get waiting() {
    return this.#timer !== undefined && this.#shown === undefined;
  }

  /** Whether the file is another than the one that was shown. */
  get stale() {
    return this.#latest !== undefined && this.#latest.hash !== this.#shown?.hash;
  }

  /** Asks the hub for the file; true if what is shown still holds. */
  async refresh() {
    let file;
    try {
      file = await ask(`/v1/requests/${encodeURIComponent(this.frame.id)}/file`);
    } catch {
      file = { state: "unseen", reason: words.silent };
    }
    if (this.#shown === undefined) {
      this.draw(file);
      return false;
    }
    // Not being able to see it any more is no news of the file.
    if (file.state !== "unseen") this.#latest = file;
    this.#stale();
    return !this.stale;
  }

  #stale() {
    const was = this.banner.childElementCount > 0;
    if (this.stale === was) return;
    fill(this.banner, this.stale
      ? h("div.banner", {}, h("strong", {}, words.stale), words.staleWhy, h("button.small", { type: "button", on: { click: () => this.again() } }, words.again))
      : null);
    this.moved();
  }

  again() {
    const file = this.#latest;
    this.#latest = undefined;
    fill(this.banner);
    this.draw(file);
    announce(words.shownAgain);
  }

  /** `again` says that it is the same change in another view. */
  draw(file, again = false) {
    if (file) this.#shown = file;
    if (!again) this.unfolded = false;
    this.viewed = false;
    this.body.classList.remove("seen");
    const content = this.#content(file);
    const { note, added, removed } = content;
    this.sizes = { added, removed };
    this.block = h("div.diff", { tabindex: "0", role: "group", "aria-label": words.label(added, removed) });
    const more = content.parts ? this.#fileByFile(content.parts) : this.#lines(content);
    this.box = h("input", { type: "checkbox", id: "viewed", on: { change: () => this.#view(this.box.checked) } });
    fill(this.body, note, this.block, more,
      h("div.file-tools", {}, content.rows && added && removed ? this.#sides() : null,
        h("label.viewed", { for: "viewed" }, this.box, ` ${words.viewed}`, h("kbd", { "aria-hidden": "true" }, keyOf("viewed")))));
    this.moved();
  }

  /** What the hub said of the file. */
  get file() {
    return this.#shown;
  }

  /** Lines in the view that is chosen, the rest of a long change folded; gives the button that unfolds it. */
  /** @param {{rows?: any[], made?: any[]}} content */
  #lines({ rows, made }) {
    const elements = made ?? (settings.split && WIDE.matches ? sideBySide(rows) : unified(rows));
    const folded = elements.length > MOST_LINES && !this.unfolded;
    this.whole = !folded;
    put(this.block, elements.slice(0, folded ? FIRST_LINES : elements.length));
    if (!folded) return null;
    const more = h("button.small.unfold", {
      type: "button",
      on: {
        click: () => {
          put(this.block, elements.slice(FIRST_LINES));
          more.remove();
          this.whole = true;
          this.unfolded = true;
          this.moved();
        },
      },
    }, words.all(elements.length));
    return more;
  }

  /** Several files, each to be opened by itself if all of them together are long. */
  #fileByFile(parts) {
    const open = parts.reduce((sum, one) => sum + one.lines.length, 0) <= MOST_LINES;
    const unseen = new Set();
    for (const part of parts) {
      const { element, folded } = fileFold(part, open, (opened) => {
        if (!unseen.delete(opened)) return;
        this.whole = !unseen.size;
        this.moved();
      });
      if (folded) unseen.add(element);
      this.block.append(element);
    }
    this.whole = !unseen.size;
    return null;
  }

  /** Beside each other or one below the other, for this browser from now on. */
  #sides() {
    const button = h("button.small.sides", {
      type: "button", "aria-pressed": String(Boolean(settings.split)),
      on: {
        click: () => {
          set("split", !settings.split);
          this.draw(this.#shown, true);
          this.body.querySelector(".sides")?.focus();
        },
      },
    }, words.sides);
    return button;
  }

  /** @returns {{note: any, added: number, removed: number, rows?: any[], made?: any[], parts?: any[]}} */
  #content(file) {
    const { about } = this;
    if (about.kind === "patch") {
      const parts = files(about.patch);
      const made = patchRows(parts.flatMap((one) => one.lines));
      const several = parts.filter((one) => one.name !== undefined).length > 1;
      return { note: null, ...(several ? { parts } : { made }), added: count(made, "added"), removed: count(made, "removed") };
    }
    const state = file?.state;
    if (state === "present" || (state === "absent" && about.kind !== "edit")) {
      const before = state === "present" ? file.content : "";
      const after = changed(about, before);
      if (after.text !== undefined) return this.#against(state, before, after.text);
      return { ...this.#said(), note: this.#says(after.wrong, true) };
    }
    if (state === "absent") return { ...this.#said(), note: this.#says(words.absentEdit, true) };
    if (!state) return { ...this.#said(), note: null };
    return { ...this.#said(), note: this.#says([words.unseen, foreignLine(file.reason ?? ""), words.unseenEnd, words.says]) };
  }

  /** Against the file as it is. */
  #against(state, before, after) {
    const lines = diff(before, after);
    const added = lines.filter((line) => line.change === "+").length;
    const removed = lines.filter((line) => line.change === "-").length;
    const { kind } = this.about;
    const note = state === "absent" && kind === "delete" ? words.absentDelete : state === "present" && before === after && kind !== "delete" ? words.same : undefined;
    return { note: note ? this.#says(note) : null, rows: hunks(lines), added, removed };
  }

  /** What the call alone says. */
  #said() {
    const { about } = this;
    if (about.kind === "delete") return { rows: [], added: 0, removed: 0 };
    const pieces = about.kind === "write" ? [["", about.content.text]] : about.edits.map(({ from, to }) => [from, to]);
    const all = pieces.map(([from, to]) => diff(from, to));
    const number = (change) => all.flat().filter((line) => line.change === change).length;
    const rows = all.flatMap((lines, at) => [...(at ? [{ words: words.replacement(at + 1) }] : []), ...hunks(lines)]);
    return { rows, added: number("+"), removed: number("-") };
  }

  #says(said, grave = false) {
    return h(grave ? "p.notice" : "p.note", {}, said);
  }

  #view(seen) {
    this.viewed = seen;
    this.box.checked = seen;
    this.body.classList.toggle("seen", seen);
    this.moved();
  }

  /** By the key. */
  toggleViewed() {
    this.#view(!this.viewed);
  }

  /** To the next or the previous place that changes. */
  step(by) {
    const places = [...this.block.querySelectorAll(".hunk")];
    if (!places.length) return;
    const at = places.indexOf(this.block.querySelector(".hunk.at"));
    const next = places[at < 0 ? (by > 0 ? 0 : places.length - 1) : Math.min(places.length - 1, Math.max(0, at + by))];
    places[at]?.classList.remove("at");
    next.classList.add("at");
    const fold = next.closest("details");
    if (fold) fold.open = true;
    next.scrollIntoView({ block: "center" });
    announce(words.place(places.indexOf(next) + 1, places.length));
  }
}
