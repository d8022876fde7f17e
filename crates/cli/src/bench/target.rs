//! The hub to measure: one started for it, or one that already runs on this machine.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use byleave_gate::{Role, Store, Workplace, block_on};
use byleave_hub::token::{NewToken, make};
use jiff::Timestamp;

use super::arguments::HubBench;
use crate::failure::Failure;
use crate::hub;

/// A hub takes fewer than a thousand pending requests of one token; each of our tokens has this many.
const EACH: u32 = 900;

/// A hub to measure. If it was started here, it ends with this value, and its folder is removed.
#[derive(Debug)]
pub struct Target {
    pub address: SocketAddr,
    pub agents: Vec<String>,
    pub approver: String,
    child: Option<Child>,
    folder: Option<PathBuf>,
}

impl Drop for Target {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

fn usage(error: impl std::fmt::Display) -> Failure {
    Failure::Usage(error.to_string())
}

impl Target {
    /// The hub that the command line names.
    pub fn of(task: &HubBench) -> Result<Self, Failure> {
        match &task.url {
            Some(url) => Self::running(url, task),
            None => Self::started(task),
        }
    }

    fn running(url: &str, task: &HubBench) -> Result<Self, Failure> {
        let address =
            url.strip_prefix("http://").map(|rest| rest.trim_end_matches('/').replace("localhost:", "127.0.0.1:"));
        let address: Option<SocketAddr> = address.and_then(|address| address.parse().ok());
        let address = address.filter(|address| address.ip().is_loopback());
        let address = address.ok_or_else(|| {
            usage("only a hub of this machine is measured: write its address as http://127.0.0.1:PORT")
        })?;
        let read = |file: &Option<PathBuf>| -> Result<String, Failure> {
            let file = file.as_deref().unwrap_or(Path::new(""));
            let text = std::fs::read_to_string(file);
            let text =
                text.map_err(|error| usage(format!("cannot read the token in `{}`: {error}", file.display())))?;
            Ok(text.trim().to_owned())
        };
        let (agents, approver) = (vec![read(&task.agent_token)?], read(&task.approver_token)?);
        Ok(Self { address, agents, approver, child: None, folder: None })
    }

    fn started(task: &HubBench) -> Result<Self, Failure> {
        let folder = std::env::temp_dir().join(format!("byleave-bench-{}", std::process::id()));
        // This fails if another process created it first.
        let made = std::fs::DirBuilder::new().mode(0o700).create(&folder);
        made.map_err(|error| usage(format!("cannot make `{}`: {error}", folder.display())))?;
        let mut target = Self {
            address: ([127, 0, 0, 1], 0).into(),
            agents: Vec::new(),
            approver: String::new(),
            child: None,
            folder: Some(folder.clone()),
        };
        let store = match &task.store {
            Some(named) => named.clone(),
            None => format!("sqlite:{}", folder.join("record.db").display()),
        };
        let file = Path::new(store.strip_prefix("sqlite:").unwrap_or(&store));
        if !hub::is_postgres(&store) && file.exists() {
            return Err(usage(format!("`{}` is there already; only a new store is measured", file.display())));
        }
        {
            let store = hub::store(Some(&store))?;
            if block_on(store.head())?.count > 0 || !block_on(store.tokens())?.is_empty() {
                return Err(usage("the store is in use; only an empty one is measured"));
            }
            let wanted = task.pending.saturating_add(u32::from(task.waiting)) / EACH;
            for _ in 0..=wanted {
                target.agents.push(token(store.as_ref(), Role::Agent)?);
            }
            target.approver = token(store.as_ref(), Role::Approver)?;
        }
        let mut child = Command::new(std::env::current_exe().map_err(usage)?)
            .args(["serve", "--listen", "127.0.0.1:0", "--rate", "1000000", "--store", &store])
            .current_dir(&folder)
            .env("HOME", &folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(std::fs::File::create(folder.join("log"))?)
            .spawn()
            .map_err(usage)?;
        let out = child.stdout.take();
        target.child = Some(child);
        let mut line = String::new();
        let read = out.map(|out| BufReader::new(out).read_line(&mut line));
        let address = line.strip_prefix("http://").and_then(|rest| rest.split_once('/')?.0.parse().ok());
        let (Some(Ok(_)), Some(address)) = (read, address) else {
            let said = std::fs::read_to_string(folder.join("log")).unwrap_or_default();
            return Err(usage(format!("the hub did not start: {}", said.trim())));
        };
        target.address = address;
        Ok(target)
    }

    /// The token of the agent with a number.
    pub fn agent(&self, number: u32) -> &str {
        let at = usize::try_from(number).unwrap_or(0).checked_rem(self.agents.len()).unwrap_or(0);
        self.agents.get(at).map_or("", String::as_str)
    }

    /// Processor time of the hub, where the system reports it.
    pub fn processor(&self) -> Option<Duration> {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.child.as_ref()?.id())).ok()?;
        let mut used = 0_u64;
        for thread in threads.flatten() {
            let text = std::fs::read_to_string(thread.path().join("schedstat")).unwrap_or_default();
            used = used.saturating_add(text.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or(0));
        }
        Some(Duration::from_nanos(used))
    }

    /// Memory of the hub in bytes, where the system reports it.
    pub fn memory(&self) -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.child.as_ref()?.id())).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().split(' ').next()?.parse::<u64>().ok()?.checked_mul(1024)
    }
}

/// Where the agents of a bench say that they work.
pub const PROJECT: &str = "/w/app";
pub const HOME: &str = "/home/dev";

fn token(store: &dyn Store, role: Role) -> Result<String, Failure> {
    let projects = if role.asks() { vec![PROJECT.to_owned()] } else { Vec::new() };
    let workplace = Workplace { projects, home: role.asks().then(|| HOME.to_owned()) };
    let wanted = NewToken { workplace, ..NewToken::new("bench", role) };
    let (stored, secret) = make(wanted, Timestamp::now()).map_err(usage)?;
    block_on(store.put_token(stored))?;
    Ok(secret.reveal().to_owned())
}
