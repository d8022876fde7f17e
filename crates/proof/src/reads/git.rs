//! git's words that no row can say: objects, pathspecs, formats.
//!
//! Whatever depends on the repository's settings (drivers, monitors, pagers, submodules) is a fact of the world, asked for the directory that
//! `-C` or a `cd` leads to.

use byleave_knowledge::paths::{could_match_secret, sensitive};

use super::is_in;
use super::{Reader, is_any, place};
use crate::fact::GitUse;
use crate::reason::Reason;
use crate::usage::Given;
use crate::{NotProven, Span, Value};

/// Formats by name. Any other name is one of the settings, `pretty.x = %G?`.
const NAMED: &str = "oneline short medium full fuller reference email raw mboxrd";

/// Fields of `log --format`: letters behind `%`. Not here: `%G` (starts gpg), `%(`, `%S`.
const FIELDS: &str = "H h T t P p an aN ae aE al ad aD ar at ai aI as ah cn cN ce cE cl cd cD cr ct ci cI cs ch d D e s f b B gd gD gs \
    n % m x00";

/// Fields of `for-each-ref --format`. Not here: `signature` (starts gpg), `contents` of a tag with a signature only prints.
const ATOMS: &str = "refname objectname objecttype objectsize upstream push HEAD subject body contents author authorname authoremail \
    authordate committer committername committeremail committerdate taggername taggerdate tagger creator creatordate \
    symref worktreepath color";

impl Reader<'_> {
    /// All that a row cannot say of a command of git.
    pub(super) fn git(&mut self) -> Result<(), NotProven> {
        let mut place = self.here()?.to_owned();
        for used in &self.usage.options {
            let span = self.word(used.word)?.span;
            let no = |reason: Reason| NotProven::new(span, reason);
            let text = used.text(&self.command.words);
            // `-C a -C b` is `a/b`.
            if is_any(used, &["-C"]) && used.depth == 0 {
                place = place::from_text(text.ok_or_else(|| no(Reason::Pattern))?, &place).map_err(no)?;
                self.scene.world.entered(&self.scene.ground, &place).map_err(no)?;
            } else if is_any(used, &["--format", "--pretty"]) {
                let format = match used.given {
                    Given::Nothing => "",
                    Given::Attached(_) | Given::Next(_) | Given::Pattern(_) | Given::Two(..) | Given::Words(..) => {
                        text.ok_or_else(|| no(Reason::Pattern))?
                    }
                };
                if !is_plain_format(format) {
                    return Err(no(Reason::Language("git's format")));
                }
            } else if is_any(used, &["-L"]) {
                // `-L 1,5:file` and `-L :name:file`.
                let range = text.ok_or_else(|| no(Reason::Pattern))?;
                if let Some((_, path)) = range.rsplit_once(':') {
                    self.object(path, &place, span)?;
                }
            }
        }
        let ground = &self.scene.ground;
        ground.may_look(&place).map_err(|reason| self.no(reason))?;
        let names = self.row.rare("names") == Some("always");
        let how = if names { GitUse::Names } else { GitUse::Contents };
        self.scene.world.git(ground, &place, how).map_err(|reason| self.no(reason))?;
        for operand in &self.usage.operands {
            let word = self.word(operand.word)?;
            match &word.value {
                Value::Literal { text, tilde: false } => self.git_operand(text, &place, word.span)?,
                // What the shell expands is a path.
                Value::Pattern { .. } => self.read(word, operand.may_be_option)?,
                Value::Literal { .. } | Value::Number | Value::Beginning(_) => {
                    return Err(NotProven::new(word.span, Reason::Pattern));
                }
            }
        }
        Ok(())
    }

    /// A revision, an object or a pathspec; which of them it is depends on the repository, so it must be harmless as each.
    fn git_operand(&mut self, text: &str, place: &str, span: Span) -> Result<(), NotProven> {
        // `:!x` and `:(exclude)x` leave out. Other magic words (`top`, `glob`, `icase`, `attr`) make a pathspec mean something else.
        for excludes in [":!", ":^", ":(exclude)"] {
            if let Some(rest) = text.strip_prefix(excludes) {
                let plain = !rest.starts_with(['(', ':', '!', '^']);
                return if plain { Ok(()) } else { Err(NotProven::new(span, Reason::Language("git's pathspec"))) };
            }
        }
        if text.starts_with(":(") || text.starts_with(":/") {
            return Err(NotProven::new(span, Reason::Language("git's pathspec")));
        }
        // `HEAD:src/x`, `:src/x`, `:0:src/x`: what a revision or the index holds there.
        if let Some((_, path)) = text.rsplit_once(':') {
            return self.object(path, place, span);
        }
        self.object(text, place, span)
    }

    /// A path in a revision, or a pattern that git matches itself.
    fn object(&mut self, path: &str, place: &str, span: Span) -> Result<(), NotProven> {
        let no = |reason: Reason| NotProven::new(span, reason);
        if let Some(sign) = path.find(['*', '?', '[', '\\']) {
            let slash =
                path.get(..sign).and_then(|before| before.rfind('/')).map_or(0, |slash| slash.saturating_add(1));
            let (directory, pattern) = path.split_at_checked(slash).unwrap_or(("", path));
            let directory = place::from_text(directory, place).map_err(no)?;
            self.scene.ground.may_read(&directory).map_err(no)?;
            let secret = sensitive(&directory, pattern, self.scene.ground.home).or_else(|| could_match_secret(pattern));
            return match secret {
                Some(what) => Err(no(Reason::Secret { path: path.to_owned(), what })),
                None if path.contains('\\') => Err(no(Reason::Language("git's pathspec"))),
                None => Ok(()),
            };
        }
        // `HEAD^`, `a..b`: their text is that of a path that nobody has.
        let path = place::from_text(path, place).map_err(no)?;
        self.file(path, span)
    }
}

/// Whether a format only prints fields that start nothing.
fn is_plain_format(format: &str) -> bool {
    if format.is_empty() || is_in(NAMED, format) {
        return true;
    }
    let custom = format.strip_prefix("format:").or_else(|| format.strip_prefix("tformat:"));
    let text = match custom {
        Some(text) => text,
        None if format.contains('%') => format,
        None => return false,
    };
    let mut parts = text.split('%').skip(1).peekable();
    while let Some(part) = parts.next() {
        // `%%`
        if part.is_empty() && parts.next().is_some() {
            continue;
        }
        let colour = |word: &str| part.strip_prefix(word).is_some();
        let coloured = colour("C(") || colour("Cred") || colour("Cgreen") || colour("Cblue") || colour("Creset");
        let width =
            part.starts_with("<(") || part.starts_with(">(") || part.starts_with("w(") || part.starts_with("x0");
        let atom = part.strip_prefix('(').is_some_and(|atom| {
            let name = atom.trim_start_matches('*').split([':', ')']).next().unwrap_or("");
            is_in(ATOMS, name) && !atom.contains("signature")
        });
        if !coloured && !width && !atom && !FIELDS.split(' ').any(|field| part.starts_with(field)) {
            return false;
        }
    }
    true
}
