//! What commands read from pipes and here-documents, as far as the text tells.

use std::borrow::Cow;

use byleave_shell::{Command, Kind, NodeId, PartKind, RedirectOperator, Script};

use super::item::Item;
use super::simple::{Input, Simple};
use crate::budget::limit;
use crate::programs::{self, Role};

/// For each simple command that reads from a pipe, the simple command that writes into it.
pub(super) fn feeders(script: &Script<'_>) -> Vec<(NodeId, NodeId)> {
    let mut found = Vec::new();
    if !script.nodes().any(|(_, node)| node.piped) {
        return found;
    }
    // The nodes around the one at hand, each with the last child seen of it, if that is a simple command. Nodes come in
    // source order, each before what is in it.
    let mut open: Vec<(NodeId, Option<NodeId>)> = Vec::new();
    for (id, node) in script.nodes() {
        while open.last().is_some_and(|(around, _)| *around > node.parent) {
            open.pop();
        }
        let simple = matches!(node.kind, Kind::Simple(_)).then_some(id);
        let before = match open.last_mut() {
            Some((around, last)) if *around == node.parent => std::mem::replace(last, simple),
            _ => {
                open.push((node.parent, simple));
                None
            }
        };
        if let (true, Some(id), Some(before)) = (node.piped, simple, before) {
            found.push((id, before));
        }
    }
    found
}

/// What a command reads on standard input: a here-document, a here-string, or what `echo` before it says.
pub(super) fn input_of<'a>(script: &'a Script<'_>, command: &Command, previous: Option<&Simple<'a>>) -> Input<'a> {
    for redirection in script.redirections(command.redirections).iter().rev() {
        match redirection.operator {
            RedirectOperator::HereDocument | RedirectOperator::HereDocumentTabs => {
                let Some(here) = redirection.here_document else { return Input::Unknown };
                let body = here.body.of(script.source());
                let expands = !here.quoted && body.contains(['$', '`', '\\']);
                return if expands { Input::Unknown } else { Input::Text(Cow::Borrowed(body)) };
            }
            RedirectOperator::HereString => {
                return script.literal(&redirection.target).map_or(Input::Unknown, |text| Input::Text(text.into()));
            }
            RedirectOperator::Read | RedirectOperator::ReadWrite | RedirectOperator::DuplicateIn => {
                let [part] = script.parts(&redirection.target) else { return Input::Unknown };
                let PartKind::Substitution(node) = part.kind else { return Input::Unknown };
                let text = script.only_command_inside(node).and_then(|only| printed(script, only));
                return text.map_or(Input::Unknown, |text| Input::Text(text.into()));
            }
            RedirectOperator::Write
            | RedirectOperator::Append
            | RedirectOperator::Clobber
            | RedirectOperator::DuplicateOut
            | RedirectOperator::WriteBoth
            | RedirectOperator::AppendBoth => {}
        }
    }
    let piped = script.node(command.node).is_some_and(|node| node.piped);
    match previous {
        Some(previous) if piped => said(previous),
        None if piped => Input::Unknown,
        _ => Input::Inherited,
    }
}

/// What a command prints that says its literal words, if that is certain.
pub(super) fn said<'a>(simple: &Simple<'a>) -> Input<'a> {
    let Some(entry) = simple.name().and_then(programs::find) else { return Input::Unknown };
    let words: Option<Vec<&str>> = simple.items.iter().skip(1).map(Item::settled).collect();
    let Some(words) = words else { return Input::Unknown };
    match words.as_slice() {
        // What it is given on its input it passes on.
        [] if entry.plays(Role::CopiesInput) => simple.input.clone(),
        ["-"] if entry.plays(Role::CopiesInput) && !entry.plays(Role::Tees) => simple.input.clone(),
        words => text_of(entry, words).map_or(Input::Unknown, |text| Input::Text(text.into())),
    }
}

/// What a command of a script prints that says its literal words; the name of the program that `$(which rm)` looks for.
pub(super) fn printed(script: &Script<'_>, command: &Command) -> Option<String> {
    let words: Option<Vec<&str>> = script.words(command.words).iter().map(|word| script.literal(word)).collect();
    let words = words?;
    let (name, words) = words.split_first()?;
    let entry = programs::find(name)?;
    let looks = entry.plays(Role::Locates)
        || entry.plays(Role::LocatesWithV) && matches!(words.first(), Some(&("-v" | "-V" | "-pv")))
        || entry.plays(Role::LocatesWithP) && matches!(words.first(), Some(&("-p" | "-P" | "-path")));
    if looks { words.last().map(|name| (*name).to_owned()) } else { text_of(entry, words) }
}

/// The escapes that people use. Text with others is not known.
fn unescaped(text: &str) -> String {
    text.replace("\\n", "\n").replace("\\t", "\t")
}

/// What `echo` and `printf` make of words, where shells agree about it.
fn text_of(entry: programs::Entry, words: &[&str]) -> Option<String> {
    let plain = |text: &str| !text.contains('\\');
    if entry.plays(Role::Echoes) {
        let option = |word: &&&str| {
            word.len() > 1 && word.strip_prefix('-').is_some_and(|all| all.trim_matches(['n', 'e', 'E']).is_empty())
        };
        let options = words.iter().take_while(option).count();
        let text = words.get(options..)?.join(" ");
        let text = if words.iter().take(options).any(|word| word.contains('e')) { unescaped(&text) } else { text };
        return plain(&text).then_some(text);
    }
    let (format, words) = words.split_first().filter(|_| entry.plays(Role::PrintsFormat))?;
    let format = unescaped(format);
    if !plain(&format) || format.starts_with('-') {
        return None;
    }
    if !format.contains('%') {
        return Some(format);
    }
    if format.split("%s").any(|piece| piece.contains('%')) {
        return None;
    }
    // Each `%s` takes a word, and the format is used again until no word is left.
    let (mut out, mut rest) = (String::new(), words.iter());
    loop {
        for (at, piece) in format.split("%s").enumerate() {
            if at > 0 {
                out.push_str(rest.next().copied().unwrap_or(""));
            }
            out.push_str(piece);
        }
        if out.len() > limit::PRINTED || rest.len() == words.len() {
            return None;
        }
        if rest.len() == 0 {
            return Some(out);
        }
    }
}
