//! One command: what may stand before it, which kind it is, and simple commands.

use super::builder::length;
use super::class::is_name;
use super::word::Mode;
use super::{Parser, Read, Stop};
use crate::script::{Command, CommandId, Kind, NodeId, PartKind, Range, Word};
use crate::{Opaque, Reason, Span};

/// Words that bash takes as grammar where a command may begin.
const RESERVED: [&str; 22] = [
    "!", "[[", "]]", "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if", "in",
    "select", "then", "time", "until", "while", "{", "}",
];

impl Parser<'_, '_> {
    /// Reads one command of a list, with the `!` and `time` before it.
    pub(super) fn command(&mut self) -> Read<NodeId> {
        let (mut negated, mut timed, mut any) = (false, false, false);
        loop {
            match self.peek() {
                b'!' if self.stands(b"!") => {
                    self.check_negation()?;
                    self.advance(1);
                    negated = !negated;
                }
                b't' if self.stands(b"time") => {
                    self.advance(4);
                    timed = true;
                    self.time_options();
                }
                _ => break,
            }
            any = true;
            self.skip_blanks_and_comment();
        }
        if !any {
            return self.plain_command();
        }
        let node = if self.at_command_end() { self.empty_command()? } else { self.plain_command()? };
        self.change(node, |node| {
            node.negated = negated;
            node.timed = timed;
        });
        Ok(node)
    }

    /// `!(…)` is a negated subshell, unless `extglob` was switched on before: then it is a pattern as the command name.
    fn check_negation(&mut self) -> Read<()> {
        if self.peek_second() == b'(' && self.mentions_extglob() {
            return Err(self.stop(self.at, Reason::DependsOnExtglob));
        }
        Ok(())
    }

    /// Computed once: `!(` may occur a thousand times in a text.
    fn mentions_extglob(&mut self) -> bool {
        let text = self.text;
        *self.extglob.get_or_insert_with(|| text.contains("extglob"))
    }

    fn time_options(&mut self) {
        self.skip_blanks();
        if self.stands(b"-p") {
            self.advance(2);
            self.skip_blanks();
        }
        if self.stands(b"--") {
            self.advance(2);
        }
    }

    fn empty_command(&mut self) -> Read<NodeId> {
        let (node, _) = self.open_command()?;
        self.close(node, self.at);
        Ok(node)
    }

    /// Reads one command without the `!` and `time` before it.
    pub(super) fn plain_command(&mut self) -> Read<NodeId> {
        match self.peek() {
            b'!' if self.stands(b"!") => Err(self.unexpected()),
            b'(' | b'{' | b'[' | b'i' | b'f' | b'w' | b'u' | b'c' | b's' => match self.compound()? {
                Some(node) => Ok(node),
                None => self.simple(),
            },
            _ => self.simple(),
        }
    }

    fn open_command(&mut self) -> Read<(NodeId, usize)> {
        let index = self.builder.commands.len();
        let node = self.open(Kind::Simple(CommandId(length(&self.builder.commands))), self.at)?;
        let at = self.original(self.at);
        self.builder.commands.push(Command {
            span: Span::new(at, at),
            node,
            words: Range::default(),
            assignments: Range::default(),
            redirections: Range::default(),
            complete: true,
        });
        Ok((node, index))
    }

    /// Reads a simple command or, if it turns out to be one, a function definition.
    pub(super) fn simple(&mut self) -> Read<NodeId> {
        if self.at_command_end() {
            return Err(self.unexpected());
        }
        let (node, index) = self.open_command()?;
        let words = self.builder.open_words.len();
        let assignments = self.builder.open_assignments.len();
        let redirections = self.builder.open_redirections.len();
        let mut end = self.at;
        let result = self.items(words, &mut end);
        let plain = self.builder.open_assignments.len() == assignments
            && self.builder.open_redirections.len() == redirections
            && self.builder.commands.len() == index.saturating_add(1);
        if matches!(result, Ok(true)) && plain && self.defines_function() {
            return self.function_from_command(node, index).map(|()| node);
        }
        let result = match result {
            Ok(true) => Err(self.unexpected()),
            other => other.map(|_| self.check_evaluated(words)),
        };
        // Also if reading stopped in the middle: what was read stays.
        let words = self.builder.keep_words(words);
        let assignments = self.builder.keep_assignments(assignments);
        let redirections = self.keep_redirections(redirections);
        let mut end_at = self.original(end);
        if let Some(last) = self.builder.words.get(words.end.saturating_sub(1) as usize).filter(|_| !words.is_empty()) {
            end_at = end_at.max(last.span.end);
        }
        if let Some(command) = self.builder.commands.get_mut(index) {
            command.words = words;
            command.assignments = assignments;
            command.redirections = redirections;
            command.span.end = end_at;
            command.complete = result.is_ok();
        }
        result?;
        self.close(node, end);
        Ok(node)
    }

