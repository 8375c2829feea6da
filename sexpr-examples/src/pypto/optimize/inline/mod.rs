//! Inlining.
//!
//! A call of a function becomes what the function does: assignments of the arguments to variables for the parameters,
//! the body with fresh variables, and variables for the results. A call within an expression comes out of it, if
//! nothing but total expressions is computed before in the statement, and if it is computed in any case: not in the
//! right operand of `and` and `or`. Programs have no way to make a tuple, so several results are taken one by one;
//! where they are needed as a tuple, the call stays.
//!
//! Large functions are not inlined, nor is one into a function that would become too
//! large ([`callee`] has the limits) or nest too deep to be read back; nor one that has a shape variable, or mentions a
//! parameter in a type, where the call has something else than a variable or a constant of the same type for it.

mod callee;
mod copy;
mod nesting;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use sexpr_core::walk::{Next, Walk};

use self::callee::Inlinable;
use super::block::{block, statements};
use super::effects::{Effects, count};
use super::uses::pinned;
use crate::pypto::call_graph::Order;
use crate::pypto::ir::{
    AssignStmt, BinaryOp, Callee, Expr, ExprView, ForStmt, Function, GlobalVar, IfStmt, IterArg, Program, Stmt, Type,
    Variable, YieldStmt,
};

/// A program in which calls of functions are inlined.
pub(super) fn inline(program: &Program, effects: &Effects<'_>) -> Program {
    let mut functions = BTreeMap::new();
    let mut callees = BTreeMap::new();
    for name in Order::of(program).callees_first {
        let Some(function) = program.functions.get(&name) else { continue };
        let mut inliner = Inliner {
            callees: &callees,
            effects,
            size: count(&function.body),
            pinned: pinned(function, effects),
            needed_whole: needed_whole(function, effects),
            elements: HashMap::new(),
            replaced: HashMap::new(),
            untouched: HashSet::new(),
        };
        let body = inliner.block(&function.body, 1);
        let (params, returns) = (function.params.clone(), function.return_types.clone());
        let new = Function::new(function.name.clone(), params, returns, body, function.span.clone());
        callees.extend(Inlinable::of(&new, effects).map(|inlinable| (name.clone(), inlinable)));
        functions.insert(name, new);
    }
    Program { name: program.name.clone(), functions, span: program.span.clone() }
}

struct Inliner<'f> {
    callees: &'f BTreeMap<GlobalVar, Inlinable>,
    effects: &'f Effects<'f>,
    /// How many statements and expressions the function has by now.
    size: usize,
    /// The variables that cannot become others.
    pinned: HashSet<Variable>,
    /// The variables that are used otherwise than for their elements.
    needed_whole: HashSet<Variable>,
    /// The elements of variables that are there no more.
    elements: HashMap<Variable, Vec<Expr>>,
    /// Carried values that got another initial value, which is part of their nodes.
    replaced: HashMap<Variable, Expr>,
    /// The addresses of total expressions that stay as they are, which may be met again.
    untouched: HashSet<usize>,
}

/// Where an expression is computed.
struct Site<'s> {
    /// Statements before this one.
    before: &'s mut Vec<Stmt>,
    /// How many blocks are around.
    depth: usize,
    /// Whether all that is computed before, in this statement, is total.
    is_clean: bool,
}

