use super::{Directory, Whereabouts, directories};

/// The directories of all commands, `?` for unknown, `*` after those that are uncertain, `|` between those of one.
fn shown(text: &str) -> String {
    let script = crate::read(text);
    let shown = |directory: Directory| {
        let place = match directory.place {
            Whereabouts::Relative(path) if path.is_empty() => ".".to_owned(),
            Whereabouts::Relative(path) | Whereabouts::Absolute(path) | Whereabouts::Home(path) => path,
            Whereabouts::Unknown(_) => "?".to_owned(),
        };
        place + if directory.uncertain { "*" } else { "" }
    };
    let list: Vec<String> = directories(&script)
        .into_iter()
        .map(|several| several.into_iter().map(shown).collect::<Vec<_>>().join("|"))
        .collect();
    list.join(" ")
}

#[test]
fn directories_follow_cd() {
    let cases = [
        ("ls", "."),
        ("cd src && ls", ". src"),
        ("cd src; ls", ". src*"),
        ("cd src\ncd ..\nls", ". src* .*"),
        ("cd a/b && cd ../c && ls", ". a/b a/c"),
        ("cd .. && ls", ". .."),
        ("cd ../../x && cd .. && ls", ". ../../x ../.."),
        ("cd /tmp && cd x && ls", ". /tmp /tmp/x"),
        ("cd && ls", ". ~"),
        ("cd ~/x && ls", ". ~/x"),
        ("cd - && ls", ". ?"),
        ("cd $x && ls", ". ?"),
        ("cd *x && ls", ". ?"),
        ("cd $x && cd /tmp && ls", ". ? /tmp"),
        ("(cd src && ls); pwd", ". src ."),
        ("{ cd src && ls; }; pwd", ". src src|."),
        ("cd src && make & ls", ". src ."),
        ("cd src || exit 1; ls", ". . src"),
        ("x=$(cd src && pwd); ls", ". . src ."),
        ("if cd src; then ls; fi; pwd", ". src src|."),
        ("for d in a b; do cd $d; ls; done; pwd", "? ? ?"),
        ("for d in a b; do (cd $d && ls); done; pwd", ". ? ."),
        ("pushd src && ls && popd && pwd", ". src src ."),
        ("popd && ls", ". ?"),
        ("eval x; ls", ". ?"),
        (". ./x; ls", ". ?"),
        ("$x; ls", ". ?"),
        ("builtin cd src && ls", ". src"),
        ("CDPATH=/ cd etc && ls", ". ?"),
        ("f() { cd /; }; f; ls", "? . ?"),
        ("f() { ls; }; f; ls", "? . ."),
        ("case x in a) cd b;; esac; ls", ". .|b"),
    ];
    for (text, expected) in cases {
        assert_eq!(shown(text), expected, "{text}");
    }
}

#[test]
fn a_cd_that_may_not_happen_leaves_both_directories() {
    let cases = [
        ("false && cd a; ls", ". . a|."),
        ("true || cd a; ls", ". . .|a"),
        ("test -d a && cd a && ls; pwd", ". . a a|."),
        ("cd a && ls; pwd", ". a a*"),
        ("cd a && false || ls", ". a a|."),
        ("cd a || ls; pwd", ". . a|."),
        ("cd a || cd b; ls", ". . a|b|."),
        ("! cd a && ls; pwd", ". . .|a"),
        ("! cd a || ls", ". a"),
        ("time cd a; ls", ". a|."),
        ("cd a 2>/dev/null; ls", ". a|."),
        ("cd -e a; ls", ". a|."),
        ("pushd a; ls", ". a|."),
        ("builtin cd a; ls", ". a|."),
        ("pushd a && ls; popd; ls", ". a a|. .|a"),
        ("{ cd a; } >x && ls", ". a"),
        ("{ cd a; }; ls", ". a|."),
        ("cd a; cd b; ls", ". a* a/b*"),
        ("cd a; cd b && ls", ". a* a/b"),
        ("false && cd a; cd b; ls", ". . a|. a/b*|b*"),
        ("ls | cd a; ls", ". . .|a"),
        ("cd a | ls; ls", ". . ."),
        ("cd a & ls", ". ."),
        ("if x; then cd a; else ls; fi; ls", ". . . a|."),
        ("if ! cd a; then exit; fi; ls", ". . a"),
        ("if cd a; then ls; elif cd b; then ls; else ls; fi", ". a . b ."),
        ("cd a || { echo x; exit 1; }; ls", ". . . a"),
        ("cd a || exit x; ls", ". . a|."),
        ("exit() { :; }; cd a || exit; ls", "? . . a|."),
        ("cd() { :; }; cd a && ls", "? . ?"),
        ("case x in a) cd b;; c) ls;; esac", ". .|b"),
        ("x && cd a; x && cd b; x && cd c; ls", ". . a|. a|. a/b|b|a|. a/b|b|a|. a/b/c|b/c|a/c|c|a/b|b|?"),
    ];
    for (text, expected) in cases {
        assert_eq!(shown(text), expected, "{text}");
    }
}
