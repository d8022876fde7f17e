//! Packs the tables of programs and the lists of facts, so that nothing is parsed when byleave starts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

#[expect(dead_code, reason = "what lists the rows is for the tools that run them")]
#[path = "../src/programs/evidence.rs"]
mod evidence;
#[path = "../src/programs/floors.rs"]
mod floors;
#[expect(dead_code, reason = "what reads packed tables is for the engine")]
#[path = "../src/programs/kinds.rs"]
mod kinds;
mod lists;
#[expect(dead_code, reason = "what reads packed tables is for the engine")]
#[path = "../src/programs/pack.rs"]
mod pack;
#[path = "../src/programs/quirk.rs"]
mod quirk;
#[path = "../src/programs/role.rs"]
mod role;
#[path = "../src/programs/source/mod.rs"]
mod source;
#[path = "../src/suggest.rs"]
mod suggest;

use floors::Floors;
use suggest::nearest;

/// Where `scripts/prove --core` says which rows to take for proven while it runs them.
const CANDIDATES: &str = "BYLEAVE_EVIDENCE";

fn main() -> ExitCode {
    match packed().and_then(|()| facts()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn packed() -> Result<(), String> {
    let told = |name: &str| env::var_os(name).map(PathBuf::from).ok_or_else(|| format!("cargo did not set {name}"));
    let folder = told("CARGO_MANIFEST_DIR")?.join("programs");
    println!("cargo::rerun-if-changed={}", folder.display());
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/programs");
    println!("cargo::rerun-if-changed=src/suggest.rs");
    println!("cargo::rerun-if-env-changed={CANDIDATES}");
    let mut rows = rows(&folder)?;
    let list = match env::var_os(CANDIDATES) {
        Some(candidates) => PathBuf::from(candidates),
        None => folder.join("evidence.list"),
    };
    let text = fs::read_to_string(&list).map_err(|error| format!("{}: {error}", list.display()))?;
    // Which rows claim more than was run `scripts/prove --core` says, and a test.
    let _ = evidence::keep_proven(&mut rows, &text);
    let list = folder.join("floors.list");
    let text = fs::read_to_string(&list).map_err(|error| format!("{}: {error}", list.display()))?;
    let floors = floors_of(&text, &rows).map_err(|(line, problem)| format!("{}:{line}: {problem}", list.display()))?;
    let list = folder.join("often.list");
    let text = fs::read_to_string(&list).map_err(|error| format!("{}: {error}", list.display()))?;
    let often = often(&text, &rows).map_err(|(line, problem)| format!("{}:{line}: {problem}", list.display()))?;
    let packed = pack::pack(&rows, &floors, &often);
    let numbers: Vec<u8> = packed.numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    let ((programs, count), (floors, lists)) = (packed.programs, packed.floors);
    let table = format!(
        "Table {{ numbers: include_bytes!(\"programs.numbers\"), text: include_str!(\"programs.text\"), \
         programs: ({programs:#x}, {count:#x}), floors: ({floors:#x}, {lists:#x}) }}\n"
    );
    let out = told("OUT_DIR")?;
    let write = |name: &str, bytes: &[u8]| fs::write(out.join(name), bytes).map_err(|error| format!("{name}: {error}"));
    write("programs.numbers", &numbers)?;
    write("programs.text", packed.text.as_bytes())?;
    write("programs.rs", table.as_bytes())
}

/// Packs `lists/NAME.list` into `NAME.rs`.
fn facts() -> Result<(), String> {
    let told = |name: &str| env::var_os(name).map(PathBuf::from).ok_or_else(|| format!("cargo did not set {name}"));
    let (folder, out) = (told("CARGO_MANIFEST_DIR")?.join("lists"), told("OUT_DIR")?);
    println!("cargo::rerun-if-changed={}", folder.display());
    let at = |error: io::Error| format!("{}: {error}", folder.display());
    for file in fs::read_dir(&folder).map_err(at)? {
        let file = file.map_err(at)?.path();
        let text = fs::read_to_string(&file).map_err(at)?;
        let packed = lists::packed(&text).map_err(|(line, problem)| format!("{}:{line}: {problem}", file.display()))?;
        let name = out.join(file.with_extension("rs").file_name().unwrap_or_default());
        fs::write(&name, packed).map_err(at)?;
    }
    Ok(())
}

/// The rows of all tables, in the order of their names.
fn rows(folder: &Path) -> Result<Vec<source::Row>, String> {
    let at = |error: io::Error| format!("{}: {error}", folder.display());
    let files = fs::read_dir(folder).map_err(at)?.collect::<Result<Vec<_>, _>>().map_err(at)?;
    let mut files: Vec<PathBuf> = files.iter().map(fs::DirEntry::path).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    let mut rows = Vec::new();
    let mut claimed: BTreeMap<String, PathBuf> = BTreeMap::new();
    for file in files {
        let name = file.display();
        let text = fs::read_to_string(&file).map_err(|error| format!("{name}: {error}"))?;
        let table = source::read(&text).map_err(|mistakes| told(&name.to_string(), &text, &mistakes))?;
        for one in table.iter().flat_map(|row| &row.names) {
            if let Some(other) = claimed.insert(one.clone(), file.clone()) {
                return Err(format!("{name}: `{one}` stands in {} too", other.display()));
            }
        }
        rows.extend(table);
    }
    Ok(rows)
}

/// Reads the names of programs that run often; or the line, from 1, with one that stands in no table.
fn often<'t>(text: &'t str, rows: &[source::Row]) -> Result<Vec<&'t str>, (usize, String)> {
    let mut often = Vec::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        for program in line.split_ascii_whitespace() {
            if !rows.iter().any(|row| row.names.iter().any(|name| name == program)) {
                return Err((at.saturating_add(1), format!("`{program}` stands in no table; add a row for it")));
            }
            often.push(program);
        }
    }
    Ok(often)
}

