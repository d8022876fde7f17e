//! sed programs: which of their commands do more than edit the stream.

/// What a sed program does beyond editing its input, in words; `None` if nothing.
///
/// Reads the whole grammar of GNU sed. A program it cannot follow counts as dangerous.
#[must_use]
pub fn sed_danger(program: &str) -> Option<&'static str> {
    // What brackets mean depends on the sed; being wrong must not hide a command. A sed that cannot follow a program runs
    // none of it.
    let others = [Brackets::Escaping, Brackets::Ignored].into_iter();
    read(program, Brackets::Plain)
        .or_else(|| others.filter_map(|way| read(program, way)).find(|what| *what != UNCLEAR_WORDS))
}

/// The files that a sed program names: each with whether it is written. A program that cannot be followed names none here;
/// [`sed_danger`] tells of it.
#[must_use]
pub fn sed_files(program: &str) -> Vec<(String, bool)> {
    let mut all = Vec::new();
    for brackets in [Brackets::Plain, Brackets::Escaping, Brackets::Ignored] {
        let mut reader = Reader { rest: program.as_bytes(), brackets, files: Some(Vec::new()) };
        while matches!(reader.command(), Step::Next) {}
        for file in reader.files.into_iter().flatten() {
            if !all.contains(&file) {
                all.push(file);
            }
        }
    }
    all
}

/// What brackets in an expression mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Brackets {
    /// A delimiter and a backslash in them mean themselves.
    Plain,
    /// A backslash still escapes in them.
    Escaping,
    /// Nothing.
    Ignored,
}

const UNCLEAR_WORDS: &str = "its sed program could not be followed";

fn read(program: &str, brackets: Brackets) -> Option<&'static str> {
    let mut reader = Reader { rest: program.as_bytes(), brackets, files: None };
    loop {
        match reader.command() {
            Step::Next => {}
            Step::End => return None,
            Step::Danger(what) => return Some(what),
        }
    }
}

