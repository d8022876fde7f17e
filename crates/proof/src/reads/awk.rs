//! Programs of awk that only print: an allow list of words and signs.
//!
//! Not on it: `system`, `|`, `getline`, `>` outside parentheses within an action (files, also `print a,` newline `b > "f"`), `close`, `fflush`,
//! `switch` and `case` of gawk (`case /"/: print "x" > "f"; case /"a/:` divides, if `case` is a variable), `@` (indirect calls, libraries), `ENVIRON`, `PROCINFO`, `ARGV` (files that no operand names), functions of its own, comments, `\` at the
//! end of a line, and a `/` of which nobody can tell whether it divides: `x = y++ /2; system(..); z = 3/ 1`.

use std::iter::Peekable;
use std::str::Chars;

use super::class::skip_expression;
use super::is_in;
use crate::reason::Reason;

/// Words that may stand anywhere: control, variables of awk that tell about the input or how to print.
const WORDS: &str = "BEGIN END if else for while do in break continue next exit print printf delete NR NF FNR FS OFS RS ORS FILENAME \
    RSTART RLENGTH";

/// Functions that work on text and numbers.
const FUNCTIONS: &str = "length substr index split sub gsub match sprintf tolower toupper int sqrt exp log sin cos atan2 rand srand \
    gensub strftime systime";

/// Words that no version of awk leaves to the user, and that are on no list.
const REFUSED: &str = "system getline close fflush ENVIRON PROCINFO ARGV ARGC function func SYMTAB FUNCTAB OFMT CONVFMT switch case \
    default return nextfile BEGINFILE ENDFILE namespace";

/// What stands before a sign, as far as `/` depends on it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// The beginning, an operator, an opening bracket, the end of a statement: an expression begins here.
    Operator,
    /// A number, a variable, `]`: an expression has ended.
    Value,
    /// `)`, `++`, `print`, a string: `/` may be either, and is refused.
    Either,
}

/// Whether a program only prints.
pub(super) fn check(program: &str) -> Result<(), Reason> {
    let mut lexer = Lexer { text: program.chars().peekable(), before: Before::Operator, open: Vec::new() };
    if lexer.program() { Ok(()) } else { Err(Reason::Language("awk")) }
}

struct Lexer<'t> {
    text: Peekable<Chars<'t>>,
    before: Before,
    /// The brackets that are open.
    open: Vec<char>,
}

impl Lexer<'_> {
    fn program(&mut self) -> bool {
        while let Some(one) = self.text.next() {
            let fine = match one {
                ' ' | '\t' => true,
                '{' | '(' | '[' => {
                    self.open.push(one);
                    self.operator()
                }
                '}' => self.closes('{', Before::Operator),
                ')' => self.closes('(', Before::Either),
                ']' => self.closes('[', Before::Value),
                '"' => self.string(),
                '/' => self.slash(),
                '0'..='9' | '.' => self.number(),
                'a'..='z' | 'A'..='Z' | '_' => self.word(one),
                '>' => self.compares(),
                // `|` alone starts a program; `&` alone is nothing.
                '|' | '&' => self.text.next() == Some(one) && self.operator(),
                '+' | '-' => {
                    let twice = self.text.next_if_eq(&one).is_some();
                    self.before = if twice { Before::Either } else { Before::Operator };
                    true
                }
                '\n' | ';' | '$' | ',' | '=' | '!' | '<' | '~' | '*' | '%' | '^' | '?' | ':' => self.operator(),
                _ => false,
            };
            if !fine {
                return false;
            }
        }
        self.open.is_empty()
    }

    fn operator(&mut self) -> bool {
        self.before = Before::Operator;
        true
    }

    fn closes(&mut self, open: char, before: Before) -> bool {
        self.before = before;
        self.open.pop() == Some(open)
    }

    /// A text in quotes. `\` and a line break end it for some.
    fn string(&mut self) -> bool {
        self.before = Before::Either;
        while let Some(one) = self.text.next() {
            match one {
                '"' => return true,
                '\n' => return false,
                '\\' if self.text.next().is_none_or(|next| next == '\n') => return false,
                _ => {}
            }
        }
        false
    }

    /// An expression where one begins, a division behind a value.
    fn slash(&mut self) -> bool {
        match self.before {
            Before::Operator => {
                self.before = Before::Either;
                skip_expression(&mut self.text, '/')
            }
            Before::Value => self.operator(),
            Before::Either => false,
        }
    }

    /// A number. Letters in one, `0x1f`, `1e5`, are not read alike.
    fn number(&mut self) -> bool {
        while self.text.next_if(|one| one.is_ascii_digit() || *one == '.').is_some() {}
        self.before = Before::Value;
        self.text.peek().is_none_or(|next| !next.is_ascii_alphabetic())
    }

    /// A greater-than sign: in a pattern or between parentheses. In an action it begins a redirection of `print`.
    fn compares(&mut self) -> bool {
        let innermost = self.open.last();
        let compares = matches!(innermost, None | Some('(' | '['));
        // `>>` is never a comparison.
        compares && self.text.peek() != Some(&'>') && self.operator()
    }

    fn word(&mut self, first: char) -> bool {
        let mut word = String::from(first);
        while let Some(next) = self.text.next_if(|one| one.is_ascii_alphanumeric() || *one == '_') {
            word.push(next);
        }
        let word = word.as_str();
        if is_in(REFUSED, word) {
            return false;
        }
        let calls = self.text.peek() == Some(&'(');
        self.before = match word {
            "NR" | "NF" | "FNR" | "RSTART" | "RLENGTH" => Before::Value,
            _ if is_in(FUNCTIONS, word) || is_in(WORDS, word) => Before::Either,
            // A name of the user: before a bracket it is a function that nobody has seen.
            _ if calls => return false,
            _ => Before::Value,
        };
        true
    }
}
