//! What single programs do that no column of the tables can say. A row names its quirks, `quirks: sql readonly`, and the
//! engine knows what each of them means: no program is known by its name anywhere else.

/// Things that a row names, with their words in the order of their numbers.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $one:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$about])* $one,)*
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: &[Self] = &[$(Self::$one,)*];

            /// Its word in a table.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$one => $word,)*
                }
            }
        }
    };
}

pub(super) use named;

named! {
    /// Something a program does that needs a look at its words.
    Quirk {
        /// Its first operand is a program of jq, which may name the environment and other files.
        Jq = "jq",
        /// An operand without `+` sets the clock.
        Clock = "clock",
        /// Its first operand is a mode, which may lend the rights of the owner.
        Mode = "mode",
        /// `%n` in its format sets a variable.
        Format = "format",
        /// Its operands are names of variables whose values it prints.
        Variables = "variables",
        /// Without a command it prints the whole environment.
        Environment = "environment",
        /// Its first operand is a database of the machine: some hold secrets, some are on another machine.
        Databases = "databases",
        /// What it runs is SQL, which is looked into.
        Sql = "sql",
        /// With `-readonly` it cannot change what it is asked about.
        Readonly = "readonly",
        /// A second operand configures what the first one names.
        Configures = "configures",
        /// Without operands it runs its input.
        RunsInput = "runs-input",
        /// `--print` may have to compile, and may write a file.
        Prints = "prints",
        /// An operand that is an archive is unpacked by programs that it starts.
        Unpacks = "unpacks",
        /// An operand sets a limit.
        Limits = "limits",
        /// `-f host:file` is an archive on another machine.
        RemoteArchive = "remote-archive",
        /// Any word may be an address that it fetches from.
        Addresses = "addresses",
        /// A key may name an engine, a library that it loads.
        Engines = "engines",
        /// Its operands are names that are looked up, which may carry data away.
        LooksUp = "looks-up",
        /// A second operand is the server that hears the question.
        ChoosesServer = "chooses-server",
        /// Its operands filter sockets; a name among them is looked up.
        Sockets = "sockets",
        /// `@name` in any word is a name that is looked up.
        AtLooksUp = "at-looks-up",
        /// A word that ends in `;` ends a command, and another begins.
        Chains = "chains",
        /// A shell reads the names of its files.
        ShellNames = "shell-names",
        /// With `--test` its operands are tests that it runs.
        TestsCode = "tests-code",
        /// Its paths may name other documents, and addresses.
        Documents = "documents",
        /// Its operands are addresses of pages.
        Pages = "pages",
        /// `compose` takes what it runs from a file.
        Compose = "compose",
        /// `api` takes a whole address, to which the token goes.
        Forge = "forge",
        /// Its operands are a method, an address and what is sent there.
        Requests = "requests",
        /// `get` and `describe` may print secrets and build what they fetch.
        Cluster = "cluster",
        /// What stands after `--` reaches a script of the project.
        Scripts = "scripts",
        /// Its operands are goals, some of which send the build away.
        Goals = "goals",
        /// A goal by its full name is a plug-in that is fetched and run.
        PlugIns = "plug-ins",
        /// It builds targets that install or send, and passes on what stands after `--`.
        Targets = "targets",
        /// `+name` chooses a tool chain, which may be a path.
        ToolChain = "tool-chain",
        /// Its sub-commands pass on what stands after `--` to the compiler, the tests or the formatter.
        Cargo = "cargo",
        /// `/name:value` is an option, and templates are packages.
        SlashOptions = "slash-options",
        /// `--noEmit false` writes what it compiles.
        Emits = "emits",
        /// `@file` holds options.
        AtFiles = "at-files",
        /// Signatures, credentials, changes that are thrown away: git.
        Git = "git",
        /// An operand may name a format, and some formats run what they read.
        Formats = "formats",
        /// An operand may name a format before a colon, or a picture that is only drawn.
        Pictures = "pictures",
        /// An operand may name a protocol.
        Protocols = "protocols",
        /// `|cmd` in place of a file is run.
        Pipes = "pipes",
        /// What does not look like a file name is TeX.
        Tex = "tex",
        /// A reader or writer in Lua is run.
        Lua = "lua",
        /// `-TAG=value` writes the tag.
        Tags = "tags",
        /// What it writes to devices goes nowhere.
        Devices = "devices",
        /// With `-` as the second operand it prints.
        DashPrints = "dash-prints",
        /// Its operands are names of variables that it sets to what it reads.
        SetsNames = "sets-names",
        /// `NAME=value` operands hold for all that follows.
        Exports = "exports",
        /// It compares and tests its operands, and prints nothing.
        Tests = "tests",
        /// It has sub-commands of every kind that no row tells apart.
        ManyThings = "many-things",
        /// Its sub-commands all only ask.
        Asks = "asks",
        /// It also has a form that only looks, which no row tells apart.
        LooksToo = "looks-too",
        /// A rule on it is about what it does, not about the form that only looks.
        NeverLooks = "never-looks",
        /// What it runs runs on another machine or in a container.
        Elsewhere = "elsewhere",
        /// The beginning of a sub-command's name is enough.
        ShortNames = "short-names",
        /// Names of sub-commands may be in capitals.
        AnyCase = "any-case",
        /// Its sub-commands that have some of their own also take other operands.
        LenientSubs = "lenient-subs",
        /// A setting without `=` only asks for one, or switches something on.
        BareSettings = "bare-settings",
        /// Of the variables of its environment it only heeds those of the loader and of the C library.
        PlainEnvironment = "plain-environment",
        /// It is built into every shell, so no file takes its place.
        BuiltIn = "built-in",
        /// It loads modules from the directory it runs in before those of its own library.
        ModulesHere = "modules-here",
        /// Its operands are names of variables, aliases or programs that it defines, hides or hands on.
        Names = "names",
        /// With `-r` it takes directories away with all that lies in them.
        RemovesTrees = "removes-trees",
        /// What it is given is no longer where it was.
        Moves = "moves",
        /// `-delete` without a condition takes all that it finds away.
        Find = "find",
        /// Although it stands among the floors, its forms that only read do no harm.
        Asked = "asked",
        /// `--staged` alone only takes out of the index.
        Staged = "staged",
        /// It runs a script in this shell: the usual one activates an environment.
        Sources = "sources",
        /// Its words may be SQL that destroys data.
        SqlText = "sql-text",
        /// Its words may be a script of a document database that destroys data.
        MongoText = "mongo-text",
        /// It knows `--version` and `--help`; other shells complain about them and go on.
        AnswersAlone = "answers-alone",
    }
}
