//! What in a script changes how bash reads the rest of it, or another text.

use crate::Span;
use crate::script::{Command, Script, Word};

/// The commands and assignments of a script from which on bash may read what follows in another way, in source order: `set -o posix`,
/// `set -k`, `shopt -s expand_aliases`, `POSIXLY_CORRECT=1`, and what only other shells know, such as `emulate sh`. Most scripts have
/// none; then this costs one look at each name.
///
/// ```
/// use byleave_shell::{read, switches};
/// assert_eq!(switches(&read("set -euo pipefail; ls")), []);
/// assert_eq!(switches(&read("set -o posix; ls")).len(), 1);
/// ```
#[must_use]
pub fn switches(script: &Script<'_>) -> Vec<Span> {
    let mut found = Vec::new();
    for command in script.commands() {
        let assigned = script.assignments(command.assignments).iter().filter(|one| is_switch(script.text(one.name)));
        found.extend(assigned.map(|one| one.span));
        if switches_by_command(script, command) {
            found.push(command.span);
        }
    }
    found
}

/// Whether a variable changes how bash reads.
fn is_switch(name: &str) -> bool {
    matches!(name, "POSIXLY_CORRECT" | "SHELLOPTS" | "BASHOPTS" | "BASH_COMPAT")
}

fn switches_by_command(script: &Script<'_>, command: &Command) -> bool {
    let mut words = script.words(command.words);
    while let [first, rest @ ..] = words
        && matches!(script.literal(first), Some("builtin" | "command" | "exec" | "noglob"))
    {
        words = rest;
    }
    let [first, arguments @ ..] = words else { return false };
    match script.literal(first) {
        Some("set") => set(script, arguments),
        Some("shopt") => shopt(script, arguments),
        Some("setopt" | "unsetopt" | "emulate" | "zmodload" | "disable" | "enable" | "autoload") => {
            !arguments.is_empty()
        }
        Some("export" | "declare" | "typeset" | "readonly" | "local") => {
            let variable = |word: &Word| is_switch(script.shown(word).split(['=', '+']).next().unwrap_or(""));
            arguments.iter().any(variable)
        }
        _ => false,
    }
}

/// `set -euo pipefail`, `set +o posix`, `set -- a b`
fn set(script: &Script<'_>, arguments: &[Word]) -> bool {
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        // A value may be an option.
        let Some(text) = script.literal(word) else { return true };
        let letters = text.strip_prefix(['-', '+']).filter(|letters| !letters.is_empty() && *letters != "-");
        let Some(letters) = letters else { return false };
        let harmless = |letter: char| match letter {
            'o' => words.next().is_none_or(|name| script.literal(name).is_some_and(is_harmless)),
            letter => "euxvnafCbhmETp".contains(letter),
        };
        if !letters.chars().all(harmless) {
            return true;
        }
    }
    false
}

fn shopt(script: &Script<'_>, arguments: &[Word]) -> bool {
    let Some(texts) = arguments.iter().map(|word| script.literal(word)).collect::<Option<Vec<&str>>>() else {
        return true;
    };
    let changes = texts.iter().any(|text| text.starts_with('-') && text.contains(['s', 'u']));
    // bash is read as if it had the last three, for a line before may have set them.
    let known = |name: &str| is_harmless(name) || matches!(name, "nocasematch" | "extglob" | "globstar");
    changes && !texts.iter().filter(|text| !text.starts_with('-')).all(|name| known(name))
}

/// Options that change what happens on failure, what is shown, or nothing; never how text is read.
fn is_harmless(name: &str) -> bool {
    const HARMLESS: [&str; 20] = [
        "allexport",
        "checkwinsize",
        "dotglob",
        "emacs",
        "errexit",
        "errtrace",
        "failglob",
        "functrace",
        "hashall",
        "ignoreeof",
        "inherit_errexit",
        "monitor",
        "nocaseglob",
        "noclobber",
        "notify",
        "nounset",
        "nullglob",
        "pipefail",
        "verbose",
        "xtrace",
    ];
    HARMLESS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::switches;
    use crate::read;

    #[test]
    fn switches_are_found() {
        let cases = [
            ("ls -la", false),
            ("set -e", false),
            ("set -euo pipefail", false),
            ("set -- -k", false),
            ("set a -k", false),
            ("set -o", false),
            ("set -o posix", true),
            ("set -euo posix", true),
            ("command set -o posix", true),
            ("set +o posix", true),
            ("set -o history", true),
            ("set -k", true),
            ("set -ek", true),
            ("set -o keyword", true),
            ("set +B", true),
            ("set $x", true),
            ("set -o $x", true),
            ("POSIXLY_CORRECT=1 ls", true),
            ("export POSIXLY_CORRECT=1", true),
            ("shopt -s extglob globstar nullglob", false),
            ("shopt -s xpg_echo", true),
            ("shopt -s expand_aliases", true),
            ("shopt -so posix", true),
            ("shopt extglob", false),
            ("shopt $x xpg_echo", true),
            ("alias x=y", false),
            ("emulate sh", true),
            ("setopt shwordsplit", true),
            ("zmodload zsh/files", true),
        ];
        for (text, expected) in cases {
            assert_eq!(!switches(&read(text)).is_empty(), expected, "{text}");
        }
    }
}
