//! One of a few names, as an argument: completions know them, and a wrong one is spelt out.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};

use crate::escape;

/// Reads a name.
#[derive(Clone)]
pub struct Choice<T> {
    what: &'static str,
    names: fn() -> Vec<&'static str>,
    find: fn(&str) -> Option<T>,
}

impl<T> Choice<T> {
    pub const fn new(what: &'static str, names: fn() -> Vec<&'static str>, find: fn(&str) -> Option<T>) -> Self {
        Self { what, names, find }
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Choice<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, _: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        value.to_str().and_then(self.find).ok_or_else(|| {
            // clap itself would print what the value does to a terminal.
            let shown = value.to_string_lossy();
            let (what, shown, names) = (self.what, escape::shown(&shown), (self.names)().join(", "));
            let message = format!("unknown {what} `{shown}`; try one of: {names}\n");
            Error::raw(ErrorKind::InvalidValue, message).with_cmd(command)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter().map(PossibleValue::new)))
    }
}
