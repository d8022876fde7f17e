//! Opens the record.

use std::borrow::Cow;
use std::future::Future;
use std::ops::Deref;
use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use byleave_gate::record::Entry;
use byleave_gate::{Query, Store, StoreError};
use byleave_policy::Verdict;
use byleave_store::{Postgres, Sqlite};

use super::arguments::Place;
use crate::escape;
use crate::failure::Failure;
use crate::hub::is_postgres;

/// What there is to say of a record without rows.
pub const NOTHING: &str = "Nothing recorded yet. Start an agent, or `byleave demo`.";

/// How many rows are read at once: all of a large record would fill the memory.
const PAGE: u32 = 2_000;

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Waits for the store. Its futures need no runtime.
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

/// An open record.
pub enum Opened {
    /// In a file.
    File(Sqlite),
    /// On a server.
    Server(Box<Postgres>),
}

impl Deref for Opened {
    type Target = dyn Store;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::File(store) => store,
            Self::Server(store) => store.as_ref(),
        }
    }
}

/// The place of a record.
enum At<'p> {
    File(Cow<'p, Path>),
    Server(&'p str),
}

/// The place that the command line names: a path, `sqlite:PATH`, `postgres://…`, or the user's.
fn at(place: &Place) -> Result<At<'_>, Failure> {
    let Some(named) = place.store.as_deref() else {
        return Ok(At::File(Sqlite::default_path().map_err(|error| failure(&error))?.into()));
    };
    Ok(match named.to_str() {
        Some(address) if is_postgres(address) => At::Server(address),
        Some(text) => At::File(Path::new(text.strip_prefix("sqlite:").unwrap_or(text)).into()),
        None => At::File(named.into()),
    })
}

fn server(address: &str) -> Result<Opened, Failure> {
    Postgres::connect(address).map(|store| Opened::Server(Box::new(store))).map_err(|error| failure(&error))
}

/// Opens the record for reading; `None` if there is none at the default place. A named record must exist.
pub fn reading(place: &Place) -> Result<Option<Opened>, Failure> {
    match at(place)? {
        At::Server(address) => server(address).map(Some),
        At::File(path) => match Sqlite::open_read_only(path) {
            Ok(store) => Ok(Some(Opened::File(store))),
            Err(StoreError::Missing(_)) if place.store.is_none() => Ok(None),
            Err(StoreError::Missing(_)) => Err(Failure::Absent(absent(place)?)),
            Err(error) => Err(failure(&error)),
        },
    }
}

/// Opens the record for reading; it must exist.
pub fn existing(place: &Place) -> Result<Opened, Failure> {
    reading(place)?.ok_or_else(|| match absent(place) {
        Ok(words) => Failure::Absent(words),
        Err(failure) => failure,
    })
}

/// Opens the record for a change. It does not create one.
pub fn writing(place: &Place) -> Result<Opened, Failure> {
    let opened = existing(place)?;
    match at(place)? {
        At::Server(_) => Ok(opened),
        At::File(path) => {
            drop(opened);
            Sqlite::open(path).map(Opened::File).map_err(|error| failure(&error))
        }
    }
}

/// The message that there is no record.
pub fn absent(place: &Place) -> Result<String, Failure> {
    let path = match at(place)? {
        At::Server(_) => return Ok("there is no record in the database of that server".to_owned()),
        At::File(path) => path,
    };
    let shown = escape::shown(&path.to_string_lossy()).into_owned();
    Ok(if place.store.is_some() {
        format!("there is no record at {shown}; check the path")
    } else {
        format!("{NOTHING} (The record of a hub: --store FILE, or --store postgres://USER@HOST/DATABASE.)")
    })
}

/// The store's error, as a failure with exit code 2.
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

/// All selected entries, oldest first, a page at a time. Ends early if `take` says so.
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

/// The newest selected entries, the oldest of them first.
pub fn newest(store: &dyn Store, query: &Query, most: u32) -> Result<Vec<Numbered>, Failure> {
    let query = Query { newest_first: true, limit: Some(most), ..query.clone() };
    let rows = wait(store.rows(&query)).map_err(|error| failure(&error))?;
    rows.iter().rev().map(Numbered::read).collect()
}

/// The newest entry of a kind.
fn last_of(store: &dyn Store, is_it: impl Fn(&Entry) -> bool) -> Result<Option<Numbered>, Failure> {
    let mut before = None;
    loop {
        let mut page = newest(store, &Query { before, ..Query::default() }, PAGE)?;
        before = page.first().map(|one| one.number);
        if let Some(at) = page.iter().rposition(|one| is_it(&one.entry)) {
            return Ok(Some(page.swap_remove(at)));
        }
        if before.is_none() {
            return Ok(None);
        }
    }
}

/// The last decision about a call. Rows that say that a call ran, or what happened at a hub, are not decisions.
pub fn last_call(store: &dyn Store) -> Result<Option<Numbered>, Failure> {
    last_of(store, |entry| !entry.notice)
}

/// The last call that asked.
pub fn last_asked(store: &dyn Store) -> Result<Option<Numbered>, Failure> {
    last_of(store, |entry| !entry.notice && entry.verdict == Verdict::Ask.name())
}
