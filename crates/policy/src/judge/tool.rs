//! Tools other than the shell.

use std::borrow::Cow;

use byleave_shell::{Directory, Whereabouts};
use serde_json::Value as Json;

use super::files::{Files, Touch, floor_of};
use super::outcome::Outcome;
use crate::file::SubjectFacts;
use crate::grant::Coverage;
use crate::paths::{Ground, Resolver, is_harmless};
use crate::programs::Arg;
use crate::rules::{Applies, Context, Pattern, Rule, Says, applies, has_other_port, host, is_internal};
use crate::tools::{self, Category, SUBJECTS};
use crate::{Call, Decision, Mode, Policy, Profile, Source, Stage, Verdict, glob};

pub(super) fn judge(
    call: &Call,
    policy: &Policy,
    ground: &Ground<'_>,
    resolver: &dyn Resolver,
    context: Context<'_>,
    category: Option<Category>,
) -> Decision {
    let mut outcome = Outcome::default();
    let subject = Subject::of(call, category);
    let judge = Judge {
        call,
        policy,
        ground,
        category,
        context,
        files: Files { ground, policy, resolver, context },
        subject: &subject,
    };
    judge.run(&mut outcome);
    outcome.decision()
}

/// What a call is about.
enum Subject<'c> {
    Path(&'c str),
    Url(&'c str),
    Mcp(&'c str),
    None,
}

impl<'c> Subject<'c> {
    fn of(call: &'c Call, category: Option<Category>) -> Self {
        let text = |key: &str| call.arguments.get(key).and_then(Json::as_str);
        if call.tool == "mcp" {
            return text("name").map_or(Self::None, Self::Mcp);
        }
        if call.tool.starts_with("mcp__") {
            return Self::Mcp(&call.tool);
        }
        match category {
            Some(Category::Network) => text("url").map_or(Self::None, Self::Url),
            Some(Category::Read | Category::Write) => {
                let path = SUBJECTS
                    .iter()
                    .filter(|key| !matches!(**key, "url" | "query" | "pattern"))
                    .find_map(|key| text(key));
                path.map_or(Self::None, Self::Path)
            }
            Some(Category::Command | Category::Ask) | None => Self::None,
        }
    }
}

struct Judge<'j> {
    call: &'j Call,
    policy: &'j Policy,
    ground: &'j Ground<'j>,
    category: Option<Category>,
    context: Context<'j>,
    files: Files<'j>,
    subject: &'j Subject<'j>,
}

static START: Directory = Directory { place: Whereabouts::Relative(String::new()), uncertain: false };

impl Judge<'_> {
    fn run(&self, outcome: &mut Outcome) {
        let place = self.floors(outcome);
        if self.category == Some(Category::Ask) {
            outcome.hard_ask(None, "a question to the user is answered by the user");
            return;
        }
        self.layers(place.as_deref(), outcome);
    }

    /// Floors on what the call is about; returns the path it leads to.
    fn floors(&self, outcome: &mut Outcome) -> Option<String> {
        for text in strings(&Json::Object(self.call.arguments.clone()))
            .iter()
            .filter(|_| !matches!(self.category, Some(Category::Write)))
        {
            if has_secret(text) {
                outcome.hard_ask(None, "a secret stands in the arguments");
            }
        }
        let mut place = None;
        match self.subject {
            Subject::Path(path) => {
                let arg = if self.category == Some(Category::Write) { Arg::Write } else { Arg::Read };
                let odd = is_odd_path(path);
                let touch = Touch {
                    path: (!odd).then_some(*path),
                    tilde: path.starts_with('~'),
                    glob: false,
                    directory: &START,
                    arg,
                    span: None,
                    spelt: false,
                };
                let judged = self.files.judge(&touch, outcome);
                if judged.outside && arg == Arg::Read && !self.policy.rules_only && self.policy.profile.asks_outside() {
                    let at = judged.place.as_deref().unwrap_or(path);
                    if !is_harmless(at, &self.ground.home) {
                        outcome.unruled(None, format!("reads outside the project: {at}"));
                    }
                }
                place = judged.place.map(Cow::into_owned);
            }
            Subject::Url(url) => match host(url) {
                Some(host) if is_internal(&host) => {
                    outcome.named_ask(None, format!("`{host}` is this machine or its network"));
                }
                Some(_) if has_other_port(url) => outcome.hard_ask(None, "the address names another port"),
                Some(_) => {}
                None => outcome.hard_ask(None, "the address is not a plain http or https address"),
            },
            Subject::Mcp(name) => {
                if !tools::is_mcp(name) {
                    outcome.hard_ask(None, "not a plain `mcp__server__tool` name");
                }
                if self.mcp_arguments().is_some_and(|arguments| arguments.keys().any(|key| key.starts_with('_'))) {
                    outcome.hard_ask(None, "an argument that only the client itself may set");
                }
            }
            Subject::None => {}
        }
        for path in self.other_paths() {
            let arg = if self.category == Some(Category::Write) { Arg::Write } else { Arg::Read };
            let tilde = path.starts_with('~');
            let touch =
                Touch { path: Some(&path), tilde, glob: false, directory: &START, arg, span: None, spelt: false };
            self.files.judge(&touch, outcome);
        }
        if self.call.tool.eq_ignore_ascii_case("apply_patch") && self.patched().is_empty() {
            outcome.hard_ask(None, "a patch whose files could not be read");
        }
        for held in self.policy.auto_approve.held_subject(&self.facts()) {
            outcome.add_rule(Verdict::Ask, Stage::HardAskFloor, held.rule, held.span, held.reason);
        }
        for rule in self.policy.rules.iter().filter(|rule| rule.says != Says::Allow) {
            if self.is_about(rule, place.as_deref(), true) && applies(rule, &self.context) == Applies::Yes {
                let (verdict, stage) = floor_of(rule.says);
                outcome.add_rule(verdict, stage, rule, None, format!("`{}` is ruled out", rule.text));
            }
        }
        place
    }

    /// Paths beside the one the call is about: any of them may be what the tool uses.
    fn other_paths(&self) -> Vec<String> {
        if !matches!(self.category, Some(Category::Read | Category::Write)) {
            return Vec::new();
        }
        let named = SUBJECTS.iter().filter(|key| !matches!(**key, "url" | "query" | "pattern"));
        let named = named.filter_map(|key| self.call.arguments.get(*key).and_then(Json::as_str)).map(str::to_owned);
        let mut paths: Vec<String> = named.skip(1).collect();
        paths.extend(self.patched());
        paths
    }

    /// The files that a patch names.
    fn patched(&self) -> Vec<String> {
        const HEADS: [&str; 7] = [
            "*** Update File: ",
            "*** Add File: ",
            "*** Delete File: ",
            "*** Move to: ",
            "+++ b/",
            "--- a/",
            "rename to ",
        ];
        let texts =
            ["input", "patch", "diff"].iter().filter_map(|key| self.call.arguments.get(*key).and_then(Json::as_str));
        let lines = texts.flat_map(str::lines);
        lines
            .filter_map(|line| HEADS.iter().find_map(|head| line.strip_prefix(head)))
            .map(|path| path.trim().to_owned())
            .collect()
    }

    fn facts(&self) -> SubjectFacts<'_> {
        SubjectFacts {
            tool: &self.call.tool,
            arguments: &self.call.arguments,
            category: self.category,
            ground: self.ground,
            resolver: self.files.resolver,
        }
    }

    /// Whether a rule that matches counts now; one that would, but not by itself now, puts the call to a person.
    fn counts(&self, rule: &Rule, outcome: &mut Outcome) -> bool {
        if !rule.trusted {
            return false;
        }
        match applies(rule, &self.context) {
            Applies::Yes => true,
            Applies::No(_) => false,
            Applies::Asks(reason) => {
                outcome.hard_ask(None, reason);
                false
            }
        }
    }

    fn mcp_arguments(&self) -> Option<&serde_json::Map<String, Json>> {
        match self.call.tool.as_str() {
            "mcp" => self.call.arguments.get("arguments").and_then(Json::as_object),
            _ => Some(&self.call.arguments),
        }
    }

    /// The layers that are credited before rules: safe tools, and in OriCore's order the mode before them.
    fn spoken_for_first(&self, outcome: &mut Outcome) -> bool {
        if self.policy.rules_only {
            return false;
        }
        let mode = self.policy.mode;
        let by_mode = match self.category {
            Some(Category::Read | Category::Command | Category::Network) => mode == Mode::Yolo,
            Some(Category::Write) => mode != Mode::Default,
            Some(Category::Ask) | None => false,
        };
        if self.policy.profile == Profile::OriCore && by_mode {
            outcome.allow(Source::Mode, None, format!("mode {}", mode.name()));
            return true;
        }
        if self.category == Some(Category::Read) {
            outcome.allow(Source::Safe, None, "read-only operation");
            return true;
        }
        false
    }

    fn layers(&self, place: Option<&str>, outcome: &mut Outcome) {
        if self.spoken_for_first(outcome) {
            return;
        }
        let facts = self.facts();
        let matching =
            self.policy.rules.iter().filter(|rule| rule.says == Says::Allow && self.is_about(rule, place, false));
        let mut matching = matching.chain(self.policy.auto_approve.subject_leaves(&facts));
        if let Some(rule) = matching.find(|rule| self.counts(rule, outcome)) {
            if spells_out_a_path(rule) {
                outcome.findings.retain(|finding| finding.stage != Stage::NamedAskFloor);
            }
            outcome.add_rule(Verdict::Allow, Stage::Layers, rule, None, format!("allowed by `{}`", rule.text));
            return;
        }
        let mut granted = self.context.held.live(self.context.now).filter(|grant| match &grant.coverage {
            Coverage::Tool(_) => grant.is_for_tool(&self.call.tool),
            Coverage::Rule(rule) => self.is_about(rule, place, false),
            Coverage::Call(_) | Coverage::Commands { .. } => false,
        });
        if let Some(grant) = granted.next() {
            outcome.add_grant(grant, None);
            return;
        }
        if self.context.held.needs_approval == Some(false) {
            outcome.allow(Source::Tool, None, "the tool says that it needs no approval");
            return;
        }
        if self.policy.rules_only {
            outcome.unruled(None, format!("no rule allows `{}`", self.call.tool));
            return;
        }
        let yolo = self.policy.mode == Mode::Yolo && self.policy.profile.has_modes();
        match self.category {
            Some(Category::Read) => outcome.allow(Source::Safe, None, "read-only operation"),
            Some(Category::Write) if self.policy.mode != Mode::Default && self.policy.profile.has_modes() => {
                outcome.allow(Source::Mode, None, format!("mode {}", self.policy.mode.name()));
            }
            Some(Category::Write | Category::Command | Category::Network) if yolo => {
                outcome.allow(Source::Mode, None, "mode yolo");
            }
            Some(category) => outcome
                .unruled(None, format!("`{}` is a {} tool and no rule allows it", self.call.tool, category.name())),
            None if self.policy.unknown_tools == Some(Verdict::Deny) => {
                outcome.deny(None, format!("unknown tool `{}`", self.call.tool));
            }
            None if self
                .policy
                .unknown_tools
                .map_or(self.policy.profile.trusts_unknown_tools(), |says| says == Verdict::Allow)
                && !matches!(self.subject, Subject::Mcp(_))
                && !self.call.tool.is_empty() =>
            {
                outcome.allow(Source::Safe, None, "unknown tool treated as safe");
            }
            None => outcome.unruled(None, format!("unknown tool `{}`", self.call.tool)),
        }
    }

    /// Whether a rule is about this call.
    fn is_about(&self, rule: &Rule, place: Option<&str>, deny: bool) -> bool {
        let name = tools::find(&self.call.tool).map_or(self.call.tool.as_str(), |tool| tool.name);
        let fits = match (&rule.pattern, self.subject) {
            (Pattern::Tool(tool), _) => tool == name,
            (Pattern::Mcp(pattern), Subject::Mcp(name)) => match pattern.strip_suffix('*') {
                Some(prefix) => name.starts_with(prefix),
                None => pattern == name,
            },
            (Pattern::Domain(domain), Subject::Url(url)) => {
                host(url).is_some_and(|host| domain_matches(domain, &host, deny))
            }
            (Pattern::Subject { tool, glob: pattern }, Subject::Path(_)) => {
                let same = tool == name || deny && tools::find(tool).map(|tool| tool.category) == self.category;
                same && place.is_some_and(|place| super::files::path_matches(self.ground, pattern, place, "", deny))
            }
            (Pattern::Subject { tool, glob: pattern }, Subject::Url(url)) => {
                tool == name && glob::matches(pattern, url)
            }
            (Pattern::Subject { tool, glob: pattern }, Subject::None) => {
                let text = SUBJECTS.iter().find_map(|key| self.call.arguments.get(*key).and_then(Json::as_str));
                tool == name && text.is_some_and(|text| glob::matches(pattern, text))
            }
            _ => false,
        };
        fits && rule.when.iter().all(|(key, pattern)| self.parameter_matches(key, pattern, place, deny))
    }

    fn parameter_matches(&self, key: &str, pattern: &str, place: Option<&str>, deny: bool) -> bool {
        let Some(value) = self.call.arguments.get(key) else { return false };
        let path = SUBJECTS.contains(&key) && matches!(self.subject, Subject::Path(_));
        if path {
            return place.is_some_and(|place| super::files::path_matches(self.ground, pattern, place, "", deny));
        }
        value.as_str().map_or_else(|| glob::matches(pattern, &value.to_string()), |text| glob::matches(pattern, text))
    }
}

