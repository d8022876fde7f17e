//! Opens the page in a browser without showing the secret of its address to other users.
//!
//! Every user of the machine can read the arguments of a command, and browsers take the address as an argument. So the
//! browser gets a file that only the user can read, and that redirects to the address.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use byleave_hub::Hub;

/// How often to check whether the page was opened.
const LOOK: Duration = Duration::from_millis(200);

/// A browser that has not read the file by then will not. The address itself stays valid.
const LONGEST: Duration = Duration::from_mins(2);

/// The file that redirects to the page. Dropping it removes it.
#[derive(Debug)]
pub struct Door(PathBuf);

impl Drop for Door {
    fn drop(&mut self) {
        // If it remains, it holds an address that counts once, and only the user can read it.
        let _ = fs::remove_file(&self.0);
    }
}

impl Door {
    /// Writes the file and lets a browser open it. Calls `failed` if the browser reports an error.
    pub fn open(folder: &Path, address: &str, failed: impl FnOnce() + Send + 'static) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let path = folder.join(format!("{}.html", byleave_gate::ids::new("open")));
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&path)?;
        let door = Self(path);
        file.write_all(page(address).as_bytes())?;
        let mut child = started(&door.0)?;
        // The process must be waited for, or it stays in the process table.
        std::thread::spawn(move || {
            if !child.wait().is_ok_and(|status| status.success()) {
                failed();
            }
        });
        Ok(door)
    }

    /// Keeps the file until the page was opened. Drop it when the hub ends.
    pub async fn keep(self, hub: &Hub) {
        let mut waited = Duration::ZERO;
        while !hub.is_visited() && waited < LONGEST {
            tokio::time::sleep(LOOK).await;
            waited = waited.saturating_add(LOOK);
        }
    }
}

/// A page that redirects. It has no script, and shows nothing to other people who see the screen.
fn page(address: &str) -> String {
    let escaped = address.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    format!(
        "<!doctype html><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\"><title>byleave</title>\
         <meta http-equiv=\"refresh\" content=\"0;url={escaped}\"><a href=\"{escaped}\">byleave</a>\n"
    )
}

/// Starts the first browser that works: the user's choice, then the desktop's.
fn started(file: &Path) -> io::Result<Child> {
    let usual = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let named = std::env::var("BROWSER").unwrap_or_default();
    let mut last = io::Error::new(io::ErrorKind::NotFound, "there is no browser");
    for one in named.split(':').filter(|one| !one.trim().is_empty()).chain([usual]) {
        let Some(mut command) = command(one, file) else { continue };
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // Ctrl-C at this terminal is meant for byleave.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        match command.spawn() {
            Ok(child) => return Ok(child),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// One entry of `BROWSER`: a program, perhaps with options and a `%s` where the file goes.
fn command(entry: &str, file: &Path) -> Option<Command> {
    let mut words = entry.split_whitespace();
    let mut command = Command::new(words.next()?);
    let mut placed = false;
    for word in words {
        if word.contains("%s") {
            command.arg(word.replace("%s", &file.to_string_lossy()));
            placed = true;
        } else {
            command.arg(word);
        }
    }
    if !placed {
        command.arg(file);
    }
    Some(command)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{command, page};

    #[test]
    fn an_entry_of_browser_is_a_program_with_the_file_where_it_says() {
        for (entry, expected) in [
            ("firefox", vec!["firefox", "/f.html"]),
            ("firefox --new-window", vec!["firefox", "--new-window", "/f.html"]),
            ("w3m %s -o x", vec!["w3m", "/f.html", "-o", "x"]),
            ("b --url=%s", vec!["b", "--url=/f.html"]),
        ] {
            let command = command(entry, Path::new("/f.html")).expect("a program");
            let words = std::iter::once(command.get_program()).chain(command.get_args());
            assert_eq!(words.collect::<Vec<_>>(), expected, "{entry}");
        }
        assert!(command("  ", Path::new("/f.html")).is_none());
    }

    #[test]
    fn an_address_stays_within_its_quotes() {
        assert!(!page("http://h/\"><script>x</script>").contains("<script>"));
    }
}
