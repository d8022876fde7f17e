//! The row type of the program tables and small constructors that keep the rows short.

/// What running something does. Ordered: the effect of a command is the greatest of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// Looks at files or state and prints.
    Read,
    /// Creates or changes files in the project, in a way version control or a second look can undo.
    Write,
    /// Runs code of the project: tests, builds, scripts.
    Code,
    /// Shows or changes variables, options and handlers of the shell: its values may be secrets, and what looks harmless later
    /// may then do something else.
    State,
    /// Asks a service that the program is set up for, and prints what it answers: nothing there changes, and nothing but
    /// the question leaves. Never automatic, but covered by a rule that names the program.
    Fetch,
    /// Talks to another machine, or to a server that acts on others.
    Send,
    /// Deletes, or overwrites what cannot be brought back.
    Delete,
    /// Changes the system beyond the project: services, packages, users, other processes, global configuration.
    System,
    /// Runs what it is given: text of a language, a program named in an argument, a configuration that names one.
    Run,
}

/// What one operand or option value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arg {
    /// Text that only means itself: a pattern, a message, a number, a revision.
    Text,
    /// A file or directory that is read.
    Read,
    /// A file or directory that is created or changed.
    Write,
    /// A file or directory that is deleted, moved away or overwritten beyond repair.
    Delete,
    /// A host, URL or remote that is contacted.
    Host,
    /// Text that a shell runs.
    Shell,
    /// Text of another language that is run (`python -c`), or a script file that is run.
    Code,
    /// The name of a program that is run.
    Program,
    /// A sed program; it is looked into.
    Sed,
    /// An awk program; it is looked into.
    Awk,
    /// A setting `name=value` that may name a program to run.
    Setting,
}

/// How a program reads its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// Short options cluster (`-la`, `-n5`), long ones may be abbreviated (`--out`), options may follow operands, `--`
    /// ends them.
    Gnu,
    /// As `Gnu`, but the first operand ends the options: wrappers, shells, interpreters.
    First,
    /// Long options with one dash (`-name x`, `-name=x`); `--name` means the same; no clusters.
    Single,
    /// As `find`: paths first, then an expression of `-words`; options anywhere, none may be clustered.
    Find,
    /// `key=value` operands, as `dd`; `special` and `long` name the keys.
    Keys,
    /// No options at all: every word is an operand, as `echo`.
    Bare,
    /// As `Gnu`, and the first word may be a cluster without a dash, as `tar xzf`, `ps aux`.
    Cluster,
}

/// What follows an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Takes {
    /// Nothing.
    Nothing,
    /// A value: attached (`-ofile`, `--out=file`) or the next word.
    Value,
    /// A value only if attached: `-i.bak`, `--color=auto`.
    Attached,
    /// The words of a command up to `;` or `+`: `find -exec`.
    Command,
    /// Two values: `jq --arg name value`.
    Two,
}

/// An option that is more than plain.
#[derive(Clone, Copy, Debug)]
pub struct Special {
    /// All its spellings, blank-separated, without dashes: `"o output"`. One letter is a short option, more are long.
    /// The first is its name for comparing: `rm -r`, `rm -R` and `rm --recursive` are one option.
    pub names: &'static str,
    /// What follows it.
    pub takes: Takes,
    /// What its value is.
    pub arg: Arg,
    /// What it makes the command do.
    pub effect: Effect,
    /// What the operands become when it is given: `sed -i` makes them [`Arg::Write`].
    pub operands: Option<Arg>,
    /// What its spellings begin with.
    pub(crate) begins: Begins,
}

/// What the names of a row begin with, worked out by the compiler: rows are looked through for every option of every
/// command, and this rules most of them out at a glance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Begins {
    /// The first bytes of all names.
    any: u128,
    /// The names of one letter.
    letters: u128,
}

