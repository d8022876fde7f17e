//! What the arguments of an MCP tool are, under any name: commands, paths, addresses, SQL.
//!
//! No table says what such a tool does with a text, so byleave looks at every text as each of them. If the name of the
//! argument or of the tool says what it is, a deny refuses the call; otherwise the call asks.

use byleave_knowledge::arguments::{says_command, says_host, says_sql, says_text};
use byleave_knowledge::tools::{says_database, says_runs};
use serde_json::{Map, Value as Json};

use super::first_words::{begins_as_command, is_one_word, is_program, is_statement, looks_like_path};
use super::judge::{Subject, ToolCall, address, domain_matches};
use crate::budget::{cost, limit};
use crate::findings::{Findings, floor_of};
use crate::inspect::sql_danger;
use crate::read::addresses_in;
use crate::rules::{Applies, Pattern, Rule, applies, host, hosts_meant};
use crate::{CallFacts, Finding, Reason, Stage, Verdict};

/// A text among the arguments.
pub(super) struct Text<'a> {
    /// The name of its argument.
    pub key: &'a str,
    pub text: &'a str,
}

impl ToolCall<'_> {
    /// Judges every text of the arguments as what it may be.
    pub(super) fn meant(&self, name: &str, subject: &Subject<'_>, arguments: &Map<String, Json>) -> Findings {
        let mut found = Findings::default();
        let mut texts = Vec::new();
        let mut whole = all(arguments, 0, &mut texts);
        // Some tools take their arguments as one text.
        let inner = in_texts(&texts);
        let mut more = Vec::new();
        whole &= inner.iter().all(|(key, value)| gather(key, value, 1, &mut more));
        whole &= in_texts(&more).is_empty();
        texts.extend(more);
        if !whole {
            found.add(Finding::hard_ask(None, Reason::ArgumentsTooDeep));
        }
        let tool = name.rsplit("__").next().unwrap_or(name);
        for one in &texts {
            if one.text.len() > limit::ARGUMENT && !says_text(one.key) {
                found.add(Finding::hard_ask(None, Reason::ArgumentTooLong(one.key.to_owned())));
                continue;
            }
            let certain = says_command(one.key) || says_runs(tool) && !says_text(one.key);
            if certain || begins_as_command(one.text) && !says_text(one.key) {
                found.extend(self.command(one.key, one.text, certain));
            }
            found.join(self.as_path(tool, one));
            found.join(self.as_address(one));
            if !self.is_spelt(subject, one.key) {
                found.extend(as_sql(tool, one));
            }
        }
        let owned = inner.iter().map(|(key, value)| (key, value));
        for (key, value) in arguments.iter().chain(owned) {
            found.join(self.as_words(key, value, 0));
        }
        found
    }

    /// Words of one command, as they reach a program.
    fn as_words(&self, key: &str, value: &Json, depth: usize) -> Findings {
        let mut found = Findings::default();
        if depth > limit::DEPTH {
            return found;
        }
        let deeper = depth.saturating_add(1);
        match value {
            Json::Object(map) => map.iter().for_each(|(key, one)| found.join(self.as_words(key, one, deeper))),
            Json::Array(list) => {
                let certain = says_command(key);
                let program = list.first().and_then(Json::as_str).is_some_and(is_program);
                let may = certain || program && list.len() > 1 && !says_text(key);
                match may.then(|| words(list)).flatten() {
                    Some(line) => found.extend(self.command(key, &line, certain)),
                    None => list.iter().for_each(|one| found.join(self.as_words(key, one, deeper))),
                }
            }
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
        }
        found
    }

    /// What the floors and the rules that refuse say of a command. What would allow it as a command is not asked: a rule
    /// that allows the tool allows what it is for.
    fn command(&self, key: &str, text: &str, certain: bool) -> Vec<Finding> {
        if self.files.budget.spend((text.len() / 4).saturating_add(cost::ARGUMENT)).is_err() {
            return Vec::new();
        }
        let call =
            CallFacts { cwd: self.call.cwd.clone(), ..CallFacts::bash(text, &self.call.project, &self.call.home) };
        let meant = |one: Finding| {
            let reason = Reason::ArgumentAsCommand(key.to_owned(), Box::new(one.reason));
            match (one.verdict, one.stage) {
                (Verdict::Deny, _) if certain => Some(Finding { source: one.source, ..Finding::deny(None, reason) }),
                (Verdict::Deny, _) => Some(Finding::hard_ask(None, reason)),
                // A word by itself, such as one to search for, is no command where nothing says that it is one.
                (Verdict::Ask, Stage::NamedAskFloor) if certain || !is_one_word(text) => {
                    Some(Finding::named_ask(None, reason))
                }
                // What merely cannot be read is no command where nothing says that it is one.
                (Verdict::Ask, Stage::HardAskFloor) if certain || one.rule.is_some() => {
                    Some(Finding::hard_ask(None, reason))
                }
                (Verdict::Ask | Verdict::Allow, _) => None,
            }
        };
        (self.decide)(&call).findings.into_iter().filter_map(meant).collect()
    }

    /// Rules that refuse hosts hold for a tool that is given their addresses, and so do the floors on addresses.
    fn as_address(&self, one: &Text<'_>) -> Findings {
        let mut found = Findings::default();
        let whole = one.text.trim();
        let is_word = !whole.contains(char::is_whitespace);
        let is_web = |scheme: &str| scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
        let is_whole = is_word && whole.split_once("://").is_some_and(|(scheme, _)| is_web(scheme));
        if is_whole && !says_text(one.key) {
            found.extend(address(whole));
        }
        let refuses = |rule: &&Rule| matches!(rule.pattern, Pattern::Domain(_)) && rule.says != Verdict::Allow;
        let rules: Vec<&Rule> = self.policy.rules.iter().filter(refuses).collect();
        if rules.is_empty() {
            return found;
        }
        // Each with whether it is what the argument is about.
        let mut urls: Vec<(String, bool)> = addresses_in(one.text).into_iter().map(|url| (url, is_whole)).collect();
        let is_host = is_word && whole.len() <= limit::HOST && whole.contains('.') && !whole.contains("://");
        if is_host && !says_text(one.key) {
            // `//host/x` takes the scheme of the page around it.
            urls.push((format!("https://{}", whole.trim_start_matches('/')), says_host(one.key)));
        }
        for (url, certain) in urls {
            if self.files.budget.spend(rules.len()).is_err() {
                break;
            }
            for rule in &rules {
                let Pattern::Domain(domain) = &rule.pattern else { continue };
                let mut meant = host(&url).into_iter().chain(hosts_meant(&url));
                let fits = meant.any(|host| domain_matches(domain, &host, true));
                if fits && applies(rule, &self.context) == Applies::Yes {
                    let told = Reason::ArgumentHost(one.key.to_owned(), domain.clone(), rule.text.clone());
                    found.join(if certain {
                        Findings::of_rule(rule, floor_of(rule.says), None, told)
                    } else {
                        Finding::hard_ask(None, told).into()
                    });
                }
            }
        }
        found
    }

    /// Whether a rule that allows the tool spells out how this argument begins.
    fn is_spelt(&self, subject: &Subject<'_>, key: &str) -> bool {
        let allows = |rule: &&Rule| rule.says == Verdict::Allow && rule.trusted;
        self.policy.rules.iter().filter(allows).any(|rule| {
            let names = |(name, pattern): &(String, String)| name == key && !pattern.starts_with('*');
            rule.when.iter().any(names)
                && self.is_about(rule, subject, false)
                && applies(rule, &self.context) == Applies::Yes
        })
    }
}

