//! Definitions, polymorphism, recursion, calls, and what is told of mistakes.

use std::fmt::Write;

use sexpr_examples::relay;
use sexpr_examples::relay::infer::ProblemKind;

use crate::{assert_told, assert_types, inferred, module, type_of_f};

const LIST: &str = "type List[A] { Cons(A, List[A]), Nil, } ";

#[test]
fn definitions_may_use_later_ones_and_each_other() {
    told! {
        "def @f(%x: int32) { @g(%x) } def @g(%x: int32) { @h((%x, %x)) } def @h(%p: (int32, int32)) { %p.0 }" =>
            "@f : fn (int32) -> int32\n@g : fn (int32) -> int32\n@h : fn ((int32, int32)) -> int32\n";
        "def @even(%n: int32) { if (%n == 0) { True } else { @odd(%n - 1) } }
        def @odd(%n: int32) { if (%n == 0) { False } else { @even(%n - 1) } }" =>
            "@even : fn (int32) -> bool\n@odd : fn (int32) -> bool\n";
    }
}

#[test]
fn definitions_are_polymorphic() {
    types! {
        "def @swap[A, B](%x: A, %y: B) { (%y, %x) } def @f() { (@swap(1, True), @swap(2f, (3, 4))) }" =>
            "fn () -> ((bool, int32), ((int32, int32), float32))";
        "def @same(%x) { %x } def @f() { @same(1) }" => "fn () -> int32";
        "def @const[A, B](%x: A) -> fn (B) -> A { fn (%y: B) { %x } } def @f() { @const<int32, bool>(1) }" =>
            "fn () -> fn (bool) -> int32";
        // An argument may be polymorphic where that is written.
        "def @id[A](%x: A) -> A { %x } def @both(%g: fn[A](A) -> A) { (%g(1), %g(True)) } def @f() { @both(@id) }" =>
            "fn () -> (int32, bool)";
        "def @k(%f: fn[A](A) -> A) -> (int32, bool) { (%f(1), %f(True)) } def @f() { @k(fn[B](%x: B) { %x }) }" =>
            "fn () -> (int32, bool)";
        // Polymorphic recursion needs written types.
        "type Nested[A] { Flat(A), Deep(Nested[(A, A)]), }
        def @f[A](%x: Nested[A]) -> int32 { match (%x) { Flat(_) => 1, Deep(%y) => 2 * @f(%y), } }" =>
            "fn[A](Nested[A]) -> int32";
    }
    told! {
        "type Nested[A] { Flat(A), Deep(Nested[(A, A)]), }
        def @f[A](%x: Nested[A]) { match (%x) { Flat(_) => 1, Deep(%y) => 2 * @f(%y), } }" => "argument 1 of `@f`";
        "def @same(%x) { %x } def @f() { (@same(1), @same(True)) }" => "argument 1 of `@same`";
        "def @f(%x: _) { let %g = fn[A](%y: A) { if (True) { %x } else { %y } }; 1 }" =>
            "the type parameter `A` would escape the function that binds it";
        "def @f(%g) { %g(%g) }" => "the type would contain itself";
    }
    problems! {
        "def @both(%g: fn[A](A) -> A) { %g(1) } def @f() { @both(fn (%x: int32) { %x }) }" =>
            "the functions have other type parameters";
        "def @id[A](%x: A) -> A { %x } def @f() { @id<int32, bool>(1) }" => "`@id` takes 1 type argument(s), found 2";
        "def @id[A](%x: A) -> A { %x } def @f() { @id<bool>(1) }" =>
            "argument 1 of `@id` must be `bool`, found `int32`";
    }
}

#[test]
fn functions_constructors_and_definitions_are_values() {
    types! {
        &format!(
            "{LIST} def @f(%xs: List[int32], %ys: List[bool]) {{
              let %length = fn[A](%l: List[A]) -> int32 {{
                match (%l) {{ Nil => 0, Cons(_, %rest) => 1 + %length(%rest), }}
              }};
              %length(%xs) + %length(%ys)
            }}"
        ) => "-> int32";
        &format!(
            "{LIST}
            def @foldr[A, B](%g: fn(A, B) -> B, %z: B, %xs: List[A]) -> B {{
              match (%xs) {{ Cons(%x, %rest) => %g(%x, @foldr(%g, %z, %rest)), Nil => %z, }}
            }}
            def @compose[A, B, C](%g: fn(B) -> C, %h: fn(A) -> B) -> fn (A) -> C {{ fn (%x: A) {{ %g(%h(%x)) }} }}
            def @id[A](%x: A) -> A {{ %x }}
            def @f(%xs: List[int32]) {{ (@foldr(Cons, Nil, %xs), @compose(@id, @id)(True), @foldr(add, 0, %xs)) }}"
        ) => "-> (List[int32], bool, int32)";
        // Polymorphic literals are instantiated where a function is wanted.
        &format!(
            "{LIST}
            def @map[A, B](%f: fn (A) -> B, %xs: List[A]) -> List[B] {{
              match (%xs) {{ Cons(%x, %rest) => Cons(%f(%x), @map(%f, %rest)), Nil => Nil, }}
            }}
            def @g(%xs: List[int32]) -> List[(int32, int32)] {{ @map(fn[A](%x: A) {{ (%x, %x) }}, %xs) }}
            def @f(%xs: List[int32]) {{
              %0 = fn[A](%x: A) {{ (%x, %x) }};
              (@map(%0, %xs), %0(True), @map(%0, Cons(1f, Nil)))
            }}"
        ) => "fn (List[int32]) -> (List[(int32, int32)], (bool, bool), List[(float32, float32)])";
    }
}

