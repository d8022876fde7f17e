//! How much work a decision may take, counted in steps and never in time.
//!
//! Wrappers in wrappers, loops in loops and texts that come to other texts multiply. Whatever multiplies asks here first;
//! when nothing is left, a person is asked, and what was found until then still counts.

use std::cell::Cell;

use byleave_shell::Span;

use super::collect::Doubt;
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
        self.is_spent().then_some(Doubt { span: Span::default(), reason, unknown_text: false })
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
