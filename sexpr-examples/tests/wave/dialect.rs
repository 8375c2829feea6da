//! The dialect's text: what is read, what is printed, and what is told of mistakes.

use sexpr_core::structural_equal;
use sexpr_examples::wave;

use crate::support::{MATMUL, difference, graph, replaced};

/// A product of matrices as the original writes it, but for the constant's place and the expressions' `$`.
const PRODUCT: &str = r#"
func.func @gemm(%a: !wave.tensor<[@M, @K] of bf16, <shared>>,
                %b: !wave.tensor<[@N, @K] of bf16, <shared>>,
                %c: !wave.tensor<[@M, @N] of f32, <global>>) {
  %0 = arith.constant 0.0 : f32
  %c_reg = wave.register %0 : !wave.tensor<[@M, @N] of f32>

  // The reduction.
  %mma_result = wave.iterate @K iter_args(%c_reg) {
  ^bb0(%acc: !wave.tensor<[@M, @N] of f32>):
    %a_reg = wave.read %a : (!wave.tensor<[@M, @K] of bf16, <shared>>) -> (!wave.tensor<[@M, @K] of bf16>)
    %b_reg = wave.read %b {index = [{N : [#wave.index_symbol<T0>] -> ($T0 mod 16, 1, 1)}]}
    %inner_acc = wave.mma %a_reg, %b_reg, %acc {kind = "f32_32x32x16_bf16", index = [
      {K : [] -> (0, 4, 1), M : [#wave.index_symbol<T0>] -> ($T0 mod 16, 1, 1)},
      {K : [] -> (0, 4, 1)},
      {M : [#wave.index_symbol<T0>, #wave.symbol<"BLOCK_M">] -> (BLOCK_M * ($T0 floordiv 16), 4, 1)},
      {M : [#wave.index_symbol<T0>, #wave.symbol<"BLOCK_M">] -> (BLOCK_M * ($T0 floordiv 16), 4, 1)}
    ]}
    wave.yield %inner_acc
  }
  wave.write %mma_result, %c
  return
}
"#;

#[test]
fn what_the_original_writes_is_read_and_checked() {
    let function = wave::parse(PRODUCT).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(wave::verify(&function), []);
    let graph = wave::to_graph(&function).expect("it is well formed");
    assert_eq!(wave::check(&graph), []);
    let text = wave::print(&function);
    assert!(structural_equal(&function, &wave::parse(&text).expect("it was printed")), "{text}");
    assert!(text.contains("  %c_reg = wave.register %cst : !wave.tensor<[@M, @N] of f32, <register>>\n"), "{text}");
}

#[test]
fn a_call_is_written_in_the_generic_form() {
    let text = r#"{"name": "a", "op": {"placeholder": {}}},
        {"name": "t", "op": {"topk": {"operands": ["a"], "fields": {"k": {"expr:": "M * 2"}, "odd name": [1, "x"]}, "results": 2,
            "regions": [[{"name": "e", "op": {"iter_arg": {}}}, {"name": "inner", "op": {"output": {"values": ["e", "a"]}}}]]}},
            "attributes": {"index": {"M": ["$T0", 1, 1]}}},
        {"name": "x", "op": {"get_result": {"value": "t", "index": 1}}, "type": "i32"},
        {"name": "end", "op": {"output": {"values": ["x"]}}}"#;
    let function = wave::to_operations(&graph(text)).expect("it is well formed");
    assert_eq!(
        wave::print(&function),
        r#"func.func @test(%a) {
  %t, %x = "wave.topk"(%a) <{k = #wave.expr<"M * 2">, "odd name" = [1, "x"]}> {index = [{M : [#wave.index_symbol<T0>] -> ($T0, 1, 1)}]} ({
  ^bb0(%e):
    wave.yield %e, %a
  }) : (_) -> (_, i32)
  return %x
}
"#
    );
}

#[test]
fn an_attribute_that_is_called_like_a_field_is_told_apart_from_it() {
    let with = |field: &str, attribute: &str| {
        graph(&format!(
            r#"{{"name": "a", "op": {{"placeholder": {{}}}}}},
            {{"name": "x", "op": {{"cast": {{"arg": "a", "dtype": "{field}"}}}}, "attributes": {{"dtype": "{attribute}", "node.x": 1}}}},
            {{"name": "end", "op": {{"output": {{"values": ["x"]}}}}}}"#
        ))
    };
    let function = wave::to_operations(&with("f16", "f32")).expect("it is well formed");
    let text = wave::print(&function);
    assert!(text.contains(r#"wave.cast %a {dtype = "f16", node.dtype = "f32", node.node.x = 1}"#), "{text}");
    let back = wave::to_graph(&wave::parse(&text).expect("it was printed")).expect("it is well formed");
    assert_eq!(difference(&with("f16", "f32"), &back), "none");
    assert_ne!(difference(&with("f32", "f16"), &back), "none");
}

#[test]
fn mistakes_are_told_with_their_places() {
    for (from, to, expected) in cases! {
        "%b_reg, %acc", "%d_reg, %acc" => "line 13, column 35: nothing before defines `%d_reg`";
        "wave.mma", "wave.nma" => "line 13, column 18: `wave.nma` is not known; write `\"wave.nma\"(…)`";
        "wave.mma", "\"wave.exp2\"" => "line 13, column 18: `wave.exp2` is known; write it without quotes";
        "%b_reg, %acc {", "%b_reg {" => "line 13, column 18: `wave.mma` has too few operands; `acc` is missing";
        "($T0 mod 16, 1, 1)}]}", "($T0 mod 16, 1)}]}" =>
            "line 12, column 71: expected start, size and stride, found 2 part(s)";
        "[#wave.index_symbol<T0>] -> ($T0 mod 16, 1, 1)}]}", "[] -> ($T0 mod 16, 1, 1)}]}" =>
            "line 12, column 41: expected the symbols";
        "of bf16>)\n", "of bf16, <glob>>)\n" =>
            "line 11, column 108: expected `global`, `shared` or `register`, found `glob`";
        "  return\n}\n", "  return\n" => "line 23, column 1: expected an operation, such as `wave.read`, found the end";
        "wave.yield %inner_acc", "%acc = wave.exp2 %acc" => "line 19, column 5: `%acc` is defined before";
        "0.0 : f32", "zero : f32" => "line 5, column 23: expected a number";
        "0.0 : f32", "0.0 : f16" => "line 6, column 29: the constant is f16, and the registers hold f32";
        "(!wave.tensor<[@M, @K] of bf16, <shared>>)", "(f32)" =>
            "line 11, column 30: expected !wave.tensor<[@M, @K] of bf16, <shared>>, the type of the operand";
    } {
        let found = wave::parse(&replaced(PRODUCT, &[(from, to)])).expect_err(to).to_string();
        assert!(found.starts_with(expected), "{to}: {found}");
    }
}

#[test]
fn regions_may_be_as_deep_as_in_graphs_and_no_deeper() {
    let nested = |depth: usize| {
        let (open, close) = ("wave.conditional [M < N] {\n".repeat(depth), "wave.yield\n}\n".repeat(depth));
        format!("func.func @deep() {{\n{open}{close}return\n}}\n")
    };
    let function = wave::parse(&nested(200)).expect("200 are allowed");
    let graph = wave::to_graph(&function).expect("it is well formed");
    assert_eq!(wave::check(&graph), []);
    let text = wave::write(&graph).expect("JSON may be as deep");
    assert_eq!(difference(&graph, &wave::read(&text).expect("it was written")), "none");
    assert!(structural_equal(&function, &wave::parse(&wave::print(&function)).expect("it was printed")));
    let error = wave::parse(&nested(100_000)).expect_err("they are too deep").to_string();
    assert!(error.contains("within 200 others"), "{error}");
}

#[test]
fn the_matrix_product_is_printed_alike_whatever_it_is_called() {
    let function = wave::to_operations(&graph(MATMUL)).expect("it is well formed");
    let text = wave::print(&function);
    let other = wave::parse(&text.replace("%product", "%p")).expect("names are free");
    assert!(structural_equal(&function, &other));
}

#[test]
fn a_constant_is_read_exactly_or_not_at_all() {
    let with = |number: &str, dtype: &str| {
        wave::parse(&format!(
            "func.func @f() {{\n  %c = arith.constant {number} : {dtype}\n  \
             %r = wave.register %c : !wave.tensor<[@M] of {dtype}, <register>>\n  return %r\n}}"
        ))
        .map(|_| ())
        .map_err(|error| error.to_string())
    };
    for number in ["9007199254740993", "-9007199254740993", "18446744073709551617"] {
        for dtype in ["i64", "f32"] {
            assert!(with(number, dtype).is_err_and(|error| error.contains("line 2") && error.contains("not exact")));
        }
    }
    assert!(with("0x7FF8000000000000", "i64").is_err_and(|error| error.contains("no integer")));
    for (number, dtype) in [("9007199254740992", "i64"), ("-5", "i32"), ("0x7FF8000000000000", "f32"), ("1e30", "f32")]
    {
        assert_eq!(with(number, dtype), Ok(()), "{number} : {dtype}");
    }
}

#[test]
fn functions_of_two_elements_and_reductions_of_one_name_are_told_apart() {
    let text = r#"
func.func @f(%a: !wave.tensor<[@M, @N] of f32, <register>>, %b: !wave.tensor<[@M] of f32, <register>>) {
  %larger = wave.max %a, %a
  %largest = wave.max %larger, %b {dim = "N"}
  %mean = wave.mean %larger {dim = "N"}
  %rounded = wave.round %largest
  %power = wave.powf %rounded, %mean
  return
}
"#;
    let function = wave::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let printed = wave::print(&function);
    assert!(printed.contains("%larger = wave.max %a, %a\n"), "{printed}");
    let graph = wave::to_graph(&function).expect("it is well formed");
    let back = wave::parse(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}"));
    assert_eq!(difference(&graph, &wave::to_graph(&back).expect("it is well formed")), "none");
    let json: String = wave::write(&graph).expect("it is written").split_whitespace().collect();
    for op in [r#"{"binary":{"function":"max","#, r#"{"reduce":{"dim":"N","function":"max","#, r#""function":"powf""#] {
        assert!(json.contains(op), "{json}");
    }
}
