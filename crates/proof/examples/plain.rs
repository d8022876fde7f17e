//! Reads texts and prints what each of them runs, one JSON value a line. For `scripts/oracle`.
//!
//! Standard input: `{"text": …, "options": false, "home": null, "directory": null}`, all but `text` optional.

use std::io::{BufRead as _, Write as _};

use byleave_proof::{Effect, Form, Host, Options, Place, Plain, Redirection, Word, read};
use serde_json::{Value as Json, json};

fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let call: Json = serde_json::from_str(&line?)?;
        let flag = |name: &str| call.get(name).and_then(Json::as_bool).unwrap_or(false);
        let string = |name: &str| call.get(name).and_then(Json::as_str);
        let host = Host {
            options: if flag("options") { Options::Unknown } else { Options::Default },
            home: string("home"),
            directory: string("directory"),
        };
        let answer = match read(string("text").unwrap_or("").as_bytes(), &host) {
            Ok(plain) => json!({ "plain": true, "commands": commands(&plain) }),
            Err(error) => json!({
                "plain": false, "reason": format!("{:?}", error.reason), "start": error.span.start, "end": error.span.end,
            }),
        };
        writeln!(out, "{answer}")?;
    }
    out.flush()
}

fn commands(plain: &Plain<'_>) -> Vec<Json> {
    let one = |command: &byleave_proof::Command<'_>| {
        let assignments = command.assignments().iter().map(|one| json!([one.name, word(&one.value)]));
        json!({
            "span": [command.span().start, command.span().end],
            "words": command.words().iter().map(word).collect::<Vec<_>>(),
            "assignments": assignments.collect::<Vec<_>>(),
            "redirections": command.redirections().iter().map(redirection).collect::<Vec<_>>(),
            "input": command.input(),
            "place": place(plain, plain.place(command.place())),
        })
    };
    plain.commands().iter().map(one).collect()
}

fn word(word: &Word<'_>) -> Json {
    let Word { text, tilde, .. } = word;
    match word.form {
        Form::Literal if *tilde => json!({ "tilde": text }),
        Form::Literal => json!(text),
        Form::Pattern(prefix) => json!({ "pattern": text, "prefix": prefix, "tilded": tilde }),
        Form::Open => json!({ "beginning": text }),
    }
}

fn redirection(redirection: &Redirection<'_>) -> Json {
    let stream = redirection.stream as u8;
    match &redirection.effect {
        Effect::Read(file) => json!([stream, "read", word(file)]),
        Effect::Write(file) => json!([stream, "write", word(file)]),
        Effect::Duplicate => json!([stream, "duplicate"]),
        Effect::Document(text) => json!([stream, "document", text]),
    }
}

fn place(plain: &Plain<'_>, at: &Place<'_>) -> Json {
    match at {
        Place::Start => json!([]),
        Place::Entered { from, directory } => json!(["if there", word(directory), place(plain, plain.place(*from))]),
        Place::Unknown => json!(["unknown"]),
    }
}
