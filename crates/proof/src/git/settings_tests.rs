//! Settings that run nothing, and others.

use super::{Values, read};

fn fine(text: &str) -> bool {
    read(text).is_ok_and(|settings| settings.iter().all(|setting| setting.wants() == Some(Values::Any)))
}

#[test]
fn settings_of_ordinary_repositories_are_fine() {
    for text in [
        "",
        "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n",
        "[remote \"origin\"]\n\turl = git@github.com:a/b.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n",
        "[branch \"fix/a.b\"]\n\tremote = origin\n\tmerge = \"refs/heads/fix-#1\"\n",
        "# made by hand\n[user]\r\n\tname = A; B\r\n[alias]\n\tst = status\n\tx = !evil \"a\\\"b\"\n",
        "[core]\n\tfsmonitor\n\tignorecase\n",
        "[remote.origin]\n\turl = x\n",
    ] {
        assert!(fine(text), "{text:?}");
    }
}

#[test]
fn whatever_else_git_would_read_asks() {
    for text in [
        "[user] [core] fsmonitor = ./e\n",
        "[core] fsmonitor = true\n",
        "[core]\n\tfsmonitor = ./e\n",
        "[core]\n\tfsmonitor = \"./e\"\n",
        "[core]\n\tfsmonitor = true ./e\n",
        "[CORE]\n\tFsMonitor = ./e\n",
        "[core]\n\tabbrev = \\\n\tfsmonitor = ./e\n",
        "[core]\n\tabbrev = 7 \\\n./e\n",
        "[diff \"x\"]\n\ttextconv = ./e\n",
        "[merge \"x\"]\n\tdriver = ./e\n",
        "[diff.x]\n\ttextconv = ./e\n",
        "[diff.x.y]\n\ttextconv = ./e\n",
        "[alias]\n\tx = y\r[core]\n\tfsmonitor = ./e\n",
        "\u{feff}[core]\n\tbare = false\n",
        "[core\n",
        "[core \"a\" ]\n\tbare = false\n",
        "[core \"a\\\"]\n\tbare = false\n",
        "bare = false\n",
        "[remote \"o\"]\n\tpromisor = true\n",
        "[core]\n\tbare = fa\\\nlse\n",
        "[core]\n\tfsmonitor = true # ./e\n",
        "[include]\n\tpath = ./e\n",
        "[extensions]\n\tobjectFormat = sha256\n",
        "[core]\n\tbare:true\n",
    ] {
        assert!(!fine(text), "{text:?}");
    }
}

#[test]
fn directories_are_handed_on_as_they_are_written() {
    let wants = |text: &'static str| {
        let settings = read(text).expect("settings");
        settings.first().and_then(|setting| setting.wants().zip(setting.plain()))
    };
    assert_eq!(wants("[core]\n\thooksPath = .husky/_\n"), Some((Values::Hooks, ".husky/_")));
    assert_eq!(wants("[core]\n\tworktree = \"../../../sub\"\n"), Some((Values::Worktree, "../../../sub")));
    assert_eq!(wants("[core]\n\thooksPath = a\\\"b\n"), None);
}

#[test]
fn what_the_environment_hands_on_is_judged_as_a_file_is() {
    let handed = |settings: &[(&str, &str)], count: &str| {
        let pairs = settings.iter().enumerate().flat_map(|(at, (key, value))| {
            [
                (format!("GIT_CONFIG_KEY_{at}"), (*key).to_owned()),
                (format!("GIT_CONFIG_VALUE_{at}"), (*value).to_owned()),
            ]
        });
        super::are_harmless(&pairs.chain([("GIT_CONFIG_COUNT".to_owned(), count.to_owned())]).collect())
    };
    assert!(handed(&[("core.quotepath", "false"), ("Core.FsMonitor", "false"), ("remote.origin.url", "x")], "3"));
    assert!(handed(&[], "0"));
    for (settings, count) in [
        (&[("core.fsmonitor", "./evil")][..], "1"),
        (&[("core.pager", "./evil")], "1"),
        (&[("core.quotepath", "false"), ("diff.external", "./evil")], "2"),
        (&[("diff.a.b.textconv", "./evil")], "1"),
        (&[("core.hooksPath", "hooks")], "1"),
        (&[("include.path", "x")], "1"),
        (&[("quotepath", "false")], "1"),
        (&[("core.quotepath", "false")], "2"),
        (&[("core.quotepath", "false")], "x"),
        (&[("core.quotepath", "false")], "-1"),
        (&[("core.quotepath", "false")], "99999"),
    ] {
        assert!(!handed(settings, count), "{settings:?} {count}");
    }
}
