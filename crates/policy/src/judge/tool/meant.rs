//! What the arguments of an MCP tool are, whatever its maker called them: commands, paths, addresses, SQL.
//!
//! No table tells what such a tool does with a text, so every text is looked at as each of them. Where the name of the
//! argument or of the tool says what it is, what speaks against it counts in full; elsewhere it puts the call to a person.

use serde_json::{Map, Value as Json};

use super::{Judge, Subject, address};
use crate::inspect::sql_danger;
use crate::judge::files::Touch;
use crate::judge::outcome::Outcome;
use crate::programs::Arg;
use crate::rules::{Applies, Pattern, Says, applies, host, hosts_meant};
use crate::{CallFacts, Decision, Stage, Verdict};

/// Texts beyond this are looked at by their beginning alone, and a person is asked.
const LONGEST: usize = 64 << 10;

/// More texts than this in one call are not looked at.
const MOST: usize = 256;

/// What judging a text as a command takes, in steps, beside a quarter of a step for each byte. Each is decided by itself, so
/// a call with many of them is put to a person.
const COMMAND: usize = 3000;

/// Deeper than this nothing is looked at.
const DEEPEST: usize = 16;

/// A text among the arguments.
struct Text<'a> {
    /// The names it stands under, outermost first.
    key: &'a str,
    text: &'a str,
}

