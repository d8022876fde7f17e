//! SQL given on a command line: whether it only asks.
//!
//! Every database has functions that write files, run programs or take SQL as text, and people add their own. So it is not
//! those that are listed but the ones that only compute; a statement that calls anything else is not followed.

use byleave_knowledge::sql::only_computes;

const UNCLEAR: &str = "its SQL could not be followed";

/// What a piece of SQL, or of a database shell's own language, does beyond asking; `None` if nothing.
#[must_use]
pub fn sql_danger(text: &str) -> Option<&'static str> {
    let folded = text.to_ascii_lowercase();
    if is_listing(&folded) || is_dot_command(&folded) {
        return None;
    }
    if folded.contains('\\') {
        return Some("its SQL holds a command of the database shell");
    }
    let mut reader = Reader { rest: &folded, statement: Statement::default() };
    loop {
        match reader.token() {
            Ok(true) => {}
            Ok(false) => return None,
            Err(what) => return Some(what),
        }
    }
}

/// `\dt`, `\d users`, `\l`: psql's listings.
fn is_listing(text: &str) -> bool {
    let Some(command) = text.trim().strip_prefix('\\') else { return false };
    let plain =
        command.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'_' | b'.' | b'+' | b'*'));
    plain && (command.starts_with('d') || command.starts_with('l') && !command.starts_with("lo"))
}

/// `.tables`, `.schema users`: what the shell of `SQLite` tells about a database. One line of plain words.
fn is_dot_command(text: &str) -> bool {
    const TELLS: [&str; 9] =
        [".tables", ".schema", ".headers", ".mode", ".indexes", ".databases", ".dbinfo", ".width", ".show"];
    let text = text.trim();
    let first = text.split(' ').next().unwrap_or("");
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'_' | b'.' | b'%' | b'-' | b'*');
    TELLS.contains(&first) && text.bytes().all(plain)
}

/// What was seen of the statement that is read.
#[derive(Default)]
struct Statement {
    begun: bool,
    /// It is a pragma, which may be given nothing new.
    pragma: bool,
    /// The last token was `from` or `join`: a text there is the name of a file.
    source: bool,
}

struct Reader<'t> {
    rest: &'t str,
    statement: Statement,
}

impl<'t> Reader<'t> {
    /// One token; `false` at the end.
    fn token(&mut self) -> Result<bool, &'static str> {
        let Some(first) = self.rest.chars().next() else { return Ok(false) };
        match first {
            ';' => {
                self.skip(1);
                self.statement = Statement::default();
            }
            // Comments may hide what stands between a name and its parenthesis, and MySQL runs what is in some.
            '-' if self.rest.starts_with("--") => return Err(UNCLEAR),
            '/' if self.rest.starts_with("/*") => return Err(UNCLEAR),
            // A comment to MySQL, an operator to others.
            '#' if self.rest.contains('\n') => return Err(UNCLEAR),
            // Texts between dollars, in which quotes mean nothing.
            '$' => return Err(UNCLEAR),
            '\'' => {
                if self.statement.source {
                    return Err("its SQL reads a file");
                }
                self.quoted('\'')?;
            }
            '"' | '`' => {
                let name = self.quoted(first)?;
                self.name(name)?;
            }
            '[' => self.bracket()?,
            '=' if self.statement.pragma => return Err("its SQL changes a setting"),
            _ if first.is_ascii_alphanumeric() || first == '_' || !first.is_ascii() => {
                let end = self.rest.find(|one: char| one.is_ascii() && !one.is_ascii_alphanumeric() && one != '_');
                let (word, rest) = self.rest.split_at_checked(end.unwrap_or(self.rest.len())).ok_or(UNCLEAR)?;
                self.rest = rest;
                self.word(word)?;
            }
            _ => {
                self.skip(1);
                if !first.is_ascii_whitespace() {
                    self.begins("")?;
                    self.statement.source = false;
                }
            }
        }
        Ok(true)
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or("");
    }

    /// What is between two quotes. A doubled one ends a piece and begins the next, which comes to the same.
    fn quoted(&mut self, quote: char) -> Result<&'t str, &'static str> {
        self.begins("")?;
        self.statement.source = false;
        let (inside, rest) = self.rest.get(1..).and_then(|rest| rest.split_once(quote)).ok_or(UNCLEAR)?;
        self.rest = rest;
        Ok(inside)
    }

    /// A name in brackets to some, an index to others: with quotes in it the two would go on differently.
    fn bracket(&mut self) -> Result<(), &'static str> {
        let (inside, rest) = self.rest.get(1..).and_then(|rest| rest.split_once(']')).ok_or(UNCLEAR)?;
        if inside.contains(['\'', '"', '`', '(', ';', '[']) {
            return Err(UNCLEAR);
        }
        self.rest = rest;
        self.name(inside)
    }

    fn word(&mut self, word: &str) -> Result<(), &'static str> {
        /// These change something wherever they stand: `with x as (delete …)`, `explain analyze create …`.
        const CHANGES: [&str; 24] = [
            "into", "insert", "update", "delete", "create", "drop", "alter", "truncate", "merge", "execute", "refresh",
            "grant", "revoke", "call", "copy", "attach", "outfile", "dumpfile", "program", "set", "declare", "lock",
            "system", "share",
        ];
        self.begins(word)?;
        if CHANGES.contains(&word) {
            return Err("its SQL may reach files or change data");
        }
        self.statement.source = matches!(word, "from" | "join");
        self.name(word)
    }

    /// A statement must begin with a word that asks.
    fn begins(&mut self, word: &str) -> Result<(), &'static str> {
        const ASKS: [&str; 9] = ["select", "explain", "show", "describe", "desc", "values", "with", "table", "use"];
        if self.statement.begun {
            return Ok(());
        }
        self.statement.begun = true;
        self.statement.pragma = word == "pragma";
        if self.statement.pragma && is_telling_pragma(self.rest) || ASKS.contains(&word) {
            return Ok(());
        }
        Err("its SQL does more than ask")
    }

    /// A name that is called must be that of a function which only computes.
    fn name(&mut self, name: &str) -> Result<(), &'static str> {
        if !self.rest.trim_start().starts_with('(') || self.statement.pragma {
            return Ok(());
        }
        if only_computes(name) {
            return Ok(());
        }
        Err("its SQL calls a function that may do more than compute")
    }
}

