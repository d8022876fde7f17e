//! Packs the page: every file of `web/` compressed once, with the tag by which a browser knows that it has it already.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    pack()
}

/// The rooms of the page; what else lies in `web/` is for its tests.
const ROOMS: [&str; 5] = ["", "card", "hub", "screens", "text"];

/// What kind of file an ending means. Others do not belong into the page.
const KINDS: [(&str, &str); 6] = [
    ("css", "text/css; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("webmanifest", "application/manifest+json"),
];

fn pack() -> Result<(), Box<dyn Error>> {
    let web = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("web");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let mut files = BTreeMap::new();
    for room in ROOMS {
        println!("cargo::rerun-if-changed={}", web.join(room).display());
        for entry in fs::read_dir(web.join(room))? {
            let entry = entry?;
            let name = entry.file_name().into_string().map_err(|_| "a file of the page has a strange name")?;
            // Types are for the checker.
            if entry.file_type()?.is_file() && !name.ends_with(".d.ts") {
                files.insert(if room.is_empty() { name } else { format!("{room}/{name}") }, entry.path());
            }
        }
    }
    let mut table = String::from("/// The files, in the order of their names.\npub const FILES: &[File] = &[\n");
    for (name, path) in files {
        println!("cargo::rerun-if-changed={}", path.display());
        let ending = name.rsplit('.').next().unwrap_or_default();
        let (_, kind) =
            KINDS.iter().find(|(known, _)| *known == ending).ok_or("a file of the page has an unknown ending")?;
        let content = fs::read(&path)?;
        let tag =
            Sha256::digest(&content).iter().take(12).fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(&content)?;
        let kept = name.replace('/', "-");
        fs::write(out.join(format!("{kept}.gz")), packed.finish()?)?;
        writeln!(
            table,
            "    File {{ name: {name:?}, kind: {kind:?}, tag: {tag:?}, length: {}, packed: include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{kept}.gz\")) }},",
            content.len()
        )?;
    }
    table.push_str("];\n");
    fs::write(out.join("page.rs"), table)?;
    Ok(())
}