impl Judge<'_> {
    /// Judges every text of the arguments as what it may be.
    pub(super) fn meant(
        &self,
        name: &str,
        subject: &Subject<'_>,
        arguments: &Map<String, Json>,
        outcome: &mut Outcome,
    ) {
        let mut texts = Vec::new();
        let mut whole = true;
        for (key, value) in arguments {
            whole &= gather(key, value, 0, &mut texts);
        }
        if !whole {
            outcome.hard_ask(None, "arguments too deep or too many to be read");
        }
        let tool = name.rsplit("__").next().unwrap_or(name);
        for one in &texts {
            if one.text.len() > LONGEST && !says_text(one.key) {
                outcome.hard_ask(None, format!("argument `{}` is too long to be looked into", one.key));
                continue;
            }
            self.as_command(tool, one, outcome);
            self.as_path(tool, one, outcome);
            self.as_address(one, outcome);
            if !self.is_spelt(subject, one.key) {
                as_sql(tool, one, outcome);
            }
        }
        for (key, value) in arguments {
            self.as_words(key, value, 0, outcome);
        }
    }

    /// Words of one command, as they reach a program.
    fn as_words(&self, key: &str, value: &Json, depth: usize, outcome: &mut Outcome) {
        if depth > DEEPEST {
            return;
        }
        let deeper = depth.saturating_add(1);
        match value {
            Json::Object(map) => map.iter().for_each(|(key, one)| self.as_words(key, one, deeper, outcome)),
            Json::Array(list) => match says_command(key).then(|| words(list)).flatten() {
                Some(line) => self.command(key, &line, true, outcome),
                None => list.iter().for_each(|one| self.as_words(key, one, deeper, outcome)),
            },
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
        }
    }

    fn as_command(&self, tool: &str, one: &Text<'_>, outcome: &mut Outcome) {
        let certain = says_command(one.key) || runs(tool) && !says_text(one.key);
        if certain || begins_as_command(one.text) && !says_text(one.key) {
            self.command(one.key, one.text, certain, outcome);
        }
    }

    /// What the floors and the rules that refuse say of a command. What would allow it as a command is not asked: a rule
    /// that allows the tool allows what it is for.
    fn command(&self, key: &str, text: &str, certain: bool, outcome: &mut Outcome) {
        if self.files.budget.spend((text.len() / 4).saturating_add(COMMAND)).is_err() {
            return;
        }
        let arguments = Map::from_iter([("command".to_owned(), Json::from(text))]);
        let call =
            CallFacts { tool: "bash".to_owned(), arguments, command_bytes: None, shell: None, ..self.call.clone() };
        let situation = crate::Situation { now: self.context.now, ..crate::Situation::new(self.files.resolver) };
        let judged: Decision = crate::decide_in(&call, self.policy, &situation);
        for finding in judged.findings {
            let reason = format!("argument `{key}` as a command: {}", finding.reason);
            match (finding.verdict, finding.stage) {
                (Verdict::Deny, _) if certain => {
                    outcome.add(Verdict::Deny, Stage::DenyFloor, finding.source, None, reason);
                }
                (Verdict::Deny, _) => outcome.hard_ask(None, reason),
                (Verdict::Ask, Stage::NamedAskFloor) => outcome.named_ask(None, reason),
                // What merely cannot be read is no command where nothing says that it is one.
                (Verdict::Ask, Stage::HardAskFloor) if certain || finding.rule.is_some() => {
                    outcome.hard_ask(None, reason);
                }
                (Verdict::Ask | Verdict::Allow, _) => {}
            }
        }
    }

    /// Rules that refuse files hold for a tool that is given their paths.
    fn as_path(&self, tool: &str, one: &Text<'_>, outcome: &mut Outcome) {
        if says_text(one.key) || one.text.contains(['\n', '\0']) || one.text.len() > 4096 || one.text.contains("://") {
            return;
        }
        let uses: &[Arg] = match super::likeness::deed(tool) {
            super::likeness::Deed::Looks => &[Arg::Read],
            super::likeness::Deed::Changes | super::likeness::Deed::Unknown => &[Arg::Read, Arg::Write],
        };
        for arg in uses {
            let touch = Touch {
                path: Some(one.text),
                tilde: one.text.starts_with('~'),
                glob: false,
                directory: &super::touched::START,
                arg: *arg,
                span: None,
                spelt: false,
            };
            self.files.ruled_out(&touch, outcome);
        }
    }

    /// Rules that refuse hosts hold for a tool that is given their addresses, and so do the floors on addresses.
    fn as_address(&self, one: &Text<'_>, outcome: &mut Outcome) {
        let whole = one.text.trim();
        let is_whole =
            (whole.starts_with("http://") || whole.starts_with("https://")) && !whole.contains(char::is_whitespace);
        let urls = crate::read::addresses_in(one.text);
        if is_whole && !says_text(one.key) {
            address(whole, outcome);
        }
        for url in urls.iter().take(MOST) {
            for rule in self.policy.rules.iter().filter(|rule| rule.says != Says::Allow) {
                let Pattern::Domain(domain) = &rule.pattern else { continue };
                let meant = host(url).into_iter().chain(hosts_meant(url));
                let fits = meant.into_iter().any(|host| super::domain_matches(domain, &host, true));
                if fits && applies(rule, &self.context) == Applies::Yes {
                    let (verdict, stage) = super::floor_of(rule.says);
                    let told = format!("argument `{}` names {domain}, which `{}` rules out", one.key, rule.text);
                    if is_whole {
                        outcome.add_rule(verdict, stage, rule, None, told);
                    } else {
                        outcome.hard_ask(None, told);
                    }
                }
            }
        }
    }

    /// Whether a rule that allows the tool spells out how this argument begins.
    fn is_spelt(&self, subject: &Subject<'_>, key: &str) -> bool {
        let allows = |rule: &&crate::rules::Rule| rule.says == Says::Allow && rule.trusted;
        self.policy.rules.iter().filter(allows).any(|rule| {
            let names = |(name, pattern): &(String, String)| name == key && !pattern.starts_with('*');
            rule.when.iter().any(names)
                && self.is_about(rule, subject, false)
                && applies(rule, &self.context) == Applies::Yes
        })
    }
}

/// SQL that does more than ask.
fn as_sql(tool: &str, one: &Text<'_>, outcome: &mut Outcome) {
    let certain = says_sql(one.key) || one.key.eq_ignore_ascii_case("query") && is_of_a_database(tool);
    if !certain && (!is_statement(one.text) || says_text(one.key)) {
        return;
    }
    if let Some(what) = sql_danger(one.text) {
        outcome.named_ask(None, format!("argument `{}` is SQL that does more than ask: {what}", one.key));
    }
}

