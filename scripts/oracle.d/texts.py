"""Texts for the oracle: mutations of real commands, sentences of the plain grammar, and mutations of these."""

import json
import pathlib

# What shells read in different ways, most of it not plain.
HAZARDS = (
    "{a,b}", "}", "{", "{}", "{1..3}", "=q1", "=", "==", "a==q1", "a=~/x", "~", "~/", "~+", "~-", "~root", "$S", "${S}", "$S:h", '"$S:t"', "$S[1]",
    '"$S[1]"', "${S}[1]", "$HOME", "$PWD", "$?", "$$", "$!", "$#", "$@", "$*", "$0", "$1", "$-", "$'a'", '$"a"', "$[1+1]", "$((1+1))", "$(q9)", "`q9`",
    "x+=b", "|&", "&>f", "&>>f", ">&f", "<<<", "<<< a", "10>x", "1>x", "2>x", "< a.txt", "> f", "<1-9>", "*(N)", "@(a)", "+(a)", "?(a)", "[^a]", "[!a]",
    "a[b", "a]", "]", "[", "[a-z]*", ".*", ".?", "./.*", "*/.*", "\\", "\\\n", "; ;", ";;", "time", "time -p", "time q1", "[[ a ]]", "noglob", "-", "+", "coproc",
    "r", "f() q9", "'a''b'", "a$", "^x", "x^", "HEAD^", "HEAD~1", "a~b", "x#", "#", " # it's", " # ; q9", "!", "!q", "a!", '"a!"', "! q1", "*", "?", "*.txt",
    "**", "**/x", "*.nothing", "dir/*", "e?f.txt", "*' '*", "\n", "\n\n", "\t", "  ", "&", "&&", "||", "|", ";", "(", ")", "((", "<", ">", ">>", "<>", ">|", ">!", "&!",
    "&|", "'", '"', "`", "$", "%", "@", "@{1}", "@{u}", ",", ":", "a:b", "a:~/x", "S=a", "S='a b'", "S=", "S=*", "path=x", "status=1", "A=1", "export A=1",
    "export S=b", "export A", "set -e", "set -k", "set -euo pipefail", "exit", "exit 1", "cd dir", "cd ..", "cd dir &&", "cd -", "cd nowhere", "cd", "pushd dir",
    "if q1; then q2; fi", "while qw; do q2; done", "until qu; do q3; done", "for x in a b; do q1 $x; done", 'for x in *.txt; do q1 "$x"; done', "(q1; q2)",
    "{ q1; q2; }", "{ q1; q2; } > f", "(cd dir; q1)", "do", "done", "then", "fi", "else", "elif", "in", "case a in a) q1;; esac", "\\a", "\\ ", "\\*", "\\~", "\\=",
    "\\\\", "\\'", '\\"', "\\$S", '"\\a"', '"\\$S"', '"\\`"', '"$S"', '"$S"*', '"${S}x"', '"$"', '"$ a"', '"a$|"', '"$."', '"$/"', "\"$'\"", '"$="', '"$~"', '"$+"',
    "${PIPESTATUS[0]}", '"${PIPESTATUS[0]}"', "${#S}", "${S:-a}", "${S%a}", "'a\nb'", '"a\nb"', "é", "'é'", "2>&1", "1>&2", ">&2", "2>/dev/null", ">/dev/null",
    "<< 'E'\nbody\nE\n", "<<'E'\nb $S `q9` $(q9)\nE\n", '<<"E"\nx\nE\n', "<<E\nx\nE\n", "<<-'E'\n\tx\n\tE\n", "<<\\E\nx\nE\n", '"$(cat <<\'E\'\nbody\nE\n)"',
    '"$(cat <<\'E\'\nx ) " ; q9 ; q "\nE\n)"', '"$(cat <<\'E\'\nEx\nE\n)"', '"$(cat <<\'E\'\nE)"; q9 "\nE\n)"', "-n", "--", "-e", "type", "command -v q1",
    "command q1", "echo", "printf", "kill -9", "wait", "test", "true", "false", ":", "A=1 :", "A=1 q1", "S=b q1 $S", "q1 |\n q2", "q1 &&\n q2", "x=~", "x=a:~",
    "a=b", "--x=~/y", "--x=$S", "--x='a b'", "repeat 2 q1", "q1 &\n", "q1 & q2", "wait %1", "source a.txt", ". ./a.txt", "eval q9", "x=(q9)", "x[0]=1", "1=a", "%1",
    "%", "+x", "\r", "\x01", "*~a.txt", "(a|b)", "a|b", "*.(txt)", "q1;", "q1;;", "q1&", "q1&&q2", "q1||q2", "qf||q2", "qf && q1", "qf;q1", "let 'a=1'", "$S$S",
    "a$S", "$S/x", "$S-x", "$S~", "$S^", "$S#", "$S=", "x$?", '"x$?"', "0", "00", "1", "'2'>x", "2 >x", "\\2>x", ">'f g'", ">\\ f", "> -", "< -", "> $S", "> *",
)
# Short texts around what shells are known to read in different ways: some are plain, most are only a step away from it.
NEAR = (
    "cd dir > nowhere/o || q1 a", "cd dir < missing || q1 a.txt", "for x in *.txt; do cd ..; q1 a; done", "for x in *.txt; do cd .. && q1; done", "for x in dir/*; do q1; cd ..; done",
    "for S in 'a b'; do q1 $S; done", "for S in '*.txt'; do q1 $S; done", "for S in ''; do q1 $S; done", "for S in a; do q1 $S[1]; done", "for S in a; do q1 \"$S[1]\"; done", "for S in a; do q1 ${S}[1]; done",
    "for S in a/b; do q1 $S:h $S; done", "for S in a/b; do q1 \"$S:t\"; done", "for S in a; do q1 \"$S: b\" \"$S:\"; done", "for S in a; do S=b :; q1 $S; done", "for S in a; do S=b q1 $S; q2 $S; done", "for S in a; do S=b cd dir; q1 $S; done",
    "for S in a; do for S in b; do q1; done; q2 $S; done", "for S in a b; do q1; done; q2 $S", "for S in a; do q1 $S; done; q2 $S", "for S in *.txt; do q1 *\"$S\"; done", "for S in *.txt; do q1 $S; done", "for S in a==q2; do q1 $S; done",
    "for S in '~/x'; do q1 $S \"$S\"; done", "for S in HEAD~1; do q1 $S; done", "for S in .; do q1 $S*; done", "for S in .; do q1 \"$S\"*; done", "for S in dir; do cd $S; q1; done", "for S in dir src; do cd dir; q1; done", "for S in a; do q1 $S.txt $S/b ${S}b; done",
    "for S in a; do q1 \"$Sé\"; done", "for S in 'a\nb'; do q1 \"$S\"; done", "for S in =q1; do q2 $S; done", "for S in '=q1'; do q2 \"$S\"; done", "for S in a; do q1 $S~ $S^ x; done", "if q1; then cd dir; fi; q2", "if qf; then cd dir; fi; q1 a.txt",
    "if cd dir; then q1; fi; q2", "test -d dir && cd dir; q1", "qf && cd dir; q1", "cd dir && qf || q1", "q1; cd dir || q2; q3", "cd nowhere || q1 a; q2", "path=x q1", "COLUMNS='a[$(q9)]' q1",
    "q1 'a''b'", "q1 'it''s' 'c'", "q1 'a'\"b\"", "q1 a==q2", "q1 x=a:=q2", "q1 --x=a==q2", "S=a==q2; q1 $S", "q1 =q2", "q1 < a.txt < b.txt", "q1 > f > o", "q1 >f 2>o", "q1 2>f 2>o",
    "q1 2>&1 2> f", "q1 > f 2>&1", "q1 2>&1 > f", "q1 > f | q2", "q1 | q2 < a.txt", "q1 2>&1 >/dev/null | q2", "{ q1; } > f | q2", "q1 .*", "q1 ./.*", "q1 ..*", "q1 dir/..*", "q1 .?", "q1 .e*", "q1 dir/.*",
    "q1 '.'*", "q1 \\.*", "S=.; q1 $S*", "S=.; q1 \"$S\"*", "q1 [^a]*", "q1 [!a]*", "q1 [ab]*", "q1 [a-c].txt", "q1 a[b", "q1 x]", "q1 a>f", "q1 10>x", "q1 a2>x", "q1 '1'>x", "q1 \\1>x",
    "S=a; S=b :; q1 $S", "S=a; S=b q1 $S; q2 $S", "S=a; S=b export T=c; q1 $S", "S=a; S=b set -e; q1 $S", "S=a; S=b cd dir; q1 $S", "S=a; S=b; q1 $S", "S=a; S=a; q1 $S", "S=a; export S=b; q1 $S",
    "q1 <<'EOF'\nEé x\nEOF", "q1 <<'E'\né\naEé\nE", "cd dir > nowhere/o; q1", "cd dir < missing; q1", "cd dir > nowhere/o && q1", "cd dir 2>/dev/null; q1", "export T=b > nowhere/o; q1 $T", "export T=b 2>&1; q1 $T",
    "S=a; while qw $S; do S=b; done", "while qw; do export FOO=b; done", "S=a; for x in 1 2; do q1 $S; S=b; done",
    "S=a; while qw $S; do for S in b; do q1; done; done", "S=a; for x in *.txt; do q1 $S; for S in b; do q2; done; done", "S=a; for x in 1 2; do q1 $S; for S in b; do q2; done; done",
    "S=a; S=b echo x; q1 $S", "S=a; S=b true; q1 $S", "S=a; S=b [ a ]; q1 $S", "S=a; S=b printf x; q1 $S", "S=a; S=b type q1; q1 $S", "S=a; S=b pwd; q1 $S", "for S in a; do S=b q1 $S; q2 $S; done",
    "q1 && S=a || q2 $S", "qf && S=a || q2 $S", "q1 <<-'E'\n\ta\nE", "q1 \"$(cat <<'E'\nit's\nE)\"; q9; : \"'\nE\n)\"",
     "q1 && S=a || q2; q3 $S", "qf || S=a; q2 $S", "q1 || S=a && q2 $S", "qf && S=a; q2 $S", "qf && S=a && q2 $S", "q1 && S=a && q2 $S", "S=a && qf && q1 $S; q2 $S",
    "(S=a; q1 $S); q2 $S", "{ S=a; }; q1 $S", "qf && { S=a; }; q1 $S", "qf && (S=a); q1 $S", "if qf; then S=a; fi; q1 $S", "if q1; then S=a; else S=b; fi; q1 $S", "if qf; then S=a; else q1 $S; fi",
    "S=a | q1; q2 $S", "q1 | S=a; q2 $S", "S=a; q1 | S=b; q2 $S", "q1 | cd dir; q2", "q1 | { cd dir; }; q2", "q1 | (cd dir; q2); q3", "cd dir | q1; q2", "cd dir & q1", "cd dir && q1 & q2", "S=a & q1 $S",
    "S=a && q1 & q2 $S", "S=a; while qw $S; do S=b; done; q1 $S", "S=a; for x in 1 2; do q1 $S; S=b; done", "for x in a b; do q1 $x; done; q2 $x", "for x in a b; do for x in c; do q1 $x; done; q2 $x; done",
    "for x in *.txt; do q1 $x; done", 'for x in *.txt; do q1 "$x" "$x".bak "== $x"; done', 'for x in dir/*; do (cd dir; q1 "$x"); done', "for x in *.none; do q1 \"$x\"; done", "for x in a 'b c'; do q1 $x; done",
    "for x in 'b c' '*' ''; do q1 \"$x\"; done", "for x in ~/a ~; do q1 $x \"$x\" ; done", "for x in a; { q1; }", "for x; do q1; done", "for x in a b\ndo q1 $x\ndone", "while qw; do cd dir; done; q1", "while qw; do (cd dir; q1); done; q2",
    "for x in a b; do cd dir; q1; done; q2", "for x in dir src; do (cd $x && q1); done; q2", "for x in dir src; do cd $x && q1; cd ..; done", "qf && cd dir; q1", "q1 && cd dir; q2", "q1 && cd dir && q2; q3",
    "qf || cd dir; q1", "q1 || cd dir && q2", "cd nowhere && q1; q2", "cd nowhere; q1", "cd nowhere || q1; q2", "cd dir || exit 1; q1", "cd dir && cd sub && q1; q2", "cd dir; cd sub; q1", "cd dir; cd ..; q1", "cd nowhere; cd ..; q1",
    "cd dir; cd nowhere || cd /tmp; q1", "cd; q1", "cd ~; q1", "cd -; q1", "cd +1; q1", "cd dir*; q1", "cd ''; q1", "cd dir src; q1", "cd -P dir; q1", "{ cd dir; }; q1", "(cd dir); q1", "if cd dir; then q1; else q2; fi; q3",
    "if q1; then cd dir; fi; q2", "if q1 && cd dir; then q2; fi; q3", "cd dir; q1 $PWD", "cd dir && q1 $PWD/x", "q1 $PWD; cd dir", "(cd dir; q1 $PWD); q2 $PWD", "S=dir; cd $S; q1", "S='sub dir'; cd \"$S\" && q1", "time cd dir; q1",
    "cat << 'E' 'a\nb'\nbody\nE", "q1 'a\nb' <<'E'\nq9\nE", "q1 <<'E' \"a\nq9\nE\n\"", "q1 <<'E'; q2 <<'F'\nq9\nE\nq8\nF", "q1 <<'E' <<'F'\na\nE\nb\nF", "q1 <<E\n$(q9)\nE", "q1 <<'E' | q2\na\nE", "q1 <<'E' |\na\nE\nq2",
    "q1 <<'E' && q2\na\nE\nq3", "q1 <<'E' \\\n a\nbody\nE", "q1 \\\n <<'E'\nbody\nE", "(q1 <<'E'\na )\nE\n)", "{ q1 <<'E'\n}\nE\n}", "for x in a b; do q1 <<'E'\nq9\nE\ndone", "cat <<'E'; for x in a b; do\nq9\nE\nq1; done",
    "for x in a b; do q1 <<'E'; done\nq9\nE", "if q1; then q2 <<'E'\na\nE\nfi", "q1 <<'E'\nE", "q1 <<'E'\n E\nE \nE", "q1 <<-'E'\n\ta\n\tE", "q1 <<'E F'\na\nE F", "q1 <<\"E\"\n\\\nE\nq2", "q1 <<'E'\na\\\nE\nq2",
    'q1 "$(cat <<\'E\'\na\nE)"; q9 "\nE\n)"', 'q1 "$(cat <<\'E\'\nE)\nE\n)"', 'q1 "$(cat <<\'E\'\nEx\nE\n)"', 'q1 "$(cat <<\'E\'\nx ) " ; q9 ; q "\nE\n)"', 'q1 "$(cat <<\'E\'\nit\'s (a) "b"\nE\n)" && q2 "c"',
    'q1 "$(cat <<\'E\'\na\n\n\nE\n)"', 'q1 "$(cat <<\'E\'\nE\n)"', 'q1 "$(cat <<\'E\'\na\\\nE\n)"', 'q1 -m "$(cat << "E"\na\nE\n  )" 2>&1 | q2', 'q1 $(cat <<\'E\'\na\nE\n)', 'q1 x"$(cat <<\'E\'\na\nE\n)"y',
    "printf %d 'HOME[$(q9)]'", "printf '%*s' 'HOME[$(q9)]' a", "printf '%s %05d' a 'HOME[$(q9)]'", "printf '%%%d' 'HOME[$(q9)]'", "printf %s 'HOME[$(q9)]'", "printf -v 'HOME[$(q9)]' a", "[ 'HOME[$(q9)]' -eq 1 ]", "[ -t 'HOME[$(q9)]' ]",
    "test -v 'HOME[$(q9)]'", "x='HOME[$(q9)]'; [ x -gt 1 ]", "[ $? -eq 0 ]", "[ 1 -eq 'HOME[$(q9)]' ]", "exit 'HOME[$(q9)]'", "exit \"HOME[\\$(q9)]\"", "wait 'HOME[$(q9)]'", "kill 'HOME[$(q9)]'", "exit q", "set -k; q1 A=b", "set -k\nq1 A=b c",
    "set a b; q1", "set", "set -e; qf; q1", "set -euo pipefail; q1", "set -x; q1", "set -f; q1 *", "set -o noglob; q1 *", "export A==q1; q2", "export A=b; q1", "export A='x y' B=\"z\"; q1; (q2)", "export A=~/x; q1", "export A=$HOME/x; q1", "export A; q1",
    "export A=*; q1", "(export A=b; q1); q2", "A=b; q1", "A=b q1; q2", "A=b B='c d' q1", "A= q1", "A=~ q1", "A=* q1", "A==q2 q1", "A='=q2' q1", "A=a:~/b q1", "path=x; q1", "path=x q1", "status=1; q1", "UID=5; q1", "UID=5 q1", "IFS=a; q1", "PATH=/x q1",
    "COLUMNS='a[$(q9)]' q1", "COLUMNS='HOME[$(q9)]'; q1", "SECONDS='HOME[$(q9)]'; q1", "RANDOM='HOME[$(q9)]' q1", "OPTIND='HOME[$(q9)]'; q1", "argv='a b'; q1", "HISTSIZE='HOME[$(q9)]'; q1", "TMOUT='HOME[$(q9)]'; q1", "LINENO='HOME[$(q9)]'; q1",
    "SAVEHIST='HOME[$(q9)]'; q1", "PS4='$(q9)'; set -x; q1", "PROMPT4='$(q9)' q1", "prompt='$(q9)'; q1", "ERRNO='HOME[$(q9)]'; q1", "LISTMAX='HOME[$(q9)]'; q1", "KEYTIMEOUT='HOME[$(q9)]'; q1", "HOME=/x; q1 ~", "HOME=/x q1 ~", "NULLCMD=q9; > f", "x+=b", "x+=b q1",
    "qf; rc=$?; q1 $rc \"e: $rc\"", "qf; q1 $?", "qf\nq1 \"$?\"", "(exit 3); q1 $?x", "qf; S=$?; q1 \"x$S\"; exit $S", "((q1))", "((q1) )", "( (q1) )", "(\\\n(q1))", "(q1;)", "( q1 )", "()", "{ q1 }", "{ q1;}", "{q1; }", "{ q1; } ; q2", "{ q1; } q2",
    "q1 & q2", "q1 &\nq2 &", "q1 &; q2", "(q1 &) ; q2", "q1 &>f", "q1 &>>f", "q1 >&f", "q1 & >f", "q1 |& q2", "q1 &!", "q1 &| q2", "q1 &\\\n& q2", "q1 |\\\n| q2", "q1 <<< a", "q1 <(q2)", "q1 >(q2)", "< a.txt", "> f", "2>f q1", "> f q1",
    "q1 >!f", "q1 >! f", "q1 > !", "q1 >|f", "q1 <>f", "q1 <&0", "q1 >&-", "q1 2>&1 1>&2", "q1 > $S", "q1 > *.txt", "q1 > ~/o", "q1 > 'f g'", "q1 >&2 | q2", "q1 2>&2", "q1 >>f | q2", "q1 | time q2", "time q1 | q2", "time -p q1", "time S=a q1",
    "time (q1)", "time", "! q1", "q1 | ! q2", "if ! q1; then q2; fi", "if q1; then q2; elif qf; then q3; else q4; fi", "if q1\nthen q2\nfi", "if qf; then q1; fi > f", "while qw; do q1; done | q2", "q1 | while qw; do q2; done", "until qu; do q1; done",
    "q1 {a,b}", "q1 {a..c}", "q1 a{,b}", "q1 {}", "q1 x{}y", "q1 {}{}", "q1 {},{}", "q1 @{1}", "q1 HEAD@{1}", "q1 @{u}..", "q1 }", "q1 a}", "q1 {", "q1 '{a,b}'", "q1 \\{a,b\\}", "S={a,b}; q1 $S", "q1 HEAD^", "q1 HEAD~1", "q1 HEAD^^", "q1 HEAD~1..HEAD", "q1 a~b", "q1 x#",
    "q1 ax#", "q1 x#1", "q1 a#b", "q1 HEAD^{}", "q1 x^", "q1 *~a.txt", "q1 *^x", "q1 ^x", "q1 #x", "q1 a #x", "q1 a# x", "q1 ~", "q1 ~/", "q1 ~/*", "q1 ~+", "q1 ~-", "q1 ~nobody", "q1 ~root/x", "q1 x=~", "q1 --x=~/y", "q1 a:~/b", "q1 '~'/x", "q1 \\~/x", "q1 ~\\/x", "q1 ~''/x",
    "S='~/x'; q1 $S", "S=a; q1 $S:h $S", "S=a/b; q1 \"$S:t\"", "S=a; q1 $S[1]", "S=a; q1 \"$S[1]\"", "S=a; q1 ${S}[1]", "S=a; q1 \"${S}[1]\"", "S=a; q1 \"$S: b\" \"$S:\"", "S=a; q1 \"${S}:h\"", "S=a; q1 $S.txt $S/b ${S}b", "S=a; q1 $S^ x", "S=a; q1 $S~", "S=a; q1 $S#",
    "S=a; q1 \"$Sé\"", "S='a b'; q1 $S", "S='a b'; q1 \"$S\"", "S='*.txt'; q1 $S", "S='*'; q1 \"$S\"", "S=; q1 $S", "S=''; q1 \"$S\" a$S", "S='-n'; q1 $S", "S='a\nb'; q1 \"$S\"", "S==q1; q2 $S", "S='=q1'; q2 \"$S\"", "S='{a,b}'; q1 $S", "S=a,b; q1 $S $S,c", "S=a\\ b; q1 $S",
    "S=\"a  b\"; q1 $S", "S=HEAD~1; q1 $S", "S=a^; q1 $S", "S=x#; q1 $S", "S=$?; q1 $S", "q1 $S", "q1 ${S:-a}", "q1 ${#S}", "q1 $HOME \"$HOME/x y\"", "q1 $HOME:x", "q1 $HOME[1]", "q1 $HOME~", "q1 $HOME=", "q1 \"$HOME\"*", "q1 $'a'", "q1 $\"a\"", "q1 $[1+1]", "q1 a$", "q1 $",
    "q1 \"a$\"", "q1 \"$ a\"", "q1 \"$.\" \"$/\" \"$,\" \"$;\" \"$:\" \"$%\" \"$'\" \"$]\" \"$}\" \"$>\" \"$|\" \"$)\"", "q1 \"$\\\\a\"", "q1 \"$\n\"", "q1 \"$=S\"", "q1 \"$~S\"", "q1 \"$+S\"", "q1 \"$^S\"", "q1 \"$-\"", "q1 \"\\a\\n\\$\\\"\"", "q1 \"a\\\nb\"", "q1 a\\\nb", "q1 a \\\n b",
    "q1 a\\", "q1 'a\\'", "q1 \\\\", "q1 \\a\\-\\*", "q1 \"\\!\"", "q1 é", "q1 'é'", "q1 \\é", "q1 a\tb", "q1\ta", "q1 'a\tb'", "q1 ; ; q2", "q1 ;; q2", "; q1", "q1 |", "q1 &&", "q1 && && q2", "q1 || || q2", "q1 |\n# c\nq2", "q1 &&\n\n# c ' \"\nq2", "q1 # it's ; q9\nq2",
    "q1;# c\nq2", "q1 a# c", "# c\nq1", "q1 \\\n# c\nq2", "q1 # c \\\nq2", "[[ -f a ]] && q1", "[ -f a.txt ] && q1", "[ a == a ] && q1", "[ a = a ] && q1", "[ -f a.txt -a -d dir ] && q1", "[ ! -f a.txt ] || q1", "[ a \\< b ] && q1", "[ -z \"$S\" ] && q1", "[ -f *.txt ] && q1",
    "noglob q1 *", "nocorrect q1", "- q1", "builtin q1", "exec q1", "command q1", "command -v q1", "command -p q1", "eval q1", ". ./a.txt", "source ./a.txt", "alias q1=q9\nq1", "function q1 { q9; }\nq1", "q1() { q9; }\nq1", "q1 () (q9)", "trap q9 EXIT", "coproc q1", "repeat 2 q1",
    "foreach x (a b); q1; end", "select x in a; do q1; done", "case a in a) q1;; esac", "if [ a ] { q1 }", "while qw { q1 }", "let x=1", "typeset -i x", "readonly S=a; q1 $S", "local S=a", "unset S; q1 $S", "shift; q1", "read S < a.txt; q1 $S", "q1 | read S; q2 $S", "r", "fc", "hash q1", "umask 0; q1", "ulimit -c 0; q1",
    "..", "q1/", "./", "dir", "2 a", "a.b a", "q+1 a", "q1- a", "-q1 a", "+q1", "%1", "@q1", "q,1", "q:1", "q=1", "q%1 a", "~/q1", "'q1' a", "\\q1 a", "\"q1\" a", "$S a", "*q1", "q? a", "q1( a )", "q1) a", "q1( )", "q1 (a)", "q1 a(b)", "q1 *(a)", "q1 *(N)", "q1 @(a|b)", "q1 (a|b)", "q1 <1-9>", "q1 a|b",
    "q1 \"!\"", "q1 '!x'", "q1 a\nq2 \"!q\"", "q1 a\nq2 !!", "q1 a\nq2 \"x!!\"", "q1 a\nq2 '!q'", "q1 a b\n^a^c", "q1 a b\nq2 <<'E'\n^a^c\nE", "q1 a b\nq2 'x\n^a^c'", "q1 a\nq2 <<'E'\n!q\nE", "q1 a\nq2 'x\n!q'", "q1 ! a", "q1 a!", "q1 a!=b", "q1 \"! a\" \"a != b\"", "q1 \"a!\" \"; q9; : \"'\"'\\'",
    "q1 # ; q9", "# ; q9", "q1 a #b", "q1 'x\ny'", "echo \"${PIPESTATUS[0]}\"", "q1 | q2; echo ${PIPESTATUS[0]}", "q1 ${PIPESTATUS[0]}", "echo $?", "qf; echo \"$?\"", "q1 **", "q1 **/*.rs", "q1 d*/*", "q1 dir/*.rs", "q1 *\\ *", "q1 *' '*", "q1 \"c d\"*", "q1 ?", "q1 -*", "q1 -- *", "q1 e*", "q1 *.none || q2",
)
# Programs: all succeed but those of `qf`, `qw` twice, `qu` from the third time on.
PROGRAMS = ("q1", "q2", "q3", "q4", "q1", "q2", "qf", "git", "ls", "rm")
WORDS = (
    "a", "b", "a.txt", "-n", "--x=1", "'c d'", '"c d"', "''", '""', "'*'", '"*"', "*", "*.txt", "dir/*", "?", "[ab].txt", "x*", "~", "~/x", "HEAD^", "HEAD~1",
    "@{u}", "HEAD@{1}", "{}", "\\;", "\\(", "!", "]", "=", "===", "a=b", "--a=b,c", "1", "2", "a:b", "%s", "+x", "x#1", "$?", '"$?"', '"e: $?"', "$HOME", '"$HOME/x"',
    "$PWD/a", "${S}", "$S", '"$S"', '"x $S y"', '"${S}x"', "$S/a", "a\\ b", '"a\\"b"', "'a\nb'", '"a\nb"', '"$ a"', '"a$"', '"x\\n"', "'é'", "http://x/y?z=1",
    "pkg==1.2", ".", "..", "./a.txt", "dir/one.rs", "/tmp/x", "@", ",", "%", "a,b", "-", "--", "do", "then", "if", "fi", "time", "'!'", '"a!"', "e*", "*' '*",
)
VALUES = ("a", "b.txt", "'a b'", "''", "'*.txt'", '"$?"', "$?", "-n", "dir", "'~/x'", "1", "", "a=b", '"$HOME"', "'e\nf.txt'", "'=q9'", "a:b", "'x;q9'")
NAMES = ("S", "T", "x", "dir_1", "FOO", "rc", "msg")
BODIES = (
    "text", "it's", 'a "b" c', "a (b) c", "x ) y", "don't (ever) `do` it", "- a\n- b", "$S $(q9) `q9`", "a \\ b", "\\", "", "e: $?", "1) a\n2) b", "# a ) b", "E", "Ex",
    "x ) \" ; q9 ; q \"", "(", ")", "'", '"', "`", "${", "$[", "a # it's\nb", "fix(api): don't \"panic\" (closes #12)", "line\\", "$'a'", '$"a"', "é ✓", "Eé ✓", "EOé", "EOF", "q9 <<E",
)


