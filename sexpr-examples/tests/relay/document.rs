//! The examples of the document about the type system, as it writes them.

use sexpr_core::structural_equal;
use sexpr_examples::relay::ir::{ExprKind, Module, Shape, TypeArgument};
use sexpr_examples::relay::{parse_expr, parse_type};
use sexpr_examples::text::Source;

use crate::support::{assert_round_trip, module};

const LIST: &str = "
   data List<a> {
     Nil : () -> List
     Cons : (a, List[a]) -> List
   }
";

#[track_caller]
fn expr(text: &str, module: &Module) -> String {
    match parse_expr(&Source::new("test.rly", text), module) {
        Ok(expr) => expr.to_string(),
        Err(error) => panic!("{error}"),
    }
}

#[track_caller]
fn ty(text: &str) -> String {
    match parse_type(&Source::new("test.rly", text), &module(LIST)) {
        Ok(ty) => ty.to_string(),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn types() {
    assert_eq!(ty("Tensor[(10, 10), float32]"), "Tensor[(10, 10), float32]");
    assert_eq!(ty("(Tensor[(), bool], Tensor[(10, 10), float32])"), "(bool, Tensor[(10, 10), float32])");
    assert_eq!(ty("List[(Tensor[(), int32], Tensor[(), int32])]"), "List[(int32, int32)]");
    assert_eq!(ty("fn<a>() -> List[a]"), "fn[a]() -> List[a]");
    assert_eq!(ty("fn<a>(a, List[a]) -> List[a]"), "fn[a](a, List[a]) -> List[a]");
}

#[test]
fn tuples() {
    let text = "
   let %t = (False, Constant(1, (10, 10), float32));
   let %c = %t.1;
   %c
";
    let line = "let %t = (False, Constant(1, (10, 10), float32)); let %c = %t.1; %c";
    assert_eq!(expr(text, &Module::default()), line);
}

#[test]
fn a_parameter_of_kind_shape() {
    let plus = "
   def @plus<s : Shape>(%t1 : Tensor[s, float32], %t2 : Tensor[s, float32]) {
        add(%t1, %t2)
   }
";
    let mut plus = module(plus);
    assert_eq!(
        assert_round_trip(&plus).lines().skip(2).collect::<Vec<_>>(),
        ["def @plus<s : Shape>(%t1: Tensor[s, float32], %t2: Tensor[s, float32]) {", "  %t1 + %t2", "}"]
    );
    let call = "let %a = Constant(1, (10, 10), float32); let %b = %a; plus<(10, 10)>(%a, %b)";
    let call = parse_expr(&Source::new("test.rly", call), &plus).expect("an expression");
    let ExprKind::Let(node) = &call.kind else { panic!("{call}") };
    let ExprKind::Call(call) = &node.body.kind else { panic!("{}", node.body) };
    assert!(matches!(call.function.kind, ExprKind::Global(_)));
    assert!(matches!(&*call.type_args, [TypeArgument::Shape(Shape::Dims(dims))] if dims.len() == 2));
    plus.definitions.clear();
    assert_eq!(assert_round_trip(&plus), "#[version = \"0.0.5\"]\n");
}

#[test]
fn a_relation() {
    let text = "fn<t1 : Type, t2 : Type, t3 : Type>(t1, t2) -> t3
                where Broadcast";
    assert_eq!(ty(text), "fn[t1, t2, t3](t1, t2) -> t3 where Broadcast(t1, t2, t3)");
}

#[test]
fn lists() {
    let list = module(LIST);
    let usual = module("type List[A] { Nil, Cons(A, List[A]), }");
    assert!(structural_equal(&list, &usual));
    for (text, printed) in [
        ("Cons(1, Cons(2, Nil())) # List[Tensor[(), int32]]", "Cons(1, Cons(2, Nil))"),
        (
            "Cons((1, 1), Cons((2, 2), Nil())) # List[(Tensor[(), int32], Tensor[(), int32])]",
            "Cons((1, 1), Cons((2, 2), Nil))",
        ),
        (
            "# attempting to put an integer on a list of int * int tuples\nCons(1, Cons((1, 1), Nil()))",
            "Cons(1, Cons((1, 1), Nil))",
        ),
    ] {
        assert_eq!(expr(text, &list), printed);
    }
}
