//! `docs/en/first-minutes.md`: everything on it is typed at a terminal, and must come out as it is shown.
#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::thread;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/en/first-minutes.md");

/// What stands before the answer that a person types.
const QUESTION: &str = "[y/N] ";

/// A command of the page with what comes of it.
struct Step {
    command: String,
    shown: Vec<String>,
}

/// A project of the page: its files, and what is typed in it.
struct Scene {
    files: Vec<String>,
    steps: Vec<Step>,
}

/// The scenes of the page: a heading of the second order begins one, `files:` in a comment names its files.
fn scenes(page: &str) -> Vec<Scene> {
    let mut scenes: Vec<Scene> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        if let Some(files) = line.strip_prefix("<!-- files: ").and_then(|rest| rest.strip_suffix(" -->")) {
            scenes.push(Scene { files: files.split(' ').map(str::to_owned).collect(), steps: Vec::new() });
        } else if line.starts_with("```") {
            inside = line == "```console";
        } else if let (true, Some(scene)) = (inside, scenes.last_mut()) {
            match (line.strip_prefix("$ "), scene.steps.last_mut()) {
                (Some(command), _) => scene.steps.push(Step { command: command.to_owned(), shown: Vec::new() }),
                (None, Some(step)) => step.shown.push(line.to_owned()),
                (None, None) => {}
            }
        }
    }
    scenes
}

/// A line without what differs from run to run: the time of day.
fn settled(line: &str) -> String {
    let is_time = |word: &str| {
        word.len() == 8
            && word.chars().enumerate().all(|(at, one)| if at % 3 == 2 { one == ':' } else { one.is_ascii_digit() })
    };
    match line.split_once(' ') {
        Some((first, rest)) if is_time(first) => format!("09:30:00 {rest}").trim_end().to_owned(),
        _ => line.trim_end().to_owned(),
    }
}

/// What stands on the page for lines that are left out.
const LEFT_OUT: &str = "  …";

/// Whether a page shows this output.
fn is_shown(found: &[String], shown: &[String]) -> bool {
    match shown.split_first() {
        None => found.is_empty(),
        Some((line, rest)) if line == LEFT_OUT => (0..=found.len()).any(|skipped| is_shown(&found[skipped..], rest)),
        Some((line, rest)) => found.first() == Some(line) && is_shown(&found[1..], rest),
    }
}

/// Runs a line of the page at a terminal, in a shell, and types the answers.
fn typed(home: &Path, project: &Path, step: &Step) -> Vec<String> {
    let size = PtySize { rows: 60, cols: 100, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).expect("there is a terminal");
    let mut command = CommandBuilder::new("bash");
    command.args(["--norc", "--noprofile", "-c", &step.command]);
    command.cwd(project);
    let programs = Path::new(env!("CARGO_BIN_EXE_byleave")).parent().unwrap().display().to_string();
    command.env("PATH", format!("{programs}:/usr/bin:/bin"));
    command.env("HOME", home);
    command.env("NO_COLOR", "1");
    command.env("TERM", "xterm");
    command.env("TZ", "UTC");
    for name in ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "COLUMNS"] {
        command.env_remove(name);
    }
    let mut child = pair.slave.spawn_command(command).expect("the shell starts");
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().unwrap();
    let mut keyboard = pair.master.take_writer().unwrap();
    let answers: Vec<String> = step
        .shown
        .iter()
        .filter_map(|line| line.split_once(QUESTION).map(|(_, answer)| format!("{answer}\r")))
        .collect();
    let reading = thread::spawn(move || {
        let mut seen = Vec::new();
        let mut chunk = [0; 4096];
        let mut answered = 0;
        while let Ok(count @ 1..) = reader.read(&mut chunk) {
            seen.extend_from_slice(&chunk[..count]);
            let asked = String::from_utf8_lossy(&seen).matches(QUESTION).count();
            while answered < asked.min(answers.len()) {
                keyboard.write_all(answers[answered].as_bytes()).unwrap();
                answered += 1;
            }
        }
        String::from_utf8_lossy(&seen).replace('\r', "")
    });
    child.wait().unwrap();
    drop(pair.master);
    reading.join().unwrap().lines().map(settled).collect()
}

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_first_minutes_are_as_the_page_shows_them() {
    let page = fs::read_to_string(PAGE).expect("there is this page");
    let scenes = scenes(&page);
    assert_eq!(scenes.len(), 3, "three kinds of projects");
    let mut written = page.clone();
    for (number, scene) in scenes.iter().enumerate() {
        let root = std::env::temp_dir().join(format!("byleave-first-{}-{number}", std::process::id()));
        let folder = Folder(root);
        let (home, project) = (folder.0.join("home"), folder.0.join("home/app"));
        fs::create_dir_all(project.join(".git")).unwrap();
        for file in &scene.files {
            let path = project.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        for step in &scene.steps {
            let found = typed(&home, &project, step);
            let shown: Vec<String> = step.shown.iter().map(|line| settled(line)).collect();
            if std::env::var_os("WRITE_TRANSCRIPT").is_some() {
                let old = format!("$ {}\n{}\n", step.command, step.shown.join("\n"));
                let old = if step.shown.is_empty() { format!("$ {}\n", step.command) } else { old };
                written = written.replacen(&old, &format!("$ {}\n{}\n", step.command, found.join("\n")), 1);
                continue;
            }
            assert!(is_shown(&found, &shown), "$ {}\n{}", step.command, found.join("\n"));
        }
    }
    if std::env::var_os("WRITE_TRANSCRIPT").is_some() {
        fs::write(PAGE, written).unwrap();
    }
}
