//! Skills: manifests that list what may run in a turn that the user begins with the skill's name.

use std::path::{Path, PathBuf};

use byleave_config::read_skill;
use byleave_policy::rules::Rule;

use crate::files::{LoadError, Trust, content, unreadable};

/// A skill with what its manifest lists.
#[derive(Clone, Debug)]
pub struct Skill {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// What it may run: `tools:`.
    pub tools: Vec<Rule>,
    /// Its manifest.
    pub path: PathBuf,
    /// Whether exactly this manifest is pinned by `byleave trust`. Otherwise it grants nothing.
    pub pinned: bool,
}

/// Where skills are looked for, in this order: below the project, then below the home directory.
const PLACES: [&str; 2] = [".co/skills", ".claude/skills"];

impl Skill {
    /// Reads a manifest: a `SKILL.md`, or the directory it is in.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or its front matter is broken.
    pub fn read(path: &Path, trust: &Trust) -> Result<Self, LoadError> {
        let path = if path.is_dir() { path.join("SKILL.md") } else { path.to_path_buf() };
        let bytes = content(&path).map_err(|error| unreadable(&path, error))?;
        let Ok(text) = std::str::from_utf8(&bytes) else { return Err(LoadError::NotText(path)) };
        let manifest = read_skill(&path.to_string_lossy(), text)
            .map_err(|problems| LoadError::Broken { problems, text: text.to_owned() })?;
        let directory = || path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        let name = manifest.name.or_else(directory).unwrap_or_else(|| "skill".to_owned());
        let pinned = trust.has(&path, &bytes);
        Ok(Self { name, description: manifest.description, tools: manifest.tools, path, pinned })
    }

    /// Finds a skill by its name. A path is not a name.
    ///
    /// # Errors
    ///
    /// If its manifest cannot be read, or is broken.
    pub fn find(name: &str, project: &Path, home: &Path, trust: &Trust) -> Result<Option<Self>, LoadError> {
        let plain = |one: char| one.is_ascii_alphanumeric() || matches!(one, '-' | '_');
        if name.is_empty() || !name.chars().all(plain) {
            return Ok(None);
        }
        let places = [project, home].into_iter().flat_map(|root| PLACES.iter().map(move |place| root.join(place)));
        for place in places {
            let path = place.join(name).join("SKILL.md");
            if path.is_file() {
                return Self::read(&path, trust).map(Some);
            }
        }
        Ok(None)
    }
}
