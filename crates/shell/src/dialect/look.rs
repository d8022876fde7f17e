//! A quick look at a text: which shells certainly read it as bash does, so that the usual command is read once.

use super::words::{
    CD, CHDIR, DO, ELIF, ELSE, FOR, IF, NOT, ODD, POPD, PUSHD, TEST, TEST_NAME, THEN, UNTIL, WHILE, counts, key,
};
use super::{Shell, Shells};

const ALL: Shells = Shells::READ.without(Shells::BASH);
const ZSH: Shells = Shells::of(Shell::Zsh);
const SH: Shells = Shells::of(Shell::Sh);

/// The shells that may read a text differently from bash, of those whose grammar is read. One pass over the bytes.
///
/// For every other shell of [`Shells::READ`]: if the reading as bash is complete (nothing in it is opaque), the reading
/// as that shell is the same. So a caller reads the text as bash first, and again for the shells named here, or for all
/// if something is opaque. fish, `PowerShell` and `cmd` are never named: see [`crate::means_the_same_in`] for those.
///
/// ```
/// use byleave_shell::{Shell, Shells, differs};
/// assert!(differs(b"cd src && cargo test 2>&1 | tail -n 20").is_empty());
/// assert_eq!(differs(b"wc -l $files"), Shells::of(Shell::Zsh));
/// assert!(differs(b"echo hi &>/dev/null touch x").contains(Shell::Sh));
/// ```
#[must_use]
pub fn differs(text: &[u8]) -> Shells {
    Look::new(text).all()
}

/// Whether a shell at a prompt may read a text differently from the same shell running a script: `!` repeats commands
/// of the history, and `#` begins no comment in zsh. Everything but single quotes is checked.
#[must_use]
pub fn differs_when_typed(text: &[u8]) -> bool {
    let mut quoted = false;
    let mut escaped = false;
    let mut previous = b' ';
    for byte in text {
        match byte {
            _ if escaped => escaped = false,
            b'\'' => quoted = !quoted,
            b'\\' if !quoted => escaped = true,
            b'!' if !quoted => return true,
            b'^' if !quoted && matches!(previous, b' ' | b'\n' | b';' | b'&' | b'|') => return true,
            b'#' if !quoted && !previous.is_ascii_alphanumeric() => return true,
            // A quote inside double quotes pairs with nothing; an exact answer needs a full reading of the text.
            b'"' if text.contains(&b'\'') => return true,
            _ => {}
        }
        previous = *byte;
    }
    false
}

/// The place of the current word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// A command may begin.
    Command,
    /// After the command word.
    Argument,
    /// After `<` or `>`.
    Target,
}

/// What the next byte belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Nothing,
    Word,
    Quotes,
}

struct Look<'t> {
    text: &'t [u8],
    at: usize,
    found: Shells,
    inside: Inside,
    /// Where the current word began.
    start: usize,
    place: Place,
    /// Words of the current command so far.
    words: u32,
    /// Whether the current command is `cd` or similar.
    moves: bool,
    /// How many commands are `[`, if there is one or a `test`.
    tests: Option<usize>,
    /// For each open `$(`, whether it is inside double quotes.
    around: u64,
    depth: u32,
}

impl<'t> Look<'t> {
    const fn new(text: &'t [u8]) -> Self {
        Self {
            text,
            at: 0,
            found: Shells::NONE,
            inside: Inside::Nothing,
            start: 0,
            place: Place::Command,
            words: 0,
            moves: false,
            tests: None,
            around: 0,
            depth: 0,
        }
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.get(self.at.saturating_add(ahead)).copied().unwrap_or(0)
    }

    fn advance(&mut self, by: usize) {
        self.at = self.at.saturating_add(by);
    }

    fn mark(&mut self, shells: Shells) {
        self.found = self.found.and(shells);
    }

    fn give_up(&mut self) {
        self.mark(ALL);
        self.at = self.text.len();
    }

    fn all(mut self) -> Shells {
        while self.at < self.text.len() && self.found != ALL {
            match self.inside {
                Inside::Nothing => self.between_words(),
                Inside::Word => self.in_word(),
                Inside::Quotes => self.in_quotes(),
            }
        }
        match self.inside {
            Inside::Quotes => self.mark(ALL),
            Inside::Word => self.word_ends(),
            Inside::Nothing => {}
        }
        if self.depth > 0 || self.place == Place::Target {
            self.mark(ALL);
        }
        // mksh evaluates the subscript of what stands beside `-eq`.
        if self.tests.is_some_and(|tests| has_other_brackets(self.text, tests)) {
            self.mark(SH);
        }
        // zsh evaluates what follows `-t`.
        if self.tests.is_some() && may_ask_for_terminal(self.text) {
            self.mark(ZSH);
        }
        self.found
    }

