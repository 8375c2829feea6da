//! What several tests need.

use sexpr_core::{assert_structural_equal, structural_hash};
use sexpr_examples::relay::ir::{Expr, Module, Type};
use sexpr_examples::relay::{self, ParseError};
use sexpr_examples::text::Source;

use crate::texts::accepted;

/// What the expressions and types of tests mention.
const LIBRARY: &str = "
    type List[A] { Cons(A, List[A]), Nil, }
    type Option[A] { Some(A), None }
    def @f(%x: int32) -> int32 { %x }
    def @g[A](%x: A) -> A { %x }
";

/// A module that is right.
#[track_caller]
pub(crate) fn module(text: &str) -> Module {
    accepted(text, relay::parse("test.rly", text))
}

/// What is wrong with a module.
#[track_caller]
pub(crate) fn error(text: &str) -> ParseError {
    relay::parse("test.rly", text).expect_err(text)
}

/// Checks that what is printed reads back as the same module, and prints the same again. Gives the text.
#[track_caller]
pub(crate) fn assert_round_trip(program: &Module) -> String {
    let text = relay::print(program);
    let again = module(&text);
    assert_structural_equal!(again, program, "\n{text}");
    assert_eq!(structural_hash(&again), structural_hash(program), "{text}");
    assert_eq!(relay::print(&again), text, "printing changes what it printed");
    text
}

/// An expression with the names of the library, with `%a`, `%b`, `%c` and `%t` bound, and the type parameters of each
/// kind `A`, `t`, `s` and `n`. Gives its body as it is printed in one line, after checking that this reads back.
#[track_caller]
pub(crate) fn expr(text: &str) -> String {
    let around = |text: &str| {
        let head = "def @test<A : Type, t : BaseType, s : Shape, n : ShapeVar>(%a, %b, %c, %t)";
        module(&format!("{LIBRARY} {head} {{ {text} }}"))
    };
    let read = around(text);
    assert_round_trip(&read);
    let body = |module: &Module| -> Expr {
        let (_, function) = module.definitions.last().expect("the definition");
        function.body.clone()
    };
    let line = body(&read).to_string();
    assert_structural_equal!(around(&line), read, "{line}");
    assert_eq!(body(&around(&line)).to_string(), line);
    line
}

/// Checks that an expression is printed as it is written.
#[track_caller]
pub(crate) fn assert_same(texts: &[&str]) {
    for text in texts {
        assert_eq!(expr(text), *text);
    }
}

/// A type with the names of the library, as it is printed, after checking that this reads back.
#[track_caller]
pub(crate) fn ty(text: &str) -> String {
    let library = module(LIBRARY);
    let read = |text: &str| -> Type { accepted(text, relay::parse_type(&Source::new("type.rly", text), &library)) };
    let printed = read(text).to_string();
    assert_structural_equal!(read(&printed), read(text), "{printed}");
    assert_eq!(read(&printed).to_string(), printed);
    printed
}
