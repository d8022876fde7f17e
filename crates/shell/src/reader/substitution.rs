//! Scripts inside words: `$(…)`, `<(…)`, `>(…)`, `${ …; }`.

use super::list::Until;
use super::older::ends_there;
use super::word::Quoting;
use super::{Around, Parser, Read};
use crate::script::{Kind, PartKind, Place};
use crate::{Construct, Opaque, Reason};

impl Parser<'_, '_> {
    /// `<(…)` or `>(…)`
    pub(super) fn process_substitution(&mut self) -> Read<()> {
        let place = if self.peek() == b'<' { Place::ProcessInput } else { Place::ProcessOutput };
        self.advance(2);
        self.substitution(place, 2, Quoting::Bare)
    }

    /// Reads the script inside a substitution, after its first `opening` bytes, and its end.
    pub(super) fn substitution(&mut self, place: Place, opening: usize, quoting: Quoting) -> Read<()> {
        self.deeper(|parser| parser.substitution_here(place, opening, quoting))
    }

    fn substitution_here(&mut self, place: Place, opening: usize, quoting: Quoting) -> Read<()> {
        let start = self.at.saturating_sub(opening);
        let (construct, until) = match place {
            Place::ProcessInput | Place::ProcessOutput => (Construct::ProcessSubstitution, Until::PARENTHESIS),
            Place::BraceSubstitution => (Construct::BraceSubstitution, Until::SUBSTITUTION),
            Place::Top | Place::Substitution | Place::Backticks => (Construct::Substitution, Until::PARENTHESIS),
        };
        let node = self.open(Kind::Script(place), start)?;
        // Here-documents that began outside wait until the line around the substitution is read.
        let pending = std::mem::take(&mut self.pending);
        let own = if until == Until::PARENTHESIS { Around::Parentheses } else { Around::Nothing };
        let around = std::mem::replace(&mut self.around, own);
        let checkpoint = self.builder.checkpoint();
        let redirections = self.builder.redirections.len();
        let read = self.list(until, Some((construct, start)));
        // What failed may be read in another way, as a part of what stands around it.
        self.around = around;
        if read.is_err() {
            // What was left open inside is not part of the command around it.
            self.builder.truncate_open(&checkpoint);
        }
        read?;
        if !self.pending.is_empty() {
            return Err(self.stop(start, Reason::HereDocumentOpen));
        }
        let inside = self.builder.redirections.get(redirections..).unwrap_or(&[]);
        if until == Until::PARENTHESIS
            && inside.iter().any(|one| one.here_document.is_some())
            && !self.ends_in_older_versions(start.saturating_add(opening))?
        {
            let span = self.span(start, self.at.saturating_add(1));
            self.builder.opaque.push(Opaque { span, reason: Reason::HereDocumentEnd });
        }
        self.advance(1);
        self.pending = pending;
        self.close(node, self.at);
        self.push_part(self.span(start, self.at), PartKind::Substitution(node), quoting != Quoting::Bare)
    }

    /// Whether bash before 4 finds the end of a substitution with a here-document where the parser stands.
    fn ends_in_older_versions(&mut self, inside: usize) -> Read<bool> {
        // Each search may run to the end of the text.
        self.in_vain(self.bytes.len().saturating_sub(self.at))?;
        Ok(ends_there(self.bytes, inside, self.at))
    }
}
