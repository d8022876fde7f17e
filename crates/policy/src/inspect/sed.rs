//! sed programs: the files and commands that they name.

/// Whether a sed program may run a command, or read or write another file.
///
/// Rough: a letter counts wherever a command or a flag may stand. The proof that a program only edits its input is `byleave_proof`'s.
#[must_use]
pub fn sed_acts(program: &str) -> bool {
    commands(program, &['e']).next().is_some() || !sed_files(program).is_empty()
}

/// The files that a sed program may name: each with whether it is written.
#[must_use]
pub fn sed_files(program: &str) -> Vec<(String, bool)> {
    let found = commands(program, &['r', 'R', 'w', 'W']).filter_map(|(letter, before, rest)| {
        let line = rest.split('\n').next().unwrap_or(rest);
        // Between two delimiters it is text.
        let named = line.starts_with([' ', '\t', '.', '/', '~']) && line.chars().next() != before;
        let file = line.trim();
        (named && !file.is_empty()).then(|| (file.to_owned(), matches!(letter, 'w' | 'W')))
    });
    found.collect()
}

/// The places where one of these letters may be a command or a flag of `s`, with the sign before it and what stands after it.
fn commands<'p>(program: &'p str, letters: &'p [char]) -> impl Iterator<Item = (char, Option<char>, &'p str)> {
    program.match_indices(letters).filter_map(|(at, letter)| {
        let mut before = program.get(..at)?.chars().rev().peekable();
        // Flags of `s` may stand between its last delimiter and this one.
        while before.next_if(|one| matches!(one, 'g' | 'p' | 'i' | 'I' | 'm' | 'M' | 'e' | '0'..='9')).is_some() {}
        let before = before.next();
        let begins = before.is_none_or(|one| !one.is_alphanumeric() && one != '\\');
        let rest = program.get(at.saturating_add(1)..)?;
        let ends = rest.chars().next().is_none_or(|one| !one.is_alphanumeric());
        (begins && (ends || letter != "e")).then_some((letter.chars().next()?, before, rest))
    })
}

#[cfg(test)]
mod tests {
    use super::{sed_acts, sed_files};

    #[test]
    fn files_and_commands_are_seen_wherever_they_may_stand() {
        for program in ["1,20p", "s/a/b/g", "/^#/d;s/x/[y/", "$!N;s/\\n/ /", "s/old/new/", "s|/usr|/opt|g", "s/x/w/g"] {
            assert!(!sed_acts(program), "{program}");
        }
        for program in ["s/a/b/e", "e touch x", "1e", "1e ls", "s/a/b/gew x", "s,a,b,e", "{\ne ls\n}"] {
            assert!(sed_acts(program), "{program}");
        }
        for (program, file, written) in [
            ("w out", "out", true),
            ("s/a/b/w out", "out", true),
            ("s/a/b/gw./x", "./x", true),
            ("1!{w x\n}", "x", true),
            ("r /etc/passwd", "/etc/passwd", false),
            ("p;R x", "x", false),
        ] {
            assert!(sed_files(program).contains(&(file.to_owned(), written)), "{program}");
        }
    }
}
