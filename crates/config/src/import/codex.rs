//! `*.rules` of Codex: `prefix_rule(pattern = […], decision = "…")`.

use super::tokens::{Item, Tokens};
use super::{Import, command};
use byleave_policy::Verdict;

/// More alternatives of one rule are left out.
const MOST: usize = 256;

pub(super) fn read(text: &str, imported: &mut Import) -> Result<(), String> {
    let mut tokens = Tokens::new(text);
    while let Some(name) = tokens.name() {
        let fields = tokens.call().ok_or_else(|| format!("`{name}` on line {} cannot be read", tokens.line()))?;
        if name == "prefix_rule" {
            rule(&fields, imported);
        } else {
            imported.note(format!("left out `{name}`"));
        }
    }
    if tokens.is_at_end() { Ok(()) } else { Err(format!("line {} cannot be read", tokens.line())) }
}

fn rule(fields: &[(String, Item)], imported: &mut Import) {
    let get = |key: &str| fields.iter().find(|(name, _)| name == key).map(|(_, item)| item);
    let says = match get("decision").and_then(Item::text) {
        None | Some("allow") => Verdict::Allow,
        Some("prompt") => Verdict::Ask,
        Some("forbidden") => Verdict::Deny,
        Some(other) => return imported.note(format!("left out a rule with the decision `{other}`")),
    };
    let reason = get("justification").and_then(Item::text).map(str::to_owned);
    let Some(Item::List(pattern)) = get("pattern") else { return imported.note("left out a rule without pattern") };
    let mut commands: Vec<Vec<String>> = vec![Vec::new()];
    for word in pattern {
        let choices = word.texts();
        commands = commands
            .iter()
            .flat_map(|words| choices.iter().map(move |choice| [words.as_slice(), &[(*choice).to_owned()]].concat()))
            .take(MOST)
            .collect();
    }
    for words in commands {
        match command(&words, true) {
            Some(pattern) => imported.add(&pattern, says, reason.clone()),
            None => imported.note(format!("left out the command `{}`", words.join(" "))),
        }
    }
}
