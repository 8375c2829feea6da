//! Graphs of Wave, as the command treats them.

use crate::command::{Scratch, programs, run};

/// What the command says of a file that it checks.
#[track_caller]
fn checked(name: &str, text: &str, code: i32) -> (String, String) {
    run(&["check", Scratch::new(name, text).path()], code)
}

#[test]
fn graphs_of_wave_are_hashed_and_printed_like_other_programs() {
    let (out, _) = run(&["hash", "matmul.json", "matmul_hoisted.json", "matmul_changed.json"], 0);
    let hashes: Vec<&str> = out.lines().map(|line| &line[..32]).collect();
    assert_eq!(hashes[0], hashes[1], "the graphs are equal");
    assert_ne!(hashes[0], hashes[2]);
    let printed = Scratch::new("printed.json", run(&["print", "attention.json"], 0).0);
    assert_eq!(run(&["compare", "attention.json", printed.path()], 0).0, "equal\n");
    assert_eq!(run(&["print", printed.path()], 0), run(&["print", "attention.json"], 0));
}

#[test]
fn lists_of_operations_of_wave_are_read() {
    let (out, _) = run(&["wave", "convert", "attention.json"], 0);
    let operations = Scratch::new("attention.mlir", &out);
    assert_eq!(run(&["print", operations.path()], 0).0, out);
    assert_eq!(run(&["compare", "attention.json", operations.path()], 0).0, "equal\n");
    let (_, err) = checked("wrong.mlir", "func.func @f() {\n  return %x\n}\n", 2);
    assert!(err.contains("wrong.mlir:2:10: nothing before defines `%x`") && !err.contains("sexpr check"), "{err}");
    let product = "func.func @f(%a) {\n  %m = wave.mma %a, %a, %a {index = [{}, {}]}\n  return %m\n}\n";
    let (out, _) = checked("product.mlir", product, 1);
    assert!(out.contains("product.mlir:2:3: wave.mma that gives %m: it has 2 index entries, and needs four"), "{out}");
    let read = "func.func @f(%a: f32) {\n  %x = wave.read %a\n  return %x\n}\n";
    let (out, _) = checked("read.mlir", read, 1);
    assert!(out.contains("read.mlir:2:3: `x`: it reads or writes `a`, which is no memory"), "{out}");
}

#[test]
fn a_graph_of_wave_is_converted_and_back() {
    let (out, _) = run(&["wave", "convert", "matmul.json"], 0);
    assert!(
        out.starts_with("func.func @matmul(%a: !wave.tensor<[@M, @K] of f16, <global>>, ")
            && out.contains("captures(%a, %b)"),
        "{out}"
    );
    let (out, _) = run(&["wave", "convert", "--non-isolated", "matmul.json"], 0);
    assert!(!out.contains("captures("), "{out}");
    let (out, _) = run(&["wave", "convert", "--isolated", "matmul_hoisted.json"], 0);
    assert!(out.contains("captures(%a, %b)"), "{out}");
    let (out, _) = run(&["wave", "convert", "--back", "attention.json"], 0);
    let back = Scratch::new("back.json", out);
    assert_eq!(run(&["compare", "attention.json", back.path()], 0).0, "equal\n");
}

