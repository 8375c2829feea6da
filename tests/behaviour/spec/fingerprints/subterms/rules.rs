//! What a subterm is as a term of its own.

use std::sync::Arc;

use sexpr_core::{Fingerprint, Options, terms::Subterms};

use super::language::{Pointer, Term};

fn fingerprint(term: &Term) -> Option<Fingerprint> {
    Subterms::new().fingerprint_of_root(term)
}

fn name(name: &'static str) -> Term {
    Term::Name(name)
}

#[test]
fn bound_variables_count_up_to_renaming_and_free_ones_by_their_names() {
    let lambda = |bound, used| Term::Lambda(bound, Arc::new(name(used)));
    assert_eq!(fingerprint(&lambda("x", "x")), fingerprint(&lambda("y", "y")));
    assert_ne!(fingerprint(&lambda("x", "z")), fingerprint(&lambda("x", "y")));
    assert_ne!(fingerprint(&lambda("x", "x")), fingerprint(&lambda("y", "x")));
    assert_ne!(fingerprint(&name("x")), fingerprint(&name("y")));
}

#[test]
fn what_a_field_binds_around_it_is_free_by_itself() {
    let term = Term::Match { pattern: Arc::new(name("x")), body: Arc::new(name("x")) };
    let subterms = Subterms::new().fingerprints(&term);
    let found: Vec<_> = subterms.iter().map(|(subterm, found)| (subterm.path().to_string(), *found)).collect();
    let free = fingerprint(&name("x"));
    assert_eq!(
        found,
        [("<root>".into(), fingerprint(&term)), (".Match.pattern".into(), free), (".Match.body".into(), free)]
    );
}

#[test]
fn a_free_pointer_is_an_obstacle_unless_it_counts_up_to_renaming() {
    let term = Term::List([1, 1, 2].map(|bits| Term::Pointer(Arc::new(Pointer { bits }))).into());
    let of = |options: Options| -> Vec<_> {
        Subterms::new().options(options).fingerprints(&term).into_iter().map(|(_, found)| found).collect()
    };
    assert_eq!(of(Options::new()), [None; 4]);
    let [Some(_), Some(one), Some(other), Some(wide)] = of(Options::new().map_free_vars(true))[..] else {
        panic!("each has a fingerprint")
    };
    assert!(one == other && other != wide);
}
