//! Random programs, built node by node, print and read back as their canonical form.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use sexpr_examples::pypto::ir::{
    AssignStmt, AttrValue, BinaryExpr, BinaryOp, Call, Callee, ConstFloat, ConstInt, DataType, Expr, ForStmt, Function,
    GlobalVar, IfStmt, IterArg, Op, OpStmts, Program, SeqStmts, Span, Stmt, TupleGetItemExpr, Type, UnaryExpr, UnaryOp,
    Var, YieldStmt,
};

use crate::support::assert_round_trip;

/// Names that get in one another's way, and some that are none.
const NAMES: [&str; 9] = ["x", "x_1", "y", "i", "pi", "for", "a b", "", "tuple"];

/// Makes a program from a list of decisions; with none left, each is the simplest.
struct Builder {
    decisions: Vec<u8>,
    /// The variables in scope, innermost block last.
    scope: Vec<Expr>,
    free: Vec<Expr>,
    functions: Vec<Arc<Function>>,
}

impl Builder {
    fn choose(&mut self, count: usize) -> usize {
        self.decisions.pop().map_or(0, |byte| usize::from(byte) % count)
    }

    fn name(&mut self) -> &'static str {
        NAMES[self.choose(NAMES.len())]
    }

    fn dtype(&mut self) -> DataType {
        DataType::ALL[self.choose(DataType::ALL.len())]
    }

    /// A type; its shapes are made of what the function gives.
    fn ty(&mut self, depth: usize, dim: fn(&mut Self) -> Expr) -> Type {
        let kinds = if depth == 0 { 4 } else { 5 };
        match self.choose(kinds) {
            0 => Type::scalar(self.dtype()),
            1 => Type::unknown(),
            2 => {
                let shape = (0..self.choose(4)).map(|_| dim(self)).collect();
                Type::tensor(self.dtype(), shape)
            }
            3 => {
                let shape = (0..self.choose(3)).map(|_| dim(self)).collect();
                Type::tile(self.dtype(), shape).expect("at most two dimensions")
            }
            _ => Type::tuple((0..self.choose(3)).map(|_| self.ty(depth - 1, dim)).collect()),
        }
    }

    fn program(&mut self) -> Program {
        for index in 0..=self.choose(3) {
            let function = self.function(index);
            self.functions.push(function);
        }
        Program::new(self.functions.clone(), self.name(), Span::unknown()).expect("names differ")
    }

    fn function(&mut self, index: usize) -> Arc<Function> {
        self.scope.clear();
        let mut params = Vec::new();
        for _ in 0..self.choose(4) {
            let ty = self.ty(1, Self::parameter_dim);
            let param = Var::new(self.name(), ty, Span::unknown());
            self.scope.push(param.clone().into());
            params.push(param);
        }
        // Closed types, so that calls have them as they are.
        let closed = |_: &mut Self| Expr::from(ConstInt::new(4, DataType::Int64, Span::unknown()));
        let returns = (0..self.choose(4)).map(|_| self.ty(1, closed)).collect();
        let body = self.block(3, 0);
        Function::new(["f", "a", "z"][index.min(2)], params, returns, body, Span::unknown())
    }

    /// A dimension in a parameter's type: known variables, or new ones, which the parameter list introduces.
    fn parameter_dim(&mut self) -> Expr {
        match self.choose(3) {
            0 => {
                let new = Expr::from(Var::new(self.name(), Type::scalar(DataType::Int64), Span::unknown()));
                self.scope.push(new.clone());
                new
            }
            1 if !self.scope.is_empty() => {
                let at = self.choose(self.scope.len());
                self.scope[at].clone()
            }
            _ => self.constant(),
        }
    }

    fn dim(&mut self) -> Expr {
        self.expr(1)
    }

    fn constant(&mut self) -> Expr {
        let span = Span::unknown();
        match self.choose(6) {
            0 => {
                let values = [0, 1, -1, 7, i64::MIN, i64::MAX];
                ConstInt::new(values[self.choose(values.len())], DataType::Int64, span).into()
            }
            1 => ConstInt::new(self.choose(2) as i64, DataType::Bool, span).into(),
            2 => {
                let value = [0, 1, -1, 127, 300][self.choose(5)];
                ConstInt::new(value, self.dtype(), span).into()
            }
            3 => ConstFloat::new([0.5, -1.0, f64::NAN, f64::INFINITY][self.choose(4)], self.dtype(), span).into(),
            _ => {
                let values = [0.0, -0.0, 1.5, -2.5, 1e300, 5e-324, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
                ConstFloat::new(values[self.choose(values.len())], DataType::FP32, span).into()
            }
        }
    }

    fn variable(&mut self) -> Expr {
        if self.scope.is_empty() || self.choose(8) == 7 {
            let at = self.choose(self.free.len());
            return self.free[at].clone();
        }
        let at = self.choose(self.scope.len());
        self.scope[at].clone()
    }

    fn expr(&mut self, depth: usize) -> Expr {
        let kinds = if depth == 0 { 2 } else { 6 };
        match self.choose(kinds) {
            0 => self.variable(),
            1 => self.constant(),
            2 => {
                let op = BinaryOp::ALL[self.choose(BinaryOp::ALL.len())];
                let (left, right) = (self.expr(depth - 1), self.expr(depth - 1));
                let ty = op.result().map_or_else(|| left.ty().clone(), Type::scalar);
                Expr::binary(op, BinaryExpr::new(ty, left, right, Span::unknown()))
            }
            3 => {
                let op = UnaryOp::ALL[self.choose(UnaryOp::ALL.len())];
                let operand = self.expr(depth - 1);
                let ty = op.result().map_or_else(|| operand.ty().clone(), Type::scalar);
                Expr::unary(op, UnaryExpr::new(ty, operand, Span::unknown()))
            }
            4 => {
                let index = self.choose(3) as u32;
                TupleGetItemExpr::new(self.expr(depth - 1), index, Span::unknown()).into()
            }
            _ => self.call(depth, Type::unknown()),
        }
    }

    /// A call of a function, or of an operation, which has the given type.
    fn call(&mut self, depth: usize, ty: Type) -> Expr {
        let args = (0..self.choose(4)).map(|_| self.expr(depth - 1)).collect();
        let mut attributes = BTreeMap::new();
        for name in ["axis", "mode", "dtype"] {
            if self.choose(3) == 2 {
                attributes.insert(name.to_owned(), self.attribute(2));
            }
        }
        let known = self.functions.len();
        let which = self.choose(known + 2);
        let (op, ty) = match self.functions.get(which) {
            Some(function) => (Callee::from(GlobalVar::new(&*function.name)), function.call_type()),
            None => (Op::new(["load", "tensor.exp"][which - known]).into(), ty),
        };
        Call::with_attributes(ty, op, args, attributes, Span::unknown()).into()
    }

    fn attribute(&mut self, depth: usize) -> AttrValue {
        match self.choose(if depth == 0 { 5 } else { 7 }) {
            0 => AttrValue::Int(self.choose(256) as i64 - 128),
            1 => AttrValue::Float([0.5, -1e-9, f64::NAN, f64::NEG_INFINITY][self.choose(4)]),
            2 => AttrValue::Bool(self.choose(2) == 1),
            3 => AttrValue::Str(["", "a\"b'\\", "é\n\r\t\u{1}", "# no comment"][self.choose(4)].to_owned()),
            4 => AttrValue::DataType(self.dtype()),
            5 => AttrValue::Expr(self.expr(1)),
            _ => AttrValue::List((0..self.choose(3)).map(|_| self.attribute(depth - 1)).collect()),
        }
    }

    /// Statements, the last of which yields so many values if there are any. Their names end with the block.
    fn block(&mut self, depth: usize, yields: usize) -> Stmt {
        let outer = self.scope.len();
        let mut statements = Vec::new();
        for _ in 0..self.choose(5) {
            let statement = self.stmt(depth);
            statements.push(statement);
        }
        if yields > 0 {
            let values = (0..yields).map(|_| self.expr(2)).collect();
            statements.push(YieldStmt::new(values, Span::unknown()).into());
        } else if self.choose(3) == 2 {
            let values = (0..self.choose(3)).map(|_| self.expr(2)).collect();
            statements.push(YieldStmt::new(values, Span::unknown()).into());
        }
        self.scope.truncate(outer);
        if statements.len() == 1 && self.choose(2) == 0 {
            return statements.swap_remove(0);
        }
        SeqStmts::new(statements, Span::unknown()).into()
    }

    fn stmt(&mut self, depth: usize) -> Stmt {
        match self.choose(if depth == 0 { 2 } else { 5 }) {
            0 => self.assign().into(),
            1 => {
                let statements = (0..self.choose(3)).map(|_| self.assign()).collect();
                OpStmts::new(statements, Span::unknown()).into()
            }
            2 => {
                let statements = (0..self.choose(3)).map(|_| self.stmt(depth - 1)).collect();
                SeqStmts::new(statements, Span::unknown()).into()
            }
            3 => self.conditional(depth).into(),
            _ => self.counted(depth).into(),
        }
    }

    fn assign(&mut self) -> Arc<AssignStmt> {
        let annotation = (self.choose(3) == 2).then(|| self.ty(1, Self::dim));
        let value = match self.choose(3) {
            2 => self.call(2, annotation.clone().unwrap_or_else(Type::unknown)),
            _ => match self.expr(3) {
                // The text gives the annotation to the operation.
                Expr::Call(call) if matches!(call.op, Callee::Op(_)) => Call::with_attributes(
                    annotation.clone().unwrap_or_else(Type::unknown),
                    call.op.clone(),
                    call.args.clone(),
                    call.attributes.clone(),
                    Span::unknown(),
                )
                .into(),
                other => other,
            },
        };
        let ty = annotation.unwrap_or_else(|| value.ty().clone());
        let var = Var::new(self.name(), ty, Span::unknown());
        self.scope.push(var.clone().into());
        AssignStmt::new(var, value, Span::unknown())
    }

    fn conditional(&mut self, depth: usize) -> Arc<IfStmt> {
        let condition = self.expr(2);
        let results = self.choose(3);
        let then_body = self.block(depth - 1, results);
        let else_body = (results > 0 || self.choose(2) == 1).then(|| self.block(depth - 1, results));
        let types = yielded(&then_body).map(|node| node.values.iter().map(|value| value.ty().clone()).collect());
        let types: Vec<Type> = if results > 0 { types.unwrap_or_default() } else { Vec::new() };
        let mut return_vars: Vec<_> = types.into_iter().map(|ty| Var::new(self.name(), ty, Span::unknown())).collect();
        if let ([_], false) = (&*return_vars, yields_operations(&then_body, else_body.as_ref()))
            && self.choose(3) == 2
        {
            let closed = |_: &mut Self| Expr::from(ConstInt::new(4, DataType::Int64, Span::unknown()));
            return_vars = vec![Var::new(self.name(), self.ty(1, closed), Span::unknown())];
        }
        self.scope.extend(return_vars.iter().cloned().map(Expr::from));
        IfStmt::new(condition, then_body, else_body, return_vars, Span::unknown())
    }

    fn counted(&mut self, depth: usize) -> Arc<ForStmt> {
        let range = [self.expr(1), self.expr(1), self.expr(1)];
        let carried = self.choose(3);
        let iter_args: Vec<_> = (0..carried)
            .map(|_| {
                let init = self.expr(2);
                IterArg::new(self.name(), init.ty().clone(), init, Span::unknown())
            })
            .collect();
        let loop_var = Var::new(self.name(), Type::scalar(DataType::Int64), Span::unknown());
        let outer = self.scope.len();
        self.scope.push(loop_var.clone().into());
        self.scope.extend(iter_args.iter().cloned().map(Expr::from));
        let body = self.block(depth - 1, carried);
        self.scope.truncate(outer);
        let mut return_vars = Vec::new();
        if self.choose(3) > 0 {
            for arg in iter_args.iter().take(if self.choose(3) == 2 { 1 } else { 3 }) {
                let annotated = carried == 1 && self.choose(3) == 2;
                let ty = if annotated { self.ty(1, Self::dim) } else { arg.r#type.clone() };
                return_vars.push(Var::new(self.name(), ty, Span::unknown()));
            }
        }
        self.scope.extend(return_vars.iter().cloned().map(Expr::from));
        ForStmt::new(loop_var, range, iter_args, body, return_vars, Span::unknown())
    }
}

/// Whether a branch yields the call of an operation, which gets its type from the result's, or nothing.
fn yields_operations(then_body: &Stmt, else_body: Option<&Stmt>) -> bool {
    [Some(then_body), else_body].into_iter().flatten().any(|body| match yielded(body) {
        Some(node) => {
            node.values.iter().any(|value| matches!(value, Expr::Call(call) if matches!(call.op, Callee::Op(_))))
        }
        None => true,
    })
}

/// The yield that a block ends with.
fn yielded(stmt: &Stmt) -> Option<&YieldStmt> {
    match stmt {
        Stmt::Yield(node) => Some(node),
        Stmt::Seq(seq) => seq.statements.last().and_then(yielded),
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_read_back(decisions in proptest::collection::vec(any::<u8>(), 0..400)) {
        let free = ["x", "x", "y", "free", "pi"].map(|name| {
            Expr::from(Var::new(name, Type::scalar(DataType::FP16), Span::unknown()))
        });
        let mut builder = Builder { decisions, scope: Vec::new(), free: free.into(), functions: Vec::new() };
        assert_round_trip(&builder.program());
    }
}
