//! Several people who must agree before a call runs.
//!
//! The store keeps each approval with the request until enough different people have approved. One rejection rejects
//! the call. The people agree on the narrowest of their approvals.

use byleave_policy::grant::Breadth;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;

use crate::answer::{Answer, Approval, Scope};

/// One person's approval of a request that needs several.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// Who, as the channel has verified.
    pub person: String,
    /// By which channel.
    pub channel: String,
    /// What they agreed to. Never with edited arguments: all approvers agree to the same call.
    pub approval: Approval,
    /// When.
    pub at: Timestamp,
}

impl Agreement {
    /// Whether it is the approval of this person. The name identifies a person, on every device and with every token.
    #[must_use]
    pub fn is_of(&self, person: &str) -> bool {
        self.person.trim().to_lowercase() == person.trim().to_lowercase()
    }
}

/// How stores keep them.
#[must_use]
pub fn to_json(given: &[Agreement]) -> Value {
    let one = |given: &Agreement| StoredAgreement {
        answer: Answer::Approve(given.approval.clone()),
        person: given.person.clone(),
        channel: given.channel.clone(),
        at: given.at,
    };
    serde_json::to_value(given.iter().map(one).collect::<Vec<_>>()).unwrap_or_default()
}

#[derive(Serialize)]
struct StoredAgreement {
    #[serde(flatten)]
    answer: Answer,
    person: String,
    channel: String,
    at: Timestamp,
}

/// What a store kept; `None` if it is something else.
#[must_use]
pub fn from_json(value: &Value) -> Option<Vec<Agreement>> {
    let one = |value: &Value| {
        let text = |key: &str| value.get(key).and_then(Value::as_str);
        let answer = Answer::from_told(value, crate::RejectMode::Hard).ok()?;
        let Answer::Approve(approval) = answer else { return None };
        Some(Agreement {
            person: text("person")?.to_owned(),
            channel: text("channel")?.to_owned(),
            approval,
            at: text("at")?.parse().ok()?,
        })
    };
    value.as_array()?.iter().map(one).collect()
}

/// How many must agree and who has, as frames and answers show it.
#[must_use]
pub fn agreed_so_far(needed: u32, given: &[Agreement]) -> AgreedSoFar<'_> {
    AgreedSoFar { needed, given: given.iter().map(|given| given.person.as_str()).collect() }
}

/// How many approvers must agree, and who has.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AgreedSoFar<'g> {
    needed: u32,
    given: Vec<&'g str>,
}

/// How many a frame says must agree.
#[must_use]
pub fn needed(frame: &Value) -> u32 {
    let needed = frame.get("approvals").and_then(|approvals| approvals.get("needed")).and_then(Value::as_u64);
    needed.map_or(1, |needed| u32::try_from(needed).unwrap_or(u32::MAX))
}

/// A frame with those who agreed so far.
#[must_use]
pub fn with_given(mut frame: Value, given: &[Agreement]) -> Value {
    let needed = needed(&frame);
    if let Some(map) = frame.as_object_mut().filter(|_| !given.is_empty()) {
        let agreed = serde_json::to_value(agreed_so_far(needed, given)).unwrap_or_default();
        map.insert("approvals".to_owned(), agreed);
    }
    frame
}

/// What all agreed on: the narrowest. `usual` is the breadth of approvals that name none.
pub(crate) fn agreed<'g>(all: impl Iterator<Item = &'g Approval>, usual: Breadth) -> Approval {
    let narrowest = all.fold(None, |narrowest: Option<(Scope, Breadth)>, one| {
        let breadth = one.breadth.unwrap_or(usual);
        Some(match narrowest {
            None => (one.scope, breadth),
            Some((scope, before)) => (shorter(scope, one.scope), narrower(before, breadth)),
        })
    });
    let (scope, breadth) = narrowest.unwrap_or((Scope::Once, Breadth::Exact));
    Approval { scope, breadth: Some(breadth), arguments: None }
}

