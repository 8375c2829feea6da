//! Which variable a name stands for.

use std::collections::HashMap;

use super::Value;

/// The names that are bound, block in block. A name that is bound again means the later variable, until the block
/// ends.
#[derive(Debug, Default)]
pub(super) struct Scopes<'s> {
    bound: HashMap<&'s str, Vec<Value>>,
    /// The names that each open block has bound, in order.
    blocks: Vec<Vec<&'s str>>,
}

impl<'s> Scopes<'s> {
    pub(super) fn enter(&mut self) {
        self.blocks.push(Vec::new());
    }

    pub(super) fn leave(&mut self) {
        for name in self.blocks.pop().into_iter().flatten() {
            if let Some(values) = self.bound.get_mut(name) {
                values.pop();
            }
        }
    }

    pub(super) fn bind(&mut self, name: &'s str, value: Value) {
        self.bound.entry(name).or_default().push(value);
        if let Some(block) = self.blocks.last_mut() {
            block.push(name);
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.bound.get(name)?.last()
    }
}
