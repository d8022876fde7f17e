//! Writes random scripts that bash accepts, and knows which commands it hid in them.
//!
//! Every command bash could run is named `zq1`, `zq2` …; every decoy (quoted, commented, escaped, or merely an argument)
//! is named `nx1`, `nx2` …. Besides those only harmless builtins and functions `f1`, `f2` … stand in a command position.

mod arithmetic;
mod commands;
mod compound;
mod here;
mod mutate;
mod substitutions;
mod words;

use super::random::Random;

/// What may be written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Flavour {
    /// All of bash; only ever read, never run.
    Syntax,
    /// May be run: loops end, redirections stay in the folder, nothing but stubs and harmless builtins.
    Run,
    /// May be run even after it was damaged at random: no loop but `for … in`, no function, no background, no `/`, no `_`.
    Straight,
}

/// One script, and the truth about it.
pub struct Generated {
    /// The script.
    pub text: String,
    /// The names of the commands bash could run.
    pub names: Vec<String>,
    /// Names that must not be taken for commands.
    pub decoys: Vec<String>,
    /// It needs `shopt -s extglob` to be accepted.
    pub extglob: bool,
}

/// Writes the script of one seed.
pub fn generate(flavour: Flavour, seed: u64) -> Generated {
    let mut generator = Generator::new(flavour, seed);
    let text = generator.script();
    Generated { text, names: generator.names, decoys: generator.decoys, extglob: generator.extglob }
}

/// Damages the script of one seed at one to three places.
pub fn mutated(flavour: Flavour, seed: u64) -> String {
    mutate::mutate(&generate(flavour, seed).text, &mut Random::new(seed ^ 0x6d75_7461))
}

/// Where a word stands, as far as it decides what may be written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quote {
    /// Outside quotes.
    None,
    /// Inside double quotes or a here-document.
    Double,
}

struct Generator {
    random: Random,
    flavour: Flavour,
    names: Vec<String>,
    decoys: Vec<String>,
    /// Functions defined so far, with their whole body written.
    functions: Vec<String>,
    /// Bodies of here-documents that must follow the next line break of the current text.
    pending: Vec<String>,
    /// Names for delimiters and loop variables.
    counter: usize,
    /// How deeply constructs nest.
    depth: usize,
    /// Above zero: no line breaks, comments or here-documents may be written here.
    flat: usize,
    /// Above zero: inside backticks.
    backticks: usize,
    /// Above zero: inside `((`, where bash counts parentheses before it reads commands.
    counted: usize,
    /// Above zero: inside an array, where bash 5.2 loses a backslash if a substitution stands around it.
    arrays: usize,
    /// How many loops are open around this place.
    loops: usize,
    extglob: bool,
}

impl Generator {
    fn new(flavour: Flavour, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let extglob = flavour == Flavour::Syntax && random.chance(10);
        Self {
            random,
            flavour,
            names: Vec::new(),
            decoys: Vec::new(),
            functions: Vec::new(),
            pending: Vec::new(),
            counter: 0,
            depth: 0,
            flat: 0,
            backticks: 0,
            counted: 0,
            arrays: 0,
            loops: 0,
            extglob,
        }
    }

    fn script(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..=self.random.below(3) {
            let next = self.statement();
            if text.ends_with(';') && next.starts_with('&') {
                text.push(' ');
            }
            text.push_str(&next);
            self.separator(&mut text);
        }
        if self.random.chance(50) || !self.pending.is_empty() {
            self.line_break(&mut text);
        }
        text
    }

    /// The name of a command that bash could run.
    fn name(&mut self) -> String {
        let name = format!("zq{}", self.names.len() + 1);
        self.names.push(name.clone());
        name
    }

    /// A name that bash never runs where it is put.
    fn decoy(&mut self) -> String {
        let name = format!("nx{}", self.decoys.len() + 1);
        self.decoys.push(name.clone());
        name
    }

    fn fresh(&mut self) -> usize {
        self.counter += 1;
        self.counter
    }

    /// Whether something of this size still fits.
    fn room(&self) -> bool {
        self.depth < 6 && self.names.len() < 24 && self.decoys.len() < 60
    }

