//! Constant folding.
//!
//! What is computed from constants is computed once, and a variable that is assigned a constant is replaced by it. Of
//! an `if` with a constant condition one branch is left, and of a loop that never turns, nothing. An operation that
//! stops the program stays as it is. Nothing is computed of floating-point numbers: how they are rounded is the
//! machine's business.

mod expr;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::block::{assign, block, statements};
use super::effects::Effects;
use super::known::{Folded, Known};
use super::uses::pinned;
use crate::pypto::bottom_up::bottom_up;
use crate::pypto::ir::{
    AssignStmt, Expr, ForStmt, Function, IfStmt, IterArg, Program, Stmt, Type, Use, Var, Variable, YieldStmt,
};

/// A function in which constants are folded.
pub(super) fn fold(program: &Program, function: &Function, effects: &Effects<'_>) -> Arc<Function> {
    let mut folder = Folder {
        program,
        effects,
        known: HashMap::new(),
        replaced: HashMap::new(),
        pinned: pinned(function, effects),
        folded: HashMap::new(),
    };
    let body = folder.block(&function.body, &Taker::Given(&function.return_types));
    let (params, returns) = (function.params.clone(), function.return_types.clone());
    Function::new(function.name.clone(), params, returns, body, function.span.clone())
}

struct Folder<'f> {
    program: &'f Program,
    effects: &'f Effects<'f>,
    /// The variables whose values are known.
    known: HashMap<Variable, Known>,
    /// Carried values that got another initial value, which is part of their nodes.
    replaced: HashMap<Variable, Arc<IterArg>>,
    /// The variables that cannot become others.
    pinned: HashSet<Variable>,
    /// What became of nodes, which may share. The old ones are kept, so that their addresses stay theirs.
    folded: HashMap<usize, (Expr, Folded)>,
}

