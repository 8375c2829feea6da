//! Operator fusion: its rules, and that it only groups.

use std::sync::Arc;

use proptest::prelude::*;
use sexpr_core::assert_structural_equal;
use sexpr_core::rewrite::Rewrite;
use sexpr_examples::relay::fuse::FuseError;
use sexpr_examples::relay::ir::{Expr, ExprKind, Module, Project, Shared};
use sexpr_examples::relay::{fuse, infer};

use crate::generator::well_typed;
use crate::support::{assert_round_trip, module};

/// The module with its operators fused, after checking that this only groups them.
#[track_caller]
fn fused(module: &Module) -> Module {
    let fused = fuse(module).unwrap_or_else(|error| panic!("{error}\n{module}"));
    let (before, after) = (infer(module).expect("it is well typed"), infer(&fused).expect("so is the result"));
    assert_eq!(before.to_string(), after.to_string(), "{fused}");
    assert_structural_equal!(inlined(&fused), module, "{fused}");
    assert_structural_equal!(fuse(&fused).expect("it is well typed"), fused);
    assert_round_trip(&fused);
    fused
}

/// The module with the bodies of primitive functions in the places of their calls. What a body uses several times is shared.
fn inlined(fused: &Module) -> Module {
    let inlined = Rewrite::new().after(|expr: &Expr, _| inlined_call(expr)).run(fused.clone());
    // Reading forgets what is shared, and used once.
    module(&inlined.to_string())
}

/// The body of a primitive function that is called, with the arguments in the places of the parameters.
fn inlined_call(expr: &Expr) -> Option<Expr> {
    let ExprKind::Call(call) = &expr.kind else { return None };
    let ExprKind::Function(function) = &call.function.kind else { return None };
    function.attributes.get("Primitive")?;
    let args: Vec<Expr> = call.args.iter().map(shared).collect();
    let argument = |expr: &Expr| {
        let ExprKind::Local(var) = &expr.kind else { return None };
        let at = function.params.iter().position(|param| Arc::ptr_eq(param, var))?;
        Some(args[at].clone())
    };
    Some(Rewrite::new().after(|expr: &Expr, _| argument(expr)).run(function.body.clone()))
}

/// An expression that may be used several times, as a graph variable names it: of a member, the tuple is shared.
fn shared(expr: &Expr) -> Expr {
    match &expr.kind {
        ExprKind::Project(node) => Expr::new(Project { tuple: shared(&node.tuple), index: node.index }),
        ExprKind::Call(_) | ExprKind::If(_) | ExprKind::Match(_) | ExprKind::Let(_) | ExprKind::Function(_) => {
            Expr::new(ExprKind::Shared(Arc::new(Shared(expr.clone()))))
        }
        ExprKind::Tuple(members) if !members.is_empty() => Expr::new(ExprKind::Shared(Arc::new(Shared(expr.clone())))),
        _ => expr.clone(),
    }
}

/// What the operators of each primitive function are called, of a definition with these parameters:
///
/// `%x: Tensor[(4, 6), float32]`, `%y: Tensor[(4, 6), float32]`, `%row: Tensor[(6), float32]`,
/// `%w: Tensor[(6, 6), float32]`, `%any: Tensor[(?, 6), float32]`, `%c: bool`
#[track_caller]
fn groups(body: &str) -> Vec<String> {
    let fused = fused(&module(&around(body)));
    let mut names = Vec::new();
    Rewrite::new()
        .after(|expr: &Expr, _| -> Option<Expr> {
            if let ExprKind::Function(_) = expr.kind {
                names.extend(expr.graph_var().map(|name| name.trim_start_matches("fused_").to_owned()));
            }
            None
        })
        .run(fused);
    names.sort();
    names
}

fn around(body: &str) -> String {
    format!(
        "def @f(%x: Tensor[(4, 6), float32], %y: Tensor[(4, 6), float32], %row: Tensor[(6), float32],
                %w: Tensor[(6, 6), float32], %any: Tensor[(?, 6), float32], %c: bool) {{ {body} }}"
    )
}

const NONE: [&str; 0] = [];

#[test]
fn elementwise_and_broadcast_operators_are_fused_up_to_a_reduction() {
    assert_eq!(groups("sum(nn.relu(%x + %row) * 2f, axis=[1])"), ["add_relu_multiply_sum"]);
    assert_eq!(groups("exp(sum(%x, axis=[1]))"), NONE, "not behind it");
}

#[test]
fn a_value_with_several_uses_is_fused_up_to_where_all_of_them_meet() {
    assert_eq!(groups("%0 = nn.relu(%x); exp(%0) + tanh(%0)"), ["relu_exp_tanh_add"]);
    assert_eq!(groups("%0 = nn.relu(%x); (exp(%0), tanh(%0))"), NONE);
    assert_eq!(groups("%0 = nn.relu(%x); exp(%0) + nn.softmax(%0)"), ["exp_add"]);
}

