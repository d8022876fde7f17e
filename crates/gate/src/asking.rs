//! Putting a question to whoever can answer it.

use std::sync::Arc;
use std::time::Duration;

use byleave_policy::Verdict;
use jiff::SignedDuration;

use crate::answer::{Answer, Scope};
use crate::call::Call;
use crate::channel::{Asking, Channel, ChannelError, Kind, Reply, Resolution, Settle, Settled, ask_guarded};
use crate::entry::redacted;
use crate::gate::Gate;
use crate::ids;
use crate::judging::Judged;
use crate::race::{Either, either, first};
use crate::redact::Redactor;
use crate::request::{Request, RequestState, Risk, StoredRequest};
use crate::seal::{self, Seal};
use crate::store::StoreError;

/// How long channels have to take an answered question off their screens before the agent goes on.
const CLOSING: Duration = Duration::from_millis(300);

/// A question that is put.
pub(crate) struct Put {
    pub request: Arc<Request>,
    /// The files it would run or write, as they were when it was put.
    pub seals: Vec<Seal>,
    timeout: Option<Duration>,
}

/// What came of a question.
#[derive(Debug)]
pub(crate) enum Asked {
    Answered {
        answer: Answer,
        person: Option<String>,
        channel: String,
    },
    /// A grant that was given meanwhile covers the call.
    Granted,
    /// So many people must agree, and no channel of this gate can ask them.
    TooFew(u32),
    Nobody,
    Timeout,
    Closed,
    Failed(String),
}

impl Asked {
    pub fn answer(&self) -> Option<&Answer> {
        match self {
            Self::Answered { answer, .. } => Some(answer),
            Self::Granted | Self::TooFew(_) | Self::Nobody | Self::Timeout | Self::Closed | Self::Failed(_) => None,
        }
    }

    pub fn person(&self) -> Option<&str> {
        match self {
            Self::Answered { person, .. } => person.as_deref(),
            Self::Granted | Self::TooFew(_) | Self::Nobody | Self::Timeout | Self::Closed | Self::Failed(_) => None,
        }
    }

    pub fn channel(&self) -> Option<&str> {
        match self {
            Self::Answered { channel, .. } => Some(channel),
            Self::Granted | Self::TooFew(_) | Self::Nobody | Self::Timeout | Self::Closed | Self::Failed(_) => None,
        }
    }

    pub fn scope(&self) -> Scope {
        match self {
            Self::Answered { answer: Answer::Approve(approval), .. } => approval.scope,
            Self::Answered { .. }
            | Self::Granted
            | Self::TooFew(_)
            | Self::Nobody
            | Self::Timeout
            | Self::Closed
            | Self::Failed(_) => Scope::Once,
        }
    }

    /// Why it was approved, for the record.
    pub fn reason(&self) -> Option<String> {
        match self {
            Self::Answered { answer: Answer::Approve(approval), .. } => {
                Some(format!("approved ({})", approval.scope.name()))
            }
            Self::Granted => Some("covered by a grant that was given meanwhile".to_owned()),
            Self::Answered { .. } | Self::TooFew(_) | Self::Nobody | Self::Timeout | Self::Closed | Self::Failed(_) => {
                None
            }
        }
    }

    fn resolution(&self) -> Resolution {
        let approved = matches!(self, Self::Answered { answer: Answer::Approve(_), .. } | Self::Granted);
        let by = match self {
            Self::Answered { channel, .. } => channel.clone(),
            Self::Granted => "a grant".to_owned(),
            Self::Timeout => "timeout".to_owned(),
            Self::TooFew(_) | Self::Nobody | Self::Closed | Self::Failed(_) => "nobody".to_owned(),
        };
        Resolution { approved, by, person: self.person().map(str::to_owned) }
    }

    fn of(reply: Result<Reply, ChannelError>, channel: &dyn Channel) -> Option<Self> {
        let name = channel.name().to_owned();
        match reply {
            Ok(Reply::Answer { answer, person }) => Some(Self::Answered { answer, person, channel: name }),
            Ok(Reply::Abstain) => None,
            Err(ChannelError::Closed) => Some(Self::Closed),
            Err(ChannelError::Cancelled) => {
                let answer = Answer::soft(Some("cancelled".to_owned()));
                Some(Self::Answered { answer, person: None, channel: name })
            }
            Err(error @ (ChannelError::Malformed(_) | ChannelError::Failed(_))) => {
                Some(Self::Failed(format!("{name}: {error}")))
            }
        }
    }
}

impl Put {
    /// With another name, if one was chosen.
    pub fn named(mut self, name: Option<&str>) -> Self {
        if let Some(name) = name {
            name.clone_into(&mut Arc::make_mut(&mut self.request).id);
        }
        self
    }

    pub fn stored(&self, redactor: &Redactor) -> StoredRequest {
        let request = &self.request;
        StoredRequest {
            id: request.id.clone(),
            session: request.session.clone(),
            state: RequestState::Pending,
            frame: redacted(&request.to_json(), &request.call.tool, redactor),
            digest: request.digest.to_string(),
            created: request.created,
            expires: request.expires,
            answer: None,
            person: None,
            channel: None,
            changed: request.created,
            approvals: Vec::new(),
            seals: self.seals.clone(),
            escalated: None,
        }
    }
}

