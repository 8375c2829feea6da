//! The interpreter and the generator of programs, which the tests of passes rely on.

use proptest::prelude::*;
use sexpr_examples::pypto::check;
use sexpr_examples::pypto::ir::{DataType, Program};

use crate::generator::{self, PURE};
use crate::interpreter::{Meaning, Outcome, Rules, Value, inputs, run};
use crate::support::{assert_round_trip, program};

const RULES: Rules<'_> = Rules { pure: &PURE, lazy: false, commutes: false, steps: 20_000 };

fn meaning(program: &Program, args: Vec<Value>) -> Meaning {
    run(program, "f", args, RULES)
}

/// What a function of one integer gives.
#[track_caller]
fn result(text: &str, x: i128) -> Outcome {
    let program = program(text);
    assert!(check(&program).is_empty(), "{:?}", check(&program));
    meaning(&program, vec![Value::Int { value: x, dtype: DataType::Int8 }]).outcome
}

fn int8(value: i128) -> Outcome {
    Outcome::Results(vec![Value::Int { value, dtype: DataType::Int8 }])
}

#[test]
fn loops_carry_values_and_branches_choose_them() {
    let text = "def f(x: pi.Int8) -> pi.Int8:\n    \
                for i, (a, b) in pi.range(5, 0, -2, init_values=[x, x]):\n        \
                if i > 2:\n            y = pi.yield(b)\n        else:\n            y = pi.yield(a)\n        \
                a, b = pi.yield(b + 1, y)\n    \
                c, d = a, b\n    return c - d\n";
    // (a, b): (x, x), i = 5: (x + 1, x), i = 3: (x + 1, x), i = 1: (x + 1, x + 1).
    assert_eq!(result(text, 7), int8(0));
    assert_eq!(result(&text.replace("5, 0, -2", "5, 2, -2"), 7), int8(1));
    assert_eq!(result(&text.replace("5, 0, -2", "5, 5"), 7), int8(0));
}

#[test]
fn calls_of_operations_are_events_unless_they_are_pure() {
    let program = program(
        "def g(x: pi.Int8) -> pi.Int8:\n    y: pi.Int8 = load(x, which=1)\n    return y\n\n\
         def f(x: pi.Int8) -> tuple[pi.Bool, pi.Bool]:\n    \
         a: pi.FP32 = tensor.exp(x)\n    b: pi.FP32 = tensor.exp(x)\n    c: pi.FP32 = load(x)\n    d: pi.FP32 = load(x)\n    \
         e = g(x)\n    return a == b, c == d\n",
    );
    let x = Value::Int { value: 1, dtype: DataType::Int8 };
    let meaning = meaning(&program, vec![x.clone()]);
    let events: Vec<_> = meaning.trace.iter().map(|(name, _, args)| (&**name, args.clone())).collect();
    assert_eq!(events, [("load", vec![x.clone()]), ("load", vec![x.clone()]), ("load", vec![x])]);
    assert!(meaning.trace[2].1.contains("which"));
}

/// How often functions of generated programs end in some way.
#[derive(Debug, Default)]
struct Endings {
    results: u32,
    stopped: u32,
    exhausted: u32,
    events: usize,
    nodes: usize,
}

#[test]
fn generated_programs_do_many_things() {
    let bytes: Vec<u8> = (0_u32..120_000).map(|at| (at.wrapping_mul(0x9e37_79b9).rotate_left(7) >> 13) as u8).collect();
    let mut endings = Endings::default();
    let mut unused =
        vec!["; ", " min ", "(abs ", ": ScalarType(", ": UnknownType", " yield ", "TensorType(", "    return v"];
    for (at, bytes) in bytes.chunks(300).enumerate() {
        let text = generator::program(bytes);
        unused.retain(|form| !text.contains(form));
        let program = program(&text);
        for (name, function) in &program.functions {
            let meaning = run(&program, &name.name, inputs(function, at as u64), RULES);
            endings.events += meaning.trace.len();
            endings.nodes += program.to_string().lines().count();
            match meaning.outcome {
                Outcome::Results(_) => endings.results += 1,
                Outcome::Stopped(_) => endings.stopped += 1,
                Outcome::Exhausted => endings.exhausted += 1,
            }
        }
    }
    assert!(endings.results > 400 && endings.stopped > 50 && endings.events > 400, "{endings:?}");
    assert!(endings.exhausted < endings.results / 4 && endings.nodes > 5_000, "{endings:?}");
    assert!(unused.is_empty(), "no program has {unused:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn generated_programs_are_well_formed_and_read_back(bytes in proptest::collection::vec(any::<u8>(), 0..500)) {
        let text = generator::program(&bytes);
        let program = program(&text);
        let problems: Vec<_> = check(&program).iter().map(ToString::to_string).collect();
        prop_assert!(problems.is_empty(), "{}\n{}", problems.join("\n"), text);
        assert_round_trip(&program);
    }
}
