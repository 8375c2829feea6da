//! Modules whose commutative operators have their operands in any order.
//!
//! An expression that is shared is known by where it is met first, and that depends on the order of operands. So what
//! is shared is bound by `let`s: variables are known by what binds them. A `let` stands where a text would have the graph
//! binding, in the innermost block around all uses. In which order the `let`s of one place stand must not depend on the
//! order of operands either: see [`order`].
//!
//! Values of graph variables are converted one after the other, as [`Plan`] lists them, since they may nest in one another
//! without a limit.

mod order;

use std::collections::HashMap;
use std::sync::Arc;

use self::order::{Scope, in_order};
use super::graph::{Bound, Plan};
use super::ir::{Binding, Call, Clause, Expr, ExprKind, Function, If, LocalVar, Match, Module, Project};
use super::relations::Library;

/// The operators whose two operands may change places. Of floating-point numbers, the result is another NaN at most.
const OPERATORS: [&str; 12] = [
    "add",
    "multiply",
    "maximum",
    "minimum",
    "equal",
    "not_equal",
    "logical_and",
    "logical_or",
    "logical_xor",
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
];

/// The operators of the library that do something besides having a value.
const REFERENCES: [&str; 3] = ["ref", "ref_read", "ref_write"];

/// The module in which the operands of commutative operators count in any order: `%x + f(%y)` equals `f(%y) + %x`. These are
/// `add`, `multiply`, `maximum`, `minimum`, `equal`, `not_equal`, and the logical and bitwise ones.
///
/// What graph variables share is bound by `let`s, `%0 = -%x; (%0, %0)` as `let %y = -%x; (%y, %y)`: in a graph, the order of
/// operands tells which shared expression is which. Such a module is to be compared with modules that were made in the
/// same way.
///
/// Operands stay in order where both call something that is no operator of the [standard library](Library::standard), or use
/// references: it may be noticed which of them is computed first. Two shared expressions that are alike up to what they
/// mention are told apart by where their variables are bound, and then by the order of their uses, so the answer "different"
/// may be wrong. The answer "equal" never is.
///
/// ```
/// use sexpr_core::structural_equal;
/// use sexpr_examples::relay;
///
/// let read = |text: &str| relay::parse("residual.rly", text).map(|module| relay::commutative(&module));
/// let left = read("def @f(%x: int32) { %0 = -%x; %0 + abs(%0) }")?;
/// let right = read("def @f(%y: int32) { %1 = -%y; abs(%1) + %1 }")?;
/// assert!(structural_equal(&left, &right));
/// let other = read("def @f(%y: int32) { %1 = -%y; abs(%1) - %1 }")?;
/// assert!(!structural_equal(&left, &other));
/// # Ok::<(), relay::ParseError>(())
/// ```
pub fn commutative(module: &Module) -> Module {
    let library = Library::standard();
    let convert = |function: &Function| {
        let mut conversion = Conversion {
            library: &library,
            module,
            plan: Plan::of(&function.body),
            named: HashMap::new(),
            scope: Scope::default(),
        };
        conversion.function(function)
    };
    let definitions = module.definitions.iter().map(|(name, function)| (name.clone(), convert(function))).collect();
    Module { definitions, ..module.clone() }
}

/// An expression that was converted.
#[derive(Clone)]
struct Made {
    expr: Expr,
    /// Whether computing it may do something besides.
    acts: bool,
}

/// A definition that is converted.
struct Conversion<'e> {
    library: &'e Library,
    module: &'e Module,
    plan: Plan<'e>,
    /// What became of the expressions that graph variables stand for, by their addresses.
    named: HashMap<usize, Made>,
    scope: Scope,
}

impl<'e> Conversion<'e> {
    fn function(&mut self, function: &'e Function) -> Function {
        let depth = self.scope.depth();
        function.params.iter().for_each(|param| self.scope.bind(param));
        let body = self.block(&function.body).expr;
        self.scope.leave(depth);
        Function { body, ..function.clone() }
    }

    /// An expression before which there may be graph bindings.
    fn block(&mut self, expr: &'e Expr) -> Made {
        let depth = self.scope.depth();
        let bound = self.plan.bound_in(expr).to_vec();
        let (mut bindings, mut acts) = (Vec::new(), false);
        let body = if let ExprKind::Let(node) = &expr.kind {
            let mut rest = bound.as_slice();
            for (index, Binding { var, value }) in node.bindings.iter().enumerate() {
                let here = rest.partition_point(|bound| bound.before <= index);
                acts |= self.bind(&rest[..here], &mut bindings);
                rest = &rest[here..];
                // A function may call itself.
                self.scope.bind(var);
                let value = self.expr(value);
                acts |= value.acts;
                bindings.push(Binding { var: var.clone(), value: value.expr });
            }
            acts |= self.bind(rest, &mut bindings);
            self.expr(&node.body)
        } else {
            acts |= self.bind(&bound, &mut bindings);
            self.expr(expr)
        };
        self.scope.leave(depth);
        Made { acts: acts || body.acts, expr: Expr::let_in(bindings, body.expr, expr.span.clone()) }
    }

