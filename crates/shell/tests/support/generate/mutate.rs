//! Damages a script at random, byte ranges and telling tokens alike.

use super::Random;

/// What is put into a script. No `/` and no `_`: damaged scripts of flavour `Straight` are run.
const TOKENS: &[&str] = &[
    "(", ")", "{", "}", "'", "\"", "`", "$(", "$((", "))", "${", "$'", "$", "#", " #", ";", ";;", "&&", "||", "|",
    "\n", "\\\n", "\\", "<<E1", "<<E2\n", "E1\n", "\nE2\n", "<", ">", "<(", "[[", "]]", "[", "]", "=", "=(", "!",
    " ! ", " fi ", " then ", " do ", " done\n", " esac ", " in ", "; }", " { ", " ", "\t", ",", "*", "@(", "<<<",
    " nx9 ", "\nzq90 ", ";zq91 ", "$(zq92)", "`zq93`",
];

pub(super) fn mutate(text: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(characters.len() + 1);
        let length = random.below(6).min(characters.len() - at);
        match random.below(5) {
            0 => drop(characters.drain(at..at + length)),
            1 => {
                let copy: Vec<char> = characters.iter().skip(at).take(length).copied().collect();
                let to = random.below(characters.len() + 1);
                drop(characters.splice(to..to, copy));
            }
            2 => {
                let other = random.below(characters.len());
                if at < characters.len() {
                    characters.swap(at, other);
                }
            }
            _ => drop(characters.splice(at..at, random.pick(TOKENS).chars())),
        }
    }
    characters.into_iter().collect()
}
