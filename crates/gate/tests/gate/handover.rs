//! What a person approved at an agent's hook, at the gate that gets the same call a moment later.

use std::sync::Arc;
use std::time::Duration;

use byleave_gate::{AnsweredBy, Authorization, Call, Gate, Hosted, Origin, Store, block_on};
use byleave_policy::rules::Rule;
use byleave_policy::{Policy, Profile, Verdict};
use serde_json::{Value, json};

use crate::support::{Hand, Stand, builder, plain};

fn call(id: &str, word: &str) -> Call {
    Call::new("mcp__s__echo", json!({ "word": word })).id(id)
}

/// The gate beside a hook, with the same store and nobody to ask.
fn beside(stand: &Stand, policy: Policy, clock: &Hand) -> Gate {
    let store = Arc::clone(&stand.store) as Arc<dyn Store>;
    builder(policy, clock).shared_store(store).session("sess_gate").build().unwrap()
}

fn origin(session: &str, call: &str) -> Origin {
    Origin { session: session.to_owned(), call: call.to_owned() }
}

/// Whether the gate lets a call run without asking.
fn runs(gate: &Gate, made: Call, origin: &Origin) -> bool {
    match block_on(gate.authorize_after(made, Some(origin), |_| None)) {
        Hosted::Settled(authorization) => matches!(*authorization, Authorization::Approved(_)),
        Hosted::Left { .. } => false,
    }
}

fn approved(reply: Value) -> Stand {
    let stand = Stand::new(plain(Profile::Byleave), [reply]);
    assert!(stand.runs(call("t1", "hi")));
    stand
}

#[test]
fn an_approval_is_handed_over_once_and_for_half_a_minute() {
    for (seconds, expected) in [(0, true), (29, true), (31, false)] {
        let stand = approved(json!({ "approved": true }));
        let gate = beside(&stand, plain(Profile::Byleave), &stand.clock);
        stand.clock.advance(Duration::from_secs(seconds));
        assert_eq!(runs(&gate, call("a", "hi"), &origin("sess_a", "t1")), expected, "after {seconds} seconds");
        assert!(!runs(&gate, call("b", "hi"), &origin("sess_a", "t1")), "again");
    }
}

#[test]
fn of_two_gates_that_take_an_approval_at_once_one_gets_it() {
    let stand = approved(json!({ "approved": true }));
    let gates: Vec<Gate> = (0..4).map(|_| beside(&stand, plain(Profile::Byleave), &stand.clock)).collect();
    let ran = std::thread::scope(|scope| {
        let taking: Vec<_> =
            gates.iter().map(|gate| scope.spawn(|| runs(gate, call("a", "hi"), &origin("sess_a", "t1")))).collect();
        taking.into_iter().map(|one| usize::from(one.join().unwrap())).sum::<usize>()
    });
    assert_eq!(ran, 1);
}

#[test]
fn an_approval_is_handed_over_only_for_reasons_that_the_person_saw() {
    let gate_of = |stand: &Stand, says: Option<Verdict>| {
        let mut policy = plain(Profile::Byleave);
        if let Some(says) = says {
            policy.rules.push(Rule::new("mcp__s__echo", says).unwrap());
        }
        beside(stand, policy, &stand.clock)
    };
    let by = AnsweredBy { person: "ann".to_owned(), channel: "hub".to_owned() };
    for (claim, says, insists, frozen, edited, expected) in [
        ("the same", None, false, false, false, true),
        ("a rule there wants a person", Some(Verdict::Ask), false, false, false, false),
        ("a rule there refuses", Some(Verdict::Deny), false, false, false, false),
        ("a rule there allows, but the gate insists", Some(Verdict::Allow), true, false, false, false),
        ("nothing runs by itself since", None, false, true, false, false),
        ("the person changed the arguments", None, false, false, true, false),
    ] {
        let reply = if edited {
            json!({ "approved": true, "arguments": { "word": "ho" } })
        } else {
            json!({ "approved": true })
        };
        let stand = approved(reply);
        let gate = gate_of(&stand, says);
        if frozen {
            block_on(gate.freeze(&by, None)).unwrap();
        }
        let mut made = call("a", "hi");
        made.ask = insists;
        assert_eq!(runs(&gate, made, &origin("sess_a", "t1")), expected, "{claim}");
    }
}

#[test]
fn a_session_below_the_agents_own_hands_its_approvals_over_too_and_no_other_does() {
    let stand = Stand::new(plain(Profile::Byleave), [json!({ "approved": true }), json!({ "approved": true })]);
    let child = stand.gate.below("sess_a:worker", "worker");
    assert!(block_on(child.authorize(call("t1", "hi"))).permit().is_ok());
    let other = stand.gate.for_session("sess_b");
    assert!(block_on(other.authorize(call("t2", "hi"))).permit().is_ok());
    let gate = beside(&stand, plain(Profile::Byleave), &stand.clock);
    assert!(!runs(&gate, call("a", "hi"), &origin("sess_a", "t2")));
    assert!(runs(&gate, call("a", "hi"), &origin("sess_a", "t1")));
}
