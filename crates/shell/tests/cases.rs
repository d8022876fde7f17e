//! Every line of the tables under `cases/shell` is a claim about the reader.

mod support {
    pub mod names;
    pub mod tables;
}

use byleave_shell::{Class, Descriptor, Hidden, HiddenKind, Script, Unknown, Word, read};
use support::names::names;
use support::tables::{Row, check, folder, rows};

/// Tables of commands: the names in source order, and names that must not be among them.
const COMMANDS: &[&str] = &[
    "arithmetic.txt",
    "arrays.txt",
    "comments.txt",
    "conditionals.txt",
    "conditions.txt",
    "disguises.txt",
    "everyday.txt",
    "functions.txt",
    "groups.txt",
    "heredocs.txt",
    "lists.txt",
    "loops.txt",
    "parameters.txt",
    "quoting.txt",
    "redirects.txt",
    "substitutions.txt",
];

/// Tables with a form of their own.
const OTHERS: &[&str] = &[
    "assignments.txt",
    "attacks.txt",
    "bad.txt",
    "classes.txt",
    "either.txt",
    "generous.txt",
    "opaque.txt",
    "targets.txt",
    "words.txt",
];

/// A field after the text; missing ones are empty.
fn field(row: &Row, at: usize) -> &str {
    row.fields.get(at).map_or("", String::as_str)
}

fn listed(field: &str) -> Vec<&str> {
    field.split(' ').filter(|name| !name.is_empty()).collect()
}

fn same(expected: &[impl AsRef<str>], found: &[impl AsRef<str>]) -> Result<(), String> {
    let expected: Vec<&str> = expected.iter().map(AsRef::as_ref).collect();
    let found: Vec<&str> = found.iter().map(AsRef::as_ref).collect();
    if expected == found { Ok(()) } else { Err(format!("expected {expected:?}, found {found:?}")) }
}

fn nothing_opaque(script: &Script<'_>) -> Result<(), String> {
    match script.opaque().first() {
        None => Ok(()),
        Some(opaque) => Err(format!("opaque at {}..{}: {}", opaque.span.start, opaque.span.end, opaque.reason)),
    }
}

fn commands_are(row: &Row) -> Result<(), String> {
    let script = read(&row.text);
    let found = names(&script);
    nothing_opaque(&script)?;
    same(&listed(field(row, 0)), &found)?;
    match listed(field(row, 1)).into_iter().find(|forbidden| found.iter().any(|name| name == forbidden)) {
        None => Ok(()),
        Some(forbidden) => Err(format!("`{forbidden}` is no command")),
    }
}

macro_rules! command_tables {
    ($($name:ident),* $(,)?) => {
        $(
            #[test]
            fn $name() {
                check(concat!(stringify!($name), ".txt"), commands_are);
            }
        )*
    };
}

command_tables!(
    arithmetic,
    arrays,
    comments,
    conditionals,
    conditions,
    disguises,
    everyday,
    functions,
    groups,
    heredocs,
    lists,
    loops,
    parameters,
    quoting,
    redirects,
    substitutions,
);

#[test]
fn every_table_is_run() {
    let mut known: Vec<&str> = COMMANDS.iter().chain(OTHERS).copied().collect();
    known.sort_unstable();
    let mut present: Vec<String> =
        folder().read_dir().unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    present.sort_unstable();
    assert_eq!(known, present);
}

#[test]
fn claims_are_unique() {
    // The attacks name a class instead of a claim.
    for file in COMMANDS.iter().chain(OTHERS).filter(|file| **file != "attacks.txt") {
        let mut claims: Vec<String> = rows(file).into_iter().map(|row| row.claim).collect();
        claims.sort_unstable();
        for pair in claims.windows(2) {
            assert_ne!(pair[0], pair[1], "{file}");
        }
    }
}

/// Which of the listed names were not found.
fn missing<'a>(listed: &[&'a str], found: &[String]) -> Vec<&'a str> {
    listed.iter().filter(|name| !found.iter().any(|one| one == *name)).copied().collect()
}

#[test]
fn generous() {
    check("generous.txt", |row| {
        let found = names(&read(&row.text));
        let missing = missing(&listed(field(row, 0)), &found);
        if missing.is_empty() { Ok(()) } else { Err(format!("{missing:?} not found; found {found:?}")) }
    });
}

#[test]
fn either_found_or_opaque() {
    check("either.txt", |row| {
        let script = read(&row.text);
        let found = names(&script);
        let missing = missing(&listed(field(row, 0)), &found);
        if missing.is_empty() || !script.opaque().is_empty() {
            Ok(())
        } else {
            Err(format!("{missing:?} not found and nothing opaque; found {found:?}"))
        }
    });
}

#[test]
fn opaque() {
    check("opaque.txt", |row| {
        let script = read(&row.text);
        let found = names(&script);
        let reasons: Vec<String> = script.opaque().iter().map(|opaque| opaque.reason.to_string()).collect();
        if reasons.is_empty() {
            return Err(format!("read without opaque; found {found:?}"));
        }
        if !reasons.iter().any(|reason| reason.contains(field(row, 1))) {
            return Err(format!("expected a reason with `{}`, found {reasons:?}", field(row, 1)));
        }
        let missing = missing(&listed(field(row, 0)), &found);
        if missing.is_empty() { Ok(()) } else { Err(format!("{missing:?} not found; found {found:?}, {reasons:?}")) }
    });
}

