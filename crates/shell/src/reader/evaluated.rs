//! Where mksh and zsh evaluate text that is plain to bash: mksh takes the operands of `test -eq` for arithmetic, zsh those
//! of `exit` and `printf %d`, and a subscript in arithmetic runs what is in it.

use super::aftermath::is_setting;
use crate::dialect::{counts, plain_command};
use crate::script::{Command, Kind, Script, Word};
use crate::{Class, Dialect, Span, Unknown};

/// Parameters that are numbers to mksh: their values are arithmetic.
const NUMBERS: [&str; 17] = [
    "BASHPID",
    "COLUMNS",
    "EPOCHREALTIME",
    "HISTSIZE",
    "KSHEGID",
    "KSHGID",
    "KSHUID",
    "LINENO",
    "LINES",
    "OPTIND",
    "PGRP",
    "PIPESTATUS",
    "PPID",
    "RANDOM",
    "SECONDS",
    "TMOUT",
    "USER_ID",
];

/// Parameters that are numbers to zsh.
const NUMBERS_OF_ZSH: [&str; 27] = [
    "BAUD",
    "COLUMNS",
    "DIRSTACKSIZE",
    "EGID",
    "ERRNO",
    "EUID",
    "FUNCNEST",
    "GID",
    "HISTCMD",
    "HISTSIZE",
    "KEYTIMEOUT",
    "LINENO",
    "LINES",
    "LISTMAX",
    "LOGCHECK",
    "MAILCHECK",
    "OPTIND",
    "PERIOD",
    "PPID",
    "RANDOM",
    "SAVEHIST",
    "SECONDS",
    "SHLVL",
    "TMOUT",
    "TRY_BLOCK_ERROR",
    "TRY_BLOCK_INTERRUPT",
    "UID",
];

/// The places where the current shell evaluates text that may run something.
pub(super) fn places(script: &Script<'_>) -> Vec<Span> {
    let look = Look { script, built: may_build_subscript(script.source()) };
    let mut found = Vec::new();
    for command in script.commands() {
        found.extend(look.of_command(command));
        found.extend(look.of_assignments(command));
    }
    for (_, node) in script.nodes() {
        if let Kind::For { variable, .. } | Kind::Select { variable, .. } = node.kind
            && look.is_counter(script.text(variable))
        {
            found.push(node.span);
        }
        if let Kind::Conditional { words } = node.kind
            && script.dialect() == Dialect::Zsh
        {
            found.extend(look.of_terminal(script.words(words), false).map(|word| word.span));
        }
    }
    found
}

struct Look<'s, 'a> {
    script: &'s Script<'a>,
    /// The text has pieces that may be joined to a subscript that runs something.
    built: bool,
}

impl Look<'_, '_> {
    fn of_assignments(&self, command: &Command) -> Option<Span> {
        let script = self.script;
        script
            .assignments(command.assignments)
            .iter()
            .find(|one| self.is_counter(script.text(one.name)) && !script.is_number(&one.value))
            .map(|one| one.span)
    }

    /// Whether a parameter is a number to the current shell, so that its value is arithmetic.
    fn is_counter(&self, name: &str) -> bool {
        match self.script.dialect() {
            Dialect::Sh => NUMBERS.contains(&name),
            Dialect::Zsh => NUMBERS_OF_ZSH.contains(&name),
            Dialect::Bash | Dialect::PosixBash => false,
        }
    }

