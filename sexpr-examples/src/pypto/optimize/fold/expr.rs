//! Expressions.

use super::Folder;
use crate::pypto::bottom_up::BottomUp;
use crate::pypto::ir::{BinaryOp, Call, Callee, DataType, Expr, ExprView, UnaryOp};
use crate::pypto::optimize::evaluate;
use crate::pypto::optimize::known::{Folded, Known};

/// An expression whose operands are folded, with what is known of its value.
impl BottomUp for Folder<'_> {
    type Value = Folded;

    fn known(&mut self, expr: &Expr) -> Option<Folded> {
        match expr.variable() {
            Some(variable) => Some(self.used(expr, variable)),
            None => self.folded.get(&expr.address()).map(|(_, folded)| folded.clone()),
        }
    }

    fn enters(&self, expr: &Expr, operand: usize) -> bool {
        !self.effects.fixes(expr, operand)
    }

    fn made(&mut self, expr: &Expr, operands: Vec<Option<Folded>>) -> Folded {
        let folded = match (expr.view(), &*operands) {
            (ExprView::Binary(op, _), [Some(left), Some(right)]) => self.binary(op, left, right, expr),
            (ExprView::Unary(op, _), [Some(operand)]) => unary(op, operand, expr),
            (ExprView::TupleGetItem(_), [Some(tuple)]) => {
                Folded { expr: expr.with_operands(vec![tuple.exactly()]), known: None }
            }
            (ExprView::Call(call), operands) => Folded { expr: self.call(call, operands, expr), known: None },
            _ => Folded { expr: expr.clone(), known: Known::of_constant(expr) },
        };
        self.folded.insert(expr.address(), (expr.clone(), folded.clone()));
        folded
    }
}

impl Folder<'_> {
    fn binary(&self, op: BinaryOp, left: &Folded, right: &Folded, expr: &Expr) -> Folded {
        if let (BinaryOp::And | BinaryOp::Or, Some(folded)) = (op, self.logic(op, left, right, expr)) {
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
            op != BinaryOp::FloatDiv && [left, right].iter().all(|side| side.expr.ty().integers().is_some());
        let [new_left, new_right] = match are_integers {
            true if op.result().is_some() => [left.number(), right.number()],
            true => [left.exactly(), right.number()],
            false => [left.exactly(), right.exactly()],
        };
        let operands = [(new_left, left, right), (new_right, right, left)];
        let operands = operands.map(|(new, old, other)| if fits(&new, other) { new } else { old.expr.clone() });
        Folded { expr: expr.with_operands(operands.to_vec()), known }
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

    fn call(&self, call: &Call, operands: &[Option<Folded>], expr: &Expr) -> Expr {
        let function = match &call.op {
            Callee::GlobalVar(name) => self.program.functions.get(name),
            Callee::Op(_) => None,
        };
        let operands = expr.operands().zip(operands).enumerate().map(|(at, (operand, folded))| {
            let param = function.and_then(|function| function.params.get(at));
            match (folded, param) {
                (None, _) => operand.clone(),
                (Some(folded), Some(param)) => folded.given(&param.r#type),
                (Some(folded), None) => folded.exactly(),
            }
        });
        let operands = operands.collect();
        expr.with_operands(operands)
    }
}

/// Whether a literal is an integer of the other operand's type.
fn fits(operand: &Expr, other: &Folded) -> bool {
    match (operand.const_int(), other.expr.ty().integers()) {
        (Some(value), Some(integers)) => integers.contains(value.into()),
        _ => true,
    }
}

fn unary(op: UnaryOp, operand: &Folded, expr: &Expr) -> Folded {
    let known = match (operand.int(), expr.ty().integers(), expr.ty().scalar_dtype()) {
        (Some(operand), Some(integers), Some(dtype)) => Some(Known::Int(evaluate::unary(op, operand, integers), dtype)),
        _ => None,
    };
    Folded { expr: expr.with_operands(vec![operand.exactly()]), known }
}
