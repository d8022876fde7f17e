// Settings: how the page looks and when it calls, who this is, and who else may come in.

import { confirm } from "./confirm.js";
import { fill, foreignLine, h } from "./dom.js";
import { span } from "./facts.js";
import { help } from "./keys.js";
import { ask, post, rename, whoami } from "./link.js";
import { Screen, table, time } from "./screen.js";
import { applyTheme, set, settings } from "./settings.js";
import { changed } from "./state.js";

const THEMES = [["auto", "as the system sets it"], ["light", "light"], ["dark", "dark"]];
const DELAYS = [[0, "at once"], [10, "after 10 s"], [30, "after 30 s"], [60, "after a minute"], [300, "after 5 minutes"]];

/** A form to say who one is; `done(me)` when the hub has it. */
export function nameForm(me, done) {
  const own = /^page: (.*?)(?: #[0-9a-f]{4})?$/.exec(me.name ?? "")?.[1] ?? "";
  const field = h("input", { id: "my-name", type: "text", autocomplete: "name", maxlength: "40", required: true, value: own });
  const wrong = h("p.error", { role: "alert" });
  const submit = async (event) => {
    event.preventDefault();
    wrong.textContent = "";
    try {
      await rename(field.value.trim());
      done(await whoami());
    } catch (error) {
      wrong.textContent = error.message;
    }
  };
  return h("form.name-form", { on: { submit } }, h("label", { for: "my-name" }, "Your name"), field, h("button.plain", { type: "submit" }, "Save"), wrong);
}

export const mayRename = (me) => me?.name === "page" || me?.name?.startsWith("page: ");

/** What the hub does by itself. It is set where the hub is started, never from a page. */
function ofHub({ escalation, ask: asking, record }) {
  const row = (name, ...words) => [h("dt", {}, name), h("dd", {}, words)];
  const wait = asking.timeout_seconds;
  return h("section.block", {}, h("h2", {}, "This hub"),
    h("p.faint", {}, "The operator sets this with the options of the hub and in the policy, not here."),
    h("dl.facts-list", {},
      row("A request waits", typeof wait === "number" ? `${span(wait * 1000)}, then it is refused` : "until a person answers, or the agent gives up"),
      row("People who must agree", asking.approvals),
      row("Escalation", escalation
        ? [`after ${span(escalation.after_seconds * 1000)} without an answer the hub sends a message to `, h("code", {}, foreignLine(escalation.host, "name")), escalation.encrypted ? ", encrypted and signed; never the command" : ", signed but not encrypted; never the command"]
        : ["no escalation: ", h("code", {}, "byleave serve --escalate-after")]),
      row("Kept", `${record.count.toLocaleString()} ${record.count === 1 ? "decision" : "decisions"}`, record.oldest ? [" since ", time(record.oldest)] : null, ". byleave never deletes a row: a hash binds each row to the one before it.")));
}

export class Setup extends Screen {
  constructor() {
    super("Settings");
  }

  async load() {
    const [me, hub] = await Promise.all([whoami(), ask("/v1/setup").catch(() => undefined)]);
    const choice = (id, label, options, value, change) => {
      const select = h("select", { id, on: { change: () => change(select.value) } }, options.map(([one, text]) => h("option", { value: String(one), selected: String(one) === String(value) }, text)));
      return h("p.setting", {}, h("label", { for: id }, label), select);
    };
    const toggle = (id, label, on, change) => {
      const box = h("input", { type: "checkbox", id, checked: on, on: { change: () => change(box.checked) } });
      return h("p.setting", {}, h("label", { for: id }, label), box);
    };
    const clock = (id, name) => h("input", { type: "time", id, value: settings[name] ?? "", on: { change: (event) => set(name, event.target.value) } });
    const notify = "Notification" in window;
    fill(this.content,
      h("section.block", {}, h("h2", {}, "Who you are"),
        h("p", {}, h("strong", {}, foreignLine(me.name ?? "")), ` · ${me.role}`, me.expires_at ? [" · until ", time(me.expires_at)] : null, h("span.faint", {}, " · ", foreignLine(me.id ?? ""))),
        h("p.faint", {}, "The record has it beside every answer that you give here."),
        mayRename(me) ? nameForm(me, () => location.reload()) : h("p.faint", {}, "An operator gave this token its name.")),
      h("section.block", {}, h("h2", {}, "This browser"),
        choice("theme", "Colours", THEMES, settings.theme, (value) => { set("theme", value); applyTheme(); }),
        toggle("keys-setting", "Single keys do something", settings.keys, (value) => set("keys", value)),
        h("p.setting", {}, h("button.small", { type: "button", on: { click: help } }, "See and change the keys")),
        notify
          ? [
              toggle("notify-setting", "Notify me of requests while I look at another window", settings.notify, async (value) => {
                set("notify", value && (await Notification.requestPermission()) === "granted");
                changed();
                this.refresh();
              }),
              choice("grace", "Tell me", DELAYS, settings.grace, (value) => set("grace", Number(value))),
              h("p.setting", {}, h("label", { for: "quiet-from" }, "But not from"), clock("quiet-from", "quietFrom"), h("label.until", { for: "quiet-to" }, "until"), clock("quiet-to", "quietTo")),
              h("p.faint", {}, "A request that an approver answers before that sends no notification. A notification never shows the command."),
            ]
          : h("p.faint", {}, "This browser has no notifications.")),
      hub ? ofHub(hub) : null,
      me.role === "admin" ? await this.#tokens(me) : null);
  }

  async #tokens(me) {
    const { tokens } = await ask("/v1/tokens");
    const live = tokens.filter((token) => token.live);
    const rows = live.map((token) => [
      [foreignLine(token.name), token.id === me.id ? h("strong", {}, " (this browser)") : null],
      token.role, token.session ? foreignLine(token.session) : "all sessions", time(token.created_at), token.expires_at ? time(token.expires_at) : "never",
      h("button.deny.small", { type: "button", on: { click: () => this.#revoke(token, token.id === me.id) } }, token.id === me.id ? "Log out" : "Revoke"),
    ]);
    return h("section.block", {}, h("h2", {}, "Devices and tokens"),
      h("p.faint", {}, "Each token belongs to an agent, a viewer or an approver. Create more at a terminal: ", h("code", {}, "byleave hub token create"), "."),
      table("Devices and tokens", ["Name", "Role", "For", "Since", "Ends", ""], rows),
      tokens.length > live.length ? h("p.faint", {}, `${tokens.length - live.length} have expired or were revoked.`) : null);
  }

  async #revoke(token, own) {
    const sure = await confirm({
      title: own ? "Log this browser out?" : "Revoke this token?",
      text: h("p", {}, own ? "You need a new address or a token to log in again." : ["The holder of the token of ", h("strong", {}, foreignLine(token.name)), " is cut off at once."]),
      action: own ? "Log out" : "Revoke",
    });
    if (!sure) return;
    try {
      await post(`/v1/tokens/${encodeURIComponent(token.id)}/revoke`);
      if (own) location.reload();
      else await this.refresh();
    } catch (error) {
      this.content.prepend(h("p.error", { role: "alert" }, error.message));
    }
  }
}
