//! Rules that compare two readings: of some text alone, and of the same text with something known around it.
//!
//! There is no oracle for arbitrary bytes, but bash reads line by line. What is complete at a line break stays what it
//! is whatever comes before or after, and a command planted ahead of arbitrary bytes runs whatever they are. So a
//! planted name that disappears, or a name that is lost by wrapping, is a command hidden by the reader.

use byleave_shell::{Opaque, Reason, Script, Span, read};

/// The planted command. Not a name that fillers are likely to have.
const PLANTED: &str = "zq1";

/// Bash runs the planted command before it looks at the filler: it must be the first command, always.
const AHEAD: [&str; 5] = ["zq1 a\n", "zq1 a; ", "zq1 a && ", "zq1 a | ", "zq1 a & "];

/// The planted command is complete but stands inside something that the filler has to end. If the filler does not, bash
/// rejects the text and the reader may give up, but not silently.
const INSIDE: [&str; 30] = [
    "( zq1 a; ",
    "{ zq1 a; ",
    "! zq1 a; ",
    "time zq1 a; ",
    "f() { zq1 a; ",
    "f() ( zq1 a\n",
    "coproc { zq1 a; ",
    "if zq1 a; then ",
    "while zq1 a; do ",
    "for x in $(zq1 a) ",
    "case $(zq1 a) in ",
    "case x in x) zq1 a;; ",
    "[[ $(zq1 a) ",
    "(( $(zq1 a) ",
    "echo $(( $(zq1 a) ",
    "echo $[ $(zq1 a) ",
    "echo $(zq1 a)",
    "echo $(zq1 a; ",
    "echo `zq1 a; ",
    "echo <(zq1 a) ",
    "echo \"$(zq1 a)",
    "echo \"${x:-$(zq1 a)",
    "echo ${x:-$(zq1 a)",
    "echo ${x#$(zq1 a)",
    "x=$(zq1 a)",
    "x=($(zq1 a) ",
    "x[$(zq1 a)",
    "cat <<< $(zq1 a)",
    "cat <<E\n$(zq1 a)\n",
    "cat > $(zq1 a)",
];

/// What can stand around a complete script without changing what it runs. The `:` lets an empty filler be complete.
const AROUND: [(&str, &str); 14] = [
    ("( :\n", "\n)"),
    ("{ :\n", "\n}"),
    ("if :\n", "\nthen :; fi"),
    ("if :; then :\n", "\nfi"),
    ("if :; then :; else :\n", "\nfi"),
    ("until :\n", "\ndo :; done"),
    ("for x in 1; do :\n", "\ndone"),
    ("case x in x) :\n", "\n;; esac"),
    ("f() { :\n", "\n}"),
    (": $( :\n", "\n)"),
    (": \"$( :\n", "\n)\""),
    (": <( :\n", "\n)"),
    (": ${x:-$( :\n", "\n)}"),
    (": $(( $( :\n", "\n) ))"),
];

/// Checks all rules on one filler; panics with the broken one.
pub fn check(filler: &[u8]) {
    ahead(filler);
    after_a_line(filler);
    let alone = read(filler);
    if is_complete(&alone) {
        before_a_line(filler, &alone);
        around(filler, &alone);
    }
    split(filler, &alone);
}

fn ahead(filler: &[u8]) {
    for prefix in AHEAD {
        let text = join(&[prefix.as_bytes(), filler]);
        let script = read(&text);
        let first = script.commands().first().and_then(|command| script.name(command));
        assert_eq!(first, Some(PLANTED), "the command ahead is lost in {}", shown(&text));
    }
    for prefix in INSIDE {
        let text = join(&[prefix.as_bytes(), filler]);
        let script = read(&text);
        let found = script.commands().iter().any(|command| script.name(command) == Some(PLANTED));
        assert!(found || !script.opaque().is_empty(), "the planted command is hidden in {}", shown(&text));
    }
}

