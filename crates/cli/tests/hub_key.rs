//! `byleave hub key` and `byleave hub token` at a terminal.
#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::io::Read as _;
use std::path::Path;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

const KEY: &str = "0x3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";

/// What a person sees, and whether it went well.
fn at_terminal(directory: &Path, what: &str, words: &str) -> (String, bool) {
    let pair = native_pty_system().openpty(PtySize { rows: 40, cols: 200, pixel_width: 0, pixel_height: 0 }).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_byleave"));
    command.args(["hub", what]);
    command.args(words.replace("KEY", KEY).split(' '));
    command.args(["--store", "hub/record.db"]);
    command.cwd(directory);
    command.env("HOME", directory);
    command.env("NO_COLOR", "1");
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut seen = Vec::new();
    // The end of a terminal is an error to whoever reads it.
    let _ = pair.master.try_clone_reader().unwrap().read_to_end(&mut seen);
    (String::from_utf8(seen).unwrap(), child.wait().unwrap().success())
}

#[test]
fn a_key_is_enrolled_listed_and_taken_back_for_good() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hub-key");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let other = KEY.replace("0x3d", "0x3e");
    for (words, well, expected) in [
        ("list", true, &[][..]),
        ("add ann 0x12", false, &["0x` and 64 hexadecimal digits"]),
        ("add ann 0x0000000000000000000000000000000000000000000000000000000000000000", false, &["no secret belongs"]),
        ("add ann KEY --role agent", false, &["a key is for `approver` or `viewer`"]),
        ("add ann KEY --role admin", false, &["a key is for `approver` or `viewer`"]),
        ("add ann KEY --role king", false, &["unknown role `king`"]),
        ("add ann KEY --expires soon", false, &["write 12h or 30d"]),
        ("add ann KEY --expires 30d", true, &["ann may connect as approver", KEY, "to the hub 0x"]),
        ("add bob KEY", false, &["enrolled already, as `ann`"]),
        (&format!("add wall {other} --role viewer --session work"), true, &["wall may connect as viewer"]),
        ("list", true, &["this hub", KEY, "approver", "until 2", "ann", "wall", "session work"]),
        ("revoke 0x12", false, &["no key `0x12` is enrolled"]),
        ("revoke hub_address", false, &["no key `hub_address` is enrolled"]),
        ("revoke KEY", true, &["is revoked"]),
        ("list", true, &["revoked"]),
        ("add ann KEY", false, &["that stays so: use another key"]),
    ] {
        let (seen, success) = at_terminal(&folder, "key", words);
        assert_eq!(success, well, "{words}: {seen}");
        for part in expected {
            assert!(seen.contains(part), "{words}: `{part}` is not in {seen}");
        }
    }
}

#[test]
fn the_token_of_an_agent_says_where_it_works_and_no_other_does() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hub-workplace");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let here = folder.to_string_lossy().into_owned();
    for (words, well, expected) in [
        ("create --role approver --project /w/app", false, &["limit other roles with `--session`"][..]),
        ("create --role viewer --home /home/dev", false, &["limit other roles with `--session`"]),
        (
            "create --role agent --name builder --project /w/x/../app --project sub --home /home/dev",
            true,
            &["byleave_"],
        ),
        ("create --role agent --name free", true, &["byleave_"]),
        ("list", true, &["builder  project /w/app  project ", &format!("{here}/sub  home /home/dev"), "free"]),
    ] {
        let (seen, success) = at_terminal(&folder, "token", words);
        assert_eq!(success, well, "{words}: {seen}");
        for part in expected {
            assert!(seen.replace("\r\n", "").contains(part), "{words}: `{part}` is not in {seen}");
        }
    }
}
