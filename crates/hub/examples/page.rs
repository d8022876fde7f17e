//! A hub on a port of its own with a fresh store, for the browser tests of the page.
//!
//! Prints one line of JSON: the address of the page with its one-time secret, and tokens for an agent, an approver
//! and a viewer. Ends with its
//! standard input, so that a test that dies leaves nothing behind.

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;

use byleave_gate::{Gate, Role, Store};
use byleave_hub::token::{self, NewToken};
use byleave_hub::{Hub, Limits, Server};
use byleave_store::Sqlite;
use jiff::Timestamp;
use tokio::io::AsyncReadExt as _;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("say in which folder the store is to lie")?);
    let address = arguments.next().map_or_else(|| "127.0.0.1:0".to_owned(), |text| text.to_string_lossy().into_owned());
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(folder.join("record.db"))?);
    let gate =
        Gate::builder().shared_store(Arc::clone(&store)).project("/w/app").cwd("/w/app").home("/home/dev").build()?;
    let mut tokens = serde_json::Map::new();
    for role in [Role::Agent, Role::Approver, Role::Viewer] {
        let wanted = NewToken::new(role.name(), role);
        let (stored, secret) = token::make(wanted, Timestamp::now())?;
        store.put_token(stored).await?;
        tokens.insert(role.name().to_owned(), secret.reveal().into());
    }
    let hub = Hub::new(gate, store, Limits::default(), false).await?;
    let server = Server::bind(Arc::clone(&hub), address.parse()?, None, &[], &[]).await?;
    let page = format!("http://{}/#{}", server.address(), hub.first_visit()?.reveal());
    tokens.insert("page".to_owned(), page.into());
    println!("{}", serde_json::Value::Object(tokens));
    let mut input = tokio::io::stdin();
    server
        .serve(async move {
            let mut rest = Vec::new();
            let _ = input.read_to_end(&mut rest).await;
        })
        .await;
    Ok(())
}
