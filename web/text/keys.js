// @ts-check
// What keys do, in words.

export const words = {
  title: "Keys",
  about: "Press a key's button to choose another key.",
  on: "Keyboard shortcuts",
  close: "Close",
  usual: "Usual keys",
  reset: "All keys are as they were.",
  unchanged: "Nothing was changed.",
  single: "Only single letters and signs can be keys.",
  taken: (key, what) => `${key} is taken: ${what}.`,
  button: (what, key) => `${what}: key ${key}, change`,
  press: "press…",
  actions: {
    next: "next request", previous: "previous request", allow: "allow as chosen (not for HIGH and CRITICAL)", scope: "choose how long an approval counts", deny: "deny",
    reason: "deny with a reason", stop: "stop the run", edit: "edit, then allow", explain: "deny and ask why", viewed: "mark the change as viewed",
    nextChange: "next place that changes", previousChange: "previous place that changes", more: "more time", freeze: "freeze automatic approvals, or end the freeze",
    undo: "take the last answer back", search: "filter", go: "then q h g s n p: go to queue, history, grants, stats, sessions, policy", help: "this help",
  },
  fixed: [["Enter", "open the request, press the button"], ["Esc", "back to the queue; leave a field"]],
};
