//! Definitions, polymorphism, recursion, calls, and what is told of mistakes.

use sexpr_examples::relay;
use sexpr_examples::relay::infer::ProblemKind;

use crate::{inferred, module, one_problem, type_of_f};

const LIST: &str = "type List[A] { Cons(A, List[A]), Nil, } ";

#[test]
fn definitions_may_use_later_ones() {
    assert_eq!(
        inferred("def @f(%x: int32) { @g(%x) } def @g(%x: int32) { @h((%x, %x)) } def @h(%p: (int32, int32)) { %p.0 }"),
        "@f : fn (int32) -> int32\n@g : fn (int32) -> int32\n@h : fn ((int32, int32)) -> int32\n"
    );
}

#[test]
fn definitions_may_call_each_other() {
    let text = "def @even(%n: int32) { if (%n == 0) { True } else { @odd(%n - 1) } }
    def @odd(%n: int32) { if (%n == 0) { False } else { @even(%n - 1) } }";
    assert_eq!(inferred(text), "@even : fn (int32) -> bool\n@odd : fn (int32) -> bool\n");
}

#[test]
fn a_polymorphic_definition_is_instantiated_at_each_use() {
    let text = "def @swap[A, B](%x: A, %y: B) { (%y, %x) } def @f() { (@swap(1, True), @swap(2f, (3, 4))) }";
    assert_eq!(type_of_f(text), "fn () -> ((bool, int32), ((int32, int32), float32))");
}

#[test]
fn polymorphic_recursion_needs_written_types() {
    let nested = "type Nested[A] { Flat(A), Deep(Nested[(A, A)]), } ";
    let written = format!(
        "{nested} def @f[A](%x: Nested[A]) -> int32 {{ match (%x) {{ Flat(_) => 1, Deep(%y) => 2 * @f(%y), }} }}"
    );
    assert_eq!(type_of_f(&written), "fn[A](Nested[A]) -> int32");
    let not_written =
        format!("{nested} def @f[A](%x: Nested[A]) {{ match (%x) {{ Flat(_) => 1, Deep(%y) => 2 * @f(%y), }} }}");
    assert!(inferred(&not_written).contains("argument 1 of `@f`"), "{}", inferred(&not_written));
}

#[test]
fn a_local_function_may_be_polymorphic_and_call_itself() {
    let text = format!(
        "{LIST} def @f(%xs: List[int32], %ys: List[bool]) {{
          let %length = fn[A](%l: List[A]) -> int32 {{
            match (%l) {{ Nil => 0, Cons(_, %rest) => 1 + %length(%rest), }}
          }};
          %length(%xs) + %length(%ys)
        }}"
    );
    assert!(type_of_f(&text).ends_with("-> int32"));
}

#[test]
fn constructors_and_definitions_are_values() {
    let text = format!(
        "{LIST}
        def @foldr[A, B](%g: fn(A, B) -> B, %z: B, %xs: List[A]) -> B {{
          match (%xs) {{ Cons(%x, %rest) => %g(%x, @foldr(%g, %z, %rest)), Nil => %z, }}
        }}
        def @compose[A, B, C](%g: fn(B) -> C, %h: fn(A) -> B) -> fn (A) -> C {{ fn (%x: A) {{ %g(%h(%x)) }} }}
        def @id[A](%x: A) -> A {{ %x }}
        def @f(%xs: List[int32]) {{ (@foldr(Cons, Nil, %xs), @compose(@id, @id)(True), @foldr(add, 0, %xs)) }}"
    );
    assert!(type_of_f(&text).ends_with("-> (List[int32], bool, int32)"));
}

#[test]
fn an_argument_may_be_polymorphic_where_that_is_written() {
    let text = "def @id[A](%x: A) -> A { %x }
    def @both(%g: fn[A](A) -> A) { (%g(1), %g(True)) }
    def @f() { @both(@id) }";
    assert_eq!(type_of_f(text), "fn () -> (int32, bool)");
    let problem = one_problem("def @both(%g: fn[A](A) -> A) { %g(1) } def @f() { @both(fn (%x: int32) { %x }) }");
    assert!(problem.contains("the functions have other type parameters"), "{problem}");
}

#[test]
fn a_type_parameter_does_not_leave_its_function() {
    let text = "def @f(%x: _) { let %g = fn[A](%y: A) { if (True) { %x } else { %y } }; 1 }";
    assert!(inferred(text).contains("the type parameter `A` would escape the function that binds it"));
}

