//! The order of `let`s that stand in one place, whatever the order of operands.
//!
//! Each stands after those that it mentions: first those that mention none of the others, then those that mention only
//! these, and so on. Of those that are alike in this, the order is that of fingerprints, as functions of what they mention.
//! Where these are equal as well, it is decided by where the variables that they mention are bound. Those that do something
//! besides having a value stay in the order of their uses, which that of operands does not change.

use std::collections::HashMap;
use std::sync::Arc;

use sexpr_core::{Fingerprint, Options, terms::free_variables};

use crate::relay::ir::{Attributes, Binding, Expr, Function, LocalVar, Location};

/// The variables around an expression, each with how many are bound outside of it.
#[derive(Default)]
pub(super) struct Scope {
    levels: HashMap<*const LocalVar, (usize, Arc<LocalVar>)>,
    depth: usize,
}

impl Scope {
    pub(super) fn bind(&mut self, var: &Arc<LocalVar>) {
        self.levels.insert(Arc::as_ptr(var), (self.depth, var.clone()));
        self.depth += 1;
    }

    /// How many variables are bound.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// Leaves what was bound since there were so many.
    pub(super) fn leave(&mut self, depth: usize) {
        self.depth = depth;
    }
}

/// The bindings in an order that does not depend on that of operands, where that can be told. They are given after those
/// that they mention, each with whether computing it may do something. Binds their variables.
pub(super) fn in_order(bindings: Vec<(Binding, bool)>, scope: &mut Scope) -> Vec<Binding> {
    let mut ranks: HashMap<*const LocalVar, usize> = HashMap::new();
    let mut after_acts = 0;
    for (Binding { var, value }, acts) in &bindings {
        let mentioned = free_variables::<LocalVar, _>(value);
        let below = mentioned.into_iter().filter_map(|var| ranks.get(&std::ptr::from_ref(var)));
        let mut rank = below.max().map_or(0, |below| below + 1);
        if *acts {
            rank = rank.max(after_acts);
            after_acts = rank + 1;
        }
        ranks.insert(Arc::as_ptr(var), rank);
    }
    let rank = |binding: &Binding| ranks[&Arc::as_ptr(&binding.var)];
    let mut bindings: Vec<Binding> = bindings.into_iter().map(|(binding, _)| binding).collect();
    bindings.sort_by_key(rank);
    for alike in bindings.chunk_by_mut(|one, other| rank(one) == rank(other)) {
        if alike.len() > 1 {
            alike.sort_by_cached_key(|binding| key(&binding.value, scope));
        }
        alike.iter().for_each(|binding| scope.bind(&binding.var));
    }
    bindings
}

/// What tells a value from others: as a function of the variables that it mentions, and where these are bound.
fn key(value: &Expr, scope: &Scope) -> (Option<Fingerprint>, Vec<usize>) {
    let mentioned = free_variables::<LocalVar, _>(value);
    let known = mentioned.into_iter().filter_map(|var| scope.levels.get(&std::ptr::from_ref(var)));
    let mut known: Vec<&(usize, Arc<LocalVar>)> = known.collect();
    known.sort_by_key(|(level, _)| *level);
    let function = Function {
        type_params: Vec::new(),
        params: known.iter().map(|(_, var)| var.clone()).collect(),
        attributes: Attributes::new(),
        result: None,
        body: value.clone(),
        span: Location::unknown(),
    };
    // Type parameters around it are free.
    let fingerprint = Options::new().map_free_vars(true).fingerprint(&function).ok();
    let levels: Vec<usize> = known.iter().map(|(level, _)| *level).collect();
    (fingerprint, levels)
}
