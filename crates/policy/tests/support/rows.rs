//! The tables under `cases/policy`: one case a line, fields separated by tabs.

use std::path::PathBuf;

/// One line of a table.
pub struct Row {
    pub line: usize,
    pub fields: Vec<String>,
}

impl Row {
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

/// The cases that fail for a reason known and written down: `cases/policy/known.txt`, lines of table, case and reason.
pub struct Known(Vec<Row>);

impl Known {
    pub fn read() -> Self {
        Self(rows("known.txt"))
    }

    /// Whether the case of a table is among them.
    pub fn has(&self, table: &str, case: &str) -> bool {
        self.0.iter().any(|row| row.field(0) == table && row.field(1) == case)
    }

    /// Lists what fails and fails the test unless all of it is known. `all` are the cases that were looked at.
    pub fn settle<'c>(&self, table: &str, all: impl IntoIterator<Item = &'c str>, failures: &[(String, String)]) {
        let new: Vec<&str> = failures
            .iter()
            .filter(|(case, _)| !self.has(table, case))
            .map(|(_, complaint)| complaint.as_str())
            .collect();
        let healed: Vec<&str> = all
            .into_iter()
            .filter(|case| self.has(table, case) && failures.iter().all(|(failed, _)| failed != case))
            .collect();
        for case in &healed {
            println!("{table}: `{case}` holds now: strike it out of cases/policy/known.txt");
        }
        assert!(new.is_empty(), "{table}: {} cases fail\n{}", new.len(), new.join("\n"));
        assert!(
            healed.is_empty() || std::env::var_os("CI").is_none(),
            "{table}: known.txt lists cases that hold: {healed:?}"
        );
    }
}
