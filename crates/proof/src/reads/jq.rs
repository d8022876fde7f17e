//! Programs of jq that only print what they are given. jq starts no program and writes no file; what is refused are the environment (`env`,
//! `$ENV`), other files (`import`, `include`), and every word that is not on the list.

use std::iter::Peekable;
use std::str::Chars;

use super::is_in;
use crate::reason::Reason;

/// Words of the language, and functions that look at nothing but their input.
const WORDS: &str = "if then elif else end as and or not reduce foreach try catch empty error null true false length utf8bytelength \
    keys keys_unsorted values has in contains inside map map_values path paths del delpaths getpath setpath \
    leaf_paths to_entries from_entries with_entries select recurse range floor ceil round sqrt pow log tonumber \
    tostring type infinite nan isnan isinfinite isnormal sort sort_by group_by min max min_by max_by unique \
    unique_by reverse startswith endswith ltrimstr rtrimstr trim ltrim rtrim explode implode split splits join \
    ascii_downcase ascii_upcase add any all flatten first last nth until while repeat limit test match capture scan \
    sub gsub index rindex indices arrays objects iterables booleans numbers strings nulls scalars transpose tojson \
    fromjson ascii input inputs input_line_number todate fromdate now strftime strptime mktime gmtime dateadd \
    datesub date walk abs toarray pick have_literal_numbers halt";

/// Words that reach beyond the input, even where they could name a key.
const REFUSED: &str = "env import include modulemeta";

/// Whether a program only prints what it is given.
pub(super) fn check(program: &str) -> Result<(), Reason> {
    let mut lexer = Lexer { text: program.chars().peekable() };
    if lexer.program() { Ok(()) } else { Err(Reason::Language("jq")) }
}

struct Lexer<'t> {
    text: Peekable<Chars<'t>>,
}

impl Lexer<'_> {
    /// Signs and words up to the end. A parenthesis that closes an interpolation ends a stretch of code within a string.
    fn program(&mut self) -> bool {
        // For each string that is open, how many parentheses are open in the code within it.
        let mut open: Vec<usize> = vec![0];
        let mut field = false;
        while let Some(one) = self.text.next() {
            let was_dot = std::mem::replace(&mut field, false);
            match one {
                ' ' | '\t' | '\n' | '[' | ']' | '{' | '}' | '|' | ',' | ':' | ';' | '?' | '+' | '-' | '*' | '/'
                | '%' | '=' | '!' | '<' | '>' => {}
                // `.env` is a field; `..env` is not.
                '.' => field = self.text.next_if_eq(&'.').is_none(),
                '(' => {
                    let Some(count) = open.last_mut() else { return false };
                    *count = count.saturating_add(1);
                }
                ')' => {
                    let inside = open.len() > 1;
                    match open.last_mut() {
                        Some(0) if inside => {
                            open.pop();
                            if !self.string(&mut open) {
                                return false;
                            }
                        }
                        Some(count) if *count > 0 => *count = count.saturating_sub(1),
                        _ => return false,
                    }
                }
                '"' => {
                    if !self.string(&mut open) {
                        return false;
                    }
                }
                '0'..='9' => while self.text.next_if(|one| one.is_ascii_alphanumeric() || *one == '.').is_some() {},
                // `$x` is bound by the program or by `--arg`; `@tsv` is a format.
                '$' | '@' => {
                    let word = self.word(None);
                    if word.is_empty() || matches!(word.as_str(), "ENV") || word.starts_with('_') {
                        return false;
                    }
                }
                'a'..='z' | 'A'..='Z' | '_' => {
                    let word = self.word(Some(one));
                    // `{a: 1}` names a key, as does a word behind a dot.
                    let key = self.text.peek() == Some(&':') && !is_in(REFUSED, &word);
                    if !was_dot && !key && !is_in(WORDS, &word) {
                        return false;
                    }
                }
                _ => return false,
            }
        }
        open.as_slice() == [0]
    }

    fn word(&mut self, first: Option<char>) -> String {
        let mut word: String = first.into_iter().collect();
        while let Some(next) = self.text.next_if(|one| one.is_ascii_alphanumeric() || *one == '_') {
            word.push(next);
        }
        word
    }

    /// Text in quotes up to its end or up to code in it.
    fn string(&mut self, open: &mut Vec<usize>) -> bool {
        while let Some(one) = self.text.next() {
            match (one, self.text.peek()) {
                ('"', _) => return true,
                ('\\', Some('(')) => {
                    self.text.next();
                    open.push(0);
                    return true;
                }
                ('\\', Some(_)) => {
                    self.text.next();
                }
                ('\\', None) => return false,
                _ => {}
            }
        }
        false
    }
}
