// @ts-check
// A rule as it stands in a policy file: one line to look at and to copy.

/** What a person cannot see, or YAML would take for something else than text. */
const UNSEEN = /["\\]|\p{C}|(?! )\p{Z}|\p{M}|\u2800|\p{Default_Ignorable_Code_Point}/gu;

/** A text in double quotes, as YAML reads it back. Nothing unseen is left in it, so what is copied is what is seen. */
export function quoted(text) {
  const spelt = String(text).replace(UNSEEN, (one) => (one === '"' || one === "\\" ? `\\${one}` : `\\U${one.codePointAt(0).toString(16).padStart(8, "0")}`));
  return `"${spelt}"`;
}

/** The line below `permissions:` that allows what a pattern covers. */
export function ruleText(pattern, reason) {
  return `  ${quoted(pattern)}: { allowed: true${reason ? `, reason: ${quoted(reason)}` : ""} }`;
}

/** Lines of a policy, whole with their heading, so that they can be a file. */
export const rulesText = (patterns, reason) => `permissions:\n${patterns.map((pattern) => ruleText(pattern, reason)).join("\n")}\n`;

/** A word for a shell, in quotes that hold whatever is in it. */
const shellWord = (text) => `'${String(text).replaceAll("'", "'\\''")}'`;

/** Whether a text can be copied into a shell: nothing in it is unseen. */
export const copies = (text) => !/\p{C}|(?! )\p{Z}|\p{M}|\u2800|\p{Default_Ignorable_Code_Point}/u.test(text);

/** The line for a terminal that writes the rule. */
export const allowLine = (pattern) => `byleave allow ${shellWord(/^Bash\((.*)\)$/s.exec(pattern)?.[1] ?? pattern)}`;
