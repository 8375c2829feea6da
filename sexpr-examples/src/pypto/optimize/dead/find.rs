//! What of a function is needed.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use sexpr_core::walk::Walk;

use crate::pypto::ir::{Expr, Function, Stmt, Type, Variable};
use crate::pypto::optimize::block::statements;
use crate::pypto::optimize::effects::Effects;

/// Something that is needed or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// A statement, by its address.
    Statement(usize),
    /// One of the values that a statement hands on.
    Position(usize, usize),
}

/// A statement's address.
pub(super) fn address(stmt: &Stmt) -> usize {
    match stmt {
        Stmt::Assign(node) => Arc::as_ptr(node).addr(),
        Stmt::If(node) => Arc::as_ptr(node).addr(),
        Stmt::For(node) => Arc::as_ptr(node).addr(),
        Stmt::Yield(node) => Arc::as_ptr(node).addr(),
        Stmt::Seq(node) => Arc::as_ptr(node).addr(),
        Stmt::Op(node) => Arc::as_ptr(node).addr(),
    }
}

/// The parts that are needed.
pub(super) struct Needed {
    parts: HashSet<Part>,
}

impl Needed {
    pub(super) fn of(function: &Function, effects: &Effects<'_>) -> Self {
        let mut finder = Finder { effects, binds: HashMap::new(), needs: HashMap::new(), roots: Roots::default() };
        for ty in function.params.iter().map(|param| &param.r#type).chain(&function.return_types) {
            finder.roots.variables.extend(mentioned_in_type(ty));
        }
        finder.block(&function.body, None);
        finder.closure()
    }

    pub(super) fn contains(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }
}

/// What is needed first of all.
#[derive(Default)]
struct Roots {
    parts: Vec<Part>,
    variables: Vec<Variable>,
}

/// What a part needs.
#[derive(Default)]
struct Needs {
    part: Option<Part>,
    variables: Vec<Variable>,
}

struct Finder<'f> {
    effects: &'f Effects<'f>,
    /// The part that binds a variable. Parameters are always there.
    binds: HashMap<Variable, Part>,
    needs: HashMap<Part, Needs>,
    roots: Roots,
}

impl Finder<'_> {
    /// Goes through a block that belongs to a statement.
    fn block(&mut self, body: &Stmt, taker: Option<usize>) {
        for stmt in statements(body) {
            let around = taker.map(Part::Statement);
            let part = Part::Statement(address(&stmt));
            match &stmt {
                Stmt::Yield(node) => {
                    for (at, value) in node.values.iter().enumerate() {
                        match taker {
                            Some(taker) => self.handed_on(Part::Position(taker, at), value),
                            None => self.roots.variables.extend(mentioned(value)),
                        }
                    }
                    continue;
                }
                Stmt::Assign(node) => {
                    self.binds.insert(Variable::from(&node.var), part);
                    self.need(part, [&node.value]);
                    self.need_type(part, &node.var.r#type);
                }
                Stmt::If(node) => {
                    self.need(part, [&node.condition]);
                    for (at, var) in node.return_vars.iter().enumerate() {
                        self.hands_on(part, at, [(Variable::from(var), &var.r#type)]);
                    }
                    self.block(&node.then_body, Some(address(&stmt)));
                    node.else_body.iter().for_each(|body| self.block(body, Some(address(&stmt))));
                }
                Stmt::For(node) => {
                    if !self.effects.is_total_loop(node) {
                        self.roots.parts.push(part);
                    }
                    self.binds.insert(Variable::from(&node.loop_var), part);
                    self.need(part, [&node.start, &node.stop, &node.step]);
                    self.need_type(part, &node.loop_var.r#type);
                    for (at, (arg, var)) in node.iter_args.iter().zip(&node.return_vars).enumerate() {
                        let bound = [(Variable::from(arg), &arg.r#type), (Variable::from(var), &var.r#type)];
                        self.hands_on(part, at, bound);
                        self.handed_on(Part::Position(address(&stmt), at), &arg.init_value);
                    }
                    self.block(&node.body, Some(address(&stmt)));
                }
                Stmt::Seq(_) | Stmt::Op(_) => {}
            }
            self.needs.entry(part).or_default().part = around;
        }
    }

    /// A statement computes these.
    fn need<'e>(&mut self, part: Part, exprs: impl IntoIterator<Item = &'e Expr>) {
        for expr in exprs {
            if !self.effects.is_total(expr) {
                self.roots.parts.push(part);
            }
            self.needs.entry(part).or_default().variables.extend(mentioned(expr));
        }
    }

    fn need_type(&mut self, part: Part, ty: &Type) {
        self.needs.entry(part).or_default().variables.extend(mentioned_in_type(ty));
    }

    /// A statement hands a value on, under these names.
    fn hands_on<const N: usize>(&mut self, statement: Part, at: usize, names: [(Variable, &Type); N]) {
        let Part::Statement(address) = statement else { return };
        let part = Part::Position(address, at);
        self.needs.entry(part).or_default().part = Some(statement);
        for (variable, ty) in names {
            self.binds.insert(variable, part);
            self.need_type(part, ty);
        }
    }

    /// A value is handed on.
    fn handed_on(&mut self, part: Part, value: &Expr) {
        self.need(part, [value]);
    }

    fn closure(self) -> Needed {
        let mut parts = HashSet::new();
        let mut waiting = self.roots.parts;
        waiting.extend(self.roots.variables.iter().filter_map(|variable| self.binds.get(variable)));
        while let Some(part) = waiting.pop() {
            if parts.insert(part)
                && let Some(needs) = self.needs.get(&part)
            {
                waiting.extend(needs.part);
                waiting.extend(needs.variables.iter().filter_map(|variable| self.binds.get(variable)));
            }
        }
        Needed { parts }
    }
}

/// The variables in an expression, and in the types of what is in it.
fn mentioned(expr: &Expr) -> HashSet<Variable> {
    let mut found = HashSet::new();
    Walk::new().distinct().on(|expr: &Expr, _| found.extend(expr.variable())).run(expr);
    found
}

fn mentioned_in_type(ty: &Type) -> HashSet<Variable> {
    let mut found = HashSet::new();
    Walk::new().distinct().on(|expr: &Expr, _| found.extend(expr.variable())).run(ty);
    found
}
