use sexpr_core::StructuralEq;

mod foreign {
    pub struct Point {
        pub x: i32,
        pub y: i32,
    }
}

#[derive(StructuralEq)]
#[seq(remote = "foreign::Point", custom)]
struct Point {
    x: i32,
    y: i32,
}

fn main() {}
