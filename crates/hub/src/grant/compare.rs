//! Grants compared with the policy: which grants the policy makes unnecessary, which it refuses anyway, and which rule
//! would allow the same permanently. Every claim is tested: each rule is tried on what the grant covers.

use byleave_gate::files::{self, Disk};
use byleave_gate::replay::Recorded;
use byleave_gate::{StoredGrant, suggest};
use byleave_policy::grant::{Coverage, GrantPart};
use byleave_policy::read::read;
use byleave_policy::remedy::{self, Remedy};
use byleave_policy::rules::Pattern;
use byleave_policy::{CallFacts, Decision, Digest, Policy, Situation, Verdict, decide_in, decide_read, tools};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::HashMap;

use crate::entry::entries;
use crate::grant::concerns;
use crate::hub::Hub;
use crate::server::{JsonReply, Sender, blocking, listed};

/// How many rows are searched for the calls that grants were given for.
const LOOKED_AT: u32 = 5000;

/// How many grants are compared, the newest first.
const MOST: usize = 500;

/// How a grant compares with the policy.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Compared"))]
pub struct Stands {
    id: String,
    #[cfg_attr(test, schemars(extend("enum" = ["allowed", "refused", "rule", "no_rule", "unknown"])))]
    state: &'static str,
    rules: Vec<String>,
    #[serde(flatten)]
    credit: Option<Credit>,
}

/// What a decision is credited to.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Credit {
    rule: Option<String>,
    location: Option<String>,
    reason: String,
}

impl Credit {
    fn of(decision: &Decision) -> Self {
        let same = |one: &&byleave_policy::Finding| one.verdict == decision.verdict && one.rule == decision.rule;
        Self {
            rule: decision.rule.as_ref().map(ToString::to_string),
            location: decision.findings.iter().find(same).and_then(|one| one.location.clone()),
            reason: decision.reason.to_string(),
        }
    }
}

impl Stands {
    /// What it covers runs without it.
    fn allowed(by: Credit) -> Self {
        Self { state: "allowed", credit: Some(by), ..Self::default() }
    }

    /// What it covers is denied whatever grants there are.
    fn refused(by: &Decision) -> Self {
        Self { state: "refused", credit: Some(Credit::of(by)), ..Self::default() }
    }

    /// These rules would allow the same permanently.
    fn rules(rules: Vec<String>) -> Self {
        Self { state: "rule", rules, ..Self::default() }
    }

    /// No rule allows the same, or none that is advisable.
    fn no_rule() -> Self {
        Self { state: "no_rule", ..Self::default() }
    }

    /// The call it was given for is not on record in its original form, or too far back.
    fn unknown() -> Self {
        Self { state: "unknown", ..Self::default() }
    }
}

/// `GET /v1/grants/policy`: each live grant compared with the policy in force.
pub async fn show(Sender { hub, caller }: Sender) -> JsonReply {
    hub.require(&caller, caller.role().watches(), "see the grants").await?;
    let now = hub.now();
    let held = hub.store().grants(false).await?.into_iter().rev();
    let live = held.filter(|held| held.grant.is_live(Some(now)) && concerns(&caller, held));
    let live: Vec<StoredGrant> = live.take(MOST).collect();
    let exact = live.iter().any(|held| matches!(held.grant.coverage, Coverage::Call(_)));
    let rows = if exact { hub.newest(caller.token.session.as_deref(), LOOKED_AT).await? } else { Vec::new() };
    let compared = blocking("comparing failed; nothing has changed", move || {
        let mut calls: HashMap<Digest, CallFacts> = HashMap::new();
        for (_, entry) in entries(&rows) {
            let recorded = Recorded::of(&entry, &[]);
            // If secrets were taken out, it is a different call.
            if let Some(digest) = recorded.digest.filter(|digest| *digest == Digest::of(&recorded.call)) {
                calls.insert(digest, recorded.call);
            }
        }
        let policy = hub.gate.policy();
        let beside = Beside { hub: &hub, policy: &policy, now, calls: &calls };
        let stands =
            live.iter().map(|held| Stands { id: held.grant.id.clone(), ..beside.stands(&held.grant.coverage) });
        stands.collect::<Vec<_>>()
    });
    listed("grants", compared.await?)
}

/// What grants are compared with.
struct Beside<'b> {
    hub: &'b Hub,
    policy: &'b Policy,
    now: Timestamp,
    calls: &'b HashMap<Digest, CallFacts>,
}

