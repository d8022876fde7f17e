//! Proofs of whole texts and the disk, for tests and for `examples/proven.rs`.

use std::os::unix::fs::FileTypeExt;
use std::{fs, io};

use byleave_proof::{
    At, Command, Disk, Ground, Kind, NotProven, Plain, Reason, Scene, Started, World, reads, started, usage_of,
};

/// Proves that all commands of a text only read, through wrappers once deep.
pub fn prove(plain: &Plain<'_>, world: &World<'_>, ground: Ground<'_>) -> Result<(), NotProven> {
    let scene = Scene::new(plain, world, ground);
    plain.commands().iter().try_for_each(|command| reads_through(&scene, command, false))
}

fn reads_through(scene: &Scene<'_>, command: &Command<'_>, inside: bool) -> Result<(), NotProven> {
    let usage = usage_of(command);
    let Some(inner) = started(scene, command, &usage)? else { return reads(scene, command, &usage).map(drop) };
    match inner {
        _ if inside => Err(NotProven { span: command.span(), reason: Reason::Nested }),
        Started::Command(inner) => reads_through(scene, &inner, true),
        Started::Text(text) => {
            let plain = text.plain(scene)?;
            let within = text.scene(&plain, scene);
            plain.commands().iter().try_for_each(|command| reads_through(&within, command, true))
        }
    }
}

/// The disk that the test runs on.
pub struct Real;

impl Disk for Real {
    fn at(&self, path: &str) -> At {
        match fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => At::Nothing,
            Err(_) => At::Unreadable,
            Ok(found) if found.is_symlink() => {
                let to = fs::read_link(path).ok().and_then(|to| to.to_str().map(str::to_owned));
                to.map_or(At::Unreadable, At::Link)
            }
            Ok(found) if found.is_dir() => At::Directory,
            Ok(found) if found.file_type().is_fifo() || found.file_type().is_char_device() => At::Other,
            Ok(_) => At::File,
        }
    }

    fn bytes(&self, path: &str, limit: usize) -> Option<Vec<u8>> {
        fs::read(path).ok().filter(|bytes| bytes.len() <= limit)
    }

    fn names(&self, directory: &str, limit: usize) -> Option<Vec<(String, Kind)>> {
        let names = fs::read_dir(directory).and_then(|entries| {
            let name = |entry: fs::DirEntry| {
                let name = entry.file_name().into_string().map_err(|_| io::Error::other("no text"))?;
                let kind = entry.file_type()?;
                let kind = if kind.is_dir() {
                    Kind::Directory
                } else if kind.is_symlink() {
                    Kind::Link
                } else {
                    Kind::File
                };
                Ok((name, kind))
            };
            entries.map(|entry| name(entry?)).collect::<io::Result<Vec<(String, Kind)>>>()
        });
        names.ok().filter(|names| names.len() <= limit)
    }
}
