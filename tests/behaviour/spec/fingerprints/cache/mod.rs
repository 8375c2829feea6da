//! A cache of fingerprints: results are those without one, and what is kept is not looked at again.

mod kinds;
mod limits;

use std::{cell::Cell, sync::Arc};

use sexpr_core::{FingerprintCache, Options, StructuralEq, structural_fingerprint};

thread_local! {
    static LEAVES: Cell<usize> = const { Cell::new(0) };
}

fn counted(number: &i64) -> i64 {
    LEAVES.set(LEAVES.get() + 1);
    *number
}

#[derive(StructuralEq)]
enum Expr {
    Int(#[seq(via = counted)] i64),
    Var(#[seq(var)] String),
    Add(Arc<Expr>, Arc<Expr>),
    #[seq(scope)]
    Lambda(#[seq(var, def)] String, Arc<Expr>),
}

#[derive(StructuralEq)]
struct Wrapper(Expr);

use Expr::{Add, Int, Lambda, Var};

fn options() -> [Options; 4] {
    [false, true]
        .map(|map| [false, true].map(|skip| Options::new().map_free_vars(map).skip_payload(skip)))
        .concat()
        .try_into()
        .unwrap()
}

fn assert_same<T: StructuralEq + ?Sized>(cache: &mut FingerprintCache, term: &T) {
    for options in options() {
        assert_eq!(cache.hash(options, term), options.hash(term));
        assert_eq!(cache.fingerprint(options, term), options.fingerprint(term));
    }
}

fn balanced(depth: u32, seed: i64) -> Arc<Expr> {
    Arc::new(match depth {
        0 => Int(seed),
        _ => Add(balanced(depth - 1, 2 * seed), balanced(depth - 1, 2 * seed + 1)),
    })
}

/// The same tree with another first leaf.
fn edited(tree: &Expr) -> Arc<Expr> {
    Arc::new(match tree {
        Add(left, right) => Add(edited(left), right.clone()),
        _ => Int(-1),
    })
}

#[test]
fn after_one_edit_few_leaves_are_looked_at_again() {
    let tree = balanced(16, 1);
    let mut cache = FingerprintCache::new();
    let count = |cache: &mut FingerprintCache, tree: &Arc<Expr>| {
        LEAVES.set(0);
        let fingerprint = cache.structural_fingerprint(tree);
        let count = LEAVES.get();
        assert_eq!(fingerprint, structural_fingerprint(tree));
        count
    };
    let first = count(&mut cache, &tree);
    assert!(first >= 1 << 16);
    let again = count(&mut cache, &edited(&tree));
    assert!(1000 * again <= first, "{again} of {first}");
}

/// A random term, some parts of which are those of earlier ones.
fn random(seed: &mut u64, size: usize, known: &mut Vec<Arc<Expr>>) -> Arc<Expr> {
    let mut below = |end: usize| {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) as usize % end
    };
    let (kind, name, split, which) = (below(8), below(3), below(size.max(1)), below(known.len().max(1)));
    let name = ["x", "y", "z"][name].to_owned();
    let term = match kind {
        0 | 1 if !known.is_empty() => return known[which].clone(),
        _ if size < 2 => Arc::new(if kind < 4 { Int(kind as i64) } else { Var(name) }),
        2..5 => Arc::new(Lambda(name, random(seed, size - 1, known))),
        _ => {
            let left = random(seed, split, known);
            Arc::new(Add(left, random(seed, size - split, known)))
        }
    };
    known.push(term.clone());
    term
}

#[test]
fn results_are_those_without_a_cache_for_terms_that_share_parts() {
    for run in 0..40 {
        let (mut seed, mut known, mut cache) = (run, Vec::new(), FingerprintCache::new());
        for round in 0..10 {
            let term = random(&mut seed, 60, &mut known);
            assert_same(&mut cache, &term);
            assert_same(&mut cache, &Lambda("x".into(), term.clone()));
            assert_same(&mut cache, &Wrapper(Add(term.clone(), term)));
            if round % 3 == 2 {
                known.truncate(known.len() / 2);
                cache.retain_live();
            }
        }
    }
}

#[test]
fn nodes_live_until_the_cache_drops_them() {
    let mut cache = FingerprintCache::new();
    for round in 0..50 {
        assert_same(&mut cache, &balanced(6, round));
    }
    assert!(!cache.is_empty());
    cache.retain_live();
    assert!(cache.is_empty());
}

#[test]
fn an_address_is_not_used_again_while_the_cache_knows_it() {
    let mut cache = FingerprintCache::new();
    for round in 0..200 {
        // Each tree is dropped before the next one is allocated.
        let tree = balanced(5, round);
        assert_eq!(cache.structural_fingerprint(&tree), structural_fingerprint(&tree));
    }
}

#[test]
fn an_edit_may_free_a_variable_that_was_bound() {
    let sum = |name: &str| (0..20).fold(Arc::new(Var(name.into())), |sum, n| Arc::new(Add(sum, Arc::new(Int(n)))));
    let (mut cache, body) = (FingerprintCache::new(), sum("x"));
    for binder in ["x", "y", "x"] {
        assert_same(&mut cache, &Add(Arc::new(Lambda(binder.into(), body.clone())), body.clone()));
    }
}
