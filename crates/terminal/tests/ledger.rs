//! The rows of the ledger that need no terminal: bytes, widths, wrapping, sentences, and what keys do when.

use std::time::{Duration, Instant};

use byleave_terminal::ollama::{format_approval_result, format_deny_result};
use byleave_terminal::{
    Colour, Frame, Key, Pick, Question, Reply, Screen, Size, State, Step, Style, Subject, bytes, fits, frame, numbered,
    plain,
};
use serde_json::{Map, Value};

const TALL: usize = 1000;
const LONG: Duration = Duration::from_secs(1);

fn question(command: &str, outside: bool) -> Question {
    Question {
        style: Style::Ollama,
        tool: "bash".to_owned(),
        subject: Subject::Command(command.to_owned()),
        arguments: command_of(command),
        outside,
        ..Question::default()
    }
}

fn command_of(command: &str) -> Map<String, Value> {
    [("command".to_owned(), command.into())].into_iter().collect()
}

fn shown(question: &Question, columns: usize) -> Frame {
    frame(question, &State::new(question), Size { columns, rows: TALL })
}

fn texts(frame: &Frame) -> Vec<String> {
    frame.lines.iter().map(byleave_terminal::Line::text).collect()
}

/// A state that was drawn long ago, on one page.
fn settled(question: &Question) -> (State, Instant) {
    let (state, begun) = drawn(question);
    (state, begun + LONG)
}

/// A state that was drawn just now.
fn drawn(question: &Question) -> (State, Instant) {
    let mut state = State::new(question);
    let begun = Instant::now();
    let drawn = frame(question, &state, Size { columns: 80, rows: TALL });
    state.drawn(drawn.pages, drawn.reason_room, begun);
    (state, begun)
}

fn border(colour: &str, content: &str) -> String {
    format!("\x1b[{colour}m│\x1b[0m {content} \x1b[{colour}m│\x1b[0m\x1b[K\r\n")
}

fn edge(colour: &str, left: char, right: char) -> String {
    format!("\x1b[{colour}m{left}{}{right}\x1b[0m\x1b[K\r\n", "─".repeat(58))
}

/// The box on 80 columns, byte by byte.
fn golden(colour: &str, above: &[&str], selected: usize, reason: &str) -> String {
    let mut out = edge(colour, '┌', '┐');
    for line in above {
        out += &border(colour, &format!("{line:56}"));
    }
    out += &edge(colour, '├', '┤');
    out += &options(colour, selected, reason);
    out
}

/// The options and what is below them.
fn options(colour: &str, selected: usize, reason: &str) -> String {
    let mut out = String::new();
    for (at, label) in ["1. Execute once", "2. Always allow"].iter().enumerate() {
        out += &border(
            colour,
            &if at == selected { format!("\x1b[1;32m> {label:54}\x1b[0m") } else { format!("  {label:54}") },
        );
    }
    out += &deny(colour, selected, reason);
    out
}

fn deny(colour: &str, selected: usize, reason: &str) -> String {
    let label = if selected == 2 { "\x1b[1;32m> 3. Deny: \x1b[0m" } else { "  \x1b[90m3. Deny: \x1b[0m" };
    border(colour, &format!("{label}{reason:45}"))
        + &edge(colour, '└', '┘')
        + "\x1b[90m↑/↓ navigate, Enter confirm, 1-3 quick, Ctrl+C cancel\x1b[0m\x1b[K"
}

#[test]
fn r280_r281_r282_r323_r325_r326_the_box_to_the_byte() {
    let question = question("cat src/main.go | head -50", false);
    let expected = golden("36", &["Tool: bash", "Command: cat src/main.go | head -50"], 0, "");
    assert_eq!(bytes(&shown(&question, 80).lines, Colour::On), expected);
    assert_eq!(bytes(&shown(&question, 200).lines, Colour::On), expected);
    assert_eq!(bytes(&shown(&question, 0).lines, Colour::On), expected, "an unknown width is taken for 80");
}

#[test]
fn r319_r324_the_red_box_to_the_byte() {
    let warning = format!("{}!! OUTSIDE PROJECT !!", " ".repeat(17));
    let expected = golden("91", &[&warning, "Tool: bash", "Command: cat /etc/passwd"], 0, "");
    assert_eq!(bytes(&shown(&question("cat /etc/passwd", true), 80).lines, Colour::On), expected);
}

