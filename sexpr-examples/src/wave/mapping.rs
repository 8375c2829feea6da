//! Index mappings: how the dimensions of a tensor in memory go with those of the value that is read or written.
//!
//! The iterators `i0`, `i1`, … run over the elements that an operation accesses. A mapping says by expressions of them
//! which element of each operand is meant: `inputs` is about the operand that is accessed first, and `outputs` about
//! the other one. For a [read](Access::Read), these are the memory and the value; for a [write](Access::Write), the
//! value and the memory. On the value's side, each dimension goes with the iterator of its own position.
//!
//! ```
//! use sexpr_examples::wave::index::Symbol;
//! use sexpr_examples::wave::mapping::{Access, Entry, IndexMapping};
//!
//! let memory = ["A", "B", "C", "D"].map(Symbol::new);
//! let mapping = IndexMapping {
//!     iterators: 4,
//!     inputs: Entry::all([("A", "i0"), ("B", "i3"), ("C", "i2"), ("D", "i1")])?,
//!     outputs: Entry::all([("A", "i0"), ("D", "i1"), ("C", "i2"), ("B", "i3")])?,
//! };
//! assert_eq!(mapping.verify(Access::Read, &memory, &["A", "D", "C", "B"].map(Symbol::new)), Ok(()));
//!
//! let permutation = mapping.permutation(Access::Read, &memory).expect("one iterator for each dimension");
//! assert_eq!(permutation.to_string(), "{A: index[A], B: index[D], C: index[C], D: index[B]}");
//! # Ok::<(), sexpr_examples::wave::index::IndexError>(())
//! ```

use std::collections::BTreeSet;
use std::fmt;

use sexpr_core::StructuralEq;

use super::index::{Index, IndexError, IndexExpr, Symbol};
use crate::text::shortened;

/// How the dimensions of memory and value go together. The order of the entries means something, so it is compared.
#[derive(StructuralEq, Clone, Debug, Default, PartialEq, Eq, Hash)]
#[seq(rewrite)]
pub struct IndexMapping {
    /// How many iterators there are: `i0`, `i1`, …
    pub iterators: usize,
    /// For the operand that is accessed first: the memory of a read, the value of a write.
    pub inputs: Vec<Entry>,
    /// For the other one: the value of a read, the memory of a write.
    pub outputs: Vec<Entry>,
}

/// Which element is meant in one dimension.
#[derive(StructuralEq, Clone, Debug, PartialEq, Eq, Hash)]
#[seq(rewrite)]
pub struct Entry {
    /// The dimension.
    pub symbol: Symbol,
    /// What is computed from iterators and other symbols.
    #[seq(opaque)]
    pub expr: IndexExpr,
}

impl Entry {
    /// An entry.
    pub fn new(symbol: impl Into<Symbol>, expr: IndexExpr) -> Self {
        Self { symbol: symbol.into(), expr }
    }

    /// Entries, from names and the texts of expressions.
    ///
    /// # Errors
    ///
    /// A text is no expression.
    pub fn all<'t>(entries: impl IntoIterator<Item = (&'t str, &'t str)>) -> Result<Vec<Self>, IndexError> {
        entries.into_iter().map(|(symbol, expr)| Ok(Self::new(symbol, expr.parse()?))).collect()
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.symbol, self.expr)
    }
}

/// What is done with the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// A value is read from it.
    Read,
    /// A value is written to it.
    Write,
}

/// A half of a mapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// [`IndexMapping::inputs`]
    Inputs,
    /// [`IndexMapping::outputs`]
    Outputs,
}

impl Access {
    /// Which half is about the memory.
    pub fn memory_side(self) -> Side {
        match self {
            Self::Read => Side::Inputs,
            Self::Write => Side::Outputs,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Inputs => "inputs",
            Self::Outputs => "outputs",
        })
    }
}

/// The iterator of a position.
pub fn iterator(position: usize) -> Symbol {
    Symbol::new(format!("i{position}"))
}

/// The position of an iterator; nothing of another symbol.
///
/// ```
/// use sexpr_examples::wave::mapping::{iterator, position};
///
/// assert_eq!(position(&iterator(12)), Some(12));
/// assert_eq!(position(&"i012".into()), None);
/// ```
pub fn position(symbol: &Symbol) -> Option<usize> {
    let digits = symbol.name().strip_prefix('i')?;
    let position = digits.parse().ok()?;
    // `i+1` and `i01` are read as numbers, too.
    (iterator(position) == *symbol).then_some(position)
}

