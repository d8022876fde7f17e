//! Tools other than the shell.

use byleave_knowledge::arguments::{FILES, WORDS, is_sent, says_method, subjects};
use byleave_knowledge::tools::speaks_for;
use serde_json::Value as Json;

use super::files::Places;
use super::likeness::{Likeness, is_disguised, likeness};
use super::secrets::holds_secret;
use crate::budget::Budget;
use crate::findings::{Findings, HARD_ASK};
use crate::floors::Files;
use crate::grant::{Coverage, SessionGrants};
use crate::layers::{AllowedBy, counts};
use crate::paths::{Ground, Resolver};
use crate::read::{COMMANDS, Kind, Named, Reading, Role, files_of_patch, links_of_patch, role};
use crate::rules::auto::SubjectFacts;
use crate::rules::{
    Applies, Context, Pattern, Rule, applies, has_other_port, host, hosts_meant, is_internal, path_matches,
};
use crate::tools::{self, Category};
use crate::{CallFacts, Decision, Finding, Mode, Policy, Profile, Reason, Stage, Verdict, glob};

/// Floors and layers over a call of a tool that is given no command. `decide` judges what an argument may be that is a command.
pub(crate) fn judge(
    reading: &Reading<'_>,
    named: &Named,
    policy: &Policy,
    ground: &Ground<'_>,
    resolver: &dyn Resolver,
    (context, session): (Context<'_>, SessionGrants<'_>),
    decide: &dyn Fn(&CallFacts) -> Decision,
) -> Decision {
    let category = reading.category();
    let kind = Kind { name: reading.tool().map_or("", |tool| tool.name), category };
    let budget = Budget::of(policy.rules.len());
    let files = Files { ground, policy, resolver, context, budget: &budget };
    let call =
        ToolCall { call: reading.call(), policy, ground, category, kind, context, session, files, named, decide };
    let subject = call.subject();
    let mut found = call.floors(&subject);
    // A tool that only looks is given no command: one that is, is not what its name says.
    let words = COMMANDS.iter().filter(|_| reading.tool().is_some_and(|tool| tool.category == Category::Read));
    let words = words.filter(|key| call.call.arguments.get(**key).is_some_and(Json::is_array));
    found.extend(
        words.map(|key| Finding::hard_ask(None, Reason::CommandForReader((*key).to_owned(), call.call.tool.clone()))),
    );
    if category == Some(Category::Ask) {
        found.add(Finding::hard_ask(None, Reason::QuestionToUser));
    } else {
        found = call.layers(&subject, found);
    }
    if budget.is_spent() {
        found.add(Finding::hard_ask(None, Reason::TooMuch));
    }
    found.decision()
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
    pub session: SessionGrants<'j>,
    pub files: Files<'j>,
    pub named: &'j Named,
    pub decide: &'j dyn Fn(&CallFacts) -> Decision,
}