/// What takes the values that a block yields.
enum Taker<'t> {
    /// Something that has types.
    Given(&'t [Type]),
    /// The results of an `if`, which get their types from what is yielded.
    Branch(&'t [Arc<Var>]),
    /// Variables, since the block becomes part of the one around it.
    Assigned(&'t [Arc<Var>]),
}

impl Folder<'_> {
    fn block(&mut self, body: &Stmt, taker: &Taker<'_>) -> Stmt {
        let mut folded = Vec::new();
        self.body(body, taker, &mut folded);
        block(folded, body.span())
    }

    fn body(&mut self, body: &Stmt, taker: &Taker<'_>, into: &mut Vec<Stmt>) {
        for stmt in statements(body) {
            match &stmt {
                Stmt::Assign(assign) => into.push(self.assign(assign)),
                Stmt::If(node) => self.conditional(node, into),
                Stmt::For(node) => self.counted(node, into),
                Stmt::Yield(node) => self.yields(node, taker, into),
                Stmt::Seq(_) | Stmt::Op(_) => into.push(stmt),
            }
        }
    }

    fn assign(&mut self, assign: &Arc<AssignStmt>) -> Stmt {
        let value = bottom_up(&assign.value, self);
        self.assigned(&assign.var, &value);
        let new = value.given(&assign.var.r#type);
        if new.is(&assign.value) {
            return assign.clone().into();
        }
        AssignStmt::new(assign.var.clone(), new, assign.span.clone()).into()
    }

    /// Learns what a variable's value is.
    fn assigned(&mut self, var: &Arc<Var>, value: &Folded) {
        if let Some(known) = value.known.as_ref().and_then(|known| known.converted(&var.r#type)) {
            self.known.insert(Variable::from(var), known);
        }
    }

    fn yields(&mut self, node: &Arc<YieldStmt>, taker: &Taker<'_>, into: &mut Vec<Stmt>) {
        let values: Vec<Folded> = node.values.iter().map(|value| bottom_up(value, self)).collect();
        let new: Vec<Expr> = match taker {
            Taker::Given(types) => values.iter().zip(*types).map(|(value, ty)| value.given(ty)).collect(),
            Taker::Branch(vars) => values.iter().zip(*vars).map(|(value, var)| result(value, &var.r#type)).collect(),
            Taker::Assigned(vars) => {
                for (var, value) in vars.iter().zip(&values) {
                    self.assigned(var, value);
                    assign(var, value.given(&var.r#type), &node.span, into);
                }
                return;
            }
        };
        into.push(YieldStmt::new(new, node.span.clone()).into());
    }

    fn conditional(&mut self, node: &Arc<IfStmt>, into: &mut Vec<Stmt>) {
        let condition = bottom_up(&node.condition, self);
        if let Some(known) = condition.int() {
            let taken = if known != 0 { Some(&node.then_body) } else { node.else_body.as_ref() };
            if let Some(body) = taken {
                self.body(body, &Taker::Assigned(&node.return_vars), into);
            }
            return;
        }
        let taker = Taker::Branch(&node.return_vars);
        let then_body = self.block(&node.then_body, &taker);
        let else_body = node.else_body.as_ref().map(|body| self.block(body, &taker));
        let (condition, results) = (condition.exactly(), node.return_vars.clone());
        into.push(IfStmt::new(condition, then_body, else_body, results, node.span.clone()).into());
    }

    fn counted(&mut self, node: &Arc<ForStmt>, into: &mut Vec<Stmt>) {
        let range = [&node.start, &node.stop, &node.step].map(|bound| bottom_up(bound, self));
        let inits: Vec<Folded> = node.iter_args.iter().map(|arg| bottom_up(&arg.init_value, self)).collect();
        if let [Some(start), Some(stop), Some(step)] = [range[0].int(), range[1].int(), range[2].int()]
            && ((step > 0 && start >= stop) || (step < 0 && start <= stop))
        {
            return self.never_turns(node, &inits, into);
        }
        let iter_args: Vec<_> = node.iter_args.iter().zip(&inits).map(|(arg, init)| self.carried(arg, init)).collect();
        let types: Vec<Type> = iter_args.iter().map(|arg| arg.r#type.clone()).collect();
        let body = self.block(&node.body, &Taker::Given(&types));
        let (counter, results) = (node.loop_var.clone(), node.return_vars.clone());
        let range = range.map(|bound| bound.number());
        into.push(ForStmt::new(counter, range, iter_args, body, results, node.span.clone()).into());
    }

    /// A loop without turns: its final values are the initial ones, as the carried ones have them.
    fn never_turns(&mut self, node: &ForStmt, inits: &[Folded], into: &mut Vec<Stmt>) {
        for ((arg, result), init) in node.iter_args.iter().zip(&node.return_vars).zip(inits) {
            let carried = Var::new(arg.name.clone(), arg.r#type.clone(), arg.span.clone());
            self.assigned(&carried, init);
            assign(&carried, init.given(&arg.r#type), &arg.span, into);
            let carried = Expr::from(carried);
            let known = carried.variable().and_then(|variable| self.known.get(&variable).cloned());
            let value = Folded { expr: carried, known };
            self.assigned(result, &value);
            into.push(AssignStmt::new(result.clone(), value.given(&result.r#type), result.span.clone()).into());
        }
    }

    /// A carried value with a new initial value, whose type is that of the carried one.
    fn carried(&mut self, arg: &Arc<IterArg>, init: &Folded) -> Arc<IterArg> {
        let new = init.exactly();
        if new.is(&arg.init_value) || self.pinned.contains(&Variable::from(arg)) {
            return arg.clone();
        }
        let replaced = IterArg::new(arg.name.clone(), arg.r#type.clone(), new, arg.span.clone());
        self.replaced.insert(Variable::from(arg), replaced.clone());
        replaced
    }

    /// A use of a variable.
    fn used(&self, expr: &Expr, variable: Variable) -> Folded {
        let expr = match self.replaced.get(&variable) {
            Some(arg) => Expr::IterArg(Use::new(arg.clone(), expr.span().clone())),
            None => expr.clone(),
        };
        Folded { expr, known: self.known.get(&variable).cloned() }
    }
}

/// A result of an `if`. One of another type is made of numbers alone, which adapt.
fn result(value: &Folded, ty: &Type) -> Expr {
    if value.expr.ty().scalar_dtype() == ty.scalar_dtype() { value.exactly() } else { value.given(ty) }
}
