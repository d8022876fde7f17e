//! Reads the command text.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Read, Write};

use byleave_shell::Limits;

use crate::failure::Failure;

/// Read beyond the reader's own limit, so that the reader sees that there is more and says so.
const SLACK: u64 = 4096;

/// The bytes of the argument, or of standard input. They need not be text.
pub fn read(argument: Option<OsString>) -> Result<Vec<u8>, Failure> {
    match argument {
        Some(text) if text != "-" => Ok(text.into_encoded_bytes()),
        _ => standard_input().map_err(Failure::Input),
    }
}

fn standard_input() -> io::Result<Vec<u8>> {
    let stdin = io::stdin().lock();
    if stdin.is_terminal() {
        // Without this, a person who forgot the argument sees a silent terminal. A failure to print it does not matter.
        let _ = writeln!(io::stderr(), "reading from the terminal; end with Ctrl-D on a line of its own");
    }
    let mut bytes = Vec::new();
    // An endless pipe must not fill the memory: nothing beyond the limit is read anyway.
    let most = u64::from(Limits::default().bytes).saturating_add(SLACK);
    let kept = stdin.take(most).read_to_end(&mut bytes)?;
    if u64::try_from(kept).is_ok_and(|kept| kept == most) {
        drop_torn_character(&mut bytes);
    }
    Ok(bytes)
}

/// Cuts off the beginning of a character whose end lies beyond the limit; the input itself is not broken there.
fn drop_torn_character(bytes: &mut Vec<u8>) {
    if let Err(error) = std::str::from_utf8(bytes)
        && error.error_len().is_none()
    {
        bytes.truncate(error.valid_up_to());
    }
}

#[cfg(test)]
mod tests {
    use super::drop_torn_character;

    #[test]
    fn only_a_torn_last_character_is_dropped() {
        for (given, kept) in [
            (&b"abc"[..], &b"abc"[..]),
            (b"ab\xe2\x82", b"ab"),
            (b"ab\xe2\x82\xac", b"ab\xe2\x82\xac"),
            (b"a\xffb\xe2\x82", b"a\xffb\xe2\x82"),
            (b"", b""),
        ] {
            let mut bytes = given.to_vec();
            drop_torn_character(&mut bytes);
            assert_eq!(bytes, kept);
        }
    }
}
