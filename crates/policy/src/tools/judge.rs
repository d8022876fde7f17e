//! Tools other than the shell.

use byleave_knowledge::arguments::{FILES, WORDS, is_sent, says_method, subjects};
use byleave_knowledge::tools::speaks_for;
use serde_json::Value as Json;

use super::likeness::{Likeness, is_disguised, likeness};
use super::secrets::holds_secret;
use super::touched::Places;
use crate::command::Budget;
use crate::findings::Outcome;
use crate::floors::{Files, floor_of, path_matches};
use crate::grant::Coverage;
use crate::paths::{Ground, Resolver};
use crate::read::{Kind, Named, Reading, Role, files_of_patch, links_of_patch, role};
use crate::rules::auto::SubjectFacts;
use crate::rules::{Applies, Context, Pattern, Rule, applies, has_other_port, host, hosts_meant, is_internal};
use crate::tools::{self, Category};
use crate::{CallFacts, Decision, Mode, Policy, Profile, Reason, Source, Stage, Verdict, glob};

pub(crate) fn judge(
    reading: &Reading<'_>,
    named: &Named,
    policy: &Policy,
    ground: &Ground,
    resolver: &dyn Resolver,
    context: Context<'_>,
) -> Decision {
    let mut outcome = Outcome::default();
    let category = reading.category();
    let kind = Kind { name: reading.tool().map_or("", |tool| tool.name), category };
    let budget = Budget::of(policy.rules.len());
    let files = Files { ground, policy, resolver, context, budget: &budget };
    ToolCall { call: reading.call(), policy, ground, category, kind, context, files, named }.run(&mut outcome);
    if budget.is_spent() {
        outcome.hard_ask(None, Reason::TooMuch);
    }
    outcome.decision()
}

/// What a call is about.
pub(super) enum Subject<'c> {
    Paths(Places),
    Addresses(&'c [String]),
    Mcp(&'c str),
    None,
}

pub(super) struct ToolCall<'j> {
    pub call: &'j CallFacts,
    pub policy: &'j Policy,
    pub ground: &'j Ground<'j>,
    pub category: Option<Category>,
    pub kind: Kind,
    pub context: Context<'j>,
    pub files: Files<'j>,
    pub named: &'j Named,
}

