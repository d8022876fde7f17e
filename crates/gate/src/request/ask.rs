//! Asking the channels.

use std::sync::Arc;
use std::time::{Duration, Instant};

use byleave_policy::{Unattended, Verdict};
use byleave_view::Shown;
use jiff::SignedDuration;
use tokio::sync::watch;

use crate::answer::{Answer, Scope};
use crate::call::Call;
use crate::channel::race::{Either, either, first};
use crate::channel::{
    Asking, Channel, ChannelError, ChannelKind, EndedBy, Reply, Resolution, Settle, Settled, ask_guarded, tell_late,
};
use crate::decision::Judged;
use crate::entry::redact::Redactor;
use crate::entry::redacted;
use crate::gate::Gate;
use crate::gate::authorize::Authorization;
use crate::gate::clock::Sleep;
use crate::gate::ids;
use crate::permit::refusal::Cause;
use crate::request::seal::{self, Seal};
use crate::request::{Request, RequestState, StoredRequest};
use crate::store::StoreError;

/// How long channels may take to close an answered prompt before the agent continues.
const CLOSING: Duration = Duration::from_millis(300);

/// How long a request stays open that no approver is there for, if the policy gives it no time.
const OPEN: Duration = Duration::from_mins(10);

/// A request that is open in this gate.
pub(crate) struct OpenRequest {
    pub request: Arc<Request>,
    /// The files that it would run or write, as they were when the request was made.
    pub seals: Vec<Seal>,
    timeout: Option<Duration>,
}

/// What came of asking.
#[derive(Debug)]
pub(crate) enum AskOutcome {
    Answered {
        answer: Answer,
        person: Option<String>,
        channel: String,
    },
    /// A grant that was given meanwhile covers the call.
    Granted,
    /// There is no answer, and this is why the call does not run.
    Unanswered(Cause),
}

impl AskOutcome {
    pub fn answer(&self) -> Option<&Answer> {
        match self {
            Self::Answered { answer, .. } => Some(answer),
            Self::Granted | Self::Unanswered(_) => None,
        }
    }

    pub fn person(&self) -> Option<&str> {
        match self {
            Self::Answered { person, .. } => person.as_deref(),
            Self::Granted | Self::Unanswered(_) => None,
        }
    }

    pub fn channel(&self) -> Option<&str> {
        match self {
            Self::Answered { channel, .. } => Some(channel),
            Self::Granted | Self::Unanswered(_) => None,
        }
    }

    pub fn scope(&self) -> Scope {
        match self.answer() {
            Some(Answer::Approve(approval)) => approval.scope,
            Some(Answer::Reject(_)) | None => Scope::Once,
        }
    }

    pub fn approves(&self) -> bool {
        matches!(self, Self::Answered { answer: Answer::Approve(_), .. } | Self::Granted)
    }

    pub fn resolution(&self) -> Resolution {
        let by = match self {
            Self::Answered { channel, person, .. } => {
                EndedBy::Answer { channel: channel.clone(), person: person.clone() }
            }
            Self::Granted => EndedBy::Grant,
            Self::Unanswered(Cause::Timeout) => EndedBy::Timeout,
            Self::Unanswered(_) => EndedBy::NoOne,
        };
        Resolution { approved: self.approves(), by }
    }

    fn of(reply: Result<Reply, ChannelError>, channel: &dyn Channel) -> Option<Self> {
        let name = channel.name().to_owned();
        match reply {
            Ok(Reply::Answer { answer, person }) => Some(Self::Answered { answer, person, channel: name }),
            Ok(Reply::Abstain) => None,
            Err(ChannelError::Closed) => Some(Self::Unanswered(Cause::Closed)),
            Err(ChannelError::Dismissed) => Some(Self::Unanswered(Cause::Unanswered)),
            Err(ChannelError::Cancelled) => {
                let answer = Answer::soft(Some("cancelled".to_owned()));
                Some(Self::Answered { answer, person: None, channel: name })
            }
            Err(error @ (ChannelError::Malformed(_) | ChannelError::Failed(_))) => {
                Some(Self::Unanswered(Cause::System(format!("{name}: {error}"))))
            }
        }
    }
}

/// What is heard while a request is open.
enum Heard {
    /// An answer to this gate or an end of it, with the place of the channel it came by.
    Here(AskOutcome, Option<usize>),
    /// The request does not wait in the store any more.
    Elsewhere,
}

/// The people who are asked.
struct PeopleAsked<'g> {
    asking: Vec<(usize, Asking<'g>)>,
    grants: watch::Receiver<u64>,
    /// Why there is no answer, if there is none.
    last: AskOutcome,
}

