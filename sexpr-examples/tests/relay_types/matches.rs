//! `match`: the types of patterns, and whether every case is covered.

use proptest::prelude::*;

use crate::{inferred, one_problem, type_of_f};

const TYPES: &str = "type List[A] { Cons(A, List[A]), Nil, } type Option[A] { Some(A), None, } type Never { } ";

fn missing(scrutinee: &str, patterns: &[&str]) -> Option<String> {
    let clauses: String = patterns.iter().map(|pattern| format!("{pattern} => 1, ")).collect();
    let text = format!("{TYPES} def @f(%x: {scrutinee}) -> int32 {{ match (%x) {{ {clauses} }} }}");
    let outcome = inferred(&text);
    if outcome.starts_with("@f :") {
        return None;
    }
    let (_, case) = outcome.split_once("the case `").unwrap_or_else(|| panic!("{outcome}"));
    Some(case.split_once("` is missing").unwrap_or_else(|| panic!("{outcome}")).0.to_owned())
}

#[test]
fn cases_that_are_covered_and_cases_that_are_missing() {
    let table: &[(&str, &[&str], Option<&str>)] = &[
        ("List[int32]", &["Cons(_, _)", "Nil"], None),
        ("List[int32]", &["Nil"], Some("Cons(_, _)")),
        ("List[int32]", &["%other"], None),
        ("List[int32]", &["Nil", "Cons(%x, Nil)"], Some("Cons(_, Cons(_, _))")),
        ("(List[int32], List[bool])", &["(Nil, _)", "(_, Nil)"], Some("(Cons(_, _), Cons(_, _))")),
        ("Option[(Option[int32], bool)]", &["None", "Some((None, _))"], Some("Some((Some(_), _))")),
        ("int32", &["%n"], None),
        ("int32", &[], Some("_")),
        ("Never", &[], None),
        ("(int32,)", &["(%n,)"], None),
        ("()", &["()"], None),
    ];
    for (scrutinee, patterns, expected) in table {
        assert_eq!(missing(scrutinee, patterns).as_deref(), *expected, "{scrutinee} {patterns:?}");
    }
}

/// Its constructors are unknown, so that only a pattern that fits everything covers it.
#[test]
fn an_extern_type_has_cases() {
    let text = |clauses: &str| format!("extern type T def @f(%x: T) -> int32 {{ match (%x) {{ {clauses} }} }}");
    assert!(one_problem(&text("")).contains("the case `_` is missing"));
    assert_eq!(type_of_f(&text("_ => 1")), "fn (T) -> int32");
}

#[test]
fn several_values_are_matched_as_a_tuple() {
    let text = format!(
        "{TYPES} def @f[A, B](%xs: List[A], %ys: List[B]) -> List[(A, B)] {{
          match (%xs, %ys) {{ (Cons(%x, %l), Cons(%y, %r)) => Cons((%x, %y), @f(%l, %r)), _ => Nil, }}
        }}"
    );
    assert_eq!(type_of_f(&text), "fn[A, B](List[A], List[B]) -> List[(A, B)]");
}

#[test]
fn patterns_fit_what_is_matched_and_cases_give_values_of_one_type() {
    let text = format!("{TYPES} def @f(%x: Option[int32]) {{ match (%x) {{ Some(%n) => %n, None => True, }} }}");
    assert!(one_problem(&text).contains("what the cases give must be `int32`, found `bool`"));
    let f = |scrutinee: &str, clause: &str| {
        one_problem(&format!("{TYPES} def @f(%x: {scrutinee}) -> int32 {{ match? (%x) {{ {clause} }} }}"))
    };
    assert!(f("int32", "Nil => 1").contains("what is matched must be `int32`"), "{}", f("int32", "Nil => 1"));
    assert!(f("List[int32]", "Cons(%x) => 1").contains("`Cons` takes 2 argument(s), but this pattern has 1"));
    assert!(f("(int32, int32)", "(%a, %b, %c) => 1").contains("there are 2 and 3 members"));
    assert!(f("List[int32]", "Cons(%a: bool, _) => 1").contains("`%a` must be `bool`, found `int32`"));
    assert!(f("List[bool]", "Cons(%a, _) => %a").contains("the result must be `int32`, found `bool`"));
}

/// Patterns for pairs of options of options, as they are written, with the values that they cover as bits: the values
/// are `None`, `Some(None)` and `Some(Some)`, nine pairs.
fn pattern() -> impl Strategy<Value = (String, u16)> {
    let one = prop_oneof![
        Just(("_", 0b111_u16)),
        Just(("%v", 0b111)),
        Just(("None", 0b001)),
        Just(("Some(_)", 0b110)),
        Just(("Some(None)", 0b010)),
        Just(("Some(Some(_))", 0b100)),
    ];
    (one.clone(), one).prop_map(|((left, one), (right, other))| {
        let right = right.replace("%v", "%w");
        let pairs = (0..9).filter(|pair| one >> (pair / 3) & 1 == 1 && other >> (pair % 3) & 1 == 1);
        (format!("({left}, {right})"), pairs.map(|pair| 1 << pair).sum())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_case_is_missing_exactly_if_some_value_is_not_covered(patterns in prop::collection::vec(pattern(), 1..7)) {
        let texts: Vec<&str> = patterns.iter().map(|(text, _)| text.as_str()).collect();
        let covered = patterns.iter().fold(0, |covered, (_, values)| covered | values);
        let missing = missing("(Option[Option[int32]], Option[Option[int32]])", &texts);
        prop_assert_eq!(missing.is_none(), covered == 0b1_1111_1111, "{:?} {:?}", texts, missing);
    }
}

/// The time that a `match` takes grows with the number of its cases, not with the square of that.
#[test]
fn many_constructors() {
    use std::fmt::Write;

    let count = 20_000;
    let (mut constructors, mut clauses) = (String::new(), String::new());
    for index in 0..count {
        let _ = write!(constructors, "C{index}(int32), ");
        let _ = write!(clauses, "C{index}(%x) => %x, ");
    }
    let text =
        |clauses: &str| format!("type T {{ {constructors} }} def @f(%t: T) -> int32 {{ match (%t) {{ {clauses} }} }}");
    let begun = std::time::Instant::now();
    assert_eq!(inferred(&text(&clauses)), "@f : fn (T) -> int32\n");
    let missing = clauses.replace("C19999(%x) => %x, ", "");
    assert!(inferred(&text(&missing)).contains("the case `C19999(_)` is missing"));
    let mut twice = clauses.clone();
    twice.push_str("_ => 0");
    assert_eq!(inferred(&text(&twice)), "@f : fn (T) -> int32\n");
    assert!(begun.elapsed().as_secs() < 30, "{:?}", begun.elapsed());
}
