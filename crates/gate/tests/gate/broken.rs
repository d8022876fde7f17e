//! Everything that can go wrong, and that nothing runs then.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use byleave_gate::files::{Trust, key, pin};
use byleave_gate::{Call, Cause, Event, Gate, StoreError, block_on};
use byleave_policy::{Mode, Policy, Profile};
use serde_json::{Value, json};

use crate::stores::{Countdown, Odd, Says, errors, failing};
use crate::support::{Hand, Screen, Script, Stand, Told, at_home, bash, builder, plain, write};

#[test]
fn i5_a_store_that_fails_at_any_step_lets_nothing_run() {
    for call in [Call::new("read", json!({})), bash("npm a")] {
        // An answer waits for a busy store; see below.
        for error in errors().into_iter().filter(|error| *error != StoreError::Busy) {
            for late in [false, true] {
                let mut steps = 0;
                loop {
                    let at = Arc::new(Countdown::new(steps));
                    let people = Script::new([json!({"approved": true, "scope": "session"})]);
                    let told = Told::default();
                    let made = builder(plain(Profile::Byleave), &Hand::new()).channel(people).watch(told.watcher());
                    let gate = made.store(failing(&at, error.clone(), late)).build().unwrap();
                    let found = block_on(gate.authorize(call.clone())).permit();
                    if !at.is_over() {
                        assert!(found.is_ok());
                        break;
                    }
                    let refusal = found.map(|_| ()).unwrap_err();
                    assert_eq!(refusal.cause, Cause::System(error.to_string()), "step {steps}");
                    let failed = Event::Failed { error: error.to_string() };
                    assert!(told.events().contains(&failed), "step {steps}: {:?}", told.events());
                    steps += 1;
                }
                assert!(steps >= 3, "a decision reads the session and its grants and writes the record");
            }
        }
    }
}

#[test]
fn a_verdict_does_not_wait_for_a_busy_store_and_an_answer_does() {
    for (call, waits) in [(Call::new("read", json!({})), false), (bash("npm a"), true)] {
        let (mut steps, mut waited) = (0, false);
        loop {
            let at = Arc::new(Countdown::new(steps));
            let people = Script::new([json!({"approved": true})]);
            let made = builder(plain(Profile::Byleave), &Hand::new()).channel(people);
            let gate = made.store(failing(&at, StoreError::Busy, false)).build().unwrap();
            let found = block_on(gate.authorize(call.clone())).permit();
            if !at.is_over() {
                assert!(found.is_ok());
                break;
            }
            match found {
                Ok(_) => waited = true,
                Err(refusal) => {
                    assert!(!waited, "step {steps}: after the answer every step waits");
                    assert_eq!(refusal.cause, Cause::System(StoreError::Busy.to_string()), "step {steps}");
                }
            }
            steps += 1;
        }
        assert_eq!(waited, waits, "{}", call.tool);
    }
}

#[test]
fn a_store_that_is_busy_for_good_ends_in_a_refusal_and_not_in_a_loop() {
    let contended = || {
        Odd::new(|operation| match operation {
            "commit" => Says::Fails(StoreError::Conflict),
            _ => Says::Works,
        })
    };
    let busy = Odd::new(|operation| match operation {
        "commit" => Says::Fails(StoreError::Busy),
        _ => Says::Works,
    });
    let people = Script::new([json!({"approved": true})]);
    let gate = builder(plain(Profile::Byleave), &Hand::new()).channel(people).store(busy).build().unwrap();
    assert!(block_on(gate.authorize(bash("npm a"))).permit().is_err());
    for call in [Call::new("read", json!({})), bash("npm a"), write(".byleave/policy.yaml")] {
        let people = Script::new([json!({"approved": true})]);
        let made = builder(plain(Profile::Byleave), &Hand::new()).channel(people).store(contended());
        let gate = made.build().unwrap();
        assert!(block_on(gate.authorize(call)).permit().is_err());
        assert_eq!(block_on(gate.begin_turn()), Err(StoreError::Conflict));
        assert_eq!(block_on(gate.set_mode(Some(Mode::AutoEdit))), Err(StoreError::Conflict));
    }
}

