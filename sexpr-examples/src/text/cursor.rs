//! Places in programs, and where these are in texts.

use sexpr_core::{Path, report::Step};

use super::Span;

/// A place in a program, which leads to what is below it.
pub trait Cursor: Clone {
    /// Goes on by a step. Where something is missing, this stays before the gap, whatever comes after.
    fn step(&mut self, step: &Step);

    /// Where the place is in the text.
    fn span(&self) -> Span;

    /// The place where a path leads to from here.
    fn along(mut self, path: &Path) -> Self {
        path.steps().iter().for_each(|step| self.step(step));
        self
    }
}
