//! Expressions and their types.

use std::collections::BTreeMap;

use super::{Lowering, Outcome, Sort, Value, above};
use crate::pypto::error::{ErrorKind, Mistake};
use crate::pypto::ir::{
    BinaryExpr, BinaryOp, Call, Callee, ConstFloat, ConstInt, DataType, Expr, GlobalVar, Op, TupleGetItemExpr, Type,
    UnaryExpr, UnaryOp,
};
use crate::pypto::syntax::{self, CallExpr, ExprKind};
use crate::text::Place;

impl<'a, 's> Lowering<'a, 's> {
    /// An expression.
    pub(super) fn expr(&mut self, expr: &'a syntax::Expr<'s>) -> Outcome<Value> {
        let place = &expr.place;
        match &expr.kind {
            ExprKind::Name(name) => {
                let value = match self.scope.get(name) {
                    Some(value) => value.clone(),
                    None => self.unbound(name, place)?,
                };
                Ok(value.used_at(self.span(place)))
            }
            ExprKind::Int(value) => Ok(self.int(*value, self.types.int.clone(), place)),
            ExprKind::Bool(value) => Ok(self.int(i64::from(*value), self.types.bool.clone(), place)),
            ExprKind::Float(value) => {
                let node = ConstFloat::with_type(*value, self.types.float.clone(), self.span(place));
                Ok(literal(node))
            }
            ExprKind::Binary(op, operands) => {
                let [left, right] = &**operands;
                let left = self.expr(left)?;
                let right = self.expr(right)?;
                self.binary(*op, left, right, place)
            }
            ExprKind::Unary(op, operand) => {
                let operand = self.expr(operand)?;
                self.unary(*op, operand, place)
            }
            ExprKind::Call(call) => self.call(call, None, place),
            ExprKind::Element(tuple, index) => {
                let tuple = self.expr(tuple)?;
                Ok(Value {
                    depth: above([tuple.depth], place)?,
                    type_depth: tuple.type_depth,
                    expr: TupleGetItemExpr::new(tuple.expr, *index, self.span(place)).into(),
                })
            }
        }
    }

    /// The right side of an assignment, which gives its type to the call of an operation.
    pub(super) fn assigned(&mut self, value: &'a syntax::Expr<'s>, ty: Option<&Sort>) -> Outcome<Value> {
        match &value.kind {
            ExprKind::Call(call) => self.call(call, ty, &value.place),
            _ => self.expr(value),
        }
    }

    /// An integer or a truth value.
    pub(super) fn int(&self, value: i64, r#type: Type, place: &Place) -> Value {
        literal(ConstInt::with_type(value, r#type, self.span(place)))
    }

    fn result(&self, dtype: Option<DataType>, operand: &Value) -> Sort {
        match dtype {
            Some(DataType::Bool) => Sort { ty: self.types.bool.clone(), depth: 1 },
            _ => operand.sort(),
        }
    }

    fn binary(&self, op: BinaryOp, left: Value, right: Value, place: &Place) -> Outcome<Value> {
        let Sort { ty, depth } = self.result(op.result(), &left);
        let node = BinaryExpr::new(ty, left.expr, right.expr, self.span(place));
        Ok(Value { expr: Expr::binary(op, node), depth: above([left.depth, right.depth], place)?, type_depth: depth })
    }

    fn unary(&self, op: UnaryOp, operand: Value, place: &Place) -> Outcome<Value> {
        let Sort { ty, depth } = self.result(op.result(), &operand);
        Ok(Value {
            expr: Expr::unary(op, UnaryExpr::new(ty, operand.expr, self.span(place))),
            depth: above([operand.depth], place)?,
            type_depth: depth,
        })
    }

    /// A function of the program, else a built-in function, else an operation.
    fn call(&mut self, call: &'a CallExpr<'s>, ty: Option<&Sort>, place: &Place) -> Outcome<Value> {
        let args = call.args.iter().map(|arg| self.expr(arg)).collect::<Outcome<Vec<Value>>>()?;
        let name = call.name.text;
        let (op, sort) = if self.signatures.contains_key(name) {
            let signature = self.signature(&call.name)?;
            let sort = signature.call_sort(&args, place)?;
            (Callee::from(GlobalVar::new(name)), sort)
        } else {
            match name {
                "min" => return self.built_in(BinaryOp::Min, call, args, place),
                "max" => return self.built_in(BinaryOp::Max, call, args, place),
                "abs" => return self.abs(call, args, place),
                _ => {}
            }
            let sort = ty.cloned().unwrap_or_else(|| Sort { ty: self.types.unknown.clone(), depth: 1 });
            (Callee::from(Op::new(name)), sort)
        };
        let depths = args.iter().map(|arg| arg.depth).chain([sort.depth]);
        let depth = above(depths, place)?;
        let attributes: BTreeMap<_, _> =
            call.attributes.iter().map(|(name, value)| (name.text.to_owned(), value.clone())).collect();
        let args = args.into_iter().map(|arg| arg.expr).collect();
        Ok(Value {
            expr: Call::with_attributes(sort.ty, op, args, attributes, self.span(place)).into(),
            depth,
            type_depth: sort.depth,
        })
    }

    fn built_in(&self, op: BinaryOp, call: &CallExpr<'_>, args: Vec<Value>, place: &Place) -> Outcome<Value> {
        match <[Value; 2]>::try_from(args) {
            Ok([left, right]) if call.attributes.is_empty() => self.binary(op, left, right, place),
            _ => Err(wrong_arguments(op.symbol(), "two values", place)),
        }
    }

    fn abs(&self, call: &CallExpr<'_>, args: Vec<Value>, place: &Place) -> Outcome<Value> {
        match <[Value; 1]>::try_from(args) {
            Ok([operand]) if call.attributes.is_empty() => self.unary(UnaryOp::Abs, operand, place),
            _ => Err(wrong_arguments("abs", "one value", place)),
        }
    }
}

fn literal(node: impl Into<Expr>) -> Value {
    Value { expr: node.into(), depth: 2, type_depth: 1 }
}

fn wrong_arguments(name: &'static str, takes: &'static str, place: &Place) -> Mistake {
    Mistake::new(ErrorKind::Arguments { name, takes }, place.clone())
}