/// A complete line before the filler, or a comment or blank line, only moves what is found in it.
fn after_a_line(filler: &[u8]) {
    let alone = read(filler);
    for (prefix, own) in [(":\n", 1), ("# a 'b \"c $( `\n", 0), ("\n \t\n", 0)] {
        let text = join(&[prefix.as_bytes(), filler]);
        let script = read(&text);
        let found = names(&script);
        assert_eq!(found.get(own..), Some(names(&alone).as_slice()), "changed by {prefix:?} before {}", shown(filler));
        assert_eq!(script.opaque(), moved(alone.opaque(), prefix.len()), "opaque in {}", shown(&text));
        assert_eq!(evaluations(&script), evaluations(&alone), "evaluations in {}", shown(&text));
    }
}

fn before_a_line(filler: &[u8], alone: &Script<'_>) {
    for (suffix, own) in [("\n# a 'b \"c $( `", 0), ("\n\n \t\n", 0), ("\n:\n", 1)] {
        let text = join(&[filler, suffix.as_bytes()]);
        let script = read(&text);
        assert!(script.opaque().is_empty(), "{:?} in {}", script.opaque(), shown(&text));
        let mut expected = names(alone);
        expected.resize(expected.len() + own, Some(":".to_owned()));
        assert_eq!(names(&script), expected, "changed by {suffix:?} after {}", shown(filler));
    }
}

fn around(filler: &[u8], alone: &Script<'_>) {
    for (prefix, suffix) in AROUND {
        let text = join(&[prefix.as_bytes(), filler, suffix.as_bytes()]);
        let script = read(&text);
        if script.opaque().iter().any(|opaque| matches!(opaque.reason, Reason::TooDeep)) {
            continue;
        }
        assert!(script.opaque().is_empty(), "{:?} in {}", script.opaque(), shown(&text));
        let mut found = names(&script);
        found.retain(|name| name.as_deref() != Some(":"));
        let mut expected = names(alone);
        expected.retain(|name| name.as_deref() != Some(":"));
        // Where bash may count other parentheses, all is commands, and what is in it makes the name of one.
        if prefix.contains("$((") && found.len() > expected.len() && found.first() == Some(&None) {
            found.remove(0);
            assert_eq!(found, expected, "changed by wrapping in {}", shown(&text));
            continue;
        }
        assert_eq!(found, expected, "changed by wrapping in {}", shown(&text));
        let own = evaluations(&read(&join(&[prefix.as_bytes(), suffix.as_bytes()])));
        assert_eq!(evaluations(&script), evaluations(alone) + own, "evaluations in {}", shown(&text));
    }
}

/// Cut where bash would have run what it has so far, the two halves together are the whole.
fn split(filler: &[u8], whole: &Script<'_>) {
    let breaks = filler.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at);
    for at in breaks.take(16) {
        let (head, tail) = filler.split_at(at);
        let first = read(head);
        if !is_complete(&first) {
            continue;
        }
        let second = read(tail);
        let mut expected = names(&first);
        expected.extend(names(&second));
        assert_eq!(names(whole), expected, "cut at {at}: {}", shown(filler));
        assert_eq!(whole.opaque(), moved(second.opaque(), at), "opaque, cut at {at}: {}", shown(filler));
        let both = evaluations(&first) + evaluations(&second);
        assert_eq!(evaluations(whole), both, "evaluations, cut at {at}: {}", shown(filler));
    }
}

/// Whether bash would run the text as it is when a line break follows. Conservative: a here-document may want more
/// lines, and a backslash may join the next one.
fn is_complete(script: &Script<'_>) -> bool {
    script.opaque().is_empty()
        && !script.source().ends_with('\\')
        && script.all_redirections().iter().all(|redirection| redirection.here_document.is_none())
}

/// The names of all commands in order; `None` for one that is not literal or has no words.
pub fn names(script: &Script<'_>) -> Vec<Option<String>> {
    script.commands().iter().map(|command| script.name(command).map(str::to_owned)).collect()
}

fn evaluations(script: &Script<'_>) -> usize {
    script.evaluations().len()
}

fn moved(opaque: &[Opaque], by: usize) -> Vec<Opaque> {
    let by = u32::try_from(by).unwrap_or(u32::MAX);
    let shift = |opaque: &Opaque| {
        let span = Span::new(opaque.span.start + by, opaque.span.end + by);
        Opaque { span, reason: opaque.reason }
    };
    opaque.iter().map(shift).collect()
}

fn join(pieces: &[&[u8]]) -> Vec<u8> {
    pieces.concat()
}

fn shown(text: &[u8]) -> String {
    text.escape_ascii().to_string()
}
