//! awk programs: what they do beyond reading records and printing.

/// What an awk program does beyond reading its input and printing, in words; `None` if nothing.
///
/// Looks at the tokens. Pipes, redirections, `system`, `getline` and the loading of code all count, even where they are
/// harmless: they are rare in what agents run, and a wrong guess would be a hole.
#[must_use]
pub fn awk_danger(program: &str) -> Option<&'static str> {
    let mut reader = Reader { rest: program, after_operand: false, printing: false, depth: 0 };
    while !reader.rest.is_empty() {
        if let Some(what) = reader.token() {
            return Some(what);
        }
    }
    None
}

struct Reader<'p> {
    rest: &'p str,
    /// A `/` here would divide rather than begin a regular expression.
    after_operand: bool,
    /// Inside a `print` statement, where `>` redirects.
    printing: bool,
    depth: u32,
}

impl Reader<'_> {
    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or("");
    }

    fn token(&mut self) -> Option<&'static str> {
        let first = self.rest.chars().next()?;
        let length = first.len_utf8();
        match first {
            ' ' | '\t' | '\r' => self.skip(1),
            '\\' => self.skip(2),
            '#' => {
                let line = self.rest.find('\n').unwrap_or(self.rest.len());
                self.skip(line);
            }
            '"' => return self.quoted('"'),
            '/' if !self.after_operand => return self.quoted('/'),
            '@' => return Some("its awk program loads code or calls a function by a variable's name"),
            '|' if self.rest.starts_with("||") => self.operator(2),
            '|' => return Some("its awk program runs a command through a pipe"),
            '>' if self.printing && self.depth == 0 => return Some("its awk program writes a file"),
            '>' if self.rest.starts_with(">>") => return Some("its awk program writes a file"),
            ';' | '\n' | '}' | '{' => {
                self.printing = false;
                self.depth = 0;
                self.operator(1);
            }
            '(' => {
                self.depth = self.depth.saturating_add(1);
                self.operator(1);
            }
            ')' | ']' => {
                if first == ')' {
                    self.depth = self.depth.saturating_sub(1);
                }
                self.skip(1);
                self.after_operand = true;
            }
            _ if first.is_ascii_alphanumeric() || first == '_' || first == '$' => return self.word(),
            _ if first.is_ascii() => self.operator(1),
            _ => self.skip(length),
        }
        None
    }

    fn operator(&mut self, bytes: usize) {
        self.skip(bytes);
        self.after_operand = false;
    }

    /// A string or regular expression.
    fn quoted(&mut self, close: char) -> Option<&'static str> {
        self.skip(1);
        let mut bracket = false;
        let mut characters = self.rest.char_indices();
        while let Some((at, character)) = characters.next() {
            match character {
                '\\' => {
                    characters.next();
                }
                '[' if close == '/' => bracket = true,
                ']' => bracket = false,
                _ if character == close && !bracket => {
                    self.skip(at.saturating_add(1));
                    self.after_operand = true;
                    return None;
                }
                '\n' => break,
                _ => {}
            }
        }
        Some("its awk program could not be followed")
    }

    fn word(&mut self) -> Option<&'static str> {
        let end = self
            .rest
            .find(|one: char| !one.is_ascii_alphanumeric() && one != '_' && one != '$')
            .unwrap_or(self.rest.len());
        let word = self.rest.get(..end).unwrap_or("");
        let found = match word {
            "system" => Some("its awk program runs a command"),
            "getline" => Some("its awk program may read another file"),
            "print" | "printf" => {
                self.printing = true;
                self.depth = 0;
                None
            }
            _ => None,
        };
        let keyword = matches!(word, "print" | "printf" | "return" | "in" | "if" | "while" | "for" | "do" | "else");
        self.skip(end);
        self.after_operand = !keyword;
        found
    }
}

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
        ] {
            assert!(awk_danger(program).is_some(), "{program}");
        }
    }
}
