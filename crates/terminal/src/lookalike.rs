//! Visible letters that deceive.
//!
//! They are shown as they are, because people write in them; the box says that they are there.

use crate::question::{Question, Subject};

/// The warnings for a question.
#[must_use]
pub fn warnings(question: &Question) -> Vec<&'static str> {
    let text = match &question.subject {
        Subject::Command(text) | Subject::Query(text) => text.clone(),
        Subject::Arguments => serde_json::Value::Object(question.arguments.clone()).to_string(),
    };
    let texts = [text.as_str(), question.tool.as_str(), question.cwd.as_deref().unwrap_or_default()];
    let any = |found: fn(&str) -> bool| texts.iter().any(|text| found(text));
    let mut warnings = Vec::new();
    if any(has_mixed_word) {
        warnings.push("letters of different alphabets in one word: it may not be the word it looks like");
    }
    if any(|text| text.chars().any(is_right_to_left)) {
        warnings.push("right-to-left letters: your terminal may show words in another order");
    }
    warnings
}

/// Whether one word mixes Latin letters with letters that look like them.
fn has_mixed_word(text: &str) -> bool {
    text.split(|character: char| !character.is_alphanumeric() && character != '_')
        .any(|word| word.chars().any(|character| character.is_ascii_alphabetic()) && word.chars().any(looks_latin))
}

/// Alphabets with letters that look like Latin ones, and variants of Latin letters.
const fn looks_latin(character: char) -> bool {
    matches!(character,
        '\u{250}'..='\u{2af}' | '\u{370}'..='\u{3ff}' | '\u{400}'..='\u{52f}' | '\u{530}'..='\u{58f}'
        | '\u{13a0}'..='\u{13ff}' | '\u{1d00}'..='\u{1d7f}' | '\u{2c80}'..='\u{2cff}' | '\u{a4d0}'..='\u{a4ff}'
        | '\u{ab70}'..='\u{abbf}' | '\u{ff21}'..='\u{ff5a}' | '\u{1d400}'..='\u{1d7ff}')
}

const fn is_right_to_left(character: char) -> bool {
    matches!(character,
        '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests {
    use super::warnings;
    use crate::question::{Question, Subject};

    #[test]
    fn letters_that_deceive_are_named() {
        for (command, expected) in [
            ("cat notes.txt", 0),
            ("git commit -m 'Привет мир'", 0),
            ("cat файл.txt", 0),
            ("g\u{456}t push", 1),
            ("cat p\u{430}sswd", 1),
            ("echo \u{ff52}m x\u{ff52}m", 1),
            ("echo שלום", 1),
            ("c\u{430}t שלום", 2),
        ] {
            let question = Question { subject: Subject::Command(command.to_owned()), ..Question::default() };
            assert_eq!(warnings(&question).len(), expected, "{command}");
        }
    }
}
