//! Asks line by line, on systems without Unix terminals.

use std::io::{self, Write};
use std::time::Instant;

use crate::closer::Closer;
use crate::lines::{self, REASON};
use crate::options::{Error, Terminal};
use crate::question::{Question, Reply, Style};
use crate::spelling::{Kind, line};

impl Terminal {
    /// Asks a question and waits for the answer. A closer works only before the question is shown.
    ///
    /// # Errors
    ///
    /// If standard input or standard error fails. The call is then not allowed.
    pub fn ask(&mut self, question: &Question, closer: Option<&Closer>) -> Result<Reply, Error> {
        if closer.is_some_and(|closer| closer.because().is_some()) {
            return Ok(Reply::Closed);
        }
        let begun = Instant::now();
        let reply = match question.style {
            Style::Plain => {
                let answer = asked(&lines::plain(question))?;
                let reply = if answer.to_lowercase() == "y" { Reply::Once } else { Reply::Deny { reason: None } };
                writeln!(io::stderr(), "{}", lines::plain_result(&reply))?;
                reply
            }
            Style::Byleave | Style::Ollama => {
                let can_remember = question.style == Style::Ollama || !question.covers.is_empty();
                match asked(&lines::numbered(question))?.as_str() {
                    "1" => Reply::Once,
                    "2" if can_remember => Reply::Always { choice: 0 },
                    _ => Reply::Deny { reason: Some(asked(REASON)?).filter(|reason| !reason.is_empty()) },
                }
            }
        };
        let is_late = question.expires_in.is_some_and(|most| begun.elapsed() >= most);
        Ok(if is_late { Reply::Expired } else { reply })
    }

    /// Writes a line about a question that is over.
    #[expect(clippy::unused_self, reason = "where there are terminals it says which one")]
    pub(crate) fn tell(&self, tool: &str, words: &str) {
        // A failure to write does not affect the call.
        let _ = writeln!(io::stderr(), "{}: {}", line(tool, Kind::Name), line(words, Kind::Text));
    }
}

/// The answer, trimmed; empty at the end of the input.
fn asked(text: &str) -> io::Result<String> {
    let mut stderr = io::stderr();
    stderr.write_all(text.as_bytes())?;
    stderr.flush()?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(answer.trim().to_owned())
}

/// Restores the terminal; here it was never changed.
pub const fn restore() {}
