//! Adds structural equality to an existing syntax tree, behind a feature. The tree keeps its other derives, and does
//! not use this library without the feature.
//!
//! ```sh
//! cargo run -p sexpr-core --example behind_a_feature
//! cargo run -p sexpr-core --example behind_a_feature --no-default-features
//! ```
//!
//! Here the feature is `derive`. In your `Cargo.toml`:
//!
//! ```toml
//! [features]
//! structural = ["dep:sexpr-core"]
//!
//! [dependencies]
//! sexpr-core = { version = "0.1", optional = true }
//! ```

/// A position in a text.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Span {
    start: usize,
    end: usize,
}

/// A statement. Its `PartialEq` still compares spans and names.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "derive", derive(sexpr_core::StructuralEq))]
enum Stmt {
    Let {
        value: Expr,
        #[cfg_attr(feature = "derive", seq(var, def))]
        name: String,
        #[cfg_attr(feature = "derive", seq(ignore))] // `Span` need not derive it
        span: Span,
    },
    Print(Expr),
}

#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "derive", derive(sexpr_core::StructuralEq))]
enum Expr {
    Int(i64),
    Name(#[cfg_attr(feature = "derive", seq(var))] String),
}

/// `let name = value; print name`
fn program(name: &str, value: i64, start: usize) -> Vec<Stmt> {
    let span = Span { start, end: start + 8 + name.len() };
    vec![Stmt::Let { value: Expr::Int(value), name: name.into(), span }, Stmt::Print(Expr::Name(name.into()))]
}

#[cfg(feature = "derive")]
fn compare(left: &[Stmt], right: &[Stmt]) -> bool {
    sexpr_core::structural_equal(left, right)
}

/// Without the feature, only `PartialEq` is available.
#[cfg(not(feature = "derive"))]
fn compare(left: &[Stmt], right: &[Stmt]) -> bool {
    left == right
}

fn main() {
    let (one, other) = (program("a", 1, 0), program("b", 1, 40));
    println!("`let a = 1; print a` is `let b = 1; print b`: {}", compare(&one, &other));
    assert_eq!(compare(&one, &other), cfg!(feature = "derive"));
    assert_ne!(one, other, "`PartialEq` is what it was");
    assert!(compare(&one, &one) && !compare(&one, &program("a", 2, 0)));
}
