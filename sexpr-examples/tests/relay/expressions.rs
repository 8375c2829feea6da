//! Every form of an expression, and how it is printed.

use sexpr_examples::relay::ir::{ExprKind, Module};
use sexpr_examples::relay::parse_expr;
use sexpr_examples::text::Source;

use crate::support::{assert_round_trip, assert_same, expr, module};

#[test]
fn words() {
    assert_same(&["%a", "@f", "Cons", "Nil", "nn.relu", "1", "True", "False"]);
    assert_eq!(expr("f"), "@f", "the document leaves out the sign");
    assert_eq!(expr("Nil()"), "Nil");
    assert_eq!(expr("(((%a)))"), "%a");
}

#[test]
fn words_end_where_others_begin() {
    for (dense, printed) in cases! {
        "%0=%t;%0.1" => "%t.1";
        "@g<(1)>(%t.0)<=-1" => "@g<(1,)>(%t.0) <= -1";
        "let%x.weight=%t.1;%x.weight.0" => "let %x.weight = %t.1; %x.weight.0";
        "match?(%a){_=>1}" => "match? (%a) { _ => 1, }";
        "fn[_a](%é:_a,%y:List[_])->_a{%é}" => "fn[_a](%é: _a, %y: List[_]) -> _a { %é }";
    } {
        assert_eq!(expr(dense), printed);
    }
}

#[test]
fn two_slashes_divide_dimensions() {
    for (text, printed) in cases! {
        "fn (%x: Tensor[(n // 2), int8]) { 1 }" => "fn (%x: Tensor[(n / 2), int8]) { 1 }";
        "fn (%x: Tensor[((n + 1) // 2, 3), int8]) { 1 }" => "fn (%x: Tensor[((n + 1) / 2, 3), int8]) { 1 }";
        "@g<(n // 2)>(1)" => "@g<(n / 2,)>(1)";
        "@g<(n), (n//2)>(1)" => "@g<(n,), (n / 2,)>(1)";
        "fn (%x: Tensor[(n // rows\n, 3), int8]) { 1 }" => "fn (%x: Tensor[(n, 3), int8]) { 1 }";
        "fn (%x: Tensor[(n, // 2), 3\n2), int8]) { 1 }" => "fn (%x: Tensor[(n, 2), int8]) { 1 }";
        "@f(3 // three\n)" => "@f(3)";
        "@f(%a) // %b)\n" => "@f(%a)";
    } {
        assert_eq!(expr(text), printed);
    }
}

#[test]
fn numbers() {
    assert_same(&["0", "2147483647", "-2147483648", "3i64", "-128i8", "255u8", "18446744073709551615u64"][..6]);
    assert_same(&[
        "-9223372036854775808i64",
        "3f",
        "-3f",
        "0.1f",
        "1e-5f",
        "3f64",
        "2.5f16",
        "1bf16",
        "1i8x4",
        "1u1",
        "1f32x2",
    ]);
    assert_same(&["inff", "-inff64", "nanf16", "-0f", "1e300f64"]);
    for (text, printed) in [
        ("3.0", "3f"),
        ("3f32", "3f"),
        ("1e5", "100000f"),
        ("1E+5", "100000f"),
        ("0.5", "0.5f"),
        ("- 3", "-3"),
        ("3i32", "3"),
        ("007", "7"),
        ("2.50f64", "2.5f64"),
    ] {
        assert_eq!(expr(text), printed);
    }
}

#[test]
fn filled_tensors() {
    assert_same(&["Constant(1, (10, 10), float32)", "Constant(-1.5, (), float16)", "Constant(True, (2), bool)"]);
    assert_same(&["Constant(inff, (1, 0), float32)", "Constant(1, (18446744073709551615), int8x4)"]);
    assert_eq!(expr("Constant(1.0, (10), float32,)"), "Constant(1.0, (10), float32)");
    assert_eq!(expr("Constant(1i8, (), int8)"), "Constant(1, (), int8)");
    assert_eq!(expr("let %x = Constant; %x"), "let %x = Constant; %x", "without brackets, a name like others");
}

#[test]
fn tuples_and_projections() {
    assert_same(&["()", "(%a,)", "(%a, %b)", "((%a, %b),)", "%t.0", "%t.0.1", "%t.4294967295", "(%a, %b).1"]);
    assert_same(&["@f(%a).0", "Nil.0", "@f.0", "(1).0", "(-1.5f).0", "nn.relu.1", "Constant(1, (), int8).0"]);
    assert_eq!(expr("(%a, %b,)"), "(%a, %b)");
    assert_eq!(expr("(%t).0"), "%t.0");
}

#[test]
fn calls() {
    assert_same(&["@f()", "@f(%a)(%b)", "%a(%b)", "nn.relu(%a)", "Cons(1, Nil)", "Some(%a)", "%t.0(%a)", "add(%a)"]);
    assert_same(&["Nil()(%a)", "(%a + %b)(%c)", "(1)(%a)", "fn (%x) { %x }(%a)", "(-%a)(%b)"]);
    assert_eq!(expr("f(%a, %b,)"), "@f(%a, %b)");
    assert_eq!(expr("(Nil)()"), "Nil()()");
    assert_eq!(expr("fn (%x) { %x }(%a)"), "fn (%x) { %x }(%a)");
}

