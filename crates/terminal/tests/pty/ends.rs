//! Every way a question can end, and what the terminal looks like after it.

use byleave_terminal::{Colour, Size, State, bytes, frame};
use serde_json::{Value, json};

use crate::session::{HINT, Input, Session};

fn question(style: &str) -> Value {
    json!({ "style": style, "command": "git push", "covers": ["git push"] })
}

/// The terminal is as it was, and nothing of the box is left on it.
fn assert_restored(session: &Session, what: &str) {
    assert_eq!(session.modes(), session.before, "{what}");
    session.until_cursor();
}

#[test]
fn r315_the_terminal_is_put_back_after_signals() {
    for style in ["byleave", "ollama", "plain"] {
        for (signal, words) in [("TERM", "Terminated"), ("INT", "Interrupt"), ("HUP", "Hangup"), ("QUIT", "Quit")] {
            let mut session = Session::start(80, 24, &question(style));
            session.until(if style == "plain" { "(y/n)" } else { HINT });
            assert!(session.modes().are_raw(), "{style} {signal}");
            session.signal(signal);
            let status = session.ended();
            assert!(!status.success(), "{style} {signal}");
            let signal_name = status.signal().unwrap_or_default();
            assert!(signal_name.starts_with(words), "the process ends by the signal itself: {signal_name}");
            assert_restored(&session, signal);
            if style != "plain" {
                assert_eq!(session.screen(), "", "the box is gone after {signal}");
            }
        }
    }
}

#[test]
fn r315_the_terminal_is_put_back_after_a_panic() {
    let mut panics = question("byleave");
    panics["panic"] = true.into();
    let mut session = Session::start(80, 24, &panics);
    session.until("a thread of the host panics");
    assert_restored(&session, "panic");
    assert!(session.result().starts_with("error: the terminal failed while asking"), "nobody can answer any more");
}

#[test]
fn signals_are_the_processes_own_again_once_the_box_is_gone() {
    for signal in ["TERM", "INT", "HUP"] {
        let mut lingers = question("ollama");
        lingers["lingers"] = true.into();
        let mut session = Session::start(80, 24, &lingers);
        session.until(HINT);
        session.send("1");
        session.until_gone(HINT);
        session.until_cursor();
        session.pause(100);
        session.signal(signal);
        assert!(session.ended().signal().is_some(), "{signal} ends it");
    }
}

#[test]
fn a_host_that_quits_can_put_the_terminal_back() {
    let mut quits = question("byleave");
    quits["quits"] = true.into();
    let mut session = Session::start(80, 24, &quits);
    session.until(HINT);
    assert_eq!(session.ended().exit_code(), 7);
    assert_restored(&session, "exit");
}

#[test]
fn stopping_and_continuing_draws_the_box_again() {
    for style in ["byleave", "ollama"] {
        let mut session = Session::start(80, 24, &question(style));
        session.until(HINT);
        session.send("why");
        session.until("Deny: why");
        session.signal("TSTP");
        session.until_state(|state| state == 'T');
        assert_restored(&session, "stopped");
        assert_eq!(session.screen(), "", "{style}");
        session.signal("CONT");
        session.until("> 3. Deny: why").until(HINT);
        session.until_raw();
        assert_eq!(session.screen().matches(HINT).count(), 1, "{}", session.screen());
        session.pause(50);
        session.send("!\r");
        assert_eq!(session.result(), "Deny { reason: Some(\"why!\") }", "{style}");
    }
}

#[test]
fn the_plain_question_outlives_stops_and_sizes() {
    let mut session = Session::start(80, 24, &question("plain"));
    session.until("(y/n)");
    session.resize(60, 24);
    session.signal("TSTP");
    session.until_state(|state| state == 'T');
    assert_eq!(session.modes(), session.before);
    session.signal("CONT");
    session.until_written(b"(y/n)", 2);
    session.send("n");
    assert_eq!(session.result(), "Deny { reason: None }");
}

#[test]
fn a_stop_that_nobody_can_catch_does_no_harm() {
    let mut session = Session::start(80, 24, &question("byleave"));
    session.until(HINT);
    session.signal("STOP");
    session.until_state(|state| state == 'T');
    session.signal("CONT");
    session.until_state(|state| state != 'T');
    session.pause(100);
    session.until(HINT);
    session.send("3");
    assert_eq!(session.result(), "Deny { reason: None }");
}

#[test]
fn another_size_draws_another_box() {
    for (columns, rows, top) in [(120u16, 40u16, 60usize), (40, 24, 36), (26, 30, 24)] {
        let mut session = Session::start(80, 24, &question("byleave"));
        session.until(HINT);
        session.resize(columns, rows);
        let line = format!("┌ bash {}┐", "─".repeat(top - 8));
        session.until(&line).until("cancel");
        session.send("3");
        assert_eq!(session.result(), "Deny { reason: None }");
    }
}

