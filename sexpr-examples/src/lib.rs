//! Real compiler IRs, annotated with `#[derive(StructuralEq)]`, and what the command `sexpr` does with them.
//!
//! - [`pypto`]: tensor programs in SSA form, whose variables are shared nodes.
//! - [`lambda`]: a functional language with lexical scopes, whose variables are strings.
//! - [`relay`]: a functional language of tensors, with shapes as types, type relations and algebraic data types.
//! - [`wave`]: kernels as graphs and as lists of operations, converted into each other and compared.
//!
//! What they share of reading texts is in [`text`]. [`language`] is the table of languages that the command knows; [`command`] is the command.
//! `corpus`, behind the feature of that name, indexes the subterms of many files.

#[macro_use]
mod macros;

pub mod algebra;
pub mod command;
#[cfg(feature = "corpus")]
pub mod corpus;
pub mod lambda;
pub mod language;
pub mod parallel;
pub mod pypto;
pub mod relay;
pub mod text;
pub mod wave;