    /// Reads the assignments, words and redirections of a simple command; `true` if `(` shows it to be a function.
    fn items(&mut self, words: usize, end: &mut usize) -> Read<bool> {
        loop {
            let byte = self.peek();
            let no_words = self.builder.open_words.len() == words;
            match byte {
                b'\n' | b';' | b'|' | b')' | b'#' | 0 => return Ok(false),
                b'&' if self.peek_second() != b'>' => return Ok(false),
                b'&' | b'<' | b'>' | b'0'..=b'9' | b'{' if self.redirection()? => {}
                b'(' => {
                    let alone = self.builder.open_words.len() == words.saturating_add(1);
                    return if alone { Ok(true) } else { Err(self.unexpected()) };
                }
                _ if no_words && self.assignment()? => {}
                _ => {
                    self.word(Mode::Word)?;
                    if no_words {
                        self.check_command_word(words)?;
                    }
                }
            }
            *end = self.at;
            self.skip_blanks();
        }
    }

    /// Shells still recognise a reserved word that is split by a line continuation.
    fn check_command_word(&self, words: usize) -> Read<()> {
        let Some(word) = self.builder.open_words.get(words).filter(|word| word.continued && !word.quoted) else {
            return Ok(());
        };
        let name = self.resolve(word.text);
        if RESERVED.contains(&name) {
            return Err(Stop { start: word.span.start, reason: Reason::SplitByContinuation });
        }
        Ok(())
    }

    /// Declaration builtins evaluate the subscripts of their arguments, quoted or not: `declare x['$(a)']=1` runs `a`.
    fn check_evaluated(&mut self, words: usize) {
        let Some((name, arguments)) = self.builder.open_words.get(words..).and_then(<[_]>::split_first) else { return };
        if !matches!(self.resolve(name.text), "declare" | "typeset" | "local" | "export" | "readonly") {
            return;
        }
        let evaluated = arguments.iter().find(|word| word.quoted && self.quotes_in_subscript(word));
        if let Some(span) = evaluated.map(|word| word.span) {
            self.builder.opaque.push(Opaque { span, reason: Reason::QuotedTextEvaluated });
        }
    }

    /// Whether the text between `name[` and `]` contains quoted text that could run.
    fn quotes_in_subscript(&self, word: &Word) -> bool {
        let parts = self.builder.parts.get(word.parts.start as usize..word.parts.end as usize).unwrap_or(&[]);
        let mut before = String::new();
        let mut inside = false;
        for part in parts {
            let PartKind::Text(text) = part.kind else { continue };
            let mut text = self.resolve(text);
            if !inside {
                let Some((name, after)) = text.split_once('[') else {
                    before.push_str(text);
                    continue;
                };
                before.push_str(name);
                if before.is_empty() || !before.bytes().all(is_name) {
                    return false;
                }
                inside = true;
                text = after;
            }
            let (subscript, closed) = text.split_once(']').map_or((text, false), |(subscript, _)| (subscript, true));
            if part.quoted && subscript.contains(['$', '`']) {
                return true;
            }
            if closed && !part.quoted {
                return false;
            }
        }
        // A single quoted text has no parts.
        parts.is_empty() && self.resolve(word.text).split_once('[').is_some_and(|(_, after)| after.contains(['$', '`']))
    }

    /// Moves redirections to their list and notes the here-documents among them.
    pub(super) fn keep_redirections(&mut self, base: usize) -> Range {
        let range = self.builder.keep_redirections(base);
        for index in range.start..range.end {
            let here = self.builder.redirections.get(index as usize).is_some_and(|it| it.here_document.is_some());
            if here {
                self.pending.push(index);
            }
        }
        range
    }
}
