//! What in a script changes how the rest of it, or another text, is read.

use super::{Dialect, Shell};
use crate::Span;
use crate::script::{Class, Command, Script, Word};

/// A place from which the rest of this text, or another text, is read differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch {
    /// The command, assignment or line that does it.
    pub span: Span,
    /// What it does.
    pub kind: SwitchKind,
}

/// What a [`Switch`] does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SwitchKind {
    /// `set -o posix`, `POSIXLY_CORRECT=1`: what follows may be read as this dialect.
    Dialect(Dialect),
    /// `set -k`, `set -o keyword`: assignments count wherever they stand among the words of a command.
    Keyword,
    /// An option or a module that changes how text is read, in a way that byleave does not follow: `shopt -s extglob`,
    /// `set +B`, `setopt shwordsplit`, `emulate sh`, `zmodload`, or one whose name is not literal.
    Option,
    /// `alias x=…`. Where the text is bash's, it counts only after [`SwitchKind::ExpandAliases`].
    Alias,
    /// `shopt -s expand_aliases`: bash follows aliases from there on.
    ExpandAliases,
    /// A here-document that begins with `#!`: the written file runs with this shell, if it names one.
    Shebang(Option<Shell>),
}

/// All switches of a script, in source order. Most scripts have none; then this costs one look at each name.
///
/// ```
/// use byleave_shell::{Dialect, SwitchKind, read, switches};
/// let script = read("set -euo pipefail; set -o posix; ls");
/// assert_eq!(switches(&script)[0].kind, SwitchKind::Dialect(Dialect::PosixBash));
/// ```
#[must_use]
pub fn switches(script: &Script<'_>) -> Vec<Switch> {
    let mut found = Vec::new();
    for command in script.commands() {
        of_assignments(script, command, &mut found);
        of_command(script, command, &mut found);
    }
    for redirection in script.all_redirections() {
        let Some(here) = redirection.here_document else { continue };
        let line = here.body.of(script.source()).lines().next().unwrap_or("");
        if line.trim_start_matches('\t').starts_with("#!") {
            let end = here.body.start.saturating_add(u32::try_from(line.len()).unwrap_or(u32::MAX));
            let kind = SwitchKind::Shebang(shebang(line.trim_start_matches('\t')));
            found.push(Switch { span: Span::new(here.body.start, end), kind });
        }
    }
    found.sort_by_key(|switch| switch.span);
    found
}

/// The shell that a first line such as `#!/usr/bin/env -S zsh -f` names; `None` if it names something else.
///
/// ```
/// use byleave_shell::{Shell, shebang};
/// assert_eq!(shebang("#!/bin/bash --posix"), Some(Shell::PosixBash));
/// assert_eq!(shebang("#!/usr/bin/python3"), None);
/// ```
#[must_use]
pub fn shebang(line: &str) -> Option<Shell> {
    let mut words = line.strip_prefix("#!")?.split([' ', '\t']).filter(|word| !word.is_empty());
    let base = |word: &str| word.rsplit('/').next().map(str::to_owned);
    let mut name = base(words.next()?)?;
    if name == "env" {
        name = base(words.find(|word| !word.starts_with('-') && !word.contains('='))?)?;
    }
    let shell = Shell::parse(&name).ok()?;
    let posix = shell == Shell::Bash && words.any(|word| word == "--posix" || word == "posix");
    Some(if posix { Shell::PosixBash } else { shell })
}

fn of_assignments(script: &Script<'_>, command: &Command, found: &mut Vec<Switch>) {
    for assignment in script.assignments(command.assignments) {
        if let Some(kind) = of_variable(script.text(assignment.name)) {
            found.push(Switch { span: assignment.span, kind });
        }
    }
}

fn of_variable(name: &str) -> Option<SwitchKind> {
    match name {
        "POSIXLY_CORRECT" => Some(SwitchKind::Dialect(Dialect::PosixBash)),
        "SHELLOPTS" | "BASHOPTS" | "BASH_COMPAT" => Some(SwitchKind::Option),
        _ => None,
    }
}

/// The words of a command without those before it that only say how it is run: `command -p ls`, and in mksh `time -p x=y ls`.
pub(crate) fn plain_command<'s>(script: &'s Script<'_>, command: &Command) -> &'s [Word] {
    let mut words = script.words(command.words);
    let mut behind = false;
    while let [first, rest @ ..] = words
        && let Some(word) = script.literal(first)
        && (matches!(word, "builtin" | "command" | "exec" | "noglob" | "nocorrect" | "time" | "-")
            || behind && (word.starts_with('-') || word.contains('=')))
    {
        (words, behind) = (rest, true);
    }
    words
}

