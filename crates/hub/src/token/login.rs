//! Tokens over HTTP: the first visit of the page, and the list for admins.

use std::sync::{Arc, PoisonError};

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use byleave_gate::{Role, StoredToken};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::hub::Hub;
use crate::onion;
use crate::server::peers::Machine;
use crate::server::{Body, JsonReply, Problem, Sender, fields, fine, listed, told};
use crate::token::callers::COOKIE;
use crate::token::names;
use crate::token::{self, NewToken};

/// How long a page stays logged in.
const DAYS: i64 = 7;

/// `POST /v1/login`: exchanges the secret of the address for a cookie and a key, once. Each is worthless without the
/// other.
pub async fn login(
    State(hub): State<Arc<Hub>>,
    Extension(Machine(from)): Extension<Machine>,
    Body(body): Body,
) -> Result<Response, Problem> {
    let Login { token, name } = fields::read(body)?;
    let given = token.unwrap_or_default();
    // Read before the secret is used up: a refused name must not cost the address.
    let person = name.map(|name| names::read(&name)).transpose()?;
    if !hub.logins.take(from) {
        return Err(Problem::too_many("too many logins from this machine; try again"));
    }
    {
        let mut first = hub.first.lock().unwrap_or_else(PoisonError::into_inner);
        if !first.is_some_and(|known| token::is(&given, known)) {
            return Err(Problem::new(
                StatusCode::UNAUTHORIZED,
                "no_token",
                "this address was used before, or is not of this run of the hub; start it again, or make a token with \
                 `byleave hub token create --role approver`",
            ));
        }
        *first = None;
    }
    let expires = hub.now().checked_add(SignedDuration::from_hours(24 * DAYS)).ok();
    enter(&hub, person.as_deref(), Role::Admin, expires).await
}

/// The first visit of a page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Login {
    #[cfg_attr(test, schemars(required))]
    token: Option<String>,
    /// Who uses this browser.
    #[cfg_attr(test, schemars(length(max = names::LONGEST)))]
    name: Option<String>,
}

/// Creates a token for a page and returns it in two halves.
pub async fn enter(
    hub: &Hub,
    person: Option<&str>,
    role: Role,
    expires: Option<Timestamp>,
) -> Result<Response, Problem> {
    let now = hub.now();
    let wanted = NewToken { expires, ..NewToken::new(token::PAGE, role) };
    let (mut stored, secret) = token::make(wanted, now).map_err(|error| Problem::failed(error.to_string()))?;
    if let Some(person) = person {
        stored.name = names::of(person, &stored.id, &hub.store().tokens().await?);
    }
    tracing::info!(token = %stored.id, "the page logged in");
    let (id, name) = (stored.id.clone(), stored.name.clone());
    hub.store().put_token(stored).await?;
    hub.read_tokens().await?;
    let (cookie, key) = secret.halves();
    let secure = if hub.tls { "; Secure" } else { "" };
    let age = expires.map_or(0, |end| end.duration_since(now).as_secs().max(0));
    let cookie = format!("{COOKIE}={cookie}; HttpOnly; SameSite=Strict; Path=/; Max-Age={age}{secure}");
    let cookie = HeaderValue::from_str(&cookie).map_err(|_| Problem::failed("no cookie could be made"))?;
    let entered = Entered { id: &id, name: &name, role: role.name(), key, expires_at: expires };
    Ok(([(header::SET_COOKIE, cookie)], told(&entered)).into_response())
}

/// The reply to a page that logs in.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Entered<'t> {
    id: &'t str,
    name: &'t str,
    #[cfg_attr(test, schemars(with = "crate::server::described::Role"))]
    role: &'static str,
    key: &'t str,
    expires_at: Option<Timestamp>,
}

/// A token without its secret.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Token"))]
pub struct TokenBody<'t> {
    id: &'t str,
    name: &'t str,
    #[cfg_attr(test, schemars(with = "crate::server::described::Role"))]
    role: &'static str,
    session: Option<&'t str>,
    /// The directories that hold the projects of an agent; without any, it works in the hub's.
    projects: &'t [String],
    /// The home directory of an agent; null for the hub's.
    home: Option<&'t str>,
    expires_at: Option<Timestamp>,
    #[serde(flatten)]
    life: Option<TokenLife>,
}

/// What only admins see of it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct TokenLife {
    created_at: Timestamp,
    revoked_at: Option<Timestamp>,
    live: bool,
}

fn shown(token: &StoredToken, life: Option<TokenLife>) -> TokenBody<'_> {
    let StoredToken { id, name, role, session, expires, workplace, .. } = token;
    let (projects, home) = (workplace.projects.as_slice(), workplace.home.as_deref());
    TokenBody { id, name, role: role.name(), session: session.as_deref(), projects, home, expires_at: *expires, life }
}

/// `GET /v1/whoami`
pub async fn who(Sender { caller, .. }: Sender) -> JsonReply {
    told(&shown(&caller.token, None))
}

/// `GET /v1/tokens`
pub async fn list(Sender { hub, caller }: Sender) -> JsonReply {
    hub.require(&caller, caller.role() == Role::Admin, "see the tokens").await?;
    let tokens = hub.store().tokens().await?;
    let now = hub.now();
    let tokens = tokens.iter().filter(|token| token.id != onion::HUB).map(|token| {
        let life = TokenLife { created_at: token.created, revoked_at: token.revoked, live: token.is_live(now) };
        shown(token, Some(life))
    });
    listed("tokens", tokens)
}

/// `POST /v1/tokens/ID/revoke`: its sockets are closed at once.
pub async fn revoke(Sender { hub, caller }: Sender, Path(id): Path<String>, _: Body) -> JsonReply {
    hub.require_now(&caller, caller.role() == Role::Admin, "take a token back").await?;
    let now = hub.now();
    hub.store().revoke_token(&id, now).await?;
    hub.read_tokens().await?;
    tracing::info!(revoked = %id, token = %caller.token.id, "token taken back");
    fine()
}
