//! One call a line: for scoring, for tests, and for programs that ask often.

use std::io::{self, BufRead, Read};

use byleave_gate::files::Disk;
use byleave_policy::paths::Lexical;
use byleave_policy::read::shells_from_json;
use byleave_policy::rules::Rule;
use byleave_policy::{CallFacts, Policy, Source, Verdict, decide};
use serde::Serialize;
use serde_json::{Map, Value};

use super::Strict;
use super::report::Report;
use crate::failure::Failure;

/// A longer line is refused unread: a line without end must not fill the memory.
const LONGEST: usize = 64 << 20;

/// Answers every line of the input in order; blank lines have no answer. With `assume` no line may want the disk.
pub fn answer_all(
    input: &mut dyn BufRead,
    assume: bool,
    mut each: impl FnMut(Value) -> io::Result<()>,
) -> Result<(), Failure> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let most = u64::try_from(LONGEST).unwrap_or(u64::MAX);
        let read = (&mut *input).take(most).read_until(b'\n', &mut line).map_err(Failure::Input)?;
        if read == 0 {
            return Ok(());
        }
        if read == LONGEST && line.last() != Some(&b'\n') {
            skip_line(input).map_err(Failure::Input)?;
            each(refused(None, "the line is too long to be a call"))?;
        } else if !line.iter().all(u8::is_ascii_whitespace) {
            each(answer(&line, assume))?;
        }
    }
}

/// Reads up to and with the next line break, keeping nothing.
fn skip_line(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let seen = input.fill_buf()?;
        let end = seen.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(seen.len(), |end| end.saturating_add(1));
        input.consume(taken);
        if end.is_some() || taken == 0 {
            return Ok(());
        }
    }
}

/// The answer to one line. A line that is not a call is denied, with the error.
fn answer(line: &[u8], assume: bool) -> Value {
    match serde_json::from_slice::<Strict>(line) {
        Ok(Strict(Value::Object(request))) => {
            let id = request.get("id").cloned();
            match judged(&request, assume) {
                Ok(answer) => answer,
                Err(error) => refused(id.as_ref(), &error),
            }
        }
        Ok(_) => refused(None, "the line is not a JSON object"),
        Err(error) => refused(None, &format!("the line is not JSON: {error}")),
    }
}

fn refused(id: Option<&Value>, error: &str) -> Value {
    let (verdict, source) = (Verdict::Deny, Source::None);
    let body = Refused { id, verdict, source, rule: None, reason: error, error, outside: false, findings: [] };
    serde_json::to_value(body).unwrap_or_default()
}

/// The answer to a line that is no call.
#[derive(Serialize)]
struct Refused<'r> {
    id: Option<&'r Value>,
    verdict: Verdict,
    source: Source,
    rule: Option<&'r str>,
    reason: &'r str,
    error: &'r str,
    outside: bool,
    findings: [(); 0],
}

fn judged(request: &Map<String, Value>, assume: bool) -> Result<Value, String> {
    let text = |key: &str, otherwise: &str| match request.get(key) {
        None | Some(Value::Null) => Ok(otherwise.to_owned()),
        Some(Value::String(text)) => Ok(text.clone()),
        Some(_) => Err(format!("`{key}` is not text")),
    };
    let tool = match request.get("tool") {
        Some(Value::String(tool)) => tool.clone(),
        _ => return Err("`tool` is missing or not text".to_owned()),
    };
    let arguments = match request.get("args") {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(map)) => map.clone(),
        Some(_) => return Err("`args` is not an object".to_owned()),
    };
    let command_bytes = match arguments.get("command_b64") {
        None => None,
        Some(Value::String(text)) => Some(base64(text).ok_or("`command_b64` is not base64")?),
        Some(_) => return Err("`command_b64` is not text".to_owned()),
    };
    let here = std::env::current_dir().map_or_else(|_| "/".to_owned(), |here| here.to_string_lossy().into_owned());
    let cwd = text("cwd", &here)?;
    let project = text("project", &cwd)?;
    let home = text("home", &std::env::var("HOME").unwrap_or_else(|_| "/".to_owned()))?;
    let shell = shells_from_json(request.get("shell").unwrap_or(&Value::Null));
    let shell = shell.map_err(|error| format!("`shell`: {error}"))?;
    let call = CallFacts { tool, arguments, command_bytes, shell, cwd, project, home };
    let policy = policy(request)?;
    let assumed = match request.get("disk") {
        None | Some(Value::Null | Value::Bool(false)) => true,
        Some(Value::Bool(true)) if assume => return Err("`disk` is true, and `--assume` looks at no disk".to_owned()),
        Some(Value::Bool(true)) => false,
        Some(_) => return Err("`disk` is neither true nor false".to_owned()),
    };
    let decision = if assumed { decide(&call, &policy, &Lexical) } else { decide(&call, &policy, &Disk) };
    Ok(Report::of(request.get("id"), &decision, None, assumed).to_json())
}

/// The policy of one line: only its own rules and the floors, or the default policy.
fn policy(request: &Map<String, Value>) -> Result<Policy, String> {
    if request.get("default_policy") == Some(&Value::Bool(true)) {
        return Ok(Policy::default());
    }
    let mut rules = Vec::new();
    for (key, says) in [("rules", Verdict::Allow), ("ask", Verdict::Ask), ("deny", Verdict::Deny)] {
        let list = match request.get(key) {
            None | Some(Value::Null) => continue,
            Some(Value::Array(list)) => list,
            Some(_) => return Err(format!("`{key}` is not a list")),
        };
        for rule in list {
            let text = rule.as_str().ok_or_else(|| format!("a rule in `{key}` is not text"))?;
            rules.push(Rule::new(text, says).map_err(|error| format!("rule `{text}`: {error}"))?);
        }
    }
    Ok(Policy { rules: rules.into(), rules_only: true, ..Policy::default() })
}

/// Decodes base64; twenty lines are not worth a dependency.
fn base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let (mut buffer, mut bits) = (0u32, 0u32);
    for byte in text.bytes().filter(|byte| *byte != b'=' && !byte.is_ascii_whitespace()) {
        let value = match byte {
            b'A'..=b'Z' => byte.checked_sub(b'A')?,
            b'a'..=b'z' => byte.checked_sub(b'a')?.checked_add(26)?,
            b'0'..=b'9' => byte.checked_sub(b'0')?.checked_add(52)?,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        buffer = buffer << 6 | u32::from(value);
        bits = bits.checked_add(6)?;
        if bits >= 8 {
            bits = bits.checked_sub(8)?;
            bytes.push(u8::try_from(buffer >> bits & 0xff).ok()?);
        }
    }
    Some(bytes)
}
