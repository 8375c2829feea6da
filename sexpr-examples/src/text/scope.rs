//! The meanings of names at a place of a text.

use std::collections::HashMap;

/// The names that are bound, and the meanings of each, the innermost last.
#[derive(Debug)]
pub(crate) struct Scope<'s, T> {
    meanings: HashMap<&'s str, Vec<T>>,
    bound: Vec<&'s str>,
}

/// The beginning of an inner scope.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark(usize);

impl<'s, T> Scope<'s, T> {
    /// Nothing is bound.
    pub(crate) fn new() -> Self {
        Self { meanings: HashMap::new(), bound: Vec::new() }
    }

    /// Begins an inner scope.
    pub(crate) fn mark(&self) -> Mark {
        Mark(self.bound.len())
    }

    /// Binds a name until the innermost scope ends.
    pub(crate) fn bind(&mut self, name: &'s str, meaning: T) {
        self.meanings.entry(name).or_default().push(meaning);
        self.bound.push(name);
    }

    /// Ends the scope that was begun there. Returns what was bound in it, the last first.
    pub(crate) fn leave(&mut self, mark: Mark) -> Vec<(&'s str, T)> {
        let names = self.bound.drain(mark.0..).rev();
        names.filter_map(|name| Some((name, self.meanings.get_mut(name)?.pop()?))).collect()
    }

    /// The innermost meaning of a name.
    pub(crate) fn get(&self, name: &str) -> Option<&T> {
        self.meanings.get(name)?.last()
    }
}
