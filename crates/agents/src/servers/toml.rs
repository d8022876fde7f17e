//! Servers in TOML.
//!
//! The crate `toml` says where everything stands, and only those bytes are edited. `toml_edit` would write the file anew: it
//! turns CRLF into LF, drops a byte order mark, ends the last line, and sorts dotted keys, so that `byleave uninstall` could
//! not restore every byte.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::edit::literal;
use super::{Entry, Field, How, List, Word};
use crate::jsonc::{BadSettings, Position};

/// The table of the servers.
const TABLE: &str = "mcp_servers";

/// The servers of a text, in the order in which they stand there.
pub(super) fn entries(text: &str) -> Result<Vec<Entry>, BadSettings> {
    let root = DeTable::parse(text).map_err(|error| {
        let place = error.span().map_or(0, |span| span.start);
        BadSettings::NotToml(Position::of(text, place))
    })?;
    let Some(all) = root.get_ref().get(TABLE) else { return Ok(Vec::new()) };
    let mut servers: Vec<_> = all.get_ref().as_table().into_iter().flatten().collect();
    servers.sort_by_key(|(name, _)| name.span().start);
    let entries = servers.into_iter().map(|(name, server)| {
        let name: &str = name.get_ref();
        Entry { keys: vec![TABLE.to_owned(), name.to_owned()], how: how(text, all, name, server) }
    });
    Ok(entries.collect())
}

/// The text with a key of a table that is true.
pub(crate) fn switch_on(text: &str, table: &str, key: &str) -> Result<String, BadSettings> {
    let on = switched_on(text, table, key)?;
    let is_on = DeTable::parse(&on).is_ok_and(|root| {
        let value = root.get_ref().get(table).and_then(|there| there.get_ref().as_table()?.get(key));
        value.is_some_and(|value| matches!(value.get_ref(), DeValue::Boolean(true)))
    });
    // There are more ways to write a table than are known here, such as by the header of one inside of it.
    let place = Position { line: 1, column: 1 };
    if is_on { Ok(on) } else { Err(BadSettings::Unlike(table.to_owned(), "a table with a header of its own", place)) }
}

fn switched_on(text: &str, table: &str, key: &str) -> Result<String, BadSettings> {
    let wrong = |path: &str, kind, place| Err(BadSettings::Unlike(path.to_owned(), kind, Position::of(text, place)));
    let root = DeTable::parse(text).map_err(|error| {
        let place = error.span().map_or(0, |span| span.start);
        BadSettings::NotToml(Position::of(text, place))
    })?;
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let Some(there) = root.get_ref().get(table) else {
        let gap = if text.is_empty() || text.ends_with('\n') { "" } else { newline };
        return Ok(format!("{text}{gap}[{table}]{newline}{key} = true{newline}"));
    };
    let Some(members) = there.get_ref().as_table() else { return wrong(table, "a table", there.span().start) };
    let put = |at: usize, what: &str| {
        let (before, after) = (text.get(..at).unwrap_or(text), text.get(at..).unwrap_or_default());
        format!("{before}{what}{after}")
    };
    if let Some(value) = members.get(key) {
        return match value.get_ref() {
            DeValue::Boolean(true) => Ok(text.to_owned()),
            DeValue::Boolean(false) => {
                let after = text.get(value.span().end..).unwrap_or_default();
                Ok(format!("{}true{after}", text.get(..value.span().start).unwrap_or_default()))
            }
            DeValue::String(_)
            | DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_)
            | DeValue::Table(_) => wrong(&format!("{table}.{key}"), "true or false", value.span().start),
        };
    }
    if is_inline(text, there) {
        let comma = if members.is_empty() { " " } else { "," };
        return Ok(put(there.span().start.saturating_add(1), &format!(" {key} = true{comma}")));
    }
    let Some(first) = members.keys().map(|name| name.span().start).min() else {
        // A header alone: behind its line.
        let rest = text.get(there.span().end..).unwrap_or_default();
        return Ok(match rest.find('\n') {
            Some(end) => put(there.span().end.saturating_add(end).saturating_add(1), &format!("{key} = true{newline}")),
            None => format!("{text}{newline}{key} = true{newline}"),
        });
    };
    // Before the first key, in its way of writing: under the header, or with the table in front of a dot.
    let line = line_before(text, first);
    let lead = line.trim_start_matches(['\r', '\n']);
    Ok(put(first.saturating_sub(lead.len()), &format!("{lead}{key} = true{newline}")))
}

