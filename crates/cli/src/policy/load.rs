//! Finding and reading the policy files that count here.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use annotate_snippets::Renderer;
use byleave_policy::Policy;
use byleave_policy::file::{self, Kind, PolicyFile, Problem, Problems, Severity, Standing, Surroundings, World};
use byleave_policy::rules::Layer;
use jiff::tz::TimeZone;

use super::state::{self, LARGEST, Trust};
use crate::escape;
use crate::failure::Failure;

const MANAGED: &str = "/etc/byleave/policy.yaml";
/// More files than this are no policy any more.
const MOST_FILES: usize = 64;

/// A policy with what there is to say about it.
#[derive(Debug)]
pub struct Loaded {
    /// The policy.
    pub policy: Policy,
    /// What was ignored, and what is probably not meant so.
    pub warnings: Vec<Problem>,
    /// The files it comes from, strongest first.
    pub files: Vec<Used>,
}

/// A file that counts here.
#[derive(Debug)]
pub struct Used {
    pub path: PathBuf,
    pub layer: Layer,
    pub trusted: bool,
}

/// Reads all policy files that count for a project: managed, the one that is named, the user's, the project's.
///
/// A broken file is a failure with its diagnostic, exit code 2: nothing starts on a broken policy.
pub fn load(project: &Path, explicit: Option<&Path>) -> Result<Loaded, Failure> {
    let trust = Trust::load()?;
    let mut loader = Loader { trust: &trust, project, files: Vec::new(), used: Vec::new(), open: Vec::new() };
    loader.optional(Path::new(MANAGED), Layer::Managed)?;
    if let Some(path) = explicit {
        let content = content(path).map_err(|error| unreadable(path, &error))?;
        loader.add(path, &content, Layer::Given)?;
    }
    if let Some(home) = state::home() {
        loader.optional(&home.join(".config/byleave/policy.yaml"), Layer::User)?;
    }
    for path in project_files(project) {
        loader.optional(&path, Layer::Project)?;
    }
    let environment: BTreeMap<String, String> = std::env::vars_os()
        .filter_map(|(key, value)| Some((key.into_string().ok()?, value.into_string().ok()?)))
        .collect();
    let surroundings = Surroundings { level: trust.level(project), environment };
    let Loader { files, mut used, .. } = loader;
    used.sort_by_key(|file| file.layer);
    let (policy, warnings) = file::merge(files, &surroundings);
    Ok(Loaded { policy, warnings, files: used })
}

/// Reads one policy file and what it includes, as if no other were there.
pub fn load_only(path: &Path) -> Result<Loaded, Failure> {
    let trust = Trust::default();
    let mut loader = Loader { trust: &trust, project: path, files: Vec::new(), used: Vec::new(), open: Vec::new() };
    let content = content(path).map_err(|error| unreadable(path, &error))?;
    loader.add(path, &content, Layer::Given)?;
    let Loader { files, used, .. } = loader;
    let (policy, warnings) = file::merge(files, &Surroundings::default());
    Ok(Loaded { policy, warnings, files: used })
}

/// The policy files a project may have.
pub fn project_files(project: &Path) -> [PathBuf; 2] {
    [project.join(".byleave/policy.yaml"), project.join(".co/host.yaml")]
}

/// Reads one file by itself.
pub fn read_file(path: &Path) -> Result<PolicyFile, Failure> {
    let content = content(path).map_err(|error| unreadable(path, &error))?;
    read_content(path, &content)
}

/// The shape of a file goes by its name.
fn kind_of(path: &Path) -> Kind {
    if path.file_name().is_some_and(|name| name == "host.yaml") { Kind::Host } else { Kind::Policy }
}

pub fn read_content(path: &Path, content: &[u8]) -> Result<PolicyFile, Failure> {
    let name = path.to_string_lossy();
    let Ok(text) = std::str::from_utf8(content) else {
        return Err(Failure::Usage(format!("{} is not UTF-8 text", escape::shown(&name))));
    };
    let world = World { zones: jiff::tz::db(), local: TimeZone::system() };
    file::read(&name, text, kind_of(path), &world).map_err(|problems| broken(&problems, text))
}

/// The content of a regular file of a sensible size: a pipe would block, and a device never ends.
pub fn content(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let about = file.metadata()?;
    if !about.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let mut content = Vec::new();
    file.take(LARGEST.saturating_add(1)).read_to_end(&mut content)?;
    let size = u64::try_from(content.len()).unwrap_or(u64::MAX);
    if size > LARGEST { Err(io::Error::other("too large for a policy")) } else { Ok(content) }
}

pub fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("cannot read {}: {error}", escape::shown(&path.to_string_lossy())))
}

/// All problems of a file, with its lines.
pub fn broken(problems: &Problems, text: &str) -> Failure {
    let shown: Vec<String> = problems.0.iter().map(|problem| shown(problem, text)).collect();
    Failure::Policy(shown.join("\n\n"))
}

/// A problem with its line, in colour on a terminal.
pub fn shown(problem: &Problem, text: &str) -> String {
    let colour = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    problem.render(text, &renderer.term_width(crate::style::width()))
}

struct Loader<'l> {
    trust: &'l Trust,
    project: &'l Path,
    files: Vec<Standing>,
    used: Vec<Used>,
    /// The files that are being read, outermost first.
    open: Vec<String>,
}

impl Loader<'_> {
    fn optional(&mut self, path: &Path, layer: Layer) -> Result<(), Failure> {
        match content(path) {
            Ok(content) => self.add(path, &content, layer),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(()),
            Err(error) => Err(unreadable(path, &error)),
        }
    }

    fn add(&mut self, path: &Path, content: &[u8], layer: Layer) -> Result<(), Failure> {
        let file = read_content(path, content)?;
        let trusted = layer != Layer::Project || self.trust.has(path, content);
        let include = file.include.clone();
        let text = String::from_utf8_lossy(content);
        self.files.push(Standing { layer, trusted, file });
        self.used.push(Used { path: path.to_path_buf(), layer, trusted });
        self.open.push(state::key(path));
        for (name, place) in include {
            let problem = |message: String| {
                let file = path.to_string_lossy().into_owned();
                let problem =
                    Problem { severity: Severity::Error, code: "", file, place: place.clone(), message, help: None };
                broken(&Problems(vec![problem]), &text)
            };
            let target = path.parent().unwrap_or(Path::new(".")).join(&name);
            let real = state::key(&target);
            if self.open.contains(&real) {
                return Err(problem(format!("`{name}` includes itself")));
            }
            // What a project includes is shown when it is wrong, so it must not reach into the user's files.
            if layer == Layer::Project && !Path::new(&real).starts_with(state::key(self.project)) {
                return Err(problem(format!("`{name}` lies outside the project")));
            }
            if self.files.len() >= MOST_FILES {
                return Err(problem(format!("more than {MOST_FILES} files")));
            }
            let inner = self::content(&target).map_err(|error| problem(format!("cannot read `{name}`: {error}")))?;
            self.add(&target, &inner, layer)?;
        }
        self.open.pop();
        Ok(())
    }
}