#[test]
fn mistakes_are_told_where_they_are() {
    problems! {
        "def @f(%x: int32) {\n  if (True) { %x } else {\n    1f\n  }\n}" =>
            "test.rly:3:5: the other branch must be `int32`, found `float32`";
        "def @f() { if (1) { 1 } else { 2 } }" => "the condition must be `bool`, found `int32`";
        "def @g(%x: int32) { %x } def @f() { @g(1, 2) }" => "`@g` takes 1 argument(s), found 2";
        "def @f() { 1(2) }" => "cannot call a value of type `int32`: it is not a function";
        "def @f(%g) { (%g(1), %g(1, 2)) }" => "`%g` takes 1 argument(s), found 2";
        "def @f(%x: int32) { ad(%x, %x) }" => "unknown constructor, definition or operator `ad`";
        "def @f() { @g(1) }" => "unknown definition `@g`";
        "def @f(%x: Tensor[(2, 3), float32]) { nn.dense(%x, Constant(0, (4, 5), float32)) }" =>
            "`nn.dense` requires `Dense(Tensor[(2, 3), float32], Tensor[(4, 5), float32], _)`, which does not hold";
    }
    let problems = relay::infer(&module("def @f(%x: int32) { nn.rellu(%x) }")).expect_err("there is no such operator");
    let ProblemKind::UnknownOperator { like, .. } = problems.all()[0].kind() else { panic!("{problems}") };
    assert_eq!(like.as_deref(), Some("nn.relu"));
}

#[test]
fn independent_mistakes_are_all_reported_and_those_that_follow_are_not() {
    let problems = inferred("def @f() { let %x = 1 + True; let %y = %x + 1; let %z = (%x, %y).5; @g(%z, %z.0) }");
    let expected = ["the base type `int32` is not `bool`", "has no member 5", "unknown definition `@g`"];
    assert_eq!(problems.lines().count(), expected.len(), "{problems}");
    assert!(problems.lines().zip(expected).all(|(line, message)| line.contains(message)), "{problems}");
}

#[test]
fn large_types_are_refused_and_long_programs_are_not() {
    let lets = |count: u32, value: &str| -> String {
        let line = |i: u32| format!("let %x{} = {};\n", i + 1, value.replace("%P", &format!("%x{i}")));
        format!("def @f(%x0: int32) {{ {} %x{count} }}", (0..count).map(line).collect::<String>())
    };
    told! {
        &lets(60, "(%P, %P)") => "becomes too large";
        &lets(5000, "(%P,)") => "becomes too large";
        &lets(20_000, "%P + 1") => "@f : fn (int32) -> int32";
    }
    let params: Vec<String> = (0..5000).map(|index| format!("%p{index}: Tensor[(1, 3, 8, 8), float32]")).collect();
    let args: Vec<String> = (0..5000).map(|index| format!("%p{index}")).collect();
    let (params, args) = (params.join(", "), args.join(", "));
    let many = format!("def @g({params}) {{ %p0 + %p4999 }} def @f({params}) {{ @g({args}) }}");
    assert_types(&[(&many, "-> Tensor[(1, 3, 8, 8), float32]")]);
}

#[test]
fn what_is_nested_as_deeply_as_can_be_read_is_inferred() {
    let nested = |depth: usize| format!("{}1{}", "@id(".repeat(depth), ")".repeat(depth));
    let sum = |length: usize| vec!["1"; length + 1].join(" + ");
    let f = |body: String| format!("def @id[A](%x: A) -> A {{ %x }} def @f() {{ {body} }}");
    for text in [&nested as &dyn Fn(usize) -> String, &sum] {
        let is_read = |depth: &usize| relay::parse("deep.rly", &f(text(*depth))).is_ok();
        let depth = (0..).map(|depth| depth * 10).take_while(is_read).last().expect("some nesting can be read");
        assert!(depth > 100);
        assert_eq!(type_of_f(&f(text(depth))), "fn () -> int32");
    }
}

