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
    ("quoted-quote", "quote.rs", "if open > start && self.byte(open - 1) == b'\\'' && !self.escaped(start, open) {", "if false {"),
    ("pipeline-assignment", "list.rs", "if self.changes != changes {\n            let reason", "if self.changes != changes && false {\n            let reason"),
    ("redirected-pipe", "list.rs", "if part.sends {", "if part.sends && false {"),
    ("pipe-input", "redirection.rs", "if matches!(self.input, Input::Pipe { .. }) {", "if false {"),
    ("redirected-twice", "redirection.rs", "if std::mem::replace(taken, true) {", "if std::mem::replace(taken, true) && start > 1 << 30 {"),
    ("equals-first", "word.rs", "                if !is_end(self.byte(self.at + 1)) {\n", "                if false {\n"),
    ("equals-twice", "word.rs", "!wide || self.is_version(at + 1)", "at > 0"),
    ("split", "word.rs", "Value::Literal { text, .. } if !quoted && !is_safe(text) => Err(Reason::Split),", ""),
    ("pattern-split", "word.rs", "Value::Pattern { .. } if !quoted => Err(Reason::Split),", ""),
    ("subscript", "word.rs", "b'[' => self.fails(start, Reason::Subscript),", ""),
    ("modifier", "word.rs", "b':' if !quoted || !matches!(next, b' ' | b'\"') => self.fails(start, Reason::Subscript),", ""),
    ("tilde-middle", "word.rs", "b'~' | b'^' => before.is_ascii_alphanumeric() || matches!(before, b'@' | b'^' | b'~'),", "b'~' | b'^' => at > 0,"),
    ("tilde-user", "word.rs", "b'~' => return self.fails(start, Reason::Tilde),", "b'~' => {}"),
    ("extended-glob", "word.rs", "if self.byte(at) != b'=' && wide {", "if self.byte(at) != b'=' && wide && false {"),
    ("dot-pattern", "word.rs", "if dots.is_some_and(|rest| rest.is_empty() || rest.ends_with('/')) {", "if dots == Some(\"\\0\") {"),
    ("dots-pattern", "word.rs", "strip_suffix('.').map(|rest| rest.strip_suffix('.').unwrap_or(rest));", "strip_suffix('.');"),
    ("braces", "word.rs", "if self.byte(close) != b'}' || inside > 0 && (", "if self.byte(close) != b'}' || false && ("),
    ("brace-close", "word.rs", "b'#' => before.is_ascii_alphanumeric(),\n", "b'#' => before.is_ascii_alphanumeric(),\n            b'}' => true,\n"),
    ("bracket-caret", "word.rs", "matches!(byte, b'.' | b'-')).unwrap_or", "matches!(byte, b'.' | b'-' | b'^')).unwrap_or"),
    ("continuation", "word.rs", "0 | b'\\n' => self.fails(start, Reason::Continuation),\n", "0 | b'\\n' => { self.at += 1; draft.push(self.slice(start, self.at)); Ok(()) }\n"),
    ("touching", "bytes.rs", "0 | b' ' | b'\\t' | b'\\n' | b';'", "0 | b' ' | b'\\t' | b'\\n' | b'>' | b';'"),
    ("clobber", "redirection.rs", "matches!(self.peek(), b'!' | b'(' | b'<' | b'>')", "matches!(self.peek(), b'(' | b'<' | b'>')"),
    ("special-names", "names.rs", "name.len() > 1 && SPECIAL.split", "name.is_empty() && SPECIAL.split"),
    ("keywords", "names.rs", "_ if among(keywords(first)) => Role::Keyword,", ""),
    ("builtins", "names.rs", "_ if among(builtins(first)) => Role::Builtin,", ""),
    ("colon-assignment", "command.rs", "if !own.is_empty() && !matches!(", "if own.len() > 99 && !matches!("),
    ("known-after-or", "list.rs", "self.variables.expire(self.chain.variables);\n                if", "if"),
    ("known-after-and", "variable.rs", "self.remember(start, name, known, !self.chain.begins)", "self.remember(start, name, known, false)"),
    ("known-twice", "variable.rs", "            self.variables.blur(name);\n            return Ok(());", "            return Ok(());"),
    ("loop-assignment", "variable.rs", "if self.loops > 0 {", "if self.loops > 99 {"),
    ("loop-binding", "variable.rs", "if self.repeats > 0 && self.variables", "if self.repeats > 99 && self.variables"),
    ("group-variables", "list.rs", "self.variables.forget(variables);", ""),
    ("background", "list.rs", "if self.changes != changes {\n            return", "if self.changes != changes && false {\n            return"),
    ("directory-after-chain", "builtin.rs", "Some(if self.chain.enters && sure {", "Some(if self.chain.all && sure {"),
    ("directory-redirected", "builtin.rs", "Some(if self.chain.enters && sure {", "Some(if self.chain.enters {"),
    ("export-redirected", "builtin.rs", "Role::Export if !sure => words.first(),", ""),
    ("directory-in-loop", "builtin.rs", "if self.repeats > 0 {", "if self.repeats > 99 {"),
    ("directory-after-group", "list.rs", "        if self.changes != changes {\n            self.place = self.enter(Place::Unknown);", "        if self.changes != changes && false {\n            self.place = self.enter(Place::Unknown);"),
    ("directory-after-or", "list.rs", "if self.chain.after.is_some() {\n                    self.place", "if self.chain.after.is_some() && false {\n                    self.place"),
    ("pwd-anywhere", "word.rs", '"PWD" if self.place == PlaceId(0) => self.host.directory,', '"PWD" => self.host.directory,'),
    ("document-line", "list.rs", "            if self.broken {", "            if self.broken && false {"),
    ("document-two", "document.rs", "        if self.resume.is_some() {\n            return self.fails(start, Reason::DocumentLine);\n        }\n        let rest", "        let rest"),
    ("document-break", "quote.rs", "if self.resume.is_some() {", "if self.resume.is_some() && false {"),
    ("document-tabs", "redirection.rs", "if self.peek() == b'<' {\n            self.at += 1;", "if self.peek() == b'<' {\n            self.at += 1 + usize::from(self.byte(self.at + 1) == b'-');"),
    ("document-letter", "document.rs", "if alike > 0 && line", "if alike > 99 && line"),
    ("message-delimiter", "document.rs", "!line.starts_with(delimiter) && ", ""),
    ("test-operands", "builtin.rs", "Role::Test => tested(operands),", "Role::Test => None,"),
    ("printf-operands", "builtin.rs", "Role::Printf => printed(operands),", "Role::Printf => None,"),
    ("exit-operands", "builtin.rs", "Role::Numbers => operands.iter().find(|word| !is_number(word) && !literal(word).is_some_and(is_job)),", "Role::Numbers => None,"),
    ("set-words", "builtin.rs", "Role::Set if operands.is_empty() => words.first(),", "Role::Set => None,"),
    ("export-values", "builtin.rs", "let valued = !raw.get(name.len() + 1..).unwrap_or(\"\").starts_with('=');", "let valued = true;"),
    ("arithmetic", "group.rs", "if matches!(self.peek(), b'(' | b'\\\\') {", "if false {"),
    ("typed-history", "bytes.rs", "b'!' if !matches!(bytes.get(start + 1), Some(b' ' | b'=')) =>", "b'!' if bytes.is_empty() =>"),
    ("typed-caret", "bytes.rs", "b'^' if previous == b'\\n' =>", "b'^' if bytes.is_empty() =>"),
    ("typed-comment", "list.rs", "if self.host.entry == Entry::Typed {", "if self.host.entry == Entry::Typed && self.at > 1 << 30 {"),
    ("number-split", "word.rs", "Value::Number => draft.push_number(),", "Value::Number => { draft.push(\"0\"); Ok(()) }"),
    ("word-end", "redirection.rs", "if self.peek() != number || !is_end(self.byte(self.at + 1)) {", "if self.peek() != number {"),
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
    """A workspace of the crate alone, with the versions of the real one."""
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree("crates/proof", root / "crates/proof")
    lines, keep = [], True
    for line in pathlib.Path("Cargo.toml").read_text().splitlines():
        line = 'members = ["crates/proof"]' if line.startswith("members") else line
        if line.startswith(("default-members", "byleave")):
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
