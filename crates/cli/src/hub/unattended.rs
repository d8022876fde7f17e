//! Tokens without a terminal, for containers and CI: only where an operator allowed it at installation.
//!
//! An agent must not create tokens: an approver token would let it answer itself. So the permission is where agents
//! cannot write: in a file that belongs to root, below root's directory. byleave's own deny floor guards it as well.

use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use byleave_gate::Role;

/// The file that names the roles.
pub const ALLOWED: &str = "/etc/byleave/tokens";

/// The user who may own it.
const ROOT: u32 = 0;

/// Users other than the owner can write it.
const WRITABLE: u32 = 0o022;

/// Whether tokens of a role may be created without a person; the error says why not, and what an operator can do.
pub fn may(role: Role) -> Result<(), String> {
    may_by(Path::new(ALLOWED), ROOT, role)
}

fn may_by(path: &Path, owner: u32, role: Role) -> Result<(), String> {
    let name = path.display();
    let Ok(file) = fs::symlink_metadata(path) else {
        return Err(format!("an operator can allow it at install: root writes the line `{}` into {name}", role.name()));
    };
    let directory = path.parent().and_then(|parent| fs::symlink_metadata(parent).ok());
    if !file.is_file() || !is_kept(&file, owner) || !directory.is_some_and(|directory| is_kept(&directory, owner)) {
        return Err(format!(
            "byleave ignores {name}: it and its directory must belong to root, and only root may write them"
        ));
    }
    let text = fs::read_to_string(path).map_err(|error| format!("{name} cannot be read: {error}"))?;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match Role::find(line) {
            Some(known) if known == role => return Ok(()),
            Some(_) => {}
            // One unknown line allows nothing, not even the lines below it.
            None => {
                return Err(format!("{name} names a role that does not exist; write agent, approver, viewer or admin"));
            }
        }
    }
    Err(format!("{name} does not name the role {}", role.name()))
}

/// Whether only this owner can change it.
fn is_kept(found: &Metadata, owner: u32) -> bool {
    found.uid() == owner && found.mode() & WRITABLE == 0
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
    use std::path::PathBuf;

    use byleave_gate::Role;

    use super::may_by;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("byleave-unattended-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(&path).expect("a folder");
            let folder = Self(path);
            folder.mode("", 0o755);
            folder
        }

        fn mode(&self, file: &str, mode: u32) {
            fs::set_permissions(self.0.join(file), fs::Permissions::from_mode(mode)).expect("a mode");
        }

        fn write(&self, text: &str) -> PathBuf {
            let path = self.0.join("tokens");
            fs::write(&path, text).expect("a file");
            self.mode("tokens", 0o644);
            path
        }

        fn owner(&self) -> u32 {
            fs::metadata(&self.0).expect("a folder").uid()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn only_the_roles_that_the_operator_names_are_made_without_a_person() {
        let folder = Folder::new("roles");
        let owner = folder.owner();
        for (text, role, fine) in [
            ("agent\n", Role::Agent, true),
            ("# for CI\n\n  viewer  \nagent\n", Role::Agent, true),
            ("agent\n", Role::Approver, false),
            ("agent\n", Role::Admin, false),
            ("", Role::Agent, false),
            ("all\nagent\n", Role::Agent, false),
            ("Agent\n", Role::Agent, false),
        ] {
            let said = may_by(&folder.write(text), owner, role);
            assert_eq!(said.is_ok(), fine, "{text:?} {role:?} {said:?}");
        }
        let said = may_by(&folder.0.join("none"), owner, Role::Agent).expect_err("no file");
        assert!(said.contains("an operator can allow it at install"), "{said}");
    }

    #[test]
    fn a_file_that_others_could_have_written_allows_nothing() {
        let folder = Folder::new("owners");
        let path = folder.write("agent\n");
        let owner = folder.owner();
        may_by(&path, owner, Role::Agent).expect("as it should be");
        may_by(&path, owner.wrapping_add(1), Role::Agent).expect_err("somebody else's");
        for mode in [0o664, 0o646, 0o666] {
            folder.mode("tokens", mode);
            may_by(&path, owner, Role::Agent).expect_err("others may write it");
        }
        folder.mode("tokens", 0o644);
        folder.mode("", 0o777);
        may_by(&path, owner, Role::Agent).expect_err("others may put another one in its place");
        folder.mode("", 0o755);
        let link = folder.0.join("link");
        symlink(&path, &link).expect("a link");
        may_by(&link, owner, Role::Agent).expect_err("it leads elsewhere");
    }
}