#[test]
fn explicit_type_arguments_say_what_stands_for_parameters() {
    let text = "def @const[A, B](%x: A) -> fn (B) -> A { fn (%y: B) { %x } } def @f() { @const<int32, bool>(1) }";
    assert_eq!(type_of_f(text), "fn () -> fn (bool) -> int32");
    let problem = one_problem("def @id[A](%x: A) -> A { %x } def @f() { @id<int32, bool>(1) }");
    assert!(problem.contains("`@id` takes 1 type argument(s), found 2"), "{problem}");
    let problem = one_problem("def @id[A](%x: A) -> A { %x } def @f() { @id<bool>(1) }");
    assert!(problem.contains("argument 1 of `@id` must be `bool`, found `int32`"), "{problem}");
}

#[test]
fn branches_agree() {
    let problem = one_problem("def @f(%c: bool) { if (%c) { 1 } else { 2f } }");
    assert!(problem.contains("the other branch must be `int32`, found `float32`"), "{problem}");
    let problem = one_problem("def @f() { if (1) { 1 } else { 2 } }");
    assert!(problem.contains("the condition must be `bool`, found `int32`"), "{problem}");
}

#[test]
fn calls_have_as_many_arguments_as_parameters() {
    let problem = one_problem("def @g(%x: int32) { %x } def @f() { @g(1, 2) }");
    assert!(problem.contains("`@g` takes 1 argument(s), found 2"), "{problem}");
    assert!(one_problem("def @f() { 1(2) }").contains("cannot call a value of type `int32`: it is not a function"));
    let problem = one_problem("def @f(%g) { (%g(1), %g(1, 2)) }");
    assert!(problem.contains("`%g` takes 1 argument(s), found 2"), "{problem}");
}

#[test]
fn unknown_names_are_told_with_names_like_them() {
    let problem = one_problem("def @f(%x: int32) { ad(%x, %x) }");
    assert!(problem.contains("unknown constructor, definition or operator `ad`"), "{problem}");
    let problems = relay::infer(&module("def @f(%x: int32) { nn.rellu(%x) }")).expect_err("there is no such operator");
    let ProblemKind::UnknownOperator { like, .. } = problems.all()[0].kind() else { panic!("{problems}") };
    assert_eq!(like.as_deref(), Some("nn.relu"));
    assert!(one_problem("def @f() { @g(1) }").contains("unknown definition `@g`"));
}

#[test]
fn independent_mistakes_are_all_reported_and_those_that_follow_are_not() {
    let text = "def @f() { let %x = 1 + True; let %y = %x + 1; let %z = (%x, %y).5; @g(%z, %w) }".replace("%w", "%z.0");
    let problems = inferred(&text);
    let lines: Vec<&str> = problems.lines().collect();
    assert_eq!(lines.len(), 3, "{problems}");
    assert!(lines[0].contains("the base type `int32` is not `bool`"), "{problems}");
    assert!(lines[1].contains("has no member 5"), "{problems}");
    assert!(lines[2].contains("unknown definition `@g`"), "{problems}");
}

#[test]
fn a_problem_says_where_it_is() {
    assert_eq!(
        one_problem("def @f(%x: int32) {\n  if (True) { %x } else {\n    1f\n  }\n}"),
        "test.rly:3:5: the other branch must be `int32`, found `float32`"
    );
}

#[test]
fn relations_say_which_call_asks() {
    let problem = one_problem("def @f(%x: Tensor[(2, 3), float32]) { nn.dense(%x, Constant(0, (4, 5), float32)) }");
    assert!(
        problem.contains(
            "`nn.dense` requires `Dense(Tensor[(2, 3), float32], Tensor[(4, 5), float32], _)`, which does not hold"
        ),
        "{problem}"
    );
}

#[test]
fn types_that_contain_themselves_are_refused() {
    assert!(inferred("def @f(%g) { %g(%g) }").contains("the type would contain itself"));
}

#[test]
fn types_that_double_again_and_again_are_refused() {
    let lets: String = (0..60).map(|i| format!("let %x{} = (%x{i}, %x{i}); ", i + 1)).collect();
    assert!(inferred(&format!("def @f(%x0: int32) {{ {lets} %x60 }}")).contains("becomes too large"));
    let lets: String = (0..5000).map(|i| format!("let %x{} = (%x{i},); ", i + 1)).collect();
    assert!(inferred(&format!("def @f(%x0: int32) {{ {lets} %x5000 }}")).contains("becomes too large"));
}

