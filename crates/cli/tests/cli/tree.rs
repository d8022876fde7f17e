//! The tree as a person sees it.

use crate::common::{byleave, finish, tree};

/// The text, and below it the tree.
fn seen(text: &str) -> String {
    format!("{text}\n----\n{}", tree(text))
}

#[test]
fn commands_and_what_joins_them() {
    insta::assert_snapshot!(
        "chain",
        seen("cd src && grep -rn \"$pat\" . | tee out.txt; ! test -s x || time make & wait")
    );
}

#[test]
fn commands_inside_words() {
    insta::assert_snapshot!(
        "substitutions",
        seen("A=`a` echo ${x:-$(rm -rf /)} \"in $(b \"$(c)\")\" <(d) >(e) $((1 + $(f))) [$(g)] > \"$(h)\"")
    );
}

#[test]
fn here_documents() {
    insta::assert_snapshot!(
        "here_documents",
        seen("cat <<A > out && cat <<'B'\nrun $(date)\nA\nkeep $(date)\nand this\nB\ncat <<< \"$x\"")
    );
}

#[test]
fn compound_commands() {
    insta::assert_snapshot!(
        "compound",
        seen(
            "if a; then b; elif c; then d; else e; fi 2> err\n\
             for f in *.rs $(ls); do f; done\n\
             for x; do :; done\n\
             for ((i = 0; i < $(n); i++)); do g; done\n\
             while h; do i; done < in\n\
             case $1 in start|stop) j;; *) k;; esac\n\
             (l; m) | { n; o; }\n\
             p() { q; }\n\
             coproc NAME { r; }\n\
             (( x = $(s) ))\n\
             [[ -f $file && $(t) == x* ]]"
        )
    );
}

#[test]
fn assignments_and_redirections() {
    insta::assert_snapshot!(
        "assignments",
        seen(
            "A=1 B= C+=\"$x\" env\nD=(1 'two words' *.c) E[3]=4\n> truncated\ncmd 2>&1 >> log < in <> both &> all {fd}> v 3>&-"
        )
    );
}

#[test]
fn words_are_shown_by_their_value() {
    insta::assert_snapshot!("words", seen("'r'\\m -r\"f\" $'a\\tb' 'two words' {1..3} ~/x a*b? $# \"\" '⟨x⟩' it\\'s"));
}

#[test]
fn what_cannot_be_read_is_underlined() {
    insta::assert_snapshot!("opaque", seen("ls -l\ngit status && echo \"never closed; rm -rf ~\nsecond line"));
}

#[test]
fn excerpts_fit_the_screen() {
    let text = format!("echo {} \"$(ls; {}", "long ".repeat(30), "tail ".repeat(30));
    for width in ["40", "80", "120"] {
        let ran = finish(byleave().env("COLUMNS", width).args(["parse", text.as_str()]), b"");
        let from = ran.out.find("\ncannot be read").expect("something cannot be read");
        let (_, excerpts) = ran.out.split_at(from);
        insta::assert_snapshot!(format!("excerpt_{width}"), excerpts);
    }
}

#[test]
fn hidden_characters_are_spelt_out() {
    insta::assert_snapshot!(
        "hidden",
        seen("cat\u{a0}a \u{202e}txt\r '\x1b[2J'").replace(['\u{a0}', '\u{202e}', '\r', '\x1b'], ".")
    );
}

#[test]
fn long_things_are_cut_and_counted() {
    let text = format!("echo {} {{1..200}}; {}", "x".repeat(5000), "a;".repeat(20));
    insta::assert_snapshot!("long", tree(&text));
}

#[test]
fn deep_things_are_numbered() {
    insta::assert_snapshot!("deep", tree(&format!("{}a{}", "( ".repeat(15), " )".repeat(15))));
}

#[test]
fn nothing_to_run() {
    assert_eq!(tree(""), "\nno commands\n");
    assert_eq!(tree("# only a comment"), "\nno commands\n");
}
