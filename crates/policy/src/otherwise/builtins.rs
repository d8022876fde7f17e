//! Commands that are more than a program to some shell.

use byleave_proof::{Obstacle, Role, is_special, role};
use byleave_shell::{PartKind, Word};

use super::Look;
use super::words::Around;

/// Whether a name is nothing but that of a program to every shell.
pub(super) fn is_program(name: &str) -> bool {
    matches!(role(name), Ok(Role::Program | Role::Echo)) && !matches!(name, "-" | ".")
}

fn is_variable(name: &str) -> bool {
    let names = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    name.bytes().all(names) && !name.starts_with(|first: char| first.is_ascii_digit()) && !name.is_empty()
}

/// Whether a variable means something to a shell. `PATH` does, and the same to each.
pub(super) fn is_odd_variable(name: &str) -> bool {
    is_special(name) && name != "PATH"
}

impl Look<'_, '_> {
    /// Whether a command is a builtin that another shell may take otherwise with these words. `assigned`: assignments stand before it,
    /// which stay behind some builtins and functions.
    pub(super) fn is_odd_builtin(&self, words: &[Word], assigned: bool) -> bool {
        let [first, arguments @ ..] = words else { return false };
        let Some(name) = self.script.literal(first) else { return true };
        let stays = assigned && self.sh;
        let number = |word: &Word| self.script.is_number(word);
        match role(name) {
            Ok(Role::Program) if name == "-" => true,
            Ok(Role::Program) if name == "printf" => self.zsh && self.is_odd_format(arguments),
            Ok(Role::Program | Role::Echo) => stays && (self.defines || name == "."),
            // `cd a b` goes to another place in zsh.
            Ok(Role::Cd) => arguments.len() > 1,
            Ok(Role::Command) if matches!(self.literal(arguments, 0), Some("-v" | "-V")) => false,
            Ok(Role::Command) => stays || self.is_odd_rest(arguments),
            Ok(Role::Numbers) if matches!(name, "kill" | "wait") => false,
            Ok(Role::Numbers) => stays || !arguments.iter().all(number),
            Ok(Role::Test) => self.is_odd_test(arguments),
            Ok(Role::Colon) => stays,
            Err(Obstacle::Keyword) => true,
            Err(_) => match name {
                "export" => stays || arguments.iter().any(|word| self.is_odd_declaration(word)),
                "set" => stays || self.is_odd_setting(arguments),
                "printf" => self.zsh && self.is_odd_format(arguments),
                "break" | "continue" | "return" | "shift" | "umask" => stays || !arguments.iter().all(number),
                "eval" | "source" => stays,
                "exec" => stays || self.is_odd_rest(arguments),
                "local" | "readonly" => stays || arguments.iter().any(|word| self.is_odd_declaration(word)),
                "read" => !arguments.iter().all(|word| self.script.literal(word) == Some("-r") || self.is_name(word)),
                "trap" => stays || !self.is_plain_trap(arguments),
                "unset" => stays || !arguments.iter().all(|word| self.is_name(word)),
                _ => true,
            },
        }
    }

    fn literal(&self, words: &[Word], at: usize) -> Option<&str> {
        words.get(at).and_then(|word| self.script.literal(word))
    }

    /// What stands behind `command` and `exec`.
    fn is_odd_rest(&self, words: &[Word]) -> bool {
        self.literal(words, 0).is_some_and(|name| name.starts_with('-')) || self.is_odd_builtin(words, false)
    }

    /// The name of a variable that is nothing else.
    fn is_name(&self, word: &Word) -> bool {
        self.script.literal(word).is_some_and(|name| is_variable(name) && !is_special(name))
    }

    /// `NAME=value` behind `export`.
    fn is_odd_declaration(&self, word: &Word) -> bool {
        let name = self.script.shown(word).split('=').next().unwrap_or("");
        // dash splits what it expands here.
        let splits = |word: &Word| {
            let open = |part: &byleave_shell::Part| !part.quoted && !matches!(part.kind, PartKind::Text(_));
            self.script.parts(word).iter().any(open)
        };
        !is_variable(name)
            || is_odd_variable(name)
            || self.is_odd_word(word, Around::Assignment)
            || self.sh && splits(word)
    }

    /// `set -euo pipefail`, `set -- a b`
    fn is_odd_setting(&self, arguments: &[Word]) -> bool {
        if self.literal(arguments, 0) == Some("--") {
            return false;
        }
        let setting = |(at, word): (usize, &Word)| match self.script.literal(word) {
            Some("pipefail") => at > 0,
            Some(text) => text.strip_prefix(['-', '+']).is_some_and(|letters| {
                let letters = letters.strip_suffix('o').unwrap_or(letters);
                letters.bytes().all(|byte| matches!(byte, b'e' | b'u' | b'x'))
            }),
            None => false,
        };
        arguments.is_empty() || !arguments.iter().enumerate().all(setting)
    }

    /// `[ 'a[$(touch x)]' -eq 1 ]` runs `touch` in mksh, `[ -t 'a[$(touch x)]' ]` in zsh; and a value may become the operator.
    fn is_odd_test(&self, words: &[Word]) -> bool {
        let script = self.script;
        let ends = |word: Option<&Word>| {
            let text = word.map(|word| script.shown(word));
            matches!(
                text,
                None | Some(
                    "]" | "-a"
                        | "-o"
                        | "="
                        | "=="
                        | "!="
                        | "<"
                        | ">"
                        | "-nt"
                        | "-ot"
                        | "-ef"
                        | "-eq"
                        | "-ne"
                        | "-lt"
                        | "-le"
                        | "-gt"
                        | "-ge"
                )
            )
        };
        let odd = |(at, word): (usize, &Word)| {
            let next = words.get(at.saturating_add(1));
            let number = |word: Option<&Word>| word.is_none_or(|word| script.is_number(word));
            match script.literal(word) {
                Some("-v" | "-R") => true,
                Some("-t") => !number(next) && !ends(next),
                Some("-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge") => {
                    self.sh && !(number(at.checked_sub(1).and_then(|at| words.get(at))) && number(next))
                }
                Some(_) => false,
                None if script.is_number(word) => false,
                None => !word.quoted || word.glob || !ends(next),
            }
        };
        words.iter().enumerate().any(odd)
    }

    /// `printf %d 'a[$(touch x)]'` runs `touch` in zsh.
    fn is_odd_format(&self, words: &[Word]) -> bool {
        let Some(format) = self.literal(words, 0).filter(|format| !format.starts_with('-')) else { return true };
        let mut conversions = format.split('%').skip(1);
        let mut counts = false;
        while let Some(conversion) = conversions.next() {
            let flags = |sign: char| sign.is_ascii_digit() || matches!(sign, '-' | '.' | ' ' | '+');
            let kind = conversion.trim_start_matches(flags);
            if conversion.is_empty() {
                // `%%`
                conversions.next();
            } else {
                counts |= !kind.starts_with(['s', 'b', 'q', 'c']);
            }
        }
        counts && !words.iter().skip(1).all(|word| self.script.is_number(word))
    }

    /// `trap 'rm -f x' EXIT`
    fn is_plain_trap(&self, words: &[Word]) -> bool {
        let signal =
            |word: &Word| matches!(self.script.literal(word), Some("EXIT" | "HUP" | "INT" | "QUIT" | "TERM" | "0"));
        !words.is_empty() && words.iter().skip(1).all(signal)
    }
}
