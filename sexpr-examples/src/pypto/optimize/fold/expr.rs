//! Expressions.

use std::sync::Arc;

use super::Folder;
use crate::pypto::ir::{BinaryExpr, BinaryOp, Call, Callee, DataType, Expr, ExprView, UnaryExpr, UnaryOp};
use crate::pypto::optimize::evaluate;
use crate::pypto::optimize::known::{Folded, Known};

impl Folder<'_> {
    /// An expression whose operands are folded, with what is known of its value.
    pub(super) fn folded(&mut self, expr: &Expr) -> Folded {
        if let Some(variable) = expr.variable() {
            return self.used(expr, variable);
        }
        if let Some((_, folded)) = self.folded.get(&expr.address()) {
            return folded.clone();
        }
        let folded = match expr.view() {
            ExprView::Binary(op, node) => self.binary(op, node, expr),
            ExprView::Unary(op, node) => self.unary(op, node, expr),
            ExprView::Call(node) => Folded { expr: self.call(node, expr), known: None },
            ExprView::TupleGetItem(node) => {
                let tuple = self.folded(&node.tuple).exactly();
                Folded { expr: expr.with_operands(vec![tuple]), known: None }
            }
            _ => Folded { expr: expr.clone(), known: Known::of_constant(expr) },
        };
        self.folded.insert(expr.address(), (expr.clone(), folded.clone()));
        folded
    }

    fn binary(&mut self, op: BinaryOp, node: &Arc<BinaryExpr>, expr: &Expr) -> Folded {
        let (left, right) = (self.folded(&node.left), self.folded(&node.right));
        if let (BinaryOp::And | BinaryOp::Or, Some(folded)) = (op, self.logic(op, &left, &right, expr)) {
            return folded;
        }
        let known = match (left.int(), right.int(), expr.ty().integers(), expr.ty().scalar_dtype()) {
            (Some(left), Some(right), Some(integers), Some(dtype)) => {
                evaluate::binary(op, left, right, integers).map(|value| Known::Int(value, dtype))
            }
            _ => None,
        };
        // Of two integers only these count, where the result's type is not the left one's.
        let are_integers =
            op != BinaryOp::FloatDiv && [&left, &right].iter().all(|side| side.expr.ty().integers().is_some());
        let left = if are_integers && op.result().is_some() { left.number() } else { left.exactly() };
        let right = if are_integers { right.number() } else { right.exactly() };
        Folded { expr: expr.with_operands(vec![left, right]), known }
    }

    /// `and` and `or` of truth values where one side is known. The other one is left out only if nothing but its value
    /// is lost.
    fn logic(&self, op: BinaryOp, left: &Folded, right: &Folded, expr: &Expr) -> Option<Folded> {
        let (known, other) = match (left.int(), right.int()) {
            (Some(known), _) => (known != 0, right),
            (None, Some(known)) => (known != 0, left),
            (None, None) => return None,
        };
        if other.expr.ty().scalar_dtype() != Some(DataType::Bool) {
            return None;
        }
        let decides = known == (op == BinaryOp::Or);
        if !decides {
            return Some(other.clone());
        }
        let value = Folded { expr: expr.clone(), known: Some(Known::truth(known)) };
        self.effects.is_total(&other.expr).then_some(value)
    }

    fn unary(&mut self, op: UnaryOp, node: &Arc<UnaryExpr>, expr: &Expr) -> Folded {
        let operand = self.folded(&node.operand);
        let known = match (operand.int(), expr.ty().integers(), expr.ty().scalar_dtype()) {
            (Some(operand), Some(integers), Some(dtype)) => {
                Some(Known::Int(evaluate::unary(op, operand, integers), dtype))
            }
            _ => None,
        };
        Folded { expr: expr.with_operands(vec![operand.exactly()]), known }
    }

    fn call(&mut self, node: &Arc<Call>, expr: &Expr) -> Expr {
        let function = match &node.op {
            Callee::GlobalVar(name) => self.program.functions.get(name),
            Callee::Op(_) => None,
        };
        let args = node.args.iter().enumerate().map(|(at, arg)| {
            if self.effects.fixes(expr, at) {
                return arg.clone();
            }
            match function.and_then(|function| function.params.get(at)) {
                Some(param) => self.folded(arg).given(&param.r#type),
                None => self.folded(arg).exactly(),
            }
        });
        let args = args.collect();
        expr.with_operands(args)
    }
}
