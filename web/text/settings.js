// @ts-check
// Settings, in words.

import { number } from "./time.js";

export const words = {
  title: "Settings",
  themes: [["auto", "as the system sets it"], ["light", "light"], ["dark", "dark"]],
  delays: [[0, "at once"], [10, "after 10 s"], [30, "after 30 s"], [60, "after a minute"], [300, "after 5 minutes"]],
  nexts: [["soon", "after 2 seconds"], ["now", "at once"], ["stay", "when I open it"]],
  you: { title: "Who you are", until: " · until ", about: "Your name is recorded with each answer.", fixed: "An operator gave this token its name.", name: "Your name", save: "Save" },
  browser: { title: "This browser", colours: "Colours", keys: "Keyboard shortcuts", help: "See and change the keys", next: "After an answer the next request opens" },
  notify: { on: "Notify me of requests while I look at another window", when: "Tell me", from: "But not from", until: "until", about: "A request that somebody answers before that sends no notification, and one that is answered elsewhere takes it back. A notification never shows the command.", none: "This browser has no notifications." },
  hub: {
    title: "This hub", about: "The operator sets this with the options of the hub and in the policy, not here.",
    waits: "A request waits", refused: (text) => `${text}, then it does not run`, forever: "until a person answers, or the agent gives up", agree: "People who must agree", escalation: "Escalation",
    after: (text) => `after ${text} without an answer the hub sends a message to `, encrypted: ", encrypted and signed; never the command", signed: ", signed but not encrypted; never the command", no: "no escalation: ",
    kept: "Kept", decisions: (count) => number(count, "decision"), since: " since ", never: ". byleave never deletes a row: a hash binds each row to the one before it.",
  },
  tokens: {
    title: "Devices and tokens", about: "Each token belongs to an agent, a viewer or an approver. Create more at a terminal: ", heads: ["Name", "Role", "For", "Since", "Ends", ""],
    own: " (this browser)", all: "all sessions", never: "never", logOut: "Log out", revoke: "Revoke", gone: (count) => `${count} have expired or were revoked.`,
    logOutTitle: "Log this browser out?", revokeTitle: "Revoke this token?", logOutText: "You need a new address or a token to log in again.", revokeText: ["The holder of the token of ", " is cut off at once."],
  },
};
