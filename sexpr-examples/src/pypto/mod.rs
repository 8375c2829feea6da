//! PyPTO: an intermediate representation of tensor programs in SSA form, with a Python-style text.
//!
//! Its variables are nodes that are shared by pointer and bound once, so that `#[derive(StructuralEq)]` compares
//! programs up to the names of what they bind:
//!
//! ```
//! use sexpr_core::{first_structural_mismatch, structural_equal};
//! use sexpr_examples::pypto;
//!
//! let left = pypto::parse("left.py", "def f(x: pi.Int64):\n    y = x + 1\n    return y\n")?;
//! let right = pypto::parse("right.py", "def f(a: pi.Int64):\n    b = a + 1\n    return b\n")?;
//! assert!(structural_equal(&left, &right));
//!
//! let other = pypto::parse("other.py", "def f(x: pi.Int64):\n    y = x + 2\n    return y\n")?;
//! let mismatch = first_structural_mismatch(&left, &other).expect("1 is not 2");
//! assert_eq!(pypto::locate(&other, mismatch.rhs()).to_string(), "other.py:2:13");
//! # Ok::<(), pypto::ParseError>(())
//! ```
//!
//! - [`ir`] has the nodes.
//! - [`parse`] and [`print()`] go from text to nodes and back; [`canonical`] says how far this is an identity.
//! - [`FreeVars`] lets several programs share the variables that nothing binds.
//! - [`check`](check()) finds what makes a program ill-formed.
//! - [`optimize`] has passes that make a program smaller.
//! - [`locate`] finds the text that a path of a mismatch leads to; [`variables()`] finds the variables there, and what
//!   binds them.
//!
//! Inside, a text becomes tokens (`lexer`), then syntax (`parser`), then nodes with variables and types (`lower`).
//! Nesting is limited ([`NEST_LIMIT`], [`DEPTH_LIMIT`]), so that no program needs much stack to be read, printed or
//! dropped, and so is the size of what is inferred ([`TYPE_LIMIT`]), so that none needs much time.

mod bottom_up;
mod call_graph;
mod canonical;
pub mod check;
mod describe;
mod error;
mod free;
pub mod ir;
mod lexer;
mod limits;
mod locate;
mod lower;
pub mod optimize;
mod parser;
mod printer;
mod substitute;
mod syntax;
mod token;
mod variables;

pub use canonical::canonical;
pub use check::check;
pub use error::{ErrorKind, ParseError};
pub use free::FreeVars;
pub use limits::{DEPTH_LIMIT, NEST_LIMIT, TYPE_LIMIT};
pub use locate::locate;
pub(crate) use locate::place;
pub use printer::{print, print_fragment};
pub(crate) use token::KEYWORDS;
pub use variables::variables;

use self::error::Mistake;
use self::parser::Module;
use crate::text::Source;

/// Reads a program. Its free variables are its own.
///
/// # Errors
///
/// The text is no program.
pub fn parse(name: &str, text: &str) -> Result<ir::Program, ParseError> {
    parse_with(name, text, &mut FreeVars::new())
}

/// Reads a program whose free variables are those of the table; new ones are added to it.
///
/// # Errors
///
/// The text is no program.
pub fn parse_with(name: &str, text: &str, free: &mut FreeVars) -> Result<ir::Program, ParseError> {
    parse_source(&Source::new(name, text), free)
}

/// Reads a program from a source file; otherwise as [`parse_with`].
///
/// # Errors
///
/// The text is no program.
pub fn parse_source(source: &Source, free: &mut FreeVars) -> Result<ir::Program, ParseError> {
    read(source, free, false)
}

/// Reads a program whose [commutative](ir::BinaryOp::is_commutative) operators have their operands in any order; otherwise as
/// [`parse_source`]. Such a program is equal only to programs that are read in this way.
///
/// Operands stay in order where it may be noticed which of them is computed first: where one calls something, and the other
/// calls something or may stop the program, as a division may. Those of `and` and `or` do where one calls something or
/// may stop the program, since the right operand may not be computed at all. In the types of parameters, where shape
/// variables are introduced, operands count in order as well.
///
/// ```
/// use sexpr_core::structural_equal;
/// use sexpr_examples::pypto::{self, FreeVars};
/// use sexpr_examples::text::Source;
///
/// let read = |text: &str| pypto::parse_commutative(&Source::new("sum.py", text), &mut FreeVars::new());
/// let left = read("def f(x: pi.Int64, y: pi.Int64):\n    z = x + y * 2\n")?;
/// let right = read("def f(a: pi.Int64, b: pi.Int64):\n    c = 2 * b + a\n")?;
/// assert!(structural_equal(&left, &right));
/// let other = read("def f(a: pi.Int64, b: pi.Int64):\n    c = 2 * a + b\n")?;
/// assert!(!structural_equal(&left, &other));
/// # Ok::<(), pypto::ParseError>(())
/// ```
///
/// # Errors
///
/// The text is no program.
pub fn parse_commutative(source: &Source, free: &mut FreeVars) -> Result<ir::Program, ParseError> {
    read(source, free, true)
}

/// Reads statements, or an expression, that no function is around. They are the body of the program's only function, which has
/// no name; an expression is what a variable without a name is assigned.
///
/// ```
/// use sexpr_core::structural_equal;
/// use sexpr_examples::pypto::{self, FreeVars};
/// use sexpr_examples::text::Source;
///
/// let read = |text: &str, free: &mut FreeVars| pypto::parse_fragment(&Source::new("example", text), free);
/// let mut free = FreeVars::new();
/// let expression = read("((x + 1) * (y - 2)) / (x + y)", &mut free)?;
/// assert_eq!(pypto::print_fragment(&expression), "(x + 1) * (y - 2) / (x + y)\n");
/// let statements = read("sum = x + y; twice = 2 * sum\n", &mut free)?;
/// assert!(structural_equal(&statements, &read("s = x + y\nt = 2 * s\n", &mut free)?));
/// # Ok::<(), pypto::ParseError>(())
/// ```
///
/// # Errors
///
/// The text is neither.
pub fn parse_fragment(source: &Source, free: &mut FreeVars) -> Result<ir::Program, ParseError> {
    lowered(source, parser::fragment(source.text()), free, false)
}

fn read(source: &Source, free: &mut FreeVars, commutes: bool) -> Result<ir::Program, ParseError> {
    lowered(source, parser::module(source.text()), free, commutes)
}

fn lowered(
    source: &Source,
    module: Result<Module<'_>, Mistake>,
    free: &mut FreeVars,
    commutes: bool,
) -> Result<ir::Program, ParseError> {
    module
        .and_then(|module| lower::program(source, &module, free, commutes))
        .map_err(|mistake| ParseError::new(source, mistake))
}
