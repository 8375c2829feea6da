//! Passes that make programs smaller and keep what they mean.
//!
//! What a program means: its functions' results, the calls of operations with their arguments and in their order, and
//! whether and why it stops. Integers are two's complement at their type's width, and wrap; `//` and `%` round down, as
//! in Python. These stop a program, and are never folded, moved or removed: a division by zero, a shift by the width or
//! more or by a negative amount, a power with a negative exponent, and a loop whose step is 0. Nor is what may be one
//! of these, as long as nobody knows. Calls of an operation are never removed, merged or reordered, unless the caller
//! names it as pure ([`Options::pure`]): then it must always give the same result for the same arguments and
//! attributes, and do nothing else. Whether `and` and `or` look at an operand that does not matter is left open; either
//! way is fine.
//!
//! A pass takes a program that is [well formed](super::check()), and gives one. It treats a block as a flat list of
//! statements, so [`OpStmts`](super::ir::OpStmts) and sequences in sequences go. What it gives can be printed and read
//! back: a constant stands only where the text can have it.
//!
//! - [`Pass::Inlining`] replaces calls of functions of the program by their bodies.
//! - [`Pass::ConstantFolding`] computes what can be computed.
//! - [`Pass::CommonSubexpressions`] computes once what is computed several times.
//! - [`Pass::DeadCode`] removes what nobody needs.

pub(super) mod block;
mod common;
mod dead;
mod effects;
mod evaluate;
mod fold;
mod inline;
mod known;
mod pass;
mod uses;

use std::collections::{BTreeMap, BTreeSet};

use sexpr_core::structural_equal;

pub use self::pass::{Pass, UnknownPass};
use super::check::Problem;
use super::ir::Program;
use super::{canonical, check};

/// How to optimise.
#[derive(Clone, Debug)]
pub struct Options {
    /// The passes, in the order in which they are run.
    pub passes: Vec<Pass>,
    /// The operations whose calls may be removed and merged.
    pub pure: BTreeSet<String>,
    /// Whether to check that the program is well formed after each pass.
    pub verify: bool,
}

impl Default for Options {
    /// All passes; no operation is pure.
    fn default() -> Self {
        Self { passes: Pass::ALL.to_vec(), pure: BTreeSet::new(), verify: false }
    }
}

/// An optimised program, and what was done.
#[derive(Clone, Debug)]
pub struct Optimized {
    /// The program.
    pub program: Program,
    /// How many statements and expressions each pass removed, in all; negative where it added more.
    pub removed: BTreeMap<Pass, isize>,
}

/// A program is ill-formed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the program is ill-formed{}", .after.map(|pass| format!(" after the pass {pass}")).unwrap_or_default())]
pub struct IllFormed {
    /// The pass that made it so. If there is none, it was so at first.
    pub after: Option<Pass>,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
}

/// The most times that all passes are run. Programs have needed a handful.
const ROUNDS: usize = 100;

/// Runs the passes until they change nothing.
///
/// ```
/// use sexpr_examples::pypto;
/// use sexpr_examples::pypto::optimize::{Options, Pass, optimize};
///
/// let text = "def f(x: pi.Int64) -> pi.Int64:\n    a = 2 * 3\n    b = x * a\n    c = x * 6\n    return b + c\n";
/// let program = pypto::parse("f.py", text)?;
/// let optimized = optimize(&program, &Options::default()).expect("it is well formed");
/// assert!(optimized.program.to_string().ends_with("    b = x * 6\n    return b + b\n"));
/// assert_eq!(optimized.removed[&Pass::DeadCode], 4);
/// # Ok::<(), pypto::ParseError>(())
/// ```
///
/// # Errors
///
/// The program is ill-formed, or, if that is verified, a pass made it so.
pub fn optimize(program: &Program, options: &Options) -> Result<Optimized, IllFormed> {
    optimize_observed(program, options, |_| {})
}

/// What a pass did, each time that it was run.
#[derive(Clone, Copy, Debug)]
pub struct PassRun<'p> {
    /// The pass.
    pub pass: Pass,
    /// How many times all passes are run with this time.
    pub round: usize,
    /// The program that it was given.
    pub before: &'p Program,
    /// The program that it made of that.
    pub after: &'p Program,
}

/// As [`optimize`], and calls back after each run of a pass.
///
/// ```
/// use sexpr_core::structural_equal;
/// use sexpr_examples::pypto;
/// use sexpr_examples::pypto::optimize::{Options, Pass, optimize_observed};
///
/// let program = pypto::parse("f.py", "def f(x: pi.Int64) -> pi.Int64:\n    a = 2 * 3\n    return x * a\n")?;
/// let mut changed = Vec::new();
/// optimize_observed(&program, &Options::default(), |run| {
///     if !structural_equal(run.before, run.after) {
///         changed.push((run.pass, run.round));
///     }
/// })
/// .expect("it is well formed");
/// assert_eq!(changed, [(Pass::ConstantFolding, 1), (Pass::DeadCode, 1)]);
/// # Ok::<(), pypto::ParseError>(())
/// ```
///
/// # Errors
///
/// The same as of [`optimize`].
pub fn optimize_observed(
    program: &Program,
    options: &Options,
    mut observe: impl FnMut(PassRun<'_>),
) -> Result<Optimized, IllFormed> {
    verified(program, None)?;
    let mut program = canonical(program);
    let mut removed: BTreeMap<Pass, isize> = options.passes.iter().map(|pass| (*pass, 0)).collect();
    for round in 1..=ROUNDS {
        let before = program.clone();
        for &pass in &options.passes {
            let smaller = pass.run(&program, &options.pure);
            *removed.entry(pass).or_default() += size(&program) - size(&smaller);
            observe(PassRun { pass, round, before: &program, after: &smaller });
            program = smaller;
            if options.verify {
                verified(&program, Some(pass))?;
            }
        }
        if structural_equal(&before, &program) {
            break;
        }
    }
    Ok(Optimized { program, removed })
}

fn verified(program: &Program, after: Option<Pass>) -> Result<(), IllFormed> {
    match check(program) {
        problems if problems.is_empty() => Ok(()),
        problems => Err(IllFormed { after, problems }),
    }
}

/// How many statements and expressions a program has.
fn size(program: &Program) -> isize {
    let count: usize = program.functions.values().map(|function| effects::count(&function.body)).sum();
    isize::try_from(count).unwrap_or(isize::MAX)
}
