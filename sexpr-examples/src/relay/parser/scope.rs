//! What names mean at a place of the text.

use std::collections::HashMap;

/// What is bound, the innermost last.
pub(super) struct Scope<'s, T> {
    meanings: HashMap<&'s str, Vec<T>>,
    bound: Vec<&'s str>,
}

/// How much was bound at a place.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize);

impl<'s, T> Scope<'s, T> {
    pub(super) fn new() -> Self {
        Self { meanings: HashMap::new(), bound: Vec::new() }
    }

    pub(super) fn mark(&self) -> Mark {
        Mark(self.bound.len())
    }

    pub(super) fn bind(&mut self, name: &'s str, meaning: T) {
        self.meanings.entry(name).or_default().push(meaning);
        self.bound.push(name);
    }

    /// Forgets what was bound since then.
    pub(super) fn leave(&mut self, mark: Mark) {
        for name in self.bound.drain(mark.0..) {
            if let Some(meanings) = self.meanings.get_mut(name) {
                meanings.pop();
            }
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&T> {
        self.meanings.get(name)?.last()
    }
}
