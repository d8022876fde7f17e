//! What the lens for refusing sees of a word: text that is good enough to refuse by, to warn by and to show, and never good
//! enough to allow by.
//!
//! `$x` in `for x in /dev/null ~/.bashrc; do echo a > $x; done` is shown as something. Floors and denies look at that, and
//! take it for more than it is; that does no harm. An allow that did so would approve what it has not seen. So this text is
//! a type of its own: it is no `str`, and nothing makes a [`Word`](crate::must::Word) of it.
//!
//! ```
//! use byleave_policy::command::{Item, Rough};
//! fn refuses(item: &Item<'_>) -> bool {
//!     let rough: Rough<'_> = item.shown();
//!     rough.likely().starts_with("/etc/")
//! }
//! # let _ = refuses;
//! ```
//!
//! ```compile_fail,E0308
//! use byleave_policy::command::{Item, Rough};
//! // What a word may be is no text that a rule could be held against.
//! fn allows(item: &Item<'_>) -> bool {
//!     let text: &str = item.shown();
//!     text.starts_with("/etc/")
//! }
//! # let _ = allows;
//! ```
//!
//! ```compile_fail,E0308
//! use byleave_policy::command::{Item, Rough};
//! // Nor does it become one by itself.
//! fn allows(item: &Item<'_>) -> bool {
//!     let text: &str = &item.shown();
//!     text.starts_with("/etc/")
//! }
//! # let _ = allows;
//! ```
//!
//! ```compile_fail,E0277
//! use byleave_policy::command::Rough;
//! use byleave_policy::must::Word;
//! // And it is no word of which anything is certain.
//! fn certain(rough: Rough<'_>) -> Word<'_> {
//!     rough.into()
//! }
//! # let _ = certain;
//! ```

use std::borrow::Cow;
use std::fmt;

/// What a word may come to, as far as the text tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rough<'r>(&'r str);

impl<'r> Rough<'r> {
    pub(super) const fn new(text: &'r str) -> Self {
        Self(text)
    }

    /// The text, to refuse by, to warn by or to show. An allow by it would approve what was not seen.
    #[must_use]
    pub const fn likely(self) -> &'r str {
        self.0
    }
}

impl fmt::Display for Rough<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// The same, kept with the word it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoughText<'a>(Cow<'a, str>);

impl<'a> RoughText<'a> {
    pub(super) const fn borrowed(text: &'a str) -> Self {
        Self(Cow::Borrowed(text))
    }

    /// What it shows.
    #[must_use]
    pub fn shown(&self) -> Rough<'_> {
        Rough(&self.0)
    }

    pub(super) fn into_owned(self) -> RoughText<'static> {
        RoughText(Cow::Owned(self.0.into_owned()))
    }
}
