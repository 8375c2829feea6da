//! Variables in expressions and types, replaced by expressions.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use sexpr_core::walk::Walk;

use super::bottom_up::{BottomUp, bottom_up, operands_or_same};
use super::ir::{
    BinaryExpr, Expr, ExprView, Function, Span, TensorType, TileType, TupleGetItemExpr, TupleType, Type, UnaryExpr,
    Variable,
};

/// What variables stand for. What is made has no place in a file.
pub(crate) struct Substitution {
    known: HashMap<Variable, Expr>,
    /// What became of nodes, which share. The old ones are kept, so that their addresses stay theirs.
    rewritten: HashMap<usize, (Expr, Expr)>,
}

impl Substitution {
    /// The parameters stand for the arguments, and the shape variables in their types for what is in their places in
    /// the arguments' types.
    pub(crate) fn of_call(function: &Function, args: &[Expr]) -> Self {
        let own = own_variables(function);
        let mut known = HashMap::new();
        for (param, arg) in function.params.iter().zip(args) {
            match_type(&param.r#type, arg.ty(), &own, &mut known);
            known.insert(Variable::from(param), arg.clone());
        }
        Self { known, rewritten: HashMap::new() }
    }

    /// Has a variable stand for an expression from now on.
    pub(crate) fn insert(&mut self, variable: Variable, expr: Expr) {
        self.known.insert(variable, expr);
        self.rewritten.clear();
    }

    /// What a variable stands for.
    pub(crate) fn get(&self, variable: Variable) -> Option<&Expr> {
        self.known.get(&variable)
    }

    /// A type whose variables are replaced.
    pub(crate) fn ty(&mut self, ty: &Type) -> Type {
        match ty {
            Type::Scalar(_) | Type::Unknown(_) => ty.clone(),
            Type::Tensor(tensor) => TensorType::new(tensor.dtype, self.exprs(&tensor.shape), Span::unknown()).into(),
            Type::Tile(tile) => match TileType::new(tile.dtype, self.exprs(tile.shape()), Span::unknown()) {
                Ok(tile) => tile.into(),
                Err(_) => ty.clone(),
            },
            Type::Tuple(tuple) => {
                let types = tuple.types.iter().map(|ty| self.ty(ty)).collect();
                TupleType::new(types, Span::unknown()).into()
            }
        }
    }

    fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) -> Vec<Expr> {
        exprs.into_iter().map(|expr| bottom_up(expr, self)).collect()
    }
}

/// Expressions have the types that their new operands make.
impl BottomUp for Substitution {
    type Value = Expr;

    fn known(&mut self, expr: &Expr) -> Option<Expr> {
        match expr.variable() {
            Some(variable) => Some(self.known.get(&variable).unwrap_or(expr).clone()),
            None => self.rewritten.get(&expr.address()).map(|(_, new)| new.clone()),
        }
    }

    fn made(&mut self, expr: &Expr, operands: Vec<Option<Expr>>) -> Expr {
        let span = Span::unknown();
        let operands = operands_or_same(expr, operands);
        let new = match (expr.view(), &*operands) {
            (ExprView::Call(node), _) => node.with_operands(self.ty(&node.r#type), operands, span).into(),
            (ExprView::Binary(op, node), [left, right]) => {
                let ty = op.result().map_or_else(|| left.ty().clone(), |_| node.r#type.clone());
                Expr::binary(op, BinaryExpr::new(ty, left.clone(), right.clone(), span))
            }
            (ExprView::Unary(op, node), [operand]) => {
                let ty = op.result().map_or_else(|| operand.ty().clone(), |_| node.r#type.clone());
                Expr::unary(op, UnaryExpr::new(ty, operand.clone(), span))
            }
            (ExprView::TupleGetItem(node), [tuple]) => TupleGetItemExpr::new(tuple.clone(), node.index, span).into(),
            _ => expr.clone(),
        };
        self.rewritten.insert(expr.address(), (expr.clone(), new.clone()));
        new
    }
}

/// The variables that a function's parameter list binds, shape variables included.
pub(crate) fn own_variables(function: &Function) -> HashSet<Variable> {
    let mut own: HashSet<Variable> = function.params.iter().map(Variable::from).collect();
    for param in &function.params {
        Walk::new().distinct().on(|expr: &Expr, _| own.extend(expr.variable())).run(&param.r#type);
    }
    own
}

/// Whether a type mentions one of these variables.
pub(crate) fn mentions(ty: &Type, variables: &HashSet<Variable>) -> bool {
    let is_one = |expr: &Expr| expr.variable().is_some_and(|variable| variables.contains(&variable));
    let found = Walk::breakable()
        .distinct()
        .on(|expr: &Expr, _| if is_one(expr) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        .try_run(ty);
    found.is_break()
}

/// Learns from an argument's type what the shape variables in its parameter's type stand for.
fn match_type(param: &Type, arg: &Type, own: &HashSet<Variable>, known: &mut HashMap<Variable, Expr>) {
    let (param, arg) = match (param, arg) {
        (Type::Tensor(param), Type::Tensor(arg)) => (&*param.shape, &*arg.shape),
        (Type::Tile(param), Type::Tile(arg)) => (param.shape(), arg.shape()),
        (Type::Tuple(param), Type::Tuple(arg)) => {
            for (param, arg) in param.types.iter().zip(&arg.types) {
                match_type(param, arg, own, known);
            }
            return;
        }
        _ => return,
    };
    if param.len() != arg.len() {
        return;
    }
    for (param, arg) in param.iter().zip(arg) {
        if let Some(variable) = param.variable().filter(|variable| own.contains(variable)) {
            known.entry(variable).or_insert_with(|| arg.clone());
        }
    }
}
