//! Where byleave keeps the user's files: its configuration and its state. The only place that knows.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// byleave's directory below each of them.
const OWN: &str = "byleave";

/// What a variable of the XDG base directories moves, and where that lies without it.
struct Moved {
    variable: &'static str,
    usual: &'static str,
}

const CONFIG: Moved = Moved { variable: "XDG_CONFIG_HOME", usual: ".config" };
const STATE: Moved = Moved { variable: "XDG_STATE_HOME", usual: ".local/state" };
/// byleave keeps nothing there, but it guards the place.
const DATA: Moved = Moved { variable: "XDG_DATA_HOME", usual: ".local/share" };

impl Moved {
    /// Where the variable moves byleave's directory to. As the specification of XDG says, only an absolute path counts.
    /// Neither does one that a rule could not name: the engine guards the place by a rule.
    fn to(&self) -> Option<PathBuf> {
        let base = PathBuf::from(std::env::var_os(self.variable)?);
        let plain = base.to_str().is_some_and(|text| !text.contains(['*', '?', '[', ']', '{', '}', '\\', '\n']));
        (base.is_absolute() && plain).then(|| base.join(OWN))
    }

    /// byleave's directory. Where only the usual one is there, from before the variable was set or heeded, that stays:
    /// a policy with denies must not be lost by a variable.
    fn directory(&self) -> Option<PathBuf> {
        let usual = home().map(|home| home.join(self.usual).join(OWN));
        match (self.to(), usual) {
            (Some(moved), Some(usual)) => Some(if !moved.exists() && usual.exists() { usual } else { moved }),
            (moved, usual) => moved.or(usual),
        }
    }
}

/// The user's home directory.
#[must_use]
pub fn home() -> Option<PathBuf> {
    std::env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from).filter(|home| home.is_absolute())
}

/// The directory of the user's policy: `$XDG_CONFIG_HOME/byleave`, by default `~/.config/byleave`.
#[must_use]
pub fn config_directory() -> Option<PathBuf> {
    CONFIG.directory()
}

/// The directory of trust and record: `$XDG_STATE_HOME/byleave`, by default `~/.local/state/byleave`.
#[must_use]
pub fn state_directory() -> Option<PathBuf> {
    STATE.directory()
}

/// The directories that variables move, which no agent may write; the engine knows the usual ones by itself. As a policy:
/// a deny rule holds in every disguise.
pub(super) fn guard() -> Option<String> {
    let rule = |place: &Path| {
        let pattern = serde_json::Value::from(format!("write({}/**)", place.display()));
        format!("  {pattern}: {{ allowed: false, reason: byleave's own files }}\n")
    };
    // Several variables may name one directory.
    let places: BTreeSet<PathBuf> = [CONFIG, STATE, DATA].iter().filter_map(Moved::to).collect();
    let rules: String = places.iter().map(|place| rule(place)).collect();
    (!rules.is_empty()).then(|| format!("permissions:\n{rules}"))
}
