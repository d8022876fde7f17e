//! The page borrows some lists: `web/knowledge.js` has them as they are.

#![expect(clippy::expect_used, reason = "a test that cannot go on fails")]

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use byleave_knowledge::arguments::{FILES, METHODS, NEW, OLD, SENT, WRITTEN};
use byleave_knowledge::hosts::places;

fn script() -> String {
    let mut script =
        "// @ts-check\n// What byleave knows of arguments and hosts; the lists are in `crates/knowledge/lists`. Written by\n\
                      // `BYLEAVE_WRITE_SCHEMAS=1 cargo test -p byleave-knowledge --test page`.\n\n"
            .to_owned();
    let lists =
        [("FILES", FILES), ("WRITTEN", WRITTEN), ("OLD", OLD), ("NEW", NEW), ("METHODS", METHODS), ("SENT", SENT)];
    for (name, list) in lists {
        writeln!(script, "export const {name} = {list:?};").expect("a text");
    }
    script.push_str("/** Networks, and names with all below them, that are no place of the internet, and what one reads of them. */\n");
    script.push_str("export const PLACES = [\n");
    for (place, words) in places() {
        writeln!(script, "  [{place:?}, {words:?}],").expect("a text");
    }
    script + "];\n"
}

#[test]
fn the_page_has_the_same_lists() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/knowledge.js");
    if env::var_os("BYLEAVE_WRITE_SCHEMAS").is_some() {
        fs::write(&file, script()).expect("the page");
    }
    assert_eq!(fs::read_to_string(&file).expect("the page"), script());
}
