//! `programs`: a table of users' own programs, in a policy or in a file beside it.

use super::document::PolicyFile;
use super::node::{Entry, Value};
use super::problem::{Place, Problem, Problems};
use super::reader::Reader;
use byleave_policy::programs::{Mistake, TaughtFile};

/// Reads a table in its own file, as a policy without anything else.
///
/// # Errors
///
/// Everything that is wrong with it, with the places.
pub fn read_programs(name: &str, text: &str) -> Result<PolicyFile, Problems> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let broken = |mistakes: Vec<Mistake>| {
        Problems(mistakes.into_iter().map(|mistake| problem(name, placed(&mistake), mistake)).collect())
    };
    let programs = TaughtFile::read(text).map_err(broken)?;
    Ok(PolicyFile { name: name.to_owned(), programs, ..PolicyFile::default() })
}

fn placed(mistake: &Mistake) -> Place {
    Place { line: mistake.line, column: mistake.column, bytes: mistake.bytes.clone() }
}

fn problem(file: &str, place: Place, mistake: Mistake) -> Problem {
    Problem { help: mistake.help, ..Problem::error(file, place, mistake.message) }
}

impl Reader<'_> {
    /// A text is a table, a list names files of tables.
    pub(super) fn programs(&mut self, entry: &Entry, file: &mut PolicyFile) {
        match &entry.node.value {
            Value::List(_) => file.program_files = self.texts("`programs`", &entry.node),
            Value::Text(text) => match TaughtFile::read(text) {
                Ok(programs) => file.programs = programs,
                Err(mistakes) => {
                    for mistake in mistakes {
                        let place = self.place_in_block(entry, &mistake);
                        self.problems.push(problem(self.file, place, mistake));
                    }
                }
            },
            Value::Null => {}
            Value::Map(_) | Value::Bool(_) | Value::Number(_) => {
                let help = "write `programs: |` and the rows below it, or a list of files".to_owned();
                let found = entry.node.value.kind();
                self.error(&entry.node.place, format!("`programs` must be text, but it is {found}"), help);
            }
        }
    }

    /// Where something in the text of a block (`programs: |`) stands in the file. The block has lost its indentation.
    fn place_in_block(&self, entry: &Entry, mistake: &Mistake) -> Place {
        let wanted = entry.place.line.saturating_add(mistake.line);
        let mut start = 0_usize;
        let mut indent = None;
        for (index, line) in self.text.split('\n').enumerate() {
            let number = index.saturating_add(1);
            let blanks = line.len().saturating_sub(line.trim_start_matches(' ').len());
            if number > entry.place.line && indent.is_none() && !line.trim().is_empty() {
                indent = Some(blanks);
            }
            if number == wanted {
                let indent = indent.unwrap_or(0);
                let before = line.char_indices().nth(mistake.column.saturating_add(indent).saturating_sub(1));
                let from = start.saturating_add(before.map_or(line.len(), |(at, _)| at));
                let to = from.saturating_add(mistake.bytes.len()).min(start.saturating_add(line.len()));
                return Place {
                    line: number,
                    column: mistake.column.saturating_add(indent),
                    bytes: from..to.max(from),
                };
            }
            start = start.saturating_add(line.len()).saturating_add(1);
        }
        entry.place.clone()
    }
}
