//! Properties of reading: on any bytes, and on soup of what shells know.

use std::time::{Duration, Instant};

use byleave_proof::{Host, NotPlain, Obstacle, Options, Plain, Span, read};
use proptest::prelude::*;
use proptest::sample::select;

const TOKENS: &[&str] = &[
    "q",
    "a",
    "S=a",
    "$S",
    "${S}",
    "\"",
    "'",
    "\\",
    "\n",
    " ",
    " ",
    " ",
    ";",
    "&",
    "&&",
    "|",
    "||",
    "(",
    ")",
    "{",
    "}",
    "{}",
    "<",
    ">",
    "2>&1",
    "<<'E'",
    "E",
    "\nE\n",
    "if",
    "then",
    "else",
    "fi",
    "for",
    "in",
    "do",
    "done",
    "while",
    "x",
    "*",
    "?",
    "[a]",
    "~",
    "^",
    "#",
    "!",
    "=",
    "==",
    "$",
    "$?",
    "$HOME",
    "\"$(cat <<'E'\n",
    "\nE\n)\"",
    "cd",
    "export",
    "set",
    "exit",
    "1",
    "time",
    "`",
    "@{1}",
    "é",
    "\u{200b}",
    "\t",
    "\r",
    "echo",
    "${PIPESTATUS[0]}",
    ".",
    "/",
    "-",
    "test",
    "printf",
    "%d",
];

fn hosts() -> [Host<'static>; 2] {
    let host = Host { options: Options::Default, home: Some("/home/dev"), directory: Some("/home/dev/project") };
    [host, Host { options: Options::Unknown, ..host }]
}

fn inside(span: Span, text: &str) -> bool {
    text.get(span.start..span.end).is_some()
}

fn holds_together(plain: &Plain<'_>, text: &str) -> bool {
    plain.commands().iter().enumerate().all(|(number, command)| {
        let before = command.input().is_none_or(|(first, last)| first <= last && last < number);
        before
            && inside(command.span(), text)
            && command.words().iter().all(|word| inside(word.span, text))
            && command.assignments().iter().all(|one| inside(one.span, text) && inside(one.value.span, text))
            && command.redirections().iter().all(|one| inside(one.span, text))
    })
}

fn check(bytes: &[u8]) -> Result<(), TestCaseError> {
    for host in hosts() {
        match read(bytes, &host) {
            Ok(plain) => {
                let text = String::from_utf8_lossy(bytes);
                prop_assert!(!plain.commands().is_empty());
                prop_assert!(holds_together(&plain, &text), "{:?}", plain);
            }
            Err(NotPlain { span, .. }) => prop_assert!(span.start <= span.end && span.end <= bytes.len(), "{:?}", span),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check(&bytes)?;
    }

    #[test]
    fn any_soup_is_read(tokens in prop::collection::vec(select(TOKENS), 0..40)) {
        check(tokens.concat().as_bytes())?;
    }

    #[test]
    fn what_is_plain_anywhere_is_plain_for_a_script(tokens in prop::collection::vec(select(TOKENS), 0..30)) {
        let text = tokens.concat();
        let [script, options] = hosts().map(|host| read(text.as_bytes(), &host).is_ok());
        prop_assert!(script || !options, "{text}");
    }
}

#[test]
fn bytes_that_are_no_text_are_not_plain() {
    let of = |bytes: &[u8]| read(bytes, &hosts()[0]).map_err(|error| (error.reason, error.span)).map(drop);
    assert_eq!(of(b"q \xff"), Err((Obstacle::Bytes, Span::new(2, 3))));
    assert_eq!(of(b"q \xe2\x82"), Err((Obstacle::Bytes, Span::new(2, 4))));
    assert_eq!(of(b"q a\0"), Err((Obstacle::Control, Span::new(3, 4))));
    assert_eq!(of(b"q a\rb"), Err((Obstacle::Control, Span::new(3, 4))));
    assert_eq!(of(b"q '\x7f'"), Err((Obstacle::Control, Span::new(3, 4))));
}

#[test]
fn limits_say_so() {
    let of = |text: String| {
        read(text.as_bytes(), &hosts()[0]).map_err(|error| error.reason).map(|plain| plain.commands().len())
    };
    assert_eq!(of("q;".repeat(256)), Ok(256));
    assert_eq!(of("q;".repeat(257)), Err(Obstacle::TooMuch));
    assert_eq!(of(format!("for x in {}; do q; done", "a ".repeat(32))), Ok(32));
    assert_eq!(of(format!("for x in {}; do q; done", "a ".repeat(33))), Err(Obstacle::TooMuch));
    let nested = |depth: usize| format!("{}q{}", "if q; then ".repeat(depth), "; fi".repeat(depth));
    assert_eq!(of(nested(16)), Ok(17));
    assert_eq!(of(nested(17)), Err(Obstacle::TooDeep));
    let long = format!("for S in {}; do q{}; done", "a".repeat(1 << 12), " $S".repeat(17));
    assert_eq!(of(long), Err(Obstacle::TooMuch));
}

/// Shapes that cost out of proportion where a reader looks twice.
const SHAPES: &[(&str, &str, &str)] = &[
    ("", "q ", ";"),
    ("q", " a", ""),
    ("q ", "a*", ""),
    ("q ", "\\'", ""),
    ("q ", "a\"b\"", ""),
    ("q ", "'a'\"b\"", ""),
    ("q \"", "\\\\", "\""),
    ("q ", "a==1", ""),
    ("for S in a; do q ", "$S", "; done"),
    ("for S in a; do q \"", "$S ", "\"; done"),
    ("q ", "\"$(cat <<'E'\n'\nE\n)\" ", ""),
    ("q \"$(cat <<'E'\n", "' ( \" ` ", "\nE\n)\""),
    ("q <<'E'\n", "E \n", "E"),
    ("", "q <<'E'\na\nE\n", ""),
    ("q ", "<<'E' ", "\n"),
    ("", "( ", ""),
    ("", "if q; then ", ""),
    ("for x in a b c; do ", "q $x;", " done"),
    ("for x in a; do ", "for y in b; do ", ""),
    ("", "# a\n", "q"),
    ("", "\n", "q"),
    ("q ", "\\\n", ""),
    ("q ", "[", ""),
    ("q ", "@{", ""),
    ("q ", "{}", ""),
    ("q ", "HEAD~", ""),
    ("q | ", "q | ", "q"),
    ("", "S=a ", "q"),
    ("", "cd a && ", "q"),
    ("q '", "é", "'"),
    ("test ", "1 -eq ", "1"),
    ("q \"", "$?", "\""),
    ("for x in *; do q \"", "$x", "\"; done"),
    ("q '", "\n", "'"),
    ("", "a_", "=b"),
];

#[test]
fn a_megabyte_takes_no_time_to_speak_of() {
    for (start, middle, end) in SHAPES {
        let text = format!("{start}{}{end}", middle.repeat((1 << 20) / middle.len()));
        // A debug build reads it in some 20 ms; what looks at each byte again for each byte takes hours.
        let fastest = (0..3)
            .map(|_| {
                let begins = Instant::now();
                let plain = read(text.as_bytes(), &hosts()[0]);
                drop(plain);
                begins.elapsed()
            })
            .min();
        assert!(fastest.unwrap() < Duration::from_secs(2), "{start:?} {middle:?} {end:?}: {fastest:?}");
    }
}
