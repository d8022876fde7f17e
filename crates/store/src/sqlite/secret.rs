//! The key for the hashes of secrets on record, in a file beside the database.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use byleave_gate::ids;

use super::place;

/// The file with the key.
pub fn file(database: &Path) -> PathBuf {
    database.with_extension("key")
}

/// The key of a database; created when it is first needed. Several processes that create it at once get the same key.
pub fn read_or_make(database: &Path) -> io::Result<[u8; 32]> {
    let path = file(database);
    match read(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        found => return found,
    }
    let mut key = [0; 32];
    getrandom::fill(&mut key).map_err(io::Error::other)?;
    // A unique name: other threads and processes may create one at the same time.
    let draft = path.with_extension(ids::new("key"));
    let written =
        place::create_private(&draft).and_then(|mut file| file.write_all(&key).and_then(|()| file.sync_all()));
    // The hard link fails if another process was faster; then its key counts.
    let linked = written.and_then(|()| fs::hard_link(&draft, &path));
    let _ = fs::remove_file(&draft);
    match linked {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        Ok(()) | Err(_) => read(&path),
    }
}

fn read(path: &Path) -> io::Result<[u8; 32]> {
    let bytes = fs::read(path)?;
    <[u8; 32]>::try_from(bytes.as_slice()).map_err(|_| io::Error::other("the key has not 32 bytes"))
}

#[cfg(test)]
mod tests {
    use super::super::scratch::Folder;
    use super::read_or_make;

    #[test]
    fn a_store_keeps_one_key_however_many_ask_at_once() {
        let folder = Folder::new("key");
        let database = folder.database();
        let keys: Vec<[u8; 32]> = std::thread::scope(|scope| {
            let asked: Vec<_> = (0..8).map(|_| scope.spawn(|| read_or_make(&database))).collect();
            asked.into_iter().filter_map(|one| one.join().ok()).filter_map(Result::ok).collect()
        });
        assert_eq!(keys.len(), 8);
        assert!(keys.iter().all(|key| Some(key) == keys.first()));
        assert_eq!(read_or_make(&database).ok().as_ref(), keys.first());
        std::fs::write(database.with_extension("key"), "short").expect("a file");
        assert!(read_or_make(&database).is_err());
    }
}
