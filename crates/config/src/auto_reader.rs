//! Reading `auto_approve_tools`.

use super::node::{Entry, Node, Value};
use super::problem::Place;
use super::reader::Reader;
use byleave_policy::Verdict;
use byleave_policy::rules::auto::{AutoTool, Expression, Predicate, canonical};
use byleave_policy::rules::{CommandPattern, Conditions, Pattern, Rule};
use byleave_policy::tools;

/// The keys of one tool: those of the feature request, and ours.
pub(super) const KEYS: [&str; 9] =
    ["commands", "patterns", "safe_prefixes", "blocked_patterns", "validate", "require", "subject", "limit", "hours"];

/// The predicates of `validate` and `require`.
pub(super) const PREDICATES: [&str; 8] =
    ["max_length", "min_length", "under", "matches", "one_of", "not", "all", "any"];

/// Deeper predicates are refused.
const DEEPEST: usize = 16;

/// What `auto_approve_tools` holds: plain rules for tools that are simply approved, and the rest.
#[derive(Default)]
pub(super) struct AutoApprovals {
    pub rules: Vec<Rule>,
    pub tools: Vec<AutoTool>,
}

impl Reader<'_> {
    pub fn auto_approve_tools(&mut self, node: &Node) -> AutoApprovals {
        let mut read = AutoApprovals::default();
        match &node.value {
            Value::Null => {}
            Value::List(items) => {
                for item in items {
                    if let Some(tool) = self.text("each of `auto_approve_tools`", item) {
                        self.simple_approval(&tool, &item.place, &mut read);
                    }
                }
            }
            Value::Map(entries) => {
                for entry in entries {
                    self.auto_tool(entry, &mut read);
                }
            }
            Value::Bool(_) | Value::Number(_) | Value::Text(_) => {
                self.wrong_type("`auto_approve_tools`", "a list of tools or a mapping of tools", node);
            }
        }
        read
    }

    /// A tool whose calls are approved with any arguments.
    fn simple_approval(&mut self, tool: &str, place: &Place, read: &mut AutoApprovals) {
        let mut rule = match Rule::new(tool, Verdict::Allow) {
            Ok(rule) => rule,
            Err(error) => {
                self.error(place, error.to_string(), None);
                return;
            }
        };
        if !matches!(rule.pattern, Pattern::Tool(_) | Pattern::Mcp(_)) {
            let help = "rules on commands belong under `permissions`".to_owned();
            self.error(place, format!("`{tool}` is not the name of a tool"), help);
            return;
        }
        if tools::runs(tool) {
            let message = format!("every command of `{tool}` is approved, short of what always asks");
            let help = "list commands instead: `bash: { commands: [\"git status\"] }`".to_owned();
            self.warn("W-LIST-BASH", place, message, help);
        }
        rule.location = self.location(place);
        "listed in auto_approve_tools".clone_into(&mut rule.reason);
        read.rules.push(rule);
    }

    fn auto_tool(&mut self, entry: &Entry, read: &mut AutoApprovals) {
        let fields = match &entry.node.value {
            Value::Bool(true) => return self.simple_approval(&entry.key, &entry.place, read),
            Value::Bool(false) => return,
            Value::Map(fields) => fields,
            Value::Null | Value::Number(_) | Value::Text(_) | Value::List(_) => {
                let what = format!("`{}` in `auto_approve_tools`", entry.key);
                self.wrong_type(&what, "true, false or a mapping", &entry.node);
                return;
            }
        };
        if entry.key.trim().is_empty() || entry.key.contains(['(', ')']) {
            self.error(&entry.place, format!("`{}` is not the name of a tool", entry.key), None);
            return;
        }
        self.unknown_auto_keys(entry, fields);
        let maker = RuleMaker { tool: &entry.key, conditions: self.auto_conditions(fields) };
        let mut tool = AutoTool { tool: canonical(&entry.key).to_owned(), ..AutoTool::default() };
        for field in fields {
            match field.key.as_str() {
                "commands" => tool.commands = self.auto_texts(field, &maker, exact_pattern),
                "safe_prefixes" => tool.safe_prefixes = self.auto_texts(field, &maker, prefix_pattern),
                "patterns" => tool.patterns = self.expressions(field, &maker, Verdict::Allow),
                "blocked_patterns" => tool.blocked_patterns = self.expressions(field, &maker, Verdict::Ask),
                "validate" => tool.validate = self.auto_predicate(field, &maker, Verdict::Allow),
                "require" => tool.require = self.auto_predicate(field, &maker, Verdict::Ask),
                "subject" => tool.subject = self.text("`subject`", &field.node),
                _ => {}
            }
        }
        if let (Some(_), Some(field)) =
            (&tool.validate, fields.iter().find(|field| field.key == "validate" && !tool.patterns.is_empty()))
        {
            let help = "what must hold beside the patterns is written as `require`".to_owned();
            let message = "`validate` allows by itself; it does not restrict `patterns`";
            self.warn("W-VALIDATE", &field.place, message, help);
        }
        read.tools.push(tool);
    }

    /// The literal text of the feature request: `Unknown auto-approve keys for 'bash': {'command'}`.
    fn unknown_auto_keys(&mut self, entry: &Entry, fields: &[Entry]) {
        let unknown: Vec<&Entry> = fields.iter().filter(|field| !KEYS.contains(&field.key.as_str())).collect();
        let Some(first) = unknown.first() else { return };
        let names: Vec<String> = unknown.iter().map(|field| format!("'{}'", field.key)).collect();
        let message = format!("Unknown auto-approve keys for '{}': {{{}}}", entry.key, names.join(", "));
        let help = match byleave_knowledge::suggest::nearest(&first.key, KEYS) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the keys here are: {}", KEYS.join(", ")),
        };
        self.error(&first.place, message, help);
    }

    fn auto_conditions(&mut self, fields: &[Entry]) -> Conditions {
        let mut conditions = Conditions::default();
        for field in fields {
            match field.key.as_str() {
                "hours" => conditions.hours = self.hours(&field.node),
                "limit" => conditions.limit = self.limit(&field.node),
                _ => {}
            }
        }
        conditions
    }

    fn auto_texts(
        &mut self,
        field: &Entry,
        maker: &RuleMaker<'_>,
        pattern: fn(&str, &str) -> Pattern,
    ) -> Vec<(String, Rule)> {
        let texts = self.texts(&format!("`{}`", field.key), &field.node);
        let mut rules = Vec::new();
        for (index, (text, place)) in texts.into_iter().enumerate() {
            if text.trim().is_empty() {
                self.error(&place, format!("`{}` holds an empty text, which would match everything", field.key), None);
                continue;
            }
            let name = format!("{}[{index}]", field.key);
            let words = format!("`{}` is listed in {}", text.trim(), field.key);
            let rule = maker.rule(&name, Verdict::Allow, pattern(maker.tool, &text), words, self.location(&place));
            rules.push((text, rule));
        }
        rules
    }

    fn expressions(&mut self, field: &Entry, maker: &RuleMaker<'_>, says: Verdict) -> Vec<(Expression, Rule)> {
        let texts = self.texts(&format!("`{}`", field.key), &field.node);
        let mut rules = Vec::new();
        for (index, (text, place)) in texts.into_iter().enumerate() {
            match Expression::new(&text) {
                Ok(expression) => {
                    let name = format!("{}[{index}]", field.key);
                    let words = match says {
                        Verdict::Allow => format!("matches the pattern `{text}`"),
                        Verdict::Ask | Verdict::Deny => format!("blocked pattern `{text}`"),
                    };
                    let pattern = expression_pattern(maker.tool, &expression);
                    let rule = maker.rule(&name, says, pattern, words, self.location(&place));
                    rules.push((expression, rule));
                }
                Err(error) => {
                    let help = "expressions are those of Rust's `regex`: no look-around, no back-references".to_owned();
                    self.error(&place, format!("Invalid regex pattern '{text}': {error}"), help);
                }
            }
        }
        rules
    }

    fn auto_predicate(&mut self, field: &Entry, maker: &RuleMaker<'_>, says: Verdict) -> Option<(Predicate, Rule)> {
        let predicate = self.predicate(&field.node, 0)?;
        let words = predicate.words();
        let pattern = Pattern::Tool(canonical(maker.tool).to_owned());
        let rule = maker.rule(&field.key, says, pattern, words, self.location(&field.place));
        Some((predicate, rule))
    }

    /// A mapping of predicates, all of which must hold.
    fn predicate(&mut self, node: &Node, depth: usize) -> Option<Predicate> {
        if depth > DEEPEST {
            self.error(&node.place, "predicates are nested too deeply", None);
            return None;
        }
        let entries = self.map("a predicate", node);
        if entries.is_empty() {
            let help = format!("the predicates are: {}", PREDICATES.join(", "));
            self.error(&node.place, "an empty predicate would hold for everything", help);
            return None;
        }
        let mut all = Vec::new();
        for entry in entries {
            all.push(self.one_predicate(entry, depth)?);
        }
        if all.len() == 1 { all.pop() } else { Some(Predicate::All(all)) }
    }

    fn one_predicate(&mut self, entry: &Entry, depth: usize) -> Option<Predicate> {
        let node = &entry.node;
        let what = format!("`{}`", entry.key);
        let deeper = depth.saturating_add(1);
        match entry.key.as_str() {
            "max_length" => self.number(&what, node).map(Predicate::MaxLength),
            "min_length" => self.number(&what, node).map(Predicate::MinLength),
            "under" => self.text(&what, node).map(Predicate::Under),
            "matches" => {
                let text = self.text(&what, node)?;
                match Expression::new(&text) {
                    Ok(expression) => Some(Predicate::Matches(expression)),
                    Err(error) => {
                        self.error(&node.place, format!("Invalid regex pattern '{text}': {error}"), None);
                        None
                    }
                }
            }
            "one_of" => {
                let texts = self.texts(&what, node).into_iter().map(|(text, _)| text).collect();
                Some(Predicate::OneOf(texts))
            }
            "not" => self.predicate(node, deeper).map(|inner| Predicate::Not(Box::new(inner))),
            "all" | "any" => {
                let items = self.list(&what, node);
                let mut inner = Vec::new();
                for item in items {
                    inner.push(self.predicate(item, deeper)?);
                }
                Some(if entry.key == "all" { Predicate::All(inner) } else { Predicate::Any(inner) })
            }
            _ => {
                self.unknown_key(entry, "a predicate", &PREDICATES);
                None
            }
        }
    }
}

