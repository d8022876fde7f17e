//! Everything that begins with a dollar sign or a backtick, and process substitution.

use super::{Flavour, Generator, Quote};

impl Generator {
    /// Any expansion.
    pub(super) fn expansion(&mut self, quote: Quote) -> String {
        if !self.room() {
            return self.random.pick(&["$x", "${y}", "$#"]).to_owned();
        }
        match self.random.below(20) {
            0..=3 => self.variable(),
            4..=8 => self.deeper(|generator| generator.parameter(quote)),
            9..=13 => self.substitution(quote),
            14 | 15 => self.backticks(quote),
            16 | 17 => {
                let inner = self.deeper(|generator| generator.flatly(Self::arithmetic));
                format!("$(({inner}))")
            }
            18 => {
                let inner = self.deeper(|generator| generator.flatly(Self::arithmetic));
                format!("$[{inner}]")
            }
            _ => self.disguised_substitution(),
        }
    }

    fn variable(&mut self) -> String {
        self.random.pick(&["$x", "${x}", "$1", "$@", "$#", "$?", "$*", "${a[0]}", "${a[@]}", "$-", "${10}"]).to_owned()
    }

    /// `$(…)`; it begins with a blank where `$((` would mean arithmetic.
    pub(super) fn substitution(&mut self, _quote: Quote) -> String {
        let mut text = self.apart(|generator| match generator.random.below(12) {
            0 => "<in1".to_owned(),
            1 => generator.ended_list(),
            2 if generator.flat == 0 => format!("\n{}", generator.list()),
            _ => generator.list(),
        });
        if text.starts_with('(') {
            text.insert(0, ' ');
        }
        // Directly after `$(` bash 5.2 takes `time` for a plain word while it looks for the end, and only when it runs
        // the script for the reserved word; what may follow differs.
        if text.starts_with("time") {
            text.insert_str(0, ":; ");
        }
        format!("$({text})")
    }

    /// `$((…) …)`: a substitution although it begins like arithmetic.
    fn disguised_substitution(&mut self) -> String {
        self.apart(|generator| {
            generator.flatly(|generator| {
                let first = generator.plain_list();
                match generator.random.below(3) {
                    0 => format!("$(({first}) )"),
                    1 => format!("$(({first});({}))", generator.plain_list()),
                    _ => format!("$(({first}); {})", generator.plain_list()),
                }
            })
        })
    }

    /// Commands without quotes: bash looks for the end of `$((` by counting parentheses.
    fn plain_list(&mut self) -> String {
        let mut text = self.name();
        while self.random.chance(40) {
            match self.random.below(4) {
                0 => text.push_str(" a b"),
                1 => {
                    let name = self.name();
                    text.push_str(self.random.pick(&["; ", " && ", " | "]));
                    text.push_str(&name);
                }
                2 => text.extend([" $(", &self.name(), ")"]),
                _ => text.push_str(" \"$x\" >out1"),
            }
        }
        text
    }

    pub(super) fn process(&mut self) -> String {
        let text = self.apart(Self::list);
        let blank = if text.starts_with("time") {
            ":; "
        } else if text.starts_with('(') {
            " "
        } else {
            ""
        };
        let direction = self.random.pick(&["<", "<", ">"]);
        format!("{direction}({blank}{text})")
    }

    /// Backticks. Inside double quotes, and when nested, only something simple.
    fn backticks(&mut self, quote: Quote) -> String {
        if self.backticks > 0 || quote == Quote::Double || self.random.chance(40) {
            let name = self.name();
            let inner = match self.random.below(4) {
                0 => format!("{name} | {}", self.name()),
                1 => format!("{name} a b"),
                2 => format!("{name} $x"),
                _ => name,
            };
            return if self.backticks > 0 { format!("$({inner})") } else { format!("`{inner}`") };
        }
        self.backticks += 1;
        let inner = self.apart(|generator| generator.flatly(Self::list));
        self.backticks -= 1;
        format!("`{}`", inner.replace('\\', "\\\\").replace('`', "\\`"))
    }

