//! Fingerprints of subterms agree with the fingerprint of each subterm by itself.

use std::collections::HashMap;

use proptest::prelude::{any, proptest};
use sexpr_core::{Fingerprint, Options, StructuralEq, terms::Subterms, walk::nodes};

use super::language::{Exp, Log, Maker, Shared, Term};

/// Fingerprints of subterms, and those of the same terms by themselves: they are to be one-to-one.
#[derive(Default)]
struct Known {
    of_subterm: HashMap<Fingerprint, Fingerprint>,
    by_itself: HashMap<Fingerprint, Fingerprint>,
}

impl Known {
    fn compare<T: StructuralEq>(&mut self, map_free_vars: bool, node: &T, found: Option<Fingerprint>) {
        let by_itself = Options::new().map_free_vars(map_free_vars).fingerprint(node).ok();
        assert_eq!(found.is_some(), by_itself.is_some(), "has a fingerprint");
        let alone = Subterms::new().options(Options::new().map_free_vars(map_free_vars)).fingerprint_of_root(node);
        assert_eq!(found, alone, "the same in a larger value and by itself");
        if let (Some(found), Some(by_itself)) = (found, by_itself) {
            assert_eq!(*self.of_subterm.entry(by_itself).or_insert(found), found, "equal terms");
            assert_eq!(*self.by_itself.entry(found).or_insert(by_itself), by_itself, "different terms");
        }
    }

    /// Compares all subterms of a term.
    fn compare_all(&mut self, map_free_vars: bool, term: &Term) {
        let subterms = Subterms::new().options(Options::new().map_free_vars(map_free_vars)).fingerprints(term);
        let mut terms = 0;
        for (subterm, found) in subterms {
            let node = subterm.node();
            if let Some(node) = node.downcast::<Term>() {
                terms += 1;
                self.compare(map_free_vars, node, found);
            } else if let Some(node) = node.downcast::<Shared>() {
                self.compare(map_free_vars, node, found);
            } else {
                assert!(node.downcast::<Exp>().is_some() || node.downcast::<Log>().is_some());
            }
        }
        assert_eq!(terms, nodes::<Term>(term).count(), "all nodes are found");
    }
}

fn check(terms: u64, seed: u64, maker: fn(u64) -> Maker) {
    let mut known = [Known::default(), Known::default()];
    for offset in 0..terms {
        let mut maker = maker(seed.wrapping_add(offset));
        let size = 1 + maker.random.below(16);
        let term = maker.term(size);
        for map_free_vars in [false, true] {
            let known = &mut known[usize::from(map_free_vars)];
            let compared =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| known.compare_all(map_free_vars, &term)));
            assert!(compared.is_ok(), "map_free_vars: {map_free_vars}, seed {}: {term:?}", seed.wrapping_add(offset));
        }
    }
}

proptest! {
    #![proptest_config(proptest::test_runner::Config { cases: 24, ..Default::default() })]

    #[test]
    fn subterms_have_equal_fingerprints_where_they_are_equal_by_themselves(seed in any::<u64>()) {
        check(40, seed, Maker::of_described_terms);
    }

    #[test]
    fn so_do_subterms_that_are_hashed_directly(seed in any::<u64>()) {
        check(40, seed, Maker::of_all_terms);
    }
}

proptest! {
    #![proptest_config(proptest::test_runner::Config { cases: 24, ..Default::default() })]

    /// What follows a subterm and is in it is what its path leads on to.
    #[test]
    fn what_is_in_a_subterm_is_what_its_path_leads_on_to(seed in any::<u64>(), map_free_vars in any::<bool>()) {
        for offset in 0..20 {
            let mut maker = Maker::of_all_terms(seed.wrapping_add(offset));
            let size = 1 + maker.random.below(24);
            let term = maker.term(size);
            let subterms = Subterms::new().options(Options::new().map_free_vars(map_free_vars)).fingerprints(&term);
            let all: Vec<_> = subterms.iter().map(|(subterm, _)| (subterm, subterm.path())).collect();
            for (number, (outer, outer_path)) in all.iter().enumerate() {
                let end = all.iter().rposition(|(inner, _)| inner.is_in(outer)).expect("it is in itself");
                for (other, (inner, path)) in all.iter().enumerate() {
                    let is_in = (number..=end).contains(&other);
                    let rest = inner.path_within(outer);
                    assert_eq!((inner.is_in(outer), rest.is_some()), (is_in, is_in), "{outer_path}, {path}: {term:?}");
                    let leads_on = path.steps().strip_prefix(outer_path.steps());
                    if let Some(rest) = rest {
                        assert_eq!(Some(rest.steps()), leads_on, "{outer_path}, {path}: {term:?}");
                    } else {
                        assert!(leads_on.is_none_or(<[_]>::is_empty), "{outer_path}, {path}: {term:?}");
                    }
                }
            }
        }
    }
}
