//! How much work a decision may take, counted in steps and never in time.
//!
//! Wrappers in wrappers, loops in loops and texts that come to other texts multiply. Whatever multiplies asks here first;
//! when nothing is left, a person is asked, and what was found until then still counts.

use std::cell::Cell;

use byleave_shell::Span;

use super::simple::Doubt;
use crate::Reason;

/// What is left to spend on one call. It is lent to all that looks into the call, so that they share it.
#[derive(Debug)]
pub struct Budget {
    left: Cell<usize>,
    spent: Cell<bool>,
}

/// Nothing is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent;

impl Budget {
    /// What every call may take: some hundred everyday commands with all their spellings.
    const LEAST: usize = 30_000;
    /// What each byte of the text adds.
    const PER_BYTE: usize = 2;
    /// What looking into a call may take at most: a few milliseconds.
    pub const MOST: usize = 60_000;

    /// The budget of a call whose command has this many bytes.
    #[must_use]
    pub const fn of(bytes: usize) -> Self {
        let wanted = Self::LEAST.saturating_add(bytes.saturating_mul(Self::PER_BYTE));
        Self::with(if wanted < Self::MOST { wanted } else { Self::MOST })
    }

    /// A budget of this many steps.
    #[must_use]
    pub const fn with(steps: usize) -> Self {
        Self { left: Cell::new(steps), spent: Cell::new(false) }
    }

    /// How many steps are left.
    #[must_use]
    pub const fn left(&self) -> usize {
        if self.is_spent() { 0 } else { self.left.get() }
    }

    /// Whether something was left out.
    #[must_use]
    pub const fn is_spent(&self) -> bool {
        self.spent.get()
    }

    /// Spends this many steps: about one for each word that byleave looks at.
    ///
    /// # Errors
    ///
    /// If fewer are left. From then on none is left.
    pub fn spend(&self, steps: usize) -> Result<(), Spent> {
        #[cfg(test)]
        counted::add(if self.is_spent() { 0 } else { steps.min(self.left.get()) });
        match self.left.get().checked_sub(steps) {
            Some(left) if !self.is_spent() => {
                self.left.set(left);
                Ok(())
            }
            _ => {
                self.spent.set(true);
                Err(Spent)
            }
        }
    }

    /// As [`Self::spend`], for the bytes of a text that byleave builds or reads.
    ///
    /// # Errors
    ///
    /// If fewer are left.
    pub fn spend_bytes(&self, bytes: usize) -> Result<(), Spent> {
        self.spend((bytes / Self::BYTES).saturating_add(1))
    }

    /// This many bytes of text count as a word.
    const BYTES: usize = 4;

    /// What a person must see if something was left out.
    #[must_use]
    pub fn doubt(&self) -> Option<Doubt> {
        let reason = Reason::TooMuch;
        self.is_spent().then_some(Doubt { span: Span::default(), reason })
    }
}

/// What is looked into at most. Over a limit nothing is followed further, and what is not known asks.
pub(super) mod limit {
    /// How many ways a word or a command may turn out.
    pub const WAYS: usize = 64;
    /// How long one way may become.
    pub const WAY_LENGTH: usize = 4096;
    /// How many commands a text may have for its assignments to be certain.
    pub const COMMANDS_WITH_VARIABLES: usize = 2_000;
    /// How many variables, calls of functions and written files are remembered.
    pub const VARIABLES: usize = 512;
    pub const CALLS: usize = 64;
    pub const FILES: usize = 64;
    /// How much of what is written to a file is remembered.
    pub const WRITTEN: usize = 8192;
    /// How many strings of a text may begin a command that all the others belong to.
    pub const STRINGS: usize = 12;
    /// How many texts of one command may be commands.
    pub const EMBEDDED: usize = 256;
    /// How many pieces of text that could not be read are looked at. A person is asked in any case.
    pub const PIECES: usize = 512;
    /// How many wrappers around a command are looked at for the shell that runs it.
    pub const WRAPPERS: usize = 64;
}

/// What work costs, in steps.
pub(super) mod cost {
    /// Each way of a command, beside its words.
    pub const WAY: usize = 8;
    /// Each command, and each that another one runs, beside its words.
    pub const EACH: usize = 4;
    pub const FOUND: usize = 30;
    /// A text that is read again, in bytes beside its own.
    pub const READ: usize = 200;

    /// Copying and walking through this many words. A long list does not fit into the cache, and everything that looks at the
    /// command walks through it.
    pub const fn words(count: usize) -> usize {
        if count <= 128 { count / 2 } else { count.saturating_mul(2) }
    }
}

/// How many steps this thread spent, of whichever budget.
#[cfg(test)]
pub(crate) mod counted {
    use std::cell::Cell;

    thread_local!(static STEPS: Cell<usize> = const { Cell::new(0) });

    pub(super) fn add(steps: usize) {
        STEPS.set(STEPS.get().saturating_add(steps));
    }

    /// What was spent since it was asked for last.
    pub fn taken() -> usize {
        STEPS.replace(0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Spent};

    #[test]
    fn what_is_spent_stays_spent() {
        let budget = Budget::of(0);
        assert_eq!(budget.spend(Budget::LEAST), Ok(()));
        assert!(budget.doubt().is_none());
        assert_eq!(budget.spend(1), Err(Spent));
        assert_eq!(budget.spend(0), Err(Spent));
        assert!(budget.doubt().is_some());
    }

    #[test]
    fn a_long_call_may_take_more_but_not_without_end() {
        let steps = |bytes: usize| Budget::of(bytes).left();
        assert!(steps(10_000) > steps(0));
        assert_eq!(steps(usize::MAX), Budget::MOST);
    }
}
