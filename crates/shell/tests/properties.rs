//! Properties of reading: on any bytes, on soup of bash tokens, and on scripts made to be complete.
#![expect(clippy::panic, reason = "tests: a rule that cannot be checked is broken")]

mod invariants;
mod planted;

use byleave_shell::{Reason, read};
use proptest::prelude::*;
use proptest::sample::select;

/// Pieces that mean something to bash, so that soup made of them gets further than random bytes.
const TOKENS: &[&str] = &[
    "a",
    "b",
    "zq",
    "x=1",
    "x+=2",
    "x[1]=2",
    "x=(",
    "1",
    "-n",
    "=",
    ":",
    ".",
    "/",
    "~",
    "~/a",
    "*",
    "?",
    "[",
    "]",
    "[!a]",
    " ",
    " ",
    " ",
    "\t",
    "\n",
    "\n",
    "\\\n",
    "\\",
    ";",
    ";",
    ";;",
    ";&",
    ";;&",
    "&",
    "&&",
    "|",
    "||",
    "|&",
    "!",
    "! ",
    "(",
    ")",
    "((",
    "))",
    "{",
    "}",
    "{ ",
    "; }",
    "{a,b}",
    "{1..3}",
    "{x}>",
    ",",
    "..",
    "[[ ",
    " ]]",
    "=~",
    "==",
    "<",
    ">",
    "'",
    "'",
    "\"",
    "\"",
    "$'",
    "$\"",
    "`",
    "`",
    "\\`",
    "\\\"",
    "\\'",
    "\\$",
    "$",
    "$x",
    "${x}",
    "${",
    "${#x}",
    "${!x}",
    "${x:-",
    "${x#",
    "${x//a/",
    "${x@Q}",
    "${x[",
    "${ ",
    "${| ",
    "$(",
    "$(",
    "$((",
    "$[",
    "$?",
    "$#",
    "$@",
    "$1",
    "<(",
    ">(",
    "<<",
    "<<-",
    "<<<",
    "<<E\n",
    "<<'E'\n",
    "\nE\n",
    "\n\tE\n",
    "E",
    "<&",
    ">&",
    "&>",
    "&>>",
    ">>",
    ">|",
    "<>",
    "2>&1",
    "2>",
    ">&-",
    "if ",
    "then ",
    "elif ",
    "else ",
    "fi",
    "for ",
    "for x in ",
    "for ((",
    "while ",
    "until ",
    "do ",
    "done",
    "select ",
    "case x in ",
    "esac",
    "in",
    "function f ",
    "f()",
    "f() {",
    "coproc ",
    "time ",
    "time -p ",
    "@(",
    "!(",
    "+(",
    "?(",
    "*(",
    "#",
    " # c\n",
    "eval ",
    "exec ",
    "\r",
    "\0",
    "\u{a0}",
    "\u{feff}",
    "\u{202e}",
    "é",
    "😀",
];

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(select(TOKENS), 0..40).prop_map(|tokens| tokens.concat())
}

/// A script that bash accepts, with the names of the commands it may run in source order.
#[derive(Clone, Debug)]
struct Sample {
    text: String,
    names: Vec<String>,
}

impl Sample {
    /// `{}` in the pattern stands for the samples in turn.
    fn filled(pattern: &str, samples: &[Self]) -> Self {
        let mut text = String::new();
        let mut names = Vec::new();
        let mut pieces = pattern.split("{}");
        text.push_str(pieces.next().unwrap_or(""));
        for (piece, sample) in pieces.zip(samples) {
            text.push_str(&sample.text);
            text.push_str(piece);
            names.extend(sample.names.iter().cloned());
        }
        Self { text, names }
    }
}

/// Arguments without commands in them, redirections included; none ends in a way that takes what follows along.
const ARGUMENTS: &[&str] = &[
    "",
    " a",
    " -la",
    " 'a; nx'",
    " \"a && nx\"",
    " $x",
    " \"$@\"",
    " ${x:-nx}",
    " ${#x}",
    " *.rs",
    " ~/a",
    " {a,b}",
    " >out",
    " 2>&1",
    " &>/dev/null",
    " <in",
    " >>out 2>err",
    " a\\;nx",
    " $'a\\n;nx'",
    " $((1 + 2))",
    " =",
    " a=b",
    " --x=y",
    " 'it'\\''s'",
    " <<<nx",
    " \\\n  nx",
    " @",
    " a#nx",
    " {}",
    " \"\\\"nx\\\"\"",
    " ${x//nx/$y}",
    " if",
    " }",
    " in",
    " é",
    " %s\\\\n",
];

/// Names that bash takes as commands, quoted ones too, with their values.
const NAMES: &[(&str, &str)] = &[
    ("ls", "ls"),
    ("git", "git"),
    ("./run.sh", "./run.sh"),
    ("/bin/echo", "/bin/echo"),
    ("'my tool'", "my tool"),
    ("g\\it", "git"),
    ("c'a't", "cat"),
    ("\"if\"", "if"),
    ("\\then", "then"),
    ("$'\\x6cs'", "ls"),
    ("[", "["),
    (":", ":"),
    ("é", "é"),
    ("{a", "{a"),
    ("a=b=", ""),
];