enum Step {
    Next,
    End,
    Danger(&'static str),
}

const UNCLEAR: Step = Step::Danger(UNCLEAR_WORDS);

struct Reader<'p> {
    rest: &'p [u8],
    brackets: Brackets,
    /// The files that are named, where they are asked for.
    files: Option<Vec<(String, bool)>>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    fn take(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn skip_while(&mut self, keep: impl Fn(u8) -> bool) {
        let length = self.rest.iter().take_while(|byte| keep(**byte)).count();
        self.rest = self.rest.get(length..).unwrap_or(&[]);
    }

    fn command(&mut self) -> Step {
        self.skip_while(|byte| byte.is_ascii_whitespace() || matches!(byte, b';' | b'}'));
        if self.rest.is_empty() {
            return Step::End;
        }
        if !self.addresses() {
            return UNCLEAR;
        }
        self.skip_while(|byte| byte == b' ' || byte == b'\t' || byte == b'!');
        match self.take() {
            None
            | Some(
                b'{' | b'}' | b'=' | b'd' | b'D' | b'g' | b'G' | b'h' | b'H' | b'n' | b'N' | b'p' | b'P' | b'x' | b'z'
                | b'F',
            ) => Step::Next,
            Some(b'q' | b'Q' | b'l' | b'L') => {
                self.skip_while(|byte| byte == b' ' || byte.is_ascii_digit());
                Step::Next
            }
            Some(b'a' | b'i' | b'c') => {
                self.text();
                Step::Next
            }
            // A label ends at a blank too: what follows is the next command to some.
            Some(b':' | b'b' | b't' | b'T') => {
                self.skip_while(|byte| matches!(byte, b' ' | b'\t'));
                self.skip_while(|byte| !byte.is_ascii_whitespace() && !matches!(byte, b';' | b'}'));
                Step::Next
            }
            Some(b'#') => {
                self.skip_while(|byte| byte != b'\n');
                Step::Next
            }
            Some(b's') => self.substitute(),
            Some(b'y') => {
                if self.parts(2) {
                    Step::Next
                } else {
                    UNCLEAR
                }
            }
            Some(b'w' | b'W') => self.file(true),
            Some(b'r' | b'R') => self.file(false),
            // What it runs is looked for elsewhere.
            Some(b'e') if self.files.is_some() => {
                self.text();
                Step::Next
            }
            Some(b'e') => Step::Danger("its sed program runs a command"),
            Some(_) => UNCLEAR,
        }
    }

    /// The name of a file, up to the end of the line.
    fn file(&mut self, written: bool) -> Step {
        let Some(files) = self.files.as_mut() else {
            let what = if written { "its sed program writes a file" } else { "its sed program reads another file" };
            return Step::Danger(what);
        };
        let length = self.rest.iter().position(|byte| *byte == b'\n').unwrap_or(self.rest.len());
        let name = self.rest.get(..length).unwrap_or(&[]);
        files.push((String::from_utf8_lossy(name).trim().to_owned(), written));
        self.rest = self.rest.get(length..).unwrap_or(&[]);
        Step::Next
    }

    /// Passes over `1,3`, `/a/,+2`, `$`, `0~4`; `false` if a regular expression is not closed.
    fn addresses(&mut self) -> bool {
        loop {
            self.skip_while(|byte| byte.is_ascii_digit() || matches!(byte, b'$' | b',' | b'~' | b'+' | b' ' | b'\t'));
            let delimiter = match self.peek() {
                Some(b'/') => b'/',
                Some(b'\\') => {
                    self.take();
                    match self.peek() {
                        // A line break is a delimiter to some, the end of an error to others.
                        None | Some(b'\n' | b'\\') => return false,
                        Some(delimiter) => delimiter,
                    }
                }
                _ => return true,
            };
            self.take();
            if !self.until(delimiter) {
                return false;
            }
            self.skip_while(|byte| matches!(byte, b'I' | b'M'));
        }
    }

    /// Passes over text up to an unescaped delimiter outside brackets.
    fn until(&mut self, delimiter: u8) -> bool {
        let mut bracket = false;
        let mut begun = false;
        while let Some(byte) = self.take() {
            match byte {
                b'\\' if !bracket || self.brackets != Brackets::Plain => {
                    self.take();
                }
                // `[:alpha:]`
                b'[' if bracket && matches!(self.peek(), Some(b':' | b'.' | b'=')) => {
                    let sign = self.take();
                    while let Some(byte) = self.take() {
                        if Some(byte) == sign && self.peek() == Some(b']') {
                            self.take();
                            break;
                        }
                    }
                }
                b'[' if !bracket && self.brackets != Brackets::Ignored => {
                    bracket = true;
                    begun = true;
                    if self.peek() == Some(b'^') {
                        self.take();
                    }
                    continue;
                }
                b']' if bracket && !begun => bracket = false,
                _ if byte == delimiter && !bracket => return true,
                _ => {}
            }
            begun = false;
        }
        false
    }

    fn parts(&mut self, count: usize) -> bool {
        let Some(delimiter) = self.take() else { return false };
        if delimiter == b'\n' || delimiter == b'\\' {
            return false;
        }
        (0..count).all(|index| if index == 0 { self.until(delimiter) } else { self.replacement(delimiter) })
    }

    /// Passes over a replacement, in which brackets mean nothing.
    fn replacement(&mut self, delimiter: u8) -> bool {
        while let Some(byte) = self.take() {
            match byte {
                b'\\' => {
                    self.take();
                }
                _ if byte == delimiter => return true,
                _ => {}
            }
        }
        false
    }

    fn substitute(&mut self) -> Step {
        if !self.parts(2) {
            return UNCLEAR;
        }
        loop {
            match self.peek() {
                Some(b'g' | b'p' | b'i' | b'I' | b'm' | b'M' | b'0'..=b'9') => {
                    self.take();
                }
                Some(b'e') if self.files.is_some() => {
                    self.take();
                }
                Some(b'e') => return Step::Danger("its sed program runs a command"),
                Some(b'w') => {
                    self.take();
                    return self.file(true);
                }
                None | Some(b';' | b'\n' | b'}' | b' ' | b'\t' | b'#') => return Step::Next,
                Some(_) => return UNCLEAR,
            }
        }
    }

    /// Passes over the text of `a`, `i`, `c`: up to a line break that no backslash escapes.
    fn text(&mut self) {
        while let Some(byte) = self.take() {
            match byte {
                b'\\' => {
                    self.take();
                }
                b'\n' => return,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sed_danger;

    #[test]
    fn sed_programs_are_looked_into() {
        for program in [
            "1,20p",
            "/a/,/b/p",
            "s/a/b/g",
            "s|/usr|/opt|g",
            "$!N;s/\\n/ /",
            "/^#/d;s/x/[y/",
            "y/abc/xyz/",
            "1{p;q}",
            "/a/{n;d}",
            "s/[/]/-/",
            "s/[^/]*$//",
            "s/[[:alpha:]/]/x/",
            "s/[^/]*$//",
            "1~2d",
            "a\\\nhello w",
            "s/a/b/;ta;:a;s/w/e/",
            ":a;N;$!ba;s/\\n/ /g",
            ": w;n; b w",
            "\\,x,d",
            "/x/I,+3p",
            "=",
        ] {
            assert_eq!(sed_danger(program), None, "{program}");
        }
        for program in [
            "w out",
            "s/a/b/w out",
            "s/a/b/e",
            "e touch x",
            "1e",
            "r /etc/passwd",
            "R x",
            "p;w x",
            "s/a/b/gew x",
            "/a/w x",
            "$!w x",
            "1!{w x\n}",
            "s/a\\/b/c/e",
            "s,a,b,we",
            "0~3e ls",
            "s/[/]/e/e",
            "b;:a w x",
            "{\n\\\nw x\np",
            ": a w x",
            "ba w x",
            "t\te ls",
            "y/[/x/;w x;y/]/z/",
            "s/[/b/e;]/x/",
            "s/[\\]/x/e;s/]/y/",
            "s/[/w x/;p",
            "s/a[/]/b/e",
            "%",
            "s/a",
        ] {
            assert!(sed_danger(program).is_some(), "{program}");
        }
    }
}
