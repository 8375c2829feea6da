//! Which expressions do nothing but have a value.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::ControlFlow;

use sexpr_core::walk::{Next, Walk};

use crate::pypto::call_graph::Order;
use crate::pypto::ir::{Call, Callee, Expr, ExprView, ForStmt, Function, GlobalVar, Program, Stmt, Type, Variable};

/// What is known of the functions that are called.
///
/// An expression is *total* if it always has a value, and computing it can neither be noticed nor stop the program.
/// Only total expressions may be removed, merged or moved.
pub(super) struct Effects<'o> {
    pure: &'o BTreeSet<String>,
    /// The functions whose bodies are total.
    functions: BTreeSet<GlobalVar>,
    /// For each parameter of a function, whether types of parameters or results mention it.
    in_types: BTreeMap<GlobalVar, Vec<bool>>,
}

impl<'o> Effects<'o> {
    /// What is known of a program's functions, where the caller vouches for some operations.
    pub(super) fn of(program: &Program, pure: &'o BTreeSet<String>) -> Self {
        let in_types = program.functions.iter().map(|(name, function)| (name.clone(), in_types(function))).collect();
        let mut effects = Self { pure, functions: BTreeSet::new(), in_types };
        for name in Order::of(program).callees_first {
            if program.functions.get(&name).is_some_and(|function| effects.is_total_function(function)) {
                effects.functions.insert(name);
            }
        }
        effects
    }

    fn is_total_function(&self, function: &Function) -> bool {
        let effect = Walk::breakable()
            .distinct()
            .on(|_: &Type, _| Next::Skip)
            .on(|counted: &ForStmt, _| flow(steps(counted)))
            .on(|expr: &Expr, _| flow(self.is_total_node(expr)))
            .try_run(&function.body);
        effect.is_continue()
    }

    /// Whether an expression is total.
    pub(super) fn is_total(&self, expr: &Expr) -> bool {
        let effect = Walk::breakable()
            .distinct()
            .on(|_: &Type, _| Next::Skip)
            .on(|expr: &Expr, _| -> ControlFlow<(), Next> {
                flow(self.is_total_node(expr))?;
                // What is in a variable, such as an initial value, was computed where it is bound.
                ControlFlow::Continue(if expr.variable().is_some() { Next::Skip } else { Next::Inside })
            })
            .try_run(expr);
        effect.is_continue()
    }

    /// Whether an expression is total if its operands are.
    pub(super) fn is_total_node(&self, expr: &Expr) -> bool {
        match expr.view() {
            ExprView::Binary(op, node) => !op.may_stop(expr.ty(), &node.right),
            ExprView::Call(call) => self.is_total_call(call),
            _ => true,
        }
    }

    fn is_total_call(&self, call: &Call) -> bool {
        match &call.op {
            Callee::Op(op) => self.pure.contains(&*op.name),
            Callee::GlobalVar(function) => self.functions.contains(function),
        }
    }

    /// Whether an operand must stay as it is: it is an argument that types are made from. Reading the program's text
    /// would make other types from another one.
    pub(super) fn fixes(&self, expr: &Expr, operand: usize) -> bool {
        match expr.view() {
            ExprView::Call(call) => match &call.op {
                Callee::GlobalVar(name) => {
                    self.in_types.get(name).and_then(|params| params.get(operand)).is_none_or(|fixes| *fixes)
                }
                Callee::Op(_) => false,
            },
            _ => false,
        }
    }

    /// Whether a loop does nothing but what is in its body: it ends, and its bounds are total.
    pub(super) fn is_total_loop(&self, counted: &ForStmt) -> bool {
        steps(counted) && [&counted.start, &counted.stop].into_iter().all(|bound| self.is_total(bound))
    }
}

fn in_types(function: &Function) -> Vec<bool> {
    let mut mentioned = HashSet::new();
    for ty in function.params.iter().map(|param| &param.r#type).chain(&function.return_types) {
        Walk::new().distinct().on(|expr: &Expr, _| mentioned.extend(expr.variable())).run(ty);
    }
    function.params.iter().map(|param| mentioned.contains(&Variable::from(param))).collect()
}

fn flow(goes_on: bool) -> ControlFlow<()> {
    if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

/// Whether a loop's counter is known to get on.
fn steps(counted: &ForStmt) -> bool {
    counted.step.const_int().is_some_and(|step| step != 0)
}

/// How many statements and expressions there are in a statement, not counting types.
pub(super) fn count(stmt: &Stmt) -> usize {
    let nodes = Cell::new(0);
    Walk::new()
        .distinct()
        .on(|_: &Type, _| Next::Skip)
        .on(|_: &Stmt, _| nodes.set(nodes.get() + 1))
        .on(|_: &Expr, _| nodes.set(nodes.get() + 1))
        .run(stmt);
    nodes.get()
}