#[test]
fn a_constructor_with_arguments_is_called_with_brackets() {
    let text = assert_round_trip(&module("type T { C(int8), D } def @f() { (C(), C, D()) }"));
    assert!(text.contains("(C(), C, D)"), "{text}");
}

#[test]
fn attributes() {
    assert_same(&[
        "nn.conv2d(%a, %b, padding=[1, 1], strides=[2, 2])",
        "f.g(x=-1)",
        "f.g(%a, a=None, b=True, c=False, d=0.5, e=-1e-5, f=\"text\", g=[], h=[[1], \"a\"], i=3.0)",
        "f.g(a=inff, b=-inff, c=nanf, d=1e300)",
        "f.g(a=\"\\n\\t\\r\\0\\\\\\\"'\\u{1}é\")",
        "add(%a, %b, x=1)",
        "Nil(x=1)",
    ]);
    assert_eq!(expr("f.g(b=(1, 2), a=(1), c=(), d=[1,],)"), "f.g(a=[1], b=[1, 2], c=[], d=[1])");
    assert_eq!(expr("f.g(a=1e-5f, b=3i64, c=\"\\'\")"), "f.g(a=1e-5, b=3, c=\"'\")");
}

#[test]
fn type_arguments() {
    assert_same(&[
        "@g<int32>(%a)",
        "@g<(10, 10)>(%a)",
        "@g<5, ?, n, n + 1, (n + 1) * 2>(%a)",
        "@g<(n,), (n, 5), (n + 1,), (_, 1), (5,)>(%a)",
        "@g<A, t, s, n, _>(%a)",
        "@g<(), (A,), (A, int32), ((A, A), A), (_, _)>(%a)",
        "@g<List[A], Tensor[s, t], Tensor[(n, ?), float32], fn (A) -> A>(%a)",
        "@g<fn (A) -> A where R(A, A), fn<s_1 : Shape>(Tensor[s_1, t]) -> A>(%a)",
        "Nil<A>()",
        "Cons<A>(%a, Nil)",
        "nn.relu<A>(%a)",
        "add<A>(%a, %b)",
    ]);
    assert_eq!(expr("g<(5), (n)>(%a)"), "@g<(5,), (n,)>(%a)");
    assert_eq!(
        expr("@g<((n + 1) * 2), (A), (n // 2 + 1,), n / 2,>(%a)"),
        "@g<((n + 1) * 2,), A, (n / 2 + 1,), n / 2>(%a)"
    );
}

#[test]
fn operators() {
    assert_same(&["%a + %b * %c", "(%a + %b) * %c", "%a - %b - %c", "%a - (%b - %c)", "%a * %b / %c", "-%a * %b"]);
    assert_same(&["-(%a * %b)", "--%a", "-(-1)", "-(1)", "-%t.0", "(-%a).0", "%a - -%b", "%a - -1", "-1 + %a"]);
    assert_same(&[
        "%a < %b + 1",
        "(%a < %b) + 1",
        "%a == %b != %c",
        "%a == (%b == %c)",
        "%a <= %b",
        "%a >= %b > %c",
        "%a < %b == %b > %c",
    ]);
    assert_same(&["add(%a, %b, %c)", "negative(%a, %b)", "subtract(%a)", "-Constant(1, (), int8)"]);
    assert_eq!(expr("add(%a, multiply(%b, %c))"), "%a + %b * %c");
    assert_eq!(expr("negative(negative(3))"), "--(3)");
    assert_eq!(expr("-3 .0"), "(-3).0");
    assert_eq!(expr("1 + if (%a) { 1 } else { 2 } * 3"), "1 + if (%a) { 1 } else { 2 } * 3");
}

#[test]
fn a_name_before_a_less_is_no_call() {
    assert_same(&["(@f) < 1", "(nn.relu) < %a", "Nil() < 1", "(Cons) < 1", "%a + (@f) < 1", "-(@f) < 1", "@f <= 1"]);
    assert_same(&["@f > 1", "1 < @f", "@f + 1 < %a", "1 < (@f) < %a", "@f(%a) < 1", "@f.0 < 1", "%a < %b"]);
    assert_eq!(expr("1 < (@f) < 2"), "1 < (@f) < 2");
}

#[test]
fn bindings() {
    assert_same(&[
        "let %x = 1; %x",
        "let %x: int32 = 1; let %y = %x; %x + %y",
        "let %f: fn (A) -> A where R(A, A) = @g; %f",
        "(let %x = 1; %x) + 1",
        "@f((let %x = 1; %x))",
        "let %x = (let %y = 1; %y); %x",
        "((let %x = 1; %x), 1)",
        "let %x.y = 1; %x.y",
        "let %é._1 = 1; %é._1",
    ]);
    assert_eq!(expr("let %0 = 1; let %1 = %0; %1"), "let %v0 = 1; let %v1 = %v0; %v1");
    assert_eq!(expr("%x = -%a; let %y = %x; (%x, %y)"), "%x = -%a; let %y = %x; (%x, %y)");
    assert_eq!(expr("let %x = 1; (let %y = 2; %y)"), "let %x = 1; let %y = 2; %y");
    assert_eq!(expr("@f(let %x = 1; %x)"), "@f((let %x = 1; %x))");
    assert_eq!(expr("let %x = let %y = 1; %y; %x"), "let %x = (let %y = 1; %y); %x");
}