/// The words after the command word.
fn arguments<'a>(script: &'a Script<'a>) -> &'a [Word] {
    script.commands().first().map_or(&[][..], |command| script.words(command.words)).get(1..).unwrap_or_default()
}

#[test]
fn words() {
    check("words.txt", |row| {
        let text = format!("a {}", row.text);
        let script = read(&text);
        nothing_opaque(&script)?;
        let values: Vec<&str> =
            arguments(&script).iter().map(|word| script.literal(word).unwrap_or("(not literal)")).collect();
        same(&row.fields, &values)
    });
}

fn class(word: &Word) -> &'static str {
    match word.class {
        Class::Literal => "L",
        Class::Bounded => "B",
        Class::Unknown(Unknown::Parameter) => "U:par",
        Class::Unknown(Unknown::Substitution) => "U:sub",
        Class::Unknown(Unknown::ProcessSubstitution) => "U:pro",
        Class::Unknown(Unknown::Arithmetic) => "U:ari",
        Class::Unknown(Unknown::BraceExpansion) => "U:bra",
        Class::Unknown(Unknown::Unreadable) => "U:unr",
        Class::Unknown(Unknown::Opaque) => "U:opa",
    }
}

#[test]
fn classes() {
    check("classes.txt", |row| {
        let script = read(&row.text);
        nothing_opaque(&script)?;
        let words = script.commands().first().map_or(&[][..], |command| script.words(command.words));
        let expected = listed(field(row, 0));
        let found: Vec<&str> = words.iter().map(class).collect();
        let fits = expected.len() == found.len()
            && expected.iter().zip(&found).all(|(expected, found)| *expected == "*" || expected == found);
        if fits { Ok(()) } else { Err(format!("expected {expected:?}, found {found:?}")) }
    });
}

#[test]
fn targets() {
    check("targets.txt", |row| {
        let script = read(&row.text);
        nothing_opaque(&script)?;
        let mut redirections: Vec<_> = script.all_redirections().iter().collect();
        redirections.sort_by_key(|redirection| redirection.span.start);
        let mut found = Vec::new();
        for redirection in redirections {
            match redirection.descriptor {
                Descriptor::Default => {}
                Descriptor::Number(number) => found.push(number.to_string()),
                Descriptor::Variable(name) => found.push(format!("{{{}}}", script.text(name))),
            }
            found.push(redirection.operator.symbol().to_owned());
            found.push(script.literal(&redirection.target).unwrap_or("?").to_owned());
        }
        same(&listed(field(row, 0)), &found)
    });
}

#[test]
fn assignments() {
    check("assignments.txt", |row| {
        let script = read(&row.text);
        nothing_opaque(&script)?;
        let mut found = Vec::new();
        for assignment in script.commands().iter().flat_map(|command| script.assignments(command.assignments)) {
            let name = script.text(assignment.name);
            let subscript = if assignment.subscript.is_some() { "[]" } else { "" };
            let operator = if assignment.append { "+=" } else { "=" };
            let value = if assignment.array { "()" } else { script.literal(&assignment.value).unwrap_or("?") };
            found.push(format!("{name}{subscript}{operator}{value}"));
        }
        same(&[field(row, 0)], &[found.join(" ")])
    });
}

/// Turns `\xNN` into bytes, so that a table can hold what is no text.
fn bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((head, tail)) = rest.split_once("\\x") {
        bytes.extend(head.as_bytes());
        bytes.push(u8::from_str_radix(tail.get(..2).unwrap_or(""), 16).unwrap_or(b'?'));
        rest = tail.get(2..).unwrap_or("");
    }
    bytes.extend(rest.as_bytes());
    bytes
}

fn kind(hidden: &Hidden) -> &'static str {
    match hidden.kind {
        HiddenKind::Nul => "nul",
        HiddenKind::InvalidUtf8 => "utf8",
        HiddenKind::CarriageReturn => "cr",
        HiddenKind::Control => "control",
        HiddenKind::C1Control => "c1",
        HiddenKind::Blank => "blank",
        HiddenKind::Direction => "direction",
        HiddenKind::Invisible => "invisible",
    }
}

#[test]
fn bad() {
    check("bad.txt", |row| {
        let bytes = bytes(&row.text);
        let script = read(&bytes);
        // A run of hidden characters may be told as one.
        let mut found: Vec<&str> = script.hidden().iter().map(kind).collect();
        found.dedup();
        let mut expected = listed(field(row, 0));
        expected.dedup();
        same(&expected, &found)?;
        let names: Vec<String> = names(&script).iter().map(|name| name.escape_debug().to_string()).collect();
        let missing = missing(&listed(field(row, 1)), &names);
        let forbidden: Vec<&str> =
            listed(field(row, 2)).into_iter().filter(|name| names.iter().any(|n| n == name)).collect();
        if missing.is_empty() && forbidden.is_empty() {
            Ok(())
        } else {
            Err(format!("missing {missing:?}, wrong {forbidden:?}, found {names:?}"))
        }
    });
}
