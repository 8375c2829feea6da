use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Point {
    #[seq(getter = Point::x)]
    x: i32,
}

impl Point {
    fn x(&self) -> i32 {
        self.x
    }
}

fn main() {}
