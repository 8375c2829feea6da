//! The dataflow graph of an expression, and the immediate post-dominators in it.

use std::collections::HashMap;

use sexpr_core::structural_equal;

use super::pattern::Pattern;
use crate::relay::infer::Inferred;
use crate::relay::ir::{Call, Dim, Expr, ExprKind, Shape, Type};

/// The attribute of functions that are not looked into, since they are one operator already.
pub(super) const PRIMITIVE: &str = "Primitive";

/// The expressions that an expression consists of, each after its operands. A shared one is one node.
pub(super) struct Dataflow<'e> {
    pub(super) nodes: Vec<Node<'e>>,
    /// By address.
    numbers: HashMap<usize, usize>,
}

/// An expression in a dataflow graph.
pub(super) struct Node<'e> {
    expr: &'e Expr,
    /// [`Pattern::Opaque`] if it is no call of an operator, or has an unknown shape.
    pub(super) pattern: Pattern,
    /// The nodes that it is an operand of, with what they do with it.
    pub(super) uses: Vec<(usize, Pattern)>,
    /// The first node that all uses lead to, with the greatest pattern on the way. The root has none.
    pub(super) dominator: Option<(usize, Pattern)>,
    /// How many dominators there are, one after the other.
    depth: usize,
}

impl<'e> Dataflow<'e> {
    /// The graph of an expression, with the patterns of calls.
    pub(super) fn of(root: &'e Expr, types: &Inferred, pattern: impl Fn(&Call) -> Pattern) -> Self {
        let mut graph = Self { nodes: Vec::new(), numbers: HashMap::new() };
        let pattern_of = |expr: &Expr| match &expr.kind {
            ExprKind::Call(call) if shape(expr, types).is_some() => pattern(call),
            _ => Pattern::Opaque,
        };
        let open_node = |expr| {
            let pattern = pattern_of(expr);
            (expr, pattern, operands(expr, pattern), 0)
        };
        let mut open = vec![open_node(unshared(root))];
        while let Some((expr, pattern, operands, next)) = open.last_mut() {
            if let Some(operand) = operands.get(*next) {
                *next += 1;
                if operand.address().is_some() && graph.number(operand).is_none() {
                    let node = open_node(*operand);
                    open.push(node);
                }
                continue;
            }
            let number = graph.nodes.len();
            for operand in &*operands {
                if let Some(operand_number) = graph.number(operand) {
                    let edge = match *pattern {
                        Pattern::Broadcast if same_shape(operand, expr, types) => Pattern::Elementwise,
                        pattern => pattern,
                    };
                    graph.nodes[operand_number].uses.push((number, edge));
                }
            }
            graph.numbers.extend(expr.address().map(|address| (address, number)));
            graph.nodes.push(Node { expr, pattern: *pattern, uses: Vec::new(), dominator: None, depth: 0 });
            open.pop();
        }
        graph.dominate();
        graph
    }

    /// The number of the node that an expression is, if it is one.
    pub(super) fn number(&self, expr: &Expr) -> Option<usize> {
        self.numbers.get(&unshared(expr).address()?).copied()
    }

    /// The operator that a node calls.
    pub(super) fn operator(&self, number: usize) -> Option<&'e str> {
        let ExprKind::Call(call) = &self.nodes[number].expr.kind else { return None };
        let ExprKind::Operator(name) = &call.function.kind else { return None };
        Some(name)
    }

    /// Finds the immediate post-dominators. Uses come after what they use, so theirs are known.
    fn dominate(&mut self) {
        for number in (0..self.nodes.len()).rev() {
            let mut dominator: Option<(usize, Pattern)> = None;
            for &(user, edge) in &self.nodes[number].uses {
                dominator = Some(match dominator {
                    Some((known, pattern)) => self.common(known, user, pattern.max(edge)),
                    None => (user, edge),
                });
            }
            self.nodes[number].depth = dominator.map_or(0, |(dominator, _)| self.nodes[dominator].depth + 1);
            self.nodes[number].dominator = dominator;
        }
    }

    /// The first node that two lead to, and the greatest pattern on the way, which is one given at least.
    fn common(&self, mut left: usize, mut right: usize, mut pattern: Pattern) -> (usize, Pattern) {
        while left != right {
            let lower = if self.nodes[left].depth >= self.nodes[right].depth { &mut left } else { &mut right };
            let Some((next, edge)) = self.nodes[*lower].dominator else { break };
            *lower = next;
            pattern = pattern.max(edge);
        }
        (left, pattern)
    }
}

/// The expression itself, also where it is used in several places.
pub(super) fn unshared(expr: &Expr) -> &Expr {
    let mut expr = expr;
    while let ExprKind::Shared(shared) = &expr.kind {
        expr = &shared.0;
    }
    expr
}

/// The expressions that one is computed from. Of an operator's operands that are tuples, these are the members.
fn operands(expr: &Expr, pattern: Pattern) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Call(call) if pattern != Pattern::Opaque => {
            let members = call.args.iter().flat_map(|arg| match &arg.kind {
                ExprKind::Tuple(members) => members.as_slice(),
                _ => std::slice::from_ref(arg),
            });
            members.map(unshared).collect()
        }
        ExprKind::Function(function) if function.attributes.contains_key(PRIMITIVE) => Vec::new(),
        _ => expr.children().into_iter().map(unshared).collect(),
    }
}

/// The shape of a tensor whose dimensions are known, if only by the names of parameters.
fn shape<'t>(expr: &Expr, types: &'t Inferred) -> Option<&'t Shape> {
    let Some(Type::Tensor(tensor)) = types.expr(expr) else { return None };
    match &tensor.shape {
        Shape::Dims(dims) => dims.iter().all(is_known).then_some(&tensor.shape),
        Shape::Param(_) => Some(&tensor.shape),
        Shape::Incomplete(_) => None,
    }
}

fn is_known(dim: &Dim) -> bool {
    match dim {
        Dim::Constant(_) | Dim::Param(_) => true,
        Dim::Any | Dim::Incomplete(_) => false,
        Dim::Binary { left, right, .. } => is_known(left) && is_known(right),
    }
}

fn same_shape(left: &Expr, right: &Expr, types: &Inferred) -> bool {
    shape(left, types).zip(shape(right, types)).is_some_and(|(left, right)| structural_equal(left, right))
}
