//! Texts that mean the same in shells whose grammar is not read.

use super::{Shell, Shells};
use crate::script::{Command, Connector, Kind, Node, Place, Script, Word};

/// Whether a script certainly runs the same programs with the same words in all of these shells as in bash.
///
/// The grammar of fish, `PowerShell` and `cmd` is not read. But a line of plain words is the same line to all of them,
/// and most of them join commands alike. Everything else is `false`. Shells whose grammar is read do not count here.
///
/// Only the grammar is compared. What a name means is another question: `ls` is another program in `PowerShell`.
///
/// ```
/// use byleave_shell::{Shell, means_the_same_in, read};
/// assert!(means_the_same_in(&read("git log --oneline -n 5"), Shell::Fish.into()));
/// assert!(means_the_same_in(&read("git commit -m \"two words\""), Shell::Cmd.into()));
/// assert!(!means_the_same_in(&read("echo $HOME"), Shell::Fish.into()));
/// assert!(!means_the_same_in(&read("not touch x"), Shell::Fish.into()));
/// ```
#[must_use]
pub fn means_the_same_in(script: &Script<'_>, shells: Shells) -> bool {
    let shells = shells.not_read();
    if shells.is_empty() {
        return true;
    }
    let complete =
        script.opaque().is_empty() && script.hidden().is_empty() && !script.source().contains(['\n', '\\', '#']);
    complete
        && script.nodes().all(|(_, node)| shells.iter().all(|shell| node_is_plain(node, shell)))
        && script.commands().iter().all(|command| command_is_plain(script, command))
}

fn node_is_plain(node: &Node, shell: Shell) -> bool {
    let plain = matches!(node.kind, Kind::Script(Place::Top) | Kind::Simple(_)) && !node.negated && !node.timed;
    let joined = match node.connector {
        Connector::End => true,
        // PowerShell before 7 knows neither `&&` nor `||`, and passes other bytes through a pipe.
        Connector::Pipe | Connector::And | Connector::Or => shell != Shell::PowerShell,
        Connector::Sequence => shell != Shell::Cmd,
        Connector::Background | Connector::PipeBoth => false,
    };
    plain && joined
}

fn command_is_plain(script: &Script<'_>, command: &Command) -> bool {
    let words = script.words(command.words);
    let [name, arguments @ ..] = words else { return false };
    command.complete
        && command.assignments.is_empty()
        && command.redirections.is_empty()
        && !name.quoted
        && script.literal(name).is_some_and(is_plain_name)
        && arguments.iter().all(|word| is_plain_word(script, word))
}

/// A name that is neither a keyword nor an operator of any of these shells.
fn is_plain_name(name: &str) -> bool {
    const KEYWORDS: [&str; 57] = [
        "and", "assoc", "begin", "break", "builtin", "call", "case", "catch", "cd", "chdir", "class", "command",
        "continue", "copy", "data", "date", "del", "dir", "do", "echo", "else", "elseif", "end", "enum", "erase",
        "exec", "exit", "filter", "finally", "for", "foreach", "function", "goto", "if", "md", "mkdir", "move", "not",
        "or", "param", "path", "popd", "process", "pushd", "rd", "rem", "ren", "return", "set", "start", "switch",
        "throw", "time", "trap", "try", "type", "while",
    ];
    let letters = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(letters)
        && !KEYWORDS.iter().any(|keyword| keyword.eq_ignore_ascii_case(name))
}

fn is_plain_word(script: &Script<'_>, word: &Word) -> bool {
    let Some(text) = script.literal(word) else { return false };
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./:+".contains(&byte);
    let written = word.span.of(script.source());
    if !word.quoted {
        // PowerShell splits `-a.b` and `-a:b` in two.
        let cut = text.starts_with('-') && text.contains(['.', ':']);
        return written == text && !word.brace && !cut && !text.is_empty() && text.bytes().all(plain);
    }
    let inside = written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    // It begins with a letter, so that no shell or program takes it as an option or a path.
    inside == Some(text)
        && text.starts_with(|first: char| first.is_ascii_alphanumeric())
        && text.bytes().all(|byte| plain(byte) || byte == b' ')
}

#[cfg(test)]
mod tests {
    use super::means_the_same_in;
    use crate::{Shell, Shells, read};

    #[test]
    fn plain_lines_mean_the_same() {
        let cases = [
            ("git status", "fish powershell cmd"),
            ("git log --oneline -n 5", "fish powershell cmd"),
            ("cargo test -p shell", "fish powershell cmd"),
            ("git commit -m \"two words\"", "fish powershell cmd"),
            ("git add . && git status", "fish cmd"),
            ("git log | head", "fish cmd"),
            ("git fetch; git status", "fish powershell"),
            ("", ""),
            ("git status &", ""),
            ("echo hi; and touch x", ""),
            ("not touch x", ""),
            ("! touch x", ""),
            ("rem x && touch y", ""),
            ("git log $x", ""),
            ("git log %x%", ""),
            ("git log 'a b'", ""),
            ("git log \"$x\"", ""),
            ("git log \"a%b\"", ""),
            ("git log a\\ b", ""),
            ("git log a^b", ""),
            ("git log @x", ""),
            ("git log -a.b", ""),
            ("git log a,b", ""),
            ("git log {a,b}", ""),
            ("git log *", ""),
            ("git log ~", ""),
            ("git log > x", ""),
            ("x=1 git log", ""),
            ("x=1", ""),
            ("(git log)", ""),
            ("git log # x", ""),
            ("./x", ""),
            ("git log \u{a0}x", ""),
            ("git log 2>&1", ""),
            ("time git log", ""),
            ("git log \"", ""),
            ("& git", ""),
        ];
        for (text, expected) in cases {
            let same: Shells = [Shell::Fish, Shell::PowerShell, Shell::Cmd]
                .into_iter()
                .filter(|shell| means_the_same_in(&read(text), Shells::of(*shell)))
                .collect();
            // An empty text runs nothing in any shell.
            let expected =
                if text.is_empty() { "fish, powershell, cmd".to_owned() } else { expected.replace(' ', ", ") };
            assert_eq!(same.to_string(), expected, "{text}");
        }
    }
}
