//! Kinds, and what is written in their place.

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = 3)]
struct Number(u32);

#[derive(StructuralEq)]
struct OnField {
    #[seq(kind = "var")]
    name: u32,
}

#[derive(StructuralEq)]
#[seq(kind = "singelton")]
struct Unknown(u32);

#[derive(StructuralEq)]
#[seq(kind = "leaf")]
struct UnknownWithoutSuggestion(u32);

#[derive(StructuralEq)]
#[seq(kind = const-tree)]
struct WithHyphenWithoutQuotes(u32);

#[derive(StructuralEq)]
#[seq(kind = dag)]
struct WithoutQuotes(u32);

#[derive(StructuralEq)]
#[seq(kind)]
struct WithoutValue(u32);

fn main() {}
