//! What an adapter may know beside what the agent says.

use std::fmt;

type Variable = dyn Fn(&str) -> Option<String>;

/// The environment of the hook: agents tell some things only there.
pub struct Surroundings {
    variable: Box<Variable>,
    /// The directory the hook runs in.
    pub cwd: Option<String>,
}

impl fmt::Debug for Surroundings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Surroundings").field("cwd", &self.cwd).finish_non_exhaustive()
    }
}

impl Surroundings {
    /// Those of this process.
    #[must_use]
    pub fn here() -> Self {
        let cwd = std::env::current_dir().ok().and_then(|path| path.into_os_string().into_string().ok());
        Self { variable: Box::new(|name| std::env::var(name).ok()), cwd }
    }

    /// None at all.
    #[must_use]
    pub fn none() -> Self {
        Self { variable: Box::new(|_| None), cwd: None }
    }

    /// These variables and this directory, and nothing else.
    #[must_use]
    pub fn of(variables: Vec<(String, String)>, cwd: Option<String>) -> Self {
        let find = move |name: &str| variables.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
        Self { variable: Box::new(find), cwd }
    }

    /// A variable that is set to something.
    pub(crate) fn variable(&self, name: &str) -> Option<String> {
        (self.variable)(name).filter(|value| !value.is_empty())
    }

    /// The programs a command is looked for in.
    pub(crate) fn has_program(&self, name: &str) -> bool {
        let path = self.variable("PATH").unwrap_or_default();
        std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
    }
}
