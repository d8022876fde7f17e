//! Signals while a box is open.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::backend::SignalDelivery;
use signal_hook::iterator::exfiltrator::SignalOnly;
use signal_hook::{flag, low_level};

use crate::options::Process;

/// The signals that end or stop the process; byleave handles them only in its own processes.
const ENDING: [i32; 5] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP];

/// Whether no box is open. Once a signal has a handler, its default action is gone, so while this is set the handler
/// does what the default would do.
static IDLE: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));
static DEFAULTS: Mutex<bool> = Mutex::new(false);

/// What a signal means for the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// The terminal has another size.
    Resized,
    /// The process continues after a stop.
    Continued,
    /// The process must stop.
    Stop,
    /// The process must end, by this signal.
    End(i32),
}

/// Receives signals for the lifetime of this value.
pub struct Signals {
    delivery: SignalDelivery<UnixStream, SignalOnly>,
}

impl Signals {
    /// Begins to receive.
    pub fn listen(process: Process) -> io::Result<Self> {
        let mut wanted = vec![SIGWINCH, SIGCONT];
        if process == Process::Ours {
            wanted.extend(ENDING);
            let mut are_set = DEFAULTS.lock().unwrap_or_else(PoisonError::into_inner);
            if !*are_set {
                for signal in ENDING {
                    flag::register_conditional_default(signal, Arc::clone(&IDLE))?;
                }
                *are_set = true;
            }
        }
        let (read, write) = UnixStream::pair()?;
        read.set_nonblocking(true)?;
        let delivery = SignalDelivery::with_pipe(read, write, SignalOnly, wanted)?;
        if process == Process::Ours {
            IDLE.store(false, Ordering::SeqCst);
        }
        Ok(Self { delivery })
    }

    /// Becomes readable when a signal arrives.
    pub fn wakes(&self) -> BorrowedFd<'_> {
        self.delivery.get_read().as_fd()
    }

    /// The signals that arrived.
    pub fn take(&mut self) -> Vec<Signal> {
        let kind = |signal| match signal {
            SIGWINCH => Signal::Resized,
            SIGCONT => Signal::Continued,
            SIGTSTP => Signal::Stop,
            other => Signal::End(other),
        };
        self.delivery.pending().map(kind).collect()
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        IDLE.store(true, Ordering::SeqCst);
        self.delivery.handle().close();
    }
}

/// Stops the process until it is continued.
pub fn stop() -> io::Result<()> {
    low_level::emulate_default_handler(SIGTSTP)
}

/// Ends the process as the signal would have.
pub fn end(signal: i32) -> io::Result<()> {
    low_level::emulate_default_handler(signal)
}
