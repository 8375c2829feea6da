//! What inference once got wrong.

use sexpr_examples::relay::ir::{
    Binding, Constant, DataType, Expr, ExprKind, Function, GlobalVar, Literal, LocalVar, Location, Module,
};
use sexpr_examples::relay::{self};

use crate::{inferred, one_problem, type_of_f};

#[test]
fn a_polymorphic_function_put_into_itself_keeps_its_type_parameters_apart() {
    let text = "def @f() {
      let %k = fn[A](%x: A) { fn[B](%y: B) { %x } };
      let %eat = fn (%p) { let %q = if (True) { %k(1) } else { %p }; (%q(1.0), %q(1)) };
      let %g = %k(%eat);
      let %bad = %g(True);
      %bad(fn[C](%z: bool) { if (%z) { 1 } else { 2 } })
    }";
    assert!(inferred(text).contains("must be"), "{}", inferred(text));
    let text = "def @f() { let %k = fn[A](%x: A) { fn[B](%y: B) { %x } }; %k(%k(1))(True)(1.0) }";
    assert_eq!(type_of_f(text), "fn () -> int32");
}

#[test]
fn type_parameters_do_not_leave_their_definitions_through_others() {
    let text = "def @g[B](%b: B) { let %r = @f(%b); %b } def @f[A](%x) { let %z = @g; 1 }";
    assert!(inferred(text).contains("would escape the function that binds it"), "{}", inferred(text));
    let text = "def @m() { @f(fn[C](%c: C) -> int32 { 1 }) } def @f[A](%x: fn[C](_) -> int32) { let %z = @m; 1 }";
    assert!(!inferred(text).starts_with("@m :"), "{}", inferred(text));
}

#[test]
fn dimensions_are_not_negative_and_not_divided_by_zero() {
    let text = |result: &str, rows: u32| {
        format!(
            "def @g<n : ShapeVar>(%x: Tensor[(n), int8]) -> Tensor[({result}), int8] {{ @g(%x) }}
            def @f() {{ @g(Constant(1, ({rows}), int8)) }}"
        )
    };
    assert_eq!(type_of_f(&text("n - 10", 30)), "fn () -> Tensor[(20), int8]");
    assert!(inferred(&text("n - 10", 3)).contains("is not a valid dimension"), "{}", inferred(&text("n - 10", 3)));
    assert!(inferred(&text("5 / n", 0)).contains("is not a valid dimension"), "{}", inferred(&text("5 / n", 0)));
    assert!(
        one_problem("def @f(%x: Tensor[(2 - 5), int8]) -> int8 { 1i8 }").contains("`2 - 5` is not a valid dimension")
    );
}

#[test]
fn dimensions_are_computed_before_relations_look_at_them() {
    let tail = "def @tail<n : ShapeVar>(%x: Tensor[(n), int8]) -> Tensor[(n - 1), int8] { @tail(%x) }";
    let f = |expr: &str| type_of_f(&format!("{tail} def @f(%c: Tensor[(2), int8]) {{ {expr} }}"));
    assert_eq!(f("squeeze(@tail(%c))"), "fn (Tensor[(2), int8]) -> int8");
    assert_eq!(f("let %t = @tail(%c); squeeze(%t)"), "fn (Tensor[(2), int8]) -> int8");
    assert!(f("@tail(%c) + Constant(1, (3), int8)").ends_with("-> Tensor[(3), int8]"));
}

#[test]
fn an_equation_may_wait_for_an_unknown_in_a_quotient() {
    let text = "def @half<n : ShapeVar>(%x: Tensor[(n), float32]) -> Tensor[(n / 2), float32] { @half(%x) }
    def @f() { let %h = fn (%u) { let %r: Tensor[(5), float32] = @half(%u); %r }; %h(Constant(1, (10), float32)) }";
    assert_eq!(type_of_f(text), "fn () -> Tensor[(5), float32]");
}

#[test]
fn what_later_uses_tell_is_not_asked_for_before() {
    let text = "def @m(%x) { %x }
    def @f() { let %b = @p(True); @m(3) }
    def @p[A](%a: A) { let %g = fn (%z) { @m(%z) }; %a }";
    assert_eq!(type_of_f(text), "fn () -> int32");
}

#[test]
fn wide_patterns_are_checked() {
    let types = vec!["int32"; 1000].join(", ");
    let vars: Vec<String> = (0..1000).map(|index| format!("%v{index}")).collect();
    let text =
        format!("type Wide {{ Of({types}), }} def @f(%w: Wide) {{ match (%w) {{ Of({}) => 1, }} }}", vars.join(", "));
    assert_eq!(type_of_f(&text), "fn (Wide) -> int32");
}

