//! A server that is a child of the gate: messages go line by line.

use std::ffi::OsString;
use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use byleave_gate::{Clock as _, SystemClock, block_on};
use serde_json::Value;
use tokio::sync::oneshot;

use crate::desk::{ToClient, own_id};
use crate::judging::{Judging, Listing, Outcome, Upstream};
use crate::lines::{Lines, Piece};
use crate::message::{Bad, INVALID, LARGEST, error, request};
use crate::scan::Scan;
use crate::talk::{Step, Talk};

/// How long a server has to end after its client is gone: before byleave asks it to stop, and again before byleave
/// kills it.
const LEAVING: Duration = Duration::from_secs(2);

/// The same, if the gate itself gets a signal to end: clients wait two seconds at most.
const HURRYING: Duration = Duration::from_secs(1);

/// How long a server has for the list that the gate wants to see.
const PATIENCE: Duration = Duration::from_secs(10);

/// At most this many questions to people are open at once.
const MOST_ASKED: usize = 64;

/// Where messages go, one at a time and whole.
struct Out<W>(Mutex<W>);

impl<W: Write> Out<W> {
    fn line(&self, bytes: &[u8]) -> io::Result<()> {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        out.write_all(bytes)?;
        out.write_all(b"\n")?;
        out.flush()
    }
}

impl<W: Write + Send> ToClient for Out<W> {
    fn send(&self, message: Vec<u8>) -> bool {
        self.line(&message).is_ok()
    }
}

struct Server {
    talk: Arc<Talk>,
    /// Gone once the client is gone.
    stdin: Mutex<Option<ChildStdin>>,
}

impl Server {
    fn line(&self, bytes: &[u8]) -> bool {
        let mut stdin = self.stdin.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(pipe) = stdin.as_mut() else { return false };
        // A message that is written half ends the server's side of the talk.
        let sent = pipe.write_all(bytes).and_then(|()| pipe.write_all(b"\n")).and_then(|()| pipe.flush());
        sent.is_ok()
    }

    fn close(&self) {
        *self.stdin.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Upstream for Server {
    fn list(&self, params: Value) -> Listing<'_> {
        Box::pin(async move {
            let id = own_id()?;
            let (answers, answer) = oneshot::channel();
            self.talk.state().own.insert(id.clone(), answers);
            if !self.line(&request(&id, "tools/list", &params)) {
                return None;
            }
            tokio::select! {
                answer = answer => answer.ok(),
                () = SystemClock.sleep(PATIENCE) => {
                    self.talk.state().own.remove(&id);
                    None
                }
            }
        })
    }
}

/// Ends a gate from outside. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Leave(mpsc::Sender<Side>);

impl Leave {
    /// Ends the gate and its server, at once.
    pub fn now(&self) {
        // A gate that has ended needs no word.
        let _ = self.0.send(Side::Told);
    }
}

/// Stands between a client and the server that a command starts, until one of them ends, or `outside` says so.
///
/// # Errors
///
/// If the server cannot be started.
pub fn run<R, W>(talk: Talk, command: &[OsString], from: R, to: W, outside: impl FnOnce(Leave)) -> io::Result<i32>
where
    R: io::Read + Send + 'static,
    W: Write + Send + 'static,
{
    let (program, arguments) =
        command.split_first().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "there is no command"))?;
    let mut child = Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let talk = Arc::new(talk);
    let stdin = Mutex::new(child.stdin.take());
    let server = Arc::new(Server { talk: Arc::clone(&talk), stdin });
    let client = Arc::new(Out(Mutex::new(to)));
    let stdout = child.stdout.take();
    let (ended, ends) = mpsc::channel();
    outside(Leave(ended.clone()));
    {
        let (talk, server, client, ended) =
            (Arc::clone(&talk), Arc::clone(&server), Arc::clone(&client), ended.clone());
        thread::Builder::new().name("byleave-client".to_owned()).spawn(move || {
            listen(&talk, &server, &client, from);
            server.close();
            let _ = ended.send(Side::Client);
        })?;
    }
    if let Some(stdout) = stdout {
        let (talk, client) = (Arc::clone(&talk), Arc::clone(&client));
        thread::Builder::new().name("byleave-server".to_owned()).spawn(move || {
            relay(&talk, &client, stdout);
            let _ = ended.send(Side::Server);
        })?;
    }
    let first = ends.recv().unwrap_or(Side::Server);
    match first {
        Side::Client | Side::Told => talk.client_ended(),
        Side::Server => {}
    }
    let status = leave(&mut child, first, &ends)?;
    if first == Side::Server {
        for answer in talk.server_ended(&format!("the MCP server ended ({status})")) {
            // A client that is gone, too, needs no answer.
            let _ = client.line(&answer);
        }
    }
    Ok(status.code().unwrap_or(1))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Client,
    Server,
    /// Neither: the gate got a signal to end.
    Told,
}

