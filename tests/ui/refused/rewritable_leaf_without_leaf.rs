use core::fmt;

use sexpr_core::containers::{Encoder, Leaf};

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

fn main() {}
