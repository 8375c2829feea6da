//! Macros for types without the trait.

use core::fmt;

use sexpr_core::{
    StructuralEq,
    arena::Id,
    containers::{Encoder, Leaf},
};

struct Celsius(f64);
sexpr_core::leaf!(Celsius);

#[derive(Clone, Copy)]
struct ExprId(u32);

impl Id for ExprId {
    type Node = Expr;
    fn index(&self) -> u64 {
        self.0.into()
    }
}
sexpr_core::rewritable!(id ExprId);

#[derive(StructuralEq)]
#[seq(rewrite)]
struct Expr(i64);

#[derive(Clone)]
struct Symbol(u32);

impl Leaf for Symbol {
    fn same(&self, other: &Self) -> bool {
        self.0 == other.0
    }
    fn encode<E: Encoder>(&self, into: &mut E) {
        into.word(self.0.into());
    }
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}
sexpr_core::rewritable!(leaf Symbol);

struct Pointer(Box<i64>);
sexpr_core::rewritable!(wrapper Pointer);

struct Counted(*const i64);
sexpr_core::rewritable!(shared Counted);

#[derive(StructuralEq)]
struct List(Vec<i64>);
sexpr_core::rewritable!(sequence List);

struct Table(Vec<(i64, i64)>);
sexpr_core::rewritable!(map Table);

fn main() {}