/// Lets a server end, tells it to, makes it.
fn leave(child: &mut Child, first: Side, ends: &mpsc::Receiver<Side>) -> io::Result<ExitStatus> {
    let mut hurried = first == Side::Told;
    if !hurried && let Some(status) = wait(child, &mut hurried, ends)? {
        return Ok(status);
    }
    terminate(child);
    if let Some(status) = wait(child, &mut hurried, ends)? {
        return Ok(status);
    }
    child.kill()?;
    child.wait()
}

/// Waits for a server that shall end. Once the gate has a signal to end, it waits for a shorter time and asks the
/// server to stop at once.
fn wait(child: &mut Child, hurried: &mut bool, ends: &mpsc::Receiver<Side>) -> io::Result<Option<ExitStatus>> {
    let (start, before) = (Instant::now(), *hurried);
    while start.elapsed() < if *hurried { HURRYING } else { LEAVING } {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        *hurried |= ends.try_recv() == Ok(Side::Told);
        if *hurried && !before {
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(10));
    }
    Ok(None)
}

#[cfg(unix)]
fn terminate(child: &Child) {
    let id = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(id) = id {
        // One that is gone already is what is wanted.
        let _ = rustix::process::kill_process(id, rustix::process::Signal::TERM);
    }
}

#[cfg(not(unix))]
fn terminate(_: &Child) {}

/// What the client says.
fn listen<R: io::Read, W: Write + Send + 'static>(
    talk: &Arc<Talk>,
    server: &Arc<Server>,
    client: &Arc<Out<W>>,
    from: R,
) {
    let mut lines = Lines::new(BufReader::with_capacity(64 << 10, from), LARGEST);
    let asked = Arc::new(());
    let mut scan = Scan::default();
    while let Ok(Some(piece)) = lines.next() {
        let bytes = match piece {
            Piece::Whole(bytes) => bytes,
            Piece::Begin(bytes) => {
                scan = Scan::default();
                scan.take(&bytes);
                continue;
            }
            Piece::More(bytes) => {
                scan.take(&bytes);
                continue;
            }
            Piece::End(bytes) => {
                scan.take(&bytes);
                let found = std::mem::take(&mut scan).found();
                let why = "messages to the server are at most 16 MB".to_owned();
                let bad = Bad { code: INVALID, why, id: found.id.clone() };
                if found.has_method {
                    let _ = client.line(&bad.answer());
                } else if found.id.is_some() {
                    // The server waits for this answer.
                    server.line(&bad.answer());
                }
                continue;
            }
        };
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        for step in talk.from_client(bytes.trim_ascii()) {
            let sent = match step {
                Step::ToServer(bytes) => server.line(&bytes),
                Step::ToClient(bytes) => client.line(&bytes).is_ok(),
                Step::Judge(judging) if Arc::strong_count(&asked) > MOST_ASKED => {
                    client.line(&error(&judging.id, INVALID, "too many questions are open already")).is_ok()
                }
                Step::Judge(judging) => judge(talk, server, client, *judging, Arc::clone(&asked)),
            };
            if !sent {
                return;
            }
        }
    }
}

