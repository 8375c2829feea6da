//! What the queries answer is what a quadratic definition says, which compares all pairs of subterms.

use std::collections::BTreeSet;

use proptest::prelude::*;
use sexpr_core::reflect::NodeRef;
use sexpr_core::terms::Subterms;
use sexpr_core::{Options, Path};
use sexpr_examples::corpus::ask::{self, Class, Question};
use sexpr_examples::lambda::ast::{Arm, Expr, Pattern};

use crate::corpus::{Corpus, Decisions, EVERYTHING, rows};

/// A subterm of a corpus.
struct Subterm<'p> {
    file: usize,
    row: u64,
    path: Path,
    size: u64,
    node: NodeRef<'p>,
}

/// A class as the definition has it: its size, and the places of all that are in it.
type Places = (u64, Vec<(String, u64)>);

const NAMES: [&str; 3] = ["x", "y", "z"];
const OTHER_NAMES: [&str; 3] = ["z", "w", "x"];

fn file_name(number: usize) -> String {
    format!("file {number}.lam")
}

fn subterms(programs: &[Expr]) -> Vec<Subterm<'_>> {
    let mut all = Vec::new();
    for (file, program) in programs.iter().enumerate() {
        for (row, (it, _)) in Subterms::new().fingerprints(program).iter().enumerate() {
            all.push(Subterm { file, row: row as u64, path: it.path(), size: it.size(), node: it.node() });
        }
    }
    all
}

impl Subterm<'_> {
    fn equals(&self, other: &Self, options: Options) -> bool {
        fn both<'p, T: 'static>(left: NodeRef<'p>, right: NodeRef<'p>) -> Option<(&'p T, &'p T)> {
            left.downcast().zip(right.downcast())
        }
        let (left, right) = (self.node, other.node);
        let of_expr = both::<Expr>(left, right).map(|(left, right)| options.equal(left, right));
        let of_arm = || both::<Arm>(left, right).map(|(left, right)| options.equal(left, right));
        let of_pattern = || both::<Pattern>(left, right).map(|(left, right)| options.equal(left, right));
        of_expr.or_else(of_arm).or_else(of_pattern).unwrap_or(false)
    }

    fn is_inside(&self, other: &Self) -> bool {
        self.file == other.file && self.row != other.row && self.path.steps().starts_with(other.path.steps())
    }

    fn place(&self) -> (String, u64) {
        (file_name(self.file), self.row)
    }
}

/// The classes of equal subterms that are not inside larger equal ones.
fn duplicates(programs: &[Expr], options: Options) -> BTreeSet<Places> {
    let all = subterms(programs);
    let class_of = |it: &Subterm<'_>| all.iter().filter(|other| it.equals(other, options)).collect::<Vec<_>>();
    let is_duplicate: Vec<bool> = all.iter().map(|it| class_of(it).len() > 1).collect();
    let is_outermost = |it: &Subterm<'_>| {
        let around =
            all.iter().zip(&is_duplicate).filter(|(other, is_duplicate)| **is_duplicate && it.is_inside(other));
        around.count() == 0
    };
    let outermost = all.iter().zip(&is_duplicate).filter(|(it, is_duplicate)| **is_duplicate && is_outermost(it));
    outermost.map(|(it, _)| (it.size, class_of(it).into_iter().map(Subterm::place).collect())).collect()
}

/// Where subterms of a program that is not in the corpus occur there.
fn occurrences(asked: &Expr, programs: &[Expr], line: Option<u32>, options: Options) -> BTreeSet<Places> {
    let (asked, all) = (subterms(std::slice::from_ref(asked)), subterms(programs));
    let places_of = |it: &Subterm<'_>| -> Vec<(String, u64)> {
        all.iter().filter(|other| it.equals(other, options)).map(Subterm::place).collect()
    };
    let found: Vec<_> = asked.iter().filter(|it| !places_of(it).is_empty()).collect();
    let counts = |it: &Subterm<'_>| match line {
        Some(line) => it.row + 1 == u64::from(line),
        None => !found.iter().any(|other| it.is_inside(other)),
    };
    found.iter().filter(|it| counts(it)).map(|it| (it.size, places_of(it))).collect()
}