    fn between_words(&mut self) {
        match self.byte(0) {
            b' ' | b'\t' => self.advance(1),
            b'\n' => {
                self.advance(1);
                self.next_command();
            }
            b'&' if self.byte(1) == b'&' => self.operator(b"", 2),
            // `&>`, `&!` and `&|` are operators in some shells.
            b'&' => self.operator(b">!", 1),
            b'|' if self.byte(1) == b'|' => self.operator(b"", 2),
            b';' | b'|' => self.operator(b"", 1),
            b'<' | b'>' => self.redirection(),
            b')' if self.depth > 0 => self.substitution_ends(),
            // Only words are skipped below, and none of these begins one.
            b'(' | b')' | 0 => self.give_up(),
            b'#' => {
                let rest = self.text.get(self.at..).unwrap_or(&[]);
                self.advance(rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()));
            }
            _ => self.word_begins(),
        }
    }

    fn next_command(&mut self) {
        if self.place == Place::Target {
            self.mark(ALL);
        }
        self.place = Place::Command;
        self.words = 0;
        self.moves = false;
    }

    fn operator(&mut self, refused: &[u8], length: usize) {
        let next = self.byte(length);
        if refused.contains(&next) || matches!(next, b';' | b'&' | b'|' | b'\\') {
            self.mark(ALL);
        }
        self.advance(length);
        self.next_command();
    }

    /// `<`, `>`, `>>`, and `>&` before a digit.
    fn redirection(&mut self) {
        match self.place {
            // zsh runs a program for a redirection without a command.
            Place::Command | Place::Target => self.mark(ALL),
            Place::Argument => {}
        }
        let length = if self.byte(0) == b'>' && self.byte(1) == b'>' { 2 } else { 1 };
        let next = self.byte(length);
        if next == b'&' && length == 1 && self.byte(2).is_ascii_digit() && ends(self.byte(3)) {
            return self.advance(3);
        }
        if matches!(next, b'&' | b'<' | b'>' | b'(' | b'!' | b'|' | b'\\' | b'-' | b'0'..=b'9') {
            self.mark(ALL);
        }
        self.advance(length);
        self.place = Place::Target;
    }

    fn word_begins(&mut self) {
        self.inside = Inside::Word;
        self.start = self.at;
        if self.place != Place::Target {
            self.words = self.words.saturating_add(1);
            if self.moves && self.words > 2 {
                self.mark(ALL);
            }
        }
        match (self.byte(0), self.byte(1)) {
            // `~` and `~/x` are the home directory everywhere; `~x` may be a parameter in zsh.
            (b'~', next) if next == b'/' || ends(next) => self.advance(1),
            (b'~', _) => self.mark(ALL),
            (b'=', next) if !ends(next) => self.mark(ZSH),
            _ => {}
        }
    }

    fn word_ends(&mut self) {
        self.inside = Inside::Nothing;
        let place = std::mem::replace(&mut self.place, Place::Argument);
        if place == Place::Command {
            let word = self.text.get(self.start..self.at).unwrap_or(&[]);
            self.command_word(word);
        }
    }

    /// What the command word means to some shell.
    fn command_word(&mut self, word: &[u8]) {
        let Some(key) = key(word) else { return self.odd_command_word(word) };
        match key {
            IF | THEN | ELIF | ELSE | WHILE | UNTIL | DO | NOT => {
                self.place = Place::Command;
                self.words = 0;
            }
            CD | PUSHD | POPD | CHDIR => self.moves = true,
            // In zsh a loop variable may be tied to shell state, and some in capitals are numbers to mksh.
            FOR => {
                let rest = self.text.get(self.at..).unwrap_or(&[]);
                let first = rest.iter().find(|byte| !matches!(byte, b' ' | b'\t')).copied().unwrap_or(0);
                let plain = first.is_ascii_lowercase() || first == b'_';
                self.mark(if plain { ZSH } else { ALL });
            }
            TEST => self.tests = Some(self.tests.unwrap_or(0).saturating_add(1)),
            TEST_NAME => self.tests = Some(self.tests.unwrap_or(0)),
            _ if ODD.binary_search(&key).is_ok() => self.mark(ALL),
            _ if counts(word) => self.mark(ZSH),
            _ => self.odd_command_word(word),
        }
    }

    /// An assignment, or a word that may become anything.
    fn odd_command_word(&mut self, word: &[u8]) {
        if word.iter().any(|byte| b"=$*?~[\\\"'".contains(byte)) {
            self.mark(ALL);
        }
    }

    /// Skips bytes that mean nothing to any of these shells.
    fn skip(&mut self, class: u8) {
        let rest = self.text.get(self.at..).unwrap_or(&[]);
        self.advance(rest.iter().position(|byte| class_of(*byte) & class == 0).unwrap_or(rest.len()));
    }

    /// One step in a word, outside quotes.
    fn in_word(&mut self) {
        self.skip(PLAIN);
        if self.at >= self.text.len() {
            return;
        }
        let begins = self.at == self.start;
        let before = if begins { 0 } else { self.text.get(self.at.saturating_sub(1)).copied().unwrap_or(0) };
        match self.byte(0) {
            b'<' | b'>' => self.word_before_redirection(),
            byte if ends(byte) && byte != 0 => {
                if byte == b'(' {
                    return self.give_up();
                }
                self.word_ends();
            }
            // `[[` behind a command, which busybox heeds.
            b'[' if begins && self.byte(1) == b'[' => self.give_up(),
            b'*' | b'?' | b'[' | b']' | b'!' if self.place != Place::Target => self.advance(1),
            b'=' if !matches!(self.byte(1), b'~' | b'(') => self.advance(1),
            b'^' | b'#' if !begins => self.advance(1),
            // As in `HEAD~1`; after `:` and `=` it may be the home directory.
            b'~' if !begins && !matches!(before, b':' | b'=' | b'\'' | b'"' | b'\n') && self.byte(1) != b'[' => {
                self.advance(1);
            }
            // As `find` and `xargs` use it; as a command word it begins a group in zsh.
            b'{' if self.byte(1) == b'}' && self.place == Place::Argument && self.words > 1 => self.advance(2),
            b'\'' => {
                let rest = self.text.get(self.at.saturating_add(1)..).unwrap_or(&[]);
                match rest.iter().position(|byte| *byte == b'\'' || is_odd(*byte)) {
                    Some(length) if rest.get(length) == Some(&b'\'') => self.advance(length.saturating_add(2)),
                    _ => self.give_up(),
                }
            }
            b'"' => {
                self.advance(1);
                self.inside = Inside::Quotes;
            }
            b'\\' if matches!(self.byte(1), b' '..=b'~') => self.advance(2),
            b'$' if self.byte(1) == b'(' && self.byte(2) != b'(' => self.substitution_begins(false),
            // zsh does not split the result.
            b'$' => {
                self.mark(ZSH);
                self.parameter();
            }
            128.. => {
                self.mark(ZSH);
                self.advance(1);
            }
            _ => self.give_up(),
        }
    }

    /// A number before `<` or `>` is a descriptor: one digit in all shells, several not.
    fn word_before_redirection(&mut self) {
        let word = self.text.get(self.start..self.at).unwrap_or(&[]);
        if self.byte(1) == b'(' || self.place == Place::Target {
            return self.give_up();
        }
        if word.iter().all(u8::is_ascii_digit) {
            if word.len() != 1 || self.words < 2 {
                return self.give_up();
            }
            self.words = self.words.saturating_sub(1);
        }
        self.word_ends();
    }

    /// One step inside double quotes.
    fn in_quotes(&mut self) {
        self.skip(QUOTABLE);
        if self.at >= self.text.len() {
            return;
        }
        match (self.byte(0), self.byte(1)) {
            (b'"', _) => {
                self.advance(1);
                self.inside = Inside::Word;
            }
            (b'\\', b' '..=b'~') if self.byte(1) != b'!' => self.advance(2),
            (b'$', b'(') if self.byte(2) != b'(' => self.substitution_begins(true),
            (b'$', b'"' | b' ' | b'/' | b'.' | b',' | b'|' | b')') => self.advance(1),
            (b'$', _) => self.parameter(),
            _ => self.give_up(),
        }
    }

    /// `$name`, `${name}` and `$?`.
    fn parameter(&mut self) {
        let braced = usize::from(self.byte(1) == b'{');
        let from = self.at.saturating_add(1).saturating_add(braced);
        let rest = self.text.get(from..).unwrap_or(&[]);
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        let first = rest.first().copied().unwrap_or(0);
        let known = if first.is_ascii_digit() { length == 1 } else { length > 0 || matches!(first, b'?' | b'@') };
        self.at = from.saturating_add(length.max(1));
        if !known || braced == 1 && self.byte(0) != b'}' {
            return self.give_up();
        }
        if braced == 1 {
            self.advance(1);
        } else if matches!(self.byte(0), b'[' | b':') {
            // zsh has subscripts and modifiers here.
            self.mark(ZSH);
        }
    }

    /// `$(`: its content is read as commands.
    fn substitution_begins(&mut self, quoted: bool) {
        if self.depth >= 60 || self.place != Place::Argument || self.moves {
            return self.give_up();
        }
        if !quoted {
            self.mark(ZSH);
        }
        self.advance(2);
        self.depth = self.depth.saturating_add(1);
        self.around = self.around << 1 | u64::from(quoted);
        self.inside = Inside::Nothing;
        self.next_command();
    }

    /// Back in the word around a substitution, which is an argument.
    fn substitution_ends(&mut self) {
        if self.place == Place::Target {
            return self.give_up();
        }
        self.advance(1);
        self.depth = self.depth.saturating_sub(1);
        self.inside = if self.around & 1 == 1 { Inside::Quotes } else { Inside::Word };
        self.around >>= 1;
        self.place = Place::Argument;
        self.words = 2;
        self.moves = false;
        self.start = self.at.saturating_sub(1);
    }
}

