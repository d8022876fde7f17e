//! The real awks and seds as second opinion: a program that is said to do nothing but edit its input must leave nothing
//! behind, whichever of them runs it.
#![expect(clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use byleave_policy::inspect::{awk_danger, sed_danger};

/// What a dangerous program would make.
const MARK: &str = "M";

/// Pieces that readers disagree on, thrown together at random with a dangerous one among them.
struct Soup {
    pieces: &'static [&'static str],
    dangers: &'static [&'static str],
    around: (&'static str, &'static str),
}

const AWK: Soup = Soup {
    pieces: &[
        "/",
        "/",
        "\"",
        "\"",
        "#\"\n",
        "#",
        "[",
        "]",
        "[^",
        "[:alpha:]",
        "[.",
        "\\",
        "\\/",
        "\\\"",
        "$",
        "1",
        "x",
        "++",
        "--",
        "if(1)",
        "while(0)",
        "for(;0;)",
        "else",
        "~",
        "!",
        "(",
        ")",
        ";",
        ",",
        "\n",
        "{",
        "}",
        "print",
        "print ",
        "exit",
        "return",
        "case",
        "length",
        "in",
        ".",
        "0x",
        "e",
        "?",
        ":",
        "&&",
        "||",
        "+",
        "=",
        "==",
        ">",
        "NR",
        "a[1]",
        "\"\"",
        "\"/\"",
        "/\"/",
        "/a/",
        " ",
    ],
    dangers: &["system(\"touch M\")", "print \"x\" > \"M\"", "print \"touch M\" | \"sh\"", "\"touch M\" | getline"],
    around: ("BEGIN{", "\n}"),
};

const SED: Soup = Soup {
    pieces: &[
        "/", "/", "s/a/b/", "s", "y", "p", "w M\n", "}", "{", "[", "]", "[^", "\\", "\\/", "\\\n", "\n", ";", " ", "#",
        "1", "$", "!", "a", "b", "d", "i", "c", ":x", "bx", "tx", ",", "~", "q", "g", "I", "M", "s/", "/g", "y/a/b/",
        "n", "N", "a\\", "0",
    ],
    dangers: &["w M", "e touch M", "s/a/b/w M", "s/a/touch M/e"],
    around: ("", ""),
};

/// The same numbers each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    fn of(&mut self, pieces: &[&'static str]) -> &'static str {
        pieces.get(self.below(pieces.len())).unwrap()
    }

    fn program(&mut self, soup: &Soup) -> String {
        let mut text = soup.around.0.to_owned();
        for _ in 0..=self.below(6) {
            text += self.of(soup.pieces);
        }
        text += self.of(soup.dangers);
        for _ in 0..self.below(6) {
            text += self.of(soup.pieces);
        }
        text + soup.around.1
    }
}

fn left_behind(directory: &Path, interpreter: &[&str], program: &str) -> bool {
    fs::write(directory.join("f"), "a\nb a\n").unwrap();
    Command::new("timeout")
        .arg("2")
        .args(interpreter)
        .args([program, "f"])
        .current_dir(directory)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .unwrap();
    let names: Vec<_> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    for name in names.iter().filter(|name| *name != "f") {
        fs::remove_file(directory.join(name)).unwrap();
    }
    names.len() > 1
}

fn harmless_is_harmless(name: &str, soup: &Soup, danger: fn(&str) -> Option<&'static str>, interpreters: &[&[&str]]) {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("oracle-{name}-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    for interpreter in interpreters {
        let works = left_behind(
            &directory,
            interpreter,
            &format!("{}{}{}", soup.around.0, soup.dangers.first().unwrap(), soup.around.1),
        );
        assert!(works, "{interpreter:?} is not there, or does not make `{MARK}` when it should: scripts/install-tools");
    }
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut harmless = 0;
    for _ in 0..1500 {
        let program = dice.program(soup);
        if danger(&program).is_some() {
            continue;
        }
        harmless += 1;
        for interpreter in interpreters {
            assert!(!left_behind(&directory, interpreter, &program), "{interpreter:?} acts on {program:?}");
        }
    }
    assert!(harmless > 60, "only {harmless} programs were found harmless: this proves little");
    fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn no_awk_acts_on_a_program_that_is_found_harmless() {
    harmless_is_harmless("awk", &AWK, awk_danger, &[&["gawk"], &["mawk"], &["original-awk"], &["busybox", "awk"]]);
}

#[test]
fn no_sed_acts_on_a_program_that_is_found_harmless() {
    harmless_is_harmless("sed", &SED, sed_danger, &[&["sed"], &["sed", "-n"], &["sed", "-E"], &["busybox", "sed"]]);
}
