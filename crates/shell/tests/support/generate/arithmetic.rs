//! Arithmetic.

use super::{Flavour, Generator, Quote};

impl Generator {
    /// An expression, on one line.
    pub(super) fn arithmetic(&mut self) -> String {
        self.expression(0)
    }

    fn expression(&mut self, level: usize) -> String {
        if level > 3 {
            return self.atom();
        }
        match self.random.below(14) {
            0 | 1 => {
                let left = self.expression(level + 1);
                let operator =
                    self.random.pick(&["+", "-", "*", "<", ">", "<<", ">>", "&&", "||", "&", "|", "^", "==", "!="]);
                format!("{left} {operator} {}", self.expression(level + 1))
            }
            2 => format!("({})", self.expression(level + 1)),
            3 => {
                let test = self.expression(level + 1);
                let yes = self.expression(level + 1);
                format!("{test} ? {yes} : {}", self.expression(level + 1))
            }
            4 => self.random.pick(&["n++", "--n", "n--", "++m"]).to_owned(),
            5 => format!("! {}", self.atom()),
            6 => format!("n {} {}", self.random.pick(&["=", "+=", "|="]), self.expression(level + 1)),
            7 => format!("{}, {}", self.atom(), self.expression(level + 1)),
            _ => self.atom(),
        }
    }

    fn atom(&mut self) -> String {
        match self.random.below(16) {
            0 | 1 => "n".to_owned(),
            2 => "m".to_owned(),
            3 => "$n".to_owned(),
            4 => "16#ff".to_owned(),
            5 => format!("b[{}]", self.subscript()),
            6 | 7 if self.room() => self.substitution(Quote::None),
            8 if self.room() => {
                let name = self.name();
                if self.backticks > 0 { format!("$({name})") } else { format!("`{name}`") }
            }
            9 if self.room() => format!("${{n:-{}}}", self.substitution(Quote::None)),
            10 if self.room() => {
                let inner = self.deeper(Self::arithmetic);
                format!("$(({inner}))")
            }
            11 if self.flavour == Flavour::Syntax => "\"1\"".to_owned(),
            12 => "${#a[@]}".to_owned(),
            _ => self.random.pick(&["0", "1", "2", "07", "0x1f", "10"]).to_owned(),
        }
    }

    /// What stands between `[` and `]`.
    pub(super) fn subscript(&mut self) -> String {
        match self.random.below(6) {
            0 => "n".to_owned(),
            1 if self.room() => self.flatly(|generator| generator.substitution(Quote::None)),
            2 => "n+1".to_owned(),
            3 => "$n".to_owned(),
            _ => self.random.pick(&["0", "1", "2"]).to_owned(),
        }
    }
}
