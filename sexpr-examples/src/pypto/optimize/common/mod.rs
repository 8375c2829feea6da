//! Common-subexpression elimination.
//!
//! A total expression that a variable was assigned before, in the same block or in one around it, becomes that
//! variable. One that occurs several times in a block, and in blocks within, gets a variable right before the first of
//! these statements. A variable that is assigned another one of its type becomes that one.
//!
//! Two expressions are equal where the library says so: their types are equal, and each variable is the same node.
//! Since a variable is bound once, they have the same value wherever both can stand.

mod count;

use std::collections::HashSet;
use std::collections::hash_map::{Entry, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;

use sexpr_core::{
    StructuralKey, structural_equal,
    walk::{Next, Walk},
};

use self::count::Counts;
use super::block::{block, statements};
use super::effects::Effects;
use super::uses::pinned;
use crate::pypto::bottom_up::{BottomUp, bottom_up, operands_or_same};
use crate::pypto::ir::{
    AssignStmt, Expr, ForStmt, Function, IfStmt, IterArg, Span, Stmt, Type, Use, Var, Variable, YieldStmt,
};

/// A function in which nothing total is computed twice.
pub(super) fn eliminate(function: &Function, effects: &Effects<'_>) -> Arc<Function> {
    let mut common = Common {
        effects,
        available: HashMap::new(),
        replaced: HashMap::new(),
        pinned: pinned(function, effects),
        rewritten: HashMap::new(),
    };
    let body = common.block(&function.body);
    let (params, returns) = (function.params.clone(), function.return_types.clone());
    Function::new(function.name.clone(), params, returns, body, function.span.clone())
}

struct Common<'f> {
    effects: &'f Effects<'f>,
    /// What was computed, and the variable that has it.
    available: HashMap<StructuralKey<Expr>, Expr>,
    /// The variables that became others.
    replaced: HashMap<Variable, Expr>,
    /// The variables that cannot become others.
    pinned: HashSet<Variable>,
    /// What became of the nodes of a statement, which may share.
    rewritten: HashMap<usize, Expr>,
}

