//! Packs the lists of facts: each section of a list becomes a constant.
//!
//! `[NAME]` or `[pub NAME]` begins a section of words, any number on a line; `[NAME: &str, bool, Kind]` one of rows, whose columns of these
//! types are two blanks apart. `Kind` is an enum of the module that includes the list; its column holds the variant. A
//! `Network` is `ADDRESS/BITS`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::net::IpAddr;

/// The constants, as Rust; or the line, from 1, that is not understood, and why.
pub fn packed(text: &str) -> Result<String, (usize, String)> {
    let mut packed = String::new();
    let mut section: Option<Section> = None;
    for (at, line) in lines(text) {
        let line = line.as_str();
        let wrong = |problem: String| (at.saturating_add(1), problem);
        if let Some(head) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            if let Some(before) = section.take() {
                before.end(&mut packed);
            }
            section = Some(Section::begin(head, comment_above(text, at)));
            continue;
        }
        let section = section.as_mut().ok_or_else(|| wrong("begin with a section: `[NAME]`".to_owned()))?;
        section.line(line).map_err(wrong)?;
    }
    if let Some(last) = section {
        last.end(&mut packed);
    }
    Ok(packed)
}

/// The lines that say something, each with its number from 0. What is indented belongs to the line before it.
fn lines(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#')) {
        match lines.last_mut().filter(|_| line.starts_with(' ')) {
            Some((_, before)) => *before = format!("{before} {}", line.trim()),
            None => lines.push((at, line.to_owned())),
        }
    }
    lines
}

/// What the lines say that stand right above a line.
fn comment_above(text: &str, at: usize) -> String {
    let before: Vec<&str> = text.lines().take(at).collect();
    let comment: Vec<&str> = before.iter().rev().map_while(|line| line.strip_prefix("# ")).collect();
    comment.into_iter().rev().collect::<Vec<_>>().join(" ")
}

struct Section {
    comment: String,
    name: String,
    columns: Vec<String>,
    entries: String,
    /// What stands in the section: every fact once.
    seen: BTreeSet<String>,
}

impl Section {
    fn begin(head: &str, comment: String) -> Self {
        let (name, columns) = head.split_once(':').unwrap_or((head, ""));
        let columns = columns.split(',').map(str::trim).filter(|column| !column.is_empty());
        Self {
            comment,
            name: name.to_owned(),
            columns: columns.map(str::to_owned).collect(),
            entries: String::new(),
            seen: BTreeSet::new(),
        }
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        if self.columns.is_empty() {
            return line.split_ascii_whitespace().try_for_each(|word| self.entry(word, &format!("{word:?}")));
        }
        let fields: Vec<&str> = line.split("  ").map(str::trim).filter(|field| !field.is_empty()).collect();
        if fields.len() != self.columns.len() {
            return Err(format!("{} columns, and `{}` has {}", fields.len(), self.name, self.columns.len()));
        }
        let values: Vec<String> =
            self.columns.iter().zip(&fields).map(|(column, field)| value(column, field)).collect();
        self.entry(fields.first().unwrap_or(&""), &format!("({})", values.join(", ")))
    }

    fn entry(&mut self, name: &str, value: &str) -> Result<(), String> {
        if !self.seen.insert(name.to_owned()) {
            return Err(format!("`{name}` stands in `{}` twice", self.name));
        }
        writeln!(self.entries, "    {value},").map_err(|error| error.to_string())
    }

    fn end(self, packed: &mut String) {
        let row = self.columns.join(", ");
        let row = if row.is_empty() { "&str".to_owned() } else { format!("({row})") };
        let (public, name) = self.name.split_once(' ').unwrap_or(("", &self.name));
        let doc = if public.is_empty() { String::new() } else { format!("#[doc = {:?}]", self.comment) };
        let _ = writeln!(packed, "{doc} {public} const {name}: &[{row}] = &[\n{}];", self.entries);
    }
}

/// A field as Rust.
fn value(column: &str, field: &str) -> String {
    match column {
        "&str" => format!("{field:?}"),
        "&[&str]" => format!("&{:?}", field.split_ascii_whitespace().filter(|word| *word != "-").collect::<Vec<_>>()),
        "bool" | "u8" | "usize" => field.to_owned(),
        "Network" => network(field).unwrap_or_else(|| field.to_owned()),
        kind => format!("{kind}::{field}"),
    }
}

/// A network as the address it begins with, the bits that count, and whether it is one of the newer kind.
fn network(text: &str) -> Option<String> {
    let (address, bits) = text.split_once('/')?;
    let (base, most, six) = match address.parse().ok()? {
        IpAddr::V4(four) => (u128::from(four.to_bits()), 32, false),
        IpAddr::V6(six) => (six.to_bits(), 128, true),
    };
    let others = u32::checked_sub(most, bits.parse().ok()?)?;
    let mask = u128::MAX.checked_shl(others).unwrap_or(0);
    let (base, mask) = (number(base), number(mask));
    Some(format!("Network {{ text: {text:?}, base: {base}, mask: {mask}, six: {six} }}"))
}

/// A number in parts that can be read.
fn number(number: u128) -> String {
    let digits = format!("{number:032x}");
    let parts: Vec<&str> = digits.as_bytes().chunks(4).filter_map(|part| std::str::from_utf8(part).ok()).collect();
    format!("0x{}", parts.join("_"))
}
