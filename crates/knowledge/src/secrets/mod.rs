//! Which names say that their value is a secret, and what secrets look like.

mod name;
mod token;

pub use name::{is_secret, is_secret_option, is_secret_variable, may_be_among, tells_secrets};
pub use token::{Token, holds_stand_in, is_random, may_have_token, may_hold_secret, samples, stand_in, tokens};

include!(concat!(env!("OUT_DIR"), "/secrets.rs"));

/// Whether a word stands in the place of a secret and is none.
#[must_use]
pub fn is_plain_word(value: &str) -> bool {
    PLAIN.iter().any(|plain| value.eq_ignore_ascii_case(plain))
}
