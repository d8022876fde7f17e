//! What was read in a call, for screens that have no reader of their own: each command with its verdict and reasons.

use std::collections::HashMap;

use byleave_policy::command::{Commands, Simple, Usage};
use byleave_policy::programs::Effect;
use byleave_policy::read::Reading;
use byleave_policy::{Decision, Finding, Verdict};
use byleave_shell::{Script, Span, quoted};
use serde::Serialize;
use serde_json::Value;

use crate::fetches::{Fetch, fetches};
use crate::highlights::{Highlights, Sight, elsewhere, highlights};
use crate::smallest_span::innermost;
use crate::summary::{Does, does, of_command};

/// At most this many commands inside others are listed; the rest still count for the verdict.
const MOST_INSIDE: usize = 200;

/// One command of a call.
pub struct Part<'s> {
    pub span: Span,
    program: Option<&'s str>,
    /// The command that runs it, by its place in the list.
    pub inside: Option<usize>,
    /// Its words, where the text of the call does not show them as they are: text in text, with quotes of its own.
    text: Option<String>,
    /// The program and its sub-command, and what it does, if the tables know.
    pub usage: Option<&'s Usage>,
    /// What it certainly does by itself.
    pub does: Option<Does<'s>>,
    /// Whether a program gives it the rights of root.
    pub as_root: bool,
    /// The program that runs it on another machine or in a container.
    pub through: Option<&'s str>,
}

/// `commands`: where each stands (bytes of the command text), its program, verdict and reasons, those inside wrappers after
/// the others, with the place of what runs them in the list; `findings`: whatever is about none of them; `outside_project`.
/// Beside them what stands out in the text (`marks`), what is fetched (`fetches`) and, if it is certain, what it `does`;
/// `unread` if some of it could not be read.
pub fn parsed(reading: &Reading<'_>, decision: &Decision, sight: &Sight<'_>) -> Value {
    let mut read = None;
    let mut rest: Vec<&Finding> = decision.findings.iter().collect();
    // The words of a list stand nowhere in a text, so nothing can be said about their places.
    if let Some((name, commands)) = reading.argument().zip(reading.command()) {
        let script = &commands.script;
        let parts = parts(script, commands);
        let mut about: Vec<Vec<&Finding>> = vec![Vec::new(); parts.len()];
        let places: Vec<Span> = rest.iter().filter_map(|finding| finding.span).collect();
        let mut which = about_which(&parts, &places).into_iter();
        rest.retain(|finding| {
            let place = finding.span.and_then(|_| which.next().flatten()).and_then(|at| about.get_mut(at));
            place.map(|list| list.push(finding)).is_none()
        });
        read = Some(ReadCommand {
            commands: parts.into_iter().zip(about).map(|(part, found)| part.shown(found)).collect(),
            argument: name,
            highlights: highlights(script, commands, sight),
            fetches: fetches(script, commands),
            does: does(script, commands),
            unread: (!script.opaque().is_empty()).then_some(true),
        });
    }
    let parsed = Parsed { outside_project: decision.outside, findings: rest, read };
    serde_json::to_value(parsed).unwrap_or_default()
}

/// What was read in a call.
#[derive(Serialize)]
struct Parsed<'d> {
    outside_project: bool,
    findings: Vec<&'d Finding>,
    #[serde(flatten)]
    read: Option<ReadCommand<'d>>,
}

/// What was read in a command.
#[derive(Serialize)]
struct ReadCommand<'d> {
    commands: Vec<ShownPart<'d>>,
    /// Which argument the spans are about: tools of different makers call it by different names.
    argument: &'d str,
    #[serde(flatten)]
    highlights: Highlights,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fetches: Vec<Fetch<'d>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    does: Option<Does<'d>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unread: Option<bool>,
}

#[derive(Serialize)]
struct ShownPart<'d> {
    span: (u32, u32),
    program: Option<&'d str>,
    verdict: Option<Verdict>,
    findings: Vec<&'d Finding>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inside: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    effect: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    does: Option<Does<'d>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    as_root: Option<bool>,
}