/// How a request ended: for the agent, and for the channels that were asked.
pub(crate) struct Conclusion {
    pub authorization: Authorization,
    pub resolution: Resolution,
}

impl Conclusion {
    pub fn failed(authorization: Authorization) -> Self {
        Self { authorization, resolution: AskOutcome::Unanswered(Cause::NoChannel).resolution() }
    }
}

/// Waits for something, as long as there is time.
async fn in_time<T>(time: &mut Option<Sleep>, work: impl Future<Output = T>) -> Option<T> {
    let Some(time) = time else { return Some(work.await) };
    match either(work, time.as_mut()).await {
        Either::Left(value) => Some(value),
        Either::Right(()) => None,
    }
}

/// Whether the request stays open although no approver is there.
fn waits(judged: &Judged) -> bool {
    judged.decision.unattended.is_some_and(Unattended::waits)
}

impl OpenRequest {
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
            frame: redacted(&request.to_json(), &request.call.tool, redactor, Some(&request.reading)),
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
    /// The request for a call.
    pub(crate) fn request(&self, judged: &Judged, remaining: Vec<(String, String)>) -> OpenRequest {
        let timeout = judged.policy.ask_timeout_seconds.map(|seconds| Duration::from_secs(u64::from(seconds)));
        let timeout = timeout.or_else(|| waits(judged).then_some(OPEN));
        let timeout = timeout.into_iter().chain(self.inner.longest()).min();
        let expires = timeout
            .and_then(|time| SignedDuration::try_from(time).ok())
            .and_then(|time| judged.now.checked_add(time).ok());
        let wanted = self.wanted(judged, &judged.reading);
        let tool = self.inner.tools.get(&judged.call.tool);
        let agent = judged.call.agent.clone().or_else(|| judged.session.agent.clone());
        let facts = judged.facts();
        let Shown { parsed, risk, deeds } =
            byleave_view::shown(&judged.reading, &judged.decision, self.inner.resolver.as_ref());
        let request = Request {
            id: ids::new("ap"),
            call: Call { agent, ..judged.call.clone() },
            digest: judged.digest,
            session: judged.session.id.clone(),
            parent: judged.session.parent.clone(),
            cwd: facts.cwd.clone(),
            project: facts.project.clone(),
            home: facts.home.clone(),
            reading: Arc::clone(&judged.reading),
            category: judged.category,
            tool_description: tool.and_then(|tool| tool.description()).map(str::to_owned),
            decision: judged.decision.clone(),
            parsed,
            risk,
            deeds,
            batch_remaining: remaining,
            offers: wanted.offers(),
            breadth: wanted.usual_breadth(),
            profile: judged.policy.profile,
            created: judged.now,
            expires,
        };
        let seals = seal::seals(&judged.reading, self.inner.resolver.as_ref());
        OpenRequest { request: Arc::new(request), seals, timeout }
    }

