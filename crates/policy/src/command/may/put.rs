//! Words that are put together when a call runs: values of variables, words that `xargs` and `parallel` add, what
//! substitutions print.

use std::collections::{BTreeMap, BTreeSet};

use byleave_shell::{Command, Kind};

use super::Reached;
use super::store::{Store, View};
use crate::command::collect::Simple;
use crate::command::item::{Count, Item, Value};
use crate::command::usage::{Inner, Usage};

/// How many ways the variables of one command are put together.
const MOST_WAYS: usize = 64;

/// What a call of a function costs beside the text it comes to.
const CALL: usize = 2;

/// A word as shell text.
pub(crate) fn quoted(word: &str) -> String {
    byleave_shell::quoted(word).into_owned()
}

/// A word of a command as shell text.
pub(super) fn spelt(item: &Item<'_>) -> String {
    match &item.value {
        Value::Literal(text) => quoted(text),
        Value::Bounded { text, .. } => {
            let plain = |one: char| one.is_ascii_alphanumeric() || "_./:=@%+,-*?[]~^!".contains(one);
            if text.chars().all(plain) { text.to_string() } else { quoted(text) }
        }
        Value::Unknown { shown, .. } => {
            let shown = shown.shown().likely();
            let plain = |one: char| one.is_ascii_alphanumeric() || "_./:=@%+,-${} ".contains(one);
            if shown.chars().all(plain) { format!("\"{shown}\"") } else { "\"$_\"".to_owned() }
        }
    }
}

