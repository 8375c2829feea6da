//! Kernels of Wave, in the two forms that its compiler has: graphs of nodes, and lists of operations.
//!
//! This is an example of what makes the comparison of real compilers' graphs hard. What a node does stands partly in the
//! fields of its operation and partly in attributes that were found out later ([`graph`]). Parts of tensors are indexed
//! by expressions, which are equal when algebra says so ([`index`]). The two sides of a conversion say the same in
//! different ways ([`convert`]): a product of matrices has one index by cases on the one side, and four on the other; what
//! a region uses from around it is explicit or implicit ([`captures`](mod@captures), [`operations`]). And orders matter
//! that look like those of dictionaries ([`mapping`]).
//!
//! Two graphs are [equivalent] up to all this, and a [`Difference`] says at which nodes they are not, and why.
//!
//! ```
//! use sexpr_examples::wave::{self, Comparison};
//!
//! let graph = |start: &str| wave::read(&format!(r#"{{"nodes": [
//!     {{"name": "a", "op": {{"placeholder": {{}}}}}},
//!     {{"name": "x", "op": {{"read": {{"memory": "a"}}}}, "attributes": {{"index": {{"M": ["{start}", 1, 1]}}}}}},
//!     {{"name": "end", "op": {{"output": {{"values": ["x"]}}}}}}
//! ]}}"#));
//! let (left, right) = (graph("$T0 + $T0")?, graph("2 * $T0")?);
//! assert!(wave::equivalent(&left, &right));
//!
//! let difference = Comparison::new().first_difference(&left, &graph("3 * $T0")?);
//! let text = difference.map(|difference| difference.to_string()).unwrap_or_default();
//! assert_eq!(text, "`x` and `x`, attribute `index` at M, start: $T0 + $T0 differs from 3 * $T0");
//!
//! let function = wave::to_operations(&left)?;
//! assert!(wave::print(&function).contains("%x = wave.read %a {index = [{M : ["));
//! assert!(wave::equivalent(&left, &wave::to_graph(&function)?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod captures;
mod check;
pub mod convert;
mod dot;
mod equivalence;
pub mod graph;
pub mod index;
pub mod json;
pub mod mapping;
pub mod operations;
mod permutations;
pub mod reference;

pub use self::captures::{hoist, lift};
pub use self::check::{GraphProblem, GraphProblemKind, OperandProblem, TypeProblem, check};
pub use self::convert::{GraphError, OperationsError, to_graph, to_operations};
pub use self::dot::dot;
pub(crate) use self::equivalence::canonical;
pub use self::equivalence::{
    Comparison, Difference, Differences, Part, PartOf, Reason, SubstitutionError, equivalent, graph_fingerprint,
    graph_hash,
};
pub use self::graph::Graph;
pub use self::json::{JsonError, Places, Position, read, read_with_places, write};
pub(crate) use self::json::{parts_of, read_to_check};
pub use self::operations::{DialectError, make_isolated, make_non_isolated, parse, parse_with_places, print, verify};
pub use self::permutations::permutations;
