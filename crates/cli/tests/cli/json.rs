//! `parse --json`: the shape programs rely on.

use serde_json::{Value, json};

use crate::common::{byleave, finish, json, names};

/// What the part of the object at a JSON pointer must be.
fn check(text: &str, expected: &[(&str, Value)]) {
    let found = json(text);
    for (pointer, value) in expected {
        assert_eq!(found.pointer(pointer).unwrap_or(&Value::Null), value, "{pointer} of {text:?} in {found:#}");
    }
}

#[test]
fn chains_give_their_names_in_order() {
    // R-078 to R-081
    assert_eq!(names("pwd && ls"), ["pwd", "ls"]);
    assert_eq!(names("test -f file || echo no"), ["test", "echo"]);
    assert_eq!(names("cat file | grep test"), ["cat", "grep"]);
    assert_eq!(names("echo a; echo b"), ["echo", "echo"]);
}

#[test]
fn nested_commands_are_in_the_flat_list() {
    assert_eq!(names("echo ${x:-$(rm -rf /)}"), ["echo", "rm"]);
    assert_eq!(names("a `b` \"$(c)\" <(d) $((1 + $(e)))"), ["a", "b", "c", "d", "e"]);
    assert_eq!(names("f() { g; }; if h; then i; fi"), ["g", "h", "i"]);
    assert_eq!(names("$x y"), ["?"]);
}

#[test]
fn the_whole_object_of_a_small_text() {
    let expected = json!({
        "commands": [
            {
                "name": "pwd",
                "words": [{"value": "pwd", "literal": true, "class": "literal", "span": [0, 3]}],
                "assignments": [],
                "redirections": [],
                "span": [0, 3],
                "origin": "script",
                "within": [],
                "connector": "&&",
                "complete": true,
                "directory": ".",
            },
            {
                "name": "ls",
                "words": [
                    {"value": "ls", "literal": true, "class": "literal", "span": [7, 9]},
                    {"value": "a b", "literal": true, "class": "literal", "span": [10, 15]},
                ],
                "assignments": [],
                "redirections": [],
                "span": [7, 15],
                "origin": "script",
                "within": [],
                "connector": null,
                "complete": true,
                "directory": ".",
            },
        ],
        "opaque": [],
        "hidden": [],
        "compound": [],
        "outside": false,
    });
    assert_eq!(json("pwd && ls 'a b'"), expected);
}

#[test]
fn words_say_whether_they_are_literal_and_why_not() {
    check(
        "$cmd *.rs $'\\x41' {a,b}",
        &[
            ("/commands/0/name", Value::Null),
            ("/commands/0/words/0/literal", json!(false)),
            ("/commands/0/words/0/class", json!("unknown")),
            ("/commands/0/words/0/reason", json!("parameter expansion")),
            ("/commands/0/words/1/class", json!("bounded")),
            ("/commands/0/words/1/reason", Value::Null),
            ("/commands/0/words/2/value", json!("A")),
            ("/commands/0/words/3/value", json!("a")),
            ("/commands/0/words/4/value", json!("b")),
            ("/commands/0/words/4/span", json!([18, 23])),
        ],
    );
}

#[test]
fn assignments_have_name_value_and_elements() {
    check(
        "A=1 B+=$x C=(x y) env",
        &[
            ("/commands/0/name", json!("env")),
            ("/commands/0/assignments/0/name", json!("A")),
            ("/commands/0/assignments/0/value", json!("1")),
            ("/commands/0/assignments/0/literal", json!(true)),
            ("/commands/0/assignments/0/append", json!(false)),
            ("/commands/0/assignments/1/append", json!(true)),
            ("/commands/0/assignments/1/literal", json!(false)),
            ("/commands/0/assignments/1/span", json!([4, 9])),
        ],
    );
    check(
        "C=(x y)",
        &[
            ("/commands/0/name", Value::Null),
            ("/commands/0/words", json!([])),
            ("/commands/0/assignments/0/array", json!(true)),
            ("/commands/0/assignments/0/elements/1/value", json!("y")),
        ],
    );
}

#[test]
fn redirections_have_operator_descriptor_and_target() {
    check(
        "cmd 2> err >> $log {fd}< in <<E\nbody $x\nE\n",
        &[
            ("/commands/0/redirections/0/operator", json!(">")),
            ("/commands/0/redirections/0/fd", json!(2)),
            ("/commands/0/redirections/0/target", json!("err")),
            ("/commands/0/redirections/0/literal", json!(true)),
            ("/commands/0/redirections/1/operator", json!(">>")),
            ("/commands/0/redirections/1/fd", Value::Null),
            ("/commands/0/redirections/1/literal", json!(false)),
            ("/commands/0/redirections/2/fd", json!("fd")),
            ("/commands/0/redirections/3/here_document/body", json!("body $x\n")),
            ("/commands/0/redirections/3/here_document/quoted", json!(false)),
        ],
    );
}

#[test]
fn compound_commands_keep_their_redirections() {
    check(
        "{ a; b; } > out",
        &[
            ("/compound/0/kind", json!("group")),
            ("/compound/0/redirections/0/target", json!("out")),
            ("/commands/0/redirections", json!([])),
        ],
    );
}

#[test]
fn origins_say_where_a_command_stands() {
    check(
        "f() { echo \"$(a | b)\"; }",
        &[
            ("/commands/1/name", json!("a")),
            ("/commands/1/origin", json!("pipeline")),
            ("/commands/1/within/0", json!("function")),
        ],
    );
    check("echo `a`", &[("/commands/1/origin", json!("backticks"))]);
    check("cat <<E\n$(a)\nE\n", &[("/commands/1/within", json!(["here-document", "substitution"]))]);
}

#[test]
fn opaque_and_hidden_have_spans_and_words() {
    check(
        "ls \"open",
        &[
            ("/opaque/0/reason", json!("double quotes still open at the end of the text")),
            ("/commands/0/name", json!("ls")),
        ],
    );
    check(
        "ls\u{a0}-l",
        &[("/hidden/0/kind", json!("character that looks like a blank")), ("/hidden/0/span", json!([2, 4]))],
    );
}

#[test]
fn unseen_characters_are_spelt_in_json_too() {
    let ran = finish(byleave().args(["parse", "--json"]), "echo '\u{202e}\u{9b}\u{e0041}\x7f' é\n".as_bytes());
    assert!(ran.out.contains(r"\u202e\u009b\udb40\udc41\u007f"), "{}", ran.out);
    assert!(ran.out.contains('é'));
    let value: Value = serde_json::from_str(&ran.out).expect("the output is JSON");
    assert_eq!(value.pointer("/commands/0/words/1/value"), Some(&json!("\u{202e}\u{9b}\u{e0041}\x7f")));
}

#[test]
fn standard_input_and_the_argument_are_the_same_text() {
    let text = "a && b \"$c\"";
    for arguments in [&["parse", "--json"][..], &["parse", "-", "--json"]] {
        let ran = finish(byleave().args(arguments), text.as_bytes());
        let found: Value = serde_json::from_str(&ran.out).expect("the output is JSON");
        assert_eq!(found, json(text));
    }
}
