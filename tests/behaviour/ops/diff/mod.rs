//! Diffs: all differences of two values.

mod examples;
mod graphs;
mod oracle;
mod properties;

use sexpr_core::{
    StructuralEq,
    report::{Diff, Edit, EditKind},
};

#[derive(StructuralEq, Clone, Debug)]
enum Expr {
    Var(#[seq(var)] String),
    Int(i64),
    Add(Box<Expr>, Box<Expr>),
    Call(Vec<Expr>),
    #[seq(scope)]
    Lambda(#[seq(var, def)] Vec<String>, Box<Expr>),
}

#[derive(StructuralEq, Clone, Debug)]
enum Stmt {
    Let(#[seq(var, def)] String, Expr),
    Print(Expr),
    #[seq(scope)]
    Block(Vec<Stmt>),
}

/// The places of edits, on both sides, and what changed there.
fn edits(diff: &Diff) -> Vec<String> {
    let change = |edit: &Edit| match edit.kind() {
        EditKind::Replaced(reason) => reason.to_string(),
        EditKind::Removed { .. } => "removed".into(),
        EditKind::Inserted { .. } => "inserted".into(),
        EditKind::Moved => "moved".into(),
        _ => "?".into(),
    };
    diff.edits().iter().map(|edit| format!("{} | {}: {}", edit.lhs(), edit.rhs(), change(edit))).collect()
}
