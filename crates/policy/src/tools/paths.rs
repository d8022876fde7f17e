//! Paths among the arguments of an MCP tool, under any name.

use byleave_knowledge::arguments::says_text;
use byleave_knowledge::tools::{Deed, deed};
use byleave_shell::Directory;

use super::arguments::Text;
use super::first_words::looks_like_path;
use super::judge::ToolCall;
use super::spelling::{Oddity, readings};
use crate::budget::{cost, limit};
use crate::findings::Findings;
use crate::floors::Touch;
use crate::programs::Arg;
use crate::read::files_in;
use crate::{Finding, Reason, Stage, Verdict};

impl ToolCall<'_> {
    /// Rules that refuse files hold for a tool that is given their paths, and so do the floors on secrets and control files.
    pub(super) fn as_path(&self, tool: &str, one: &Text<'_>) -> Findings {
        let (text, key) = (one.text, one.key);
        let mut found = Findings::default();
        // What is kept somewhere may be a patch that is applied there: a person looks at it.
        for (path, _) in files_in(text) {
            found.join(self.path(tool, key, &path).filter_map(as_question));
        }
        if says_text(key) || text.contains('\0') || text.contains("://") && !is_file_address(text) {
            return found;
        }
        // Perhaps a list, one on each line.
        for line in text.lines() {
            if line.len() <= limit::PATH {
                found.join(self.path(tool, key, line));
            }
            if !line.trim().contains(char::is_whitespace) {
                continue;
            }
            // Words of a sentence, perhaps: a person looks at it.
            let signs = ['"', '\'', '`', '(', ')', '<', '>', '[', ']', '{', '}', ',', ';', ':'];
            let words = line.split(char::is_whitespace).map(|word| word.trim_matches(signs));
            for word in words.filter(|word| word.contains('/')) {
                found.join(self.path(tool, key, word).filter_map(as_question));
            }
        }
        found
    }

    fn path(&self, tool: &str, key: &str, text: &str) -> Findings {
        let mut found = Findings::default();
        let (deed, start) = (deed(tool), Directory::START);
        let uses: &[Arg] = match deed {
            Deed::Looks => &[Arg::Read],
            Deed::Changes | Deed::Unknown => &[Arg::Read, Arg::Write],
        };
        for reading in readings(text) {
            if self.files.budget.spend((text.len() / cost::LETTERS).saturating_add(cost::PATH)).is_err() {
                break;
            }
            let reason = match reading.odd {
                Some(Oddity::Hidden) => looks_like_path(text).then_some(Reason::ArgumentPathHidden(key.to_owned())),
                Some(Oddity::Unknown) => is_file_address(text).then_some(Reason::ArgumentPathUncertain(key.to_owned())),
                Some(Oddity::Option) | None => None,
            };
            found.extend(reason.map(|reason| Finding::hard_ask(None, reason)));
            if reading.odd.is_some() {
                continue;
            }
            for arg in uses {
                let touch = Touch::exact(&reading.path, &start, *arg, None);
                found.join(self.files.ruled_out(&Touch { tilde: reading.path.starts_with('~'), ..touch }));
            }
            if looks_like_path(&reading.path)
                && let Some(place) = self.place(&reading, &start)
            {
                found.extend(self.guard(&place, deed));
            }
        }
        found
    }
}

/// What was found, as a question: nothing says that what it was found in is used so.
fn as_question(one: Finding) -> Option<Finding> {
    match (one.verdict, one.stage) {
        (Verdict::Ask, Stage::NamedAskFloor) => Some(Finding::named_ask(None, one.reason)),
        (Verdict::Ask | Verdict::Deny, _) => Some(Finding::hard_ask(None, one.reason)),
        (Verdict::Allow, _) => None,
    }
}

fn is_file_address(text: &str) -> bool {
    text.trim().get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"))
}
