//! The disk, for tests and for `examples/proven.rs`.

use std::os::unix::fs::FileTypeExt;
use std::{fs, io};

use byleave_proof::{At, Bytes, Disk, Kind, Name, Names};

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

    fn bytes(&self, path: &str, limit: usize) -> Bytes {
        fs::read(path).ok().filter(|bytes| bytes.len() <= limit).map_or(Bytes::Unreadable, Bytes::Whole)
    }

    fn names(&self, directory: &str, limit: usize) -> Names {
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
                Ok(Name { name, kind })
            };
            entries.map(|entry| name(entry?)).collect::<io::Result<Vec<Name>>>()
        });
        names.ok().filter(|names| names.len() <= limit).map_or(Names::Unreadable, Names::All)
    }
}
