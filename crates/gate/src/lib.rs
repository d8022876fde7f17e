//! The gate an agent holds: sessions, grants, batches, channels, permits, records.
mod answer;
mod call;
mod callback;
mod channel;
mod clock;
pub mod files;
pub mod grant_json;
pub mod ids;
mod memory;
mod race;
pub mod record;
mod request;
mod session;
mod store;

pub use answer::{Answer, Approval, BadAnswer, RejectMode, Rejection, Scope};
pub use call::Call;
pub use callback::{ApprovalResult, Bus, Callback, ToolApproval, ToolUse, Word};
pub use channel::{Asking, Channel, ChannelError, Kind, Reply, Resolution, Settled};
pub use clock::{Clock, Sleep, SystemClock, block_on};
pub use memory::MemoryStore;
pub use request::{Offer, Request, RequestState, Risk, StoredRequest};
pub use session::{Owner, Session, StoredGrant};
pub use store::{Commit, Pending, Query, Store, StoreError, Transition};
