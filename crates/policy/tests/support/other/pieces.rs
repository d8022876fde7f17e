//! Writes scripts out of pieces that shells read in different ways.
//!
//! In a piece, `%` is a command with a name of its own (`zq1`, `zq2` …) and some words, `@` is another piece. No piece
//! names anything outside the folder it runs in, loops for ever or calls itself. `pieces.txt` has them, one a line; `plain.txt` those
//! that every shell reads alike.

use std::sync::OnceLock;

use super::random::Random;

type Lines = OnceLock<Vec<&'static str>>;

/// The lines of a file, where `\n`, `\t`, `\r`, `\\` and `\u{…}` stand for what they are in Rust.
fn lines(all: &'static Lines, text: &'static str) -> &'static [&'static str] {
    all.get_or_init(|| text.lines().map(|line| &*decoded(line).leak()).collect())
}

fn pieces() -> &'static [&'static str] {
    static ALL: Lines = OnceLock::new();
    lines(&ALL, include_str!("pieces.txt"))
}

fn plain() -> &'static [&'static str] {
    static ALL: Lines = OnceLock::new();
    lines(&ALL, include_str!("plain.txt"))
}

fn words() -> &'static [&'static str] {
    static ALL: Lines = OnceLock::new();
    lines(&ALL, include_str!("words.txt"))
}

fn decoded(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        let known = [("n", "\n"), ("t", "\t"), ("r", "\r"), ("\\", "\\")];
        let number = after.strip_prefix("u{").and_then(|after| after.split_once('}'));
        rest = if let Some((tail, sign)) = known.iter().find_map(|(name, sign)| Some((after.strip_prefix(name)?, sign)))
        {
            text.push_str(sign);
            tail
        } else if let Some((number, tail)) = number {
            text.extend(u32::from_str_radix(number, 16).ok().and_then(char::from_u32));
            tail
        } else {
            text.push('\\');
            after
        };
    }
    text.push_str(rest);
    text
}

/// The script of one seed: of pieces, plain, or damaged.
pub fn written(seed: u64) -> String {
    let mut writer = Writer { random: Random::new(seed), next: 0, depth: 0 };
    let kind = writer.random.below(100);
    let mut text = match kind {
        0..20 => writer.joined(plain()),
        20..85 => writer.joined(pieces()),
        _ => {
            let text = writer.joined(pieces());
            damaged(&text, &mut writer.random)
        }
    };
    // So that what runs in the background is logged too.
    if writer.random.chance(70) {
        text.push_str("\nwait\n");
    }
    text
}

/// Takes out, doubles or puts in something small. Nothing that could name a file outside.
fn damaged(text: &str, random: &mut Random) -> String {
    const TOKENS: &[&str] = &[
        "'", "\"", "`", "$", "{", "}", "(", ")", ";", "&", "|", "\n", "\\", "\\\n", " ", "!", "#", "=", "<", ">", "[",
        "]", "[[", "]]", "${", "$(", "~", "^", "*", ":", "&>", ">&", "|&", "always", "((", "))", "$'", "<<E\n",
        "\nE\n", "{}", "()", ";;", ";|", "-", "@", "+",
    ];
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(2) {
        let at = random.below(letters.len() + 1);
        match random.below(3) {
            0 if at < letters.len() => {
                letters.remove(at);
            }
            _ => {
                let token: Vec<char> = random.pick(TOKENS).chars().collect();
                letters.splice(at..at, token);
            }
        }
    }
    letters.into_iter().collect()
}

struct Writer {
    random: Random,
    next: usize,
    depth: usize,
}

impl Writer {
    fn joined(&mut self, pieces: &[&'static str]) -> String {
        let mut text = self.piece(pieces);
        while self.random.chance(35) {
            text.push_str(self.random.pick(&["; ", "\n", " && ", " | ", "\n", " & "]));
            text.push_str(&self.piece(pieces));
        }
        text
    }

    fn piece(&mut self, pieces: &[&'static str]) -> String {
        let piece = self.random.pick(pieces);
        let mut text = String::new();
        for letter in piece.chars() {
            match letter {
                '%' if self.depth < 2 && self.random.chance(6) => {
                    self.depth += 1;
                    let inner = self.piece(pieces);
                    self.depth -= 1;
                    text.push_str(&inner);
                }
                '%' => text.push_str(&self.command()),
                '@' if piece.contains("@;") || piece.contains("@)") || piece.contains(" @") => {
                    self.depth += 1;
                    let inner = if self.depth > 3 { self.command() } else { self.piece(pieces) };
                    self.depth -= 1;
                    text.push_str(&inner);
                }
                _ => text.push(letter),
            }
        }
        text
    }

    fn command(&mut self) -> String {
        self.next += 1;
        let mut text = format!("zq{}", self.next % 128);
        while self.random.chance(25) {
            text.push(' ');
            text.push_str(self.random.pick(words()));
        }
        text
    }
}
