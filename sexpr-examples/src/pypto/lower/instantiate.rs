//! The type of a call, in the caller's terms.
//!
//! A function's results may have types that mention its parameters and shape variables, as in
//! `def twice(x: pi.Tensor((n,), pi.FP32)) -> pi.Tensor((n,), pi.FP32)`. A call has the type with these replaced
//! by what the arguments and their types have in their places, so that a function's variables stay its own. A type
//! of which that cannot be said is unknown.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

use super::signature::Signature;
use super::{Outcome, Sort, Value, above};
use crate::pypto::error::{ErrorKind, Mistake};
use crate::pypto::ir::{
    BinaryExpr, Expr, ExprView, Span, TensorType, TileType, TupleGetItemExpr, TupleType, Type, UnaryExpr, Variable,
    call_type,
};
use crate::pypto::limits::TYPE_LIMIT;
use crate::text::Place;

/// Whether an expression is a number.
fn is_constant(expr: &Expr) -> bool {
    matches!(expr, Expr::ConstInt(_) | Expr::ConstFloat(_))
}

impl Signature<'_> {
    /// The type of a call with these arguments.
    pub(super) fn call_sort(&self, args: &[Value], place: &Place) -> Outcome<Sort> {
        let addresses: Option<Vec<usize>> =
            args.iter().map(|arg| (!is_constant(&arg.expr)).then(|| arg.expr.address())).collect();
        let Some(addresses) = addresses else { return self.new_call_sort(args, place) };
        if let Some((_, sort)) = self.calls.borrow().get(&addresses) {
            return Ok(sort.clone());
        }
        let sort = self.new_call_sort(args, place)?;
        let args = args.iter().map(|arg| arg.expr.clone()).collect();
        self.calls.borrow_mut().insert(addresses, (args, sort.clone()));
        Ok(sort)
    }

    fn new_call_sort(&self, args: &[Value], place: &Place) -> Outcome<Sort> {
        let mut instance = Instance {
            signature: self,
            place,
            known: HashMap::new(),
            rewritten: RefCell::default(),
            made: Cell::default(),
        };
        for (param, arg) in self.params.iter().zip(args) {
            instance.match_type(&param.r#type, arg.expr.ty(), arg.type_depth);
            let known = (arg.expr.clone(), arg.depth);
            instance.known.insert(Variable::from(param), known);
        }
        let mut types = Vec::with_capacity(self.returns.len());
        let mut depth = 0;
        for sort in &self.returns {
            let sort = instance.component(sort)?;
            depth = depth.max(sort.depth);
            types.push(sort.ty);
        }
        Ok(Sort { ty: call_type(&types), depth: above([depth], place)? })
    }
}

/// A call: what the function's own variables stand for, and how deep that is.
struct Instance<'a, 's> {
    signature: &'a Signature<'s>,
    place: &'a Place,
    known: HashMap<Variable, (Expr, usize)>,
    /// What became of the function's nodes, which share.
    rewritten: RefCell<HashMap<usize, Option<(Expr, usize)>>>,
    /// How many nodes were made.
    made: Cell<usize>,
}

impl Instance<'_, '_> {
    /// Learns from an argument's type what the shape variables in its parameter's type stand for.
    fn match_type(&mut self, param: &Type, arg: &Type, depth: usize) {
        match (param, arg) {
            (Type::Tensor(param), Type::Tensor(arg)) => self.match_shape(&param.shape, &arg.shape, depth),
            (Type::Tile(param), Type::Tile(arg)) => self.match_shape(param.shape(), arg.shape(), depth),
            (Type::Tuple(param), Type::Tuple(arg)) => {
                for (param, arg) in param.types.iter().zip(&arg.types) {
                    self.match_type(param, arg, depth);
                }
            }
            _ => {}
        }
    }

    fn match_shape(&mut self, param: &[Expr], arg: &[Expr], depth: usize) {
        if param.len() != arg.len() {
            return;
        }
        for (param, arg) in param.iter().zip(arg) {
            if let Some(variable) = param.variable()
                && self.signature.own.contains(&variable)
            {
                self.known.entry(variable).or_insert_with(|| (arg.clone(), depth));
            }
        }
    }

    /// Counts a node that is made. Calls in types of calls, each with arguments of its own, would multiply.
    fn make(&self) -> Outcome<()> {
        self.made.set(self.made.get() + 1);
        if self.made.get() > TYPE_LIMIT {
            return Err(Mistake::new(ErrorKind::TypeSize, self.place.clone()));
        }
        Ok(())
    }

    /// A result's type. One that mentions none of the function's variables stays the same node.
    fn component(&self, sort: &Sort) -> Outcome<Sort> {
        if !self.mentions_own(&sort.ty) {
            return Ok(sort.clone());
        }
        let unknown = || Sort { ty: Type::unknown(), depth: 1 };
        Ok(self.ty(&sort.ty)?.unwrap_or_else(unknown))
    }