impl ToolCall<'_> {
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
    fn floors(&self, subject: &Subject<'_>) -> Findings {
        let hard = |when: bool, reason: Reason| when.then(|| Finding::hard_ask(None, reason));
        let secret = self.category != Some(Category::Write) && holds_secret(self.call.arguments.values());
        let mut found = Findings::default();
        found.extend(hard(secret, Reason::SecretInArguments));
        found.extend(hard(self.category.is_none() && is_disguised(&self.call.tool), Reason::DisguisedTool));
        found.join(self.file_floors(subject));
        found.extend(self.address_floors());
        if let Subject::Mcp(name) = subject {
            found.join(self.mcp_floors(name, subject));
        }
        // Declared tools may well change something that has no path; those known here are all about files.
        let writes = self.category == Some(Category::Write) && !matches!(self.kind.name, "" | "save_memory");
        if self.kind.name == "apply_patch" && files_of_patch(&self.call.arguments).is_empty() {
            found.extend(hard(true, Reason::UnreadablePatch));
        } else if links_of_patch(&self.call.arguments) {
            found.extend(hard(true, Reason::LinkPatch));
        } else {
            found.extend(hard(writes && !self.named.has_subject(), Reason::NoPath));
        }
        let pattern = self.call.arguments.get("pattern").and_then(Json::as_str).unwrap_or("");
        let runs = ["--pre", "--hostname-bin"].iter().any(|option| pattern.trim_start().starts_with(option));
        found.extend(hard(runs && matches!(self.kind.name, "glob" | "grep"), Reason::PatternAsOption));
        for held in self.policy.auto_approve.held_subject(&self.facts()) {
            found.join(Findings::of_rule(held.rule, HARD_ASK, held.span, held.reason));
        }
        for rule in self.policy.rules.iter().filter(|rule| rule.says != Verdict::Allow) {
            if self.is_about(rule, subject, true) && applies(rule, &self.context) == Applies::Yes {
                found.join(Findings::refused(rule, None, None));
            }
        }
        found
    }

    /// Floors on the paths that the arguments name.
    fn file_floors(&self, subject: &Subject<'_>) -> Findings {
        let mut found = Findings::default();
        let on_files = match self.category {
            Some(Category::Read | Category::Write) => true,
            Some(Category::Network) => !self.kind.name.is_empty(),
            Some(Category::Command | Category::Ask) | None => false,
        };
        if on_files {
            found.join(self.touch_files());
        }
        if self.kind.name.is_empty() {
            found.extend(self.guard_files(if let Subject::Mcp(name) = subject { name } else { &self.call.tool }));
        }
        if matches!(self.category, Some(Category::Read | Category::Write | Category::Network)) {
            found.extend(self.named.odd.iter().map(|reason| Finding::hard_ask(None, reason.clone())));
        }
        found
    }

    /// Floors on the addresses that the arguments name, and on what a fetch sends beside its address.
    fn address_floors(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        if matches!(self.kind.name, "fetch" | "post") && self.named.addresses.is_empty() {
            found.push(Finding::hard_ask(None, Reason::NoAddress));
        }
        for (key, value) in self.call.arguments.iter().filter(|_| self.kind.name == "fetch") {
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
                found.push(Finding::hard_ask(None, Reason::SendsMore(key.clone())));
            }
        }
        found.extend(self.named.addresses.iter().filter_map(|url| address(url)));
        found
    }

    /// Floors on a call of an MCP tool, whose arguments may be anything.
    fn mcp_floors(&self, name: &str, subject: &Subject<'_>) -> Findings {
        let mut found = Findings::default();
        if !tools::is_mcp(name) {
            found.add(Finding::hard_ask(None, Reason::BadServerName));
        }
        let inner = self.call.arguments.get("arguments").filter(|_| self.call.tool == "mcp");
        if inner.is_some_and(|arguments| !arguments.is_object() && !arguments.is_null()) {
            found.add(Finding::hard_ask(None, Reason::ArgumentsNotMap));
        }
        let arguments = match self.call.tool.as_str() {
            "mcp" => inner.and_then(Json::as_object),
            _ => Some(&self.call.arguments),
        };
        if let Some(arguments) = arguments {
            found.join(self.meant(name, subject, arguments));
            if arguments.keys().any(|key| key.starts_with('_')) {
                found.add(Finding::hard_ask(None, Reason::ClientArgument));
            }
        }
        found
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

    /// What speaks for the call, beside what the floors found: a trusted rule that spells a path out lifts the named ones.
    fn layers(&self, subject: &Subject<'_>, mut found: Findings) -> Findings {
        let mut asks = Vec::new();
        let by = match self.credited_first() {
            Some(by) => Some(by),
            None => self.by_rule(subject, &mut asks).or_else(|| self.after_rules(subject)),
        };
        found.extend(asks);
        if matches!(&by, Some(AllowedBy::Call(rule)) if spells_out_a_path(rule)) {
            found = found.filter_map(|one| (one.stage != Stage::NamedAskFloor).then_some(one));
        }
        found.add(by.map_or_else(|| self.no_layer(), |by| by.finding(None)));
        found
    }

    /// The layers that are credited before rules: safe tools, and in OriCore's order the mode before them.
    fn credited_first(&self) -> Option<AllowedBy<'_>> {
        if self.policy.rules_only {
            return None;
        }
        let mode = self.policy.mode;
        let by_mode = match self.category {
            Some(Category::Read | Category::Command | Category::Network) => mode == Mode::Yolo,
            Some(Category::Write) => mode != Mode::Default,
            Some(Category::Ask) | None => false,
        };
        if self.policy.profile == Profile::OriCore && by_mode {
            return Some(AllowedBy::Mode(mode));
        }
        (self.category == Some(Category::Read) && self.policy.allows_reading_tools()).then_some(AllowedBy::Looks)
    }

    fn by_rule(&self, subject: &Subject<'_>, asks: &mut Vec<Finding>) -> Option<AllowedBy<'_>> {
        let facts = self.facts();
        let rules = self.policy.rules.iter();
        let matching = rules.filter(|rule| rule.says == Verdict::Allow && self.is_about(rule, subject, false));
        let leaves =
            if self.has_one_subject(subject) { self.policy.auto_approve.subject_leaves(&facts) } else { vec![] };
        matching.chain(leaves).find(|rule| counts(rule, &self.context, None, asks)).map(AllowedBy::Call)
    }

    /// Grants, what the tool says of itself, the mode.
    fn after_rules(&self, subject: &Subject<'_>) -> Option<AllowedBy<'_>> {
        let mut granted = self.session.live(self.context.now).filter(|grant| match &grant.coverage {
            Coverage::Tool(_) => grant.is_for_tool(&self.call.tool),
            Coverage::Rule(rule) => self.is_about(rule, subject, false),
            Coverage::Call(_) | Coverage::Commands { .. } => false,
        });
        if let Some(grant) = granted.next() {
            return Some(AllowedBy::ToolGrant(grant));
        }
        if self.session.needs_approval == Some(false) {
            return Some(AllowedBy::Tool);
        }
        let mode = Some(self.policy.mode).filter(|_| !self.policy.rules_only && self.policy.profile.has_modes());
        match self.category {
            Some(Category::Write) => mode.filter(|mode| *mode != Mode::Default).map(AllowedBy::Mode),
            Some(Category::Command | Category::Network) => mode.filter(|mode| *mode == Mode::Yolo).map(AllowedBy::Mode),
            Some(Category::Read | Category::Ask) => None,
            None => self.trusts_unknown(subject).then_some(AllowedBy::UnknownTool),
        }
    }

    /// Whether the policy takes a tool that nobody knows for harmless, and it is not disguised as another one.
    fn trusts_unknown(&self, subject: &Subject<'_>) -> bool {
        let trusts = || self.policy.profile.trusts_unknown_tools();
        !self.policy.rules_only
            && self.policy.unknown_tools.map_or_else(trusts, |says| says == Verdict::Allow)
            && !matches!(subject, Subject::Mcp(_))
            && !self.call.tool.is_empty()
            && likeness(&self.call.tool, self.policy).is_none()
    }

    /// Nothing speaks for the call.
    fn no_layer(&self) -> Finding {
        let tool = || self.call.tool.clone();
        match self.category {
            _ if self.policy.rules_only => Finding::unruled(None, Reason::NoRule(tool())),
            Some(category) => Finding::unruled(None, Reason::NoRuleForTool(tool(), category.name())),
            None if self.policy.unknown_tools == Some(Verdict::Deny) => {
                Finding::deny(None, Reason::UnknownTool(tool()))
            }
            None => Finding::unruled(None, self.unknown()),
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
        let name = tools::canonical(&self.call.tool);
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

/// The floor on an address.
pub(super) fn address(url: &str) -> Option<Finding> {
    match host(url) {
        _ if url.contains(char::is_whitespace) => Some(Finding::hard_ask(None, Reason::AddressBlanks)),
        Some(host) if is_internal(&host) => Some(Finding::named_ask(None, Reason::InternalAddress(host))),
        Some(_) if has_other_port(url) => Some(Finding::hard_ask(None, Reason::OtherPort)),
        Some(_) => None,
        None => Some(Finding::hard_ask(None, Reason::OddAddress)),
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
