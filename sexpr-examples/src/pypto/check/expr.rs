//! Expressions.

use std::sync::Arc;

use sexpr_core::walk::{Next, Walk};

use super::agree::{Fit, Sort, agree, fit, operands_fit, scalar_sort, sort};
use super::{Checker, ProblemKind};
use crate::pypto::describe::described;
use crate::pypto::ir::{
    BinaryExpr, BinaryOp, Call, Callee, DataType, Expr, ExprView, Function, GlobalVar, TupleGetItemExpr, Type, UnaryOp,
};
use crate::pypto::substitute::{Substitution, mentions, own_variables};
use crate::text::elided;

/// What an operator takes.
#[derive(Clone, Copy)]
struct Takes {
    sorts: &'static [Sort],
    text: &'static str,
}

const NUMBERS: Takes = Takes { sorts: &[Sort::Integer, Sort::Float], text: "numbers" };
const INTEGERS: Takes = Takes { sorts: &[Sort::Integer], text: "integers" };
const BITS: Takes = Takes { sorts: &[Sort::Integer, Sort::Truth], text: "integers or truth values" };
const TRUTHS: Takes = Takes { sorts: &[Sort::Truth], text: "Bool" };
const ANYTHING: Takes = Takes { sorts: &[Sort::Truth, Sort::Integer, Sort::Float], text: "numbers or truth values" };

impl Takes {
    fn of(op: BinaryOp) -> Self {
        match op {
            BinaryOp::Eq | BinaryOp::Ne => ANYTHING,
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => TRUTHS,
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => BITS,
            BinaryOp::BitShiftLeft | BinaryOp::BitShiftRight => INTEGERS,
            _ => NUMBERS,
        }
    }
}