    /// The question that a call would lead to, without asking an approver.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn preview(&self, call: Call) -> Result<Request, StoreError> {
        let judged = self.judge(call).await?;
        let OpenRequest { request, .. } = self.request(&judged, Vec::new());
        Ok(Arc::unwrap_or_clone(request))
    }

    /// Asks programs first, one after another, then all people at once. A process with the same store may answer in the
    /// store. The first valid answer wins; the gate records it before the other prompts close.
    pub(crate) async fn ask_channels(&self, open: &OpenRequest, judged: &Judged) -> Authorization {
        let start = Instant::now();
        let (settle, settled) = Settle::new();
        let mut time = open.timeout.map(|time| self.inner.clock.sleep(time));
        let heard = in_time(&mut time, Box::pin(self.ask_programs(open, judged, &settled))).await;
        let mut heard = heard.unwrap_or(Some(Heard::Here(AskOutcome::Unanswered(Cause::Timeout), None)));
        let mut people = PeopleAsked {
            asking: Vec::new(),
            grants: self.inner.grants.subscribe(),
            last: AskOutcome::Unanswered(Cause::NoChannel),
        };
        if heard.is_none() {
            heard = self.open_people(open, judged, &settled, &mut people).await;
        }
        let ended = loop {
            if heard.is_none() {
                heard = in_time(&mut time, Box::pin(self.ask_people(open, judged, &mut people))).await;
            }
            let Some(next) = heard.take() else {
                people.asking.clear();
                break self
                    .conclude(&judged.call, open, &AskOutcome::Unanswered(Cause::Timeout), None, start.elapsed())
                    .await;
            };
            match next {
                Heard::Here(asked, by) => break self.conclude(&judged.call, open, &asked, by, start.elapsed()).await,
                Heard::Elsewhere => match self.take(&judged.call, open, None, start.elapsed()).await {
                    Ok(Some(ended)) => break ended,
                    // It was taken back meanwhile: those who were asked here still are.
                    Ok(None) => {}
                    Err(error) => break Conclusion::failed(self.broken(&judged.call, &error)),
                },
            }
        };
        settle.end(ended.resolution.clone());
        if !people.asking.is_empty() {
            let closing = async {
                while let Some((index, reply)) = first(&mut people.asking).await {
                    // An approver who answered at the same moment must not believe that it counted.
                    if let (Ok(Reply::Answer { .. }), Some(channel)) = (reply, self.inner.channels.get(index)) {
                        tell_late(channel.as_ref(), &open.request, &ended.resolution);
                    }
                }
            };
            let _ = either(closing, self.inner.clock.sleep(CLOSING)).await;
        }
        ended.authorization
    }

    async fn ask_programs(&self, open: &OpenRequest, judged: &Judged, settled: &Settled) -> Option<Heard> {
        // One terminal is one person, whatever they press; a program is none. Only a hub knows who is who,
        // and no store tells whether one is there.
        if judged.decision.approvals > 1 {
            return Some(Heard::Here(AskOutcome::Unanswered(Cause::TooFew(judged.decision.approvals)), None));
        }
        for (index, channel) in self.inner.channels.iter().enumerate() {
            if channel.kind() == ChannelKind::Program {
                let reply = ask_guarded(channel.as_ref(), Arc::clone(&open.request), settled.clone()).await;
                if let Some(asked) = AskOutcome::of(reply, channel.as_ref()) {
                    return Some(Heard::Here(asked, Some(index)));
                }
            }
        }
        None
    }

    /// Begins to ask all people, unless it needs no answer any more.
    async fn open_people<'g>(
        &'g self,
        open: &OpenRequest,
        judged: &Judged,
        settled: &Settled,
        people: &mut PeopleAsked<'g>,
    ) -> Option<Heard> {
        // From here on changes are heard; one that came between the verdict and now is looked at first.
        if *people.grants.borrow_and_update() != judged.seen
            && let Some(settled) = self.settled(judged).await
        {
            return Some(Heard::Here(settled, None));
        }
        let channels =
            self.inner.channels.iter().enumerate().filter(|(_, channel)| channel.kind() == ChannelKind::People);
        let ask = |channel: &'g dyn Channel| ask_guarded(channel, Arc::clone(&open.request), settled.clone());
        people.asking = channels.map(|(index, channel)| (index, ask(channel.as_ref()))).collect();
        None
    }

    async fn ask_people(&self, open: &OpenRequest, judged: &Judged, people: &mut PeopleAsked<'_>) -> Heard {
        // Without a person to ask, and none who may come, the gate does not look at the store.
        let mut gone = Box::pin(self.gone(&open.request.id));
        while !people.asking.is_empty() || waits(judged) {
            let PeopleAsked { asking, grants, .. } = people;
            let reply = async {
                if asking.is_empty() {
                    std::future::pending::<()>().await;
                }
                first(asking).await
            };
            let here = either(Box::pin(reply), grants.changed());
            let (index, reply) = match either(here, gone.as_mut()).await {
                Either::Left(Either::Left(Some(reply))) => reply,
                Either::Left(Either::Left(None) | Either::Right(_)) => match self.settled(judged).await {
                    Some(settled) => return Heard::Here(settled, None),
                    None => continue,
                },
                Either::Right(()) => return Heard::Elsewhere,
            };
            let Some(channel) = self.inner.channels.get(index) else { continue };
            match AskOutcome::of(reply, channel.as_ref()) {
                Some(asked @ AskOutcome::Answered { .. }) => return Heard::Here(asked, Some(index)),
                // Others may still answer; if none does, this is why.
                Some(failed) => people.last = failed,
                None => {}
            }
        }
        Heard::Here(std::mem::replace(&mut people.last, AskOutcome::Unanswered(Cause::NoChannel)), None)
    }

    /// Whether a call that waits needs no answer any more: a grant that was given meanwhile covers it, or its session was
    /// stopped, and no answer could let it run.
    async fn settled(&self, judged: &Judged) -> Option<AskOutcome> {
        match self.judge_again(judged.call.clone(), &judged.reading).await.ok()?.decision.verdict {
            Verdict::Allow => Some(AskOutcome::Granted),
            Verdict::Ask => None,
            Verdict::Deny => Some(AskOutcome::Unanswered(Cause::NoChannel)),
        }
    }
}