#[test]
fn a_terminal_that_becomes_too_small_says_so_and_approves_nothing() {
    let mut session = Session::start(80, 24, &question("byleave"));
    session.until(HINT).pause(200);
    session.resize(80, 5);
    session.until("too small");
    session.send("1");
    session.send("2");
    session.pause(50);
    assert!(session.screen().contains("too small"), "{}", session.screen());
    session.resize(80, 24);
    session.until(HINT);
    session.send("1");
    assert_eq!(session.result(), "Once");
}

#[test]
fn odd_sizes_and_terminals_are_asked_on_all_the_same() {
    for (columns, rows, kind) in [(0, 0, "xterm"), (80, 0, "xterm"), (0, 24, "xterm")] {
        let mut session = Session::start_with(columns, rows, &question("byleave"), Input::Terminal, b"", kind);
        session.until(HINT).pause(200);
        session.send("1");
        assert_eq!(session.result(), "Once", "{columns}×{rows}");
    }
    for (columns, rows, kind) in [(80, 24, "dumb"), (5, 24, "xterm"), (1, 1, "xterm"), (80, 4, "xterm")] {
        let mut session = Session::start_with(columns, rows, &question("byleave"), Input::Terminal, b"", kind);
        session.until_written(b"Choice:", 1);
        assert!(!session.bytes().contains(&0x1b), "no sequences where they are not understood");
        session.send("1\n");
        assert_eq!(session.result(), "Once", "{columns}×{rows} {kind}");
    }
}

#[test]
fn an_answer_from_elsewhere_closes_the_box_and_says_whose_it_was() {
    for (style, kind) in [("byleave", "xterm"), ("ollama", "xterm"), ("plain", "xterm"), ("byleave", "dumb")] {
        let mut elsewhere = question(style);
        elsewhere["close"] = "approved by kim\u{1b}[2J in the browser".into();
        let mut session = Session::start_with(80, 24, &elsewhere, Input::Terminal, b"", kind);
        assert_eq!(session.result(), "Closed", "{style}");
        let screen = session.screen();
        assert_eq!(screen.lines().last(), Some("bash: approved by kim\\x1b[2J in the browser"), "{style}: {screen}");
        assert!(!screen.contains(HINT) && !screen.contains("Denied"), "{style}: {screen}");
    }
}

#[test]
fn a_question_that_expires_is_a_denial() {
    for style in ["byleave", "ollama", "plain"] {
        let mut short = question(style);
        short["expires"] = 0.4.into();
        let mut session = Session::start(80, 24, &short);
        assert_eq!(session.result(), "Expired", "{style}");
        assert!(session.screen().ends_with("bash: expired, not allowed"), "{style}: {}", session.screen());
    }
}

#[test]
fn the_countdown_runs() {
    let mut timed = question("byleave");
    timed["expires"] = 50.into();
    let mut session = Session::start(80, 24, &timed);
    session.until("expires in 0:").until("expires in 0:4");
    session.send("3");
    assert_eq!(session.result(), "Deny { reason: None }");
}

#[test]
fn the_whole_stream_is_the_originals() {
    for (outside, keys) in [(false, "1"), (true, "\x03")] {
        let wanted = json!({ "style": "ollama", "command": "cat src/main.go | head -50", "outside": outside });
        let mut session = Session::start(80, 24, &wanted);
        session.until(HINT);
        session.send(keys);
        session.result();
        let asked = crate::subject::question(&wanted);
        let frame = frame(&asked, &State::new(&asked), Size { columns: 80, rows: 24 });
        let clear = format!("\r\x1b[K{}\r", "\x1b[A\x1b[K".repeat(frame.lines.len() - 1));
        let expected = format!("\x1b[?25l{}{clear}\x1b[?25h", bytes(&frame.lines, Colour::On));
        assert_eq!(String::from_utf8(session.bytes()).unwrap(), expected);
    }
}

#[test]
fn r316_every_line_break_has_both_its_bytes_in_raw_mode() {
    for style in ["byleave", "ollama", "plain"] {
        let mut session = Session::start(40, 24, &question(style));
        session.until(if style == "plain" { "(y/n)" } else { "cancel" });
        session.send("\x1b[Bno");
        session.pause(50);
        session.send("\r");
        session.ended();
        let bytes = session.bytes();
        let bare =
            bytes.iter().enumerate().filter(|(at, byte)| **byte == b'\n' && (*at == 0 || bytes[at - 1] != b'\r'));
        assert_eq!(bare.count(), 0, "{style}: {}", String::from_utf8_lossy(&bytes).escape_debug());
    }
}