    fn mentions_own(&self, ty: &Type) -> bool {
        let mut types = vec![ty];
        let mut exprs: Vec<&Expr> = Vec::new();
        let mut seen = HashSet::new();
        while let Some(ty) = types.pop() {
            match ty {
                Type::Tensor(tensor) => exprs.extend(&tensor.shape),
                Type::Tile(tile) => exprs.extend(tile.shape()),
                Type::Tuple(tuple) => types.extend(&tuple.types),
                Type::Scalar(_) | Type::Unknown(_) => {}
            }
            while let Some(expr) = exprs.pop() {
                if expr.variable().is_some_and(|variable| self.signature.own.contains(&variable)) {
                    return true;
                }
                if seen.insert(expr.address()) {
                    exprs.extend(expr.operands());
                }
            }
        }
        false
    }

    /// A type in the caller's terms; nothing where a variable stands for nothing that is known.
    fn ty(&self, ty: &Type) -> Outcome<Option<Sort>> {
        self.make()?;
        let (ty, depth): (Type, usize) = match ty {
            Type::Scalar(_) | Type::Unknown(_) => (ty.clone(), 1),
            Type::Tensor(tensor) => {
                let Some((shape, depth)) = self.exprs(&tensor.shape)? else { return Ok(None) };
                (TensorType::new(tensor.dtype, shape, Span::unknown()).into(), depth)
            }
            Type::Tile(tile) => {
                let Some((shape, depth)) = self.exprs(tile.shape())? else { return Ok(None) };
                let Ok(tile) = TileType::new(tile.dtype, shape, Span::unknown()) else { return Ok(None) };
                (tile.into(), depth)
            }
            Type::Tuple(tuple) => {
                let mut types = Vec::with_capacity(tuple.types.len());
                let mut depth = 0;
                for ty in &tuple.types {
                    let Some(sort) = self.ty(ty)? else { return Ok(None) };
                    depth = depth.max(sort.depth);
                    types.push(sort.ty);
                }
                (TupleType::new(types, Span::unknown()).into(), above([depth], self.place)?)
            }
        };
        Ok(Some(Sort { ty, depth }))
    }

    fn exprs<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>) -> Outcome<Option<(Vec<Expr>, usize)>> {
        let mut new = Vec::new();
        let mut depth = 0;
        for expr in exprs {
            let Some((expr, its)) = self.expr(expr)? else { return Ok(None) };
            depth = depth.max(its);
            new.push(expr);
        }
        Ok(Some((new, above([depth], self.place)?)))
    }

    fn expr(&self, expr: &Expr) -> Outcome<Option<(Expr, usize)>> {
        if let Some(variable) = expr.variable() {
            let own = self.signature.own.contains(&variable);
            let known = self.known.get(&variable).cloned();
            return Ok(known.or_else(|| (!own).then(|| (expr.clone(), 2))));
        }
        if is_constant(expr) {
            return Ok(Some((expr.clone(), above([1], self.place)?)));
        }
        if let Some(known) = self.rewritten.borrow().get(&expr.address()) {
            return Ok(known.clone());
        }
        let rewritten = self.rewrite(expr)?;
        self.rewritten.borrow_mut().insert(expr.address(), rewritten.clone());
        Ok(rewritten)
    }

    fn rewrite(&self, expr: &Expr) -> Outcome<Option<(Expr, usize)>> {
        self.make()?;
        let (new, depth) = match expr.view() {
            ExprView::Binary(op, node) => {
                let Some((left, left_depth)) = self.expr(&node.left)? else { return Ok(None) };
                let Some((right, right_depth)) = self.expr(&node.right)? else { return Ok(None) };
                let ty = op.result().map_or_else(|| left.ty().clone(), |_| node.r#type.clone());
                let new = if node.commutes() { BinaryExpr::commuting } else { BinaryExpr::new };
                let node = new(ty, left, right, Span::unknown());
                (Expr::binary(op, node), left_depth.max(right_depth))
            }
            ExprView::Unary(op, node) => {
                let Some((operand, depth)) = self.expr(&node.operand)? else { return Ok(None) };
                let ty = op.result().map_or_else(|| operand.ty().clone(), |_| node.r#type.clone());
                (Expr::unary(op, UnaryExpr::new(ty, operand, Span::unknown())), depth)
            }
            ExprView::TupleGetItem(node) => {
                let Some((tuple, depth)) = self.expr(&node.tuple)? else { return Ok(None) };
                (TupleGetItemExpr::new(tuple, node.index, Span::unknown()).into(), depth)
            }
            ExprView::Call(node) => {
                let Some((operands, depth)) = self.exprs(expr.operands())? else { return Ok(None) };
                let Some(sort) = self.ty(&node.r#type)? else { return Ok(None) };
                let call = node.with_operands(sort.ty, operands, Span::unknown());
                (call.into(), depth.max(sort.depth))
            }
            _ => (expr.clone(), 1),
        };
        Ok(Some((new, above([depth], self.place)?)))
    }
}
