//! The bodies of here-documents, which begin after the line with their operator.

use super::word::Quoting;
use super::{Around, Parser, Read};
use crate::script::{Kind, RedirectOperator};
use crate::{Construct, Opaque, Reason, Span};

/// The end of a here-document's body, and where reading continues.
struct Extent {
    end: usize,
    next: usize,
    /// The delimiter was found.
    found: bool,
}

impl Parser<'_, '_> {
    /// Reads the bodies of all here-documents that wait for this line break.
    pub(super) fn here_documents(&mut self) -> Read<()> {
        for index in std::mem::take(&mut self.pending) {
            self.here_document(index)?;
        }
        Ok(())
    }

    fn here_document(&mut self, index: u32) -> Read<()> {
        let Some(redirection) = self.builder.redirections.get(index as usize).copied() else { return Ok(()) };
        let Some(mut here) = redirection.here_document else { return Ok(()) };
        let start = self.at;
        let tabs = redirection.operator == RedirectOperator::HereDocumentTabs;
        let mut delimiter = self.resolve(redirection.target.text).to_owned();
        if tabs {
            // Tabs are stripped from the delimiter as well as from the lines.
            delimiter = delimiter.trim_start_matches('\t').to_owned();
        }
        let extent = self.body_extent(&delimiter, tabs, here.quoted);
        if self.around != Around::Nothing && self.has_odd_line(start, extent.end, &delimiter, tabs) {
            let span = self.span(start, extent.next);
            self.builder.opaque.push(Opaque { span, reason: Reason::HereDocumentEnd });
        }
        if !extent.found {
            self.in_vain(extent.next.saturating_sub(start))?;
            // bash takes the rest of the text as the body and only warns; byleave does not rely on that.
            let span = self.span(start, extent.next);
            self.builder.opaque.push(Opaque { span, reason: Reason::Unterminated(Construct::HereDocument) });
        }
        here.body = self.span(start, extent.end);
        if let Some(redirection) = self.builder.redirections.get_mut(index as usize) {
            redirection.here_document = Some(here);
        }
        if !here.quoted && self.slice(start, extent.end).contains(['$', '`']) {
            self.body_expansions(start, extent.end)?;
        }
        self.at = extent.next;
        Ok(())
    }

    /// Finds the line that is the delimiter. If none is, the body runs to the end of the text, as in bash.
    fn body_extent(&self, delimiter: &str, tabs: bool, quoted: bool) -> Extent {
        let mut at = self.at;
        while at < self.bytes.len() {
            let line = self.logical_line(at, quoted);
            let joined;
            let mut content = self.slice(at, line.end);
            if line.continued {
                joined = content.replace("\\\n", "");
                content = &joined;
            }
            let stripped = if tabs { content.trim_start_matches('\t') } else { content };
            if stripped == delimiter && (line.next > line.end || at < self.bytes.len()) {
                return Extent { end: at, next: line.next, found: true };
            }
            // Inside `$( )`, text that begins with the delimiter and contains a `)` ends the body too, and the rest is
            // read as commands.
            if self.around != Around::Nothing && !line.continued {
                let rest = stripped.strip_prefix(delimiter);
                if let Some(rest) = rest.filter(|rest| rest.contains(')')) {
                    return Extent { end: at, next: line.end.saturating_sub(rest.len()), found: true };
                }
            }
            at = line.next;
        }
        Extent { end: self.bytes.len(), next: self.bytes.len(), found: false }
    }

    /// Whether a body inside `$( )` has what some shell takes for the end of it or of a line, or for another kind of quotes.
    fn has_odd_line(&self, start: usize, end: usize, delimiter: &str, tabs: bool) -> bool {
        let body = self.slice(start, end);
        let odd = |line: &str| {
            let stripped = if tabs { line.trim_start_matches('\t') } else { line };
            stripped.starts_with(delimiter) && !delimiter.is_empty() || line.ends_with('\\')
        };
        body.lines().any(odd) || body.contains("$\"") || body.contains("$'")
    }

    /// One line of a body. In an unquoted one, a backslash at the end of a line joins the next.
    fn logical_line(&self, from: usize, quoted: bool) -> Line {
        let mut at = from;
        let mut continued = false;
        loop {
            let rest = self.bytes.get(at..).unwrap_or(&[]);
            let Some(length) = rest.iter().position(|byte| *byte == b'\n') else {
                return Line { end: self.bytes.len(), next: self.bytes.len(), continued };
            };
            let end = at.saturating_add(length);
            let backslashes = rest.get(..length).unwrap_or(&[]).iter().rev().take_while(|byte| **byte == b'\\').count();
            let next = end.saturating_add(1);
            if quoted || backslashes % 2 == 0 {
                return Line { end, next, continued };
            }
            continued = true;
            at = next;
        }
    }

    /// Reads the expansions in a body. bash does so when the command runs, so an error inside stays inside.
    fn body_expansions(&mut self, start: usize, end: usize) -> Read<()> {
        let node = self.open(Kind::HereDocument, start)?;
        let checkpoint = self.builder.checkpoint();
        let pending = std::mem::take(&mut self.pending);
        self.at = start;
        let read = self.within(end, |parser| parser.quoted_text(0, Quoting::HereDocument));
        self.pending = pending;
        match read {
            Ok(_) => {}
            Err(stop) if super::is_limit(stop.reason) => return Err(stop),
            Err(stop) => {
                let end = self.original(end);
                self.builder.close_open(&checkpoint, end);
                self.builder.opaque.push(Opaque { span: Span::new(stop.start.min(end), end), reason: stop.reason });
            }
        }
        let parts = checkpoint.open_parts();
        self.builder.open_parts.truncate(parts);
        self.close(node, end);
        Ok(())
    }
}

struct Line {
    /// Where its text ends.
    end: usize,
    /// Where the next line begins.
    next: usize,
    continued: bool,
}
