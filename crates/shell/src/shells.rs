//! Names of shells, sets of them, and which one a first line names.

use std::fmt;

/// A shell that may run a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shell {
    /// bash.
    Bash,
    /// bash in POSIX mode.
    PosixBash,
    /// dash, busybox ash, mksh and similar shells.
    Sh,
    /// zsh.
    Zsh,
    /// fish.
    Fish,
    /// `PowerShell`, the Windows one or the cross-platform one.
    PowerShell,
    /// `cmd.exe`.
    Cmd,
}

impl Shell {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Bash, Self::PosixBash, Self::Sh, Self::Zsh, Self::Fish, Self::PowerShell, Self::Cmd];

    /// The name people write.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bash => "bash",
            Self::PosixBash => "posix-bash",
            Self::Sh => "sh",
            Self::Zsh => "zsh",
            Self::Fish => "fish",
            Self::PowerShell => "powershell",
            Self::Cmd => "cmd",
        }
    }

    /// The shell with this name or alias: `dash`, `ash`, `busybox`, `ksh` and `mksh` are `sh`, `pwsh` is `powershell`.
    /// Upper and lower case are the same.
    ///
    /// # Errors
    /// If there is no shell with this name.
    ///
    /// ```
    /// use byleave_shell::Shell;
    /// assert_eq!(Shell::parse("dash"), Ok(Shell::Sh));
    /// assert!(Shell::parse("nu").unwrap_err().to_string().contains("posix-bash"));
    /// ```
    pub fn parse(name: &str) -> Result<Self, UnknownShell> {
        const OTHERS: [(&str, Shell); 8] = [
            ("dash", Shell::Sh),
            ("ash", Shell::Sh),
            ("busybox", Shell::Sh),
            ("ksh", Shell::Sh),
            ("mksh", Shell::Sh),
            ("pwsh", Shell::PowerShell),
            ("powershell.exe", Shell::PowerShell),
            ("cmd.exe", Shell::Cmd),
        ];
        let own = Self::ALL.iter().map(|shell| (shell.name(), *shell));
        own.chain(OTHERS)
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, shell)| shell)
            .ok_or_else(|| UnknownShell { name: name.to_owned() })
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl fmt::Display for Shell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that belongs to no shell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownShell {
    name: String,
}

impl fmt::Display for UnknownShell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a shell that byleave knows; use one of", self.name)?;
        for (at, shell) in Shell::ALL.iter().enumerate() {
            write!(f, "{} {shell}", if at == 0 { "" } else { "," })?;
        }
        f.write_str(" (dash, ash, busybox, ksh and mksh count as sh, pwsh as powershell)")
    }
}

impl std::error::Error for UnknownShell {}

/// A set of shells: all shells that may run a call.
///
/// ```
/// use byleave_shell::{Shell, Shells};
/// let shells: Shells = "bash, dash zsh".parse().unwrap();
/// assert_eq!(shells, Shells::POSIX);
/// assert_eq!(shells.to_string(), "bash, sh, zsh");
/// assert!(shells.without(Shell::Sh.into()).iter().eq([Shell::Bash, Shell::Zsh]));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Shells(u8);

impl Shells {
    /// None.
    pub const NONE: Self = Self(0);
    /// bash alone.
    pub const BASH: Self = Self(Shell::Bash.bit());
    /// The shells that an unnamed shell may be on Unix: bash, sh or zsh.
    pub const POSIX: Self = Self(Shell::Bash.bit() | Shell::Sh.bit() | Shell::Zsh.bit());
    /// All shells whose grammar is like that of bash: bash, bash in POSIX mode, sh and zsh.
    pub const READ: Self = Self(Shell::Bash.bit() | Shell::PosixBash.bit() | Shell::Sh.bit() | Shell::Zsh.bit());
    /// All.
    pub const ALL: Self = Self((1 << Shell::ALL.len()) - 1);

    /// The set of one shell.
    #[must_use]
    pub const fn of(shell: Shell) -> Self {
        Self(shell.bit())
    }

    /// This set and another.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// This set without those of another.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// What both sets hold.
    #[must_use]
    pub const fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether a shell is in it.
    #[must_use]
    pub const fn contains(self, shell: Shell) -> bool {
        self.0 & shell.bit() != 0
    }

    /// Whether no shell is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many shells are in it.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The shells in it, in the order of [`Shell::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Shell> {
        Shell::ALL.into_iter().filter(move |shell| self.contains(*shell))
    }

    /// The shells whose grammar is not like that of bash: fish, `PowerShell`, `cmd`.
    #[must_use]
    pub const fn not_read(self) -> Self {
        self.without(Self::READ)
    }
}

impl From<Shell> for Shells {
    fn from(shell: Shell) -> Self {
        Self::of(shell)
    }
}

impl FromIterator<Shell> for Shells {
    fn from_iter<T: IntoIterator<Item = Shell>>(shells: T) -> Self {
        shells.into_iter().fold(Self::NONE, |set, shell| set.and(Self::of(shell)))
    }
}

/// The shell that a first line such as `#!/usr/bin/env -S zsh -f` names; `None` if it names something else.
///
/// ```
/// use byleave_shell::{Shell, shebang};
/// assert_eq!(shebang("#!/bin/bash --posix"), Some(Shell::PosixBash));
/// assert_eq!(shebang("#!/usr/bin/python3"), None);
/// ```
#[must_use]
pub fn shebang(line: &str) -> Option<Shell> {
    let mut words = line.strip_prefix("#!")?.split([' ', '\t']).filter(|word| !word.is_empty());
    let base = |word: &str| word.rsplit('/').next().map(str::to_owned);
    let mut name = base(words.next()?)?;
    if name == "env" {
        name = base(words.find(|word| !word.starts_with('-') && !word.contains('='))?)?;
    }
    let shell = Shell::parse(&name).ok()?;
    let posix = shell == Shell::Bash && words.any(|word| word == "--posix" || word == "posix");
    Some(if posix { Shell::PosixBash } else { shell })
}

/// Names separated by commas or blanks.
impl std::str::FromStr for Shells {
    type Err = UnknownShell;

    fn from_str(text: &str) -> Result<Self, UnknownShell> {
        let names = text.split([',', ' ', '\t']).filter(|name| !name.is_empty());
        let shells: Self = names.map(Shell::parse).collect::<Result<_, _>>()?;
        // An empty list is a mistake, never "no shell at all".
        if shells.is_empty() { Err(UnknownShell { name: text.to_owned() }) } else { Ok(shells) }
    }
}

impl fmt::Display for Shells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, shell) in self.iter().enumerate() {
            write!(f, "{}{shell}", if at == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Shells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::{Shell, Shells};

    #[test]
    fn names_of_shells_are_known() {
        let cases = [
            ("bash", "bash"),
            ("Bash", "bash"),
            ("posix-bash", "posix-bash"),
            ("dash, ash busybox", "sh"),
            ("ksh", "sh"),
            ("mksh", "sh"),
            ("zsh", "zsh"),
            ("fish", "fish"),
            ("pwsh", "powershell"),
            ("cmd.exe", "cmd"),
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
    }
}