impl Begins {
    const fn of(names: &str) -> Self {
        let mut begins = Self { any: 0, letters: 0 };
        let mut rest = names.as_bytes();
        let mut between = true;
        while let [first, after @ ..] = rest {
            let blank = first.is_ascii_whitespace();
            if between && !blank {
                begins.any |= bit(*first);
                if matches!(after, [] | [b' ', ..]) {
                    begins.letters |= bit(*first);
                }
            }
            between = blank;
            rest = after;
        }
        begins
    }

    /// Whether a name may begin so. Bytes beyond ASCII share bits with others.
    pub(crate) const fn may_begin(self, first: u8) -> bool {
        self.any & bit(first) != 0
    }

    /// Whether a letter of ASCII is one of the names.
    pub(crate) const fn has_letter(self, letter: u8) -> bool {
        self.letters & bit(letter) != 0
    }
}

const fn bit(byte: u8) -> u128 {
    1 << (byte & 127)
}

/// What the operands of a program are.
#[derive(Clone, Copy, Debug)]
pub struct Operands {
    /// The first operand, if it differs from the rest.
    pub first: Option<Arg>,
    /// Options (as in [`Special::names`], plain ones too) that stand for the first operand: with `grep -e x`, the first
    /// operand is a file already.
    pub first_by: &'static str,
    /// All others.
    pub rest: Arg,
    /// The last of two or more, if it differs: `cp a b`.
    pub last: Option<Arg>,
    /// Options that stand for the last operand: `cp -t dir`.
    pub last_by: &'static str,
}

/// Where the command inside a wrapper begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wraps {
    /// It is no wrapper.
    No,
    /// After its options and so many operands, the rest is a command: `timeout 5 ls`.
    Command(u8),
    /// After its options, `NAME=value` words, the rest is a command: `env`, `sudo`.
    Environment,
    /// After its options, the rest is a command to which more words are added from the input: `xargs`.
    More,
    /// After its options and so many operands, the rest joined by blanks is shell text: `ssh host ls`, `watch ls`, `eval`.
    Shell(u8),
}

/// One program or sub-command.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its names; the first is the one for comparing.
    pub names: &'static [&'static str],
    /// What it does without special options. With `subs`, what it does without a sub-command.
    pub effect: Effect,
    /// How it reads its words.
    pub style: Style,
    /// Plain one-letter options without a value, as one string; `#` stands for `-NUMBER`.
    pub flags: &'static str,
    /// Plain one-letter options with a value.
    pub values: &'static str,
    /// Plain long options, blank-separated, without dashes: `name` takes nothing, `name=` a value, `name?` one only after
    /// `=`. For [`Style::Single`] and [`Style::Find`] all options are long ones.
    pub long: &'static str,
    /// Options that are more than plain.
    pub special: &'static [Special],
    /// What its operands are.
    pub operands: Operands,
    /// Its sub-commands. `flags`, `values`, `long` and `special` are then the options before the sub-command; if the first
    /// operand is none of these, it is unknown.
    pub subs: &'static [Entry],
    /// Whether it runs a command that its operands spell out.
    pub wraps: Wraps,
    /// A wrapper that adds nothing: `nice ls` is as good as `ls`. Meaningless without `wraps`.
    pub transparent: bool,
    /// What it prints are paths inside the project if it is run there, so its output may stand for files to read.
    pub lists: bool,
    /// Groups of spellings that mean the same, blank-separated: `"-9 -KILL -SIGKILL"`. The first is the one for comparing.
    pub same: &'static [&'static str],
}

/// Operands that only mean themselves.
pub const TEXT: Operands = Operands { first: None, first_by: "", rest: Arg::Text, last: None, last_by: "" };
/// Files that are read.
pub const FILES: Operands = Operands { rest: Arg::Read, ..TEXT };
/// Files that are written.
pub const OUTPUTS: Operands = Operands { rest: Arg::Write, ..TEXT };
/// Files that are deleted.
pub const VICTIMS: Operands = Operands { rest: Arg::Delete, ..TEXT };

