//! awk programs: what they do beyond reading records and printing.

/// What an awk program does beyond reading its input and printing, in words; `None` if nothing.
///
/// Looks at the tokens. Pipes, redirections, `system`, `getline` and the loading of code all count, even where they are
/// harmless: they are rare in what agents run, and a wrong guess would be a hole. The same goes for a `/` that some awk
/// takes for a division and another for the beginning of an expression: whatever follows would be text for one reader and
/// code for the other.
#[must_use]
pub fn awk_danger(program: &str) -> Option<&'static str> {
    // Awks differ on what a backslash in brackets means. An awk that cannot follow a program runs none of it.
    read(program, Backslash::Escapes).or_else(|| read(program, Backslash::IsText).filter(|what| *what != UNCLEAR))
}

/// What a backslash in the brackets of an expression is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Backslash {
    Escapes,
    IsText,
}

const UNCLEAR: &str = "its awk program could not be followed";
const WRITES: &str = "its awk program writes a file";

fn read(program: &str, backslash: Backslash) -> Option<&'static str> {
    let mut reader = Reader {
        rest: program,
        backslash,
        before: Before::Operator,
        open: false,
        printing: None,
        parentheses: Vec::new(),
        control: false,
    };
    while !reader.rest.is_empty() {
        if let Some(what) = reader.token() {
            return Some(what);
        }
    }
    None
}

/// What stands before a `/`, and so what it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// It divides.
    Operand,
    /// It begins a regular expression.
    Operator,
    /// It cannot be told without the grammar of that awk.
    Unclear,
}

struct Reader<'p> {
    rest: &'p str,
    backslash: Backslash,
    before: Before,
    /// The last token lets a statement go on in the next line.
    open: bool,
    /// Inside a `print` statement, where `>` redirects: how many parentheses were open at its beginning.
    printing: Option<usize>,
    /// The open parentheses: whether each is that of `if`, `while`, `for` or `switch`, after which a statement begins.
    parentheses: Vec<bool>,
    /// The last token was such a word.
    control: bool,
}

