//! The two ends of the line: what is written to the editor and to the agent.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

/// One end. It writes whole lines, one after another, from any thread.
#[derive(Clone)]
pub(super) struct Side(Arc<Mutex<Option<Box<dyn Write + Send>>>>);

impl Side {
    pub fn new(to: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Some(Box::new(to)))))
    }

    /// Relays a line as it came.
    pub fn relay(&self, line: &[u8]) {
        let mut to = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(out) = to.as_mut() else { return };
        if out.write_all(line).and_then(|()| out.flush()).is_err() {
            // It is gone. The thread that reads from it hears that, too.
            *to = None;
        }
    }

    /// Says something of byleave's own.
    pub fn say(&self, message: &Value) {
        self.relay(format!("{message}\n").as_bytes());
    }

    /// Nothing more comes.
    pub fn close(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
