//! The text of functions, in the syntax of the original dialect of MLIR.
//!
//! ```text
//! func.func @scale(%a: !wave.tensor<[@M] of f32, <global>>) {
//!   %x = wave.read %a {index = [{M : [#wave.index_symbol<T0>] -> ($T0, 1, 1)}]}
//!   %y = wave.neg %x
//!   wave.write %y, %a
//!   return
//! }
//! ```
//!
//! - Types are written where they are known; `_` is one that is not.
//! - An index entry lists the symbols of its expressions, start, size and stride. `//` begins a comment, so that
//!   divisions are written `floordiv`.
//! - In braces are the operation's fields, its index entries, and what else is known of it. Of these, what is called like a
//!   field has `node.` before its name.
//! - An operation that is not in the list of [instructions](crate::wave::graph::Instruction) is written in the generic
//!   form, its fields in `<{…}>`: `%t = "wave.topk"(%x) <{k = 4}>`.
//! - What is no number, text, list or object in [JSON](crate::wave::json) is `#wave.expr<"M * 2">` and the like.

mod cursor;
mod forms;
mod heads;
mod parse;
mod print;
mod types;
mod value;

pub use self::cursor::DialectError;
pub use self::parse::{parse, parse_with_places};
pub use self::print::print;
