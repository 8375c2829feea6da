//! Which variables are bound at a place.

use std::collections::HashMap;

use crate::pypto::ir::{Span, Variable};

/// The variables of a function: those that are bound, and those that were, in blocks that have ended.
#[derive(Default)]
pub(super) struct Scope<'p> {
    met: HashMap<Variable, Met<'p>>,
    /// The variables that each open block has bound.
    blocks: Vec<Vec<Variable>>,
    /// The variables that names were bound to last.
    names: HashMap<&'p str, Variable>,
}

/// A variable that was bound.
#[derive(Clone, Copy)]
pub(super) struct Met<'p> {
    pub(super) span: &'p Span,
    pub(super) has_ended: bool,
}

impl<'p> Scope<'p> {
    pub(super) fn enter(&mut self) {
        self.blocks.push(Vec::new());
    }

    pub(super) fn leave(&mut self) {
        for variable in self.blocks.pop().into_iter().flatten() {
            if let Some(met) = self.met.get_mut(&variable) {
                met.has_ended = true;
            }
        }
    }

    /// Binds a variable in the innermost block. Gives where it was bound before.
    pub(super) fn bind(&mut self, variable: Variable, name: &'p str, span: &'p Span) -> Option<&'p Span> {
        self.names.insert(name, variable);
        let before = self.met.insert(variable, Met { span, has_ended: false });
        if let Some(block) = self.blocks.last_mut() {
            block.push(variable);
        }
        before.map(|met| met.span)
    }

    /// Where a name was bound last, if the block has ended that binds it.
    pub(super) fn ended(&self, name: &str) -> Option<&'p Span> {
        let met = self.get(*self.names.get(name)?)?;
        met.has_ended.then_some(met.span)
    }

    pub(super) fn get(&self, variable: Variable) -> Option<Met<'p>> {
        self.met.get(&variable).copied()
    }
}
