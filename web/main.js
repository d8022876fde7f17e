// Puts the screens together and keeps them in step with the hub.

import { awayLine, lookBack } from "./away.js";
import { announce, by, fill, foreignLine, h } from "./dom.js";
import { line, risk } from "./facts.js";
import { freezeSwitch, heardFrozen, lookFrozen } from "./freeze.js";
import { Grants } from "./grants.js";
import { History } from "./history.js";
import { heardFiles, lookFiles } from "./inforce.js";
import { help, listen } from "./keys.js";
import { ask, Line, login, Refused, takeToken, whoami } from "./link.js";
import { modeChip } from "./modechip.js";
import { Policy } from "./policy.js";
import { noticed, Queue } from "./queue.js";
import { isQuiet } from "./quiet.js";
import { addressed } from "./recall.js";
import { Sessions } from "./sessions.js";
import { applyTheme, set, settings } from "./settings.js";
import { nameForm, Setup } from "./setup.js";
import { add, changed, counts, end, onChange, replaceAll, state } from "./state.js";
import { Stats } from "./stats.js";

const SCREENS = {
  queue: ["Queue", Queue], history: ["History", History], grants: ["Grants", Grants], stats: ["Stats", Stats],
  sessions: ["Sessions", Sessions], policy: ["Policy", Policy], settings: ["Settings", Setup],
};
const LINE_WORDS = { connecting: "connecting…", open: "connected", closed: "not connected, trying again", refused: "not logged in" };

let screen = {};
let me;