#[test]
fn long_sequences_of_lets_are_inferred() {
    let lets: String = (0..20_000).map(|i| format!("let %x{} = %x{i} + 1;\n", i + 1)).collect();
    assert_eq!(type_of_f(&format!("def @f(%x0: int32) {{ {lets} %x20000 }}")), "fn (int32) -> int32");
}

#[test]
fn a_monomorphic_definition_may_be_known_from_its_uses() {
    let text = "def @same(%x) { %x } def @f() { @same(1) }";
    assert_eq!(type_of_f(text), "fn () -> int32");
    assert!(inferred("def @same(%x) { %x } def @f() { (@same(1), @same(True)) }").contains("argument 1 of `@same`"));
}

#[test]
fn what_is_nested_as_deeply_as_can_be_read_is_inferred() {
    let nested = |depth: usize| format!("{}1{}", "@id(".repeat(depth), ")".repeat(depth));
    let deepest =
        (0..).map(|depth| depth * 10).take_while(|depth| relay::parse("deep.rly", &f(&nested(*depth))).is_ok());
    let depth = deepest.last().expect("some nesting can be read");
    assert!(depth > 100);
    assert_eq!(type_of_f(&f(&nested(depth))), "fn () -> int32");
    let sum = |length: usize| vec!["1"; length].join(" + ");
    let longest =
        (1..).map(|length| length * 10).take_while(|length| relay::parse("sum.rly", &f(&sum(*length))).is_ok());
    let length = longest.last().expect("some sums can be read");
    assert!(length > 100);
    assert_eq!(type_of_f(&f(&sum(length))), "fn () -> int32");
}

fn f(body: &str) -> String {
    format!("def @id[A](%x: A) -> A {{ %x }} def @f() {{ {body} }}")
}

#[test]
fn polymorphic_literals_are_instantiated_where_a_function_is_wanted() {
    let text = "type List[A] { Cons(A, List[A]), Nil, }
        def @map[A, B](%f: fn (A) -> B, %xs: List[A]) -> List[B] {
          match (%xs) { Cons(%x, %rest) => Cons(%f(%x), @map(%f, %rest)), Nil => Nil, }
        }
        def @f(%xs: List[int32]) -> List[(int32, int32)] { @map(fn[A](%x: A) { (%x, %x) }, %xs) }
        def @g(%xs: List[int32]) {
          %0 = fn[A](%x: A) { (%x, %x) };
          (@map(%0, %xs), %0(True), @map(%0, Cons(1f, Nil)))
        }";
    let types = inferred(text);
    assert!(
        types.contains("@g : fn (List[int32]) -> (List[(int32, int32)], (bool, bool), List[(float32, float32)])"),
        "{types}"
    );
    // What is to be polymorphic stays so.
    let kept = "def @k(%f: fn[A](A) -> A) -> (int32, bool) { (%f(1), %f(True)) } def @f() { @k(fn[B](%x: B) { %x }) }";
    assert!(inferred(kept).contains("@f : fn () -> (int32, bool)"), "{}", inferred(kept));
}

#[test]
fn five_thousand_parameters() {
    let params: Vec<String> = (0..5000).map(|index| format!("%p{index}: Tensor[(1, 3, 8, 8), float32]")).collect();
    let args: Vec<String> = (0..5000).map(|index| format!("%p{index}")).collect();
    let text = format!(
        "def @f({params}) {{ %p0 + %p4999 }} def @g({params}) {{ @f({args}) }}",
        params = params.join(", "),
        args = args.join(", ")
    );
    assert!(inferred(&text).ends_with("-> Tensor[(1, 3, 8, 8), float32]\n"));
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
        if written.starts_with("@id :") {
            assert_eq!(bound, written);
        }
    }
}

#[test]
fn long_rows_of_values_that_are_used_once_take_little_stack() {
    use std::fmt::Write;

    for value in ["(%P, 1).0", "(fn (%y: int32) { %y }, %P).1", "if (%x == %P) { 1 } else { 2 }"] {
        let mut text = "def @f(%x: int32) {\n%0 = %x + 1;\n".to_owned();
        for number in 1..20_000 {
            let _ = writeln!(text, "%{number} = {};", value.replace('P', &(number - 1).to_string()));
        }
        text.push_str("%19999 }");
        assert_eq!(type_of_f(&text), "fn (int32) -> int32", "{value}");
    }
    let mut text = "def @f(%x: int32) {\n%0 = (%x, 1);\n".to_owned();
    for number in 1..400 {
        let _ = writeln!(text, "%{number} = ({}, 1);", format_args!("%{}", number - 1));
    }
    text.push_str("%399 }");
    assert!(type_of_f(&text).starts_with("fn (int32) -> ((("));
}
