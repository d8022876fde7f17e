//! The command line of `byleave hook`, read without clap.

use std::ffi::OsString;
use std::path::PathBuf;

use byleave_agents::Agent;

/// What the command line says.
#[derive(Debug, Default)]
pub struct Options {
    pub agent: Option<Agent>,
    pub event: Option<String>,
    pub wait: Option<u32>,
    pub terminal: bool,
    pub config: Option<PathBuf>,
    pub store: Option<PathBuf>,
}

/// An invalid command line, with what could be read of it: enough to refuse the call in the agent's own protocol.
#[derive(Debug)]
pub struct Wrong {
    pub agent: Option<Agent>,
    pub event: Option<String>,
    pub why: String,
}

impl Options {
    /// Reads the words after `byleave hook`.
    pub fn parse(words: &[OsString]) -> Result<Self, Wrong> {
        let mut options = Self::default();
        match options.take(words) {
            Ok(()) => Ok(options),
            Err(why) => Err(Wrong { agent: options.agent, event: options.event, why }),
        }
    }

    fn take(&mut self, words: &[OsString]) -> Result<(), String> {
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let text = word.to_str().ok_or("an option of `byleave hook` is not UTF-8 text")?;
            let (name, joined) = match text.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name, Some(OsString::from(value))),
                Some(_) | None => (text, None),
            };
            if name == "--terminal" && joined.is_none() {
                self.terminal = true;
                continue;
            }
            if !["--agent", "--event", "--wait", "--config", "-c", "--store"].contains(&name) {
                return Err(format!("`byleave hook` has no option `{text}`; see `byleave hook --help`"));
            }
            let value = joined.or_else(|| words.next().cloned());
            let value = value.ok_or_else(|| format!("`{name}` of `byleave hook` needs a value"))?;
            let as_text = || value.to_str().ok_or_else(|| format!("the value of `{name}` is not UTF-8 text"));
            match name {
                "--agent" => self.agent = Some(as_text()?.parse().map_err(|error| format!("{error}"))?),
                "--event" => self.event = Some(as_text()?.to_owned()),
                "--wait" => {
                    let seconds = as_text()?.parse().map_err(|_| "`--wait` is not a number of seconds".to_owned())?;
                    self.wait = Some(seconds);
                }
                "--store" => self.store = Some(value.into()),
                _ => self.config = Some(value.into()),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use byleave_agents::Agent;

    use super::Options;

    fn parse(words: &[&str]) -> Result<Options, super::Wrong> {
        Options::parse(&words.iter().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn both_spellings_of_an_option_count() {
        for words in [["--agent", "codex", "--wait", "9"].as_slice(), &["--agent=codex", "--wait=9"]] {
            let options = parse(words).expect("options");
            assert_eq!((options.agent, options.wait), (Some(Agent::Codex), Some(9)));
        }
        let options = parse(&["-c", "p.yaml", "--store", "a.db", "--event", "Stop", "--terminal"]).expect("options");
        assert_eq!(options.config.as_deref(), Some("p.yaml".as_ref()));
        assert!(options.terminal && options.event.as_deref() == Some("Stop"));
    }

    #[test]
    fn what_is_wrong_keeps_the_agent_that_was_named() {
        for (words, why) in [
            (["--agent", "claude", "--wait"].as_slice(), "`--wait` of `byleave hook` needs a value"),
            (&["--agent", "claude", "--wait", "long"], "`--wait` is not a number of seconds"),
            (&["--agent", "claude", "rm"], "`byleave hook` has no option `rm`; see `byleave hook --help`"),
        ] {
            let wrong = parse(words).expect_err("wrong");
            assert_eq!((wrong.agent, wrong.why.as_str()), (Some(Agent::Claude), why));
        }
        let wrong = parse(&["--agent", "clod"]).expect_err("wrong").why;
        assert!(wrong.starts_with("`clod` is not an agent that byleave knows; use one of: claude, codex"), "{wrong}");
    }
}
