//! Lines about options: `-o,--output=  write output`.

use super::super::kinds::{Arg, Effect, Style, Takes};
use super::line::{Line, Word};
use super::reader::unknown;
use super::{Choice, Facts, Long, Mistake, of_word};

/// An option as it is spelt in a table.
struct Spelt {
    /// Its spellings without dashes.
    names: Vec<String>,
    /// Whether it is one letter behind one dash.
    letter: Option<char>,
    takes: Takes,
    believed: bool,
}

/// What the words behind options say.
#[derive(Clone, Copy)]
struct Says {
    effect: Effect,
    arg: Option<Arg>,
    operands: Option<Arg>,
}

impl Facts {
    /// Whether its options are the keys of `key=value` operands.
    pub(super) fn has_keys(&self) -> bool {
        self.style == Style::Keys
    }

    /// A line of options with what they do; options without a word are plain.
    pub(super) fn option(&mut self, line: &Line<'_>) -> Result<(), Mistake> {
        let (options, words) = line.columns();
        let says = if words.is_empty() { None } else { Some(says(line, &words)?) };
        for option in options {
            let spelt = self.spelt(line, option)?;
            for name in &spelt.names {
                if self.has_option(name, spelt.letter.is_some()) {
                    let message = format!("option `{}` stands here twice", option.text);
                    return Err(line.mistake(option, message, "one line says all that is known of it".to_owned()));
                }
            }
            if says.is_some_and(|says| says.arg.is_some()) && spelt.takes == Takes::Nothing {
                let help = format!("write `{}=` if a value follows it", option.text);
                return Err(line.mistake(option, format!("`{}` takes no value that could be one", option.text), help));
            }
            self.add(spelt, says);
        }
        Ok(())
    }

    /// Takes the options of something shared; returns one that has a line already.
    pub(super) fn add_options(&mut self, shared: &Self) -> Option<String> {
        let letters = shared.flags.chars().chain(shared.values.chars()).map(|letter| (letter.to_string(), true));
        let long = shared.long.iter().map(|long| (long.name.clone(), false));
        let special = shared.special.iter().flat_map(|choice| &choice.names).map(|name| (name.clone(), false));
        let twice = letters.chain(long).chain(special).find(|(name, letter)| self.has_option(name, *letter));
        self.flags.push_str(&shared.flags);
        self.values.push_str(&shared.values);
        self.believed.push_str(&shared.believed);
        self.long.extend(shared.long.iter().cloned());
        self.special.extend(shared.special.iter().cloned());
        twice.map(|(name, _)| name)
    }

    fn add(&mut self, spelt: Spelt, says: Option<Says>) {
        let Spelt { names, letter, takes, believed } = spelt;
        match (letter, takes, says, names.as_slice()) {
            (Some(letter), Takes::Nothing, None, [_]) => self.flags.push(letter),
            (Some(letter), Takes::Value, None, [_]) => {
                self.values.push(letter);
                if believed {
                    self.believed.push(letter);
                }
            }
            (None, _, None, [name]) if !matches!(name.as_str(), "+" | "@") => {
                self.long.push(Long { name: name.clone(), takes, believed });
            }
            _ => {
                let says = says.unwrap_or(Says { effect: Effect::Read, arg: None, operands: None });
                let arg = says.arg.unwrap_or(Arg::Text);
                self.special.push(Choice { names, takes, believed, effect: says.effect, arg, operands: says.operands });
            }
        }
    }

    /// Whether an option has a line already. A long option of one letter, `--x`, is not the letter `-x`.
    fn has_option(&self, name: &str, letter: bool) -> bool {
        let is_letter = |letters: &str| letters.chars().any(|one| name.chars().eq(std::iter::once(one)));
        letter && (is_letter(&self.flags) || is_letter(&self.values))
            || !letter && self.long.iter().any(|long| long.name == name)
            || self.special.iter().any(|choice| choice.names.iter().any(|one| one == name))
    }

    fn spelt(&self, line: &Line<'_>, option: Word<'_>) -> Result<Spelt, Mistake> {
        let (list, takes, believed) = arity(option.text);
        let mut names = Vec::new();
        let mut letter = None;
        for one in list.split(',') {
            let dashes = one.len().saturating_sub(one.trim_start_matches('-').len());
            let name = one.trim_start_matches('-');
            let mut letters = name.chars();
            let single = letters.next().filter(|_| letters.as_str().is_empty());
            let sign = matches!(one, "+" | "@");
            if name.is_empty() || dashes == 0 && !sign && !self.has_keys() {
                let help = "options begin with a dash; put two blanks before what they do".to_owned();
                return Err(line.mistake(option, format!("`{one}` is not an option"), help));
            }
            let clustering =
                matches!(self.style, Style::Gnu | Style::First | Style::Cluster | Style::Bare | Style::Loose);
            if dashes == 1 && single.is_none() && clustering {
                let help = format!("write `-{one}`, or `style: single` above it if its long options have one dash");
                return Err(line.mistake(option, format!("`{one}` is several letters"), help));
            }
            if dashes == 1 && names.is_empty() {
                letter = single;
            }
            names.push(name.to_owned());
        }
        Ok(Spelt { names, letter, takes, believed })
    }
}

/// An option without the signs behind it that say what it takes: `--output=~` is believed to take a value.
fn arity(option: &str) -> (&str, Takes, bool) {
    let last = option.rfind(',').map_or(0, |comma| comma.saturating_add(1));
    let name = option.get(last..).unwrap_or("");
    let dashes = name.len().saturating_sub(name.trim_start_matches('-').len());
    // The first letter is never such a sign: `-?` is an option.
    let first = name.trim_start_matches('-').chars().next().map_or(0, char::len_utf8);
    let fixed = last.saturating_add(dashes).saturating_add(first);
    let signs = option.get(fixed..).unwrap_or("");
    let (rest, believed) = signs.strip_suffix('~').map_or((signs, false), |rest| (rest, true));
    let takes = [Takes::Two, Takes::Value, Takes::Attached, Takes::Separate, Takes::Command]
        .into_iter()
        .find(|takes| rest.ends_with(takes.word()))
        .unwrap_or(Takes::Nothing);
    let sign = takes.word().len().saturating_add(usize::from(believed));
    (option.get(..option.len().saturating_sub(sign)).unwrap_or(option), takes, believed)
}

fn says(line: &Line<'_>, words: &[Word<'_>]) -> Result<Says, Mistake> {
    let mut words = words.iter();
    let mut says = Says { effect: Effect::Read, arg: None, operands: None };
    if let Some(word) = words.next() {
        says.effect = of_word(Effect::ALL, Effect::word, word.text)
            .ok_or_else(|| unknown(line, *word, "effect", Effect::ALL.iter().map(|one| one.word())))?;
    }
    for word in words {
        let kinds = || Arg::ALL.iter().map(|one| one.word());
        let kind = |text: &str| {
            of_word(Arg::ALL, Arg::word, text).ok_or_else(|| unknown(line, *word, "kind of value", kinds()))
        };
        match word.text.strip_prefix("operands=") {
            Some(made) => says.operands = Some(kind(made)?),
            None => says.arg = Some(kind(word.text)?),
        }
    }
    Ok(says)
}
