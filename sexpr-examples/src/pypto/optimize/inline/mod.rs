//! Inlining.
//!
//! A call of a function becomes what the function does: assignments of the arguments to variables for the parameters, the
//! body with fresh variables, and variables for the results. A call within an expression comes out of it, if nothing but
//! total expressions is computed before in the statement, and if it is computed in any case: not in the right operand of
//! `and` and `or`. Programs have no way to make a tuple, so several results are taken one by one; where they are needed as a
//! tuple, the call stays.
//!
//! Functions that call themselves are not inlined, nor are large ones ([`CALLEE_SIZE`]), nor is one into a function that
//! would become too large ([`CALLER_SIZE`]) or nest too deep to be read back; nor one that has a shape variable, or mentions a parameter in a type,
//! where the call has something else than a variable or a constant of the same type for it.

mod copy;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use sexpr_core::{Next, Walk, structural_equal};

use self::copy::inlined;
use super::block::{block, statements};
use super::effects::{Effects, count};
use super::graph::Order;
use super::uses::pinned;
use crate::pypto::ir::{
    AssignStmt, BinaryOp, Call, Callee, Expr, ExprView, ForStmt, Function, GlobalVar, IfStmt, IterArg, Program, Stmt,
    Type, Variable, YieldStmt,
};
use crate::pypto::limits::NEST_LIMIT;
use crate::pypto::substitute::Substitution;

/// The most statements and expressions that a function may have to be inlined, so that functions that call one another in a
/// row do not become ever larger.
const CALLEE_SIZE: usize = 250;

/// The most that a function may have with what is inlined in it.
const CALLER_SIZE: usize = 5_000;

/// A program in which calls of functions are inlined.
pub(super) fn inline(program: &Program, effects: &Effects<'_>) -> Program {
    let Order { functions: order, without_recursion } = Order::of(program);
    let mut functions = program.functions.clone();
    for name in &order {
        let Some(function) = functions.get(name).cloned() else { continue };
        let mut inliner = Inliner {
            functions: &functions,
            without_recursion: &without_recursion,
            effects,
            size: count(&function.body),
            pinned: pinned(&function, effects),
            needed_whole: needed_whole(&function, effects),
            elements: HashMap::new(),
            replaced: HashMap::new(),
            untouched: HashSet::new(),
        };
        let body = inliner.block(&function.body, 1);
        let (params, returns) = (function.params.clone(), function.return_types.clone());
        let new = Function::new(function.name.clone(), params, returns, body, function.span.clone());
        functions.insert(name.clone(), new);
    }
    Program { name: program.name.clone(), functions, span: program.span.clone() }
}

struct Inliner<'f> {
    functions: &'f BTreeMap<GlobalVar, Arc<Function>>,
    without_recursion: &'f BTreeSet<GlobalVar>,
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

    /// A statement, after what it needs to have done before. Nothing is left of the assignment of a tuple that is not needed.
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
        let function = self.inlinable(call, site).filter(|function| wanted(function.return_types.len()))?;
        let was_clean = site.is_clean;
        let args = expr.operands().enumerate();
        let args: Vec<Expr> = args
            .map(|(at, arg)| if self.effects.fixes(expr, at) { arg.clone() } else { self.expr(arg, site) })
            .collect();
        self.size += count(&function.body) + args.len();
        site.is_clean = was_clean;
        Some(inlined(&function, &args, &pinned(&function, self.effects), site.before))
    }

    /// The function that a call calls, if it can be inlined.
    fn inlinable(&self, call: &Call, site: &Site<'_>) -> Option<Arc<Function>> {
        let Callee::GlobalVar(name) = &call.op else { return None };
        let function = self.functions.get(name).filter(|_| site.is_clean && self.without_recursion.contains(name))?;
        let size = count(&function.body);
        let fits = size <= CALLEE_SIZE && self.size + size <= CALLER_SIZE;
        let fits = fits && site.depth + nesting(&function.body) <= NEST_LIMIT;
        (fits && types_can_follow(function, call, &pinned(function, self.effects))).then(|| function.clone())
    }
}

/// Whether types can be said in the caller's terms: all that they mention is a variable or a constant there.
fn types_can_follow(function: &Function, call: &Call, pinned: &HashSet<Variable>) -> bool {
    let mut substitution = Substitution::of_call(function, &call.args);
    let params: HashSet<Variable> = function.params.iter().map(Variable::from).collect();
    let mut own: Vec<Expr> = function.params.iter().map(|param| param.clone().into()).collect();
    for param in &function.params {
        let walk = Walk::new().distinct();
        walk.on(|expr: &Expr, _| own.extend(expr.variable().map(|_| expr.clone()))).run(&param.r#type);
    }
    let can_follow = |own: &Expr| {
        let Some(variable) = own.variable().filter(|own| pinned.contains(own) || !params.contains(own)) else {
            return true;
        };
        substitution.get(variable).is_some_and(|known| {
            (known.variable().is_some() || known.const_int().is_some())
                && known.ty().integers().is_some()
                && structural_equal(known.ty(), own.ty())
        })
    };
    own.iter().all(can_follow) && structural_equal(&substitution.ty(&function.call_type()), &call.r#type)
}

/// How many blocks and brackets may be within one another in a block's text.
fn nesting(stmt: &Stmt) -> usize {
    let inner = match stmt {
        Stmt::Seq(seq) => return seq.statements.iter().map(nesting).max().unwrap_or(0),
        Stmt::Op(ops) => ops.statements.iter().map(|assign| depth(&assign.value)).max(),
        Stmt::Assign(assign) => Some(depth(&assign.value)),
        Stmt::Yield(node) => node.values.iter().map(depth).max(),
        Stmt::If(node) => {
            let blocks = [Some(&node.then_body), node.else_body.as_ref()].into_iter().flatten();
            blocks.map(nesting).chain([depth(&node.condition)]).max()
        }
        Stmt::For(node) => {
            let inits = node.iter_args.iter().map(|arg| &arg.init_value);
            let exprs = [&node.start, &node.stop, &node.step].into_iter().chain(inits);
            exprs.map(depth).chain([nesting(&node.body)]).max()
        }
    };
    1 + inner.unwrap_or(0)
}

/// How many expressions are within one another.
fn depth(expr: &Expr) -> usize {
    let mut deepest = 0;
    Walk::new()
        .distinct()
        .on(|_: &Type, _| Next::Skip)
        .on(|expr: &Expr, at| {
            // An expression is a node in an `Expr`.
            deepest = deepest.max(at.depth() / 2);
            if expr.variable().is_some() { Next::Skip } else { Next::Inside }
        })
        .run(expr);
    deepest
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
