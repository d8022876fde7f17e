//! The front matter of a `SKILL.md`: what a skill may run while it is carried out.

use super::node::{self, Value};
use super::problem::{Place, Problem, Problems};
use byleave_policy::rules::Rule;
use byleave_policy::{Source, Verdict};

/// What a manifest says.
#[derive(Clone, Debug, Default)]
pub struct Manifest {
    /// `name`
    pub name: Option<String>,
    /// `description`
    pub description: Option<String>,
    /// `tools`: a list of patterns, or one.
    pub tools: Vec<Rule>,
}

/// Reads the front matter of a manifest. A text without any lists nothing. `allowed-tools`, which other agents read, is not
/// heard: it was written for their meaning of it.
///
/// # Errors
///
/// If the front matter cannot be read, or `tools` holds something that is no pattern.
pub fn read_skill(file: &str, text: &str) -> Result<Manifest, Problems> {
    let Some(matter) = front_matter(text) else { return Ok(Manifest::default()) };
    let tree = node::read(file, matter)?;
    let problem = |place: &Place, message: String| {
        // The front matter begins on the second line of the file.
        let place = Place { line: place.line.saturating_add(1), ..place.clone() };
        Problem::error(file, place, message)
    };
    let mut manifest = Manifest::default();
    let Value::Map(entries) = &tree.value else {
        return Err(Problems(vec![problem(&tree.place, "the front matter is not a mapping".to_owned())]));
    };
    let mut wrong = Vec::new();
    for entry in entries {
        match entry.key.as_str() {
            "name" => manifest.name = entry.node.scalar(),
            "description" => manifest.description = entry.node.scalar(),
            "tools" => {
                let nodes = match &entry.node.value {
                    Value::List(list) => list.as_slice(),
                    Value::Null => &[],
                    Value::Bool(_) | Value::Number(_) | Value::Text(_) | Value::Map(_) => {
                        std::slice::from_ref(&entry.node)
                    }
                };
                for node in nodes {
                    let rule = match &node.value {
                        Value::Text(pattern) => Rule::new(pattern, Verdict::Allow).map_err(|error| error.to_string()),
                        Value::Null | Value::Bool(_) | Value::Number(_) | Value::List(_) | Value::Map(_) => Err(
                            format!("a tool of a skill is a pattern such as `Bash(git *)`, not {}", node.value.kind()),
                        ),
                    };
                    match rule {
                        Ok(rule) => manifest.tools.push(Rule { source: Source::Skill, ..rule }),
                        Err(message) => wrong.push(problem(&node.place, message)),
                    }
                }
            }
            _ => {}
        }
    }
    if wrong.is_empty() { Ok(manifest) } else { Err(Problems(wrong)) }
}

/// The text between the first line `---` and the next.
fn front_matter(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("---\n").or_else(|| text.strip_prefix("---\r\n"))?;
    let mut from = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == "---" {
            return rest.get(..from);
        }
        from = from.saturating_add(line.len());
    }
    None
}

#[cfg(test)]
mod tests {
    use super::read_skill;

    #[test]
    fn manifests() {
        for (text, expected) in [
            ("---\nname: commit\ntools:\n  - Bash(git *)\n  - read\n---\nbody", Ok(vec!["Bash(git *)", "read"])),
            ("---\ntools: Bash(git status)\n---\n", Ok(vec!["Bash(git status)"])),
            ("---\nname: x\nallowed-tools: Bash\n---\n", Ok(vec![])),
            ("---\ntools:\n---\n", Ok(vec![])),
            ("no front matter", Ok(vec![])),
            ("---\ntools: [bash]\nnever closed", Ok(vec![])),
            (
                "---\ntools: [1]\n---\n",
                Err("SKILL.md:2:9: a tool of a skill is a pattern such as `Bash(git *)`, not a number"),
            ),
            ("---\ntools: ['Bash(x']\n---\n", Err("SKILL.md:2:9: pattern without its closing `)`")),
            ("---\n- a\n---\n", Err("SKILL.md:2:1: the front matter is not a mapping")),
        ] {
            let read = read_skill("SKILL.md", text);
            let found = read.map(|manifest| manifest.tools.into_iter().map(|rule| rule.text).collect::<Vec<_>>());
            let found = found.map_err(|problems| problems.to_string());
            assert_eq!(
                found,
                expected.map(|list| list.into_iter().map(str::to_owned).collect()).map_err(str::to_owned),
                "{text}"
            );
        }
    }
}
