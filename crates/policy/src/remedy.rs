//! What would change a verdict: the narrowest rules, which byleave tries before it shows them.

use byleave_knowledge::arguments::subjects;
use byleave_shell::Span;
use serde::{Serialize, Serializer};

use crate::budget::limit;
use crate::command::{Commands, Redirect};
use crate::paths::{Ground, Place, Root, base_name, normal};
use crate::read::{Reading, Subject};
use crate::rules::{Rule, host};
use crate::tool::Category;
use crate::{Decision, Finding, Policy, Situation, Verdict, decide_read};

/// What would change a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remedy<'d> {
    /// It is allowed already.
    None,
    /// These rules would allow exactly this call.
    Rules(Vec<String>),
    /// No rule can; a person may each time.
    Person,
    /// A rule for every part would be no policy.
    TooMany,
    /// A rule refuses it, here.
    Refused(&'d Finding),
    /// It is built in.
    BuiltIn,
}

/// What would change a verdict, for programs.
#[derive(Serialize)]
#[serde(untagged)]
enum RemedyJson<'d> {
    Allow { allow: &'d [String] },
    Person { person: bool },
    TooMany { too_many: bool },
    Refused { rule: Option<&'d str>, location: Option<&'d str> },
    BuiltIn { built_in: bool },
}

impl Serialize for Remedy<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let told = match self {
            Self::None => None,
            Self::Rules(rules) => Some(RemedyJson::Allow { allow: rules }),
            Self::Person => Some(RemedyJson::Person { person: true }),
            Self::TooMany => Some(RemedyJson::TooMany { too_many: true }),
            Self::Refused(finding) => {
                Some(RemedyJson::Refused { rule: finding.rule.as_deref(), location: finding.location.as_deref() })
            }
            Self::BuiltIn => Some(RemedyJson::BuiltIn { built_in: true }),
        };
        told.serialize(serializer)
    }
}

/// What asks.
fn asking(decision: &Decision) -> impl Iterator<Item = &Finding> {
    decision.findings.iter().filter(|finding| finding.verdict == Verdict::Ask)
}

/// Finds what would change a verdict.
#[must_use]
pub fn find<'d>(
    reading: &Reading<'_>,
    policy: &Policy,
    situation: &Situation<'_>,
    decision: &'d Decision,
) -> Remedy<'d> {
    match decision.verdict {
        Verdict::Allow => Remedy::None,
        Verdict::Ask if asking(decision).nth(limit::REMEDIES).is_some() => Remedy::TooMany,
        Verdict::Ask => narrowest(reading, policy, situation, decision).map_or(Remedy::Person, Remedy::Rules),
        Verdict::Deny => {
            let mut refusing = decision.findings.iter().filter(|finding| finding.verdict == Verdict::Deny);
            // Where one reason is built in, taking a rule away changes nothing.
            if refusing.clone().all(|finding| finding.rule.is_some()) {
                refusing.next().map_or(Remedy::BuiltIn, Remedy::Refused)
            } else {
                Remedy::BuiltIn
            }
        }
    }
}

/// Rules on exactly the parts nothing speaks for, if they are enough.
fn narrowest(
    reading: &Reading<'_>,
    policy: &Policy,
    situation: &Situation<'_>,
    decision: &Decision,
) -> Option<Vec<String>> {
    let enough = |rules: &[String]| {
        let mut wider = policy.clone();
        for rule in rules {
            // A remedy must not need a pattern that says something else than the words it is made of.
            match Rule::new(rule, Verdict::Allow) {
                Ok(rule) => wider.rules.push(rule),
                Err(_) => return false,
            }
        }
        !rules.is_empty() && decide_read(reading, &wider, situation).verdict == Verdict::Allow
    };
    match reading.subject() {
        Subject::Command(read) => {
            let all = read.commands();
            // A text that is not plain is allowed by a rule on exactly this text, or not at all.
            let whole = Some(all.script.source().trim()).filter(|text| is_plain_word(text));
            let whole = || whole.map(|text| vec![format!("Bash({text})")]).filter(|rules| enough(rules));
            let ground = reading.ground();
            let read = || Some(read_elsewhere(all, &ground)).filter(|rules| enough(rules));
            return read().or_else(|| parts(all, &ground, decision).filter(|rules| enough(rules))).or_else(whole);
        }
        Subject::Odd | Subject::Missing => return None,
        Subject::Named(_) => {}
    }
    candidates(reading).into_iter().map(|rule| vec![rule]).find(|rules| enough(rules))
}

