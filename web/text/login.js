// @ts-check
// The header, logging in, notifications and the freeze, in words.

export const words = {
  status: (status) => `the hub answered ${status}`,
  screens: "Screens",
  menu: "Menu",
  keys: "Keys and help",
  lines: { connecting: "connecting…", open: "connected", closed: "not connected, trying again", refused: "not logged in" },
  notify: (on) => `Notify: ${on ? "on" : "off"}`,
  waiting: (count, grave) => `${count} ${count === 1 ? "request" : "requests"}${grave ? `, ${grave} of high risk` : ""}`,
  note: { title: "byleave: a request waits", body: (level, count) => `${level} risk, ${count} waiting` },
  login: {
    title: "Log in", again: "You are not logged in any more.", not: "This browser is not logged in.", unreachable: "The hub cannot be reached.",
    how: ["Open the address that ", " printed, or give a token of an approver."], token: "Token", name: "Your name, if the token is the address's own",
  },
  freeze: {
    label: "Freeze automatic approvals", on: "Frozen", off: "Freeze", end: "End the freeze", begin: "From now on every call needs a person's approval",
    saidOn: "Automatic approvals are frozen.", saidOff: "Automatic approvals are back.", hostOn: "Automatic approvals of this host are frozen.", hostOff: "Automatic approvals of this host are back.",
    endTitle: "End the freeze?", endHost: "End the freeze of this host?",
    endText: "What the policy, a mode or a grant allows runs without a question again. Calls that wait only because of the freeze run now.",
    endHostText: ["What the policy, a mode or a grant allows runs without a question again in the sessions of ", ". Calls that wait only because of the freeze run now."],
    failed: (why) => `Nothing was changed: ${why}`,
    strip: ["Automatic approvals are frozen", " by ", " since ", ". Every call needs a person's approval."], endButton: "End it…",
    hosts: (count) => (count === 1 ? "One host is frozen" : `${count} hosts are frozen`), by: " by ", others: " and others",
    hostsText: (many) => `. Every call of ${many ? "these hosts" : "this host"} needs a person's approval. `, see: "See Sessions",
  },
  files: {
    names: { policy: "policy", certificate: "certificate" }, broken: (name) => `The ${name} on the hub's disk is broken`, stays: [". The one loaded ", " stays in force. "],
  },
  mode: {
    names: { default: "Normal", autoEdit: "Edits run", yolo: "Everything runs" },
    about: { default: "what no rule allows asks", autoEdit: "edits in the project run without a question", yolo: "everything but what is always asked runs without a question" },
    title: (profile, mode, about) => `Profile ${profile}, mode ${mode}${about ? `: ${about}` : ""}. Sessions may have modes of their own.`,
  },
};
