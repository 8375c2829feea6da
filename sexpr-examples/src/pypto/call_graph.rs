//! Which functions call which.

use std::collections::BTreeSet;

use petgraph::{Directed, algo::kosaraju_scc, graphmap::GraphMap};
use sexpr_core::walk::Walk;

use crate::pypto::ir::{Call, Callee, Function, GlobalVar, Program};

/// The functions of a program.
#[derive(Default)]
pub(super) struct Order {
    /// Those that do not call themselves, through others either: each after those that it calls.
    pub(super) callees_first: Vec<GlobalVar>,
    /// The others. A well-formed program has none.
    pub(super) recursive: BTreeSet<GlobalVar>,
}

impl Order {
    pub(super) fn of(program: &Program) -> Self {
        let mut calls: GraphMap<&GlobalVar, (), Directed> = GraphMap::new();
        for (name, function) in &program.functions {
            calls.add_node(name);
            for callee in callees(program, function) {
                calls.add_edge(name, callee, ());
            }
        }
        // The components come callees first.
        let mut order = Self::default();
        for component in kosaraju_scc(&calls) {
            match component[..] {
                [name] if !calls.contains_edge(name, name) => order.callees_first.push(name.clone()),
                _ => order.recursive.extend(component.into_iter().cloned()),
            }
        }
        order
    }
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
