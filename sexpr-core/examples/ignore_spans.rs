//! Compares two syntax trees of different texts. Spans and names of bound variables do not count.
//!
//! ```sh
//! cargo run -p sexpr-core --example ignore_spans
//! ```

use std::ops::Range;

use sexpr_core::{StructuralEq, first_structural_mismatch, structural_equal, structural_hash};

/// An expression with its place in the text.
#[derive(StructuralEq)]
struct Expr {
    kind: ExprKind,
    #[seq(ignore)]
    span: Range<usize>,
}

#[derive(StructuralEq)]
enum ExprKind {
    Int(i64),
    Name(#[seq(var)] String),
    Add(Box<Expr>, Box<Expr>),
    /// `let name = value; body`
    #[seq(scope, order(value, name, body))] // `name` is in scope in `body` only
    Let {
        #[seq(var, def)]
        name: String,
        value: Box<Expr>,
        body: Box<Expr>,
    },
}

/// `let name = value; name + operand`, at an offset in the text.
fn program(name: &str, operand: &str, offset: usize) -> Expr {
    let at = |kind, start: usize, end: usize| Expr { kind, span: offset + start..offset + end };
    let use_of = |name: &str, start| Box::new(at(ExprKind::Name(name.into()), start, start + name.len()));
    let value = Box::new(at(ExprKind::Int(2), 8, 9));
    let body = Box::new(at(ExprKind::Add(use_of(name, 11), use_of(operand, 15)), 11, 16));
    at(ExprKind::Let { name: name.into(), value, body }, 0, 16)
}

fn main() {
    let original = program("a", "a", 0);
    let moved_and_renamed = program("total", "total", 400);
    assert_ne!(original.span, moved_and_renamed.span);
    assert!(structural_equal(&original, &moved_and_renamed));
    assert_eq!(structural_hash(&original), structural_hash(&moved_and_renamed));
    println!("`let a = 2; a + a` and `let total = 2; total + total` are equal");

    let with_free_name = program("a", "b", 0);
    let mismatch = first_structural_mismatch(&original, &with_free_name).expect("`b` is not bound");
    assert_eq!(mismatch.lhs().to_string(), mismatch.rhs().to_string());
    println!("`let a = 2; a + a` and `let a = 2; a + b` differ:\n{mismatch}");
}
