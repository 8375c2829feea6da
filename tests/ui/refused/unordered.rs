//! What `unordered` takes on a field: nothing, or `if = function`, and `assume_tree` after it. On a type: two fields at
//! least, of one type and without roles. What binds has an order.

use std::sync::Arc;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct WithoutCondition {
    #[seq(unordered())]
    operands: Vec<u8>,
}

#[derive(StructuralEq)]
struct WithValue {
    #[seq(unordered = "commutes")]
    operands: Vec<u8>,
}

#[derive(StructuralEq)]
struct WithText {
    #[seq(unordered(if = "commutes"))]
    operands: Vec<u8>,
}

#[derive(StructuralEq)]
struct AssumedWithoutCondition {
    #[seq(unordered(assume_tree))]
    operands: Vec<u8>,
}

#[derive(StructuralEq)]
struct MisspelledAssumption {
    #[seq(unordered(if = never, assume_trees))]
    operands: Vec<u8>,
}

#[derive(StructuralEq)]
#[seq(unordered(left, right, assume_tree))]
struct OperandsWithoutCondition {
    left: u8,
    right: u8,
}

#[derive(StructuralEq)]
struct WithDef {
    #[seq(unordered(if = never), ordered)]
    operands: Vec<u8>,
}

#[derive(StructuralEq)]
struct OfAnotherType {
    #[seq(unordered(if = of_text))]
    operands: Vec<u8>,
}

fn of_text(_: &str) -> bool {
    true
}

#[derive(StructuralEq)]
#[seq(unordered(left, rigth))]
struct Misnamed {
    left: u8,
    right: u8,
}

#[derive(StructuralEq)]
#[seq(unordered(left, left))]
struct Twice {
    left: u8,
    right: u8,
}

#[derive(StructuralEq)]
#[seq(unordered(left))]
struct Alone {
    left: Vec<u8>,
}

#[derive(StructuralEq)]
#[seq(unordered(left, right))]
struct OfTwoTypes {
    left: u8,
    right: u16,
}

#[derive(StructuralEq)]
#[seq(unordered(left, right))]
struct WithRole {
    left: u8,
    #[seq(payload)]
    right: u8,
}

#[derive(StructuralEq)]
#[seq(unordered)]
struct WithoutFields {
    left: u8,
    right: u8,
}

#[derive(StructuralEq)]
#[seq(unordered(left, right, when = commutes))]
struct WithAnotherCondition {
    left: u8,
    right: u8,
}

#[derive(StructuralEq)]
#[seq(unordered(0, 1))]
enum OnEnum {
    Add(u8, u8),
}

#[derive(StructuralEq)]
struct OnField {
    #[seq(unordered(0, 1))]
    operands: Vec<u8>,
}

#[derive(StructuralEq)]
#[seq(kind = "singleton", unordered(left, right))]
struct OnSingleton {
    left: u32,
    right: u32,
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var;

#[derive(StructuralEq)]
#[seq(scope)]
struct Lambda {
    #[seq(def, unordered)]
    params: Vec<Arc<Var>>,
    #[seq(unordered, ordered)]
    uses: Vec<Arc<Var>>,
    #[seq(unordered, opaque)]
    tags: Vec<u8>,
    #[seq(unordered, ignore)]
    notes: Vec<u8>,
}

fn main() {}