#[test]
fn i5_malformed_answers_approve_nothing_and_stop_nothing() {
    for reply in [
        json!(true),
        json!("yes"),
        json!(null),
        json!([{"approved": true}]),
        json!({"approved": "true"}),
        json!({"approved": 1}),
        json!({"approved": true, "scope": "forever"}),
        json!({"approved": true, "scope": "session", "breadth": "everything"}),
        json!({"approved": true, "arguments": "npm ci"}),
        json!({"approved": true, "arguments": ["npm ci"]}),
        json!({"approved": true, "count": 0}),
        json!({"approved": true, "count": 1.5}),
        json!({"approved": true, "for": "a while"}),
        json!({"approved": true, "scope": "always", "for": "10m"}),
        json!({"approved": false, "mode": "reject_perhaps"}),
        json!({"approved": false, "feedback": 7}),
    ] {
        let stand = Stand::new(plain(Profile::Byleave), [reply.clone()]);
        let refusal = stand.refusal(bash("npm a"));
        assert_eq!(refusal.reason(), "Approval system error", "{reply}");
        assert_eq!(stand.stop_signal(), None, "{reply}");
        assert!(block_on(stand.gate.grants()).unwrap().is_empty(), "{reply}");
        assert_eq!(stand.entries().len(), 1, "{reply}");
    }
}

#[test]
fn i5_an_answer_after_the_time_is_up_runs_nothing() {
    let policy = Policy { ask_timeout_seconds: Some(60), ..plain(Profile::ConnectOnion) };
    let screen = Screen::new("late");
    let stand = Stand::alone(policy, |builder| builder.channel(screen.clone()));
    stand.clock.expire();
    let refusal = stand.refusal(bash("npm a").id("one"));
    assert_eq!(refusal.cause, Cause::Timeout);
    assert!(!screen.answer("one", json!({"approved": true, "scope": "always"})), "nobody listens any more");
    assert!(block_on(stand.gate.grants()).unwrap().is_empty());
    assert!(!block_on(stand.gate.would_run(&bash("npm a"))).unwrap());
    let entries = stand.entries();
    assert_eq!((entries.len(), entries[0].approved), (1, false));
}

#[test]
fn i5_what_was_denied_meanwhile_stays_denied_whatever_the_answer_says() {
    let screen = Screen::new("screen");
    let stand = Stand::alone(plain(Profile::Byleave), |builder| builder.channel(screen.clone()));
    thread::scope(|scope| {
        let asked = scope.spawn(|| stand.authorize(bash("npm a").id("one")).permit().map(|_| ()));
        screen.wait_for(1);
        block_on(stand.gate.stop("the user pressed stop")).unwrap();
        screen.answer("one", json!({"approved": true, "scope": "always"}));
        assert_eq!(asked.join().unwrap().unwrap_err().cause, Cause::Stopped);
    });
    assert!(block_on(stand.gate.grants()).unwrap().is_empty(), "a refused call leaves no grant behind");
}

#[test]
fn calls_with_odd_arguments_ask_or_are_refused_and_never_run_by_themselves() {
    for arguments in [
        json!("npm a"),
        json!(["npm", "a"]),
        json!(7),
        json!(true),
        json!(null),
        json!({"command": 7}),
        json!({"command": null}),
        json!({"command": ["ls"]}),
        json!({"command": {"a": 1}}),
        json!({"cmd": "npm a"}),
        json!({}),
    ] {
        for mode in Mode::ALL {
            let stand = Stand::alone(Policy { mode, ..plain(Profile::ConnectOnion) }, |builder| builder);
            assert!(!stand.runs(Call::new("bash", arguments.clone())), "{arguments} {mode:?}");
            assert_eq!(stand.entries().len(), 1);
        }
    }
}

const GOOD: &str = r#"mode: autoEdit
permissions:
  "Bash(npm test)": {allowed: true, reason: tests}
  "Bash(git push *)": {allowed: false, reason: people push}
  "edit": {allowed: ask}
"#;

/// All the ways a file is no policy.
const BROKEN: [&str; 6] = [
    "permissions:\n  \"Bash(npm test)\": {allowed: tr",
    "permissions: [1]",
    "permisions: {}",
    "mode: wild",
    "permissions:\n  \"Bash(npm test\": {allowed: true}",
    "permissions:\n  \"Bash(npm test)\": {allowed: true, match: [\"npm install\"]}",
];

fn from_file(
    directory: &Path,
    more: impl FnOnce(byleave_gate::GateBuilder) -> byleave_gate::GateBuilder,
) -> Result<Gate, byleave_gate::BuildError> {
    let project = directory.join("project");
    let made = Gate::builder().policy_file(directory.join("policy.yaml")).cwd(&project).project(&project);
    more(made.session("sess_a")).build()
}

