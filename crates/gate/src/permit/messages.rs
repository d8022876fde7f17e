//! What the model reads about a call that did not run, in the words of each profile.

use byleave_policy::Profile;

use crate::answer::RejectMode;
use crate::permit::refusal::{Cause, Refusal};

/// What the model reads for every remaining call of a batch after a hard rejection.
pub const BATCH_REJECTED: &str =
    "User rejected this batch of tools. They want to provide input for the correct direction.";

/// What the model reads.
pub(crate) fn to_model(refusal: &Refusal, profile: Profile) -> String {
    match profile {
        Profile::ConnectOnion => connectonion(refusal),
        Profile::OriCore => oricore(refusal),
        Profile::Ollama => ollama(refusal),
        Profile::Byleave => byleave(refusal),
    }
}

fn connectonion(refusal: &Refusal) -> String {
    let tool = &refusal.tool;
    match &refusal.cause {
        Cause::Rejected { mode, feedback } => {
            let with =
                |label: &str| feedback.as_ref().map_or_else(String::new, |feedback| format!(" {label}: {feedback}"));
            let rejected = format!("User rejected tool '{tool}'.{}", with("Feedback"));
            match mode {
                RejectMode::Hard => rejected,
                RejectMode::Soft => format!(
                    "{rejected}\n\n[System reminder: Ask the user what they would like instead of '{tool}'. Do not try it \
                     again. Offer two to four concrete alternatives, and leaving it out altogether as one of them.]"
                ),
                RejectMode::Explain => format!(
                    "User wants explanation for tool '{tool}'.{}\n\n[System reminder: Explain this call before anything \
                     else, like teaching a 15-year-old: where you are in the task, the idea behind it, what exactly it \
                     does, why it is needed, and what could go wrong. Do not retry it until the user has approved.]",
                    with("Context")
                ),
            }
        }
        Cause::Stopped => BATCH_REJECTED.to_owned(),
        Cause::Closed => refusal.reason(),
        Cause::Policy => format!("Tool '{tool}' denied by policy: {}", refusal.reason()),
        Cause::NoChannel => format!("Tool '{tool}' was not granted, and there is no one to ask: {}.", refusal.reason()),
        Cause::Timeout | Cause::Unanswered => unanswered(refusal),
        Cause::TooFew(_) | Cause::Changed(_) | Cause::System(_) => {
            format!("Tool '{tool}' denied: {}.", refusal.reason())
        }
    }
}

fn oricore(refusal: &Refusal) -> String {
    match &refusal.cause {
        Cause::Rejected { feedback: Some(feedback), .. } => {
            format!("Tool use rejected with user message: {feedback}")
        }
        Cause::Rejected { feedback: None, .. } => "Tool use rejected with user message: User denied".to_owned(),
        Cause::Stopped => "Error: Tool execution was skipped due to previous tool denial.".to_owned(),
        Cause::Timeout | Cause::Unanswered => unanswered(refusal),
        Cause::Policy | Cause::NoChannel | Cause::TooFew(_) | Cause::Changed(_) | Cause::Closed | Cause::System(_) => {
            format!("Tool use rejected with user message: {}", refusal.reason())
        }
    }
}

fn ollama(refusal: &Refusal) -> String {
    match &refusal.cause {
        Cause::Rejected { feedback: None, .. } => deny_result(&refusal.tool, ""),
        Cause::Policy => format!(
            "Command blocked: {}. It cannot be executed. If it is necessary, please ask the user to run it manually.",
            refusal.reason()
        ),
        Cause::Timeout | Cause::Unanswered => unanswered(refusal),
        Cause::Rejected { feedback: Some(_), .. }
        | Cause::Stopped
        | Cause::NoChannel
        | Cause::TooFew(_)
        | Cause::Changed(_)
        | Cause::Closed
        | Cause::System(_) => deny_result(&refusal.tool, &refusal.reason()),
    }
}

/// No answer is not a refusal: after a refusal the model would give up something that the user may want.
fn unanswered(refusal: &Refusal) -> String {
    let Refusal { tool, .. } = refusal;
    format!("`{tool}` needs a person's approval: {}. No one refused it; it did not run.", refusal.reason())
}

/// Ollama's text for a denial: `User denied execution of bash. Reason: too risky`.
#[must_use]
pub fn deny_result(tool: &str, reason: &str) -> String {
    if reason.is_empty() {
        format!("User denied execution of {tool}.")
    } else {
        format!("User denied execution of {tool}. Reason: {reason}")
    }
}

/// A text for the model, then the same as JSON.
fn byleave(refusal: &Refusal) -> String {
    format!("{}\n{}", words(refusal), refusal.to_json())
}

/// The same without what is for programs.
pub(crate) fn words(refusal: &Refusal) -> String {
    let tool = &refusal.tool;
    let reason = refusal.reason();
    match &refusal.cause {
        Cause::Policy => format!(
            "The call of `{tool}` was refused by policy: {reason}. Do not try it in another form; choose another way or \
             tell the user why it is needed."
        ),
        Cause::Rejected { mode: RejectMode::Soft, feedback: Some(feedback) } => format!(
            "The user rejected the call of `{tool}` and says: {feedback}\nDo not retry it; ask the user what they prefer."
        ),
        Cause::Rejected { mode: RejectMode::Soft, feedback: None } => {
            format!("The user rejected the call of `{tool}`. Do not retry it; ask the user what they prefer.")
        }
        Cause::Rejected { mode: RejectMode::Hard, feedback } => format!(
            "The user rejected the call of `{tool}` and stopped the work{}. Wait for their next message.",
            feedback.as_ref().map_or_else(String::new, |feedback| format!(": {feedback}"))
        ),
        Cause::Rejected { mode: RejectMode::Explain, feedback } => format!(
            "The user wants an explanation before `{tool}` may run{}. Explain the goal, this step, why it is needed and \
             what could go wrong, in plain words; do not retry it until they approve.",
            feedback.as_ref().map_or_else(String::new, |feedback| format!(": {feedback}"))
        ),
        Cause::Stopped => format!("`{tool}` did not run: the user stopped the work. Wait for their next message."),
        Cause::NoChannel => {
            format!("`{tool}` needs a person's approval and there is no one to ask ({reason}). It did not run.")
        }
        Cause::Timeout | Cause::Unanswered => unanswered(refusal),
        Cause::TooFew(_) => format!("`{tool}` did not run: {reason}."),
        Cause::Changed(_) => format!("`{tool}` did not run: {reason}. Look at it again, then ask again."),
        Cause::Closed => format!("{reason}. It did not run."),
        Cause::System(_) => format!("{reason}: `{tool}` did not run."),
    }
}
