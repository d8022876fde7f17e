//! Words: quoting, braces, patterns, and all expansions in them.

use super::{Generator, Quote};

impl Generator {
    /// One word of one to three pieces.
    pub(super) fn word(&mut self) -> String {
        if self.random.chance(45) {
            return self
                .random
                .pick(&["a", "b-c", "-x", "--y=z", "d.e", "1", "f=g", "%", "@", "h,i", "j:k"])
                .to_owned();
        }
        if self.random.chance(3) {
            return self
                .random
                .pick(&["~", "~+", "*.c", "?", "[a-c]*", "{a,b}", "{1..3}", "x{,y}", "{a,{b,c}d}"])
                .to_owned();
        }
        self.joined_word()
    }

    /// Pieces that stand together without braces, fit for an assignment's value too.
    pub(super) fn joined_word(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..=self.random.below(3) {
            text.push_str(&self.piece());
        }
        text
    }

    fn piece(&mut self) -> String {
        match self.random.below(22) {
            0..=2 => self.random.pick(&["a", "b", "c", "-d", "1", "."]).to_owned(),
            3 | 4 => self.single_quoted(),
            5..=7 => self.double_quoted(),
            8 => {
                let decoy = self.decoy();
                let tail = self.random.pick(&["\\n", "\\'", "\\x41", "\\\\", "\\t", "\"", "$("]);
                format!("$'{decoy}{tail}'")
            }
            9 => format!("${}", self.double_quoted()),
            10 if self.arrays == 0 => self
                .random
                .pick(&["\\$", "\\(", "\\;", "\\ ", "\\'", "\\\"", "\\`", "\\|", "\\#", "\\<", "\\a"])
                .to_owned(),
            11 if self.room() => self.process(),
            12 if self.extglob => {
                let inner =
                    if self.random.chance(30) && self.room() { self.substitution(Quote::None) } else { "b".to_owned() };
                format!("{}(a|{inner})", self.random.pick(&["@", "+", "?", "*"]))
            }
            13 => self.random.pick(&["{a,b}", "{1..3}", "{x", "y}", "{}", "*", "?"]).to_owned(),
            14 if self.flat == 0 => "a\\\nb".to_owned(),
            _ => self.expansion(Quote::None),
        }
    }

    pub(super) fn single_quoted(&mut self) -> String {
        let decoy = self.decoy();
        match self.random.below(6) {
            0 => format!("'$({decoy})'"),
            1 => format!("'; {decoy} #'"),
            2 => format!("'\"{decoy}`'"),
            3 if self.flat == 0 => format!("'a\n{decoy}\n'"),
            4 => "''".to_owned(),
            _ => format!("'{decoy}'"),
        }
    }

    pub(super) fn double_quoted(&mut self) -> String {
        format!("\"{}\"", self.quoted_pieces())
    }

    pub(super) fn quoted_pieces(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..self.random.below(4) {
            let piece = match self.random.below(10) {
                0 | 1 => self.random.pick(&["t u", "v", "'", "; ", "(", ")", "{", "}", "#", "&", "~"]).to_owned(),
                2 => {
                    let decoy = self.decoy();
                    format!(" {decoy} ")
                }
                3 => {
                    let decoy = self.decoy();
                    format!("\\$({decoy})\\`{decoy}\\`")
                }
                4 => self.random.pick(&["\\\"", "\\\\", "\\$", "\\a"]).to_owned(),
                5 => {
                    let decoy = self.decoy();
                    format!("<({decoy})")
                }
                6 if self.flat == 0 => {
                    let decoy = self.decoy();
                    format!("\n{decoy}\n")
                }
                _ => self.expansion(Quote::Double),
            };
            text.push_str(&piece);
        }
        text
    }

    /// A pattern of a `case`, or on the right of `==`.
    pub(super) fn pattern(&mut self) -> String {
        match self.random.below(12) {
            0 => "*".to_owned(),
            1 => "[ab]*".to_owned(),
            2 => self.single_quoted(),
            3 => self.double_quoted(),
            4 | 5 => self.expansion(Quote::None),
            6 if self.extglob => "+(a|b)".to_owned(),
            7 => "a\\ b".to_owned(),
            _ => self.random.pick(&["a", "b?", "c.d", "-e", "done", "if"]).to_owned(),
        }
    }

    /// `[[ … ]]`
    pub(super) fn test(&mut self) -> String {
        let mut text = "[[".to_owned();
        text.push_str(self.random.pick(&[" ", "  "]));
        text.push_str(&self.condition(0));
        text.push_str(" ]]");
        text
    }

    fn condition(&mut self, level: usize) -> String {
        if level > 2 {
            return self.comparison();
        }
        match self.random.below(12) {
            0 => format!("! {}", self.comparison()),
            1 => format!("( {} )", self.condition(level + 1)),
            2 | 3 => {
                let simple = self.comparison();
                let operator = self.random.pick(&["&&", "||"]);
                // A line break here is inside `[[`, but here-documents pending outside still wait for the next one.
                let gap = if self.flat == 0 && self.pending.is_empty() && self.random.chance(20) { "\n" } else { " " };
                format!("{simple} {operator}{gap}{}", self.condition(level + 1))
            }
            _ => self.comparison(),
        }
    }

    fn comparison(&mut self) -> String {
        match self.random.below(9) {
            0 => format!("-n {}", self.operand_word()),
            1 => format!("-f {}", self.operand_word()),
            2 => {
                let left = self.operand_word();
                format!("{left} {} {}", self.random.pick(&["==", "=", "!="]), self.pattern_word())
            }
            3 => {
                let left = self.operand_word();
                format!("{left} =~ {}", self.regex())
            }
            4 => {
                let left = self.operand_word();
                format!("{left} {} {}", self.random.pick(&["<", ">"]), self.operand_word())
            }
            5 => format!("{} -eq {}", self.number(), self.number()),
            6 => "-v x".to_owned(),
            _ => self.operand_word(),
        }
    }

    fn number(&mut self) -> String {
        match self.random.below(4) {
            0 => "n".to_owned(),
            1 => self.flatly(|generator| generator.substitution(Quote::None)),
            _ => self.random.pick(&["1", "2", "$n", "n+1"]).to_owned(),
        }
    }

    fn operand_word(&mut self) -> String {
        let head = self.random.pick(&["a", "b", "x"]);
        if self.random.chance(40) { head.to_owned() } else { format!("{head}{}", self.joined_word()) }
    }

    fn pattern_word(&mut self) -> String {
        match self.random.below(5) {
            0 => "@(a|b)".to_owned(),
            1 => "*.c".to_owned(),
            2 => format!("+(a|{})", self.flatly(|generator| generator.substitution(Quote::None))),
            _ => self.operand_word(),
        }
    }

    fn regex(&mut self) -> String {
        match self.random.below(6) {
            0 => "^a(b|c)+$".to_owned(),
            1 => "[[:alpha:]]+".to_owned(),
            2 => "(a b)".to_owned().replace(' ', "\\ "),
            3 => format!("^{}$", self.expansion(Quote::None)),
            4 => "a|b".to_owned(),
            _ => self.operand_word(),
        }
    }
}
