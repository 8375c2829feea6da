//! Expressions in place of symbols, wherever a node computes.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::dimensions::told_apart;
use crate::wave::graph::{Attribute, Formula, Graph, Guard, Instruction, Node, Op, Size, TensorType, Term, Type};
use crate::wave::index::{Index, IndexExpr, Symbol};
use crate::wave::mapping::IndexMapping;

/// What is put in place of symbols. Those that name dimensions stay.
pub(super) type Substitutions = BTreeMap<Symbol, IndexExpr>;

/// A substitution that graphs cannot be compared with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SubstitutionError {
    /// The symbol, or one in what is put in its place, means something else wherever it is used.
    #[error(
        "`{0}` cannot be substituted and cannot be in a substitution: `x0`, `i0` and the like are registers and \
         iterators, and `$MMA_…` are operands; use another symbol"
    )]
    Bound(Symbol),
    /// Something is put in place of the symbol already.
    #[error("`{0}` is substituted twice; remove one of the substitutions")]
    Twice(Symbol),
}

/// Whether a symbol is a register, an iterator or the role of an operand, where it is used.
fn is_bound(symbol: &Symbol) -> bool {
    let number = symbol.name().strip_prefix(['x', 'i']);
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
        || symbol.name().starts_with("$MMA_")
}

/// Adds a substitution.
pub(super) fn insert(into: &mut Substitutions, symbol: Symbol, by: IndexExpr) -> Result<(), SubstitutionError> {
    if let Some(bound) = std::iter::once(symbol.clone()).chain(by.symbols()).find(is_bound) {
        return Err(SubstitutionError::Bound(bound));
    }
    match into.entry(symbol) {
        Entry::Occupied(entry) => Err(SubstitutionError::Twice(entry.key().clone())),
        Entry::Vacant(entry) => {
            entry.insert(by);
            Ok(())
        }
    }
}

/// What is put in place of symbols in two graphs that are compared.
#[derive(Default)]
pub(super) struct Substitution<'s> {
    by: Option<&'s Substitutions>,
    /// Dimensions that keep their names where these stand alone.
    named: BTreeSet<Symbol>,
}

impl<'s> Substitution<'s> {
    pub(super) fn new(by: &'s Substitutions, left: &Graph, right: &Graph) -> Self {
        match by.is_empty() {
            true => Self::default(),
            false => Self { by: Some(by), named: told_apart(left, right, by) },
        }
    }

    /// Substitutes in what a node computes, not in what it uses.
    pub(super) fn apply(&self, node: &mut Node) {
        if let Some(by) = self.by {
            substitute(node, &By { by, named: &self.named });
        }
    }
}

fn substitute(node: &mut Node, by: &By<'_>) {
    node.attributes =
        node.attributes.iter().map(|(name, attribute)| (name.to_owned(), by.attribute(attribute))).collect();
    match &mut node.op {
        Op::Placeholder { ty, .. } | Op::IterArg { ty } => *ty = ty.as_ref().map(|ty| by.ty(ty)),
        Op::Conditional { guard: Guard::Symbols(condition), .. } => {
            *condition = condition.substitute(&|symbol| by.by.get(symbol).cloned());
        }
        Op::Do(instruction) => by.instruction(instruction),
        Op::Call(call) => call.fields.values_mut().for_each(|field| *field = by.attribute(field)),
        _ => {}
    }
}

struct By<'s> {
    by: &'s Substitutions,
    named: &'s BTreeSet<Symbol>,
}

