//! Leave to run one call, once.

use std::sync::{Mutex, PoisonError};

use napi_derive::napi;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::{Result, failed};

/// JavaScript's numbers have so many bits; those of a whole number may end in zeros beyond them.
const EXACT: u64 = (1 << 53) - 1;

/// What there is to know of a permit.
#[derive(Serialize)]
struct Facts<'p> {
    tool: &'p str,
    id: &'p str,
    record: &'p str,
    scope: &'static str,
    waited: f64,
    reason: &'p byleave::policy::Reason,
    source: &'static str,
    arguments: &'p Map<String, Value>,
}

/// Leave to run one call. It owns the approved arguments and gives them out once.
#[napi]
pub struct Permit {
    inner: Mutex<Option<byleave::Permit>>,
    facts: String,
}

impl Permit {
    pub fn new(permit: byleave::Permit) -> Self {
        let facts = Facts {
            tool: permit.tool(),
            id: permit.id(),
            record: permit.record(),
            scope: permit.scope().name(),
            waited: permit.waited().as_secs_f64(),
            reason: &permit.decision().reason,
            source: permit.decision().source.name(),
            arguments: permit.arguments(),
        };
        let facts = serde_json::to_string(&facts).unwrap_or_default();
        Self { inner: Mutex::new(Some(permit)), facts }
    }
}

#[napi]
impl Permit {
    /// What there is to know of it, as JSON.
    #[napi(getter, catch_unwind)]
    pub fn facts(&self) -> String {
        self.facts.clone()
    }

    /// Whether it was used up.
    #[napi(getter, catch_unwind)]
    pub fn used(&self) -> bool {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    /// Uses it up: the approved arguments as JSON.
    #[napi(catch_unwind)]
    pub fn take(&self) -> Result<String> {
        let taken = self.inner.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(permit) = taken else {
            return Err(failed("this permit is used up: a permit runs one call once; authorize the call again"));
        };
        permit
            .run(|call| {
                if call.arguments().values().all(exact) {
                    Ok(Value::Object(call.arguments().clone()).to_string())
                } else {
                    Err(failed("the approver wrote a whole number that JavaScript cannot hold; approve it as a text"))
                }
            })
            .output
    }
}

/// Whether JavaScript reads the numbers in it as they were approved.
fn exact(value: &Value) -> bool {
    match value {
        Value::Number(number) => {
            let whole = number.as_i64().map(i64::unsigned_abs).or(number.as_u64());
            whole.is_none_or(|whole| whole == 0 || whole >> whole.trailing_zeros() <= EXACT)
        }
        Value::Array(items) => items.iter().all(exact),
        Value::Object(map) => map.values().all(exact),
        Value::Null | Value::Bool(_) | Value::String(_) => true,
    }
}
