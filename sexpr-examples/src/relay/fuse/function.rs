//! Primitive functions: groups of operators, put together.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::dataflow::{Dataflow, PRIMITIVE, unshared};
use crate::relay::infer::Inferred;
use crate::relay::ir::{
    Attribute, Attributes, Call, Constant, Expr, ExprKind, Function, LocalVar, Location, Shared, Type,
};

/// How many operators give a function its name.
const NAMED_AFTER: usize = 4;

/// A call of the function that computes a group of nodes, in the place of the last of them.
pub(super) fn primitive(sink: &Expr, group: &HashSet<usize>, graph: &Dataflow<'_>, types: &Inferred) -> Expr {
    let mut builder = Builder {
        group,
        graph,
        types,
        params: Vec::new(),
        args: Vec::new(),
        known: HashMap::new(),
        shared: HashMap::new(),
    };
    let body = builder.operator(sink);
    let mut members: Vec<usize> = group.iter().copied().collect();
    members.sort_unstable();
    let operators = members.iter().filter_map(|number| graph.operator(*number)).take(NAMED_AFTER);
    let name = operators.fold("fused".to_owned(), |name, operator| {
        format!("{name}_{}", operator.rsplit('.').next().unwrap_or(operator))
    });
    let Builder { params, args, .. } = builder;
    let function = Function {
        type_params: Vec::new(),
        params,
        attributes: Attributes::from_iter([(PRIMITIVE.to_owned(), Attribute::Int(1))]),
        result: written(sink, types),
        body: Expr::new(body),
        span: Location::unknown(),
    };
    Expr::call(Expr::at(function, Location::unknown().named(&name)), args, sink.span.clone())
}

/// The type of an expression as an annotation, if all of it is known.
fn written(expr: &Expr, types: &Inferred) -> Option<Type> {
    types.expr(expr).filter(|ty| !ty.has_holes()).cloned()
}

struct Builder<'b> {
    group: &'b HashSet<usize>,
    graph: &'b Dataflow<'b>,
    types: &'b Inferred,
    params: Vec<Arc<LocalVar>>,
    /// For each parameter, the expression outside.
    args: Vec<Expr>,
    /// The parameters of variables and of nodes outside, by their addresses.
    known: HashMap<usize, Arc<LocalVar>>,
    /// What several operators of the group use, by the addresses outside.
    shared: HashMap<usize, Arc<Shared>>,
}

impl Builder<'_> {
    /// A call of an operator of the group, within the function.
    fn operator(&mut self, expr: &Expr) -> ExprKind {
        let ExprKind::Call(call) = &expr.kind else { return expr.kind.clone() };
        let args: Box<[Expr]> = call.args.iter().map(|arg| self.argument(arg)).collect();
        Call::rebuilt(call, call.function.clone(), args, call.commutes()).into()
    }

    fn argument(&mut self, arg: &Expr) -> Expr {
        match &arg.kind {
            ExprKind::Tuple(members) => {
                let members = members.iter().map(|member| self.operand(member)).collect();
                Expr::at(ExprKind::Tuple(Arc::new(members)), arg.span.clone())
            }
            _ => self.operand(arg),
        }
    }

    fn operand(&mut self, expr: &Expr) -> Expr {
        match &expr.kind {
            // It costs nothing to compute it again, and nothing to pass it.
            ExprKind::Constant(constant) if matches!(**constant, Constant::Scalar { .. }) => return expr.clone(),
            _ if !self.graph.number(expr).is_some_and(|number| self.group.contains(&number)) => {
                return self.outside(expr);
            }
            _ => {}
        }
        let ExprKind::Shared(shared) = &expr.kind else { return Expr::at(self.operator(expr), expr.span.clone()) };
        let address = Arc::as_ptr(shared).addr();
        let shared = match self.shared.get(&address) {
            Some(known) => known.clone(),
            None => {
                let inner = self.operand(&shared.0);
                self.shared.entry(address).or_insert(Arc::new(Shared(inner))).clone()
            }
        };
        Expr::at(ExprKind::Shared(shared), expr.span.clone())
    }

    /// The parameter for an expression outside of the group.
    fn outside(&mut self, expr: &Expr) -> Expr {
        let key = match &expr.kind {
            ExprKind::Local(var) => Some(Arc::as_ptr(var).addr()),
            _ => unshared(expr).address(),
        };
        let param = key.and_then(|key| self.known.get(&key).cloned()).unwrap_or_else(|| {
            let param = LocalVar::new(format!("p{}", self.params.len()), written(expr, self.types));
            self.params.push(param.clone());
            self.args.push(expr.clone());
            param
        });
        self.known.extend(key.map(|key| (key, param.clone())));
        Expr::new(ExprKind::Local(param))
    }
}
