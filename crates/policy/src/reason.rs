//! Why a call is allowed, put to a person or refused: a code for programs with one text for people.
//!
//! Every screen, log and message takes the text from here. Nothing decides by it.

use std::fmt;

use byleave_knowledge::reasons;
use byleave_proof::{Gap, Obstacle};
use serde::{Serialize, Serializer};

use crate::Verdict;
use crate::programs::Arg;

byleave_knowledge::named! {
    /// What is done with a file.
    #[derive(PartialOrd, Ord)]
    pub enum FileAccess {
        /// It is read, or looked through.
        Reads = "reads",
        /// It is created or changed.
        Writes = "writes",
        /// It is deleted, moved away or overwritten.
        Deletes = "deletes or moves",
    }
}

impl From<Arg> for FileAccess {
    fn from(arg: Arg) -> Self {
        match arg {
            Arg::Write => Self::Writes,
            Arg::Delete => Self::Deletes,
            Arg::Read
            | Arg::Text
            | Arg::Host
            | Arg::Shell
            | Arg::Code
            | Arg::Program
            | Arg::Sed
            | Arg::Awk
            | Arg::Setting => Self::Reads,
        }
    }
}

impl fmt::Display for FileAccess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a rule of the policy says: in the words of whoever wrote it, if there are any.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleSays {
    /// What it says.
    pub says: Verdict,
    /// Its pattern.
    pub rule: String,
    /// What is written beside it; empty if nothing is.
    pub why: String,
    /// The file that it is about, if a command reaches one.
    pub file: Option<(FileAccess, String)>,
}

impl fmt::Display for RuleSays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { says, rule, why, file } = self;
        if !why.is_empty() {
            return f.write_str(why);
        }
        match (says, file) {
            (Verdict::Allow, _) => write!(f, "allowed by `{rule}`"),
            (Verdict::Ask, None) => write!(f, "`{rule}` asks a person"),
            (Verdict::Ask, Some((access, path))) => write!(f, "{access} `{path}`, about which `{rule}` asks a person"),
            (Verdict::Deny, None) => write!(f, "`{rule}` is ruled out"),
            (Verdict::Deny, Some((access, path))) => write!(f, "{access} `{path}`, which `{rule}` rules out"),
        }
    }
}

