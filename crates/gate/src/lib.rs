//! The gate an agent holds: sessions, grants, batches, channels, permits, records.
mod answer;
mod call;
pub mod grant_json;
pub mod ids;
mod memory;
pub mod record;
pub mod redact;
pub mod replay;
mod request;
mod session;
mod store;

pub use answer::{Answer, Approval, BadAnswer, RejectMode, Rejection, Scope};
pub use call::Call;
pub use memory::MemoryStore;
pub use request::{Offer, Request, RequestState, Risk, StoredRequest};
pub use session::{Owner, Session, StoredGrant};
pub use store::{Commit, Pending, Query, Store, StoreError, Transition};