#[test]
fn i5_nothing_starts_on_a_broken_policy() {
    at_home("broken::i5_nothing_starts_on_a_broken_policy", |directory| {
        let path = directory.join("policy.yaml");
        assert!(from_file(directory, |made| made).is_err(), "a file that is named must be there");
        for text in BROKEN {
            fs::write(&path, text).unwrap();
            let error = from_file(directory, |made| made).unwrap_err().to_string();
            assert!(error.contains("policy.yaml"), "{error}");
        }
        fs::write(&path, [0xff, 0xfe]).unwrap();
        assert!(from_file(directory, |made| made).is_err());
        fs::write(&path, GOOD).unwrap();
        assert!(from_file(directory, |made| made).is_ok());
    });
}

/// S23 of the threats: the last good policy keeps denying, everything else asks.
#[test]
fn i5_a_policy_that_breaks_while_running_keeps_denying_and_asks_for_all_else() {
    at_home("broken::i5_a_policy_that_breaks_while_running_keeps_denying_and_asks_for_all_else", |directory| {
        let path = directory.join("policy.yaml");
        fs::write(&path, GOOD).unwrap();
        let people = Script::default();
        let gate = from_file(directory, |made| made.channel(people.clone())).unwrap();
        block_on(gate.set_mode(Some(Mode::AutoEdit))).unwrap();
        let runs = |call: &Call| block_on(gate.would_run(call)).unwrap();
        let cause = |call: Call| block_on(gate.authorize(call)).permit().unwrap_err().cause;
        let all = [bash("npm test"), bash("ls"), write("a"), Call::new("read", json!({"file_path": "a"}))];
        let good = |what: &str| {
            for call in &all {
                assert!(runs(call), "{what}: {call:?}");
            }
            assert!(!runs(&Call::new("edit", json!({"file_path": "a"}))), "{what}");
            assert_eq!(cause(bash("git push origin")), Cause::Policy, "{what}");
        };
        good("at first");
        let mut broken: Vec<Option<&[u8]>> = BROKEN.iter().map(|text| Some(text.as_bytes())).collect();
        broken.extend([Some(&[0xff][..]), None]);
        for text in broken {
            match text {
                Some(text) => fs::write(&path, text).unwrap(),
                None => fs::remove_file(&path).unwrap(),
            }
            // Twice: what is left does not get weaker by breaking again.
            for _ in 0..2 {
                assert!(gate.reload().is_err(), "{text:?}");
                for call in &all {
                    assert!(!runs(call), "{text:?}: {call:?}");
                    let before = people.count();
                    assert_eq!(cause(call.clone()), Cause::Closed);
                    assert_eq!(people.count(), before + 1, "a person may still say yes");
                }
                assert_eq!(cause(bash("git push origin")), Cause::Policy, "{text:?}");
            }
            fs::write(&path, GOOD).unwrap();
            gate.reload().unwrap();
            good("after the repair");
        }
    });
}

/// Neither does what a session or a tool brings: nobody knows whether the policy that is gone would have asked.
#[test]
fn i5_while_the_policy_is_broken_grants_and_tools_allow_nothing_either() {
    at_home("broken::i5_while_the_policy_is_broken_grants_and_tools_allow_nothing_either", |directory| {
        struct Easy;
        impl byleave_gate::Tool for Easy {
            fn name(&self) -> &'static str {
                "easy"
            }

            fn needs_approval(
                &self,
                _: byleave_gate::ApprovalContext,
            ) -> std::pin::Pin<Box<dyn Future<Output = Option<bool>> + Send + '_>> {
                Box::pin(std::future::ready(Some(false)))
            }
        }
        let path = directory.join("policy.yaml");
        fs::write(&path, GOOD).unwrap();
        let people = Script::new([json!({"approved": true, "scope": "session", "breadth": "tool"})]);
        let gate = from_file(directory, |made| made.channel(people).tool(Easy)).unwrap();
        assert!(block_on(gate.authorize(bash("npm a"))).permit().is_ok());
        block_on(gate.begin_turn_with(&[crate::permissions::skill("edit", "[edit]", true)])).unwrap();
        let all = [bash("npm a"), Call::new("easy", json!({}))];
        let runs = |call: &Call| block_on(gate.would_run(call)).unwrap();
        assert!(all.iter().all(runs));
        fs::write(&path, BROKEN[0]).unwrap();
        assert!(gate.reload().is_err());
        let still: Vec<&Call> = all.iter().filter(|call| runs(call)).collect();
        assert!(still.is_empty(), "{still:?}");
        fs::write(&path, GOOD).unwrap();
        gate.reload().unwrap();
        assert!(all.iter().all(runs), "what people granted is not lost");
    });
}

