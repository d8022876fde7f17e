// @ts-check
// A small dialog for other pages: `import { approve } from "/page/dialog.js"`.
//
//   const { approved } = await approve({ tool: "bash", params: { command: "ls" }, sessionId: "main" });
//
// Title `Approve NAME?`, the tool and its parameters, and two actions: `approve` and `deny`. Whatever else closes it
// is a denial. `title`, `description` and `risk` may be given; everything is shown as text.

import { foreign, foreignLine, h } from "./dom.js";

export const ACTIONS = [
  { label: "Approve", value: "approve" },
  { label: "Deny", value: "deny" },
];

/** The result as the callbacks of agents know it. */
export const toAnswer = (result) => ({ approved: result === "approve" });

/** Shows the dialog; gives `{approved}` when it is closed. */
/** @param {{tool: string, params?: any, sessionId?: string, description?: string, risk?: string, title?: string}} asked @returns {Promise<{approved: boolean}>} */
export function approve({ tool, params = {}, sessionId, description, risk, title }) {
  return new Promise((resolve) => {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    const drawn = performance.now();
    const done = (result) => {
      dialog.close();
      dialog.remove();
      before?.focus?.();
      resolve(toAnswer(result));
    };
    const row = (name, value) => (value ? h("p", {}, h("span.faint", {}, `${name}: `), value) : null);
    const buttons = ACTIONS.map(({ label, value }) =>
      h(`button.${value === "approve" ? "allow" : "deny"}`, {
        type: "button", value,
        on: {
          click: (event) => {
            // A click meant for what stood here before does not approve.
            if (value === "approve" && (event.detail > 1 || performance.now() - drawn < 300)) return;
            done(value);
          },
        },
      }, label));
    const dialog = h("dialog.byleave-dialog", { role: "alertdialog", "aria-labelledby": "byleave-title", "aria-describedby": "byleave-params" },
      h("h2", { id: "byleave-title" }, title ? foreignLine(title) : ["Approve ", foreignLine(tool, "name"), "?"]),
      row("Tool", h("code", {}, foreignLine(tool, "name"))),
      row("Session", sessionId ? h("strong", {}, foreignLine(sessionId, "name")) : null),
      row("About the tool", description ? foreign(description) : null),
      row("Risk", risk ? foreignLine(risk) : null),
      h("pre.raw", { id: "byleave-params", tabindex: "0" }, foreign(JSON.stringify(params, null, 2), "text", "code")),
      h("div.row", {}, buttons));
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      done("deny");
    });
    document.body.append(dialog);
    dialog.showModal();
    buttons[1].focus();
  });
}
