//! A packed row as source again: what byleave knows is the ground that users' tables build on.

use std::rc::Rc;

use super::source::{Choice, Facts, Long, Operands, Row};
use super::table::Entry;

impl Entry {
    /// The row as it could stand in a table.
    pub(super) fn unpacked(self) -> Row {
        let words = |list: &str| list.split_ascii_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let operands = self.operands();
        let facts = Facts {
            style: self.written_style(),
            ends: self.ends(),
            flags: self.flags().to_owned(),
            values: self.values().to_owned(),
            believed: self.believed_values().to_owned(),
            long: self
                .long()
                .map(|long| Long { name: long.name.to_owned(), takes: long.takes, believed: long.believed })
                .collect(),
            special: self
                .special()
                .map(|special| Choice {
                    names: words(special.names()),
                    takes: special.takes(),
                    believed: special.believed(),
                    effect: special.effect(),
                    arg: special.arg(),
                    operands: special.operands(),
                })
                .collect(),
            operands: Operands {
                first: operands.first,
                first_by: words(operands.first_by),
                rest: operands.rest,
                last: operands.last,
                last_by: words(operands.last_by),
            },
            wraps: self.wraps(),
            transparent: self.transparent(),
            lists: self.lists(),
            abbreviates: self.abbreviates(),
            inherits: self.inherits(),
            missing: self.missing(),
            same: self.same().map(str::to_owned).collect(),
            prints: words(self.prints_list()),
            prints_after: words(self.prints_after_list()),
            usual: self.usually_obeys(),
            obeys: self.obeys().map(str::to_owned).collect(),
            quirks: self.quirks().collect(),
            roles: self.roles().collect(),
            rare: self.rare_lines().map(str::to_owned).collect(),
            whole: self.whole().map(str::to_owned).collect(),
            plain: self.plain().map(str::to_owned).collect(),
            covered: self.covered().map(str::to_owned).collect(),
            directory: self.directory().map(str::to_owned).collect(),
            subs: self.subs().map(Self::unpacked).collect(),
        };
        Row { names: self.names().map(str::to_owned).collect(), effect: self.effect(), facts: Rc::new(facts) }
    }
}