fn of_command(script: &Script<'_>, command: &Command, found: &mut Vec<Switch>) {
    let words = plain_command(script, command);
    let [first, arguments @ ..] = words else { return };
    let Some(name) = script.literal(first) else { return };
    let kinds = match name {
        "set" => set(script, arguments),
        "shopt" => shopt(script, arguments),
        "setopt" | "unsetopt" => zsh_options(script, arguments),
        // In zsh a name is given another program so: `hash ls=/usr/bin/touch`.
        "hash" if script.dialect() == Dialect::Zsh => {
            let defines = |word: &Word| script.literal(word).is_none_or(|text| text.contains('='));
            if arguments.iter().any(defines) { vec![SwitchKind::Alias] } else { Vec::new() }
        }
        "alias" => {
            let defines = |word: &Word| script.literal(word).is_none_or(|text| text.contains('='));
            if arguments.iter().any(defines) { vec![SwitchKind::Alias] } else { Vec::new() }
        }
        "emulate" | "zmodload" | "disable" | "enable" | "autoload" if !arguments.is_empty() => vec![SwitchKind::Option],
        "export" | "declare" | "typeset" | "readonly" | "local" => {
            let variable = |word: &Word| of_variable(script.shown(word).split(['=', '+']).next().unwrap_or(""));
            arguments.iter().filter_map(variable).collect()
        }
        _ => return,
    };
    found.extend(kinds.into_iter().map(|kind| Switch { span: command.span, kind }));
}

/// `set -euo pipefail`, `set +o posix`, `set -- a b`
fn set(script: &Script<'_>, arguments: &[Word]) -> Vec<SwitchKind> {
    let mut kinds = Vec::new();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let Some(text) = script.literal(word) else {
            // It may be an option, unless it certainly begins with something else.
            kinds.push(SwitchKind::Option);
            break;
        };
        let Some(letters) = text.strip_prefix(['-', '+']).filter(|letters| !letters.is_empty() && *letters != "-")
        else {
            break;
        };
        let on = text.starts_with('-');
        for letter in letters.chars() {
            match (letter, script.dialect()) {
                ('o', _) => kinds.extend(words.next().and_then(|name| named(script, name, on))),
                ('k', Dialect::Bash | Dialect::PosixBash | Dialect::Sh) => kinds.push(SwitchKind::Keyword),
                ('e' | 'u' | 'x' | 'v' | 'n' | 'a' | 'f' | 'C', _)
                | ('b' | 'h' | 'm' | 'E' | 'T' | 'p', Dialect::Bash | Dialect::PosixBash)
                | ('b' | 'm' | 'h', Dialect::Sh) => {}
                _ => kinds.push(SwitchKind::Option),
            }
        }
    }
    kinds
}

/// An option by its name, as `set -o` takes it.
fn named(script: &Script<'_>, word: &Word, on: bool) -> Option<SwitchKind> {
    let Some(name) = script.literal(word).filter(|_| word.class == Class::Literal) else {
        return Some(SwitchKind::Option);
    };
    let name: String = name.chars().filter(|letter| *letter != '_').map(|letter| letter.to_ascii_lowercase()).collect();
    match (name.as_str(), script.dialect()) {
        ("posix", Dialect::Bash | Dialect::PosixBash) => {
            Some(SwitchKind::Dialect(if on { Dialect::PosixBash } else { Dialect::Bash }))
        }
        ("keyword", Dialect::Bash | Dialect::PosixBash | Dialect::Sh) => Some(SwitchKind::Keyword),
        (name, _) if is_harmless(name) => None,
        _ => Some(SwitchKind::Option),
    }
}

/// Options that change what happens on failure, what is shown, or nothing; never how text is read.
fn is_harmless(name: &str) -> bool {
    const HARMLESS: [&str; 24] = [
        "allexport",
        "checkwinsize",
        "clobber",
        "dotglob",
        "emacs",
        "errexit",
        "errreturn",
        "errtrace",
        "exec",
        "failglob",
        "functrace",
        "glob",
        "hashall",
        "ignoreeof",
        "inheriterrexit",
        "log",
        "monitor",
        "nocaseglob",
        "notify",
        "nullglob",
        "pipefail",
        "unset",
        "verbose",
        "xtrace",
    ];
    let known = |name: &str| HARMLESS.contains(&name);
    known(name) || name.strip_prefix("no").is_some_and(|rest| known(rest) || rest == "match")
}

fn shopt(script: &Script<'_>, arguments: &[Word]) -> Vec<SwitchKind> {
    let mut words = arguments.iter();
    let mut by_set = false;
    let mut changes = false;
    let mut kinds = Vec::new();
    for word in words.by_ref() {
        match script.literal(word) {
            Some(options) if options.starts_with('-') => {
                changes |= options.contains(['s', 'u']);
                by_set |= options.contains('o');
            }
            Some(name) => {
                let kind = match name {
                    "expand_aliases" => Some(SwitchKind::ExpandAliases),
                    _ if by_set => named(script, word, true),
                    _ => {
                        let name = name.replace('_', "");
                        // bash is read as if it had these, for a line before may have set them.
                        let read = script.dialect() == Dialect::Bash && matches!(name.as_str(), "extglob" | "globstar");
                        (!read && !is_harmless(&name) && name != "nocasematch").then_some(SwitchKind::Option)
                    }
                };
                kinds.extend(kind);
            }
            None => kinds.push(SwitchKind::Option),
        }
    }
    // An unknown argument may be the `-s`.
    if changes || arguments_unknown(script, arguments) { kinds } else { Vec::new() }
}