reasons! {
    /// Why a finding says what it says.
    Reason {
        // What allows.
        Rule(says: RuleSays) = "{says}",
        Grant(why: String) = "{why}",
        OnlyReads = "only reads",
        OnlyEdits = "only writes files that it names",
        RunsNoProgram = "runs no program",
        RunsNoCommand = "runs no command",
        Grammar = "part of the shell's grammar",
        AddsNothing = "adds nothing to what it wraps",
        Mode(mode: &'static str) = "mode {mode}",
        ToolSays = "the tool says that it needs no approval",
        ReadingTool = "read-only operation",
        UnknownToolTrusted = "unknown tool treated as safe",

        // Nothing speaks for it.
        NoRule(name: String) = "no rule allows `{name}`",
        NoRuleForTool(tool: String, category: &'static str) = "`{tool}` is a {category} tool and no rule allows it",
        NoRuleForServer(tool: String) = "`{tool}` is a tool of an MCP server and no rule allows it",
        UnknownTool(tool: String) = "unknown tool `{tool}`",
        AlmostTool(tool: String, known: String) = "unknown tool `{tool}`, called almost as `{known}`",
        NothingToRun = "nothing to run",
        NotPlain(why: Obstacle) of why = "{why}",
        NotProven(why: byleave_proof::Reason) of why = "{why}",
        NotCovered(why: Gap) of why = "{why}",
        Does(command: String, does: &'static str) = "`{command}` {does}",
        UnknownProgram(program: String) = "byleave does not know `{program}`",
        SetsVariable(name: String) = "sets the variable `{name}`",
        OpensDescriptor = "opens a descriptor and sets a variable to it",
        UnknownDescriptor = "redirects to a descriptor that is known only when it runs",
        OpensConnection = "opens a network connection",
        WritesFile(path: String) = "writes {path}",
        ReadsOutside(path: String) = "reads outside the project: {path}",
        ReadsUnknownDirectory = "reads from a directory that byleave cannot determine",
        ReadsUnknownFile = "reads a file that is known only when it runs",

        // The text itself is in doubt.
        Unreadable(why: byleave_shell::Reason) = "could not be read: {why}",
        UnreadableToEnd = "could not be read to its end",
        HiddenCharacter(what: &'static str) = "hidden character: {what}",
        DashLike = "a character that looks like the dash of an option",
        Evaluates(what: &'static str) = "{what}",
        EvaluatesOperand = "`[[` evaluates an operand as arithmetic, which runs what is in it",
        LoopSets(name: String) = "a loop sets the variable `{name}`",
        CoprocessSets(name: String) = "a coprocess sets the variable `{name}`",
        FunctionNamed(name: String) = "the function `{name}` stands for byleave or multiplies itself",
        ChangesReading = "changes how the text after it is read",
        RunsHistory = "runs what stands in the history",
        RunsUnknownText = "runs shell text that is known only when it runs",
        RunsWrittenFile = "runs a file that this text writes",
        NamesProgram = "says which program a name runs",
        UnknownWords(command: String) = "gives `{command}` words that are known only when it runs",
        ShellNotRead(shells: String) = "byleave does not read {shells}, where this may mean something else",
        OtherShells(shells: String) = "may mean something else in {shells}",
        TooMuch = "too much to look into",

        // What stands beside the command.
        CommandNotText = "the command is not text",
        NoCommand = "no command is given",
        CommandTwice(first: String, second: String) = "both `{first}` and `{second}` are set; only one of them can run",
        TimeoutNotNumber = "the timeout is not a number",
        ArgumentBeside(key: String) = "argument `{key}` beside the command may change what runs",
        ArgumentsBeside(count: usize) = "{count} other arguments beside the command",
        CommandForReader(key: String, tool: String) = "`{key}` names a command, which `{tool}` does not run",

        // Floors on commands.
        Stopped(why: String) = "stopped by the user: {why}",
        Banned(row: String) = "banned: `{row}`",
        TakesAll = "banned: takes away the whole project, home directory or system",
        OwnUnknown = "`byleave` with a sub-command that is not known",
        ForPeople(row: String) = "`{row}` is for people, not for agents",
        ChangesByleave(command: String) = "`{command}` changes what byleave is",
        OwnFunction = "a function in place of byleave",
        OwnVariable(name: String) = "sets `{name}`, a variable of byleave",
        HighRisk(row: String) = "high-risk command: `{row}`",
        UnknownCommandWord = "byleave cannot tell which program runs",
        NoDirectory(path: String) = "the directory {path} is not there, so this may run somewhere else",
        MayReach(rule: String) = "may be something that `{rule}` is about",
        RunsWhatIsSent = "runs what another machine sends",
        LeavingLink = "makes a link that leads out of the project",
        ForeignRepository = "works in a repository outside the project",
        ForeignCode = "runs or reads code outside the project",
        CodeOnControlFile = "code that names a control file",
        Condition(why: String) = "{why}",
        Blocked(pattern: String) = "blocked pattern `{pattern}`",
        Required(what: String) = "not proven, but required: {what}",

        // Floors on files.
        UnknownFile(access: FileAccess) = "{access} a file that is known only when it runs",
        OutsideProject(access: FileAccess, path: String) = "{access} outside the project: {path}",
        Secret(access: FileAccess, path: String, what: &'static str) = "{access} {path}: {what}",
        ControlFile(access: FileAccess, path: String, what: &'static str) = "{access} {path}: {what}",
        ControlPattern(access: FileAccess) = "{access} files by a pattern that may match control files",
        UnknownFilesChanged = "changes files chosen at run time, which may include control files",
        MayTouch(path: String, why: Box<Reason>) of why = "may touch {path}: {why}",
        BringsControlFiles(what: &'static str) = "{what} may bring control files",
        TooManyFiles = "names more files by patterns and directories than can be looked for",
        TooManyLinks(root: String) = "goes through links below {root}, and there is too much to look into",
        ElsewhereRefused(directory: String, why: Box<Reason>) of why = "byleave does not know its directory; in {directory}: {why}",
        ElsewhereTooMuch = "byleave does not know its directory, and there is too much to look into",

        // Floors on other tools.
        QuestionToUser = "a question to the user is answered by the user",
        SecretInArguments = "a secret stands in the arguments",
        DisguisedTool = "the name of the tool is written as if to be read as another one",
        NoAddress = "no address: it is not known where this goes",
        BadServerName = "not a plain `mcp__server__tool` name",
        ArgumentsNotMap = "the arguments are not a map of names and values",
        ClientArgument = "an argument that only the client itself may set",
        UnreadablePatch = "a patch whose files could not be read",
        LinkPatch = "a patch that makes a link, which may lead anywhere",
        NoPath = "no path: it is not known what this changes",
        PatternAsOption = "a pattern that a search program would take for an option",
        SendsMore(key: String) = "argument `{key}` sends more than a request for the page",
        ArgumentNotFile(key: String) = "`{key}` does not say which file is meant",
        ArgumentNotText(key: String) = "`{key}` is not text",
        ArgumentNotAddress(key: String) = "`{key}` is not an address",
        ChangesSurroundings(key: String) = "`{key}` changes what the tool runs in",
        HandsOptions(key: String) = "`{key}` hands options on to a program",
        ArgumentsTooDeep = "arguments too deep or too many to be read",
        ArgumentTooLong(key: String) = "argument `{key}` is too long to be looked into",
        ArgumentAsCommand(key: String, why: Box<Reason>) of why = "argument `{key}` as a command: {why}",
        ArgumentHost(key: String, host: String, rule: String) = "argument `{key}` names {host}, which `{rule}` is about",
        ArgumentSql(key: String, what: &'static str) = "argument `{key}` is SQL that does more than ask: {what}",
        ArgumentPathHidden(key: String) = "argument `{key}` is a path with characters that do not show",
        ArgumentPathUncertain(key: String) = "argument `{key}` is the address of a file, and which one is not certain",
        AddressBlanks = "the address holds blanks",
        InternalAddress(host: String) = "`{host}` is this machine or its network",
        OtherPort = "the address names another port",
        OddAddress = "the address is not a plain http or https address",
        TooManyPlaces = "more directories and patterns than can be looked at",
        PathHidden = "a path with characters that do not show",
        PathAsOption = "a path that begins as an option does",
        PatternTooWide = "a pattern that stands for too many paths",
        PatternUpwards = "a pattern that leads upwards",
        PatternForSecret(pattern: String, what: &'static str) = "a pattern for {pattern}: {what}",
        WholeProject = "deletes or moves the whole project",
        SearchesHome = "searches a whole home directory, where keys and tokens lie",
        NamesSecret(path: String, what: &'static str) = "names {path}: {what}",
        MayWriteControl(path: String, what: &'static str) = "may write {path}: {what}",

        // What stands around the engine: its words come from there.
        Insisted(why: String) = "{why}",
        Elsewhere(why: String) = "{why}",
        Failed(why: String) = "{why}",
        ManyPeople(count: u32) = "{count} different people must approve, at a hub",
    }
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
