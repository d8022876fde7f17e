"""Texts of 64 KB that are meant to take long: wrappers, nestings, loops, products, pipes, printed scripts, options, paths."""

import itertools

SIZE = 64000


def rep(unit, n=SIZE, tail=""):
    """A text again and again, and something at the end."""
    return unit * max(1, (n - len(tail)) // len(unit)) + tail


PRE = [
    "env ",
    "nice ",
    "sudo ",
    "timeout 5 ",
    "xargs ",
    "nohup ",
    "find . -exec ",
    "ssh h ",
    "command ",
    "exec ",
    "stdbuf -oL ",
    "watch ",
    "parallel ",
    "time ",
    "busybox ",
    "doas ",
    "ionice -c2 ",
    "setsid ",
    "flock f ",
    "strace ",
    "npx ",
    "uv run ",
    "docker run x ",
    "kubectl exec p -- ",
    "chroot / ",
    "unshare ",
    "env -S ",
    "eval ",
    "bash -c ",
    "su -c ",
    "git -c a.b=c ",
    "unknownprog ",
    "coproc ",
    "builtin ",
    "! ",
    "systemd-run ",
    "perf stat ",
    "hyperfine ",
    "gdb --args ",
    "env A=1 ",
    "xargs -I{} ",
    "fd -x ",
    "sh -c ",
    "trap ",
    "nsenter ",
    "script -c ",
    "entr ",
    "poetry run ",
    "cargo run -- ",
    "make -C x ",
    "time -p ",
    "find . -name x -exec ",
    "rg --pre ",
    "caffeinate ",
    "chpst ",
    "proxychains ",
    "ltrace ",
    "valgrind ",
    "sg g -c ",
    "runuser -u x -- ",
    "setpriv ",
    "prlimit ",
    "taskset 1 ",
    "chrt 1 ",
    "numactl ",
    "firejail ",
    "bwrap ",
    "dbus-run-session ",
    "xvfb-run ",
    "faketime x ",
    "unbuffer ",
    "rlwrap ",
    "tsocks ",
    "torsocks ",
    "aws-vault exec p -- ",
    "op run -- ",
    "direnv exec . ",
    "mise exec -- ",
    "asdf exec ",
    "bundle exec ",
    "pnpm exec ",
    "yarn exec ",
    "npm exec -- ",
]


def q(s):
    """A text in single quotes."""
    return "'" + s.replace("'", "'\\''") + "'"


TEXT = [
    "bash -c ",
    "sh -c ",
    "zsh -c ",
    "eval ",
    "env -S ",
    "ssh h ",
    "su -c ",
    "watch ",
    "xargs sh -c ",
    "find . -exec sh -c ",
    "parallel ",
    "trap ",
    "bash -lc ",
    "dash -c ",
    "sudo sh -c ",
    "timeout 5 bash -c ",
    "script -c ",
    "flock f -c ",
    "git -c alias.x=",
    "awk ",
    "python3 -c ",
    "echo ",
]


def nest(ws, inner="ls", size=SIZE):
    """A command in wrappers, each quoting what it holds, up to a size."""
    s = inner
    i = 0
    while True:
        w = ws[i % len(ws)]
        t = w + q(s) if w in TEXT else w + s
        if w == "echo ":
            t = "echo " + q(s) + " | sh"
        if w == "git -c alias.x=":
            t = w + q("!" + s) + " x"
        if w == "awk ":
            t = w + q('BEGIN{system("' + s.replace("\\", "\\\\").replace('"', '\\"') + '")}')
        if w == "python3 -c ":
            t = w + q('import os; os.system("' + s.replace("\\", "\\\\").replace('"', '\\"') + '")')
        if w in ("find . -exec sh -c ",):
            t += " \\;"
        if len(t) > size:
            return s
        s = t
        i += 1


def shapes():
    """All shapes: name and text."""
    for w in PRE:
        yield "pre:" + w, rep(w, tail="git push")
    two = list(itertools.combinations(PRE[:26], 2))
    for a, b in two[::9]:
        yield f"pre2:{a}{b}", rep(a + b, tail="git push")
    three = list(itertools.combinations(PRE[:26], 3))
    for a, b, c in three[::97]:
        yield f"pre3:{a}{b}{c}", rep(a + b + c, tail="git push")
    for w in PRE[:12]:
        yield f"pre40x:{w}", (w * 40 + "ls; ") * (SIZE // (len(w) * 40 + 4))
        yield f"pre12x:{w}", (w * 12 + "ls; ") * (SIZE // (len(w) * 12 + 4))
        yield f"pre40v:{w}", "".join(w * 40 + f"c{i} a; " for i in range(SIZE // (len(w) * 40 + 8)))
    for w in TEXT:
        yield "text:" + w, nest([w])
    t2 = list(itertools.combinations(TEXT, 2))
    for a, b in t2[::8]:
        yield f"text2:{a}{b}", nest([a, b])
    t3 = list(itertools.combinations(TEXT, 3))
    for a, b, c in t3[::70]:
        yield f"text3:{a}{b}{c}", nest([a, b, c])
    for w in TEXT[:10]:
        s = nest([w], size=400)
        yield f"text400x:{w}", (s + "; ") * (SIZE // (len(s) + 2))
        s = nest([w], size=4000)
        yield f"text4000x:{w}", (s + "; ") * (SIZE // (len(s) + 2))
        yield f"textv:{w}", "".join(w + q(f"cmd{i} a") + "; " for i in range(SIZE // (len(w) + 14)))
        yield f"textpre:{w}", nest([w, "env ", "nice ", "sudo "])

    # structure
    def st(o, c, inner="git push"):
        n = (SIZE - len(inner)) // (len(o) + len(c))
        return o * n + inner + c * n

    for o, c in [
        ("$(", ")"),
        ("echo $(", ")"),
        ('echo "$(', ')"'),
        ("(", ")"),
        ("{ ", ";}"),
        ("if a; then ", "; fi"),
        ("while a; do ", "; done"),
        ("for x in a b; do ", "; done"),
        ("case a in a) ", ";; esac"),
        ("f(){ ", "; }; f"),
        ("<(", ")"),
        ("cat <(", ")"),
        ("echo ${x:-", "}"),
        ("echo $((", "))"),
        ("! ", ""),
        ("(echo ", " ) | sh"),
        ("{ echo ", " ; } | sh"),
        ("echo `", "`"),
        ("tee >(", ")"),
        ("coproc ", ""),
        ("[[ -n $(", " ) ]]"),
        ("x=$(", ")"),
        ("f $(", ")"),
        ("xargs $(", ")"),
        ('bash -c "$(', ')"'),
        ("select x in a b; do ", "; done"),
        ("until a; do ", "; done"),
    ]:
        yield f"nest:{o}", st(o, c)
        yield f"nest50:{o}", (o * 50 + "ls" + c * 50 + "; ") * (SIZE // (50 * (len(o) + len(c)) + 4))
    # flat repeats
    F = {
        "a;": "a;",
        "git push;": "git push;",
        "ls;": "ls; ",
        "echo $(ls)": "echo $(ls); ",
        "echo|sh": "echo ls | sh; ",
        "xargsI": "echo a | xargs -I{} sh -c 'echo {}'; ",
        "python": "python3 -c 'print(1)'; ",
        "bashc3": "bash -c 'bash -c \"bash -c ls\"'; ",
        "printf": "printf '\\x72m x' | sh; ",
        "tee": "echo a | tee x y z; ",
        "env-S": "env -S 'ls' ls; ",
        "braces": "echo {a,b}{c,d}{e,f}; ",
        "heresh": "sh <<E\nls $x\nE\n",
        "herecat": "cat <<E\n$x $(ls)\nE\n",
        "herestr": "sh <<< 'ls'; ",
        "find": "find . -exec cat {} +; ",
        "cp": "cp a b; ",
        "rm": "rm -rf x; ",
        "cd": "cd a; ",
        "cdls": "cd a && ls; ",
        "awk": "awk '{print > \"x\"}' f; ",
        "sed": "sed 'w x' f; ",
        "alias": "alias x=ls; x; ",
        "fn": 'f(){ git "$@"; }; f status; ',
        "var": "x=a; echo $x; ",
        "hash": "hash -p /bin/ls x; x; ",
        "export": "export A=1; ",
        "git -c": "git -c alias.x='!ls' x; ",
        "wild": "cat *; ",
        "wild2": "cat */*/*; ",
        "tilde": "cat ~/x; ",
        "redir": "echo a > x; ",
        "redir2": "{ echo a; echo b; } > s.sh; sh s.sh; ",
        "while read": "cat a | while read x; do rm $x; done; ",
        "parallel": "parallel git ::: push; ",
        "read": "read x <<< push; git $x; ",
        "arith": "echo $((1+2)); ",
        "cond": "[[ -f a && -n $b ]]; ",
        "case": "case $x in a) ls;; esac; ",
        "&": "ls & ",
        "pipe": "ls | cat | sort | uniq; ",
        "printfv": "printf -v x %s push; git $x; ",
        "set--": 'set -- git push; "$@"; ',
        "eval": "eval ls; ",
        "xargs": "echo push | xargs git; ",
        "source": ". <(echo ls); ",
        "test -v": "test -v 'a[$(ls)]'; ",
        "unknown": "prog -x --foo=bar a b c; ",
        "make": "make x; ",
        "docker": "docker run -v /a:/b x ls; ",
        "curl|sh": "curl x | sh; ",
        "dd": "dd if=a of=b; ",
        "ln": "ln -s a b; ",
        "perl": "perl -e 'system(\"ls\")'; ",
        "EDITOR": "EDITOR='rm x' git commit; ",
        "ssh": "ssh h 'ls; id'; ",
        "IFS": "IFS=,; c=rm,x; $c; ",
        "arr": 'a=(git push); "${a[@]}"; ',
        "app": "x+=a; git $x; ",
        "$(pwd)": "ls $(pwd)/x; ",
        "fd": "fd -x rm; ",
        "zsh": "echo =ls(e:'rm':); ",
        "&>": "echo hi &>/dev/null touch x; ",
    }
    for k, v in F.items():
        yield "flat:" + k, rep(v)
    # distinct repeats
    D = {
        "cmd": "cmd{i} a b; ",
        "git": "git c{i} x; ",
        "unk": "p{i} -x{i} f{i}; ",
        "script": "echo 'ls {i}' > s{i}.sh; sh s{i}.sh; ",
        "fn": 'f{i}(){{ git "$@"; }}; f{i} status; ',
        "var": "x{i}=a; echo $x{i}; ",
        "var1": "x=v{i}; git $x; ",
        "app": "x+=v{i}; git $x; ",
        "here": "cat <<E{i}\n$x ls {i}\nE{i}\n",
        "alias": "alias a{i}='ls {i}'; a{i}; ",
        "hash": "hash -p /bin/c{i} n{i}; n{i}; ",
        "cp": "cp a{i} b{i}; ",
        "cat": "cat f{i}; ",
        "py": "python3 -c 'print(\"a {i}\")'; ",
        "bash": "bash -c 'ls {i}; id'; ",
        "echosh": "echo 'ls {i}' | sh; ",
        "grpsh": "(echo ls {i}; echo id) | sh; ",
        "xargs": "echo a{i} | xargs git; ",
        "xargsI": "echo a{i} | xargs -I% git %; ",
        "cd": "cd d{i}; ls; ",
        "exp": "export A{i}='ls {i}'; ",
        "for": "for x{i} in a b c; do git $x{i}; done; ",
        "case": "case $x{i} in a) ls;; esac; ",
        "subst": "git $(echo a{i}); ",
        "redir": "echo a{i} > f{i}; ",
        "redirv": "echo a{i} > $f{i}; ",
        "sed": "sed 'w f{i}' x; ",
        "awk": "awk '{{print > \"f{i}\"}}' x; ",
        "rm": "rm f{i}; ",
        "gitalias": "git -c alias.x{i}='!ls {i}' x{i}; ",
        "editor": "EDITOR='rm {i}' git commit; ",
        "unkq": "prog 'ls {i}' \"id {i}\"; ",
        "fncall": "f a{i}; ",
        "ssh": "ssh h{i} 'ls {i}'; ",
        "path": "./x{i}/git push; ",
        "long": "git push --opt{i}=a b{i}; ",
        "ctl": "echo x > .byleave/p{i}; ",
        "env": "env A{i}=x ls; ",
        "parallel": "parallel git ::: a{i} b{i}; ",
        "make": "printf 'all:\\n\\tls {i}' > Makefile{i}; make; ",
        "tee": "echo 'ls {i}' | tee s{i} t{i} | sh; ",
        "mv": "mv s{i} s{j}; ",
        "find": "find d{i} -name x{i} -exec cat {{}} +; ",
    }
    for k, v in D.items():
        i = 0
        parts = []
        n = 0
        while n < SIZE:
            p = v.format(i=i, j=i + 1)
            parts.append(p)
            n += len(p)
            i += 1
        pre = 'f(){ git "$1"; }; ' if k == "fncall" else ""
        yield "dist:" + k, pre + "".join(parts)
    # products
    V = " ".join(f"v{i}" for i in range(60))
    yield "for60", "for a in " + V + "; do " + "echo $a $a; " * 4000 + "done"
    yield "for60git", "for a in " + V + "; do " + "git $a; " * 7000 + "done"
    yield (
        "for60x3",
        f"for a in {V}; do for b in {V}; do for c in {V}; do " + "git $a $b $c; " * 4000 + "done; done; done",
    )
    yield "for8x2", "for a in 1 2 3 4 5 6 7 8; do for b in 1 2 3 4 5 6 7 8; do " + "git $a $b; " * 5000 + "done; done"
    yield (
        "for8x2v",
        "for a in 1 2 3 4 5 6 7 8; do for b in 1 2 3 4 5 6 7 8; do "
        + "".join(f"git $a $b c{i}; " for i in range(4000))
        + "done; done",
    )
    yield "for2000", "for a in " + " ".join(f"v{i}" for i in range(2000)) + "; do " + "git $a; " * 4000 + "done"
    yield (
        "for2000sh",
        "for a in " + " ".join(f"v{i}" for i in range(2000)) + "; do " + 'sh -c "git $a"; ' * 2500 + "done",
    )
    yield "forsh", "for a in " + V + "; do " + "".join(f'sh -c "git $a {i}"; ' for i in range(2500)) + "done"
    yield "brace10", "echo " + "{a,b}" * 10 + " " + ("{a,b}" * 9 + " ") * 1200
    yield "brace1000", "git {1..1000} " * 4000
    yield "brace2000", "git {push,{1..2000}}; " * 2500
    yield "bracesp", "echo " + "{a,b}{c,d}{e,f} " * 4000
    yield "bracedeep", "echo " + "{a," * 12000 + "b" + "}" * 12000
    yield "words", "unknownprog " + "word " * 12000
    yield "wordsd", "unknownprog " + " ".join(f"w{i}" for i in range(10000))
    yield "wordsdenv", "env " + " ".join(f"A{i}=b" for i in range(8000)) + " git push"
    yield "wordsbash", "env " + "bash " * 12000
    yield "wordsq", "prog " + " ".join(f"'ls {i}'" for i in range(7000))
    yield "gitwords", "git " + " ".join(f"w{i}" for i in range(10000))
    yield "gitopts", "git " + " ".join(f"--opt{i}" for i in range(6000)) + " push"
    yield "gitsubs", "git --foo " + "push status log " * 4000
    yield "catfiles", "cat " + " ".join(f"d{i}/f{i}" for i in range(6000))
    yield "catglobs", "cat " + " ".join(f"d{i}*/f" for i in range(6000))
    yield "rmfiles", "rm " + " ".join(f"d{i}/f{i}" for i in range(6000))
    yield "cpfiles", "cp " + " ".join(f"f{i}" for i in range(9000)) + " d"
    yield "teefiles", "echo ls | tee " + " ".join(f"f{i}" for i in range(9000)) + "; sh f7"
    yield "deeppath", "cat " + "a/" * 32000
    yield "deepdots", "cat " + "../" * 21000
    yield "deepglob", "cat " + "*/" * 32000
    yield "starglob", "cat " + "*a" * 32000
    yield "qglob", "cat " + "?" * 60000
    yield "brglob", "cat " + "[a-z]" * 12000
    yield "longword", "git " + "a" * 64000
    yield "longname", "a" * 64000
    yield "longeq", "prog " + "a=" * 32000
    yield "find-exec", "find . " + "-exec cat {} + " * 4000
    yield "find-exec2", "find . " + "-exec sh -c 'cat $0' {} \\; " * 2500
    yield "find-name", "find . " + "-name .env -o " * 4500 + "-print"
    yield "pipe", "ls | " * 12000 + "sh"
    yield "pipeecho", "echo ls | " * 6000 + "sh"
    yield "pipecat", "echo ls | " + "cat | " * 10000 + "sh"
    yield "pipetee", "echo ls | " + "tee x | " * 8000 + "sh"
    yield "pipesh", "echo ls" + " | sh" * 12000
    yield "pipexargs", "echo ls" + " | xargs sh -c" * 4000
    yield "pipesed", "echo ls | " + "sed s/a/b/ | " * 5000 + "sh"
    yield "group", "(" + "echo ls; " * 7000 + ") | sh"
    yield "groupd", "(" + "".join(f"echo ls {i}; " for i in range(4500)) + ") | sh"
    yield "groupd2", "(" + "".join(f"echo ls {i}; " for i in range(4000)) + ") | sh; " + "sh s.sh; " * 500
    yield "filesh", "{ " + "".join(f"echo ls {i}; " for i in range(3500)) + "} > s.sh; " + "sh s.sh; " * 1500
    yield "filesh2", "cat > s.sh <<'E'\n" + "ls a\n" * 6000 + "E\n" + "sh s.sh; " * 2500
    yield (
        "filecp",
        "cat > s0 <<'E'\n" + "ls a\n" * 4000 + "E\n" + "".join(f"cp s{i} s{i + 1}; " for i in range(2500)) + "sh s2500",
    )
    yield (
        "filecat",
        "cat > s0 <<'E'\n"
        + "ls a\n" * 4000
        + "E\n"
        + "".join(f"cat s{i} s{i} > s{i + 1}; " for i in range(1800))
        + "sh s1800",
    )
    yield "vardbl", "x=ab; " + "x=$x$x; " * 7000 + "git $x"
    yield "vardbl2", "x0=ab; " + "".join(f"x{i + 1}=$x{i}$x{i}; " for i in range(2500)) + "git $x2500"
    yield "fndbl", "".join(f"f{i}(){{ f{i + 1}; f{i + 1}; }}; " for i in range(2000)) + "f2000(){ echo ls; }; f0 | sh"
    yield (
        "fndbl2",
        "".join(f'f{i}(){{ f{i + 1} "$@" a; f{i + 1} "$@" b; }}; ' for i in range(1300)) + 'f1300(){ git "$@"; }; f0',
    )
    yield "fnrec", 'f(){ f "$@" a; f b; }; ' + "f x; " * 12000
    yield "fnarg", 'f(){ git "$1" "$2"; }; ' + "".join(f"f a{i} b{i}; " for i in range(5000))
    yield "fnbody", "f(){ " + 'git "$1"; ' * 4000 + "}; " + "f push; " * 2500
    yield "fnbodyd", "f(){ " + 'git "$1"; ' * 4000 + "}; " + "".join(f"f a{i}; " for i in range(2500))
    yield "aliasrec", "".join(f"alias a{i}='a{i + 1} a{i + 1}'; " for i in range(2000)) + "a0"
    yield "xargsbig", "echo " + " ".join(f"a{i}" for i in range(9000)) + " | xargs git"
    yield "xargsbign", "echo " + " ".join(f"a{i}" for i in range(9000)) + " | xargs -n1 git"
    yield "xargsbigI", "printf '%s\\n' " + " ".join(f"a{i}" for i in range(9000)) + " | xargs -I{} git {} {} {}"
    yield (
        "xargsIlong",
        "printf '%s\\n' " + " ".join(f"a{i}" for i in range(2000)) + " | xargs -I{} sh -c '" + "git {}; " * 4000 + "'",
    )
    yield "parbig", "parallel git " + "{} " * 5000 + "::: " + " ".join(f"a{i}" for i in range(6000))
    yield "parbig2", "parallel " + "-x " * 5000 + "git ::: " + " ".join(f"a{i}" for i in range(6000))
    yield "parinput", "printf '%s\\n' " + " ".join(f"a{i}" for i in range(9000)) + " | parallel git {}"
    yield "printfbig", "printf '%s'" + " x" * 30000 + " | sh"
    yield "printfbig2", "printf '" + "%s" * 10000 + "' " + "x " * 20000 + " | sh"
    yield "printfw", "printf '%99999s' x | sh; " * 2500
    yield "heredocbig", "sh <<'E'\n" + "ls a\n" * 12000 + "E"
    yield "heredocbigx", "sh <<E\n" + "ls $a\n" * 10000 + "E"
    yield "heredocpy", "python3 <<'E'\n" + "print('ls a')\n" * 4500 + "E"
    yield "pybig", 'python3 -c "\n' + "print('ls a')\n" * 4500 + '"'
    yield "pybigd", 'python3 -c "\n' + "".join(f"print('ls a{i}')\n" for i in range(3500)) + '"'
    yield "pyquotes", 'python3 -c "' + "'a b'" * 12000 + '"'
    yield "perlqw", "perl -e '" + "qw(a b);" * 8000 + "'"
    yield "awkbig", "awk '" + '{print > "f"}' * 4500 + "' x"
    yield "sedbig", "sed '" + "w f\n" * 15000 + "' x"
    yield "sedbig2", "sed '" + "s/a/b/e;" * 7000 + "' x"
    yield "sqlbig", "sqlite3 db '" + "select 1; .shell ls; " * 3000 + "'"
    yield "make", "make -f - <<'E'\n" + "all:\n\tls\n" * 5000 + "E"
    yield "redirs", "echo a " + "> f " * 30000
    yield "redirsd", "echo a " + "".join(f"> f{i} " for i in range(8000))
    yield "herestrs", "sh " + "<<< ls " * 8000
    yield "assign", "".join(f"A{i}=b " for i in range(8000)) + "ls"
    yield "assignrun", "".join(f"A{i}EDITOR='ls {i}' " for i in range(3000)) + "git commit"
    yield "dollar", "echo " + "$x" * 30000
    yield "dollars", "echo " + "$x " * 20000
    yield "dollard", "echo " + " ".join(f"$x{i}" for i in range(8000))
    yield "dqsubst", 'echo "' + "$(ls) " * 10000 + '"'
    yield "cmdsub", "git " + "$(echo a) " * 6000
    yield "procsub", "cat " + "<(ls) " * 9000
    yield "bashprocsub", "bash " + "<(echo ls) " * 5000
    yield "cases", "case $x in " + "a) ls;; " * 8000 + "esac"
    yield "casepat", "case $x in " + "a|" * 30000 + "b) ls;; esac"
    yield "andor", "ls && " * 10000 + "ls"
    yield "cdchain", "".join(f"cd d{i} && " for i in range(6000)) + "ls"
    yield "cdback", "cd a; cd -; " * 5000 + "ls"
    yield "pushd", "pushd a; popd; " * 4500
    yield "newlines", "\n" * 64000
    yield "comments", "# x\n" * 16000
    yield "bslashes", "\\\n" * 32000 + "ls"
    yield "nul", "ls \0" * 16000
    yield "quotes", "echo " + "''" * 32000
    yield "dquotes", "echo " + '"a"' * 20000
    yield "ansi", "echo " + "$'\\x61'" * 7000
    yield "unbalanced", "echo '" + "a" * 64000
    yield "unbal2", "$(" * 32000
    yield "unbal3", "{" * 64000
    yield "unbal4", "`" * 64000
    yield "unbal5", "<<" * 32000
    yield "unbal6", "<<E\n" * 16000
    yield "extglob", "cat " + "@(a|" * 16000
    yield "arith2", "echo $((" + "1+" * 30000 + "1))"
    yield "arith3", "echo $((" + "(" * 30000 + "1" + ")" * 30000 + "))"
    yield "params", "echo " + "${x:-" * 12000 + "}" * 12000
    yield "paramsub", "echo ${x/" + "$(ls)" * 10000 + "/b}"
    yield "arrsub", "a[" + "$(ls)" * 12000 + "]=1"
    yield "arr", "a=(" + "git push " * 7000 + '); "${a[@]}"'
    yield "arrd", "a=(" + " ".join(f"w{i}" for i in range(9000)) + '); git "${a[@]}"'
    yield "arruse", "a=(" + " ".join(f"w{i}" for i in range(3000)) + "); " + 'git "${a[@]}"; ' * 2500
    yield "setuse", "set -- " + " ".join(f"w{i}" for i in range(3000)) + "; " + 'git "$@"; ' * 2500
    yield "ifsuse", "IFS=,; a=" + ",".join(f"w{i}" for i in range(3000)) + "; " + "git $a; " * 2500
    yield "bigval", "x='" + "a " * 10000 + "'; " + "git $x; " * 4000
    yield "bigvalsh", "x='" + "ls a; " * 3000 + "'; " + 'sh -c "$x"; ' * 3000
    yield "bigvaleval", "x='" + "ls a; " * 3000 + "'; " + 'eval "$x"; ' * 3000
    yield "manyvals", "".join(f"x=w{i}; " for i in range(2500)) + "git $x; " * 2500
    yield "manyvals2", "".join(f"x=w{i}; y=z{i}; " for i in range(1500)) + "git $x $y; " * 2500
    yield (
        "readvals",
        "printf '%s\\n' "
        + " ".join(f"w{i}" for i in range(3000))
        + " | while read x; do "
        + "git $x; " * 2500
        + "done",
    )
    yield "ctlpaths", "cat " + ".byleave/x " * 5000
    yield "envpaths", "cat " + ".env " * 12000
    yield "ddpaths", "dd " + "of=/dev/null " * 4500
    yield "scp", "scp " + "h:a " * 15000 + "b"
    yield "curl", "curl " + "-d @f " * 9000 + "http://x"
    yield "curld", "curl " + "".join(f"-o f{i} http://x/{i} " for i in range(3000))
    yield "tar", "tar xf a " + "-C d " * 12000
    yield "gitC", "git " + "-C d " * 12000 + "status"
    yield "gitc", "git " + "-c a.b=c " * 6000 + "status"
    yield "gitcalias", "git " + "".join(f"-c alias.x{i}=push " for i in range(2500)) + "x7"
    yield "ssho", "ssh " + "-o ProxyCommand='ls a' " * 2800 + "h"
    yield "dockerv", "docker run " + "-v /a:/b " * 6000 + "x ls"
    yield "sudoenv", "sudo " + "A=b " * 15000 + "ls"
    yield "rsync", "rsync " + "--rsh='ls a' " * 4500 + "a b"
    yield "vimc", "vim " + "-c '!ls a' " * 5500
    yield "jq", "jq " + "--arg a b " * 6000 + "."
    yield "codestr", "node -e '" + 'f("git push");' * 4000 + "'"
    yield "wrapsh", "sudo env nice timeout 5 bash -c 'ls; id' ; " * 1500
    yield "mix1", "for x in a b c; do echo $x | xargs -I{} sh -c 'git {}'; done; " * 1000
    yield "mix2", "find . -exec sh -c 'echo $0 | xargs env nice git' {} \\; ; " * 1100
    yield "mix3", "(echo 'for x in a b; do env $x; done') | bash; " * 1400
    yield "mix4", 'x=$(echo push); f(){ sudo env git $x "$@"; }; f a; ' * 1200
    yield "mix5", "cat <<E | sudo sh -c 'xargs -n1 env'\n$x push\nE\n" * 1300
    yield "mix6", "eval \"$(printf '%s ' git push)\"; " * 1700
    yield "mix7", "{ echo 'ls'; cat s; } > s; sh s; " * 2000
    yield "mix8", "parallel sh -c 'env {}' ::: push status; " * 1500
    yield "mix9", "bash -c 'for i in 1 2 3; do echo $i | sh -c \"xargs git\"; done'; " * 1000
    yield "mix10", "git $(for i in a b c; do echo $i; done) | tee >(sh) >(bash); " * 1000
