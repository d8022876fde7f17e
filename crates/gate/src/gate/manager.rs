//! Ollama's approval interface, under its own names: a thin layer over the gate.

use byleave_policy::grant::{Breadth, Coverage, GrantPart};
use byleave_policy::tools::Category;
use byleave_policy::{Policy, Profile, Verdict};
use serde_json::{Map, Value};

use crate::answer::Scope;
use crate::call::Call;
use crate::channel::Channel;
use crate::gate::clock::block_on;
use crate::gate::{BuildError, Gate};
use crate::permit::messages;
use crate::session::Owner;
use crate::store::{Commit, StoreError};

/// What was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ApprovalDecision {
    /// `ApprovalOnce`
    Once,
    /// `ApprovalAlways`
    Always,
    /// `ApprovalDeny`
    Deny,
}

/// The result of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApprovalResult {
    /// What was decided.
    pub decision: ApprovalDecision,
    /// Why not, if the user said.
    pub deny_reason: Option<String>,
}

/// A session's allowlist with a way to ask: Ollama's loop is
/// `if !is_allowed { request_approval; Deny ⇒ tell the model; Always ⇒ add_to_allowlist }`.
///
/// The floors hold here too: [`ApprovalManager::is_allowed`] is false for calls that must ask each time.
#[derive(Clone, Debug)]
pub struct ApprovalManager {
    gate: Gate,
}

impl ApprovalManager {
    /// A manager with an empty allowlist that asks by this channel.
    ///
    /// # Errors
    ///
    /// Never with the built-in policy; the type is that of every gate.
    pub fn new(channel: impl Channel + 'static) -> Result<Self, BuildError> {
        let policy = Policy { profile: Profile::Ollama, ..Policy::default() };
        Gate::builder().policy(policy).channel(channel).build().map(Self::over)
    }

    /// A manager over an existing gate.
    #[must_use]
    pub const fn over(gate: Gate) -> Self {
        Self { gate }
    }

    /// Whether a call runs without a question.
    #[must_use]
    pub fn is_allowed(&self, tool: &str, arguments: &Map<String, Value>) -> bool {
        let call = Call::new(tool, Value::Object(arguments.clone()));
        block_on(self.gate.would_run(&call)).unwrap_or(false)
    }

    /// Asks, and records the answer. The host runs the call itself, so it must make sure to run exactly the call that
    /// it asked about; with [`Gate::authorize`] the permit does that.
    #[must_use]
    pub fn request_approval(&self, tool: &str, arguments: &Map<String, Value>) -> ApprovalResult {
        let call = Call::new(tool, Value::Object(arguments.clone()));
        match block_on(self.gate.authorize(call)).permit() {
            Ok(permit) if permit.scope() == Scope::Once => {
                ApprovalResult { decision: ApprovalDecision::Once, deny_reason: None }
            }
            Ok(_) => ApprovalResult { decision: ApprovalDecision::Always, deny_reason: None },
            Err(refusal) => {
                let rejection = refusal.cause.rejection();
                let deny_reason = rejection.map_or_else(|| Some(refusal.reason()), |(_, feedback)| feedback.clone());
                ApprovalResult { decision: ApprovalDecision::Deny, deny_reason }
            }
        }
    }

    /// Remembers a call for the session: by prefix where a command has one, exactly otherwise, other tools by name.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub fn add_to_allowlist(&self, tool: &str, arguments: &Map<String, Value>) -> Result<(), StoreError> {
        let call = Call::new(tool, Value::Object(arguments.clone()));
        block_on(async {
            let judged = self.gate.judge(call).await?;
            // "Always" in the box has granted it already.
            if judged.decision.verdict == Verdict::Allow {
                return Ok(());
            }
            let breadth = if judged.category == Some(Category::Command) { Breadth::Prefix } else { Breadth::Tool };
            let wanted = self.gate.wanted(&judged, &judged.reading);
            let grants = wanted.grant(Scope::Session, Some(breadth), &judged.session, &["user".to_owned()]);
            let grants = grants.map(|held| self.gate.without_secrets(held, judged.digest));
            let session = (!judged.known).then(|| judged.session.clone());
            let commit = Commit { session, grants: grants.into_iter().collect(), ..Commit::at(judged.now) };
            self.gate.inner.store.commit(commit).await?;
            self.gate.inner.grants_changed();
            Ok(())
        })
    }

    /// What is allowed: tools by name, prefixes as `cat:src/*`, exact commands as `bash:rm a`.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub fn allowed_tools(&self) -> Result<Vec<String>, StoreError> {
        let held = block_on(self.gate.grants())?;
        let shown = held.iter().flat_map(|held| match &held.grant.coverage {
            Coverage::Tool(tool) => vec![tool.clone()],
            Coverage::Call(digest) => vec![digest.to_string()],
            Coverage::Rule(rule) => vec![rule.text.clone()],
            Coverage::Commands { parts, .. } => parts
                .iter()
                .map(|part| match part {
                    GrantPart::Directory(prefix) => format!("{prefix}*"),
                    GrantPart::SubCommand(text) | GrantPart::Exact(text) => format!("bash:{text}"),
                })
                .collect(),
        });
        Ok(shown.collect())
    }

    /// Forgets everything that was allowed in this session.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub fn reset(&self) -> Result<(), StoreError> {
        block_on(async {
            let held = self.gate.grants().await?;
            let own = held.iter().filter(|held| matches!(held.owner, Owner::Session(_)));
            let ended = own.map(|held| held.grant.id.clone()).collect();
            self.gate.inner.store.commit(Commit { ended, ..Commit::at(self.gate.inner.clock.now()) }).await.map(|_| ())
        })
    }
}

/// `User denied execution of bash. Reason: too risky`
#[must_use]
pub fn format_deny_result(tool: &str, reason: &str) -> String {
    messages::deny_result(tool, reason)
}