/// What is wrong with a mapping.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MappingProblem {
    /// A dimension that the shape does not have.
    #[error("{side}: expected a dimension of [{}], found `{symbol}`: remove it, or add it to the shape", listed(shape))]
    UnknownSymbol {
        /// Where.
        side: Side,
        /// The dimension.
        symbol: Symbol,
        /// The shape.
        shape: Vec<Symbol>,
    },
    /// A dimension of the shape without an entry.
    #[error("{side}: expected an entry for `{symbol}`, found none: add `{symbol}: …`")]
    MissingSymbol {
        /// Where.
        side: Side,
        /// The dimension.
        symbol: Symbol,
    },
    /// A dimension with more than one entry.
    #[error("{side}: expected one entry for `{symbol}`, found another one: remove one of them")]
    RepeatedSymbol {
        /// Where.
        side: Side,
        /// The dimension.
        symbol: Symbol,
    },
    /// There is not one iterator for each dimension of the value.
    #[error("expected an iterator for each of the value's {dimensions} dimension(s), found {iterators} iterator(s)")]
    Iterators {
        /// How many dimensions the value has.
        dimensions: usize,
        /// How many iterators there are.
        iterators: usize,
    },
    /// An iterator that does not exist.
    #[error(
        "{side}: expected one of {iterators} iterator(s) for `{symbol}`, found `{found}`: iterators begin with `i0`"
    )]
    UnknownIterator {
        /// Where.
        side: Side,
        /// The dimension.
        symbol: Symbol,
        /// How many there are.
        iterators: usize,
        /// The iterator.
        found: Symbol,
    },
    /// The value's side computes something.
    #[error(
        "{side}: expected `{symbol}: {expected}`, found `{}`: here dimensions go with iterators; compute in the \
         memory's entries instead",
        shortened(found.to_string())
    )]
    NotIdentity {
        /// Where.
        side: Side,
        /// The dimension.
        symbol: Symbol,
        /// The iterator of its position.
        expected: Symbol,
        /// What it goes with.
        found: IndexExpr,
    },
    /// The value's side permutes.
    #[error(
        "{side}: expected `{symbol}: {expected}`, found `{found}`: here dimensions go with the iterators of their \
         positions; permute the memory's entries instead"
    )]
    WrongPosition {
        /// Where.
        side: Side,
        /// The dimension.
        symbol: Symbol,
        /// The iterator of its position.
        expected: Symbol,
        /// The iterator that it goes with.
        found: Symbol,
    },
    /// There is no iterator in an expression that is to have one.
    #[error(
        "{side}: expected an expression of one iterator for `{symbol}`, found `{}`, which has none: add one",
        shortened(found.to_string())
    )]
    NoIterator {
        /// Where.
        side: Side,
        /// The dimension.
        symbol: Symbol,
        /// The expression.
        found: IndexExpr,
    },
    /// There are several iterators in an expression that is to have one.
    #[error(
        "{side}: expected an expression of one iterator for `{symbol}`, found `{}`, which has {}: choose one",
        shortened(found.to_string()),
        listed(iterators)
    )]
    SeveralIterators {
        /// Where.
        side: Side,
        /// The dimension.
        symbol: Symbol,
        /// The expression.
        found: IndexExpr,
        /// The iterators in it.
        iterators: Vec<Symbol>,
    },
    /// An iterator of a position at which the memory has no dimension.
    #[error(
        "{side}: expected an iterator of one of the memory's {dimensions} dimension(s) for `{symbol}`, found \
         `{found}`: only these can be permuted"
    )]
    NoDimension {
        /// Where.
        side: Side,
        /// The dimension.
        symbol: Symbol,
        /// How many dimensions the memory has.
        dimensions: usize,
        /// The iterator.
        found: Symbol,
    },
}

fn listed(symbols: &[Symbol]) -> String {
    symbols.iter().map(Symbol::to_string).collect::<Vec<_>>().join(", ")
}

impl IndexMapping {
    /// The entries of a side.
    pub fn side(&self, side: Side) -> &[Entry] {
        match side {
            Side::Inputs => &self.inputs,
            Side::Outputs => &self.outputs,
        }
    }

