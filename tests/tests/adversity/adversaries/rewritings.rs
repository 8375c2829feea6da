//! Code that panics or lies where a rewriting calls it: the panic arrives, what others hold is as it was, and all that
//! was made is dropped, once.

use std::{
    cell::Cell,
    collections::{HashMap, HashSet},
    fmt,
    hash::{Hash, Hasher},
    sync::Arc,
};

use sexpr_core::{
    ByIdentity, StructuralEq,
    containers::{Encoder, Leaf},
    leaf, rewritable,
    rewrite::Rewrite,
    structural_equal,
    terms::{drop_iteratively, hash_cons, rename_bound, substitute},
    walk::{At, Keeps},
};

use super::{
    calls::{called, honest_or_below, honest_or_not, lying, panicking_at},
    user_code::{List, Owner, Pairs, Pointer},
};

thread_local! {
    static LIVING: Cell<isize> = const { Cell::new(0) };
    /// Whether the last call was that of a destructor: what is beside a value whose destructor panics may leak.
    static DROPS: Cell<bool> = const { Cell::new(false) };
}

/// A leaf, a key and a name, of which all is user code, and which is counted.
struct Name(u64);

impl Name {
    fn new(number: u64) -> Name {
        LIVING.set(LIVING.get() + 1);
        Name(number)
    }
}

impl Drop for Name {
    fn drop(&mut self) {
        LIVING.set(LIVING.get() - 1);
        if !std::thread::panicking() {
            DROPS.set(true);
            called();
            DROPS.set(false);
        }
    }
}

impl Clone for Name {
    fn clone(&self) -> Self {
        called();
        Name::new(honest_or_below(self.0 as usize, 3) as u64)
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        called();
        honest_or_not(self.0 == other.0)
    }
}

impl Eq for Name {}

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        called();
        state.write_u64(honest_or_below(self.0 as usize, 3) as u64);
    }
}

