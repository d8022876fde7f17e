//! What each key does. Pure: the caller passes the time, and nothing is drawn.

use std::time::{Duration, Instant};

use byleave_gate::Risk;

use crate::keys::Key;
use crate::question::{Question, Reply, Style};

/// For this long after the box is drawn no key approves: it was meant for something else.
const SETTLING: Duration = Duration::from_millis(150);
/// A longer reason is a mistake.
const LONGEST_REASON: usize = 400;

/// The options, from top to bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pick {
    /// 1. Execute once
    #[default]
    Once,
    /// 2. Always allow
    Always,
    /// 3. Deny:
    Deny,
}

impl Pick {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Once, Self::Always, Self::Deny];

    const fn above(self) -> Self {
        match self {
            Self::Once | Self::Always => Self::Once,
            Self::Deny => Self::Always,
        }
    }

    const fn below(self) -> Self {
        match self {
            Self::Once => Self::Always,
            Self::Always | Self::Deny => Self::Deny,
        }
    }
}

/// A note for the person while the box is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// There is more to read before it can be approved.
    ReadOn,
    /// Nothing can be granted for this call.
    NothingToRemember,
}

/// The pages of the body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pages {
    /// The page that is shown, from zero.
    pub at: usize,
    /// How many there are.
    pub count: usize,
    /// How many lines the body has at this width; another number means different pages.
    pub lines: usize,
}

/// What the person has done so far.
#[derive(Clone, Debug)]
pub struct State {
    /// The option the cursor is on.
    pub pick: Pick,
    /// The reason typed so far.
    pub reason: String,
    /// Which choice "Always allow" stands for.
    pub choice: usize,
    /// The page to show.
    pub page: usize,
    /// The note to show.
    pub note: Option<Note>,
    /// How long the question stays open.
    pub remaining: Option<Duration>,
    style: Style,
    choices: usize,
    longest_reason: usize,
    drawn: Option<Instant>,
    pages: Pages,
    seen: usize,
}

/// The effect of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing.
    Nothing,
    /// The box looks different.
    Redraw,
    /// The question is answered.
    Done(Reply),
}

impl State {
    /// The state of a box that is about to be drawn.
    #[must_use]
    pub fn new(question: &Question) -> Self {
        Self {
            // One Enter never approves what cannot be made good again.
            pick: if question.style == Style::Byleave && question.risk == Some(Risk::Critical) {
                Pick::Deny
            } else {
                Pick::Once
            },
            reason: String::new(),
            choice: 0,
            page: 0,
            note: None,
            remaining: question.expires_in,
            style: question.style,
            choices: question.covers.len(),
            longest_reason: LONGEST_REASON,
            drawn: None,
            pages: Pages::default(),
            seen: 0,
        }
    }

    /// The box is on the screen, with these pages and room for a reason of this many characters.
    pub fn drawn(&mut self, pages: Pages, room: usize, now: Instant) {
        self.drawn.get_or_insert(now);
        if self.style == Style::Ollama {
            self.longest_reason = room;
        }
        if pages.lines != self.pages.lines || pages.count != self.pages.count {
            // Different lines, different pages: what was read on the old ones is not known any more.
            self.seen = 0;
        }
        self.page = pages.at;
        self.pages = pages;
        // Pages count as read in their order; jumping to the last page is not enough.
        if pages.at <= self.seen {
            self.seen = self.seen.max(pages.at.saturating_add(1));
        }
    }

    /// Whether every page was on the screen.
    #[must_use]
    pub const fn has_read_all(&self) -> bool {
        self.seen >= self.pages.count
    }

    /// What a key does.
    pub fn press(&mut self, key: Key, now: Instant) -> Step {
        let before = (self.pick, self.reason.clone(), self.choice, self.page, self.note);
        let step = match key {
            Key::CtrlC => Step::Done(Reply::Cancelled),
            Key::Enter => self.confirm(self.pick, now),
            Key::Typed('1') if self.reason.is_empty() => self.confirm(Pick::Once, now),
            Key::Typed('2') if self.reason.is_empty() => self.confirm(Pick::Always, now),
            Key::Typed('3') if self.reason.is_empty() => self.confirm(Pick::Deny, now),
            Key::Typed(character) | Key::Pasted(character) => self.write(character),
            Key::Up => self.set(|state| state.pick = state.pick.above()),
            Key::Down => self.set(|state| state.pick = state.pick.below()),
            Key::Backspace => self.set(|state| {
                state.reason.pop();
            }),
            Key::Escape => self.set(|state| state.reason.clear()),
            Key::Tab => self.turn(1),
            Key::BackTab => self.turn(self.choices.saturating_sub(1)),
            Key::PageUp => self.set(|state| state.page = state.page.saturating_sub(1)),
            Key::PageDown => self.set(|state| {
                let last = state.pages.count.saturating_sub(1);
                state.page = state.page.saturating_add(1).min(last);
            }),
        };
        let after = (self.pick, self.reason.clone(), self.choice, self.page, self.note);
        if step == Step::Redraw && before == after { Step::Nothing } else { step }
    }

    fn set(&mut self, change: impl FnOnce(&mut Self)) -> Step {
        self.note = None;
        change(self);
        Step::Redraw
    }

    fn write(&mut self, character: char) -> Step {
        self.set(|state| {
            if state.reason.chars().count() < state.longest_reason {
                state.reason.push(character);
            }
            state.pick = Pick::Deny;
        })
    }

    fn turn(&mut self, by: usize) -> Step {
        if self.style == Style::Ollama || self.choices < 2 {
            return Step::Nothing;
        }
        self.set(|state| state.choice = state.choice.saturating_add(by).checked_rem(state.choices).unwrap_or(0))
    }

    fn confirm(&mut self, pick: Pick, now: Instant) -> Step {
        let reply = match pick {
            Pick::Deny => {
                let reason = Some(self.reason.clone()).filter(|reason| !reason.is_empty());
                return Step::Done(Reply::Deny { reason });
            }
            Pick::Once => Reply::Once,
            Pick::Always => Reply::Always { choice: self.choice },
        };
        if !self.has_settled(now) {
            return Step::Nothing;
        }
        if !self.has_read_all() {
            return self.set(|state| state.note = Some(Note::ReadOn));
        }
        if pick == Pick::Always && self.style != Style::Ollama && self.choices == 0 {
            return self.set(|state| state.note = Some(Note::NothingToRemember));
        }
        Step::Done(reply)
    }

    fn has_settled(&self, now: Instant) -> bool {
        let needed = match self.style {
            Style::Ollama => Duration::ZERO,
            Style::Byleave | Style::Plain => SETTLING,
        };
        self.drawn.is_some_and(|drawn| now.saturating_duration_since(drawn) >= needed)
    }
}
