//! Prints the rows that say that they prove, one a line, fields separated by tabs: path, hash, names, style, kinds of the first operand and of
//! the others, and the options with what they take and what that is. For `scripts/prove --core`.

use std::path::Path;
use std::{fs, io};

use byleave_knowledge::programs::claims_in;

fn main() -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let mut files: Vec<_> = fs::read_dir(&folder)?.collect::<Result<_, _>>()?;
    files.sort_by_key(fs::DirEntry::file_name);
    for file in files.iter().map(fs::DirEntry::path).filter(|file| file.extension().is_some_and(|end| end == "txt")) {
        let claims = claims_in(&fs::read_to_string(&file)?);
        for claim in claims.map_err(|mistakes| io::Error::other(format!("{}: {mistakes:?}", file.display())))? {
            let first = claim.first.map_or("-", |kind| kind.word());
            let options =
                claim.options.iter().map(|(option, takes, kind)| format!("{option}|{}|{}", takes.word(), kind.word()));
            let options = options.collect::<Vec<_>>().join(" ");
            let (path, hash, names) = (claim.path, claim.hash, claim.names.join(","));
            println!("{path}\t{hash}\t{names}\t{}\t{first}\t{}\t{options}", claim.style.word(), claim.rest.word());
        }
    }
    Ok(())
}
