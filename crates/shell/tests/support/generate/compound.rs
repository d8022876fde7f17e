//! Compound commands: groups, conditions, loops, functions.

use super::{Flavour, Generator};

impl Generator {
    pub(super) fn compound(&mut self) -> String {
        let mut text = match self.random.below(24) {
            0 | 1 => self.subshell(),
            2 | 3 => self.group(),
            4..=6 => self.conditional_branches(),
            7 | 8 => self.while_loop(),
            9 | 10 => self.for_loop(),
            11 => self.counting_loop(),
            12 => self.select(),
            13..=15 => self.case(),
            16 | 17 if self.flavour != Flavour::Straight && self.loops == 0 => return self.function(),
            18 if self.flavour != Flavour::Straight => return self.coproc(),
            19 | 20 => format!("(({}))", self.flatly(Self::arithmetic)),
            21 | 22 => self.test(),
            _ => self.double_parentheses(),
        };
        while self.random.chance(10) {
            text.push(' ');
            text.push_str(&self.redirection());
        }
        text
    }

    fn subshell(&mut self) -> String {
        let mut text = "(".to_owned();
        self.maybe_line_break(&mut text);
        text.push_str(&if self.random.chance(50) { self.list() } else { self.ended_list() });
        text.push_str(self.random.pick(&[" )", ")"]));
        text
    }

    /// `((…) …)`, which looks like arithmetic at first.
    fn double_parentheses(&mut self) -> String {
        self.counted += 1;
        let text = self.flatly(|generator| {
            let first = generator.list_in_parentheses();
            match generator.random.below(3) {
                0 => format!("(({first}) )"),
                1 => format!("(({first});({}))", generator.list_in_parentheses()),
                _ => format!("(({first}); {})", generator.list()),
            }
        });
        self.counted -= 1;
        text
    }

    /// A list that may follow `(` without turning it into `((`.
    fn list_in_parentheses(&mut self) -> String {
        let list = self.list();
        if list.starts_with('(') { format!(" {list}") } else { list }
    }

    fn group(&mut self) -> String {
        let mut text = "{".to_owned();
        self.maybe_line_break(&mut text);
        text.push_str(&self.ended_list());
        text.push('}');
        text
    }

    fn clause(&mut self, text: &mut String, keyword: &str) {
        text.push_str(keyword);
        self.maybe_line_break(text);
        text.push_str(&self.ended_list());
    }

    fn conditional_branches(&mut self) -> String {
        let mut text = String::new();
        self.clause(&mut text, "if");
        self.clause(&mut text, "then");
        if self.random.chance(25) {
            self.clause(&mut text, "elif");
            self.clause(&mut text, "then");
        }
        if self.random.chance(40) {
            self.clause(&mut text, "else");
        }
        text.push_str("fi");
        text
    }

    /// A loop body that runs at most once where scripts are run.
    fn body(&mut self) -> String {
        self.loops += 1;
        let mut text = "do".to_owned();
        self.maybe_line_break(&mut text);
        text.push_str(&self.ended_list());
        if self.flavour == Flavour::Run {
            text.push_str("break; ");
        } else if self.random.chance(10) {
            text.push_str(self.random.pick(&["break; ", "continue; "]));
        }
        text.push_str("done");
        self.loops -= 1;
        text
    }

    fn while_loop(&mut self) -> String {
        if self.flavour == Flavour::Straight {
            return self.group();
        }
        let mut text = String::new();
        let keyword = self.random.pick(&["while", "until"]);
        self.clause(&mut text, keyword);
        text.push_str(&self.body());
        text
    }

    fn for_loop(&mut self) -> String {
        let variable = format!("v{}", self.fresh());
        let mut text = format!("for {variable}");
        if self.random.chance(15) {
            if self.random.chance(30) {
                text.push(' ');
                text.push_str(&self.body());
                return text;
            }
            self.end_of_header(&mut text);
        } else {
            text.push_str(" in");
            for _ in 0..self.random.below(4) {
                text.push(' ');
                text.push_str(&self.word());
            }
            self.end_of_header(&mut text);
        }
        text.push_str(&self.loop_block());
        text
    }