#[test]
fn r279_other_tools_show_their_query_or_arguments() {
    let mut search = question("", false);
    search.tool = "web_search".to_owned();
    search.subject = Subject::Query("rust pty".to_owned());
    let expected = golden("36", &["Tool: web_search", "Query: rust pty"], 0, "");
    assert_eq!(bytes(&shown(&search, 80).lines, Colour::On), expected);
    search.subject = Subject::Arguments;
    search.arguments = [("b".to_owned(), 1.into()), ("a".to_owned(), "x y".into())].into_iter().collect();
    let expected = golden("36", &["Tool: web_search", "Arguments: a=x y, b=1"], 0, "");
    assert_eq!(bytes(&shown(&search, 80).lines, Colour::On), expected);
    search.arguments.clear();
    assert_eq!(bytes(&shown(&search, 80).lines, Colour::On), golden("36", &["Tool: web_search"], 0, ""));
}

#[test]
fn updates_and_the_end_are_the_originals_bytes() {
    let question = question("ls", false);
    let size = Size { columns: 80, rows: TALL };
    let (mut state, now) = settled(&question);
    let mut screen = Screen::new(Colour::On);
    screen.draw(&frame(&question, &state, size));
    assert_eq!(screen.draw(&frame(&question, &state, size)), "", "nothing changed");
    let mut press = |key| {
        state.press(key, now);
        screen.draw(&frame(&question, &state, size))
    };
    // A move draws the options again, from the first one on.
    assert_eq!(press(Key::Down), format!("\x1b[4A\r{}", options("36", 1, "")));
    assert_eq!(press(Key::Down), format!("\x1b[4A\r{}", options("36", 2, "")));
    // A letter only its own line.
    assert_eq!(press(Key::Typed('n')), format!("\x1b[2A\r{}", deny("36", 2, "n")));
    assert_eq!(press(Key::Escape), format!("\x1b[2A\r{}", deny("36", 2, "")));
    assert_eq!(press(Key::Up), format!("\x1b[4A\r{}", options("36", 1, "")));
    assert_eq!(press(Key::Typed('n')), format!("\x1b[4A\r{}", options("36", 2, "n")));
    assert_eq!(screen.clear(), format!("\r\x1b[K{}\r", "\x1b[A\x1b[K".repeat(8)));
}

#[test]
fn r310_u14_the_width_is_ninety_percent_between_24_and_60() {
    for (columns, expected) in [
        (20, 19),
        (24, 23),
        (25, 24),
        (26, 24),
        (27, 24),
        (28, 25),
        (40, 36),
        (66, 59),
        (67, 60),
        (80, 60),
        (120, 60),
        (200, 60),
        (0, 60),
    ] {
        let frame = shown(&question("ls", true), columns);
        let known = if columns == 0 { 80 } else { columns };
        for line in &frame.lines {
            assert!(line.columns() < known, "{columns}: {}", line.text());
        }
        let widths: Vec<usize> =
            frame.lines.iter().take(frame.options_at + 4).map(byleave_terminal::Line::columns).collect();
        assert!(widths.iter().all(|width| *width == expected), "{columns}: {widths:?}");
    }
}

#[test]
fn r311_long_text_wraps_and_nothing_is_cut() {
    for command in ["x".repeat(300), "word ".repeat(60), "文件".repeat(100), "🦀 ".repeat(80)] {
        for columns in [24, 40, 80] {
            let question = question(&command, false);
            let all = texts(&shown(&question, columns)).concat();
            for wanted in ['x', 'w', '文', '件', '🦀'] {
                let count = |text: &str| text.chars().filter(|character| *character == wanted).count();
                // The hint and the options have letters of their own.
                let own = count(&texts(&shown(&self::question("", false), columns)).concat());
                assert_eq!(count(&all) - own, count(&command), "{wanted} of {command} on {columns}");
            }
        }
    }
    let rows = texts(&shown(&question("git commit --amend --no-edit --date=now --author=somebody", false), 40));
    assert_eq!(rows[2], "│ Command: git commit --amend      │");
    assert_eq!(rows[3], "│ --no-edit --date=now             │");
    assert_eq!(rows[4], "│ --author=somebody                │");
}

#[test]
fn r312_the_hint_wraps_below_58_columns() {
    for (columns, expected) in [
        (80, &["↑/↓ navigate, Enter confirm, 1-3 quick, Ctrl+C cancel"][..]),
        (58, &["↑/↓ navigate, Enter confirm, 1-3 quick, Ctrl+C cancel"]),
        (57, &["↑/↓ navigate, Enter confirm, 1-3 quick, Ctrl+C", "cancel"]),
        (30, &["↑/↓ navigate, Enter", "confirm, 1-3 quick, Ctrl+C", "cancel"]),
    ] {
        let frame = shown(&question("ls", false), columns);
        assert_eq!(texts(&frame)[frame.options_at + 4..], *expected, "{columns}");
    }
}

