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
