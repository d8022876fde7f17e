//! Files that options and operands name as output: `go build -o PATH`, `gofmt -w PATH`, `sed -i … PATH`.
//!
//! Each is a write of that path, like a redirection. It has to be written out, lie in the project and be nothing that steers: no control
//! file, no secret, nothing of a repository's own, and no link may lead out. A rule on the program covers what its row says that the program
//! is there to make (`covered: -o *`); for all else something has to speak that lets files be written.

use byleave_knowledge::programs::{Arg, Effect, Special};

use super::{Fit, of_world};
use crate::reason::{Gap, NotCovered};
use crate::usage::Given;
use crate::{Form, Word};

/// Whether an option does no more than name an output, or make outputs of the operands.
pub(super) fn is_output(special: Special) -> bool {
    special.effect() == Effect::Write && (special.arg() == Arg::Write) != (special.operands() == Some(Arg::Write))
}

impl Fit<'_> {
    /// The outputs that the rule does not cover by itself, absolute and normal; of a pattern the directory that it begins in.
    pub(super) fn outputs(&self) -> Result<Vec<String>, NotCovered> {
        let words = &self.command.words;
        let unnamed = self.usage.options.iter().filter(|used| {
            used.special().is_some_and(is_output)
                && !self.is_spelt(used.word)
                && !self.pattern.names_option(used, words)
        });
        let mut written = Vec::new();
        let mut makes = false;
        for used in unnamed {
            let own = self.is_listed(used);
            let names = used.special().is_some_and(|special| special.arg() == Arg::Write);
            makes |= !names;
            match (used.given, words.get(used.value_word())) {
                (Given::Nothing, _) if !names => {}
                (Given::Attached(text), Some(word)) if names => {
                    written.extend(self.output(&Word::written(word.span, text))?.filter(|_| !own));
                }
                (Given::Next(..), Some(word)) if names => written.extend(self.output(word)?.filter(|_| !own)),
                // `sed -i.bak`: what the program makes of it is its own affair.
                _ => return Err(self.gap(used.word, Gap::Written)),
            }
        }
        let made = self.usage.operands.iter().filter(|operand| operand.kind == Arg::Write);
        // Without operands it is all that lies where the command runs: `ruff check --fix`.
        if makes && made.clone().next().is_none() {
            written.extend(self.output(&Word::written(self.command.span, "."))?);
        }
        let files: Vec<usize> = made.filter(|_| makes).map(|operand| operand.word).collect();
        let files = self.after_script(&files)?;
        for at in files {
            let word = words.get(*at).ok_or_else(|| self.gap(*at, Gap::Written))?;
            written.extend(self.output(word)?);
        }
        Ok(written)
    }

    /// The files behind the script of `sed -i`, as GNU and as BSD read it: to BSD the word behind `-i` is a suffix, and the next the script,
    /// so `sed -i '' s/a/b/ f` has its script there, and `sed -i p w/etc/x` empties `/etc/x`.
    fn after_script<'w>(&self, files: &'w [usize]) -> Result<&'w [usize], NotCovered> {
        if self.row.operands().first != Some(Arg::Sed) {
            return Ok(files);
        }
        let script = self.usage.operands.first().filter(|operand| operand.kind == Arg::Sed);
        let (Some((first, rest)), Some(script)) = (files.split_first(), script) else { return Ok(files) };
        if self.literal(script.word) == Some("") {
            self.language(Arg::Sed, self.literal(*first), *first)?;
            return Ok(rest);
        }
        let no = || self.gap(*first, Gap::Written);
        let word = self.command.words.get(*first).ok_or_else(no)?;
        let name = word.beginning();
        let single = rest.is_empty() && word.form == Form::Literal;
        if !is_one_command(name) || !single && name.starts_with(['r', 'w']) {
            return Err(no());
        }
        if let Some(written) = name.strip_prefix('w') {
            self.output(&Word::written(word.span, written))?;
        }
        Ok(files)
    }

    pub(super) fn output(&self, word: &Word<'_>) -> Result<Option<String>, NotCovered> {
        self.reader().output(word).map_err(of_world)
    }
}

/// Whether a file's name, taken for a script, is at most one command at its beginning, and one that writes only if it begins with `w`.
fn is_one_command(name: &str) -> bool {
    let flags = |rest: &str| {
        rest.chars().next().and_then(|delimiter| rest.split(delimiter).nth(3).map(|flags| flags.contains('w')))
    };
    name.starts_with(|first: char| first.is_ascii_alphabetic() || matches!(first, '.' | '_'))
        && !name.contains([';', '{', '}', '!', '\n'])
        && !name.strip_prefix('s').and_then(flags).unwrap_or(false)
}
