//! How often expressions occur in a block.

use std::collections::{HashMap, HashSet};

use sexpr_core::{Next, StructuralKey, Walk, structural_equal};

use super::is_computed;
use crate::pypto::ir::{Expr, ExprView, Stmt, Type};
use crate::pypto::optimize::effects::Effects;

/// How often each expression occurs that can be given a variable: it is total, and not made of numbers alone, which adapt
/// to the type of the other operand as a variable does not.
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
                    counts.add(expr);
                    Next::Skip
                })
                .run(stmt);
        }
        counts
    }

    /// Counts an expression and what is in it. Of shared nodes, what is in them is counted once.
    fn add(&mut self, expr: &Expr) -> (bool, bool) {
        if !is_computed(expr) {
            return (true, expr.variable().is_some());
        }
        if let Some((_, known)) = self.met.get(&expr.address()).cloned() {
            self.count(&known);
            return (known.is_total, known.has_variables);
        }
        let mut is_total = self.effects.is_total_node(expr);
        let is_call = matches!(expr.view(), ExprView::Call(_));
        let mut has_variables = is_call;
        for (at, operand) in expr.operands().enumerate() {
            let (total, variables) =
                if self.effects.fixes(expr, at) { (self.effects.is_total(operand), true) } else { self.add(operand) };
            is_total &= total;
            has_variables |= variables;
        }
        let key = (is_total && has_variables).then(|| StructuralKey::new(expr.clone()));
        let candidate = Candidate { is_total, has_variables, key };
        self.count(&candidate);
        self.met.insert(expr.address(), (expr.clone(), candidate));
        (is_total, has_variables)
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
        self.find_within(value, found);
    }

    fn find(&mut self, expr: &Expr, found: &mut Vec<Expr>) {
        if !self.sought.insert(expr.address()) {
            return;
        }
        match self.repeated(expr) {
            Some(key) => {
                self.leave_out(expr, &key);
                self.counts.remove(&key);
                self.find_within(expr, found);
                found.push(expr.clone());
            }
            None => self.find_within(expr, found),
        }
    }

    fn find_within(&mut self, expr: &Expr, found: &mut Vec<Expr>) {
        for (at, operand) in expr.operands().enumerate() {
            if !self.effects.fixes(expr, at) {
                self.find(operand, found);
            }
        }
    }

    fn repeated(&self, expr: &Expr) -> Option<StructuralKey<Expr>> {
        let (_, candidate) = self.met.get(&expr.address())?;
        let key = candidate.key.as_ref()?;
        self.counts.get(key).is_some_and(|count| *count > 1).then(|| key.clone())
    }

    /// All occurrences of an expression but one go away, and with them what is in them.
    fn leave_out<'e>(&mut self, expr: &'e Expr, key: &StructuralKey<Expr>) {
        let times = self.counts.get(key).map_or(0, |count| count - 1);
        let effects = self.effects;
        let counted = |expr: &'e Expr| {
            expr.operands().enumerate().filter(move |(at, _)| !effects.fixes(expr, *at)).map(|(_, operand)| operand)
        };
        let mut rest: Vec<&Expr> = counted(expr).collect();
        let mut seen = HashSet::new();
        while let Some(part) = rest.pop() {
            let Some((_, candidate)) = self.met.get(&part.address()) else { continue };
            if let Some(count) = candidate.key.as_ref().and_then(|key| self.counts.get_mut(key)) {
                *count = count.saturating_sub(times);
            }
            if seen.insert(part.address()) {
                rest.extend(counted(part));
            }
        }
    }
}