    /// `${…}` with an operator.
    fn parameter(&mut self, quote: Quote) -> String {
        if self.random.chance(8) {
            return self.random.pick(&["${!x*}", "${!a[@]}", "${#}", "${#a[@]}", "${#x}", "${?}", "${!x@}"]).to_owned();
        }
        let name = match self.random.below(8) {
            0 => "a[0]".to_owned(),
            1 => format!("a[{}]", self.subscript()),
            2 => "a[@]".to_owned(),
            3 => "1".to_owned(),
            4 => "@".to_owned(),
            _ => self.random.pick(&["x", "y"]).to_owned(),
        };
        let operator = match self.random.below(16) {
            0..=4 => {
                let kinds: &[&str] = if self.flavour == Flavour::Syntax {
                    &[":-", "-", ":=", "=", ":?", "?", ":+", "+"]
                } else {
                    &[":-", "-", ":+", "+"]
                };
                let kind = self.random.pick(kinds);
                format!("{kind}{}", self.operand(quote))
            }
            5 | 6 => {
                let kind = self.random.pick(&["#", "##", "%", "%%"]);
                format!("{kind}{}", self.operand_pattern(quote))
            }
            7 | 8 if self.flavour != Flavour::Straight => {
                let kind = self.random.pick(&["/", "//", "/#", "/%"]);
                let pattern = self.operand_pattern(quote);
                let pattern = if pattern.is_empty() { "a".to_owned() } else { pattern };
                format!("{kind}{pattern}/{}", self.operand(quote))
            }
            9 => {
                let kind = self.random.pick(&["^", "^^", ",", ",,"]);
                format!("{kind}{}", self.operand_pattern(quote))
            }
            10 => format!(":{}", self.offset()),
            11 => {
                let start = self.offset();
                format!(":{start}:{}", self.offset())
            }
            12 => self.random.pick(&["@Q", "@E", "@A", "@U", "@L"]).to_owned(),
            13 if self.flavour == Flavour::Syntax => return format!("${{!{name}}}"),
            _ => return format!("${{#{name}}}"),
        };
        format!("${{{name}{operator}}}")
    }

    fn offset(&mut self) -> String {
        match self.random.below(5) {
            0 => " -1".to_owned(),
            1 => self.flatly(|generator| generator.substitution(Quote::None)),
            2 => "(1+2)".to_owned(),
            3 => "n".to_owned(),
            _ => "1".to_owned(),
        }
    }

    /// What follows `:-` and its kin.
    fn operand(&mut self, quote: Quote) -> String {
        let mut text = String::new();
        for _ in 0..self.random.below(4) {
            let piece = match self.random.below(10) {
                0 | 1 => self.random.pick(&["b", "c d", "-e", "1.2", "*", "#"]).to_owned(),
                2 => self.decoy(),
                3 if quote == Quote::None => self.single_quoted(),
                4 => format!("\"{}\"", self.random.pick(&["q", "$x", "q r"])),
                5 => "\\}".to_owned(),
                6 if quote == Quote::None && self.flavour == Flavour::Syntax => self.process(),
                7 if quote == Quote::None => self.double_quoted(),
                _ => self.expansion(quote),
            };
            text.push_str(&piece);
        }
        text
    }

    /// What follows `#`, `%`, `/` and their kin: single quotes quote even inside double quotes.
    fn operand_pattern(&mut self, quote: Quote) -> String {
        let mut text = String::new();
        for _ in 0..self.random.below(3) {
            let piece = match self.random.below(7) {
                0 => self.random.pick(&["a*", "?", "[ab]", "c", "[^x]"]).to_owned(),
                1 => self.single_quoted().replace('/', ""),
                2 => "\\}".to_owned(),
                3 if self.extglob => "@(a|b)".to_owned(),
                _ => self.expansion(quote),
            };
            text.push_str(&piece);
        }
        text
    }
}
