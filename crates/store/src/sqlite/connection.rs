//! Connections to the file, all with the same settings.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::fault::Fault;

/// If another process holds the database longer than this, the call is denied.
pub const PATIENCE: Duration = Duration::from_millis(250);

/// Connects for writing. The file exists already.
pub fn writing(path: &Path) -> Result<Connection, Fault> {
    let mut db = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    // With the write-ahead log this survives a killed process; a power failure may lose the last moments.
    db.pragma_update(None, "synchronous", "NORMAL")?;
    // Emptying the log waits for the disk. It rarely happens within a commit; mostly it is done while no call waits.
    db.pragma_update(None, "wal_autocheckpoint", LARGEST_LOG)?;
    wait(&mut db, PATIENCE)?;
    Ok(db)
}

/// In pages of 4 KiB.
const LARGEST_LOG: u32 = 8000;

/// A log of up to this size is left for the next process, which has to read it. Emptying it waits for the disk, so
/// short processes, each the last to close the file, must not do so every time.
const CARRIED: u64 = 192 << 10;

/// Whether the log is small enough to leave.
pub fn log_is_small(path: &Path) -> bool {
    let mut log = path.to_path_buf().into_os_string();
    log.push("-wal");
    std::fs::metadata(log).is_ok_and(|log| log.len() < CARRIED)
}

/// Moves the log into the database, if it is large. Call it while no call waits.
pub fn tidy(db: &Connection, path: &Path) {
    if !log_is_small(path) {
        // If others are in the way, it is done another time; what is committed is safe in the log.
        drop(db.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())));
    }
}

/// Closes a connection for writing.
pub fn close(db: Connection, path: &Path) {
    // If this fails, the log is emptied, which only takes time.
    drop(db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, log_is_small(path)));
    drop(db.close());
}

/// Connects for reading.
pub fn reading(path: &Path) -> Result<Connection, Fault> {
    let mut db = connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    wait(&mut db, PATIENCE)?;
    Ok(db)
}

fn connect(path: &Path, how: OpenFlags) -> Result<Connection, Fault> {
    // Each connection belongs to one thread.
    let flags = how | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let db = Connection::open_with_flags(path, flags)?;
    // A file from elsewhere may contain functions and views with hidden effects.
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    db.set_prepared_statement_cache_capacity(64);
    Ok(db)
}

/// Waits with short sleeps: the database's own handler soon sleeps for 25 ms and more, and then loses every race
/// against a process that commits all the time.
fn wait(db: &mut Connection, patience: Duration) -> Result<(), Fault> {
    let mut since = Instant::now();
    db.busy_handler(Some(move |tries: i32| {
        if tries == 0 {
            since = Instant::now();
        }
        let goes_on = since.elapsed() < patience;
        if goes_on {
            thread::sleep(Duration::from_micros(if tries < 50 { 100 } else { 1000 }));
        }
        goes_on
    }))?;
    Ok(())
}
