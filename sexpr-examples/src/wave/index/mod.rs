//! Index expressions: what is computed to access a tensor, and when two computations are the same.
//!
//! ```text
//! $WG0 * BLOCK_M + 16 * ($T0 mod 16)        ceildiv, min(a, b), max(a, b), 7 // 2
//! Piecewise((4 * $T0, ~$MMA_ACC), ($T0 // 16, $MMA_ACC & M >= 16 | x != y))
//! ```
//!
//! An [`IndexExpr`] keeps what was written, which it displays, and a normal form, by which it is compared:
//!
//! ```
//! use sexpr_examples::wave::index::{IndexError, IndexExpr};
//!
//! let written: IndexExpr = "x + x".parse()?;
//! assert_eq!(written, "2 * x".parse()?);
//! assert_eq!(written.to_string(), "x + x");
//!
//! let rounded_up: IndexExpr = "M ceildiv 4".parse()?;
//! assert_eq!(rounded_up, "(M + 3) // 4".parse()?);
//! assert_ne!(rounded_up, "M // 4 + 1".parse()?);
//! # Ok::<(), IndexError>(())
//! ```
//!
//! # When two are equal
//!
//! Symbols stand for integers. `a // b` is rounded down, `a mod b` is `a - b * (a // b)`, and `a ceildiv b` is
//! `-(-a // b)`. Divided by 0, and where no condition of a `Piecewise` holds, an expression has no value.
//!
//! Equal expressions have the same value for all integers for which both have one; so `0 * (x // 0)` equals 0, and
//! `x * y // y` equals `x`. The converse is not promised, since it cannot be decided: some expressions differ though
//! their values do not. What is known is:
//!
//! - what holds of sums and products;
//! - of divisions: what can be taken out of them, what cancels, and divisions of divisions by constants;
//! - of `min` and `max`: order, nesting, what arguments share, and arguments that differ by a number;
//! - of conditions: what holds of truth values, and of comparisons of one thing with constants;
//! - of `Piecewise`: branches that are never taken, have the same value, or stand in another order, as long as no more
//!   than about six different conditions are in it.
//!
//! Where a normal form would be too large, or a number in it is no `i64`, an expression equals what is written alike.
//!
//! # Limits
//!
//! A text nests at most [`NEST_LIMIT`] brackets deep, and an expression has at most [`DEPTH_LIMIT`] levels and
//! [`PARTS_LIMIT`] parts: so none needs much stack or time. Texts beyond that are refused. What is made beyond that by
//! a program is written as its normal form; if that is too large as well, it is kept as a digest only. Then it still
//! equals what is made in the same way of the same, and has no value.
//!
//! - [`IndexExpr`], [`Condition`] and [`Symbol`] are what is computed; [`IndexSequence`] and [`Index`] are accesses.
//! - [`roles`] takes the access of a matrix product apart, by operand.

/// Has expressions be compared and hashed by their normal forms, and displayed as they are written.
macro_rules! compared_by_normal_form {
    ($type:ident) => {
        impl PartialEq for $type {
            fn eq(&self, other: &Self) -> bool {
                Arc::ptr_eq(&self.0, &other.0) || self.0.normal == other.0.normal
            }
        }

        impl Eq for $type {}

        impl Hash for $type {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.0.normal.hash(state);
            }
        }

        impl StableBytes for $type {
            fn stable_bytes(&self, into: &mut dyn Encoder) {
                into.bytes(self.normal_text().as_bytes());
            }
        }

        /// With brackets only where they are needed.
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0.written, f)
            }
        }

        debug_as_displayed!($type);
    };
}

mod condition;
mod error;
mod expr;
mod limits;
mod normal;
mod operators;
mod outgrown;
mod parser;
pub mod roles;
mod sequence;
mod symbol;
mod token;

pub use condition::Condition;
pub use error::{ErrorKind, IndexError};
pub use expr::IndexExpr;
pub use limits::{DEPTH_LIMIT, NEST_LIMIT, PARTS_LIMIT};
pub use operators::Comparison;
pub use roles::Role;
pub use sequence::{Index, IndexSequence};
pub use symbol::Symbol;
