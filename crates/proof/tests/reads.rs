//! What core rows prove, and what they hold: `reads.txt`.

use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::{env, fs, io, process};

use byleave_knowledge::programs::{Taught, TaughtFile, Teacher};
use byleave_proof::{Environment, Ground, Host, Log, Options, World, read};

mod support;

/// The rows with a label.
fn rows(label: &str) -> Vec<String> {
    let list = include_str!("reads.txt");
    let rows = list.lines().filter_map(|line| line.split_once('\t')).filter(|(one, _)| *one == label);
    rows.map(|(_, text)| text.replace('␤', "\n")).collect()
}

/// Whether a text is proven; if not, why.
fn judged(text: &str, world: &World<'_>, ground: Ground<'_>) -> Result<(), String> {
    let host = Host { options: Options::Default, home: Some(ground.home), directory: Some(ground.cwd) };
    let plain = read(text.as_bytes(), &host).map_err(|not| not.to_string())?;
    support::prove(&plain, world, ground).map_err(|not| not.reason.to_string())
}

const ORDINARY: Ground<'_> =
    Ground { project: "/home/dev/project", home: "/home/dev", cwd: "/home/dev/project", roots: &[] };

#[test]
fn what_only_reads_is_proven_where_files_are_ordinary() {
    let all: Vec<String> = rows("proven").into_iter().chain(rows("seen")).collect();
    assert!(all.len() > 350, "{} rows", all.len());
    let held = all.iter().filter_map(|text| Some((text, judged(text, &World::Assumed, ORDINARY).err()?)));
    let held: Vec<_> = held.collect();
    assert!(held.is_empty(), "{held:#?}");
}

#[test]
fn what_may_do_more_than_read_is_held_even_where_files_are_ordinary() {
    let all = rows("held");
    assert!(all.len() > 1000, "{} rows", all.len());
    let proven: Vec<_> = all.iter().filter(|text| judged(text, &World::Assumed, ORDINARY).is_ok()).collect();
    assert!(proven.is_empty(), "{proven:#?}");
}

#[test]
fn secrets_odd_names_and_links_hold_what_would_meet_them() {
    let place = Hostile::new().expect("a directory for files");
    let (project, home) = (place.path("project"), place.path(""));
    let ground = Ground { project: &project, home: &home, cwd: &project, roots: &[] };
    let environment = Environment::from([("PATH".to_owned(), "/usr/bin:/bin".to_owned())]);
    let seen = |text: &str| judged(text, &World::Seen(&support::Real, &environment, Some(&Log::default())), ground);
    let proven: Vec<_> = rows("seen").into_iter().filter(|text| seen(text).is_ok()).collect();
    assert!(proven.is_empty(), "{proven:#?}");
    // The same disk proves what meets none of them.
    let plain = "find src/plain -name '*.rs' | xargs wc -l";
    let wrapped = ["timeout 5 ls", "env LC_ALL=C ls", "bash -c 'ls; pwd'"];
    for text in ["cat a.txt", "ls -la", "grep -rn x src/plain", "cat src/plain/*", plain].into_iter().chain(wrapped) {
        assert_eq!(seen(text), Ok(()), "{text}");
    }
    // Programs of the project take the place of wrappers as well.
    let own = Environment::from([("PATH".to_owned(), format!("{project}/bin:/usr/bin"))]);
    let seen = |text: &str| judged(text, &World::Seen(&support::Real, &own, None), ground);
    let taken: Vec<_> = wrapped.into_iter().filter(|text| seen(text).is_ok()).collect();
    assert!(taken.is_empty(), "{taken:#?}");
    assert_eq!(seen("ls -la"), Ok(()));
}

#[test]
fn a_row_of_a_person_proves_and_a_row_of_a_project_does_not() {
    const ROW: &str = "deploy-status  read\n  proves: shows what runs\n  proves-with: -v\n  -v -x\n";
    let judged_by = |teacher: Teacher, text: &str| {
        let file = TaughtFile::read(ROW).unwrap_or_default();
        let _known = Taught::of(&[(file, teacher)]).unwrap_or_default().enter();
        judged(text, &World::Assumed, ORDINARY).is_ok()
    };
    assert!(judged_by(Teacher::Person, "deploy-status -v a.txt"));
    assert!(!judged_by(Teacher::Person, "deploy-status -x a.txt"), "only what `proves-with:` names");
    assert!(!judged_by(Teacher::TrustedProject, "deploy-status -v a.txt"));
    assert!(!judged_by(Teacher::Project, "deploy-status -v a.txt"));
    // Who replaces a core row has to say so for their own.
    let replaced = TaughtFile::read("cat  read\n  -n\n").unwrap_or_default();
    let _known = Taught::of(&[(replaced, Teacher::Person)]).unwrap_or_default().enter();
    assert!(judged("cat a.txt", &World::Assumed, ORDINARY).is_err());
}

/// A home with a project that holds secrets, names that are options or several words, and links that lead out.
struct Hostile {
    root: PathBuf,
}

impl Hostile {
    fn new() -> io::Result<Self> {
        let root = env::temp_dir().join(format!("byleave-reads-{}", process::id()));
        let project = root.join("project");
        for directory in ["project/src/plain", "project/sub", "project/certs", "project/bin", "other", ".ssh"] {
            fs::create_dir_all(root.join(directory))?;
        }
        let ordinary = ["a.txt", "b.txt", "src/plain/a.rs", "../other/a.txt", "bin/timeout", "bin/env", "bin/bash"];
        let secrets = [".env", "sub/.env", "certs/key.pem", "credentials.json", "id_rsa", "../.ssh/id_rsa"];
        let odd = ["-R", "--output=x", "--pre=.evil", "-exec", "a c.txt", "src/-R", "src/a b.rs"];
        for file in ordinary.iter().chain(&secrets).chain(&odd) {
            fs::write(project.join(file), "x\n")?;
        }
        let outward = [("up", "../other"), ("outlink", "../other/a.txt"), ("src/out", "../../other")];
        for (link, target) in outward.into_iter().chain([("innerlink", ".env"), ("linkdir", "src")]) {
            symlink(target, project.join(link))?;
        }
        Ok(Self { root: root.canonicalize()? })
    }

    fn path(&self, below: &str) -> String {
        let path = if below.is_empty() { self.root.clone() } else { self.root.join(below) };
        path.to_string_lossy().into_owned()
    }
}

impl Drop for Hostile {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}
