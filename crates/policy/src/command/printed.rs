//! The command whose output a substitution becomes.

use byleave_shell::{Connector, Kind, NodeId};

use super::Commands;

impl Commands<'_> {
    /// The command whose output is all that a node prints: it itself, or the last of the only pipeline in it.
    pub(crate) fn printed_by(&self, node: NodeId) -> Option<usize> {
        let script = &*self.script;
        // The commands of the text come first in the list, in their order.
        let at = |node: NodeId| {
            let at = script.commands().binary_search_by_key(&node, |command| command.node).ok()?;
            self.simples.get(at).filter(|simple| simple.node == Some(node)).map(|_| at)
        };
        if matches!(script.node(node)?.kind, Kind::Simple(_)) {
            return at(node);
        }
        let mut last = None;
        for (child, inner) in script.children(node) {
            let piped = matches!(inner.connector, Connector::Pipe | Connector::PipeBoth | Connector::End);
            if !piped || !matches!(inner.kind, Kind::Simple(_)) {
                return None;
            }
            last = Some(child);
        }
        at(last?)
    }
}
