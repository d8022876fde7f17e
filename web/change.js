// What would change in a file: against the file as it is now where the hub can see it, else what the call says of it.

import { diff } from "./diff.js";
import { sideBySide, unified } from "./difflines.js";
import { announce, fill, foreign, foreignLine, h, put } from "./dom.js";
import { changed, subject } from "./facts.js";
import { keyOf } from "./keys.js";
import { ask } from "./link.js";
import { count, fileFold, files, patchRows } from "./patch.js";
import { set, settings } from "./settings.js";

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

export class Change {
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
      file = { state: "unseen", reason: "the hub did not say" };
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
      ? h("div.banner", {}, h("strong", {}, "The file has changed since you saw it. "),
          "The change that you read is out of date, and the hub does not run a call whose file has changed: the agent has to ask again. ",
          h("button.small", { type: "button", on: { click: () => this.again() } }, "Look again"))
      : null);
    this.moved();
  }

  again() {
    const file = this.#latest;
    this.#latest = undefined;
    fill(this.banner);
    this.draw(file);
    announce("The page shows the change against the file as it is now.");
  }

  /** `again` says that it is the same change in another view. */
  draw(file, again = false) {
    if (file) this.#shown = file;
    if (!again) this.unfolded = false;
    this.viewed = false;
    this.body.classList.remove("seen");
    const { about } = this;
    const content = this.#content(file);
    const { head, note, added, removed } = content;
    const label = `${added} lines added, ${removed} removed`;
    this.block = h("div.diff", { tabindex: "0", role: "group", "aria-label": label });
    const more = content.parts ? this.#fileByFile(content.parts) : this.#lines(content);
    this.box = h("input", { type: "checkbox", id: "viewed", on: { change: () => this.#view(this.box.checked) } });
    fill(this.body,
      h("div.file", {}, h("span.file-word", {}, head), " ", h("code.file-path", {}, about.path ? foreign(about.path.text) : "several files"), " ",
        h("span.sizes", {}, h("span.plus", {}, `+${added}`), " ", h("span.minus", {}, `−${removed}`)),
        content.rows && added && removed ? this.#sides() : null,
        h("label.viewed", { for: "viewed" }, this.box, " Viewed", h("kbd", { "aria-hidden": "true" }, keyOf("viewed")))),
      note, this.block, more);
    this.moved();
  }

  /** Lines in the view that is chosen, the rest of a long change folded; gives the button that unfolds it. */
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
    }, `Show all ${elements.length} lines`);
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
    }, "Side by side");
    return button;
  }

  #content(file) {
    const { about } = this;
    if (about.kind === "patch") {
      const parts = files(about.patch);
      const made = patchRows(parts.flatMap((one) => one.lines));
      const note = this.#says("This is the patch as the agent sent it; the hub does not look at the files that it names.");
      const several = parts.filter((one) => one.name !== undefined).length > 1;
      return { head: "Patch", note, ...(several ? { parts } : { made }), added: count(made, "added"), removed: count(made, "removed") };
    }
    const state = file?.state;
    if (state === "present" || (state === "absent" && about.kind !== "edit")) {
      const before = state === "present" ? file.content : "";
      const after = changed(about, before);
      if (after.text !== undefined) return this.#against(state, before, after.text);
      return { ...this.#said(), note: this.#says(after.wrong, true) };
    }
    if (state === "absent") return { ...this.#said(), note: this.#says("There is no such file now: the tool would fail, or make one.", true) };
    const why = state === "unseen" ? ["The hub cannot see the file (", foreignLine(file.reason ?? ""), "): "] : ["The hub has not read the file yet: "];
    return { ...this.#said(), note: this.#says([why, "this is what the call says, not what the file contains now."]) };
  }

  /** Against the file as it is. */
  #against(state, before, after) {
    const { kind } = this.about;
    const lines = diff(before, after);
    const added = lines.filter((line) => line.change === "+").length;
    const removed = lines.filter((line) => line.change === "-").length;
    const same = before === after;
    const [head, words] =
      state === "absent" ? (kind === "delete" ? ["Delete", "There is no such file now."] : ["New file", "There is no such file now; the call would create it."])
      : kind === "delete" ? ["Delete file", "The call would delete the file. This is its content now."]
      : same ? ["Unchanged", "The file already has exactly this content: nothing would change."]
      : kind === "write" ? ["Overwrite", "Against the file as it is now."]
      : ["Change", "Against the file as it is now."];
    return { head, note: this.#says(words), rows: hunks(lines), added, removed };
  }

  /** What the call alone says. */
  #said() {
    const { about } = this;
    if (about.kind === "delete") return { head: "Delete", rows: [], added: 0, removed: 0 };
    const pieces = about.kind === "write" ? [["", about.content.text]] : about.edits.map(({ from, to }) => [from, to]);
    const all = pieces.map(([from, to]) => diff(from, to));
    const number = (change) => all.flat().filter((line) => line.change === change).length;
    const rows = all.flatMap((lines, at) => [...(at ? [{ words: `replacement ${at + 1}` }] : []), ...hunks(lines)]);
    return { head: about.kind === "write" ? "Write" : "Change", rows, added: number("+"), removed: number("-") };
  }

  #says(words, grave = false) {
    return h(grave ? "p.notice" : "p.note", {}, words);
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
    announce(`Change ${places.indexOf(next) + 1} of ${places.length}`);
  }
}
