//! The programs as agents start them.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::failure::Failure;

/// This program: it starts MCP servers, and hooks where nothing better is there.
pub fn whole() -> Result<String, Failure> {
    let path =
        std::env::current_exe().map_err(|error| Failure::Usage(format!("byleave cannot find itself: {error}")))?;
    path.into_os_string().into_string().map_err(|_| Failure::Usage("the path of byleave is not UTF-8 text".to_owned()))
}

/// The program for hooks: `byleave-hook` if it lies beside this one, because it starts in less time; else this one. One of another
/// version is not taken: it may read another policy language.
pub fn hook(whole: &str) -> String {
    let beside = Path::new(whole).with_file_name("byleave-hook");
    let ours = || -> Option<String> {
        let told = Command::new(&beside).arg("--version").stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
        let version = concat!("byleave-hook ", env!("CARGO_PKG_VERSION"), "\n");
        (told.stdout == version.as_bytes()).then(|| beside.to_str().map(str::to_owned)).flatten()
    };
    ours().unwrap_or_else(|| whole.to_owned())
}
