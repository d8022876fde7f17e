"""A grammar of shell constructs around simple commands, with the ways in which words come to be: splitting, patterns,
expansions, loops, wrappers."""

import re
import shlex

import words

COMMAND_WORD = re.compile(r"(?:^|[|;&(`{]|\bdo|\bthen|\belse|!|\$\()\s*(?:[A-Za-z_]\w*=\S*\s+)*([\w./+-]+)")


class Shell:
    """Constructs for one maker; all chance is the maker's."""

    def __init__(self, maker):
        self.maker = maker
        self.one, self.chance = maker.one, maker.chance

    # --- words -----------------------------------------------------------------------------------------------------

    def expansion(self, text):
        """A word whose value is or may be the text."""
        quoted = shlex.quote(text)
        return self.one([
            f"${{x:-{quoted}}}", f'"${{x:-{text}}}"' if '"' not in text else quoted, f"$(echo {quoted})", f'"$(printf %s {quoted})"', f"${{x:-{text}}}", f"$(cat names.txt)",
            "$x", '"$x"', "$?", "$#", "$$", "${x}", "$(git ls-files)", "$(ls)", "${HOME}", "$PWD/a.txt", "~/other/a.txt", "~+/a.txt", "~-", "${x:=" + text + "}", f"${{x+{quoted}}}", "$1", "$@", "${!x}", "${x@P}",
            "$((1+1))", "$((a[$(touch ARGWNED)]))", "<(cat a.txt)", "$RANDOM", "$_", "${x//a/b}", "${#x}", f"$'{text}'" if not set(text) & set("'\\") else quoted, f"{quoted}{{,x}}", "$(<a.txt)", "`echo a.txt`", "${x:-$(touch ARGWNED)}",
        ])

    def text(self):
        maker = self.maker
        return maker.quoted(self.one(words.FILES + words.TEXTS) if self.chance(0.6) else self.one(words.HOSTILE))

    def texts(self):
        return " ".join(self.one(words.GLOBS) if self.chance(0.15) else self.text() for _ in range(self.one([1, 2, 2, 3])))

    def target(self):
        return self.one(["/dev/null", "/dev/null", "/dev/null", "/dev/stderr", "ARGWNED", "$x", '"$x"', "$f", "&2", "/dev/fd/2", "~/other/a.txt", "$(echo ARGWNED)", "{a,b}", "/dev/tcp/192.0.2.1/80", "/dev/stdout", "/dev/null$x", "${x:-ARGWNED}", "/dev/../tmp/x"])

    # --- commands --------------------------------------------------------------------------------------------------

    def simple(self):
        made, announced = self.maker.simple_reader() if self.chance(0.5) else self.maker.simple()
        return made, announced

    def construct(self, given=None, depth=0):
        """A construct around a command: its text and the programs it announces."""
        made, announced = given or self.simple()
        announced = set(announced)
        text = " ".join(made)
        program, rest = made[0], made[1:]
        ways = [self.words, self.wrapped, self.redirected, self.listed, self.looped, self.fed, self.flow, self.builtins, self.assigned, self.moved]
        text, more = self.one(ways)(text, program, rest)
        announced |= more
        if depth < 2 and self.chance(0.3):
            text, more = self.one([self.redirected, self.listed, self.flow, self.moved, self.looped])(text, program, rest)
            announced |= more
        return text, announced

    def words(self, text, program, rest):
        """One word comes about by an expansion, a pattern or splitting."""
        rest = list(rest)
        value = self.one(words.HOSTILE + words.FILES + words.TEXTS)
        at = self.maker.random.randint(0, len(rest))
        put = lambda word: " ".join([program, *rest[:at], word, *rest[at + (1 if self.chance(0.5) else 0):]])
        quoted = shlex.quote(value)
        return self.one([
            lambda: put(self.expansion(value)),
            lambda: f"x={quoted}; " + put(self.one(["$x", '"$x"', "${x}", "${x#y}", "$x.txt", "${x:0}", "${x%%.*}", "-$x", "--$x", "--output=$x"])),
            lambda: f"x={shlex.quote(value + ' ' + self.one(words.HOSTILE))}; " + put("$x"),
            lambda: put(self.one(words.GLOBS)),
            lambda: f"x=({quoted} {self.text()}); " + put(self.one(["${x[@]}", '"${x[@]}"', "$x", '"${x[*]}"', "${x[1]}"])),
            lambda: f"set -- {quoted} {self.text()}; " + put(self.one(['"$@"', "$*", "$1", "$2", "$@"])),
            lambda: f"read x < names.txt; " + put("$x"),
            lambda: f"IFS=,; x={shlex.quote(value + ',' + self.one(words.HOSTILE))}; " + put("$x"),
            lambda: f"x={quoted} y=$x; " + put("$y"),
            lambda: f"x=a; x+={quoted}; " + put("$x"),
            lambda: f"export x={quoted}; " + put("$x"),
            lambda: f"x={quoted}; x={self.text()}; " + put("$x"),
            lambda: f"true && x={quoted}; " + put("$x"),
            lambda: f"printf -v x %s {quoted}; " + put("$x"),
            lambda: f"x=$(cat names.txt); " + put("$x"),
            lambda: f"declare -a x=({quoted}); " + put("${x[0]}"),
            lambda: f"local x={quoted}; " + put("$x"),
        ])(), set()

    def wrapped(self, text, program, rest):
        maker = self.maker
        quoted = shlex.quote(text)
        own = []
        if maker.tables.wrappers:
            entry = self.one(maker.tables.wrappers)
            options = []
            for _ in range(self.one([0, 0, 1, 1, 2])):
                if entry["options"]:
                    options += maker.spelt(self.one(entry["options"]), entry["style"])
            before = [maker.word("text") for _ in range(entry["wraps"]["before"])]
            name = self.one(entry["names"])
            own = [(f"{name} {' '.join(options + before)} {text}", {name})] * 12
        return self.one(own + [
            (f"nice {text}", {"nice"}), (f"timeout 5 {text}", {"timeout"}), (f"env {text}", {"env"}), (f"env A=b {text}", {"env"}), (f"env -i {text}", {"env"}), (f"env -S {quoted}", {"env"}), (f"env -S 'CI=1' {text}", {"env"}),
            (f"env -C src {text}", {"env"}), (f"env -u HOME {text}", {"env"}), (f"stdbuf -oL {text}", {"stdbuf"}), (f"nohup {text}", {"nohup"}), (f"command {text}", set()), (f"command -p {text}", set()), (f"command -v {text}", set()),
            (f"builtin {text}", set()), (f"exec {text}", set()), (f"exec -a x {text}", set()), (f"time {text}", set()), (f"time -p {text}", set()), (f"setsid {text}", {"setsid"}), (f"eval {quoted}", set()), (f"eval {text}", set()), (f"bash -c {quoted}", {"bash"}),
            (f"sh -c {quoted}", {"sh"}), (f"bash -lc {quoted}", {"bash"}), (f"bash -c {quoted} {self.text()}", {"bash"}), (f"timeout {self.expansion('5 ./argevil')} {text}", {"timeout"}), (f"nice nice env {text}", {"nice", "env"}), (f"sudo {text}", {"sudo"}),
            (f"busybox {text}", {"busybox"}), (f"\\{text}", set()), (f"'{program}' {' '.join(rest)}", set()), (f"{program[:1]}''{program[1:]} {' '.join(rest)}", set()), (f"{{{text},}}", set()), (f"dash -c {quoted}", {"dash"}), (f"bash --norc -c {quoted}", {"bash"}), (f"xargs -a list.txt {text}", {"xargs"}),
            (f"timeout -k 1 5 {text}", {"timeout"}), (f"timeout --foreground 5 {text}", {"timeout"}), (f"bash -n -c {quoted}", {"bash"}), (f"zsh -c {quoted}", {"zsh"}), (f"posh -c {quoted}", {"posh"}), (f"bash -o posix -c {quoted}", {"bash"}),
        ])

    def fed(self, text, program, rest):
        """The words of a command come from the output of another."""
        value = self.text()
        hidden = self.one(["", "-n1 ", "-I{} ", "-0 ", "-r ", "-t ", "-P2 ", "-d, ", "-L1 ", "-i ", "-I % ", "-E x ", "--max-args=1 ", "-p ", "-o ", "-x ", "-s 100 ", "--arg-file=list.txt ", "--process-slot-var=X "])
        return self.one([
            (f"echo {value} | xargs {hidden}{text}", {"xargs"}), (f"echo {value} | xargs {hidden}{text} {{}}", {"xargs"}), (f"cat list.txt | xargs {hidden}{text}", {"cat", "xargs"}), (f"cat names.txt | xargs {hidden}{text}", {"cat", "xargs"}),
            (f"find . -name '*.txt' | xargs {hidden}{text}", {"find", "xargs"}), (f"find . -print0 | xargs -0 {text}", {"find", "xargs"}), (f"git ls-files | xargs {hidden}{text}", {"git", "xargs"}), (f"ls odd | xargs {hidden}{text}", {"ls", "xargs"}),
            (f"find . -type f -exec {text} {{}} \\;", {"find"}), (f"find . -maxdepth 1 -exec {text} {{}} +", {"find"}), (f"find odd -exec {text} {{}} +", {"find"}), (f"find . -name {value} -exec {text} \\;", {"find"}), (f"find . -execdir {text} {{}} \\;", {"find"}),
            (f"fdfind . -x {text}", {"fdfind"}), (f"fdfind -e txt -X {text}", {"fdfind"}), (f"fd . -x {text} {{}}", {"fd"}), (f"echo {value} | {text}", set()), (f"cat names.txt | {text}", {"cat"}), (f"printf '%s\\n' {value} | xargs {program}", {"xargs"}), (f"xargs {hidden}{text} < names.txt", {"xargs"}),
            (f"xargs {hidden}{text} <<< {value}", {"xargs"}), (f"{text} | xargs {hidden}echo", {"xargs", "echo"}), (f"{text} | xargs", {"xargs", "echo"}), (f"{text} | xargs {hidden}{program}", {"xargs"}), (f"{text} | sh", {"sh"}), (f"({text}; echo ls) | sh", {"sh"}), (f"echo {value} | xargs nice", {"xargs", "nice"}), (f"echo {value} | xargs env", {"xargs", "env"}),
            (f"find . | while read -r f; do {text} \"$f\"; done", {"find"}), (f"find . -exec env {text} {{}} \\;", {"find", "env"}), (f"find . -exec xargs {text} {{}} \\;", {"find", "xargs"}), (f"{text} | tee", {"tee"}), (f"{text} | tee {self.target()}", {"tee"}), (f"{text} | less", {"less"}), (f"{text} | sort -u | head -5", {"sort", "head"}),
        ])

    def redirected(self, text, program, rest):
        target = self.target()
        return self.one([
            f"{text} > /dev/null", f"{text} 2>/dev/null", f"{text} 2>&1", f"{text} &> /dev/null", f"{text} > {target}", f"{text} >> {target}", f"{text} 2> {target}", f"{text} >| {target}", f"{text} <> {target}", f"{text} < a.txt", f"{text} < {self.text()}", f"{text} <<< {self.text()}", f"{text} << E\n{self.one(words.HOSTILE)}\nE",
            f"{text} << 'E'\n$(touch ARGWNED)\nE", f"{text} 3> {target}", f"{text} 3< a.txt", f"{text} >&2", f"{text} >& {target}", f"> {target} {text}", f"{text} {{fd}}> {target}", f"x=/dev/null; {text} > $x", f"x={shlex.quote('ARGWNED')}; {text} > $x", f"for f in /dev/null ARGWNED; do {text} > $f; done", f"exec > {target}; {text}", f"{text} &>> {target}", f"{text} 2>&1 > {target}", f"{text} >&-",
            f"{text} < <(cat a.txt)", f"{text} > >(cat)", f"{text} <<-E\n\t$(ls)\n\tE", f"exec 3> {target}; {text} >&3", f"{{ {text}; }} > {target}", f"({text}) > {target}", f"while {text}; do break; done > {target}", f"{text} </dev/tcp/192.0.2.1/80", f"{text} 3<>/dev/tcp/192.0.2.1/80", f"[[ a > b ]] && {text}", f"(( 2 > 1 )) && {text}", f"[ a \\> b ] && {text}", f"[ a > {target} ]", f"test 1 > {target}",
        ]), set()

    def listed(self, text, program, rest):
        other, more = self.maker.simple_reader()
        other = " ".join(other)
        return self.one([f"{text} | {other}", f"{text} && {other}", f"{text}; {other}", f"{text} || {other}", f"({text})", f"{{ {text}; }}", f"! {text}", f"{text} |& {other}", f"({text}; {other})", f"{text} & {other}", f"{text}\n{other}", f"{other} $({text})", f"{text} # {other}", f"{text} \\\n {other}", f"diff <({text}) <({other})", f"{text} | tee >({other})", f"echo \"$({text})\"", f"echo `{text}`"]), more | {"diff", "tee", "echo"}

    def looped(self, text, program, rest):
        words_, rest_ = self.texts(), " ".join(rest[:-1])
        return self.one([
            f"for f in {words_}; do {program} {rest_} $f; done", f"for f in {words_}; do {program} {rest_} \"$f\"; done", f"for f in {words_}; do {text}; done", f"for f in {words_}; do {program} $f {' '.join(rest)}; done", f"for p in {program} {self.one(['ls', './argevil', 'cat'])}; do $p {' '.join(rest)}; done",
            f"while read -r f; do {program} {rest_} $f; done < names.txt", f"cat names.txt | while read f; do {program} {rest_} \"$f\"; done", f"for ((i=0;i<2;i++)); do {program} {rest_} $i; done", f"for f in *.txt; do {text} $f; done", f"for f in odd/*; do {program} {rest_} \"${{f##*/}}\"; done", f"for f; do {text}; done", f"until {text}; do break; done",
            f"while {text}; do break; done", f"for f in $(cat names.txt); do {program} {rest_} $f; done", f"for f in a b; do x=$f; {program} {rest_} $x; done", f"for f in {words_}; do for g in {words_}; do {program} $f $g; done; done", f"i=0; while [ $i -lt 2 ]; do {text}; i=$((i+1)); done", f"for x in {words_}; do {program} ${{x%.txt}} {' '.join(rest)}; done", f"seq 2 | while read n; do {program} $n; done", f"for f in {{a,b}}.txt; do {text} $f; done",
        ]), {"cat", "seq"}

    def flow(self, text, program, rest):
        other, more = self.maker.simple_reader()
        other = " ".join(other)
        return self.one([
            f"if {text}; then {other}; fi", f"if [ -f {self.text()} ]; then {text}; fi", f"case {self.text()} in *) {text};; esac", f"case $x in {self.one(['a', '*', '$(touch ARGWNED)', '[a]'])}) {text};; esac", f"f() {{ {text}; }}; f", f"{program}() {{ {other}; }}; {text}", f"function f {{ {text}; }}; f {self.text()}",
            f"f() {{ {program} \"$@\"; }}; f {self.texts()}", f"f() {{ {program} $1; }}; f {self.text()}", f"[[ {self.text()} == {self.text()} ]] && {text}", f"[[ -v {self.text()} ]]; {text}", f"[[ {self.text()} -eq 1 ]]; {text}", f"(( {self.one(['1', 'x', 'a[0]', 'a[$(touch ARGWNED)]', 'x=1'])} )) && {text}", f"if [[ -n $x ]]; then {text}; else {other}; fi",
            f"[ {self.text()} ] && {text}", f"test {self.one(['-f', '-v', '-n', '-e', '-d', '-R'])} {self.text()} && {text}", f"coproc {text}", f"trap '{self.one(['touch ARGWNED', 'echo x', 'ls'])}' {self.one(['EXIT', 'DEBUG', 'ERR', 'INT', 'RETURN'])}; {text}", f"{text} & wait", f"select f in a; do {text}; break; done", f"unset -f {program}; {text}", f"return 0; {text}", f"exit; {text}", f"set -e; {text}", f"set -o posix; {text}", f"shopt -s {self.one(['nullglob', 'expand_aliases', 'extglob', 'globstar', 'lastpipe'])}; {text}",
        ]), more

    def builtins(self, text, program, rest):
        return self.one([
            f"test -v {self.text()}", f"[ -v {self.text()} ]", f"printf -v {self.text()} x", f"printf {self.text()} {self.text()}", f"printf '%d' {self.text()}", f"let {self.text()}", f"declare {self.text()}", f"typeset -i x={self.text()}", f"read {self.text()} <<< 1", f"unset {self.text()}", f"export {self.text()}", f"echo {self.texts()}",
            f"echo $(( {self.one(['x', '1', 'a[$(touch ARGWNED)]', 'x++', 'RANDOM'])} ))", f"echo ${{{self.one(['x', 'x[0]', 'x[$(touch ARGWNED)]', '!x', 'x@P', '#x', 'x:$(touch ARGWNED)', 'x:1:2'])}}}", f"wait {self.text()}", f"type {program}", f"hash -p ./argevil {program}; {text}", f"hash {program}; {text}", f"enable -f ./evil x; {text}", f"alias {program}=./argevil; {text}", f"mapfile -C ./argevil -c 1 < a.txt", f"mapfile x < a.txt; {program} ${{x[0]}}", f"readarray x < names.txt; {program} ${{x[@]}}",
            f"compgen -C ./argevil", f"compgen -c {self.text()}", f"complete -C ./argevil x; {text}", f"bind -x '\"a\": ./argevil'", f"jobs -x {text}", f"fc -l", f"history", f"getopts {self.text()} x", f"source {self.text()}", f". {self.text()}", f"ulimit -a", f"umask", f"times", f"pwd", f"dirs", f"kill -l", f"caller", f"help {self.text()}", f"true {self.texts()}", f": {self.texts()}", f": > {self.target()}", f": ${{x:={self.text()}}}; {program} $x", f"[[ $x =~ {self.text()} ]]", f"[[ {self.text()} -nt a.txt ]]", f"x[{self.one(['0', '$(touch ARGWNED)', 'a'])}]=1", f"x=$({text})", f"local x; {text}", f"shift; {text}", f"suspend; {text}", f"logout; {text}", f"exec {{fd}}< a.txt; {text}", f"[ 1 -eq {self.text()} ]", f"test {self.text()} -eq 1", f"command -V {program}", f"readonly x={self.text()}; {program} $x", f"declare -n x=y; y={self.text()}; {program} $x", f"echo {self.text()} >&2", f"PS4='$(touch ARGWNED)'; set -x; {text}", f"PROMPT_COMMAND='touch ARGWNED'; {text}", f"set -x; {text}", f"BASH_ENV=./evil bash -c ls", f"command_not_found_handle() {{ touch ARGWNED; }}; nosuchprogram",
        ]), set()

    def assigned(self, text, program, rest):
        name = self.one(words.ASSIGNED)
        return self.one([f"{name} {text}", f"{name}; {text}", f"export {name}; {text}", f"{name} {self.one(words.ASSIGNED)} {text}", f"env {name} {text}", f"declare -x {name}; {text}"]), {"env"}

    def moved(self, text, program, rest):
        where = self.one(["sub", "odd", "src", "vendor/bare", "shadow", "..", "~", "/tmp", "-", "linkdir", "up", "$x", '"$(pwd)"', "*", "secrets", ".", "nowhere", "-P src", "-- odd"])
        return self.one([f"cd {where} && {text}", f"cd {where}; {text}", f"(cd {where}; {text})", f"pushd {where}; {text}", f"pushd {where} > /dev/null; {text}; popd", f"cd {where} && {text} && cd -", f"CDPATH=.. cd {where}; {text}"]), set()

    # --- what is written down already --------------------------------------------------------------------------------

    def from_case(self, case):
        """A case, as it is or with a word exchanged, added or left out."""
        announced = {word.rsplit("/", 1)[-1] for word in COMMAND_WORD.findall(case)}
        parts = re.split(r"(\s+)", case)
        for _ in range(self.one([0, 1, 1, 1, 2, 3])):
            at = self.maker.random.randint(0, len(parts) - 1)
            way = self.maker.random.random()
            if parts[at].isspace():
                continue
            if way < 0.35:
                parts[at] = self.text() if self.chance(0.7) else self.expansion(self.one(words.HOSTILE))
            elif way < 0.6:
                parts.insert(at + 1, " " + self.text())
            elif way < 0.7:
                parts[at] = self.one(words.GLOBS)
            elif way < 0.8:
                parts.insert(at, " " + self.one(words.HOSTILE[:20]) + " ")
            elif way < 0.9:
                del parts[at]
                if not parts:
                    return ":", announced
            else:
                parts.append(self.one([" | cat", " > /dev/null", " 2>&1", "; ls", " && git status", " $x", " *", " &"]))
                announced |= {"cat", "ls", "git"}
        # Words of a case that name programs stand where they are run: its author meant them.
        announced |= {word for word in re.findall(r"[\w.+-]+", case) if word in self.maker.tables.by_program and word != "touch"}
        made = "".join(parts)
        return made, announced | {word.rsplit("/", 1)[-1] for word in COMMAND_WORD.findall(made)}
