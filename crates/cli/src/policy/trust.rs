//! `byleave trust`, `untrust`, `trusted`, `project level`: for a person at a terminal.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use byleave_config::{Level, PolicyFile};
use byleave_gate::Skill;
use byleave_policy::Verdict;

use byleave_gate::files::{self, Trust, key, pin, project_files, read_content};

use super::content;
use crate::escape;
use crate::failure::Failure;
use crate::rule::place::shown;

/// Changing trust needs a person at a terminal, which an agent's command does not have.
pub fn person(what: &str) -> Result<(), Failure> {
    at_terminal(what, "programs name their policy with `-c FILE` instead")
}

/// Refuses what only people may do, and says what programs do instead.
pub fn at_terminal(what: &str, instead: &str) -> Result<(), Failure> {
    if io::stdin().is_terminal() {
        return Ok(());
    }
    Err(Failure::Usage(format!("`{what}` needs a person at a terminal; {instead}")))
}

/// Shows what files would allow, and pins those that the user confirms.
pub fn trust(out: &mut dyn Write, project: &Path, files: &[PathBuf]) -> Result<(), Failure> {
    let files = named(project, files)?;
    person("byleave trust")?;
    let mut trust = Trust::load()?;
    for path in files {
        let bytes = content(&path)?;
        let name = path.to_string_lossy();
        let name = escape::shown(&name);
        if trust.has(&path, &bytes) {
            writeln!(out, "{name} is trusted already")?;
            continue;
        }
        writeln!(out, "{name} would")?;
        if path.file_name().is_some_and(|file| file == "SKILL.md") {
            show_skill(out, &path)?;
        } else {
            show_policy(out, &read_content(&path, &bytes)?)?;
        }
        write!(out, "Trust this content? [y/N] ")?;
        out.flush()?;
        let mut answer = String::new();
        io::stdin().lock().read_line(&mut answer).map_err(Failure::Input)?;
        if !matches!(answer.trim(), "y" | "Y" | "yes") {
            return Err(Failure::Usage(format!("{name} is not trusted")));
        }
        trust.files.insert(key(&path), pin(&bytes));
        trust.save()?;
        writeln!(out, "{name} is trusted until it changes")?;
    }
    Ok(())
}

/// What a policy file would loosen.
fn show_policy(out: &mut dyn Write, file: &PolicyFile) -> Result<(), Failure> {
    for rule in file.rules.iter().filter(|rule| rule.says == Verdict::Allow) {
        writeln!(out, "  allow {}", escape::shown(&rule.text))?;
    }
    for tool in &file.auto_approve {
        for rule in tool.rules().filter(|rule| rule.says == Verdict::Allow) {
            writeln!(out, "  allow {}: {}", escape::shown(&rule.text), escape::shown(&rule.reason))?;
        }
    }
    for (set, what) in [
        (file.profile.map(byleave_policy::Profile::name), "profile"),
        (file.mode.map(byleave_policy::Mode::name), "mode"),
        (file.unknown_tools.map(byleave_policy::Verdict::name), "unknown_tools"),
        (file.unnamed.map(byleave_policy::Unnamed::name), "unnamed"),
    ] {
        if let Some(value) = set {
            writeln!(out, "  set   {what}: {value}")?;
        }
    }
    for root in &file.roots {
        writeln!(out, "  read  {} beside the project", escape::shown(root.text()))?;
    }
    for program in file.programs.names() {
        writeln!(out, "  teach byleave what `{}` does", escape::shown(&program))?;
    }
    for tool in &file.tools {
        write!(out, "  treat {} as a {} tool", escape::shown(&tool.name), tool.category.name())?;
        if let Some(shells) = tool.shells {
            write!(out, " whose commands run in {shells}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// What a skill would allow in a turn that the user begins with it.
fn show_skill(out: &mut dyn Write, path: &Path) -> Result<(), Failure> {
    let skill = Skill::read(path, &Trust::default())?;
    for rule in &skill.tools {
        writeln!(
            out,
            "  allow {} in a turn that you begin with /{}",
            escape::shown(&rule.text),
            escape::shown(&skill.name)
        )?;
    }
    if skill.tools.is_empty() {
        writeln!(out, "  allow nothing: it lists no `tools`")?;
    }
    Ok(())
}

/// Ends trust.
pub fn untrust(out: &mut dyn Write, project: &Path, files: &[PathBuf]) -> Result<(), Failure> {
    person("byleave untrust")?;
    let mut trust = Trust::load()?;
    let files = if files.is_empty() { project_files(project).to_vec() } else { files.to_vec() };
    for path in files {
        if trust.files.remove(&key(&path)).is_some() {
            writeln!(out, "{} is no longer trusted", escape::shown(&path.to_string_lossy()))?;
        }
    }
    Ok(trust.save()?)
}

/// Lists what is trusted; returns whether a file is still the one that was trusted.
pub fn trusted(out: &mut dyn Write, file: Option<&Path>) -> Result<bool, Failure> {
    let trust = Trust::load()?;
    if let Some(path) = file {
        let bytes = content(path)?;
        let name = path.to_string_lossy();
        let (word, yes) = match trust.files.get(&key(path)) {
            Some(pinned) if *pinned == pin(&bytes) => ("trusted", true),
            Some(_) => ("changed since it was trusted", false),
            None => ("not trusted", false),
        };
        writeln!(out, "{}: {word}", escape::shown(&name))?;
        return Ok(yes);
    }
    for (path, pinned) in &trust.files {
        let word = match files::content(Path::new(path)) {
            Ok(bytes) if pin(&bytes) == *pinned => "trusted",
            Ok(_) => "changed since it was trusted",
            Err(_) => "gone",
        };
        writeln!(out, "{}: {word}", escape::shown(path))?;
    }
    for (path, level) in &trust.levels {
        writeln!(out, "{}: level {}", escape::shown(path), escape::shown(level))?;
    }
    Ok(true)
}

/// Sets the trust level of a project.
pub fn level(out: &mut dyn Write, directory: &Path, level: Level) -> Result<(), Failure> {
    person("byleave project level")?;
    if !directory.is_dir() {
        let name = directory.to_string_lossy();
        return Err(Failure::Usage(format!("{} is not a directory", escape::shown(&name))));
    }
    let mut trust = Trust::load()?;
    match level {
        Level::New => trust.levels.remove(&key(directory)),
        Level::Trusted | Level::Automated => trust.levels.insert(key(directory), level.name().to_owned()),
    };
    trust.save()?;
    writeln!(out, "{}: level {}", escape::shown(&directory.to_string_lossy()), level.name())?;
    Ok(())
}

/// The named files, or those of the project.
fn named(project: &Path, files: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    if !files.is_empty() {
        return Ok(files.to_vec());
    }
    let found: Vec<PathBuf> = project_files(project).into_iter().filter(|path| path.exists()).collect();
    if found.is_empty() {
        let name = shown(project);
        let what = "no .byleave/policy.yaml in";
        let next = "`byleave init` writes one, and `byleave allow --project` begins one";
        return Err(Failure::Usage(format!("{what} {name}; {next}")));
    }
    Ok(found)
}
