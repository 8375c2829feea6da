//! Mirrors that differ from the foreign types.

use sexpr_core::StructuralEq;

mod foreign {
    pub struct Point {
        pub x: i32,
        pub y: i32,
    }

    pub enum Op {
        Add,
        Negate(i32),
    }

    pub struct Token {
        text: String,
    }

    impl Token {
        pub fn text(&self) -> &str {
            &self.text
        }
    }
}

#[derive(StructuralEq)]
#[seq(remote = "foreign::Point", kind = "var")]
struct Variable {
    x: i32,
    y: i32,
}

#[derive(StructuralEq)]
struct AsOfAnInlineVariable {
    #[seq(as = "Variable")]
    from: foreign::Point,
}

#[derive(StructuralEq)]
struct NoMirror {
    x: i32,
}

#[derive(StructuralEq)]
struct AsWithoutAMirror {
    #[seq(as = "Vec<NoMirror>")]
    points: Vec<foreign::Point>,
}

#[derive(StructuralEq)]
#[seq(remote = "foreign::Token")]
struct GetterOfAnotherType {
    #[seq(getter = foreign::Token::text)]
    text: i32,
}

#[derive(StructuralEq)]
#[seq(remote = "foreign::Point")]
struct FieldOfAnotherType {
    x: i32,
    y: String,
}

#[derive(StructuralEq)]
#[seq(remote = "foreign::Point")]
struct WithoutAField {
    x: i32,
}

#[derive(StructuralEq)]
#[seq(remote = "foreign::Op")]
enum WithoutAVariant {
    Add,
}

#[derive(StructuralEq)]
#[seq(remote = "foreign::Op")]
enum RestOfAnotherType {
    Add,
    #[seq(rest = shown)]
    Other,
}

fn shown(_: &String) -> u8 {
    0
}

fn main() {}
