//! What `echo` and `printf` make of their words.

/// The words of `echo` as it prints them. `escapes` says whether a backslash means something: with `-e`, and always in
/// some shells.
pub(crate) fn echoed(words: &[&str], escapes: bool) -> String {
    let mut text = words.join(" ");
    if escapes {
        text = unescaped(&text, true);
    }
    text
}

/// The options of `echo`: how many words they are, whether the line is ended, whether escapes count.
pub(crate) fn echo_options(words: &[&str]) -> (usize, bool, bool) {
    let is_option = |word: &&&str| {
        word.strip_prefix('-')
            .is_some_and(|letters| !letters.is_empty() && letters.chars().all(|one| matches!(one, 'n' | 'e' | 'E')))
    };
    let options: Vec<&&str> = words.iter().take_while(is_option).collect();
    let ends = !options.iter().any(|word| word.contains('n'));
    let last = options.iter().flat_map(|word| word.chars()).rfind(|one| matches!(one, 'e' | 'E'));
    (options.len(), ends, last == Some('e'))
}

/// What `printf` prints, and whether that is all of it: a directive that is not known leaves a gap.
pub(crate) fn formatted(format: &str, words: &[&str]) -> (String, bool) {
    let mut out = String::new();
    let mut whole = true;
    let mut rest = words.iter();
    loop {
        let left = rest.len();
        whole &= once(format, &mut rest, &mut out);
        // The format is used again until no word is left.
        if rest.len() == 0 || rest.len() == left {
            return (out, whole);
        }
    }
}

/// The format once.
fn once<'w>(format: &str, words: &mut impl Iterator<Item = &'w &'w str>, out: &mut String) -> bool {
    let mut whole = true;
    let mut pieces = format.split('%');
    out.push_str(&unescaped(pieces.next().unwrap_or(""), false));
    let mut percent = false;
    for piece in pieces {
        if percent {
            // `%%`: the piece between was empty, and what follows is plain.
            percent = false;
            out.push_str(&unescaped(piece, false));
            continue;
        }
        let width =
            piece.bytes().take_while(|byte| matches!(byte, b'-' | b'+' | b' ' | b'#' | b'0'..=b'9' | b'.')).count();
        let mut letters = piece.get(width..).unwrap_or("").chars();
        match letters.next() {
            None if piece.is_empty() => {
                out.push('%');
                percent = true;
                continue;
            }
            Some('s' | 'q' | 'd' | 'i' | 'u') => {
                whole &= width == 0;
                out.push_str(words.next().copied().unwrap_or(""));
            }
            Some('b') => {
                whole &= width == 0;
                out.push_str(&unescaped(words.next().copied().unwrap_or(""), true));
            }
            Some('c') => out.extend(words.next().and_then(|word| word.chars().next())),
            Some('x' | 'X' | 'o' | 'e' | 'f' | 'g' | 'E' | 'G' | 'a' | 'A') => {
                whole = false;
                out.push_str(words.next().copied().unwrap_or(""));
            }
            _ => whole = false,
        }
        out.push_str(&unescaped(letters.as_str(), false));
    }
    whole
}

/// Escapes put in: `\n`, `\162`, `\x72`, `\u0072`. In the words of `echo -e` and of `%b` an octal number begins with a
/// nought.
pub(crate) fn unescaped(text: &str, nought: bool) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    let mut bytes: Vec<u8> = Vec::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(one) = characters.next() {
        if one != '\\' {
            bytes.extend_from_slice(one.encode_utf8(&mut [0; 4]).as_bytes());
            continue;
        }
        let Some(sign) = characters.next() else {
            bytes.push(b'\\');
            break;
        };
        let mut number = |radix: u32, most: usize, mut value: u32, mut count: usize| {
            while count < most
                && let Some(digit) = characters.peek().and_then(|digit| digit.to_digit(radix))
            {
                value = value.wrapping_mul(radix).wrapping_add(digit);
                count = count.saturating_add(1);
                characters.next();
            }
            value
        };
        match sign {
            'n' => bytes.push(b'\n'),
            't' => bytes.push(b'\t'),
            'r' => bytes.push(b'\r'),
            'a' | 'b' | 'f' | 'v' => bytes.push(b' '),
            'e' | 'E' => bytes.push(0x1b),
            '\\' => bytes.push(b'\\'),
            '"' => bytes.push(b'"'),
            // Nothing is printed after it.
            'c' if nought => break,
            'x' => bytes.push(u8::try_from(number(16, 2, 0, 0) & 0xff).unwrap_or(b' ')),
            'u' | 'U' => {
                let value = number(16, if sign == 'u' { 4 } else { 8 }, 0, 0);
                let one = char::from_u32(value).unwrap_or(' ');
                bytes.extend_from_slice(one.encode_utf8(&mut [0; 4]).as_bytes());
            }
            '0' if nought => bytes.push(u8::try_from(number(8, 3, 0, 0) & 0xff).unwrap_or(b' ')),
            '0'..='7' => {
                let first = sign.to_digit(8).unwrap_or(0);
                bytes.push(u8::try_from(number(8, 3, first, 1) & 0xff).unwrap_or(b' '));
            }
            other => {
                bytes.push(b'\\');
                bytes.extend_from_slice(other.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{echo_options, formatted, unescaped};

    #[test]
    fn escapes_are_put_in() {
        for (text, nought, wanted) in [
            (r"\162m x", false, "rm x"),
            (r"\x72m x", false, "rm x"),
            (r"\u0072m", false, "rm"),
            (r"\0162m", true, "rm"),
            (r"a\x3brm", true, "a;rm"),
            (r"a\nb\tc", false, "a\nb\tc"),
            (r"ends\", false, "ends\\"),
            (r"\cgone", true, ""),
            (r"\d", false, r"\d"),
        ] {
            assert_eq!(unescaped(text, nought), wanted, "{text}");
        }
    }

    #[test]
    fn formats_are_filled_as_often_as_there_are_words() {
        for (format, words, wanted, whole) in [
            ("%s\\n", &["a", "b"][..], "a\nb\n", true),
            ("%s %s", &["git", "push"], "git push", true),
            ("100%%%s", &["x"], "100%x", true),
            ("%b", &["\\0162m"], "rm", true),
            ("%5s", &["x"], "x", false),
            ("%c%c", &["right", "most"], "rm", true),
            ("plain", &[], "plain", true),
        ] {
            assert_eq!(formatted(format, words), (wanted.to_owned(), whole), "{format}");
        }
    }

    #[test]
    fn options_of_echo_stand_before_its_words() {
        assert_eq!(echo_options(&["-n", "-e", "x"]), (2, false, true));
        assert_eq!(echo_options(&["-neE", "x"]), (1, false, false));
        assert_eq!(echo_options(&["x", "-n"]), (0, true, false));
    }
}
