//! Which session a name means. Every token has its own names: two agents that both say `work` have two sessions, and
//! neither reaches the other's.
//!
//! The token that first uses a name gets the session with exactly this id. A later token gets a session whose id is the
//! name and a suffix that no other token can predict, so that no agent can take over the session of another.

use sha2::{Digest as _, Sha256};

use byleave_gate::{Call, Commit, Session, StoreError};
use byleave_policy::hex;

use crate::hub::Hub;
use crate::server::Problem;
use crate::token::callers::Caller;

/// Between the name of a session and the suffix of a later token's session.
const MARK: char = '~';

/// The name of the default session of a token.
pub fn usual(token: &str) -> String {
    format!("sess_{token}")
}

/// The session a name means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSession {
    pub id: String,
    /// Whether it exists already.
    pub exists: bool,
}

impl Hub {
    /// The session that a name means for a caller of the agent role; its default session without a name.
    pub(crate) async fn meant(&self, caller: &Caller, named: Option<&str>) -> Result<NamedSession, Problem> {
        let token = &caller.token;
        if let Some(only) = &token.session {
            // The token is for this session only.
            if named.is_some_and(|named| named != only) {
                return Err(Problem::missing("session"));
            }
            let exists = self.owner_of(only).await?.is_some();
            return Ok(NamedSession { id: only.clone(), exists });
        }
        let plain = named.map_or_else(|| usual(&token.id), str::to_owned);
        let elsewhere = match self.owner_of(&plain).await? {
            None => false,
            Some(Some(owner)) if owner == token.id => return Ok(NamedSession { id: plain, exists: true }),
            Some(Some(_)) => true,
            // A gate that shares the store owns it, without a token: its requests come through the store.
            Some(None) => return Err(Problem::missing("session")),
        };
        let own = self.beside(&token.id, &plain);
        let exists = self.owner_of(&own).await?.is_some();
        Ok(NamedSession { id: if exists || elsewhere { own } else { plain }, exists })
    }

    /// The id of a token's session if another token already has the name.
    fn beside(&self, token: &str, name: &str) -> String {
        format!("{name}{MARK}{}", hex(&self.keyed::<8>(&["session", token, name])))
    }

    /// The first bytes of the hash of some parts. It is keyed with the store's secret, so that no caller can predict it.
    pub(crate) fn keyed<const N: usize>(&self, parts: &[&str]) -> [u8; N] {
        let mut hash = Sha256::new();
        hash.update(self.store().secret().unwrap_or_default());
        for part in parts {
            hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            hash.update(part.as_bytes());
        }
        let bytes: [u8; 32] = hash.finalize().into();
        std::array::from_fn(|at| bytes.get(at).copied().unwrap_or_default())
    }

    /// The session that a caller of the agent role means; creates it if it does not exist.
    pub(crate) async fn session_of(
        &self,
        caller: &Caller,
        named: Option<&str>,
        like: &Call,
        parent: Option<&str>,
    ) -> Result<String, Problem> {
        // Another token may take the name meanwhile; then the name means another session, and the second try finds it.
        for _ in 0..2 {
            let NamedSession { id, exists } = self.meant(caller, named).await?;
            if exists {
                return Ok(id);
            }
            let parent = match parent {
                None => None,
                Some(parent) => {
                    let above = self.meant(caller, Some(parent)).await.ok().filter(|above| above.exists);
                    Some(above.ok_or_else(|| Problem::missing("parent session"))?.id)
                }
            };
            let project = like.project.as_ref().map(|path| path.to_string_lossy().into_owned());
            let session = Session {
                owner: Some(caller.token.id.clone()),
                agent: like.agent.clone(),
                parent,
                ..Session::new(id.clone(), project.unwrap_or_else(|| self.gate.project().to_owned()), self.now())
            };
            match self.store().commit(Commit { session: Some(session), ..Commit::at(self.now()) }).await {
                Ok(_) => {
                    self.remember(&id, Some(caller.token.id.clone()));
                    return Ok(id);
                }
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let NamedSession { id, exists } = self.meant(caller, named).await?;
        if exists { Ok(id) } else { Err(StoreError::Conflict.into()) }
    }
}