impl<'p> Checker<'p> {
    /// An expression: the variables that it uses, and its types.
    pub(super) fn expr(&mut self, expr: &'p Expr) {
        Walk::new()
            .distinct()
            .on(|_: &Type, _| Next::Skip)
            .on(|expr: &'p Expr, _| {
                self.node(expr);
                if expr.variable().is_some() { Next::Skip } else { Next::Inside }
            })
            .run(expr);
    }

    fn node(&mut self, expr: &'p Expr) {
        match expr.view() {
            ExprView::Var(_) | ExprView::IterArg(_) => self.used(expr),
            ExprView::ConstInt(node) => {
                let has_it = node.r#type.integers().is_some_and(|integers| integers.contains(node.value.into()));
                if !has_it {
                    self.constant(node.value.to_string(), expr);
                }
            }
            ExprView::ConstFloat(node) => {
                if scalar_sort(&node.r#type) != Some(Sort::Float) {
                    self.constant(format!("{:?}", node.value), expr);
                }
            }
            ExprView::Binary(op, node) => {
                self.built_in(op.symbol(), expr);
                self.binary(op, node, expr);
            }
            ExprView::Unary(op, node) => {
                let takes = match op {
                    UnaryOp::Abs | UnaryOp::Neg => NUMBERS,
                    UnaryOp::Not => TRUTHS,
                    UnaryOp::BitNot => BITS,
                };
                self.built_in(op.symbol(), expr);
                self.operand(op.symbol(), takes, &node.operand);
                self.result(op.result(), &node.operand, expr);
            }
            ExprView::TupleGetItem(node) => self.element(node, expr),
            ExprView::Call(node) => {
                self.call_names(node);
                match &node.op {
                    Callee::Op(_) => self.ty(&node.r#type),
                    Callee::GlobalVar(name) => self.call(name, node),
                }
            }
        }
    }

    fn used(&mut self, expr: &'p Expr) {
        let (Some(variable), Some(name)) = (expr.variable(), expr.name()) else { return };
        match self.scope.get(variable) {
            Some(met) if met.has_ended => {
                let kind = match expr {
                    Expr::IterArg(_) => ProblemKind::EndedLoop(elided(name)),
                    _ => ProblemKind::Ended(elided(name)),
                };
                self.report_with(kind, expr.span(), met.span, "bound here");
            }
            Some(_) => {}
            None => match self.scope.ended(name) {
                Some(span) => {
                    self.report_with(ProblemKind::AssignedInBlock(elided(name)), expr.span(), span, "assigned here")
                }
                None => self.report(ProblemKind::Unbound(elided(name)), expr.span()),
            },
        }
    }

    fn constant(&mut self, value: String, expr: &Expr) {
        self.report(ProblemKind::Constant { value, ty: described(expr.ty()) }, expr.span());
    }

    fn binary(&mut self, op: BinaryOp, node: &'p Arc<BinaryExpr>, expr: &Expr) {
        let takes = Takes::of(op);
        let left = self.operand(op.symbol(), takes, &node.left);
        let right = self.operand(op.symbol(), takes, &node.right);
        if left && right {
            self.operands(op, node, expr);
        }
        self.result(op.result(), &node.left, expr);
    }

    fn operands(&mut self, op: BinaryOp, node: &BinaryExpr, expr: &Expr) {
        match operands_fit(&node.left, &node.right) {
            Fit::Fits => {}
            Fit::Literal(literal) => {
                let is_left = matches!(fit(&node.left, node.right.ty()), Fit::Literal(_));
                self.literal(literal, if is_left { node.right.ty() } else { node.left.ty() });
            }
            Fit::Differs => {
                let [left, right] = [&node.left, &node.right].map(|operand| described(operand.ty()));
                self.report(ProblemKind::Operands { operator: op.symbol(), left, right }, expr.span());
            }
        }
    }

    /// Whether an operator takes an operand, of which perhaps nothing is known.
    fn operand(&mut self, operator: &'static str, takes: Takes, operand: &Expr) -> bool {
        let ty = operand.ty();
        let is_scalar_if_logic = !matches!(takes.sorts, [Sort::Truth]) || ty.scalar_dtype().is_some();
        let fits = is_scalar_if_logic && sort(ty).is_some_and(|sort| takes.sorts.contains(&sort));
        if !fits && !ty.is_unknown() {
            let kind = ProblemKind::Operand { operator, takes: takes.text, found: described(ty) };
            self.report(kind, operand.span());
            return false;
        }
        true
    }

    /// The type of an operation: a fixed one, or that of its operand.
    fn result(&mut self, dtype: Option<DataType>, operand: &Expr, expr: &Expr) {
        const WHAT: &str = "the result of the operation";
        match dtype {
            Some(dtype) if expr.ty().scalar_dtype() == Some(dtype) => {}
            Some(dtype) => self.same(expr.ty(), &Type::scalar(dtype), WHAT, expr.span()),
            None => self.same(expr.ty(), operand.ty(), WHAT, expr.span()),
        }
    }

    fn element(&mut self, node: &TupleGetItemExpr, expr: &Expr) {
        let ty = match node.tuple.ty() {
            Type::Unknown(_) => return,
            Type::Tuple(tuple) => tuple.types.get(node.index as usize),
            _ => None,
        };
        match ty {
            Some(ty) => self.same(expr.ty(), ty, "the element", expr.span()),
            None => {
                let kind = ProblemKind::Element { tuple: described(node.tuple.ty()), index: node.index };
                self.report(kind, expr.span());
            }
        }
    }

    fn call(&mut self, name: &GlobalVar, node: &'p Call) {
        let Some(function) = self.program.functions.get(name) else {
            return self.report(ProblemKind::NoFunction(elided(&name.name)), &node.span);
        };
        if !node.attributes.is_empty() {
            self.report(ProblemKind::Attributes(elided(&name.name)), &node.span);
        }
        let (params, args) = (function.params.len(), node.args.len());
        if params != args {
            let kind = ProblemKind::Arguments { function: elided(&name.name), params, args };
            return self.report(kind, &node.span);
        }
        self.arguments(function, node);
    }

    fn arguments(&mut self, function: &Function, node: &Call) {
        let own = own_variables(function);
        let mut substitution = Substitution::of_call(function, &node.args);
        for (param, arg) in function.params.iter().zip(&node.args) {
            let ty = substitution.ty(&param.r#type);
            // What is not known of a shape cannot disagree.
            if !mentions(&ty, &own) || !may_agree(arg.ty(), &ty) {
                self.given(arg, &ty, "the argument");
            }
        }
        let result = substitution.ty(&function.call_type());
        if !mentions(&result, &own) {
            self.same(&node.r#type, &result, "the result of the call", &node.span);
        }
    }
}

/// Whether two types agree but for their extents.
fn may_agree(left: &Type, right: &Type) -> bool {
    match (left, right) {
        (Type::Tensor(left), Type::Tensor(right)) => left.dtype == right.dtype && left.shape.len() == right.shape.len(),
        (Type::Tile(left), Type::Tile(right)) => left.dtype == right.dtype && left.shape().len() == right.shape().len(),
        (Type::Tuple(left), Type::Tuple(right)) => {
            left.types.len() == right.types.len()
                && left.types.iter().zip(&right.types).all(|(left, right)| may_agree(left, right))
        }
        _ => agree(left, right),
    }
}
