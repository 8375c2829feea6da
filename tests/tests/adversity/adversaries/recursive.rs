//! User code that calls the library, while the library calls it.

use std::{cell::RefCell, sync::Arc};

use sexpr_core::{
    Comparer, StructuralEq,
    custom::{CustomStructural, EqualParts, HashParts, VirtualFields},
};
use sexpr_test_support::check::{differ, equal};

thread_local! {
    static COMPARER: RefCell<Comparer> = RefCell::new(Comparer::new());
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var;

#[derive(StructuralEq)]
enum Term {
    Int(i64),
    Use(Arc<Var>),
    Pair(Arc<Term>, Arc<Term>),
    #[seq(scope)]
    Lambda(#[seq(def)] Arc<Var>, Arc<Term>),
    Unordered(Unordered),
    Hashed(Hashed),
}

/// Two closed terms, in whichever order: so it looks at them by itself.
#[derive(StructuralEq)]
#[seq(custom)]
struct Unordered([Arc<Term>; 2]);

impl CustomStructural for Unordered {
    fn s_equal<'a>(&'a self, other: &'a Self, _: &mut EqualParts<'a>) -> bool {
        let ([a, b], [x, y]) = (&self.0, &other.0);
        // A comparer can be at work once at a time. Terms inside terms have one of their own.
        let equal = |one: &Arc<Term>, other: &Arc<Term>| {
            COMPARER.with(|comparer| match comparer.try_borrow_mut() {
                Ok(mut comparer) => comparer.equal(one, other),
                Err(_) => Comparer::new().equal(one, other),
            })
        };
        equal(a, x) && equal(b, y) || equal(a, y) && equal(b, x)
    }
    fn s_hash<'a>(&'a self, parts: &mut HashParts<'a>) {
        let [one, other] = self.0.each_ref().map(sexpr_core::structural_hash);
        parts.leaf("sum", one.wrapping_add(other));
    }
}

/// A closed term that is listed by its hash.
#[derive(StructuralEq)]
#[seq(with = hash_of)]
struct Hashed(Arc<Term>);

fn hash_of<'a>(node: &'a Hashed, fields: &mut VirtualFields<'a>) {
    fields.leaf("hash", sexpr_core::structural_hash(&node.0));
}

fn identity(number: i64) -> Arc<Term> {
    let param = Arc::new(Var);
    let used = Arc::new(Term::Use(param.clone()));
    let body = Arc::new(Term::Pair(used.clone(), Arc::new(Term::Pair(used, Arc::new(Term::Int(number))))));
    Arc::new(Term::Lambda(param, body))
}

/// Unordered pairs inside each other, among bindings, and a node that is listed by its hash.
fn nested(levels: usize, number: i64, swapped: bool) -> Arc<Term> {
    (0..levels).fold(identity(number), |below, level| {
        let other = Arc::new(Term::Hashed(Hashed(identity(level as i64))));
        let pair = if swapped { [other, below] } else { [below, other] };
        let unordered = Arc::new(Term::Unordered(Unordered(pair)));
        Arc::new(Term::Pair(identity(0), unordered))
    })
}

#[test]
fn has_the_right_verdict() {
    equal(&nested(6, 1, false), &nested(6, 1, false));
    equal(&nested(6, 1, false), &nested(6, 1, true));
    differ(&nested(6, 1, false), &nested(6, 2, false));
    differ(&nested(6, 1, false), &nested(6, 2, true));
    differ(&nested(6, 1, false), &nested(5, 1, false));
}

/// What one comparison knows of a node, another that runs inside it does not.
#[test]
fn knows_nothing_of_what_is_around_it() {
    let (x, y) = (Arc::new(Var), Arc::new(Var));
    let open = |variable: &Arc<Var>| {
        let used = Arc::new(Term::Use(variable.clone()));
        let pair = Term::Unordered(Unordered([used.clone(), Arc::new(Term::Int(1))]));
        Term::Lambda(variable.clone(), Arc::new(Term::Pair(used, Arc::new(pair))))
    };
    differ(&open(&x), &open(&y));
}
