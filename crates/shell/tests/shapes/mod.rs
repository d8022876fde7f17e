//! Inputs that make careless readers slow or overflow their stack.
//!
//! Each is built from a head, a unit that is repeated, and a tail. Some never close what they open; some close at the end;
//! some are long lists of short things that each start an attempt that fails (`$((a)` looks like arithmetic until it does
//! not). The benches include this file too, to hold the worst of them to a time.

/// One family of inputs.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// For messages.
    pub name: &'static str,
    /// Stands once at the beginning.
    pub head: &'static str,
    /// Is repeated.
    pub unit: &'static [u8],
    /// Stands once at the end.
    pub tail: &'static str,
    /// Is repeated after the tail as often as the unit, to close what it opened.
    pub close: &'static [u8],
}

impl Shape {
    /// The input with `count` units.
    #[must_use]
    pub fn repeated(&self, count: usize) -> Vec<u8> {
        let parts = [self.head.as_bytes(), &self.unit.repeat(count), self.tail.as_bytes(), &self.close.repeat(count)];
        parts.concat()
    }

    /// The input of about `bytes` bytes.
    #[must_use]
    pub fn sized(&self, bytes: usize) -> Vec<u8> {
        self.repeated(bytes / (self.unit.len() + self.close.len()).max(1))
    }
}

const fn open(name: &'static str, unit: &'static str) -> Shape {
    Shape { name, head: "", unit: unit.as_bytes(), tail: "", close: b"" }
}

const fn closed(name: &'static str, unit: &'static str, tail: &'static str, close: &'static str) -> Shape {
    Shape { name, head: "", unit: unit.as_bytes(), tail, close: close.as_bytes() }
}

const fn within(name: &'static str, head: &'static str, unit: &'static str, tail: &'static str) -> Shape {
    Shape { name, head, unit: unit.as_bytes(), tail, close: b"" }
}

