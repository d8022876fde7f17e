//! The same facts as one JSON object, for programs.
//!
//! Commands are written one by one, so a large script needs no second copy of itself in memory.

use std::io::{self, Write};

use byleave_shell::{
    Assignment, Class, Command, Connector, Descriptor, Directory, Hidden, Node, Opaque, Origin, Redirection, Script,
    Span, Whereabouts, Word, directories,
};
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use super::label;
use crate::spell::SpellUnseen;

/// Writes the object and a line break.
pub fn write(out: &mut dyn Write, script: &Script<'_>, outside: bool) -> io::Result<()> {
    Whole(script, outside).serialize(&mut serde_json::Serializer::with_formatter(&mut *out, SpellUnseen))?;
    writeln!(out)
}

struct Whole<'s>(&'s Script<'s>, bool);

impl Serialize for Whole<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let script = self.0;
        let places = directories(script);
        let commands = || {
            let pairs = script.commands().iter().zip(&places);
            pairs.map(|(command, places)| CommandView::new(script, command, places))
        };
        let opaque = || script.opaque().iter().map(OpaqueView::new);
        let hidden = || script.hidden().iter().map(HiddenView::new);
        let compound = || script.nodes().filter_map(|(_, node)| CompoundView::new(script, node));
        let mut whole = serializer.serialize_struct("Script", 5)?;
        whole.serialize_field("commands", &Each(commands))?;
        whole.serialize_field("opaque", &Each(opaque))?;
        whole.serialize_field("hidden", &Each(hidden))?;
        whole.serialize_field("compound", &Each(compound))?;
        whole.serialize_field("outside", &self.1)?;
        whole.end()
    }
}

/// A list whose items are made while it is written.
struct Each<F>(F);

impl<F, I> Serialize for Each<F>
where
    F: Fn() -> I,
    I: Iterator<Item: Serialize>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

#[derive(Serialize)]
struct CommandView<'s> {
    name: Option<&'s str>,
    words: Vec<WordView<'s>>,
    assignments: Vec<AssignmentView<'s>>,
    redirections: Vec<RedirectionView<'s>>,
    span: [u32; 2],
    origin: &'static str,
    within: Vec<&'static str>,
    connector: Option<&'static str>,
    complete: bool,
    /// Where it runs: relative to the start, absolute, or below a home directory; `null` if the text does not tell.
    directory: Option<&'s str>,
}

impl<'s> CommandView<'s> {
    fn new(script: &'s Script<'_>, command: &'s Command, places: &'s [Directory]) -> Self {
        let directory = match places {
            [Directory { place: Whereabouts::Relative(path), .. }] if path.is_empty() => Some("."),
            [
                Directory {
                    place: Whereabouts::Relative(path) | Whereabouts::Absolute(path) | Whereabouts::Home(path),
                    ..
                },
            ] => Some(path.as_str()),
            // One that is not known, or several.
            _ => None,
        };
        let within: Vec<_> = script.origins(command.node).into_iter().map(Origin::name).collect();
        let connector = script.node(command.node).map_or(Connector::End, |node| node.connector);
        Self {
            name: script.name(command),
            words: words(script, script.words(command.words)),
            assignments: script
                .assignments(command.assignments)
                .iter()
                .map(|assignment| AssignmentView::new(script, assignment))
                .collect(),
            redirections: redirections(script, script.redirections(command.redirections)),
            span: ends(command.span),
            origin: within.last().copied().unwrap_or("script"),
            within,
            connector: (connector != Connector::End).then(|| connector.symbol()),
            complete: command.complete,
            directory,
        }
    }
}

#[derive(Serialize)]
struct WordView<'s> {
    /// The value after quote removal if the word is literal, else its text as shown.
    value: &'s str,
    literal: bool,
    class: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    span: [u32; 2],
}

impl<'s> WordView<'s> {
    fn new(script: &'s Script<'_>, word: &'s Word) -> Self {
        Self {
            value: script.shown(word),
            literal: is_literal(word),
            class: label::class(word.class),
            reason: reason(word),
            span: ends(word.span),
        }
    }
}

