//! What inference once got wrong.

use sexpr_examples::relay::ir::{
    Binding, Constant, DataType, Expr, ExprKind, Function, GlobalVar, Literal, LocalVar, Location, Module,
};

use crate::{assert_problems, assert_told, assert_types, inferred, one_problem, outcome, type_of_f};

#[test]
fn type_parameters_are_told_apart_and_do_not_leave_their_functions() {
    let k = "let %k = fn[A](%x: A) { fn[B](%y: B) { %x } };";
    told! {
        &format!(
            "def @f() {{
              {k}
              let %eat = fn (%p) {{ let %q = if (True) {{ %k(1) }} else {{ %p }}; (%q(1.0), %q(1)) }};
              let %g = %k(%eat);
              let %bad = %g(True);
              %bad(fn[C](%z: bool) {{ if (%z) {{ 1 }} else {{ 2 }} }})
            }}"
        ) => "must be";
        "def @g[B](%b: B) { let %r = @f(%b); %b } def @f[A](%x) { let %z = @g; 1 }" =>
            "would escape the function that binds it";
        "def @f[A](%x: A) { let %y = @g(%x); %x } def @g[A](%x: A) { let %y = @f(%x); %x }" =>
            "`A` is not `A`, which only has the same name";
    }
    let escapes = "def @m() { @f(fn[C](%c: C) -> int32 { 1 }) } def @f[A](%x: fn[C](_) -> int32) { let %z = @m; 1 }";
    assert!(!inferred(escapes).starts_with("@m :"), "{}", inferred(escapes));
    types! {
        &format!("def @f() {{ {k} %k(%k(1))(True)(1.0) }}") => "fn () -> int32";
        "def @f[A](%x: A) -> A { let %y = @f<int32>(1); %x }" => "fn[A](A) -> A";
        // What later uses tell is not asked for before.
        "def @m(%x) { %x }
        def @f() { let %b = @p(True); @m(3) }
        def @p[A](%a: A) { let %g = fn (%z) { @m(%z) }; %a }" => "fn () -> int32";
    }
}

#[test]
fn one_mistake_is_told_once() {
    let list = "type List[A] { Cons(A, List[A]), Nil, }";
    let halves = "def @b<n : ShapeVar>(%x: Tensor[(n + n), int8]) -> Tensor[(n), int8] { @b(%x) }
        def @h<m : ShapeVar>(%y: Tensor[(m + 1), int8]) -> Tensor[(m), int8] { @h(%y) }";
    problems! {
        "def @f[A](%x: A) { let %y = @f<int32>(1); %x }" => "`@f` is given type arguments before its type is known";
        "def @f() { let %g = fn (%p) { let %x: bool = %p.0; %x }; %g((1, 2)) }" =>
            "member 0 must be `bool`, found `int32`";
        &format!("{list} def @f(%x: int32) {{ match (%x) {{ Cons(_, _) => 1, }} }}") =>
            "what is matched must be `int32`";
        "def @f(%g) { (%g(1), %g(True)) }" => "argument 1 of `%g` must be `int32`, found `bool`";
        "type Box { Of(_), } def @f() { Of(1) }" => "cannot infer the type of an argument of `Of`";
    }
    for body in [
        "@h(@b(%x))",
        "squeeze(@h(@b(%x)))",
        "let %z = @b(%x); %z + Constant(1, (3), int8)",
        "let %y = @b(%x); let %z = %y + Constant(1, (3), int8); (%z, %y + %y)",
    ] {
        one_problem(&format!("{halves} def @f(%x: Tensor[(5), int8]) {{ {body} }}"));
    }
}

#[test]
fn dimensions_are_numbers_from_0_on() {
    let text = |result: &str, rows: u32| {
        format!(
            "def @g<n : ShapeVar>(%x: Tensor[(n), int8]) -> Tensor[({result}), int8] {{ @g(%x) }}
            def @f() {{ @g(Constant(1, ({rows}), int8)) }}"
        )
    };
    let f = |dim: &str| format!("def @f(%x: Tensor[({dim}), int8]) {{ %x }}");
    types! {
        &text("n - 10", 30) => "fn () -> Tensor[(20), int8]";
        // A written dimension counts as a whole.
        &f("10 + (2 - 4)") => "-> Tensor[(8), int8]";
    }
    let quotients = format!("{}%x{}", "@q(".repeat(40), ")".repeat(40));
    let invalid = "is not a valid dimension";
    told! {
        &text("n - 10", 3) => invalid;
        &text("5 / n", 0) => invalid;
        &f("(0 - 9223372036854775808) * 9223372036854775808 * 2 / (0 - 1)") => invalid;
        &format!(
            "def @q<n : ShapeVar>(%x: Tensor[(n), int8]) -> Tensor[(n / 3 * (n / 5)), int8] {{ @q(%x) }}
            def @f<n : ShapeVar>(%x: Tensor[(n), int8]) {{ {quotients} }}"
        ) => invalid;
        &format!("def @f<n : ShapeVar>(%x: Tensor[({}), int8]) {{ flatten(%x) }}", vec!["n"; 5000].join(", ")) =>
            invalid;
        "def @c<m : ShapeVar>(%x: Tensor[(1, 3, m, 9), float32], %w: Tensor[(8, 3, 5, 5), float32]) {
            nn.conv2d(%x, %w, strides=[2, 2]) }
        def @f(%x: Tensor[(1, 3, 4, 9), float32], %w: Tensor[(8, 3, 5, 5), float32]) { @c(%x, %w) }" => invalid;
    }
    problems! {
        &f("2 - 5") => "`2 - 5` is not a valid dimension";
        &f("1 + (2 - 4)") => invalid;
        &f("? / 0") => invalid;
    }
}

