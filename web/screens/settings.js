// @ts-check
// Settings: how the page looks and when it calls, who this is, and who else may come in.

import { confirm } from "./confirm.js";
import { fill, foreignLine, h } from "../dom.js";
import { help } from "./keys.js";
import { ask, post, rename, whoami } from "../hub/connection.js";
import { words } from "../text/settings.js";
import { span, time } from "../text/time.js";
import { Screen, table } from "./screen.js";
import { applyTheme, set, settings } from "../hub/preferences.js";
import { changed } from "../hub/state.js";


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
  return h("form.name-form", { on: { submit } }, h("label", { for: "my-name" }, words.you.name), field, h("button.plain", { type: "submit" }, words.you.save), wrong);
}

export const mayRename = (me) => me?.name === "page" || me?.name?.startsWith("page: ");

/** What the hub does by itself. It is set where the hub is started, never from a page. */
function ofHub({ escalation, ask: asking, record }) {
  const row = (name, ...some) => [h("dt", {}, name), h("dd", {}, some)];
  const wait = asking.timeout_seconds;
  return h("section.block", {}, h("h2", {}, words.hub.title),
    h("p.faint", {}, words.hub.about),
    h("dl.facts-list", {},
      row(words.hub.waits, typeof wait === "number" ? words.hub.refused(span(wait * 1000)) : words.hub.forever),
      row(words.hub.agree, asking.approvals),
      row(words.hub.escalation, escalation
        ? [words.hub.after(span(escalation.after_seconds * 1000)), h("code", {}, foreignLine(escalation.host, "name")), escalation.encrypted ? words.hub.encrypted : words.hub.signed]
        : [words.hub.no, h("code", {}, "byleave serve --escalate-after")]),
      row(words.hub.kept, words.hub.decisions(record.count), record.oldest ? [words.hub.since, time(record.oldest)] : null, words.hub.never)));
}

export class Settings extends Screen {
  constructor() {
    super(words.title);
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
      h("section.block", {}, h("h2", {}, words.you.title),
        h("p", {}, h("strong", {}, foreignLine(me.name ?? "")), ` · ${me.role}`, me.expires_at ? [words.you.until, time(me.expires_at)] : null, h("span.faint", {}, " · ", foreignLine(me.id ?? ""))),
        h("p.faint", {}, words.you.about),
        mayRename(me) ? nameForm(me, () => location.reload()) : h("p.faint", {}, words.you.fixed)),
      h("section.block", {}, h("h2", {}, words.browser.title),
        choice("theme", words.browser.colours, words.themes, settings.theme, (value) => { set("theme", value); applyTheme(); }),
        toggle("keys-setting", words.browser.keys, settings.keys, (value) => set("keys", value)),
        h("p.setting", {}, h("button.small", { type: "button", on: { click: help } }, words.browser.help)),
        choice("next", words.browser.next, words.nexts, settings.next, (value) => set("next", value)),
        notify
          ? [
              toggle("notify-setting", words.notify.on, settings.notify, async (value) => {
                set("notify", value && (await Notification.requestPermission()) === "granted");
                changed();
                this.refresh();
              }),
              choice("grace", words.notify.when, words.delays, settings.grace, (value) => set("grace", Number(value))),
              h("p.setting", {}, h("label", { for: "quiet-from" }, words.notify.from), clock("quiet-from", "quietFrom"), h("label.until", { for: "quiet-to" }, words.notify.until), clock("quiet-to", "quietTo")),
              h("p.faint", {}, words.notify.about),
            ]
          : h("p.faint", {}, words.notify.none)),
      hub ? ofHub(hub) : null,
      me.role === "admin" ? await this.#tokens(me) : null);
  }

  async #tokens(me) {
    const { tokens } = await ask("/v1/tokens");
    const live = tokens.filter((token) => token.live);
    const rows = live.map((token) => [
      [foreignLine(token.name), token.id === me.id ? h("strong", {}, words.tokens.own) : null],
      token.role, token.session ? foreignLine(token.session) : words.tokens.all, time(token.created_at), token.expires_at ? time(token.expires_at) : words.tokens.never,
      h("button.deny.small", { type: "button", on: { click: () => this.#revoke(token, token.id === me.id) } }, token.id === me.id ? words.tokens.logOut : words.tokens.revoke),
    ]);
    return h("section.block", {}, h("h2", {}, words.tokens.title),
      h("p.faint", {}, words.tokens.about, h("code", {}, "byleave hub token create"), "."),
      table(words.tokens.title, words.tokens.heads, rows),
      tokens.length > live.length ? h("p.faint", {}, words.tokens.gone(tokens.length - live.length)) : null);
  }

  async #revoke(token, own) {
    const sure = await confirm({
      title: own ? words.tokens.logOutTitle : words.tokens.revokeTitle,
      text: h("p", {}, own ? words.tokens.logOutText : [words.tokens.revokeText[0], h("strong", {}, foreignLine(token.name)), words.tokens.revokeText[1]]),
      action: own ? words.tokens.logOut : words.tokens.revoke,
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
