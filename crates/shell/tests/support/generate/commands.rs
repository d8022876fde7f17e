//! Simple commands, assignments and redirections.

use super::{Flavour, Generator, Quote};

impl Generator {
    pub(super) fn simple(&mut self) -> String {
        match self.random.below(30) {
            0 | 1 => self.assignments(),
            2 | 3 => self.builtin(),
            4 => self.declaration(),
            5 if !self.functions.is_empty() => self.call(),
            6 if self.random.chance(40) => self.dynamic_command(),
            7 => self.redirection(),
            _ => self.planted(),
        }
    }

    fn call(&mut self) -> String {
        let at = self.random.below(self.functions.len());
        let mut text = self.functions.get(at).cloned().unwrap_or_default();
        self.arguments(&mut text);
        text
    }

    fn planted(&mut self) -> String {
        let mut text = String::new();
        while self.random.chance(12) {
            let prefix = if self.random.chance(50) { self.assignment() } else { self.redirection() };
            text.push_str(&prefix);
            text.push_str(self.blank());
        }
        text.push_str(&self.command_word());
        self.arguments(&mut text);
        text
    }

    /// A literal command word, now and then disguised.
    fn command_word(&mut self) -> String {
        let name = self.name();
        let digits = name.get(2..).unwrap_or_default().to_owned();
        match self.random.below(60) {
            0 => format!("\"{name}\""),
            1 => format!("'{name}'"),
            2 => format!("z\\q{digits}"),
            3 => format!("z'q'{digits}"),
            4 => format!("$'{name}'"),
            5 => format!("\\{name}"),
            6 => format!("z\"q\"{digits}"),
            7 => format!("$'\\x7aq{digits}'"),
            8 => format!("{{{name},a}}"),
            9 => format!("''{name}"),
            10 if self.flat == 0 => format!("z\\\nq{digits}"),
            _ => name,
        }
    }

    fn arguments(&mut self, text: &mut String) {
        while self.random.chance(50) {
            text.push_str(self.blank());
            let argument = match self.random.below(14) {
                0..=2 => self.redirection(),
                3 => self.decoy(),
                4 => self
                    .random
                    .pick(&["if", "then", "do", "done", "fi", "esac", "in", "{", "}", "!", "time", "[[", "]]", "case"])
                    .to_owned(),
                _ => self.word(),
            };
            text.push_str(&argument);
        }
    }

    fn builtin(&mut self) -> String {
        if self.random.chance(10) {
            let left = self.word();
            let right = self.word();
            return format!("[ {left} = {right} ]");
        }
        let mut text = self.random.pick(&[":", "true", "echo", "test", "echo", "printf"]).to_owned();
        self.arguments(&mut text);
        text
    }

    fn declaration(&mut self) -> String {
        let mut text = self.random.pick(&["declare", "export", "declare -a", "typeset"]).to_owned();
        for _ in 0..=self.random.below(2) {
            text.push(' ');
            text.push_str(&self.assignment());
        }
        text
    }

    /// A command word that is only known at run time.
    fn dynamic_command(&mut self) -> String {
        let mut text = match self.random.below(4) {
            0 => "$x".to_owned(),
            1 => "\"$x\"".to_owned(),
            2 => self.substitution(Quote::None),
            _ => format!("\"{}\"", self.substitution(Quote::Double)),
        };
        self.arguments(&mut text);
        text
    }

    fn assignments(&mut self) -> String {
        let mut text = self.assignment();
        while self.random.chance(20) {
            text.push(' ');
            text.push_str(&self.assignment());
        }
        text
    }

    fn assignment(&mut self) -> String {
        let operator = if self.random.chance(15) { "+=" } else { "=" };
        match self.random.below(10) {
            0 => {
                let subscript = self.subscript();
                format!("a[{subscript}]{operator}{}", self.joined_word())
            }
            1 | 2 => format!("a{operator}({})", self.array()),
            3 => format!("x{operator}"),
            _ => {
                let name = self.random.pick(&["x", "y", "z"]);
                format!("{name}{operator}{}", self.joined_word())
            }
        }
    }

    fn array(&mut self) -> String {
        let mut text = String::new();
        self.arrays += 1;
        self.deeper(|generator| {
            while generator.random.chance(60) {
                if generator.random.chance(20) {
                    let subscript = generator.subscript();
                    let value = generator.joined_word();
                    text.extend(["[", &subscript, "]=", &value]);
                } else {
                    text.push_str(&generator.word());
                }
                // A here-document cannot stand here, and its body must not begin inside the array.
                if generator.flat == 0 && generator.pending.is_empty() && generator.random.chance(10) {
                    if generator.random.chance(30) {
                        let comment = generator.comment();
                        text.push_str(&comment);
                    }
                    text.push('\n');
                } else {
                    text.push(' ');
                }
            }
        });
        self.arrays -= 1;
        text
    }

    pub(super) fn redirection(&mut self) -> String {
        match self.random.below(16) {
            0 | 1 if self.flat == 0 && self.backticks == 0 => return self.here_document(),
            2 => {
                let blank = self.random.pick(&["", " "]);
                return format!("<<<{blank}{}", self.word());
            }
            3 => return self.random.pick(&["2>&1", ">&2", "1>&2", "3>&-", "2>&-"]).to_owned(),
            4 if self.flavour == Flavour::Syntax => {
                return self.random.pick(&["<&0", "0<&-", "3<&0-", "4>&1-", ">&$x", "{v}<&0", "{v}>&-"]).to_owned();
            }
            _ => {}
        }
        let operator = self
            .random
            .pick(&[">", ">", ">>", ">|", "&>", "&>>", "<>", "<", "<", "2>", "2>>", "3>", "12>", "{v}>", "{v}<", ">&"]);
        let blank = self.random.pick(&["", " "]);
        format!("{operator}{blank}{}", self.target())
    }

    /// A redirection target: where scripts are run, only ever a plain name in the folder.
    fn target(&mut self) -> String {
        if self.flavour == Flavour::Syntax && self.random.chance(30) {
            return match self.random.below(5) {
                0 => "/dev/null".to_owned(),
                1 => self.substitution(Quote::None),
                2 => format!(" {}", self.process()),
                3 => format!("\"{}\"", self.quoted_pieces()),
                _ => "$x".to_owned(),
            };
        }
        self.random.pick(&["out1", "out2", "in1", "'out 3'", "\"out4\"", "o\\ 5"]).to_owned()
    }
}
