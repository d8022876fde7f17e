//! Variables that the text itself gives a value: `x=rm; $x -rf build` spelt out.
//!
//! Only used against a call: a command with its variables put in is judged by the rules that refuse, never by those that
//! allow.

use std::borrow::Cow;
use std::collections::BTreeMap;

use byleave_shell::{Class, Command, NodeId, Script};

/// The values that variables are given in a text, as text to be read again.
#[derive(Debug, Default)]
pub(super) struct Values<'s> {
    /// Ordered rather than hashed: most scripts have a handful, which are compared sooner than one is hashed safely.
    known: BTreeMap<&'s str, Cow<'s, str>>,
    /// Variables that are another name of a variable.
    names: BTreeMap<&'s str, &'s str>,
    /// What `set --` gives.
    positional: Option<String>,
    /// The words of the call that was looked at last: those of one call are put into every command of its function.
    given: Option<(NodeId, String)>,
    /// How many bytes may still be read again.
    left: usize,
}

/// How many bytes of commands with variables put in are read again in all, so that reading stays linear.
const MOST_BYTES: usize = 32_768;

/// How much longer than it was a command with variables put in may well become.
const ROOM: usize = 64;

impl<'s> Values<'s> {
    pub(super) fn new(script: &'s Script<'_>) -> Self {
        let mut values = Self { left: MOST_BYTES, ..Self::default() };
        for command in script.commands() {
            for assignment in script.assignments(command.assignments) {
                let name = script.text(assignment.name);
                let text = if assignment.array {
                    Some(assignment.value.span.of(script.source()).trim_matches(['(', ')']))
                } else {
                    script.literal(&assignment.value)
                };
                match text {
                    Some(text) if assignment.append => values.known.entry(name).or_default().to_mut().push_str(text),
                    Some(text) => {
                        values.known.insert(name, Cow::Borrowed(text));
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
                let literals = || words.iter().skip(1).filter_map(|word| script.literal(word));
                // `declare -n r=x` makes `r` another name of `x`.
                let refers = literals().any(|word| word.starts_with('-') && word.contains('n'));
                for (name, value) in literals().filter_map(|text| text.split_once('=')) {
                    if refers {
                        self.names.insert(name, value);
                    } else {
                        self.known.insert(name, Cow::Borrowed(value));
                    }
                }
            }
            Some("set") => {
                // `set -- rm x` and `set -e rm x`; `set -e` alone leaves the words as they are.
                let mut given = words.get(1..).unwrap_or(&[]);
                while let [option, rest @ ..] = given
                    && let Some(text) = script.literal(option)
                    && text.starts_with(['-', '+'])
                {
                    given = rest;
                    if text == "--" {
                        break;
                    }
                }
                if !given.is_empty() {
                    let source = script.source();
                    let texts: Vec<&str> = given.iter().map(|word| word.span.of(source)).collect();
                    self.positional = Some(texts.join(" "));
                }
            }
            _ => {}
        }
    }

    /// A command with what is known put in; `None` if nothing of it changes.
    pub(super) fn applied(&mut self, script: &Script<'_>, command: &Command) -> Option<String> {
        if !is_open(script, command) {
            return None;
        }
        let text = command.span.of(script.source());
        self.left = self.left.checked_sub(text.len())?;
        if !self.may_change(text) {
            self.left = self.left.checked_sub(text.len())?;
            return None;
        }
        let put = self.put(text)?;
        self.left = self.left.checked_sub(put.len())?;
        match put {
            Cow::Owned(put) if put != text => Some(put),
            Cow::Owned(_) | Cow::Borrowed(_) => None,
        }
    }

    /// As [`Self::applied`], with values split as `IFS` says: `IFS=,; c=rm,-rf,x; $c`. Beside the other spelling, since the
    /// text does not tell whether `IFS` is set when the command runs.
    pub(super) fn split(&mut self, script: &Script<'_>, command: &Command) -> Option<String> {
        let signs = self.known.get("IFS").filter(|signs| !signs.trim().is_empty())?.to_string();
        let plain = std::mem::take(&mut self.known);
        let apart = |text: &Cow<'s, str>| Cow::Owned(text.replace(|one: char| signs.contains(one), " "));
        self.known = plain.iter().map(|(name, text)| (*name, apart(text))).collect();
        let applied = self.applied(script, command);
        self.known = plain;
        applied
    }

    /// A command of a function with the words of a call put in; `None` if nothing of it changes.
    pub(super) fn called(&mut self, script: &Script<'_>, body: &Command, call: &Command) -> Option<String> {
        if !is_open(script, body) {
            return None;
        }
        let words = match self.given.take() {
            Some((of, words)) if of == call.node => words,
            _ => words_given(script, call),
        };
        let own = self.positional.replace(words);
        let applied = self.applied(script, body);
        self.given = std::mem::replace(&mut self.positional, own).map(|words| (call.node, words));
        applied
    }

    /// Whether a parameter whose value is known may stand in a text. Nothing is known of most, and looking only at what
    /// follows each `$` takes half of what going through the quotes does.
    fn may_change(&self, text: &str) -> bool {
        let mut rest = text;
        while let Some(dollar) = rest.bytes().position(|byte| byte == b'$') {
            let after = rest.get(dollar.saturating_add(1)..).unwrap_or("");
            let may = match after.bytes().next() {
                // A default may stand there.
                Some(b'{') => true,
                Some(b'@' | b'*' | b'0'..=b'9') => self.positional.is_some(),
                _ => self.value(after.get(..name_length(after)).unwrap_or("")).is_some(),
            };
            if may {
                return true;
            }
            rest = after;
        }
        false
    }

    /// A text with what is known put in; `None` if it grows beyond what may be read again.
    fn put<'t>(&self, text: &'t str) -> Option<Cow<'t, str>> {
        let mut out: Option<String> = None;
        // What was not copied yet, and what was not looked at yet.
        let (mut uncopied, mut rest) = (text, text);
        let mut double = false;
        while !rest.is_empty() {
            let plain = rest.bytes().position(|byte| matches!(byte, b'\\' | b'\'' | b'"' | b'$')).unwrap_or(rest.len());
            rest = rest.get(plain..).unwrap_or("");
            let Some(first) = rest.bytes().next() else { break };
            let after = rest.get(1..).unwrap_or("");
            let found = match first {
                b'\\' => {
                    let length = after.chars().next().map_or(0, char::len_utf8);
                    rest = after.get(length..).unwrap_or("");
                    continue;
                }
                b'\'' if !double => {
                    let end = after.find('\'').map_or(after.len(), |end| end.saturating_add(1));
                    rest = after.get(end..).unwrap_or("");
                    continue;
                }
                b'"' => {
                    // `"$@"` and `"${a[@]}"` become several words although they are quoted.
                    let many = if double { None } else { self.many(after) };
                    double ^= many.is_none();
                    many
                }
                b'$' => self.one(after),
                _ => None,
            };
            let Some((value, length)) = found else {
                rest = after;
                continue;
            };
            let out = out.get_or_insert_with(|| String::with_capacity(text.len().saturating_add(ROOM)));
            let before = uncopied.len().saturating_sub(rest.len());
            out.push_str(uncopied.get(..before).unwrap_or(""));
            out.push_str(value);
            rest = after.get(length..).unwrap_or("");
            uncopied = rest;
            if out.len() > self.left {
                return None;
            }
        }
        let Some(mut out) = out else { return Some(Cow::Borrowed(text)) };
        out.push_str(uncopied);
        Some(Cow::Owned(out))
    }

