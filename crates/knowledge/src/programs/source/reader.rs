//! Reading a table line by line: programs, what stands below them, and what they share.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::super::kinds::Effect;
use super::super::nearest;
use super::line::{Line, Word, lines};
use super::{Facts, Mistake, Row, of_word};

/// No program has sub-commands deeper than this.
const DEEPEST: usize = 12;
/// More mistakes than this are not listed.
const MOST_MISTAKES: usize = 20;

pub(super) struct Reader<'t> {
    lines: Vec<Line<'t>>,
    /// The next line.
    at: usize,
    shared: BTreeMap<&'t str, (Effect, Rc<Facts>)>,
    mistakes: Vec<Mistake>,
}

/// What the line above a block says.
struct Header<'t> {
    line: Line<'t>,
    /// For each row its names.
    rows: Vec<Vec<Word<'t>>>,
    effect: Effect,
    /// What it takes over from a shared row.
    base: Option<Rc<Facts>>,
}

impl<'t> Reader<'t> {
    pub fn new(text: &'t str) -> Self {
        Self { lines: lines(text), at: 0, shared: BTreeMap::new(), mistakes: Vec::new() }
    }

    /// The whole table.
    pub fn table(mut self) -> Result<Vec<Row>, Vec<Mistake>> {
        let mut rows = Vec::new();
        let mut seen = BTreeSet::new();
        while let Some(line) = self.peek() {
            if line.indent > 0 {
                self.note(line.wrong(
                    "this stands below nothing",
                    "a program begins at the margin; its lines stand below it, two blanks further in".to_owned(),
                ));
                self.next();
                continue;
            }
            self.next();
            if line.says.starts_with("shared ") {
                self.share(line);
            } else {
                self.rows(line, 0, &mut rows, &mut seen);
            }
        }
        if self.mistakes.is_empty() { Ok(rows) } else { Err(self.mistakes) }
    }

