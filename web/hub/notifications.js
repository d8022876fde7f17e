// @ts-check
// Notifications of this browser while the page is open: that something waits and how grave it is, never what. Whoever answers
// elsewhere takes them back.

import { risk } from "../card/subject.js";
import { words } from "../text/login.js";
import { set, settings } from "./preferences.js";
import { isQuiet } from "./quiet-hours.js";
import { changed, state } from "./state.js";

/** Not more often than this. */
const PAUSE = 3000;

let shown = 0;
/** The one that is shown, and the request it is about. @type {{note: Notification, id: string} | undefined} */
let current;

export async function askToNotify() {
  const wanted = !settings.notify && (await Notification.requestPermission()) === "granted";
  set("notify", wanted);
  changed();
}

function show(frame) {
  shown = Date.now();
  current?.note.close();
  const note = new Notification(words.note.title, { body: words.note.body(risk(frame), state.pending.size), tag: "byleave" });
  current = { note, id: frame.id };
  note.onclick = () => {
    window.focus();
    location.hash = `#/queue/${encodeURIComponent(frame.id)}`;
    note.close();
  };
}

/** After a while: who sits at the keyboard, or has answered elsewhere, is not called. */
export function notify(frame) {
  if (!settings.notify) return;
  setTimeout(() => {
    if (!settings.notify || isQuiet(settings) || !document.hidden || !state.pending.has(frame.id) || Date.now() - shown < PAUSE) return;
    show(frame);
  }, 1000 * settings.grace);
}

/** The request it is about needs no attention any more; another one that waits takes its place, or nothing. */
export function withdraw() {
  if (!current || state.pending.has(current.id)) return;
  current.note.close();
  current = undefined;
  const [next] = state.pending.values();
  if (next && document.hidden && settings.notify && !isQuiet(settings)) show(next);
}
