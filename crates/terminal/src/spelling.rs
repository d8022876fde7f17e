//! Text from outside as it is drawn: every character in its own cells, nothing hidden, nothing lost.
//!
//! Two different texts never look alike, so a person who read the box has read the call. Characters without a visible
//! shape are spelt out (`\x1b`, `\u{202e}`), and so is text that only looks like such a spelling.

use unicode_width::UnicodeWidthChar;

use crate::escape;

/// More blanks in a row than this are counted instead of shown: they could push text out of sight.
const MOST_BLANKS: usize = 8;
/// Deeper indentation does not count as code.
const DEEPEST: usize = 40;
/// More line breaks in a row than this are counted too.
const MOST_BREAKS: usize = 3;

/// Marks the end of a line that ends in the text itself.
pub const LINE_BREAK: char = '⏎';
/// Stands for a tab.
pub const TAB: char = '⇥';
/// Stands for a blank at the end of its line.
pub const LAST_BLANK: char = '␠';
/// Opens a count of things that are not shown one by one. It contains no blank, so a break cannot make it ambiguous.
pub const COUNT: char = '⟨';

/// Stands before the reason of a part.
pub const REASON: char = '↳';

/// One character on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The character.
    pub glyph: char,
    /// How many columns it takes: one or two.
    pub width: usize,
    /// Whether it is ours and stands for something else.
    pub spelt: bool,
}

impl Cell {
    /// A character as it is.
    #[must_use]
    pub fn plain(glyph: char) -> Self {
        Self { glyph, width: glyph.width().unwrap_or(1), spelt: false }
    }

    fn spelt(glyph: char) -> Self {
        Self { spelt: true, ..Self::plain(glyph) }
    }

    /// Whether a line may break here, dropping the blank.
    #[must_use]
    pub const fn is_blank(self) -> bool {
        self.glyph == ' ' && !self.spelt
    }
}

/// The kind of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text with lines: a command, a description.
    Text,
    /// A line of a file: deep indentation is normal there.
    FileLine,
    /// A name: blanks and line breaks are spelt out, so it cannot pass for two fields.
    Name,
}

/// The lines of a text, in cells.
#[must_use]
pub fn spell(text: &str, kind: Kind) -> Vec<Vec<Cell>> {
    let mut speller = Speller { lines: Vec::new(), line: Vec::new() };
    let characters: Vec<char> = text.chars().collect();
    let mut at = 0;
    while let Some(&character) = characters.get(at) {
        let run = characters.iter().skip(at).take_while(|other| **other == character).count();
        let taken = match character {
            ' ' | '\n' if kind == Kind::Name => speller.escape(character),
            ' ' => {
                let indents = kind == Kind::FileLine && at == 0 && run <= DEEPEST;
                let ends = at.saturating_add(run) == characters.len();
                speller.blanks(run, indents, ends)
            }
            '\n' => speller.breaks(run),
            '\t' if kind != Kind::Name => speller.tabs(run),
            '\\' if looks_spelt(characters.get(at.saturating_add(1)..).unwrap_or_default()) => {
                speller.escape(character)
            }
            _ if is_spelt(character) => speller.escape(character),
            _ => {
                speller.line.push(Cell::plain(character));
                1
            }
        };
        at = at.saturating_add(taken);
    }
    speller.lines.push(speller.line);
    speller.lines
}

struct Speller {
    lines: Vec<Vec<Cell>>,
    line: Vec<Cell>,
}

impl Speller {
    /// Each of these returns how many characters it took.
    fn escape(&mut self, character: char) -> usize {
        let code = u32::from(character);
        let text = if code < 0x80 { format!("\\x{code:02x}") } else { format!("\\u{{{code:x}}}") };
        self.say(&text);
        1
    }

    fn blanks(&mut self, run: usize, indents: bool, ends: bool) -> usize {
        if run > MOST_BLANKS && !indents {
            self.say(&format!("{COUNT}{run}×blank⟩"));
        } else {
            let shown = if ends { run.saturating_sub(1) } else { run };
            self.line.extend(std::iter::repeat_n(Cell::plain(' '), shown));
            if ends {
                self.line.push(Cell::spelt(LAST_BLANK));
            }
        }
        run
    }

    fn breaks(&mut self, run: usize) -> usize {
        if run > MOST_BREAKS {
            self.say(&format!("{COUNT}{run}×newline⟩"));
            self.lines.push(std::mem::take(&mut self.line));
        } else {
            for _ in 0..run {
                self.line.push(Cell::spelt(LINE_BREAK));
                self.lines.push(std::mem::take(&mut self.line));
            }
        }
        run
    }

