use sexpr_core::StructuralEq;

mod foreign {
    pub struct Point {
        pub x: i32,
        pub y: i32,
    }
}

#[derive(StructuralEq)]
#[seq(remote = "foreign::Point", kind = "var")]
struct Point {
    x: i32,
    y: i32,
}

#[derive(StructuralEq)]
struct Line {
    #[seq(as = "Point")]
    from: foreign::Point,
}

fn main() {}