/// Judges a call. Once the gate asks a person, the call continues on its own thread, so that the client's next messages
/// keep their order but do not wait for people.
fn judge<W: Write + Send + 'static>(
    talk: &Arc<Talk>,
    server: &Arc<Server>,
    client: &Arc<Out<W>>,
    judging: Judging,
    open: Arc<()>,
) -> bool {
    let (goes_on, waits) = oneshot::channel();
    let id = judging.id.clone();
    let mut work = {
        let (talk, server, client) = (Arc::clone(talk), Arc::clone(server), Arc::clone(client));
        Box::pin(async move {
            let outcome = talk.judge(judging, server.as_ref(), Some(client.clone()), Some(goes_on)).await;
            // A side that is gone is seen by its reader.
            let _ = match outcome {
                Outcome::ToServer(bytes) => server.line(&bytes),
                Outcome::ToClient(bytes) => client.line(&bytes).is_ok(),
                Outcome::Dropped => true,
            };
        })
    };
    let decided = block_on(async {
        tokio::select! {
            biased;
            () = &mut work => true,
            // Gone, too, once the server takes long to list its tools.
            _ = waits => false,
        }
    });
    if decided {
        return true;
    }
    let spawned = thread::Builder::new().name("byleave-call".to_owned()).spawn(move || {
        block_on(work);
        // So many calls are open as hold one of these.
        drop(open);
    });
    match spawned {
        Ok(_) => true,
        Err(_) => client.line(&error(&id, INVALID, "no thread to judge the call on")).is_ok(),
    }
}

/// What the server says.
fn relay<R: io::Read, W: Write>(talk: &Arc<Talk>, client: &Arc<Out<W>>, from: R) {
    let mut lines = Lines::new(BufReader::with_capacity(64 << 10, from), LARGEST);
    let mut large = None;
    while let Ok(Some(piece)) = lines.next() {
        let sent = match piece {
            Piece::Whole(bytes) => talk.from_server(bytes).iter().all(|bytes| client.line(bytes).is_ok()),
            Piece::Begin(bytes) => {
                let passes = talk.lets_by();
                let begun = Large::begin(passes, client);
                let begun = large.insert(begun);
                begun.take(&bytes)
            }
            Piece::More(bytes) => large.as_mut().is_none_or(|large: &mut Large<'_, W>| large.take(&bytes)),
            Piece::End(bytes) => match large.take() {
                Some(large) => large.end(&bytes, talk, client),
                None => true,
            },
        };
        if !sent {
            return;
        }
    }
}

/// A message that is larger than the gate holds: it goes by, or is thrown away.
struct Large<'c, W> {
    scan: Scan,
    /// Held until the message has ended, so that nothing comes in between.
    out: Option<std::sync::MutexGuard<'c, W>>,
}

impl<'c, W: Write> Large<'c, W> {
    fn begin(passes: bool, client: &'c Arc<Out<W>>) -> Self {
        let out = passes.then(|| client.0.lock().unwrap_or_else(PoisonError::into_inner));
        Self { scan: Scan::default(), out }
    }

    fn take(&mut self, bytes: &[u8]) -> bool {
        self.scan.take(bytes);
        self.out.as_mut().is_none_or(|out| out.write_all(bytes).is_ok())
    }

    fn end(mut self, bytes: &[u8], talk: &Talk, client: &Arc<Out<W>>) -> bool {
        let mut sent = self.take(bytes);
        let thrown_away = self.out.is_none();
        if let Some(out) = self.out.as_mut() {
            sent &= out.write_all(b"\n").and_then(|()| out.flush()).is_ok();
        }
        let found = self.scan.found();
        drop(self);
        match talk.went_by(&found, thrown_away) {
            Some(answer) => client.line(&answer).is_ok(),
            None => sent,
        }
    }
}
