//! How much work a decision may take, counted in steps and never in time.
//!
//! Wrappers in wrappers, loops in loops and texts that come to other texts multiply. Whatever multiplies asks here first;
//! when nothing is left, a person is asked, and what was found until then still counts.

use std::borrow::Cow;

use byleave_shell::Span;

use super::collect::Doubt;

/// What is left to spend on one call.
#[derive(Debug)]
pub struct Budget {
    left: usize,
    spent: bool,
}

/// Nothing is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent;

impl Budget {
    /// What every call may take: some hundred everyday commands with all their spellings.
    const LEAST: usize = 60_000;
    /// What each byte of the text adds.
    const PER_BYTE: usize = 4;
    /// What no call may take more than: a few milliseconds.
    const MOST: usize = 240_000;

    /// The budget of a call whose command has so many bytes.
    #[must_use]
    pub const fn of(bytes: usize) -> Self {
        let wanted = Self::LEAST.saturating_add(bytes.saturating_mul(Self::PER_BYTE));
        Self { left: if wanted < Self::MOST { wanted } else { Self::MOST }, spent: false }
    }

    /// Spends so many steps: about one for each word that is looked at.
    ///
    /// # Errors
    ///
    /// If so many are not left. From then on nothing is.
    pub const fn spend(&mut self, steps: usize) -> Result<(), Spent> {
        match self.left.checked_sub(steps) {
            Some(left) if !self.spent => {
                self.left = left;
                Ok(())
            }
            _ => {
                self.spent = true;
                Err(Spent)
            }
        }
    }

    /// What a person must see if something was left out.
    #[must_use]
    pub fn doubt(&self) -> Option<Doubt> {
        let reason = Cow::Borrowed("too much to look into");
        self.spent.then_some(Doubt { span: Span::default(), reason })
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Spent};

    #[test]
    fn what_is_spent_stays_spent() {
        let mut budget = Budget::of(0);
        assert_eq!(budget.spend(Budget::LEAST), Ok(()));
        assert!(budget.doubt().is_none());
        assert_eq!(budget.spend(1), Err(Spent));
        assert_eq!(budget.spend(0), Err(Spent));
        assert!(budget.doubt().is_some());
    }

    #[test]
    fn a_long_call_may_take_more_but_not_without_end() {
        let steps = |bytes: usize| Budget::of(bytes).left;
        assert!(steps(10_000) > steps(0));
        assert_eq!(steps(usize::MAX), Budget::MOST);
    }
}
