//! Statements.

use std::sync::Arc;

use sexpr_core::structural_equal;

use super::Printer;
use crate::pypto::ir::{
    AssignStmt, Callee, DataType, Expr, ForStmt, IfStmt, Precedence, Stmt, Type, Var, Variable, YieldStmt,
};
use crate::pypto::parser::MODULE;

/// How a block hands on its values.
#[derive(Clone, Copy)]
enum Yields<'a> {
    /// As a function's results, if nothing follows.
    Return,
    /// Under these names, if there are as many values.
    Named(&'a [String]),
    /// Without names.
    Plain,
}

impl Printer {
    /// A function's body.
    pub(super) fn body(&mut self, stmt: &Stmt) {
        self.stmt(stmt, Yields::Return, true);
    }

    fn block(&mut self, stmt: &Stmt, yields: Yields<'_>) {
        self.names.enter();
        self.indented(|this| this.stmt(stmt, yields, true));
        self.names.leave();
    }

    /// A statement; `last` says whether the block ends with it.
    fn stmt(&mut self, stmt: &Stmt, yields: Yields<'_>, last: bool) {
        match stmt {
            Stmt::Assign(assign) => self.assign(assign),
            Stmt::If(node) => self.conditional(node),
            Stmt::For(node) => self.counted(node),
            Stmt::Yield(node) => self.yields(node, yields, last),
            Stmt::Seq(seq) => {
                let count = seq.statements.len();
                for (i, stmt) in seq.statements.iter().enumerate() {
                    self.stmt(stmt, yields, last && i + 1 == count);
                }
            }
            Stmt::Op(ops) => ops.statements.iter().for_each(|assign| self.assign(assign)),
        }
    }

    fn assign(&mut self, assign: &AssignStmt) {
        // The value is read before the name is bound.
        let value = self.in_own_buffer(|this| {
            if let Some(ty) = assigned_annotation(assign) {
                this.text(": ");
                this.ty(ty);
            }
            this.text(" = ");
            this.expr(&assign.value, Precedence::Or);
            this.text("\n");
        });
        let name = self.names.bind_var(&assign.var);
        self.line_start();
        self.text(&name);
        self.text(&value);
    }

    fn yields(&mut self, node: &YieldStmt, yields: Yields<'_>, last: bool) {
        self.line_start();
        if let Yields::Named(names) = yields
            && names.len() == node.values.len()
        {
            self.text(&names.join(", "));
            self.text(" = ");
            self.text(MODULE);
            self.text(".yield(");
            self.exprs(&node.values);
            self.text(")\n");
            return;
        }
        let returns = last && matches!(yields, Yields::Return);
        self.text(if returns { "return" } else { "yield" });
        if !node.values.is_empty() {
            self.text(" ");
            self.exprs(&node.values);
        }
        self.text("\n");
    }

    fn conditional(&mut self, node: &IfStmt) {
        self.line_start();
        self.text("if ");
        self.expr(&node.condition, Precedence::Or);
        self.text(":\n");
        // The names are chosen first, since the branches mention them, and visible only afterwards.
        self.names.enter();
        let results: Vec<String> = node.return_vars.iter().map(|var| self.names.bind_var(var)).collect();
        self.names.leave();
        let yields = if results.is_empty() { Yields::Plain } else { Yields::Named(&results) };
        self.block(&node.then_body, yields);
        if let Some(body) = &node.else_body {
            self.line_start();
            self.text("else:\n");
            self.block(body, yields);
        }
        for (var, name) in node.return_vars.iter().zip(results) {
            self.names.bind_as(Variable::from(var), name);
        }
    }

    fn counted(&mut self, node: &ForStmt) {
        self.line_start();
        self.text("for ");
        let range = self.in_own_buffer(|this| this.range(node));
        self.names.enter();
        let loop_var = self.names.bind_var(&node.loop_var);
        self.text(&loop_var);
        let carried: Vec<String> = node.iter_args.iter().map(|arg| self.names.bind_iter_arg(arg)).collect();
        let carried_names = carried.join(", ");
        if !carried.is_empty() {
            self.text(", (");
            self.text(&carried_names);
            self.text(if carried.len() == 1 { ",)" } else { ")" });
        }
        self.text(" in ");
        self.text(&range);
        self.text(":\n");
        let yields = if carried.is_empty() { Yields::Plain } else { Yields::Named(&carried) };
        self.block(&node.body, yields);
        self.names.leave();

        if node.return_vars.len() != node.iter_args.len() || carried.is_empty() {
            self.bound_names(&node.return_vars);
            return;
        }
        let ty = final_annotation(node).map(|ty| {
            self.in_own_buffer(|this| {
                this.text(": ");
                this.ty(ty);
            })
        });
        let finals = self.bound_names(&node.return_vars);
        self.line_start();
        self.text(&finals);
        self.text(&ty.unwrap_or_default());
        self.text(" = ");
        self.text(&carried_names);
        self.text("\n");
    }

    /// `pi.range(…)`, without a start of 0 and a step of 1.
    fn range(&mut self, node: &ForStmt) {
        self.text(MODULE);
        self.text(".range(");
        let counts = is_int(&node.step, 1);
        if !counts || !is_int(&node.start, 0) {
            self.expr(&node.start, Precedence::Or);
            self.text(", ");
        }
        self.expr(&node.stop, Precedence::Or);
        if !counts {
            self.text(", ");
            self.expr(&node.step, Precedence::Or);
        }
        if !node.iter_args.is_empty() {
            self.text(", init_values=[");
            for (i, arg) in node.iter_args.iter().enumerate() {
                if i > 0 {
                    self.text(", ");
                }
                self.expr(&arg.init_value, Precedence::Or);
            }
            self.text("]");
        }
        self.text(")");
    }

    /// Binds variables and gives their names.
    fn bound_names(&mut self, vars: &[Arc<Var>]) -> String {
        let names: Vec<String> = vars.iter().map(|var| self.names.bind_var(var)).collect();
        names.join(", ")
    }
}

/// The type that an assignment shows: where the variable's is not the value's, and for the call of an operation,
/// which has its type from there.
pub(super) fn assigned_annotation(assign: &AssignStmt) -> Option<&Type> {
    let ty = &assign.var.r#type;
    let inferred = match &assign.value {
        Expr::Call(call) if matches!(call.op, Callee::Op(_)) => ty.is_unknown(),
        value => same(ty, value.ty()),
    };
    (!inferred).then_some(ty)
}

/// The type that the naming of a loop's only final value shows.
pub(super) fn final_annotation(node: &ForStmt) -> Option<&Type> {
    match (&*node.return_vars, &*node.iter_args) {
        ([var], [arg]) if !same(&var.r#type, &arg.r#type) => Some(&var.r#type),
        _ => None,
    }
}

fn same(left: &Type, right: &Type) -> bool {
    match (left, right) {
        (Type::Scalar(left), Type::Scalar(right)) => left.dtype == right.dtype,
        (Type::Tensor(left), Type::Tensor(right)) if Arc::ptr_eq(left, right) => true,
        (Type::Tuple(left), Type::Tuple(right)) if Arc::ptr_eq(left, right) => true,
        _ => structural_equal(left, right),
    }
}

fn is_int(expr: &Expr, value: i64) -> bool {
    match expr {
        Expr::ConstInt(node) => {
            node.value == value && matches!(&node.r#type, Type::Scalar(ty) if ty.dtype == DataType::Int64)
        }
        _ => false,
    }
}