fn narrower(one: Breadth, other: Breadth) -> Breadth {
    Breadth::ALL.into_iter().find(|breadth| [one, other].contains(breadth)).unwrap_or(Breadth::Exact)
}

/// What two scopes have in common. If neither contains the other, that is this call only.
fn shorter(one: Scope, other: Scope) -> Scope {
    let rank = |scope: Scope| match scope {
        Scope::Once => 0,
        Scope::Turn => 1,
        Scope::For(_) | Scope::Count(_) => 2,
        Scope::Session => 3,
        Scope::Project => 4,
        Scope::Always => 5,
    };
    match (one, other) {
        (Scope::For(one), Scope::For(other)) => Scope::For(one.min(other)),
        (Scope::Count(one), Scope::Count(other)) => Scope::Count(one.min(other)),
        (Scope::For(_), Scope::Count(_) | Scope::Turn)
        | (Scope::Count(_), Scope::For(_) | Scope::Turn)
        | (Scope::Turn, Scope::For(_) | Scope::Count(_)) => Scope::Once,
        _ if rank(one) <= rank(other) => one,
        _ => other,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Agreement, agreed, from_json, shorter, to_json};
    use crate::answer::{Approval, Scope};
    use byleave_policy::grant::Breadth;
    use jiff::Timestamp;

    #[test]
    fn what_two_scopes_have_in_common_is_the_narrower_or_once() {
        let ten = Scope::For(Duration::from_mins(10));
        for (one, other, both) in [
            (Scope::Once, Scope::Always, Scope::Once),
            (Scope::Turn, Scope::Session, Scope::Turn),
            (Scope::Session, Scope::Project, Scope::Session),
            (Scope::Always, Scope::Always, Scope::Always),
            (ten, Scope::Session, ten),
            (ten, Scope::For(Duration::from_mins(1)), Scope::For(Duration::from_mins(1))),
            (Scope::Count(3), Scope::Count(2), Scope::Count(2)),
            (Scope::Count(3), Scope::Always, Scope::Count(3)),
            (Scope::Turn, ten, Scope::Once),
            (Scope::Turn, Scope::Count(3), Scope::Once),
            (ten, Scope::Count(3), Scope::Once),
        ] {
            assert_eq!(shorter(one, other), both, "{one:?} {other:?}");
            assert_eq!(shorter(other, one), both, "{other:?} {one:?}");
        }
    }

    #[test]
    fn the_narrowest_breadth_counts_also_of_those_who_did_not_say() {
        let approval = |breadth| Approval { scope: Scope::Session, breadth, arguments: None };
        for (said, usual, expected) in [
            (vec![Some(Breadth::Tool), Some(Breadth::Prefix)], Breadth::Tool, Breadth::Prefix),
            (vec![None, Some(Breadth::Tool)], Breadth::Prefix, Breadth::Prefix),
            (vec![Some(Breadth::Exact), None], Breadth::Tool, Breadth::Exact),
            (vec![], Breadth::Tool, Breadth::Exact),
        ] {
            let all: Vec<Approval> = said.iter().copied().map(approval).collect();
            assert_eq!(agreed(all.iter(), usual).breadth, Some(expected), "{said:?}");
        }
    }

    #[test]
    fn what_was_given_is_kept_to_the_letter_and_no_one_is_two() {
        let given = Agreement {
            person: "Ann".to_owned(),
            channel: "hub".to_owned(),
            approval: Approval { scope: Scope::Count(2), breadth: Some(Breadth::Prefix), arguments: None },
            at: Timestamp::UNIX_EPOCH,
        };
        let kept = to_json(std::slice::from_ref(&given));
        assert_eq!(from_json(&kept), Some(vec![given.clone()]));
        assert_eq!(from_json(&serde_json::json!([{"person": "Ann"}])), None);
        assert!(given.is_of("ann ") && given.is_of("Ann") && !given.is_of("anna"));
    }
}
