//! Nothing of a call reaches the terminal as it is, in no field and no style.

use byleave_terminal::{Colour, Size, State, bytes, frame, numbered, plain};
use serde_json::json;

use crate::session::Session;
use crate::subject::question;

/// Tricks that were played on approval prompts, or could be.
pub const TRICKS: &[&str] = &[
    "\x1b[2J\x1b[H",
    "\x1b[2K\x1b[1A│ Command: ls",
    "\r│ Command: ls      │",
    "\x1b]0;title\x07",
    "\x1b]8;;https://x.example\x1b\\link\x1b]8;;\x1b\\",
    "\x1b]52;c;cm0gLXJmIH4=\x07",
    "\x1bP$q\"p\x1b\\",
    "\x1b[?25l\x1b[?1049h",
    "\x1b[8m hidden \x1b[0m",
    "\x1bc",
    "\u{9b}2J",
    "\u{9d}0;title\u{9c}",
    "\u{90}q\u{9c}",
    "\u{85}",
    "\0",
    "\x07\x08\x08\x08\x0b\x0c\x0e\x0f\x7f",
    "a\x08b\x08c",
    "\r\nTool: ls\r\n",
    "x\nRisk: low\nAlways: nothing",
    "\t\t\t\t\t\t\t\t\t\tx",
    "\u{202e}fdp.exe\u{202c}",
    "\u{2066}x\u{2069}\u{200f}\u{61c}",
    "\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}\u{180e}",
    "\u{e0072}\u{e006d}\u{e007f}",
    "e\u{301}\u{301}\u{301}\u{336}\u{489}",
    "\u{fe0f}\u{fe0e}\u{e0100}",
    "👨\u{200d}👩\u{200d}👧 👍\u{1f3ff} \u{1f1e9}\u{1f1ea}",
    "\u{2028}\u{2029}\u{a0}\u{3000}\u{2003}\u{2800}\u{3164}\u{115f}",
    "\u{e000}\u{f8ff}\u{fffe}\u{10ffff}",
    "\u{1160}\u{11a8}\u{d7b0}",
    "\u{600}1\u{6dd}\u{70f}",
    "│ > 1. Execute once │",
    "└──────┘",
];

/// The bytes the box itself uses.
fn without_our_own(text: &str) -> String {
    let mut rest = text.to_owned();
    for code in ["0", "36", "91", "1;32", "90", "33", "32", "31"] {
        rest = rest.replace(&format!("\x1b[{code}m"), "");
    }
    for own in ["\x1b[K", "\x1b[J", "\x1b[A", "\x1b[?25l", "\x1b[?25h", "\x1b[?2004h", "\x1b[?2004l", "\r\n", "\r"] {
        rest = rest.replace(own, "");
    }
    for up in 1..60 {
        rest = rest.replace(&format!("\x1b[{up}A"), "");
    }
    rest
}

fn assert_harmless(text: &str, what: &str) {
    let foreign = without_our_own(text).chars().find(|character| {
        *character != '\n' && (byleave_terminal::escape::is_unseen(*character) || is_mark(*character))
    });
    assert_eq!(foreign, None, "{what}: {}", text.escape_debug());
}

fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1160}'..='\u{11ff}' | '\u{d7b0}'..='\u{d7ff}'
        | '\u{1f1e6}'..='\u{1f1ff}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{600}'..='\u{605}')
}

#[test]
fn i13_every_trick_in_every_field_is_spelt_out() {
    for trick in TRICKS {
        for style in ["byleave", "ollama", "plain"] {
            for field in ["tool", "command", "query", "description", "cwd", "session", "why", "close"] {
                let mut wanted = json!({ "style": style });
                wanted[field] = (*trick).into();
                all_ways(&wanted, &format!("{field} {style} {trick:?}"));
            }
            for wanted in [
                json!({ "style": style, "arguments": { *trick: *trick } }),
                json!({ "style": style, "arguments": { "a": { *trick: [*trick] } } }),
                json!({ "style": style, "command": "ls", "parts": [[trick, "ask", trick]], "covers": [trick] }),
                json!({ "style": style, "tool": "write", "diff": [trick, trick, "x"] }),
                json!({ "style": style, "tool": "write", "diff": [trick, null, trick] }),
            ] {
                all_ways(&wanted, &format!("{wanted}"));
            }
        }
    }
}

fn all_ways(wanted: &serde_json::Value, what: &str) {
    let question = question(wanted);
    for columns in [20, 24, 40, 80, 120] {
        let mut state = State::new(&question);
        let box_width = Size { columns, rows: 200 }.box_width();
        wanted["command"].as_str().unwrap_or_default().clone_into(&mut state.reason);
        let frame = frame(&question, &state, Size { columns, rows: 200 });
        assert_harmless(&bytes(&frame.lines, Colour::On), what);
        for line in frame.lines.iter().filter(|line| line.text().starts_with('│')) {
            assert_eq!(line.columns(), box_width, "the frame stands upright: {what}: {}", line.text());
            assert!(line.text().ends_with('│'), "{what}: {}", line.text());
        }
    }
    assert_harmless(&numbered(&question), what);
    assert_harmless(&plain(&question), what);
}

#[test]
fn i13_the_terminal_itself_gets_nothing_foreign() {
    let all = TRICKS.concat();
    for style in ["byleave", "ollama", "plain"] {
        let wanted = json!({
            "style": style, "tool": all, "command": all, "description": all, "cwd": all, "session": all, "why": all,
            "parts": [[all, "ask", all]], "covers": [all, all], "arguments": { all.clone(): all }, "expires": 90,
            "diff": [all, all, all.replace('\x1b', "")],
        });
        let mut session = Session::start(80, 24, &wanted);
        if style == "plain" {
            // One key is the answer; the terminal itself would echo any other.
            session.until("(y/n)");
        } else {
            session.until("page 1 of");
            for _ in 0..5 {
                session.send("\x1b[6~\t\x1b[B");
                session.pause(20);
            }
        }
        session.send("\x03");
        session.ended();
        assert_harmless(&String::from_utf8(session.bytes()).unwrap(), style);
    }
}