impl Beside<'_> {
    fn decide(&self, call: &CallFacts, policy: &Policy) -> Decision {
        decide_in(call, policy, &self.situation())
    }

    fn situation(&self) -> Situation<'static> {
        Situation { now: Some(self.now), ..Situation::new(&Disk) }
    }

    fn sample(&self, tool: &str, arguments: Map<String, Value>, cwd: Option<&str>) -> CallFacts {
        let mut call = byleave_gate::Call::new(tool, Value::Object(arguments));
        call.project = cwd.map(|cwd| files::project_of(cwd.as_ref()));
        call.cwd = cwd.map(Into::into);
        self.hub.gate.facts(&call)
    }

    fn command(&self, text: String, cwd: Option<&str>) -> CallFacts {
        self.sample("bash", Map::from_iter([("command".to_owned(), Value::String(text))]), cwd)
    }

    fn stands(&self, coverage: &Coverage) -> Stands {
        match coverage {
            Coverage::Call(digest) => self.calls.get(digest).map_or_else(Stands::unknown, |call| self.exact(call)),
            Coverage::Commands { parts, cwd } => {
                let parts = parts.iter().map(|part| {
                    let rule = match part {
                        GrantPart::SubCommand(_) | GrantPart::Exact(_) => Some(part.pattern()),
                        // A rule has no pattern for a directory.
                        GrantPart::Directory(_) => None,
                    };
                    let calls = samples(part).into_iter().map(|text| self.command(text, Some(cwd)));
                    (rule, calls.collect())
                });
                self.each(&parts.collect::<Vec<_>>())
            }
            Coverage::Tool(tool) => {
                let call = self.sample(tool, Map::new(), None);
                // No rule should allow every command, and without a command there is nothing to decide.
                if tools::runs(tool) {
                    return Stands::no_rule();
                }
                let decision = self.decide(&call, self.policy);
                match decision.verdict {
                    Verdict::Allow => Stands::allowed(Credit::of(&decision)),
                    Verdict::Deny => Stands::refused(&decision),
                    Verdict::Ask => Stands::rules(vec![tool.clone()]),
                }
            }
            Coverage::Rule(rule) => match &rule.pattern {
                Pattern::Command(pattern) if rule.when.is_empty() => {
                    let call = self.command(pattern.text.replace('*', "x"), None);
                    self.each(&[(Some(rule.text.clone()), vec![call])])
                }
                Pattern::Command(_)
                | Pattern::Tool(_)
                | Pattern::Subject { .. }
                | Pattern::Domain(_)
                | Pattern::Mcp(_) => Stands::no_rule(),
            },
        }
    }

    /// One call, as it is on record.
    fn exact(&self, call: &CallFacts) -> Stands {
        let reading = read(call.clone(), self.policy);
        let decision = decide_read(&reading, self.policy, &self.situation());
        match (decision.verdict, remedy::find(&reading, self.policy, &self.situation(), &decision)) {
            (Verdict::Allow, _) => Stands::allowed(Credit::of(&decision)),
            (Verdict::Deny, _) => Stands::refused(&decision),
            // An effect that cannot be undone should ask each time.
            (Verdict::Ask, Remedy::Rules(rules)) if !decision.high_risk => Stands::rules(rules),
            (Verdict::Ask, _) => Stands::no_rule(),
        }
    }

    /// Several parts, each with the rule that allows the same and with calls that it covers.
    fn each(&self, parts: &[(Option<String>, Vec<CallFacts>)]) -> Stands {
        let mut rules = Vec::new();
        let mut credit = None;
        let mut asks = false;
        for (rule, calls) in parts {
            let mut open = false;
            for call in calls {
                let decision = self.decide(call, self.policy);
                match decision.verdict {
                    Verdict::Deny => return Stands::refused(&decision),
                    Verdict::Ask => open = true,
                    Verdict::Allow => credit = credit.or_else(|| Some(Credit::of(&decision))),
                }
            }
            if open {
                asks = true;
                rules.extend(rule.clone().filter(|rule| !rules.contains(rule)));
            }
        }
        if !asks {
            return credit.map_or_else(Stands::no_rule, Stands::allowed);
        }
        let enough = suggest::with(self.policy, &rules).is_some_and(|wider| {
            parts.iter().flat_map(|(_, calls)| calls).all(|call| self.decide(call, &wider).verdict == Verdict::Allow)
        });
        if enough { Stands::rules(rules) } else { Stands::no_rule() }
    }
}

/// Commands that a part of a grant covers: the shortest, and one with one more word if the grant covers more.
fn samples(part: &GrantPart) -> Vec<String> {
    match part {
        GrantPart::SubCommand(text) => {
            let bare = text.trim_end_matches(" *");
            vec![bare.to_owned(), format!("{bare} x")]
        }
        GrantPart::Exact(text) => vec![text.clone()],
        GrantPart::Directory(prefix) => vec![format!("{} {}x", prefix.program, prefix.directory)],
    }
}
