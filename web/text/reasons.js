// @ts-check
// Why a command or a call asks, in a few words: by what was read of it (effect, stage, rule), never by what the gate's own
// sentence says. That sentence stands under *Details*.

const DOES = {
  delete: "deletes", send: "reaches other machines", fetch: "downloads", system: "changes this machine", code: "runs code of the project", write: "changes files",
  run: "runs what it is given", read: "reads",
};
const KNOWN = {
  delete: "deletes", make: "makes directories", move: "moves", copy: "copies", push: "pushes", send: "sends files away", fetch: "downloads",
};
const LIES = { outside: "outside the project", unknown: "where is known only when it runs" };

const own = (table, key) => (Object.hasOwn(table, key ?? "") ? table[key] : undefined);

/** What a command does, in a word or two. */
export const does = (one, lies) => [one.as_root === true ? "as root" : undefined, one.does?.force === true ? "overwrites what is there" : own(KNOWN, one.does?.verb) ?? own(DOES, one.effect) ?? "unknown program", own(LIES, lies)].filter(Boolean).join(", ");

/** Who wants a person to look, by the stage and the rule: the stages are the hub's own names. */
export function asks({ verdict, stage, source, rule }) {
  if (verdict === "deny") return rule ? "refused by the rule " : "always refused";
  if (source === "config" && rule) return "your rule asks: ";
  if (/floor/.test(stage ?? "")) return "always asked";
  return "no rule yet";
}

export const words = {
  runs: "runs",
  /** Before and after the name of the server, and of the tool. */
  noRule: ["No rule for the tools of ", " yet"],
  noToolRule: ["No rule for ", " yet"],
};
