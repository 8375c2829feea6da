//! Whether two graphs do the same: structural equality, once both are in one form.
//!
//! - Placeholders that stand for outer nodes, and direct uses of these, are one form: both sides are compared without
//!   such placeholders, as far as these say nothing that their nodes do not say. A placeholder's type says nothing where
//!   no type is written of its node, whose value has one all the same.
//! - Two nodes that take the same result are one.
//! - A number in registers is what the elements of their type can hold: `0.1` is the nearest number of single precision,
//!   where they are of single precision.
//! - An expression of registers is compared up to algebra, where all of these are known to hold integers, and elsewhere
//!   as it is written.
//! - The index of a matrix product says something of an operand along the dimensions that the operand has, as far as
//!   these are known. What none of the operands has is compared for each of them.
//! - Lists of captures are not compared. What a region uses is, where it uses it.
//! - A node that is used in a region may be listed there or around. It counts where, since the step of a loop may be in
//!   what it does; of those that take a result it does not, since they are where the result is.
//!
//! The rest is [`Node`](super::graph::Node)'s and [`Region`](super::graph::Region)'s annotations. Graphs are to be well
//! formed, as [`check`](fn@super::check) says: what a graph means in which a node is used that is not listed, nobody knows.

mod difference;
mod dimensions;
mod facts;
mod found;
mod part;
mod rounding;
mod substitution;
mod swap;
mod unset;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use sexpr_core::{
    Fingerprint, first_structural_mismatch, report::FingerprintError, structural_diff, structural_equal,
    structural_fingerprint, structural_hash,
};

use self::difference::Finding;
pub use self::difference::{Difference, Differences, Reason};
use self::facts::Facts;
pub use self::part::{Part, PartOf};
use self::rounding::rounded;
pub use self::substitution::SubstitutionError;
use self::substitution::{Substitution, Substitutions};
use self::swap::Findings;
use super::captures::{stands_for, stood_for};
use super::graph::{
    Attribute, Formula, Found, Graph, Instruction, Memory, Node, Op, Rebuild, Rebuilt, entries_of_product,
};
use super::index::{Index, IndexExpr, IndexSequence, Symbol};

/// How graphs are compared.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    unset: Unset,
    substitutions: Substitutions,
}

/// What is done with attributes that only one of two nodes has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Unset {
    /// They make the graphs differ.
    #[default]
    Differs,
    /// Nothing.
    Ignored,
    /// Those that the right one has are ignored, and those that the left one has are lost on the right.
    LeftOnly,
}

impl Comparison {
    /// Attributes that one side has and the other has not make graphs differ.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes no notice of attributes that only one side has: of each two nodes that meet, as both graphs are walked
    /// over together, only those are compared that both have. Where a node meets several, those are compared that it
    /// and all of these have. There is no hash that goes with this, since it is about two graphs.
    pub fn ignore_unset(self, ignore_unset: bool) -> Self {
        Self { unset: if ignore_unset { Unset::Ignored } else { Unset::Differs }, ..self }
    }

    /// The left graph may leave attributes and types unset that the right one sets, and never the reverse: what a round
    /// trip through the compiler may do to a graph.
    ///
    /// ```
    /// use sexpr_examples::wave::{self, Comparison};
    ///
    /// let graph = |ty: &str| wave::read(&format!(r#"{{"nodes": [
    ///     {{"name": "a", "op": {{"placeholder": {{}}}}}},
    ///     {{"name": "x", "op": {{"read": {{"memory": "a"}}}}{ty}}},
    ///     {{"name": "end", "op": {{"output": {{"values": ["x"]}}}}}}
    /// ]}}"#));
    /// let (traced, imported) = (graph("")?, graph(r#", "type": "f16""#)?);
    /// let directional = Comparison::new().directional(true);
    /// assert!(directional.equivalent(&traced, &imported));
    /// let lost = directional.first_difference(&imported, &traced).map(|difference| difference.to_string());
    /// assert_eq!(lost.as_deref(), Some("`x` and `x`, attribute `type`: lost on the right"));
    /// # Ok::<(), wave::JsonError>(())
    /// ```
    pub fn directional(self, directional: bool) -> Self {
        Self { unset: if directional { Unset::LeftOnly } else { Unset::Differs }, ..self }
    }

