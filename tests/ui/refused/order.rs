//! What `order(...)` takes: each field of a struct once.

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(order = "value, name")]
struct InQuotes {
    name: u32,
    value: u32,
}

#[derive(StructuralEq)]
#[seq(order(value, name))]
struct LeavesOut {
    name: u32,
    value: u32,
    body: u32,
    #[seq(ignore)]
    span: u32,
}

#[derive(StructuralEq)]
#[seq(order(vlaue, name))]
struct Misnames {
    name: u32,
    value: u32,
}

#[derive(StructuralEq)]
#[seq(order("value", "name"))]
struct OfExpressions {
    name: u32,
    value: u32,
}

#[derive(StructuralEq)]
#[seq(kind = "singleton", order(arity, name))]
struct OfSingleton {
    name: String,
    arity: u32,
}

#[derive(StructuralEq)]
#[seq(order(value, name))]
enum OnEnum {
    Let { name: u32, value: u32 },
}

#[derive(StructuralEq)]
#[seq(order(value, name, value))]
struct Repeats {
    name: u32,
    value: u32,
}

fn main() {}
