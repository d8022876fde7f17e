//! That a command may run, said by a layer.

/// A layer spoke for a command. A wrapper needs one from everything it runs.
#[derive(Clone, Copy, Debug)]
pub struct Proof {
    /// Only this crate says so.
    _said: (),
}

impl Proof {
    /// Something allows a command.
    pub(crate) const fn given() -> Self {
        Self { _said: () }
    }
}