#[test]
fn a_reload_while_calls_are_decided_never_lets_a_denied_one_through() {
    at_home("broken::a_reload_while_calls_are_decided_never_lets_a_denied_one_through", |directory| {
        let path = directory.join("policy.yaml");
        fs::write(&path, GOOD).unwrap();
        let gate = from_file(directory, |made| made).unwrap();
        thread::scope(|scope| {
            let deciding: Vec<_> = (0..2)
                .map(|_| {
                    let gate = gate.clone();
                    let denied = move || block_on(gate.authorize(bash("git push origin"))).permit().unwrap_err().cause;
                    scope.spawn(move || (0..100).all(|_| denied() == Cause::Policy))
                })
                .collect();
            for round in 0..20 {
                // Written whole and moved into place, as editors do.
                let draft = directory.join("draft.yaml");
                fs::write(&draft, if round % 2 == 0 { BROKEN[0] } else { GOOD }).unwrap();
                fs::rename(&draft, &path).unwrap();
                assert_eq!(gate.reload().is_err(), round % 2 == 0);
            }
            assert!(deciding.into_iter().all(|thread| thread.join().unwrap()));
        });
    });
}

#[test]
fn r064_and_i10_a_projects_own_file_loosens_only_while_it_is_pinned() {
    at_home("broken::r064_and_i10_a_projects_own_file_loosens_only_while_it_is_pinned", |directory| {
        let project = directory.join("project");
        let path = project.join(".co/host.yaml");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let text = "permissions:\n  \"Bash(npm test)\": {allowed: true}\n  \"Bash(npm publish)\": {allowed: false}\n";
        fs::write(&path, text).unwrap();
        let told = Told::default();
        let gate = || {
            let made = Gate::builder().cwd(&project).project(&project).watch(told.watcher());
            made.profile(Profile::ConnectOnion).build().unwrap()
        };
        let runs = |gate: &Gate, command: &str| block_on(gate.would_run(&bash(command))).unwrap();
        let denied = |gate: &Gate| block_on(gate.authorize(bash("npm publish"))).permit().unwrap_err().cause;
        let stranger = gate();
        assert!(!runs(&stranger, "npm test"));
        assert_eq!(denied(&stranger), Cause::Policy, "it may always tighten");
        assert!(
            told.events().iter().any(|event| matches!(event, Event::Warned(text) if text.contains("host.yaml"))),
            "{:?}",
            told.events()
        );
        let mut trust = Trust::load().unwrap();
        trust.files.insert(key(&path), pin(text.as_bytes()));
        trust.save().unwrap();
        assert!(runs(&gate(), "npm test"));
        stranger.reload().unwrap();
        assert!(runs(&stranger, "npm test"));
        // Whatever changes in it, it is no longer the file that was looked at.
        fs::write(&path, format!("{text}  write: {{allowed: true}}\n")).unwrap();
        let changed = gate();
        assert!(!runs(&changed, "npm test") && !block_on(changed.would_run(&write("a"))).unwrap());
        assert_eq!(denied(&changed), Cause::Policy);
    });
}

#[test]
fn a_project_that_asks_for_yolo_does_not_get_it() {
    at_home("broken::a_project_that_asks_for_yolo_does_not_get_it", |directory| {
        let project = directory.join("project");
        let path = project.join(".byleave/policy.yaml");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let text = "mode: yolo\n";
        fs::write(&path, text).unwrap();
        for (pinned, writes) in [(false, false), (true, true)] {
            if pinned {
                let mut trust = Trust::load().unwrap();
                trust.files.insert(key(&path), pin(text.as_bytes()));
                trust.save().unwrap();
            }
            let gate = Gate::builder().cwd(&project).project(&project).build().unwrap();
            for wanted in [None, Some(Mode::Yolo)] {
                block_on(gate.set_mode(wanted)).unwrap();
                assert!(!block_on(gate.would_run(&bash("npm install"))).unwrap(), "{pinned} {wanted:?}");
            }
            block_on(gate.set_mode(None)).unwrap();
            assert_eq!(block_on(gate.would_run(&write("a"))).unwrap(), writes, "the ceiling is autoEdit");
        }
    });
}

#[test]
fn late_and_broken_values_of_callbacks_are_none() {
    let values: [Value; 5] = [json!("true"), json!(1), json!({}), json!({"approved": "yes"}), json!([true])];
    for value in values {
        assert!(byleave_gate::CallbackReply::from_json(&value).is_err(), "{value}");
    }
}

#[test]
fn a_policy_in_code_beside_a_policy_file_is_refused_before_anything_starts() {
    let built = Gate::builder().policy(byleave_policy::Policy::default()).policy_file("/etc/policy.yaml").build();
    let error = built.expect_err("two policies").to_string();
    assert!(error.contains("`/etc/policy.yaml`") && error.contains("leave one of them out"), "{error}");
}