#[test]
fn a_member_of_another_type_is_not_taken_for_none() {
    let problem = one_problem("def @f() { let %g = fn (%p) { let %x: bool = %p.0; %x }; %g((1, 2)) }");
    assert!(problem.contains("member 0 must be `bool`, found `int32`"), "{problem}");
}

#[test]
fn where_patterns_are_wrong_no_case_is_missing() {
    let text = "type List[A] { Cons(A, List[A]), Nil, } def @f(%x: int32) { match (%x) { Cons(_, _) => 1, } }";
    assert!(one_problem(text).contains("what is matched must be `int32`"));
}

#[test]
fn many_uses_of_one_unknown_take_little_memory() {
    let uses: String = (0..400).map(|index| format!("let %a{index} = %u + %u;\n")).collect();
    let joins: String = (0..400)
        .map(|index| format!("let %b{index} = fn[A](%x: A, %y) {{ if (True) {{ %u }} else {{ %y }} }};\n"))
        .collect();
    let text = format!("def @g(%u) {{ {uses} {joins} %u }} def @f() {{ @g(1) }}");
    assert_eq!(type_of_f(&text), "fn () -> int32");
}

#[test]
fn dimensions_that_grow_beyond_bounds_are_refused() {
    let nested = |depth: usize| format!("{}%x{}", "@q(".repeat(depth), ")".repeat(depth));
    let text = format!(
        "def @q<n : ShapeVar>(%x: Tensor[(n), int8]) -> Tensor[(n / 3 * (n / 5)), int8] {{ @q(%x) }}
        def @f<n : ShapeVar>(%x: Tensor[(n), int8]) {{ {} }}",
        nested(40)
    );
    assert!(
        inferred(&text).contains("is not a valid dimension"),
        "{}",
        inferred(&text).chars().take(300).collect::<String>()
    );
    let dims = vec!["n"; 5000].join(", ");
    let text = format!("def @f<n : ShapeVar>(%x: Tensor[({dims}), int8]) {{ flatten(%x) }}");
    assert!(inferred(&text).contains("is not a valid dimension"));
}

#[test]
fn a_call_with_a_wrong_argument_is_one_mistake() {
    let problem = one_problem("def @f(%g) { (%g(1), %g(True)) }");
    assert!(problem.contains("argument 1 of `%g` must be `int32`, found `bool`"), "{problem}");
}

#[test]
fn large_types_are_shown_in_part() {
    let tuple = format!("({})", vec!["1"; 2000].join(", "));
    let problem = one_problem(&format!("def @f() -> int32 {{ {tuple} }}"));
    assert!(problem.contains("…") && problem.len() < 2000, "{}", problem.len());
}

#[test]
fn a_quotient_of_the_least_number_is_refused() {
    let dim = "(0 - 9223372036854775808) * 9223372036854775808 * 2 / (0 - 1)";
    assert!(
        inferred(&format!("def @f(%x: Tensor[({dim}), int8]) -> int8 {{ 1i8 }}")).contains("is not a valid dimension")
    );
}

#[test]
fn dimensions_that_are_computed_from_each_other_stay_small() {
    let nested = |depth: usize, of: &str| format!("{}{of}{}", "@d(".repeat(depth), ")".repeat(depth));
    let text = |params: &str, body: String| {
        format!(
            "def @d<n : ShapeVar>(%x: Tensor[(n), int8]) -> Tensor[(n * n), int8] {{ @d(%x) }}
            def @f{params} {{ {body} }}"
        )
    };
    assert_eq!(type_of_f(&text("()", nested(100, "Constant(1, (1), int8)"))), "fn () -> Tensor[(1), int8]");
    let symbolic = text("<n : ShapeVar>(%x: Tensor[(n), int8])", nested(3, "%x"));
    assert!(type_of_f(&symbolic).ends_with("-> Tensor[(n * n * n * n * n * n * n * n), int8]"));
    let unknown = text("()", format!("let %g = fn (%x) {{ {} }}; %g(Constant(1, (1), int8))", nested(6, "%x")));
    assert_eq!(type_of_f(&unknown), "fn () -> Tensor[(1), int8]");
}

#[test]
fn the_order_of_arguments_does_not_decide_whether_a_dimension_is_found() {
    let text = |call: &str| {
        format!(
            "def @p<n : ShapeVar>(%x: Tensor[(n * n + n), int8], %y: Tensor[(n), int8]) -> Tensor[(n), int8] {{ %y }}
            def @q<n : ShapeVar>(%y: Tensor[(n), int8], %x: Tensor[(n * n + n), int8]) -> Tensor[(n), int8] {{ %y }}
            def @f(%six: Tensor[(6), int8], %two: Tensor[(2), int8], %ten: Tensor[(10), int8]) {{ {call} }}"
        )
    };
    assert!(type_of_f(&text("@p(%six, %two)")).ends_with("-> Tensor[(2), int8]"));
    assert!(type_of_f(&text("@q(%two, %six)")).ends_with("-> Tensor[(2), int8]"));
    assert!(one_problem(&text("@p(%ten, %two)")).contains("must be the same"));
    assert!(one_problem(&text("@q(%two, %ten)")).contains("the dimension `6` is not `10`"));
}