    /// Converts what graph variables stand for, and binds what is shared. Says whether computing that may do something.
    fn bind(&mut self, bound: &[Bound<'e>], bindings: &mut Vec<Binding>) -> bool {
        let (mut shared, mut acts) = (Vec::new(), false);
        for bound in bound {
            let Some(address) = self.plan.name_of(bound.expr) else { continue };
            let made = match &bound.expr.kind {
                ExprKind::Shared(inner) => {
                    let value = self.expr(&inner.0);
                    acts |= value.acts;
                    let name = bound.expr.graph_var().unwrap_or_default();
                    let span = inner.0.span.named(name);
                    let var = Arc::new(LocalVar { name: name.into(), annotation: None, span });
                    shared.push((Binding { var: var.clone(), value: value.expr }, value.acts));
                    // In a graph, it is computed where it is used first.
                    Made { expr: Expr::at(ExprKind::Local(var), bound.expr.span.clone()), acts: value.acts }
                }
                _ => self.parts(bound.expr),
            };
            self.named.insert(address, made);
        }
        bindings.extend(in_order(shared, &mut self.scope));
        acts
    }

    fn expr(&mut self, expr: &'e Expr) -> Made {
        match self.plan.name_of(expr).and_then(|address| self.named.get(&address)) {
            Some(Made { expr: Expr { kind: kind @ ExprKind::Local(_), .. }, acts }) => {
                Made { expr: Expr::at(kind.clone(), expr.span.clone()), acts: *acts }
            }
            Some(made) => made.clone(),
            None => self.parts(expr),
        }
    }

    /// An expression that no graph variable stands for, or what one stands for.
    fn parts(&mut self, expr: &'e Expr) -> Made {
        let mut acts = false;
        let mut part = |made: Made| {
            acts |= made.acts;
            made.expr
        };
        let kind: ExprKind = match &expr.kind {
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Constructor(_)
            | ExprKind::Operator(_)
            | ExprKind::Constant(_)
            | ExprKind::Meta(_) => expr.kind.clone(),
            ExprKind::Tuple(members) => {
                ExprKind::Tuple(Arc::new(members.iter().map(|member| part(self.expr(member))).collect()))
            }
            ExprKind::Project(node) => Project { tuple: part(self.expr(&node.tuple)), index: node.index }.into(),
            ExprKind::Call(call) => return self.call(call, expr),
            // What is in it is computed where it is called.
            ExprKind::Function(function) => self.function(function).into(),
            ExprKind::Let(_) => return self.block(expr),
            ExprKind::If(node) => If {
                condition: part(self.expr(&node.condition)),
                then: part(self.block(&node.then)),
                otherwise: part(self.block(&node.otherwise)),
            }
            .into(),
            ExprKind::Match(node) => {
                let scrutinee = part(self.expr(&node.scrutinee));
                let clauses = node.clauses.iter().map(|clause| {
                    let depth = self.scope.depth();
                    clause.pattern.kind.vars().into_iter().for_each(|var| self.scope.bind(var));
                    let body = part(self.block(&clause.body));
                    self.scope.leave(depth);
                    Clause { pattern: clause.pattern.clone(), body }
                });
                Match { clauses: clauses.collect(), scrutinee, is_complete: node.is_complete }.into()
            }
            ExprKind::Shared(shared) => return self.expr(&shared.0),
        };
        Made { expr: Expr::at(kind, expr.span.clone()), acts }
    }

    fn call(&mut self, call: &'e Call, expr: &Expr) -> Made {
        let function = self.expr(&call.function);
        let args: Vec<Made> = call.args.iter().map(|arg| self.expr(arg)).collect();
        let commutes = match (&call.function.kind, &*args) {
            (ExprKind::Operator(name), [left, right]) => {
                OPERATORS.contains(&&**name)
                    && !self.module.relations.contains_key(name)
                    && call.type_args.is_empty()
                    && !(left.acts && right.acts)
            }
            _ => false,
        };
        let acts = function.acts || args.iter().any(|arg| arg.acts) || self.acts(&call.function);
        let args = args.into_iter().map(|arg| arg.expr).collect();
        Made { expr: Expr::at(call.rebuilt(function.expr, args, commutes), expr.span.clone()), acts }
    }

    /// Whether a call of this function may do something besides having a value.
    fn acts(&self, function: &Expr) -> bool {
        match &function.kind {
            ExprKind::Constructor(_) => false,
            ExprKind::Operator(name) => {
                let is_known = self.library.operator(name).is_some() && !self.module.relations.contains_key(name);
                !is_known || REFERENCES.contains(&&**name)
            }
            _ => true,
        }
    }
}
