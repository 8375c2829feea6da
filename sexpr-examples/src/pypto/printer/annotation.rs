//! Which types the text of a statement shows: those that the parser would not infer.

use std::collections::HashSet;
use std::sync::Arc;

use sexpr_core::structural_equal;
use sexpr_core::walk::Walk;

use crate::pypto::ir::{AssignStmt, Callee, Expr, ForStmt, IfStmt, Program, Stmt, Type, Var, Variable, YieldStmt};

/// The type that an assignment shows: where the variable's is not the value's, and for the call of an operation,
/// which has its type from there.
pub(super) fn assigned(assign: &AssignStmt) -> Option<&Type> {
    let ty = &assign.var.r#type;
    let inferred = if is_operation(&assign.value) { ty.is_unknown() } else { same(ty, assign.value.ty()) };
    (!inferred).then_some(ty)
}

/// How the yields of a block are annotated.
#[derive(Clone, Copy)]
pub(super) struct Yielded<'p> {
    /// The type of the only value that is taken, if the yields name it.
    ty: Option<&'p Type>,
    /// Whether the type is known without an annotation.
    is_inferred: bool,
}

impl<'p> Yielded<'p> {
    /// Nothing is annotated.
    pub(super) const NOTHING: Self = Self { ty: None, is_inferred: true };

    /// The branches of an `if`: the first yield tells the types of the results.
    pub(super) fn of_branches(node: &'p IfStmt) -> Self {
        let [var] = &*node.return_vars else { return Self::NOTHING };
        let branches = [Some(&node.then_body), node.else_body.as_ref()];
        let first = branches.into_iter().flatten().find_map(first_yield).and_then(|node| node.values.first());
        let inferred = match first {
            Some(value) if is_operation(value) => var.r#type.is_unknown(),
            Some(value) => same(&var.r#type, value.ty()),
            None => var.r#type.is_unknown(),
        };
        Self { ty: Some(&var.r#type), is_inferred: inferred }
    }

    /// The body of a loop: the initial values tell the types.
    pub(super) fn of_loop(node: &'p ForStmt) -> Self {
        match &*node.iter_args {
            [arg] => Self { ty: Some(&arg.r#type), is_inferred: true },
            _ => Self::NOTHING,
        }
    }

    /// The type that a yield of one value shows. The call of an operation has its type from there.
    pub(super) fn annotation(self, node: &YieldStmt) -> Option<&'p Type> {
        let ([value], Some(ty)) = (&*node.values, self.ty) else { return None };
        let shows = match is_operation(value) {
            true => !value.ty().is_unknown() && same(value.ty(), ty),
            false => !self.is_inferred,
        };
        shows.then_some(ty)
    }
}

/// The yield that comes first in a block's text, but in no statement within.
fn first_yield(stmt: &Stmt) -> Option<&YieldStmt> {
    match stmt {
        Stmt::Yield(node) => Some(node),
        Stmt::Seq(seq) => seq.statements.iter().find_map(first_yield),
        Stmt::Assign(_) | Stmt::If(_) | Stmt::For(_) | Stmt::Op(_) => None,
    }
}

/// The variables that a program uses.
pub(super) struct Used(HashSet<Variable>);

impl Used {
    /// Only what is used of variables without a name matters, which few programs have.
    pub(super) fn of(program: &Program) -> Self {
        let mut has_unnamed = false;
        Walk::new()
            .distinct()
            .on(|node: &ForStmt, _| has_unnamed |= node.return_vars.iter().any(is_unnamed))
            .run(program);
        let mut used = HashSet::new();
        if has_unnamed {
            Walk::new().distinct().on(|expr: &Expr, _| used.extend(expr.variable())).run(program);
        }
        Self(used)
    }
}

fn is_unnamed(var: &Arc<Var>) -> bool {
    var.name.is_empty()
}

/// A final value of a loop that the text names.
pub(super) struct Final<'p> {
    /// Which of the carried values.
    pub(super) at: usize,
    pub(super) var: &'p Arc<Var>,
    /// The type that is shown: where it is not that of the carried value.
    pub(super) ty: Option<&'p Type>,
}

/// The final values of a loop that the text names: all but those without a name that are not used, and whose types go
/// without saying.
pub(super) fn finals<'p>(node: &'p ForStmt, used: &Used) -> Vec<Final<'p>> {
    let results = node.iter_args.iter().zip(&node.return_vars).enumerate();
    let finals = results.map(|(at, (arg, var))| {
        let ty = (!same(&var.r#type, &arg.r#type)).then_some(&var.r#type);
        Final { at, var, ty }
    });
    let is_shown =
        |last: &Final<'_>| !is_unnamed(last.var) || last.ty.is_some() || used.0.contains(&Variable::from(last.var));
    finals.filter(is_shown).collect()
}

/// Whether a value is the call of an operation, whose type is that of an annotation, or unknown.
fn is_operation(value: &Expr) -> bool {
    matches!(value, Expr::Call(call) if matches!(call.op, Callee::Op(_)))
}

fn same(left: &Type, right: &Type) -> bool {
    match (left, right) {
        (Type::Scalar(left), Type::Scalar(right)) => left.dtype == right.dtype,
        (Type::Tensor(left), Type::Tensor(right)) if Arc::ptr_eq(left, right) => true,
        (Type::Tuple(left), Type::Tuple(right)) if Arc::ptr_eq(left, right) => true,
        _ => structural_equal(left, right),
    }
}
