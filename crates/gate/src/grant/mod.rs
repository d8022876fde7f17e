//! The grants that approvals create, and the offers of grants in a prompt.

pub mod as_json;
pub(crate) mod permissions;
pub(crate) mod reach;
pub mod suggest;

use byleave_policy::grant::{Breadth, Coverage, Grant, GrantPart, SessionGrants, covered_by};
use byleave_policy::paths::Resolver;
use byleave_policy::read::Reading;
use byleave_policy::rules::conditions::Expires;
use byleave_policy::tools::Category;
use byleave_policy::{Digest, Policy, Profile, Situation, Source, Verdict, decide_read};
use jiff::{SignedDuration, Timestamp};

use crate::answer::Scope;
use crate::gate::ids;
use crate::request::Offer;
use crate::session::{Owner, Session, StoredGrant};

/// What a grant is created for.
pub(crate) struct GrantWish<'w> {
    pub reading: &'w Reading<'static>,
    pub digest: Digest,
    pub category: Option<Category>,
    pub policy: &'w Policy,
    pub resolver: &'w dyn Resolver,
    pub now: Timestamp,
}

impl GrantWish<'_> {
    /// The breadth of an approval that names none.
    pub fn default_breadth(&self) -> Breadth {
        match self.policy.profile {
            Profile::Byleave | Profile::Ollama if self.category == Some(Category::Command) => Breadth::Prefix,
            Profile::Byleave | Profile::Ollama | Profile::ConnectOnion | Profile::OriCore => Breadth::Tool,
        }
    }

    /// The real breadth of an approval that names none: exact, if no wider grant can be stored.
    pub fn usual_breadth(&self) -> Breadth {
        breadth_of(&self.coverage(self.default_breadth()))
    }

    /// What an approval of this breadth would cover. If the grant would not even cover this call again, it covers
    /// exactly this call.
    pub fn coverage(&self, breadth: Breadth) -> Coverage {
        match breadth {
            Breadth::Exact => Coverage::Call(self.digest),
            Breadth::Tool => Coverage::Tool(self.reading.name().to_owned()),
            Breadth::Prefix => {
                let command = self.reading.command().filter(|_| self.category == Some(Category::Command));
                let cwd = || self.reading.call().cwd.clone();
                let found = command.and_then(covered_by).map(|parts| Coverage::Commands { parts, cwd: cwd() });
                found.filter(|coverage| self.would_allow(coverage)).unwrap_or(Coverage::Call(self.digest))
            }
        }
    }

    /// Whether a grant would allow this call.
    fn would_allow(&self, coverage: &Coverage) -> bool {
        let grant = supposed(coverage.clone(), u32::MAX);
        let held = SessionGrants { grants: std::slice::from_ref(&grant), ..SessionGrants::default() };
        let situation = Situation { now: Some(self.now), held, ..Situation::new(self.resolver) };
        decide_read(self.reading, self.policy, &situation).verdict == Verdict::Allow
    }

    /// The grants that an answer could create, narrowest first, each once.
    pub fn offers(&self) -> Vec<Offer> {
        let mut offers: Vec<Offer> = Vec::new();
        for breadth in Breadth::ALL {
            if breadth == Breadth::Prefix && self.category != Some(Category::Command) {
                continue;
            }
            let coverage = self.coverage(breadth);
            let given = breadth_of(&coverage);
            // What is not stored this wide, or would be asked about again because no wide grant satisfies a floor.
            if breadth != given || breadth == Breadth::Tool && !self.would_allow(&coverage) {
                continue;
            }
            // Everything a shell can do, for longer than a session, is not offered where grants are narrow by habit.
            let wide = breadth == Breadth::Tool && self.default_breadth() != Breadth::Tool;
            let scopes: &[Scope] =
                if wide { &[Scope::Session] } else { &[Scope::Turn, Scope::Session, Scope::Project, Scope::Always] };
            for scope in scopes.iter().copied() {
                offers.push(Offer { scope, breadth, words: self.words(&coverage), patterns: patterns(&coverage) });
            }
        }
        offers
    }

    fn words(&self, coverage: &Coverage) -> String {
        match coverage {
            Coverage::Call(_) => "exactly this call".to_owned(),
            Coverage::Commands { parts, .. } => parts.iter().map(GrantPart::words).collect::<Vec<_>>().join(" and "),
            Coverage::Tool(tool) if self.category == Some(Category::Command) => format!("all {tool} commands"),
            Coverage::Tool(tool) => format!("all calls of `{tool}`"),
            Coverage::Rule(rule) => format!("whatever `{}` covers", rule.text),
        }
    }

    /// The grant that an approval creates, if it creates one.
    pub fn grant(
        &self,
        scope: Scope,
        breadth: Option<Breadth>,
        session: &Session,
        people: &[String],
    ) -> Option<StoredGrant> {
        let (owner, expires, uses, reason) = match scope {
            Scope::Once => return None,
            Scope::Turn => (own(session), Expires::TurnEnd, None, "approved for this turn".to_owned()),
            Scope::Session => (own(session), Expires::SessionEnd, None, "approved for session".to_owned()),
            Scope::Project => (
                Owner::Project(self.reading.call().project.clone()),
                Expires::Never,
                None,
                "approved for this project".to_owned(),
            ),
            Scope::Always => (Owner::Everyone, Expires::Never, None, "approved always".to_owned()),
            Scope::For(time) => {
                let time = SignedDuration::try_from(time).unwrap_or(SignedDuration::ZERO);
                let end = self.now.checked_add(time).unwrap_or(self.now);
                (own(session), Expires::At(end), None, format!("approved until {}", end.strftime("%H:%M:%S UTC")))
            }
            Scope::Count(count) => {
                (own(session), Expires::SessionEnd, Some(count), format!("approved for {count} more"))
            }
        };
        let coverage = self.coverage(breadth.unwrap_or_else(|| self.default_breadth()));
        let count = u32::try_from(people.len()).unwrap_or(u32::MAX);
        let grant =
            Grant { id: ids::new("grant"), source: Source::User, reason, coverage, expires, uses, people: count };
        let by = people.join(", ");
        Some(StoredGrant { owner, grant, turn: session.turn, given: self.now, by, ended: None })
    }
}

/// The grant that so many people would leave behind, to try out what it covers.
pub(crate) const fn supposed(coverage: Coverage, people: u32) -> Grant {
    Grant {
        id: String::new(),
        source: Source::User,
        reason: String::new(),
        coverage,
        expires: Expires::Never,
        uses: None,
        people,
    }
}

fn own(session: &Session) -> Owner {
    Owner::Session(session.id.clone())
}

fn breadth_of(coverage: &Coverage) -> Breadth {
    match coverage {
        Coverage::Call(_) => Breadth::Exact,
        Coverage::Commands { .. } | Coverage::Rule(_) => Breadth::Prefix,
        Coverage::Tool(_) => Breadth::Tool,
    }
}

fn patterns(coverage: &Coverage) -> Vec<String> {
    match coverage {
        Coverage::Call(digest) => vec![digest.to_string()],
        Coverage::Commands { parts, .. } => parts.iter().map(GrantPart::pattern).collect(),
        Coverage::Tool(tool) => vec![tool.clone()],
        Coverage::Rule(rule) => vec![rule.text.clone()],
    }
}
