//! The policy a gate decides by, in each mode a session may be in.

use std::sync::{Arc, OnceLock};

use byleave_config::{dump_text, only_tightening};
use byleave_policy::{Mode, Policy, hex};
use sha2::{Digest as _, Sha256};

use crate::files::{Sources, Used};

/// A policy with its version.
#[derive(Debug)]
pub(crate) struct PolicyInForce {
    /// A hash over everything it says, for the record.
    pub version: String,
    /// Whether the files can no longer be read: then neither a grant nor a tool allows anything.
    pub broken: bool,
    /// The files it comes from, strongest first; none if it was made in code.
    pub files: Arc<[Used]>,
    /// What byleave read to make it.
    pub sources: Arc<Sources>,
    base: Policy,
    modes: [OnceLock<Arc<Policy>>; 3],
}

/// What names a policy on record: a hash over everything it says.
#[must_use]
pub fn version_of(policy: &Policy) -> String {
    let hash: [u8; 32] = Sha256::digest(dump_text(policy).as_bytes()).into();
    hash.first_chunk::<8>().map(|start| hex(start)).unwrap_or_default()
}

impl PolicyInForce {
    pub fn new(policy: Policy, files: Arc<[Used]>, sources: Arc<Sources>) -> Self {
        Self { version: version_of(&policy), broken: false, files, sources, base: policy, modes: Default::default() }
    }

    /// The highest mode that a session may have: that of the policy, or what its ceiling permits.
    pub fn highest_mode(&self) -> Mode {
        // Where several people must agree to whatever asks, one of them must not make it automatic.
        let ceiling = if self.base.ask_approvals > 1 { self.base.mode } else { self.base.ceiling.0 };
        ceiling.max(self.base.mode)
    }

    /// The policy in a mode: the session's own, never above the ceiling, or the policy's.
    pub fn policy(&self, wanted: Option<Mode>) -> Arc<Policy> {
        let mode = wanted.map_or(self.base.mode, |mode| mode.min(self.highest_mode()));
        let slot = match mode {
            Mode::Default => &self.modes[0],
            Mode::AutoEdit => &self.modes[1],
            Mode::Yolo => &self.modes[2],
        };
        Arc::clone(slot.get_or_init(|| Arc::new(Policy { mode, ..self.base.clone() })))
    }

    /// The policy when the files can no longer be read: denies stay, and everything else asks.
    pub fn tightened(&self) -> Self {
        let (files, sources) = (Arc::clone(&self.files), Arc::clone(&self.sources));
        Self { broken: true, ..Self::new(only_tightening(self.base.clone()), files, sources) }
    }
}
