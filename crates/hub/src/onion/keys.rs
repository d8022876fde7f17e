//! Which keys count, and the hub's own address. Both are rows among the tokens.

use byleave_gate::record::Hash;
use byleave_gate::{Role, Store, StoreError, StoredToken, Workplace};
use jiff::Timestamp;
use thiserror::Error;

use super::address::Address;
use crate::token::NewToken;

/// The row with the hub's own address. It never counts as a token: it is revoked from the start.
pub const HUB: &str = "hub_address";

const KEY: &str = "key_";
const TOKEN: &str = "tok_";

/// Why a key is not enrolled.
#[derive(Debug, Error)]
pub enum CannotEnrol {
    /// Keys are only for people who answer or watch.
    #[error("a key is for `approver` or `viewer`; an agent hands its calls in with a token, and so do admins")]
    Role,
    /// It is enrolled already.
    #[error("this key is enrolled already, as `{0}`")]
    There(String),
    /// It was enrolled and no longer counts. A key that the record names never changes its meaning.
    #[error("this key was enrolled as `{0}` and has ended or was taken back; that stays so: use another key")]
    Ended(String),
    /// There is no randomness for the hub's address.
    #[error("the system gives no random numbers; the hub cannot be given an address")]
    NoRandomness,
    /// The store does not work.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The id of the row of a key.
#[must_use]
pub fn id(address: &Address) -> String {
    address.to_string().replacen("0x", KEY, 1)
}

/// Whether a row is a key.
#[must_use]
pub fn is_key(token: &StoredToken) -> bool {
    token.id.starts_with(KEY)
}

/// Whether a row is a token.
#[must_use]
pub fn is_token(token: &StoredToken) -> bool {
    token.id.starts_with(TOKEN)
}

/// Whether a key may have a role.
pub const fn may(role: Role) -> bool {
    matches!(role, Role::Approver | Role::Viewer)
}

/// Enrols a key. Gives the hub an address if it has none yet.
///
/// # Errors
///
/// If the key may not be enrolled, or the store does not work.
pub async fn enrol(
    store: &dyn Store,
    address: &Address,
    wanted: NewToken,
    now: Timestamp,
) -> Result<String, CannotEnrol> {
    let NewToken { name, role, session, expires, workplace } = wanted;
    if !may(role) {
        return Err(CannotEnrol::Role);
    }
    let id = id(address);
    if let Some(there) = store.tokens().await?.into_iter().find(|token| token.id == id) {
        let live = there.is_live(now);
        return Err(if live { CannotEnrol::There(there.name) } else { CannotEnrol::Ended(there.name) });
    }
    if hub_address(store).await?.is_none() {
        let mut bytes = [0_u8; 32];
        getrandom::fill(&mut bytes).map_err(|_| CannotEnrol::NoRandomness)?;
        let made = StoredToken {
            id: HUB.to_owned(),
            name: "the address of the hub".to_owned(),
            role: Role::Viewer,
            session: None,
            hash: Hash(bytes),
            created: now,
            expires: Some(now),
            revoked: Some(now),
            workplace: Workplace::default(),
        };
        let put = store.put_token(made).await;
        // Another process may have been first.
        if hub_address(store).await?.is_none() {
            put?;
        }
    }
    let hash = Hash(*address.bytes());
    let token = StoredToken { id, name, role, session, hash, created: now, expires, revoked: None, workplace };
    let id = token.id.clone();
    store.put_token(token).await?;
    Ok(id)
}

/// The address of the hub with this store, if it has one yet.
///
/// # Errors
///
/// If the store does not work.
pub async fn hub_address(store: &dyn Store) -> Result<Option<Address>, StoreError> {
    let row = store.tokens().await?.into_iter().find(|token| token.id == HUB);
    Ok(row.map(|row| Address::of(row.hash.0)))
}
