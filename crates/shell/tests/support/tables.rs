//! The tables under `cases/shell`: one case a line, fields separated by tabs.

use std::path::PathBuf;

/// One line of a table.
pub struct Row {
    pub line: usize,
    pub claim: String,
    pub text: String,
    pub fields: Vec<String>,
}

/// The folder of the tables.
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../cases/shell")
}

/// All rows of a table. A table that is missing, or a line that is no case, fails the test.
pub fn rows(file: &str) -> Vec<Row> {
    let path = folder().join(file);
    let content = std::fs::read_to_string(&path);
    assert!(content.is_ok(), "cannot read {}", path.display());
    let content = content.unwrap_or_default();
    let cases = content.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    cases
        .map(|(at, line)| {
            let mut fields = line.split('\t').map(visible);
            let claim = fields.next().unwrap_or_default();
            let text = fields.next();
            assert!(text.is_some(), "{file}:{}: no tab in `{line}`", at + 1);
            Row { line: at + 1, claim, text: text.unwrap_or_default(), fields: fields.collect() }
        })
        .collect()
}

/// Puts the characters back that a table shows by their pictures.
fn visible(field: &str) -> String {
    let real = |picture| match picture {
        '␤' => Some('\n'),
        '␛' => Some('\x1b'),
        '␡' => Some('\x7f'),
        '∅' => None,
        '␁'..='␟' => char::from_u32(u32::from(picture) - 0x2400),
        other => Some(other),
    };
    field.chars().filter_map(real).collect()
}

/// Holds every row of a table against a claim and names each line that fails.
pub fn check(file: &str, claim: impl Fn(&Row) -> Result<(), String>) {
    let rows = rows(file);
    let failures: Vec<String> = rows
        .iter()
        .filter_map(|row| {
            let complaint = claim(row).err()?;
            Some(format!(
                "cases/shell/{file}:{}: {}: `{}`\n    {complaint}",
                row.line,
                row.claim,
                row.text.escape_debug()
            ))
        })
        .collect();
    println!("cases/shell/{file}: {} cases, {} failed", rows.len(), failures.len());
    assert!(failures.is_empty(), "{} of {} cases fail\n{}", failures.len(), rows.len(), failures.join("\n"));
}
