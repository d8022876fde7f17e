//! The connection to the server: a pool, and time limits for everything.

use std::future::Future;
use std::pin::Pin;
use std::str::FromStr as _;
use std::time::Duration;

use byleave_gate::StoreError;
use deadpool_postgres::{
    Client, ClientWrapper, Hook, HookError, Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime,
};
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

use super::fault::{Fault, unusable};
use super::tls::{Tls, Wish};

/// How many connections a node has for its work, besides one that notifies and one that listens. A commit holds one for
/// a few milliseconds; more connections than the server has processors only make it slower.
const CONNECTIONS: usize = 16;

/// How long to wait for a connection of the pool, or for a new one.
const PATIENCE: Duration = Duration::from_secs(2);

/// Work that takes longer than this has failed.
pub const LIMIT: Duration = Duration::from_secs(5);

/// The settings of every connection. Waiting for a lock ends in `busy`; the server soon frees the locks of a node that
/// died.
const SETTINGS: &str = "SET lock_timeout = '1s'; SET statement_timeout = '5s'; \
                        SET idle_in_transaction_session_timeout = '3s'; SET default_transaction_isolation = 'read committed'";

/// Some work on a connection.
pub type Work<'c, T> = Pin<Box<dyn Future<Output = Result<T, Fault>> + Send + 'c>>;

/// The access to one server.
#[derive(Clone, Debug)]
pub struct Link {
    pool: Pool,
    /// For connections outside the pool.
    pub config: Config,
    /// What encrypts them.
    pub tls: Tls,
    /// Its name in messages: without the password.
    pub server: String,
}

impl Link {
    /// Reads an address. It does not connect.
    pub fn new(address: &str) -> Result<Self, StoreError> {
        // The error repeats neither the address nor the fault in it: it may contain a password.
        let (address, wish) = Wish::take(address).map_err(StoreError::Unusable)?;
        let mut config = Config::from_str(&address).map_err(|_| {
            StoreError::Unusable(
                "the address of the server cannot be read; write postgres://USER@HOST/DATABASE".to_owned(),
            )
        })?;
        let server = shown(&config);
        let tls = Tls::new(&wish).map_err(|why| unusable(&server, &why))?;
        config.ssl_mode(if wish.verified { SslMode::Require } else { SslMode::Disable });
        let config = with_limits(config);
        let manager = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let pool = Pool::builder(Manager::from_config(config.clone(), tls.clone(), manager))
            .max_size(CONNECTIONS)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(PATIENCE))
            .create_timeout(Some(LIMIT))
            .post_create(Hook::async_fn(|client: &mut ClientWrapper, _| {
                Box::pin(async move { client.batch_execute(SETTINGS).await.map_err(HookError::Backend) })
            }))
            .build()
            .map_err(|error| unusable(&server, &error.to_string()))?;
        Ok(Self { pool, config, tls, server })
    }

    /// Does some work on a connection of the pool.
    pub async fn with<T>(
        &self,
        work: impl for<'c> FnOnce(&'c mut Client) -> Work<'c, T> + Send,
    ) -> Result<T, StoreError> {
        let fault = match self.pool.get().await {
            Err(error) => Fault::from(error),
            Ok(mut client) => match tokio::time::timeout(LIMIT, work(&mut client)).await {
                Ok(Ok(done)) => return Ok(done),
                Ok(Err(fault)) => fault,
                Err(_) => {
                    // The connection may still be at work, so it does not go back to the pool.
                    drop(Object::take(client));
                    Fault::Late
                }
            },
        };
        Err(fault.at(&self.server))
    }
}

fn with_limits(mut config: Config) -> Config {
    if config.get_application_name().is_none() {
        config.application_name("byleave");
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(PATIENCE);
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(LIMIT);
    }
    config.keepalives_idle(Duration::from_secs(30));
    config
}

fn shown(config: &Config) -> String {
    let hosts = config.get_hosts().iter().map(|host| match host {
        Host::Tcp(name) => name.clone(),
        Host::Unix(path) => path.display().to_string(),
    });
    let hosts = hosts.collect::<Vec<_>>().join(",");
    format!("postgres://{hosts}/{}", config.get_dbname().unwrap_or_default())
}