impl Inliner<'_> {
    fn block(&mut self, body: &Stmt, depth: usize) -> Stmt {
        let mut into = Vec::new();
        for stmt in statements(body) {
            let new = self.stmt(&stmt, depth, &mut into);
            into.extend(new);
        }
        block(into, body.span())
    }

    /// A statement, after what it needs to have done before. Nothing is left of the assignment of a tuple that is not
    /// needed.
    fn stmt(&mut self, stmt: &Stmt, depth: usize, before: &mut Vec<Stmt>) -> Option<Stmt> {
        let mut site = Site { before, depth, is_clean: true };
        Some(match stmt {
            Stmt::Assign(assign) => return self.assign(assign, &mut site),
            Stmt::If(node) => {
                let condition = self.expr(&node.condition, &mut site);
                let then_body = self.block(&node.then_body, depth + 1);
                let else_body = node.else_body.as_ref().map(|body| self.block(body, depth + 1));
                IfStmt::new(condition, then_body, else_body, node.return_vars.clone(), node.span.clone()).into()
            }
            Stmt::For(node) => {
                let range = [&node.start, &node.stop, &node.step].map(|bound| self.expr(bound, &mut site));
                let carried = node.iter_args.iter().map(|arg| self.carried(arg, &mut site)).collect();
                let body = self.block(&node.body, depth + 1);
                let (counter, results) = (node.loop_var.clone(), node.return_vars.clone());
                ForStmt::new(counter, range, carried, body, results, node.span.clone()).into()
            }
            Stmt::Yield(node) => {
                let values = node.values.iter().map(|value| self.expr(value, &mut site)).collect();
                YieldStmt::new(values, node.span.clone()).into()
            }
            Stmt::Seq(_) | Stmt::Op(_) => stmt.clone(),
        })
    }

    fn assign(&mut self, assign: &Arc<AssignStmt>, site: &mut Site<'_>) -> Option<Stmt> {
        let variable = Variable::from(&assign.var);
        if !self.needed_whole.contains(&variable)
            && let Some(elements) = self.call(&assign.value, site, |results| results != 1)
        {
            self.elements.insert(variable, elements);
            return None;
        }
        let value = self.expr(&assign.value, site);
        if value.is(&assign.value) {
            return Some(assign.clone().into());
        }
        Some(AssignStmt::new(assign.var.clone(), value, assign.span.clone()).into())
    }

    fn carried(&mut self, arg: &Arc<IterArg>, site: &mut Site<'_>) -> Arc<IterArg> {
        if self.pinned.contains(&Variable::from(arg)) {
            site.is_clean &= self.effects.is_total(&arg.init_value);
            return arg.clone();
        }
        let init = self.expr(&arg.init_value, site);
        if init.is(&arg.init_value) {
            return arg.clone();
        }
        let new = IterArg::new(arg.name.clone(), arg.r#type.clone(), init, arg.span.clone());
        self.replaced.insert(Variable::from(arg), new.clone().into());
        new
    }

    /// An expression from which calls have come out.
    fn expr(&mut self, expr: &Expr, site: &mut Site<'_>) -> Expr {
        match expr.view() {
            ExprView::Call(_) => {
                if let Some(results) = self.call(expr, site, |results| results == 1) {
                    return results[0].clone();
                }
            }
            ExprView::TupleGetItem(node) => {
                let known = node.tuple.variable().and_then(|variable| self.elements.get(&variable));
                if let Some(element) = known.and_then(|elements| elements.get(node.index as usize)) {
                    return element.clone();
                }
                let is_element = |results| results > 1 && results > node.index as usize;
                if let Some(results) = self.call(&node.tuple, site, is_element) {
                    return results[node.index as usize].clone();
                }
            }
            _ => {}
        }
        self.without(expr, site)
    }

    /// An expression that stays, from whose operands calls have come out.
    fn without(&mut self, expr: &Expr, site: &mut Site<'_>) -> Expr {
        if let Some(variable) = expr.variable() {
            return self.replaced.get(&variable).unwrap_or(expr).clone();
        }
        if self.untouched.contains(&expr.address()) {
            return expr.clone();
        }
        let was_clean = site.is_clean;
        let is_lazy = matches!(expr.view(), ExprView::Binary(BinaryOp::And | BinaryOp::Or, _));
        let operands: Vec<&Expr> = expr.operands().collect();
        let mut new = Vec::with_capacity(operands.len());
        for (at, operand) in operands.into_iter().enumerate() {
            if self.effects.fixes(expr, at) {
                site.is_clean &= self.effects.is_total(operand);
                new.push(operand.clone());
            } else if is_lazy && at == 1 {
                let is_clean = std::mem::replace(&mut site.is_clean, false);
                let operand = self.expr(operand, site);
                site.is_clean = is_clean && self.effects.is_total(&operand);
                new.push(operand);
            } else {
                new.push(self.expr(operand, site));
            }
        }
        let new = expr.with_operands(new);
        site.is_clean &= self.effects.is_total_node(&new);
        if was_clean && site.is_clean && new.is(expr) {
            self.untouched.insert(expr.address());
        }
        new
    }

    /// The results of a call that is inlined here, if there are as many as are wanted.
    fn call(&mut self, expr: &Expr, site: &mut Site<'_>, wanted: impl Fn(usize) -> bool) -> Option<Vec<Expr>> {
        let Expr::Call(call) = expr else { return None };
        let Callee::GlobalVar(name) = &call.op else { return None };
        let callee = self.callees.get(name).filter(|callee| site.is_clean && wanted(callee.results()))?;
        if !callee.fits(call, site.depth, self.size) {
            return None;
        }
        let args = expr.operands().enumerate();
        let args: Vec<Expr> = args
            .map(|(at, arg)| if self.effects.fixes(expr, at) { arg.clone() } else { self.expr(arg, site) })
            .collect();
        self.size += callee.size + args.len();
        site.is_clean = true;
        Some(callee.inlined(&args, site.before))
    }
}

/// The variables that are used otherwise than for their elements, or where nothing is replaced.
fn needed_whole(function: &Function, effects: &Effects<'_>) -> HashSet<Variable> {
    let pinned = pinned(function, effects);
    let mut whole = pinned.clone();
    let mut inits = Vec::new();
    Walk::new()
        .distinct()
        .on(|_: &Type, _| Next::Skip)
        .on(|counted: &ForStmt, _| {
            let fixed = counted.iter_args.iter().filter(|arg| pinned.contains(&Variable::from(*arg)));
            inits.extend(fixed.map(|arg| arg.init_value.clone()));
        })
        .on(|expr: &Expr, _| {
            if let Expr::TupleGetItem(node) = expr
                && node.tuple.variable().is_some()
            {
                return Next::Skip;
            }
            whole.extend(expr.variable());
            Next::Inside
        })
        .run(function);
    for init in inits {
        Walk::new().distinct().on(|expr: &Expr, _| whole.extend(expr.variable())).run(&init);
    }
    whole
}