    /// Puts an expression in place of a symbol, on both sides, wherever something is computed. A dimension stays called
    /// by its symbol: in `permute`, `broadcast` and as a key. In types and allocations, and alone in an attribute or
    /// field, a number of the same size is equal to it, and another dimension is not. If one of the same size is in the
    /// other graph, no number is, either.
    ///
    /// # Errors
    ///
    /// Something is put in place of the symbol already, or one of the symbols is a register (`x0`), an iterator (`i0`)
    /// or the role of an operand (`$MMA_ACC`), which mean something else in each place.
    pub fn substitute(mut self, symbol: Symbol, by: IndexExpr) -> Result<Self, SubstitutionError> {
        substitution::insert(&mut self.substitutions, symbol, by)?;
        Ok(self)
    }

    /// The first difference; nothing, if the graphs are equivalent. It takes time in proportion to their nodes.
    pub fn first_difference(&self, left: &Graph, right: &Graph) -> Option<Difference> {
        let first = |left: &Graph, right: &Graph| {
            let (left, right) = self.in_one_form(left, right);
            let mismatch = first_structural_mismatch(&left, &right);
            let all = mismatch.iter().map(|mismatch| Finding::of_mismatch(&left, &right, mismatch)).collect();
            Findings { all, are_complete: true }
        };
        let (swaps, findings) = swap::find(left, right, first);
        swaps.into_iter().chain(findings.all.into_iter().map(|finding| finding.difference)).next()
    }

    /// All differences; none exactly if the graphs are equivalent. Nodes that have no counterpart are not looked into.
    ///
    /// ```
    /// use sexpr_examples::wave::{self, Comparison};
    ///
    /// let ty = r#"{"space": "register", "shape": ["M"], "dtype": "f32"}"#;
    /// let graph = |first: u32, second: u32| wave::read(&format!(r#"{{"nodes": [
    ///     {{"name": "x", "op": {{"register": {{"type": {ty}, "value": {first}}}}}}},
    ///     {{"name": "y", "op": {{"register": {{"type": {ty}, "value": {second}}}}}}},
    ///     {{"name": "end", "op": {{"output": {{"values": ["x", "y"]}}}}}}
    /// ]}}"#));
    /// let differences = Comparison::new().differences(&graph(1, 2)?, &graph(3, 4)?);
    /// let shown: Vec<String> = differences.all.iter().map(ToString::to_string).collect();
    /// assert_eq!(
    ///     shown,
    ///     ["`x` and `x`, field `value`: 1.0 differs from 3.0", "`y` and `y`, field `value`: 2.0 differs from 4.0"],
    /// );
    /// # Ok::<(), wave::JsonError>(())
    /// ```
    pub fn differences(&self, left: &Graph, right: &Graph) -> Differences {
        let every = |left: &Graph, right: &Graph| {
            let (left, right) = self.in_one_form(left, right);
            let diff = structural_diff(&left, &right);
            let all = diff.edits().iter().map(|edit| Finding::of_edit(&left, &right, edit)).collect();
            Findings { all, are_complete: diff.is_complete() }
        };
        let (mut all, findings) = swap::find(left, right, every);
        all.extend(findings.all.into_iter().map(|finding| finding.difference));
        Differences { all, are_complete: findings.are_complete }
    }

    /// Both graphs in the form in which they are compared.
    fn in_one_form(&self, left: &Graph, right: &Graph) -> (Graph, Graph) {
        let by = &Substitution::new(&self.substitutions, left, right);
        if self.unset == Unset::Differs {
            return (canonical_by(left, by), canonical_by(right, by));
        }
        let is_directional = self.unset == Unset::LeftOnly;
        let (left, right) = unset::without_unset(&comparable(left), &comparable(right), is_directional);
        (canonical_by(&left, by), canonical_by(&right, by))
    }

    /// Whether the graphs are equivalent.
    pub fn equivalent(&self, left: &Graph, right: &Graph) -> bool {
        let (left, right) = self.in_one_form(left, right);
        structural_equal(&left, &right)
    }
}

/// Whether two graphs are equivalent, [`Comparison::new`] by default.
pub fn equivalent(left: &Graph, right: &Graph) -> bool {
    structural_equal(&canonical(left), &canonical(right))
}

/// A hash that is the same for equivalent graphs.
pub fn graph_hash(graph: &Graph) -> u64 {
    structural_hash(&canonical(graph))
}

/// A fingerprint that is the same for equivalent graphs, in every process.
///
/// # Errors
///
/// The graph has none; the error says why.
pub fn graph_fingerprint(graph: &Graph) -> Result<Fingerprint, FingerprintError> {
    structural_fingerprint(&canonical(graph))
}