class Random:
    """Small and the same everywhere (xorshift)."""

    def __init__(self, seed):
        self.state = (seed * 0x9E3779B97F4A7C15 + 0x1234567) % (1 << 64) or 1
        for _ in range(4):
            self.below(2)

    def below(self, count):
        self.state ^= (self.state << 13) % (1 << 64)
        self.state ^= self.state >> 7
        self.state ^= (self.state << 17) % (1 << 64)
        return (self.state >> 11) % count

    def one(self, choices):
        return choices[self.below(len(choices))]

    def chance(self, percent):
        return self.below(100) < percent


def real(repository):
    """Commands that were typed: the cases of the repository, and the corpus beside it where there is one."""
    texts = set()
    corpus = pathlib.Path(repository, "../shared/corpus/real.jsonl")
    for path in (corpus, pathlib.Path(repository, "../../shared/corpus/real.jsonl")):
        if path.is_file():
            texts |= {json.loads(line)["command"] for line in path.read_text().splitlines()}
    for path in sorted(pathlib.Path(repository, "cases").glob("**/*.txt")):
        for line in path.read_text().splitlines():
            fields = line.split("\t")
            if not line.startswith("#") and len(fields) > 1:
                text = max(fields[:3], key=len) if path.parent.name == "policy" else fields[1]
                texts.add(text.replace("\\n", "\n").replace("\\t", "\t"))
    return sorted(text for text in texts if 0 < len(text) < 400)


