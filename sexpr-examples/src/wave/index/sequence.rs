//! What a tensor is accessed by.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use sexpr_core::StructuralEq;

use super::expr::IndexExpr;
use super::symbol::Symbol;

/// What one dimension is accessed by: so many elements, from a first one on, in steps.
///
/// ```
/// use sexpr_core::structural_equal;
/// use sexpr_examples::wave::index::{IndexError, IndexSequence};
///
/// let sequence: IndexSequence = "$WG0 * 16 + $T0 : 4 : 1".parse()?;
/// assert_eq!(sequence.to_string(), "$WG0 * 16 + $T0 : 4 : 1");
/// assert!(structural_equal(&sequence, &"$T0 + 16 * $WG0 : 2 + 2 : 1".parse()?));
/// # Ok::<(), IndexError>(())
/// ```
#[derive(StructuralEq, Clone, Debug, PartialEq, Eq, Hash)]
#[seq(rewrite)]
pub struct IndexSequence {
    /// The first element.
    #[seq(opaque)]
    pub start: IndexExpr,
    /// How many elements.
    #[seq(opaque)]
    pub size: IndexExpr,
    /// How far from one to the next.
    #[seq(opaque)]
    pub stride: IndexExpr,
}

/// Which part of a tensor is accessed, by dimension. The order of the dimensions means nothing.
pub type Index = BTreeMap<Symbol, IndexSequence>;

impl IndexSequence {
    /// A sequence.
    pub fn new(start: impl Into<IndexExpr>, size: impl Into<IndexExpr>, stride: impl Into<IndexExpr>) -> Self {
        Self { start: start.into(), size: size.into(), stride: stride.into() }
    }

    /// Start, size and stride.
    pub fn components(&self) -> [&IndexExpr; 3] {
        [&self.start, &self.size, &self.stride]
    }

    /// Something else in place of each component.
    pub fn map(&self, map: impl Fn(&IndexExpr) -> IndexExpr) -> Self {
        let [start, size, stride] = self.components().map(map);
        Self { start, size, stride }
    }

    /// The symbols that are written in it.
    pub fn symbols(&self) -> BTreeSet<Symbol> {
        self.components().iter().flat_map(|component| component.symbols()).collect()
    }

    /// The sequence with expressions in place of symbols; see [`IndexExpr::substitute`].
    pub fn substitute(&self, by: &dyn Fn(&Symbol) -> Option<IndexExpr>) -> Self {
        self.map(|component| component.substitute(by))
    }
}

impl fmt::Display for IndexSequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} : {} : {}", self.start, self.size, self.stride)
    }
}