    /// Whether the mapping goes with an access of a value of this shape to a memory of that shape.
    ///
    /// Symbols in expressions that are no iterators may be anything, since what else is known is not said here.
    ///
    /// # Errors
    ///
    /// Everything that is wrong, inputs first: an iterator for each dimension of the value; an entry for each dimension of
    /// the shape, and none besides; iterators that exist; on the memory's side expressions in which one iterator is written; on the value's side the
    /// iterators of the dimensions' positions.
    pub fn verify(&self, access: Access, memory: &[Symbol], value: &[Symbol]) -> Result<(), Vec<MappingProblem>> {
        let mut problems = Vec::new();
        // What surrounds the access goes over the value's elements.
        if self.iterators != value.len() {
            let (dimensions, iterators) = (value.len(), self.iterators);
            problems.push(MappingProblem::Iterators { dimensions, iterators });
        }
        for side in [Side::Inputs, Side::Outputs] {
            let is_memory = side == access.memory_side();
            let shape = if is_memory { memory } else { value };
            self.verify_symbols(side, shape, &mut problems);
            for entry in self.side(side) {
                self.verify_iterators(side, entry, &mut problems);
                if is_memory {
                    problems.extend(lone_iterator(side, entry).err());
                } else if let Some(position) = shape.iter().position(|symbol| *symbol == entry.symbol) {
                    problems.extend(self.verify_identity(side, entry, position).err());
                }
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }

    fn verify_symbols(&self, side: Side, shape: &[Symbol], problems: &mut Vec<MappingProblem>) {
        let mut known = BTreeSet::new();
        for Entry { symbol, .. } in self.side(side) {
            if !shape.contains(symbol) {
                problems.push(MappingProblem::UnknownSymbol { side, symbol: symbol.clone(), shape: shape.to_vec() });
            }
            if !known.insert(symbol) {
                problems.push(MappingProblem::RepeatedSymbol { side, symbol: symbol.clone() });
            }
        }
        let missing = shape.iter().filter(|symbol| !known.contains(symbol));
        problems.extend(missing.map(|symbol| MappingProblem::MissingSymbol { side, symbol: symbol.clone() }));
    }

    fn verify_iterators(&self, side: Side, entry: &Entry, problems: &mut Vec<MappingProblem>) {
        let unknown = iterators(&entry.expr).into_iter().filter(|position| *position >= self.iterators);
        problems.extend(unknown.map(|position| MappingProblem::UnknownIterator {
            side,
            symbol: entry.symbol.clone(),
            iterators: self.iterators,
            found: iterator(position),
        }));
    }

    fn verify_identity(&self, side: Side, entry: &Entry, expected: usize) -> Result<(), MappingProblem> {
        let (symbol, found) = (entry.symbol.clone(), &entry.expr);
        match found.as_symbol().and_then(|symbol| Some((symbol, position(symbol)?))) {
            // One that does not exist is another problem.
            Some((_, position)) if position == expected || position >= self.iterators => Ok(()),
            Some((found, _)) => {
                Err(MappingProblem::WrongPosition { side, symbol, expected: iterator(expected), found: found.clone() })
            }
            None => {
                Err(MappingProblem::NotIdentity { side, symbol, expected: iterator(expected), found: found.clone() })
            }
        }
    }

    /// Which dimension's index takes the place of which, for the memory: the iterator of a position stands for the
    /// memory's dimension there, and each dimension takes the index of the one whose iterator it goes with.
    ///
    /// Dimensions that share an iterator take the same index.
    ///
    /// # Errors
    ///
    /// Everything because of which there is none: a dimension without an entry or with several of them, an expression
    /// that is not of one iterator, an iterator that does not exist or belongs to no dimension of the memory.
    pub fn permutation(&self, access: Access, memory: &[Symbol]) -> Result<Permutation, Vec<MappingProblem>> {
        let side = access.memory_side();
        let (mut pairs, mut problems) = (Vec::new(), Vec::new());
        self.verify_symbols(side, memory, &mut problems);
        for entry in self.side(side) {
            self.verify_iterators(side, entry, &mut problems);
        }
        for dimension in memory {
            let Some(entry) = self.side(side).iter().find(|entry| entry.symbol == *dimension) else { continue };
            match lone_iterator(side, entry) {
                Ok(position) => match memory.get(position) {
                    Some(from) => pairs.push((dimension.clone(), from.clone())),
                    None if position >= self.iterators => {}
                    None => problems.push(MappingProblem::NoDimension {
                        side,
                        symbol: dimension.clone(),
                        dimensions: memory.len(),
                        found: iterator(position),
                    }),
                },
                Err(problem) => problems.push(problem),
            }
        }
        if problems.is_empty() { Ok(Permutation { pairs }) } else { Err(problems) }
    }
}

/// The positions of the iterators in an expression.
fn iterators(expr: &IndexExpr) -> BTreeSet<usize> {
    expr.symbols().iter().filter_map(position).collect()
}

/// The position of the only iterator in an expression.
fn lone_iterator(side: Side, entry: &Entry) -> Result<usize, MappingProblem> {
    let (symbol, found) = (entry.symbol.clone(), entry.expr.clone());
    let iterators = iterators(&found);
    match (iterators.len(), iterators.first()) {
        (1, Some(position)) => Ok(*position),
        (_, None) => Err(MappingProblem::NoIterator { side, symbol, found }),
        _ => {
            let iterators = iterators.into_iter().map(iterator).collect();
            Err(MappingProblem::SeveralIterators { side, symbol, found, iterators })
        }
    }
}

/// For each dimension of a memory, in order, the one whose index it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permutation {
    /// The dimension, and the one whose index it takes.
    pub pairs: Vec<(Symbol, Symbol)>,
}

impl Permutation {
    /// An index with each dimension's sequence from the one whose index it takes; dimensions whose sequence would come
    /// from one that is not there are left out, and so are those that are not the memory's.
    pub fn apply(&self, index: &Index) -> Index {
        let taken = |(to, from): &(Symbol, Symbol)| Some((to.clone(), index.get(from)?.clone()));
        self.pairs.iter().filter_map(taken).collect()
    }
}

/// `{A: index[B], B: index[A]}`
impl fmt::Display for Permutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs: Vec<_> = self.pairs.iter().map(|(to, from)| format!("{to}: index[{from}]")).collect();
        write!(f, "{{{}}}", pairs.join(", "))
    }
}
