//! Whatever the text is, `parse` answers and exits with 0.

use serde_json::Value;

use crate::common::{Ran, byleave, finish};

/// Unterminated or misplaced pieces of grammar.
const BROKEN: &[&str] = &[
    "'",
    "\"",
    "`",
    "$(",
    "$((",
    "((",
    "${",
    "${x:-",
    "${x[",
    "$[",
    "$'",
    "$\"",
    "(",
    "{",
    "{ a",
    "[[",
    "[[ a ==",
    "<(",
    ">(",
    "x=(",
    "x[",
    "@(",
    "<<",
    "<<E",
    "<<E\nbody",
    "<<-E\n\tbody",
    "<<<",
    ">",
    ">&",
    "2>",
    "&>",
    "a &&",
    "a ||",
    "a |",
    "a |&",
    "&& a",
    "| a",
    ";;",
    ")",
    "}",
    "if",
    "if a",
    "if a; then",
    "if a; then b; else",
    "fi",
    "for",
    "for x",
    "for x in",
    "for x in a; do",
    "for ((",
    "for ((;;))",
    "while",
    "while a; do",
    "until",
    "do",
    "done",
    "case",
    "case x",
    "case x in",
    "case x in a)",
    "case x in a) b",
    "esac",
    "select x",
    "function",
    "function f",
    "f()",
    "f() {",
    "coproc",
    "time",
    "!",
    "\\",
    "a \\\n",
    "$",
    "a=",
    "${}",
    "${x!}",
    "$(a; `b",
    "\"$(a \"",
    "`a `b` $(",
    "echo $(cat <<E\nx)",
    "<<'E",
    "<<\"E\n",
];

const LARGE: usize = 4 << 20;

fn check(name: &str, bytes: &[u8]) {
    let tree = finish(byleave().arg("parse"), bytes);
    calm(name, &tree);
    let json = finish(byleave().args(["parse", "--json"]), bytes);
    calm(name, &json);
    // Taking a huge object apart would only test the test.
    if json.out.len() > LARGE {
        assert!(json.out.ends_with("}\n"), "{name}");
        return;
    }
    let object: Value = serde_json::from_str(&json.out).expect("the output is JSON");
    spans_lie_inside(name, &object, bytes.len());
}

/// Success, no complaint, and nothing that acts on a terminal.
fn calm(name: &str, ran: &Ran) {
    assert_eq!(ran.code, Some(0), "{name}: {}", ran.err);
    assert_eq!(ran.err, "", "{name}");
    assert!(!ran.out.is_empty(), "{name}");
    let acts = |c: char| {
        (c.is_control() && c != '\n') || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{feff}')
    };
    assert_eq!(ran.out.chars().find(|c| acts(*c)), None, "{name}");
}

fn spans_lie_inside(name: &str, value: &Value, length: usize) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| spans_lie_inside(name, item, length)),
        Value::Object(fields) => {
            for (key, field) in fields {
                if key == "span" {
                    let ends: Vec<u64> = serde_json::from_value(field.clone()).expect("a span is two numbers");
                    assert!(
                        matches!(ends.as_slice(), [start, end] if start <= end && *end <= length as u64),
                        "{name}: {field}"
                    );
                } else {
                    spans_lie_inside(name, field, length);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn texts_without_commands() {
    for text in ["", " ", "\n", "\t \n\n", "# only a comment", "# a\n# b\n", ";", "\\\n"] {
        check(text, text.as_bytes());
    }
}

#[test]
fn bytes_that_are_no_text() {
    let cases: &[(&str, &[u8])] = &[
        ("NUL", b"ls\0-l"),
        ("only NUL", b"\0\0\0"),
        ("CR", b"ls\r\n-l\r"),
        ("NBSP", "ls\u{a0}-l".as_bytes()),
        ("BOM", "\u{feff}ls".as_bytes()),
        ("C1", "ls \u{9b}2J".as_bytes()),
        ("direction", "ls \u{202e}txt".as_bytes()),
        ("escape", b"echo \x1b[2J\x07"),
        ("invalid UTF-8", b"ls \xff\xfe\xc3("),
        ("torn UTF-8", b"echo \xe2\x82"),
        ("surrogate", b"echo \xed\xa0\x80"),
        ("all bytes", &std::array::from_fn::<u8, 256, _>(|byte| u8::try_from(byte).unwrap_or(0))),
    ];
    for (name, bytes) in cases {
        check(name, bytes);
    }
}

#[test]
fn broken_grammar() {
    for text in BROKEN {
        check(text, text.as_bytes());
        check(text, format!("a; {text}").as_bytes());
        check(text, format!("echo \"$({text}").as_bytes());
    }
}

#[test]
fn very_long_lines() {
    let megabyte = 1 << 20;
    for unit in ["a", "a ", "\"", "'a' ", "$x", "\u{a0}"] {
        check(unit, unit.repeat(megabyte / unit.len()).as_bytes());
    }
    // Each of these is a command of its own, and a JSON object is much larger than two bytes.
    for unit in ["a;", "a|", "a\n", ";a&"] {
        check(unit, unit.repeat(50_000).as_bytes());
    }
}

#[test]
fn very_deep_nesting() {
    for unit in ["(", "( ", "$(", "((", "$((", "{ ", "\"$(", "${x:-", "`", "<(", "if ", "[[ ( ", "x=(", "case x in a) "]
    {
        check(unit, unit.repeat(100_000).as_bytes());
    }
    check("balanced", format!("{}a{}", "(".repeat(100_000), ")".repeat(100_000)).as_bytes());
}

#[cfg(unix)]
#[test]
fn an_argument_need_not_be_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let ran = finish(byleave().arg("parse").arg(OsStr::from_bytes(b"ls \xff")), b"");
    calm("argument", &ran);
    assert!(ran.out.contains("\\xff       byte that is not valid UTF-8 at byte 3"), "{}", ran.out);
}