    /// Writes something one level further down.
    fn deeper<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        self.depth += 1;
        let written = write(self);
        self.depth -= 1;
        written
    }

    /// Writes something on one line.
    fn flatly<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        self.flat += 1;
        let written = write(self);
        self.flat -= 1;
        written
    }

    /// Writes a text with a parser of its own: its here-documents end inside it.
    fn apart(&mut self, write: impl FnOnce(&mut Self) -> String) -> String {
        let outer = std::mem::take(&mut self.pending);
        let loops = std::mem::take(&mut self.loops);
        let mut text = self.deeper(write);
        if !self.pending.is_empty() {
            self.line_break(&mut text);
        }
        self.pending = outer;
        self.loops = loops;
        text
    }

    fn line_break(&mut self, text: &mut String) {
        text.push('\n');
        for body in std::mem::take(&mut self.pending) {
            text.push_str(&body);
        }
    }

    /// A line break where bash allows any number of them, or a blank.
    fn maybe_line_break(&mut self, text: &mut String) {
        if self.flat == 0 && self.random.chance(20) {
            if self.random.chance(15) {
                let comment = self.comment();
                text.push_str(&comment);
            }
            self.line_break(text);
        } else {
            text.push(' ');
        }
    }

    fn blank(&mut self) -> &'static str {
        match self.random.below(40) {
            0 => "  ",
            1 => "\t",
            2 if self.flat == 0 => " \\\n ",
            _ => " ",
        }
    }

    fn comment(&mut self) -> String {
        let decoy = self.decoy();
        let tail = self.random.pick(&["", " don't", " \"", " $(", " )", " }; fi", " `", " <<E", " \\"]);
        // A backtick in a comment inside backticks would be escaped and is legal, but a final backslash would then
        // swallow the escape.
        let tail = if self.backticks > 0 { "" } else { tail };
        format!(" # {decoy}; {decoy}{tail}")
    }

    /// Ends a statement so that another, or a closing word, may follow.
    fn separator(&mut self, text: &mut String) {
        let choice = self.random.below(10);
        if self.flat == 0 && choice < 4 {
            if self.random.chance(15) {
                let comment = self.comment();
                text.push_str(&comment);
            }
            self.line_break(text);
        } else if choice < 5 && self.flavour != Flavour::Straight {
            text.push_str(" & ");
        } else {
            text.push_str(self.random.pick(&["; ", ";", " ; "]));
        }
    }

    /// Statements, the last one not ended.
    fn list(&mut self) -> String {
        let mut text = self.statement();
        while self.room() && self.random.chance(25) {
            self.separator(&mut text);
            let next = self.statement();
            // `;&` is an operator of its own.
            if text.ends_with(';') && next.starts_with('&') {
                text.push(' ');
            }
            text.push_str(&next);
        }
        text
    }

    /// Statements, the last one ended.
    fn ended_list(&mut self) -> String {
        let mut text = self.list();
        self.separator(&mut text);
        text
    }

    /// Pipelines joined by `&&` and `||`.
    fn statement(&mut self) -> String {
        let mut text = self.pipeline();
        while self.room() && self.random.chance(20) {
            text.push_str(self.blank());
            text.push_str(self.random.pick(&["&&", "||"]));
            self.maybe_line_break(&mut text);
            text.push_str(&self.pipeline());
        }
        text
    }

    fn pipeline(&mut self) -> String {
        let mut text = String::from(match self.random.below(40) {
            0 => "! ",
            1 => "time ",
            2 => "time -p ",
            3 => "time ! ",
            4 => "! ! ",
            _ => "",
        });
        text.push_str(&self.command());
        while self.room() && self.random.chance(18) {
            text.push_str(self.random.pick(&[" |", " |", " |&"]));
            self.maybe_line_break(&mut text);
            text.push_str(&self.command());
        }
        text
    }

    fn command(&mut self) -> String {
        if self.room() && self.random.chance(30) { self.deeper(Self::compound) } else { self.simple() }
    }
}
