use sexpr_core::StructuralEq;

mod foreign {
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
#[seq(remote = "foreign::Token")]
struct Token {
    #[seq(getter = foreign::Token::text)]
    text: i32,
}

fn main() {}
