//! How often expressions occur in a block.

use std::collections::{HashMap, HashSet};

use sexpr_core::{
    StructuralKey, structural_equal,
    walk::{Next, Walk},
};

use super::is_computed;
use crate::pypto::bottom_up::{BottomUp, bottom_up};
use crate::pypto::ir::{Expr, ExprView, Stmt, Type};
use crate::pypto::optimize::effects::Effects;

/// How often each expression occurs that can be given a variable: it is total, and not made of numbers alone, which
/// adapt to the type of the other operand as a variable does not.
pub(super) struct Counts<'f> {
    effects: &'f Effects<'f>,
    counts: HashMap<StructuralKey<Expr>, usize>,
    /// Expressions by their addresses, which stay theirs as long as they are here.
    met: HashMap<usize, (Expr, Candidate)>,
    /// The expressions that were looked for.
    sought: HashSet<usize>,
}

/// What is known of an expression.
#[derive(Clone)]
struct Candidate {
    is_total: bool,
    has_variables: bool,
    /// Of an expression that can be given a variable.
    key: Option<StructuralKey<Expr>>,
}

impl<'f> Counts<'f> {
    /// Counts in statements, and in the blocks within them.
    pub(super) fn of(statements: &[Stmt], effects: &'f Effects<'f>) -> Self {
        let mut counts = Self { effects, counts: HashMap::new(), met: HashMap::new(), sought: HashSet::new() };
        for stmt in statements {
            Walk::new()
                .distinct()
                .on(|_: &Type, _| Next::Skip)
                .on(|expr: &Expr, _| {
                    bottom_up(expr, &mut counts);
                    Next::Skip
                })
                .run(stmt);
        }
        counts
    }

    fn count(&mut self, candidate: &Candidate) {
        if let Some(key) = &candidate.key {
            *self.counts.entry(key.clone()).or_default() += 1;
        }
    }

    /// The expressions in a statement, but not in blocks within it, that occur again: inner ones first. They count no
    /// more after that.
    pub(super) fn repeated_in(&mut self, stmt: &Stmt) -> Vec<Expr> {
        let mut found = Vec::new();
        match stmt {
            Stmt::Assign(assign) if structural_equal(assign.value.ty(), &assign.var.r#type) => {
                self.assigned(&assign.value, &mut found);
            }
            Stmt::Assign(assign) => self.find(&assign.value, &mut found),
            Stmt::If(node) => self.find(&node.condition, &mut found),
            Stmt::For(node) => {
                [&node.start, &node.stop, &node.step].into_iter().for_each(|bound| self.find(bound, &mut found));
                node.iter_args.iter().for_each(|arg| self.find(&arg.init_value, &mut found));
            }
            Stmt::Yield(node) => node.values.iter().for_each(|value| self.find(value, &mut found)),
            Stmt::Seq(_) | Stmt::Op(_) => {}
        }
        found
    }

    /// An assigned value has a variable already.
    fn assigned(&mut self, value: &Expr, found: &mut Vec<Expr>) {
        if let Some(key) = self.repeated(value) {
            self.leave_out(value, &key);
            self.counts.remove(&key);
        }
        self.find_in(counted_operands(value, self.effects).cloned().collect(), found);
    }

    /// Looks for expressions in this one. Outer ones are seen first, since they take inner ones with them.
    fn find(&mut self, expr: &Expr, found: &mut Vec<Expr>) {
        self.find_in(vec![expr.clone()], found);
    }

    fn find_in(&mut self, mut rest: Vec<Expr>, found: &mut Vec<Expr>) {
        let first = found.len();
        while let Some(expr) = rest.pop() {
            if !self.sought.insert(expr.address()) {
                continue;
            }
            if let Some(key) = self.repeated(&expr) {
                self.leave_out(&expr, &key);
                self.counts.remove(&key);
                found.push(expr.clone());
            }
            rest.extend(counted_operands(&expr, self.effects).cloned());
        }
        found[first..].reverse();
    }

    fn repeated(&self, expr: &Expr) -> Option<StructuralKey<Expr>> {
        let (_, candidate) = self.met.get(&expr.address())?;
        let key = candidate.key.as_ref()?;
        self.counts.get(key).is_some_and(|count| *count > 1).then(|| key.clone())
    }

    /// All occurrences of an expression but one go away, and with them what is in them.
    fn leave_out(&mut self, expr: &Expr, key: &StructuralKey<Expr>) {
        let times = self.counts.get(key).map_or(0, |count| count - 1);
        let effects = self.effects;
        let mut rest: Vec<&Expr> = counted_operands(expr, effects).collect();
        let mut seen = HashSet::new();
        while let Some(part) = rest.pop() {
            let Some((_, candidate)) = self.met.get(&part.address()) else { continue };
            if let Some(count) = candidate.key.as_ref().and_then(|key| self.counts.get_mut(key)) {
                *count = count.saturating_sub(times);
            }
            if seen.insert(part.address()) {
                rest.extend(counted_operands(part, effects));
            }
        }
    }
}

/// Counts an expression and what is in it. Of shared nodes, what is in them is counted once. Gives whether the
/// expression is total, and whether there are variables or calls in it.
impl BottomUp for Counts<'_> {
    type Value = (bool, bool);

    fn known(&mut self, expr: &Expr) -> Option<(bool, bool)> {
        if !is_computed(expr) {
            return Some((true, expr.variable().is_some()));
        }
        let (_, known) = self.met.get(&expr.address()).cloned()?;
        self.count(&known);
        Some((known.is_total, known.has_variables))
    }

    fn enters(&self, expr: &Expr, operand: usize) -> bool {
        !self.effects.fixes(expr, operand)
    }

    fn made(&mut self, expr: &Expr, operands: Vec<Option<(bool, bool)>>) -> (bool, bool) {
        let mut is_total = self.effects.is_total_node(expr);
        let mut has_variables = matches!(expr.view(), ExprView::Call(_));
        for (operand, given) in expr.operands().zip(operands) {
            let (total, variables) = given.unwrap_or_else(|| (self.effects.is_total(operand), true));
            is_total &= total;
            has_variables |= variables;
        }
        let key = (is_total && has_variables).then(|| StructuralKey::new(expr.clone()));
        let candidate = Candidate { is_total, has_variables, key };
        self.count(&candidate);
        self.met.insert(expr.address(), (expr.clone(), candidate));
        (is_total, has_variables)
    }
}

/// The operands of an expression that may get variables.
fn counted_operands<'e>(expr: &'e Expr, effects: &Effects<'_>) -> impl Iterator<Item = &'e Expr> {
    expr.operands().enumerate().filter(|(at, _)| !effects.fixes(expr, *at)).map(|(_, operand)| operand)
}
