//! The box as a channel of the gate.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use byleave_gate::{
    Answer, Approval, Asking, Channel, ChannelError, EndedBy, Reply as AnswerFields, Request, Resolution,
    Scope as Lasting, Settled,
};
use tokio::sync::oneshot;

use crate::closer::Closer;
use crate::options::{Error, Options, Terminal};
use crate::put::{question, style_of};
use crate::question::{Question, Reply, Scope, Style};

/// Asks the person at the terminal.
///
/// Simultaneous questions are asked one after another: there is one keyboard.
#[derive(Clone, Debug, Default)]
pub struct TerminalChannel {
    terminal: Arc<Mutex<Terminal>>,
    style: Option<Style>,
    person: Option<String>,
}

impl TerminalChannel {
    /// Asks on this process's terminal.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            terminal: Arc::new(Mutex::new(Terminal::new(options))),
            style: None,
            person: ["USER", "LOGNAME"]
                .iter()
                .find_map(|name| std::env::var(name).ok().filter(|name| !name.is_empty())),
        }
    }

    /// With this style instead of the profile's own.
    #[must_use]
    pub const fn style(mut self, style: Style) -> Self {
        self.style = Some(style);
        self
    }
}

impl Channel for TerminalChannel {
    fn name(&self) -> &'static str {
        "terminal"
    }

    fn ask(&self, request: Arc<Request>, settled: Settled) -> Asking<'_> {
        let terminal = Arc::clone(&self.terminal);
        let style = self.style.unwrap_or_else(|| style_of(request.profile));
        let person = self.person.clone();
        Box::pin(async move {
            let closer = Closer::new().map_err(|error| ChannelError::Failed(error.to_string()))?;
            let question = question(&request, style);
            // The caller may give up, because its time is over or the agent left: then the box closes too.
            let _box = CloseOnDrop(closer.clone());
            let (sender, receiver) = oneshot::channel();
            let closing = closer.clone();
            // The box blocks while it waits for keys, so it has its own thread.
            let asked = question.clone();
            thread::Builder::new()
                .name("byleave-terminal".to_owned())
                .spawn(move || {
                    let mut terminal = terminal.lock().unwrap_or_else(PoisonError::into_inner);
                    // The receiver may be gone; then the box is already closed.
                    let _ = sender.send(terminal.ask(&asked, Some(&closing)));
                })
                .map_err(|error| ChannelError::Failed(error.to_string()))?;
            let watched = watch(settled, closer);
            let reply = answer_while(receiver, watched).await;
            let reply = reply.map_err(|_| ChannelError::Failed("the box panicked".to_owned()))?;
            match reply {
                Ok(reply) => said(&reply, &question, person),
                // Without a terminal there is no one to ask here; another channel may have an approver.
                Err(Error::NoTerminal) => Ok(AnswerFields::Abstain),
                Err(error) => Err(ChannelError::Failed(error.to_string())),
            }
        })
    }

    fn late(&self, request: &Request, resolution: &Resolution) {
        let terminal = self.terminal.lock().unwrap_or_else(PoisonError::into_inner);
        terminal.tell(&request.call.tool, &format!("{}, before the answer given here", ended(resolution)));
    }
}

/// How a question ended, in words for the person at this terminal.
fn ended(resolution: &Resolution) -> String {
    let what = if resolution.approved { "approved" } else { "denied" };
    match &resolution.by {
        EndedBy::Answer { channel, person: Some(person) } => format!("{what} by {person} ({channel})"),
        EndedBy::Answer { channel, person: None } => format!("{what} by {channel}"),
        EndedBy::Grant => format!("{what} by a grant"),
        EndedBy::Timeout => format!("{what}: no one answered in time"),
        EndedBy::Caller => format!("{what}: the caller withdrew the question"),
        EndedBy::AgentLeft => format!("{what}: the agent left"),
        EndedBy::NoOne => format!("{what}: no one answered"),
    }
}

/// Closes the box when no one waits for its answer any more. After an answer there is nothing to close.
struct CloseOnDrop(Closer);

impl Drop for CloseOnDrop {
    fn drop(&mut self) {
        self.0.close("the agent no longer waits for an answer");
    }
}

/// Waits for the first; the second only runs alongside.
async fn answer_while<T>(first: impl Future<Output = T>, second: impl Future<Output = ()>) -> T {
    let mut first = std::pin::pin!(first);
    let mut second = Some(Box::pin(second));
    std::future::poll_fn(move |context| {
        if let Some(acting) = &mut second
            && acting.as_mut().poll(context).is_ready()
        {
            second = None;
        }
        first.as_mut().poll(context)
    })
    .await
}

/// Closes the box when another channel has answered.
async fn watch(mut settled: Settled, closer: Closer) {
    closer.close(&ended(&settled.wait().await));
}

/// The person's answer in the gate's types.
fn said(reply: &Reply, question: &Question, person: Option<String>) -> Result<AnswerFields, ChannelError> {
    let answer = match reply {
        Reply::Once => Answer::once(),
        Reply::Always { choice } => {
            let chosen = question.covers.get(*choice);
            let scope = match chosen.map(|chosen| chosen.scope) {
                Some(Scope::Turn) => Lasting::Turn,
                Some(Scope::Project) => Lasting::Project,
                Some(Scope::Always) => Lasting::Always,
                // Ollama's "always" lasts as long as the session.
                Some(Scope::Session) | None => Lasting::Session,
            };
            Answer::Approve(Approval { scope, breadth: chosen.map(|chosen| chosen.breadth), arguments: None })
        }
        Reply::Deny { reason } => Answer::soft(reason.clone()),
        Reply::Cancelled => Answer::soft(Some("cancelled".to_owned())),
        Reply::Stop => Answer::hard(Some("cancelled".to_owned())),
        // The gate's own clock decides about time; the box only stopped asking.
        Reply::Expired | Reply::Closed => return Err(ChannelError::Closed),
    };
    Ok(AnswerFields::Answer { answer, person })
}

#[cfg(test)]
mod tests {
    use byleave_gate::{EndedBy, Resolution};

    use super::ended;

    #[test]
    fn how_a_question_ended_names_who_answered_or_says_that_no_one_did() {
        let answer = |person: Option<&str>| EndedBy::Answer { channel: "hub".into(), person: person.map(Into::into) };
        for (approved, by, words) in [
            (true, answer(Some("ann")), "approved by ann (hub)"),
            (false, answer(None), "denied by hub"),
            (true, EndedBy::Grant, "approved by a grant"),
            (false, EndedBy::Timeout, "denied: no one answered in time"),
            (false, EndedBy::NoOne, "denied: no one answered"),
        ] {
            assert_eq!(ended(&Resolution { approved, by }), words);
        }
    }
}
