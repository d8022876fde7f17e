//! What a call of a write or edit tool would change in the file as it is now.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use byleave_gate::Request;
use byleave_knowledge::arguments::{FILES, NEW, OLD, WRITTEN};
use byleave_policy::tools;
use serde_json::Value;

use crate::diff::Diff;

/// For larger files only the arguments are shown.
const LARGEST: u64 = 4 << 20;

/// The change, if it can be computed.
pub fn of(request: &Request) -> Option<Diff> {
    let call = &request.call;
    let tool = tools::find(&call.tool)?;
    let first = |names: &[&str]| {
        names.iter().find_map(|name| Some(((*name).to_owned(), call.arguments.get(*name)?.as_str()?.to_owned())))
    };
    let (path_name, path) = first(FILES)?;
    let file = resolved(request, &path);
    let (names, diff) = match tool.name {
        "write" => {
            let (name, content) = first(WRITTEN)?;
            (vec![name], Diff::between(&path, current(&file)?.as_deref(), &content))
        }
        "edit" => {
            let (old_name, old) = first(OLD)?;
            let (new_name, new) = first(NEW)?;
            let all = call.arguments.get("replace_all").and_then(Value::as_bool).unwrap_or(false);
            let before = current(&file)?.filter(|text| !old.is_empty() && text.contains(&old));
            let diff = match before {
                Some(text) if all => Diff::between(&path, Some(&text), &text.replace(&old, &new)),
                Some(text) => Diff::between(&path, Some(&text), &text.replacen(&old, &new, 1)),
                // The file is not as the agent thinks: show the arguments of the edit itself.
                None => Diff::between(&path, Some(&old), &new),
            };
            (vec![old_name, new_name], diff)
        }
        _ => return None,
    };
    Some(Diff { arguments: names.into_iter().chain([path_name]).collect(), ..diff })
}

fn resolved(request: &Request, path: &str) -> PathBuf {
    match path.strip_prefix("~/") {
        Some(rest) => Path::new(&request.home).join(rest),
        None => Path::new(&request.cwd).join(path),
    }
}

/// The content of a file now; `None` if it cannot be shown as text, `Some(None)` if there is no file.
#[expect(clippy::option_option, reason = "not there and not readable are two things, and both are no error")]
fn current(path: &Path) -> Option<Option<String>> {
    match fs::metadata(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Some(None),
        // A pipe or a device would block, or reading would change it.
        Ok(about) if about.is_file() && about.len() <= LARGEST => {}
        Ok(_) | Err(_) => return None,
    }
    let mut text = String::new();
    fs::File::open(path).ok()?.take(LARGEST.saturating_add(1)).read_to_string(&mut text).ok()?;
    Some(Some(text))
}
