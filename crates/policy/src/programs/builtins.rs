//! Builtins of bash, and a few of zsh, as programs.
//!
//! A builtin is `Read` only if nothing the shell does later changes by it. What sets variables, options, aliases or handlers
//! is `State`, to make it ask: a later command that looks harmless may then do something else. Names with a subscript are
//! evaluated (`read 'a[$(cmd)]'`), so builtins that take names are never `Read`.

use super::entry::{Arg, Effect, Entry, Operands, READS, RUNS, SAYS, Special, Style, TEXT};

/// What these share: `pushd`, `popd`, `dirs`.
const PUSHD: Entry = Entry { flags: "nclpvqs#", ..READS };

/// What these share: `export`, `declare`, `local`, `readonly` and others.
const EXPORT: Entry = Entry {
    effect: Effect::State,
    flags: "aAfFgiIlnprtuxEHLRTUZz",
    operands: Operands { rest: Arg::Setting, ..TEXT },
    ..SAYS
};

/// What these share: `unset`, `unsetenv`, `unalias`, `unfunction` and others.
const UNSET: Entry =
    Entry { effect: Effect::State, flags: "vfnaUzks", operands: Operands { rest: Arg::Code, ..TEXT }, ..SAYS };

/// What these share: `let`, `getopts`.
const LET: Entry = Entry { effect: Effect::State, operands: Operands { rest: Arg::Code, ..TEXT }, ..SAYS };

/// What these share: `exit`, `return`, `break`, `continue` and others.
const EXIT: Entry = Entry { style: Style::First, ..SAYS };

/// What these share: `fg`, `bg`, `disown`, `suspend`.
const FG: Entry = Entry { effect: Effect::State, flags: "ahrf#", ..SAYS };

/// What these share: `ulimit`, `limit`, `unlimit`.
const ULIMIT: Entry = Entry {
    effect: Effect::State,
    flags: "SHabcdefiklmnpqrstuvxPRTw",
    subs: &[Entry { names: &[""], flags: "SHabcdefiklmnpqrstuvxPRTw", ..SAYS }],
    ..SAYS
};

/// What these share: `type`, `whence`, `where`.
const TYPE: Entry = Entry { flags: "aftpPvcwmsS", ..SAYS };

/// What these share: `hash`, `rehash`.
const HASH: Entry = Entry {
    flags: "ltfv",
    special: &[
        Special::value("p", Arg::Program, Effect::Run),
        Special::flag("r", Effect::State),
        Special::flag("d", Effect::State),
    ],
    ..SAYS
};

/// What these share: `complete`, `compopt`.
const COMPLETE: Entry = Entry {
    effect: Effect::State,
    flags: "abcdefgjksuvprDEI",
    values: "oAGWPSX",
    special: &[Special::value("F", Arg::Program, Effect::Run), Special::value("C", Arg::Shell, Effect::Run)],
    ..SAYS
};

/// What these share: `enable`, `disable`.
const ENABLE: Entry = Entry {
    effect: Effect::State,
    special: &[
        Special::value("f", Arg::Read, Effect::Run),
        Special::flag("n", Effect::State),
        Special::flag("d", Effect::State),
    ],
    subs: &[Entry { names: &[""], flags: "aps", ..SAYS }],
    ..SAYS
};

