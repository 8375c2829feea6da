//! Statements.

use super::Printer;
use super::annotation::{self, Final, Yielded};
use crate::pypto::ir::{AssignStmt, DataType, Expr, ForStmt, IfStmt, Precedence, Stmt, Type, Variable, YieldStmt};
use crate::pypto::parser::MODULE;

/// How a block hands on its values.
#[derive(Clone, Copy)]
enum Yields<'a> {
    /// As a function's results, if nothing follows.
    Return,
    /// Under these names, if there are as many values; perhaps with their types.
    Named(&'a [String], Yielded<'a>),
    /// Without names.
    Plain,
}

impl Printer {
    /// A function's body.
    pub(super) fn body(&mut self, stmt: &Stmt) {
        self.statements(stmt, Yields::Return);
    }

    fn block(&mut self, stmt: &Stmt, yields: Yields<'_>) {
        self.names.enter();
        self.indented(|this| this.statements(stmt, yields));
        self.names.leave();
    }

    /// The statements of a block, which is not empty in Python.
    fn statements(&mut self, stmt: &Stmt, yields: Yields<'_>) {
        let start = self.out.len();
        self.stmt(stmt, yields, true);
        if self.out.len() == start {
            self.line_start();
            self.text("pass\n");
        }
    }

    /// A statement; `last` says whether the block ends with it.
    fn stmt(&mut self, stmt: &Stmt, yields: Yields<'_>, last: bool) {
        let is_printed = match stmt {
            Stmt::Seq(_) => false,
            Stmt::Op(ops) => !ops.statements.is_empty(),
            _ => true,
        };
        let follows_unnamed = self.follows_unnamed && is_printed;
        self.follows_unnamed &= !follows_unnamed;
        match stmt {
            Stmt::Assign(assign) => self.assign(assign),
            Stmt::If(node) => self.conditional(node),
            Stmt::For(node) => self.counted(node),
            Stmt::Yield(node) => self.yields(node, yields, last && !follows_unnamed),
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
            this.annotation(annotation::assigned(assign));
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
        if let Yields::Named(names, yielded) = yields
            && names.len() == node.values.len()
        {
            self.text(&names.join(", "));
            self.annotation(yielded.annotation(node));
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
        let yields = match &*results {
            [] => Yields::Plain,
            names => Yields::Named(names, Yielded::of_branches(node)),
        };
        self.block(&node.then_body, yields);
        if let Some(body) = &node.else_body {
            self.line_start();
            self.text("else:\n");
            self.block(body, yields);
        }
        self.follows_unnamed = matches!(last(&node.then_body), Some(Stmt::Yield(yielded))
            if !yielded.values.is_empty() && yielded.values.len() != results.len());
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
        let yields = match &*carried {
            [] => Yields::Plain,
            names => Yields::Named(names, Yielded::of_loop(node)),
        };
        self.block(&node.body, yields);
        self.names.leave();
        self.finals(node, &carried);
    }

    /// The names of a loop's final values: in one line if all have one and need no type, else one a line.
    fn finals(&mut self, node: &ForStmt, carried: &[String]) {
        let finals = annotation::finals(node, &self.used);
        let in_one_line = finals.len() == carried.len() && finals.iter().all(|last| last.ty.is_none());
        let mut names = Vec::with_capacity(finals.len());
        // A final value may have the name that the value is carried by, and no other's.
        let mut reserved = self.names.reserve(carried);
        for Final { at, var, ty } in finals {
            let ty = self.in_own_buffer(|this| this.annotation(ty));
            let name = self.names.bind_reserved(&mut reserved, &carried[at], var);
            if in_one_line {
                names.push(name);
                continue;
            }
            self.line_start();
            self.text(&name);
            self.text(&ty);
            self.text(" = ");
            self.text(&carried[at]);
            self.text("\n");
        }
        self.names.release(reserved);
        if !names.is_empty() {
            self.line_start();
            self.text(&names.join(", "));
            self.text(" = ");
            self.text(&carried.join(", "));
            self.text("\n");
        }
        // Those that no value is carried for have names nevertheless, in case they are used.
        for var in node.return_vars.iter().skip(node.iter_args.len()) {
            self.names.bind_var(var);
        }
    }

    /// A colon and a type, if there is one to be shown.
    fn annotation(&mut self, ty: Option<&Type>) {
        if let Some(ty) = ty {
            self.text(": ");
            self.ty(ty);
        }
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
}

/// The statement that a block ends with.
fn last(stmt: &Stmt) -> Option<&Stmt> {
    match stmt {
        Stmt::Seq(seq) => seq.statements.iter().rev().find_map(last),
        stmt => Some(stmt),
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
