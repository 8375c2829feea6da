//! Traits and types that `open!` cannot take, or that it was not told of.

use std::sync::Arc;

use sexpr_core::{StructuralEq, custom::DynStructural};

trait Op: DynStructural {}
sexpr_core::open!(Op);

trait Copied: DynStructural + Clone {}
sexpr_core::open!(Copied);

#[derive(StructuralEq)]
struct Borrows<'a> {
    name: &'a str,
}

impl Op for Borrows<'_> {}

struct WithoutDerive {
    address: u64,
}

impl Op for WithoutDerive {}

trait WithoutMacro: DynStructural {}

#[derive(StructuralEq)]
struct Block {
    ops: Vec<Arc<dyn WithoutMacro>>,
}

trait WithoutSupertrait {
    fn name(&self) -> &str;
}
sexpr_core::open!(WithoutSupertrait);

fn main() {}