    fn of_command(&self, command: &Command) -> Option<Span> {
        let script = self.script;
        let words = plain_command(script, command);
        let [first, arguments @ ..] = words else { return None };
        let evaluates = |word: &&Word| self.evaluates(word);
        let zsh = script.dialect() == Dialect::Zsh;
        // `e=exit; $e 'x[…]'`
        let Some(name) = script.literal(first) else {
            let any = |word: &&Word| match script.dialect() {
                Dialect::Zsh => !script.is_number(word),
                Dialect::Sh => evaluates(word),
                Dialect::Bash | Dialect::PosixBash => false,
            };
            let expands = matches!(first.class, Class::Unknown(Unknown::Parameter | Unknown::Substitution));
            return arguments.iter().filter(|_| expands).find(any).map(|word| word.span);
        };
        let found = match name {
            _ if zsh && counts(name.as_bytes()) => arguments.iter().find(|word| !script.is_number(word)),
            "test" | "[" if zsh => self.of_terminal(arguments, true),
            "printf" if zsh => self.of_format(arguments),
            "print" if zsh => self.of_print(arguments),
            "read" if zsh && let Some(timeout) = self.of_timeout(arguments) => Some(timeout),
            "test" | "[" if script.dialect() == Dialect::Sh => self.of_test(arguments),
            "shift" | "ulimit" if script.dialect() == Dialect::Sh => arguments.iter().find(evaluates),
            // Options that take a value in one shell and none in another: the value is the name of a variable then.
            "read" => arguments.iter().find(|word| is_element(script.shown(word)) || self.built && evaluates(word)),
            _ => None,
        };
        let sets = || {
            let named = |word: &&Word| {
                let text = script.shown(word);
                let (variable, value) = text.split_once(['=', '?']).unwrap_or((text, ""));
                let declares = matches!(
                    name,
                    "declare" | "export" | "float" | "integer" | "local" | "private" | "readonly" | "typeset"
                );
                let number = declares && value.bytes().all(|byte| byte.is_ascii_digit());
                // An option may be joined to the name: `printf -vCOLUMNS`.
                let variable =
                    if text.starts_with('-') && zsh { variable.trim_start_matches(['-', 'v']) } else { variable };
                self.is_counter(variable) && !(number && word.class == Class::Literal)
            };
            let sets = is_setting(name);
            arguments.iter().filter(|_| sets).find(named)
        };
        found.or_else(sets).map(|word| word.span)
    }

    /// `[ "$x" -eq 1 ]`
    fn of_test<'w>(&self, arguments: &'w [Word]) -> Option<&'w Word> {
        let compares = |word: &Word| {
            matches!(self.script.literal(word), Some("-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge"))
                || !matches!(word.class, Class::Literal) && !word.quoted
        };
        let sides = |at: usize| {
            [at.checked_sub(1), at.checked_add(1)].into_iter().flatten().filter_map(|side| arguments.get(side))
        };
        let places = arguments.iter().enumerate().filter(|(_, word)| compares(word));
        places.flat_map(|(at, _)| sides(at)).find(|word| self.evaluates(word))
    }

    /// Whether a word may be arithmetic with a subscript in it.
    fn evaluates(&self, word: &Word) -> bool {
        let text = self.script.shown(word);
        let subscript =
            || text.as_bytes().windows(2).any(|pair| matches!(pair, [before, b'['] if !before.is_ascii_whitespace()));
        !self.script.is_number(word) && (self.built || subscript())
    }

    /// `[ -t 1 ]`: zsh evaluates what follows the operator, or what may become it.
    fn of_terminal<'w>(&self, words: &'w [Word], built: bool) -> Option<&'w Word> {
        let script = self.script;
        let ends = |word: &Word| matches!(script.literal(word), Some("]" | ")" | "-a" | "-o" | "&&" | "||"));
        let compares = |word: &Word| {
            let signs =
                ["=", "==", "!=", "=~", "<", ">", "-nt", "-ot", "-ef", "-eq", "-ne", "-lt", "-le", "-gt", "-ge"];
            signs.contains(&script.shown(word))
        };
        let follows = words.windows(2).filter_map(|pair| match pair {
            [before, word] if script.literal(before) == Some("-t") => Some(word),
            // To `[[` no value becomes an operator.
            [before, word] if built && before.class != Class::Literal && !compares(word) => Some(word),
            _ => None,
        });
        follows.filter(|word| !ends(word)).find(|word| !script.is_number(word))
    }

    /// `printf %d 1`: the words that zsh evaluates are those of numbers.
    fn of_format<'w>(&self, words: &'w [Word]) -> Option<&'w Word> {
        let script = self.script;
        let mut words = words;
        if let [first, rest @ ..] = words
            && let Some(name) = script.literal(first).and_then(|text| text.strip_prefix("-v"))
        {
            words = if name.is_empty() { rest.get(1..).unwrap_or(&[]) } else { rest };
        }
        if let [first, rest @ ..] = words
            && script.literal(first) == Some("--")
        {
            words = rest;
        }
        let [format, words @ ..] = words else { return None };
        let numbers = script.literal(format).and_then(numbers_of);
        let evaluated = |(at, word): &(usize, &Word)| {
            let number = numbers.as_ref().is_none_or(|all| all.get(at % all.len().max(1)).copied().unwrap_or(false));
            number && !script.is_number(word)
        };
        words.iter().enumerate().find(evaluated).map(|(_, word)| word)
    }

    /// `print -f %d 1`: the format may be joined to its option, and this one to others.
    fn of_print<'w>(&self, words: &'w [Word]) -> Option<&'w Word> {
        let option = words.iter().position(|word| self.is_option(word, 'f'))?;
        words.iter().skip(option.saturating_add(1)).find(|word| !self.script.is_number(word))
    }

    /// `read -t 1 x`
    fn of_timeout<'w>(&self, words: &'w [Word]) -> Option<&'w Word> {
        let at = words.iter().position(|word| self.is_option(word, 't'))?;
        let joined = self.script.literal(words.get(at)?).and_then(|text| text.split_once('t'));
        match joined {
            Some((_, "")) => words.get(at.saturating_add(1)).filter(|word| !self.script.is_number(word)),
            Some((_, number)) if number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') => None,
            Some(_) | None => words.get(at),
        }
    }

    /// Whether a word may be an option with this letter.
    fn is_option(&self, word: &Word, letter: char) -> bool {
        let text = self.script.shown(word);
        text.starts_with('-') && text.contains(letter) || word.class != Class::Literal
    }
}

