//! The modules in `programs/`: their types, and what is left of these when they are not written.

use std::fs;
use std::path::Path;

use sexpr_core::{structural_equal, structural_hash};
use sexpr_examples::relay::{self, ir::Module};

const PROGRAMS: &str = "lists document perceptron convolution residual lstm transformer detection";

fn programs() -> impl Iterator<Item = String> {
    PROGRAMS.split(' ').map(|name| format!("{name}.rly"))
}

fn program(name: &str) -> Module {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{error}"));
    relay::parse(name, &text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn all_of_them_are_well_typed() {
    for name in programs() {
        let inferred = relay::infer(&program(&name)).unwrap_or_else(|problems| panic!("{name}: {problems}"));
        insta::assert_snapshot!(name.as_str(), inferred);
    }
}

#[test]
fn what_the_document_rejects_is_rejected() {
    let problems = relay::infer(&program("document_rejected.rly")).expect_err("nothing in it is well typed");
    insta::assert_snapshot!(problems);
}

#[test]
fn what_is_printed_reads_back_and_has_the_same_types() {
    for name in programs() {
        let module = program(&name);
        let again = relay::parse("printed.rly", &relay::print(&module)).unwrap_or_else(|error| panic!("{error}"));
        assert!(structural_equal(&module, &again), "{name}");
        assert_eq!(structural_hash(&module), structural_hash(&again), "{name}");
        let (types, types_again) = (relay::infer(&module).expect(&name), relay::infer(&again).expect(&name));
        assert_eq!(types.to_string(), types_again.to_string(), "{name}");
    }
}

#[test]
fn types_that_are_not_written_are_found_again() {
    for name in programs() {
        let module = program(&name);
        let erased =
            relay::parse("erased.rly", &relay::print(&relay::erase(&module))).expect("what is printed reads back");
        assert!(name != "lists.rly" || !structural_equal(&module, &erased), "{name}");
        let (before, after) = (relay::infer(&module), relay::infer(&erased));
        let (before, after) =
            (before.expect("it is well typed"), after.unwrap_or_else(|error| panic!("{name}: {error}")));
        for (definition, ty) in before.definitions() {
            let found = after.definition(&definition.name).expect("it has the same definitions");
            assert!(structural_equal(ty, found), "{name}, {definition}: {ty} and {found}");
        }
    }
}
