//! The program tables: in order among themselves, and complete beside what the installed programs say of themselves.

mod support {
    pub mod known;
}

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;
use std::process::{Command, Stdio};

use byleave_policy::programs::{self, Entry, Style, Takes};
use support::known::Known;

/// Every row of every table, each shared sub-table once, with the path of names that leads to it.
fn all_rows() -> Vec<(String, Entry)> {
    let mut seen = HashSet::new();
    let mut open: Vec<(String, Entry)> = programs::all().map(|entry| (entry.name().to_owned(), entry)).collect();
    let mut rows = Vec::new();
    while let Some((path, entry)) = open.pop() {
        rows.push((path.clone(), entry));
        // Tables of clouds share their sub-tables: walked as a tree they would have half a million rows.
        if !seen.insert(entry.subs().place()) {
            continue;
        }
        for sub in entry.subs() {
            open.push((format!("{path} {}", sub.name()), sub));
        }
    }
    rows
}

/// Fails with what is wrong, unless `cases/policy/known.txt` has it.
fn report(what: &str, failures: &[String]) {
    println!("{what}: {}", failures.len());
    let failures: Vec<(String, String)> = failures.iter().map(|one| (one.clone(), format!("{what}: {one}"))).collect();
    Known::read().settle("programs", [], &failures);
}

/// The plain long options of a row, without what they take.
fn long_names(entry: Entry) -> impl Iterator<Item = &'static str> {
    entry.long().map(|long| long.name)
}

fn special_names(entry: Entry) -> impl Iterator<Item = &'static str> {
    entry.special().flat_map(|special| special.names().split(' '))
}

/// Whether a row itself says what an option, without its dashes, does.
fn says(entry: Entry, name: &str) -> bool {
    let mut letters = name.chars();
    let letter = letters.next().filter(|_| letters.as_str().is_empty());
    special_names(entry).any(|one| one == name)
        || long_names(entry).any(|one| one == name)
        || letter.is_some_and(|letter| entry.flags().contains(letter) || entry.values().contains(letter))
        || !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) && entry.flags().contains('#')
}

/// As [`says`], also of clusters: `qa` for `-qa`, `l1` for `-l 1`.
fn says_cluster(entry: Entry, name: &str) -> bool {
    let first = name.chars().next().map(String::from).unwrap_or_default();
    let takes =
        entry.values().contains(&first) || entry.long().any(|long| long.name == first && long.takes == Takes::Value);
    let letters = !matches!(entry.style(), Style::Single | Style::Find);
    says(entry, name)
        || !first.is_empty() && takes
        || letters && name.chars().all(|letter| says(entry, letter.encode_utf8(&mut [0; 4])))
}

#[test]
fn no_option_stands_in_two_places_of_a_row() {
    let mut failures = Vec::new();
    for (path, entry) in all_rows() {
        let mut seen = BTreeSet::new();
        let letters = entry.flags().chars().chain(entry.values().chars()).map(String::from);
        let names = long_names(entry).chain(special_names(entry)).map(str::to_owned);
        let twice: Vec<String> = letters.chain(names).filter(|name| !seen.insert(name.clone())).collect();
        if !twice.is_empty() {
            failures.push(format!("{path}: {}", twice.join(" ")));
        }
    }
    report("rows with an option in two places", &failures);
}

#[test]
fn names_of_programs_are_unique() {
    let mut seen = HashSet::new();
    let names = programs::all().flat_map(Entry::names);
    let twice: Vec<&str> = names.filter(|name| !seen.insert(*name)).collect();
    let twice: Vec<String> = twice.into_iter().map(str::to_owned).collect();
    report("names that two rows claim", &twice);
    println!("{} programs by {} names", programs::all().count(), seen.len());
}

#[test]
fn names_of_sub_commands_are_unique() {
    let mut failures = Vec::new();
    for (path, entry) in all_rows() {
        let mut seen = HashSet::new();
        let plain = entry.subs().flat_map(Entry::names).filter(|name| !name.is_empty() && !name.starts_with('-'));
        failures.extend(plain.filter(|name| !seen.insert(*name)).map(|name| format!("{path} {name}")));
    }
    report("sub-commands that two rows claim", &failures);
}

#[test]
fn names_are_well_formed() {
    let mut failures = Vec::new();
    for (path, entry) in all_rows() {
        if entry.names().is_empty() {
            failures.push(format!("{path}: no name"));
        }
        for name in long_names(entry).chain(special_names(entry)) {
            // Signs that stand for themselves: `less +cmd`, `nm @file`; find's own operators are no options.
            let sign = matches!(name, "+" | "@" | "-" | "#");
            if !sign && (name.is_empty() || name.starts_with('-') || name.contains(['=', '?', ',']) && name.len() > 1) {
                failures.push(format!("{path}: `{name}`"));
            }
        }
        if (entry.flags().to_owned() + entry.values()).contains(char::is_whitespace) {
            failures.push(format!("{path}: a blank among the letters"));
        }
        for special in entry.special() {
            if special.names().trim().is_empty() {
                failures.push(format!("{path}: an option without a name"));
            }
        }
        for group in entry.same() {
            if group.split_ascii_whitespace().count() < 2 || !group.starts_with('-') {
                failures.push(format!("{path}: `{group}` is no group of options"));
            }
        }
    }
    report("badly formed names", &failures);
}