/// Whether a text has brackets beside the commands `[`, or one may be made of an escape.
fn has_other_brackets(text: &[u8], tests: usize) -> bool {
    text.contains(&b'\\') || text.split(|byte| *byte == b'[').skip(1).count() != tests
}

/// Whether a text has the word `-t`, or a word that may become it.
fn may_ask_for_terminal(text: &[u8]) -> bool {
    text.windows(2).any(|pair| matches!(pair, [b'-', b't' | b'\'' | b'"' | b'\\' | b'$']))
        || text.iter().any(|byte| matches!(byte, b'$' | b'\\'))
}

/// A byte of an ordinary word.
const PLAIN: u8 = 1;
/// A byte that stands for itself inside double quotes.
const QUOTABLE: u8 = 2;

const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0_u8;
    loop {
        let plain = byte.is_ascii_alphanumeric()
            || matches!(byte, b'_' | b'-' | b'.' | b'/' | b',' | b':' | b'@' | b'%' | b'+');
        let quotable = !is_odd(byte) && !matches!(byte, b'"' | b'$' | b'`' | b'\\');
        set(&mut classes, byte, if plain { PLAIN } else { 0 } | if quotable { QUOTABLE } else { 0 });
        if byte == 255 {
            break classes;
        }
        byte = byte.saturating_add(1);
    }
};

