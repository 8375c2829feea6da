//! Expressions and patterns.

use std::sync::Arc;

use sexpr_examples::relay::ir::{
    Binding, Call, Clause, Constant, DataType, Expr, ExprKind, GlobalVar, If, Literal, LocalVar, Location, Match,
    Pattern, PatternKind, Project, Shared,
};

use super::{DEFINITIONS, Generator};

const OPERATORS: [&str; 8] =
    ["negative", "add", "subtract", "multiply", "divide", "less", "greater_equal", "nn.conv2d"];

impl Generator {
    pub(super) fn expr(&mut self, depth: usize) -> Expr {
        Expr::new(match self.choose(if depth == 0 { 5 } else { 16 }) {
            0 => self.constant().into(),
            1 => match self.locals.is_empty() {
                true => ExprKind::Tuple(Arc::default()),
                false => {
                    let at = self.choose(self.locals.len());
                    ExprKind::Local(Arc::clone(&self.locals[at]))
                }
            },
            2 => GlobalVar::new(self.one_of(&DEFINITIONS)).into(),
            3 => self.value(),
            4 => return self.shared(),
            5 => ExprKind::Tuple(Arc::new(self.some(3, |this| this.expr(depth - 1)))),
            6 => Project { tuple: self.expr(depth - 1), index: self.one_of(&[0, 1, u32::MAX]) }.into(),
            7..=10 => self.call(depth - 1),
            11 => self.function(depth - 1).into(),
            12 => return self.bindings(depth - 1),
            13 => return self.share(depth - 1),
            14 => {
                let [condition, then, otherwise] = [(); 3].map(|()| self.expr(depth - 1));
                If { condition, then, otherwise }.into()
            }
            _ => {
                let scrutinee = self.expr(depth - 1);
                let clauses = self.some(3, |this| this.clause(depth - 1));
                Match { scrutinee, clauses, is_complete: self.decide() }.into()
            }
        })
    }

    /// A pair of one expression, which others may share as well.
    fn share(&mut self, depth: usize) -> Expr {
        let holes = self.holes;
        let value = self.expr(depth);
        let is_leaf = match &value.kind {
            ExprKind::Tuple(members) => members.is_empty(),
            ExprKind::Call(_) | ExprKind::Function(_) | ExprKind::Let(_) | ExprKind::If(_) | ExprKind::Match(_) => {
                false
            }
            _ => true,
        };
        // Incomplete types are numbered in the order of the text.
        if is_leaf || self.holes > holes {
            return value;
        }
        let mut shared = Expr::new(ExprKind::Shared(Arc::new(Shared(value))));
        if self.decide() {
            shared.span = shared.span.named(self.one_of(&["0", "1", "x", "a b", ""]));
        }
        self.shared.push((shared.clone(), self.locals.len(), self.params.len()));
        Expr::tuple(vec![shared.clone(), shared])
    }

    /// An expression that is used elsewhere, too, and whose variables are bound here.
    fn shared(&mut self) -> Expr {
        let (locals, params) = (self.locals.len(), self.params.len());
        self.shared.retain(|(_, in_locals, in_params)| *in_locals <= locals && *in_params <= params);
        match self.shared.len() {
            0 => Expr::tuple(Vec::new()),
            count => {
                let at = self.choose(count);
                self.shared[at].0.clone()
            }
        }
    }

    /// Leaves the scope of what was bound since.
    pub(super) fn leave(&mut self, locals: usize, params: usize) {
        self.locals.truncate(locals);
        self.params.truncate(params);
        self.shared.retain(|(_, in_locals, in_params)| *in_locals <= locals && *in_params <= params);
    }

    /// An operator, or a constructor that has arguments.
    fn value(&mut self) -> ExprKind {
        let with_arguments: Vec<_> =
            self.constructors.iter().filter(|(_, has)| *has).map(|(name, _)| name.clone()).collect();
        if with_arguments.is_empty() || self.decide() {
            ExprKind::Operator(self.one_of(&OPERATORS).into())
        } else {
            ExprKind::Constructor(self.one_of(&with_arguments).into())
        }
    }

    fn call(&mut self, depth: usize) -> ExprKind {
        let function = match self.choose(4) {
            0 => self.expr(depth),
            1 if !self.constructors.is_empty() => {
                let at = self.choose(self.constructors.len());
                Expr::new(ExprKind::Constructor(self.constructors[at].0.as_str().into()))
            }
            _ => Expr::new(ExprKind::Operator(self.one_of(&OPERATORS).into())),
        };
        let is_name = matches!(function.kind, ExprKind::Global(_) | ExprKind::Constructor(_) | ExprKind::Operator(_));
        let has_type_args = is_name && self.choose(4) == 3;
        let type_args = if has_type_args { self.some(3, Self::type_argument) } else { Vec::new() };
        let args = self.some(3, |this| this.expr(depth));
        Call::new(function, type_args.into(), args.into(), self.attributes()).into()
    }

    fn bindings(&mut self, depth: usize) -> Expr {
        let outer = self.locals.len();
        let mut bindings = Vec::new();
        for _ in 0..=self.choose(3) {
            let var = self.local();
            let is_function = self.decide();
            let value = if is_function {
                self.locals.push(Arc::clone(&var));
                Expr::new(self.function(depth))
            } else {
                let value = self.expr(depth);
                // A function would see the variable.
                match &value.kind {
                    ExprKind::Function(_) => Expr::tuple(vec![value]),
                    _ => value,
                }
            };
            if !is_function {
                self.locals.push(Arc::clone(&var));
            }
            bindings.push(Binding { var, value });
        }
        let body = self.expr(depth);
        self.leave(outer, self.params.len());
        Expr::let_in(bindings, body, Location::unknown())
    }

    fn clause(&mut self, depth: usize) -> Clause {
        let outer = self.locals.len();
        let pattern = self.pattern(2);
        let body = self.expr(depth);
        self.leave(outer, self.params.len());
        Clause { pattern, body }
    }

    /// A pattern whose variables are bound until the caller drops them.
    fn pattern(&mut self, depth: usize) -> Pattern {
        Pattern::new(match self.choose(if depth == 0 { 2 } else { 4 }) {
            0 => PatternKind::Wildcard,
            1 => {
                let var: Arc<LocalVar> = self.local();
                self.locals.push(Arc::clone(&var));
                PatternKind::Var(var)
            }
            2 => PatternKind::Tuple(self.some(3, |this| this.pattern(depth - 1))),
            _ if self.constructors.is_empty() => PatternKind::Wildcard,
            _ => {
                let at = self.choose(self.constructors.len());
                let name = self.constructors[at].0.clone();
                PatternKind::Constructor { name, args: self.some(2, |this| this.pattern(depth - 1)) }
            }
        })
    }

    fn constant(&mut self) -> Constant {
        let parse = |name: &str| -> DataType { name.parse().expect("a data type") };
        let (value, dtype) = match self.choose(6) {
            0 => (Literal::Int(self.one_of(&[0, 1, -1, i64::from(i32::MIN)])), DataType::INT32),
            1 => (Literal::Int(self.one_of(&[i64::MIN, i64::MAX])), parse("int64")),
            2 => (Literal::Int(255), parse("uint8x2")),
            3 => (Literal::Bool(self.decide()), DataType::BOOL),
            4 => (Literal::Float(self.float()), DataType::FLOAT32),
            _ => (Literal::Float(self.float()), parse("float64")),
        };
        if self.choose(4) == 3 {
            return Constant::Filled { value, shape: self.some(2, |this| this.one_of(&[0, 1, u64::MAX])), dtype };
        }
        Constant::Scalar { value, dtype }
    }
}
