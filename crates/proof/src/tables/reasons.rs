//! What stands in the way of a reading or a proof, in words.

use byleave_knowledge::reasons;

use crate::NotPlain;

reasons! {
    /// What is not plain about a text, and what to do about it.
    #[derive(Copy)]
    Obstacle {
        Assignment = "`NAME=value` is plain only with a value that is written out, before a command: write the value where it is used",
        Background = "what `&` runs in the background depends on the shell: leave it out, or write `> file 2>&1`",
        Braces = "braces make several words in some shells and one in others: write the words out",
        Builtin = "this builtin changes or evaluates what no text tells beforehand",
        Bytes = "this is not valid UTF-8",
        Caret = "`^` at the beginning of a word is a pattern in some shells: quote it",
        ChangeInLoop = "a `cd` in a loop leads to several directories, and a variable of two loops has several values: write them out",
        ChangeInPipeline = "whether a `cd` in a pipeline lasts depends on the shell: put it before, with `&&`",
        CommandName = "the command is not named by plain letters: write its name or path out, unquoted",
        Control = "a control character is not plain",
        DocumentBody = "some shells end this here-document elsewhere, or lose a letter of it: pass the text by a file",
        DocumentDelimiter = "a here-document is plain only with a quoted word as its delimiter, as in `<<'EOF'`",
        DocumentLine = "a line break in quotes, a loop or a second here-document on the line of a here-document is read in different ways",
        DocumentUnended = "this here-document has no end: its delimiter must stand alone on a line",
        Dollar = "this use of `$` is not known to every shell, or only when it runs: write the value out",
        DotPattern = "a pattern behind a `.` matches `..` in some shells: write a letter behind the dot",
        Equals = "`=` at the beginning of a word, or behind `=` or `:`, is the path of a program in some shells: quote it",
        Escape = "`\\` is plain only before a printed character of ASCII, or between words at the end of a line",
        Expansion = "`${{…}}` with more than a name is known only when it runs: write the value out",
        Group = "this has to be followed by `;`, a line break, `|`, `&&`, `||` or a redirection of output",
        Hash = "`#` within a word is plain only behind a letter or digit: quote it",
        Hidden = "a character that nobody sees is not plain",
        History = "`!` is plain only alone or in quotes",
        Keyword = "this word of the shell's grammar is not plain here",
        Loop = "a loop is plain as `for NAME in words; do …; done`, with words that are written out",
        Missing = "a command is missing here",
        NotAscii = "letters outside ASCII are plain only in quotes",
        Nothing = "it runs nothing",
        Option = "of this builtin only some plain uses are: `exit 1`, `command -v NAME`, `[ -f FILE ]`",
        Parenthesis = "a parenthesis is plain only as `( commands )` where a command may stand: quote it",
        Pattern = "a pattern is plain only as a word of a command or loop: write the name out",
        QuotedQuote = "a quote right behind a quoted text is read in different ways: put a blank between, or use double quotes",
        Redirection = "of redirections only `< file`, `> file`, `>> file`, `2>`, `2>>`, `2>&1` and `>&2` behind a command, with a blank before, are plain",
        RedirectedPipe = "a redirection beside a pipe sends the same output to both in some shells: leave one of them out",
        RedirectedTwice = "one stream redirected twice is written to both places in some shells: leave one of them out",
        SpecialVariable = "this variable means something to some shell or to programs: use another name",
        Split = "this value has blanks or signs that some shells split or expand: put the variable in double quotes",
        SquareBracket = "`[` is plain only around letters, digits, `.`, `_` and `-`, and `]` only alone: quote it",
        Subscript = "`[` or `:` behind a variable is a subscript or a modifier in zsh: write `\"${{NAME}}\"` and quote what follows, or write the value out",
        Substitution = "`$(…)` is known only when it runs: write the value out",
        Tilde = "`~` is plain only as `~`, `~/…` or behind a letter or digit: quote it, or write the directory out",
        TooDeep = "groups, branches and loops are nested too deeply",
        TooMuch = "this is more than is looked into at once: run it in smaller pieces",
        Unclosed = "a quote or group that begins here does not end",
        Unexpected = "this is not plain here",
        UnknownVariable = "the value of this variable is known only when the text runs: write it out",
    }
}

reasons! {
    /// What stands in the way of a proof.
    Reason {
        NoCommand = "it names no program",
        NotKnown(program: String) = "byleave does not know `{program}`",
        NotCore(program: String) = "`{program}` reads, as far as byleave knows, but is not on the audited list",
        Does(program: String, does: &'static str) = "no rule allows `{program}`, which {does}",
        Starts(program: String) = "`{program}` runs another command",
        Option(option: String) = "option `{option}` is not on the audited list of those that only read",
        OptionDoes(option: String, does: &'static str) = "option `{option}` {does}",
        Operand = "the program may do more than read this",
        Pattern = "this may be none or several words",
        Language(language: &'static str) = "this part of {language} may do more than print",
        Writes = "it writes a file",
        Assigns(name: String) = "the variable `{name}` may change what programs do",
        Somewhere = "the text does not tell in which directory it runs",
        Parent = "`..` behind a directory leads elsewhere if that is a link",
        Input = "it takes words from its input, and what that prints is not known",
        Nested = "a wrapper in a wrapper",
        NotPlain(why: NotPlain) = "the text for the shell is not plain: {why}",
        Outside(path: String) = "`{path}` is outside the project",
        Secret(path: String, what: &'static str) = "`{path}` may hold a secret: {what}",
        Control(path: String, what: &'static str) = "`{path}` steers what runs: {what}",
        Link(path: String) = "`{path}` is a link that leads out of the project or to a secret",
        Unseen(path: String) = "byleave cannot see `{path}`",
        NoDirectory(path: String) = "`{path}` is no directory",
        NameWithDash(name: String) = "the pattern matches `{name}`, which the program takes for an option",
        OddName(path: String) = "`{path}` is not one word to a program that takes names from its input",
        ProjectProgram(path: String) = "`{path}` is a program of the project",
        Shim(path: String) = "`{path}` runs what a file of the project may name",
        Setting(setting: String) = "the setting `{setting}` may run something",
        Variable(name: String) = "the variable `{name}` changes what the command does",
        Recorded(text: String) = "{text}",
    }
}

reasons! {
    /// What the star of a rule does not stand for.
    Gap {
        UnknownSubCommand = "byleave does not know this sub-command",
        UnknownOption(option: String) = "byleave does not know the option `{option}`",
        Option(option: String, does: &'static str) = "`*` never stands for option `{option}`, which {does}",
        RunsValue(option: String) = "the value of `{option}` is run, and the rule does not spell it out",
        Effect(program: String, does: &'static str) = "`{program}` {does}, and the rule does not name it",
        ManyThings(program: String) = "`{program}` does many things, and the rule only names the program",
        Service(program: String) = "`{program}` may ask another service or print a secret",
        Runs(program: String) = "`*` never stands for a command that `{program}` runs",
        Written = "`*` never stands for a file that is written",
        Operand = "`*` never stands for something that is run",
        Outside = "works outside the project",
        Address = "an address that is not an ordinary one, or that may run a program",
        OtherAddress = "an address that the rule does not name",
        Word(word: String) = "`*` never stands for `{word}` here",
        Input(program: String) = "`{program}` runs what its input says",
        Several = "may be several words, or none",
        World(reason: Reason) = "{reason}",
    }
}