/// A pragma that only tells.
fn is_telling_pragma(rest: &str) -> bool {
    const TELLS: [&str; 10] = [
        "table_info",
        "table_xinfo",
        "table_list",
        "index_list",
        "index_info",
        "database_list",
        "foreign_key_list",
        "integrity_check",
        "quick_check",
        "user_version",
    ];
    let rest = rest.trim_start();
    let end = rest.find(|one: char| !one.is_ascii_alphanumeric() && one != '_').unwrap_or(rest.len());
    rest.get(..end).is_some_and(|name| TELLS.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::sql_danger;

    #[test]
    fn sql_is_looked_into() {
        for text in [
            "select count(*) from users",
            "SELECT 1; select 2;",
            ".tables",
            ".schema users",
            "\\dt",
            "\\d+ public.users",
            "show tables",
            "explain select 1",
            "select a, COUNT (*) from t where b in (1, 2) and c = 'drop (x) -- '' y' group by a",
            "select \"order\" from t where x->>'a' = '$.b'",
            "with x as (select 1) select * from x where exists (select 1)",
            "select json_extract(a, '$.b[0]') from t",
            "select pg_size_pretty(pg_total_relation_size('t'))",
            "select datname from pg_stat_activity",
            "PRAGMA table_info(users)",
            "pragma user_version",
            "select [a b] from t",
            "select a[1] from t",
            "select cast(a as varchar(10)), row_number() over (partition by b order by c) from t",
            "select * from t where status = 'delete'",
        ] {
            assert_eq!(sql_danger(text), None, "{text}");
        }
        for text in [
            "delete from users",
            "select writefile('x','y')",
            "select \"writefile\" ('x','y')",
            "select [writefile]('x','y')",
            "select `sys_exec` ('x')",
            ".shell touch x",
            ".tables\n.shell touch x",
            "select 1; drop table x",
            "\\! id",
            "\\dt\n\\! id",
            "copy x to program 'id'",
            "select load_extension('x')",
            "select data from fsdir('/etc')",
            "select drop_everything()",
            "select dblink_exec('x', 'y')",
            "select pg_file_write('x', 'y', true)",
            "select * from crosstab('delete from x')",
            ".import '|id' t",
            "with x as (delete from a) select 1",
            "explain analyze create table x as select 1",
            "explain analyze execute p",
            "select 1 into outfile '/x'",
            "\\o |sh",
            "update users set a=1",
            "pragma journal_mode=off",
            "pragma user_version = 3",
            "pragma writable_schema(1)",
            "select /*!50000 1 */",
            "select writefile/**/('x','y')",
            "select writefile--\n('x','y')",
            "select f#\n(1)",
            "select $$'$$, evil($$'$$)",
            "select \"'\", evil(\"'\")",
            "select [']', evil('']",
            "select a from 'x.csv'",
            "select 'unclosed",
            "select * from t for update",
            "select é(1)",
        ] {
            assert!(sql_danger(text).is_some(), "{text}");
        }
    }
}