fn simple() -> impl Strategy<Value = Sample> {
    let prefix = select(&["", "", "", "X=1 ", "A= B='c d' ", ">log "][..]);
    (prefix, select(NAMES), prop::collection::vec(select(ARGUMENTS), 0..4)).prop_map(
        |(prefix, (name, value), arguments)| {
            // An assignment alone is a command without a name.
            let names = if value.is_empty() { Vec::new() } else { vec![value.to_owned()] };
            // A word after an assignment would be the command, so one that stands alone takes no arguments.
            let arguments = if value.is_empty() { String::new() } else { arguments.concat() };
            Sample { text: format!("{prefix}{name}{arguments}"), names }
        },
    )
}

/// Patterns of one, two and three scripts, where a script may hold several lines and ends without a separator. They are
/// such that each can stand for `{}` in each: `!` not first, as bash has no `a | ! b`, and no `$({}`, as `$((` may begin
/// arithmetic.
const PATTERNS: &[&str] = &[
    "{}",
    "{}; {}",
    "{} && {}",
    "{} || {}",
    "{} | {}",
    "{} |& {}",
    "{} & {}",
    "{}\n{}",
    "{} # nx\n{}",
    "( {} )",
    "{ {}; }",
    "{ {}\n} >out",
    "if {}; then {}; fi",
    "if {}; then {}; else {}; fi",
    "if {}\nthen {}\nelif {}\nthen v=1\nfi",
    "while {}; do {}; done",
    "until {}; do {}; done <in",
    "for x in a b; do {}; done",
    "for x; do {}; done",
    "for ((i = 0; i < 3; i++)); do {}; done",
    "case $x in a|b) {} ;; (c) {} ;; *) {}; esac",
    "f() { {}; }",
    "function g { {}; }",
    "coproc { {}; }",
    "[[ -n $( {}) ]]",
    "(( $( {}) ))",
    "x=$( {})",
    "x=(a $( {}))",
    "x[$( {})]=1",
    "${x:-$( {})}",
    "$( {})",
    "\"$( {})\" \"$( {})\"",
    "<({})",
    ">$( {})",
    "<<<$( {})",
    "{}; ! {}",
    "{} && time {}",
    "{ {}; } <<'E'\n$(nx)\nE\nv=1",
];

fn script() -> impl Strategy<Value = Sample> {
    simple().prop_recursive(4, 24, 3, |inner| {
        (select(PATTERNS), prop::collection::vec(inner, 3))
            .prop_map(|(pattern, samples)| Sample::filled(pattern, &samples))
    })
}

fn found(text: &str) -> Vec<String> {
    let script = read(text);
    script.commands().iter().filter_map(|command| script.name(command)).map(str::to_owned).collect()
}

fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort();
    names
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        invariants::check_all(&bytes);
    }

    #[test]
    fn any_text(text in "\\PC{0,100}") {
        invariants::check_all(text.as_bytes());
    }

    #[test]
    fn token_soup(text in soup()) {
        invariants::check_all(text.as_bytes());
    }

    #[test]
    fn planted_beside_soup(text in soup()) {
        planted::check(text.as_bytes());
    }

    #[test]
    fn cut_scripts(sample in script(), at in any::<prop::sample::Index>()) {
        let cut = at.index(sample.text.len() + 1);
        invariants::check_all(&sample.text.as_bytes()[..cut]);
    }

    #[test]
    fn every_name_is_found(sample in script()) {
        let script = read(&sample.text);
        // A here-document in `$( )` that bash reads twice, or an older bash otherwise, is doubted rightly.
        let right = |reason: &Reason| {
            matches!(reason, Reason::HereDocumentReread | Reason::HereDocumentEnd)
        };
        prop_assert!(script.opaque().iter().all(|opaque| right(&opaque.reason)), "{:?}", script.opaque());
        prop_assert_eq!(found(&sample.text), sample.names.clone());
        prop_assert!(!script.commands().iter().any(|command| script.name(command) == Some("nx")));
    }

    #[test]
    fn planted_beside_scripts(sample in script()) {
        planted::check(sample.text.as_bytes());
    }

    #[test]
    fn joining_adds_up(first in script(), second in script(), joint in select(&["; ", "\n", " && ", " || ", " | ", " & "][..])) {
        let joined = found(&format!("{}{joint}{}", first.text, second.text));
        prop_assert_eq!(joined, [first.names, second.names].concat());
    }

    #[test]
    fn backticks_hide_nothing(sample in script()) {
        // Inside backticks a backslash, a backtick and a dollar need one more backslash to mean what they meant.
        prop_assume!(!sample.text.contains("<<'E'"), "may be opaque: bash reads it twice");
        let inner = sample.text.replace('\\', "\\\\").replace('`', "\\`").replace('$', "\\$");
        let text = format!("echo `{inner}\n`");
        let mut expected = sample.names;
        expected.push("echo".to_owned());
        prop_assert!(read(&text).opaque().is_empty(), "{:?}", read(&text).opaque());
        prop_assert_eq!(sorted(found(&text)), sorted(expected));
    }
}

/// The seeds of the fuzzer, one construct each, and what it found.
#[test]
fn seeds_of_the_fuzzer() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds/read");
    let mut seen = 0;
    let mut broken = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        for (rules, check) in [("invariants", invariants::check_all as fn(&[u8])), ("planted", planted::check)] {
            if std::panic::catch_unwind(|| check(&bytes)).is_err() {
                broken.push(format!("{rules}: {}", path.file_name().unwrap().display()));
            }
        }
        seen += 1;
    }
    assert!(broken.is_empty(), "seeds that break rules: {broken:#?}");
    assert!(seen > 150, "only {seen} seeds");
}
