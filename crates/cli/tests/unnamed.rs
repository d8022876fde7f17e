//! `byleave unnamed`, as a person types it.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test may fail")]

mod serving;

use std::path::{Path, PathBuf};

use serving::terminal::at_terminal;
use serving::{byleave, folder};

fn home(name: &str) -> PathBuf {
    let home = folder(&format!("unnamed-{name}"));
    std::fs::create_dir_all(home.join("work/.git")).unwrap();
    home
}

fn own(home: &Path) -> PathBuf {
    home.join(".config/byleave/policy.yaml")
}

#[test]
fn a_person_writes_it_into_their_own_policy_and_the_rest_stays() {
    let home = home("writes");
    let (code, shown) = at_terminal(&home, &["unnamed", "leave"], "y");
    assert_eq!(code, 0, "{shown}");
    assert_eq!(std::fs::read_to_string(own(&home)).unwrap(), "unnamed: leave\n");
    std::fs::write(own(&home), "# mine\nmode: autoEdit # so\n").unwrap();
    let (code, shown) = at_terminal(&home, &["unnamed", "ask"], "y");
    assert!(code == 0 && shown.contains("a person decides"), "{shown}");
    assert_eq!(std::fs::read_to_string(own(&home)).unwrap(), "# mine\nunnamed: ask\nmode: autoEdit # so\n");
    let output = byleave(&home, &["unnamed"]).output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("ask: "));
    let (code, shown) = at_terminal(&home, &["unnamed", "ask"], "y");
    assert!(code == 0 && shown.contains("already"), "{shown}");
}

#[test]
fn nothing_is_written_without_a_person_who_agrees_or_into_what_cannot_be_edited() {
    let home = home("refuses");
    let output = byleave(&home, &["unnamed", "leave"]).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && told.contains("needs a person at a terminal"), "{told}");
    assert!(!own(&home).exists());
    let (code, shown) = at_terminal(&home, &["unnamed", "leave"], "n");
    assert!(code == 1 && shown.contains("nothing was written"), "{shown}");
    assert!(!own(&home).exists());
    std::fs::create_dir_all(own(&home).parent().unwrap()).unwrap();
    for (text, words) in [("{ mode: default }\n", "by hand"), ("mode: [\n", "policy.yaml"), ("- a\n", "by hand")] {
        std::fs::write(own(&home), text).unwrap();
        let (code, shown) = at_terminal(&home, &["unnamed", "leave"], "y");
        assert!(code == 2 && shown.contains(words), "{text}: {shown}");
        assert_eq!(std::fs::read_to_string(own(&home)).unwrap(), text);
    }
}
