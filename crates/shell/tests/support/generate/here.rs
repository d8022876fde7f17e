//! Here-documents.

use super::{Generator, Quote};

impl Generator {
    /// The operator and delimiter; the body is kept for the next line break.
    pub(super) fn here_document(&mut self) -> String {
        let delimiter = format!("E{}", self.fresh());
        let tabs = self.random.chance(25);
        let quoted = self.random.chance(35);
        let spelled = if quoted {
            match self.random.below(4) {
                0 => format!("\"{delimiter}\""),
                1 => format!("\\{delimiter}"),
                2 => format!("E''{}", delimiter.trim_start_matches('E')),
                _ => format!("'{delimiter}'"),
            }
        } else {
            delimiter.clone()
        };
        let mut body = String::new();
        for _ in 0..self.random.below(4) {
            if tabs {
                body.push_str(self.random.pick(&["", "\t", "\t\t"]));
            }
            body.push_str(&if quoted { self.quoted_line() } else { self.expanded_line() });
            body.push('\n');
        }
        if tabs {
            body.push_str(self.random.pick(&["", "\t", "\t\t"]));
        }
        body.push_str(&delimiter);
        body.push('\n');
        self.pending.push(body);
        let operator = if tabs { "<<-" } else { "<<" };
        let descriptor = self.random.pick(&["", "", "", "", "3", "0"]);
        let blank = self.random.pick(&["", "", " "]);
        format!("{descriptor}{operator}{blank}{spelled}")
    }

    fn quoted_line(&mut self) -> String {
        let decoy = self.decoy();
        match self.random.below(6) {
            0 => format!("$({decoy})"),
            1 => format!("`{decoy}"),
            2 => format!("don't ${{x:-$({decoy}"),
            3 => format!("{decoy}; \" $(("),
            4 => format!("{decoy} \\"),
            _ => decoy,
        }
    }

    fn expanded_line(&mut self) -> String {
        let decoy = self.decoy();
        match self.random.below(10) {
            0 => format!("don't {decoy}"),
            1 => format!("\\$({decoy}) \\`{decoy}"),
            2 => format!("<({decoy}) ; {decoy} | \""),
            3 => format!("# {decoy} {}", self.piece_in_line()),
            4 => format!("{decoy} \\\nnot {decoy}"),
            5 => String::new(),
            _ => {
                let first = self.piece_in_line();
                let second = self.piece_in_line();
                format!("t {first} {second}")
            }
        }
    }

    fn piece_in_line(&mut self) -> String {
        // The body belongs to this line, so here-documents inside it are its own affair.
        let outer = std::mem::take(&mut self.pending);
        let text = self.expansion(Quote::Double);
        self.pending = outer;
        text
    }
}
