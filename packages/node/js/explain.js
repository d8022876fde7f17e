// Decisions in words.

"use strict";

const MARKS = { allow: "✓", ask: "?", deny: "✗" };

/** What happens to a call, the reasons part by part, and what would change it. */
function explained(decision) {
  const lines = [`${decision.verdict}: ${decision.reason}`];
  lines.push(decision.command === null ? `  ${decision.tool}` : `  ${decision.tool}: ${shown(decision.command)}`);
  lines.push(...decision.findings.map(line));
  if (decision.verdict === "ask" && decision.remedy.length > 0) {
    lines.push("  these rules would allow it:", ...decision.remedy.map((rule) => `    ${JSON.stringify(rule)}: { allowed: true }`));
  } else if (decision.verdict === "ask") {
    lines.push("  no rule can allow it; a person may, each time");
  }
  return lines.join("\n");
}

function line(finding) {
  const part = finding.part === null ? "" : `: ${shown(finding.part)}`;
  const where = [finding.rule, finding.location].filter(Boolean).join(" at ");
  return `  ${MARKS[finding.verdict]} ${finding.reason}${part}${where ? `  [${where}]` : ""}`;
}

/** Hidden characters are spelt out. */
const shown = (text) => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (one) => `\\u{${one.codePointAt(0).toString(16)}}`);

module.exports = { explained };