#[test]
fn a_product_is_fused_with_what_follows_element_by_element() {
    assert_eq!(groups("nn.relu(nn.dense(%x, %w) + %row)"), ["dense_add_relu"]);
    assert_eq!(groups("nn.dense(nn.relu(%x), %w)"), NONE);
    assert_eq!(groups("nn.dense(%x, %w) + nn.dense(%y, %w)"), ["dense_add"]);
}

/// The first sum has the shape of the product; the second one repeats the product's only row.
#[test]
fn shapes_decide_whether_a_broadcast_operator_is_elementwise() {
    assert_eq!(groups("nn.dense(%x, %w) + %y"), ["dense_add"]);
    assert_eq!(groups("nn.dense(expand_dims(%row, axis=0), %w) + %y"), NONE);
}

#[test]
fn injective_operators_are_fused_after_products_have_what_follows() {
    assert_eq!(groups("transpose(reshape(%x, newshape=[6, 4]))"), ["reshape_transpose"]);
    assert_eq!(groups("concatenate((exp(%x), tanh(%y)), axis=0)"), ["exp_tanh_concatenate"]);
    assert_eq!(groups("reshape(nn.dense(%x, %w) + %row, newshape=[24])"), ["dense_add"]);
}

#[test]
fn nothing_is_fused_across_an_unknown_shape() {
    assert_eq!(groups("exp(nn.relu(%any + %row))"), NONE);
    assert_eq!(groups("exp(nn.relu(%x + %row))"), ["add_relu_exp"]);
}

#[test]
fn nothing_is_fused_across_lets_branches_barriers_and_operators_of_relations() {
    assert_eq!(groups("let %a = nn.relu(%x); exp(%a)"), NONE);
    assert_eq!(groups("nn.relu(if (%c) { exp(tanh(%x)) } else { %x })"), ["tanh_exp"]);
    assert_eq!(groups("nn.relu(annotation.stop_fusion(exp(%x)))"), NONE);
    let text = format!("relation add[A](A, A, A) {}", around("nn.relu(add(%x, %y))"));
    let module = module(&text);
    assert_structural_equal!(fused(&module), module);
}

#[test]
fn types_within_polymorphic_definitions_mention_their_parameters() {
    let text = "def @f<n : ShapeVar>(%x: Tensor[(n, 3), float32]) { exp(nn.relu(%x)) }";
    let printed = fused(&module(text)).to_string();
    assert!(
        printed.contains("fn (%p0: Tensor[(n, 3), float32], Primitive=1) -> Tensor[(n, 3), float32] {"),
        "{printed}"
    );
}

#[test]
fn ill_typed_modules_are_refused() {
    assert!(matches!(fuse(&module("def @f(%x: int32) { %x + 1f }")), Err(FuseError::IllTyped(_))));
}

#[test]
fn long_chains_are_fused_in_pieces() {
    let mut body = "%0 = nn.relu(%x);".to_owned();
    (1..2000).for_each(|at| body += &format!(" %{at} = nn.relu(%{});", at - 1));
    assert_eq!(groups(&format!("{body} %1999")).len(), 2000_usize.div_ceil(256));
}

/// A definition of bindings in a row, each of which uses some of those before.
fn program(decisions: &[u8]) -> String {
    let (mut bindings, mut full, mut rows) =
        (String::new(), vec!["%x".to_owned(), "%y".to_owned()], vec!["%row".to_owned()]);
    for (at, step) in decisions.chunks_exact(3).enumerate() {
        let one_of = |values: &[String], choice: u8| values[usize::from(choice) % values.len()].clone();
        let (one, other, row) = (one_of(&full, step[1]), one_of(&full, step[2]), one_of(&rows, step[2]));
        let (value, is_row) = match step[0] % 12 {
            0 => (format!("nn.relu({one})"), false),
            1 => (format!("{one} + {other}"), false),
            2 => (format!("{one} * {row}"), false),
            3 => (format!("sum({one}, axis=[0])"), true),
            4 => (format!("exp({row})"), true),
            5 => (format!("nn.dense({one}, %w)"), false),
            6 => (format!("reverse({one}, axis=0)"), false),
            7 => (format!("nn.softmax({one})"), false),
            8 => (format!("strided_slice(concatenate(({one}, {other}), axis=0), begin=[0, 0], end=[4, 6])"), false),
            9 => (format!("if (%c) {{ exp(nn.relu({one})) }} else {{ {other} }}"), false),
            10 => (format!("sum({one} + {other} + %any, axis=[0])"), true),
            _ => (format!("({one} - {row}, 1).0"), false),
        };
        let word = if step[0] < 40 { "let " } else { "" };
        bindings += &format!("{word}%v{at} = {value};\n");
        if is_row { &mut rows } else { &mut full }.push(format!("%v{at}"));
    }
    let result = format!("({}, {})", full[full.len() - 1], rows[rows.len() - 1]);
    around(&format!("{bindings}{result}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn fusing_random_programs_only_groups(decisions in prop::collection::vec(any::<u8>(), 0..60)) {
        fused(&module(&program(&decisions)));
    }

    #[test]
    fn fusing_random_modules_only_groups(seed in any::<u64>()) {
        fused(&module(&well_typed(seed).0));
    }
}