impl<'d> Part<'d> {
    fn shown(self, findings: Vec<&'d Finding>) -> ShownPart<'d> {
        let path = self.usage.map(|usage| usage.path.as_slice()).unwrap_or_default();
        ShownPart {
            span: (self.span.start, self.span.end),
            program: self.program,
            verdict: findings.iter().map(|finding| finding.verdict).max(),
            findings,
            inside: self.inside,
            text: self.text,
            name: (!path.is_empty()).then(|| path.join(" ")),
            effect: self.usage.and_then(|usage| usage.effect).map(name_of),
            does: self.does,
            as_root: self.as_root.then_some(true),
        }
    }
}

const fn name_of(effect: Effect) -> &'static str {
    match effect {
        Effect::Read => "read",
        Effect::Write => "write",
        Effect::Code => "code",
        Effect::State => "state",
        Effect::Fetch => "fetch",
        Effect::Send => "send",
        Effect::Delete => "delete",
        Effect::System => "system",
        Effect::Run => "run",
    }
}

/// The commands of the text in source order, then the commands that they run.
pub fn parts<'s>(script: &'s Script<'_>, commands: &'s Commands<'_>) -> Vec<Part<'s>> {
    // Which part a command of the engine's list is.
    let mut places: Vec<Option<usize>> = vec![None; commands.simples.len()];
    let mut parts: Vec<Part<'s>> = Vec::new();
    let mut of_node = HashMap::new();
    for (index, simple) in commands.simples.iter().enumerate().filter(|(_, simple)| simple.inside.is_none()) {
        if let Some(node) = simple.node {
            of_node.entry(node).or_insert(index);
        }
    }
    for (at, command) in script.commands().iter().enumerate() {
        let same = of_node.get(&command.node).copied();
        if let Some(place) = same.and_then(|same| places.get_mut(same)) {
            *place = Some(at);
        }
        let usage = same.and_then(|same| commands.usage(same));
        let does =
            same.and_then(|same| commands.simples.get(same)).zip(usage).and_then(|(one, usage)| of_command(one, usage));
        parts.push(Part {
            span: command.span,
            program: script.name(command),
            inside: None,
            text: None,
            usage,
            does,
            as_root: false,
            through: None,
        });
    }
    let own = parts.len();
    for (index, simple) in commands.simples.iter().enumerate() {
        // Other spellings of a command only count against it; they stand nowhere.
        let Some(wrapper) = simple.inside.filter(|_| simple.runs() && !simple.items.is_empty()) else { continue };
        let Some(inside) = places.get(wrapper).copied().flatten() else { continue };
        if parts.len().saturating_sub(own) >= MOST_INSIDE {
            break;
        }
        if let Some(place) = places.get_mut(index) {
            *place = Some(parts.len());
        }
        parts.push(Part {
            span: simple.span,
            program: simple.name(),
            inside: Some(inside),
            text: (!stands_as_it_is(script, simple)).then(|| words(simple)),
            usage: commands.usage(index),
            does: commands.usage(index).and_then(|usage| of_command(simple, usage)),
            as_root: runs_as_root(commands, simple),
            through: elsewhere(commands, index),
        });
    }
    parts
}

/// Programs that give another program the rights of root, unless they are told of another user.
const GIVE_ROOT: [&str; 5] = ["sudo", "sudo-rs", "doas", "pkexec", "run0"];

/// Whether one of the wrappers around a command gives it the rights of root.
fn runs_as_root(commands: &Commands<'_>, simple: &Simple<'_>) -> bool {
    let outer = |at: &usize| commands.simples.get(*at).and_then(|simple| simple.inside);
    let mut outers = std::iter::successors(simple.inside, outer).take(64);
    outers.any(|at| {
        commands.usage(at).is_some_and(|usage| {
            usage.path.first().is_some_and(|name| GIVE_ROOT.contains(name))
                && !usage.options.iter().any(|used| matches!(used.key.as_ref(), "-u" | "--user"))
        })
    })
}

