//! `open!` takes a trait's name, with `dyn` or without.

use sexpr_core::{StructuralEq, custom::DynStructural, structural_equal};

trait Rule: DynStructural {}
sexpr_core::open!(dyn Rule);

trait Handler<E>: DynStructural {}
sexpr_core::open!(dyn Handler<E>, [E]);

#[derive(StructuralEq)]
struct Exact(u8);
impl Rule for Exact {}
impl Handler<u8> for Exact {}

#[derive(StructuralEq)]
struct Rules {
    rule: Box<dyn Rule>,
    handler: Box<dyn Handler<u8> + Send>,
}

fn rules(number: u8) -> Rules {
    Rules { rule: Box::new(Exact(number)), handler: Box::new(Exact(0)) }
}

fn main() {
    assert!(structural_equal(&rules(1), &rules(1)));
    assert!(!structural_equal(&rules(1), &rules(2)));
}
