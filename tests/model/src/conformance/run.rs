//! Runs cases and counts what goes wrong.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use sexpr_core::{
    Comparer, Mismatch, Options, Path, Reason, StructuralEq, first_structural_mismatch, report::Step, structural_equal,
    structural_hash,
};

#[cfg(feature = "long")]
use super::mirror::{borrowed, rc, variants::Variants};
use super::{
    Case, Mirror, PathStep,
    case::StepKey,
    mirror::{arc, by_ids},
};

/// What can go wrong with a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Problem {
    /// The verdict is not that of the file.
    Verdict,
    /// The path of the first mismatch is not that of the file.
    Path,
    /// The sides are equal, and their hashes are not.
    EqualButHashesDiffer,
    /// The sides are unequal, and their hashes are equal.
    Collision,
    /// A mismatch is reported for equal sides, or none for unequal ones.
    MismatchPresence,
    /// Swapping the sides changes the verdict.
    Asymmetry,
    /// A side is not equal to itself.
    Irreflexive,
    /// A comparer that was used before gives another answer than a fresh one.
    ReusedComparer,
    /// The fingerprints disagree with the verdict: the sides are equal, and theirs are not, or one has none; or the
    /// sides are unequal, and theirs are equal.
    Fingerprints,
}

/// A problem with one case.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What went wrong.
    pub problem: Problem,
    /// Where and how, for a reader.
    pub detail: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.problem, self.detail)
    }
}

/// How many cases had which problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All cases.
    pub cases: usize,
    /// See [`Problem::Verdict`].
    pub wrong_verdicts: usize,
    /// See [`Problem::Path`].
    pub wrong_paths: usize,
    /// See [`Problem::EqualButHashesDiffer`].
    pub equal_with_different_hashes: usize,
    /// See [`Problem::Collision`].
    pub collisions: usize,
    /// Cases on which the library's operations disagree with each other.
    pub inconsistent: usize,
}

impl Counts {
    /// Counts a case with these failures.
    pub fn add(&mut self, failures: &[Failure]) {
        let problems: BTreeSet<Problem> = failures.iter().map(|failure| failure.problem).collect();
        let has = |problem| usize::from(problems.contains(&problem));
        self.cases += 1;
        self.wrong_verdicts += has(Problem::Verdict);
        self.wrong_paths += has(Problem::Path);
        self.equal_with_different_hashes += has(Problem::EqualButHashesDiffer);
        self.collisions += has(Problem::Collision);
        self.inconsistent += usize::from(problems.iter().any(|problem| *problem >= Problem::MismatchPresence));
    }

    /// Whether the library does what the cases say.
    pub fn pass(&self) -> bool {
        *self == Counts { cases: self.cases, ..Counts::default() }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "cases                                {:>7}", self.cases)?;
        writeln!(f, "wrong verdicts                       {:>7}", self.wrong_verdicts)?;
        writeln!(f, "wrong paths                          {:>7}", self.wrong_paths)?;
        writeln!(f, "equal, with different hashes         {:>7}", self.equal_with_different_hashes)?;
        writeln!(f, "unequal, with one hash               {:>7}", self.collisions)?;
        writeln!(f, "operations disagree with each other  {:>7}", self.inconsistent)
    }
}

/// Comparers that live through all the cases of a run, one for each value of the options.
#[derive(Debug, Default)]
pub struct Reused(BTreeMap<Options, Comparer>);

impl Reused {
    fn comparer(&mut self, options: Options) -> &mut Comparer {
        self.0.entry(options).or_insert_with(|| Comparer::with_options(options))
    }
}

/// Compares a case with each mirror, once with the table of nodes dropped, so that reference counts are the
/// graph's own, and once with it held, so that none is one.
pub fn run_case(case: &Case, reused: &mut Reused) -> Vec<Failure> {
    #[cfg_attr(not(feature = "long"), expect(unused_mut, reason = "there is one mirror"))]
    let mut failures = run_case_with_arc(case, reused);
    #[cfg(feature = "long")]
    {
        run_mirror::<rc::nodes::Nodes>(case, reused, &mut failures);
        run_mirror::<borrowed::nodes::Nodes>(case, reused, &mut failures);
        run_mirror::<Variants>(case, reused, &mut failures);
    }
    failures
}

/// Compares a case with one mirror, like [`run_case`].
pub fn run_case_with_arc(case: &Case, reused: &mut Reused) -> Vec<Failure> {
    let mut failures = Vec::new();
    run_mirror::<arc::nodes::Nodes>(case, reused, &mut failures);
    failures
}

/// Where the nodes of a case are allocated that refer to each other by ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arenas {
    /// All in one.
    One,
    /// All in one for each side, in another order.
    OneEach,
    /// In [nested](by_ids::build_nested) ones.
    Nested,
}

/// Compares a case whose nodes refer to each other by ids.
pub fn run_case_by_ids(case: &Case, arenas: Arenas, reused: &mut Reused) -> Vec<Failure> {
    let build = |place: &dyn Fn(usize) -> usize| match arenas {
        Arenas::One | Arenas::OneEach => by_ids::build(&case.nodes, place),
        Arenas::Nested => by_ids::build_nested(&case.nodes, place),
    };
    let in_order = build(&|index| index);
    let backwards = build(&|index| case.nodes.len() - 1 - index);
    let sides = match arenas {
        Arenas::One | Arenas::Nested => [(&in_order, &in_order), (&backwards, &backwards)],
        Arenas::OneEach => [(&in_order, &backwards), (&backwards, &in_order)],
    };
    let mut failures = Vec::new();
    for (left, right) in sides {
        let mut fail =
            |problem, detail| failures.push(Failure { problem, detail: format!("{detail} [ids, {arenas:?}]") });
        let reused = reused.comparer(case.options().of_the_library());
        compare(case, &left[case.lhs], &right[case.rhs], reused, &mut fail);
    }
    failures
}

