//! Cases that fail for a reason that is known and written down.

/// The cases that fail for a reason known and written down: `cases/policy/known.txt`, lines of table, case and reason.
pub struct Known(Vec<(String, String)>);

impl Known {
    pub fn read() -> Self {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/policy/known.txt");
        let content = std::fs::read_to_string(path);
        assert!(content.is_ok(), "cannot read {path}");
        let content = content.unwrap_or_default();
        let lines = content.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let pair = |line: &str| {
            let mut fields = line.split('\t').map(str::to_owned);
            (fields.next().unwrap_or_default(), fields.next().unwrap_or_default())
        };
        Self(lines.map(pair).collect())
    }

    /// Whether the case of a table is among them.
    fn has(&self, table: &str, case: &str) -> bool {
        self.0.iter().any(|(one, known)| one == table && known == case)
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
