//! Lines that say one thing about a program: `style: single`, `obeys: .npmrc`.

use super::super::kinds::{Arg, Ends, Known, Missing, Style, Wraps};
use super::super::quirk::Quirk;
use super::super::role::Role;
use super::line::{Line, Word};
use super::reader::unknown;
use super::{Facts, Mistake, of_word};

const KEYS: &[&str] = &[
    "abbreviates:",
    "brings:",
    "clusters:",
    "covered:",
    "cuts:",
    "directories:",
    "directory:",
    "does:",
    "ends:",
    "first:",
    "follows:",
    "heeds:",
    "hidden:",
    "inherits:",
    "into:",
    "last:",
    "links:",
    "lists:",
    "missing:",
    "names:",
    "obeys:",
    "obeys-usually:",
    "one-word:",
    "only:",
    "operands:",
    "options:",
    "packs:",
    "plain:",
    "prints:",
    "prints-after:",
    "proves:",
    "proves-with:",
    "quirks:",
    "reads-only:",
    "roles:",
    "same:",
    "sends-input:",
    "shell:",
    "stands-for:",
    "style:",
    "transparent:",
    "uncovered:",
    "whole:",
    "without:",
    "without-files:",
    "wraps:",
];

/// What reads the text that a program is given: the shell at hand, one of these, or the login shell of a user.
const SHELLS: &[&str] = &["here", "bash", "zsh", "sh", "fish", "powershell", "cmd", "login"];

/// Words that the star of a rule does not stand for if they look so; an option stands for its value.
const UNCOVERED: &[&str] = &["word", "operand", "first", "later", "passed-on", "value", "bare", "fed", "input"];

/// What a program puts into the project by names that the text does not tell.
const BROUGHT: &[&str] = &["archive", "patch", "series", "tree"];

impl Facts {
    pub(super) fn fact(&mut self, line: &Line<'_>) -> Result<(), Mistake> {
        let words = line.words();
        let Some((key, values)) = words.split_first() else { return Ok(()) };
        let Some(value) = values.first().copied() else {
            return Err(line.mistake(*key, format!("`{}` says nothing", key.text), None));
        };
        let texts = || values.iter().map(|word| word.text.to_owned());
        match key.text {
            "style:" => {
                self.style = word(line, only(line, values)?, "style", Style::ALL, Style::word)?;
                if !(self.flags.is_empty() && self.long.is_empty() && self.special.is_empty()) {
                    let message = "how options look must be said before the first of them";
                    return Err(line.mistake(*key, message, "put this line above the options".to_owned()));
                }
            }
            "ends:" => self.ends = word(line, only(line, values)?, "end of options", Ends::ALL, Ends::word)?,
            "operands:" => self.operands.rest = arg(line, only(line, values)?)?,
            "first:" => {
                self.operands.first = Some(arg(line, value)?);
                self.operands.first_by = unless(line, values)?;
            }
            "last:" => {
                self.operands.last = Some(arg(line, value)?);
                self.operands.last_by = unless(line, values)?;
            }
            "wraps:" => self.wraps = wraps(line, values)?,
            "transparent:" => self.transparent = yes(line, only(line, values)?)?,
            "lists:" => self.lists = yes(line, only(line, values)?)?,
            "abbreviates:" => self.abbreviates = known(line, only(line, values)?)?,
            "inherits:" => self.inherits = known(line, only(line, values)?)?,
            "missing:" => {
                self.missing = word(line, only(line, values)?, "answer", Missing::ALL, Missing::word)?;
            }
            "same:" => self.same.push(texts().collect::<Vec<_>>().join(" ")),
            // `~` says that it was not run.
            "prints:" => self.prints = texts().map(|word| word.trim_end_matches('~').to_owned()).collect(),
            "prints-after:" => self.prints_after = texts().collect(),
            "obeys:" | "obeys-usually:" => {
                self.obeys = texts().collect();
                self.usual = key.text == "obeys-usually:";
            }
            "whole:" if value.text == "always" => {
                self.whole = vec![only(line, values)?.text.to_owned()];
            }
            "whole:" => self.whole = options(line, values)?,
            "plain:" => self.plain.push(valued(line, values)?),
            "covered:" => self.covered.push(valued(line, values)?),
            "quirks:" => {
                for value in values {
                    self.quirks.push(word(line, *value, "quirk", Quirk::ALL, Quirk::word)?);
                }
            }
            "roles:" => {
                for value in values {
                    self.roles.push(word(line, *value, "role", Role::ALL, Role::word)?);
                }
            }
            "directory:" => self.directory = options(line, values)?.iter().map(|one| bare(one)).collect(),
            _ => {
                let said = rare(line, key, values)?;
                self.say(key, &said);
            }
        }
        Ok(())
    }

    /// Keeps a line that few rows have.
    fn say(&mut self, key: &Word<'_>, said: &str) {
        self.rare.push(format!("{} {said}", key.text.trim_end_matches(':')));
    }
}

