use sexpr_core::StructuralEq;

mod foreign {
    pub struct Token {
        pub text: String,
        pub line: u32,
    }
}

#[derive(StructuralEq)]
#[seq(remote = "foreign::Token", __)]
struct Token {
    text: String,
}

fn main() {}
