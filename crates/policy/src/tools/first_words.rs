//! What the first words of a text do.

/// Whether a line of a text begins as a command does: with the name of a program that is known.
pub(super) fn begins_as_command(text: &str) -> bool {
    text.lines().any(|line| first_word(line).is_some_and(is_program))
}

/// The first word of a line that may be a program: behind brackets and assignments.
fn first_word(line: &str) -> Option<&str> {
    let words = line.trim_start_matches([' ', '\t', '(', '{', '!', '$', '>']).split([' ', '\t', ';', '|', '&']);
    let is_set =
        |word: &&str| word.split_once('=').is_some_and(|(name, _)| !name.is_empty() && name.bytes().all(is_name));
    words.filter(|word| !word.is_empty()).find(|word| !is_set(word))
}

const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether a word is the name of a program that is known, or its path.
pub(super) fn is_program(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    !name.is_empty() && name.len() <= 64 && crate::programs::built_in(name).is_some()
}

/// Whether a text is one word, and nothing in it is a sign to a shell.
pub(super) fn is_one_word(text: &str) -> bool {
    let sign = |one: char| {
        one.is_whitespace() || matches!(one, ';' | '|' | '&' | '$' | '`' | '(' | ')' | '{' | '}' | '<' | '>')
    };
    !text.trim().contains(sign)
}

/// Whether a text looks like a path and not like a word.
pub(super) fn looks_like_path(text: &str) -> bool {
    text.contains(['/', '\\']) || text.starts_with('~') || text.starts_with('.') && text.len() > 1
}

/// Whether a text holds a statement of SQL, by the first words of one.
pub(super) fn is_statement(text: &str) -> bool {
    text.split(';').any(|one| begins_statement(without_comments(one)))
}

/// A text without the comments before it. What `MySQL` runs in one is no comment.
fn without_comments(text: &str) -> &str {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(['(', ' ', '\n', '\r', '\t']);
        let after = if rest.starts_with("--") || rest.starts_with('#') {
            rest.split_once('\n').map(|(_, after)| after)
        } else if let Some(run) = rest.strip_prefix("/*!") {
            Some(run.trim_start_matches(|one: char| one.is_ascii_digit()))
        } else if rest.starts_with("/*") {
            rest.split_once("*/").map(|(_, after)| after)
        } else {
            return rest;
        };
        match after {
            Some(after) => rest = after,
            None => return "",
        }
    }
}

fn begins_statement(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let mut words = lower.split_whitespace();
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let has = |word: &str| lower.split(|one: char| !one.is_alphanumeric()).any(|one| one == word);
    match first {
        "select" => has("from") || second.contains('('),
        "insert" | "replace" | "merge" => second == "into" || has("values"),
        "update" => has("set"),
        "delete" => second == "from",
        "drop" | "alter" | "create" | "truncate" => matches!(
            second,
            "table"
                | "database"
                | "schema"
                | "index"
                | "view"
                | "user"
                | "role"
                | "function"
                | "trigger"
                | "extension"
                | "procedure"
                | "sequence"
                | "type"
                | "or"
                | "temp"
                | "temporary"
                | "unique"
                | "materialized"
        ),
        "grant" | "revoke" => has("on") || has("to") || has("from"),
        "explain" => has("select") || has("delete") || has("update") || has("insert"),
        "with" => has("as") && (has("select") || has("delete") || has("update") || has("insert")),
        "copy" => has("from") || has("to"),
        "pragma" | "attach" | "vacuum" | "load" | "call" | "exec" | "execute" => !second.is_empty(),
        _ => false,
    }
}