#[test]
fn graphs_of_wave_are_checked() {
    let (out, _) = run(&["check", "matmul.json", "attention.json"], 0);
    assert_eq!(out, "matmul.json: well formed\nattention.json: well formed\n");
    let wrong = r#"{"name": "g", "nodes": [{"name": "i", "op": {"iter_arg": {}}}]}"#;
    let wrong = Scratch::new("wrong.json", wrong);
    let (out, _) = run(&["check", wrong.path(), "matmul.json"], 1);
    assert!(out.contains("wrong.json:1:25: `i`: it is an argument of a loop, and is in none\n"), "{out}");
    assert!(out.ends_with("matmul.json: well formed\n"), "{out}");
    let (_, err) = run(&["wave", "convert", wrong.path()], 2);
    assert!(err.contains("`i`: it is an argument of a loop, and is in none"), "{err}");
    let early = r#"{"nodes": [{"name": "end", "op": {"output": {"values": ["x"]}}}]}"#;
    let (out, _) = checked("early.json", early, 1);
    assert!(out.contains("`end` uses `x`, and no node of this name is listed before it, here or around"), "{out}");
    let twice = r#"{"nodes": [
        {"name": "a", "op": {"add": {"operands": ["x", "b"]}}},
        {"name": "b", "op": {"placeholder": {}}},
        {"name": "b", "op": {"placeholder": {}}},
        {"name": "end", "op": {"output": {"values": ["y"]}}}
    ]}"#;
    let twice = Scratch::new("twice.json", twice);
    let (out, _) = run(&["check", twice.path()], 1);
    let all = [
        "twice.json:2:51: `a` uses `x`, and",
        "twice.json:2:56: `a` uses `b`, and",
        "twice.json:4:9: there are two nodes called `b`;",
        "twice.json:5:54: `end` uses `y`, and",
    ];
    assert!(all.iter().all(|problem| out.contains(problem)) && out.ends_with(": 4 problem(s)\n"), "{out}");
    let (_, err) = run(&["print", twice.path()], 2);
    assert!(err.contains(all[0]) && !err.contains(all[1]), "what needs the graph says the first: {err}");
    let (_, err) = checked("broken.json", "{\"nodes\": 3}", 2);
    assert!(err.contains("broken.json:1:11: "), "{err}");
}

#[test]
fn a_graph_of_wave_is_drawn_with_the_first_difference_marked() {
    let (out, _) = run(&["wave", "draw", "matmul.json"], 0);
    assert!(out.starts_with("digraph \"matmul\" {\n") && out.contains("subgraph cluster_0 {"), "{out}");
    assert!(!out.contains("color=red"), "{out}");
    let (plain, _) = run(&["wave", "draw", "matmul.json", "--against", "matmul.json", "--ignore-unset"], 0);
    assert_eq!(plain, out, "nothing is marked where nothing differs");
    let (out, _) = run(&["wave", "draw", "matmul.json", "--against", "matmul_changed.json"], 0);
    let marked: Vec<&str> = out.lines().filter(|line| line.contains("color=red")).collect();
    assert!(matches!(marked.as_slice(), [line] if line.contains("b_part\\nread\\n")), "{marked:?}");
}

#[test]
fn an_operation_without_a_result_has_its_place() {
    let text = "func.func @k(%a: !wave.tensor<[@M] of f32, <global>>) {\n  %x = wave.read %a\n  wave.write %x, %a\n  \
                wave.write %x, %a {index = [{Z : [#wave.index_symbol<T0>] -> ($T0, 1, 1)}]}\n  return\n}\n";
    let (out, _) = checked("second_write.mlir", text, 1);
    assert!(out.contains("second_write.mlir:4:3: `write_1`: `a` has no dimension Z"), "{out}");
}

#[test]
fn swapped_operands_are_one_difference() {
    let swapped = "different: operands `lhs` and `rhs` are swapped: `a_part` and `b_part` on the left, `b_part` and `a_part` on \
                   the right\n  at `product`, operation\n";
    let whole = std::fs::read_to_string(programs().join("matmul_swapped.json")).expect("the program is there");
    let more = Scratch::new("swapped.json", whole.replace("\"reduction_dim\": \"K\", ", ""));
    for (arguments, differences) in [
        (["compare", "matmul.json", "matmul_swapped.json"].as_slice(), 1),
        (&["compare", "--all", "matmul.json", "matmul_swapped.json"], 1),
        (&["compare", "--all", "matmul.json", more.path()], 2),
    ] {
        let (out, _) = run(arguments, 1);
        assert!(out.starts_with(swapped), "{out}");
        assert_eq!(out.matches("different: ").count(), differences, "{out}");
    }
}

#[test]
fn the_reference_is_printed_whole_in_sections_and_as_a_schema() {
    let (whole, _) = run(&["wave", "reference"], 0);
    let (section, _) = run(&["wave", "reference", "mma"], 0);
    assert!(section.starts_with("### mma\n") && whole.contains(&section), "{section}");
    let (schema, _) = run(&["wave", "reference", "--schema"], 0);
    assert!(serde_json::from_str::<serde_json::Value>(&schema).is_ok(), "{schema}");
    let wrong = r#"{"nodes": [{"name": "x", "op": {"read": {"memori": "a"}}}]}"#;
    let (_, err) = checked("memori.json", wrong, 2);
    assert!(err.contains("unknown field `memori`") && err.contains("`sexpr wave reference read`"), "{err}");
}

