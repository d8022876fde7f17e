//! What went wrong, as JavaScript gets it: an error whose `code` says which kind it is.

use byleave::StoreError;
use serde_json::{Map, Value};

/// Which class of error the JavaScript side makes of it.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// The policy is broken.
    Policy,
    /// The caller's mistake.
    Argument,
    /// Anything else.
    System,
}

impl AsRef<str> for Kind {
    fn as_ref(&self) -> &str {
        match self {
            Self::Policy => "BYLEAVE_POLICY",
            Self::Argument => "BYLEAVE_ARGUMENT",
            Self::System => "BYLEAVE_SYSTEM",
        }
    }
}

pub type Error = napi::Error<Kind>;
pub type Result<T> = std::result::Result<T, Error>;

pub fn broken(why: impl ToString) -> Error {
    Error::new(Kind::Policy, why.to_string())
}

pub fn wrong(why: impl ToString) -> Error {
    Error::new(Kind::Argument, why.to_string())
}

pub fn failed(why: impl ToString) -> Error {
    Error::new(Kind::System, why.to_string())
}

pub fn not_stored(error: &StoreError) -> Error {
    failed(format!("the store failed: {error}; nothing runs that is not on record"))
}

/// A value that `js/json.js` wrote.
pub fn value(text: &str) -> Result<Value> {
    serde_json::from_str(text).map_err(|error| wrong(format!("not the JSON of this package: {error}")))
}

/// Arguments that `js/json.js` wrote.
pub fn map(text: &str) -> Result<Map<String, Value>> {
    serde_json::from_str(text).map_err(|error| wrong(format!("not the JSON of this package: {error}")))
}
