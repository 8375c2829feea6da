//! Options and roles, misspelled, misplaced, repeated or with the wrong value.

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(var)]
struct IsAKind(u32);

/// Options of `serde`.
#[derive(StructuralEq)]
#[seq(tag = "type")]
struct OfAnotherDerive {
    #[seq(default)]
    value: u32,
}

#[derive(StructuralEq)]
#[seq(kind = "var", kind = "dag")]
struct Twice(u32);

#[derive(StructuralEq)]
#[seq(lifetime = "long")]
struct UnknownWithoutSuggestion(u32);

#[derive(StructuralEq)]
struct RoleHasASynonym {
    value: u32,
    #[seq(skip)]
    span: u32,
}

#[derive(StructuralEq)]
#[seq(opaque)]
struct RoleOnType(u32);

#[derive(StructuralEq)]
struct RoleWithValue {
    #[seq(ignore = true)]
    span: u32,
}

#[derive(StructuralEq)]
enum VarOnVariant {
    #[seq(var)]
    Var(String),
    Int(i64),
}

#[derive(StructuralEq)]
enum WithOnVariant {
    #[seq(with = list)]
    Add(u32, u32),
    Int(i64),
}

#[derive(StructuralEq)]
#[seq(rewrite = true)]
struct RewriteWithValue {
    #[seq(rewrite)]
    value: i64,
}

fn main() {}