#[test]
fn the_commands_that_show_the_claims_of_the_design_notes_run() {
    let table = include_str!("../../../docs/src/wave.md").split("## What shows").nth(1).expect("a section");
    let shown: Vec<&str> = table.lines().filter_map(|row| row.strip_prefix("| ")?.rsplit(" | ").next()).collect();
    let names = shown.iter().flat_map(|shown| shown.split('`').skip(1).step_by(2));
    let commands: Vec<&str> = names.filter(|name| name.starts_with("sexpr ")).collect();
    assert!(commands.len() > 5, "{commands:?}");
    for command in commands {
        let mut sexpr = std::process::Command::new(env!("CARGO_BIN_EXE_sexpr"));
        let output = sexpr.args(command.split(' ').skip(1)).current_dir(programs()).output().expect("it can be run");
        assert_ne!(output.status.code(), Some(2), "{command}");
    }
}

#[test]
fn graphs_of_wave_are_compared_as_the_options_say() {
    let whole = std::fs::read_to_string(programs().join("matmul.json")).expect("the program is there");
    let unset = Scratch::new("unset.json", whole.replace("\"reduction_dim\": \"K\", ", ""));
    let shapes = Scratch::new("shapes.json", whole.replace("\"K\": 16}", "\"K\": 8}"));
    for (arguments, code, expected) in cases! {
        "compare matmul.json matmul_hoisted.json", 0 => "equal\n";
        "compare matmul.json matmul_changed.json", 1 => "\n  at `b_part`, attribute `index` at N, start\n";
        "compare matmul.json UNSET", 1 =>
            "different: `reduction_dim` is lost on the right\n  at `product`, attribute `reduction_dim`\n";
        "compare UNSET matmul.json", 1 =>
            "different: `reduction_dim` is not set on the left\n  at `product`, attribute `reduction_dim`\n";
        "compare matmul.json SHAPES", 1 =>
            "different: `vector_shapes` differs at K: 16 and 8\n  at `product`, attribute `vector_shapes` at K\n";
        "compare matmul.json SHAPES", 1 => "╭─[matmul.json:18:87]\n";
        "compare --ignore-unset matmul.json UNSET", 0 => "equal\n";
        "compare --directional UNSET matmul.json", 0 => "equal\n";
        "compare --directional matmul.json UNSET", 1 => "different";
        "compare --subs M=128,N=2*K matmul.json matmul_hoisted.json", 0 => "equal\n";
        "compare --subs M=min(a,b),N=(2) matmul.json matmul_hoisted.json", 0 => "equal\n";
        "compare --subs M matmul.json matmul.json", 2 =>
            "expected a symbol, `=` and an expression, such as M=128, found `M`";
        "compare --subs M=1,M=2 matmul.json matmul.json", 2 => "`M` is substituted twice";
        "compare --subs M=x0 matmul.json matmul.json", 2 => "`x0` cannot be substituted";
        "compare --subs $MMA_ACC=1 matmul.json matmul.json", 2 => "`$MMA_ACC` cannot be substituted";
        "wave draw matmul.json --ignore-unset", 2 => "--against <FILE>";
        "wave draw matmul.json --directional", 2 => "--against <FILE>";
        "wave draw matmul.json --subs=M=1", 2 => "--against <FILE>";
        "wave convert sum.py", 2 => "expected a program of wave, found sum.py, a program of pypto";
        "wave permutations permuted.json", 0 =>
            "value: {A: index[A], B: index[D], C: index[C], D: index[B]}\n";
    } {
        let file = |name: &'static str| match name {
            "UNSET" => unset.path(),
            "SHAPES" => shapes.path(),
            other => other,
        };
        let (out, err) = run(&arguments.split(' ').map(file).collect::<Vec<_>>(), code);
        assert!(out.contains(expected) || err.contains(expected), "{arguments}\n{out}\n{err}");
    }
}