    /// The body of a `for` or `select`, either way bash allows.
    fn loop_block(&mut self) -> String {
        if self.flavour == Flavour::Syntax && self.random.chance(10) { self.group() } else { self.body() }
    }

    fn end_of_header(&mut self, text: &mut String) {
        if self.flat == 0 && self.random.chance(30) {
            self.line_break(text);
        } else {
            text.push_str("; ");
        }
    }

    fn counting_loop(&mut self) -> String {
        if self.flavour == Flavour::Straight {
            return self.group();
        }
        let variable = format!("v{}", self.fresh());
        let header = if self.flavour == Flavour::Syntax {
            let start = self.loop_term();
            let test = self.loop_term();
            format!("for (({start}; {test}; {}))", self.loop_term())
        } else {
            format!("for (({variable}=0{}; {variable}<2; {variable}++))", self.loop_start())
        };
        let joint = self.random.pick(&["; ", " "]);
        format!("{header}{joint}{}", self.loop_block())
    }

    /// One of three expressions of a counting loop. Bash splits them at every `;`, even one inside a substitution.
    fn loop_term(&mut self) -> String {
        match self.random.below(6) {
            0 => String::new(),
            1 => format!("n < $({})", self.name()),
            2 => format!("n += $({} a)", self.name()),
            3 => "n++".to_owned(),
            4 => format!("b[$({})]", self.name()),
            _ => "n < 3".to_owned(),
        }
    }

    fn loop_start(&mut self) -> String {
        if self.random.chance(40) { format!(",$({})", self.name()) } else { String::new() }
    }

    fn select(&mut self) -> String {
        if self.flavour == Flavour::Straight {
            return self.group();
        }
        let variable = format!("v{}", self.fresh());
        let mut text = format!("select {variable} in");
        for _ in 0..=self.random.below(2) {
            text.push(' ');
            text.push_str(&self.word());
        }
        self.end_of_header(&mut text);
        text.push_str(&self.loop_block());
        text
    }

    fn case(&mut self) -> String {
        let mut text = format!("case {} in", self.word());
        self.maybe_line_break(&mut text);
        let arms = self.random.below(4);
        for arm in 0..arms {
            if self.counted > 0 || self.random.chance(30) {
                text.push('(');
            }
            text.push_str(&self.pattern());
            while self.random.chance(20) {
                text.push_str(self.random.pick(&["|", " | "]));
                text.push_str(&self.pattern());
            }
            text.push(')');
            self.maybe_line_break(&mut text);
            let full = self.random.chance(90);
            if full {
                text.push_str(&self.list());
            }
            if arm + 1 == arms && self.random.chance(30) {
                text.push_str(if full { "; " } else { " " });
                break;
            }
            text.push_str(self.random.pick(&[" ;;", ";;", " ;&", " ;;&"]));
            self.maybe_line_break(&mut text);
        }
        text.push_str("esac");
        text
    }

    fn function(&mut self) -> String {
        let name = format!("f{}", self.fresh());
        let outer = std::mem::take(&mut self.loops);
        let head = match self.random.below(5) {
            0 => format!("function {name}"),
            1 => format!("function {name}()"),
            2 => format!("{name} ( )"),
            _ => format!("{name}()"),
        };
        let mut text = head;
        if self.random.chance(10) && self.flat == 0 {
            self.line_break(&mut text);
        } else {
            text.push(' ');
        }
        let body = if text.starts_with("function ") && !text.contains('(') {
            self.group()
        } else {
            match self.random.below(10) {
                0 | 1 => self.subshell(),
                2 => self.conditional_branches(),
                3 => self.test(),
                4 => self.case(),
                5 => self.for_loop(),
                _ => self.group(),
            }
        };
        text.push_str(&body);
        while self.random.chance(10) {
            text.push(' ');
            text.push_str(&self.redirection());
        }
        self.functions.push(name);
        self.loops = outer;
        text
    }

    fn coproc(&mut self) -> String {
        match self.random.below(4) {
            0 => format!("coproc {}", self.group()),
            1 => format!("coproc c{} {}", self.fresh(), self.group()),
            2 => format!("coproc {}", self.subshell()),
            _ => {
                let name = self.name();
                format!("coproc {name} {}", self.word())
            }
        }
    }
}
