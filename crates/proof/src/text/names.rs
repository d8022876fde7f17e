//! Names that mean something to a shell.

/// What the name of a command is to the shells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A program, or a builtin that does what the program of that name does: `pwd`, `true`, `type` …
    Program,
    /// `echo`, the one command that may be given `${PIPESTATUS[0]}`.
    Echo,
    /// `cd`.
    Cd,
    /// `command`, which runs a program unless it is asked for one.
    Command,
    /// `export`.
    Export,
    /// `exit`, `kill`, `wait`: `exit 'HOME[$(touch x)]'` runs `touch` in zsh, so nothing but numbers.
    Numbers,
    /// `set`.
    Set,
    /// `test` and `[`, which evaluate some operands.
    Test,
    /// `printf`, which evaluates some.
    Printf,
    /// `:`, whose assignments last in dash, busybox and mksh.
    Colon,
    /// A keyword in bash, zsh and mksh, a program elsewhere.
    Time,
    /// A word of some shell's grammar.
    Keyword,
    /// It evaluates its words, or changes what later words mean, or is known to some shells only.
    Builtin,
}

/// What a command of that name is.
pub(super) fn role(name: &str) -> Role {
    let among = |names: &[&str]| names.contains(&name);
    let Some(first) = name.bytes().next() else { return Role::Keyword };
    match first {
        b':' => Role::Colon,
        b'c' if name == "cd" => Role::Cd,
        b'c' if name == "command" => Role::Command,
        b'e' if name == "echo" => Role::Echo,
        b'e' if name == "export" => Role::Export,
        b'e' if name == "exit" => Role::Numbers,
        b'k' if name == "kill" => Role::Numbers,
        b'w' if name == "wait" => Role::Numbers,
        b's' if name == "set" => Role::Set,
        b't' if name == "time" => Role::Time,
        b't' if name == "test" => Role::Test,
        b'[' => Role::Test,
        b'p' if name == "printf" => Role::Printf,
        _ if among(keywords(first)) => Role::Keyword,
        _ if among(builtins(first)) => Role::Builtin,
        b'c' | b'z' if FAMILIES.split_ascii_whitespace().any(|one| one == name) => Role::Builtin,
        _ => Role::Program,
    }
}

/// Keywords of bash, dash, busybox, mksh and zsh by their first letter.
const fn keywords(first: u8) -> &'static [&'static str] {
    match first {
        b'c' => &["case", "coproc"],
        b'd' => &["do", "done"],
        b'e' => &["elif", "else", "end", "esac"],
        b'f' => &["fi", "for", "foreach", "function"],
        b'i' => &["if", "in"],
        b'n' => &["nocorrect"],
        b'r' => &["repeat"],
        b's' => &["select"],
        b't' => &["then"],
        b'u' => &["until"],
        b'w' => &["while"],
        _ => &[],
    }
}

/// Builtins and predefined aliases of the same by their first letter, less those with a role of their own.
const fn builtins(first: u8) -> &'static [&'static str] {
    match first {
        b'a' => &["alias", "autoload"],
        b'b' => &["bg", "bind", "bindkey", "break", "builtin", "bye"],
        b'c' => &["caller", "cap", "chdir", "clone", "complete", "compopt", "continue"],
        b'd' => &["declare", "dirs", "disable", "disown"],
        b'e' => &["echotc", "echoti", "emulate", "enable", "eval", "exec"],
        b'f' => &["fc", "fg", "float", "functions"],
        b'g' => &["getcap", "getln", "getopts", "global"],
        b'h' => &["hash", "help", "history"],
        b'i' => &["integer"],
        b'j' => &["jobs"],
        b'l' => &["let", "limit", "local", "log", "login", "logout"],
        b'm' => &["mapfile", "mknod"],
        b'n' => &["nameref", "newgrp", "noglob"],
        b'p' => &["popd", "print", "private", "pushd", "pushln"],
        b'r' => &["r", "read", "readarray", "readonly", "rehash", "rename", "return", "run-help"],
        b's' => &["sched", "setcap", "setopt", "shift", "shopt", "source", "stop", "suspend"],
        b't' => &["times", "trap", "ttyctl", "typeset"],
        b'u' => &["ulimit", "umask", "unalias", "unfunction", "unhash", "unlimit", "unset", "unsetopt"],
        b'v' => &["vared"],
        b'w' => &["whence", "where", "which-command"],
        b'z' => &["zle", "zprof", "zpty", "zstat"],
        _ => &[],
    }
}

/// The builtins of zsh that come in families: of completion, and of its own.
const FAMILIES: &str = "
    compadd comparguments compcall compctl compdescribe compfiles compgen compgroups compquote compset comptags comptry compvalues
    zcompile zcurses zformat zftp zmodload zparseopts zregexparse zselect zsocket zstyle ztcp";

/// The variable means something to a shell: `path=x; q` finds no program in zsh, `status=1` is an error there, `UID=5` in bash too; zsh and
/// mksh *evaluate* what is assigned to their integers (`COLUMNS='a[$(touch x)]'`).
pub(super) fn is_special(name: &str) -> bool {
    const PREFIXES: [&str; 12] =
        ["BASH", "COMP", "HIST", "KSH", "MAIL", "PROMPT", "READLINE_", "ZLE_", "ZSH", "dis_", "zle_", "zsh_"];
    PREFIXES.iter().any(|prefix| name.starts_with(prefix))
        || name.len() > 1 && SPECIAL.split_ascii_whitespace().any(|one| one == name)
}

const SPECIAL: &str = "
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

/// The variable, set for good, may change what the shell or any program does: its locale, terminal, proxies, loader.
pub(super) fn is_ambient(name: &str) -> bool {
    const PREFIXES: [&str; 4] = ["LC_", "LD_", "DYLD_", "npm_config_"];
    const NAMES: [&str; 8] = ["LANG", "LANGUAGE", "TERM", "TERMINFO", "TERMINFO_DIRS", "TMPDIR", "TZ", "VISUAL"];
    PREFIXES.iter().any(|prefix| name.starts_with(prefix))
        || NAMES.contains(&name)
        || name.ends_with("_proxy")
        || name.ends_with("_PROXY")
}
