use sexpr_core::StructuralEq;

mod foreign {
    pub struct Token {
        text: String,
    }

    impl Token {
        pub fn text(&self) -> &String {
            &self.text
        }
    }
}

#[derive(StructuralEq)]
#[seq(remote = "foreign::Token")]
struct Token {
    #[seq(opaque, getter = foreign::Token::text)]
    text: String,
}

fn main() {}
