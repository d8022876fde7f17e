//! Reads texts and prints what each of them runs, one JSON value a line. For `scripts/oracle`.
//!
//! Standard input: `{"text": …, "typed": false, "options": false, "home": null, "directory": null}`, all but `text` optional.

use std::io::{BufRead as _, Write as _};

use byleave_proof::{Descriptor, Effect, Entry, Host, Input, Options, Place, Plain, Redirection, Value, Word, read};
use serde_json::{Value as Json, json};

fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let call: Json = serde_json::from_str(&line?)?;
        let flag = |name: &str| call.get(name).and_then(Json::as_bool).unwrap_or(false);
        let string = |name: &str| call.get(name).and_then(Json::as_str);
        let host = Host {
            entry: if flag("typed") { Entry::Typed } else { Entry::Script },
            options: if flag("options") { Options::Unknown } else { Options::Default },
            home: string("home"),
            directory: string("directory"),
        };
        let answer = match read(string("text").unwrap_or("").as_bytes(), &host) {
            Ok(plain) => json!({ "plain": true, "commands": commands(&plain) }),
            Err(error) => json!({
                "plain": false, "reason": error.reason.name(), "start": error.span.start, "end": error.span.end,
            }),
        };
        writeln!(out, "{answer}")?;
    }
    out.flush()
}

fn commands(plain: &Plain<'_>) -> Vec<Json> {
    let one = |command: &byleave_proof::Command<'_>| {
        json!({
            "span": [command.span.start, command.span.end],
            "words": command.words.iter().map(word).collect::<Vec<_>>(),
            "assignments": command.assignments.iter().map(|one| json!([one.name, word(&one.value)])).collect::<Vec<_>>(),
            "redirections": command.redirections.iter().map(redirection).collect::<Vec<_>>(),
            "input": match command.input {
                Input::Inherited => Json::Null,
                Input::Pipe { first, last } => json!([first.number(), last.number()]),
            },
            "place": place(plain, plain.place(command.place)),
        })
    };
    plain.commands().iter().map(one).collect()
}

fn word(word: &Word<'_>) -> Json {
    match &word.value {
        Value::Literal { text, tilde: false } => json!(text),
        Value::Literal { text, tilde: true } => json!({ "tilde": text }),
        Value::Pattern { text, prefix, tilde } => json!({ "pattern": text, "prefix": prefix, "tilded": tilde }),
        Value::Number => json!({ "number": true }),
        Value::Beginning(text) => json!({ "beginning": text }),
    }
}

fn redirection(redirection: &Redirection<'_>) -> Json {
    let descriptor = match redirection.descriptor {
        Descriptor::Input => 0,
        Descriptor::Output => 1,
        Descriptor::Errors => 2,
    };
    match &redirection.effect {
        Effect::Read(file) => json!([descriptor, "read", word(file)]),
        Effect::Write(file) => json!([descriptor, "write", word(file)]),
        Effect::Append(file) => json!([descriptor, "append", word(file)]),
        Effect::Duplicate(_) => json!([descriptor, "duplicate"]),
        Effect::Document(text) => json!([descriptor, "document", text]),
    }
}

fn place(plain: &Plain<'_>, at: &Place<'_>) -> Json {
    match at {
        Place::Start => json!([]),
        Place::Entered { from, directory } => json!(["entered", word(directory), place(plain, plain.place(*from))]),
        Place::EnteredIfThere { from, directory } => {
            json!(["if there", word(directory), place(plain, plain.place(*from))])
        }
        Place::Unknown => json!(["unknown"]),
    }
}