/// All of them.
pub const SHAPES: &[Shape] = &[
    // Nesting that is never closed.
    open("substitution", "$("),
    open("substitution in words", "echo $("),
    open("subshell", "("),
    open("subshell, spaced", "( "),
    open("arithmetic command", "(("),
    open("arithmetic expansion", "$(("),
    open("old arithmetic", "$["),
    open("group", "{ "),
    open("parameter default", "${x:-"),
    open("parameter pattern", "${x#"),
    open("quoted substitution", "\"$("),
    open("quoted parameter", "\"${x:-"),
    open("process substitution", "<("),
    open("subscript", "a["),
    open("parameter subscript", "${a["),
    open("array", "a=("),
    open("pattern", "@("),
    open("function", "f() "),
    open("function keyword", "function f "),
    open("condition", "[[ ( "),
    open("negated condition", "[[ ! "),
    open("if", "if "),
    open("else", "if a; then b; else "),
    open("while", "while "),
    open("for", "for x in a; do "),
    open("case", "case x in "),
    open("case arm", "case x in a) "),
    open("brace substitution", "${ "),
    open("coproc", "coproc "),
    // Nesting that is closed.
    closed("substitution, closed", "$(", "a", ")"),
    closed("subshell, closed", "(", "a", ")"),
    closed("arithmetic expansion, closed", "$((", "1", "))"),
    closed("arithmetic command, closed", "((", "1", "))"),
    closed("arithmetic that is none, closed", "$((", "a", ") )"),
    closed("group, closed", "{ ", "a; ", "} ; "),
    closed("parameter, closed", "${x:-", "a", "}"),
    closed("quoted substitution, closed", "\"$(", "a", ")\""),
    closed("if, closed", "if ", "a; ", "then b; fi; "),
    closed("case, closed", "case x in x) ", "a", " ;; esac"),
    closed("condition, closed", "( ", "a", " )"),
    // Attempts that fail, one after the other.
    open("arithmetic that is none", "$((a) "),
    open("arithmetic command that is none", "((a) "),
    open("two subshells in a substitution", "$((a);(b)) "),
    open("two subshells", "((a);(b));"),
    open("negated subshells", "!(a);"),
    open("negated subshells, spaced", "! (a);"),
    within("arithmetic that is none, nested", "$((", "(a) ", ""),
    within("arithmetic with parentheses", "echo $((", "(1+", ""),
    open("assignment that is none", "a[b "),
    open("function that is none", "f( "),
    open("descriptor that is none", "{a} "),
    open("brace that is none", "{a"),
    open("parameter that is none", "${x!} "),
    // Quotes.
    open("single quote", "'"),
    open("double quote", "\""),
    open("quotes in turn", "'\""),
    within("single quote never closed", "'", "a ", ""),
    within("double quote never closed", "\"", "a ", ""),
    within("ansi quote never closed", "$'", "a ", ""),
    within("ansi escapes", "$'", "\\x", ""),
    open("ansi quotes", "$'\\x'"),
    open("ansi quote", "$'"),
    within("dollars", "", "$", ""),
    open("locale quotes", "$\"a\""),
    open("backticks", "`"),
    open("backticks, spaced", "a ` "),
    open("escaped backticks", "\\`"),
    within("escaped backticks in backticks", "`", "\\`", "`"),
    within("escapes in backticks", "`a ", "\\\\", "`"),
    within("backticks never closed", "`", "a ", ""),
    within("substitutions in backticks", "`", "$(a) ", "`"),
    open("backslashes", "\\"),
    open("continuations", "\\\n"),
    within("continuations in a word", "a", "\\\nb", ""),
    within("continuations after a dollar", "$", "\\\n", "(a)"),
    // Here-documents.
    open("here-documents on a line", "<<A "),
    open("here-documents on a line, read", "a <<A;"),
    within("here-documents, bodies", "", "a <<A\nb\nA\n", ""),
    within("here-document, many lines", "cat <<A\n", "b $x\n", "A\n"),
    within("here-document, never closed", "cat <<A\n", "b\n", ""),
    within("here-document, near delimiters", "cat <<AA\n", "A\n", "AA\n"),
    within("here-document, quoted", "cat <<'A'\n", "$(a\n", "A\n"),
    within("here-document, tabs", "cat <<-A\n", "\t", "A\n"),
    within("here-document, substitutions", "cat <<A\n", "$(b)\n", "A\n"),
    within("here-document, open substitutions", "cat <<A\n", "$(", "\nA\n"),
    within("here-document, backticks", "cat <<A\n", "`b`\n", "A\n"),
    within("here-document, continuations", "cat <<A\n", "b\\\n", "A\n"),
    open("here-documents in substitutions", "$(cat <<A\nb\nA\n) "),
    open("here-documents in open substitutions", "$(cat <<A\n"),
    open("here-strings", "<<<"),
    // Braces.
    open("brace lists", "{a,b}"),
    open("brace lists, apart", "{a,b} "),
    open("brace sequences", "{1..9}"),
    open("brace sequences, apart", "{1..99} "),
    open("long brace sequence", "{1..999999999} "),
    open("braces", "{"),
    closed("braces, closed", "{a,", "b", "}"),
    closed("braces, closed first", "{", "a,b", ",c}"),
    within("commas", "{", ",", "}"),
    open("commas without braces", ","),
    within("brace list never closed", "{", "a,", ""),
    within("dots", "{", "..", "}"),
    open("closing braces", "}"),
    // Lists and prefixes.
    open("and list", "a && "),
    open("or list", "a || "),
    open("pipeline", "a | "),
    open("sequence", "a; "),
    open("background", "a & "),
    open("lines", "a\n"),
    open("blank lines", "\n"),
    open("blanks", " "),
    open("bangs", "! "),
    open("bangs without blanks", "!"),
    open("times", "time "),
    open("reserved words", "then "),
    open("double semicolons", ";;"),
    open("semicolons", ";"),
    open("ampersands", "&"),
    open("closing parentheses", ")"),
    open("closing brackets", "]]"),
    // Words.
    open("one long word", "a"),
    open("short words", "a "),
    open("comments", "#"),
    open("comment lines", "# a\n"),
    open("assignments", "a=b "),
    open("subscript assignments", "a[1]=b "),
    within("array elements", "a=(", "b ", ")"),
    within("array subscripts", "a=(", "[b]=c ", ")"),
    open("redirections", ">a "),
    open("descriptors", "2>&1 "),
    open("redirection operators", ">"),
    open("globs", "*"),
    open("bracket globs", "["),
    open("bracket globs, apart", "a[b] "),
    open("tildes", "~"),
    open("tildes after colons", "a=~:"),
    open("parameters", "$a"),
    open("parameters in braces", "${a}"),
    open("parameters in quotes", "\"$a\""),
    within("replacements", "${a", "/", "}"),
    within("colons", "${a", ":", "}"),
    open("patterns", "@(a)"),
    within("case arms", "case x in ", "a) b;; ", "esac"),
    within("case patterns", "case x in ", "a|", "b) c;; esac"),
    within("elif", "if a; then b; ", "elif a; then b; ", "fi"),
    within("condition words", "[[ ", "a && ", "b ]]"),
    within("condition patterns", "[[ a =~ ", "(", " ]]"),
    within("arithmetic operands", "((", "1+", "1))"),
    within("arithmetic for", "for ((", ";", "))"),
    within("select words", "select x in ", "a ", "; do b; done"),
    // Bytes.
    Shape { name: "nul bytes", head: "", unit: b"\0", tail: "", close: b"" },
    Shape { name: "invalid bytes", head: "", unit: b"\xff", tail: "", close: b"" },
    Shape { name: "invalid bytes in words", head: "", unit: b"a\xc3 ", tail: "", close: b"" },
    open("carriage returns", "a\r\n"),
    open("escapes", "\x1b[2J"),
    open("no-break spaces", "\u{a0}"),
    open("byte order marks", "\u{feff}"),
    open("emoji", "\u{1f600}"),
    open("emoji in quotes", "\"\u{1f600}\" "),
    open("accents", "\u{e9} "),
];

/// What other shells than bash read in ways of their own.
pub const OTHERS: &[Shape] = &[
    open("brackets that stay open", "[[ -n $("),
    open("subscripts that stay open", "a[b "),
    open("ampersand redirections", "a &>b;"),
    open("modifiers", "noglob "),
    open("anonymous functions", "() {"),
    open("repeats", "repeat 1 "),
    open("short loops", "for x (a) "),
    open("groups without blanks", "{a "),
    open("always", "{ a } always "),
    open("signs", "a $====x "),
    open("flags", "${(e)"),
    open("file substitutions", "a =("),
    open("numeric patterns", "a <1-"),
    open("tildes", "a ~b:~c "),
    open("empty quotes", "''\"\""),
    open("dollar quotes", "a $'\\'"),
    open("null commands", "<a;"),
    open("null commands in one substitution", "$(<a;"),
    open("assignments before special builtins", "x=1 :;"),
    open("functions", "f() a;"),
    open("aliases", "alias a=b;"),
    open("tied parameters", "path=a read path;"),
    open("short conditions", "if [[ a ]] "),
    open("odd names", "1=a "),
];
