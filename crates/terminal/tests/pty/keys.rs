//! What keys do, by the rows of the ledger.

use serde_json::{Value, json};

use crate::session::{HINT, Input, Session};

const DOWN: &str = "\x1b[B";
const UP: &str = "\x1b[A";

fn ollama() -> Value {
    json!({ "style": "ollama", "command": "cat src/main.go | head -50" })
}

fn byleave() -> Value {
    json!({ "command": "git push", "covers": ["git push", "git"] })
}

/// What a question comes to when these keys are pressed once the box is there.
fn outcome(question: &Value, keys: &[&str]) -> String {
    let mut session = Session::start(80, 24, question);
    session.until(HINT).pause(200);
    for key in keys {
        session.send(key);
        session.pause(20);
    }
    session.result()
}

fn deny(reason: &str) -> String {
    format!("Deny {{ reason: Some({reason:?}) }}")
}

const DENIED: &str = "Deny { reason: None }";

#[test]
fn r279_any_tool_gets_a_dialog() {
    assert_eq!(outcome(&ollama(), &["1"]), "Once");
    let search = json!({ "style": "ollama", "tool": "web_search", "query": "rust pty" });
    assert_eq!(outcome(&search, &["1"]), "Once");
}

#[test]
fn r283_arrows_move_and_stop_at_the_ends() {
    for (keys, expected) in [
        (&[DOWN, "\r"][..], "Always { choice: 0 }"),
        (&[DOWN, DOWN, "\r"], DENIED),
        (&[DOWN, DOWN, DOWN, DOWN, "\r"], DENIED),
        (&[UP, "\r"], "Once"),
        (&[DOWN, DOWN, UP, "\r"], "Always { choice: 0 }"),
        (&["\x1bOB", "\r"], "Always { choice: 0 }"),
    ] {
        assert_eq!(outcome(&ollama(), keys), expected, "{keys:?}");
        assert_eq!(outcome(&byleave(), keys), expected, "{keys:?}");
    }
}

#[test]
fn r284_enter_confirms() {
    assert_eq!(outcome(&ollama(), &["\r"]), "Once");
}

#[test]
fn r285_digits_select_at_once() {
    for (key, expected) in [("1", "Once"), ("2", "Always { choice: 0 }"), ("3", DENIED)] {
        assert_eq!(outcome(&ollama(), &[key]), expected);
        assert_eq!(outcome(&byleave(), &[key]), expected);
    }
}

#[test]
fn r286_ctrl_c_cancels() {
    assert_eq!(outcome(&ollama(), &["\x03"]), "Cancelled");
    assert_eq!(outcome(&byleave(), &["abc", "\x03"]), "Cancelled");
}

#[test]
fn c14_a_second_ctrl_c_stops() {
    assert_eq!(outcome(&ollama(), &["\x03\x03"]), "Stop");
    let twice = json!({ "style": "ollama", "command": "ls", "times": 2 });
    let mut session = Session::start(80, 24, &twice);
    session.until(HINT);
    session.send("\x03");
    // The second box is the same as the first: its bytes tell that it is there.
    session.until_written(b"\x1b[?25l", 2);
    session.pause(50);
    session.send("\x03");
    assert_eq!(session.result(), "Cancelled\nStop");
}

#[test]
fn r287_letters_begin_a_reason() {
    let mut session = Session::start(80, 24, &ollama());
    session.until(HINT);
    session.send("r");
    session.until("│ > 3. Deny: r ");
    session.send("\r");
    assert_eq!(session.result(), deny("r"));
}

#[test]
fn c15_whatever_can_be_printed_begins_a_reason_and_digits_are_text_in_it() {
    for (keys, reason) in [
        (&["use python3 and v2, 1st", "\r"][..], "use python3 and v2, 1st"),
        (&["é", "\r"], "é"),
        (&["文件 🦀", "\r"], "文件 🦀"),
        (&["-", "1", "\r"], "-1"),
        (&[" ", "2", "\r"], " 2"),
        (&["4", "\r"], "4"),
        (&["y", "\r"], "y"),
    ] {
        assert_eq!(outcome(&ollama(), keys), deny(reason), "{keys:?}");
        assert_eq!(outcome(&byleave(), keys), deny(reason), "{keys:?}");
    }
}

