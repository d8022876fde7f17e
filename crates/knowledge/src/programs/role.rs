//! The parts that programs play among other commands and in a project. A row names its roles, `roles: filter picks`, and
//! the engine asks for a role where it would otherwise know programs by name.

use super::quirk::named;

named! {
    /// What a program is to the commands around it.
    Role {
        /// It looks through the directory it runs in if it is given no other.
        LooksHere = "looks-here",
        /// With `-r` it looks through the directory it runs in if it is given no other.
        LooksWithR = "looks-with-r",
        /// It looks at its input instead, where there is one.
        LooksAtInput = "looks-at-input",
        /// It works on the project in the directory it runs in.
        WorksHere = "works-here",
        /// Its operands may be packages or directories.
        LocalPackages = "local-packages",
        /// Its settings may hold paths.
        PathSettings = "path-settings",
        /// `@file` in what it sends is a file.
        SendsFiles = "sends-files",
        /// It makes a file in the directory for such files.
        MakesTemporary = "makes-temporary",
        /// It is a shell.
        Shell = "shell",
        /// It is a shell whose scripts byleave reads.
        PosixShell = "posix-shell",
        /// It runs a shell's script that is its first operand, or that it reads in this shell.
        RunsScripts = "runs-scripts",
        /// It runs text in this very shell.
        RunsHere = "runs-here",
        /// Its operands may hold long commands.
        HoldsCommands = "holds-commands",
        /// It runs code that comes in on standard input.
        ReadsCode = "reads-code",
        /// It runs code of a language, from a file or from its input.
        Interpreter = "interpreter",
        /// The text after `-c` is its code.
        CodeAfterC = "code-after-c",
        /// The text after `-e` is its code.
        CodeAfterE = "code-after-e",
        /// The text after `-r` is its code.
        CodeAfterR = "code-after-r",
        /// `-n` and `-p` run its code for each line of its files.
        LoopsOverFiles = "loops-over-files",
        /// `-m` runs a module that is a program too.
        RunsModules = "runs-modules",
        /// Python runs it as a module, too.
        IsModule = "is-module",
        /// It prints its words.
        Echoes = "echoes",
        /// It prints its words in the way the first one says.
        PrintsFormat = "prints-format",
        /// It prints its words again and again.
        Repeats = "repeats",
        /// It prints nothing.
        Silent = "silent",
        /// Without operands, what it reads is what it prints.
        CopiesInput = "copies-input",
        /// It writes what it reads to its operands.
        Tees = "tees",
        /// What goes in comes out in some shape.
        Filter = "filter",
        /// Of the lines that it reads it prints some, and changes none.
        Picks = "picks",
        /// It prints each line backwards.
        Reverses = "reverses",
        /// It prints the last line first.
        LastFirst = "last-first",
        /// It puts other signs in place of some, or takes some away.
        Translates = "translates",
        /// With `-d` it decodes base64.
        Decodes64 = "decodes-64",
        /// With `-d` it decodes base32.
        Decodes32 = "decodes-32",
        /// With `-d` it decodes what an option names.
        DecodesNamed = "decodes-named",
        /// With `-r` it decodes hexadecimal digits.
        DecodesHex = "decodes-hex",
        /// It prints where a program or a file is.
        Locates = "locates",
        /// With `-v` it prints where a program is.
        LocatesWithV = "locates-with-v",
        /// With `-p` it prints where a program is.
        LocatesWithP = "locates-with-p",
        /// It tells of a file what `ls` tells.
        TellsNames = "tells-names",
        /// It takes the names of files and opens none of them.
        OnlyNames = "only-names",
        /// It prints one number or plain word.
        PrintsWord = "prints-word",
        /// It goes down into directories and prints or hands over names.
        FindsNames = "finds-names",
        /// It prints the names of files, or lines with them.
        ListsNames = "lists-names",
        /// It lists one directory, and with `-R` those in it.
        ListsDirectories = "lists-directories",
        /// It looks for text, and with `-l` prints the names of files alone.
        SearchesText = "searches-text",
        /// It leaves out what is hidden.
        LeavesHidden = "leaves-hidden",
        /// Among its words is the pattern that names must fit.
        PatternOperand = "pattern-operand",
        /// `{/}` and its kin stand for parts of a name, and names are added behind the words.
        FillsParts = "fills-parts",
        /// An option takes in again what others leave out.
        FilterRules = "filter-rules",
        /// A pattern with `!` before it leaves files out.
        BangLeavesOut = "bang-leaves-out",
        /// Any of its words may begin a command.
        RunsAny = "runs-any",
        /// It has a row and still runs some of its words.
        Runner = "runner",
        /// Its operand is a package of the project that it builds and runs.
        RunsPackages = "runs-packages",
        /// Its operand is the name of a script of the project.
        RunsNamedScripts = "runs-named-scripts",
        /// It runs later what it is given on its input.
        Schedules = "schedules",
        /// Its input may be a makefile, and `--eval` a part of one.
        Recipes = "recipes",
        /// Without a command it starts a shell, which runs its input.
        ShellByDefault = "shell-by-default",
        /// With `-destroy` it is another sub-command, `destroy`.
        Destroys = "destroys",
        /// Its operands say what names stand for.
        Aliases = "aliases",
        /// What follows replaces the shell, and redirections alone hold from there on.
        Replaces = "replaces",
        /// It tells the shell where a program is.
        Hashes = "hashes",
        /// Its operands set variables.
        SetsVariables = "sets-variables",
        /// It hands variables among its operands on to a command.
        HandsVariables = "hands-variables",
        /// A subscript among its operands is evaluated.
        Subscripts = "subscripts",
        /// An option gives the program it runs another name.
        Argv0 = "argv0",
        /// With `-x` it runs its operands.
        RunsAfterX = "runs-after-x",
        /// Its first operand is one of many programs in one file.
        ManyTools = "many-tools",
        /// `--coreutils-prog=` names the program.
        ProgramOption = "program-option",
        /// `-e` names the shell that reaches another machine.
        RemoteShell = "remote-shell",
        /// It takes options of ssh, which may name commands.
        SshOptions = "ssh-options",
        /// It runs what is given for other words, once for each of them.
        Multiplies = "multiplies",
        /// It adds words from its input to a command.
        AddsWords = "adds-words",
        /// `-c` and more make an archive of its operands.
        Archiver = "archiver",
        /// With `-x` it writes the members that are named.
        ExtractsMembers = "extracts-members",
        /// It runs containers: `host:inside` is a volume, `--entrypoint` a program.
        Container = "container",
        /// `place#program` is a program that it runs.
        RunsFragments = "runs-fragments",
        /// It runs test runners and checkers of the project, or is one.
        RunsProject = "runs-project",
        /// It changes what lies in the directories it is given.
        ChangesTrees = "changes-trees",
        /// What it copies or moves lands below a directory that is its last operand.
        Lands = "lands",
        /// What lies in a source may land in the target by names of its own.
        LandsWhole = "lands-whole",
        /// `-d` says what it does with directories.
        TakesDirectories = "takes-directories",
        /// What it copies has the text of another file.
        Copies = "copies",
        /// A slash behind a source means what lies in it.
        SlashMeansInside = "slash-means-inside",
        /// It makes a link to its first operand, seen from where the link lies.
        LinksFrom = "links-from",
        /// It copies from one file to another, both named by keys.
        CopiesByKeys = "copies-by-keys",
        /// It reads the files that it changes.
        Edits = "edits",
        /// Its options may hold commands that name files.
        EditsByCommands = "edits-by-commands",
        /// Its commands are on its input, and its last operand is the file.
        EditsByInput = "edits-by-input",
        /// `+!cmd` runs a command.
        Pager = "pager",
        /// `EXEC:cmd` runs a command.
        ConnectsCommands = "connects-commands",
        /// `-TT cmd` tests an archive.
        TestsArchives = "tests-archives",
        /// `shell cmd` among its words runs a command.
        Debugger = "debugger",
        /// Commands of the client rather than of the database are among its words.
        Client = "client",
        /// It writes to disks as a whole.
        Disks = "disks",
        /// A word with more than one slash names another service.
        HostSlashes = "host-slashes",
        /// `@scope/name` is a package.
        Scopes = "scopes",
        /// `name:x` or a path is a package of another place.
        PackagePlaces = "package-places",
    }
}