/// A name that is used once is its expression, also for the types that are wanted of it.
#[test]
fn graph_bindings_are_inferred_like_their_expressions() {
    let text = |body: &str| {
        format!(
            "def @id[A](%x: A) -> A {{ %x }}
            def @all(%p: (fn[A](A) -> A, int32)) -> int32 {{ %p.1 }}
            def @one(%p: (fn (int32) -> int32, int32)) -> int32 {{ %p.1 }}
            def @f(%c: bool) {{ {body} }}"
        )
    };
    for (bound, written) in [
        ("%0 = (@id, 1); @all(%0)", "@all((@id, 1))"),
        ("%0 = (@id, 1); @one(%0)", "@one((@id, 1))"),
        ("%0 = (@id, 1); %1 = (%0, 2); %2 = @all(%1.0); %2", "@all(((@id, 1), 2).0)"),
        ("%0 = if (%c) { (@id, 1) } else { (@id, 2) }; @all(%0)", "@all(if (%c) { (@id, 1) } else { (@id, 2) })"),
        ("%0 = fn (%x) { %x }; %0(1)", "(fn (%x) { %x })(1)"),
        ("%0 = (fn (%x) { %1 = (%x, %x); %1 }, 1); %0.1", "(fn (%x) { (%x, %x) }, 1).1"),
    ] {
        let [bound, written] = [bound, written].map(|body| inferred(&text(body)));
        assert_eq!(bound.starts_with("@id :"), written.starts_with("@id :"), "{bound}\n{written}");
        assert!(!written.starts_with("@id :") || bound == written, "{bound}\n{written}");
    }
}

#[test]
fn long_rows_of_values_that_are_used_once_take_little_stack() {
    for (value, length, ty) in [
        ("(%P, 1).0", 20_000, "fn (int32) -> int32"),
        ("(fn (%y: int32) { %y }, %P).1", 20_000, "fn (int32) -> int32"),
        ("if (%x == %P) { 1 } else { 2 }", 20_000, "fn (int32) -> int32"),
        ("(%P, 1)", 400, "fn (int32) -> ((("),
    ] {
        let mut text = "def @f(%x: int32) {\n%0 = %x + 1;\n".to_owned();
        for number in 1..length {
            let _ = writeln!(text, "%{number} = {};", value.replace('P', &(number - 1).to_string()));
        }
        let _ = write!(text, "%{} }}", length - 1);
        assert!(type_of_f(&text).starts_with(ty), "{value}");
    }
}

#[test]
fn type_parameters_stand_only_where_their_kinds_permit_it() {
    // For each place: what is written there, and the kind that it permits.
    let places = [
        ("%x: t", "Type"),
        ("%x: (t, int32)", "Type"),
        ("%x: fn (t) -> t", "Type"),
        ("%x: Tensor[t, float32]", "Shape"),
        ("%x: Tensor[(t, 2), float32]", "ShapeVar"),
        ("%x: Tensor[(t * 2 + 1), float32]", "ShapeVar"),
        ("%x: Tensor[(2), t]", "BaseType"),
        ("%x: Box[t]", "Type"),
    ];
    for (param, permitted) in places {
        for kind in ["Type", "BaseType", "Shape", "ShapeVar"] {
            let text = format!("type Box[A] {{ Of(A), }} def @f<t : {kind}>({param}) -> int32 {{ 1 }}");
            let refused = format!("`t` has kind {kind} and cannot be used as");
            assert_told(&[(&text, if kind == permitted { "@f : fn" } else { &refused })]);
        }
    }
    problems! {
        "def @f(%g: fn<t : Type>(Tensor[t, int8]) -> int8) -> int32 { 1 }" =>
            "`t` has kind Type and cannot be used as a shape";
        "type Box[A] { Of(Tensor[A, int8]), }" => "`A` has kind Type and cannot be used as a shape";
    }
}

#[test]
fn the_relations_of_a_function_type_must_exist_and_fit() {
    let text = |relation| format!("def @f(%g: fn[A, B](A) -> B where {relation}) -> int32 {{ 1 }}");
    assert_told(&[(&text("Identity"), "@f : fn")]);
    problems! {
        &text("Similar") => "unknown type relation `Similar`";
        &text("Broadcast(A, B)") => "the type relation `Broadcast` takes 3 types, found 2";
    }
}
