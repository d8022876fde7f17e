// @ts-check
// Sessions, in words.

import { number } from "./time.js";

export const words = {
  title: "Sessions",
  modes: { default: "Normal", autoEdit: "Edits run", yolo: "Everything runs" },
  usual: (mode) => (mode ? `Normal for this policy (${mode})` : "Normal for this policy"),
  policy: (mode) => `Unless a session says otherwise, its mode is “${mode}”`,
  ceiling: (mode) => `, and none goes above “${mode}”`,
  here: "This machine",
  token: " · token ",
  noToken: " · without a token",
  sessions: (count) => number(count, "session"),
  states: { waiting: (count) => `${count} waiting for you`, running: (count) => `${count} running`, stopped: (count) => `${count} stopped`, quiet: (count) => `${count} quiet` },
  kinds: { waiting: "waiting", running: "running", stopped: "stopped", quiet: "quiet" },
  waits: (count) => `waits for you (${count})`,
  nameless: "an agent without a name",
  none: "No agent has called yet. Each host needs a token, named after it: ",
  older: (count) => `${count} older sessions are not shown.`,
  freeze: "Freeze host", frozen: "Host frozen", freezeLabel: "Freeze this host", freezeEnd: "End the freeze of this host", freezeBegin: "From now on every call of this host needs a person's approval",
  frozenBy: (span) => `, ${span} ago`, frozenWho: "Frozen by ",
  failed: (why) => `Nothing was changed: ${why}`,
  stopAll: (count) => `Stop all ${count}`, stopAllTitle: (count) => `Stop ${number(count, "session")}?`, stopAllAction: (count) => `Stop ${count}`,
  stopAllText: "The hub refuses their pending requests, and no call runs in them until the user's next message. A session that begins later is not stopped: freeze the host for that, or revoke its token under Settings.",
  stopAllReason: "stopped with all of its host, from the page",
  stopAllFailed: (failed, of, why) => `${failed} of ${of} were not stopped: ${why}`,
  mode: (id) => `Mode of ${id}`, modeLabel: "Mode",
  more: (id) => `More about ${id}`,
  stop: "Stop the run…", stopped: "Stopped", stopTitle: "Stop this run?", stopAction: "Stop the run", stopText: "The hub refuses the pending requests, and no call runs until the user's next message.", stopReason: "stopped from the page",
  seen: (ago) => `seen ${ago} ago`,
  may: "what it may do without asking", did: "what it did",
  last: "last: ",
};