class Grammar:
    """Sentences of the plain grammar, or nearly so."""

    def __init__(self, random):
        self.random = random

    def word(self):
        random = self.random
        text = random.one(WORDS)
        while random.chance(8):
            text += random.one(WORDS)
        return text

    def value(self):
        return self.random.one(VALUES)

    def document(self):
        delimiter = self.random.one(("E", "EOF", "X1"))
        body = "\n".join(self.random.one(BODIES) for _ in range(1 + self.random.below(3)))
        quote = self.random.one("'\"")
        return f"{quote}{delimiter}{quote}\n{body}\n{delimiter}"

    def message(self):
        space = self.random.one(("", " "))
        return f'"$(cat <<{space}{self.document()}\n)"'

    def redirection(self):
        return self.random.one((
            "2>&1", ">/dev/null", "2>/dev/null", "> f", ">> f", "> 'f g'", "2> f", ">&2", "1>&2", "< a.txt", "> /tmp/o", "2>>f", "> $S", "> ~/o", "> dir/o", "<'c d.txt'",
            "> nowhere/o"))

    def command(self):
        random = self.random
        kind = random.below(40)
        if kind < 1:
            return f"{random.one(NAMES)}={self.value()}"
        if kind < 5:
            return f"cd {random.one(('dir', 'src', '..', 'dir/sub', 'nowhere', '.', '/tmp', HOME, '~', '~/project', '*', '-'))}"
        if kind < 6:
            return random.one(("set -e", "export T=b", "export FOO='a b'", "exit 1", "exit $?", "wait", "set -u", ":", "true", "false", "test -f a.txt", "[ -d dir ]",
                               "[ a = b ]", "echo a", "echo \"$?\"", "echo ${PIPESTATUS[0]}", "pwd", "command -v q1", "kill -0 999999", "time q1 a"))
        if kind < 7:
            return f"q1 {self.message()}"
        prefix = "".join(f"{random.one(NAMES)}={self.value()} " for _ in range(1)) if random.chance(6) else ""
        words = [random.one(PROGRAMS)] + [self.word() for _ in range(random.below(4))]
        if random.chance(20):
            words.insert(1 + random.below(len(words)), self.redirection())
        return prefix + " ".join(words)

    def part(self, depth):
        random = self.random
        kind = random.below(40) if depth < 3 else 40
        listed = lambda: self.list(depth + 1, 1 + random.below(2))
        if kind == 0:
            return f"({random.one(('', ' '))}{listed()})"
        if kind == 1:
            return "{ " + listed() + "; }" + random.one(("", " 2>&1", " > f"))
        if kind == 2:
            other = f"; else {listed()}" if random.chance(40) else ""
            middle = f"; elif {listed()}; then {listed()}" if random.chance(20) else ""
            return f"if {listed()}; then {listed()}{middle}{other}; fi"
        if kind == 3:
            return f"while qw {self.word()}; do {listed()}; done"
        if kind == 4:
            return f"until qu; do {listed()}; done"
        if kind < 8:
            words = " ".join(self.word() for _ in range(1 + random.below(3)))
            name = random.one(("x", "S", "file"))
            use = random.one((f"${name}", f'"${name}"', f'"== ${name}"', f'"${{{name}}}.bak"', "a"))
            return f"for {name} in {words}{random.one('; |' + chr(10)).strip('|') or ';'} do q1 {use}; {listed()}; done"
        return self.command()

    def pipeline(self, depth):
        text = self.part(depth)
        while self.random.chance(18):
            text += self.random.one((" | ", "|", " |\n")) + self.part(depth)
        return text

    def list(self, depth=0, count=None):
        random = self.random
        text = self.pipeline(depth)
        for _ in range((count or 1 + random.below(4)) - 1):
            glue = random.one((" && ", " && ", "; ", "; ", "\n", " || ", " & ", "&&", ";", " # c\n", " &&\n"))
            text += glue + self.pipeline(depth)
        return text

    def sentence(self):
        text = self.list()
        if self.random.chance(10):
            lines = text.split("\n", 1)
            text = f"{lines[0]} << {self.document()}\n" + (lines[1] if len(lines) > 1 else self.list())
        if self.random.chance(25):
            text = f"for {self.random.one(('S', 'x'))} in {self.value() or 'a'}; do {text}; done"
        return text