pub(super) const TABLE: &[Entry] = &[
    Entry { names: &[":"], style: Style::Bare, ..SAYS },
    Entry { names: &["cd", "chdir"], flags: "LPe@", ..READS },
    // `+1` and `-1` turn the stack.
    Entry { names: &["pushd"], ..PUSHD },
    Entry { names: &["popd"], ..PUSHD },
    Entry { names: &["dirs"], ..PUSHD },
    // Operands are `name=value` or names with subscripts; without operands all values are printed.
    Entry { names: &["export"], ..EXPORT },
    Entry { names: &["declare", "typeset"], ..EXPORT },
    Entry { names: &["local"], ..EXPORT },
    Entry { names: &["readonly"], ..EXPORT },
    Entry { names: &["setenv"], ..EXPORT },
    Entry { names: &["unset"], ..UNSET },
    Entry { names: &["unsetenv"], ..UNSET },
    Entry { names: &["unalias"], ..UNSET },
    Entry { names: &["unfunction"], ..UNSET },
    Entry { names: &["unhash"], ..UNSET },
    Entry { names: &["unsetopt"], ..UNSET },
    Entry { names: &["setopt"], ..UNSET },
    Entry { names: &["emulate"], ..UNSET },
    Entry { names: &["autoload"], ..UNSET },
    Entry { names: &["zmodload"], ..UNSET },
    Entry { names: &["zstyle"], ..UNSET },
    Entry { names: &["compdef"], ..UNSET },
    Entry { names: &["bindkey"], ..UNSET },
    Entry { names: &["zle"], ..UNSET },
    Entry { names: &["vared"], ..UNSET },
    Entry { names: &["integer"], ..UNSET },
    Entry { names: &["float"], ..UNSET },
    Entry { names: &["nameref"], ..UNSET },
    // Alone it prints every variable, -a exports all, -k changes where assignments stand, -x prints what words become.
    Entry {
        names: &["set"],
        effect: Effect::State,
        style: Style::First,
        flags: "befhmntuvBCEHPT",
        values: "o",
        special: &[
            Special::flag("a", Effect::State),
            Special::flag("k", Effect::State),
            Special::flag("p", Effect::State),
            Special::flag("x", Effect::State),
        ],
        subs: &[
            // Only how errors, globs and pipelines are treated.
            Entry {
                names: &["-e", "-u", "-f", "-o", "-E", "-C", "-m", "-v"],
                style: Style::First,
                flags: "efuECmvbhT",
                values: "o",
                special: &[
                    Special::flag("a", Effect::State),
                    Special::flag("k", Effect::State),
                    Special::flag("n", Effect::State),
                    Special::flag("x", Effect::State),
                ],
                ..SAYS
            },
        ],
        ..SAYS
    },
    Entry {
        names: &["shopt"],
        flags: "pqo",
        special: &[Special::flag("s", Effect::State), Special::flag("u", Effect::State)],
        ..SAYS
    },
    Entry {
        names: &["alias"],
        effect: Effect::State,
        style: Style::First,
        flags: "pgmrs",
        operands: Operands { rest: Arg::Setting, ..TEXT },
        subs: &[Entry { names: &[""], flags: "p", ..SAYS }],
        ..SAYS
    },
    // Variables get values from the input, PATH as well as any other.
    Entry {
        names: &["read"],
        effect: Effect::State,
        flags: "ersEAqkz",
        values: "dinNptu",
        special: &[Special::value("a", Arg::Code, Effect::State)],
        operands: Operands { rest: Arg::Code, ..TEXT },
        ..SAYS
    },
    // -C evaluates its text every so many lines.
    Entry {
        names: &["mapfile", "readarray"],
        effect: Effect::State,
        flags: "t",
        values: "cdnsuO",
        special: &[Special::value("C", Arg::Shell, Effect::Run)],
        operands: Operands { rest: Arg::Code, ..TEXT },
        ..SAYS
    },
    // Arithmetic evaluates what is in variables and subscripts.
    Entry { names: &["let"], ..LET },
    Entry { names: &["getopts"], ..LET },
    Entry { names: &["exit"], ..EXIT },
    Entry { names: &["return"], ..EXIT },
    Entry { names: &["break"], ..EXIT },
    Entry { names: &["continue"], ..EXIT },
    Entry { names: &["shift"], ..EXIT },
    Entry { names: &["logout"], ..EXIT },
    Entry { names: &["bye"], ..EXIT },
    // -p sets a variable, whose name is evaluated.
    Entry { names: &["wait"], flags: "fn", special: &[Special::value("p", Arg::Code, Effect::State)], ..SAYS },
    Entry { names: &["jobs"], flags: "lnprs", special: &[Special::flag("x", Effect::Run)], ..SAYS },
    Entry { names: &["fg"], ..FG },
    Entry { names: &["bg"], ..FG },
    Entry { names: &["disown"], ..FG },
    Entry { names: &["suspend"], ..FG },
    Entry {
        names: &["umask"],
        effect: Effect::State,
        flags: "pS",
        subs: &[Entry { names: &[""], flags: "pS", ..SAYS }],
        ..SAYS
    },
    // With a number it sets the limit.
    Entry { names: &["ulimit"], ..ULIMIT },
    Entry { names: &["limit"], ..ULIMIT },
    Entry { names: &["unlimit"], ..ULIMIT },
    Entry { names: &["times"], ..SAYS },
    Entry { names: &["caller"], ..SAYS },
    Entry { names: &["type"], ..TYPE },
    Entry { names: &["whence"], ..TYPE },
    Entry { names: &["where"], ..TYPE },
    // -p makes a name mean another file.
    Entry { names: &["hash"], ..HASH },
    Entry { names: &["rehash"], ..HASH },
    Entry { names: &["help"], flags: "dms", ..SAYS },
    Entry {
        names: &["history"],
        special: &[
            Special::flag("p", Effect::Read),
            Special::flag("c", Effect::Delete),
            Special::value("d", Arg::Text, Effect::Delete),
            Special::flag("a", Effect::Write).making(Arg::Write),
            Special::flag("w", Effect::Write).making(Arg::Write),
            Special::flag("r", Effect::State).making(Arg::Read),
            Special::flag("n", Effect::State).making(Arg::Read),
            Special::flag("s", Effect::State),
        ],
        ..SAYS
    },
    // Edits and runs what was run before.
    Entry {
        names: &["fc"],
        flags: "lnrs#",
        special: &[Special::runs("e")],
        subs: &[Entry { names: &["-l", "-ln", "-lr"], flags: "lnr#", ..SAYS }],
        ..RUNS
    },
    // Keys may run commands, and the file may set them.
    Entry {
        names: &["bind"],
        style: Style::First,
        flags: "lpPsSvVX",
        values: "mqur",
        special: &[Special::value("f", Arg::Read, Effect::Run), Special::value("x", Arg::Shell, Effect::Run)],
        ..RUNS
    },
    Entry { names: &["complete"], ..COMPLETE },
    Entry { names: &["compopt"], ..COMPLETE },
    // -W expands its words, -F and -C run; -X and -G are patterns.
    Entry {
        names: &["compgen"],
        flags: "abcdefgjksuv",
        values: "oAGPSX",
        special: &[
            Special::value("W", Arg::Shell, Effect::Run),
            Special::value("F", Arg::Program, Effect::Run),
            Special::value("C", Arg::Shell, Effect::Run),
            Special::value("V", Arg::Code, Effect::State),
        ],
        ..SAYS
    },
    // -f loads code from a shared object; turning a builtin off lets a program of that name in.
    Entry { names: &["enable"], ..ENABLE },
    Entry { names: &["disable"], ..ENABLE },
];
