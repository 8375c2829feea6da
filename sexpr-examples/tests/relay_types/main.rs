//! Relay: its document, statement by statement; inference; relations; and what is told of mistakes.

#[macro_use]
#[path = "../common/cases.rs"]
mod cases;

/// Checks how the type of `@f` ends in each module.
macro_rules! types {
    ($($text:expr => $ty:expr;)*) => { crate::assert_types(&[$(($text, $ty)),*]) };
}

/// Checks that each module has one mistake, and what is said about it.
macro_rules! problems {
    ($($text:expr => $message:expr;)*) => { crate::assert_problems(&[$(($text, $message)),*]) };
}

/// Checks what is said about each module, among other things.
macro_rules! told {
    ($($text:expr => $message:expr;)*) => { crate::assert_told(&[$(($text, $message)),*]) };
}

mod declared;
mod document;
#[path = "../relay/generator.rs"]
mod generator;
mod inference;
mod matches;
mod messages;
mod operators;
mod programs;
mod random;
mod regressions;
mod relations;

use sexpr_examples::relay::{self, ir::Module};

/// A module without mistakes in its text.
fn module(text: &str) -> Module {
    relay::parse("test.rly", text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn inferred(text: &str) -> String {
    outcome(&module(text))
}

/// What inference says about a module: the types of its definitions, or what is wrong, a line for each.
fn outcome(module: &Module) -> String {
    match relay::infer(module) {
        Ok(inferred) => inferred.to_string(),
        Err(problems) => problems.to_string(),
    }
}

/// The type of `@f`, in a module without mistakes in its types.
fn type_of_f(text: &str) -> String {
    let inferred = relay::infer(&module(text)).unwrap_or_else(|problems| panic!("{problems}\n{text}"));
    inferred.definition("f").expect("the module defines `@f`").to_string()
}

/// That there is one mistake, and what is said about it.
fn one_problem(text: &str) -> String {
    match relay::infer(&module(text)) {
        Ok(inferred) => panic!("there is no mistake:\n{inferred}{text}"),
        Err(problems) => {
            assert_eq!(problems.all().len(), 1, "{problems}\n{text}");
            problems.to_string()
        }
    }
}

#[track_caller]
fn assert_types(table: &[(&str, &str)]) {
    for (text, ty) in table {
        let found = type_of_f(text);
        assert!(found.ends_with(ty), "{text}\n{found}");
    }
}

#[track_caller]
fn assert_problems(table: &[(&str, &str)]) {
    for (text, message) in table {
        let found = one_problem(text);
        assert!(found.contains(message), "{text}\n{found}");
    }
}

#[track_caller]
fn assert_told(table: &[(&str, &str)]) {
    for (text, message) in table {
        let found = inferred(text);
        assert!(found.contains(message), "{text}\n{found:.500}");
    }
}
