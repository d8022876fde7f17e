//! Grants: the list, revoking one, and what one covers.

pub mod compare;
pub mod reach;
pub mod suggest;

use axum::extract::Path;
use byleave_gate::{Owner, StoredGrant, grant_json};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;

use crate::server::{Body, JsonReply, Problem, Sender, fine, listed};
use crate::token::callers::Caller;

/// Whether a caller may see a grant, or revoke it.
pub fn concerns(caller: &Caller, held: &StoredGrant) -> bool {
    match &held.owner {
        Owner::Session(session) => caller.sees(session),
        Owner::Project(_) | Owner::Everyone => caller.token.session.is_none(),
    }
}

/// `GET /v1/grants`
pub async fn grants(Sender { hub, caller }: Sender) -> JsonReply {
    hub.require(&caller, caller.role().watches(), "see the grants").await?;
    let held = hub.store().grants(false).await?;
    let now = hub.now();
    let shown = held.iter().filter(|held| concerns(&caller, held)).map(|held| {
        let (kind, owner) = match &held.owner {
            Owner::Session(id) => ("session", Some(id)),
            Owner::Project(path) => ("project", Some(path)),
            Owner::Everyone => ("everyone", None),
        };
        GrantBody {
            id: &held.grant.id,
            grant: grant_json::to_json(&held.grant),
            owner: OwnerBody { kind, id: owner.map(String::as_str) },
            given_at: held.given,
            by: &held.by,
            live: held.grant.is_live(Some(now)),
        }
    });
    listed("grants", shown)
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Grant"))]
pub struct GrantBody<'g> {
    id: &'g str,
    #[cfg_attr(test, schemars(with = "crate::server::described::GrantTerms"))]
    grant: Value,
    owner: OwnerBody<'g>,
    given_at: Timestamp,
    by: &'g str,
    live: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "GrantOwner"))]
struct OwnerBody<'g> {
    #[cfg_attr(test, schemars(extend("enum" = ["session", "project", "everyone"])))]
    kind: &'static str,
    id: Option<&'g str>,
}

/// `POST /v1/grants/ID/revoke`
pub async fn revoke(Sender { hub, caller }: Sender, Path(id): Path<String>, _: Body) -> JsonReply {
    hub.require_now(&caller, caller.role().answers(), "take a grant back").await?;
    let held = hub.store().grants(false).await?;
    let held = held.into_iter().find(|held| held.grant.id == id && concerns(&caller, held));
    let held = held.ok_or_else(|| Problem::missing("grant"))?;
    hub.gate.revoke(&id).await?;
    let session = match &held.owner {
        Owner::Session(session) => Some(session.as_str()),
        Owner::Project(_) | Owner::Everyone => None,
    };
    tracing::info!(grant = %id, token = %caller.token.id, "grant taken back");
    hub.grants_changed(session, None);
    fine()
}