/// Words of a command as shell text.
pub(super) fn line(items: &[Item<'_>]) -> String {
    items.iter().map(spelt).collect::<Vec<_>>().join(" ")
}

/// Commands with every value of the variables in them.
pub(super) fn values(view: View<'_, '_>, store: &Store, found: &mut Reached<'_>) {
    if store.values.is_empty() {
        return;
    }
    let script = &*view.commands.script;
    for (command, simple) in script.commands().iter().zip(&view.commands.simples) {
        // Where every value of a loop is known, each is a command of its own already.
        let open = simple.items.iter().any(Item::is_unknown);
        let text = command.span.of(script.source());
        let redirected = simple.redirections.iter().any(|one| one.target.text().is_none());
        if !open && !redirected || !text.contains('$') {
            continue;
        }
        if found.is_full() {
            return;
        }
        let ways = ways(text, store, found);
        if ways.iter().all(String::is_empty) {
            continue;
        }
        let text = elements(text);
        for way in ways {
            found.tell_at(simple, &format!("{way}{text}"), true);
        }
    }
}

/// Every way to set the variables that a text expands, as text to be put before it.
pub(super) fn ways(text: &str, store: &Store, found: &mut Reached<'_>) -> Vec<String> {
    let names: BTreeSet<&str> = names_in(text).collect();
    let mut ways: Vec<String> = vec![String::new()];
    for (name, values) in names.iter().filter_map(|name| store.values.get_key_value(*name)) {
        found.too_much |= store.cut.contains(name);
        if ways.len().saturating_mul(values.len()) > MOST_WAYS {
            // Each value once, beside the first of all others.
            found.too_much |= ways.len() > 1;
            let first = ways.first().cloned().unwrap_or_default();
            ways = values.iter().map(|value| format!("{first}{name}={}\n", quoted(value))).collect();
            continue;
        }
        ways = ways
            .iter()
            .flat_map(|way| values.iter().map(move |value| format!("{way}{name}={}\n", quoted(value))))
            .collect();
    }
    ways
}

/// `${a[1]}` as `$a`: any element may be meant.
fn elements(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        out.push_str(before);
        let length =
            after.bytes().position(|byte| !byte.is_ascii_alphanumeric() && byte != b'_').unwrap_or(after.len());
        let (name, tail) = after.split_at_checked(length).unwrap_or((after, ""));
        match tail.strip_prefix('[').and_then(|tail| tail.split_once("]}")) {
            Some((_, tail)) if !name.is_empty() => {
                out.push_str("${");
                out.push_str(name);
                out.push('}');
                rest = tail;
            }
            _ => {
                out.push_str("${");
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

/// The names of the variables that a text expands.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('$').filter_map(|(at, _)| {
        let rest = text.get(at.saturating_add(1)..)?;
        let rest = rest.strip_prefix('{').unwrap_or(rest).trim_start_matches(['!', '#']);
        let length = rest.bytes().position(|byte| !byte.is_ascii_alphanumeric() && byte != b'_').unwrap_or(rest.len());
        rest.get(..length).filter(|name| !name.is_empty())
    })
}

/// Functions with the words of every call.
pub(super) fn calls(view: View<'_, '_>, found: &mut Reached<'_>) {
    let script = &*view.commands.script;
    let mut by_name: BTreeMap<&str, Vec<&Command>> = BTreeMap::new();
    let functions = script.nodes().filter(|(_, node)| matches!(node.kind, Kind::Function { .. }));
    if functions.count() > 0 {
        for call in script.commands().iter().filter(|call| call.words.len() > 1) {
            if let Some(name) = script.name(call) {
                by_name.entry(name).or_default().push(call);
            }
        }
    }
    let mut bodies: BTreeSet<(&str, &str)> = BTreeSet::new();
    for (id, node) in script.nodes() {
        let Kind::Function { name } = node.kind else { continue };
        let name = script.text(name);
        let Some((_, body)) = script.children(id).next() else { continue };
        let body = body.span.of(script.source());
        if !body.contains('$') {
            continue;
        }
        let calls = by_name.get(name).map_or(&[][..], Vec::as_slice);
        if !bodies.insert((name, body)) {
            continue;
        }
        let mut seen: BTreeSet<String> = BTreeSet::new();
        for call in calls {
            if found.budget.spend(CALL).is_err() {
                return;
            }
            let words = script.words(call.words).iter().skip(1).map(|word| word.span.of(script.source()));
            let words = words.collect::<Vec<_>>().join(" ");
            if !seen.insert(words.clone()) {
                continue;
            }
            found.tell(format!("set -- {words}\n{body}"), call.span, true);
        }
    }
}

/// Commands with what the substitutions among their words print.
pub(super) fn substituted(view: View<'_, '_>, store: &Store, found: &mut Reached<'_>) {
    let of_script = view.printer(store);
    let script = &*view.commands.script;
    for simple in view.commands.simples.iter().take(script.commands().len()) {
        let holds = |item: &Item<'_>| matches!(&item.value, Value::Unknown { nodes, .. } if !nodes.is_empty());
        if !simple.items.iter().any(holds) {
            continue;
        }
        let mut line = String::new();
        let mut some = false;
        for item in &simple.items {
            if !line.is_empty() {
                line.push(' ');
            }
            if !holds(item) {
                line.push_str(&spelt(item));
                continue;
            }
            let Value::Unknown { nodes, .. } = &item.value else { continue };
            let printed: String = nodes.iter().map(|node| of_script.of(*node).text).collect();
            if printed.trim().is_empty() {
                line.push_str("\"$_\"");
                continue;
            }
            some = true;
            let word = of_script.value_of(item);
            if item.count == Count::One {
                line.push_str(&quoted(word.trim_end()));
            } else {
                let words: Vec<String> = word.split_ascii_whitespace().map(quoted).collect();
                line.push_str(&words.join(" "));
            }
            // `. <(echo rm x)`: the text itself is what runs.
            if matches!(&item.value, Value::Unknown { cause: byleave_shell::Unknown::ProcessSubstitution, .. }) {
                super::langs::script(&printed, simple.span, found);
            }
        }
        if some {
            found.tell_at(simple, &line, true);
        }
    }
}

/// `xargs`: words of the input after its own, or where its mark stands.
pub(super) fn added(simple: &Simple<'_>, usage: &Usage, text: &str, found: &mut Reached<'_>) {
    let at = match usage.inner.as_slice() {
        [Inner::More(at) | Inner::Words(at), ..] => *at,
        _ => return,
    };
    let own = simple.items.get(at..).unwrap_or(&[]);
    let marks = marks(simple, at);
    let inputs = text.lines().chain(text.split(['\0', ',', ':', ';']).filter(|one| one.len() < text.len()));
    for mark in &marks {
        for input in inputs.clone().map(str::trim).filter(|one| !one.is_empty()) {
            let put = |item: &Item<'_>| match item.text() {
                Some(word) => quoted(&word.replace(mark, input)),
                None => spelt(item),
            };
            if found.is_full() {
                return;
            }
            found.tell_at(simple, &own.iter().map(put).collect::<Vec<_>>().join(" "), true);
        }
    }
    if marks.is_empty() {
        let line = line(own);
        let words: Vec<String> =
            text.split([' ', '\t', '\n', '\0']).filter(|word| !word.is_empty()).map(unquoted).collect();
        let given = words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
        found.tell_at(simple, &format!("{line} {given}"), true);
        let delimited: Vec<String> =
            text.split(['\n', ',', ':', ';', '\0', ' ']).filter(|word| !word.is_empty()).map(quoted).collect();
        found.tell_at(simple, &format!("{line} {}", delimited.join(" ")), true);
        // Few words at a time: each may begin a command of its own.
        if words.len() > 1 {
            for one in inputs.chain(text.split_ascii_whitespace()) {
                let words: Vec<String> = one.split_ascii_whitespace().map(|word| quoted(&unquoted(word))).collect();
                if found.is_full() {
                    return;
                }
                found.tell_at(simple, &format!("{line} {}", words.join(" ")), true);
            }
        }
    }
}

