//! Who calls. The server's own records say what a caller may do; what a caller says about itself does not count.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use axum::http::{HeaderMap, HeaderName, header};
use byleave_gate::quorum::Agreement;
use byleave_gate::{Reach, Role, Scope, StoreError, StoredToken};
use jiff::Timestamp;
use serde_json::Value;
use tokio::sync::watch;

use crate::config::Limits;
use crate::hub::Hub;
use crate::onion::{self, Address};
use crate::server::Problem;
use crate::server::rate::Rate;
use crate::token;

/// The cookie of the page.
pub const COOKIE: &str = "byleave_hub";

/// The header with the second half of the page's login. Browsers send cookies to every port of a host, so the server of
/// an agent on the same machine gets them too; a key that the page keeps itself goes only to the hub.
pub const KEY: HeaderName = HeaderName::from_static("x-byleave-key");

/// An unknown token makes the hub read the tokens from the store again, at most this often each second.
const LOOKS: u32 = 20;

/// A caller with a valid token.
#[derive(Debug)]
pub struct Caller {
    pub token: StoredToken,
    /// How many requests the caller may send.
    pub rate: Rate,
    gone: watch::Sender<bool>,
}

impl Caller {
    fn new(token: StoredToken, limits: &Limits) -> Self {
        Self { token, rate: Rate::new(limits.rate), gone: watch::channel(false).0 }
    }

    pub const fn role(&self) -> Role {
        self.token.role
    }

    /// Whether the caller may see a session; for roles that watch.
    pub fn sees(&self, session: &str) -> bool {
        self.token.session.as_deref().is_none_or(|only| only == session)
    }

    /// How far its answers reach: no further than what it may see.
    pub const fn reach(&self) -> Reach {
        if self.token.session.is_some() { Reach::Session } else { Reach::Everyone }
    }

    /// The frame of a request as this caller sees it: with the options that it may choose.
    pub fn frame(&self, mut frame: Value) -> Value {
        if self.reach() == Reach::Everyone {
            return frame;
        }
        let may = |option: &Value| {
            // An option without a scope is a rejection, or leaves no grant.
            option
                .get("scope")
                .and_then(Value::as_str)
                .is_none_or(|name| Scope::find(name).is_some_and(|scope| scope.reach() <= self.reach()))
        };
        if let Some(options) = frame.get_mut("options").and_then(Value::as_array_mut) {
            options.retain(may);
        }
        frame
    }

    /// The same for a frame that is text already.
    pub fn frame_text(&self, text: &str) -> String {
        if self.reach() == Reach::Everyone {
            return text.to_owned();
        }
        // The hub wrote it, so it can be read.
        self.frame(serde_json::from_str(text).unwrap_or_default()).to_string()
    }

    /// Whether the token still counts. It may have been revoked after the caller was recognised.
    pub fn is_live(&self, now: Timestamp) -> bool {
        !*self.gone.borrow() && self.token.is_live(now)
    }

    /// Becomes true when the token ends.
    pub fn gone(&self) -> watch::Receiver<bool> {
        self.gone.subscribe()
    }
}

/// All callers with a token, as last read from the store.
#[derive(Debug)]
pub struct Callers {
    known: RwLock<HashMap<String, Arc<Caller>>>,
    /// The address by which ConnectOnion clients know this hub.
    address: RwLock<Option<Address>>,
    looks: Rate,
}

impl Callers {
    pub fn new() -> Self {
        Self { known: RwLock::default(), address: RwLock::default(), looks: Rate::new(LOOKS) }
    }

    /// Whether a token with this name may answer now.
    pub fn may_answer(&self, given: &Agreement, now: Timestamp) -> bool {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.values().any(|one| one.role().answers() && one.is_live(now) && given.is_of(&one.token.name))
    }

    fn find(&self, id: &str) -> Option<Arc<Caller>> {
        self.known.read().unwrap_or_else(PoisonError::into_inner).get(id).map(Arc::clone)
    }
}

impl Hub {
    /// Reads the tokens again. Closes the sockets of tokens that ended.
    pub(crate) async fn read_tokens(&self) -> Result<(), StoreError> {
        let now = self.now();
        let tokens = self.store().tokens().await?;
        let mut known = self.callers.known.write().unwrap_or_else(PoisonError::into_inner);
        for token in tokens {
            if token.id == onion::HUB {
                *self.callers.address.write().unwrap_or_else(PoisonError::into_inner) = Some(Address::of(token.hash.0));
            }
            if token.is_live(now) {
                known.entry(token.id.clone()).or_insert_with(|| Arc::new(Caller::new(token, &self.limits)));
            } else if let Some(caller) = known.remove(&token.id) {
                caller.gone.send_replace(true);
            }
        }
        Ok(())
    }

    /// The address by which ConnectOnion clients know this hub; `None` while no key is enrolled.
    pub(crate) async fn address(&self) -> Option<Address> {
        let known = || *self.callers.address.read().unwrap_or_else(PoisonError::into_inner);
        if known().is_none() && self.callers.looks.take() {
            let _ = self.read_tokens().await;
        }
        known()
    }

    /// The caller with this token id, if the token counts. The caller of this function checks the secret.
    pub(crate) async fn caller_of(&self, id: &str) -> Result<Option<Arc<Caller>>, StoreError> {
        let mut found = self.callers.find(id);
        if found.is_none() && self.callers.looks.take() {
            self.read_tokens().await?;
            found = self.callers.find(id);
        }
        Ok(found.filter(|caller| caller.is_live(self.now())))
    }

    /// Finds out who calls.
    pub(crate) async fn recognise(&self, headers: &HeaderMap) -> Result<Arc<Caller>, Problem> {
        let text = credential(headers)?;
        let id = token::id_of(&text).ok_or_else(Problem::unknown_caller)?;
        let caller = self.caller_of(&id).await?.filter(|caller| token::is(&text, caller.token.hash));
        let caller = caller.ok_or_else(Problem::unknown_caller)?;
        if !caller.rate.take() {
            return Err(Problem::too_many("this token sends more than its share; slow down and try again"));
        }
        Ok(caller)
    }
}

/// The text of the token. Only the first place that is used counts: a wrong token there is not made good by another
/// place.
fn credential(headers: &HeaderMap) -> Result<String, Problem> {
    let wrong = Problem::unknown_caller;
    if headers.contains_key(header::AUTHORIZATION) {
        let text = only(headers, &header::AUTHORIZATION).ok_or_else(wrong)?;
        let (scheme, token) = text.split_once(' ').ok_or_else(wrong)?;
        return if scheme.eq_ignore_ascii_case("bearer") { Ok(token.trim().to_owned()) } else { Err(wrong()) };
    }
    let offered: Vec<&str> = only(headers, &header::SEC_WEBSOCKET_PROTOCOL)
        .map(|text| text.split(',').map(str::trim).collect())
        .unwrap_or_default();
    let key = match offered.as_slice() {
        ["bearer", token] => return Ok((*token).to_owned()),
        ["key", key] => Some(*key),
        _ => only(headers, &KEY),
    };
    let cookie = headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|text| text.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='));
    match (cookie, key) {
        (Some(cookie), Some(key)) => Ok(format!("{cookie}{key}")),
        (Some(_), None) | (None, _) => Err(wrong()),
    }
}

/// The value of a header that occurs exactly once.
pub fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut all = headers.get_all(name).iter();
    match (all.next(), all.next()) {
        (Some(value), None) => value.to_str().ok(),
        (None, _) | (Some(_), Some(_)) => None,
    }
}
