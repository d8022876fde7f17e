//! How much work a decision may take, counted in steps and never in time.
//!
//! Wrappers in wrappers, loops in loops and texts that come to other texts multiply. Whatever multiplies asks here first;
//! when nothing is left, a person is asked, and what was found until then still counts.

use std::cell::Cell;

/// What is left to spend on one call. It is lent to all that looks into the call, so that they share it.
#[derive(Debug)]
pub struct Budget {
    left: Cell<usize>,
    spent: Cell<bool>,
}

/// Nothing is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverBudget;

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
    pub fn spend(&self, steps: usize) -> Result<(), OverBudget> {
        #[cfg(test)]
        counted::add(if self.is_spent() { 0 } else { steps.min(self.left.get()) });
        match self.left.get().checked_sub(steps) {
            Some(left) if !self.is_spent() => {
                self.left.set(left);
                Ok(())
            }
            _ => {
                self.spent.set(true);
                Err(OverBudget)
            }
        }
    }

    /// As [`Self::spend`], for the bytes of a text that byleave builds or reads.
    ///
    /// # Errors
    ///
    /// If fewer are left.
    pub fn spend_bytes(&self, bytes: usize) -> Result<(), OverBudget> {
        self.spend((bytes / Self::BYTES).saturating_add(1))
    }

    /// This many bytes of text count as a word.
    const BYTES: usize = 4;
}

/// What is looked into at most. Over a limit nothing is followed further, and what is not known asks.
pub(crate) mod limit {
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
    /// How long a text may become that `printf` puts together.
    pub const PRINTED: usize = 1 << 16;
    /// How many strings of a text may begin a command that all the others belong to.
    pub const STRINGS: usize = 12;
    /// How many texts of one command may be commands.
    pub const EMBEDDED: usize = 256;
    /// How many pieces of text that could not be read are looked at. A person is asked in any case.
    pub const PIECES: usize = 512;
    /// How many wrappers around a command are looked at, and how many filters of a pipeline for the command that lists files.
    pub const AROUND: usize = 64;
    /// How many words of a command of which nothing is known are looked at, as files and as the beginnings of commands.
    pub const POSSIBLE_WORDS: usize = 2048;
    /// How often the disk is looked at for one reading of a call, and how many paths are remembered meanwhile.
    pub const LOOKS: u32 = 64;
    pub const REMEMBERED: usize = 32;
    /// How long a usual text is; a longer one is judged in full.
    pub const USUAL: usize = 1 << 14;
    /// How many bytes of commands are judged again from other directories, and how many patterns are compared with refused files.
    pub const ELSEWHERE: usize = 1 << 16;
    pub const ELSEWHERE_PATTERNS: usize = 64;
    /// How many arguments beside a command are named: one is enough to ask.
    pub const ODD_ARGUMENTS: usize = 16;
    /// The texts among the arguments of a tool: how deep, how many, how long.
    pub const DEPTH: usize = 16;
    pub const ARGUMENTS: usize = 256;
    pub const ARGUMENT: usize = 64 << 10;
    /// How long a path and a host are; no system opens longer ones.
    pub const PATH: usize = 4096;
    pub const HOST: usize = 1024;
    /// How many paths one text holds, how many its braces make, and how many directories one call searches.
    pub const PATHS_IN_TEXT: usize = 32;
    pub const BRACES: usize = 256;
    pub const SEARCHED: usize = 64;
    /// How many commands one answer stores: people do not read more before they choose "always", and each is compared with every
    /// command of every later call.
    pub const GRANTED_PARTS: usize = 64;
    /// How many parts that ask are told one by one.
    pub const REMEDIES: usize = 50;
    /// What one expression may cost to hold and to match, and how many texts are looked for in it.
    pub const EXPRESSION: usize = 1 << 20;
    pub const LITERALS: usize = 1_000;
}

/// What work costs, in steps.
pub(crate) mod cost {
    /// Each way of a command, beside its words.
    pub const WAY: usize = 8;
    /// Each command, and each that another one runs, beside its words.
    pub const EACH: usize = 4;
    pub const FOUND: usize = 30;
    /// A text that is read again, in bytes beside its own.
    pub const READ: usize = 200;
    /// Judging a command, beside its words; this many words, and signs of words that are not known, take a step more.
    pub const COMMAND: usize = 8;
    pub const WORDS: usize = 4;
    pub const SIGNS: usize = 32;
    /// Comparing so few rules with a command, and so few words with a rule, takes none. Searching is faster than reading: this many
    /// bytes are a step.
    pub const FEW_RULES: usize = 4;
    pub const FEW_WORDS: usize = 8;
    pub const SEARCHED: usize = 64;
    /// A file; this many signs of its path take a step more. So few rules on files take none, one on a pattern takes several: each may
    /// match what the other does, as with all that lies below a directory.
    pub const FILE: usize = 4;
    pub const LETTERS: usize = 32;
    pub const FEW_FILE_RULES: usize = 4;
    pub const PATTERN: usize = 3;
    pub const BELOW: usize = 3;
    /// A path among the arguments of a tool, a directory that is looked for.
    pub const PATH: usize = 8;
    pub const DIRECTORY: usize = 16;
    /// An argument that is judged as a command, beside a quarter of a step for each byte: a call with many of them asks.
    pub const ARGUMENT: usize = 3000;

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
    use super::{Budget, OverBudget};

    #[test]
    fn what_is_spent_stays_spent() {
        let budget = Budget::of(0);
        assert_eq!(budget.spend(Budget::LEAST), Ok(()));
        assert!(!budget.is_spent());
        assert_eq!(budget.spend(1), Err(OverBudget));
        assert_eq!(budget.spend(0), Err(OverBudget));
        assert!(budget.is_spent());
    }

    #[test]
    fn a_long_call_may_take_more_but_not_without_end() {
        let steps = |bytes: usize| Budget::of(bytes).left();
        assert!(steps(10_000) > steps(0));
        assert_eq!(steps(usize::MAX), Budget::MOST);
    }
}
