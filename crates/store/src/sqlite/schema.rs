//! The tables, and their migrations.

use std::time::{Duration, Instant};

use byleave_gate::StoreError;
use rusqlite::{Connection, TransactionBehavior};

use super::fault::{Fault, damaged};

/// Marks a database as byleave's: `bylv`.
const APPLICATION: i64 = 0x6279_6c76;

/// One text for each version. A published text never changes; changes go into the next one.
pub const MIGRATIONS: &[&str] = &[
    include_str!("schema/1.sql"),
    include_str!("schema/2.sql"),
    include_str!("schema/3.sql"),
    include_str!("schema/4.sql"),
    include_str!("schema/5.sql"),
    include_str!("schema/6.sql"),
];

/// The first version whose record can be read as it is: since then indexes were dropped, and tokens learnt where their
/// holders work, which only a hub needs.
pub const READABLE: u32 = 4;

/// What makes queries of the record fast and commits slower.
const INDEXES: &str = include_str!("schema/indexes.sql");

/// Creating or changing the tables happens once, so it may take longer than a commit.
const PATIENCE: Duration = Duration::from_secs(3);

/// What kind of file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// An empty one.
    Empty,
    /// A file of byleave's, with its version.
    Version(u32),
}

/// Finds out what kind of file it is. It writes nothing.
pub fn look(db: &Connection, known: usize) -> Result<Found, Fault> {
    let version: i64 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let application: i64 = db.pragma_query_value(None, "application_id", |row| row.get(0))?;
    if application != APPLICATION {
        let tables: i64 = db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        if tables == 0 && version == 0 && application == 0 {
            return Ok(Found::Empty);
        }
        return Err(damaged("the file is a database of another program; name another file"));
    }
    let found = u32::try_from(version).map_err(|_| damaged(format!("its version is {version}")))?;
    let known = u32::try_from(known).unwrap_or(u32::MAX);
    if found > known {
        return Err(StoreError::Newer { found, known }.into());
    }
    Ok(Found::Version(found))
}

/// Brings the file to the newest version, whole or not at all. `begin` may refuse an empty file.
pub fn migrate(
    db: &mut Connection,
    migrations: &[&str],
    begin: impl Fn() -> Result<(), StoreError>,
) -> Result<(), Fault> {
    let found = look(db, migrations.len())?;
    // Only now is the file known to be byleave's. A copied or restored file may have lost this setting.
    use_log(db)?;
    if found == newest(migrations) {
        return Ok(());
    }
    let change = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have been first.
    let done = match look(&change, migrations.len())? {
        Found::Empty => {
            begin()?;
            change.pragma_update(None, "application_id", APPLICATION)?;
            0
        }
        Found::Version(version) => version,
    };
    for text in migrations.iter().skip(usize::try_from(done).unwrap_or(usize::MAX)) {
        change.execute_batch(text)?;
    }
    let Found::Version(newest) = newest(migrations) else { return Ok(()) };
    change.pragma_update(None, "user_version", newest)?;
    change.commit()?;
    Ok(())
}

/// Makes the indexes one by one, so that other processes can write in between.
pub fn index(db: &Connection) -> Result<(), Fault> {
    Ok(db.execute_batch(INDEXES)?)
}

fn newest(migrations: &[&str]) -> Found {
    Found::Version(u32::try_from(migrations.len()).unwrap_or(u32::MAX))
}

/// Turns the write-ahead log on, if it is off. Several processes may do so to a new file at once; the database then
/// reports busy without waiting.
fn use_log(db: &Connection) -> Result<(), Fault> {
    let since = Instant::now();
    loop {
        let busy = match db.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get::<_, String>(0)) {
            Ok(mode) if mode == "wal" => return Ok(()),
            Ok(mode) => {
                let why = format!("no write-ahead log can be used here, only `{mode}`; name a file on a local disk");
                return Err(StoreError::Unusable(why).into());
            }
            Err(error) => error,
        };
        if busy.sqlite_error_code() != Some(rusqlite::ErrorCode::DatabaseBusy) || since.elapsed() > PATIENCE {
            return Err(busy.into());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[cfg(test)]
mod tests {
    use byleave_gate::StoreError;
    use rusqlite::Connection;

    use super::super::fault::Fault;
    use super::super::scratch::Folder;
    use super::{Found, MIGRATIONS, look, migrate};

    /// A database in its own directory. The order of the pair closes the connection before the directory is removed.
    fn file(name: &str) -> (Folder, Connection) {
        let folder = Folder::new(name);
        let db = Connection::open(folder.database()).expect("a database");
        (folder, db)
    }

    fn first() -> Vec<&'static str> {
        MIGRATIONS.iter().copied().take(1).collect()
    }

    const SESSION: &str = "INSERT INTO session VALUES ('s', NULL, NULL, '/p', 1, 2, 3, NULL, NULL, '{}', 4)";

    #[test]
    fn a_file_of_version_1_becomes_one_of_the_next_and_keeps_its_rows() {
        let (_folder, mut db) = file("next");
        migrate(&mut db, &first(), || Ok(())).expect("version 1");
        db.execute_batch(SESSION).expect("a row");
        let mut two = first();
        two.push("ALTER TABLE session ADD COLUMN note TEXT NOT NULL DEFAULT 'none'");
        migrate(&mut db, &two, || Err(StoreError::Busy)).expect("version 2");
        assert_eq!(look(&db, 2).expect("known"), Found::Version(2));
        let row: (String, i64, String) = db
            .query_row("SELECT id, version, note FROM session", [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .expect("the row");
        assert_eq!(row, ("s".to_owned(), 4, "none".to_owned()));
        assert!(
            matches!(look(&db, 1), Err(Fault::Refused(StoreError::Newer { found: 2, known: 1 }))),
            "the older program refuses it"
        );
    }

    #[test]
    fn a_migration_that_fails_changes_nothing() {
        let (_folder, mut db) = file("fails");
        migrate(&mut db, &first(), || Ok(())).expect("version 1");
        db.execute_batch(SESSION).expect("a row");
        let mut three = first();
        three.push("ALTER TABLE session ADD COLUMN note TEXT");
        three.push("ALTER TABLE nothing ADD COLUMN note TEXT");
        assert!(migrate(&mut db, &three, || Ok(())).is_err());
        assert_eq!(look(&db, 3).expect("known"), Found::Version(1));
        assert!(db.prepare("SELECT note FROM session").is_err(), "the first of the two is undone");
    }

    #[test]
    fn an_empty_file_may_be_refused_and_stays_empty() {
        let (_folder, mut db) = file("refused");
        assert!(migrate(&mut db, MIGRATIONS, || Err(StoreError::Busy)).is_err());
        assert_eq!(look(&db, 1).expect("known"), Found::Empty);
    }
}