/// The graph in the form in which graphs are compared.
pub(crate) fn canonical(graph: &Graph) -> Graph {
    canonical_by(graph, &Substitution::default())
}

/// The same, with what is put in place of symbols.
fn canonical_by(graph: &Graph, by: &Substitution<'_>) -> Graph {
    let mut memory = Memory::new(&graph.body);
    let mut facts = Facts::new(&graph.body);
    // Of those that take one result: the first of each that say the same.
    let mut taken: HashMap<(*const Node, usize, u64), Vec<Arc<Node>>> = HashMap::new();
    let mut rebuild = Rebuild::new(|original: &Arc<Node>, mut node: Node, level: u32| {
        let level = (!matches!(node.op, Op::GetResult { .. })).then_some(level);
        let may_be_memory = memory.goes_on_to(original);
        by.apply(&mut node);
        if let Some(outer) = stands_for(&node) {
            facts.goes_on_to_same(original, stood_for(original).unwrap_or(original));
            return Rebuilt::Replaced(outer.clone());
        }
        facts.goes_on_to(original);
        if let (Op::Do(instruction), Op::Do(of)) = (&mut node.op, &original.op) {
            normalize(instruction, of, &facts);
        }
        let entries = node.index_of_product().map(|index| own_entries(index, original, &facts)).unwrap_or_default();
        node.note(Found { level, may_be_memory, entries });
        let Op::GetResult { value, index } = &node.op else { return Rebuilt::Listed(node) };
        let own = semantic(&node);
        let others = taken.entry((Arc::as_ptr(value), *index, structural_hash(&own))).or_default();
        if let Some(other) = others.iter().find(|other| structural_equal(&semantic(other), &own)) {
            return Rebuilt::Replaced(other.clone());
        }
        let node = Arc::new(node);
        others.push(node.clone());
        Rebuilt::Shared(node)
    });
    let body = rebuild.region(&graph.body);
    Graph { name: graph.name.clone(), body }
}

/// What an instruction computes, in a form that is the same for what is equal.
fn normalize(instruction: &mut Instruction<Arc<Node>>, original: &Instruction<Arc<Node>>, facts: &Facts) {
    match (instruction, original) {
        (Instruction::Register { ty, value }, _) => *value = rounded(*value, &ty.dtype),
        (Instruction::ApplyExpr { expr, .. }, Instruction::ApplyExpr { args, .. }) if facts.are_integers(args) => {
            *expr = Formula { expr: expr.expr.normal() };
        }
        _ => {}
    }
}

/// What the index of a matrix product is for each of its operands, along the dimensions that these have.
fn own_entries(index: &Index, product: &Node, facts: &Facts) -> Vec<(String, IndexSequence)> {
    let Op::Do(Instruction::Mma { lhs, rhs, acc, .. }) = &product.op else { return Vec::new() };
    let own = [lhs, rhs, acc].map(|operand| facts.of(operand).dimensions);
    let is_of = |dimension: &Symbol, own: &Option<Arc<BTreeSet<Symbol>>>| {
        own.as_ref().is_none_or(|own| own.contains(dimension))
    };
    entries_of_product(index, |role, dimension| {
        let of = &own[role as usize];
        is_of(dimension, of) || !own.iter().any(|own| is_of(dimension, own))
    })
}

/// The graph in a form in which it can be walked over together with another one: it is known what may be memory, and so
/// what has effects, and placeholders that stand for others say something.
fn comparable(graph: &Graph) -> Graph {
    let mut memory = Memory::new(&graph.body);
    let mut rebuild = Rebuild::new(|original: &Arc<Node>, mut node: Node, _: u32| {
        node.note(Found { level: None, may_be_memory: memory.goes_on_to(original), entries: Vec::new() });
        if let Op::Placeholder { ty, lifted: Some(outer) } = &mut node.op {
            // One without a type has that of what it stands for. Where no type is written of the node at the end of
            // a chain, none in the chain says anything.
            *ty = outer.ty().map(|written| ty.take().unwrap_or(written));
        }
        // Of a chain of placeholders, each says something. So two chains have as many where they say the same.
        match stands_for(&node) {
            Some(outer) if stood_for(outer).is_some() => Rebuilt::Replaced(outer.clone()),
            _ => Rebuilt::Listed(node),
        }
    });
    let body = rebuild.region(&graph.body);
    Graph { name: graph.name.clone(), body }
}

fn semantic(node: &Node) -> Vec<(String, Attribute)> {
    node.attributes.semantic().map(|(name, attribute)| (name.to_owned(), attribute.clone())).collect()
}
