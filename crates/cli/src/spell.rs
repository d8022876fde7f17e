//! JSON that may end up on a terminal.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;
use serde_json::ser::Formatter;

use crate::escape;

/// Writes a value on one line.
pub fn json(out: &mut dyn Write, value: &Value) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, SpellUnseen))?;
    writeln!(out)
}

/// Compact JSON in which invisible characters are spelt `\u202e`: the output may end up on a terminal, and means the
/// same to a program.
pub struct SpellUnseen;

impl Formatter for SpellUnseen {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, unseen)) = rest.char_indices().find(|(_, character)| escape::is_unseen(*character)) {
            let (before, after) = rest.split_at_checked(at).unwrap_or((rest, ""));
            out.write_all(before.as_bytes())?;
            for unit in unseen.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = after.get(unseen.len_utf8()..).unwrap_or("");
        }
        out.write_all(rest.as_bytes())
    }
}
