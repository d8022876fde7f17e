//! Calls and a disk for the tests.

use std::borrow::Cow;

use byleave_policy::paths::Resolver;
use byleave_policy::read::{Reading, read};
use byleave_policy::{CallFacts, Decision, Policy, Situation, decide_read};
use serde_json::Value;

/// A disk with one link, which leads out of the project.
pub struct Linked;

impl Resolver for Linked {
    fn resolve<'p>(&self, path: &'p str) -> Cow<'p, str> {
        path.strip_prefix("/w/app/link").map_or(path.into(), |rest| format!("/etc{rest}").into())
    }
}

/// A call in the project `/w/app`, read.
pub fn reading(tool: &str, arguments: &Value) -> Reading<'static> {
    let call = CallFacts::new(tool, arguments.as_object().cloned().expect("an object"), "/w/app", "/home/mia");
    read(call, &Policy::default())
}

/// What the engine decides without any rules.
pub fn decided(reading: &Reading<'_>) -> Decision {
    decide_read(reading, &Policy::default(), &Situation::new(&Linked))
}