    fn peek(&self) -> Option<Line<'t>> {
        self.lines.get(self.at).copied()
    }

    fn next(&mut self) {
        self.at = self.at.saturating_add(1);
    }

    pub(super) fn note(&mut self, mistake: Mistake) {
        if self.mistakes.len() < MOST_MISTAKES {
            self.mistakes.push(mistake);
        }
    }

    /// `shared NAME  EFFECT` and what stands below it.
    fn share(&mut self, line: Line<'t>) {
        let (names, words) = line.columns();
        let [_, name] = names.as_slice() else {
            self.note(line.wrong("`shared` needs one name", "write `shared NAME  EFFECT`".to_owned()));
            self.skip_below(line);
            return;
        };
        let Some((effect, base)) = self.does(line, &words) else {
            self.skip_below(line);
            return;
        };
        let header = Header { line, rows: Vec::new(), effect, base };
        let facts = self.facts(&header, 0);
        if self.shared.insert(name.text, (effect, facts)).is_some() {
            self.note(line.mistake(*name, format!("`{}` is shared twice", name.text), None));
        }
    }

    /// A header line and what stands below it.
    fn rows(&mut self, line: Line<'t>, depth: usize, rows: &mut Vec<Row>, seen: &mut BTreeSet<&'t str>) {
        let Some(header) = self.header(line) else {
            self.skip_below(line);
            return;
        };
        for name in header.rows.iter().flatten() {
            let plain = !name.text.starts_with('-') && !name.text.is_empty();
            if plain && !seen.insert(name.text) {
                self.note(line.mistake(
                    *name,
                    format!("`{}` stands here twice", name.text),
                    "one row says all that is known of it".to_owned(),
                ));
            }
        }
        let facts = self.facts(&header, depth);
        for names in &header.rows {
            rows.push(Row {
                names: names.iter().map(|name| name.text.to_owned()).collect(),
                effect: header.effect,
                facts: Rc::clone(&facts),
            });
        }
    }

    /// Names and what they do.
    fn header(&mut self, line: Line<'t>) -> Option<Header<'t>> {
        let (mut names, words) = line.columns();
        if words.is_empty() {
            let last = names.last().copied()?;
            let known = of_word(Effect::ALL, Effect::word, last.text).is_some() && names.len() > 1;
            let help = if known {
                format!("put two blanks before `{}`", last.text)
            } else {
                format!("after two blanks say what it does: {}", effects())
            };
            self.note(line.wrong("the names are not followed by what they do", help));
            return None;
        }
        // `with -n,--dry-run  read`: what a program does when an option is given.
        let conditional = names.len() > 1 && names.first().is_some_and(|name| name.text == "with");
        if conditional {
            names.remove(0);
        }
        for name in &names {
            let dashed = name.text.starts_with('-');
            if dashed && !conditional {
                self.note(line.mistake(
                    *name,
                    "a name does not begin with a dash",
                    "`with -x  EFFECT` is for options".to_owned(),
                ));
                return None;
            }
        }
        let (effect, base) = self.does(line, &words)?;
        let nothing =
            |name: Word<'t>| if conditional && name.text == "nothing" { Word { text: "", ..name } } else { name };
        let rows = names.iter().map(|name| synonyms(*name).into_iter().map(nothing).collect()).collect();
        Some(Header { line, rows, effect, base })
    }

    /// `EFFECT`, `like NAME`, or both.
    fn does(&mut self, line: Line<'t>, words: &[Word<'t>]) -> Option<(Effect, Option<Rc<Facts>>)> {
        let (effect, rest) = match words {
            [first, rest @ ..] if first.text != "like" => {
                let Some(effect) = of_word(Effect::ALL, Effect::word, first.text) else {
                    self.note(unknown(&line, *first, "effect", Effect::ALL.iter().map(|one| one.word())));
                    return None;
                };
                (Some(effect), rest)
            }
            rest => (None, rest),
        };
        let base = match rest {
            [] => None,
            [word, name] if word.text == "like" => {
                let Some(shared) = self.shared.get(name.text).cloned() else {
                    let known = self.shared.keys().copied().collect::<Vec<_>>();
                    self.note(unknown(&line, *name, "shared row", known));
                    return None;
                };
                Some(shared)
            }
            [word, ..] => {
                self.note(line.mistake(
                    *word,
                    format!("`{}` does not belong here", word.text),
                    "write `NAMES  EFFECT`, `NAMES  like SHARED` or `NAMES  EFFECT like SHARED`".to_owned(),
                ));
                return None;
            }
        };
        let effect = effect.or_else(|| base.as_ref().map(|(effect, _)| *effect));
        let Some(effect) = effect else {
            self.note(line.wrong("it does not say what it does", format!("it is one of: {}", effects())));
            return None;
        };
        Some((effect, base.map(|(_, facts)| facts)))
    }

    /// What stands below a header.
    fn facts(&mut self, header: &Header<'t>, depth: usize) -> Rc<Facts> {
        let below = self.peek().filter(|line| line.indent > header.line.indent);
        let Some(first) = below else {
            return header.base.clone().unwrap_or_else(|| Rc::new(Facts::of(header.effect)));
        };
        let mut facts = header.base.as_deref().cloned().unwrap_or_else(|| Facts::of(header.effect));
        let mut seen = BTreeSet::new();
        while let Some(line) = self.peek().filter(|line| line.indent > header.line.indent) {
            self.next();
            if line.indent != first.indent {
                self.note(line.wrong(
                    "this line stands neither below a row nor beside the lines above",
                    format!("give it {} blanks", first.indent),
                ));
                continue;
            }
            let mistake = match line.says.bytes().next() {
                _ if line.says.starts_with("options:") => self.borrow(&line, &mut facts).err(),
                _ if is_fact(line.says) => facts.fact(&line).err(),
                Some(b'-' | b'+' | b'@') => facts.option(&line).err(),
                _ if facts.has_keys() => facts.option(&line).err(),
                _ if depth >= DEEPEST => Some(line.wrong("this stands too deep", None)),
                _ => {
                    self.rows(line, depth.saturating_add(1), &mut facts.subs, &mut seen);
                    None
                }
            };
            if let Some(mistake) = mistake {
                self.note(mistake);
            }
        }
        if let Some(message) = facts.unproven() {
            let help = "`proves-with:` names plain options, and options that only read, as the lines above spell them";
            self.note(header.line.wrong(&message, help.to_owned()));
        }
        Rc::new(facts)
    }

    /// `options: NAME`: the options of something shared, at this place among the others.
    fn borrow(&self, line: &Line<'t>, facts: &mut Facts) -> Result<(), Mistake> {
        for name in line.words().into_iter().skip(1) {
            let Some((_, shared)) = self.shared.get(name.text) else {
                return Err(unknown(line, name, "shared row", self.shared.keys().copied()));
            };
            if let Some(twice) = facts.add_options(shared) {
                let message = format!("option `{twice}` stands here twice");
                return Err(line.mistake(name, message, "one line says all that is known of it".to_owned()));
            }
        }
        Ok(())
    }

    /// What stands below a line that was not understood is not looked at.
    fn skip_below(&mut self, line: Line<'t>) {
        while self.peek().is_some_and(|next| next.indent > line.indent) {
            self.next();
        }
    }
}

/// `a,b,c`: names that mean the same.
fn synonyms(word: Word<'_>) -> Vec<Word<'_>> {
    let mut at = word.at;
    let mut names = Vec::new();
    for text in word.text.split(',') {
        names.push(Word { text, at });
        at = at.saturating_add(text.len()).saturating_add(1);
    }
    // A comma that is a name, or an empty name, stays as it is written.
    if names.iter().any(|name| name.text.is_empty()) { vec![word] } else { names }
}

/// `style: single`.
fn is_fact(says: &str) -> bool {
    let first = says.split([' ', '\t']).next().unwrap_or("");
    first.len() > 1 && first.ends_with(':') && first.bytes().next().is_some_and(|byte| byte.is_ascii_lowercase())
}

fn effects() -> String {
    Effect::ALL.iter().map(|one| one.word()).collect::<Vec<_>>().join(", ")
}

/// A word that is none of those that may stand here.
pub(super) fn unknown<'c>(
    line: &Line<'_>,
    word: Word<'_>,
    what: &str,
    known: impl IntoIterator<Item = &'c str>,
) -> Mistake {
    let known: Vec<&str> = known.into_iter().filter(|one| !one.is_empty()).collect();
    let help = match nearest(word.text, known.iter().copied()) {
        Some(near) => Some(format!("did you mean `{near}`?")),
        None if known.is_empty() => None,
        None => Some(format!("it is one of: {}", known.join(", "))),
    };
    line.mistake(word, format!("unknown {what} `{}`", word.text), help)
}
