//! The command line of the hub.

use std::net::SocketAddr;
use std::path::PathBuf;

use byleave_policy::{Mode, Profile};
use clap::{Args, Subcommand};

use crate::arguments::{modes, profiles};

/// What follows the help of `serve`.
pub const SERVE_EXAMPLES: &str = "\
Examples:
  byleave serve
  byleave serve --listen 127.0.0.1:9000 --store hub.db --config team.yaml
  byleave serve --store 'postgres://byleave@db.example/byleave?sslmode=verify-full'
  byleave serve --listen 0.0.0.0:7777 --allow-host hub.example:7777 --tls-cert hub.pem --tls-key hub.key

The address that is printed opens the page once. Agents and other people need tokens: `byleave hub token create`.
The policy and the certificate are loaded again when they change, and at once on SIGHUP. A broken file leaves the one
before in force.";

/// What follows the help of `freeze`.
pub const FREEZE_NOTES: &str = "\
Examples:
  byleave freeze
  byleave freeze 'odd pushes, I am looking'
  byleave thaw

A freeze holds for every gate and hub that shares the store, until a person runs `byleave thaw`. What the policy denies \
stays denied. A program may begin a freeze, too; only a person can end it. While frozen, a call that no approver can be \
asked about is refused.";

/// How to serve.
#[derive(Args, Debug)]
pub struct ServeTask {
    /// The address to listen on; only this machine can reach the default
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7777")]
    pub listen: SocketAddr,

    /// The store: a file, `sqlite:FILE`, or `postgres://USER@HOST/DATABASE` for several hubs with one queue; by default
    /// the user's
    #[arg(long, value_name = "STORE")]
    pub store: Option<String>,

    /// A policy file to use besides those of the machine, the user and the project
    #[arg(short, long, value_name = "FILE", alias = "policy")]
    pub config: Option<PathBuf>,

    /// The profile
    #[arg(short, long, value_parser = profiles())]
    pub profile: Option<Profile>,

    /// The mode
    #[arg(short, long, value_parser = modes())]
    pub mode: Option<Mode>,

    /// Another origin whose pages may use the hub, such as `https://hub.example`
    #[arg(long, value_name = "ORIGIN")]
    pub allow_origin: Vec<String>,

    /// Another name of the hub, with its port, such as hub.example:7777
    #[arg(long, value_name = "HOST")]
    pub allow_host: Vec<String>,

    /// The certificate chain, in PEM
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub tls_cert: Option<PathBuf>,

    /// The certificate's key, in PEM
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,

    /// Serve other machines without a certificate: only where something else encrypts the connections
    #[arg(long)]
    pub insecure: bool,

    /// How many requests one token may send each second
    #[arg(long, value_name = "NUMBER", default_value_t = 1000)]
    pub rate: u32,

    /// Escalate a request that waits for this long without an answer, such as 5m
    #[arg(long, value_name = "TIME", requires_all = ["escalate_url", "escalate_secret_file"])]
    pub escalate_after: Option<String>,

    /// The address to escalate to, by one signed POST
    #[arg(long, value_name = "URL", requires = "escalate_after")]
    pub escalate_url: Option<String>,

    /// The file with the secret that signs these messages
    #[arg(long, value_name = "FILE", requires = "escalate_after")]
    pub escalate_secret_file: Option<PathBuf>,

    /// The certificates to trust for that address, in PEM; by default the system's
    #[arg(long, value_name = "FILE", requires = "escalate_after")]
    pub escalate_ca: Option<PathBuf>,

    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,

    /// Write the log as one JSON object a line
    #[arg(long)]
    pub json_log: bool,
}

/// What to do about a hub.
#[derive(Debug, Subcommand)]
pub enum HubTask {
    /// Create, list and revoke tokens
    #[command(subcommand)]
    Token(TokenTask),
    /// Enrol, list and revoke the keys of people who use ConnectOnion clients
    #[command(subcommand, after_help = KEY_EXAMPLES)]
    Key(KeyTask),
}

/// What follows the help of `hub key`.
const KEY_EXAMPLES: &str = "\
Examples:
  byleave hub key add ann 0x3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c
  byleave hub key add wall-screen 0x… --role viewer --session work --expires 30d
  byleave hub key revoke 0x…

A client connects to the address that `byleave hub key list` shows first. A revoked key cannot be enrolled again.";

/// What to do about keys.
#[derive(Debug, Subcommand)]
pub enum KeyTask {
    /// Enrol a person's public key
    Add {
        /// The person's name; the record keeps it with every answer
        name: String,

        /// The address of the client: 0x and 64 hexadecimal digits
        public_key: String,

        /// Its role: approver or viewer
        #[arg(long, default_value = "approver")]
        role: String,

        /// The only session it is valid for
        #[arg(long, value_name = "ID")]
        session: Option<String>,

        /// When it expires, such as 12h or 30d
        #[arg(long, value_name = "TIME")]
        expires: Option<String>,

        /// The store of the hub; by default the user's
        #[arg(long, value_name = "STORE")]
        store: Option<String>,
    },
    /// List the keys, and the address of the hub
    List {
        /// The store of the hub; by default the user's
        #[arg(long, value_name = "STORE")]
        store: Option<String>,
    },
    /// Revoke a key; the hub closes its connections
    Revoke {
        /// The key: its address, or its id as listed
        key: String,

        /// The store of the hub; by default the user's
        #[arg(long, value_name = "STORE")]
        store: Option<String>,
    },
}

/// What follows the help of `hub token create`.
const CREATE_NOTES: &str = "\
It needs a person at a terminal. For containers and CI an operator can allow it at install: `/etc/byleave/tokens` names the
roles that may be made without one, a line each (`agent`, `viewer`). The file and its directory must belong to root, and
no other user may write them; the token goes into a file (--out) that only its user can read.";

/// What to do about tokens.
#[derive(Debug, Subcommand)]
pub enum TokenTask {
    /// Create a token; it is shown once
    #[command(after_help = CREATE_NOTES)]
    Create {
        /// Its role: agent, approver, viewer or admin
        #[arg(long)]
        role: String,

        /// The holder's name; the record keeps it with every answer
        #[arg(long)]
        name: Option<String>,

        /// The only session it is valid for
        #[arg(long, value_name = "ID")]
        session: Option<String>,

        /// A directory that holds projects of the agent; may be given several times. A call from elsewhere asks. By
        /// default the agent works in the project of the hub
        #[arg(long, value_name = "DIR")]
        project: Vec<PathBuf>,

        /// The home directory of the agent, if it is not the hub's
        #[arg(long, value_name = "DIR")]
        home: Option<PathBuf>,

        /// When it expires, such as 12h or 30d
        #[arg(long, value_name = "TIME")]
        expires: Option<String>,

        /// The store of the hub; by default the user's
        #[arg(long, value_name = "STORE")]
        store: Option<String>,

        /// Write it into a new file that only you can read, instead of showing it; required without a terminal
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// List the tokens
    List {
        /// The store of the hub; by default the user's
        #[arg(long, value_name = "STORE")]
        store: Option<String>,
    },
    /// Revoke a token; the hub closes its connections
    Revoke {
        /// The id of the token, as listed
        id: String,

        /// The store of the hub; by default the user's
        #[arg(long, value_name = "STORE")]
        store: Option<String>,
    },
}
