//! The names of functions, operations and attributes: whether a text can say what is meant.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Checker, ProblemKind};
use crate::pypto::call_graph::Order;
use crate::pypto::ir::{BinaryOp, Call, Callee, Expr, Function, GlobalVar, UnaryOp};
use crate::pypto::parser::is_operation;
use crate::pypto::token::is_name;
use crate::text::elided;

impl<'p> Checker<'p> {
    /// A function is known by its own name, no two have one name, and none calls itself.
    pub(super) fn names(&mut self) {
        let order = Order::of(self.program);
        let mut first: HashMap<&str, &Arc<Function>> = HashMap::new();
        for (key, function) in &self.program.functions {
            if *key.name != *function.name {
                let kind = ProblemKind::OtherName { known_as: elided(&key.name), name: elided(&function.name) };
                self.report(kind, &function.span);
            }
            if let Some(other) = first.insert(&function.name, function) {
                let kind = ProblemKind::DuplicateFunction(elided(&function.name));
                self.report_with(kind, &function.span, &other.span, "the other one");
            }
            if order.recursive.contains(key) {
                self.report(ProblemKind::Recursive(elided(&function.name)), &function.span);
            }
            if !is_name(&key.name) {
                self.report(ProblemKind::Name { what: "a function", name: elided(&key.name) }, &function.span);
            }
        }
    }

    /// What a call calls, and the attributes that it gives.
    pub(super) fn call_names(&mut self, node: &'p Call) {
        if let Callee::Op(op) = &node.op {
            let name = &*op.name;
            if !is_operation(name) {
                self.report(ProblemKind::Name { what: "an operation", name: elided(name) }, &node.span);
            } else if is_built_in(name) || self.has_function(name) {
                self.report(ProblemKind::OperationName(elided(name)), &node.span);
            }
        }
        for name in node.attributes.keys().filter(|name| !is_name(name)) {
            self.report(ProblemKind::Name { what: "an attribute", name: elided(name) }, &node.span);
        }
    }

    /// An operation that the text writes like the call of a function.
    pub(super) fn built_in(&mut self, symbol: &'static str, expr: &Expr) {
        if is_built_in(symbol) && self.has_function(symbol) {
            self.report(ProblemKind::OperationName(symbol.to_owned()), expr.span());
        }
    }

    fn has_function(&self, name: &str) -> bool {
        self.program.functions.contains_key(&GlobalVar::new(name))
    }
}

fn is_built_in(name: &str) -> bool {
    [BinaryOp::Min.symbol(), BinaryOp::Max.symbol(), UnaryOp::Abs.symbol()].contains(&name)
}