/// A rule for every command and redirection that asks.
fn parts(all: &Commands<'_>, ground: &Ground<'_>, decision: &Decision) -> Option<Vec<String>> {
    let script = &all.script;
    let spans: Vec<Span> = asking(decision).filter_map(|finding| finding.span).collect();
    let mut rules: Vec<String> = Vec::new();
    let mut add = |rule: String| {
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    };
    let redirects = all.redirections.iter().chain(all.simples.iter().flat_map(|simple| &simple.redirections));
    let redirects: Vec<&Redirect<'_>> = redirects.filter(|redirect| redirect.writes()).collect();
    let redirected = |span: &Span| redirects.iter().any(|redirect| redirect.span.contains(*span));
    for command in script.commands() {
        if spans.iter().any(|span| command.span.contains(*span) && !redirected(span)) {
            let words = script.words(command.words).iter();
            let words: Option<Vec<&str>> =
                words.map(|word| script.literal(word).filter(|text| is_plain_word(text))).collect();
            add(format!("Bash({})", words?.join(" ")));
        }
    }
    for redirect in redirects.iter().filter(|redirect| spans.iter().any(|span| redirect.span.contains(*span))) {
        let target = redirect.target.text().filter(|text| is_plain(text))?;
        let Place::At { path, .. } = ground.place(target, false, false, &redirect.directory) else { return None };
        add(format!("write({})", ground.relative(&path)?));
    }
    Some(rules)
}

/// Rules on reading the directories beside the project that the words of commands name.
fn read_elsewhere(all: &Commands<'_>, ground: &Ground<'_>) -> Vec<String> {
    let mut rules: Vec<String> = Vec::new();
    for simple in &all.simples {
        for item in simple.items.iter().skip(1) {
            let text = item.shown();
            let tilde = text.starts_with("~/");
            if !is_plain(text) || !tilde && !text.starts_with('/') {
                continue;
            }
            let Place::At { path, .. } = ground.place(text, tilde, false, &simple.directory) else { continue };
            rules.extend(elsewhere(&path, ground).filter(|rule| !rules.contains(rule)));
        }
    }
    rules
}

/// The rule on reading the directory of a file beside the project; what has no ending is taken for a directory itself.
fn elsewhere(path: &str, ground: &Ground<'_>) -> Option<String> {
    let file = base_name(path).trim_start_matches('.').contains('.');
    let directory = path.rsplit_once('/').map(|(directory, _)| directory).filter(|_| file).unwrap_or(path);
    let outside =
        !ground.is_inside(path) && Root::parse(directory).is_ok_and(|root| root.directory(&ground.home).is_some());
    let below = || directory.strip_prefix(ground.home.as_ref()).filter(|below| below.starts_with('/'));
    outside.then(|| below().map_or_else(|| format!("Read({directory}/**)"), |below| format!("Read(~{below}/**)")))
}

/// Rules on a call of another tool, narrowest first.
fn candidates(reading: &Reading<'_>) -> Vec<String> {
    let (call, tool) = (reading.call(), reading.name());
    let text = |key: &str| call.arguments.get(key).and_then(|value| value.as_str()).filter(|text| is_plain(text));
    let mut rules = Vec::new();
    if let Some(subject) = subjects().find_map(text) {
        if reading.category() == Some(Category::Read) {
            rules.extend(elsewhere(&normal(&call.cwd, subject), &reading.ground()));
        }
        rules.push(format!("{tool}({subject})"));
        // Outside the project only a rule that spells the place out counts.
        rules.push(format!("{tool}({})", normal(&call.cwd, subject)));
    }
    if let Some(host) = text("url").and_then(host) {
        rules.push(format!("{tool}(domain:{host})"));
    }
    // In ConnectOnion's form the name of an MCP tool is an argument.
    rules.extend(text("name").filter(|_| call.tool == "mcp").map(str::to_owned));
    rules.push(tool.to_owned());
    rules
}

/// Whether a word of a command has no special meaning in a pattern.
fn is_plain_word(text: &str) -> bool {
    !text.contains('*') && !text.chars().any(char::is_control)
}

/// Whether a path or an address has no special meaning in a pattern.
fn is_plain(text: &str) -> bool {
    is_plain_word(text) && !text.contains(['?', '[', '{', '\\'])
}