#[test]
fn dimensions_are_computed_before_relations_look_at_them_and_as_soon_as_they_are_known() {
    let tail = "def @tail<n : ShapeVar>(%x: Tensor[(n), int8]) -> Tensor[(n - 1), int8] { @tail(%x) }";
    for (body, ty) in [
        ("squeeze(@tail(%c))", "-> int8"),
        ("let %t = @tail(%c); squeeze(%t)", "-> int8"),
        ("@tail(%c) + Constant(1, (3), int8)", "-> Tensor[(3), int8]"),
    ] {
        assert_types(&[(&format!("{tail} def @f(%c: Tensor[(2), int8]) {{ {body} }}"), ty)]);
    }
    // The order of arguments does not decide whether a dimension is found.
    let text = |call: &str| {
        format!(
            "def @p<n : ShapeVar>(%x: Tensor[(n * n + n), int8], %y: Tensor[(n), int8]) -> Tensor[(n), int8] {{ %y }}
            def @q<n : ShapeVar>(%y: Tensor[(n), int8], %x: Tensor[(n * n + n), int8]) -> Tensor[(n), int8] {{ %y }}
            def @f(%six: Tensor[(6), int8], %two: Tensor[(2), int8], %ten: Tensor[(10), int8]) {{ {call} }}"
        )
    };
    types! {
        &text("@p(%six, %two)") => "-> Tensor[(2), int8]";
        &text("@q(%two, %six)") => "-> Tensor[(2), int8]";
        // An equation may wait for an unknown in a quotient, or for one of several unknowns.
        "def @half<n : ShapeVar>(%x: Tensor[(n), float32]) -> Tensor[(n / 2), float32] { @half(%x) }
        def @f() { let %h = fn (%u) { let %r: Tensor[(5), float32] = @half(%u); %r }; %h(Constant(1, (10), float32)) }" =>
            "fn () -> Tensor[(5), float32]";
        "def @join<n : ShapeVar, m : ShapeVar>(%x: Tensor[(n), int8], %y: Tensor[(m), int8],
            %z: Tensor[(n * m), int8]) -> Tensor[(n + m), int8] { concatenate((%x, %y)) }
        def @f(%a: Tensor[(6), int8], %b: Tensor[(3), int8], %c: _) { @join(%c, %b, %a) }" => "-> Tensor[(5), int8]";
        // Kernels of groups may be found later.
        "def @g(%x: Tensor[(1, _, 8, 8), float32], %w) {
            nn.conv2d(%x, %w, channels=4, kernel_size=[3, 3], groups=2) }
        def @f(%x: Tensor[(1, 4, 8, 8), float32], %w: Tensor[(4, 2, 3, 3), float32]) { @g(%x, %w) }" =>
            "-> Tensor[(1, 4, 6, 6), float32]";
    }
    problems! {
        &text("@p(%ten, %two)") => "must be the same";
        &text("@q(%two, %ten)") => "the dimension `6` is not `10`";
    }
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
    let one = "Constant(1, (1), int8)";
    // Filled from the outside in.
    let lets: String = (0..=60).map(|index| format!("let %g{index} = fn (%x) {{ @d(%x) }};")).collect();
    let params: Vec<String> = (1..=60).map(|index| format!("%x{index}")).collect();
    let calls: Vec<String> = (0..60).map(|index| format!("%g{index}(%g{0}(%x{0}))", index + 1)).collect();
    let inwards = format!("{lets} ({}, %g60({one}))", calls.join(", "));
    types! {
        &text("()", nested(100, one)) => "fn () -> Tensor[(1), int8]";
        &text("<n : ShapeVar>(%x: Tensor[(n), int8])", nested(3, "%x")) =>
            "-> Tensor[(n * n * n * n * n * n * n * n), int8]";
        &text("()", format!("let %g = fn (%x) {{ {} }}; %g({one})", nested(6, "%x"))) => "fn () -> Tensor[(1), int8]";
        &text(&format!("({})", params.join(", ")), inwards) => "Tensor[(1), int8])";
    }
}