    fn tabs(&mut self, run: usize) -> usize {
        if run > MOST_BLANKS {
            self.say(&format!("{COUNT}{run}×tab⟩"));
        } else {
            self.line.extend(std::iter::repeat_n(Cell::spelt(TAB), run));
        }
        run
    }

    fn say(&mut self, text: &str) {
        self.line.extend(text.chars().map(Cell::spelt));
    }
}

/// Whether the text after a backslash would look like one of our spellings.
fn looks_spelt(rest: &[char]) -> bool {
    match rest {
        ['x', first, second, ..] => first.is_ascii_hexdigit() && second.is_ascii_hexdigit(),
        ['u', '{', ..] => true,
        _ => false,
    }
}

/// Whether a character is never shown as it is.
#[must_use]
pub fn is_spelt(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_control();
    }
    escape::is_unseen(character)
        || matches!(character, LINE_BREAK | TAB | LAST_BLANK | COUNT | REASON)
        // Marks that combine with another character, and parts that merge into one.
        || character.width().unwrap_or(0) == 0
        || joins_others(character)
}

/// Characters with a width but no fixed place: format characters of some scripts, halves of flags, skin tones. How many
/// columns they take depends on the terminal.
const fn joins_others(character: char) -> bool {
    matches!(character,
        '\u{600}'..='\u{605}' | '\u{6dd}' | '\u{70f}' | '\u{890}' | '\u{891}' | '\u{8e2}'
        | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1f1e6}'..='\u{1f1ff}' | '\u{1f3fb}'..='\u{1f3ff}')
}

/// Text from outside on one line, for messages without a frame.
#[must_use]
pub fn line(text: &str, kind: Kind) -> String {
    let lines = spell(text, kind);
    lines.iter().flatten().map(|cell| cell.glyph).collect()
}

/// How many columns cells take.
#[must_use]
pub fn width(cells: &[Cell]) -> usize {
    cells.iter().map(|cell| cell.width).sum()
}

#[cfg(test)]
mod tests {
    use super::{Kind, spell};

    fn shown(text: &str, kind: Kind) -> String {
        let lines = spell(text, kind);
        lines.iter().map(|line| line.iter().map(|cell| cell.glyph).collect::<String>()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn every_trick_is_spelt_out() {
        for (given, expected) in [
            ("ls -la src/", "ls -la src/"),
            ("a\x1b[2Jb\r\x07\x08\x7f", "a\\x1b[2Jb\\x0d\\x07\\x08\\x7f"),
            ("a\u{9b}31m\u{85}", "a\\u{9b}31m\\u{85}"),
            ("\u{202e}fdp\u{2066}", "\\u{202e}fdp\\u{2066}"),
            ("a\u{200b}b\u{200d}c\u{feff}", "a\\u{200b}b\\u{200d}c\\u{feff}"),
            ("\u{e0041}\u{e007f}", "\\u{e0041}\\u{e007f}"),
            ("e\u{301}\u{336}", "e\\u{301}\\u{336}"),
            ("a\u{a0}b\u{3000}c\u{2800}", "a\\u{a0}b\\u{3000}c\\u{2800}"),
            ("👍\u{1f3fd} \u{1f1e9}\u{1f1ea} ❤\u{fe0f}", "👍\\u{1f3fd} \\u{1f1e9}\\u{1f1ea} ❤\\u{fe0f}"),
            ("é 文件 🦀 العربية", "é 文件 🦀 العربية"),
            ("printf 'a\\n\\\\'", "printf 'a\\n\\\\'"),
            ("\\x1b \\u{202e} \\xzz", "\\x5cx1b \\x5cu{202e} \\xzz"),
            ("\\\x1b", "\\\\x1b"),
            ("a\nb", "a⏎\nb"),
            ("a\n\n\n\nb", "a⟨4×newline⟩\nb"),
            ("a\tb", "a⇥b"),
            ("a        b", "a        b"),
            ("a         b", "a⟨9×blank⟩b"),
            ("ls ", "ls␠"),
            ("⏎⇥␠⟨", "\\u{23ce}\\u{21e5}\\u{2420}\\u{27e8}"),
        ] {
            assert_eq!(shown(given, Kind::Text), expected);
        }
    }

    #[test]
    fn names_have_no_blanks_and_file_lines_may_be_indented() {
        assert_eq!(shown("bash\nCommand: ls", Kind::Name), "bash\\x0aCommand:\\x20ls");
        assert_eq!(shown("            let x;         y", Kind::FileLine), "            let x;⟨9×blank⟩y");
        assert_eq!(shown(&format!("{}x", " ".repeat(41)), Kind::FileLine), "⟨41×blank⟩x");
    }
}
