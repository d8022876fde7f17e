//! The program under test: this very binary, started again inside a terminal.

use std::time::Duration;
use std::{env, fs, thread};

use byleave_policy::Verdict;
use byleave_policy::grant::Breadth;
use byleave_terminal::{
    Choice, Closer, Diff, Options, Part, Process, Question, Risk, Scope, Style, Subject, Terminal, Without,
};
use serde_json::Value;

/// Says what to ask, as JSON.
pub const QUESTION: &str = "BYLEAVE_TEST_QUESTION";
/// Where to write what came of it.
pub const RESULT: &str = "BYLEAVE_TEST_RESULT";

#[test]
#[ignore = "not a test: the process that the tests look at"]
fn subject() {
    let Ok(wanted) = env::var(QUESTION) else { return };
    let wanted: Value = serde_json::from_str(&wanted).unwrap();
    let question = question(&wanted);
    let mut terminal = Terminal::new(Options { process: Process::Ours, without: Without::Fail, ..Options::default() });
    let closer = Closer::new().unwrap();
    if let Some(because) = wanted["close"].as_str() {
        let (closer, because) = (closer.clone(), because.to_owned());
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(300));
            closer.close(&because);
        });
    }
    if wanted["panic"] == true {
        thread::spawn(|| {
            thread::sleep(Duration::from_millis(300));
            panic!("a thread of the host panics");
        });
    }
    if wanted["quits"] == true {
        thread::spawn(|| {
            thread::sleep(Duration::from_millis(300));
            byleave_terminal::restore();
            std::process::exit(7);
        });
    }
    let mut replies = Vec::new();
    for _ in 0..wanted["times"].as_u64().unwrap_or(1) {
        replies.push(match terminal.ask(&question, Some(&closer)) {
            Ok(reply) => format!("{reply:?}"),
            Err(error) => format!("error: {error}"),
        });
    }
    fs::write(env::var(RESULT).unwrap(), replies.join("\n")).unwrap();
    if wanted["lingers"] == true {
        thread::sleep(Duration::from_mins(1));
    }
}

/// The question that JSON asks for.
pub fn question(wanted: &Value) -> Question {
    let text = |name: &str| wanted[name].as_str().map(str::to_owned);
    let command = text("command");
    let mut arguments = wanted["arguments"].as_object().cloned().unwrap_or_default();
    if let Some(command) = &command {
        arguments.insert("command".to_owned(), command.as_str().into());
    }
    let query = text("query");
    if let Some(query) = &query {
        arguments.insert("query".to_owned(), query.as_str().into());
    }
    let parts = wanted["parts"].as_array().into_iter().flatten().map(|part| Part {
        text: part[0].as_str().unwrap().to_owned(),
        verdict: match part[1].as_str().unwrap() {
            "allow" => Verdict::Allow,
            "ask" => Verdict::Ask,
            _ => Verdict::Deny,
        },
        reason: part[2].as_str().unwrap().to_owned(),
    });
    let covers = wanted["covers"].as_array().into_iter().flatten().zip([Scope::Session, Scope::Project, Scope::Always]);
    Question {
        style: match wanted["style"].as_str() {
            Some("ollama") => Style::Ollama,
            Some("plain") => Style::Plain,
            _ => Style::Byleave,
        },
        tool: text("tool").unwrap_or_else(|| "bash".to_owned()),
        subject: match (command, query) {
            (Some(command), _) => Subject::Command(command),
            (None, Some(query)) => Subject::Query(query),
            (None, None) => Subject::Arguments,
        },
        arguments,
        order: Vec::new(),
        parts: parts.collect(),
        matters: text("why").into_iter().collect(),
        outside: wanted["outside"] == true,
        description: text("description"),
        risk: match wanted["risk"].as_str() {
            Some("critical") => Some(Risk::Critical),
            Some("high") => Some(Risk::High),
            Some("medium") => Some(Risk::Medium),
            Some("low") => Some(Risk::Low),
            _ => None,
        },
        cwd: text("cwd"),
        session: text("session"),
        covers: covers
            .map(|(words, scope)| Choice {
                scope,
                breadth: Breadth::Prefix,
                words: format!("`{}` with any plain options and words", words.as_str().unwrap()),
                pattern: format!("Bash({} *)", words.as_str().unwrap()),
            })
            .collect(),
        diff: wanted["diff"]
            .as_array()
            .map(|diff| Diff::between(diff[0].as_str().unwrap(), diff[1].as_str(), diff[2].as_str().unwrap())),
        expires_in: wanted["expires"].as_f64().map(Duration::from_secs_f64),
    }
}
