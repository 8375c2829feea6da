//! Passes.

/// Compares what becomes of statements with what is expected of them.
macro_rules! becomes {
    ($of:ident: $($before:expr => $after:expr;)*) => {
        $(assert_eq!($of($before), $after);)*
    };
}

mod common;
mod dead;
mod fold;
mod inline;
mod meaning;

use std::collections::BTreeSet;

use sexpr_examples::pypto::ir::Program;
use sexpr_examples::pypto::optimize::{Options, Pass, optimize};

use crate::support::{assert_round_trip, program};

/// Options with one pass, or with all.
fn only(pass: Option<Pass>, pure: &[&str]) -> Options {
    let passes = pass.map_or(Pass::ALL.to_vec(), |pass| vec![pass]);
    let pure: BTreeSet<String> = pure.iter().map(|name| (*name).to_owned()).collect();
    Options { passes, pure, verify: true }
}

/// What passes make of a program.
#[track_caller]
fn optimized(program: &Program, options: &Options) -> Program {
    match optimize(program, options) {
        Ok(optimized) => optimized.program,
        Err(error) => panic!("{error}\n{:?}\n{program}", error.problems),
    }
}

/// The bodies of a text's functions, after some passes.
#[track_caller]
fn after(pass: Option<Pass>, pure: &[&str], text: &str) -> String {
    let printed = assert_round_trip(&optimized(&program(text), &only(pass, pure)));
    let (_, functions) = printed.split_once("as pi\n\n").expect("a program");
    functions.to_owned()
}

/// The statements of a function with this head, without the head, after a pass.
#[track_caller]
fn statements_after(pass: Pass, pure: &[&str], head: &str, statements: &str) -> String {
    let printed = after(Some(pass), pure, &format!("{head}\n    {}\n", statements.replace('\n', "\n    ")));
    let lines = printed.lines().skip(1).map(|line| line.strip_prefix("    ").unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}
