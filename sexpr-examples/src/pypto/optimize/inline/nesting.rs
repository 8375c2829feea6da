//! How deep a block's text nests: how many blocks and brackets are within one another.

use std::collections::HashMap;

use crate::pypto::bottom_up::{BottomUp, bottom_up};
use crate::pypto::ir::{AttrValue, Expr, ExprView, Precedence, Stmt, Type, UnaryOp, Var};
use crate::pypto::printer::precedence;

/// How many blocks and brackets are within one another in a block's text. It may be less.
pub(super) fn nesting(stmt: &Stmt) -> usize {
    let mut brackets = Brackets::default();
    brackets.block(stmt)
}

/// How many brackets are within one another in the text of expressions that were looked at, by their addresses.
#[derive(Default)]
struct Brackets(HashMap<usize, usize>);

impl Brackets {
    fn block(&mut self, stmt: &Stmt) -> usize {
        let inner = match stmt {
            Stmt::Seq(seq) => return seq.statements.iter().map(|stmt| self.block(stmt)).max().unwrap_or(0),
            Stmt::Op(ops) => ops.statements.iter().map(|node| self.assigned(&node.var, &node.value)).max(),
            Stmt::Assign(node) => Some(self.assigned(&node.var, &node.value)),
            // `pi.yield(…)`
            Stmt::Yield(node) => node.values.iter().map(|value| 1 + self.expr(value)).max(),
            Stmt::If(node) => {
                let blocks = [Some(&node.then_body), node.else_body.as_ref()].into_iter().flatten();
                let blocks = blocks.map(|block| self.block(block)).max();
                let results = node.return_vars.iter().map(|var| 1 + self.ty(&var.r#type)).max();
                blocks.max(results).max(Some(self.expr(&node.condition)))
            }
            Stmt::For(node) => {
                // `pi.range(…, init_values=[…])`
                let bounds = [&node.start, &node.stop, &node.step].map(|bound| 1 + self.expr(bound)).into_iter().max();
                let inits = node.iter_args.iter().map(|arg| 2 + self.expr(&arg.init_value)).max();
                let results = node.return_vars.iter().map(|var| self.ty(&var.r#type)).max();
                bounds.max(inits).max(results).max(Some(self.block(&node.body)))
            }
        };
        1 + inner.unwrap_or(0)
    }

    fn assigned(&mut self, var: &Var, value: &Expr) -> usize {
        self.ty(&var.r#type).max(self.expr(value))
    }

    /// `pi.Tensor((n,), pi.FP32)`, `tuple[…]`
    fn ty(&mut self, ty: &Type) -> usize {
        match ty {
            Type::Tensor(tensor) => 2 + tensor.shape.iter().map(|extent| self.expr(extent)).max().unwrap_or(0),
            Type::Tile(tile) => 2 + tile.shape().iter().map(|extent| self.expr(extent)).max().unwrap_or(0),
            Type::Tuple(tuple) => 1 + tuple.types.iter().map(|ty| self.ty(ty)).max().unwrap_or(0),
            Type::Scalar(_) | Type::Unknown(_) => 0,
        }
    }

    fn expr(&mut self, expr: &Expr) -> usize {
        bottom_up(expr, self)
    }
}

impl BottomUp for Brackets {
    type Value = usize;

    fn known(&mut self, expr: &Expr) -> Option<usize> {
        if expr.variable().is_some() { Some(0) } else { self.0.get(&expr.address()).copied() }
    }

    fn made(&mut self, expr: &Expr, operands: Vec<Option<usize>>) -> usize {
        let inner = expr.operands().zip(operands).enumerate().map(|(at, (operand, inner))| {
            let is_bracketed = least(expr, at).is_some_and(|least| precedence(operand) < least);
            inner.unwrap_or(0) + usize::from(is_bracketed)
        });
        let own = match expr.view() {
            ExprView::Call(call) => 1 + call.attributes.values().map(lists).max().unwrap_or(0),
            // `pi.const(1, pi.Int8)`, `-(5)`
            ExprView::ConstInt(_) | ExprView::ConstFloat(_) => 1,
            ExprView::Unary(UnaryOp::Abs, _) => 1,
            ExprView::Binary(op, _) if op.precedence() == Precedence::Primary => 1,
            _ => 0,
        };
        let brackets = own + inner.max().unwrap_or(0);
        self.0.insert(expr.address(), brackets);
        brackets
    }
}

/// How tightly an operand must hold together to stand without brackets, where it may need some.
fn least(expr: &Expr, at: usize) -> Option<Precedence> {
    match expr.view() {
        ExprView::Binary(op, _) if op.precedence() != Precedence::Primary => {
            let (left, right) = op.operand_precedences();
            Some(if at == 0 { left } else { right })
        }
        ExprView::Unary(op, _) if op != UnaryOp::Abs => Some(op.precedence()),
        ExprView::TupleGetItem(_) => Some(Precedence::Primary),
        _ => None,
    }
}

/// How many lists are within one another in an attribute's value.
fn lists(value: &AttrValue) -> usize {
    let mut deepest = 0;
    let mut open = vec![(value, 0)];
    while let Some((value, depth)) = open.pop() {
        deepest = deepest.max(depth);
        if let AttrValue::List(values) = value {
            open.extend(values.iter().map(|value| (value, depth + 1)));
        }
    }
    deepest
}