#[test]
fn branches_give_what_both_of_them_promise() {
    let text = |body: &str| {
        format!(
            "def @f(%c: bool, %x: Tensor[(?, 2), int8], %y: Tensor[(3, 2), int8], %z: Tensor[(4, 2), int8]) {{ {body} }}"
        )
    };
    for (body, ty) in [
        ("if (%c) { %x } else { %y }", "-> Tensor[(?, 2), int8]"),
        ("if (%c) { %y } else { %x }", "-> Tensor[(?, 2), int8]"),
        ("if (%c) { %y } else { if (%c) { %y } else { %x } }", "-> Tensor[(?, 2), int8]"),
        ("match (%c) { %z => %y, _ => %x, }", "-> Tensor[(?, 2), int8]"),
        ("if (%c) { (%x, %y) } else { (%y, %y) }", "-> (Tensor[(?, 2), int8], Tensor[(3, 2), int8])"),
        // This does not depend on when relations are asked.
        ("if (%c) { %y } else { nn.relu(%x) }", "-> Tensor[(?, 2), int8]"),
        ("if (%c) { nn.relu(%x) } else { %y }", "-> Tensor[(?, 2), int8]"),
        ("let %r = nn.relu(%x); let %b = if (%c) { %r } else { %y }; %r + %z", "-> Tensor[(4, 2), int8]"),
    ] {
        assert_types(&[(&text(body), ty)]);
    }
    // One that is a function takes what both of them take.
    let text = |rows: u32| {
        format!(
            "def @f(%c: bool, %g: fn (Tensor[(3), int8]) -> int8, %h: fn (Tensor[(?), int8]) -> int8,
                %x: Tensor[({rows}), int8]) {{ let %k = if (%c) {{ %h }} else {{ %g }}; %k(%x) }}"
        )
    };
    assert_types(&[(&text(3), "-> int8")]);
    assert_problems(&[(&text(4), "the dimension `3` is not `4`")]);
}

#[test]
fn large_programs_take_little_time_and_memory() {
    let vars: Vec<String> = (0..1000).map(|index| format!("%v{index}")).collect();
    let wide = format!(
        "type Wide {{ Of({}), }} def @f(%w: Wide) {{ match (%w) {{ Of({}) => 1, }} }}",
        vec!["int32"; 1000].join(", "),
        vars.join(", ")
    );
    let uses: String = (0..400).map(|index| format!("let %a{index} = %u + %u;\n")).collect();
    let joins: String = (0..400)
        .map(|index| format!("let %b{index} = fn[A](%x: A, %y) {{ if (True) {{ %u }} else {{ %y }} }};\n"))
        .collect();
    types! {
        &wide => "fn (Wide) -> int32";
        // Many uses of one unknown.
        &format!("def @g(%u) {{ {uses} {joins} %u }} def @f() {{ @g(1) }}") => "fn () -> int32";
    }
    // Branches of types that share their parts.
    let params: Vec<String> = (0..=60).map(|index| format!("%a{index}")).collect();
    let branches: Vec<String> =
        (0..60).rev().map(|index| format!("(if (%c) {{ %a{index} }} else {{ (%a{0}, %a{0}) }})", index + 1)).collect();
    assert_told(&[(&format!("def @f(%c: bool, {}) {{ ({}) }}", params.join(", "), branches.join(", ")), "too large")]);
    let problem = one_problem(&format!("def @f() -> int32 {{ ({}) }}", vec!["1"; 2000].join(", ")));
    assert!(problem.contains("…") && problem.len() < 2000, "large types are shown in part: {}", problem.len());
}

#[test]
fn a_match_without_cases_asks_for_the_type_of_what_it_matches() {
    let text = |params: &str| format!("type Never {{ }} def @f({params}) -> int32 {{ match (%x) {{ }} }}");
    assert_eq!(type_of_f(&text("%x: Never")), "fn (Never) -> int32");
    assert_told(&[(&text("%x"), "the type of what is matched")]);
}

#[test]
fn variables_are_not_known_outside_their_scopes() {
    let one = || Expr::new(Constant::Scalar { value: Literal::Int(1), dtype: DataType::INT32 });
    let x = LocalVar::new("x", None);
    let used = || Expr::new(ExprKind::Local(x.clone()));
    let let_x =
        |value: Expr, body: Expr| Expr::let_in(vec![Binding { var: x.clone(), value }], body, Location::unknown());
    // What is told of a module that is put together, of one definition without parameters.
    let outcome_of = |body: Expr| {
        let (attributes, span) = (Default::default(), Location::unknown());
        let function = Function { type_params: vec![], params: vec![], attributes, result: None, body, span };
        let definitions = [(GlobalVar::new("f"), function)].into_iter().collect();
        outcome(&Module { definitions, ..Module::default() })
    };
    let pair = |left: Expr, right: Expr| Expr::tuple(vec![left, right]);
    // The inner one ends before the outer one does.
    let both = pair(let_x(pair(one(), one()), used()), used());
    for (body, expected) in [
        (let_x(one(), used()), "@f : fn () -> int32\n"),
        (pair(let_x(one(), used()), used()), "`%x` is not bound here"),
        (let_x(used(), one()), "`%x` is not bound here"),
        (let_x(one(), both), "@f : fn () -> ((int32, int32), int32)\n"),
    ] {
        let found = outcome_of(body);
        assert!(found.contains(expected), "{found}");
    }
}
