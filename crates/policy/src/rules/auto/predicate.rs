//! `validate` and `require` in a file: predicates one can read off.

use super::expression::Expression;

/// Something that holds for a call or does not.
#[derive(Clone, Debug)]
pub enum Predicate {
    /// The whole text has at most this many characters.
    MaxLength(usize),
    /// The whole text has at least this many characters.
    MinLength(usize),
    /// Everything it touches lies in a directory: `project`, or a path.
    Under(String),
    /// An expression is found in it.
    Matches(Expression),
    /// It is exactly one of these.
    OneOf(Vec<String>),
    /// The opposite.
    Not(Box<Predicate>),
    /// All of these hold.
    All(Vec<Predicate>),
    /// One of these holds.
    Any(Vec<Predicate>),
}

/// What predicates are asked about: a call, or one simple command of it.
pub struct Scene<'s> {
    /// The whole text, trimmed.
    pub whole: &'s str,
    /// The texts of the part, all of which must fit; empty if they are not known beforehand.
    pub texts: &'s [String],
    /// Whether files may stand in the place of a word: then no text tells what the part is not.
    pub open: bool,
    /// Whether everything the part touches lies in a directory; `None` if that is not known.
    pub under: &'s dyn Fn(&str) -> Option<bool>,
}

impl Predicate {
    /// Whether it holds; `None` if that cannot be told, so that `not` cannot turn doubt into leave.
    #[must_use]
    pub fn holds(&self, scene: &Scene<'_>) -> Option<bool> {
        match self {
            Self::MaxLength(most) => Some(scene.whole.chars().count() <= *most),
            Self::MinLength(least) => Some(scene.whole.chars().count() >= *least),
            Self::Under(directory) => (scene.under)(directory),
            Self::Matches(expression) => scene.known(agree(scene.texts, |text| expression.is_found_in(text))),
            Self::OneOf(list) => {
                let listed = |text: &str| list.iter().any(|one| one.trim() == text);
                if listed(scene.whole) { Some(true) } else { scene.known(agree(scene.texts, listed)) }
            }
            Self::Not(inner) => inner.holds(scene).map(|holds| !holds),
            Self::All(list) => fold(list, scene, false),
            Self::Any(list) => fold(list, scene, true),
        }
    }

    /// What it asks for, in words.
    #[must_use]
    pub fn words(&self) -> String {
        let join = |list: &[Self], word: &str| list.iter().map(Self::words).collect::<Vec<_>>().join(word);
        match self {
            Self::MaxLength(most) => format!("at most {most} characters"),
            Self::MinLength(least) => format!("at least {least} characters"),
            Self::Under(directory) => format!("everything under {directory}"),
            Self::Matches(expression) => format!("matches `{}`", expression.text()),
            Self::OneOf(list) => format!("one of {}", list.join(", ")),
            Self::Not(inner) => format!("not ({})", inner.words()),
            Self::All(list) => join(list, " and "),
            Self::Any(list) => join(list, " or "),
        }
    }
}

impl Scene<'_> {
    /// An answer on its texts, as far as they tell: `rm s*` may be about `src`.
    fn known(&self, answer: Option<bool>) -> Option<bool> {
        answer.filter(|holds| *holds || !self.open)
    }
}

/// The answer that all texts give; none if they differ or there are none.
fn agree(texts: &[String], test: impl Fn(&str) -> bool) -> Option<bool> {
    let (first, rest) = texts.split_first()?;
    let answer = test(first);
    rest.iter().all(|text| test(text) == answer).then_some(answer)
}

/// `any` is settled by one that holds, `all` by one that does not; doubt stays if nothing settles it.
fn fold(list: &[Predicate], scene: &Scene<'_>, settles: bool) -> Option<bool> {
    let answers: Vec<Option<bool>> = list.iter().map(|one| one.holds(scene)).collect();
    if answers.contains(&Some(settles)) {
        return Some(settles);
    }
    (!answers.contains(&None)).then_some(!settles)
}

#[cfg(test)]
mod tests {
    use super::{Predicate, Scene};
    use crate::rules::auto::Expression;

    #[test]
    fn predicates_hold_fail_or_cannot_tell() {
        let matches = |text: &str| Predicate::Matches(Expression::new(text).expect(text));
        let not = |inner: Predicate| Predicate::Not(Box::new(inner));
        let under = |directory: &str| Predicate::Under(directory.to_owned());
        let known = ["make test".to_owned()];
        let cases = [
            (Predicate::MaxLength(9), Some(true)),
            (Predicate::MaxLength(8), Some(false)),
            (Predicate::MinLength(10), Some(false)),
            (matches("^make"), Some(true)),
            (not(matches("^make")), Some(false)),
            (Predicate::OneOf(vec!["make test".to_owned()]), Some(true)),
            (Predicate::OneOf(vec!["make".to_owned()]), Some(false)),
            (under("yes"), Some(true)),
            (under("?"), None),
            (not(under("?")), None),
            (Predicate::All(vec![matches("make"), under("?")]), None),
            (Predicate::All(vec![matches("rake"), under("?")]), Some(false)),
            (Predicate::Any(vec![matches("make"), under("?")]), Some(true)),
            (Predicate::Any(vec![matches("rake"), under("?")]), None),
            (Predicate::All(Vec::new()), Some(true)),
            (Predicate::Any(Vec::new()), Some(false)),
        ];
        let answer = |directory: &str| (directory == "yes").then_some(true);
        for (predicate, expected) in cases {
            let scene = Scene { whole: "make test", texts: &known, open: false, under: &answer };
            assert_eq!(predicate.holds(&scene), expected, "{}", predicate.words());
        }
        let scene = Scene { whole: "make $x", texts: &[], open: false, under: &answer };
        assert_eq!(not(matches("rm")).holds(&scene), None);
    }
}
