//! What is displayed is an injective rendering of what will run: the text can be read back from the box, without colours.

#![expect(
    clippy::unwrap_used,
    clippy::string_slice,
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]

use byleave_policy::Verdict;
use byleave_policy::grant::Breadth;
use byleave_terminal::spelling::Cell;
use byleave_terminal::{Choice, Diff, Frame, Part, Question, Scope, Size, State, Style, Subject, frame};
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_oneof, proptest};
use proptest::{collection, prop_assert_eq};

fn columns(text: &str) -> usize {
    text.chars().map(|glyph| Cell::plain(glyph).width).sum()
}

fn shown(style: Style, command: &str, width: usize) -> Frame {
    let question = Question {
        style,
        tool: "bash".to_owned(),
        subject: Subject::Command(command.to_owned()),
        ..Question::default()
    };
    frame(&question, &State::new(&question), Size { columns: width, rows: 1_000_000 })
}

/// The command, as a person with patience would read it from the box.
fn read_back(style: Style, frame: &Frame, width: usize) -> String {
    let inner = Size { columns: width, rows: 0 }.box_width() - 4;
    let content = |line: &byleave_terminal::Line| {
        let text = line.text();
        text.strip_prefix("│ ").and_then(|text| text.strip_suffix('│')).map(|text| text.trim_end().to_owned())
    };
    let rows: Vec<String> = frame.lines.iter().skip(1).map_while(content).collect();
    // In byleave's style the command comes first, and has no label.
    let label = if style == Style::Ollama { "Command:" } else { "" };
    let from = rows.iter().position(|row| row.starts_with(label)).unwrap();
    let indent = if style == Style::Ollama { 0 } else { 2 };
    // Only fields begin at the edge.
    let continues = |row: &&String| style == Style::Ollama || row.is_empty() || row.starts_with("  ");
    let rest = rows[from + 1..].iter().take_while(continues);
    let mut rows: Vec<&str> = rows[from..=from].iter().chain(rest).map(String::as_str).collect();
    rows[0] = &rows[0][label.len()..];
    let mut text = String::new();
    let mut at = 0;
    while at < rows.len() {
        // The rows of one line of the command, up to where it says that a line ends.
        let mut joined = String::new();
        let from = at;
        while at < rows.len() {
            joined.push_str(if at == 0 { rows[at] } else { rows[at].get(indent..).unwrap_or_default() });
            at += 1;
            if joined.ends_with('⏎') || ends_with_count(&joined) {
                break;
            }
        }
        let wide = joined.chars().any(|glyph| Cell::plain(glyph).width > 1);
        let mut line = String::new();
        for (number, row) in rows[from..at].iter().enumerate() {
            let first = from + number == 0;
            let bare = if first { row } else { row.get(indent..).unwrap_or_default() };
            let (taken, most) =
                if first { (columns(row) + label.len(), inner) } else { (columns(bare), inner - indent) };
            line.push_str(bare);
            let is_cut = taken >= most - usize::from(wide);
            if number + 1 < at - from && !is_cut {
                line.push(' ');
            }
        }
        text.push_str(&line);
    }
    // The blank that belongs to the label.
    unspelt(if label.is_empty() { &text } else { text.strip_prefix(' ').unwrap_or(&text) })
}

fn ends_with_count(text: &str) -> bool {
    text.strip_suffix("×newline⟩").is_some_and(|text| text.rsplit('⟨').next().unwrap().parse::<usize>().is_ok())
}

fn unspelt(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let after = &rest[character.len_utf8()..];
        let (meant, left) = match character {
            '⏎' => ("\n".to_owned(), after),
            '⇥' => ("\t".to_owned(), after),
            '␠' => (" ".to_owned(), after),
            '⟨' => {
                let (count, left) = after.split_once('⟩').unwrap();
                let (count, kind) = count.split_once('×').unwrap();
                let one = match kind {
                    "blank" => " ",
                    "newline" => "\n",
                    _ => "\t",
                };
                (one.repeat(count.parse().unwrap()), left)
            }
            '\\' if after.starts_with("u{") => {
                let (code, left) = after[2..].split_once('}').unwrap();
                (char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap().to_string(), left)
            }
            '\\' if after.starts_with('x') && after.len() > 2 && after.is_char_boundary(3) => {
                match u8::from_str_radix(&after[1..3], 16) {
                    Ok(code) => (char::from(code).to_string(), &after[3..]),
                    Err(_) => ("\\".to_owned(), after),
                }
            }
            other => (other.to_string(), after),
        };
        out.push_str(&meant);
        rest = left;
    }
    out
}

fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-z]{1,12}",
        3 => Just(" ".to_owned()),
        1 => " {1,12}",
        1 => "\n{1,5}",
        1 => "\t{1,10}",
        2 => prop_oneof![
            Just("\\"), Just("\\x1b"), Just("\\u{202e}"), Just("\\x5c"), Just("\\\\"), Just("⏎"), Just("␠"), Just("⟨9×blank⟩"),
            Just("│"), Just("↳"), Just("\\x"), Just("x41"), Just("u{41}"), Just("Always: "), Just("Command: "),
        ].prop_map(str::to_owned),
        2 => "[文件名字🦀é]{1,6}",
        1 => any::<char>().prop_map(String::from),
        1 => any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn i13_the_command_can_be_read_back(pieces in collection::vec(piece(), 0..40), width in 20usize..100) {
        let command = pieces.concat();
        for style in [Style::Ollama, Style::Byleave] {
            let frame = shown(style, &command, width);
            let read = read_back(style, &frame, width);
            let lines: Vec<String> = frame.lines.iter().map(byleave_terminal::Line::text).collect();
            prop_assert_eq!(read, command.clone(), "{:?} at {}:\n{}", style, width, lines.join("\n"));
        }
    }

    #[test]
    fn i13_nothing_foreign_stands_at_the_edge(
        texts in collection::vec(collection::vec(piece(), 0..20).prop_map(|pieces| pieces.concat()), 8),
        width in 20usize..100,
    ) {
        let choice = Choice {
            scope: Scope::Session,
            breadth: Breadth::Exact,
            words: texts[6].clone(),
            pattern: texts[7].clone(),
        };
        let question = Question {
            tool: texts[0].clone(),
            subject: Subject::Command(texts[1].clone()),
            arguments: [("a".to_owned(), texts[2].as_str().into())].into_iter().collect(),
            parts: vec![Part { text: texts[3].clone(), verdict: Verdict::Ask, reason: texts[4].clone() }],
            matters: vec![texts[4].clone()],
            description: Some(texts[5].clone()),
            covers: vec![choice],
            diff: Some(Diff::between(&texts[6], Some("a\n"), &format!("a\n{}", texts[7].replace('\n', " ")))),
            ..Question::default()
        };
        let frame = frame(&question, &State::new(&question), Size { columns: width, rows: 1_000_000 });
        let rows = frame.lines.iter().map(byleave_terminal::Line::text).skip(1).take_while(|row| row.starts_with('│'));
        // Where the frame names the tool, the first row is the command's own; else both have labels.
        let named = !frame.lines[0].text().trim_matches(['┌', '─', '┐']).is_empty();
        let edges: Vec<String> = rows
            .skip(usize::from(named))
            .map(|row| row.chars().skip(2).take(2).collect::<String>())
            .filter(|edge| !edge.starts_with(' '))
            .collect();
        let mut expected = vec!["To", "Co", "! ", "! ", "! ", "• ", "? ", "@ ", "· ", "+ ", "\\ ", "Th", "Al"];
        // Every edge is the next of those there may be, so none is there twice and none is foreign.
        for edge in &edges {
            let at = expected.iter().position(|one| one == edge);
            prop_assert_eq!(at.is_some(), true, "{} at the edge of\n{:?}", edge, edges);
            expected.drain(..=at.unwrap());
        }
    }

    #[test]
    fn i13_names_and_arguments_never_look_alike(one in collection::vec(piece(), 0..6), other in collection::vec(piece(), 0..6)) {
        let (one, other) = (one.concat(), other.concat());
        if one == other {
            return Ok(());
        }
        for style in [Style::Ollama, Style::Byleave] {
            let with = |tool: &str, key: &str, value: &str| {
                let question = Question {
                    style,
                    tool: tool.to_owned(),
                    arguments: [(key.to_owned(), value.into())].into_iter().collect(),
                    ..Question::default()
                };
                let frame = frame(&question, &State::new(&question), Size { columns: 80, rows: 1_000_000 });
                frame.lines.iter().map(byleave_terminal::Line::text).collect::<Vec<_>>()
            };
            assert_ne!(with(&one, "a", "b"), with(&other, "a", "b"));
            assert_ne!(with("t", &one, "b"), with("t", &other, "b"));
            assert_ne!(with("t", "a", &one), with("t", "a", &other));
            assert_ne!(with("t", &one, &other), with("t", &other, &one));
        }
    }
}

#[test]
fn an_argument_that_repeats_the_command_is_shown() {
    let with = |arguments: &[(&str, &str)]| {
        let question = Question {
            subject: Subject::Command("ls".to_owned()),
            arguments: arguments.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())).collect(),
            ..Question::default()
        };
        frame(&question, &State::new(&question), Size { columns: 80, rows: 100 }).lines
    };
    assert_ne!(with(&[("command", "ls")]), with(&[("command", "ls"), ("cwd", "ls")]));
}

#[test]
fn texts_that_once_looked_alike() {
    for (one, other) in [
        ("rm -rf / tmp", "rm -rf /tmp"),
        ("ls", "ls "),
        ("ls\n", "ls"),
        ("a\\x1b", "a\x1b"),
        ("a  b", "a b"),
        ("a\u{a0}b", "a b"),
        ("e\u{301}", "é"),
    ] {
        for width in 20..80 {
            for style in [Style::Ollama, Style::Byleave] {
                for pad in 0..50 {
                    let pad = "x".repeat(pad);
                    let (one, other) = (format!("{pad}{one}"), format!("{pad}{other}"));
                    assert_ne!(shown(style, &one, width).lines, shown(style, &other, width).lines, "{one:?} {other:?}");
                }
            }
        }
    }
}
