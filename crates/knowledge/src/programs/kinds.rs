//! The words of the tables: what programs do, what their operands are, how they read their options.
//!
//! Each kind has one word in the text of a table and one number in the packed form. An unknown number is read as the
//! worst of its kind.

/// A kind with its words in the order of their numbers.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident, gravest $gravest:ident { $($(#[$about:meta])* $kind:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$about])* $kind,)*
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: &[Self] = &[$(Self::$kind,)*];

            /// Its word in a table.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$kind => $word,)*
                }
            }

            pub(crate) const fn code(self) -> u8 {
                self as u8
            }

            pub(crate) fn of_code(code: u8) -> Self {
                Self::ALL.get(usize::from(code)).copied().unwrap_or(Self::$gravest)
            }
        }
    };
}

words! {
    /// What running something does. Ordered: the effect of a command is the greatest of its parts.
    Effect, gravest Run {
        /// Looks at files or state and prints.
        Read = "read",
        /// Creates or changes files in the project, in a way version control or a second look can undo.
        Write = "write",
        /// Runs code of the project: tests, builds, scripts.
        Code = "code",
        /// Shows or changes variables, options and handlers of the shell: its values may be secrets, and what looks
        /// harmless later may then do something else.
        State = "state",
        /// Asks a service that the program is set up for, and prints what it answers: nothing there changes, and nothing
        /// but the question leaves. Never automatic, but covered by a rule that names the program.
        Fetch = "fetch",
        /// Talks to another machine, or to a server that acts on others.
        Send = "send",
        /// Deletes, or overwrites what cannot be brought back.
        Delete = "delete",
        /// Changes the system beyond the project: services, packages, users, other processes, global configuration.
        System = "system",
        /// Runs what it is given: text of a language, a program named in an argument, a configuration that names one.
        Run = "run",
    }
}

impl Effect {
    /// What a program of this effect does, in words that a person understands: "`make` …".
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Read => "reads",
            Self::Write => "writes",
            Self::Code => "runs code of the project",
            Self::State => "changes what the shell does next",
            Self::Fetch => "asks a service",
            Self::Send => "contacts another machine",
            Self::Delete => "deletes or overwrites",
            Self::System => "changes the system",
            Self::Run => "runs code that it is given",
        }
    }
}

words! {
    /// What one operand or option value is.
    Arg, gravest Shell {
        /// Text that only means itself: a pattern, a message, a number, a revision.
        Text = "text",
        /// A file or directory that is read.
        Read = "file",
        /// A file or directory that is created or changed.
        Write = "output",
        /// A file or directory that is deleted, moved away or overwritten beyond repair.
        Delete = "victim",
        /// A host, URL or remote that is contacted.
        Host = "host",
        /// Text that a shell runs.
        Shell = "shell",
        /// Text of another language that is run (`python -c`), or a script file that is run.
        Code = "script",
        /// The name of a program that is run.
        Program = "program",
        /// A sed program; it is looked into.
        Sed = "sed",
        /// An awk program; it is looked into.
        Awk = "awk",
        /// A setting `name=value` that may name a program to run.
        Setting = "setting",
    }
}

words! {
    /// How a program reads its words.
    Style, gravest Gnu {
        /// Short options cluster (`-la`, `-n5`), long ones may be abbreviated (`--out`), options may follow operands,
        /// `--` ends them.
        Gnu = "gnu",
        /// As `Gnu`, but the first operand ends the options: wrappers, shells, interpreters.
        First = "first",
        /// Long options with one dash (`-name x`, `-name=x`); `--name` means the same; no clusters.
        Single = "single",
        /// As `find`: paths first, then an expression of `-words`; options anywhere, none may be clustered.
        Find = "find",
        /// `key=value` operands, as `dd`; the options are the keys.
        Keys = "keys",
        /// No options at all: every word is an operand, as `echo`.
        Bare = "bare",
        /// As `Gnu`, and the first word may be a cluster without a dash, as `tar xzf`, `ps aux`.
        Cluster = "cluster",
        /// As `Gnu`, and what is glued to a letter may be letters as well: `tree -Lo 2 out`, `less -x4oLOG`.
        Loose = "loose",
    }
}

words! {
    /// What ends the options of a program.
    Ends, gravest Never {
        /// `--`, and nothing else.
        Dashes = "--",
        /// `--`, or the first operand.
        Operand = "operand",
        /// Nothing: after `--` options are options still, as with `find`.
        Never = "never",
    }
}

words! {
    /// What follows an option.
    Takes, gravest Nothing {
        /// Nothing.
        Nothing = "",
        /// A value: attached (`-ofile`, `--out=file`) or the next word.
        Value = "=",
        /// A value only if attached: `-i.bak`, `--color=auto`.
        Attached = "?",
        /// The words of a command up to `;` or `+`: `find -exec`.
        Command = ";",
        /// Two values: `jq --arg name value`.
        Two = "::",
        /// A value that is always the next word: `find -name x`.
        Separate = ":",
    }
}

words! {
    /// What is known about something that programs do or do not do.
    Known, gravest Unknown {
        /// Not checked with the program.
        Unknown = "unknown",
        /// It does.
        Yes = "yes",
        /// It does not.
        No = "no",
    }
}

words! {
    /// What a wrapper does that is given no command.
    Missing, gravest Unknown {
        /// Not checked with the program.
        Unknown = "unknown",
        /// It complains or prints, and runs nothing.
        Print = "print",
        /// It starts a shell.
        Shell = "shell",
        /// It runs a command of its own that only prints, as `xargs` runs `echo`.
        Echo = "echo",
    }
}

/// Where the command inside a wrapper begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wraps {
    /// It is no wrapper.
    No,
    /// After its options and this many operands, the rest is a command: `timeout 5 ls`.
    Command(u8),
    /// After its options, `NAME=value` words, the rest is a command: `env`, `sudo`.
    Environment,
    /// After its options, the rest is a command to which more words are added from the input: `xargs`.
    More,
    /// After its options and this many operands, the rest joined by blanks is shell text: `ssh host ls`, `watch ls`,
    /// `eval`.
    Shell(u8),
}

impl Wraps {
    pub(crate) const WORDS: &[&str] = &["command", "environment", "more", "shell"];

    pub(crate) fn of_words(word: &str, skip: u8) -> Option<Self> {
        match word {
            "command" => Some(Self::Command(skip)),
            "environment" => Some(Self::Environment),
            "more" => Some(Self::More),
            "shell" => Some(Self::Shell(skip)),
            _ => None,
        }
    }

    /// Its number, and how many operands come before the command.
    pub(crate) const fn codes(self) -> (u8, u8) {
        match self {
            Self::No => (0, 0),
            Self::Command(skip) => (1, skip),
            Self::Environment => (2, 0),
            Self::More => (3, 0),
            Self::Shell(skip) => (4, skip),
        }
    }

    pub(crate) const fn of_codes(code: u8, skip: u8) -> Self {
        match code {
            0 => Self::No,
            1 => Self::Command(skip),
            2 => Self::Environment,
            3 => Self::More,
            _ => Self::Shell(skip),
        }
    }
}
