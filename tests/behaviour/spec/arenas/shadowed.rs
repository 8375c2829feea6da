//! Where a node is met inside itself, what it mentions may be shadowed: which uses these are counts in hashes, and nothing
//! else does that depends on names.

use sexpr_core::{Options, StructuralEq, arena::InArena, structural_fingerprint};
use sexpr_test_support::{
    check::{differ, equal_under},
    ids,
};

ids! { TermId => Block; }

#[derive(StructuralEq, Debug)]
enum Term {
    Name(#[seq(var)] &'static str),
    Ref(TermId),
    Pair(Box<Term>, Box<Term>),
    #[seq(scope)]
    Lambda(#[seq(var, def)] &'static str, Box<Term>),
}
use Term::{Lambda, Name, Pair, Ref};

/// What ids lead to.
#[derive(StructuralEq, Debug)]
#[seq(kind = "dag")]
struct Block(Term);

fn pair(one: Term, other: Term) -> Term {
    Pair(Box::new(one), Box::new(other))
}

fn lambda(name: &'static str, body: Term) -> Term {
    Lambda(name, Box::new(body))
}

/// `λx. L`, where `L` is `(x, (λ… . L, λ… . L))`.
#[test]
fn which_of_two_uses_is_shadowed_tells_terms_apart() {
    let arena = |binders: [&'static str; 2]| {
        let [one, other] = binders.map(|name| lambda(name, Ref(TermId(0))));
        vec![Block(pair(Name("x"), pair(one, other))), Block(lambda("x", Ref(TermId(0))))]
    };
    let (first, second) = (arena(["x", "y"]), arena(["y", "x"]));
    let (first, second) = (InArena::new(&first, TermId(1)), InArena::new(&second, TermId(1)));
    differ(&first, &second);
    assert_ne!(structural_fingerprint(&first).expect("closed"), structural_fingerprint(&second).expect("closed"));
}

/// `(…, λq. λq. L)`, where `L` is `(L, p)`: on one side, the free variable before is called `q`, too.
#[test]
fn what_was_looked_up_before_makes_no_difference() {
    let options = Options::new().map_free_vars(true);
    let arena = |free: &'static str| {
        let cycle = pair(Ref(TermId(0)), Name("p"));
        vec![Block(cycle), Block(pair(Name(free), lambda("q", lambda("q", Ref(TermId(0))))))]
    };
    let (one, other) = (arena("r"), arena("q"));
    let (one, other) = (InArena::new(&one, TermId(1)), InArena::new(&other, TermId(1)));
    equal_under(options, &one, &other);
    assert_eq!(options.fingerprint(&one).expect("closed"), options.fingerprint(&other).expect("closed"));
}
