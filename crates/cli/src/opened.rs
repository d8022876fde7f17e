//! A gate for the commands that run something: policy from the files, the store at its place, the terminal to ask at.

use std::path::{Path, PathBuf};

use byleave_gate::{Gate, GateBuilder, StoreError};
use byleave_policy::{Mode, Profile};
use byleave_store::Sqlite;
use byleave_terminal::{Colour as Paint, Options, Process, TerminalChannel, Without};

use crate::arguments::Under;
use crate::failure::Failure;
use crate::style::{self, Colour};

/// The settings of a command.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place<'p> {
    /// A policy file to use besides the others.
    pub config: Option<&'p Path>,
    /// The profile.
    pub profile: Option<Profile>,
    /// The mode.
    pub mode: Option<Mode>,
    /// The directory to work in.
    pub cwd: Option<&'p Path>,
}

impl<'p> Place<'p> {
    /// As the command line says, in this directory.
    pub fn under(under: &'p Under) -> Self {
        let Under { profile, mode, config } = under;
        Self { config: config.as_deref(), profile: *profile, mode: *mode, cwd: None }
    }
}

/// The profile of a name.
pub fn profile(name: &str) -> Result<Profile, Failure> {
    Profile::find(name)
        .ok_or_else(|| Failure::Usage(format!("unknown profile `{name}`; try one of: {}", Profile::NAMES.join(", "))))
}

/// The mode of a name.
pub fn mode(name: &str) -> Result<Mode, Failure> {
    Mode::find(name)
        .ok_or_else(|| Failure::Usage(format!("unknown mode `{name}`; try one of: {}", Mode::NAMES.join(", "))))
}

/// A gate without store and channels yet.
pub fn builder(place: &Place<'_>) -> GateBuilder {
    let mut builder = Gate::builder();
    if let Some(config) = place.config {
        builder = builder.policy_file(config);
    }
    if let Some(profile) = place.profile {
        builder = builder.profile(profile);
    }
    if let Some(mode) = place.mode {
        builder = builder.mode(mode);
    }
    if let Some(cwd) = place.cwd {
        builder = builder.cwd(cwd);
    }
    builder
}

/// The store at its default place, or at another.
pub fn store(path: Option<&Path>) -> Result<Sqlite, StoreError> {
    let path: PathBuf = match path {
        Some(path) => path.to_path_buf(),
        None => Sqlite::default_path()?,
    };
    Sqlite::open(path)
}

/// The person at the terminal, if there is a terminal.
pub fn terminal(color: Colour) -> TerminalChannel {
    let paint = if style::is_wanted_on_terminal(color) { Paint::On } else { Paint::Off };
    TerminalChannel::new(Options { colour: paint, process: Process::Ours, without: Without::Fail })
}
