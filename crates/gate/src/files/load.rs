//! Finds and reads the policy files of a project.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use byleave_config::{Kind, PolicyFile, Problem, Problems, Severity, Standing, Surroundings, World};
use byleave_policy::Policy;
use byleave_policy::rules::Layer;
use jiff::tz::{TimeZone, TimeZoneDatabase};

use super::sources::Sources;
use super::trust::{self, LARGEST, Trust};
use super::{LoadError, places, unreadable};

const MANAGED: &str = "/etc/byleave/policy.yaml";
const MANAGED_PROGRAMS: &str = "/etc/byleave/programs.txt";
/// The name of what byleave itself says about directories that a variable moved.
const GUARD: &str = "XDG_CONFIG_HOME, XDG_STATE_HOME and XDG_DATA_HOME";
/// More files than this are no policy any more.
const MOST_FILES: usize = 64;

/// A policy with its warnings and files.
#[derive(Debug)]
pub struct Loaded {
    /// The policy.
    pub policy: Policy,
    /// What byleave ignored, and what is probably a mistake.
    pub warnings: Vec<Problem>,
    /// The files it comes from, strongest first.
    pub files: Vec<Used>,
}

/// A file that counts here.
#[derive(Debug)]
pub struct Used {
    /// Where it is.
    pub path: PathBuf,
    /// Whose it is.
    pub layer: Layer,
    /// Whether it may loosen.
    pub trusted: bool,
}

/// Reads all policy files that count for a project: managed, the one that is named, the user's, the project's.
///
/// # Errors
///
/// If a file is broken: byleave does not start with a broken policy.
pub fn load(project: &Path, explicit: Option<&Path>) -> Result<Loaded, LoadError> {
    load_from(project, explicit).0
}

/// The same, with every file that it looked at, up to the first broken one.
pub fn load_from(project: &Path, explicit: Option<&Path>) -> (Result<Loaded, LoadError>, Sources) {
    let mut sources = Sources::default();
    let loaded = Trust::load_noting(&mut sources).and_then(|trust| {
        let mut loader = Loader::new(&trust, project, &mut sources);
        loader.all(explicit)?;
        let environment: BTreeMap<String, String> = std::env::vars_os()
            .filter_map(|(key, value)| Some((key.into_string().ok()?, value.into_string().ok()?)))
            .collect();
        let surroundings = Surroundings { level: trust.level(project), environment };
        let Loader { files, mut used, .. } = loader;
        used.sort_by_key(|file| file.layer);
        let (policy, warnings) = byleave_config::merge(files, &surroundings);
        Ok(Loaded { policy, warnings, files: used })
    });
    (loaded, sources)
}

/// Reads one policy file and what it includes, as if no other were there.
///
/// # Errors
///
/// If it cannot be read, or is broken.
pub fn load_only(path: &Path) -> Result<Loaded, LoadError> {
    let (trust, mut sources) = (Trust::default(), Sources::default());
    let mut loader = Loader::new(&trust, path, &mut sources);
    loader.given(path)?;
    let Loader { files, used, .. } = loader;
    let (policy, warnings) = byleave_config::merge(files, &Surroundings::default());
    Ok(Loaded { policy, warnings, files: used })
}

/// The policy files and tables a project may have.
#[must_use]
pub fn project_files(project: &Path) -> [PathBuf; 3] {
    [".byleave/policy.yaml", ".byleave/programs.txt", ".co/host.yaml"].map(|name| project.join(name))
}

/// Reads one file by itself.
///
/// # Errors
///
/// If it cannot be read, or is broken.
pub fn read_file(path: &Path) -> Result<PolicyFile, LoadError> {
    let content = content(path).map_err(|error| unreadable(path, error))?;
    read_content(path, &content)
}

/// The shape of a file goes by its name.
fn kind_of(path: &Path) -> Kind {
    if path.file_name().is_some_and(|name| name == "host.yaml") { Kind::Host } else { Kind::Policy }
}

/// A table of programs is no YAML.
fn is_table(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "txt")
}

/// No zones at all.
static NO_ZONES: TimeZoneDatabase = TimeZoneDatabase::none();

/// The zones of this machine, if a text needs them: loading them takes longer than deciding a call. Only `hours` and
/// `expires` need them, and a text without these letters could only spell them with an escape.
fn world(text: &str) -> World<'static> {
    if text.contains("hours") || text.contains("expires") || text.contains('\\') {
        return World { zones: jiff::tz::db(), local: TimeZone::system() };
    }
    World { zones: &NO_ZONES, local: TimeZone::UTC }
}

/// Reads the content of a file: a policy, or a table of programs if its name ends in `.txt`.
///
/// # Errors
///
/// If it is broken.
pub fn read_content(path: &Path, content: &[u8]) -> Result<PolicyFile, LoadError> {
    let name = path.to_string_lossy();
    let Ok(text) = std::str::from_utf8(content) else {
        return Err(LoadError::NotText(path.to_path_buf()));
    };
    let world = world(text);
    let read = if is_table(path) {
        byleave_config::read_programs(&name, text)
    } else {
        byleave_config::read(&name, text, kind_of(path), &world)
    };
    read.map_err(|problems| LoadError::Broken { problems, text: text.to_owned() })
}

