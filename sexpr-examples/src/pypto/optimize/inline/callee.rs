//! A function that may be inlined.

use std::collections::HashSet;
use std::sync::Arc;

use sexpr_core::{structural_equal, walk::Walk};

use super::copy::inlined;
use super::nesting::nesting;
use crate::pypto::ir::{Call, Expr, Function, Stmt, Variable};
use crate::pypto::limits::NEST_LIMIT;
use crate::pypto::optimize::effects::{Effects, count};
use crate::pypto::optimize::uses::pinned;
use crate::pypto::substitute::Substitution;

/// The most statements and expressions that a function may have to be inlined, so that functions that call one another
/// in a row do not become ever larger.
pub(super) const CALLEE_SIZE: usize = 250;

/// The most that a function may have with what is inlined in it.
pub(super) const CALLER_SIZE: usize = 5_000;

/// A function that may be inlined, and what must be known of it for that.
pub(super) struct Inlinable {
    function: Arc<Function>,
    /// How many statements and expressions it has.
    pub(super) size: usize,
    /// How many blocks and brackets may be within one another in its text.
    nesting: usize,
    /// The variables that must stay the nodes that they are.
    pinned: HashSet<Variable>,
}

impl Inlinable {
    /// The function, if it is small.
    pub(super) fn of(function: &Arc<Function>, effects: &Effects<'_>) -> Option<Self> {
        let size = count(&function.body);
        (size <= CALLEE_SIZE).then(|| Self {
            function: function.clone(),
            size,
            nesting: nesting(&function.body),
            pinned: pinned(function, effects),
        })
    }

    /// How many results it has.
    pub(super) fn results(&self) -> usize {
        self.function.return_types.len()
    }

    /// Whether it can be inlined where a call stands, with so many blocks around, in a function of this size.
    pub(super) fn fits(&self, call: &Call, depth: usize, caller_size: usize) -> bool {
        self.size + caller_size <= CALLER_SIZE && depth + self.nesting <= NEST_LIMIT && self.types_can_follow(call)
    }

    /// Puts what it does for these arguments after some statements, and gives the results.
    pub(super) fn inlined(&self, args: &[Expr], into: &mut Vec<Stmt>) -> Vec<Expr> {
        inlined(&self.function, args, &self.pinned, into)
    }

    /// Whether types can be said in a call's terms: all that they mention is a variable or a constant there.
    fn types_can_follow(&self, call: &Call) -> bool {
        let Self { function, pinned, .. } = self;
        let mut substitution = Substitution::of_call(function, &call.args);
        let params: HashSet<Variable> = function.params.iter().map(Variable::from).collect();
        let mut own: Vec<Expr> = function.params.iter().map(|param| param.clone().into()).collect();
        for param in &function.params {
            let walk = Walk::new().distinct();
            walk.on(|expr: &Expr, _| own.extend(expr.variable().map(|_| expr.clone()))).run(&param.r#type);
        }
        let can_follow = |own: &Expr| {
            let Some(variable) = own.variable().filter(|own| pinned.contains(own) || !params.contains(own)) else {
                return true;
            };
            substitution.get(variable).is_some_and(|known| {
                (known.variable().is_some() || known.const_int().is_some())
                    && known.ty().integers().is_some()
                    && structural_equal(known.ty(), own.ty())
            })
        };
        own.iter().all(can_follow) && structural_equal(&substitution.ty(&function.call_type()), &call.r#type)
    }
}