HOME = "/home/dev"


def mutated(random, text):
    for _ in range(1 + random.below(2)):
        at = random.below(len(text) + 1)
        kind = random.below(8)
        if kind < 3:
            text = text[:at] + random.one(HAZARDS) + text[at:]
        elif kind < 5:
            # Where a word begins or ends, most things mean something.
            edges = [place for place in range(len(text)) if text[place] in " \n;|&"] or [0]
            at = random.one(edges) + random.below(2)
            text = text[:at] + random.one(("", " ")) + random.one(HAZARDS) + random.one(("", " ")) + text[at:]
        elif kind == 5:
            text = text[:at] + text[at + 1:]
        elif kind == 6:
            end = random.below(len(text) + 1)
            text = text[:min(at, end)] + text[max(at, end):] if abs(at - end) < 12 else text
        else:
            text = text[:at] + random.one("\"'\\$`{}()[]<>|&;*?~#!=^% \n\t:,.-@+/") + text[at:]
    return text


def texts(seed, count, commands):
    """So many texts, the same for the same seed."""
    random = Random(seed)
    grammar = Grammar(random)
    for _ in range(count):
        kind = random.below(100)
        if kind < 25:
            text = random.one(NEAR)
            if random.chance(40):
                text += random.one(("; ", "; ", " && ", " || ", "\n", " | ", " & ")) + random.one(NEAR + ("q1 $S", "q2 *", "q3", "q1 $S"))
            if random.chance(25):
                text = random.one(("S=a; ", "cd dir; ", "cd dir && ", "qf || ", "q1 && ", "qf; ", "S='a b'\n", "T=$HOME; ", "time ")) + text
            if random.chance(15):
                text = random.one(("( {} )", "{{ {}; }}", "if q1; then {}; fi", "for x in a b; do {}; done", "while qw; do {}; done", "{} | q4", "q4 | {}")).format(text)
            if random.chance(30):
                text = mutated(random, text)
        elif kind < 60:
            text = random.one(commands)
            if random.chance(15):
                text += random.one((" && ", "; ", " | ", "\n")) + random.one(commands)
            text = mutated(random, text)
        elif kind < 80:
            text = grammar.sentence()
        else:
            text = mutated(random, grammar.sentence())
        yield text
