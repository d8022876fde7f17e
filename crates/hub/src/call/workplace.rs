//! Where a call works. The token of its agent says so, as an operator made it; what the agent itself says may narrow that
//! and never widens it: where something is decides whether it lies in the project, and whose home `~` is decides which
//! rules, secrets and control files a path meets.

use std::path::{Path, PathBuf};

use byleave_gate::files::Disk;
use byleave_gate::{About, Call, Gate, Workplace};
use byleave_policy::Verdict;
use byleave_policy::paths::{Resolver as _, is_below, normal};

use crate::call::submit::SubmittedCall;
use crate::hub::Hub;
use crate::server::{Problem, blocking};
use crate::token::callers::Caller;

const FAILED: &str = "it could not be found out where the call works; it was not put, so do not run it";

/// Above every path: the token of an agent that may work anywhere.
const ANYWHERE: &str = "/";

/// What a token says, with what the hub says where the token is silent.
struct Ground {
    projects: Vec<String>,
    home: String,
    /// Where a call works that says nothing.
    usual: Option<String>,
}

/// A call at its place, and why it must ask there.
struct Placed {
    call: Call,
    why: Option<String>,
}

impl Ground {
    fn of(gate: &Gate, workplace: &Workplace) -> Self {
        let mut projects = workplace.projects.clone();
        let usual = match projects.as_slice() {
            [only] if only != ANYWHERE => Some(only.clone()),
            [] | [_] | [_, _, ..] => None,
        };
        // The root of the file system is no project, unless an operator says so for a token.
        if projects.is_empty() && gate.project() != ANYWHERE {
            projects.push(normal(ANYWHERE, gate.project()));
        }
        Self { projects, home: workplace.home.clone().unwrap_or_else(|| gate.home().to_owned()), usual }
    }

    /// The project that a directory lies in: by its name, and by where its links lead. The project may itself be behind a
    /// link; agents name it either way.
    fn holds(&self, path: &str) -> Option<String> {
        let (by_name, by_links) = (normal(ANYWHERE, path), Disk.resolve(path));
        self.projects.iter().find_map(|root| {
            let real = Disk.resolve(root);
            let named = [root.as_str(), &real].into_iter().find(|one| is_below(&by_name, one))?;
            is_below(&by_links, &real).then(|| named.to_owned())
        })
    }

    fn place(&self, gate: &Gate, mut call: Call, names_project: bool) -> Placed {
        if let Some(usual) = self.usual.as_ref().filter(|_| call.cwd.is_none() && call.project.is_none()) {
            (call.cwd, call.project) = (Some(usual.into()), Some(usual.into()));
        }
        let facts = gate.facts(&call);
        let root = self.holds(&facts.cwd);
        let mut project = self.holds(&facts.project);
        if let Some(root) = root.as_ref().filter(|_| project.is_none() && !names_project && call.project.is_some()) {
            // Nobody said it: the hub looked for marks of a project and found some above.
            call.project = Some(root.into());
            project = Some(root.clone());
        }
        let allowed = self.projects.iter().map(|root| format!("`{}`", root.escape_debug())).collect::<Vec<_>>();
        let allowed = if allowed.is_empty() { "it names none".to_owned() } else { allowed.join(", ") };
        let outside = |what: &str, path: &str| {
            format!("{what} `{}`, outside the projects of its token ({allowed})", path.escape_debug())
        };
        let why = if root.is_none() {
            Some(outside("the call works in", &facts.cwd))
        } else if project.is_none() {
            Some(outside("the call names the project", &facts.project))
        } else if normal(ANYWHERE, &facts.home) != normal(ANYWHERE, &self.home) {
            let (said, own) = (facts.home.escape_debug(), self.home.escape_debug());
            Some(format!("the call names the home directory `{said}`; the one of its token is `{own}`"))
        } else {
            None
        };
        Placed { call, why }
    }
}

/// A call of an agent at its place. Outside of what its token is for it asks, whatever else would let it run.
pub async fn placed(hub: &Hub, caller: &Caller, submitted: &SubmittedCall) -> Result<Call, Problem> {
    let (gate, call) = (hub.gate.clone(), submitted.call.clone());
    let ground = Ground::of(&gate, &caller.token.workplace);
    // Most calls say nothing, or work where the hub does.
    let said = call.cwd.is_some() || call.project.is_some() || call.home.is_some();
    if !said && caller.token.workplace == Workplace::default() && gate.project() != ANYWHERE {
        return Ok(call);
    }
    let names_project = submitted.names_project;
    let placing = blocking(FAILED, move || (ground.place(&gate, call, names_project), ground));
    let (Placed { mut call, why }, ground) = placing.await?;
    let Some(why) = why else { return Ok(call) };
    // What is denied in a project of the token stays denied, whatever the call says about where it works.
    for project in &ground.projects {
        let (project, home) = (Some(PathBuf::from(project)), Some(Path::new(&ground.home).to_path_buf()));
        let there = Call { project, home, ..call.clone() };
        if hub.check(caller, there.clone()).await?.verdict == Verdict::Deny {
            call = there;
            break;
        }
    }
    let about = call.about.take().map_or_else(About::default, |about| *about);
    call.about = Some(Box::new(About { insists: Some(why), ..about }));
    call.ask = true;
    Ok(call)
}
