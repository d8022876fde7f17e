//! `byleave hub key`: for a person at a terminal.

use std::io::Write;

use byleave_gate::{Role, block_on};
use byleave_hub::key::{self, Address};
use byleave_hub::token::NewToken;
use jiff::Timestamp;

use super::token::{end, line};
use crate::escape;
use crate::failure::Failure;
use crate::policy::at_terminal;

/// What programs do instead.
const INSTEAD: &str = "only a person decides who may answer";

/// The new key.
pub struct Asked<'a> {
    pub name: &'a str,
    pub public_key: &'a str,
    pub role: &'a str,
    pub session: Option<&'a str>,
    pub expires: Option<&'a str>,
}

fn usage(error: impl std::fmt::Display) -> Failure {
    Failure::Usage(error.to_string())
}

/// Enrols a key, and prints what the client has to know.
pub fn add(out: &mut dyn Write, asked: &Asked<'_>, store: Option<&str>) -> Result<(), Failure> {
    let Some(role) = Role::find(asked.role) else {
        return Err(usage(format!("unknown role `{}`; a key is for approver or viewer", escape::shown(asked.role))));
    };
    let address = Address::parse(asked.public_key).map_err(usage)?;
    let now = Timestamp::now();
    let expires = asked.expires.map(|text| end(text, now)).transpose()?;
    at_terminal("byleave hub key add", INSTEAD)?;
    let store = super::store(store)?;
    let wanted = NewToken { session: asked.session.map(str::to_owned), expires, ..NewToken::new(asked.name, role) };
    block_on(key::enrol(&*store, &address, wanted, now)).map_err(usage)?;
    let name = escape::shown(asked.name);
    writeln!(out, "{name} may connect as {} with {address}", role.name())?;
    if let Some(hub) = block_on(key::hub_address(&*store))? {
        writeln!(out, "to the hub {hub}")?;
    }
    Ok(())
}

/// Lists all keys, the hub's own address first.
pub fn list(out: &mut dyn Write, store: Option<&str>) -> Result<(), Failure> {
    at_terminal("byleave hub key list", INSTEAD)?;
    let store = super::store(store)?;
    let now = Timestamp::now();
    if let Some(hub) = block_on(key::hub_address(&*store))? {
        writeln!(out, "{hub}  this hub")?;
    }
    for token in block_on(store.tokens())?.iter().filter(|token| key::is_key(token)) {
        line(out, &Address::of(token.hash.0).to_string(), token, now)?;
    }
    Ok(())
}

/// Revokes a key.
pub fn revoke(out: &mut dyn Write, named: &str, store: Option<&str>) -> Result<(), Failure> {
    at_terminal("byleave hub key revoke", INSTEAD)?;
    let store = super::store(store)?;
    let id = Address::parse(named).map_or_else(|_| named.to_owned(), |address| key::id(&address));
    if !block_on(store.tokens())?.iter().any(|token| token.id == id && key::is_key(token)) {
        return Err(usage(format!("no key `{}` is enrolled; `byleave hub key list` shows them", escape::shown(named))));
    }
    block_on(store.revoke_token(&id, Timestamp::now()))?;
    writeln!(out, "{} is revoked; a running hub closes its connections within a second", escape::shown(named))?;
    Ok(())
}
