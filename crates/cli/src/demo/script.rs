//! What the demo's agent does, and its project.

use serde_json::{Map, Value};

/// The policy of the demo: what a team might write on its first day.
pub const POLICY: &str = "\
permissions:
  \"write(docs/**)\":     { allowed: true,  reason: docs may be written }
  \"Bash(./check)\":      { allowed: true,  reason: the project's own checks }
  \"Bash(git push *)\":   { allowed: false, reason: people push }
ask: { timeout: 10m }
";

/// The project's files with their content. The last one is executable.
pub const FILES: [(&str, &str); 5] = [
    ("README.md", "# weather\n\nPrints the weather of tomorrow.\n"),
    ("src/weather.py", "def forecast(day):\n    # TODO: ask somebody who knows\n    return 'rain'\n"),
    ("src/main.py", "from weather import forecast\n\nprint(forecast('tomorrow'))\n"),
    (".env", "WEATHER_API_KEY=not-a-real-key\n"),
    ("check", "#!/bin/sh\necho 'checked 2 files, all is well'\n"),
];

/// One call of the agent.
pub struct Step {
    /// Why, in the agent's words.
    pub because: &'static str,
    /// The tool.
    pub tool: &'static str,
    /// Its arguments.
    arguments: &'static [(&'static str, &'static str)],
}

impl Step {
    /// Its arguments, as the tool takes them.
    pub fn arguments(&self) -> Map<String, Value> {
        self.arguments.iter().map(|(name, text)| ((*name).to_owned(), Value::from(*text))).collect()
    }
}

const fn step(because: &'static str, tool: &'static str, arguments: &'static [(&'static str, &'static str)]) -> Step {
    Step { because, tool, arguments }
}

/// A dozen calls, as an agent makes them.
pub const STEPS: [Step; 12] = [
    step("see what this project is", "read", &[("file_path", "README.md")]),
    step("list the sources", "bash", &[("command", "ls -la src && wc -l src/*.py")]),
    step("find what is left to do", "bash", &[("command", "grep -rn TODO src | head -5")]),
    step("look at the code", "read", &[("file_path", "src/weather.py")]),
    step("run the project's checks", "bash", &[("command", "./check 2>&1 | tail -1")]),
    step(
        "write down what was found",
        "write",
        &[("file_path", "docs/notes.md"), ("content", "# Notes\n\n- the forecast is always rain\n")],
    ),
    step("read the notes again", "bash", &[("command", "cat docs/notes.md")]),
    step("make room for itself", "bash", &[("command", "echo 'mode: yolo' | tee -a .byleave/policy.yaml > /dev/null")]),
    step(
        "publish the work",
        "bash",
        &[("command", "git log --oneline -1; timeout 60 bash -c 'git -C . p\"\"ush origin main'")],
    ),
    step("build afresh", "bash", &[("command", "rm -rf build && mkdir build && ./check > build/report.txt")]),
    step(
        "see the report",
        "bash",
        &[("command", "test -f build/report.txt && cat build/report.txt || echo 'no report'")],
    ),
    step("count the words", "bash", &[("command", "cat src/*.py | wc -w")]),
];

/// What the agent does while a person answers on the page: soon something to look at, and something to grant.
pub const WEB_STEPS: [Step; 9] = [
    step("see what this project is", "read", &[("file_path", "README.md")]),
    step("look at the code", "bash", &[("command", "ls -la src && cat src/weather.py")]),
    step(
        "make the forecast better",
        "edit",
        &[
            ("file_path", "src/weather.py"),
            ("old_string", "    # TODO: ask somebody who knows\n    return 'rain'\n"),
            ("new_string", "    if day == 'tomorrow':\n        return 'sun'\n    return 'rain'\n"),
        ],
    ),
    step("run the project's checks", "bash", &[("command", "./check 2>&1 | tail -1")]),
    step("check one file", "bash", &[("command", "./check src/weather.py")]),
    step("check it again: what you allowed for longer does not ask", "bash", &[("command", "./check src/weather.py")]),
    step("build afresh", "bash", &[("command", "rm -rf build && mkdir build && ./check > build/report.txt")]),
    step("make room for itself", "bash", &[("command", "echo 'mode: yolo' | tee -a .byleave/policy.yaml > /dev/null")]),
    step(
        "publish the work",
        "bash",
        &[("command", "git log --oneline -1; timeout 60 bash -c 'git -C . p\"\"ush origin main'")],
    ),
];