/// Whether a path may mean something else than it seems to: a variable, an address, characters that do not show.
fn is_odd_path(path: &str) -> bool {
    let variable = path.starts_with('$') || path.contains("${") || path.contains("$(") || path.contains("/$HOME");
    let hidden = |one: char| {
        one.is_control()
            || matches!(one, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
    };
    path.is_empty() || variable || path.contains("://") || path.chars().any(hidden)
}

/// Whether a rule names a place by an absolute path or one below the home directory, which satisfies the named floors.
fn spells_out_a_path(rule: &Rule) -> bool {
    match &rule.pattern {
        Pattern::Subject { glob, .. } => glob.starts_with(['/', '~']),
        Pattern::Tool(_) | Pattern::Command(_) | Pattern::Domain(_) | Pattern::Mcp(_) => false,
    }
}

fn domain_matches(domain: &str, host: &str, deny: bool) -> bool {
    match domain.strip_prefix("*.") {
        Some(parent) => host.strip_suffix(parent).is_some_and(|rest| rest.ends_with('.')),
        None => domain == host || deny && host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.')),
    }
}

/// All texts in a value, at any depth within reason.
fn strings(value: &Json) -> Vec<&str> {
    let mut found = Vec::new();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Json::String(text) => found.push(text.as_str()),
            Json::Array(list) => open.extend(list),
            Json::Object(map) => open.extend(map.values()),
            Json::Null | Json::Bool(_) | Json::Number(_) => {}
        }
        if found.len() > 10_000 {
            break;
        }
    }
    found
}

/// Whether a text holds a token of a known shape.
#[must_use]
pub fn has_secret(text: &str) -> bool {
    const SHAPES: [(&str, usize); 14] = [
        ("ghp_", 36),
        ("gho_", 36),
        ("ghs_", 36),
        ("github_pat_", 40),
        ("glpat-", 20),
        ("xoxb-", 20),
        ("xoxp-", 20),
        ("sk-", 32),
        ("sk_live_", 20),
        ("AKIA", 16),
        ("ASIA", 16),
        ("AIza", 35),
        ("npm_", 36),
        ("hf_", 30),
    ];
    let token = |from: &str| {
        from.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')).count()
    };
    text.contains("-----BEGIN") && text.contains("PRIVATE KEY")
        || SHAPES.iter().any(|(shape, least)| {
            text.match_indices(shape)
                .any(|(at, _)| token(text.get(at.saturating_add(shape.len())..).unwrap_or("")) >= *least)
        })
}