/// Which of the words behind a format are numbers; `None` if it does not tell.
fn numbers_of(format: &str) -> Option<Vec<bool>> {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some((_, after)) = rest.split_once('%') {
        let letter = after.find(|sign: char| !matches!(sign, '0'..='9' | '-' | '+' | ' ' | '#' | '.' | '*' | '\''))?;
        let (flags, after) = after.split_at_checked(letter)?;
        found.extend(flags.chars().filter(|sign| *sign == '*').map(|_| true));
        let mut signs = after.chars();
        match signs.next()? {
            '%' => {}
            's' | 'b' | 'c' | 'q' => found.push(false),
            'd' | 'i' | 'o' | 'u' | 'x' | 'X' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G' | 'a' | 'A' => found.push(true),
            // `%1$d` names its word by number; `%n` counts.
            _ => return None,
        }
        rest = signs.as_str();
    }
    Some(found)
}

/// Whether a text is the element of an array: `a[1]`.
fn is_element(text: &str) -> bool {
    let after = text.trim_start_matches(|letter: char| letter.is_alphanumeric() || letter == '_');
    after.len() < text.len() && after.starts_with('[')
}

/// Whether a text has a name, a bracket and something that runs, quotes or expands before the next bracket; or a bracket by
/// its number. Values come from other places of the text, in one piece or in several.
fn may_build_subscript(text: &str) -> bool {
    let names = |last: char| last.is_alphanumeric() || matches!(last, '_' | '\'' | '"' | '}');
    let mut open = false;
    let mut last = ' ';
    for sign in text.chars() {
        match sign {
            '[' => open |= names(last),
            ']' => open = false,
            '$' | '`' | '\'' | '"' | '\\' if open => return true,
            _ => {}
        }
        last = sign;
    }
    ["\\133", "\\0133", "\\x5b", "\\x5B", "\\u005", "\\U00"].iter().any(|number| text.contains(number))
}