#[test]
fn branches_give_what_both_of_them_promise() {
    let text =
        |body: &str| format!("def @f(%c: bool, %x: Tensor[(?, 2), int8], %y: Tensor[(3, 2), int8]) {{ {body} }}");
    for body in [
        "if (%c) { %x } else { %y }",
        "if (%c) { %y } else { %x }",
        "if (%c) { %y } else { if (%c) { %y } else { %x } }",
        "match (%c) { %z => %y, _ => %x, }",
    ] {
        assert!(type_of_f(&text(body)).ends_with("-> Tensor[(?, 2), int8]"), "{body}");
    }
    let pairs = text("if (%c) { (%x, %y) } else { (%y, %y) }");
    assert!(type_of_f(&pairs).ends_with("-> (Tensor[(?, 2), int8], Tensor[(3, 2), int8])"));
}

#[test]
fn branches_do_not_depend_on_when_relations_are_asked() {
    let text = |body: &str| {
        format!(
            "def @f(%c: bool, %x: Tensor[(?, 2), int8], %y: Tensor[(3, 2), int8], %z: Tensor[(4, 2), int8]) {{ {body} }}"
        )
    };
    for body in ["if (%c) { %y } else { nn.relu(%x) }", "if (%c) { nn.relu(%x) } else { %y }"] {
        assert!(type_of_f(&text(body)).ends_with("-> Tensor[(?, 2), int8]"), "{body}");
    }
    let used = "let %r = nn.relu(%x); let %b = if (%c) { %r } else { %y }; %r + %z";
    assert!(type_of_f(&text(used)).ends_with("-> Tensor[(4, 2), int8]"));
}

#[test]
fn a_branch_that_is_a_function_takes_what_both_of_them_take() {
    let text = |rows: u32| {
        format!(
            "def @f(%c: bool, %g: fn (Tensor[(3), int8]) -> int8, %h: fn (Tensor[(?), int8]) -> int8,
                %x: Tensor[({rows}), int8]) {{ let %k = if (%c) {{ %h }} else {{ %g }}; %k(%x) }}"
        )
    };
    assert!(type_of_f(&text(3)).ends_with("-> int8"));
    assert!(one_problem(&text(4)).contains("the dimension `3` is not `4`"));
}

#[test]
fn branches_of_types_that_share_their_parts_take_little_time() {
    let params: Vec<String> = (0..=60).map(|index| format!("%a{index}")).collect();
    let branches: Vec<String> =
        (0..60).rev().map(|index| format!("(if (%c) {{ %a{index} }} else {{ (%a{0}, %a{0}) }})", index + 1)).collect();
    let text = format!("def @f(%c: bool, {}) {{ ({}) }}", params.join(", "), branches.join(", "));
    assert!(inferred(&text).contains("too large"), "{}", inferred(&text).chars().take(300).collect::<String>());
}

#[test]
fn dimensions_that_are_filled_from_the_outside_in_take_little_time() {
    let lets: String = (0..=60).map(|index| format!("let %g{index} = fn (%x) {{ @d(%x) }};")).collect();
    let params: Vec<String> = (1..=60).map(|index| format!("%x{index}")).collect();
    let calls: Vec<String> = (0..60).map(|index| format!("%g{index}(%g{0}(%x{0}))", index + 1)).collect();
    let text = format!(
        "def @d<n : ShapeVar>(%x: Tensor[(n), int8]) -> Tensor[(n * n), int8] {{ @d(%x) }}
        def @f({}) {{ {lets} ({}, %g60(Constant(1, (1), int8))) }}",
        params.join(", "),
        calls.join(", ")
    );
    assert!(type_of_f(&text).ends_with("Tensor[(1), int8])"));
}

#[test]
fn kernels_of_groups_may_be_found_later() {
    let text = "def @g(%x: Tensor[(1, _, 8, 8), float32], %w) {
        nn.conv2d(%x, %w, channels=4, kernel_size=[3, 3], groups=2) }
    def @f(%x: Tensor[(1, 4, 8, 8), float32], %w: Tensor[(4, 2, 3, 3), float32]) { @g(%x, %w) }";
    assert!(type_of_f(text).ends_with("-> Tensor[(1, 4, 6, 6), float32]"));
}

