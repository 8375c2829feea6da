//! Index mappings are verified, and give permutations.

use proptest::prelude::*;
use sexpr_core::structural_equal;
use sexpr_examples::wave::index::{Index, Symbol};
use sexpr_examples::wave::mapping::{
    Access, Entry, IndexMapping, MappingProblem, Permutation, Side, iterator, position,
};

use crate::{expr, index};

fn mapping(iterators: usize, inputs: &[(&str, &str)], outputs: &[(&str, &str)]) -> IndexMapping {
    let all = |entries: &[(&str, &str)]| Entry::all(entries.iter().copied()).expect("expressions");
    IndexMapping { iterators, inputs: all(inputs), outputs: all(outputs) }
}

fn shape(names: &[&str]) -> Vec<Symbol> {
    names.iter().copied().map(Symbol::new).collect()
}

/// What is wrong with a mapping, for a read of `[M, N]` from `[M, N]`.
fn problems(mapping: &IndexMapping) -> Vec<String> {
    let shape = shape(&["M", "N"]);
    let problems = mapping.verify(Access::Read, &shape, &shape).err().unwrap_or_default();
    problems.iter().map(MappingProblem::to_string).collect()
}

const IDENTITY: &[(&str, &str)] = &[("M", "i0"), ("N", "i1")];

#[test]
fn the_permutation_of_the_document() {
    let memory = shape(&["A", "B", "C", "D"]);
    let mapping = mapping(4, &[("A", "i0"), ("B", "i3"), ("C", "i2"), ("D", "i1")], &[]);
    let permutation = mapping.permutation(Access::Read, &memory).expect("one iterator for each dimension");
    let pairs = [("A", "A"), ("B", "D"), ("C", "C"), ("D", "B")].map(|(to, from)| (to.into(), from.into()));
    assert_eq!(permutation, Permutation { pairs: pairs.to_vec() });

    let accessed = index(&[("A", "a : 1 : 1"), ("B", "b : 2 : 1"), ("C", "c : 3 : 1"), ("D", "d : 4 : 1")]);
    let permuted = index(&[("A", "a : 1 : 1"), ("B", "d : 4 : 1"), ("C", "c : 3 : 1"), ("D", "b : 2 : 1")]);
    assert_eq!(permutation.apply(&accessed), permuted);
}

#[test]
fn a_write_is_the_other_way_round() {
    let (memory, value) = (shape(&["M", "N"]), shape(&["N", "M"]));
    let transposed = mapping(2, &[("N", "i0"), ("M", "i1")], &[("M", "i1"), ("N", "i0")]);
    assert_eq!(transposed.verify(Access::Write, &memory, &value), Ok(()));
    assert!(transposed.verify(Access::Write, &memory, &memory).is_err());
    let permutation = transposed.permutation(Access::Write, &memory).expect("one iterator for each dimension");
    assert_eq!(permutation.to_string(), "{M: index[N], N: index[M]}");
    // As a read, the other half is that of the value.
    let problems = transposed.verify(Access::Read, &value, &memory).expect_err("the outputs are no identity");
    assert_eq!(
        problems,
        [("M", 0, 1), ("N", 1, 0)].map(|(symbol, expected, found)| MappingProblem::WrongPosition {
            side: Side::Outputs,
            symbol: symbol.into(),
            expected: iterator(expected),
            found: iterator(found),
        })
    );
}

#[test]
fn the_only_iterator_of_an_expression_is_found_in_it() {
    let computed = mapping(2, &[("M", "4 * i1 + $WG0 mod 2"), ("N", "Piecewise((i0, f), (K - i0, True))")], IDENTITY);
    assert_eq!(problems(&computed), [""; 0]);
    let permutation = computed.permutation(Access::Read, &shape(&["M", "N"])).expect("one iterator each");
    assert_eq!(permutation.to_string(), "{M: index[N], N: index[M]}");
}

#[test]
fn the_order_of_entries_means_something() {
    let one = mapping(2, IDENTITY, IDENTITY);
    assert!(structural_equal(&one, &mapping(2, &[("M", "i0 + 0"), ("N", "i1")], IDENTITY)));
    let other = mapping(2, &[("N", "i1"), ("M", "i0")], IDENTITY);
    assert!(!structural_equal(&one, &other));
    assert_eq!(problems(&other), [""; 0]);
}