impl ToolCall<'_> {
    fn run(&self, outcome: &mut Outcome) {
        let subject = self.subject();
        self.floors(&subject, outcome);
        if self.category == Some(Category::Ask) {
            outcome.hard_ask(None, Reason::QuestionToUser);
            return;
        }
        self.layers(&subject, outcome);
    }

    fn subject(&self) -> Subject<'_> {
        if self.call.tool == "mcp" {
            // Without a name that is text it is the name of no tool, and asks.
            return Subject::Mcp(self.call.arguments.get("name").and_then(Json::as_str).unwrap_or(""));
        }
        if self.call.tool.starts_with("mcp__") {
            return Subject::Mcp(&self.call.tool);
        }
        match self.category {
            Some(Category::Network) if !self.named.addresses.is_empty() => Subject::Addresses(&self.named.addresses),
            Some(Category::Read | Category::Write) => {
                let places = self.places(self.named);
                if places.is_empty() { Subject::None } else { Subject::Paths(places) }
            }
            Some(Category::Network | Category::Command | Category::Ask) | None => Subject::None,
        }
    }

    /// Floors on what the call is about.
    fn floors(&self, subject: &Subject<'_>, outcome: &mut Outcome) {
        if self.category != Some(Category::Write) && holds_secret(self.call.arguments.values()) {
            outcome.hard_ask(None, Reason::SecretInArguments);
        }
        if self.category.is_none() && is_disguised(&self.call.tool) {
            outcome.hard_ask(None, Reason::DisguisedTool);
        }
        self.named_floors(subject, outcome);
        for held in self.policy.auto_approve.held_subject(&self.facts()) {
            outcome.add_for_rule(Verdict::Ask, Stage::HardAskFloor, held.rule, held.span, held.reason);
        }
        for rule in self.policy.rules.iter().filter(|rule| rule.says != Verdict::Allow) {
            if self.is_about(rule, subject, true) && applies(rule, &self.context) == Applies::Yes {
                let (verdict, stage) = floor_of(rule.says);
                outcome.add_rule(verdict, stage, rule, None, None);
            }
        }
    }

    /// Floors on the paths and addresses that the arguments name.
    fn named_floors(&self, subject: &Subject<'_>, outcome: &mut Outcome) {
        let on_files = match self.category {
            Some(Category::Read | Category::Write) => true,
            Some(Category::Network) => !self.kind.name.is_empty(),
            Some(Category::Command | Category::Ask) | None => false,
        };
        if on_files {
            self.touch_files(outcome);
        }
        if self.kind.name.is_empty() {
            let name = if let Subject::Mcp(name) = subject { name } else { self.call.tool.as_str() };
            self.guard_files(name, outcome);
        }
        if matches!(self.category, Some(Category::Read | Category::Write | Category::Network)) {
            for reason in &self.named.odd {
                outcome.hard_ask(None, reason.clone());
            }
        }
        let fetches = matches!(self.kind.name, "fetch" | "post");
        if fetches && self.named.addresses.is_empty() {
            outcome.hard_ask(None, Reason::NoAddress);
        }
        if self.kind.name == "fetch" {
            self.sent_along(outcome);
        }
        for url in &self.named.addresses {
            address(url, outcome);
        }
        if let Subject::Mcp(name) = subject {
            if !tools::is_mcp(name) {
                outcome.hard_ask(None, Reason::BadServerName);
            }
            let arguments = self.call.arguments.get("arguments").filter(|_| self.call.tool == "mcp");
            if arguments.is_some_and(|arguments| !arguments.is_object() && !arguments.is_null()) {
                outcome.hard_ask(None, Reason::ArgumentsNotMap);
            }
            if let Some(arguments) = self.mcp_arguments() {
                self.meant(name, subject, arguments, outcome);
            }
            if self.mcp_arguments().is_some_and(|arguments| arguments.keys().any(|key| key.starts_with('_'))) {
                outcome.hard_ask(None, Reason::ClientArgument);
            }
        }
        // Declared tools may well change something that has no path; those known here are all about files.
        let writes = self.category == Some(Category::Write) && !matches!(self.kind.name, "" | "save_memory");
        if self.kind.name == "apply_patch" && files_of_patch(&self.call.arguments).is_empty() {
            outcome.hard_ask(None, Reason::UnreadablePatch);
        } else if links_of_patch(&self.call.arguments) {
            outcome.hard_ask(None, Reason::LinkPatch);
        } else if writes && !self.named.has_subject() {
            outcome.hard_ask(None, Reason::NoPath);
        }
        let looks_up = self.kind.name == "glob" || self.kind.name == "grep";
        let pattern = self.call.arguments.get("pattern").and_then(Json::as_str).unwrap_or("");
        if looks_up && ["--pre", "--hostname-bin"].iter().any(|option| pattern.trim_start().starts_with(option)) {
            outcome.hard_ask(None, Reason::PatternAsOption);
        }
    }

    /// What a fetch sends beside its address.
    fn sent_along(&self, outcome: &mut Outcome) {
        for (key, value) in &self.call.arguments {
            let empty = match value {
                Json::Null => true,
                Json::String(text) => text.is_empty(),
                Json::Array(list) => list.is_empty(),
                Json::Object(map) => map.is_empty(),
                Json::Bool(_) | Json::Number(_) => false,
            };
            let reads = |text: &str| ["get", "head", "options"].iter().any(|one| text.eq_ignore_ascii_case(one));
            let acts = says_method(key) && !value.as_str().is_some_and(reads);
            if (acts || is_sent(key)) && !empty {
                outcome.hard_ask(None, Reason::SendsMore(key.clone()));
            }
        }
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
                outcome.hard_ask(None, Reason::Condition(reason));
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
            outcome.allow(Source::Mode, None, Reason::Mode(mode.name()));
            return true;
        }
        if self.category == Some(Category::Read) && self.policy.allows_reading_tools() {
            outcome.allow(Source::Safe, None, Reason::ReadingTool);
            return true;
        }
        false
    }

    fn layers(&self, subject: &Subject<'_>, outcome: &mut Outcome) {
        if self.spoken_for_first(outcome) {
            return;
        }
        let facts = self.facts();
        let matching =
            self.policy.rules.iter().filter(|rule| rule.says == Verdict::Allow && self.is_about(rule, subject, false));
        let leaves =
            if self.has_one_subject(subject) { self.policy.auto_approve.subject_leaves(&facts) } else { vec![] };
        let mut matching = matching.chain(leaves);
        if let Some(rule) = matching.find(|rule| self.counts(rule, outcome)) {
            if spells_out_a_path(rule) {
                outcome.findings.retain(|finding| finding.stage != Stage::NamedAskFloor);
            }
            outcome.add_rule(Verdict::Allow, Stage::Layers, rule, None, None);
            return;
        }
        let mut granted = self.context.held.live(self.context.now).filter(|grant| match &grant.coverage {
            Coverage::Tool(_) => grant.is_for_tool(&self.call.tool),
            Coverage::Rule(rule) => self.is_about(rule, subject, false),
            Coverage::Call(_) | Coverage::Commands { .. } => false,
        });
        if let Some(grant) = granted.next() {
            outcome.add_grant(grant, None);
            return;
        }
        if self.context.held.needs_approval == Some(false) {
            outcome.allow(Source::Tool, None, Reason::ToolSays);
            return;
        }
        if self.policy.rules_only {
            outcome.unruled(None, Reason::NoRule(self.call.tool.clone()));
            return;
        }
        let yolo = self.policy.mode == Mode::Yolo && self.policy.profile.has_modes();
        match self.category {
            Some(Category::Read) if self.policy.allows_reading_tools() => {
                outcome.allow(Source::Safe, None, Reason::ReadingTool);
            }
            Some(Category::Write) if self.policy.mode != Mode::Default && self.policy.profile.has_modes() => {
                outcome.allow(Source::Mode, None, Reason::Mode(self.policy.mode.name()));
            }
            Some(Category::Write | Category::Command | Category::Network) if yolo => {
                outcome.allow(Source::Mode, None, Reason::Mode(Mode::Yolo.name()));
            }
            Some(category) => {
                outcome.unruled(None, Reason::NoRuleForTool(self.call.tool.clone(), category.name()));
            }
            None if self.policy.unknown_tools == Some(Verdict::Deny) => {
                outcome.deny(None, Reason::UnknownTool(self.call.tool.clone()));
            }
            None if self
                .policy
                .unknown_tools
                .map_or(self.policy.profile.trusts_unknown_tools(), |says| says == Verdict::Allow)
                && !matches!(subject, Subject::Mcp(_))
                && !self.call.tool.is_empty()
                && likeness(&self.call.tool, self.policy).is_none() =>
            {
                outcome.allow(Source::Safe, None, Reason::UnknownToolTrusted);
            }
            None => outcome.unruled(None, self.unknown()),
        }
    }

    /// The reason for an unknown tool.
    fn unknown(&self) -> Reason {
        let tool = self.call.tool.clone();
        match likeness(&tool, self.policy) {
            Some(Likeness::Near(_)) if tools::is_mcp(&tool) => Reason::NoRuleForServer(tool),
            Some(Likeness::Near(known)) => Reason::AlmostTool(tool, known),
            Some(Likeness::Disguised) | None => Reason::UnknownTool(tool),
        }
    }

    /// Whether the one text that `auto_approve_tools` looks at is all that the call is about.
    fn has_one_subject(&self, subject: &Subject<'_>) -> bool {
        match subject {
            Subject::Paths(places) => {
                let first = subjects().find(|key| self.call.arguments.get(*key).is_some_and(Json::is_string));
                let words = first.is_some_and(|key| WORDS.contains(&key));
                places.known.len() == 1 && !places.unknown && !(words && self.category == Some(Category::Write))
            }
            Subject::Addresses(urls) => urls.len() == 1,
            Subject::Mcp(_) | Subject::None => true,
        }
    }

    /// Whether a rule is about this call.
    pub(super) fn is_about(&self, rule: &Rule, subject: &Subject<'_>, deny: bool) -> bool {
        let name = tools::find(&self.call.tool).map_or(self.call.tool.as_str(), |tool| tool.name);
        let fits = match (&rule.pattern, subject) {
            (Pattern::Tool(tool), _) => tool == name,
            (Pattern::Mcp(pattern), Subject::Mcp(name)) => match pattern.strip_suffix('*') {
                Some(prefix) => name.starts_with(prefix),
                None => pattern == name,
            },
            (Pattern::Domain(domain), Subject::Addresses(urls)) => all_or_one(urls, deny, |url| {
                let meant = || hosts_meant(url).iter().any(|host| domain_matches(domain, host, true));
                host(url).is_some_and(|host| domain_matches(domain, &host, deny)) || deny && meant()
            }),
            (Pattern::Subject { tool, glob: pattern }, Subject::Paths(places)) => {
                let same = tool == name
                    || deny && tools::find(tool).map(|tool| tool.category) == self.category
                    || !deny && speaks_for(tool, name);
                same && places.hold(deny, |place| path_matches(self.ground, pattern, place, "", deny))
            }
            (Pattern::Subject { tool, glob: pattern }, Subject::Addresses(urls)) => {
                tool == name && all_or_one(urls, deny, |url| glob::matches(pattern, url))
            }
            (Pattern::Subject { tool, glob: pattern }, Subject::None) => {
                let text = subjects().find_map(|key| self.call.arguments.get(key).and_then(Json::as_str));
                // A pattern of a search that climbs is not below where it begins.
                let plain = |text: &str| deny || !text.split('/').any(|part| part == "..");
                tool == name && text.is_some_and(|text| glob::matches(pattern, text) && plain(text))
            }
            _ => false,
        };
        fits && rule.when.iter().all(|(key, pattern)| self.parameter_matches(key, pattern, deny))
            && (deny || self.is_whole(rule, subject))
    }

    /// Whether the conditions of a rule on paths, if it has any, speak for all paths of the call: a second one that no
    /// condition looks at may be the one that is used.
    fn is_whole(&self, rule: &Rule, subject: &Subject<'_>) -> bool {
        let Subject::Paths(places) = subject else { return true };
        let mut on_paths = rule.when.iter().filter(|(key, _)| self.is_path(key)).peekable();
        if on_paths.peek().is_none() {
            return true;
        }
        let patterns: Vec<&String> = on_paths.map(|(_, pattern)| pattern).collect();
        places.hold(false, |place| patterns.iter().any(|one| path_matches(self.ground, one, place, "", false)))
    }

    /// Whether an argument names files.
    fn is_path(&self, key: &str) -> bool {
        let role = role(key, self.kind);
        matches!(self.category, Some(Category::Read | Category::Write))
            && matches!(role, Role::Subject | Role::Path | Role::Source)
    }

    fn parameter_matches(&self, key: &str, pattern: &str, deny: bool) -> bool {
        if self.is_path(key) {
            // A condition on a file means the file, whatever the tool calls the argument.
            let file = FILES.contains(&key);
            let means = |other: &str| other == key || file && FILES.contains(&other);
            let own = self.call.arguments.iter().filter(|(other, _)| means(other));
            let own: serde_json::Map<String, Json> = own.map(|(other, value)| (other.clone(), value.clone())).collect();
            if own.is_empty() {
                return false;
            }
            let places = self.places(&Named::of(&own, self.kind));
            return places.hold(deny, |place| path_matches(self.ground, pattern, place, "", deny));
        }
        let Some(value) = self.call.arguments.get(key) else { return false };
        value.as_str().map_or_else(|| glob::matches(pattern, &value.to_string()), |text| glob::matches(pattern, text))
    }
}

