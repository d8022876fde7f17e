//! The little that Starlark calls and TOML tables have in common: names, texts, lists, `=`, comments.

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Text(String),
    List(Vec<Item>),
    /// A number or a truth value.
    Word,
}

impl Item {
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::List(_) | Self::Word => None,
        }
    }

    /// The texts of a text or of a list of texts.
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Self::Text(text) => vec![text],
            Self::List(items) => items.iter().filter_map(Self::text).collect(),
            Self::Word => Vec::new(),
        }
    }
}

/// Deeper lists are refused.
const DEEPEST: usize = 8;

/// Walks a text.
pub(super) struct Tokens<'t> {
    whole: &'t str,
    rest: &'t str,
}

impl<'t> Tokens<'t> {
    pub const fn new(text: &'t str) -> Self {
        Self { whole: text, rest: text }
    }

    /// The line that is reached, from 1.
    pub fn line(&self) -> usize {
        let read = self.whole.len().saturating_sub(self.rest.len());
        self.whole.bytes().take(read).filter(|byte| *byte == b'\n').count().saturating_add(1)
    }

    pub fn is_at_end(&mut self) -> bool {
        self.skip();
        self.rest.is_empty()
    }

    /// Blanks and comments.
    fn skip(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            match self.rest.strip_prefix('#') {
                Some(comment) => self.rest = comment.split_once('\n').map_or("", |(_, rest)| rest),
                None => return,
            }
        }
    }

    fn take(&mut self, mark: &str) -> bool {
        self.skip();
        match self.rest.strip_prefix(mark) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// A name.
    pub fn name(&mut self) -> Option<&'t str> {
        self.skip();
        let end = self.rest.find(|one: char| !one.is_alphanumeric() && !matches!(one, '_' | '-' | '.'));
        let (name, rest) = self.rest.split_at_checked(end.unwrap_or(self.rest.len()))?;
        if name.is_empty() {
            return None;
        }
        self.rest = rest;
        Some(name)
    }

    /// The name of a table: `[[rule]]` or `[x]`.
    pub fn table(&mut self) -> Option<&'t str> {
        let before = self.rest;
        let double = self.take("[[");
        if !double && !self.take("[") {
            return None;
        }
        let name = self.name();
        let closed = self.take(if double { "]]" } else { "]" });
        if name.is_none() || !closed {
            self.rest = before;
            return None;
        }
        name
    }

    /// `name = value`.
    pub fn field(&mut self) -> Option<(String, Item)> {
        let before = self.rest;
        let field = self.try_field();
        if field.is_none() {
            self.rest = before;
        }
        field
    }

    fn try_field(&mut self) -> Option<(String, Item)> {
        let name = self.name()?.to_owned();
        self.take("=").then_some(())?;
        Some((name, self.item(0)?))
    }

    /// The named arguments of a call, from its bracket on.
    pub fn call(&mut self) -> Option<Vec<(String, Item)>> {
        self.take("(").then_some(())?;
        let mut fields = Vec::new();
        loop {
            if self.take(")") {
                return Some(fields);
            }
            fields.push(self.field()?);
            if !self.take(",") {
                return self.take(")").then_some(fields);
            }
        }
    }

    fn item(&mut self, depth: usize) -> Option<Item> {
        self.skip();
        if depth > DEEPEST {
            return None;
        }
        if self.rest.starts_with(['"', '\'']) {
            return self.text().map(Item::Text);
        }
        if !self.take("[") {
            return self.name().map(|_| Item::Word);
        }
        let mut items = Vec::new();
        loop {
            if self.take("]") {
                return Some(Item::List(items));
            }
            items.push(self.item(depth.saturating_add(1))?);
            if !self.take(",") {
                return self.take("]").then_some(Item::List(items));
            }
        }
    }

    /// A text in quotes on one line; only the plain escapes.
    fn text(&mut self) -> Option<String> {
        let mut letters = self.rest.chars();
        let quote = letters.next()?;
        let mut text = String::new();
        loop {
            match letters.next()? {
                '\n' => return None,
                '\\' if quote == '"' => text.push(match letters.next()? {
                    'n' => '\n',
                    't' => '\t',
                    other @ ('\\' | '"' | '\'') => other,
                    _ => return None,
                }),
                one if one == quote => {
                    self.rest = letters.as_str();
                    // `"""` opens a text over several lines, which no rule needs.
                    return (!(text.is_empty() && self.rest.starts_with(quote))).then_some(text);
                }
                one => text.push(one),
            }
        }
    }
}