impl Leaf for Name {
    fn same(&self, other: &Self) -> bool {
        self == other
    }
    fn encode<E: Encoder>(&self, into: &mut E) {
        called();
        into.word(honest_or_below(self.0 as usize, 3) as u64);
    }
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

leaf!(Name);
rewritable!(leaf Name);

#[derive(StructuralEq)]
#[seq(kind = "var", rewrite, dismantle)]
struct Var(#[seq(ignore)] Name);

#[derive(StructuralEq)]
#[seq(kind = "var", rewrite, dismantle)]
struct Keyed(#[seq(key)] Name);

#[derive(StructuralEq)]
#[seq(rewrite, dismantle)]
enum Term {
    Leaf(Name),
    Use(Arc<Var>),
    UseOfKey(Keyed),
    UsesOfNames(#[seq(var)] Vec<Name>),
    SetOfNames(#[seq(var)] HashSet<Name>),
    Pair(Arc<Term>, Arc<Term>),
    Boxes(Box<[Term]>),
    Maybe(Option<Box<Term>>),
    Table(HashMap<Name, Term>),
    Environment(HashMap<ByIdentity<Arc<Var>>, Term>),
    /// Of pointers and containers that are user code.
    Own(List<Pointer<Term>>),
    Owner(Owner<Option<Name>>),
    Pairs(Pairs<Name, Term>),
    #[seq(scope)]
    Scope {
        #[seq(def)]
        param: Arc<Var>,
        #[seq(def)]
        key: Keyed,
        #[seq(var, def)]
        name: Name,
        body: Arc<Term>,
    },
}

/// The only number that callbacks change.
const CHANGED: u64 = 100;

/// Each kind of part, with all that can be replaced in it, in a scope inside a scope, and a free variable. All is owned
/// by the root alone, apart from what stands in it twice.
fn everything(free: &Arc<Var>) -> Arc<Term> {
    let leaf = |number| Term::Leaf(Name::new(number));
    let param = Arc::new(Var(Name::new(1)));
    let shared = Arc::new(Term::Boxes([leaf(3), Term::Use(param.clone()), leaf(CHANGED)].into()));
    let names = || [4, 5, 6].map(Name::new);
    let own = Pointer::new(leaf(CHANGED));
    let parts = [
        Term::Pair(shared.clone(), shared),
        Term::Use(param.clone()),
        Term::Use(free.clone()),
        Term::UseOfKey(Keyed(Name::new(7))),
        Term::UsesOfNames(names().into()),
        Term::SetOfNames(names().into()),
        Term::Maybe(Some(Box::new(leaf(CHANGED)))),
        Term::Table(names().into_iter().map(|name| (name, leaf(CHANGED))).collect()),
        Term::Environment([param.clone(), free.clone()].map(|var| (ByIdentity(var), leaf(CHANGED))).into()),
        Term::Own(List(vec![own.clone(), Pointer::new(Term::Use(param.clone())), own])),
        Term::Owner(Owner(Box::new([Some(Name::new(CHANGED)), None]))),
        Term::Pairs(Pairs(names().into_iter().chain([Name::new(CHANGED)]).map(|name| (name, leaf(CHANGED))).collect())),
    ];
    let scope = |param, name, body| {
        let (key, name) = (Keyed(Name::new(7)), Name::new(name));
        Arc::new(Term::Scope { param, key, name, body })
    };
    scope(Arc::new(Var(Name::new(8))), 6, scope(param, 5, Arc::new(Term::Boxes(parts.into()))))
}

type Work = fn(Arc<Term>) -> Option<Arc<Term>>;

fn variable_of(term: &Term) -> Option<&Var> {
    match term {
        Term::Use(var) => Some(var),
        _ => None,
    }
}

fn replaced(name: &Name) -> Option<Name> {
    called();
    (name.0 == CHANGED).then(|| Name::new(101))
}

const WORK: [Work; 6] = [
    |term| Some(Rewrite::new().on(|name: &Name, _| replaced(name)).run(term)),
    |term| {
        type Place<'w> = At<'w, Keeps<true, false>>;
        let leaf = |term: &Term, _: &Place<'_>| match term {
            Term::Leaf(name) => replaced(name).map(Term::Leaf),
            _ => None,
        };
        let variable = |var: &Var, site: &Place<'_>| {
            called();
            site.is_binding().then(|| Var(Name::new(var.0.0 + 10)))
        };
        let key = |_: &Keyed, site: &Place<'_>| {
            called();
            site.is_binding().then(|| Keyed(Name::new(11)))
        };
        let name = |name: &Name, site: &Place<'_>| (site.is_binding() && name.0 < 10).then(|| Name::new(name.0 + 30));
        Some(Rewrite::new().with_bindings().after(leaf).after(variable).on(key).after(name).run(term))
    },
    |term| rename_bound(term, |name: &Name, times| Name::new(name.0 + 40 + times as u64)).ok(),
    |term| {
        let by = |_: &Var| Some(Term::Leaf(Name::new(12)));
        substitute(term, variable_of, by, |var: &Var, _| Var(Name::new(var.0.0))).ok()
    },
    |term| Some(hash_cons(term).expect("no ids")),
    |term| {
        drop_iteratively(term);
        None
    },
];

/// What another holds stays as it is; what nobody does is gone.
#[test]
fn each_call_may_panic() {
    let free = Arc::new(Var(Name::new(2)));
    let expected = everything(&free);
    for (index, work) in WORK.iter().enumerate() {
        for is_held in [false, true] {
            let calm = work(everything(&free));
            let before = LIVING.get();
            let mut panics = 0;
            for number in (0..).step_by(if cfg!(miri) { 23 } else { 1 }) {
                let term = everything(&free);
                let held = is_held.then(|| term.clone());
                DROPS.set(false);
                let answer = panicking_at(number, || work(term));
                let may_leak = DROPS.get();
                assert!(
                    held.as_ref().is_none_or(|held| structural_equal(held, &expected)),
                    "work {index}, call {number}"
                );
                match answer {
                    None => panics += 1,
                    Some(answer) => {
                        assert_eq!(answer.is_some(), calm.is_some());
                        assert!(
                            answer.iter().zip(&calm).all(|(answer, calm)| structural_equal(answer, calm)),
                            "work {index}"
                        );
                        break;
                    }
                }
                drop(held);
                let living = LIVING.replace(before);
                let is_gone = living == before || may_leak && living > before;
                assert!(is_gone, "work {index} drops each thing once, after a panic in call {number}");
            }
            assert!(panics > 1 || is_held, "work {index} calls user code");
            drop(calm);
        }
    }
}

/// An `Eq` that is not reflexive, a `Hash` that varies, copies that are others.
#[test]
fn code_may_lie() {
    let free = Arc::new(Var(Name::new(2)));
    let before = LIVING.get();
    let expected = everything(&free);
    for seed in 0..if cfg!(miri) { 5 } else { 1_000 } {
        let held = everything(&free);
        for work in WORK {
            lying(seed, || drop(work(everything(&free))));
            lying(seed, || drop(work(held.clone())));
        }
        assert!(structural_equal(&held, &expected), "what is held is not written to");
    }
    drop(expected);
    assert_eq!(LIVING.get(), before);
}

/// A callback that rewrites something itself, and compares it.
#[test]
fn a_callback_may_rewrite() {
    let free = Arc::new(Var(Name::new(2)));
    let before = LIVING.get();
    let expected = WORK[0](everything(&free));
    let inner = everything(&free);
    let answer = Rewrite::new()
        .on(|name: &Name, _| {
            let again = WORK[0](inner.clone());
            assert!(again.iter().zip(&expected).all(|(again, expected)| structural_equal(again, expected)));
            replaced(name)
        })
        .run(everything(&free));
    assert!(expected.is_some_and(|expected| structural_equal(&answer, &expected)));
    drop((answer, inner));
    assert_eq!(LIVING.get(), before);
}