impl By<'_> {
    fn expr(&self, expr: &IndexExpr) -> IndexExpr {
        expr.substitute(&|symbol| self.by.get(symbol).cloned())
    }

    fn all(&self, exprs: &mut [IndexExpr]) {
        exprs.iter_mut().for_each(|expr| *expr = self.expr(expr));
    }

    /// A shape whose dimensions keep their names, if these are to: a symbol that stands alone names one.
    fn shape(&self, shape: &[IndexExpr], keeps_name: impl Fn(&Symbol) -> bool) -> Vec<IndexExpr> {
        let keeps = |size: &IndexExpr| size.as_symbol().is_some_and(&keeps_name);
        shape.iter().map(|size| if keeps(size) { size.clone() } else { self.expr(size) }).collect()
    }

    /// What is computed of symbols. One that stands alone may name a dimension: that along which something is done.
    fn term(&self, term: &Term) -> Term {
        match term {
            Term::Expr(expr) if expr.as_symbol().is_some_and(|symbol| self.named.contains(symbol)) => term.clone(),
            Term::Tuple(terms) => Term::Tuple(terms.iter().map(|term| self.term(term)).collect()),
            Term::Expr(_) | Term::Relation(_) => term.substitute(&|symbol| self.by.get(symbol).cloned()),
        }
    }

    fn index(&self, index: &Index) -> Index {
        let by = |symbol: &Symbol| self.by.get(symbol).cloned();
        index.iter().map(|(dim, sequence)| (dim.clone(), sequence.substitute(&by))).collect()
    }

    fn sizes(&self, sizes: &BTreeMap<Symbol, Size>) -> BTreeMap<Symbol, Size> {
        sizes.iter().map(|(dim, size)| (dim.clone(), Size { value: self.expr(&size.value) })).collect()
    }

    fn ty(&self, ty: &Type) -> Type {
        match ty {
            Type::Tensor(tensor) => Type::Tensor(self.tensor(tensor)),
            Type::Scalar(_) => ty.clone(),
            Type::Tuple(types) => Type::Tuple(types.iter().map(|ty| self.ty(ty)).collect()),
        }
    }

    fn tensor(&self, tensor: &TensorType) -> TensorType {
        TensorType { shape: self.shape(&tensor.shape, |dim| self.named.contains(dim)), ..tensor.clone() }
    }

    fn attribute(&self, attribute: &Attribute) -> Attribute {
        match attribute {
            Attribute::Flag(_) | Attribute::Int(_) | Attribute::Float(_) | Attribute::Text(_) => attribute.clone(),
            Attribute::List(items) => Attribute::List(items.iter().map(|item| self.attribute(item)).collect()),
            Attribute::Index(index) => Attribute::Index(self.index(index)),
            Attribute::Sizes(sizes) => Attribute::Sizes(self.sizes(sizes)),
            Attribute::Expr(term) => Attribute::Expr(self.term(term)),
            Attribute::Type(ty) => Attribute::Type(self.ty(ty)),
            Attribute::Fields(fields) => {
                Attribute::Fields(fields.iter().map(|(name, field)| (name.clone(), self.attribute(field))).collect())
            }
        }
    }

    fn mapping(&self, mapping: Option<&mut IndexMapping>) {
        for entry in mapping.into_iter().flat_map(|mapping| mapping.inputs.iter_mut().chain(&mut mapping.outputs)) {
            entry.expr = self.expr(&entry.expr);
        }
    }

    fn instruction<R>(&self, instruction: &mut Instruction<R>) {
        match instruction {
            Instruction::Allocate { shape, .. } => *shape = self.shape(shape, |dim| self.named.contains(dim)),
            Instruction::Broadcast { shape, .. } | Instruction::Permute { shape, .. } => {
                *shape = self.shape(shape, |_| true);
            }
            Instruction::Register { ty, .. } => *ty = self.tensor(ty),
            Instruction::Read { elements_per_thread, mapping, .. }
            | Instruction::Write { elements_per_thread, mapping, .. } => {
                self.all(elements_per_thread.as_mut_slice());
                self.mapping(mapping.as_mut());
            }
            Instruction::ApplyExpr { expr, .. } => {
                *expr = Formula { expr: expr.expr.substitute(&|symbol| self.by.get(symbol).cloned()) };
            }
            Instruction::Reshape { target, .. } => *target = self.sizes(target),
            Instruction::GatherToLds {
                src_index, dst_index, elements_per_thread, src_mapping, dst_mapping, ..
            } => {
                (*src_index, *dst_index) = (self.index(src_index), self.index(dst_index));
                self.all(elements_per_thread.as_mut_slice());
                self.mapping(src_mapping.as_deref_mut());
                self.mapping(dst_mapping.as_deref_mut());
            }
            Instruction::Mma { .. }
            | Instruction::Reduce { .. }
            | Instruction::Unary { .. }
            | Instruction::Binary { .. }
            | Instruction::Cast { .. }
            | Instruction::ScaledMma { .. }
            | Instruction::Select { .. }
            | Instruction::Bitcast { .. }
            | Instruction::SharedMemoryBarrier { .. }
            | Instruction::SharedMemoryBarrierSignal { .. }
            | Instruction::SharedMemoryBarrierWait { .. } => {}
        }
    }
}