fn arguments_unknown(script: &Script<'_>, arguments: &[Word]) -> bool {
    arguments.iter().any(|word| script.literal(word).is_none())
}

fn zsh_options(script: &Script<'_>, arguments: &[Word]) -> Vec<SwitchKind> {
    let option = |word: &Word| match script.literal(word) {
        Some(text) if text.starts_with(['-', '+']) => Some(SwitchKind::Option),
        _ => named(script, word, true),
    };
    arguments.iter().filter_map(option).collect()
}

#[cfg(test)]
mod tests {
    use super::{Switch, switches};
    use crate::{Dialect, Shell, SwitchKind, read_as};

    #[test]
    fn switches_are_found() {
        let posix = SwitchKind::Dialect(Dialect::PosixBash);
        let cases: [(Dialect, &str, &[SwitchKind]); 43] = [
            (Dialect::Bash, "ls -la", &[]),
            (Dialect::Bash, "set -e", &[]),
            (Dialect::Bash, "set -euo pipefail", &[]),
            (Dialect::Bash, "set -- -k", &[]),
            (Dialect::Bash, "set a -k", &[]),
            (Dialect::Bash, "set -o posix", &[posix]),
            (Dialect::Bash, "set -euo posix", &[posix]),
            (Dialect::Bash, "command set -o posix", &[posix]),
            (Dialect::Bash, "set +o posix", &[SwitchKind::Dialect(Dialect::Bash)]),
            (Dialect::Bash, "set -k", &[SwitchKind::Keyword]),
            (Dialect::Bash, "set -ek", &[SwitchKind::Keyword]),
            (Dialect::Bash, "set -o keyword", &[SwitchKind::Keyword]),
            (Dialect::Bash, "set +B", &[SwitchKind::Option]),
            (Dialect::Bash, "set $x", &[SwitchKind::Option]),
            (Dialect::Bash, "set -o $x", &[SwitchKind::Option]),
            (Dialect::Bash, "POSIXLY_CORRECT=1 ls", &[posix]),
            (Dialect::Bash, "export POSIXLY_CORRECT=1", &[posix]),
            (Dialect::Bash, "shopt -s extglob globstar", &[]),
            (Dialect::PosixBash, "shopt -s extglob", &[SwitchKind::Option]),
            (Dialect::Bash, "shopt -s xpg_echo", &[SwitchKind::Option]),
            (Dialect::Bash, "shopt -s expand_aliases", &[SwitchKind::ExpandAliases]),
            (Dialect::Zsh, "hash ls=/usr/bin/touch", &[SwitchKind::Alias]),
            (Dialect::Zsh, "hash -r", &[]),
            (Dialect::Bash, "hash ls=/usr/bin/touch", &[]),
            (Dialect::Bash, "shopt -s nullglob", &[]),
            (Dialect::Bash, "shopt -so posix", &[posix]),
            (Dialect::Bash, "shopt extglob", &[]),
            (Dialect::Bash, "shopt $x xpg_echo", &[SwitchKind::Option, SwitchKind::Option]),
            (Dialect::Bash, "alias", &[]),
            (Dialect::Bash, "alias x=y", &[SwitchKind::Alias]),
            (Dialect::Sh, "time -p -p alias x=y", &[SwitchKind::Alias]),
            (Dialect::Sh, "time a=b alias x=y", &[SwitchKind::Alias]),
            (Dialect::Sh, "command -p -- alias x=y", &[SwitchKind::Alias]),
            (Dialect::Sh, "command -v alias", &[]),
            (Dialect::Zsh, "setopt errexit PIPE_FAIL no_unset", &[]),
            (Dialect::Zsh, "setopt shwordsplit", &[SwitchKind::Option]),
            (Dialect::Zsh, "set -k", &[SwitchKind::Option]),
            (Dialect::Zsh, "emulate sh", &[SwitchKind::Option]),
            (Dialect::Zsh, "noglob setopt rcquotes", &[SwitchKind::Option]),
            (Dialect::Bash, "cat >x <<'E'\n#!/bin/sh\nE\n", &[SwitchKind::Shebang(Some(Shell::Sh))]),
            (Dialect::Bash, "cat >x <<E\n#!/usr/bin/env -S zsh -f\nE\n", &[SwitchKind::Shebang(Some(Shell::Zsh))]),
            (Dialect::Bash, "cat >x <<E\n#! /bin/bash --posix\nE\n", &[SwitchKind::Shebang(Some(Shell::PosixBash))]),
            (Dialect::Bash, "cat >x <<E\n#!/usr/bin/python3\nE\n", &[SwitchKind::Shebang(None)]),
        ];
        for (dialect, text, expected) in cases {
            let found: Vec<SwitchKind> =
                switches(&read_as(text, dialect)).iter().map(|Switch { kind, .. }| *kind).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