#[test]
fn the_reason_shows_its_tail_and_has_an_end_in_the_originals_style() {
    let question = question("ls", false);
    let (mut state, now) = settled(&question);
    for number in 0..100u8 {
        state.press(Key::Typed(char::from(b'a' + number % 26)), now);
    }
    assert_eq!(state.reason.len(), 54);
    let frame = frame(&question, &state, Size { columns: 80, rows: TALL });
    let tail: String = state.reason.chars().skip(54 - 45).collect();
    assert_eq!(texts(&frame)[frame.options_at + 2], format!("│ > 3. Deny: {tail} │"));
}

#[test]
fn the_reason_wraps_in_byleaves_own_style() {
    let question = Question { style: Style::Byleave, ..question("ls", false) };
    let (mut state, now) = settled(&question);
    for character in "use the staging host, not production, and ask kim first, please".chars() {
        state.press(Key::Typed(character), now);
    }
    let frame = frame(&question, &state, Size { columns: 80, rows: TALL });
    let rows = texts(&frame);
    assert_eq!(rows[frame.options_at + 2], "│ > 3. Deny: use the staging host, not production, and     │");
    assert_eq!(rows[frame.options_at + 3], "│   ask kim first, please                                  │");
}

#[test]
fn approving_keys_count_150_ms_after_the_box_is_drawn_and_denying_keys_at_once() {
    let covered = byleave_terminal::Choice {
        scope: byleave_terminal::Scope::Session,
        breadth: byleave_policy::grant::Breadth::Exact,
        words: String::new(),
        pattern: String::new(),
    };
    for (style, after, counts) in [
        (Style::Byleave, 0, false),
        (Style::Byleave, 149, false),
        (Style::Byleave, 150, true),
        (Style::Ollama, 0, true),
    ] {
        let question = Question { style, covers: vec![covered.clone()], ..question("ls", false) };
        for (key, reply) in
            [(Key::Enter, Reply::Once), (Key::Typed('1'), Reply::Once), (Key::Typed('2'), Reply::Always { choice: 0 })]
        {
            let (mut state, begun) = drawn(&question);
            let now = begun + Duration::from_millis(after);
            let expected = if counts { Step::Done(reply) } else { Step::Nothing };
            assert_eq!(state.press(key, now), expected, "{style:?} {key:?} after {after} ms");
        }
        let (mut state, now) = drawn(&question);
        assert_eq!(state.clone().press(Key::Typed('3'), now), Step::Done(Reply::Deny { reason: None }));
        assert_eq!(state.clone().press(Key::CtrlC, now), Step::Done(Reply::Cancelled));
        assert_eq!(state.press(Key::Typed('x'), now), Step::Redraw);
        assert_eq!(state.pick, Pick::Deny);
    }
}

#[test]
fn a_box_that_was_never_drawn_approves_nothing() {
    for style in [Style::Byleave, Style::Ollama] {
        let question = Question { style, ..question("ls", false) };
        let mut state = State::new(&question);
        assert_eq!(state.press(Key::Enter, Instant::now()), Step::Nothing, "{style:?}");
    }
}

#[test]
fn pages_that_were_not_shown_keep_it_from_being_approved() {
    let question = question(&"ls\n".repeat(50), false);
    let small = Size { columns: 80, rows: 20 };
    let mut state = State::new(&question);
    let now = Instant::now();
    let draw = |state: &mut State, size| {
        let frame = frame(&question, state, size);
        state.drawn(frame.pages, frame.reason_room, now);
        frame.pages.count
    };
    let count = draw(&mut state, small);
    assert!(count > 2);
    for _ in 1..count {
        assert_eq!(state.press(Key::Typed('1'), now), Step::Redraw, "there is more to read");
        state.press(Key::PageDown, now);
        draw(&mut state, small);
    }
    assert!(state.has_read_all());
    // Other pages are other pages, and a larger screen may show all at once.
    draw(&mut state, Size { columns: 80, rows: 18 });
    assert!(!state.has_read_all());
    draw(&mut state, Size { columns: 80, rows: 200 });
    assert_eq!(state.press(Key::Typed('1'), now), Step::Done(Reply::Once));
}

