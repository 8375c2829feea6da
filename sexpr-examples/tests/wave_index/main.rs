//! Index expressions of Wave, when they are equal, and what is made of them.

#[macro_use]
#[path = "../common/cases.rs"]
mod cases;

mod equality;
mod generator;
mod laws;
mod limits;
mod mapping;
mod roles;
mod soundness;
mod structural;
mod substitution;
mod terms;
mod text;

use sexpr_examples::wave::index::{Condition, Index, IndexExpr, Symbol};

/// An expression without mistakes in its text.
fn expr(text: &str) -> IndexExpr {
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A condition without mistakes in its text.
fn condition(text: &str) -> Condition {
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// An index whose entries are texts without mistakes.
fn index(entries: &[(&str, &str)]) -> Index {
    let entry = |(symbol, text): &(&str, &str)| (Symbol::new(*symbol), text.parse().expect("a sequence"));
    entries.iter().map(entry).collect()
}
