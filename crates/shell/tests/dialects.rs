//! Other shells than bash: what each reading finds, and that the real ones run nothing else.
//!
//! `BYLEAVE_ORACLE=10` multiplies the number of scripts, `BYLEAVE_SEED=n` moves to other ones;
//! `cargo run -p byleave-shell --example dialects` runs many.

mod support {
    pub mod dialects;
    pub mod generate;
    pub mod machine;
    pub mod names;
    pub mod random;
    pub mod shells;
    pub mod tables;
    pub mod trial;
}

use byleave_shell::{Dialect, Operator, PartKind, Script, Shell, Shells, Unknown, Word, read_as};
use support::names::names;
use support::tables::{check, folder, rows};
use support::trial;

fn dialect(name: &str) -> Option<Dialect> {
    Shell::parse(name).ok().and_then(Shell::dialect)
}

#[test]
fn commands_of_other_shells_are_found() {
    check("dialects.txt", |row| {
        let [shell, expected, reason] = row.fields.as_slice() else { return Err("not five fields".to_owned()) };
        let Some(dialect) = dialect(shell) else { return Err(format!("`{shell}` is not read")) };
        let script = read_as(&row.text, dialect);
        let found = names(&script).join(" ");
        let reasons: Vec<String> = script.opaque().iter().map(|opaque| opaque.reason.to_string()).collect();
        if found != *expected {
            return Err(format!("found {found:?}, opaque {reasons:?}"));
        }
        let told = if reason == "-" { reasons.is_empty() } else { reasons.iter().any(|one| one.contains(reason)) };
        if told { Ok(()) } else { Err(format!("opaque because of {reasons:?}")) }
    });
}

/// The last word of the first command.
fn last(text: &str, dialect: Dialect) -> String {
    let script = read_as(text, dialect);
    let words = script.commands().first().map_or(&[][..], |command| script.words(command.words));
    words.last().map_or_else(String::new, |word| told(&script, word))
}

/// The value of the first assignment.
fn value(text: &str, dialect: Dialect) -> String {
    let script = read_as(text, dialect);
    let values = script.commands().first().map_or(&[][..], |command| script.assignments(command.assignments));
    values.first().map_or_else(String::new, |assignment| told(&script, &assignment.value))
}

/// What is known of a word.
fn told(script: &Script, word: &Word) -> String {
    match word.class {
        byleave_shell::Class::Literal => script.shown(word).to_owned(),
        byleave_shell::Class::Bounded => "bounded".to_owned(),
        byleave_shell::Class::Unknown(Unknown::Dialect) => "differs".to_owned(),
        byleave_shell::Class::Unknown(Unknown::BraceExpansion) => "braces".to_owned(),
        byleave_shell::Class::Unknown(Unknown::Parameter) => {
            let plain = |part: &byleave_shell::Part| matches!(part.kind, PartKind::Parameter(it) if it.operator == Operator::Plain);
            if script.parts(word).iter().any(plain) { "parameter" } else { "operator" }.to_owned()
        }
        byleave_shell::Class::Unknown(_) => "unknown".to_owned(),
    }
}