#[test]
fn parts_of_dimensions_are_none_either() {
    let conv = "def @c<m : ShapeVar>(%x: Tensor[(1, 3, m, 9), float32], %w: Tensor[(8, 3, 5, 5), float32]) {
        nn.conv2d(%x, %w, strides=[2, 2]) }
    def @f(%x: Tensor[(1, 3, 4, 9), float32], %w: Tensor[(8, 3, 5, 5), float32]) { @c(%x, %w) }";
    assert!(inferred(conv).contains("is not a valid dimension"), "{}", inferred(conv));
    assert!(one_problem("def @f(%x: Tensor[(? / 0), int8]) { %x }").contains("is not a valid dimension"));
}

#[test]
fn what_follows_from_a_wrong_dimension_is_not_told() {
    let b = "def @b<n : ShapeVar>(%x: Tensor[(n + n), int8]) -> Tensor[(n), int8] { @b(%x) }";
    let h = "def @h<m : ShapeVar>(%y: Tensor[(m + 1), int8]) -> Tensor[(m), int8] { @h(%y) }";
    for body in ["@h(@b(%x))", "squeeze(@h(@b(%x)))", "let %z = @b(%x); %z + Constant(1, (3), int8)"] {
        one_problem(&format!("{b} {h} def @f(%x: Tensor[(5), int8]) {{ {body} }}"));
    }
}

#[test]
fn an_equation_that_fails_is_one_mistake() {
    let text = "def @g<n : ShapeVar>(%x: Tensor[(n + n), int8]) -> Tensor[(n), int8] { @g(%x) }
    def @f(%x: Tensor[(5), int8]) { let %y = @g(%x); let %z = %y + Constant(1, (3), int8); (%z, %y + %y) }";
    one_problem(text);
}

#[test]
fn a_constructor_with_something_left_open_is_one_mistake() {
    let problem = one_problem("type Box { Of(_), } def @f() { Of(1) }");
    assert!(problem.contains("cannot infer the type of an argument of `Of`"), "{problem}");
}

#[test]
fn a_written_dimension_counts_as_a_whole() {
    let f = |dim: &str| format!("def @f(%x: Tensor[({dim}), int8]) {{ %x }}");
    assert!(type_of_f(&f("10 + (2 - 4)")).ends_with("-> Tensor[(8), int8]"));
    one_problem(&f("1 + (2 - 4)"));
}

#[test]
fn a_definition_without_a_written_result_cannot_give_itself_type_arguments() {
    let text = |result: &str| format!("def @f[A](%x: A){result} {{ let %y = @f<int32>(1); %x }}");
    assert_eq!(type_of_f(&text(" -> A")), "fn[A](A) -> A");
    assert!(one_problem(&text("")).contains("`@f` is given type arguments before its type is known"));
}

#[test]
fn type_parameters_that_only_share_a_name_are_told_apart() {
    let text = "def @f[A](%x: A) { let %y = @g(%x); %x } def @g[A](%x: A) { let %y = @f(%x); %x }";
    assert!(inferred(text).contains("`A` is not `A`, which only has the same name"), "{}", inferred(text));
}

#[test]
fn a_match_without_cases_asks_for_the_type_of_what_it_matches() {
    let text = |params: &str| format!("type Never {{ }} def @f({params}) -> int32 {{ match (%x) {{ }} }}");
    assert_eq!(type_of_f(&text("%x: Never")), "fn (Never) -> int32");
    assert!(inferred(&text("%x")).contains("the type of what is matched"), "{}", inferred(&text("%x")));
}

/// A module that is put together, of one definition without parameters.
fn put_together(body: Expr) -> Module {
    let function = Function {
        type_params: vec![],
        params: vec![],
        attributes: Default::default(),
        result: None,
        body,
        span: Location::unknown(),
    };
    Module { definitions: [(GlobalVar::new("f"), function)].into_iter().collect(), ..Module::default() }
}

#[test]
fn variables_are_not_known_outside_their_scopes() {
    let one = || Expr::new(Constant::Scalar { value: Literal::Int(1), dtype: DataType::INT32 });
    let x = LocalVar::new("x", None);
    let used = || Expr::new(ExprKind::Local(x.clone()));
    let let_x =
        |value: Expr, body: Expr| Expr::let_in(vec![Binding { var: x.clone(), value }], body, Location::unknown());
    let outcome = |body: Expr| match relay::infer(&put_together(body)) {
        Ok(inferred) => inferred.to_string(),
        Err(problems) => problems.to_string(),
    };
    let pair = |left: Expr, right: Expr| Expr::tuple(vec![left, right]);
    assert_eq!(outcome(let_x(one(), used())), "@f : fn () -> int32\n");
    assert!(outcome(pair(let_x(one(), used()), used())).contains("`%x` is not bound here"));
    assert!(outcome(let_x(used(), one())).contains("`%x` is not bound here"));
    // The inner one ends before the outer one does.
    let inner = let_x(pair(one(), one()), used());
    let both = pair(inner, used());
    assert_eq!(outcome(let_x(one(), both)), "@f : fn () -> ((int32, int32), int32)\n");
}