fn run_mirror<M: Mirror>(case: &Case, reused: &mut Reused, failures: &mut Vec<Failure>) {
    for held in [false, true] {
        let nodes = M::build(&case.nodes);
        let (lhs, rhs) = (nodes[case.lhs].clone(), nodes[case.rhs].clone());
        let table = held.then_some(nodes);
        let mut fail = |problem, detail: String| {
            let table = if held { "held" } else { "dropped" };
            failures.push(Failure { problem, detail: format!("{detail} [{}, table {table}]", M::NAME) });
        };
        compare(case, &lhs, &rhs, reused.comparer(case.options().of_the_library()), &mut fail);
        drop(table);
    }
}

fn compare<N: StructuralEq>(
    case: &Case,
    lhs: &N,
    rhs: &N,
    reused: &mut Comparer,
    fail: &mut dyn FnMut(Problem, String),
) {
    let options = case.options().of_the_library();
    let equal = options.equal(lhs, rhs);
    let hashes = (options.hash(lhs), options.hash(rhs));
    let mismatch = options.first_mismatch(lhs, rhs);

    if equal != case.equal {
        fail(Problem::Verdict, format!("said {}", if equal { "equal" } else { "unequal" }));
    }
    if equal && hashes.0 != hashes.1 {
        fail(Problem::EqualButHashesDiffer, format!("{:#x} and {:#x}", hashes.0, hashes.1));
    }
    // What is inside itself, with no dag node in between, is equal to nothing, and its hash is any.
    let is_inside_itself = |side: &N| !options.equal(side, side);
    if !equal && hashes.0 == hashes.1 && !is_inside_itself(lhs) && !is_inside_itself(rhs) {
        fail(Problem::Collision, format!("both {:#x}", hashes.0));
    }
    match &mismatch {
        Some(mismatch) if equal => fail(Problem::MismatchPresence, format!("equal, but reports {mismatch}")),
        None if !equal => fail(Problem::MismatchPresence, "unequal, but reports no mismatch".into()),
        Some(mismatch) => check_paths(case, mismatch, fail),
        None => {}
    }
    if options.equal(rhs, lhs) != equal {
        fail(Problem::Asymmetry, format!("{equal} one way, {} the other", !equal));
    }
    let is_endless = |side: &N| {
        options.first_mismatch(side, side).is_some_and(|mismatch| matches!(mismatch.reason(), Reason::Cycle { .. }))
    };
    let is_itself = |side: &N| options.equal(side, side) || is_endless(side);
    if !is_itself(lhs) || !is_itself(rhs) {
        fail(Problem::Irreflexive, "a side is not equal to itself".into());
    }

    let fingerprints = (options.fingerprint(lhs), options.fingerprint(rhs));
    let agree = match &fingerprints {
        (Ok(one), Ok(other)) => (one == other) == equal,
        (Err(one), Err(other)) => !equal || one.obstacle() == other.obstacle(),
        _ => !equal,
    };
    if !agree {
        fail(Problem::Fingerprints, format!("{fingerprints:?}"));
    }
    if (reused.fingerprint(lhs), reused.fingerprint(rhs)) != fingerprints {
        fail(Problem::ReusedComparer, "another fingerprint".into());
    }

    let again = (reused.equal(lhs, rhs), (reused.hash(lhs), reused.hash(rhs)), reused.first_mismatch(lhs, rhs));
    if (again.0, again.1) != (equal, hashes) || text(&again.2) != text(&mismatch) {
        fail(Problem::ReusedComparer, format!("{again:?} instead of {:?}", (equal, hashes, &mismatch)));
    }
    if options == Options::new() {
        let free = (structural_equal(lhs, rhs), (structural_hash(lhs), structural_hash(rhs)));
        if free != (equal, hashes) || text(&first_structural_mismatch(lhs, rhs)) != text(&mismatch) {
            fail(Problem::ReusedComparer, "the free functions and the default options disagree".into());
        }
    }
}

fn text(mismatch: &Option<Mismatch>) -> Option<String> {
    mismatch.as_ref().map(Mismatch::to_string)
}

fn check_paths(case: &Case, mismatch: &Mismatch, fail: &mut dyn FnMut(Problem, String)) {
    let sides = [("left", &case.lhs_path, mismatch.lhs()), ("right", &case.rhs_path, mismatch.rhs())];
    for (side, expected, path) in sides {
        if let Some(expected) = expected
            && !same_path(expected, path)
        {
            fail(Problem::Path, format!("{side} is {path}, not {expected:?}"));
        }
    }
}

fn same_path(expected: &[PathStep], path: &Path) -> bool {
    let steps = path.steps();
    steps.len() == expected.len() && expected.iter().zip(steps).all(|(expected, step)| same_step(expected, step))
}

fn same_step(expected: &PathStep, step: &Step) -> bool {
    match (expected, step) {
        (PathStep::Attr(name), Step::Field { name: field, .. }) => name == field,
        (PathStep::ArrayItem(expected), Step::Index(index)) => expected == index,
        (PathStep::ArrayItemMissing(expected), Step::MissingIndex(index)) => expected == index,
        (PathStep::MapItem(expected), Step::Key(key)) | (PathStep::MapItemMissing(expected), Step::MissingKey(key)) => {
            match expected {
                StepKey::Text(text) => key.as_str() == Some(text),
                // A node's index is the file's own affair.
                StepKey::Node { .. } => key.as_str().is_none(),
            }
        }
        _ => false,
    }
}
