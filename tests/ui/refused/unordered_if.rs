//! What `unordered` takes on a field: nothing, or `if = function`, and `assume_tree` after it.

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
struct Misspelled {
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

fn main() {}