/// Makes the rules of an entry.
struct RuleMaker<'m> {
    tool: &'m str,
    conditions: Conditions,
}

impl RuleMaker<'_> {
    fn rule(&self, name: &str, says: Verdict, pattern: Pattern, reason: String, location: Option<String>) -> Rule {
        Rule {
            pattern,
            text: format!("auto_approve_tools.{}.{name}", self.tool),
            says,
            reason,
            when: Vec::new(),
            location,
            source: byleave_policy::Source::Config,
            conditions: if says == Verdict::Allow { self.conditions.clone() } else { Conditions::default() },
            layer: byleave_policy::rules::Layer::default(),
            approvals: 1,
            unattended: None,
            mask: false,
            trusted: true,
        }
    }
}

fn runs_commands(tool: &str) -> bool {
    tools::runs(tool)
}

fn exact_pattern(tool: &str, text: &str) -> Pattern {
    if runs_commands(tool) {
        return Pattern::Command(CommandPattern::parse(text));
    }
    Pattern::Subject { tool: canonical(tool).to_owned(), glob: text.to_owned() }
}

/// `git log` is `git log *`; `npm run test:` is `npm run test:*`.
fn prefix_pattern(tool: &str, text: &str) -> Pattern {
    let text = text.trim();
    if runs_commands(tool) {
        let gap = if text.ends_with([':', '/', '=']) { "" } else { " " };
        return Pattern::Command(CommandPattern::parse(&format!("{text}{gap}*")));
    }
    Pattern::Subject { tool: canonical(tool).to_owned(), glob: format!("{}/**", text.trim_end_matches('/')) }
}

/// What an expression is about as far as a pattern can say it: the directory it begins with counts as spelt out.
fn expression_pattern(tool: &str, expression: &Expression) -> Pattern {
    let tool = canonical(tool).to_owned();
    match expression.directory() {
        Some(directory) if !runs_commands(&tool) => Pattern::Subject { tool, glob: format!("{directory}**") },
        _ => Pattern::Tool(tool),
    }
}
