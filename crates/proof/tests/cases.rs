//! `cases/plain/*.txt`: what each text runs, or why it is not plain.
//!
//! One case a line, fields with tabs between: claim, host, text, what is said of it. The host is `script`, `options` (its user may have set
//! some) or `typed`. In a text `⏎` is a line break and `⇥` a tab.

#![expect(clippy::unwrap_used, reason = "tests: a helper that cannot go on fails the test")]

use std::fmt::Write as _;
use std::path::Path;

use byleave_proof::{Command, Effect, Form, Host, NotPlain, Options, Place, Plain, Redirection, Word, read};

#[test]
fn each_case_is_read_as_it_claims() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/plain");
    let (mut count, mut wrong) = (0, Vec::new());
    let mut files: Vec<_> = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        for (number, line) in std::fs::read_to_string(&file).unwrap().lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let fields: Vec<&str> = line.split('\t').collect();
            let [claim, host, text, expected] = fields[..] else {
                panic!("{}:{}: four fields, not {}", file.display(), number + 1, fields.len());
            };
            count += 1;
            let text = text.replace('⏎', "\n").replace('⇥', "\t");
            let said = said(&text, host);
            if said != expected {
                wrong.push(format!("{}:{}: {claim}\n  {line}\n  says: {said}", file.display(), number + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count} cases:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 200, "only {count} cases were found");
}

fn said(text: &str, host: &str) -> String {
    let host = Host {
        options: if host == "options" { Options::Unknown } else { Options::Default },
        home: Some("/home/dev"),
        directory: Some("/home/dev/project"),
    };
    match read(text.as_bytes(), &host) {
        Ok(plain) => plain.commands().iter().map(|one| command(&plain, one)).collect::<Vec<_>>().join(" ; "),
        Err(NotPlain { span, reason }) => {
            let blamed = text.get(span.start..span.end).unwrap();
            format!("not plain: {:?} {}", reason, blamed.replace('\n', "⏎").replace('\t', "⇥")).trim_end().to_owned()
        }
    }
}

fn command(plain: &Plain<'_>, command: &Command<'_>) -> String {
    let mut parts: Vec<String> =
        command.assignments().iter().map(|one| format!("{}={}", one.name, word(&one.value))).collect();
    parts.extend(command.words().iter().map(word));
    parts.extend(command.redirections().iter().map(redirection));
    let mut text = parts.join(" ");
    match command.input() {
        None => {}
        Some((first, last)) if first == last => write!(text, " from {first}").unwrap(),
        Some((first, last)) => write!(text, " from {first}-{last}").unwrap(),
    }
    text + &place(plain, command.place())
}

fn place(plain: &Plain<'_>, at: usize) -> String {
    match plain.place(at) {
        Place::Start => String::new(),
        Place::Entered { from, directory } => format!("{} in {}", place(plain, *from), word(directory)),
        Place::Unknown => " somewhere".to_owned(),
    }
}

fn word(word: &Word<'_>) -> String {
    let text = word.text.replace('\n', "⏎").replace('\t', "⇥");
    match word.form {
        Form::Literal if word.tilde => format!("home«{text}»"),
        Form::Literal if text.is_empty() || text.contains([' ', '⏎', ';', '\'', '«']) => format!("«{text}»"),
        Form::Literal => text,
        Form::Pattern(prefix) => format!("{}pattern«{text}»{prefix}", if word.tilde { "home " } else { "" }),
        Form::Open => format!("«{text}»…"),
    }
}

fn redirection(redirection: &Redirection<'_>) -> String {
    let number = redirection.stream as u8;
    match &redirection.effect {
        Effect::Read(file) => format!("{number}<{}", word(file)),
        Effect::Write(file) => format!("{number}>{}", word(file)),
        Effect::Duplicate => format!("{number}>&{}", 3 - number),
        Effect::Document(text) => format!("{number}<<«{}»", text.replace('\n', "⏎").replace('\t', "⇥")),
    }
}

/// Prints the lines of standard input as they would stand in a file of cases: for writing new ones, to be looked at one by one.
#[test]
#[ignore = "for writing cases"]
fn write_cases() {
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let fields: Vec<&str> = line.split('\t').collect();
        if let [claim, host, text, ..] = fields[..] {
            println!("CASE {claim}\t{host}\t{text}\t{}", said(&text.replace('⏎', "\n").replace('⇥', "\t"), host));
        } else {
            println!("CASE {line}");
        }
    }
}
