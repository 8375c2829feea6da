//! Modules whose commutative operators have their operands in any order.

use std::path::Path;

use sexpr_core::rewrite::Rewrite;
use sexpr_core::{first_structural_mismatch, structural_equal, structural_fingerprint, structural_hash};
use sexpr_examples::relay::ir::{Call, ExprKind, Module};
use sexpr_examples::relay::{commutative, locate, parse_source, print};
use sexpr_examples::text::Source;

use crate::support::module;

/// Whether two modules are equal where operands count in any order.
#[track_caller]
fn equal(left: &Module, right: &Module) -> bool {
    let [left, right] = [left, right].map(commutative);
    let verdict = structural_equal(&left, &right);
    assert_eq!(structural_hash(&left) == structural_hash(&right), verdict);
    assert_eq!(first_structural_mismatch(&left, &right).is_none(), verdict);
    verdict
}

/// Whether two bodies of a function are.
#[track_caller]
fn bodies_are_equal(left: &str, right: &str) -> bool {
    let [left, right] = [left, right].map(|body| {
        module(&format!("def @g(%x: int32) -> int32 {{ %x }} def @h(%x: int32) -> int32 {{ %x }} def @f(%x: int32, %y: int32, %r) {{ {body} }}"))
    });
    equal(&left, &right)
}

/// The module with the operands of these operators exchanged.
fn exchanged(module: &Module, operators: &[&str]) -> Module {
    Rewrite::new()
        .after(|call: &Call, _| {
            let ExprKind::Operator(name) = &call.function.kind else { return None };
            let [left, right] = &*call.args else { return None };
            let args = Box::new([right.clone(), left.clone()]);
            let new = || Call::new(call.function.clone(), call.type_args.clone(), args, call.attributes.clone());
            operators.contains(&&**name).then(new)
        })
        .run(module.clone())
}

#[test]
fn operands_of_commutative_operators_count_in_any_order() {
    let commuting =
        "add multiply maximum minimum equal not_equal logical_and bitwise_xor".split(' ').map(|name| (name, true));
    let others = "subtract divide power less left_shift nn.bias_add".split(' ').map(|name| (name, false));
    for (operator, commutes) in commuting.chain(others) {
        let of = |left: &str, right: &str| format!("{operator}({left}, {right})");
        assert_eq!(bodies_are_equal(&of("%x", "%y"), &of("%y", "%x")), commutes, "{operator}");
        assert!(!bodies_are_equal(&of("%x", "%y"), &of("%x", "%x")), "{operator}");
    }
    assert!(bodies_are_equal("%x * 2 + abs(%y + 1)", "abs(1 + %y) + 2 * %x"));
    assert!(!bodies_are_equal("%x + (%y + 1)", "(%x + %y) + 1"));
}

#[test]
fn what_is_shared_may_be_an_operand() {
    assert!(bodies_are_equal("%0 = -%x; %0 + abs(%0)", "%0 = -%x; abs(%0) + %0"));
    assert!(!bodies_are_equal("%0 = -%x; %0 - abs(%0)", "%0 = -%x; abs(%0) - %0"));
    assert!(!bodies_are_equal("%0 = -%x; %0 + abs(%0)", "-%x + abs(-%x)"));
    // The order of what is shared does not depend on that of operands.
    let left = "%0 = -%x; %1 = -%y; (%0 + %1) * (%0 - %1)";
    assert!(bodies_are_equal(left, "%0 = -%x; %1 = -%y; (%0 - %1) * (%1 + %0)"));
    assert!(bodies_are_equal(left, "%0 = -%y; %1 = -%x; (%1 - %0) * (%0 + %1)"));
    assert!(!bodies_are_equal(left, "%0 = -%x; %1 = -%y; (%1 - %0) * (%0 + %1)"));
    assert!(bodies_are_equal("%0 = -%x; (%0, %0)", "let %z = -%x; (%z, %z)"));
}

