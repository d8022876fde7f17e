//! Paths among the arguments of an MCP tool, under any name.

use super::judge::ToolCall;
use byleave_knowledge::arguments::says_text;
use byleave_knowledge::tools::{Deed, deed};

use super::called::looks_like_path;
use super::meant::Text;
use super::spelling::{Oddity, readings};
use super::touched::START;
use crate::findings::Outcome;
use crate::floors::Touch;
use crate::programs::Arg;
use crate::read::files_in;
use crate::{Reason, Stage, Verdict};

/// No path is longer than this.
const LONGEST: usize = 4096;

/// What looking at a path takes, in steps, and how many signs of it take a step more.
const PATH: usize = 8;
const LETTERS: usize = 32;

impl ToolCall<'_> {
    /// Rules that refuse files hold for a tool that is given their paths, and so do the floors on secrets and control files.
    pub(super) fn as_path(&self, tool: &str, one: &Text<'_>, outcome: &mut Outcome) {
        let text = one.text;
        // What is kept somewhere may be a patch that is applied there: a person looks at it.
        let mut patched = Outcome::default();
        for (path, _) in files_in(text) {
            self.path(tool, one.key, &path, &mut patched);
        }
        take_questions(patched, outcome);
        if says_text(one.key) || text.contains('\0') || text.contains("://") && !is_file_address(text) {
            return;
        }
        // Perhaps a list, one on each line.
        for line in text.lines() {
            self.as_line(tool, one.key, line, outcome);
        }
    }

    fn as_line(&self, tool: &str, key: &str, text: &str, outcome: &mut Outcome) {
        if text.len() <= LONGEST {
            self.path(tool, key, text, outcome);
        }
        if !text.trim().contains(char::is_whitespace) {
            return;
        }
        // Words of a sentence, perhaps: a person looks at it.
        let mut apart = Outcome::default();
        let signs = ['"', '\'', '`', '(', ')', '<', '>', '[', ']', '{', '}', ',', ';', ':'];
        for word in
            text.split(char::is_whitespace).map(|word| word.trim_matches(signs)).filter(|word| word.contains('/'))
        {
            self.path(tool, key, word, &mut apart);
        }
        take_questions(apart, outcome);
    }

    fn path(&self, tool: &str, key: &str, text: &str, outcome: &mut Outcome) {
        let deed = deed(tool);
        let uses: &[Arg] = match deed {
            Deed::Looks => &[Arg::Read],
            Deed::Changes | Deed::Unknown => &[Arg::Read, Arg::Write],
        };
        for reading in readings(text) {
            if self.files.budget.spend((text.len() / LETTERS).saturating_add(PATH)).is_err() {
                return;
            }
            match reading.odd {
                Some(Oddity::Hidden) if looks_like_path(text) => {
                    outcome.hard_ask(None, Reason::ArgumentPathHidden(key.to_owned()));
                    continue;
                }
                Some(Oddity::Unknown) if is_file_address(text) => {
                    outcome.hard_ask(None, Reason::ArgumentPathUncertain(key.to_owned()));
                    continue;
                }
                Some(Oddity::Hidden | Oddity::Option | Oddity::Unknown) => continue,
                None => {}
            }
            for arg in uses {
                let touch = Touch {
                    path: Some(&reading.path),
                    tilde: reading.path.starts_with('~'),
                    glob: false,
                    directory: &START,
                    arg: *arg,
                    span: None,
                    spelt: false,
                };
                self.files.ruled_out(&touch, outcome);
            }
            if looks_like_path(&reading.path)
                && let Some(place) = self.place(&reading, &START)
            {
                self.guard(&place, deed, outcome);
            }
        }
    }
}

/// Takes what was found as questions, since nothing says that what it was found in is used so.
fn take_questions(found: Outcome, outcome: &mut Outcome) {
    for finding in found.findings {
        match (finding.verdict, finding.stage) {
            (Verdict::Ask, Stage::NamedAskFloor) => outcome.named_ask(None, finding.reason),
            (Verdict::Ask | Verdict::Deny, _) => outcome.hard_ask(None, finding.reason),
            (Verdict::Allow, _) => {}
        }
    }
}

fn is_file_address(text: &str) -> bool {
    text.trim().get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"))
}
