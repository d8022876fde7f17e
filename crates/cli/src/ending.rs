//! When a process between two others has to end: after a signal, or when the process that started it is gone.

use std::io;
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// How long what was said last may take, once the side that said it is gone.
const LAST_WORDS: Duration = Duration::from_secs(10);

/// Says when to end, at most twice: by a signal, or once standard input has long had no writer. Reading would say the latter,
/// but a reader that is held up by the other side does not come to it.
pub fn watch(end: impl Fn() + Clone + Send + 'static) -> io::Result<()> {
    let mut signals = Signals::new([SIGTERM, SIGINT, SIGHUP])?;
    let told = end.clone();
    thread::Builder::new().name("byleave-signals".to_owned()).spawn(move || {
        if signals.forever().next().is_some() {
            told();
        }
    })?;
    thread::Builder::new().name("byleave-left".to_owned()).spawn(move || {
        let stdin = io::stdin();
        let mut watched = [PollFd::new(&stdin, PollFlags::empty())];
        loop {
            match poll(&mut watched, None) {
                Ok(_) => break,
                Err(rustix::io::Errno::INTR) => {}
                // What cannot be watched is read to its end all the same.
                Err(_) => return,
            }
        }
        thread::sleep(LAST_WORDS);
        end();
    })?;
    Ok(())
}
