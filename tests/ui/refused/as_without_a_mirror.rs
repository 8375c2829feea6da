use sexpr_core::StructuralEq;

mod foreign {
    pub struct Point {
        pub x: i32,
        pub y: i32,
    }
}

#[derive(StructuralEq)]
struct Other {
    x: i32,
}

#[derive(StructuralEq)]
struct Line {
    #[seq(as = "Vec<Other>")]
    points: Vec<foreign::Point>,
}

fn main() {}
