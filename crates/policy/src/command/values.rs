//! Variables that the text itself gives a value: `x=rm; $x -rf build` spelt out.
//!
//! Only used against a call: a command with its variables put in is judged by the rules that refuse, never by those that
//! allow.

use std::collections::HashMap;

use byleave_shell::{Class, Command, Script};

/// The values that variables are given in a text, as text to be read again.
#[derive(Debug, Default)]
pub(super) struct Values<'s> {
    known: HashMap<&'s str, String>,
    /// What `set --` gives.
    positional: Option<String>,
    /// How many bytes may still be read again.
    left: usize,
}

/// How many bytes of commands with variables put in are read again in all, so that reading stays linear.
const MOST_BYTES: usize = 32_768;

impl<'s> Values<'s> {
    pub(super) fn new(script: &'s Script<'_>) -> Self {
        let mut values = Self { left: MOST_BYTES, ..Self::default() };
        for command in script.commands() {
            for assignment in script.assignments(command.assignments) {
                let name = script.text(assignment.name);
                let text = if assignment.array {
                    Some(assignment.value.span.of(script.source()).trim_matches(['(', ')']).to_owned())
                } else {
                    script.literal(&assignment.value).map(str::to_owned)
                };
                match text {
                    Some(text) if assignment.append => values.known.entry(name).or_default().push_str(&text),
                    Some(text) => {
                        values.known.insert(name, text);
                    }
                    None => {}
                }
            }
            values.builtins(script, command);
        }
        values
    }

    /// `export x=rm`, `set -- rm -rf build`.
    fn builtins(&mut self, script: &'s Script<'_>, command: &Command) {
        let words = script.words(command.words);
        match script.name(command) {
            Some("export" | "declare" | "typeset" | "local" | "readonly") => {
                for word in words.iter().skip(1) {
                    if let Some((name, value)) = script.literal(word).and_then(|text| text.split_once('=')) {
                        self.known.insert(name, value.to_owned());
                    }
                }
            }
            Some("set") if words.get(1).and_then(|word| script.literal(word)) == Some("--") => {
                let source = script.source();
                let texts: Vec<&str> = words.iter().skip(2).map(|word| word.span.of(source)).collect();
                self.positional = Some(texts.join(" "));
            }
            _ => {}
        }
    }

    /// A command with what is known put in; `None` if nothing of it changes.
    pub(super) fn applied(&mut self, script: &Script<'_>, command: &Command) -> Option<String> {
        let unknown = |word: &byleave_shell::Word| matches!(word.class, Class::Unknown(_));
        if !script.words(command.words).iter().any(unknown) {
            return None;
        }
        let text = command.span.of(script.source());
        self.left = self.left.checked_sub(text.len())?;
        if !text.contains('$') {
            self.left = self.left.checked_sub(text.len())?;
            return None;
        }
        let put = self.put(text);
        self.left = self.left.checked_sub(put.len())?;
        (put != text).then_some(put)
    }

    /// A command of a function with the words of a call put in; `None` if nothing of it changes.
    pub(super) fn called(&mut self, script: &Script<'_>, body: &Command, call: &Command) -> Option<String> {
        let source = script.source();
        let words = script.words(call.words).iter().skip(1).map(|word| word.span.of(source));
        let own = self.positional.replace(words.collect::<Vec<_>>().join(" "));
        let applied = self.applied(script, body);
        self.positional = own;
        applied
    }

    fn put(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        let mut double = false;
        while !rest.is_empty() && out.len() <= self.left {
            let plain = rest.bytes().position(|byte| matches!(byte, b'\\' | b'\'' | b'"' | b'$')).unwrap_or(rest.len());
            out.push_str(rest.get(..plain).unwrap_or(""));
            rest = rest.get(plain..).unwrap_or("");
            let Some(first) = rest.chars().next() else { break };
            let after = rest.get(first.len_utf8()..).unwrap_or("");
            match first {
                '\\' => {
                    let length = after.chars().next().map_or(0, char::len_utf8);
                    out.push_str(rest.get(..length.saturating_add(1)).unwrap_or(rest));
                    rest = after.get(length..).unwrap_or("");
                    continue;
                }
                '\'' if !double => {
                    let end = after.find('\'').map_or(after.len(), |end| end.saturating_add(1));
                    out.push('\'');
                    out.push_str(after.get(..end).unwrap_or(after));
                    rest = after.get(end..).unwrap_or("");
                    continue;
                }
                // `"$@"` and `"${a[@]}"` become several words although they are quoted.
                '"' if !double && self.many(after).is_some() => {
                    if let Some((value, length)) = self.many(after) {
                        out.push_str(&value);
                        rest = after.get(length..).unwrap_or("");
                    }
                    continue;
                }
                '"' => double = !double,
                '$' => {
                    if let Some((value, length)) = self.one(after) {
                        out.push_str(&value);
                        rest = after.get(length..).unwrap_or("");
                        continue;
                    }
                }
                _ => {}
            }
            out.push(first);
            rest = after;
        }
        out
    }

    /// The value of the parameter that begins after a `$`, and how long that was.
    fn one(&self, after: &str) -> Option<(String, usize)> {
        if let Some(inside) = after.strip_prefix('{') {
            let end = inside.find('}')?;
            let length = end.saturating_add(2);
            let inside = inside.get(..end)?;
            let name_end = inside.find(|one: char| !one.is_ascii_alphanumeric() && one != '_').unwrap_or(inside.len());
            let (name, rest) = inside.split_at_checked(name_end)?;
            return match (self.value(name), rest) {
                (Some(value), "" | "[@]" | "[*]") => Some((value, length)),
                (Some(value), "[0]") => Some((value.split_ascii_whitespace().next()?.to_owned(), length)),
                (value, rest) => {
                    let default = rest.strip_prefix(":-").or_else(|| rest.strip_prefix('-'))?;
                    Some((value.unwrap_or_else(|| default.to_owned()), length))
                }
            };
        }
        if after.starts_with(['@', '*']) {
            return self.positional.clone().map(|value| (value, 1));
        }
        if let Some(digit) = after.chars().next().filter(char::is_ascii_digit) {
            let index = usize::try_from(digit.to_digit(10)?).ok()?.checked_sub(1)?;
            let value = self.positional.as_ref()?.split_ascii_whitespace().nth(index)?;
            return Some((value.to_owned(), 1));
        }
        let length = after.find(|one: char| !one.is_ascii_alphanumeric() && one != '_').unwrap_or(after.len());
        let name = after.get(..length).filter(|name| !name.is_empty())?;
        self.value(name).map(|value| (value, length))
    }

    /// The words of `"$@"` or `"${a[@]}"`, whose text begins after the quote, and how long that was.
    fn many(&self, after: &str) -> Option<(String, usize)> {
        let inside = after.strip_prefix('$')?;
        if let Some(rest) = inside.strip_prefix('@') {
            return rest.starts_with('"').then(|| self.positional.clone())?.map(|value| (value, 3));
        }
        let end = inside.find('"')?;
        let name = inside.get(..end)?.strip_prefix('{')?.strip_suffix("[@]}")?;
        self.value(name).map(|value| (value, end.saturating_add(2)))
    }

    fn value(&self, name: &str) -> Option<String> {
        if name == "IFS" && !self.known.contains_key(name) {
            return Some(" ".to_owned());
        }
        self.known.get(name).cloned()
    }
}
