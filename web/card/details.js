// @ts-check
// Everything about a request that is not the thing itself, behind one fold.

import { foreign, foreignLine, h, put } from "../dom.js";
import { words } from "../text/card.js";
import { span } from "../text/time.js";
import { commandText, findingLine, parts, sign } from "./command.js";
import { argumentsTree } from "./contents.js";
import { markList } from "./highlights.js";
import { mcp } from "./mcp.js";
import { fetches, isOdd } from "./network.js";
import { rawBytes } from "./raw-bytes.js";
import { inOrder, subject } from "./subject.js";

const text = words.detail;

/** The gate's own sentences. A command says its own at each of its parts. */
function whyItAsks(frame) {
  const commands = frame.parsed?.commands ?? [];
  const list = commands.length ? parts(subject(frame).command ?? "", commands) : null;
  const findings = (frame.parsed?.findings ?? []).filter((one) => one.verdict !== "allow");
  const seen = new Set();
  const items = findings.filter((one) => {
    const key = JSON.stringify([one.reason, one.rule]);
    return !seen.has(key) && seen.add(key);
  }).map((one) => h("li", {}, sign(one.verdict), " ", findingLine(one)));
  const reasons = items.length || list ? items : (frame.risk?.reasons ?? []).map((reason) => h("li", {}, foreignLine(reason)));
  return h("section.block", {}, h("h3", {}, text.asks),
    reasons.length ? h("ul.reasons", {}, reasons) : list ? null : h("p.faint", {}, text.noReason), list);
}

function next(frame) {
  const rest = frame.batch_remaining ?? [];
  if (!rest.length) return null;
  const item = (one) => {
    let shown;
    try {
      const args = typeof one.arguments === "string" ? JSON.parse(one.arguments) : one.arguments;
      const only = Object.values(args ?? {});
      shown = only.length === 1 && typeof only[0] === "string" ? foreignLine(only[0]) : argumentsTree(args);
    } catch {
      shown = foreignLine(one.arguments);
    }
    return h("li", {}, h("strong", {}, foreignLine(one.tool, "name")), " ", shown);
  };
  return h("section.block", {}, h("h3", {}, text.next(rest.length)), h("p.faint", {}, text.nextAbout), h("ol.next", {}, rest.map(item)));
}

function facts(frame) {
  const row = (name, one, kind) => (one ? [h("dt", {}, name), h("dd", {}, foreignLine(one, kind))] : null);
  const about = subject(frame);
  return h("section.block", {}, h("h3", {}, text.facts), about.kind === "mcp" || (about.kind === "mail" && about.server) ? mcp(frame, about) : null,
    h("dl.facts-list", {},
      row(text.tool, frame.tool, "name"), row(text.category, frame.category), row(text.about, frame.tool_description),
      row(text.session, frame.session_id), row(text.parent, frame.parent_session_id), row(text.agent, frame.agent), row(text.host, frame.host),
      row(text.directory, frame.cwd), row(text.project, frame.project), row(text.call, frame.tool_call_id),
      h("dt", {}, text.request), h("dd", {}, h("a", { href: `#/queue/${encodeURIComponent(frame.id)}` }, foreignLine(frame.id))), row(text.hash, frame.call_hash),
      row(text.asked, frame.created_at ? `${frame.created_at} (${text.askedAgo(span(Date.now() - Date.parse(frame.created_at)))})` : undefined), row(text.ends, frame.expires_at),
      row(text.size, text.characters(JSON.stringify(frame.arguments ?? {}).length))),
    h("h4", {}, text.sent),
    h("pre.raw", { tabindex: "0" }, foreign(JSON.stringify(inOrder(frame), null, 1), "text", "code")));
}

/** The fold; what is in it is made when somebody opens it. */
export function details(frame, live) {
  const fold = h("details.more", {}, h("summary", {}, words.details));
  fold.addEventListener("toggle", () => {
    if (!fold.open || fold.childElementCount > 1) return;
    const about = subject(frame);
    const isCommand = about.kind === "command";
    put(fold, h("div.more-in", {},
      frame.description ? h("section.block", {}, h("h3", {}, text.says), h("blockquote.says", {}, "“", foreign(frame.description), "”")) : null,
      whyItAsks(frame),
      isCommand ? markList(about.command, commandText(about.command, about.commands, { parsed: frame.parsed, quiet: true }).marks, frame.parsed?.marks_left_out) : null,
      isCommand && !isOdd(frame.parsed) ? fetches(frame.parsed, live) : null,
      next(frame), facts(frame), isCommand ? rawBytes(about.command) : null,
      h("p.links", {}, h("a", { href: `#/policy?request=${encodeURIComponent(frame.id)}` }, text.try))));
  });
  return fold;
}