function route() {
  if (location.hash && !location.hash.startsWith("#/")) return;
  const name = location.hash.replace(/^#\/?/, "").split(/[/?]/)[0];
  const known = SCREENS[name] ? name : "queue";
  // The queue stays as it is, with what the approver is writing there; only what is open changes.
  if (known === "queue" && screen instanceof Queue) return void screen.visit(addressed());
  screen.close?.();
  const [title, Screen] = SCREENS[known];
  screen = new Screen();
  screen.title = title;
  fill(by("main"), screen.element);
  if (known === "queue") aboveQueue();
  for (const link of document.querySelectorAll("nav a")) {
    if (link.getAttribute("href") === `#/${known}`) {
      link.setAttribute("aria-current", "page");
      // On a phone the names of the screens do not all fit.
      link.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    else link.removeAttribute("aria-current");
  }
  badge();
}

/** What a person should see once, above what waits. */
function aboveQueue() {
  const away = awayLine();
  if (away) screen.left?.prepend(away);
  if (me?.name !== "page" || settings.nameless) return;
  const strip = h("div.away", { role: "note" },
    h("div", {}, h("p", {}, "Who answers here? The record says “page” now."), nameForm(me, () => location.reload())),
    h("button.small", { type: "button", "aria-label": "Close", on: { click: () => { set("nameless", true); strip.remove(); } } }, "✕"));
  screen.left?.prepend(strip);
}

function header() {
  const notify = h("button.small", { type: "button", on: { click: askToNotify } }, "");
  const dot = h("span.dot", { role: "status" });
  fill(by("top"),
    h("a.brand", { href: "#/queue" }, "byleave"),
    h("nav", { "aria-label": "Screens" }, Object.entries(SCREENS).map(([name, [title]]) =>
      h("a", { href: `#/${name}` }, title, name === "queue" ? h("span.nav-count") : null))),
    h("div.top-right", {}, dot, me ? h("a.me.faint", { href: "#/settings" }, foreignLine(me.name ?? ""), ` · ${me.role ?? ""}`) : null, me ? freezeSwitch() : null, notify,
      h("button.small", { type: "button", "aria-label": "Keys and help", on: { click: help } }, "?")));
  if (me) dot.after(modeChip());
  const draw = () => {
    dot.className = `dot ${state.line}`;
    dot.textContent = LINE_WORDS[state.line];
    document.body.classList.toggle("offline", state.line !== "open");
    const count = document.querySelector(".nav-count");
    if (count) count.textContent = state.pending.size ? ` ${state.pending.size}` : "";
    if (!state.pending.size) withdraw();
    notify.hidden = !("Notification" in window) || Notification.permission === "denied";
    notify.textContent = settings.notify ? "Notify: on" : "Notify: off";
    badge();
  };
  onChange(draw);
  draw();
}

function badge() {
  const size = state.pending.size;
  const offline = state.line === "open" ? "" : "⚠ ";
  // On the icon, where the page is installed.
  if (size) navigator.setAppBadge?.(size).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
  document.title = `${offline}${size ? `(${size}) ` : ""}${screen.title ?? "byleave"} · byleave`;
}

async function askToNotify() {
  const wanted = !settings.notify && (await Notification.requestPermission()) === "granted";
  set("notify", wanted);
  changed();
}

let shown = 0;
let note;
/**
 * Only that something waits and how grave it is: a lock screen is no place for commands. And only after a while:
 * who sits at the keyboard, or has answered elsewhere, is not called.
 */
function notify(frame) {
  if (!settings.notify) return;
  setTimeout(() => {
    if (!settings.notify || isQuiet(settings) || !document.hidden || !state.pending.has(frame.id) || Date.now() - shown < 3000) return;
    shown = Date.now();
    note?.close();
    note = new Notification("byleave: a request waits", { body: `${risk(frame)} risk, ${state.pending.size} waiting`, tag: "byleave" });
    note.onclick = () => {
      window.focus();
      location.hash = `#/queue/${encodeURIComponent(frame.id)}`;
      note?.close();
    };
  }, 1000 * settings.grace);
}

/** What was answered anywhere needs no attention any more. */
function withdraw() {
  if (state.pending.size) return;
  note?.close();
  note = undefined;
}

let told = 0;
function tellListeners() {
  clearTimeout(told);
  told = setTimeout(() => {
    const { high, critical } = counts();
    const grave = high + critical;
    const size = state.pending.size;
    if (size) announce(`${size} ${size === 1 ? "request" : "requests"}${grave ? `, ${grave} of high risk` : ""}`);
  }, 700);
}

function heard(frame) {
  switch (frame.type) {
    case "approval_needed":
      if (add(frame)) {
        notify(frame);
        tellListeners();
      }
      break;
    case "approval_resolved":
      end(frame.id, { approved: frame.approved ?? frame.decision === "approved", by: frame.by, reason: frame.reason });
      withdraw();
      break;
    case "approval_expired":
      end(frame.id, { approved: false, by: undefined, reason: "timed out, no one answered; it does not run" });
      withdraw();
      break;
    case "approval_claimed":
      if (frame.by !== me?.name) state.claims.set(frame.id, { by: frame.by, until: Date.now() + 60000 });
      break;
    case "freeze_changed":
      heardFrozen(frame.frozen, frame.hosts);
      break;
    case "files_changed":
      heardFiles(frame);
      if (screen instanceof Policy) screen.heardChange();
      break;
    case "grants_changed":
    case "mode_changed":
      screen.refresh?.();
      break;
    default:
      noticed(frame);
  }
}

/** After a connection was lost: what this page shows and the hub does not know of any more is closed. */
async function catchUp() {
  const before = new Set(state.pending.keys());
  if (!before.size) return;
  const there = [];
  let next;
  do {
    const page = await ask(`/v1/requests?limit=256${next ? `&after=${encodeURIComponent(next)}` : ""}`);
    there.push(...page.requests);
    next = page.next;
  } while (next);
  const arrived = [...state.pending.values()].filter((frame) => !before.has(frame.id));
  replaceAll([...there, ...arrived]);
}

function connect() {
  const socket = new Line(heard, (now) => {
    state.line = now;
    changed();
    if (now === "open") {
      catchUp().catch(() => {});
      lookFrozen().catch(() => {});
      lookFiles().catch(() => {});
    }
    if (now === "closed") {
      // A socket does not say why it was refused; this does.
      whoami().catch((error) => {
        if (!(error instanceof Refused) || error.status !== 401) return;
        socket.end();
        loginScreen("You are not logged in any more.");
      });
    }
  });
  socket.open();
}

function loginScreen(text) {
  state.line = "refused";
  screen.close?.();
  screen = { title: "Log in" };
  const field = h("input", { id: "token", type: "password", autocomplete: "off", required: true });
  const name = h("input", { id: "login-name", type: "text", autocomplete: "name", maxlength: "40" });
  const wrong = h("p.error", { role: "alert" });
  const form = h("form.login", {
    on: {
      submit: async (event) => {
        event.preventDefault();
        try {
          await login(field.value.trim(), name.value.trim());
          if (!location.hash.startsWith("#/")) location.hash = "#/queue";
          location.reload();
        } catch (error) {
          wrong.textContent = error.message;
        }
      },
    },
  },
  h("h1", {}, "Log in"), h("p", {}, text),
  h("p", {}, "Open the address that ", h("code", {}, "byleave serve"), " printed, or give a token of an approver."),
  h("label", { for: "token" }, "Token"), field,
  h("label", { for: "login-name" }, "Your name, if the token is the address's own"), name, wrong, h("button.allow", { type: "submit" }, "Log in"));
  fill(by("main"), form);
  header();
}

applyTheme();

async function start() {
  const token = takeToken();
  try {
    if (token) await login(token);
  } catch (error) {
    if (!(await whoami().catch(() => undefined))) {
      loginScreen(error instanceof Refused ? error.message : "The hub cannot be reached.");
      return;
    }
  }
  try {
    me = await whoami();
    state.mayAnswer = me.role === "approver" || me.role === "admin";
    state.mayFreeze = state.mayAnswer && !me.session;
  } catch (error) {
    loginScreen(error instanceof Refused && error.status === 401 ? "This browser is not logged in." : error.message);
    return;
  }
  if (!location.hash) history.replaceState(null, "", "#/queue");
  header();
  await lookBack();
  addEventListener("hashchange", route);
  listen(() => screen);
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    by("main").focus();
  });
  route();
  connect();
}

// Only for reading by tests and by people at the console; nothing here can answer.
export { line, state };
start();
