//! The parts of a script that are in doubt, no matter what its commands are.

use byleave_shell::{Command, Connector, Kind, NodeId, Script, Span, Word, switches};

use super::env::{Settled, is_ordinary};
use super::item::Shift;
use super::simple::Doubt;
use crate::Reason;

/// The parts of a script that a person must see, even if its commands are allowed.
pub(super) fn doubts(script: &Script<'_>, shift: Shift, settled: &Settled<'_>) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    let mut doubt = |span: Span, reason: Reason| {
        doubts.push(Doubt { span: shift.of(span), reason });
    };
    for opaque in script.opaque() {
        doubt(opaque.span, Reason::Unreadable(opaque.reason));
    }
    for hidden in script.hidden() {
        doubt(hidden.span, Reason::HiddenCharacter(hidden.kind.words()));
    }
    let ascii = script.is_ascii();
    for command in script.commands().iter().filter(|_| !ascii) {
        for word in script.words(command.words) {
            if script.shown(word).starts_with(looks_like_dash) {
                doubt(word.span, Reason::DashLike);
            }
        }
    }
    for evaluation in script.evaluations().iter().filter(|one| !settled.only_counts(script, one)) {
        doubt(evaluation.span, Reason::Evaluates(evaluation.kind.words()));
    }
    for (_, node) in script.nodes() {
        if let Kind::Conditional { words } = node.kind {
            let words = script.words(words);
            for (index, word) in words.iter().enumerate() {
                let operand = |at: usize| words.get(at).is_none_or(|word| !script.is_number(word));
                let evaluates = match script.literal(word) {
                    Some("-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge") if !word.quoted => {
                        operand(index.saturating_sub(1)) || operand(index.saturating_add(1))
                    }
                    Some("-v" | "-R") if !word.quoted => {
                        words.get(index.saturating_add(1)).is_some_and(|next| !is_name(script, next))
                    }
                    _ => false,
                };
                if evaluates {
                    doubt(word.span, Reason::EvaluatesOperand);
                }
            }
        }
    }
    for (_, node) in script.nodes() {
        if let Kind::For { variable, .. } | Kind::Select { variable, .. } = node.kind
            && !is_ordinary(script.text(variable))
        {
            doubt(node.span, Reason::LoopSets(script.text(variable).to_owned()));
        }
        // The descriptors of a coprocess are put into a variable of its name.
        if let Kind::Coproc { name: Some(name) } = node.kind
            && !is_ordinary(script.text(name))
        {
            doubt(node.span, Reason::CoprocessSets(script.text(name).to_owned()));
        }
    }
    for (id, node) in script.nodes() {
        if let Kind::Function { name } = node.kind {
            let name = script.text(name);
            if name == "byleave" || multiplies(script, id, name) {
                doubt(node.span, Reason::FunctionNamed(name.to_owned()));
            }
        }
    }
    for span in switches(script) {
        doubt(span, Reason::ChangesReading);
    }
    for command in script.commands().iter().filter(|command| repeats_history(script, command)) {
        doubt(command.span, Reason::RunsHistory);
    }
    for command in script.commands().iter().filter(|command| names_program(script, command)) {
        doubt(command.span, Reason::NamesProgram);
    }
    for command in script.commands().iter().filter(|command| !command.complete) {
        doubt(command.span, Reason::UnreadableToEnd);
    }
    doubts
}

/// Whether a function starts itself beside itself: `:(){ :|:& };:`.
fn multiplies(script: &Script<'_>, id: NodeId, name: &str) -> bool {
    script.commands_inside(id).iter().any(|command| {
        let beside = script.node(command.node).is_some_and(|node| {
            node.piped || matches!(node.connector, Connector::Pipe | Connector::PipeBoth | Connector::Background)
        });
        beside && script.is_called(command, name)
    })
}

/// The words of a command of this name, with `builtin` before it or not.
fn words_of<'s>(script: &'s Script<'_>, command: &Command, name: &str) -> Option<impl Iterator<Item = &'s str>> {
    let wraps = |word: &&Word| matches!(script.literal(word), Some("builtin" | "command"));
    let mut words = script.words(command.words).iter().skip_while(wraps);
    (words.next().and_then(|word| script.literal(word)) == Some(name))
        .then(|| words.filter_map(move |word| script.literal(word)))
}

/// `fc -s`, `fc -e vi`; `fc -l` only shows the history. `!rm`, `^a^b` where the host types into a terminal.
fn repeats_history(script: &Script<'_>, command: &Command) -> bool {
    let first = script.words(command.words).first().filter(|word| !word.quoted);
    if first.and_then(|word| script.literal(word)).is_some_and(|name| name.starts_with(['!', '^']) && name.len() > 1) {
        return true;
    }
    words_of(script, command, "fc")
        .is_some_and(|mut words| !words.any(|word| word.starts_with('-') && word.contains('l')))
}

/// `hash -p /bin/rm x`
fn names_program(script: &Script<'_>, command: &Command) -> bool {
    words_of(script, command, "hash")
        .is_some_and(|mut words| words.any(|word| word.starts_with('-') && word.contains('p')))
}

/// Characters that a person takes for the dash of an option.
fn looks_like_dash(character: char) -> bool {
    matches!(character, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

fn is_name(script: &Script<'_>, word: &Word) -> bool {
    script.literal(word).is_some_and(|text| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'))
}
