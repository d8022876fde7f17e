// @ts-check
// What the screens that read from the hub have in common.

import { fill, h } from "../dom.js";

export class Screen {
  constructor(title) {
    this.content = h("div.content");
    this.element = h("div.screen", {}, h("h1", {}, title), this.content);
    queueMicrotask(() => this.refresh());
  }

  /** Fills the screen; each screen has its own. @returns {Promise<any>} */
  async load() {
    return undefined;
  }

  async refresh() {
    try {
      await this.load();
    } catch (error) {
      fill(this.content, h("p.error", { role: "alert" }, error.message));
    }
  }
}

/** A table: heads, and rows of cells. `label` says what it is about. */
export function table(label, heads, rows) {
  return h("div.table", { tabindex: "0", role: "region", "aria-label": label },
    h("table", {},
      h("thead", {}, h("tr", {}, heads.map((head) => (head ? h("th", { scope: "col" }, head) : h("td"))))),
      h("tbody", {}, rows.map((cells) => h("tr", {}, cells.map((cell, at) => h("td", { "data-head": heads[at] }, cell)))))));
}

/** Gives a file to the person, without asking the hub. */
export function download(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
