//! Functions and statements.

use std::sync::Arc;

use sexpr_core::walk::Walk;

use super::agree::{Sort, agree, scalar_sort};
use super::scope::Scope;
use super::{Checker, ProblemKind};
use crate::pypto::describe::described;
use crate::pypto::ir::{
    AssignStmt, DataType, Expr, ForStmt, Function, IfStmt, Span, Stmt, Type, Var, Variable, YieldStmt,
};
use crate::text::elided;

/// What takes the values that a block yields, and the types that they are to have.
struct Taker<'t> {
    name: &'static str,
    value: &'static str,
    types: Vec<&'t Type>,
    /// The values that the other branch yields.
    others: &'t [Expr],
}

impl<'p> Checker<'p> {
    pub(super) fn function(&mut self, function: &'p Function) {
        let around = self.enter(&function.span);
        self.scope = Scope::default();
        self.scope.enter();
        for param in &function.params {
            self.bind_var(param);
        }
        // The parameter list binds the shape variables in its types.
        for param in &function.params {
            Walk::new()
                .distinct()
                .on(|expr: &'p Expr, _| {
                    if let (Some(variable), Some(name)) = (expr.variable(), expr.name())
                        && self.scope.get(variable).is_none()
                    {
                        self.scope.bind(variable, name, expr.span());
                    }
                })
                .run(&param.r#type);
        }
        function.params.iter().for_each(|param| self.ty(&param.r#type));
        function.return_types.iter().for_each(|ty| self.ty(ty));
        let types = function.return_types.iter().collect();
        self.body(&function.body, &Taker { name: "the function", value: "the result", types, others: &[] });
        self.scope.leave();
        self.around = around;
    }

    /// A block: statements that yield to something at their end.
    fn block(&mut self, body: &'p Stmt, taker: &Taker<'_>) {
        self.scope.enter();
        self.body(body, taker);
        self.scope.leave();
    }

    fn body(&mut self, body: &'p Stmt, taker: &Taker<'_>) {
        let mut yielded = false;
        self.stmt(body, taker, &mut yielded);
        if !yielded && !taker.types.is_empty() {
            let kind = ProblemKind::NoYield { taker: taker.name, takes: taker.types.len() };
            self.report(kind, last(body).span());
        }
    }

    /// A statement of a block, which may have ended with a yield before.
    fn stmt(&mut self, stmt: &'p Stmt, taker: &Taker<'_>, yielded: &mut bool) {
        if let Stmt::Seq(seq) = stmt {
            return seq.statements.iter().for_each(|stmt| self.stmt(stmt, taker, yielded));
        }
        if *yielded {
            self.report(ProblemKind::AfterYield, stmt.span());
        }
        let around = self.enter(stmt.span());
        match stmt {
            Stmt::Seq(_) => {}
            Stmt::Assign(assign) => self.assign(assign),
            Stmt::Op(ops) => ops.statements.iter().for_each(|assign| self.assign(assign)),
            Stmt::If(node) => self.conditional(node),
            Stmt::For(node) => self.counted(node),
            Stmt::Yield(node) => {
                self.yields(node, taker);
                *yielded = true;
            }
        }
        self.around = around;
    }

    fn assign(&mut self, assign: &'p AssignStmt) {
        self.expr(&assign.value);
        self.ty(&assign.var.r#type);
        self.given(&assign.value, &assign.var.r#type, "the assigned value");
        self.bind_var(&assign.var);
    }

    fn yields(&mut self, node: &'p YieldStmt, taker: &Taker<'_>) {
        node.values.iter().for_each(|value| self.expr(value));
        if node.values.len() != taker.types.len() {
            let (takes, yields) = (taker.types.len(), node.values.len());
            return self.report(ProblemKind::YieldCount { taker: taker.name, takes, yields }, &node.span);
        }
        for (at, (value, ty)) in node.values.iter().zip(&taker.types).enumerate() {
            match taker.others.get(at) {
                Some(other) if !agree(other.ty(), value.ty()) => {
                    let kind = ProblemKind::Branches { first: described(other.ty()), second: described(value.ty()) };
                    self.report_with(kind, value.span(), other.span(), "the first branch yields this");
                }
                _ => self.given(value, ty, taker.value),
            }
        }
    }

    fn conditional(&mut self, node: &'p IfStmt) {
        self.expr(&node.condition);
        self.given(&node.condition, &Type::scalar(DataType::Bool), "the condition");
        let types = node.return_vars.iter().map(|var| &var.r#type).collect();
        let mut taker = Taker { name: "the `if`", value: "the result of the `if`", types, others: &[] };
        self.block(&node.then_body, &taker);
        if let Stmt::Yield(yielded) = last(&node.then_body) {
            taker.others = &yielded.values;
        }
        match &node.else_body {
            Some(body) => self.block(body, &taker),
            None if !node.return_vars.is_empty() => self.report(ProblemKind::NoElse, &node.span),
            None => {}
        }
        self.bind_results(&node.return_vars);
    }

    fn counted(&mut self, node: &'p ForStmt) {
        for (bound, what) in [(&node.start, "the start of a range"), (&node.stop, "its stop"), (&node.step, "its step")]
        {
            self.expr(bound);
            self.integer(bound, what);
        }
        for arg in &node.iter_args {
            self.expr(&arg.init_value);
            self.ty(&arg.r#type);
            self.given(&arg.init_value, &arg.r#type, "the initial value");
        }
        let counter = &node.loop_var;
        if scalar_sort(&counter.r#type) != Some(Sort::Integer) {
            let found = described(&counter.r#type);
            self.report(ProblemKind::Integer { what: "the counter of a loop", found }, &counter.span);
        }

        self.scope.enter();
        self.bind_var(counter);
        for arg in &node.iter_args {
            self.bind(Variable::from(arg), &arg.name, &arg.span);
        }
        let types = node.iter_args.iter().map(|arg| &arg.r#type).collect();
        self.block(&node.body, &Taker { name: "the loop", value: "the carried value", types, others: &[] });
        self.scope.leave();

        let (carried, finals) = (node.iter_args.len(), node.return_vars.len());
        if carried != finals {
            self.report(ProblemKind::Finals { carried, finals }, &node.span);
        }
        for (arg, var) in node.iter_args.iter().zip(&node.return_vars) {
            self.same(&var.r#type, &arg.r#type, "the final value", &var.span);
        }
        self.bind_results(&node.return_vars);
    }

    fn bind_results(&mut self, vars: &'p [Arc<Var>]) {
        for var in vars {
            self.ty(&var.r#type);
            self.bind_var(var);
        }
    }

    fn bind_var(&mut self, var: &'p Arc<Var>) {
        self.bind(Variable::from(var), &var.name, &var.span);
    }

    fn bind(&mut self, variable: Variable, name: &'p str, span: &'p Span) {
        if let Some(before) = self.scope.bind(variable, name, span) {
            self.report_with(ProblemKind::BoundTwice(elided(name)), span, before, "bound here before");
        }
    }
}

/// The statement that a block ends with.
fn last(stmt: &Stmt) -> &Stmt {
    match stmt {
        Stmt::Seq(seq) => seq.statements.last().map_or(stmt, last),
        _ => stmt,
    }
}