    /// The value of the parameter that begins after a `$`, and how long that was.
    fn one<'v>(&'v self, after: &'v str) -> Option<(&'v str, usize)> {
        if let Some(inside) = after.strip_prefix('{') {
            let end = inside.find('}')?;
            let length = end.saturating_add(2);
            let inside = inside.get(..end)?;
            let (name, rest) = inside.split_at_checked(name_length(inside))?;
            return match (self.value(name), rest) {
                (Some(value), "" | "[@]" | "[*]") => Some((value, length)),
                (Some(value), "[0]") => Some((value.split_ascii_whitespace().next()?, length)),
                (value, rest) => {
                    let default = rest.strip_prefix(":-").or_else(|| rest.strip_prefix('-'))?;
                    Some((value.unwrap_or(default), length))
                }
            };
        }
        if after.starts_with(['@', '*']) {
            return self.positional.as_deref().map(|value| (value, 1));
        }
        if let Some(digit) = after.chars().next().filter(char::is_ascii_digit) {
            let index = usize::try_from(digit.to_digit(10)?).ok()?.checked_sub(1)?;
            let value = self.positional.as_ref()?.split_ascii_whitespace().nth(index)?;
            return Some((value, 1));
        }
        let length = name_length(after);
        let name = after.get(..length).filter(|name| !name.is_empty())?;
        self.value(name).map(|value| (value, length))
    }

    /// The words of `"$@"` or `"${a[@]}"`, whose text begins after the quote, and how long that was.
    fn many(&self, after: &str) -> Option<(&str, usize)> {
        let inside = after.strip_prefix('$')?;
        if let Some(rest) = inside.strip_prefix('@') {
            return self.positional.as_deref().filter(|_| rest.starts_with('"')).map(|value| (value, 3));
        }
        let array = inside.strip_prefix('{')?;
        let end = array.find('"')?;
        let name = array.get(..end)?.strip_suffix("[@]}")?;
        self.value(name).map(|value| (value, end.saturating_add(3)))
    }

    fn value(&self, name: &str) -> Option<&str> {
        let name = self.names.get(name).copied().unwrap_or(name);
        match self.known.get(name) {
            None if name == "IFS" => Some(" "),
            found => found.map(Cow::as_ref),
        }
    }
}

/// The words of a command after its name, as they are written.
fn words_given(script: &Script<'_>, call: &Command) -> String {
    let mut words = String::with_capacity(call.span.len() as usize);
    for (at, word) in script.words(call.words).iter().skip(1).enumerate() {
        if at > 0 {
            words.push(' ');
        }
        words.push_str(word.span.of(script.source()));
    }
    words
}

/// Whether a word of a command is not known.
fn is_open(script: &Script<'_>, command: &Command) -> bool {
    script.words(command.words).iter().any(|word| matches!(word.class, Class::Unknown(_)))
}

/// How long the name is that a text begins with.
fn name_length(text: &str) -> usize {
    text.bytes().position(|byte| !byte.is_ascii_alphanumeric() && byte != b'_').unwrap_or(text.len())
}