impl Reader<'_> {
    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or("");
    }

    fn token(&mut self) -> Option<&'static str> {
        let first = self.rest.chars().next()?;
        match first {
            ' ' | '\t' | '\r' => self.skip(1),
            // Only before a line break; everything else is an error in every awk.
            '\\' => self.skip(2),
            '#' => {
                let line = self.rest.find('\n').unwrap_or(self.rest.len());
                self.skip(line);
            }
            '"' => return self.string(),
            '/' => match self.before {
                Before::Operand => self.operator(1),
                Before::Operator => return self.expression(),
                Before::Unclear => return Some(UNCLEAR),
            },
            '@' => return Some("its awk program loads code or calls a function by a variable's name"),
            '|' if self.rest.starts_with("||") => {
                self.operator(2);
                self.open = true;
            }
            '|' => return Some("its awk program runs a command through a pipe"),
            '>' if let Some(bytes) = self.own_output() => self.after(bytes, Before::Unclear),
            '>' if self.printing.is_some_and(|begun| self.parentheses.len() <= begun) => return Some(WRITES),
            '>' if self.rest.starts_with(">>") => return Some(WRITES),
            '+' | '-' if self.rest.starts_with("++") || self.rest.starts_with("--") => self.after(2, Before::Unclear),
            // `?` and `:` let gawk go on in the next line.
            '&' | ',' | '?' | ':' => {
                self.operator(1);
                self.open = true;
            }
            '\n' => {
                if !self.open {
                    self.printing = None;
                }
                self.skip(1);
                self.before = Before::Operator;
            }
            ';' => {
                self.printing = None;
                self.operator(1);
            }
            '{' | '}' => {
                self.printing = None;
                self.parentheses.clear();
                self.operator(1);
            }
            '(' => {
                let control = self.control;
                self.operator(1);
                self.parentheses.push(control);
            }
            ')' => {
                let control = self.parentheses.pop().unwrap_or(true);
                self.after(1, if control { Before::Unclear } else { Before::Operand });
            }
            ']' => self.after(1, Before::Operand),
            '$' => self.after(1, Before::Unclear),
            '0'..='9' | '.' => return self.number(),
            _ if first.is_ascii_alphabetic() || first == '_' => return self.word(),
            _ => self.operator(first.len_utf8()),
        }
        None
    }

    /// The length of `> "/dev/stderr"`: what goes there is only printed.
    fn own_output(&self) -> Option<usize> {
        let blanks = |text: &'_ str| text.len().saturating_sub(text.trim_start_matches([' ', '\t']).len());
        let target = self.rest.strip_prefix('>')?;
        let before = blanks(target);
        let target = target.get(before..)?;
        let name = ["\"/dev/stdout\"", "\"/dev/stderr\""].into_iter().find(|name| target.starts_with(name))?;
        let rest = target.get(name.len()..)?;
        // Another word would make another name of it.
        let ends =
            rest.trim_start_matches([' ', '\t']).chars().next().is_none_or(|next| matches!(next, ';' | '}' | '\n'));
        ends.then(|| name.len().saturating_add(before).saturating_add(1))
    }

    fn operator(&mut self, bytes: usize) {
        self.after(bytes, Before::Operator);
    }

    fn after(&mut self, bytes: usize, before: Before) {
        self.skip(bytes);
        self.before = before;
        self.open = false;
        self.control = false;
    }

    fn string(&mut self) -> Option<&'static str> {
        let mut characters = self.rest.char_indices().skip(1);
        while let Some((at, character)) = characters.next() {
            match character {
                '\\' => {
                    characters.next();
                }
                '"' => {
                    self.after(at.saturating_add(1), Before::Operand);
                    return None;
                }
                '\n' => break,
                _ => {}
            }
        }
        Some(UNCLEAR)
    }

    /// A regular expression: up to a `/` that is neither escaped nor in brackets.
    fn expression(&mut self) -> Option<&'static str> {
        self.skip(1);
        while let Some(first) = self.rest.chars().next() {
            self.skip(first.len_utf8());
            match first {
                '\\' => self.pass(),
                '[' if !self.brackets() => return Some(UNCLEAR),
                '/' => {
                    // What follows may be joined to it or divide it.
                    self.after(0, Before::Unclear);
                    return None;
                }
                '\n' => break,
                _ => {}
            }
        }
        Some(UNCLEAR)
    }

    /// Passes over one character.
    fn pass(&mut self) {
        let length = self.rest.chars().next().map_or(0, char::len_utf8);
        self.skip(length);
    }

    /// Passes over the rest of `[…]`; `false` if it has no end, or one that awks see in different places.
    fn brackets(&mut self) -> bool {
        if self.rest.starts_with('^') {
            self.skip(1);
        }
        // The first `]` means itself.
        if self.rest.starts_with(']') {
            self.skip(1);
        }
        while let Some(first) = self.rest.chars().next() {
            self.skip(first.len_utf8());
            match first {
                ']' => return true,
                '\n' => return false,
                '\\' if self.backslash == Backslash::Escapes => self.pass(),
                '[' if self.rest.starts_with([':', '.', '=']) => {
                    let Some(class) = CLASSES.iter().find(|class| self.rest.starts_with(**class)) else { return false };
                    self.skip(class.len());
                }
                _ => {}
            }
        }
        false
    }

    /// A number ends where a name begins, without a blank between: `1system("id")`.
    fn number(&mut self) -> Option<&'static str> {
        let end = self.rest.find(|one: char| !one.is_ascii_alphanumeric() && !matches!(one, '_' | '.'));
        let number = self.rest.get(..end.unwrap_or(self.rest.len())).unwrap_or("");
        let hexadecimal = number.strip_prefix("0x").or_else(|| number.strip_prefix("0X"));
        let mut decimal = number.splitn(2, ['e', 'E']);
        let plain = match hexadecimal {
            Some(digits) => !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit()),
            None => {
                decimal.next().is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'))
                    && decimal.next().is_none_or(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
            }
        };
        self.after(number.len(), Before::Operand);
        (!plain).then_some(UNCLEAR)
    }

    fn word(&mut self) -> Option<&'static str> {
        let end = self.rest.find(|one: char| !one.is_ascii_alphanumeric() && one != '_').unwrap_or(self.rest.len());
        let word = self.rest.get(..end).unwrap_or("");
        let before = match word {
            "system" => return Some("its awk program runs a command"),
            "getline" => return Some("its awk program may read another file"),
            "ARGV" | "ARGC" => return Some("its awk program may choose the files it reads"),
            "ENVIRON" => return Some("its awk program looks into the environment"),
            "SYMTAB" => return Some("its awk program reaches variables by their names"),
            "print" | "printf" | "return" | "in" | "do" | "else" => Before::Operator,
            // An expression may begin after these, or they are mere names to other awks.
            "case" | "default" | "delete" | "exit" | "length" | "next" | "nextfile" | "break" | "continue"
            | "function" | "func" | "if" | "while" | "for" | "switch" | "BEGIN" | "END" | "BEGINFILE" | "ENDFILE" => {
                Before::Unclear
            }
            _ => Before::Operand,
        };
        let begins = matches!(word, "print" | "printf").then_some(self.parentheses.len());
        let control = matches!(word, "if" | "while" | "for" | "switch");
        self.after(end, before);
        self.printing = begins.or(self.printing);
        self.control = control;
        None
    }
}