#[test]
fn what_is_wrong_with_a_mapping_is_told_with_what_to_do() {
    for (mapping, expected) in cases! {
        mapping(1, IDENTITY, IDENTITY) =>
            &[
            "expected an iterator for each of the value's 2 dimension(s), found 1 iterator(s)",
            "inputs: expected one of 1 iterator(s) for `N`, found `i1`: iterators begin with `i0`",
            "outputs: expected one of 1 iterator(s) for `N`, found `i1`: iterators begin with `i0`",
        ][..];
        mapping(3, &[("M", "i0"), ("N", "i2")], IDENTITY) =>
            &["expected an iterator for each of the value's 2 dimension(s), found 3 iterator(s)"];
        // The side of the value is the identity.
        mapping(2, IDENTITY, &[("M", "i0 + 1"), ("N", "i1")]) =>
            &["outputs: expected `M: i0`, found `i0 + 1`: here dimensions go with iterators; compute in the memory's \
           entries instead"];
        mapping(2, IDENTITY, &[("M", "i1"), ("N", "i1")]) =>
            &[
            "outputs: expected `M: i0`, found `i1`: here dimensions go with the iterators of their positions; permute \
           the memory's entries instead",
        ];
        // Each dimension of the memory goes with one iterator.
        mapping(2, &[("M", "i0 + i1"), ("N", "K")], IDENTITY) =>
            &[
            "inputs: expected an expression of one iterator for `M`, found `i0 + i1`, which has i0, i1: choose one",
            "inputs: expected an expression of one iterator for `N`, found `K`, which has none: add one",
        ];
        // Dimensions are those of the shape, each once.
        mapping(2, &[("M", "i0"), ("X", "i1")], IDENTITY) =>
            &[
            "inputs: expected a dimension of [M, N], found `X`: remove it, or add it to the shape",
            "inputs: expected an entry for `N`, found none: add `N: …`",
        ];
        mapping(2, &[("M", "i0"), ("N", "i1"), ("M", "i0")], IDENTITY) =>
            &["inputs: expected one entry for `M`, found another one: remove one of them"];
    } {
        assert_eq!(problems(&mapping), expected);
    }
    for inputs in [&[("M", "i0 + i1"), ("N", "K")], IDENTITY] {
        assert!(mapping(1, inputs, IDENTITY).permutation(Access::Read, &shape(&["M", "N"])).is_err());
    }
}

#[test]
fn only_the_dimensions_of_the_memory_are_permuted() {
    let beyond = mapping(3, &[("M", "i0"), ("N", "i2")], &[("M", "i0"), ("K", "i1"), ("N", "i2")]);
    let (memory, value) = (shape(&["M", "N"]), shape(&["M", "K", "N"]));
    assert_eq!(beyond.verify(Access::Read, &memory, &value), Ok(()));
    let problems = beyond.permutation(Access::Read, &memory).expect_err("there is no third dimension");
    assert_eq!(
        problems.iter().map(MappingProblem::to_string).collect::<Vec<_>>(),
        ["inputs: expected an iterator of one of the memory's 2 dimension(s) for `N`, found `i2`: only these can be \
             permuted"]
    );
    let identity = mapping(2, IDENTITY, IDENTITY).permutation(Access::Read, &memory).expect("the identity");
    assert_eq!(identity.apply(&index(&[("N", "n : 1 : 1"), ("K", "k : 1 : 1")])), index(&[("N", "n : 1 : 1")]));
}

#[test]
fn iterators_are_known_by_their_names() {
    for (name, expected) in
        [("i0", Some(0)), ("i10", Some(10)), ("i", None), ("i01", None), ("i+1", None), ("j0", None), ("index", None)]
    {
        assert_eq!(position(&Symbol::new(name)), expected, "{name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_permutation_is_found_and_undone_by_its_inverse(
        order in Just((0..6_usize).collect::<Vec<_>>()).prop_shuffle(),
        offsets in proptest::array::uniform6(-5..6_i64),
    ) {
        let memory: Vec<Symbol> = (0..6).map(|number| Symbol::new(format!("D{number}"))).collect();
        let entries = |order: &[usize]| -> Vec<Entry> {
            let entry = |(dimension, position): (usize, &usize)| {
                Entry::new(&memory[dimension], expr(&format!("{} + {}", iterator(*position), offsets[dimension])))
            };
            order.iter().enumerate().map(entry).collect()
        };
        let permutation = |order: &[usize]| {
            let mapping = IndexMapping { iterators: 6, inputs: entries(order), outputs: Vec::new() };
            mapping.permutation(Access::Read, &memory).expect("one iterator for each dimension")
        };
        let mut inverse = vec![0; 6];
        for (to, from) in order.iter().enumerate() {
            inverse[*from] = to;
        }
        let index: Index = memory.iter().map(|symbol| {
            (symbol.clone(), format!("{symbol} : 1 : 1").parse().expect("a sequence"))
        }).collect();
        let permuted = permutation(&order).apply(&index);
        for (to, from) in order.iter().enumerate() {
            prop_assert_eq!(&permuted[&memory[to]], &index[&memory[*from]]);
        }
        prop_assert_eq!(permutation(&inverse).apply(&permuted), index);
    }
}
