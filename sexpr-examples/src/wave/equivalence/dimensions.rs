//! Which dimensions keep their names when their sizes are put in place of symbols.

use std::collections::{BTreeMap, BTreeSet};

use super::substitution::Substitutions;
use crate::wave::graph::{Attribute, Graph, Instruction, Op, Region, Term, Type};
use crate::wave::index::{IndexExpr, Symbol};

/// The dimensions that would be told for others, if each were its size: there is another one of the same size in the
/// other graph. Where a graph writes only numbers for that size, none can be told for another.
pub(super) fn told_apart(left: &Graph, right: &Graph, by: &Substitutions) -> BTreeSet<Symbol> {
    let mut of_size: BTreeMap<String, [BTreeSet<Symbol>; 2]> = BTreeMap::new();
    for (side, graph) in [left, right].into_iter().enumerate() {
        for dimension in dimensions(&graph.body) {
            let size = by.get(&dimension).cloned().unwrap_or_else(|| IndexExpr::symbol(&dimension));
            of_size.entry(size.normal_text()).or_default()[side].insert(dimension);
        }
    }
    let mixed = |[left, right]: &[BTreeSet<Symbol>; 2]| {
        !left.is_empty() && !right.is_empty() && left.union(right).nth(1).is_some()
    };
    of_size.into_values().filter(mixed).flatten().flatten().collect()
}

/// The symbols that stand alone in shapes of types and allocations, in attributes and in fields of calls.
fn dimensions(region: &Region) -> BTreeSet<Symbol> {
    let (mut found, mut waiting) = (BTreeSet::new(), vec![region]);
    while let Some(region) = waiting.pop() {
        for node in &region.nodes {
            if let Some(ty) = node.op.ty() {
                of_type(&ty, &mut found);
            }
            node.attributes.iter().for_each(|(_, attribute)| of_attribute(attribute, &mut found));
            match &node.op {
                Op::Do(Instruction::Allocate { shape, .. }) => of_shape(shape, &mut found),
                Op::Call(call) => call.fields.values().for_each(|field| of_attribute(field, &mut found)),
                _ => {}
            }
            waiting.extend(node.op.regions());
        }
    }
    found
}

fn of_attribute(attribute: &Attribute, found: &mut BTreeSet<Symbol>) {
    match attribute {
        Attribute::Type(ty) => of_type(ty, found),
        Attribute::Expr(term) => of_term(term, found),
        Attribute::List(items) => items.iter().for_each(|item| of_attribute(item, found)),
        Attribute::Fields(fields) => fields.values().for_each(|field| of_attribute(field, found)),
        _ => {}
    }
}

fn of_term(term: &Term, found: &mut BTreeSet<Symbol>) {
    match term {
        Term::Expr(expr) => found.extend(expr.as_symbol().cloned()),
        Term::Tuple(terms) => terms.iter().for_each(|term| of_term(term, found)),
        Term::Relation(_) => {}
    }
}

fn of_type(ty: &Type, found: &mut BTreeSet<Symbol>) {
    match ty {
        Type::Tensor(tensor) => of_shape(&tensor.shape, found),
        Type::Tuple(types) => types.iter().for_each(|ty| of_type(ty, found)),
        Type::Scalar(_) => {}
    }
}

fn of_shape(shape: &[IndexExpr], found: &mut BTreeSet<Symbol>) {
    found.extend(shape.iter().filter_map(IndexExpr::as_symbol).cloned());
}
