// @ts-check
// A second, different gesture before something that cannot be taken back.

import { by, foreignLine, h, put } from "../dom.js";
import { words } from "../text/answers.js";

/**
 * True if the person confirmed, and typed the word if there is one.
 * @param {{title: any, text: any, word?: string, action: string}} asked @returns {Promise<boolean>}
 */
export function confirm({ title, text, word, action }) {
  return new Promise((resolve) => {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    const button = h("button.stop", { type: "submit", disabled: Boolean(word) }, action);
    const field = word
      ? h("input", {
          id: "proof", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
          on: { input: () => { button.disabled = field.value !== word; } },
        })
      : null;
    const dialog = h("dialog", { role: "alertdialog", "aria-labelledby": "sure-title", "aria-describedby": "sure-text" },
      h("form", {
        on: {
          submit: (event) => {
            event.preventDefault();
            if (!word || field.value === word) done(true);
          },
        },
      },
      h("h2", { id: "sure-title" }, title),
      h("div", { id: "sure-text" }, text),
      field ? h("p", {}, h("label", { for: "proof" }, words.critical.type, h("code", {}, foreignLine(word)), words.critical.lost), field) : null,
      h("div.row", {}, h("button.plain", { type: "button", on: { click: () => done(false) } }, words.critical.cancel), button)));
    const done = (sure) => {
      dialog.close();
      dialog.remove();
      before?.focus?.();
      resolve(sure);
    };
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      done(false);
    });
    put(by("over"), dialog);
    dialog.showModal();
    (field ?? dialog.querySelector("button")).focus();
  });
}
