//! The frames for approvers beside the requests themselves.

use jiff::Timestamp;
use serde::Serialize;

use crate::entry::while_away::Away;
use crate::session::freeze::Freezes;

/// A frame of byleave's socket.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ApproverFrame<'f> {
    /// A request ended.
    ApprovalResolved {
        id: &'f str,
        session_id: &'f str,
        by: Option<&'f str>,
        decision: &'static str,
        approved: bool,
        reason: &'f str,
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
    /// What happened while the approver was away.
    Digest(Away),
    /// The hub looks whether a page is still there.
    #[serde(rename = "PING")]
    Ping,
    /// The reply to `PING`.
    #[serde(rename = "PONG")]
    Pong,
}