fn corpus(programs: &[Expr]) -> Corpus {
    let names: Vec<String> = (0..programs.len()).map(file_name).collect();
    Corpus::new(names.iter().map(String::as_str).zip(programs))
}

fn places(class: &Class) -> Places {
    (class.size, class.places.iter().map(|place| (place.file.clone(), place.row)).collect())
}

fn program(names: [&'static str; 3], depth: usize) -> impl Strategy<Value = Expr> {
    proptest::collection::vec(any::<u8>(), 0..60).prop_map(move |choices| Decisions { choices, names }.expr(depth))
}

fn programs() -> impl Strategy<Value = Vec<Expr>> {
    proptest::collection::vec(prop_oneof![program(NAMES, 4), program(OTHER_NAMES, 4)], 0..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn duplicates_are_those_of_the_definition(programs in programs(), map_free_vars: bool) {
        let corpus = corpus(&programs);
        let answer = ask::duplicates(&corpus.parts, &Question { map_free_vars, ..EVERYTHING }, |_| {}).unwrap();
        let found: BTreeSet<Places> = answer.classes.iter().map(places).collect();
        prop_assert_eq!(&found, &duplicates(&programs, Options::new().map_free_vars(map_free_vars)));
        prop_assert_eq!(found.len(), answer.classes.len());
        prop_assert_eq!(answer.total, answer.classes.len() as u64);
        let savings: Vec<_> = answer.classes.iter().map(|class| class.saving.unwrap()).collect();
        prop_assert!(savings.is_sorted_by(|left, right| left >= right));
        for class in &answer.classes {
            prop_assert_eq!(class.saving.unwrap(), u128::from((class.occurrences - 1) * class.size));
            prop_assert_eq!(class.places.len() as u64, class.occurrences);
        }
    }

    #[test]
    fn what_is_found_is_what_the_definition_says(
        programs in programs(),
        asked in program(OTHER_NAMES, 4),
        line in proptest::option::of(1_u32..8),
        map_free_vars: bool,
    ) {
        let corpus = corpus(&programs);
        let question = Question { map_free_vars, ..EVERYTHING };
        let answer = ask::find(&corpus.parts, rows("asked.lam", &asked), line, &question, |_| {}).unwrap();
        let found: BTreeSet<Places> = answer.classes.iter().map(places).collect();
        prop_assert_eq!(found, occurrences(&asked, &programs, line, Options::new().map_free_vars(map_free_vars)));
        prop_assert!(answer.classes.is_sorted_by(|left, right| left.size >= right.size));
    }

    #[test]
    fn a_clone_is_found_however_it_was_renamed_and_wherever_it_was_moved(
        choices in proptest::collection::vec(any::<u8>(), 0..60),
        around in program(NAMES, 3),
        moved in 0_usize..3,
    ) {
        let [clone, renamed] =
            [NAMES, OTHER_NAMES].map(|names| Decisions { choices: choices.clone(), names }.closed(4));
        let size = Subterms::new().fingerprints(&clone)[0].0.size();
        let original = Expr::constructor("Original").apply(clone);
        let elsewhere = match moved {
            0 => Expr::let_in("a", around, Expr::constructor("Copy").apply(renamed)),
            1 => Expr::lambda(["a", "b"], renamed.apply(around)),
            _ => Expr::letrec([("a", around), ("b", renamed)], Expr::variable("a")),
        };
        let corpus = corpus(&[original, elsewhere]);
        let answer = ask::duplicates(&corpus.parts, &EVERYTHING, |_| {}).unwrap();
        // In the first file, the clone is at row 2, and nothing larger occurs twice.
        let of_clone = answer.classes.iter().find(|class| places(class).1.contains(&(file_name(0), 2)));
        let is_found = of_clone.is_some_and(|class| {
            class.size == size && class.places.iter().any(|place| place.file == file_name(1))
        });
        prop_assert!(is_found, "{:?}", answer);
    }
}
