//! What `unordered(...)` takes: two fields at least, of one type and without roles.

use sexpr_core::StructuralEq;

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

fn main() {}