#[test]
fn words_of_other_shells_are_as_they_make_them() {
    let cases = [
        ("a =b", "=b", "=b", "differs"),
        ("a ''=b", "=b", "=b", "differs"),
        ("a =", "=", "=", "="),
        ("a b=c", "b=c", "b=c", "b=c"),
        ("a ~", "bounded", "bounded", "bounded"),
        ("a ~/b", "bounded", "bounded", "bounded"),
        ("a ~b", "bounded", "differs", "differs"),
        ("a --x=~", "--x=~", "differs", "--x=~"),
        ("a \"b=~c\"", "b=~c", "b=~c", "b=~c"),
        ("a \"(b=~c)\"", "(b=~c)", "(b=~c)", "(b=~c)"),
        ("a \"b:~'c'\"", "b:~'c'", "b:~'c'", "b:~'c'"),
        ("a \"b~[c]\"", "b~[c]", "b~[c]", "b~[c]"),
        ("a ~\\+", "~+", "~+", "differs"),
        ("a ~-''", "~-", "~-", "differs"),
        ("a ~b'c'/d", "~bc/d", "~bc/d", "differs"),
        ("a ~/'b'", "bounded", "bounded", "bounded"),
        ("a b=~", "bounded", "differs", "differs"),
        ("a {b,c}", "c", "{b,c}", "c"),
        ("a {b,}", "b", "braces", "braces"),
        ("a {1..3}", "3", "{1..3}", "3"),
        ("a {01..3}", "03", "{01..3}", "braces"),
        ("a {1..5..2}", "5", "{1..5..2}", "braces"),
        ("a {b,c}{1..3}", "c3", "braces", "braces"),
        ("a {b,c}{{d,e}", "c{e", "braces", "c{e"),
        ("a {b{c,d}", "{bd", "braces", "{bd"),
        ("a \\{1..3", "{1..3", "{1..3", "{1..3"),
        ("a '{1..3}'", "{1..3}", "{1..3}", "{1..3}"),
        ("a {1.'.'3}", "{1..3}", "braces", "braces"),
        ("a {=b,c}", "c", "braces", "braces"),
        ("a --b={c,d}", "--b=d", "--b={c,d}", "--b=d"),
        ("a {}", "{}", "{}", "{}"),
        ("a b}", "b}", "b}", "differs"),
        ("a \\;#}", ";#}", ";#}", "differs"),
        ("a b\\}", "b}", "b}", "b}"),
        ("a '}'", "}", "}", "}"),
        ("a @{u}", "@{u}", "@{u}", "@{u}"),
        ("a $'b'", "b", "$b", "b"),
        ("a $'\\x41'", "A", "$\\x41", "differs"),
        ("a $'\\x'", "\\x", "differs", "differs"),
        ("a $'\\x414'", "A4", "differs", "differs"),
        ("a $'\\\\x'", "\\x", "$\\\\x", "\\x"),
        ("a $\"b\"", "b", "differs", "differs"),
        ("a $x", "parameter", "parameter", "parameter"),
        ("a $x:h", "parameter", "parameter", "operator"),
        ("a \"$x[1]\"", "parameter", "parameter", "operator"),
        ("a $#x", "bounded", "bounded", "operator"),
        ("a $=x", "$=x", "$=x", "operator"),
        ("a $12", "parameter", "parameter", "operator"),
        ("a $^", "$^", "$^", "differs"),
        ("a b =~", "=~", "differs", "differs"),
        ("a \\", "differs", "differs", "differs"),
        ("a HEAD~1", "HEAD~1", "HEAD~1", "HEAD~1"),
        ("a HEAD^", "HEAD^", "HEAD^", "HEAD^"),
        ("a *.b", "bounded", "bounded", "bounded"),
    ];
    for (text, bash, sh, zsh) in cases {
        let found = [Dialect::Bash, Dialect::Sh, Dialect::Zsh].map(|dialect| last(text, dialect));
        assert_eq!(found, [bash, sh, zsh], "{text}");
    }
}

#[test]
fn values_of_other_shells_are_as_they_make_them() {
    let cases = [
        ("x=a:=b", "a:=b", "differs"),
        ("x=a':'=b", "a:=b", "differs"),
        ("x=a:''=b", "a:=b", "differs"),
        ("x=a\\:=b", "a:=b", "differs"),
        ("x=a':'~", "a:~", "differs"),
        ("x=a:''~/b", "a:~/b", "differs"),
        ("x=\"a:=b\"", "a:=b", "a:=b"),
        ("x='a:~'", "a:~", "a:~"),
        ("x=a:~", "bounded", "differs"),
        ("x=a=b", "a=b", "a=b"),
    ];
    for (text, bash, zsh) in cases {
        let found = [Dialect::Bash, Dialect::Zsh].map(|dialect| value(text, dialect));
        assert_eq!(found, [bash, zsh], "{text}");
    }
}

#[test]
fn names_of_shells_are_known() {
    let cases = [
        ("bash", "bash"),
        ("Bash", "bash"),
        ("posix-bash", "posix-bash"),
        ("sh", "sh"),
        ("dash", "sh"),
        ("ash", "sh"),
        ("busybox", "sh"),
        ("ksh", "sh"),
        ("mksh", "sh"),
        ("zsh", "zsh"),
        ("fish", "fish"),
        ("pwsh", "powershell"),
        ("powershell", "powershell"),
        ("cmd.exe", "cmd"),
        ("bash,sh", "bash, sh"),
        ("zsh bash", "bash, zsh"),
        ("nu", "`nu` is not a shell that byleave knows"),
        ("", "`` is not a shell that byleave knows"),
        ("bash nu", "`nu` is not a shell that byleave knows"),
    ];
    for (name, expected) in cases {
        let found = name.parse::<Shells>().map_or_else(|error| error.to_string(), |shells| shells.to_string());
        assert!(found.starts_with(expected), "{name}: {found}");
    }
    assert_eq!(Shells::ALL.len(), Shell::ALL.len());
    assert!(Shells::READ.dialects().eq(Dialect::ALL));
}

