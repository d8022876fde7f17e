// @ts-check
// Puts the screens together and keeps them in step with the hub.

import { line, risk } from "./card/subject.js";
import { announce, by, fill, h } from "./dom.js";
import { ask, Connection, login, Refused, takeToken, whoami } from "./hub/connection.js";
import { notify } from "./hub/notifications.js";
import { applyTheme, set, settings } from "./hub/preferences.js";
import { add, changed, counts, end, onChange, replaceAll, state } from "./hub/state.js";
import { heardFiles, lookFiles } from "./screens/files-in-force.js";
import { heardFrozen, lookFrozen } from "./screens/freeze.js";
import { Grants } from "./screens/grants.js";
import { header, showing } from "./screens/header.js";
import { History } from "./screens/history.js";
import { listen } from "./screens/keys.js";
import { loginForm } from "./screens/login.js";
import { Policy } from "./screens/policy.js";
import { noticed, Queue } from "./screens/queue.js";
import { addressed } from "./screens/request-address.js";
import { Sessions } from "./screens/sessions.js";
import { nameForm, Settings } from "./screens/settings.js";
import { Stats } from "./screens/stats.js";
import { awayLine, lookBack } from "./screens/while-away.js";
import { words as login_ } from "./text/login.js";
import { words as queueWords } from "./text/queue.js";
import { words as titles } from "./text/screens.js";

const SCREENS = { queue: Queue, history: History, grants: Grants, stats: Stats, sessions: Sessions, policy: Policy, settings: Settings };

/** @type {any} */
let screen = {};
/** @type {any} */
let me;

function route() {
  if (location.hash && !location.hash.startsWith("#/")) return;
  const name = location.hash.replace(/^#\/?/, "").split(/[/?]/)[0];
  const known = Object.hasOwn(SCREENS, name) ? name : "queue";
  // The queue stays as it is, with what the approver is writing there; only what is open changes.
  if (known === "queue" && screen instanceof Queue) {
    showing(known, titles[known]);
    screen.visit(addressed());
    return;
  }
  screen.close?.();
  screen = new SCREENS[known]();
  fill(by("main"), screen.element);
  if (known === "queue") aboveQueue();
  showing(known, titles[known]);
}

/** What a person should see once, above what waits. */
function aboveQueue() {
  const away = awayLine();
  if (away) screen.left?.prepend(away);
  if (me?.name !== "page" || settings.nameless) return;
  const strip = h("div.away", { role: "note" },
    h("div", {}, h("p", {}, queueWords.name), nameForm(me, () => location.reload())),
    h("button.small", { type: "button", "aria-label": queueWords.away.close, on: { click: () => { set("nameless", true); strip.remove(); } } }, "✕"));
  // Below what waits: that comes first, also where there is little room.
  screen.left?.append(strip);
}

let told;
function tellListeners() {
  clearTimeout(told);
  told = setTimeout(() => {
    const { high, critical } = counts();
    const size = state.pending.size;
    if (size) announce(login_.waiting(size, high + critical));
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
      end(frame.id, frame.cancelled ? { approved: undefined, reason: frame.reason, phase: "cancelled" }
        : { approved: frame.approved ?? frame.decision === "approved", by: frame.by, reason: frame.reason });
      break;
    case "approval_expired":
      end(frame.id, { approved: false, by: undefined, reason: queueWords.expired, phase: "expired" });
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
  const socket = new Connection(heard, (now) => {
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
        loginScreen(login_.login.again);
      });
    }
  });
  socket.open();
}

function loginScreen(text) {
  state.line = "refused";
  screen.close?.();
  screen = {};
  fill(by("main"), loginForm(text));
  header(titles, undefined);
  showing("", login_.login.title);
}

/** For style sheets: what lies over the lower edge of a card, and whether a card hides the list. */
function layout() {
  document.body.classList.toggle("card-open", screen instanceof Queue && screen.element.classList.contains("opened"));
}

applyTheme();

async function start() {
  const token = takeToken();
  try {
    if (token) await login(token);
  } catch (error) {
    if (!(await whoami().catch(() => undefined))) {
      loginScreen(error instanceof Refused ? error.message : login_.login.unreachable);
      return;
    }
  }
  try {
    me = await whoami();
    state.mayAnswer = me.role === "approver" || me.role === "admin";
    state.mayFreeze = state.mayAnswer && !me.session;
  } catch (error) {
    loginScreen(error instanceof Refused && error.status === 401 ? login_.login.not : error.message);
    return;
  }
  if (!location.hash) history.replaceState(null, "", "#/queue");
  header(titles, me);
  await lookBack();
  addEventListener("hashchange", route);
  listen(() => screen);
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    by("main").focus();
  });
  onChange(layout);
  route();
  connect();
}

// Only for reading by tests and by people at the console; nothing here can answer.
export { line, risk, state };
start();
