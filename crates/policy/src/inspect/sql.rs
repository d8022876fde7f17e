//! SQL given on a command line: whether it only asks.

/// What a piece of SQL, or of a database shell's own language, does beyond asking; `None` if nothing.
///
/// Only statements that begin with a word that asks are followed, and only without the functions and commands that reach
/// the file system or a shell.
#[must_use]
pub fn sql_danger(text: &str) -> Option<&'static str> {
    const ASKS: [&str; 9] = ["select", "explain", "show", "describe", "desc", "values", "with", "table", "use"];
    const DOTS: [&str; 9] =
        [".tables", ".schema", ".headers", ".mode", ".indexes", ".databases", ".dbinfo", ".width", ".show"];
    const REACHES: [&str; 45] = [
        "into",
        "set_config",
        "sleep",
        "benchmark",
        "get_lock",
        "sys_exec",
        "sys_eval",
        "xp_cmdshell",
        "query_to_xml",
        "lo_put",
        "lo_unlink",
        "lo_create",
        "read_csv",
        "read_csv_auto",
        "read_json",
        "read_json_auto",
        "read_parquet",
        "read_text",
        "read_blob",
        "glob",
        "sniff_csv",
        "attach",
        "system",
        "writefile",
        "readfile",
        "load_extension",
        "edit",
        "fts3_tokenizer",
        "outfile",
        "dumpfile",
        "load_file",
        "pg_read_file",
        "pg_read_binary_file",
        "pg_ls_dir",
        "lo_import",
        "lo_export",
        "copy",
        "dblink",
        "pg_sleep",
        "program",
        "insert",
        "update",
        "delete",
        "nextval",
        "setval",
    ];
    // Functions of PostgreSQL that act on the server.
    const SERVER: [&str; 22] = [
        "pg_terminate",
        "pg_cancel",
        "pg_reload",
        "pg_rotate",
        "pg_promote",
        "pg_switch",
        "pg_read",
        "pg_ls",
        "pg_write",
        "pg_advisory",
        "pg_try_advisory",
        "pg_stat_reset",
        "pg_logical",
        "pg_create",
        "pg_drop",
        "pg_start",
        "pg_stop",
        "pg_backup",
        "pg_wal",
        "pg_replication",
        "pg_notify",
        "pg_stat_file",
    ];
    let folded = text.to_ascii_lowercase();
    let mut words = folded.split(|one: char| !one.is_ascii_alphanumeric() && one != '_');
    if words.any(|word| REACHES.contains(&word) || SERVER.iter().any(|start| word.starts_with(start))) {
        return Some("its SQL may reach files or change data");
    }
    if folded.contains('\\') && !is_listing(&folded) {
        return Some("its SQL holds a command of the database shell");
    }
    let mut statements = folded.split(';').map(str::trim).filter(|statement| !statement.is_empty());
    let asks = statements.all(|statement| {
        let first = statement.split_whitespace().next().unwrap_or("");
        ASKS.contains(&first) || DOTS.contains(&first) || is_listing(statement) || is_pragma(statement)
    });
    (!asks).then_some("its SQL does more than ask")
}

/// `\dt`, `\d users`, `\l`: psql's listings.
fn is_listing(statement: &str) -> bool {
    let Some(command) = statement.strip_prefix('\\') else { return false };
    let plain =
        command.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'_' | b'.' | b'+' | b'*'));
    plain && (command.starts_with('d') || command.starts_with('l') && !command.starts_with("lo"))
}

/// A pragma that only tells: without `=`.
fn is_pragma(statement: &str) -> bool {
    statement.starts_with("pragma ")
        && !statement.contains('=')
        && ["table_info", "index_list", "database_list", "foreign_key_list", "integrity_check", "user_version"]
            .iter()
            .any(|name| statement.contains(name))
}

#[cfg(test)]
mod tests {
    use super::sql_danger;

    #[test]
    fn sql_is_looked_into() {
        for text in
            ["select count(*) from users", "SELECT 1; select 2;", ".tables", "\\dt", "show tables", "explain select 1"]
        {
            assert_eq!(sql_danger(text), None, "{text}");
        }
        for text in [
            "delete from users",
            "select writefile('x','y')",
            ".shell touch x",
            "select 1; drop table x",
            "\\! id",
            "copy x to program 'id'",
            "select load_extension('x')",
            ".import '|id' t",
            "with x as (delete from a) select 1",
            "select 1 into outfile '/x'",
            "\\o |sh",
            "update users set a=1",
            "pragma journal_mode=off",
        ] {
            assert!(sql_danger(text).is_some(), "{text}");
        }
    }
}