#[expect(clippy::indexing_slicing, reason = "a u8 always lies inside 256 entries, and this runs at compile time")]
const fn set(classes: &mut [u8; 256], byte: u8, class: u8) {
    classes[byte as usize] = class;
}

fn class_of(byte: u8) -> u8 {
    CLASSES.get(usize::from(byte)).copied().unwrap_or(0)
}

/// Bytes that end a word everywhere, and the end of the text.
const fn ends(byte: u8) -> bool {
    matches!(byte, 0 | b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')')
}

/// Control characters except blanks and line breaks.
const fn is_odd(byte: u8) -> bool {
    byte < 32 && !matches!(byte, b'\t' | b'\n') || byte == 127
}

#[cfg(test)]
mod tests {
    use super::{differs, differs_when_typed};

    #[test]
    fn usual_commands_are_read_once() {
        let usual = [
            "git status",
            "ls -la src/",
            "cd src && cargo test 2>&1 | tail -n 20",
            "grep -rn \"foo bar\" src | head -n 5",
            "find . -name '*.rs' -exec wc -l {} \\;",
            "find . -type f | xargs -I{} cp {} x",
            "git log --oneline HEAD~3..HEAD",
            "git show HEAD^",
            "echo \"$HOME/x\" > out.txt",
            "if [ -f x ]; then cat x; fi",
            "git commit -m \"$(cat notes.txt | head -n 1)\"",
            "npm test -- --watch=false",
            "cat a.txt # shows it",
            "ls *.rs | wc -l",
            "curl -s http://localhost:8080/x?y=1 | jq '.a[0] | {b}'",
            "",
        ];
        for text in usual {
            assert!(differs(text.as_bytes()).is_empty(), "{text}: {}", differs(text.as_bytes()));
        }
    }

    #[test]
    fn prompts_have_a_history_and_no_comments() {
        let cases = [
            ("git status", false),
            ("echo 'a!b'", false),
            ("grep -rn 'x' src", false),
            ("git show HEAD^", false),
            ("echo a!b", true),
            ("echo \"a!\"", true),
            ("! ls", true),
            ("ls # x; rm y", true),
            ("^a^b", true),
            ("echo \"'\" !ls '", true),
            ("echo a\\!b", false),
        ];
        for (text, expected) in cases {
            assert_eq!(differs_when_typed(text.as_bytes()), expected, "{text}");
        }
    }
}
