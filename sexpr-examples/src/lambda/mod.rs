//! A small functional language whose variables are strings.
//!
//! ```text
//! \x y. e                                      a function of two parameters
//! f x y                                        (f x) y
//! let x = e in e                               x is not bound in the first e
//! letrec f = e and g = e in e                  f and g are bound in all three
//! match e { Cons x rest -> e; 0 -> e; _ -> e } patterns may nest
//! Cons 1 Nil                                   constructors are capitalised
//! -5, "text\n", (e)                            and comments run from -- to the end of the line
//! ```
//!
//! The nodes in [`ast`] are what anybody would write: enums, boxes, and strings for names. They are annotated, and
//! not rewritten: `#[derive(StructuralEq)]` finds out what the names mean.
//!
//! ```
//! use sexpr_core::{first_structural_mismatch, structural_equal};
//! use sexpr_examples::lambda;
//!
//! let left = lambda::parse("left.lam", "\\x. (\\x. f x) x")?;
//! let right = lambda::parse("right.lam", "\\a. (\\b. f b) a")?;
//! assert!(structural_equal(&left, &right));
//!
//! let captured = lambda::parse("captured.lam", "\\a. (\\b. f a) a")?;
//! let mismatch = first_structural_mismatch(&left, &captured).expect("`a` is the outer one");
//! assert_eq!(lambda::locate(&captured, mismatch.rhs()).to_string(), "captured.lam:1:12");
//! # Ok::<(), lambda::ParseError>(())
//! ```
//!
//! - [`ast`] has the nodes.
//! - [`parse`] and [`print()`] go from text to nodes and back.
//! - [`locate`] finds the text that a path of a mismatch leads to; [`variables()`] finds the variables there, and what
//!   binds them.
//!
//! Nothing here descends by calling itself: programs are read, printed, compared and dropped in loops, and may be as
//! deep as memory allows.

pub mod ast;
mod drop;
mod error;
mod lexer;
mod locate;
mod parser;
mod printer;
mod token;
mod variables;

pub use error::{ErrorKind, ParseError};
pub use locate::locate;
pub(crate) use locate::place;
pub use printer::print;
pub(crate) use token::KEYWORDS;
pub use variables::variables;

use self::ast::Expr;
use crate::text::Source;

/// Reads a program.
///
/// # Errors
///
/// The text is no program.
pub fn parse(name: &str, text: &str) -> Result<Expr, ParseError> {
    parse_source(&Source::new(name, text))
}

/// Reads a program from a source file.
///
/// # Errors
///
/// The text is no program.
pub fn parse_source(source: &Source) -> Result<Expr, ParseError> {
    parser::program(source).map_err(|mistake| ParseError::new(source, mistake))
}
