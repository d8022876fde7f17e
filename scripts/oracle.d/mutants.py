"""Readers with one guard removed each. A guard that can go without a text that shows it is no guard, or the oracle is blind to it.

Each is a change of the source, made in a copy of the crate: no build of the reader itself has a switch for it. Only texts are run of which
the mutant says something else than the reader.
"""

import json
import os
import pathlib
import shutil
import subprocess
import time

SOURCE = "crates/proof/src/text"

# Name, file, what stands there, what stands there instead.
MUTANTS = (
    ("quoted-quote", "word.rs", "self.forbid(open > start && self.byte(open - 1) == b'\\'' && !escaped,", "self.forbid(false,"),
    ("pipeline-directory", "list.rs", "self.forbid(self.changes != changes,", "self.forbid(false,"),
    ("redirected-pipe", "list.rs", "self.forbid(part == Part::Sends,", "self.forbid(false,"),
    ("pipe-input", "command.rs", "(Stream::Input, _) if self.input.is_some() =>", "(Stream::Input, _) if self.input.is_some() && false =>"),
    ("redirected-twice", "command.rs", "self.forbid(before.iter().any(|one| one.stream == stream),", "self.forbid(false,"),
    ("equals-first", "word.rs", "self.forbid(!is_end(self.byte(self.at + 1)), start, Obstacle::Equals)", "self.forbid(false, start, Obstacle::Equals)"),
    ("equals-twice", "word.rs", "b'=' if before == b'=' => !wide,", "b'=' if before == b'=' => at > 0,"),
    ("split", "word.rs", "Form::Literal if !quoted && !is_safe(&value.text) => return Err(Obstacle::Split),", ""),
    ("pattern-split", "word.rs", "Form::Pattern(_) if !quoted => return Err(Obstacle::Split),", ""),
    ("subscript", "word.rs", "b'[' => self.fails(start, Obstacle::Subscript),", ""),
    ("modifier", "word.rs", "b':' if !quoted || !matches!(next, b' ' | b'\"') => self.fails(start, Obstacle::Subscript),", ""),
    ("tilde-middle", "word.rs", "b'~' | b'^' => letter || matches!(before, b'@' | b'^' | b'~'),", "b'~' | b'^' => at > 0,"),
    ("tilde-user", "word.rs", "b'~' => return self.fails(start, Obstacle::Tilde),", "b'~' => {}"),
    ("extended-glob", "word.rs", "if matches!(sign, b'~' | b'^' | b'#') && wide {", "if matches!(sign, b'~' | b'^' | b'#') && wide && false {"),
    ("dot-pattern", "word.rs", "dots.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))", "dots == Some(\"\\0\")"),
    ("dots-pattern", "word.rs", "strip_suffix('.').map(|rest| rest.strip_suffix('.').unwrap_or(rest));", "strip_suffix('.');"),
    ("braces", "word.rs", "b'{' => self.byte(at + 1) == b'}',", "b'{' => true,"),
    ("brace-close", "word.rs", "            b'#' => letter,\n", "            b'#' => letter,\n            b'}' => true,\n"),
    ("bracket-caret", "word.rs", "matches!(byte, b'.' | b'-'));", "matches!(byte, b'.' | b'-' | b'^'));"),
    ("continuation", "word.rs", "self.forbid(!next.is_ascii_graphic() && next != b' ', start, Obstacle::Escape)?;\n        self.at += 2;\n        draft.push(self.slice(start + 1", "if next == 0 || next == b'\\n' {\n            self.at += 1;\n            draft.push(self.slice(start, self.at));\n            return Ok(());\n        }\n        self.forbid(!next.is_ascii_graphic() && next != b' ', start, Obstacle::Escape)?;\n        self.at += 2;\n        draft.push(self.slice(start + 1"),
    ("open-end", "word.rs", "return draft.open().or_else(|reason| self.fails(start, reason));", "return Ok(());"),
    ("touching", "word.rs", "                byte if is_end(byte) => break,", "                byte if is_end(byte) || byte == b'>' => break,"),
    ("clobber", "command.rs", "matches!(self.peek(), b'!' | b'(' | b'<' | b'>')", "matches!(self.peek(), b'(' | b'<' | b'>')"),
    ("word-end", "command.rs", "self.peek() != other || !is_end(self.byte(self.at + 1))", "self.peek() != other"),
    ("special-names", "names.rs", "name.len() > 1 && VARIABLES.split", "name.is_empty() && VARIABLES.split"),
    ("keywords", "names.rs", "_ if among(KEYWORDS) => Err(Obstacle::Keyword),", ""),
    ("builtins", "names.rs", "_ if among(BUILTINS) => Err(Obstacle::Builtin),", ""),
    ("colon-assignment", "command.rs", "let lasts = !assignments.is_empty()", "let lasts = assignments.len() > 99"),
    ("loop-binding", "group.rs", "self.forbid(self.variables.iter().any(|variable| variable.name == name),", "self.forbid(false,"),
    ("known-after-loop", "group.rs", "            self.variables.pop();\n", ""),
    ("background", "list.rs", "b'&' => return self.fails(self.at, Obstacle::Background),", "b'&' => self.at += 1,"),
    ("directory-after-chain", "command.rs", "if self.chain.enters && sure {", "if self.chain.all && sure {"),
    ("directory-redirected", "command.rs", "if self.chain.enters && sure {", "if self.chain.enters {"),
    ("directory-in-loop", "command.rs", "self.forbid(!self.variables.is_empty(),", "self.forbid(false,"),
    ("directory-after-group", "group.rs", "if self.changes != changes {", "if self.changes != changes && false {"),
    ("directory-after-or", "list.rs", "if !and && self.chain.after.is_some() {", "if !and && self.chain.after.is_some() && false {"),
    ("pwd-anywhere", "word.rs", '"PWD" if self.place == 0 => self.host.directory,', '"PWD" => self.host.directory,'),
    ("arithmetic", "group.rs", "self.forbid(matches!(self.peek(), b'(' | b'\\\\'),", "self.forbid(false,"),
    ("document-line", "list.rs", "self.forbid(self.broken,", "self.forbid(false,"),
    ("document-two", "document.rs", "self.forbid(self.resume.is_some(),", "self.forbid(false,"),
    ("document-break", "word.rs", "self.forbid(self.resume.is_some(),", "self.forbid(false,"),
    ("document-tabs", "command.rs", "(Stream::Input, b'<') => {\n                self.at += 1;", "(Stream::Input, b'<') => {\n                self.at += 1 + usize::from(self.byte(self.at + 1) == b'-');"),
    ("document-letter", "document.rs", "let cut = alike > 0", "let cut = alike > 99"),
    ("message-delimiter", "document.rs", "!line.starts_with(delimiter) && ", ""),
    ("test-operands", "command.rs", "(Role::Test, _) => words.first().filter(|_| !is_test(words)),", "(Role::Test, _) => None,"),
    ("exit-operands", "command.rs", "(Role::Numbers, _) => words.iter().skip(1).find(|word| !number(word)),", "(Role::Numbers, _) => None,"),
)


