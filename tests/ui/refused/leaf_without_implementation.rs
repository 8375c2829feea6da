struct Celsius(f64);

sexpr_core::leaf!(Celsius);

fn main() {}
