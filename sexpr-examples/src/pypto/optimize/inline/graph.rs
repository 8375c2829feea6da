//! Which functions call which.

use std::collections::{BTreeMap, BTreeSet};

use sexpr_core::Walk;

use crate::pypto::ir::{Call, Callee, Function, GlobalVar, Program};

/// The functions of a program that do not call themselves, in an order in which a function comes after those that it
/// calls, and then the others.
pub(super) struct Order {
    pub(super) functions: Vec<GlobalVar>,
    /// How many do not call themselves, not through others either. A function between two that do counts as one that does.
    pub(super) without_recursion: BTreeSet<GlobalVar>,
}

impl Order {
    pub(super) fn of(program: &Program) -> Self {
        let mut calls: BTreeMap<GlobalVar, BTreeSet<GlobalVar>> =
            program.functions.iter().map(|(name, function)| (name.clone(), callees(function))).collect();
        // First those that call none of the others, again and again; then those that none of the others calls.
        let mut functions = peel(&mut calls, |_, its, calls| !its.iter().any(|callee| calls.contains_key(callee)));
        let callers = peel(&mut calls, |name, _, calls| !calls.values().any(|its| its.contains(name)));
        functions.extend(callers.into_iter().rev());
        let without_recursion = functions.iter().cloned().collect();
        functions.extend(calls.into_keys());
        Self { functions, without_recursion }
    }
}

type Calls = BTreeMap<GlobalVar, BTreeSet<GlobalVar>>;

/// Takes functions out as long as there are some that may go.
fn peel(calls: &mut Calls, may_go: impl Fn(&GlobalVar, &BTreeSet<GlobalVar>, &Calls) -> bool) -> Vec<GlobalVar> {
    let mut gone = Vec::new();
    loop {
        let going: Vec<GlobalVar> =
            calls.iter().filter(|(name, its)| may_go(name, its, calls)).map(|(name, _)| name.clone()).collect();
        if going.is_empty() {
            return gone;
        }
        calls.retain(|name, _| !going.contains(name));
        gone.extend(going);
    }
}

/// The functions that a function calls, also in types.
fn callees(function: &Function) -> BTreeSet<GlobalVar> {
    let mut callees = BTreeSet::new();
    Walk::new()
        .distinct()
        .on(|call: &Call, _| {
            if let Callee::GlobalVar(name) = &call.op {
                callees.insert(name.clone());
            }
        })
        .run(function);
    callees
}