/// The classes every awk knows; behind `[`.
const CLASSES: [&str; 12] = [
    ":alpha:]",
    ":digit:]",
    ":alnum:]",
    ":upper:]",
    ":lower:]",
    ":space:]",
    ":blank:]",
    ":punct:]",
    ":print:]",
    ":cntrl:]",
    ":graph:]",
    ":xdigit:]",
];

#[cfg(test)]
mod tests {
    use super::awk_danger;

    #[test]
    fn awk_programs_are_looked_into() {
        for program in [
            "{print $1}",
            "NR==1 || $3 > 5 {print $2}",
            "/a|b/ {n++} END {print n}",
            "{print \"a > b | c\"}",
            "{printf \"%s\\n\", $1}",
            "$1 ~ /^[/|]/",
            "{a[$1]+=$2} END{for(k in a) print k, a[k]}",
            "{x = $1 / 2 / 3; print x}",
            "{print ($1 > 2)}",
            "!seen[$0]++",
            "BEGIN{FS=\",\"} {print $NF} # > |",
            "{print (a+b)/2, $NF/3, a[1]/4, \"8\"/2}",
            "{gsub(/[\\[\\]]/, \"\"); print}",
            "/^[[:space:]]*[^/]+[/]\"/ {n++}",
            "{if ($1 > 2 && /a|b/) print}",
            "{for (i = 1; i <= NF; i++) if ($i > m) m = $i} END {print m}",
            "{print $1,\n$2}\n$3 > 4",
            "NR > 1 {x += $2 / 1.5} END {print x / NR}",
            "$0 !~ /x/ && ! /y|z/",
            "{print $1*1e-3, 0x1F, .5, 1.e3 / 2, $NF/1024}",
            "{print NR \": \" $0; if (NR > 5) exit}",
        ] {
            assert_eq!(awk_danger(program), None, "{program}");
        }
        for program in [
            "{system(\"x\")}",
            "{print > \"f\"}",
            "{print $1 >> \"f\"}",
            "{print | \"sh\"}",
            "BEGIN{\"id\" | getline x}",
            "{getline x < \"f\"}",
            "@load \"x\"",
            "{f=\"system\"; @f(\"id\")}",
            "{print \"a\" > $1}",
            "{print \"unclosed}",
            "{printf(\"x\") > \"f\"}",
            // A division that looks like an expression, and the other way round.
            "BEGIN{x++ / system(\"id\") / 2}",
            "BEGIN{y = $/\"/; system(\"id\") #\"\n}",
            "BEGIN{if (1) /\"/; system(\"id\") #\"\n}",
            "BEGIN{while (f(1)) /\"/; system(\"id\") #\"\n}",
            "BEGIN{for (;;) /\"/; system(\"id\") #\"\n}",
            "END{exit /\"/; system(\"id\") #\"\n}",
            "{switch (1) {case /\"/: system(\"id\") #\"\n}}",
            "{/a/ /\"/; system(\"id\") #\"\n}",
            // Where names begin.
            "BEGIN{x = 1system(\"id\")}",
            "BEGIN{x = 1e5system(\"id\")}",
            "BEGIN{x = 0xsystem(\"id\")}",
            "BEGIN{x = .5system(\"id\")}",
            "BEGIN{x = a$system(\"id\")}",
            "BEGIN{x = $1system(\"id\")}",
            // Where brackets end.
            "BEGIN{ $0 ~ /[]/\"]/; system(\"id\") #\"\n}",
            "BEGIN{ $0 ~ /[^]/\"]/; system(\"id\") #\"\n}",
            "BEGIN{ $0 ~ /[[:alpha:]/\"]/; system(\"id\") #\"\n}",
            "BEGIN{ $0 ~ /[\\]/; system(\"id\") #]/\n}",
            "BEGIN{ $0 ~ /[[.a.]/; system(\"id\") #]/\n}",
            "BEGIN{ $0 ~ /[[:]/; system(\"id\") #]/\n}",
            // Statements that go on in the next line.
            "BEGIN{print \"x\",\n\"y\" > \"f\"}",
            "BEGIN{print \"x\", # why\n\n\"y\" > \"f\"}",
            "BEGIN{print a &&\nb > \"f\"}",
            "BEGIN{print a ||\nb > \"f\"}",
            "BEGIN{print a ?\nb : c > \"f\"}",
            "BEGIN{print a \\\n > \"f\"}",
            // Files and variables by other names.
            "BEGIN{ARGV[1]=\"/etc/shadow\"; ARGC=2} 1",
            "BEGIN{SYMTAB[\"x\"] = 1}",
            "BEGIN{for (k in ENVIRON) print ENVIRON[k]}",
        ] {
            assert!(awk_danger(program).is_some(), "{program}");
        }
    }
}
