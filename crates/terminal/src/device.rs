//! The terminal itself: raw mode, size, reading and writing.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::{Mutex, Once, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::termios::{self, OptionalActions, QueueSelector, Termios};

use crate::frame::Size;

/// How long to wait for keys still in transit before a box is drawn.
const STRAGGLERS: Duration = Duration::from_millis(5);
/// How many bytes are read at a time.
const CHUNK: usize = 256;

/// An open terminal.
#[derive(Debug)]
pub struct Device {
    input: OwnedFd,
    output: File,
    is_terminal: bool,
}

impl Device {
    /// The person's terminal: standard input and standard error if both are one, else the controlling terminal of the
    /// process, even if streams are redirected.
    pub fn terminal() -> Option<Self> {
        if io::stdin().is_terminal() && io::stderr().is_terminal() {
            return Self::standard(true);
        }
        let both = File::options().read(true).write(true).open("/dev/tty").ok()?;
        Some(Self { input: both.try_clone().ok()?.into(), output: both, is_terminal: true })
    }

    /// Standard input and standard error, whatever they are.
    pub fn standard(is_terminal: bool) -> Option<Self> {
        let input = io::stdin().as_fd().try_clone_to_owned().ok()?;
        let output = io::stderr().as_fd().try_clone_to_owned().ok()?;
        Some(Self { input, output: output.into(), is_terminal })
    }

    /// Whether to try raw mode.
    pub const fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// How large it is.
    pub fn size(&self) -> Size {
        let size = termios::tcgetwinsize(&self.output);
        size.map_or(Size { columns: 0, rows: 0 }, |size| Size {
            columns: usize::from(size.ws_col),
            rows: usize::from(size.ws_row),
        })
    }

    /// Writes all of a text.
    pub fn write(&self, text: &str) -> io::Result<()> {
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            match (&self.output).write(rest) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => rest = rest.get(written..).unwrap_or_default(),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // Another program made the terminal non-blocking.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    let mut wait = [PollFd::new(&self.output, PollFlags::OUT)];
                    ignore_interruption(poll(&mut wait, None))?;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Waits for input, or for one of the others, at most this long. Returns whether there is input.
    pub fn wait(&self, others: &[BorrowedFd<'_>], most: Duration) -> io::Result<bool> {
        let mut wanted = vec![PollFd::new(&self.input, PollFlags::IN)];
        wanted.extend(others.iter().map(|other| PollFd::new(other, PollFlags::IN)));
        let most = Timespec::try_from(most).unwrap_or(Timespec { tv_sec: 1, tv_nsec: 0 });
        ignore_interruption(poll(&mut wanted, Some(&most)))?;
        Ok(wanted.first().is_some_and(|input| !input.revents().is_empty()))
    }

    /// Reads the available input; an empty result is the end of input.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        let mut chunk = [0; CHUNK];
        loop {
            match rustix::io::read(&self.input, &mut chunk) {
                Ok(count) => return Ok(chunk.get(..count).unwrap_or_default().to_vec()),
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Discards everything typed before the box, and what arrives a moment later.
    pub fn drain(&self) -> io::Result<Vec<u8>> {
        thread::sleep(STRAGGLERS);
        self.take_all()
    }

    /// Takes all unread input.
    pub fn take_all(&self) -> io::Result<Vec<u8>> {
        let mut taken = Vec::new();
        while self.wait(&[], Duration::ZERO)? {
            let chunk = self.read()?;
            if chunk.is_empty() {
                break;
            }
            taken.extend(chunk);
        }
        Ok(taken)
    }
}

fn ignore_interruption(polled: rustix::io::Result<usize>) -> io::Result<()> {
    match polled {
        Ok(_) | Err(Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// The terminal that is in raw mode. One for the process, so that any way to end can restore it.
static ACTIVE: Mutex<Option<Active>> = Mutex::new(None);
static HOOK: Once = Once::new();

struct Active {
    input: OwnedFd,
    output: File,
    before: Termios,
    ending: &'static str,
}

/// Raw mode, for the lifetime of this value.
#[derive(Debug)]
pub struct Raw {
    ending: &'static str,
}

impl Raw {
    /// Switches it on. `ending` is written whenever it is switched off.
    pub fn enter(device: &Device, ending: &'static str) -> io::Result<Self> {
        let mut active = ACTIVE.lock().unwrap_or_else(PoisonError::into_inner);
        if active.is_some() {
            return Err(io::Error::new(io::ErrorKind::ResourceBusy, "another box is open on this terminal"));
        }
        *active = Some(switch_on(device, ending)?);
        Ok(Self { ending })
    }

    /// Whether it is still on: [`restore`] may have switched it off from another thread.
    #[expect(clippy::unused_self, reason = "only who holds raw mode may ask")]
    pub fn is_on(&self) -> bool {
        ACTIVE.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Switches it off for a while.
    #[expect(clippy::unused_self, reason = "only who holds raw mode may leave it")]
    pub fn leave(&mut self) {
        switch_off("");
    }

    /// Switches it on again, after the process was stopped.
    #[expect(clippy::needless_pass_by_ref_mut, reason = "only who holds raw mode may resume it")]
    pub fn resume(&mut self, device: &Device) -> io::Result<()> {
        let mut active = ACTIVE.lock().unwrap_or_else(PoisonError::into_inner);
        let resumed = switch_on(device, self.ending)?;
        match active.as_ref() {
            // Stopped without notice: the mode to restore is still the one from before the box.
            Some(_) => {}
            None => *active = Some(resumed),
        }
        Ok(())
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        switch_off("");
    }
}

fn switch_on(device: &Device, ending: &'static str) -> io::Result<Active> {
    let before = termios::tcgetattr(&device.input)?;
    let kept =
        Active { input: device.input.try_clone()?, output: device.output.try_clone()?, before: before.clone(), ending };
    let mut raw = before;
    raw.make_raw();
    termios::tcsetattr(&device.input, OptionalActions::Now, &raw)?;
    Ok(kept)
}

fn switch_off(last_words: &str) {
    let active = ACTIVE.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some(active) = active else { return };
    // If this fails, the terminal is gone and the failure cannot be shown.
    let _ = (&active.output).write_all(last_words.as_bytes());
    let _ = (&active.output).write_all(active.ending.as_bytes());
    let _ = termios::tcflush(&active.input, QueueSelector::IFlush);
    let _ = termios::tcsetattr(&active.input, OptionalActions::Now, &active.before);
}

/// Restores the terminal as it was before the box. Does nothing if no box is open. For programs that end in their own
/// way while a box is open.
pub fn restore() {
    switch_off("\r\n");
}

/// Keeps panic messages of any thread readable, and the terminal usable after them.
pub fn restore_on_panic() {
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            before(panic);
        }));
    });
}
