//! `unnamed: …` in the text of a policy file, with everything else in it as it was.

use super::node::{self, Entry, Value};
use super::problem::{Place, Problem, Problems};
use byleave_policy::Unnamed;

/// The text of the policy file of this name, with this word in it.
///
/// # Errors
///
/// If it cannot be read, or cannot be edited safely.
pub fn with_unnamed(name: &str, text: &str, said: Unnamed) -> Result<String, Problems> {
    let (mark, body) = text.strip_prefix('\u{feff}').map_or(("", text), |body| ("\u{feff}", body));
    let before = node::read(name, body)?;
    let Value::Map(top) = &before.value else { return Err(by_hand(name, said)) };
    let value = top.iter().find(|entry| entry.key == KEY).map(|entry| entry.node.place.bytes.clone());
    let edited = match (value, top.first()) {
        (Some(place), _) => {
            let (Some(start), Some(end)) = (body.get(..place.start), body.get(place.end..)) else {
                return Err(by_hand(name, said));
            };
            format!("{start}{}{end}", said.name())
        }
        // Before the first key: what stands above it are comments about the file.
        (None, Some(first)) => match body.split_at_checked(first.place.bytes.start) {
            Some((start, end)) => format!("{start}{KEY}: {}\n{end}", said.name()),
            None => return Err(by_hand(name, said)),
        },
        (None, None) => format!("{body}{}{KEY}: {}\n", break_after(body), said.name()),
    };
    // An edit of a text can go wrong in ways that nobody thought of: it must say what it said before, and this word.
    let after = node::read(name, &edited).ok().map(|after| after.value);
    if is_meant(top, after.as_ref(), said) { Ok(format!("{mark}{edited}")) } else { Err(by_hand(name, said)) }
}

const KEY: &str = "unnamed";

fn by_hand(name: &str, said: Unnamed) -> Problems {
    let message =
        format!("byleave cannot edit a file of this shape; put the line `{KEY}: {}` there by hand", said.name());
    Problems(vec![Problem::error(name, Place::default(), message)])
}

fn break_after(body: &str) -> &'static str {
    if body.is_empty() || body.ends_with('\n') { "" } else { "\n" }
}

fn is_meant(before: &[Entry], after: Option<&Value>, said: Unnamed) -> bool {
    let Some(Value::Map(after)) = after else { return false };
    let others = |list: &[Entry]| list.iter().filter(|one| one.key != KEY).cloned().collect::<Vec<_>>();
    let word = after.iter().find(|one| one.key == KEY).and_then(|one| one.node.scalar());
    word.as_deref() == Some(said.name()) && are_alike(&others(before), &others(after))
}

/// Whether mappings say the same, wherever it stands.
fn are_alike(one: &[Entry], other: &[Entry]) -> bool {
    one.len() == other.len()
        && one
            .iter()
            .zip(other)
            .all(|(one, other)| one.key == other.key && is_alike(&one.node.value, &other.node.value))
}

fn is_alike(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::List(one), Value::List(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_alike(&one.value, &other.value))
        }
        (Value::Map(one), Value::Map(other)) => are_alike(one, other),
        (one, other) => one == other,
    }
}

#[cfg(test)]
mod tests {
    use byleave_policy::Unnamed;

    use super::with_unnamed;

    #[test]
    fn the_word_changes_and_nothing_else() {
        for (before, after) in [
            ("", "unnamed: leave\n"),
            ("# mine", "# mine\nunnamed: leave\n"),
            ("# mine\nmode: autoEdit\n", "# mine\nunnamed: leave\nmode: autoEdit\n"),
            ("mode: autoEdit # so\nunnamed: ask # why\n", "mode: autoEdit # so\nunnamed: leave # why\n"),
            (
                "---\npermissions:\n  read: {allowed: true}\n",
                "---\nunnamed: leave\npermissions:\n  read: {allowed: true}\n",
            ),
            ("unnamed: \"ask\"\r\nmode: default\r\n", "unnamed: leave\r\nmode: default\r\n"),
            ("\u{feff}mode: default\n", "\u{feff}unnamed: leave\nmode: default\n"),
        ] {
            assert_eq!(with_unnamed("p", before, Unnamed::Leave).expect(before), after);
        }
        for shape in ["{ mode: default }", "- a\n", "mode: [", "{}"] {
            assert!(with_unnamed("p", shape, Unnamed::Ask).is_err(), "{shape}");
        }
    }
}
