//! A function's body, copied with fresh variables.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::pypto::bottom_up::{BottomUp, bottom_up, operands_or_same};
use crate::pypto::ir::{AssignStmt, Expr, ForStmt, Function, IfStmt, IterArg, Stmt, Type, Var, Variable, YieldStmt};
use crate::pypto::optimize::block::{assign, block, statements};
use crate::pypto::substitute::{Substitution, own_variables};

/// Puts what a function does for these arguments, each with its parameter's type, after some statements. Gives the
/// results, with their types. Every variable that is bound is a new one, so that none is taken for another.
///
/// Shape variables, and parameters that are pinned since types mention them, are what they stand for.
pub(super) fn inlined(
    function: &Function,
    args: &[Expr],
    pinned: &HashSet<Variable>,
    into: &mut Vec<Stmt>,
) -> Vec<Expr> {
    let mut copier =
        Copier { values: HashMap::new(), types: Substitution::of_call(function, args), copied: HashMap::new() };
    for variable in own_variables(function) {
        copier.values.extend(copier.types.get(variable).map(|extent| (variable, extent.clone())));
    }
    for (param, arg) in function.params.iter().zip(args) {
        if pinned.contains(&Variable::from(param)) {
            continue;
        }
        let ty = copier.types.ty(&param.r#type);
        let fresh = Var::new(param.name.clone(), ty, param.span.clone());
        copier.values.insert(Variable::from(param), fresh.clone().into());
        assign(&fresh, arg.clone(), arg.span(), into);
    }
    let mut results = Vec::new();
    for stmt in statements(&function.body) {
        match &stmt {
            Stmt::Yield(node) => {
                for (value, ty) in node.values.iter().zip(&function.return_types) {
                    let ty = copier.types.ty(ty);
                    let fresh = Var::new(format!("{}_result", function.name), ty, value.span().clone());
                    assign(&fresh, copier.expr(value), &node.span, into);
                    results.push(fresh.into());
                }
            }
            _ => into.push(copier.stmt(&stmt)),
        }
    }
    results
}

struct Copier {
    /// What the function's variables are in what is computed.
    values: HashMap<Variable, Expr>,
    /// What they are in types, where a parameter is the argument.
    types: Substitution,
    /// What became of nodes, which may share. The function keeps the old ones.
    copied: HashMap<usize, Expr>,
}

impl Copier {
    fn block(&mut self, body: &Stmt) -> Stmt {
        block(statements(body).iter().map(|stmt| self.stmt(stmt)).collect(), body.span())
    }

    fn stmt(&mut self, stmt: &Stmt) -> Stmt {
        match stmt {
            Stmt::Assign(node) => {
                let value = self.expr(&node.value);
                AssignStmt::new(self.var(&node.var), value, node.span.clone()).into()
            }
            Stmt::If(node) => {
                let condition = self.expr(&node.condition);
                let then_body = self.block(&node.then_body);
                let else_body = node.else_body.as_ref().map(|body| self.block(body));
                IfStmt::new(condition, then_body, else_body, self.vars(&node.return_vars), node.span.clone()).into()
            }
            Stmt::For(node) => {
                let range = [&node.start, &node.stop, &node.step].map(|bound| self.expr(bound));
                let inits: Vec<_> = node.iter_args.iter().map(|arg| self.expr(&arg.init_value)).collect();
                let counter = self.var(&node.loop_var);
                let carried = node.iter_args.iter().zip(inits).map(|(arg, init)| self.iter_arg(arg, init)).collect();
                let body = self.block(&node.body);
                let results = self.vars(&node.return_vars);
                ForStmt::new(counter, range, carried, body, results, node.span.clone()).into()
            }
            Stmt::Yield(node) => {
                let values = node.values.iter().map(|value| self.expr(value)).collect();
                YieldStmt::new(values, node.span.clone()).into()
            }
            Stmt::Seq(_) | Stmt::Op(_) => self.block(stmt),
        }
    }

    fn vars(&mut self, vars: &[Arc<Var>]) -> Vec<Arc<Var>> {
        vars.iter().map(|var| self.var(var)).collect()
    }

    fn var(&mut self, var: &Arc<Var>) -> Arc<Var> {
        let fresh = Var::new(var.name.clone(), self.types.ty(&var.r#type), var.span.clone());
        self.becomes(Variable::from(var), fresh.clone().into());
        fresh
    }

    fn iter_arg(&mut self, arg: &Arc<IterArg>, init: Expr) -> Arc<IterArg> {
        let ty: Type = self.types.ty(&arg.r#type);
        let fresh = IterArg::new(arg.name.clone(), ty, init, arg.span.clone());
        self.becomes(Variable::from(arg), fresh.clone().into());
        fresh
    }

    fn becomes(&mut self, variable: Variable, fresh: Expr) {
        self.types.insert(variable, fresh.clone());
        self.values.insert(variable, fresh);
    }

    fn expr(&mut self, expr: &Expr) -> Expr {
        bottom_up(expr, self)
    }
}

impl BottomUp for Copier {
    type Value = Expr;

    fn known(&mut self, expr: &Expr) -> Option<Expr> {
        match expr.variable() {
            Some(variable) => Some(self.values.get(&variable).unwrap_or(expr).clone()),
            None => self.copied.get(&expr.address()).cloned(),
        }
    }

    fn made(&mut self, expr: &Expr, operands: Vec<Option<Expr>>) -> Expr {
        let copied = match expr {
            Expr::ConstInt(_) | Expr::ConstFloat(_) => expr.clone(),
            _ => expr.rebuilt(self.types.ty(expr.ty()), operands_or_same(expr, operands)),
        };
        self.copied.insert(expr.address(), copied.clone());
        copied
    }
}