def build(name, file, old, new, root, target):
    """The reader with that change; `None` if it no longer stands there as it did."""
    crate = root / "crates/proof"
    source = pathlib.Path(SOURCE, file)
    text = source.read_text()
    if text.count(old) != 1:
        return None, f"{file} has {text.count(old)} times what the mutant changes"
    (crate / "src/text" / file).write_text(text.replace(old, new))
    command = ["cargo", "build", "--quiet", "--offline", "-p", "byleave-proof", "--example", "plain"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, env={**os.environ, "CARGO_TARGET_DIR": str(target), "RUSTFLAGS": "-Awarnings"})
    (crate / "src/text" / file).write_text(text)
    if done.returncode != 0:
        return None, "it does not build: " + done.stderr.strip()[:400]
    binary = target / f"mutant-{name}"
    shutil.copy2(target / "debug/examples/plain", binary)
    return binary, None


def workspace(root):
    """A workspace of the crate and the one that it uses alone, with the versions of the real one."""
    shutil.rmtree(root, ignore_errors=True)
    for crate in ("proof", "knowledge"):
        shutil.copytree(f"crates/{crate}", root / "crates" / crate)
    lines, keep = [], True
    for line in pathlib.Path("Cargo.toml").read_text().splitlines():
        line = 'members = ["crates/proof", "crates/knowledge"]' if line.startswith("members") else line
        if line.startswith(("default-members", "byleave")) and not line.startswith("byleave-knowledge"):
            continue
        if line.startswith("["):
            keep = not line.startswith("[profile")
        if keep:
            lines.append(line)
    (root / "Cargo.toml").write_text("\n".join(lines) + "\n")
    shutil.copy2("Cargo.lock", root / "Cargo.lock")


def measure(options, walls, oracle):
    """Whether each mutant is caught."""
    target = pathlib.Path("target/oracle").absolute()
    root = target / "mutants"
    workspace(root)
    commands = oracle.texts.real(oracle.REPOSITORY)
    calls = list(oracle.calls(options.seed, options.count, commands))
    truth = oracle.Reader(options.binary).read(calls)
    missed, broken, caught = [], [], 0
    for name, file, old, new in MUTANTS:
        if options.only and options.only not in name:
            continue
        started = time.time()
        binary, why = build(name, file, old, new, root, target / "mutants-target")
        if binary is None:
            broken.append(name)
            print(f"  {name}: {why}", flush=True)
            continue
        said = oracle.Reader(binary).read(calls)
        binary.unlink()
        random = oracle.texts.Random(options.seed)
        differing = [
            oracle.task(call["text"], call, answer, random) for call, answer, right in zip(calls, said, truth, strict=True)
            if answer["plain"] and json.dumps(answer) != json.dumps(right) and oracle.fit(call, call["text"], answer)
        ]
        found, runs = None, 0
        for job, results in walls.run(differing[:600]):
            runs += 1
            if found is None:
                wrong = oracle.judge(job["text"], job["answer"], results)
                found = wrong and (job["text"], wrong)
        if found:
            caught += 1
            print(f"  {name}: caught by {found[0][:160]!r}: {found[1][:160]} ({time.time() - started:.1f} s)", flush=True)
        else:
            missed.append(name)
            print(f"  {name}: MISSED, {len(differing)} texts differ, {runs} were run", flush=True)
    print(f"oracle: {caught} mutants caught, {len(missed)} missed ({', '.join(missed)}), {len(broken)} not built ({', '.join(broken)})")
    return not missed and not broken
