//! Lists of words, and nothing else.

pub(crate) mod languages;
pub(crate) mod reasons;
pub(crate) mod services;
pub(crate) mod shells;
