//! Tools: their names, categories, and which argument they are about.

use byleave_shell::{Shell, Shells};

/// What kind of thing a tool does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Category {
    /// Looks at files or state.
    Read,
    /// Changes files.
    Write,
    /// Runs a command.
    Command,
    /// Talks to other machines.
    Network,
    /// Puts a question to the user.
    Ask,
}

impl Category {
    /// The name used in JSON and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Command => "command",
            Self::Network => "network",
            Self::Ask => "ask",
        }
    }
}

/// A tool the engine knows.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// The name used by the engine.
    pub name: &'static str,
    /// Its category.
    pub category: Category,
    /// What it is given a shell command in, if it runs one.
    pub command: Option<&'static str>,
    /// Names other agents and documents give it. Compared exactly: `BASH` is not `Bash`.
    pub aliases: &'static [&'static str],
}

const fn tool(name: &'static str, category: Category, aliases: &'static [&'static str]) -> Tool {
    Tool { name, category, command: None, aliases }
}

/// All tools of the source documents and of the coding agents byleave speaks to.
pub const TOOLS: &[Tool] = &[
    Tool {
        name: "bash",
        category: Category::Command,
        command: Some("command"),
        aliases: &[
            "Bash",
            "shell",
            "Shell",
            "run",
            "run_in_dir",
            "run_background",
            "run_command",
            "execute_command",
            "run_shell_command",
            "run_terminal_cmd",
            "run_in_terminal",
            "exec_command",
            "local_shell",
            "terminal",
            "execute_bash",
            "sh",
            "dash",
            "zsh",
            "fish",
            "pwsh",
            "powershell",
            "PowerShell",
            "cmd",
        ],
    },
    tool("kill_bash", Category::Command, &["KillShell", "KillBash", "kill_task", "kill_shell", "write_stdin"]),
    tool(
        "read",
        Category::Read,
        &["Read", "read_file", "ReadFile", "FileTools.read_file", "read_many_files", "view", "open_file", "cat_file"],
    ),
    tool("glob", Category::Read, &["Glob", "FileTools.glob", "file_search", "find_files", "search_files"]),
    tool("grep", Category::Read, &["Grep", "FileTools.grep", "grep_search", "search_file_content", "codebase_search"]),
    tool("search", Category::Read, &["semantic_search"]),
    tool("ls", Category::Read, &["LS", "list_files", "list_directory", "list_dir", "tree"]),
    tool("get_file_info", Category::Read, &["stat_file"]),
    tool("bash_output", Category::Read, &["BashOutput", "TaskOutput", "task_output", "read_terminal"]),
    tool("todo", Category::Read, &["TodoWrite", "TodoRead", "todowrite", "todoread", "write_todos", "update_plan"]),
    tool("task", Category::Read, &["Task", "Agent", "new_task", "spawn_agent"]),
    tool("skill", Category::Read, &["Skill", "activate_skill"]),
    tool("load_guide", Category::Read, &[]),
    tool("enter_plan_mode", Category::Read, &["EnterPlanMode"]),
    tool("exit_plan_mode", Category::Read, &["ExitPlanMode", "plan_mode_respond"]),
    tool("write_plan", Category::Read, &[]),
    tool(
        "write",
        Category::Write,
        &["Write", "write_file", "WriteFile", "create_file", "write_to_file", "save_file", "create_new_file"],
    ),
    tool(
        "edit",
        Category::Write,
        &[
            "Edit",
            "edit_file",
            "replace",
            "replace_in_file",
            "str_replace",
            "search_replace",
            "insert_edit_into_file",
            "str_replace_based_edit_tool",
            "str_replace_editor",
            "edit_existing_file",
            "insert_content",
            "search_and_replace",
            "apply_diff",
        ],
    ),
    tool("multi_edit", Category::Write, &["MultiEdit", "multiedit"]),
    tool("notebook_edit", Category::Write, &["NotebookEdit", "edit_notebook"]),
    tool("apply_patch", Category::Write, &["ApplyPatch", "patch"]),
    tool(
        "delete",
        Category::Write,
        &["Delete", "remove", "delete_file", "DeleteFile", "remove_file", "delete_directory"],
    ),
    tool("move_file", Category::Write, &["rename_file", "MoveFile", "RenameFile"]),
    tool("copy_file", Category::Write, &["CopyFile"]),
    tool("create_directory", Category::Write, &["make_directory", "create_dir"]),
    tool("save_memory", Category::Write, &["memory"]),
    tool("fetch", Category::Network, &["WebFetch", "web_fetch", "webfetch", "http_get", "fetch_url", "browse"]),
    tool("web_search", Category::Network, &["WebSearch", "google_web_search", "websearch"]),
    tool("post", Category::Network, &["http_post"]),
    tool("send_email", Category::Network, &[]),
    tool("browser_action", Category::Network, &["computer"]),
    tool(
        "askUserQuestion",
        Category::Ask,
        &["AskUserQuestion", "ask_user", "ask_followup_question", "request_user_input", "ask_user_question"],
    ),
];

/// Finds a tool by its name or an alias of it.
#[must_use]
pub fn find(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name || tool.aliases.contains(&name))
}

/// The shells that may run the commands of a tool: its own if it is called so, any of the usual ones otherwise.
#[must_use]
pub fn shells(tool: &str) -> Shells {
    match tool {
        "bash" | "Bash" | "execute_bash" | "run_shell_command" => Shells::BASH,
        // What `sh` is depends on the machine: bash in POSIX mode on some.
        "sh" => Shells::of(Shell::Sh).and(Shell::PosixBash.into()),
        "dash" => Shell::Sh.into(),
        "zsh" => Shell::Zsh.into(),
        "fish" => Shell::Fish.into(),
        "pwsh" | "powershell" | "PowerShell" => Shell::PowerShell.into(),
        "cmd" => Shell::Cmd.into(),
        _ => Shells::POSIX,
    }
}

/// Whether a tool is called by the name of a shell that it can only be. `bash` is not one of them: agents give that
/// name to any shell of their user.
#[must_use]
pub fn is_shell(tool: &str) -> bool {
    matches!(tool, "sh" | "dash" | "zsh" | "fish" | "pwsh" | "powershell" | "PowerShell" | "cmd")
}

/// The arguments that say what a tool is about, in the order they are looked for.
pub const SUBJECTS: [&str; 10] =
    ["file_path", "path", "filename", "target", "target_file", "filePath", "notebook_path", "url", "query", "pattern"];

/// Those of them that name the file: one argument under the names that different tools give it.
pub const FILES: &[&str] = SUBJECTS.split_at(7).0;

/// Whether a name is that of an MCP tool, as `mcp__server__tool`, and well formed.
#[must_use]
pub fn is_mcp(name: &str) -> bool {
    let Some(rest) = name.strip_prefix("mcp__") else { return false };
    let plain = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
    };
    rest.split_once("__").is_some_and(|(server, tool)| plain(server) && plain(tool) && !tool.contains("__"))
}
