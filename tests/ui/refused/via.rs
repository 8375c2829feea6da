//! Functions that `via` calls for what cannot be compared.

use sexpr_core::StructuralEq;

struct Numbers(Vec<u32>);

fn numbers(foreign: &Numbers) -> &[u32] {
    &foreign.0
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct NoKey {
    #[seq(key, via = numbers)]
    value: Numbers,
}

struct Foreign(u32);

fn list(foreign: &Foreign) -> Vec<u32> {
    vec![foreign.0]
}

#[derive(StructuralEq)]
struct OwnedValue {
    #[seq(via = list)]
    value: Foreign,
}

struct Outer(Inner);
struct Inner;

fn inner(foreign: &Outer) -> &Inner {
    &foreign.0
}

#[derive(StructuralEq)]
struct TakesNoPart {
    #[seq(via = inner)]
    value: Outer,
}

fn main() {}