/// The content of a regular file of a sensible size: a pipe would block, and a device never ends.
///
/// # Errors
///
/// If it is none, or cannot be read.
pub fn content(path: &Path) -> io::Result<Vec<u8>> {
    // Opening a pipe would wait for a writer, so one looks first; and again at what was opened.
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let file = File::open(path)?;
    let found = file.metadata()?;
    if !found.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    // One more than there is, so that one read gets it all and the next says so.
    let size = found.len().min(LARGEST).saturating_add(1);
    let mut content = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
    file.take(LARGEST.saturating_add(1)).read_to_end(&mut content)?;
    let size = u64::try_from(content.len()).unwrap_or(u64::MAX);
    if size > LARGEST { Err(io::Error::other("too large for a policy")) } else { Ok(content) }
}

struct Loader<'l> {
    trust: &'l Trust,
    project: &'l Path,
    files: Vec<Standing>,
    used: Vec<Used>,
    /// The files that are being read, outermost first.
    open: Vec<String>,
    /// Every file that was looked at.
    sources: &'l mut Sources,
}

impl<'l> Loader<'l> {
    const fn new(trust: &'l Trust, project: &'l Path, sources: &'l mut Sources) -> Self {
        Self { trust, project, files: Vec::new(), used: Vec::new(), open: Vec::new(), sources }
    }

    /// Reads every file that counts, strongest first.
    fn all(&mut self, explicit: Option<&Path>) -> Result<(), LoadError> {
        if let Some(text) = places::guard() {
            let file = read_content(Path::new(GUARD), text.as_bytes())?;
            self.files.push(Standing { layer: Layer::Managed, trusted: true, file });
        }
        self.optional(Path::new(MANAGED), Layer::Managed)?;
        self.optional(Path::new(MANAGED_PROGRAMS), Layer::Managed)?;
        if let Some(path) = explicit {
            self.given(path)?;
        }
        if let Some(own) = places::config_directory() {
            self.optional(&own.join("policy.yaml"), Layer::User)?;
            self.optional(&own.join("programs.txt"), Layer::User)?;
        }
        for path in project_files(self.project) {
            self.optional(&path, Layer::Project)?;
        }
        Ok(())
    }

    /// Looks at a file, and remembers what was there.
    fn look(&mut self, path: &Path) -> io::Result<Vec<u8>> {
        let found = content(path);
        self.sources.add(path, found.as_ref().ok().cloned());
        found
    }

    fn given(&mut self, path: &Path) -> Result<(), LoadError> {
        let content = self.look(path).map_err(|error| unreadable(path, error))?;
        self.add(path, &content, Layer::Given)
    }

    fn optional(&mut self, path: &Path, layer: Layer) -> Result<(), LoadError> {
        match self.look(path) {
            Ok(content) => self.add(path, &content, layer),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(()),
            Err(error) => Err(unreadable(path, error)),
        }
    }

    fn add(&mut self, path: &Path, content: &[u8], layer: Layer) -> Result<(), LoadError> {
        let file = read_content(path, content)?;
        let trusted = layer != Layer::Project || self.trust.has(path, content);
        let tables = file.program_files.iter().map(|(name, place)| (name.clone(), place.clone(), true));
        let include = file.include.iter().map(|(name, place)| (name.clone(), place.clone(), false));
        let include: Vec<_> = include.chain(tables).collect();
        let text = String::from_utf8_lossy(content);
        self.files.push(Standing { layer, trusted, file });
        self.used.push(Used { path: path.to_path_buf(), layer, trusted });
        if include.is_empty() {
            return Ok(());
        }
        self.open.push(trust::key(path));
        for (name, place, table) in include {
            let problem = |message: String| {
                let file = path.to_string_lossy().into_owned();
                let problem =
                    Problem { severity: Severity::Error, code: "", file, place: place.clone(), message, help: None };
                LoadError::Broken { problems: Problems(vec![problem]), text: text.clone().into_owned() }
            };
            let target = path.parent().unwrap_or(Path::new(".")).join(&name);
            let real = trust::key(&target);
            if table != is_table(&target) {
                return Err(problem(if table {
                    format!("`{name}` is not a table of programs: its name must end in .txt")
                } else {
                    format!("`{name}` is a table: name it under `programs`")
                }));
            }
            if self.open.contains(&real) {
                return Err(problem(format!("`{name}` includes itself")));
            }
            // What a project includes is shown when it is wrong, so it must not reach into the user's files.
            if layer == Layer::Project && !Path::new(&real).starts_with(trust::key(self.project)) {
                return Err(problem(format!("`{name}` is outside the project")));
            }
            if self.files.len() >= MOST_FILES {
                return Err(problem(format!("more than {MOST_FILES} files")));
            }
            let inner = self.look(&target).map_err(|error| problem(format!("cannot read `{name}`: {error}")))?;
            self.add(&target, &inner, layer)?;
        }
        self.open.pop();
        Ok(())
    }
}
