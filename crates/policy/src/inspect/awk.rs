//! awk programs: whether they do more than read records and print.

/// Whether an awk program may run something, write or choose files, or look into the environment.
///
/// Rough: a sign counts wherever it stands, in text too, because awks differ on where text ends. The proof that a program only
/// reads is `byleave_proof`'s.
#[must_use]
pub fn awk_acts(program: &str) -> bool {
    const SIGNS: [&str; 8] = ["system", "getline", "ARGV", "ARGC", "ENVIRON", "SYMTAB", "@", ">"];
    SIGNS.iter().any(|sign| program.contains(sign)) || program.replace("||", " ").contains('|')
}

#[cfg(test)]
mod tests {
    use super::awk_acts;

    #[test]
    fn what_acts_is_seen() {
        for program in ["{print $1}", "NR==1 || /x/", "{printf \"%s\\n\", $1}"] {
            assert!(!awk_acts(program), "{program}");
        }
        for program in [
            "{system(\"x\")}",
            "{print > \"f\"}",
            "{print | \"sh\"}",
            "BEGIN{\"id\" | getline x}",
            "@load \"x\"",
            "BEGIN{ARGV[1]=\"/etc/shadow\"; ARGC=2} 1",
            "BEGIN{for (k in ENVIRON) print ENVIRON[k]}",
        ] {
            assert!(awk_acts(program), "{program}");
        }
    }
}
