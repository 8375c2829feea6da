//! Relay: tensor programs with shapes as types, type relations and algebraic data types.
//!
//! Its text is that of versions 0.0.4 and 0.0.5, with what the document of its type system writes besides:
//!
//! ```text
//! type List[A] { Cons(A, List[A]), Nil, }             data List<a> { Nil : () -> List   Cons : (a, List[a]) -> List }
//! def @f<s : Shape>(%x: Tensor[s, float32]) { … }     f<(10, 10)>(%x)
//! let %y = %x * 2f; %0 = -%y; (%y, %0, %0).1          fn (%x: int32, Primitive=1) -> int32 { %x }
//! if (%c) { %x } else { %y }                          match (%l) { Cons(%h, _) => %h, Nil => 0, }
//! nn.conv2d(%x, %w, strides=[2, 2])                   Constant(1, (10, 10), float32)
//! fn (A, B) -> C where Broadcast                      Tensor[(n + 1, ?), float32], (int32, bool), List[_]
//! ```
//!
//! A `let` binds a variable. `%0 = e;` does not: the name means the expression, and several uses share it. Of dumps of
//! programs, it reads metadata (`meta[relay.Constant][0]`, kept as it is written), variables that nothing binds
//! (`free_var %x: int32;`), and heads of older versions.
//!
//! Variables and type parameters are shared nodes, so that modules are compared up to their names:
//!
//! ```
//! use sexpr_core::{first_structural_mismatch, structural_equal};
//! use sexpr_examples::relay;
//!
//! let left = relay::parse("left.rly", "def @f[A](%x: A, %y: A) -> A { %x }")?;
//! let right = relay::parse("right.rly", "def @f[B](%a: B, %b: B) -> B { %a }")?;
//! assert!(structural_equal(&left, &right));
//!
//! let other = relay::parse("other.rly", "def @f[A](%x: A, %y: A) -> A { %y }")?;
//! let mismatch = first_structural_mismatch(&left, &other).expect("`%y` is the other one");
//! assert_eq!(relay::locate(&other, mismatch.rhs()).to_string(), "other.rly:1:32");
//! # Ok::<(), relay::ParseError>(())
//! ```
//!
//! - [`ir`] has the nodes.
//! - [`parse`] and [`print()`] go from text to nodes and back; [`parse_expr`] and [`parse_type`] read parts of modules.
//! - [`locate`] finds the text that a path of a mismatch leads to; [`variables()`] finds the variables there, and what
//!   binds them.
//! - [`commutative()`] lets operands of commutative operators count in any order.
//! - [`fuse()`] groups operators into primitive functions.
//! - [`infer()`] finds the types of a module, or what is wrong with them; [`relations`] are what it knows of operators.
//!
//! Nesting is limited ([`NEST_LIMIT`], [`DEPTH_LIMIT`]), so that no module needs much stack to be read, printed or
//! dropped.

mod commutative;
mod erase;
mod error;
pub mod fuse;
mod graph;
pub mod infer;
pub mod ir;
mod lexer;
mod limits;
mod locate;
mod nesting;
mod parser;
mod printer;
pub mod relations;
mod syntax;
mod token;
mod variables;

pub use commutative::commutative;
pub use erase::erase;
pub use error::{ErrorKind, ParseError};
pub use fuse::fuse;
pub use infer::{Inferred, infer, infer_with};
pub use limits::{DEPTH_LIMIT, NEST_LIMIT};
pub use locate::locate;
pub(crate) use locate::place;
pub use printer::print;
pub use relations::Library;
pub(crate) use token::KEYWORDS;
pub use variables::variables;

use self::ir::{Expr, Module, Type};
use crate::text::Source;

/// Reads a module.
///
/// ```
/// use sexpr_examples::relay;
///
/// let module = relay::parse("one.rly", "type Option[A] { Some(A), None, } def @one() { Some(1) }")?;
/// assert!(module.constructor("Some").is_some());
/// # Ok::<(), relay::ParseError>(())
/// ```
///
/// # Errors
///
/// The text is no module.
pub fn parse(name: &str, text: &str) -> Result<Module, ParseError> {
    parse_source(&Source::new(name, text))
}

/// Reads a module from a source file.
///
/// ```
/// use sexpr_examples::relay;
/// use sexpr_examples::text::Source;
///
/// let source = Source::new("one.rly", "def @one() { 1 }\ndef @two() { @one() + 1 }");
/// assert_eq!(relay::parse_source(&source)?.definitions.len(), 2);
/// # Ok::<(), relay::ParseError>(())
/// ```
///
/// # Errors
///
/// The text is no module.
pub fn parse_source(source: &Source) -> Result<Module, ParseError> {
    parser::module(source).map_err(|mistake| ParseError::new(source, mistake))
}

/// Reads an expression. Its names are those of the module.
///
/// ```
/// use sexpr_examples::relay::{self, ir::Module};
/// use sexpr_examples::text::Source;
///
/// let expr = relay::parse_expr(&Source::new("sum.rly", "let %x = (1, 2); %x.0 + %x.1 * 3"), &Module::default())?;
/// assert_eq!(expr.to_string(), "let %x = (1, 2); %x.0 + %x.1 * 3");
/// # Ok::<(), relay::ParseError>(())
/// ```
///
/// # Errors
///
/// The text is no expression.
pub fn parse_expr(source: &Source, module: &Module) -> Result<Expr, ParseError> {
    parser::expr(source, module).map_err(|mistake| ParseError::new(source, mistake))
}

/// Reads a type. Its names are those of the module.
///
/// ```
/// use sexpr_examples::relay::{self, ir::Module};
/// use sexpr_examples::text::Source;
///
/// let text = "fn<t1 : Type, t2 : Type, t3 : Type>(t1, t2) -> t3 where Broadcast";
/// let ty = relay::parse_type(&Source::new("add.rly", text), &Module::default())?;
/// assert_eq!(ty.to_string(), "fn[t1, t2, t3](t1, t2) -> t3 where Broadcast(t1, t2, t3)");
/// # Ok::<(), relay::ParseError>(())
/// ```
///
/// # Errors
///
/// The text is no type.
pub fn parse_type(source: &Source, module: &Module) -> Result<Type, ParseError> {
    parser::ty(source, module).map_err(|mistake| ParseError::new(source, mistake))
}