impl Common<'_> {
    fn block(&mut self, body: &Stmt) -> Stmt {
        let statements = statements(body);
        let mut counts = Counts::of(&statements, self.effects);
        let mut added = Vec::new();
        let mut into = Vec::new();
        for stmt in &statements {
            self.name_repeated(stmt, &mut counts, &mut added, &mut into);
            let rewritten = self.stmt(stmt, &mut added);
            into.push(rewritten);
        }
        // What a block computes is known only there.
        for key in added {
            self.available.remove(&key);
        }
        block(into, body.span())
    }

    /// Assigns what occurs in a statement, and again in the block, to variables.
    fn name_repeated(
        &mut self,
        stmt: &Stmt,
        counts: &mut Counts<'_>,
        added: &mut Vec<StructuralKey<Expr>>,
        into: &mut Vec<Stmt>,
    ) {
        for repeated in counts.repeated_in(stmt) {
            self.rewritten.clear();
            let value = self.expr(&repeated);
            if value.variable().is_some() {
                continue;
            }
            let var = Var::new("common", value.ty().clone(), repeated.span().clone());
            self.provide(&value, var.clone().into(), added);
            into.push(AssignStmt::new(var, value, repeated.span().clone()).into());
        }
    }

    fn stmt(&mut self, stmt: &Stmt, added: &mut Vec<StructuralKey<Expr>>) -> Stmt {
        self.rewritten.clear();
        match stmt {
            Stmt::Assign(assign) => self.assign(assign, added),
            Stmt::If(node) => self.conditional(node),
            Stmt::For(node) => self.counted(node),
            Stmt::Yield(node) => {
                let values = node.values.iter().map(|value| self.expr(value)).collect();
                YieldStmt::new(values, node.span.clone()).into()
            }
            Stmt::Seq(_) | Stmt::Op(_) => stmt.clone(),
        }
    }

    fn assign(&mut self, assign: &Arc<AssignStmt>, added: &mut Vec<StructuralKey<Expr>>) -> Stmt {
        let value = self.expr(&assign.value);
        if structural_equal(value.ty(), &assign.var.r#type) {
            if value.variable().is_some() {
                self.replaced.insert(Variable::from(&assign.var), value.clone());
            } else if is_computed(&value) && !is_of_numbers(&value) && self.effects.is_total(&value) {
                self.provide(&value, assign.var.clone().into(), added);
            }
        }
        if value.is(&assign.value) {
            return assign.clone().into();
        }
        AssignStmt::new(assign.var.clone(), value, assign.span.clone()).into()
    }

    /// From here on to the end of the block, a variable has a value.
    fn provide(&mut self, value: &Expr, variable: Expr, added: &mut Vec<StructuralKey<Expr>>) {
        let key = StructuralKey::new(value.clone());
        if let Entry::Vacant(vacant) = self.available.entry(key) {
            added.push(vacant.key().clone());
            vacant.insert(variable);
        }
    }

    fn conditional(&mut self, node: &IfStmt) -> Stmt {
        let condition = self.expr(&node.condition);
        let then_body = self.block(&node.then_body);
        let else_body = node.else_body.as_ref().map(|body| self.block(body));
        IfStmt::new(condition, then_body, else_body, node.return_vars.clone(), node.span.clone()).into()
    }

    fn counted(&mut self, node: &ForStmt) -> Stmt {
        let range = [&node.start, &node.stop, &node.step].map(|bound| self.expr(bound));
        let iter_args = node.iter_args.iter().map(|arg| self.carried(arg)).collect();
        let body = self.block(&node.body);
        let (counter, results) = (node.loop_var.clone(), node.return_vars.clone());
        ForStmt::new(counter, range, iter_args, body, results, node.span.clone()).into()
    }

    /// A carried value, which is another one if its initial value is.
    fn carried(&mut self, arg: &Arc<IterArg>) -> Arc<IterArg> {
        let init = self.expr(&arg.init_value);
        if init.is(&arg.init_value) || self.pinned.contains(&Variable::from(arg)) {
            return arg.clone();
        }
        let new = IterArg::new(arg.name.clone(), arg.r#type.clone(), init, arg.span.clone());
        self.replaced.insert(Variable::from(arg), new.clone().into());
        new
    }

    /// An expression in which variables stand for what they have.
    fn expr(&mut self, expr: &Expr) -> Expr {
        bottom_up(expr, self)
    }

    /// The variable that has a value, or the value.
    fn variable_or_value(&self, expr: Expr) -> Expr {
        if self.available.is_empty() || !is_computed(&expr) {
            return expr;
        }
        let key = StructuralKey::new(expr);
        match self.available.get(&key) {
            Some(variable) => used_at(variable, key.span()),
            None => StructuralKey::into_inner(key),
        }
    }
}

impl BottomUp for Common<'_> {
    type Value = Expr;

    fn known(&mut self, expr: &Expr) -> Option<Expr> {
        match expr.variable() {
            Some(variable) => {
                let replaced = self.replaced.get(&variable).map(|new| used_at(new, expr.span()));
                Some(replaced.unwrap_or_else(|| expr.clone()))
            }
            None => self.rewritten.get(&expr.address()).cloned(),
        }
    }

    fn enters(&self, expr: &Expr, operand: usize) -> bool {
        !self.effects.fixes(expr, operand)
    }

    fn made(&mut self, expr: &Expr, operands: Vec<Option<Expr>>) -> Expr {
        let rewritten = self.variable_or_value(expr.with_operands(operands_or_same(expr, operands)));
        self.rewritten.insert(expr.address(), rewritten.clone());
        rewritten
    }
}

/// Whether an expression is neither a variable nor a constant.
fn is_computed(expr: &Expr) -> bool {
    !matches!(expr, Expr::Var(_) | Expr::IterArg(_) | Expr::ConstInt(_) | Expr::ConstFloat(_))
}

/// Whether an expression is made of numbers alone. It adapts to the type of the other operand, as a variable does not.
fn is_of_numbers(expr: &Expr) -> bool {
    let other = Walk::breakable()
        .distinct()
        .on(|_: &Type, _| Next::Skip)
        .on(|expr: &Expr, _| -> ControlFlow<()> {
            let is_other = expr.variable().is_some() || matches!(expr, Expr::Call(_));
            if is_other { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .try_run(expr);
    other.is_continue()
}

/// A use of a variable at another place.
fn used_at(variable: &Expr, span: &Span) -> Expr {
    match variable {
        Expr::Var(used) => Expr::Var(Use::new(used.variable.clone(), span.clone())),
        Expr::IterArg(used) => Expr::IterArg(Use::new(used.variable.clone(), span.clone())),
        other => other.clone(),
    }
}
