//! The tables under `cases/policy`: one case a line, fields separated by tabs.

use std::path::PathBuf;

/// One line of a table.
pub struct Row {
    line: usize,
    pub fields: Vec<String>,
}

impl Row {
    /// Where it stands, for people.
    pub fn place(&self, table: &str) -> String {
        format!("cases/policy/{table}:{}", self.line)
    }

    /// A field; missing ones are empty.
    pub fn field(&self, at: usize) -> &str {
        self.fields.get(at).map_or("", String::as_str)
    }
}

/// All cases of a table; a table that is missing fails the test. `␤` stands for a line feed, `␉` for a tab.
pub fn rows(file: &str) -> Vec<Row> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../cases/policy").join(file);
    let content = std::fs::read_to_string(&path);
    assert!(content.is_ok(), "cannot read {}", path.display());
    let content = content.unwrap_or_default();
    let cases = content.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    cases
        .map(|(at, line)| Row {
            line: at + 1,
            fields: line.split('\t').map(|field| field.replace('␤', "\n").replace('␉', "\t")).collect(),
        })
        .collect()
}