#[test]
fn long_options_are_no_letters() {
    let mut failures = Vec::new();
    for (path, entry) in all_rows() {
        let gnu = matches!(entry.style(), Style::Gnu | Style::First | Style::Cluster | Style::Loose);
        failures.extend(
            long_names(entry).filter(|name| gnu && name.chars().count() < 2).map(|name| format!("{path}: --{name}")),
        );
    }
    report("one-letter options among the long ones", &failures);
}

/// A row that counts only with an option, such as `--list`, must know that option itself, or it never counts.
#[test]
fn rows_for_an_option_know_it() {
    let mut failures = Vec::new();
    for (path, entry) in all_rows() {
        for sub in entry.subs() {
            for name in sub.names().filter(|name| name.starts_with('-') && *name != "--") {
                let bare = name.trim_start_matches('-');
                let known = if name.starts_with("--") { says(sub, bare) } else { says_cluster(sub, bare) };
                if !known {
                    failures.push(format!("{path} {name}"));
                }
            }
        }
    }
    report("rows for an option that they do not know", &failures);
}

#[test]
fn options_that_stand_for_operands_are_known() {
    let mut failures = Vec::new();
    for (path, entry) in all_rows() {
        let by =
            entry.operands().first_by.split_ascii_whitespace().chain(entry.operands().last_by.split_ascii_whitespace());
        failures.extend(by.filter(|name| !says(entry, name)).map(|name| format!("{path}: {name}")));
    }
    report("options that stand for an operand, but no row knows", &failures);
}

// --- beside the installed programs -----------------------------------------------------------------------------------

/// How a program tells its options.
#[derive(Clone, Copy)]
enum Form {
    /// `  -x, --long=VALUE   what it does`: options stand at the beginning of a line, before two blanks.
    Columns,
    /// Options stand anywhere in lines that begin with one.
    Lines,
    /// Options stand anywhere.
    Anywhere,
}

struct Program {
    /// The program as installed, with what makes it tell its options.
    ask: &'static [&'static str],
    /// The row: program and sub-commands.
    row: &'static [&'static str],
    form: Form,
    /// What looks like an option and is none, or is left out of the table on purpose.
    except: &'static [&'static str],
}

const fn program(ask: &'static [&'static str], row: &'static [&'static str]) -> Program {
    Program { ask, row, form: Form::Columns, except: &[] }
}

macro_rules! plain {
    ($($name:literal)*) => { &[$(program(&[$name, "--help"], &[$name])),*] };
}

/// Programs that tell their options the usual way.
const PLAIN: &[Program] = plain! {
    "ls" "cat" "head" "tail" "sort" "uniq" "wc" "tr" "touch" "mkdir" "rmdir" "cp" "mv" "rm" "ln" "tee" "date" "du" "df"
    "stat" "paste" "comm" "join" "nl" "od" "seq" "shuf" "tac" "fold" "realpath" "readlink" "basename" "dirname" "base64"
    "sha256sum" "split" "truncate" "mktemp" "chmod" "chown" "install" "shred" "env" "timeout" "nice" "stdbuf"
    "xargs" "gzip" "cmp" "patch" "file" "jq" "pgrep" "free" "column" "xz"
};

/// Programs with ways of their own.
const ODD: &[Program] = &[
    // `-M` is a range: up to the M'th.
    Program { except: &["M"], ..program(&["cut", "--help"], &["cut"]) },
    // `-NUM` is a number.
    Program { except: &["NUM"], ..program(&["grep", "--help"], &["grep"]) },
    // Stand for several options each, which are in the table.
    Program { except: &["GTYPE-group-format", "LTYPE-line-format"], ..program(&["diff", "--help"], &["diff"]) },
    // Clusters of `-n` and a letter.
    Program { except: &["nH", "nc", "nd", "np", "nv"], ..program(&["wget", "--help"], &["wget"]) },
    // Stands for the negation of any option.
    Program { except: &["no-OPTION"], ..program(&["rsync", "--help"], &["rsync"]) },
    Program { form: Form::Lines, ..program(&["sed", "--help"], &["sed"]) },
    Program { form: Form::Lines, ..program(&["gawk", "--help"], &["gawk"]) },
    // `-N` is a number; the level of `-O` is written at the option.
    Program { form: Form::Anywhere, except: &["N", "Olevel"], ..program(&["find", "--help"], &["find"]) },
    program(&["rg", "-h"], &["rg"]),
    program(&["fdfind", "-h"], &["fdfind"]),
    // Defaults, in the words after the options.
    Program { except: &["b20", "f-"], ..program(&["tar", "--help"], &["tar"]) },
    program(&["curl", "--help", "all"], &["curl"]),
    program(&["tree", "--help"], &["tree"]),
    program(&["ps", "--help", "all"], &["ps"]),
    program(&["xxd", "-h"], &["xxd"]),
    // Options of `git help`.
    Program { form: Form::Anywhere, except: &["a", "g"], ..program(&["git", "--help"], &["git"]) },
    program(&["git", "status", "-h"], &["git", "status"]),
    program(&["git", "branch", "-h"], &["git", "branch"]),
    program(&["git", "tag", "-h"], &["git", "tag"]),
    program(&["git", "commit", "-h"], &["git", "commit"]),
    program(&["git", "push", "-h"], &["git", "push"]),
    program(&["git", "fetch", "-h"], &["git", "fetch"]),
    program(&["git", "checkout", "-h"], &["git", "checkout"]),
    program(&["git", "add", "-h"], &["git", "add"]),
    program(&["git", "ls-files", "-h"], &["git", "ls-files"]),
    // `-NUM` is a number.
    Program { except: &["NUM"], ..program(&["git", "grep", "-h"], &["git", "grep"]) },
];