/// A program that reads files and prints; the base of most rows: `Entry { names: &["cat"], flags: "n", ..READS }`.
pub const READS: Entry = Entry {
    names: &[],
    effect: Effect::Read,
    style: Style::Gnu,
    flags: "",
    values: "",
    long: "",
    special: &[],
    operands: FILES,
    subs: &[],
    wraps: Wraps::No,
    transparent: false,
    lists: false,
    same: &[],
};
/// A program that prints and whose operands are only text.
pub const SAYS: Entry = Entry { operands: TEXT, ..READS };
/// A program that writes files in the project.
pub const WRITES: Entry = Entry { effect: Effect::Write, operands: OUTPUTS, ..READS };
/// A program that runs code of the project.
pub const BUILDS: Entry = Entry { effect: Effect::Code, operands: TEXT, ..READS };
/// A program that talks to other machines.
pub const SENDS: Entry = Entry { effect: Effect::Send, operands: TEXT, ..READS };
/// A program that asks a service and prints what it answers.
pub const FETCHES: Entry = Entry { effect: Effect::Fetch, ..SENDS };
/// A program that deletes.
pub const DELETES: Entry = Entry { effect: Effect::Delete, operands: VICTIMS, ..READS };
/// A program that changes the system.
pub const SYSTEM: Entry = Entry { effect: Effect::System, operands: TEXT, ..READS };
/// A program that runs what it is given.
pub const RUNS: Entry = Entry { effect: Effect::Run, operands: TEXT, style: Style::First, ..READS };

impl Special {
    const fn new(names: &'static str) -> Self {
        let begins = Begins::of(names);
        Self { names, takes: Takes::Nothing, arg: Arg::Text, effect: Effect::Read, operands: None, begins }
    }

    /// An option without value and this effect.
    #[must_use]
    pub const fn flag(names: &'static str, effect: Effect) -> Self {
        Self { effect, ..Self::new(names) }
    }

    /// An option with a value of this kind and this effect.
    #[must_use]
    pub const fn value(names: &'static str, arg: Arg, effect: Effect) -> Self {
        Self { takes: Takes::Value, arg, effect, ..Self::new(names) }
    }

    /// An option whose value is a file that is read.
    #[must_use]
    pub const fn reads(names: &'static str) -> Self {
        Self::value(names, Arg::Read, Effect::Read)
    }

    /// An option whose value is a file that is written.
    #[must_use]
    pub const fn writes(names: &'static str) -> Self {
        Self::value(names, Arg::Write, Effect::Write)
    }

    /// An option whose value is a program that is run.
    #[must_use]
    pub const fn runs(names: &'static str) -> Self {
        Self::value(names, Arg::Program, Effect::Run)
    }

    /// The same option, with its value only if attached.
    #[must_use]
    pub const fn attached(self) -> Self {
        Self { takes: Takes::Attached, ..self }
    }

    /// The same option, turning the operands into something else.
    #[must_use]
    pub const fn making(self, operands: Arg) -> Self {
        Self { operands: Some(operands), ..self }
    }

    /// The same option, followed by a command up to `;` or `+`.
    #[must_use]
    pub const fn command(self) -> Self {
        Self { takes: Takes::Command, ..self }
    }

    /// The same option with two values.
    #[must_use]
    pub const fn two(self) -> Self {
        Self { takes: Takes::Two, ..self }
    }
}

impl Operands {
    /// The first operand is something else, unless one of the options `by` stands for it.
    #[must_use]
    pub const fn first(self, first: Arg, by: &'static str) -> Self {
        Self { first: Some(first), first_by: by, ..self }
    }

    /// The last of several operands is something else, unless one of the options `by` stands for it.
    #[must_use]
    pub const fn last(self, last: Arg, by: &'static str) -> Self {
        Self { last: Some(last), last_by: by, ..self }
    }
}