#[test]
fn only_functions_see_their_own_names() {
    assert_eq!(expr("let %a = %a; %a"), "let %a_1 = %a; %a_1");
    assert_same(&["let %f = fn (%x) { %f(%x) }; %f"]);
    assert_eq!(expr("let %a = fn (%x) { %a(%x) }; %a"), "let %a = fn (%x) { %a(%x) }; %a");
    assert_eq!(
        expr("let %a = ((fn[B](%x: (B, A)) -> A { %a(%x) })); %a"),
        "let %a = fn[B](%x: (B, A)) -> A { %a(%x) }; %a"
    );
    assert_eq!(expr("let %a = (fn (%x) { %a })(1); %a"), "let %a_1 = fn (%x) { %a }(1); %a_1");
    assert_eq!(expr("let %a = (fn (%x) { %a },); %a"), "let %a_1 = (fn (%x) { %a },); %a_1");
    assert_eq!(expr("let %a = fn () { 1 } + %a; %a"), "let %a_1 = fn () { 1 } + %a; %a_1");
}

#[test]
fn functions_and_conditions() {
    assert_same(&[
        "fn () { 1 }",
        "fn (%x) { %x }",
        "fn[B](%x: B, %y: List[B]) -> B { %x }",
        "fn<s_1 : Shape, B : Type>(%x: Tensor[s_1, t]) { %x }",
        "fn (%x: fn (A) -> A where R(A, A), %y: A) -> fn (A) -> A where R(A, A) { %x }",
        "if (%a) { %b } else { let %x = 1; %x }",
        "if ((let %x = %a; %x)) { 1 } else { if (%b) { 2 } else { 3 } }",
        "if (%a) { @f } else { @g }(1)",
    ]);
    assert_eq!(expr("fn <B : Type> (%x : B,) { %x }"), "fn[B](%x: B) { %x }");
}

#[test]
fn matches() {
    assert_same(&[
        "match (%a) { Cons(%x, _) => %x, Nil => 0, }",
        "match? (%a) { Some(%x: int32) => { let %y = %x; %y }, }",
        "match (%a, %b) { (Nil, %x) => %x, (_, (%y, _)) => %y, }",
        "match (%a,) { (%x,) => %x, _ => 1, }",
        "match (()) { () => 1, }",
        "match (%a) {}",
        "match (%a) { %x => match (%x) { _ => 1, }, }",
        "match ((let %x = 1; %x)) { _ => 1, }",
        "match (%a) { _ => %t, }.0",
    ]);
    for (text, printed) in cases! {
        "match (%a) { Nil() => 1 }" => "match (%a) { Nil => 1, }";
        "match ((%a)) { ((_)) => (1) }" => "match (%a) { _ => 1, }";
        "match ((%a,)) { (_,) => 1 }" => "match (%a,) { (_,) => 1, }";
        "match (%a) { Some(%x,) => {%x}, None => let %y = 1; %y }" =>
            "match (%a) { Some(%x) => %x, None => { let %y = 1; %y }, }";
    } {
        assert_eq!(expr(text), printed);
    }
}

#[test]
fn what_is_printed_in_lines() {
    let text = "\
#[version = \"0.0.5\"]

type Tree[A] {
  Node(A, Tree[A], Tree[A]),
  Leaf,
}

type Never {}

def @main<s : Shape, A : Type>(%x: Tensor[s, float32], %f: fn (A) -> int32) -> int32 {
  let %y: Tensor[s, float32] = %x * 2f;
  let %g = fn (%z) {
    let %w = %z;
    %g(%w)
  };
  if (%y > 0f) {
    match (%g(%y)) {
      Node(%v, _, Leaf) => @main(fn (%u) {
        %u
      }, %v),
      Leaf => {
        let %w_1 =
          let %a = 1;
          %a;
        %w_1
      },
      _ => 0,
    }
  } else {
    1
  }
}

def @other() {
  @main
}
";
    assert_eq!(assert_round_trip(&module(text)), text);
}

#[test]
fn an_expression_alone_knows_the_names_of_its_module() {
    let library = module("type T { C, D(int32) } def @f() { 1 }");
    let read = |text: &str| parse_expr(&Source::new("expr.rly", text), &library).expect("an expression");
    assert!(matches!(read("f").kind, ExprKind::Global(_)));
    assert!(matches!(read("C").kind, ExprKind::Call(_)));
    assert!(matches!(read("D").kind, ExprKind::Constructor(_)));
    assert!(matches!(read("E").kind, ExprKind::Operator(_)));
    assert!(parse_expr(&Source::new("expr.rly", "1 2"), &Module::default()).is_err());
}
