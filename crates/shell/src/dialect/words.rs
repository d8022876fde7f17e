//! Words that a quick look at a text must know, as numbers.

/// A short word as a number, for fast comparison; the order of words is kept.
pub(super) const fn key(word: &[u8]) -> Option<u128> {
    if word.len() > 16 {
        return None;
    }
    let mut key = 0_u128;
    let mut left = 16;
    let mut rest = word;
    while let [byte, after @ ..] = rest {
        key = key << 8 | *byte as u128;
        left -= 1;
        rest = after;
    }
    while left > 0 {
        key <<= 8;
        left -= 1;
    }
    Some(key)
}

/// Like [`key`], for words that are known to be short.
const fn known(word: &[u8]) -> u128 {
    match key(word) {
        Some(key) => key,
        None => 0,
    }
}

pub(super) const IF: u128 = known(b"if");
pub(super) const THEN: u128 = known(b"then");
pub(super) const ELIF: u128 = known(b"elif");
pub(super) const ELSE: u128 = known(b"else");
pub(super) const WHILE: u128 = known(b"while");
pub(super) const UNTIL: u128 = known(b"until");
pub(super) const DO: u128 = known(b"do");
pub(super) const NOT: u128 = known(b"!");
pub(super) const CD: u128 = known(b"cd");
pub(super) const PUSHD: u128 = known(b"pushd");
pub(super) const POPD: u128 = known(b"popd");
pub(super) const CHDIR: u128 = known(b"chdir");
pub(super) const FOR: u128 = known(b"for");
pub(super) const TEST: u128 = known(b"[");
pub(super) const TEST_NAME: u128 = known(b"test");

/// Builtins of zsh whose words are arithmetic.
const COUNTING: [&str; 7] = ["break", "bye", "continue", "exit", "logout", "return", "shift"];

/// Whether a builtin of this name takes its words for arithmetic in zsh.
pub(crate) fn counts(name: &[u8]) -> bool {
    COUNTING.iter().any(|one| one.as_bytes() == name)
}

/// Words that are grammar to some shell, or change how the rest is read or run; sorted.
pub(super) const ODD: [u128; 52] = [
    known(b"-"),
    known(b"."),
    known(b":"),
    known(b"[["),
    known(b"]]"),
    known(b"alias"),
    known(b"always"),
    known(b"autoload"),
    known(b"builtin"),
    known(b"case"),
    known(b"command"),
    known(b"coproc"),
    known(b"declare"),
    known(b"disable"),
    known(b"emulate"),
    known(b"enable"),
    known(b"end"),
    known(b"esac"),
    known(b"eval"),
    known(b"exec"),
    known(b"export"),
    known(b"float"),
    known(b"foreach"),
    known(b"function"),
    known(b"functions"),
    known(b"getopts"),
    known(b"hash"),
    known(b"integer"),
    known(b"let"),
    known(b"local"),
    known(b"nocorrect"),
    known(b"noglob"),
    known(b"print"),
    known(b"printf"),
    known(b"private"),
    known(b"read"),
    known(b"readonly"),
    known(b"repeat"),
    known(b"select"),
    known(b"set"),
    known(b"setopt"),
    known(b"shift"),
    known(b"shopt"),
    known(b"source"),
    known(b"time"),
    known(b"trap"),
    known(b"typeset"),
    known(b"ulimit"),
    known(b"unset"),
    known(b"unsetopt"),
    known(b"vared"),
    known(b"zmodload"),
];

#[cfg(test)]
mod tests {
    use super::ODD;

    #[test]
    fn odd_words_are_in_order() {
        assert!(ODD.is_sorted());
    }
}
