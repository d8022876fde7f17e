//! Words that mean something to bash, dash, busybox, mksh or zsh, and characters that mean nothing to anybody.

use std::ops::RangeInclusive;

/// Keywords by their first letter. `q1 | time q2`: zsh and mksh time q2, the others run a program `time`.
pub(crate) const KEYWORDS: &[(u8, &[&str])] = &[
    (b'c', &["case", "coproc"]),
    (b'd', &["do", "done"]),
    (b'e', &["elif", "else", "end", "esac"]),
    (b'f', &["fi", "for", "foreach", "function"]),
    (b'i', &["if", "in"]),
    (b'n', &["nocorrect"]),
    (b'r', &["repeat"]),
    (b's', &["select"]),
    (b't', &["then", "time"]),
    (b'u', &["until"]),
    (b'w', &["while"]),
];

/// Builtins and predefined aliases by their first letter, less those that do what the program of that name does and those that the reader
/// knows.
pub(crate) const BUILTINS: &[(u8, &[&str])] = &[
    (b'a', &["alias", "autoload"]),
    (b'b', &["bg", "bind", "bindkey", "break", "builtin", "bye"]),
    (
        b'c',
        &[
            "caller",
            "cap",
            "chdir",
            "clone",
            "compadd",
            "comparguments",
            "compcall",
            "compctl",
            "compdescribe",
            "compfiles",
            "compgen",
            "compgroups",
            "complete",
            "compopt",
            "compquote",
            "compset",
            "comptags",
            "comptry",
            "compvalues",
            "continue",
        ],
    ),
    (b'd', &["declare", "dirs", "disable", "disown"]),
    (b'e', &["echotc", "echoti", "emulate", "enable", "eval", "exec", "export"]),
    (b'f', &["fc", "fg", "float", "functions"]),
    (b'g', &["getcap", "getln", "getopts", "global"]),
    (b'h', &["hash", "help", "history"]),
    (b'i', &["integer"]),
    (b'j', &["jobs"]),
    (b'l', &["let", "limit", "local", "log", "login", "logout"]),
    (b'm', &["mapfile", "mknod"]),
    (b'n', &["nameref", "newgrp", "noglob"]),
    (b'p', &["popd", "print", "printf", "private", "pushd", "pushln"]),
    (b'r', &["r", "read", "readarray", "readonly", "rehash", "rename", "return", "run-help"]),
    (b's', &["sched", "set", "setcap", "setopt", "shift", "shopt", "source", "stop", "suspend"]),
    (b't', &["times", "trap", "ttyctl", "typeset"]),
    (b'u', &["ulimit", "umask", "unalias", "unfunction", "unhash", "unlimit", "unset", "unsetopt"]),
    (b'v', &["vared"]),
    (b'w', &["whence", "where", "which-command"]),
    (
        b'z',
        &[
            "zcompile",
            "zcurses",
            "zformat",
            "zftp",
            "zle",
            "zmodload",
            "zparseopts",
            "zprof",
            "zpty",
            "zregexparse",
            "zselect",
            "zsocket",
            "zstat",
            "zstyle",
            "ztcp",
        ],
    ),
];

/// What names of variables begin with that mean something to a shell.
pub(crate) const PREFIXES: [&str; 12] =
    ["BASH", "COMP", "HIST", "KSH", "MAIL", "PROMPT", "READLINE_", "ZLE_", "ZSH", "dis_", "zle_", "zsh_"];

/// Variables that do.
pub(crate) const VARIABLES: &str = "
    aliases argv auto_resume builtins cdpath commands dirstack epochtime errnos fignore fpath funcfiletrace funcsourcetrace funcstack
    functions functions_source functrace galiases hash histchars history historywords jobdirs jobstates jobtexts keymaps langinfo mailpath
    manpath mapfile module_path modules nameddirs options parameters patchars path pipestatus prompt psvar reswords saliases signals status
    termcap terminfo userdirs usergroups watch widgets
    ARGC BAUD CDPATH CHILD_MAX COLUMNS COPROC CPUTYPE DIRSTACK DIRSTACKSIZE EGID EMACS ENV EPOCHREALTIME EPOCHSECONDS ERRNO EUID EXECIGNORE
    EXECSHELL FCEDIT FIGNORE FPATH FUNCNAME FUNCNEST GID GLOBIGNORE GLOBSORT GROUPS HOME HOST HOSTFILE HOSTNAME HOSTTYPE IFS IGNOREEOF
    INPUTRC INSIDE_EMACS KEYBOARD_HACK KEYTIMEOUT LINENO LINES LISTMAX LOGCHECK LOGNAME MACHTYPE MANPATH MAPFILE MATCH MBEGIN MEND
    MODULE_PATH NULLCMD OLDPWD OPTARG OPTERR OPTIND OSTYPE PATH PATHSEP PGRP PIPESTATUS POSIXLY_CORRECT POSTEDIT PPID PS0 PS1 PS2 PS3 PS4
    PSVAR PWD RANDOM READNULLCMD REPLY REPORTMEMORY REPORTTIME RPROMPT RPROMPT2 RPS1 RPS2 SAVEHIST SECONDS SHELL SHELLOPTS SHLVL SPROMPT
    SRANDOM STTY TIMEFMT TIMEFORMAT TMOUT TMPPREFIX TMPSUFFIX TRY_BLOCK_ERROR TRY_BLOCK_INTERRUPT TTY TTYIDLE UID USERNAME USER_ID VENDOR
    WATCH WATCHFMT WORDCHARS";

/// Characters without a width, that look like a blank, or that move what stands beside them.
pub(crate) const HIDDEN: [RangeInclusive<char>; 20] = [
    '\u{80}'..='\u{a0}',
    '\u{ad}'..='\u{ad}',
    '\u{34f}'..='\u{34f}',
    '\u{61c}'..='\u{61c}',
    '\u{115f}'..='\u{1160}',
    '\u{1680}'..='\u{1680}',
    '\u{17b4}'..='\u{17b5}',
    '\u{180b}'..='\u{180f}',
    '\u{2000}'..='\u{200f}',
    '\u{2028}'..='\u{202f}',
    '\u{205f}'..='\u{206f}',
    '\u{2800}'..='\u{2800}',
    '\u{3000}'..='\u{3000}',
    '\u{3164}'..='\u{3164}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{feff}'..='\u{feff}',
    '\u{ffa0}'..='\u{ffa0}',
    '\u{fff0}'..='\u{fffb}',
    '\u{1d173}'..='\u{1d17a}',
    '\u{e0000}'..='\u{e0fff}',
];

/// Variables that make a shell that is not interactive read another file first, or read otherwise.
pub(crate) const OPTIONS: [&str; 3] = ["BASH_ENV", "SHELLOPTS", "BASHOPTS"];

/// Variables that do no harm as long as nothing of the project is in them: where zsh looks for its first file, and what the loader and the C
/// library load into every program.
pub(crate) const PLACES: [&str; 9] = [
    "ZDOTDIR",
    "LD_PRELOAD",
    "LD_LIBRARY_PATH",
    "LD_AUDIT",
    "DYLD_INSERT_LIBRARIES",
    "DYLD_LIBRARY_PATH",
    "GCONV_PATH",
    "LOCPATH",
    "NLSPATH",
];
