//! Which functions call which.

use std::collections::BTreeSet;

use petgraph::{Directed, algo::kosaraju_scc, graphmap::GraphMap};
use sexpr_core::walk::Walk;

use crate::pypto::ir::{Call, Callee, Function, GlobalVar, Program};

/// The functions of a program, those that do not call themselves first: each of these after those of them that it calls.
pub(super) struct Order {
    pub(super) functions: Vec<GlobalVar>,
    /// The functions that do not call themselves, not through others either.
    pub(super) without_recursion: BTreeSet<GlobalVar>,
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
        let (mut functions, mut recursive) = (Vec::new(), Vec::new());
        for component in kosaraju_scc(&calls) {
            match component[..] {
                [name] if !calls.contains_edge(name, name) => functions.push(name.clone()),
                _ => recursive.extend(component.into_iter().cloned()),
            }
        }
        let without_recursion = functions.iter().cloned().collect();
        functions.append(&mut recursive);
        Self { functions, without_recursion }
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
