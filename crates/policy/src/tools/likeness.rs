//! Names of tools that look like others.

use byleave_knowledge::tools::last;

use super::spelling::is_hidden;
use crate::rules::Pattern;
use crate::tools::{self, Category};
use crate::{Policy, Verdict};

/// Why an unknown tool must not pass for harmless, if there is a reason.
pub(super) enum Likeness {
    /// Its name is written so that people or programs may read another one.
    Disguised,
    /// It is called as this one but for case, separators or a prefix.
    Near(String),
}

/// What an unknown name resembles.
pub(super) fn likeness(name: &str, policy: &Policy) -> Option<Likeness> {
    if is_disguised(name) {
        return Some(Likeness::Disguised);
    }
    let folded = fold(name);
    if folded.starts_with("mcp") && name.to_lowercase().starts_with("mcp__") {
        return Some(Likeness::Near("mcp__".to_owned()));
    }
    let own = last(name);
    let built_in = tools::all().find(|tool| {
        let mut names = tool.aliases.iter().chain(std::iter::once(&tool.name));
        // A method that reads is what it says; one that acts is no safer than the tool of its name.
        let acts = tool.category != Category::Read;
        names.any(|known| fold(known) == folded || acts && fold(known) == fold(own))
    });
    if let Some(tool) = built_in {
        return Some(Likeness::Near(tool.name.to_owned()));
    }
    let declared = policy.tools.keys().find(|known| fold(known) == folded);
    let refused = policy.rules.iter().filter(|rule| rule.says != Verdict::Allow).find_map(|rule| match &rule.pattern {
        Pattern::Tool(known) if fold(known) == folded && known != name => Some(known),
        Pattern::Tool(_) | Pattern::Subject { .. } | Pattern::Command(_) | Pattern::Domain(_) | Pattern::Mcp(_) => None,
    });
    declared.or(refused).cloned().map(Likeness::Near)
}

/// Whether a name holds what does not show, blanks, or letters of several scripts.
pub(super) fn is_disguised(name: &str) -> bool {
    let hides = name.chars().any(|one| is_hidden(one) || one.is_whitespace() || is_wide(one));
    let mixed = name.chars().any(|one| one.is_ascii_alphabetic()) && !name.is_ascii();
    hides || mixed
}

/// Whether a character is one of ASCII in a wide form.
fn is_wide(one: char) -> bool {
    matches!(one, '\u{ff01}'..='\u{ff5e}')
}

/// A name without case and separators.
fn fold(name: &str) -> String {
    name.chars().filter(|one| one.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