#[test]
fn r288_backspace_deletes_the_last_character() {
    assert_eq!(outcome(&ollama(), &["rx\x7f", "\r"]), deny("r"));
    assert_eq!(outcome(&ollama(), &["文é\x08", "\r"]), deny("文"));
    assert_eq!(outcome(&ollama(), &["r\x7f\x7f", "3"]), DENIED);
}

#[test]
fn r289_esc_clears_the_reason_and_stays_on_deny() {
    let mut session = Session::start(80, 24, &ollama());
    session.until(HINT);
    session.send("abc");
    session.until("> 3. Deny: abc");
    session.send("\x1b");
    session.until_gone("abc");
    assert!(session.screen().contains("> 3. Deny:"), "{}", session.screen());
    session.send("\r");
    assert_eq!(session.result(), DENIED);
}

#[test]
fn r290_r291_r327d_the_reason_stands_beside_deny_and_chooses_it() {
    let mut session = Session::start(80, 24, &ollama());
    session.until(HINT);
    assert!(session.screen().contains("│ > 1. Execute once"), "{}", session.screen());
    session.send("risky command");
    session.until("│ > 3. Deny: risky command ");
    assert!(session.screen().contains("│   1. Execute once"), "{}", session.screen());
    assert!(session.screen().contains("│   2. Always allow"), "{}", session.screen());
}

#[test]
fn r327c_keys_count_whenever_they_come() {
    for delay in [0, 5, 50, 300] {
        for (keys, expected) in [
            (&["1"][..], "Once"),
            (&["2"], "Always { choice: 0 }"),
            (&["3"], DENIED),
            (&[DOWN, DOWN, "\r"], DENIED),
            (&["n", "o", "\r"], "Deny { reason: Some(\"no\") }"),
        ] {
            let mut session = Session::start(80, 24, &ollama());
            session.until(HINT);
            for key in keys {
                session.pause(delay);
                session.send(key);
            }
            assert_eq!(session.result(), expected, "{keys:?} after {delay} ms each");
        }
    }
}

#[test]
fn r317_what_was_typed_before_the_box_counts_for_nothing() {
    for question in [ollama(), byleave()] {
        for typed in ["2", "1", "\r", "222222222222222222222222222222222222222222222222222"] {
            let mut session = Session::start_with(80, 24, &question, Input::Terminal, typed.as_bytes(), "xterm");
            session.until(HINT).pause(200);
            assert!(session.screen().contains("│ > 1. Execute once"), "{typed:?}: {}", session.screen());
            session.send("3");
            assert_eq!(session.result(), DENIED, "{typed:?}");
        }
    }
}

#[test]
fn r318_one_key_suffices_and_none_leaks_to_the_next_question() {
    let twice = json!({ "style": "ollama", "command": "ls", "times": 2 });
    let mut session = Session::start(80, 24, &twice);
    session.until(HINT);
    session.send("111");
    session.until_written(b"\x1b[?25l", 2);
    session.pause(100);
    session.send("3");
    assert_eq!(session.result(), format!("Once\n{DENIED}"));
}

#[test]
fn denying_keys_count_at_once() {
    for (key, expected) in [("3", DENIED), ("\x03", "Cancelled"), ("no\r", "Deny { reason: Some(\"no\") }")] {
        let mut session = Session::start(80, 24, &byleave());
        session.until(HINT);
        session.send(key);
        assert_eq!(session.result(), expected);
    }
}

#[test]
fn tab_changes_what_is_always_allowed() {
    for (keys, expected) in [
        (&["2"][..], "Always { choice: 0 }"),
        (&["\t", "2"], "Always { choice: 1 }"),
        (&["\t", "\t", "2"], "Always { choice: 0 }"),
        (&["\x1b[Z", DOWN, "\r"], "Always { choice: 1 }"),
    ] {
        assert_eq!(outcome(&byleave(), keys), expected, "{keys:?}");
    }
    assert_eq!(outcome(&ollama(), &["\t", "2"]), "Always { choice: 0 }");
}

