//! Mirrors of foreign types whose description contradicts itself.

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
        pub fn text(&self) -> &String {
            &self.text
        }
    }
}

fn shown(_: &foreign::Op) -> u8 {
    0
}

#[derive(StructuralEq)]
struct AsNoType {
    #[seq(as = "Vec<")]
    values: Vec<u32>,
}

#[derive(StructuralEq)]
struct AsWithOpaque {
    #[seq(as = "Point", opaque)]
    from: foreign::Point,
}

#[derive(StructuralEq)]
#[seq(remote = "foreign::Point")]
struct Point {
    x: i32,
    y: i32,
}

#[derive(StructuralEq)]
struct AsWithoutQuotes {
    #[seq(as = Point)]
    from: foreign::Point,
}

#[derive(StructuralEq)]
#[seq(remote = "(i32, i32)")]
struct NoPath(i32, i32);

#[derive(StructuralEq)]
#[seq(remote = "foreign::Point", custom)]
struct WithCustom {
    x: i32,
    y: i32,
}

#[derive(StructuralEq)]
#[seq(remote = "foreign::Point", rewrite)]
struct WithRewrite {
    x: i32,
    y: i32,
}

#[derive(StructuralEq)]
#[seq(remote = "foreign::Token", __)]
struct DotsAsAWord {
    text: String,
}

#[derive(StructuralEq)]
#[seq(..)]
struct DotsWithoutRemote {
    x: i32,
}

#[derive(StructuralEq)]
#[seq(remote = "foreign::Token")]
struct GetterAndOpaque {
    #[seq(opaque, getter = foreign::Token::text)]
    text: String,
}

#[derive(StructuralEq)]
#[seq(remote = "foreign::Op")]
enum GetterOfAVariant {
    Add,
    Negate(#[seq(getter = negated)] i32),
}

fn negated(_: &foreign::Op) -> i32 {
    0
}

#[derive(StructuralEq)]
struct GetterWithoutRemote {
    #[seq(getter = GetterWithoutRemote::x)]
    x: i32,
}

impl GetterWithoutRemote {
    fn x(&self) -> i32 {
        self.x
    }
}

#[derive(StructuralEq)]
#[seq(remote = "foreign::Op")]
enum RestBeforeAVariant {
    #[seq(rest = shown)]
    Other,
    Add,
}

#[derive(StructuralEq)]
#[seq(remote = "foreign::Op")]
enum RestWithFields {
    Add,
    #[seq(rest = shown)]
    Other(i32),
}

#[derive(StructuralEq)]
#[seq(remote = "foreign::Op")]
enum RestWithKind {
    Add,
    #[seq(rest = shown, kind = "const-tree")]
    Other,
}

#[derive(StructuralEq)]
enum RestWithoutRemote {
    Add,
    #[seq(rest = shown)]
    Other,
}

fn main() {}