/// SQL that does more than ask.
fn as_sql(tool: &str, one: &Text<'_>) -> Option<Finding> {
    let certain = says_sql(one.key) || one.key.eq_ignore_ascii_case("query") && says_database(tool);
    if !certain && (!is_statement(one.text) || says_text(one.key)) {
        return None;
    }
    sql_danger(one.text).map(|what| Finding::named_ask(None, Reason::ArgumentSql(one.key.to_owned(), what)))
}

/// All texts of a map, and its names where these look like paths; whether all were found.
fn all<'a>(map: &'a Map<String, Json>, depth: usize, texts: &mut Vec<Text<'a>>) -> bool {
    map.iter().all(|(key, one)| {
        if looks_like_path(key) {
            texts.push(Text { key, text: key });
        }
        gather(key, one, depth, texts)
    })
}

/// What texts hold that are JSON themselves.
fn in_texts(texts: &[Text<'_>]) -> Vec<(String, Json)> {
    let is_meant = |one: &&Text<'_>| {
        one.text.len() <= limit::ARGUMENT && one.text.trim_start().starts_with(['{', '[']) && !says_text(one.key)
    };
    let read = |one: &Text<'_>| Some((one.key.to_owned(), serde_json::from_str(one.text).ok()?));
    texts.iter().filter(is_meant).filter_map(read).collect()
}

/// All texts below a value; whether all were found.
fn gather<'a>(key: &'a str, value: &'a Json, depth: usize, texts: &mut Vec<Text<'a>>) -> bool {
    if depth > limit::DEPTH || texts.len() >= limit::ARGUMENTS {
        return false;
    }
    let deeper = depth.saturating_add(1);
    match value {
        Json::String(text) => {
            texts.push(Text { key, text });
            true
        }
        Json::Array(list) => list.iter().all(|one| gather(key, one, deeper, texts)),
        Json::Object(map) => all(map, deeper, texts),
        Json::Null | Json::Bool(_) | Json::Number(_) => true,
    }
}

/// The words of a list as a command line.
fn words(list: &[Json]) -> Option<String> {
    let words: Option<Vec<_>> = list.iter().map(|word| word.as_str().map(crate::command::quoted)).collect();
    words.filter(|words| !words.is_empty()).map(|words| words.join(" "))
}
