//! Closes a box from another thread, when another channel has answered.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

/// Closes the box of one question. Clones close the same box.
#[derive(Clone, Debug)]
pub struct Closer {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    because: Mutex<Option<String>>,
    #[cfg(unix)]
    wake: (std::os::unix::net::UnixStream, std::os::unix::net::UnixStream),
}

impl Closer {
    /// A closer for one question.
    ///
    /// # Errors
    ///
    /// If the system has no more file descriptors for waking the box.
    pub fn new() -> io::Result<Self> {
        Ok(Self {
            inner: Arc::new(Inner {
                because: Mutex::new(None),
                #[cfg(unix)]
                wake: std::os::unix::net::UnixStream::pair()?,
            }),
        })
    }

    /// Closes the box, or prevents it from opening. The words say who answered: `answered by kim in the browser`.
    pub fn close(&self, because: &str) {
        let mut kept = self.inner.because.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.is_none() {
            *kept = Some(because.to_owned());
            #[cfg(unix)]
            {
                // The loop checks by itself too; this wakes it at once.
                let _ = io::Write::write(&mut &self.inner.wake.0, &[0]);
            }
        }
    }

    /// Why the box must close, if it must.
    #[must_use]
    pub fn because(&self) -> Option<String> {
        self.inner.because.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Becomes readable when the box must close.
    #[cfg(unix)]
    pub(crate) fn wakes(&self) -> std::os::fd::BorrowedFd<'_> {
        std::os::fd::AsFd::as_fd(&self.inner.wake.1)
    }
}
