//! Variables that the text itself sets.

use crate::text::Reader;
use crate::text::names::{is_ambient, is_special};
use crate::{NotPlain, Obstacle, PlaceId, Value};

/// More variables than this are not looked at, so that each is found in bounded time.
const MOST: usize = 64;

#[derive(Clone, Debug)]
pub(super) struct Variable<'t> {
    name: &'t str,
    /// `None` where it may have one of several values.
    value: Option<Value<'t>>,
    /// Known up to the end of its chain only.
    passes: bool,
    /// Where it was set: a pattern names the files of that place.
    pub(super) place: PlaceId,
}

/// The variables of the text, in the order in which they are first set.
#[derive(Clone, Debug, Default)]
pub(super) struct Variables<'t>(Vec<Variable<'t>>);

impl<'t> Variables<'t> {
    pub(super) const fn count(&self) -> usize {
        self.0.len()
    }

    /// The value of a variable and where it was set.
    pub(super) fn get(&self, name: &str) -> Option<(&Value<'t>, PlaceId)> {
        let found = self.0.iter().find(|variable| variable.name == name)?;
        Some((found.value.as_ref()?, found.place))
    }

    /// What a second assignment leaves behind, or one that may not have happened.
    pub(super) fn blur(&mut self, name: &str) {
        for variable in self.0.iter_mut().filter(|variable| variable.name == name) {
            variable.value = None;
        }
    }

    /// A group ends, or a chain that has run elsewhere: what it has set is unknown.
    pub(super) fn forget(&mut self, from: usize) {
        for variable in self.0.iter_mut().skip(from) {
            variable.value = None;
        }
    }

    /// A chain ends: what it has set behind `&&` is unknown.
    pub(super) fn expire(&mut self, from: usize) {
        for variable in self.0.iter_mut().skip(from).filter(|variable| variable.passes) {
            variable.value = None;
        }
    }
}

impl<'t> Reader<'t, '_> {
    /// A command of its own sets a variable, or `export` does.
    pub(super) fn set(&mut self, start: usize, name: &'t str, value: Value<'t>) -> Result<(), NotPlain> {
        // `S=a; while q $S; do S=b; done`
        if self.loops > 0 {
            return self.fails(start, Obstacle::AssignmentInLoop);
        }
        self.changes += 1;
        if self.variables.0.iter().any(|variable| variable.name == name) {
            self.variables.blur(name);
            return Ok(());
        }
        let known = self.chain.all.then_some(value);
        self.remember(start, name, known, !self.chain.begins)
    }

    /// A loop gives a variable one of its words.
    pub(super) fn bind(&mut self, start: usize, name: &'t str, value: &Value<'t>) -> Result<(), NotPlain> {
        // `S=a; while q $S; do for S in b; do q; done; done`
        if self.repeats > 0 && self.variables.get(name).is_some() {
            return self.fails(start, Obstacle::AssignmentInLoop);
        }
        let place = self.place;
        match self.variables.0.iter_mut().find(|variable| variable.name == name) {
            Some(variable) => {
                *variable = Variable { name, value: Some(value.clone()), passes: false, place };
                Ok(())
            }
            None => self.remember(start, name, Some(value.clone()), false),
        }
    }

    fn remember(
        &mut self,
        start: usize,
        name: &'t str,
        value: Option<Value<'t>>,
        passes: bool,
    ) -> Result<(), NotPlain> {
        if self.variables.count() >= MOST {
            return self.fails(start, Obstacle::TooMuch);
        }
        self.variables.0.push(Variable { name, value, passes, place: self.place });
        Ok(())
    }

    /// A variable of that name may be set before a command, and, where it `lasts`, for all that follow.
    pub(super) fn nameable(&self, start: usize, name: &str, lasts: bool) -> Result<(), NotPlain> {
        let starts = name.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic());
        if !starts || is_special(name) || (lasts && is_ambient(name)) {
            return self.fails(start, Obstacle::SpecialVariable);
        }
        Ok(())
    }
}
