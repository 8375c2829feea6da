//! Random modules: what is printed reads back, and random texts do not harm.

use std::cell::Cell;

use proptest::prelude::*;
use sexpr_core::rewrite::Rewrite;
use sexpr_examples::relay::ir::{LocalVar, Module, TypeParam};
use sexpr_examples::relay::{parse, parse_source};

use crate::generator::well_typed;
use crate::support::{assert_round_trip, module};
use crate::texts::{any_text_is_read_or_refused, rendered};

const PROGRAMS: [&str; 4] = [
    include_str!("../../programs/lists.rly"),
    include_str!("../../programs/document.rly"),
    include_str!("../../programs/residual.rly"),
    include_str!("../../programs/detection.rly"),
];

/// Pieces of texts that may stand side by side, or not.
const PIECES: &str = "def @f type T data ( ) [ ] { } < > , ; : = => -> . ? _ %x @f C A Tensor float32 fn let if else match \
                      where 1 3f - + // / /* # \" True Constant f.g( a= %0 %1 (%0,%0) e; meta[a][0] ref( extern free_var \
                      #[metadata] METADATA: v0.0.4 == a=1) Tensor[(1),int8] fn(%x:A)->A{ fn[B](B)->A {1} T[A] List[_]";

/// Reads a text; if it is a module, checks that it reads back, and if not, that the message can be shown.
fn check(text: &str) {
    match parse("test.rly", text) {
        Ok(module) => drop(assert_round_trip(&module)),
        Err(error) => assert!(rendered(&error).contains("test.rly:"), "{error}"),
    }
}

any_text_is_read_or_refused!(
    check,
    parse_source,
    PROGRAMS,
    PIECES,
    [("…", " "), ("def @f(%x) { … }", ""), ("def @f[A](%x: …) -> A { %x }", " "), ("def @f(%x) { … }", " ")],
    500
);

/// Names that get in one another's way, and some that are none.
const NAMES: [&str; 12] = ["x", "y", "x_1", "", "let", "a.b", "0", "a b", "A", "float32", "Tensor", "where"];

/// Calls all variables and type parameters by these names, in turn.
fn renamed(module: Module, names: &[&str]) -> Module {
    let next = Cell::new(0);
    let name = || names[next.replace(next.get() + 1) % names.len()];
    Rewrite::new()
        .after(|var: &LocalVar, _| Some(LocalVar { name: name().into(), ..var.clone() }))
        .after(|param: &TypeParam, _| Some(TypeParam { name: name().to_owned(), kind: param.kind }))
        .run(module)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn modules_read_back_whatever_their_variables_are_called(
        seed in any::<u64>(),
        names in prop::collection::vec(prop::sample::select(&NAMES[..]), 1..30),
    ) {
        let module = module(&well_typed(seed).0);
        assert_round_trip(&module);
        assert_round_trip(&renamed(module, &names));
    }
}
