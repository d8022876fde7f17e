//! The names of the commands that were found, in the spelling of the tables.

use byleave_shell::Script;

/// `?` for a command word that is not literal, `-` for a command without words, `''` for an empty name.
pub fn names(script: &Script<'_>) -> Vec<String> {
    let spell = |command| match script.name(command) {
        Some("") => "''".to_owned(),
        Some(name) => name.to_owned(),
        None if command.words.is_empty() => "-".to_owned(),
        None => "?".to_owned(),
    };
    script.commands().iter().map(spell).collect()
}
