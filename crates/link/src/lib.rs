//! How the programs of byleave are linked, for their build scripts: one of them starts for every tool call of an agent, and much
//! of a start is the work of the loader.

use std::env;
use std::process::Command;

/// Asks for relative addresses to be written as bits instead of 24 bytes each. The loader of glibc 2.36 and later knows them, and a
/// program that is linked with an older one must run there.
pub fn pack_relocations() {
    if is_for_this_linux() && glibc().is_some_and(|version| version >= (2, 36)) {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// Takes in what unwinds the stack: one library less to load. It stands before the shared one, which is then not needed.
pub fn unwind_without_library() {
    let found = || told("cc", &["-print-file-name=libgcc_eh.a"]).is_some_and(|path| path.starts_with('/'));
    if is_for_this_linux() && found() {
        println!("cargo::rustc-link-lib=static:-bundle=gcc_eh");
    }
}

/// Whether the program is for this machine, and the machine has the C library that these settings are about.
fn is_for_this_linux() -> bool {
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let here = env::var("HOST").is_ok_and(|host| is("TARGET", &host));
    here && is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu")
}

/// The version of the C library of this machine.
fn glibc() -> Option<(u32, u32)> {
    let text = told("getconf", &["GNU_LIBC_VERSION"])?;
    let (major, minor) = text.strip_prefix("glibc ")?.split_once('.')?;
    let minor: String = minor.chars().take_while(char::is_ascii_digit).collect();
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// What a program prints.
fn told(program: &str, words: &[&str]) -> Option<String> {
    let output = Command::new(program).args(words).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
