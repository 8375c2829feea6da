use sexpr_core::StructuralEq;

mod foreign {
    pub struct Point {
        pub x: i32,
        pub y: i32,
    }
}

#[derive(StructuralEq)]
#[seq(remote = "foreign::Point")]
struct Point {
    x: i32,
    y: i32,
    z: i32,
}

fn main() {}