/// All texts below a value; whether all were found.
fn gather<'a>(key: &'a str, value: &'a Json, depth: usize, texts: &mut Vec<Text<'a>>) -> bool {
    if depth > DEEPEST || texts.len() >= MOST {
        return false;
    }
    let deeper = depth.saturating_add(1);
    match value {
        Json::String(text) => {
            texts.push(Text { key, text });
            true
        }
        Json::Array(list) => list.iter().all(|one| gather(key, one, deeper, texts)),
        Json::Object(map) => map.iter().all(|(key, one)| gather(key, one, deeper, texts)),
        Json::Null | Json::Bool(_) | Json::Number(_) => true,
    }
}

/// The words of a list as a command line.
fn words(list: &[Json]) -> Option<String> {
    let words: Option<Vec<_>> = list.iter().map(|word| word.as_str().map(crate::command::quoted)).collect();
    words.filter(|words| !words.is_empty()).map(|words| words.join(" "))
}

fn folded(key: &str) -> String {
    key.chars().filter(char::is_ascii_alphanumeric).map(|one| one.to_ascii_lowercase()).collect()
}

/// Whether the name of an argument says that it is a command.
fn says_command(key: &str) -> bool {
    matches!(
        folded(key).as_str(),
        "command"
            | "commands"
            | "cmd"
            | "cmds"
            | "cmdline"
            | "commandline"
            | "script"
            | "argv"
            | "shell"
            | "bash"
            | "exec"
            | "shellcommand"
            | "run"
            | "terminal"
    )
}

/// Whether the name of an argument says that it is text for people, or to be kept.
fn says_text(key: &str) -> bool {
    matches!(
        folded(key).as_str(),
        "content"
            | "contents"
            | "text"
            | "filetext"
            | "newtext"
            | "oldtext"
            | "body"
            | "description"
            | "message"
            | "prompt"
            | "title"
            | "summary"
            | "comment"
            | "note"
            | "notes"
            | "reason"
            | "markdown"
            | "html"
            | "subject"
            | "thought"
    )
}

fn says_sql(key: &str) -> bool {
    matches!(folded(key).as_str(), "sql" | "sqlquery" | "statement" | "statements" | "stmt" | "sqlstatement")
}

/// Whether the name of a tool says that it runs what it is given.
fn runs(tool: &str) -> bool {
    let lower = tool.to_lowercase();
    lower.split(['_', '-', '.']).any(|word| {
        matches!(
            word,
            "bash" | "sh" | "zsh" | "shell" | "exec" | "execute" | "terminal" | "command" | "cmd" | "powershell"
        )
    })
}

fn is_of_a_database(tool: &str) -> bool {
    let lower = tool.to_lowercase();
    ["sql", "query", "database", "db", "postgres", "mysql", "sqlite"].iter().any(|word| lower.contains(word))
}

/// Whether a text begins as a command does: with the name of a program that is known.
fn begins_as_command(text: &str) -> bool {
    let first = text.trim_start().split([' ', '\t', '\n', ';', '|', '&']).next().unwrap_or_default();
    let name = first.rsplit('/').next().unwrap_or(first);
    !name.is_empty() && name.len() <= 64 && crate::programs::built_in(name).is_some()
}

/// Whether a text is a statement of SQL by its first words.
fn is_statement(text: &str) -> bool {
    let lower = text.trim_start_matches(['(', ' ', '\n', '\t', ';']).to_ascii_lowercase();
    let mut words = lower.split_whitespace();
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let has = |word: &str| lower.split(|one: char| !one.is_alphanumeric()).any(|one| one == word);
    match first {
        "select" => has("from") || second.contains('('),
        "insert" | "replace" | "merge" => second == "into" || has("values"),
        "update" => has("set"),
        "delete" => second == "from",
        "drop" | "alter" | "create" | "truncate" => matches!(
            second,
            "table"
                | "database"
                | "schema"
                | "index"
                | "view"
                | "user"
                | "role"
                | "function"
                | "trigger"
                | "extension"
                | "procedure"
                | "sequence"
                | "type"
                | "or"
                | "temp"
                | "temporary"
                | "unique"
                | "materialized"
        ),
        "grant" | "revoke" => has("on") || has("to") || has("from"),
        "with" => has("as") && (has("select") || has("delete") || has("update") || has("insert")),
        "copy" => has("from") || has("to"),
        "pragma" | "attach" | "vacuum" | "load" | "call" | "exec" | "execute" => !second.is_empty(),
        _ => false,
    }
}
