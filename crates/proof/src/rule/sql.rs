//! SQL on a command line under a rule: one question that only asks.

/// Functions that compute. All others may read files, load libraries, or change something.
const FUNCTIONS: [&str; 36] = [
    "abs",
    "avg",
    "cast",
    "ceil",
    "coalesce",
    "concat",
    "count",
    "date",
    "datetime",
    "floor",
    "group_concat",
    "ifnull",
    "instr",
    "json_extract",
    "julianday",
    "length",
    "lower",
    "ltrim",
    "max",
    "min",
    "nullif",
    "over",
    "printf",
    "replace",
    "round",
    "row_number",
    "rtrim",
    "strftime",
    "string_agg",
    "substr",
    "substring",
    "sum",
    "total",
    "trim",
    "typeof",
    "upper",
];

/// Words that a question may have before a parenthesis.
const KEYWORDS: [&str; 22] = [
    "all",
    "and",
    "any",
    "as",
    "between",
    "by",
    "case",
    "else",
    "except",
    "exists",
    "from",
    "having",
    "in",
    "intersect",
    "join",
    "not",
    "on",
    "or",
    "select",
    "then",
    "union",
    "where",
];

/// Whether a text is one `SELECT`, or a command of sqlite that lists tables, and does nothing but ask.
///
/// Refused: a second statement, `INTO` (a table or a file), `COPY`, comments that hide something, backslash commands of psql, functions that
/// are not on the list (`load_extension`, `readfile`, `pg_read_file`, `nextval`, `dblink`).
pub(super) fn only_asks(text: &str) -> bool {
    let text = text.trim().trim_end_matches(';').trim_end().to_ascii_lowercase();
    if matches!(text.as_str(), ".tables" | ".schema" | ".databases" | ".indexes") {
        return true;
    }
    let word = |one: char| one.is_ascii_alphanumeric() || matches!(one, '_' | '.' | '+' | ' ');
    // What psql and mysql list: `\dt`, `show databases`.
    let lists = text.strip_prefix("\\d").or_else(|| text.strip_prefix("show "));
    if lists.is_some_and(|rest| rest.chars().all(word)) {
        return true;
    }
    if !text.starts_with("select ") || !text.is_ascii() || text.contains(['\\', '`', '$']) {
        return false;
    }
    let outside = without_strings(&text);
    if outside.contains([';', '#']) || outside.contains("--") || outside.contains("/*") {
        return false;
    }
    let mut before = "";
    let word = |byte: char| byte.is_ascii_alphanumeric() || byte == '_';
    let mut rest = outside.as_str();
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|one| !word(one)).unwrap_or(rest.len()).max(1);
        let (piece, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        if word(first) {
            if matches!(piece, "into" | "copy" | "outfile" | "dumpfile" | "for") {
                return false;
            }
            before = piece;
        } else if first == '(' {
            if !before.is_empty() && !FUNCTIONS.contains(&before) && !KEYWORDS.contains(&before) {
                return false;
            }
            before = "";
        } else if first != ' ' {
            before = "";
        }
        rest = after;
    }
    true
}

/// A text with what stands in quotes left out; what a quote leaves open counts as text.
fn without_strings(text: &str) -> String {
    let mut outside = String::new();
    let mut quote = None;
    for one in text.chars() {
        match quote {
            Some(open) if open == one => quote = None,
            Some(_) => {}
            None if matches!(one, '\'' | '"') => {
                quote = Some(one);
                outside.push('q');
            }
            None => outside.push(if one.is_ascii_whitespace() { ' ' } else { one }),
        }
    }
    outside
}

#[cfg(test)]
mod tests {
    use super::only_asks;

    #[test]
    fn only_one_question_is_one() {
        for text in [
            "SELECT 1",
            "select count(*) from users where name = 'a;b (c)' ;",
            "SELECT name, max(length(x)) FROM t GROUP BY name HAVING count(*) > 2 AND id IN (1, 2)",
            ".tables",
            "\\dt",
            "show databases",
        ] {
            assert!(only_asks(text), "{text}");
        }
        for text in [
            "select 1; drop table x",
            "select * into outfile '/x' from t",
            "select load_extension('./evil')",
            "select readfile ('/etc/passwd')",
            "select writefile('x', 'y')",
            "select \"readfile\"('/etc/passwd')",
            "delete from t",
            "with x as (delete from t returning *) select * from x",
            "select 1 \\! sh",
            "select /* */ 1",
            ".shell rm x",
            ".read x",
            "select * from t for update",
            "selectx",
        ] {
            assert!(!only_asks(text), "{text}");
        }
    }
}
