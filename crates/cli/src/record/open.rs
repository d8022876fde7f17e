//! Reaching the record.

use std::future::Future;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use byleave_gate::record::Entry;
use byleave_gate::{Query, Store, StoreError};
use byleave_store::Sqlite;

use super::arguments::Place;
use crate::escape;
use crate::failure::Failure;

/// How many rows are read at once: all of a large record would fill the memory.
const PAGE: u32 = 2_000;

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Waits for an answer of the store. Its futures need no runtime.
pub fn wait<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut context = Context::from_waker(&waker);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(value) => return value,
            Poll::Pending => thread::park(),
        }
    }
}

/// The place of the database.
fn path(place: &Place) -> Result<PathBuf, Failure> {
    place.store.clone().map_or_else(|| Sqlite::default_path().map_err(|error| failure(&error)), Ok)
}

/// Opens the record for reading; `None` if there is none.
pub fn reading(place: &Place) -> Result<Option<Sqlite>, Failure> {
    match Sqlite::open_read_only(path(place)?) {
        Ok(store) => Ok(Some(store)),
        Err(StoreError::Missing(_)) => Ok(None),
        Err(error) => Err(failure(&error)),
    }
}

/// Opens the record for reading, where there must be one.
pub fn existing(place: &Place) -> Result<Sqlite, Failure> {
    reading(place)?.ok_or_else(|| match absent(place) {
        Ok(words) => Failure::Absent(words),
        Err(failure) => failure,
    })
}

/// Opens the record for a change. One that is not there is not made.
pub fn writing(place: &Place) -> Result<Sqlite, Failure> {
    drop(existing(place)?);
    Sqlite::open(path(place)?).map_err(|error| failure(&error))
}

/// That there is none, in words.
pub fn absent(place: &Place) -> Result<String, Failure> {
    let path = path(place)?;
    Ok(format!("there is no record at {} yet: nothing was decided", escape::shown(&path.to_string_lossy())))
}

/// What the store said, as a failure with exit code 2.
pub fn failure(error: &StoreError) -> Failure {
    Failure::Usage(escape::shown(&error.to_string()).into_owned())
}

/// One entry with its place in the chain.
#[derive(Clone, Debug)]
pub struct Numbered {
    pub number: u64,
    pub hash: String,
    pub entry: Entry,
}

impl Numbered {
    fn read(row: &byleave_gate::record::Row) -> Result<Self, Failure> {
        let entry = serde_json::from_str(&row.body).map_err(|error| {
            Failure::Usage(format!("row {} of the record is damaged: {error}; run `byleave audit verify`", row.number))
        })?;
        Ok(Self { number: row.number, hash: row.hash.to_string(), entry })
    }
}

/// All entries that are wanted, oldest first, a page at a time. Ends early if `take` says so.
pub fn each(
    store: &dyn Store,
    query: &Query,
    mut take: impl FnMut(Numbered) -> Result<bool, Failure>,
) -> Result<(), Failure> {
    let mut query = Query { newest_first: false, limit: Some(PAGE), ..query.clone() };
    loop {
        let rows = wait(store.rows(&query)).map_err(|error| failure(&error))?;
        for row in &rows {
            if !take(Numbered::read(row)?)? {
                return Ok(());
            }
        }
        match rows.last() {
            Some(last) => query.after = Some(last.number),
            None => return Ok(()),
        }
    }
}

/// The newest entries that are wanted, oldest of them first.
pub fn newest(store: &dyn Store, query: &Query, most: u32) -> Result<Vec<Numbered>, Failure> {
    let query = Query { newest_first: true, limit: Some(most), ..query.clone() };
    let rows = wait(store.rows(&query)).map_err(|error| failure(&error))?;
    rows.iter().rev().map(Numbered::read).collect()
}