fn how(text: &str, all: &Spanned<DeValue<'_>>, name: &str, server: &Spanned<DeValue<'_>>) -> How {
    let Some(table) = server.get_ref().as_table() else { return How::Odd("it is not a map") };
    let get = |key: &str| table.get(key).map(|value| field(text, value));
    let opening = || {
        if is_inline(text, server) {
            ", args = [".to_owned()
        } else if is_inline(text, all) {
            format!(", {}.args = [", literal(name))
        } else {
            let key = table.get_key_value("command").map_or(0, |(key, _)| key.span().start);
            format!("{}args = [", line_before(text, key))
        }
    };
    How::of(get("command"), get("args"), table.contains_key("url"), opening)
}

/// Whether a table is written in braces.
fn is_inline(text: &str, table: &Spanned<DeValue<'_>>) -> bool {
    text.get(table.span()).is_some_and(|raw| raw.starts_with('{'))
}

/// An end of line, and what the line at hand has before a place: blanks, and keys with dots.
fn line_before(text: &str, place: usize) -> String {
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let line = text.get(..place).and_then(|before| before.rsplit('\n').next()).unwrap_or_default();
    format!("{newline}{}", line.trim_start_matches('\u{feff}'))
}

fn field(text: &str, value: &Spanned<DeValue<'_>>) -> Field {
    match value.get_ref() {
        DeValue::String(_) => word(value).map_or(Field::Other, Field::Text),
        DeValue::Array(elements) => {
            elements.iter().map(word).collect::<Option<Vec<_>>>().map_or(Field::Other, |words| {
                let open = value.span().start.saturating_add(1);
                let end = words.last().map_or(open, |last| behind_comma(text, last.span.end));
                Field::Texts(List { open, words, end })
            })
        }
        DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_) | DeValue::Table(_) => {
            Field::Other
        }
    }
}

fn word(value: &Spanned<DeValue<'_>>) -> Option<Word> {
    value.get_ref().as_str().map(|text| Word { span: value.span(), text: text.to_owned() })
}

/// The place behind the comma that follows, with blanks and comments before it; the same place if none follows.
fn behind_comma(text: &str, place: usize) -> usize {
    let mut rest = text.get(place..).unwrap_or_default().trim_start();
    while let Some(comment) = rest.strip_prefix('#') {
        rest = comment.split_once('\n').map_or("", |(_, below)| below.trim_start());
    }
    rest.strip_prefix(',').map_or(place, |behind| text.len().saturating_sub(behind.len()))
}

#[cfg(test)]
mod tests {
    use super::switch_on;

    #[test]
    fn a_key_is_switched_on_in_any_way_of_writing_and_all_else_stays() {
        for (before, after) in [
            ("", "[features]\nhooks = true\n"),
            ("a = 1", "a = 1\n[features]\nhooks = true\n"),
            ("[features]\nhooks = true # mine\n", "[features]\nhooks = true # mine\n"),
            ("[features]\r\nhooks = false # mine\r\n", "[features]\r\nhooks = true # mine\r\n"),
            ("[features]\n  x = 1\n[b]\n", "[features]\n  hooks = true\n  x = 1\n[b]\n"),
            ("[features] # none\n[b]\nc = 1\n", "[features] # none\nhooks = true\n[b]\nc = 1\n"),
            ("[features]", "[features]\nhooks = true\n"),
            ("features.x = 1\n", "features.hooks = true\nfeatures.x = 1\n"),
            ("features = {}\n", "features = { hooks = true }\n"),
            ("features = { x = 1 }\n", "features = { hooks = true, x = 1 }\n"),
        ] {
            assert_eq!(switch_on(before, "features", "hooks").as_deref(), Ok(after), "{before:?}");
        }
        for text in ["features = 1", "[features]\nhooks = \"no\"", "[features.x]\ny = 1\n", "[features"] {
            assert!(switch_on(text, "features", "hooks").is_err(), "{text:?}");
        }
    }
}