/// Floors on an address.
pub(super) fn address(url: &str, outcome: &mut Outcome) {
    match host(url) {
        _ if url.contains(char::is_whitespace) => outcome.hard_ask(None, Reason::AddressBlanks),
        Some(host) if is_internal(&host) => {
            outcome.named_ask(None, Reason::InternalAddress(host));
        }
        Some(_) if has_other_port(url) => outcome.hard_ask(None, Reason::OtherPort),
        Some(_) => {}
        None => outcome.hard_ask(None, Reason::OddAddress),
    }
}

/// Whether a test holds for all texts, or for a deny for one.
fn all_or_one(texts: &[String], deny: bool, test: impl Fn(&str) -> bool) -> bool {
    if deny { texts.iter().any(|text| test(text)) } else { texts.iter().all(|text| test(text)) }
}

/// Whether a rule names a place by an absolute path or one below the home directory, which satisfies the named floors.
fn spells_out_a_path(rule: &Rule) -> bool {
    match &rule.pattern {
        Pattern::Subject { glob, .. } => glob.starts_with(['/', '~']),
        Pattern::Tool(_) | Pattern::Command(_) | Pattern::Domain(_) | Pattern::Mcp(_) => false,
    }
}

pub(super) fn domain_matches(domain: &str, host: &str, deny: bool) -> bool {
    match domain.strip_prefix("*.") {
        Some(parent) => host.strip_suffix(parent).is_some_and(|rest| rest.ends_with('.')),
        None => domain == host || deny && host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.')),
    }
}