#[test]
fn operands_stay_in_order_where_calls_may_be_told_apart() {
    assert!(bodies_are_equal("@g(%x) + %y", "%y + @g(%x)"));
    assert!(!bodies_are_equal("@g(%x) + @g(%y)", "@g(%y) + @g(%x)"));
    assert!(!bodies_are_equal("ref_read(%r) + @g(%y)", "@g(%y) + ref_read(%r)"));
    // What is shared is computed where it is used first.
    let shared = "%0 = @g(%x); %1 = @g(%y);";
    let are_equal =
        |left: &str, right: &str| bodies_are_equal(&format!("{shared} {left}"), &format!("{shared} {right}"));
    assert!(!are_equal("(%0 + %1, %0, %1)", "(%1 + %0, %0, %1)"));
    assert!(!are_equal("(%0 + @g(%r), %0)", "(@g(%r) + %0, %0)"));
    assert!(!are_equal("(%0, %1, %0, %1)", "(%1, %0, %0, %1)"));
    assert!(are_equal("(%0 + %x, %0, %1)", "(%x + %0, %0, %1)"));
    let [written, read] = ["(let %w = ref_write(%r, 7); 1)", "%0 = ref_read(%r);"];
    assert!(!bodies_are_equal(&format!("{read} (%0 + {written}, %0)"), &format!("{read} ({written} + %0, %0)")));
    for lets in [["@g(%x)", "@h(%x)"], ["@h(%x)", "@g(%x)"]] {
        let [one, other] = lets;
        let bound = format!("let %a = {one}; let %b = {other}; (%a, %b, %a, %b)");
        assert!(bodies_are_equal(&format!("%0 = {one}; %1 = {other}; (%0, %1, %0, %1)"), &bound));
        assert!(!bodies_are_equal(
            &format!("%0 = {other}; %1 = {one}; (%1, %0, %1, %0)"),
            &format!("let %b = {other}; let %a = {one}; (%a, %b, %a, %b)")
        ));
    }
    assert!(!bodies_are_equal("my.load(%x) + my.load(%y)", "my.load(%y) + my.load(%x)"));
}

#[test]
fn operands_in_real_modules_change_places() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let mut count = 0;
    for name in ["residual", "lstm", "transformer", "perceptron", "convolution", "detection"] {
        let text = std::fs::read_to_string(programs.join(format!("{name}.rly"))).expect("a text");
        let program = module(&text);
        let other = module(&print(&exchanged(&program, &["add", "multiply", "maximum", "minimum"])));
        assert!(equal(&program, &other), "{name}");
        let fingerprints = [&program, &other].map(|module| structural_fingerprint(&commutative(module)));
        assert_eq!(fingerprints[0], fingerprints[1], "{name}");
        assert_eq!(structural_equal(&program, &other), print(&program) == print(&other), "{name}");
        count += usize::from(!structural_equal(&program, &other));
        let other = exchanged(&program, &["subtract", "divide", "nn.dense"]);
        assert_eq!(equal(&program, &other), print(&program) == print(&other), "{name}");
    }
    assert!(count >= 3, "only {count} modules have commutative operators");
}

#[test]
fn a_mismatch_has_the_places_on_both_sides() {
    let texts = ["%x * 2 + %y", "%y + %x * 3"].map(|body| format!("def @f(%x: int32, %y: int32) {{ {body} }}"));
    let read = |source: &Source| commutative(&parse_source(source).expect("a module"));
    assert_eq!(crate::texts::marked(texts.each_ref().map(|text| &**text), read, locate), ["2", "3"]);
}

/// A text may bind as many graph variables in a row as it likes.
#[test]
fn long_rows_take_no_stack() {
    for uses in ["%N + %x", "%N + abs(%N)"] {
        let mut text = String::from("def @f(%x: int32) {\n%0 = -%x;\n");
        for number in 1..5_000 {
            text += &format!("%{number} = {};\n", uses.replace("%N", &format!("%{}", number - 1)));
        }
        let program = module(&(text + "%4999 }"));
        assert!(equal(&program, &exchanged(&program, &["add"])));
    }
}
