// @ts-check
// The numbers that a team looks at on Monday, in words.

import { number } from "./time.js";

export const words = {
  title: "Stats",
  none: "There are no decisions yet.",
  counted: (count, span) => `From the last ${number(count, "call")}, over ${span}.`,
  tiles: {
    asked: "questions a day", share: (share) => `${share} % of all calls asked a person`, time: "to answer, by half of the answers", slow: (text) => `nine of ten within ${text}`,
    expired: "ran out of time", expiredNote: "nobody answered, and nothing ran", waiting: "waiting now",
  },
  fast: "⚠ Half of the approvals came faster than a person can read. Ask fewer questions: grant what you always allow, or write a rule for it.",
  loops: (count) => `⚠ ${number(count, "call was", "calls were")} refused three times or more: an agent tries again and again.`,
  days: "Questions a day, by agent",
  nameless: "no name",
  quick: "under 1 s",
  others: "others",
  agents: { title: "By agent", heads: ["Agent", "Calls", "Questions a day", "Half answered within", "Ran out of time", "Denied"] },
  times: "How long people took",
  steps: ["under 3 s", "3–10 s", "10–30 s", "½–2 min", "2–10 min", "longer"],
  answers: "answers",
  lost: { title: "Ran out of time: nobody answered", heads: ["Call", "Agent", "When"] },
  rules: {
    title: "People keep allowing these: make them rules", heads: ["Rule", "Allowed", "Against it", "To paste into a terminal"],
    allowed: (count, sessions) => `${count} × in ${number(sessions, "session")}`, against: (count) => `⚠ ${count} refused`, nothing: "nothing", times: (count) => ` ${count} ×`, yaml: "as lines of the policy", reason: (count) => `${count} approvals`,
  },
  retried: { title: "Refused and tried again", heads: ["Call", "Refused", "Session", "Why"], times: (count) => `${count} ×` },
  table: "View as table",
  below: (title) => `${title}; the table below has the numbers`,
};