impl Gate {
    /// The question to put for a call.
    pub(crate) fn request(&self, judged: &Judged, remaining: Vec<(String, String)>) -> Put {
        let timeout = judged.policy.ask_timeout_seconds.map(|seconds| Duration::from_secs(u64::from(seconds)));
        let expires = timeout
            .and_then(|time| SignedDuration::try_from(time).ok())
            .and_then(|time| judged.now.checked_add(time).ok());
        let wanted = self.wanted(judged, &judged.facts);
        let tool = self.inner.tools.get(&judged.call.tool);
        let agent = judged.call.agent.clone().or_else(|| judged.session.agent.clone());
        let request = Request {
            id: ids::new("ap"),
            call: Call { agent, ..judged.call.clone() },
            digest: judged.digest,
            session: judged.session.id.clone(),
            parent: judged.session.parent.clone(),
            cwd: judged.facts.cwd.clone(),
            project: judged.facts.project.clone(),
            home: judged.facts.home.clone(),
            category: judged.category,
            tool_description: tool.and_then(|tool| tool.description()).map(str::to_owned),
            decision: judged.decision.clone(),
            risk: Risk::of(&judged.decision, judged.category),
            batch_remaining: remaining,
            offers: wanted.offers(),
            breadth: wanted.usual_breadth(),
            profile: judged.policy.profile,
            created: judged.now,
            expires,
        };
        let seals = seal::seals(&judged.facts, judged.category, self.inner.resolver.as_ref());
        Put { request: Arc::new(request), seals, timeout }
    }

    /// The question that a call would lead to, without anybody being asked.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn preview(&self, call: Call) -> Result<Request, StoreError> {
        let judged = self.judge(call).await?;
        let Put { request, .. } = self.request(&judged, Vec::new());
        Ok(Arc::unwrap_or_clone(request))
    }

    /// Asks: programs first, one after another, then all people at once. The first valid answer wins, the others are told.
    pub(crate) async fn put(&self, put: &Put, judged: &Judged) -> Asked {
        let (settle, settled) = Settle::new();
        let asking = self.ask_all(put, judged, &settled);
        let asked = match put.timeout {
            None => Box::pin(asking).await,
            Some(time) => match either(Box::pin(asking), self.inner.clock.sleep(time)).await {
                Either::Left(asked) => asked,
                Either::Right(()) => (Asked::Timeout, Vec::new()),
            },
        };
        let (asked, mut others) = asked;
        settle.end(asked.resolution());
        if !others.is_empty() {
            let closing = async { while first(&mut others).await.is_some() {} };
            let _ = either(closing, self.inner.clock.sleep(CLOSING)).await;
        }
        asked
    }

    async fn ask_all<'g>(&'g self, put: &Put, judged: &Judged, settled: &Settled) -> (Asked, Vec<(usize, Asking<'g>)>) {
        let channels = &self.inner.channels;
        // Whoever sits at one terminal is one person, whatever they press; a program is nobody. Only a hub knows who is who.
        if judged.decision.approvals > 1 {
            return (Asked::TooFew(judged.decision.approvals), Vec::new());
        }
        for channel in channels.iter().filter(|channel| channel.kind() == Kind::Program) {
            let reply = ask_guarded(channel.as_ref(), Arc::clone(&put.request), settled.clone()).await;
            if let Some(asked) = Asked::of(reply, channel.as_ref()) {
                return (asked, Vec::new());
            }
        }
        // From here on changes are heard; one that came between the verdict and now is looked at first.
        let mut grants = self.inner.grants.subscribe();
        if *grants.borrow_and_update() != judged.seen
            && let Some(settled) = self.settled(judged).await
        {
            return (settled, Vec::new());
        }
        let mut open: Vec<(usize, Asking<'g>)> = channels
            .iter()
            .enumerate()
            .filter(|(_, channel)| channel.kind() == Kind::People)
            .map(|(index, channel)| (index, ask_guarded(channel.as_ref(), Arc::clone(&put.request), settled.clone())))
            .collect();
        let mut last = Asked::Nobody;
        while !open.is_empty() {
            let next = either(first(&mut open), grants.changed()).await;
            let Either::Left(Some((index, reply))) = next else {
                match self.settled(judged).await {
                    Some(settled) => return (settled, open),
                    None => continue,
                }
            };
            let Some(channel) = channels.get(index) else { continue };
            match Asked::of(reply, channel.as_ref()) {
                Some(asked @ Asked::Answered { .. }) => return (asked, open),
                // Others may still answer; if nobody does, this is why.
                Some(failed) => last = failed,
                None => {}
            }
        }
        (last, open)
    }

    /// Whether a call that waits needs no answer any more: a grant that was given meanwhile covers it, or its session was
    /// stopped, and no answer could let it run.
    async fn settled(&self, judged: &Judged) -> Option<Asked> {
        match self.judge(judged.call.clone()).await.ok()?.decision.verdict {
            Verdict::Allow => Some(Asked::Granted),
            Verdict::Ask => None,
            Verdict::Deny => Some(Asked::Nobody),
        }
    }
}