/// Every text of the tables, of which most are read once.
#[test]
fn tables_are_read_alike_where_promised() {
    let mut failures = Vec::new();
    let mut alike = 0;
    for entry in folder().read_dir().into_iter().flatten().flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        for row in rows(&file) {
            failures.extend(trial::not_alike(&row.text, &mut alike, false));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
    assert!(alike > 500, "only {alike} readings were promised to be alike");
}

#[test]
fn what_other_shells_run_was_announced() {
    let setting = |name: &str, otherwise: usize| {
        std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
    };
    let start = setting("BYLEAVE_SEED", 0) * 1_000_000;
    let outcome = trial::all(start..start + 300 * setting("BYLEAVE_ORACLE", 1)).expect("the stubs can be made");
    println!("{}", outcome.summary());
    assert!(outcome.failures.is_empty(), "{:#?}", outcome.failures);
    assert!(outcome.held > 300, "only {} calls and readings were compared", outcome.held);
}

/// What people write every day is read to the end in every shell that takes it.
#[test]
fn everyday_texts_are_read_in_full() {
    let everywhere = [
        "for f in *.rs; do wc -l \"$f\"; done",
        "x=$(git rev-parse HEAD); echo \"$x\"",
        "echo \"${x##*/}\" \"${x%.rs}\" \"${x:-none}\" ${#x}",
        "cat <<'E' > o\n$(a) `b` 'c\nE\nls",
        "cat <<E\n$x ${y:-z} $(ls)\nE\n",
        "echo $((1 + 2)) $((x * 3))",
        "case \"$x\" in a|b) ls;; *) pwd;; esac",
        "ls | while read -r x; do echo \"$x\"; done",
        "f() { ls \"$1\"; }; f a",
        "echo a >&2; ls 2>/dev/null >/dev/null",
        "(cd x && ls); { ls; pwd; } > o",
        "export FOO=bar; FOO=1 ls",
        "set -e; set -euo pipefail",
        "awk '{print $1}' x | sed -n '1,5p' | sort -u",
        "test -n \"$x\" || exit 1",
        "command -v x >/dev/null 2>&1 && ls",
        "printf '%s\\n' \"$x\" 'a b' a\\ b",
        "find . -name '*.o' -exec rm {} \\; -o -exec ls {} +",
        "if [ \"$x\" = a ] && [ -f b ]; then ls; elif ls; then pwd; else id; fi",
        "while [ \"$i\" -lt 3 ]; do i=$((i + 1)); done",
        "git commit -m \"it's done\" -m 'say \"hi\"'",
        "ls `pwd`",
        "ls &>/dev/null",
        "sleep 1 & wait",
        "# a comment; with 'quotes\nls",
        "! ls; ! grep -q x y && pwd",
    ];
    let zsh_too = [
        "[[ -f x && $y == a* ]] && ls",
        "diff <(ls a) <(ls b)",
        "a=(x y); echo \"${a[@]}\"",
        "ls src/{a,b}.rs",
        "(( i++ )) || ls",
        "cat <<< \"$x\"",
        "echo ${x//a/b} ${x:0:3}",
        "function f { ls; }; f",
        "ls |& head",
        "time ls",
        "echo $'a\\tb'",
        "for ((i = 0; i < 3; i++)); do ls; done",
        "[[ $x =~ ^[0-9]+$ ]] && ls",
    ];
    for dialect in Dialect::ALL {
        let more = if dialect == Dialect::Sh { &[][..] } else { &zsh_too[..] };
        for text in everywhere.iter().chain(more) {
            let script = read_as(text, dialect);
            assert!(script.opaque().is_empty(), "{}: {text}: {:?}", dialect.name(), script.opaque());
        }
    }
}
