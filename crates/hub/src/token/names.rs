//! Names that people choose on the page. The hub binds a name to the token of a browser and records it with every
//! answer of that token; an answer itself never states its author.

use std::time::Duration;

use axum::Extension;
use axum::response::Response;
use byleave_gate::StoredToken;
use serde::Deserialize;

use crate::server::peers::Machine;
use crate::server::{Body, Problem, Sender, fields};
use crate::token::login;
use crate::token::{PAGE, SELF_GIVEN};

/// The longest name, in letters.
pub const LONGEST: usize = 40;

/// How long other windows of the same browser have to find the new key.
const FAREWELL: Duration = Duration::from_secs(5);

/// Checks a name for the record: letters, digits, and what joins them.
pub fn read(text: &str) -> Result<String, Problem> {
    let name = text.trim();
    let plain = |one: char| one.is_alphanumeric() || " .'-_@".contains(one);
    if name.is_empty() || name.chars().count() > LONGEST || !name.chars().all(plain) {
        return Err(Problem::bad(format!(
            "a name has 1 to {LONGEST} letters and digits, and between them spaces and . ' - _ @"
        )));
    }
    Ok(name.to_owned())
}

/// The name of a page's token for a person. If the name was used before, the id of the token is added.
pub fn of(person: &str, id: &str, others: &[StoredToken]) -> String {
    let name = format!("{SELF_GIVEN}{person}");
    let alike = |other: &StoredToken| other.name.to_lowercase() == name.to_lowercase();
    if others.iter().any(alike) {
        let digits: String = id.trim_start_matches("tok_").chars().take(4).collect();
        return format!("{name} #{digits}");
    }
    name
}

/// `POST /v1/name`: sets the name for this browser. It gets a new token with that name and the same rights; the old
/// token ends. Names that an admin gave to a token cannot be changed.
pub async fn change(
    Sender { hub, caller }: Sender,
    Extension(Machine(from)): Extension<Machine>,
    Body(body): Body,
) -> Result<Response, Problem> {
    let old = &caller.token;
    let own = old.session.is_none() && (old.name == PAGE || old.name.starts_with(SELF_GIVEN));
    hub.require(&caller, own, "change the name an admin gave").await?;
    let NewName { name } = fields::read(body)?;
    let name = read(&name)?;
    if !hub.logins.take(from) {
        return Err(Problem::too_many("too many new names; try again"));
    }
    let entered = login::enter(&hub, Some(&name), old.role, old.expires).await?;
    let id = old.id.clone();
    tokio::spawn(async move {
        tokio::time::sleep(FAREWELL).await;
        let now = hub.now();
        let ended = hub.store().revoke_token(&id, now).await;
        if ended.is_err() || hub.read_tokens().await.is_err() {
            tracing::error!(token = %id, "the token of a page that has a new name could not be ended");
        }
    });
    Ok(entered)
}

/// A name for a browser.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NewName {
    #[cfg_attr(test, schemars(length(max = LONGEST)))]
    name: String,
}

#[cfg(test)]
mod tests {
    use byleave_gate::Role;
    use jiff::Timestamp;

    use super::{of, read};
    use crate::token::{NewToken, make};

    #[test]
    fn a_name_hides_nothing() {
        for (text, taken) in [
            ("ann", true),
            ("  Ann O'Neil-Smith ", true),
            ("anna.s_2@ops", true),
            ("Зоя", true),
            ("", false),
            ("   ", false),
            ("ann\nbob", false),
            ("ann\u{202e}", false),
            ("ann\u{200b}", false),
            ("page: ann", false),
            ("<b>", false),
            ("#1a2b", false),
            (&"a".repeat(41), false),
        ] {
            assert_eq!(read(text).is_ok(), taken, "{text:?}");
        }
    }

    #[test]
    fn two_of_one_name_are_told_apart() {
        let wanted = |name: &str| NewToken::new(name, Role::Admin);
        let (first, _) = make(wanted("page: Ann"), Timestamp::UNIX_EPOCH).expect("randomness");
        let (cli, _) = make(wanted("bob"), Timestamp::UNIX_EPOCH).expect("randomness");
        let known = [first, cli];
        assert_eq!(of("ann", "tok_1a2b3c", &known), "page: ann #1a2b");
        assert_eq!(of("bob", "tok_1a2b3c", &known), "page: bob");
        assert_eq!(of("ann", "tok_1a2b3c", &[]), "page: ann");
    }
}