/// The options a program tells of, without dashes.
fn told(program: &Program) -> Option<BTreeSet<String>> {
    let (name, arguments) = program.ask.split_first()?;
    let output = Command::new(name)
        .args(arguments)
        .env("LC_ALL", "C")
        .env("COLUMNS", "200")
        .env("TERM", "dumb")
        .env("PAGER", "cat")
        .env("GIT_PAGER", "cat")
        .env("MANPAGER", "cat")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    let mut options = BTreeSet::new();
    for line in text.lines() {
        let line = line.replace('\t', "    ").replace(",  -", ", -");
        let trimmed = line.trim_start();
        let cut = match program.form {
            Form::Columns if trimmed.starts_with('-') => trimmed.split("  ").next().unwrap_or(""),
            Form::Lines if trimmed.starts_with('-') => trimmed,
            Form::Anywhere => trimmed,
            Form::Columns | Form::Lines => continue,
        };
        options.extend(cut.split([' ', ',', '|']).filter_map(option_of));
    }
    Some(options)
}

/// `-x[=VALUE]` as `x`, `--[no-]long` as `long`.
fn option_of(word: &str) -> Option<String> {
    let word = word.trim_start_matches(['[', '(']).replace("[no-]", "");
    let dashes = word.len() - word.trim_start_matches('-').len();
    let name = word.trim_start_matches('-');
    let end = name.find(['=', '[', '<', ']', ')', '(', ':', ';', '{', '\'', '"', '*']).unwrap_or(name.len());
    let name = name.get(..end)?.trim_end_matches(['.', ',']);
    ((1..=2).contains(&dashes) && name.starts_with(|one: char| one.is_ascii_alphanumeric())).then(|| name.to_owned())
}

/// The row of a program or sub-command, with those that count only with an option.
fn rows_of(path: &[&str]) -> Vec<Entry> {
    let Some((first, rest)) = path.split_first() else { return Vec::new() };
    let mut entry = programs::find(first);
    for name in rest {
        entry = entry.and_then(|entry| entry.sub_command(name));
    }
    let own = entry.into_iter();
    let conditional =
        entry.into_iter().flat_map(Entry::subs).filter(|sub| sub.name().is_empty() || sub.name().starts_with('-'));
    own.chain(conditional).collect()
}

#[test]
fn tables_know_what_the_programs_tell() {
    let mut failures = Vec::new();
    let mut missing = Vec::new();
    let (mut programs, mut options) = (0, 0);
    for program in PLAIN.iter().chain(ODD) {
        let path = program.row.join(" ");
        let rows = rows_of(program.row);
        if rows.is_empty() {
            failures.push(format!("{path}: no row"));
            continue;
        }
        let Some(told) = told(program) else {
            missing.push(path);
            continue;
        };
        if told.len() < 2 {
            failures
                .push(format!("{path}: `{}` tells of no options; is its form still the same?", program.ask.join(" ")));
        }
        programs += 1;
        options += told.len();
        let unknown: Vec<&String> = told
            .iter()
            .filter(|name| !matches!(name.as_str(), "help" | "version"))
            .filter(|name| !program.except.contains(&name.as_str()) && !rows.iter().any(|row| says(*row, name)))
            .collect();
        if !unknown.is_empty() {
            let mut line = format!("{path}:");
            for name in unknown {
                let _ = write!(line, " {}{name}", if name.chars().count() == 1 { "-" } else { "--" });
            }
            failures.push(line);
        }
    }
    println!("{programs} programs with {options} options");
    if !missing.is_empty() {
        println!("SKIPPED, not installed (scripts/install-tools installs them): {}", missing.join(", "));
        assert!(std::env::var_os("CI").is_none(), "not installed: {}", missing.join(", "));
    }
    report("programs with options that no row classifies", &failures);
    assert!(programs >= 40 || !missing.is_empty(), "only {programs} programs");
}