/// The one value a line may have.
fn only<'t>(line: &Line<'_>, values: &[Word<'t>]) -> Result<Word<'t>, Mistake> {
    match values {
        [one] => Ok(*one),
        [_, more, ..] => Err(line.mistake(*more, format!("`{}` is one word too many", more.text), None)),
        [] => Err(line.wrong("a value is missing", None)),
    }
}

fn word<T: Copy>(
    line: &Line<'_>,
    given: Word<'_>,
    what: &str,
    all: &[T],
    spelt: impl Fn(T) -> &'static str,
) -> Result<T, Mistake> {
    of_word(all, &spelt, given.text).ok_or_else(|| unknown(line, given, what, all.iter().map(|one| spelt(*one))))
}

fn arg(line: &Line<'_>, given: Word<'_>) -> Result<Arg, Mistake> {
    word(line, given, "kind of operand", Arg::ALL, Arg::word)
}

fn known(line: &Line<'_>, given: Word<'_>) -> Result<Known, Mistake> {
    word(line, given, "answer", Known::ALL, Known::word)
}

fn yes(line: &Line<'_>, given: Word<'_>) -> Result<bool, Mistake> {
    match given.text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(unknown(line, given, "answer", ["yes", "no"])),
    }
}

/// `covered: -o /dev/null -`: an option and values of it.
fn valued(line: &Line<'_>, values: &[Word<'_>]) -> Result<String, Mistake> {
    match values {
        [option, _, ..] if option.text.starts_with('-') => {
            Ok(values.iter().map(|word| word.text).collect::<Vec<_>>().join(" "))
        }
        [other, ..] => Err(line.mistake(
            *other,
            format!("`{}` is not an option with values", other.text),
            "write an option and the values, such as `-o /dev/null -`".to_owned(),
        )),
        [] => Err(line.wrong("a value is missing", None)),
    }
}

/// `first: text unless -e --regexp`: options that stand for the operand, without their dashes.
fn unless(line: &Line<'_>, values: &[Word<'_>]) -> Result<Vec<String>, Mistake> {
    match values {
        [] | [_] => Ok(Vec::new()),
        [_, unless, by @ ..] if unless.text == "unless" && !by.is_empty() => {
            Ok(options(line, by)?.iter().map(|one| bare(one)).collect())
        }
        [_, other, ..] => Err(line.mistake(
            *other,
            format!("`{}` does not belong here", other.text),
            "write `unless -x --long`".to_owned(),
        )),
    }
}

fn options(line: &Line<'_>, values: &[Word<'_>]) -> Result<Vec<String>, Mistake> {
    match values.iter().find(|value| !value.text.starts_with('-')) {
        Some(other) => Err(line.mistake(
            *other,
            format!("`{}` is not an option", other.text),
            "options begin with a dash".to_owned(),
        )),
        None => Ok(values.iter().map(|value| value.text.to_owned()).collect()),
    }
}

fn bare(option: &str) -> String {
    option.trim_start_matches('-').to_owned()
}

fn wraps(line: &Line<'_>, values: &[Word<'_>]) -> Result<Wraps, Mistake> {
    let (kind, skip) = match values {
        [kind] => (*kind, 0),
        [kind, skip] => {
            let number = skip.text.parse::<u8>();
            let help = "how many operands stand before the command, such as 1".to_owned();
            (*kind, number.map_err(|_| line.mistake(*skip, format!("`{}` is not a number", skip.text), help))?)
        }
        _ => return Err(line.wrong("`wraps:` needs a kind and at most a number", None)),
    };
    Wraps::of_words(kind.text, skip).ok_or_else(|| unknown(line, kind, "kind of wrapper", Wraps::WORDS.iter().copied()))
}

/// What a line says that few rows have, and that is kept as it is written.
fn rare(line: &Line<'_>, key: &Word<'_>, values: &[Word<'_>]) -> Result<String, Mistake> {
    let all = || values.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
    let Some(value) = values.first().copied() else { return Ok(String::new()) };
    Ok(match key.text {
        "shell:" => word(line, only(line, values)?, "shell", SHELLS, |shell| shell)?.to_owned(),
        "clusters:" | "directories:" => if yes(line, only(line, values)?)? { "yes" } else { "no" }.to_owned(),
        "does:" | "stands-for:" | "sends-input:" | "heeds:" | "proves:" | "proves-with:" => all(),
        "brings:" => {
            word(line, value, "kind of files", BROUGHT, |kind| kind)?;
            all()
        }
        "cuts:" | "follows:" | "links:" | "one-word:" | "only:" | "packs:" | "reads-only:" | "without:"
        | "without-files:" | "hidden:" | "into:" | "names:" => match values {
            [one] if matches!(one.text, "always" | "alone") => one.text.to_owned(),
            [unless, rest @ ..] if unless.text == "unless" => format!("unless {}", options(line, rest)?.join(" ")),
            all => options(line, all)?.join(" "),
        },
        "uncovered:" => {
            let option = |mistake| if value.text.starts_with('-') { Ok(value.text) } else { Err(mistake) };
            word(line, value, "kind of word", UNCOVERED, |kind| kind).or_else(option)?;
            all()
        }
        _ => return Err(unknown(line, *key, "fact", KEYS.iter().copied())),
    })
}
