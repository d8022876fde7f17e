//! Random words made of quoting, `$'…'` and braces: literal, however odd they look.

use super::random::Random;

/// A few words separated by blanks.
pub fn words(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x776f_7264);
    let mut text = String::new();
    for _ in 0..=random.below(3) {
        if !text.is_empty() {
            text.push(' ');
        }
        word(&mut random, &mut text, 0);
    }
    text
}

fn word(random: &mut Random, text: &mut String, depth: usize) {
    for _ in 0..=random.below(4) {
        match random.below(12) {
            0..=2 => text.push_str(
                random.pick(&["a", "b-c", "1", "é", "日", ".", "=", "%x", "@", "+", ":", "a/b", "x~", "]", "!"]),
            ),
            3 => single(random, text),
            4 | 5 => double(random, text),
            6 | 7 => ansi(random, text),
            8 => {
                text.push('\\');
                text.push_str(random.pick(&[
                    "a", "$", "`", "\"", "'", "\\", " ", "{", "}", ",", "*", "~", "#", ";", "\n", "é", "[", "!",
                ]));
            }
            9 => text.push_str(random.pick(&["{", "}", ",", "..", "{}", "{,", ",}", "$.", "{a", "b}"])),
            _ if depth < 3 => braces(random, text, depth),
            _ => text.push('z'),
        }
    }
    // A comment would swallow the rest, an assignment to an array would not be a word, `$` must not meet a quote or name.
    if text.ends_with('$') {
        text.push('.');
    }
}

fn single(random: &mut Random, text: &mut String) {
    text.push('\'');
    for _ in 0..random.below(4) {
        text.push_str(random.pick(&["a", " ", "\\", "\"", "$x", "$(b)", "`", "{c,d}", ",", "*", "~", "\n", "#", "é"]));
    }
    text.push('\'');
}

fn double(random: &mut Random, text: &mut String) {
    text.push_str(random.pick(&["\"", "\"", "\"", "$\""]));
    for _ in 0..random.below(5) {
        text.push_str(random.pick(&[
            "a", " ", "'", "\\\\", "\\\"", "\\$", "\\`", "\\a", "\\n", "\\'", "\\\n", "{c,d}", ",", "*", "~", "\n",
            "#", "é", "!", "$ ", "$%",
        ]));
    }
    text.push('"');
}

fn ansi(random: &mut Random, text: &mut String) {
    text.push_str("$'");
    for _ in 0..random.below(5) {
        text.push_str(random.pick(&[
            "a",
            " ",
            "\"",
            "$x",
            "`",
            "{b,c}",
            "\n",
            "é",
            "\\n",
            "\\t",
            "\\\\",
            "\\'",
            "\\\"",
            "\\?",
            "\\a",
            "\\b",
            "\\e",
            "\\E",
            "\\f",
            "\\r",
            "\\v",
            "\\q",
            "\\ ",
            "\\\n",
            "\\x41",
            "\\x4",
            "\\x414",
            "\\xg",
            "\\x{41}",
            "\\x{1f}z",
            "\\101",
            "\\60z",
            "\\7",
            "\\0417",
            "\\777",
            "\\u00e9",
            "\\ue9",
            "\\u20ac",
            "\\U1f600",
            "\\uz",
            "\\cA",
            "\\cz",
            "\\c?",
            "\\c[",
            "\\xc3\\xa9",
            "\\u0041",
            "\\x{}",
            "\\8",
            "\\x7f",
            "\\0",
            "\\x0",
            "\\u0",
            "\\c\\\\",
            "\\xff",
            "\\ud800",
            "\\U110000",
        ]));
    }
    text.push('\'');
}

fn braces(random: &mut Random, text: &mut String, depth: usize) {
    match random.below(6) {
        0 => text.push_str(random.pick(&[
            "{1..3}",
            "{3..1}",
            "{a..c}",
            "{01..3}",
            "{1..7..2}",
            "{c..a}",
            "{-1..1}",
            "{1..1}",
            "{a..1}",
            "{1..}",
            "{..2}",
            "{1..3..0}",
            "{1..5..-2}",
            "{+1..2}",
            "{-01..1}",
            "{1...3}",
            "{A..C}",
            "{y..Y..20}",
            "{1..'2'}",
            "{001..2}",
            "{0..-2}",
            "{a..e..2}",
            "{1..2..x}",
            "{é..ê}",
            "{1.0..2}",
        ])),
        1 => {
            text.push('{');
            word(random, text, depth + 1);
            text.push('}');
        }
        _ => {
            text.push('{');
            for at in 0..=random.below(3) {
                if at > 0 {
                    text.push(',');
                }
                if random.chance(80) {
                    word(random, text, depth + 2);
                }
            }
            text.push('}');
        }
    }
}
