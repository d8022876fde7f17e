//! `byleave` at a terminal, as a person types.

use std::io::{Read as _, Write as _};
use std::path::Path;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

/// Runs it at a terminal, with an answer to every question; several lines are the answers one by one.
pub fn at_terminal(home: &Path, words: &[&str], answer: &str) -> (u32, String) {
    let pair = native_pty_system().openpty(PtySize { rows: 50, cols: 200, pixel_width: 0, pixel_height: 0 }).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_byleave"));
    command.args(words);
    command.cwd(home.join("work"));
    command.env("HOME", home);
    command.env("PATH", "/usr/bin:/bin");
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().unwrap();
    pair.master.take_writer().unwrap().write_all(format!("{answer}\n").repeat(4).as_bytes()).unwrap();
    let reading = std::thread::spawn(move || {
        let mut text = Vec::new();
        // A terminal that is gone is an error, and the end.
        let _ = reader.read_to_end(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    });
    let code = child.wait().unwrap().exit_code();
    drop(pair.master);
    (code, reading.join().unwrap())
}
