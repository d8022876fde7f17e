//! What commands read from pipes, here-documents and process substitutions, as far as the text tells.

use std::borrow::Cow;

use byleave_shell::{Command, Kind, NodeId, RedirectOperator, Script, Unknown};

use super::collect::{Input, Simple};
use super::item::{Item, Value};
use super::may::{echo_options, echoed, formatted};
use crate::programs::{self, Role};

/// Finds out what `<(…)` among the words of commands, and behind `<`, prints.
pub(super) fn pipes<'a>(script: &'a Script<'_>, simples: &mut [Simple<'a>]) {
    for at in 0..simples.len() {
        let Some(simple) = simples.get(at) else { break };
        let node = |item: &Item<'a>| match &item.value {
            Value::Unknown {
                cause: Unknown::ProcessSubstitution | Unknown::Substitution, nodes, other: false, ..
            } => nodes.first().copied(),
            Value::Literal(_) | Value::Bounded { .. } | Value::Unknown { .. } => None,
        };
        let among = simple.items.iter().find_map(node);
        let behind = simple.redirections.iter().filter(|one| one.reads()).find_map(|one| node(&one.target));
        let printed = |node: NodeId| {
            // Of several commands, what they print together is put together elsewhere.
            let last = script.only_command_inside(node)?;
            let index = script.commands().partition_point(|command| command.node < last.node);
            let printing = simples.get(index)?;
            match said(printing) {
                Input::Text(text) => Some(text),
                Input::Inherited | Input::Unknown => located(printing),
            }
        };
        let (among, behind) = (among.and_then(printed), behind.and_then(printed));
        if let Some(simple) = simples.get_mut(at) {
            simple.printed = among;
            if let Some(text) = behind {
                simple.input = Input::Text(text);
            }
        }
    }
}

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
                return match script.literal(&redirection.target) {
                    Some(text) => Input::Text(Cow::Borrowed(text)),
                    None => Input::Unknown,
                };
            }
            RedirectOperator::Read | RedirectOperator::ReadWrite | RedirectOperator::DuplicateIn => {
                return Input::Unknown;
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
        // What a group or a loop prints is put together elsewhere, and only against the call.
        None if piped => Input::Unknown,
        _ => Input::Inherited,
    }
}

/// `$(which rm)`, `$(command -v rm)`: the program that the command looks for, in any directory.
fn located<'a>(simple: &Simple<'a>) -> Option<Cow<'a, str>> {
    let option = simple.items.get(1).and_then(Item::text);
    let entry = programs::find(simple.name()?)?;
    let looks = entry.plays(Role::Locates)
        || entry.plays(Role::LocatesWithV) && matches!(option, Some("-v" | "-V" | "-pv"))
        || entry.plays(Role::LocatesWithP) && matches!(option, Some("-p" | "-P" | "-path"));
    let name = simple.items.last().and_then(Item::text).filter(|_| looks && simple.items.len() > 1)?;
    Some(Cow::Owned(name.to_owned()))
}

/// What a command prints that says its literal words, if that is certain.
pub(super) fn said<'a>(simple: &Simple<'a>) -> Input<'a> {
    let Some(entry) = simple.name().and_then(programs::find) else { return Input::Unknown };
    if ![Role::Echoes, Role::PrintsFormat, Role::CopiesInput].into_iter().any(|role| entry.plays(role)) {
        return Input::Unknown;
    }
    let texts: Option<Vec<&str>> = simple.items.iter().skip(1).map(Item::text).collect();
    match texts.as_deref() {
        Some(words) if entry.plays(Role::Echoes) => {
            let (options, _, escapes) = echo_options(words);
            Input::Text(Cow::Owned(echoed(words.get(options..).unwrap_or(&[]), escapes)))
        }
        Some([format, words @ ..]) if entry.plays(Role::PrintsFormat) && !format.starts_with('-') => {
            match formatted(format, words) {
                (text, true) => Input::Text(Cow::Owned(text)),
                (_, false) => Input::Unknown,
            }
        }
        // What it is given on its input it passes on.
        Some([]) if entry.plays(Role::CopiesInput) => simple.input.clone(),
        Some(["-"]) if entry.plays(Role::CopiesInput) && !entry.plays(Role::Tees) => simple.input.clone(),
        _ => Input::Unknown,
    }
}
