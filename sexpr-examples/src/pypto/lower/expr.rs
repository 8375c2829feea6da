//! Expressions and their types.

use std::collections::BTreeMap;

use super::{Effect, Lowering, Outcome, Sort, Value, above};
use crate::pypto::error::{ErrorKind, Mistake};
use crate::pypto::ir::{
    AttrValue, BinaryExpr, BinaryOp, Call, Callee, ConstFloat, ConstInt, DataType, Expr, GlobalVar, Op,
    TupleGetItemExpr, Type, UnaryExpr, UnaryOp,
};
use crate::pypto::syntax::{self, Attribute, CallExpr, ExprKind, Literal, Name};
use crate::text::Place;

impl<'a, 's> Lowering<'a, 's> {
    /// An expression.
    pub(super) fn expr(&mut self, expr: &'a syntax::Expr<'s>) -> Outcome<Value> {
        let place = &expr.place;
        match &expr.kind {
            ExprKind::Name(name) => Ok(self.name(name, place)?.used_at(self.span(place))),
            ExprKind::Literal(value) => {
                let ty = match value {
                    Literal::Int(_) => &self.types.int,
                    Literal::Float(_) => &self.types.float,
                    Literal::Bool(_) => &self.types.bool,
                };
                Ok(self.constant(*value, ty.clone(), place))
            }
            ExprKind::Typed(value, dtype) => {
                let ty = self.types.of(*dtype);
                Ok(self.constant(*value, ty, place))
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
                    effect: tuple.effect,
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

    /// A constant of a type.
    pub(super) fn constant(&self, value: Literal, r#type: Type, place: &Place) -> Value {
        let span = self.span(place);
        let expr: Expr = match value {
            Literal::Int(value) => ConstInt::with_type(value, r#type, span).into(),
            Literal::Bool(value) => ConstInt::with_type(value.into(), r#type, span).into(),
            Literal::Float(value) => ConstFloat::with_type(value, r#type, span).into(),
        };
        Value::new(expr, 2, 1)
    }

    fn result(&self, dtype: Option<DataType>, operand: &Value) -> Sort {
        match dtype {
            Some(DataType::Bool) => Sort { ty: self.types.bool.clone(), depth: 1 },
            _ => operand.sort(),
        }
    }

    fn binary(&self, op: BinaryOp, left: Value, right: Value, place: &Place) -> Outcome<Value> {
        let Sort { ty, depth } = self.result(op.result(), &left);
        let own = if op.may_stop(&ty, &right.expr) { Effect::Stops } else { Effect::Nothing };
        let commutes = self.commutes && op.is_commutative() && left.effect.commutes_with(right.effect, op);
        let new = if commutes { BinaryExpr::commuting } else { BinaryExpr::new };
        Ok(Value {
            expr: Expr::binary(op, new(ty, left.expr, right.expr, self.span(place))),
            depth: above([left.depth, right.depth], place)?,
            type_depth: depth,
            effect: own.max(left.effect).max(right.effect),
        })
    }

    fn unary(&self, op: UnaryOp, operand: Value, place: &Place) -> Outcome<Value> {
        let Sort { ty, depth } = self.result(op.result(), &operand);
        Ok(Value {
            expr: Expr::unary(op, UnaryExpr::new(ty, operand.expr, self.span(place))),
            depth: above([operand.depth], place)?,
            type_depth: depth,
            effect: operand.effect,
        })
    }

    /// A function of the program, else a built-in function, else an operation.
    fn call(&mut self, call: &'a CallExpr<'s>, ty: Option<&Sort>, place: &Place) -> Outcome<Value> {
        let args = call.args.iter().map(|arg| self.expr(arg)).collect::<Outcome<Vec<Value>>>()?;
        let (op, sort) = match &*call.callee {
            [name] if self.signatures.contains_key(name.text) => {
                let signature = self.signature(name)?;
                let sort = signature.call_sort(&args, place)?;
                (Callee::from(GlobalVar::new(name.text)), sort)
            }
            [Name { text: "min", .. }] => return self.built_in(BinaryOp::Min, call, args, place),
            [Name { text: "max", .. }] => return self.built_in(BinaryOp::Max, call, args, place),
            [Name { text: "abs", .. }] => return self.abs(call, args, place),
            names => {
                let name: Vec<&str> = names.iter().map(|name| name.text).collect();
                let sort = ty.cloned().unwrap_or_else(|| Sort { ty: self.types.unknown.clone(), depth: 1 });
                (Callee::from(Op::new(name.join("."))), sort)
            }
        };
        let mut deepest = sort.depth;
        let mut attributes = BTreeMap::new();
        for (name, value) in &call.attributes {
            attributes.insert(name.text.to_owned(), self.attribute(value, &mut deepest)?);
        }
        let depth = above(args.iter().map(|arg| arg.depth).chain([deepest]), place)?;
        let args = args.into_iter().map(|arg| arg.expr).collect();
        Ok(Value {
            expr: Call::with_attributes(sort.ty, op, args, attributes, self.span(place)).into(),
            depth,
            type_depth: sort.depth,
            effect: Effect::Calls,
        })
    }

    /// The value of an attribute. Notes how deep the expressions in it are.
    fn attribute(&mut self, value: &'a Attribute<'s>, deepest: &mut usize) -> Outcome<AttrValue> {
        Ok(match value {
            Attribute::Literal(Literal::Int(value)) => AttrValue::Int(*value),
            Attribute::Literal(Literal::Float(value)) => AttrValue::Float(*value),
            Attribute::Literal(Literal::Bool(value)) => AttrValue::Bool(*value),
            Attribute::Str(value) => AttrValue::Str(value.clone()),
            Attribute::DataType(dtype) => AttrValue::DataType(*dtype),
            Attribute::Expr(expr) => {
                let value = self.expr(expr)?;
                *deepest = value.depth.max(*deepest);
                AttrValue::Expr(value.expr)
            }
            Attribute::List(values) => {
                let values = values.iter().map(|value| self.attribute(value, deepest));
                AttrValue::List(values.collect::<Outcome<_>>()?)
            }
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

fn wrong_arguments(name: &'static str, takes: &'static str, place: &Place) -> Mistake {
    Mistake::new(ErrorKind::Arguments { name, takes }, place.clone())
}