/// Reads the list of floors; or the line, from 1, that is not understood, and why.
fn floors_of(text: &str, rows: &[source::Row]) -> Result<Floors, (usize, String)> {
    let mut floors = Floors::default();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let wrong = |problem: String| (at.saturating_add(1), problem);
        let mut words = line.splitn(3, ' ');
        let (Some(verdict @ ("ask" | "deny")), Some(programs), Some(rest)) = (words.next(), words.next(), words.next())
        else {
            return Err(wrong("write `ask PROGRAM WORDS` or `deny PROGRAM WORDS`".to_owned()));
        };
        for program in programs.split('|') {
            let floor = format!("{verdict} {program} {rest}\n");
            if program.contains('*') {
                floors.starred.push_str(&floor);
                continue;
            }
            let row = rows.iter().find(|row| row.names.iter().any(|name| name == program));
            let Some(name) = row.and_then(|row| row.names.first()) else {
                return Err(wrong(format!("`{program}` stands in no table; add a row for it")));
            };
            let next = u16::try_from(floors.lists.len()).unwrap_or(u16::MAX).saturating_add(1);
            let list = *floors.by_program.entry(name.clone()).or_insert(next);
            if list == next {
                floors.lists.push(String::new());
            }
            if usize::from(list) >= floors::MOST_LISTS {
                return Err(wrong("these are floors on too many programs; raise `MOST_LISTS`".to_owned()));
            }
            if let Some(list) = floors.lists.get_mut(usize::from(list).saturating_sub(1)) {
                list.push_str(&floor);
            }
        }
    }
    Ok(floors)
}

/// What is wrong with a table, each with its line and a caret.
fn told(file: &str, text: &str, mistakes: &[source::Mistake]) -> String {
    let told = mistakes.iter().map(|mistake| {
        let line = text.split('\n').nth(mistake.line.saturating_sub(1)).unwrap_or("");
        let before = " ".repeat(mistake.column.saturating_sub(1));
        let carets = "^".repeat(mistake.bytes.len().max(1));
        let help = mistake.help.as_ref().map(|help| format!("\n  {help}")).unwrap_or_default();
        let (number, column, message) = (mistake.line, mistake.column, &mistake.message);
        format!("{file}:{number}:{column}: {message}\n  {line}\n  {before}{carets}{help}\n")
    });
    told.collect()
}
