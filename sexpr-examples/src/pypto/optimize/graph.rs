//! Which functions call which.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use sexpr_core::walk::Walk;

use crate::pypto::ir::{Call, Callee, Function, GlobalVar, Program};

/// The functions of a program, those that do not call themselves first: each of these after those that it calls.
pub(super) struct Order {
    pub(super) functions: Vec<GlobalVar>,
    /// The functions that do not call themselves, not through others either. One between two that do counts as one
    /// that does.
    pub(super) without_recursion: BTreeSet<GlobalVar>,
}

impl Order {
    pub(super) fn of(program: &Program) -> Self {
        let calls: Graph<'_> =
            program.functions.iter().map(|(name, function)| (name, callees(program, function))).collect();
        // First those that call none of the others, again and again.
        let mut functions: Vec<GlobalVar> = peeled(&calls).into_iter().cloned().collect();
        // Of the rest, those that none of the others calls.
        let done: BTreeSet<&GlobalVar> = functions.iter().collect();
        let rest = |name: &&GlobalVar| !done.contains(*name);
        let mut callers: Graph<'_> = calls.keys().copied().filter(rest).map(|name| (name, BTreeSet::new())).collect();
        for (caller, callees) in calls.iter().filter(|(name, _)| rest(name)) {
            for callee in callees.iter().filter(|name| rest(name)) {
                callers.entry(callee).or_default().insert(caller);
            }
        }
        let outer: Vec<GlobalVar> = peeled(&callers).into_iter().rev().cloned().collect();
        functions.extend(outer);
        let without_recursion: BTreeSet<GlobalVar> = functions.iter().cloned().collect();
        functions.extend(calls.into_keys().filter(|name| !without_recursion.contains(*name)).cloned());
        Self { functions, without_recursion }
    }
}

/// For each function, others.
type Graph<'p> = BTreeMap<&'p GlobalVar, BTreeSet<&'p GlobalVar>>;

/// Takes out functions that lead to none, then those that lead only to these, and so on.
fn peeled<'p>(graph: &Graph<'p>) -> Vec<&'p GlobalVar> {
    let mut back: BTreeMap<&GlobalVar, Vec<&'p GlobalVar>> = BTreeMap::new();
    for (from, to) in graph {
        to.iter().for_each(|to| back.entry(to).or_default().push(from));
    }
    let mut left: BTreeMap<&GlobalVar, usize> = graph.iter().map(|(name, to)| (*name, to.len())).collect();
    let mut ready: VecDeque<&'p GlobalVar> =
        graph.iter().filter(|(_, to)| to.is_empty()).map(|(name, _)| *name).collect();
    let mut taken = Vec::new();
    while let Some(name) = ready.pop_front() {
        taken.push(name);
        for from in back.get(name).into_iter().flatten() {
            if let Some(count) = left.get_mut(from) {
                *count -= 1;
                if *count == 0 {
                    ready.push_back(from);
                }
            }
        }
    }
    taken
}

/// The functions of the program that a function calls, also in types.
fn callees<'p>(program: &'p Program, function: &Function) -> BTreeSet<&'p GlobalVar> {
    let mut callees = BTreeSet::new();
    Walk::new()
        .distinct()
        .on(|call: &Call, _| {
            if let Callee::GlobalVar(name) = &call.op {
                callees.extend(program.functions.get_key_value(name).map(|(name, _)| name));
            }
        })
        .run(function);
    callees
}