/// A word of the input of `xargs`, which takes quotes away.
fn unquoted(word: &str) -> String {
    word.chars().filter(|one| !matches!(one, '\'' | '"' | '\\')).collect()
}

/// The marks that `xargs` puts input in for.
fn marks(simple: &Simple<'_>, end: usize) -> Vec<String> {
    let mut found = Vec::new();
    let mut words = simple.items.get(1..end).unwrap_or(&[]).iter().filter_map(Item::text).peekable();
    while let Some(word) = words.next() {
        if let Some(mark) = word.strip_prefix("--replace") {
            found.push(mark.strip_prefix('=').unwrap_or("{}").to_owned());
            continue;
        }
        let Some(letters) = word.strip_prefix('-').filter(|letters| !letters.starts_with('-')) else { continue };
        if let Some(at) = letters.find(['I', 'J', 'i']) {
            let rest = letters.get(at.saturating_add(1)..).unwrap_or("");
            let next = if letters.contains('i') { None } else { words.peek().map(|next| (*next).to_owned()) };
            let mark = if rest.is_empty() { next.unwrap_or_else(|| "{}".to_owned()) } else { rest.to_owned() };
            found.push(mark);
        }
    }
    found
}

/// `parallel`: a template and what is put into it, from its words or from the input.
pub(super) fn parallel(simple: &Simple<'_>, input: Option<&str>, found: &mut Reached<'_>) {
    let words: Vec<&str> = simple.items.iter().skip(1).map(|item| item.shown().likely()).collect();
    let end = words.iter().position(|word| word.starts_with(":::")).unwrap_or(words.len());
    let template = words.get(..end).unwrap_or(&[]);
    let given = words.get(end..).unwrap_or(&[]).iter().filter(|word| !word.starts_with(":::")).copied();
    let given: Vec<&str> = given.chain(input.into_iter().flat_map(str::lines)).collect();
    // How many words its options take is not known: the template may begin at each of the first.
    let options = template.iter().take_while(|word| word.starts_with('-')).count();
    let last = template.iter().rposition(|word| word.starts_with('-')).map_or(0, |at| at.saturating_add(2));
    let together = given.join(" ");
    for from in options..=last.max(options).min(template.len()) {
        if found.is_full() {
            return;
        }
        let template = template.get(from..).unwrap_or(&[]).join(" ");
        let filled = |value: &str| {
            let mut text = template.clone();
            for mark in ["{}", "{.}", "{/}", "{//}", "{/.}", "{1}", "{2}", "{3}", "{4}"] {
                text = text.replace(mark, value);
            }
            if text == template { format!("{template} {value}") } else { text }
        };
        for value in given.iter().copied().chain(std::iter::once(together.as_str())) {
            if found.is_full() {
                return;
            }
            found.tell(filled(value), simple.span, true);
        }
        // `{1} {2}` are filled from different lists.
        found.tell(each_mark(&template, &given), simple.span, true);
    }
}

/// A template with its marks filled one after the other, and those with a number by it.
fn each_mark(template: &str, given: &[&str]) -> String {
    let mut out = String::with_capacity(template.len());
    let mut next = given.iter();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((mark, behind)) = after.split_once('}') else {
            out.push('{');
            rest = after;
            continue;
        };
        let value = if mark.is_empty() {
            next.next()
        } else {
            mark.parse::<usize>().ok().and_then(|number| given.get(number.checked_sub(1)?))
        };
        if let Some(value) = value {
            out.push_str(value);
            rest = behind;
        } else {
            out.push('{');
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::each_mark;

    #[test]
    fn marks_are_filled_in_order_and_by_number() {
        for (template, given, wanted) in [
            ("git {} {}", &["push", "origin"][..], "git push origin"),
            ("{2} {1}", &["push", "git"], "git push"),
            ("{3} {}", &["a"], "{3} a"),
            ("a{", &["x"], "a{"),
        ] {
            assert_eq!(each_mark(template, given), wanted, "{template}");
        }
        let many: Vec<&str> = std::iter::repeat_n("x", 29).chain(["push"]).collect();
        assert_eq!(each_mark("git {30}", &many), "git push");
    }
}