#[test]
fn nothing_is_always_allowed_where_nothing_can_be_remembered() {
    let bare = json!({ "command": "python3 -c 'print(1)'" });
    assert_eq!(outcome(&bare, &["2", "3"]), DENIED);
}

#[test]
fn what_is_pasted_is_text() {
    assert_eq!(outcome(&byleave(), &["\x1b[200~1\r\n2\x1b[201~", "\r"]), deny("1  2"));
}

#[test]
fn sequences_that_are_unknown_choose_nothing() {
    assert_eq!(outcome(&ollama(), &["\x1b[1;5C\x1b[2~\x1b[15~", "3"]), DENIED);
}

#[test]
fn a_long_question_has_pages_and_is_approved_only_when_all_were_shown() {
    let long: Vec<String> = (0..60).map(|number| format!("echo {number}")).collect();
    for style in ["byleave", "ollama"] {
        let question = json!({ "style": style, "command": long.join("\n"), "covers": ["echo"] });
        let mut session = Session::start(80, 24, &question);
        session.until("page 1 of ").pause(200);
        session.send("1");
        session.until("read on: PgDn");
        session.send("\x1b[6~");
        session.until("page 2 of ");
        session.send("2");
        session.until("read on: PgDn");
        let screen = session.screen();
        let (_, place) = screen.split_once("page 2 of ").unwrap();
        let last: usize = place.split(',').next().unwrap().parse().unwrap();
        for page in 3..=last {
            session.send("\x1b[6~");
            session.until(&format!("page {page} of "));
        }
        session.send("\x1b[5~\x1b[6~1");
        assert_eq!(session.result(), "Once", "{style}");
    }
}

#[test]
fn r234_to_r237_plain_takes_one_key() {
    let plain = json!({ "style": "plain", "command": "make" });
    for (key, expected, said) in [
        ("y", "Once", "✅ Approved"),
        ("Y", "Once", "✅ Approved"),
        ("n", DENIED, "❌ Denied"),
        ("\r", DENIED, "❌ Denied"),
        ("\x1b", DENIED, "❌ Denied"),
        ("1", DENIED, "❌ Denied"),
        ("é", DENIED, "❌ Denied"),
        ("\x03", "Cancelled", "❌ Denied"),
    ] {
        let mut session = Session::start(80, 24, &plain);
        session.until("Approve bash? (y/n):");
        assert!(session.modes().are_raw(), "one key, no Enter");
        session.send(key);
        assert_eq!(session.result(), expected, "{key:?}");
        assert!(session.screen().ends_with(said), "{key:?}: {}", session.screen());
    }
}

#[test]
fn u15_without_raw_mode_the_choice_is_a_line() {
    for (typed, expected) in [
        ("1\n", "Once"),
        ("2\n", "Always { choice: 0 }"),
        ("3\ntoo risky\n", "Deny { reason: Some(\"too risky\") }"),
        ("x\n\n", DENIED),
        ("\x04", DENIED),
    ] {
        let mut session = Session::start_with(80, 24, &ollama(), Input::Terminal, b"", "dumb");
        session.until("Choice:");
        assert!(session.screen().contains("[1] Execute once  [2] Always allow  [3] Deny"));
        for key in typed.split_inclusive('\n') {
            session.send(key);
            session.pause(50);
        }
        if expected == DENIED && typed == "\x04" {
            session.send("\x04");
        }
        assert_eq!(session.result(), expected, "{typed:?}");
    }
}

#[test]
fn the_box_is_on_the_terminal_when_standard_input_is_a_pipe() {
    let mut session = Session::start_with(80, 24, &ollama(), Input::Pipe, b"", "xterm");
    session.until(HINT).pause(100);
    session.send("no\r");
    assert_eq!(session.result(), deny("no"));
}
