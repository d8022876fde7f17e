//! A grammar of wrappers: all the ways to put a command into something else that runs it, one in the other.
//!
//! Shared by the tests that count steps and by the fuzz target `wrapped`.

/// How a command is put into something that runs it.
#[derive(Clone, Copy, Debug)]
pub enum Wrapper {
    /// Words before it: `env ls`.
    Before(&'static str),
    /// As one quoted word: `bash -c 'ls'`, with what stands before and after.
    Quoted(&'static str, &'static str),
    /// As it is, between two texts: `$(ls)`.
    Between(&'static str, &'static str),
}

/// All of them.
pub const WRAPPERS: &[Wrapper] = &[
    Wrapper::Before("env "),
    Wrapper::Before("env A=1 "),
    Wrapper::Before("nice "),
    Wrapper::Before("nice -n 5 "),
    Wrapper::Before("sudo "),
    Wrapper::Before("doas "),
    Wrapper::Before("timeout 5 "),
    Wrapper::Before("nohup "),
    Wrapper::Before("command "),
    Wrapper::Before("builtin "),
    Wrapper::Before("exec "),
    Wrapper::Before("time "),
    Wrapper::Before("stdbuf -oL "),
    Wrapper::Before("setsid "),
    Wrapper::Before("ionice -c2 "),
    Wrapper::Before("flock f "),
    Wrapper::Before("xargs "),
    Wrapper::Before("xargs -I{} "),
    Wrapper::Before("parallel "),
    Wrapper::Before("watch "),
    Wrapper::Before("ssh host "),
    Wrapper::Before("docker run image "),
    Wrapper::Before("kubectl exec pod -- "),
    Wrapper::Before("chroot / "),
    Wrapper::Before("unshare "),
    Wrapper::Before("strace "),
    Wrapper::Before("npx "),
    Wrapper::Before("uv run "),
    Wrapper::Before("busybox "),
    Wrapper::Before("eval "),
    Wrapper::Before("env -S "),
    Wrapper::Before("find . -exec "),
    Wrapper::Before("fd -x "),
    Wrapper::Before("nobodyknows "),
    Wrapper::Before("git -c a.b=c "),
    Wrapper::Before("! "),
    Wrapper::Before("coproc "),
    Wrapper::Before("cd a && "),
    Wrapper::Before("echo push | "),
    Wrapper::Quoted("bash -c ", ""),
    Wrapper::Quoted("sh -c ", ""),
    Wrapper::Quoted("zsh -c ", ""),
    Wrapper::Quoted("eval ", ""),
    Wrapper::Quoted("env -S ", ""),
    Wrapper::Quoted("su -c ", ""),
    Wrapper::Quoted("ssh host ", ""),
    Wrapper::Quoted("watch ", ""),
    Wrapper::Quoted("xargs -I{} sh -c ", ""),
    Wrapper::Quoted("find . -exec sh -c ", r" \;"),
    Wrapper::Quoted("parallel ", " ::: a b"),
    Wrapper::Quoted("trap ", " EXIT"),
    Wrapper::Quoted("echo ", " | sh"),
    Wrapper::Quoted("printf %s ", " | bash"),
    Wrapper::Quoted("sh <<< ", ""),
    Wrapper::Quoted("echo ", " > s.sh; sh s.sh"),
    Wrapper::Quoted("x=", "; eval \"$x\""),
    Wrapper::Quoted("alias a=", "; a"),
    Wrapper::Quoted("GIT_PAGER=", " git log"),
    Wrapper::Quoted("git config alias.x ", ""),
    Wrapper::Between("( ", " )"),
    Wrapper::Between("{ ", "\n}"),
    Wrapper::Between("if ", "\nthen :; fi"),
    Wrapper::Between("while ", "\ndo :; done"),
    Wrapper::Between("for i in a b; do ", "\ndone"),
    Wrapper::Between("case a in a) ", "\n;; esac"),
    Wrapper::Between("f() { ", "\n}; f"),
    Wrapper::Between("echo $( ", "\n)"),
    Wrapper::Between("echo \"$( ", "\n)\""),
    Wrapper::Between("cat <( ", "\n)"),
    Wrapper::Between("sh <<E\n", "\nE\n"),
    Wrapper::Between("(echo a; ", "\n) | sh"),
    Wrapper::Between("true && ", ""),
];

/// Whether the one can stand in the other: `nice` starts a program, and neither `x=1` nor `( ls )` is one.
pub fn fits(inner: Wrapper, outer: Wrapper) -> bool {
    let grammar = match inner {
        Wrapper::Before(text) => matches!(text, "! " | "coproc " | "cd a && "),
        Wrapper::Quoted(text, _) => matches!(text, "x=" | "GIT_PAGER=" | "alias a=" | "trap "),
        Wrapper::Between(text, _) => !text.starts_with("echo ") && !text.starts_with("cat "),
    };
    let program = match outer {
        Wrapper::Before(text) => !matches!(text, "! " | "coproc " | "cd a && " | "echo push | "),
        Wrapper::Quoted(..) | Wrapper::Between(..) => false,
    };
    !(grammar && program)
}

/// A command in a wrapper.
pub fn wrapped(wrapper: Wrapper, inner: &str) -> String {
    match wrapper {
        Wrapper::Before(before) => format!("{before}{inner}"),
        Wrapper::Quoted(before, after) => format!("{before}'{}'{after}", inner.replace('\'', r"'\''")),
        Wrapper::Between(before, after) => format!("{before}{inner}{after}"),
    }
}

/// A command in wrappers, the first of them around all others.
pub fn nested(wrappers: &[Wrapper], inner: &str) -> String {
    wrappers.iter().rev().fold(inner.to_owned(), |text, wrapper| wrapped(*wrapper, &text))
}
