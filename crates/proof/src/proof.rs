//! What shows that a command may run. Nothing here has a constructor outside this crate.

use byleave_knowledge::programs::Entry;

use crate::fact::Question;
use crate::{Command, Scene, Word};

/// That a command only reads, and what that rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The row of the program and the one that counts; none for what a group, a branch or a loop prints to.
    pub(crate) rows: Option<[Entry; 2]>,
    pub(crate) paths: Vec<String>,
    pub(crate) starts: bool,
}

/// That a command is a word of the shell that starts nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grammar {
    _made_here: (),
}

impl Proof {
    /// The row, as `git log`; `None` where no program runs.
    #[must_use]
    pub fn row(&self) -> Option<String> {
        let [program, row] = self.rows?.map(Entry::name);
        Some(if program == row { program.to_owned() } else { [program, " ", row].concat() })
    }

    /// Whether a program runs at all.
    #[must_use]
    pub const fn runs_program(&self) -> bool {
        self.rows.is_some()
    }

    /// Whether it starts other commands, which only read as well: `xargs grep`, `find -exec cat`.
    #[must_use]
    pub const fn starts(&self) -> bool {
        self.starts
    }

    /// The files and directories that it reads or lists, absolute and normal; of a pattern the directory that it begins in.
    #[must_use]
    pub fn paths(&self) -> &[String] {
        &self.paths
    }
}

impl Command<'_> {
    /// Shows that it is a word of the shell that starts nothing and changes nothing, and that no function of that name is handed on: `:`,
    /// `true`, `exit 1`.
    #[must_use]
    pub fn grammar(&self, scene: &Scene<'_>) -> Option<Grammar> {
        let word = |word: &Word<'_>| word.literal().is_some_and(|text| !text.starts_with('-'));
        let name = self.name().filter(|name| matches!(*name, ":" | "true" | "false" | "wait" | "exit"))?;
        let alone = self.words.iter().skip(1).all(word) && self.assignments.is_empty() && self.redirections.is_empty();
        let own = || scene.ask(self.span, Question::Environment(name)).is_ok();
        (alone && own()).then_some(Grammar { _made_here: () })
    }
}