#[test]
fn every_page_fits_the_screen_and_every_line_is_on_one() {
    for style in [Style::Byleave, Style::Ollama] {
        let command: Vec<String> = (0..200).map(|number| format!("echo {number}")).collect();
        let question = Question { style, outside: true, ..question(&command.join("\n"), true) };
        for rows in 8..60 {
            let size = Size { columns: 80, rows };
            if !fits(&question, size) {
                assert!(rows < 14, "{rows} rows are enough");
                continue;
            }
            let mut state = State::new(&question);
            let mut seen = String::new();
            let count = frame(&question, &state, size).pages.count;
            for page in 0..count {
                state.page = page;
                let frame = frame(&question, &state, size);
                assert!(frame.lines.len() <= rows, "{} lines on {rows} rows", frame.lines.len());
                seen += &texts(&frame).join("\n");
            }
            for line in &command {
                assert!(seen.contains(line.as_str()), "{line} on {rows} rows");
            }
        }
    }
}

#[test]
fn u15_the_question_without_raw_mode() {
    let rule = "━".repeat(51);
    let expected = format!(
        "\n{rule}\nTool: bash\nCommand: ls -la\n{rule}\n[1] Execute once  [2] Always allow  [3] Deny\nChoice: "
    );
    assert_eq!(numbered(&question("ls -la", false)), expected);
}

#[test]
fn r233_r234_the_plain_question() {
    let expected = "[Approval] Tool: bash\n[Params] {\n  \"command\": \"ls -la\"\n}\n\nApprove bash? (y/n): ";
    assert_eq!(plain(&question("ls -la", false)), expected);
}

#[test]
fn r331a_u17_the_sentence_for_the_model() {
    assert_eq!(format_deny_result("bash", "too risky"), "User denied execution of bash. Reason: too risky");
    assert_eq!(format_deny_result("bash", ""), "User denied execution of bash.");
}

#[test]
fn r331b_u16_the_line_that_stays() {
    let (yes, no) = ("\x1b[32m✓\x1b[0m", "\x1b[31m✗\x1b[0m");
    let (fits, long) = ("x".repeat(40), "x".repeat(41));
    for (tool, key, value, reply, expected) in [
        ("bash", "command", "ls -la", Reply::Once, format!("▶ bash: ls -la [Approved] {yes}")),
        ("bash", "command", "ls", Reply::Always { choice: 0 }, format!("▶ bash: ls [Always allowed] {yes}")),
        ("bash", "command", "ls", Reply::Deny { reason: None }, format!("▶ bash: ls [Denied] {no}")),
        ("bash", "command", "ls", Reply::Cancelled, format!("▶ bash: ls [Denied] {no}")),
        ("bash", "command", &fits, Reply::Once, format!("▶ bash: {fits} [Approved] {yes}")),
        ("bash", "command", &long, Reply::Once, format!("▶ bash: {}... [Approved] {yes}", "x".repeat(37))),
        ("bash", "command", "\x1b[2J", Reply::Once, format!("▶ bash: \\x1b[2J [Approved] {yes}")),
        ("bash", "command", &"文".repeat(20), Reply::Once, format!("▶ bash: {}... [Approved] {yes}", "文".repeat(12))),
        ("web_search", "query", "rust", Reply::Once, format!("▶ web_search: rust [Approved] {yes}")),
        ("write", "file_path", "a", Reply::Once, format!("▶ write [Approved] {yes}")),
    ] {
        let arguments = [(key.to_owned(), value.into())].into_iter().collect();
        assert_eq!(format_approval_result(tool, &arguments, &reply), expected);
    }
}

#[test]
fn arguments_stand_in_the_order_in_which_they_were_sent_and_none_is_left_out() {
    let arguments = ["body", "labels", "title"].map(|name| (name.to_owned(), Value::from(format!("v{name}"))));
    let order = ["title", "body", "title", "other"].map(str::to_owned).to_vec();
    for style in [Style::Byleave, Style::Ollama] {
        let tool = "mcp__tracker__create".to_owned();
        let question = Question {
            style,
            tool,
            arguments: arguments.clone().into_iter().collect(),
            order: order.clone(),
            ..Question::default()
        };
        let text = texts(&shown(&question, 80)).join("\n");
        let places =
            ["vtitle", "vbody", "vlabels"].map(|part| text.match_indices(part).map(|(at, _)| at).collect::<Vec<_>>());
        assert!(places.iter().all(|places| places.len() == 1) && places.is_sorted(), "{style:?} {text}");
    }
    let question = Question { arguments: arguments.into_iter().collect(), order, ..Question::default() };
    let plain = byleave_terminal::plain(&question);
    let places = ["title", "body", "labels"].map(|name| plain.find(&format!("\"{name}\"")));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{plain}");
}