#[derive(Serialize)]
struct AssignmentView<'s> {
    name: &'s str,
    #[serde(skip_serializing_if = "Option::is_none")]
    subscript: Option<&'s str>,
    value: &'s str,
    append: bool,
    array: bool,
    elements: Vec<WordView<'s>>,
    literal: bool,
    class: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    span: [u32; 2],
}

impl<'s> AssignmentView<'s> {
    fn new(script: &'s Script<'_>, assignment: &'s Assignment) -> Self {
        Self {
            name: script.text(assignment.name),
            subscript: assignment.subscript.map(|subscript| subscript.of(script.source())),
            value: script.shown(&assignment.value),
            append: assignment.append,
            array: assignment.array,
            elements: words(script, script.words(assignment.elements)),
            literal: is_literal(&assignment.value),
            class: label::class(assignment.value.class),
            reason: reason(&assignment.value),
            span: ends(assignment.span),
        }
    }
}

#[derive(Serialize)]
struct RedirectionView<'s> {
    operator: &'static str,
    fd: Option<DescriptorView<'s>>,
    target: &'s str,
    literal: bool,
    class: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    span: [u32; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    here_document: Option<HereDocumentView<'s>>,
}

impl<'s> RedirectionView<'s> {
    fn new(script: &'s Script<'_>, redirection: &'s Redirection) -> Self {
        Self {
            operator: redirection.operator.symbol(),
            fd: match redirection.descriptor {
                Descriptor::Default => None,
                Descriptor::Number(number) => Some(DescriptorView::Number(number)),
                Descriptor::Variable(name) => Some(DescriptorView::Variable(script.text(name))),
            },
            target: script.shown(&redirection.target),
            literal: is_literal(&redirection.target),
            class: label::class(redirection.target.class),
            reason: reason(&redirection.target),
            span: ends(redirection.span),
            here_document: redirection.here_document.map(|document| HereDocumentView {
                body: document.body.of(script.source()),
                quoted: document.quoted,
                span: ends(document.body),
            }),
        }
    }
}

/// `2` of `2>`, or `name` of `{name}>`.
#[derive(Serialize)]
#[serde(untagged)]
enum DescriptorView<'s> {
    Number(u32),
    Variable(&'s str),
}

#[derive(Serialize)]
struct HereDocumentView<'s> {
    body: &'s str,
    quoted: bool,
    span: [u32; 2],
}

#[derive(Serialize)]
struct OpaqueView {
    span: [u32; 2],
    reason: String,
}

impl OpaqueView {
    fn new(opaque: &Opaque) -> Self {
        Self { span: ends(opaque.span), reason: opaque.reason.to_string() }
    }
}

#[derive(Serialize)]
struct HiddenView {
    span: [u32; 2],
    kind: &'static str,
}

impl HiddenView {
    const fn new(hidden: &Hidden) -> Self {
        Self { span: ends(hidden.span), kind: hidden.kind.words() }
    }
}

/// A compound command with redirections, which belong to none of its simple commands.
#[derive(Serialize)]
struct CompoundView<'s> {
    kind: &'static str,
    span: [u32; 2],
    redirections: Vec<RedirectionView<'s>>,
}

impl<'s> CompoundView<'s> {
    fn new(script: &'s Script<'_>, node: &'s Node) -> Option<Self> {
        let kind = label::compound(node.kind)?;
        let redirections = redirections(script, script.redirections(node.redirections));
        (!redirections.is_empty()).then(|| Self { kind, span: ends(node.span), redirections })
    }
}

fn words<'s>(script: &'s Script<'_>, words: &'s [Word]) -> Vec<WordView<'s>> {
    words.iter().map(|word| WordView::new(script, word)).collect()
}

fn redirections<'s>(script: &'s Script<'_>, redirections: &'s [Redirection]) -> Vec<RedirectionView<'s>> {
    redirections.iter().map(|redirection| RedirectionView::new(script, redirection)).collect()
}

const fn is_literal(word: &Word) -> bool {
    matches!(word.class, Class::Literal)
}

const fn reason(word: &Word) -> Option<&'static str> {
    match word.class {
        Class::Literal | Class::Bounded => None,
        Class::Unknown(cause) => Some(cause.words()),
    }
}

const fn ends(span: Span) -> [u32; 2] {
    [span.start, span.end]
}
