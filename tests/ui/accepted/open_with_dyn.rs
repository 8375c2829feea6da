//! `open!` takes a trait's path, with `dyn` or without.

use sexpr_core::{StructuralEq, custom::DynStructural, structural_equal};

trait Rule: DynStructural {}
sexpr_core::open!(dyn Rule);

trait Handler<E>: DynStructural {}
sexpr_core::open!(dyn Handler<E>, [E]);

trait Borrowing<'a>: DynStructural {}
sexpr_core::open!(Borrowing<'_>);

mod inner {
    pub trait Named: sexpr_core::custom::DynStructural {}
}
sexpr_core::open!(crate::inner::Named);

#[derive(StructuralEq)]
struct Exact(u8);
impl Rule for Exact {}
impl Handler<u8> for Exact {}
impl Borrowing<'_> for Exact {}
impl inner::Named for Exact {}

#[derive(StructuralEq)]
struct Rules {
    rule: Box<dyn Rule>,
    handler: Box<dyn Handler<u8> + Send>,
    borrowing: Box<dyn Borrowing<'static>>,
    named: Box<dyn inner::Named + Sync>,
}

fn rules(number: u8) -> Rules {
    Rules {
        rule: Box::new(Exact(number)),
        handler: Box::new(Exact(0)),
        borrowing: Box::new(Exact(0)),
        named: Box::new(Exact(0)),
    }
}

fn main() {
    assert!(structural_equal(&rules(1), &rules(1)));
    assert!(!structural_equal(&rules(1), &rules(2)));
}