/// Whether the text of the call contains the words of a command, each at its place.
pub fn is_written(script: &Script<'_>, simple: &Simple<'_>) -> bool {
    simple.inside.is_none() || stands_as_it_is(script, simple)
}

/// Whether the text of the call shows the words of a nested command at its place.
fn stands_as_it_is(script: &Script<'_>, simple: &Simple<'_>) -> bool {
    match simple.items.as_slice() {
        [only] => simple.span.of(script.source()) == only.shown(),
        // What was read out of a word stands, with all its words, at that word.
        [first, ..] => first.span != simple.span,
        [] => false,
    }
}

/// The words of a command, quoted where they would be read otherwise.
fn words(simple: &Simple<'_>) -> String {
    let word = |item: &byleave_policy::command::Item<'_>| match item.text() {
        Some(text) => quoted(text).into_owned(),
        None => item.shown().to_owned(),
    };
    simple.items.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// For each place the smallest command that contains it. If several have the same span, it is not known which one is
/// meant, so it is the command that runs them.
pub fn about_which(parts: &[Part<'_>], places: &[Span]) -> Vec<Option<usize>> {
    let spans: Vec<Span> = parts.iter().map(|part| part.span).collect();
    let mut there: HashMap<Span, usize> = HashMap::new();
    for span in &spans {
        let count = there.entry(*span).or_default();
        *count = count.saturating_add(1);
    }
    let meant = |at: usize| {
        let part = parts.get(at)?;
        let alone = there.get(&part.span) == Some(&1);
        Some(if alone { at } else { part.inside.unwrap_or(at) })
    };
    innermost(&spans, places).into_iter().map(|at| at.and_then(meant)).collect()
}

#[cfg(test)]
mod tests {
    use byleave_policy::{Decision, Finding, Source, Stage, Verdict};
    use byleave_shell::Span;
    use serde_json::{Value, json};

    use crate::fixtures::{Linked, decided, reading};

    /// What is shown of a command, by the verdict of the engine or by findings of our own.
    fn shown(command: &str, findings: Option<Vec<Finding>>) -> Value {
        let reading = reading("bash", &json!({ "command": command }));
        let decision = decided(&reading);
        let findings = findings.unwrap_or_else(|| decision.findings.clone());
        crate::shown(&reading, &Decision { findings, ..decision }, &Linked).parsed
    }

    fn list<'p>(parsed: &'p Value, name: &str) -> &'p [Value] {
        parsed.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
    }

    /// The text at the place of a part.
    fn text_at<'c>(command: &'c str, part: &Value) -> Option<&'c str> {
        let end = |at: &str| part.pointer(at).and_then(Value::as_u64).and_then(|end| usize::try_from(end).ok());
        command.get(end("/span/0")?..end("/span/1")?)
    }

    fn finding(verdict: Verdict, span: Option<(u32, u32)>, reason: &str) -> Finding {
        Finding {
            verdict,
            stage: Stage::Layers,
            source: Source::None,
            rule: None,
            location: None,
            span: span.map(|(start, end)| Span::new(start, end)),
            reason: byleave_policy::Reason::Insisted(reason.to_owned()),
            grant: None,
            proof: None,
        }
    }

    #[test]
    fn every_finding_is_with_the_smallest_command_it_is_about() {
        let findings = vec![
            finding(Verdict::Allow, Some((0, 4)), "echo"),
            finding(Verdict::Ask, Some((7, 11)), "rm"),
            finding(Verdict::Ask, None, "all of it"),
        ];
        let parsed = shown("echo $(rm x) && pwd", Some(findings));
        let row = |one: &Value| {
            json!([one.get("span"), one.get("program"), one.get("verdict"), one.pointer("/findings/0/reason")])
        };
        let expected = [
            json!([[0, 12], "echo", "allow", "echo"]),
            json!([[7, 11], "rm", "ask", "rm"]),
            json!([[16, 19], "pwd", null, null]),
        ];
        assert_eq!(list(&parsed, "commands").iter().map(row).collect::<Vec<_>>(), expected);
        assert_eq!(parsed.pointer("/findings/0/reason"), Some(&json!("all of it")));
        let write = reading("write", &json!({}));
        assert_eq!(crate::shown(&write, &decided(&write), &Linked).parsed.get("commands"), None);
    }

    #[test]
    fn what_wrappers_run_is_a_part_of_its_own() {
        for (command, expected) in [
            ("sudo rm -rf x", json!([["sudo", null, null], ["rm", 0, "rm -rf x"]])),
            (
                "bash -c 'git push && rm x' | xargs -n1 kill",
                json!([
                    ["bash", null, null],
                    ["xargs", null, null],
                    ["git", 0, "git push"],
                    ["rm", 0, "rm x"],
                    ["kill", 1, "kill"]
                ]),
            ),
            (
                "env A=1 sudo bash -c \"ls\"",
                json!([
                    ["env", null, null],
                    ["sudo", 0, "sudo bash -c \"ls\""],
                    ["bash", 1, "bash -c \"ls\""],
                    ["ls", 2, "ls"]
                ]),
            ),
            // Escapes: the words as they will be, because the text does not show them.
            (r#"bash -c "echo \"a b\"""#, json!([["bash", null, null], ["echo", 0, "echo 'a b'"]])),
            ("eval rm 'a b'", json!([["eval", null, null], ["rm", 0, "rm a b"]])),
        ] {
            let row = |one: &Value| {
                let text = one.get("text").and_then(Value::as_str).or(text_at(command, one));
                let inside = one.get("inside");
                json!([one.get("program"), inside, inside.and(text)])
            };
            let rows: Value = list(&shown(command, None), "commands").iter().map(row).collect();
            assert_eq!(rows, expected, "{command}");
        }
    }

    #[test]
    fn a_finding_about_a_wrapped_command_is_with_that_command() {
        let parsed = shown("sudo bash -c 'git status && rm -rf x'", None);
        let row = |one: &Value| json!([one.get("program"), one.get("verdict")]);
        let verdicts: Vec<_> = list(&parsed, "commands").iter().map(row).collect();
        let expected = [json!(["sudo", "ask"]), json!(["bash", null]), json!(["git", null]), json!(["rm", "ask"])];
        assert_eq!(verdicts, expected, "{parsed:#}");
    }

    #[test]
    fn what_each_command_does_by_itself_and_as_whom() {
        for (command, expected) in [
            (
                "cd shop && sudo rm -rf /srv/data && ls",
                json!([
                    null,
                    null,
                    null,
                    [{ "verb": "delete", "paths": ["/srv/data"], "recursive": true }, true],
                ]),
            ),
            ("sudo -u mia rm x", json!([null, [{ "verb": "delete", "paths": ["x"], "recursive": false }, null]])),
            (
                "rm x 2>/dev/null || A=1 rm $y",
                json!([[{ "verb": "delete", "paths": ["x"], "recursive": false }, null], null]),
            ),
            (
                "cat a | curl -d @- https://p.example",
                json!([null, [{ "verb": "send", "paths": [], "piped": true, "to": "p.example" }, null]]),
            ),
        ] {
            let row = |one: &Value| match (one.get("does"), one.get("as_root")) {
                (None, None) => Value::Null,
                (does, root) => json!([does, root]),
            };
            let rows: Value = list(&shown(command, None), "commands").iter().map(row).collect();
            assert_eq!(rows, expected, "{command}");
        }
    }

    #[test]
    fn what_stands_out_in_a_command() {
        for (command, expected) in [
            ("ls", json!([])),
            ("cat src/a", json!([["src/a", "path", "inside", ["/w/app/src/a"], "read"]])),
            (
                "cat ../b ~/c",
                json!([
                    ["../b", "path", "outside", ["/w/b"], "read"],
                    ["~/c", "path", "outside", ["/home/mia/c"], "read"]
                ]),
            ),
            ("cat link/passwd", json!([["link/passwd", "path", "outside", ["/etc/passwd"], "read"]])),
            ("cat $x", json!([["$x", "path", "unknown", [], "read"]])),
            ("rm -rf '/tmp/a b'", json!([["'/tmp/a b'", "path", "outside", ["/tmp/a b"], "delete"]])),
            ("rm {a,../b}/c", json!([["{a,../b}/c", "path", "outside", ["/w/app/a/c", "/w/b/c"], "delete"]])),
            ("rm src/*.o", json!([["src/*.o", "path", "inside", ["/w/app/src/*.o"], "delete"]])),
            (
                "echo x > out 2>/dev/null",
                json!([
                    ["out", "redirect", "inside", ["/w/app/out"], "write"],
                    ["/dev/null", "redirect", "device", ["/dev/null"], "write"],
                ]),
            ),
            ("{ ls; } >> /tmp/l", json!([["/tmp/l", "redirect", "outside", ["/tmp/l"], "write"]])),
            ("sort < ../in", json!([["../in", "redirect", "outside", ["/w/in"], "read"]])),
            (
                "cd /tmp && cat a",
                json!([["/tmp", "path", "outside", ["/tmp"], "read"], ["a", "path", "outside", ["/tmp/a"], "read"]]),
            ),
            (
                "echo $(pwd) `id` <(ls)",
                json!([
                    ["$(pwd)", "substitution", null, null, null],
                    ["`id`", "substitution", null, null, null],
                    ["<(ls)", "substitution", null, null, null],
                ]),
            ),
            ("A=1 make", json!([["A=1", "assignment", null, null, null]])),
            ("env A=1 ls", json!([["A=1", "assignment", null, null, null]])),
            ("sudo rm /etc/x", json!([["/etc/x", "path", "outside", ["/etc/x"], "delete"]])),
            (
                "bash -c 'rm /etc/x > ../y'",
                json!([
                    ["/etc/x", "path", "outside", ["/etc/x"], "delete"],
                    ["../y", "redirect", "outside", ["/w/y"], "write"],
                ]),
            ),
            // Escapes: where it stands cannot be said, so nothing is.
            (r#"bash -c "rm \"/etc/x\" > \"y\"""#, json!([])),
            // Files of another machine.
            ("ssh host 'rm /etc/x'", json!([])),
            ("../run.sh", json!([["../run.sh", "path", "outside", ["/w/run.sh"], "run"]])),
            ("[[ -f ../a ]] && ls", json!([["../a", "path", "outside", ["/w/a"], "read"]])),
            (
                "export A=1 B; make C=2",
                json!([["A=1", "assignment", null, null, null], ["C=2", "assignment", null, null, null]]),
            ),
            ("docker run -v /etc:/x img rm /y", json!([["/etc:/x", "path", "outside", ["/etc"], "write"]])),
            (
                "./own ../x y",
                json!([
                    ["./own", "path", "inside", ["/w/app/own"], "run"],
                    ["../x", "path", "outside", ["/w/x"], null]
                ]),
            ),
            ("/usr/bin/ls", json!([])),
        ] {
            let row = |one: &Value| {
                json!([text_at(command, one), one.get("kind"), one.get("lies"), one.get("places"), one.get("use")])
            };
            let marks: Value = list(&shown(command, None), "marks").iter().map(row).collect();
            assert_eq!(marks, expected, "{command}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        for (command, unread) in [("echo $(", Some(true)), ("echo 'a", Some(true)), ("echo a", None)] {
            assert_eq!(shown(command, None).get("unread").and_then(Value::as_bool), unread, "{command}");
        }
    }

    #[test]
    fn too_many_marks_are_counted() {
        let many = (0..250).map(|at| format!("f{at}")).collect::<Vec<_>>().join(" ");
        let parsed = shown(&format!("cat {many}"), None);
        assert_eq!((list(&parsed, "marks").len(), parsed.get("marks_left_out")), (200, Some(&json!(50))));
    }
}
