//! The frames for approvers beside the requests themselves.

use jiff::Timestamp;
use serde::Serialize;

use crate::entry::while_away::Away;
use crate::request::pending_queue::EndedRequest;
use crate::server::files_in_force::Files;
use crate::session::freeze::Freezes;

/// A frame of byleave's socket.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ApproverFrame<'f> {
    /// A request ended.
    ApprovalResolved {
        decision: &'static str,
        #[serde(flatten)]
        ended: &'f EndedRequest,
    },
    /// No approver answered in time.
    ApprovalExpired { id: &'f str },
    /// A request has more time.
    ApprovalExtended { id: &'f str, expires_at: Timestamp, by: &'f str },
    /// One of several approvers agreed.
    ApprovalGiven { id: &'f str, session_id: &'f str, by: Option<&'f str>, approvals: Option<&'f serde_json::Value> },
    /// An approver is looking at a request.
    ApprovalClaimed { id: &'f str, by: &'f str },
    /// The grants of a session, or of all, changed.
    GrantsChanged { session_id: Option<&'f str> },
    /// The mode of a session changed.
    ModeChanged { session_id: &'f str, mode: Option<&'static str> },
    /// A freeze began or ended.
    FreezeChanged(Freezes<'f>),
    /// The policy or the certificate was loaded again, or could not be.
    FilesChanged(Files),
    /// What happened while the approver was away.
    Digest(Away),
    /// The hub looks whether a page is still there.
    #[serde(rename = "PING")]
    Ping,
    /// The reply to `PING`.
    #[serde(rename = "PONG")]
    Pong,
}
