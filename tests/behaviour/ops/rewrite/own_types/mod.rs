//! Pointers and containers of one's own: rewritten, renamed and taken apart as those of the standard library are.

mod kinds;

use std::sync::Arc;

use sexpr_core::{
    ByIdentity, StructuralEq, assert_structural_equal,
    containers::{Sequence, SharedPointer},
    reflect::Shape,
    rewritable,
    rewrite::{Rewritable, RewritableSequence, Rewrite},
    terms::{Dismantle, Pieces, drop_iteratively, rename_bound, substitute},
    walk::At,
};
use sexpr_test_support::{container, stack::with_stack};

use self::kinds::{Counted, Located, NonEmpty, Owner, VecMap, VecSet};
use crate::lambda::{Var, var};

/// A language of the types that are in scope, one of each kind; what becomes of its terms is shown.
macro_rules! language {
    () => {
        #[derive(StructuralEq, Debug)]
        #[seq(kind = "var", rewrite, dismantle)]
        pub(super) struct Var {
            #[seq(ignore)]
            name: String,
        }

        #[derive(StructuralEq, Clone, Debug, PartialEq, Eq, Hash)]
        #[seq(kind = "var", rewrite, dismantle)]
        pub(super) struct Keyed(#[seq(key)] String);

        #[derive(StructuralEq, Debug)]
        #[seq(kind = "dag", rewrite, dismantle)]
        pub(super) struct Cell(i64);

        #[derive(StructuralEq, Debug)]
        #[seq(rewrite, dismantle)]
        pub(super) enum Term {
            Int(i64),
            Use(Around<Var>),
            UseOfKey(Owning<Keyed>),
            Cell(Around<Cell>),
            Counted(Counting<Term>),
            Owned(Owning<Term>),
            Many(Many<Around<Term>>),
            Table(Table<String, Term>),
            Numbers(Table<i64, Owning<i64>>),
            Members(Members<ByIdentity<Around<Var>>>),
            #[seq(scope)]
            Lambda {
                #[seq(def)]
                param: Arc<Var>,
                #[seq(def)]
                key: Owning<Keyed>,
                body: Around<Term>,
            },
        }

        fn var(name: &str) -> Arc<Var> {
            Arc::new(Var { name: name.into() })
        }

        /// Everything, in a scope and once more after it.
        pub(super) fn term() -> Term {
            let (x, y) = (var("x"), var("y"));
            let used = |var: &Arc<Var>| Around::from(Term::Use(around(var)));
            let many = |items| Term::Many(Many::from(items));
            let numbers = || [1, 2, 3].map(|number| (number, Owning::from(10 * number)));
            let shared = Counting::from(many(vec![used(&x), used(&y), Around::from(Term::Int(1))]));
            let cell = Arc::new(Cell(1));
            let key = || Owning::from(Keyed("k".into()));
            let parts = || {
                vec![
                    used(&x),
                    Around::from(Term::UseOfKey(key())),
                    Around::from(Term::Cell(around(&cell))),
                    Around::from(Term::Cell(around(&cell))),
                    Around::from(Term::Counted(shared.clone())),
                    Around::from(Term::Counted(shared.clone())),
                    Around::from(Term::Owned(Owning::from(Term::Int(1)))),
                    Around::from(Term::Table(table([("a".into(), Term::Use(around(&x))), ("b".into(), Term::Int(1))]))),
                    Around::from(Term::Numbers(table(numbers()))),
                    Around::from(Term::Members(members([&x, &y].map(|var| ByIdentity(around(var)))))),
                ]
            };
            let lambda = Term::Lambda { param: x.clone(), key: key(), body: Around::from(many(parts())) };
            many(vec![Around::from(lambda), Around::from(many(parts()))])
        }

        fn variable_of(term: &Term) -> Option<&Var> {
            match term {
                Term::Use(var) => Some(var.target()),
                _ => None,
            }
        }

        type Work<T> = fn(T) -> T;

        /// What is done to terms, owned or shared.
        fn work<T: Rewritable>() -> Vec<Work<T>> {
            vec![
                |term| Rewrite::new().after(|value: &i64, _| (*value == 1).then_some(2)).run(term),
                |term| Rewrite::new().on(|value: &i64, _| Some(value + 1)).run(term),
                |term| {
                    let key = |key: &String, _: &At| (key == "a").then(|| "b".to_string());
                    Rewrite::new().after(key).run(term)
                },
                |term| Rewrite::new().on(|_: &Owning<i64>, _| Some(Owning::from(4))).run(term),
                |term| {
                    let ints = |part: &Around<Term>, _: &At| {
                        matches!(part.target(), Term::Owned(_)).then(|| Around::from(Term::Int(7)))
                    };
                    Rewrite::new().after(ints).run(term)
                },
                |term| {
                    rename_bound(term, |var: &Var, n| Var { name: format!("{}{n}", var.name) }).expect("it is fresh")
                },
                |term| rename_bound(term, |Keyed(key): &Keyed, n| Keyed(format!("{key}{n}"))).expect("it is fresh"),
                |term| {
                    let by = |var: &Var| (var.name == "y").then_some(Term::Int(5));
                    let fresh = |var: &Var, _| Var { name: var.name.clone() };
                    substitute(term, variable_of, by, fresh).expect("nothing is captured")
                },
            ]
        }

        /// What becomes of the term by each, if it is owned and if somebody else holds it.
        pub(super) fn results() -> Vec<[String; 2]> {
            let owned = work::<Term>().into_iter().map(|work| format!("{:?}", work(term())));
            let shared = work::<Arc<Term>>().into_iter().map(|work| {
                let term = Arc::new(term());
                let before = format!("{term:?}");
                let result = format!("{:?}", work(term.clone()));
                assert_eq!(format!("{term:?}"), before, "the original stays as it is");
                result
            });
            owned.zip(shared).map(|(owned, shared)| [owned, shared]).collect()
        }
    };
}

mod own {
    use super::*;

    type Around<T> = Located<T>;
    type Counting<T> = Counted<T>;
    type Owning<T> = Owner<T>;
    type Many<T> = NonEmpty<T>;
    type Table<K, V> = VecMap<K, V>;
    type Members<K> = VecSet<K>;

    fn around<T>(pointer: &Arc<T>) -> Located<T> {
        Located::at(3, pointer)
    }

    fn table<K, V, const N: usize>(entries: [(K, V); N]) -> VecMap<K, V> {
        VecMap(entries.into())
    }

    fn members<K, const N: usize>(members: [K; N]) -> VecSet<K> {
        VecSet(members.into())
    }

    language!();
}

mod standard {
    use std::hash::Hash;

    use indexmap::{IndexMap, IndexSet};

    use super::*;

    type Around<T> = Arc<T>;
    type Counting<T> = Arc<T>;
    type Owning<T> = Box<T>;
    type Many<T> = Vec<T>;
    type Table<K, V> = IndexMap<K, V>;
    type Members<K> = IndexSet<K>;

    fn around<T>(pointer: &Arc<T>) -> Arc<T> {
        pointer.clone()
    }

    fn table<K: Hash + Eq, V, const N: usize>(entries: [(K, V); N]) -> IndexMap<K, V> {
        entries.into()
    }

    fn members<K: Hash + Eq, const N: usize>(members: [K; N]) -> IndexSet<K> {
        members.into()
    }

    language!();
}

#[test]
fn own_types_become_what_those_of_the_standard_library_do() {
    let before = format!("{:?}", own::term());
    let results = own::results();
    assert_eq!(results, standard::results());
    assert!(results.iter().flatten().all(|result| *result != before), "all that is done changes something");
}

#[test]
fn own_types_are_taken_apart() {
    drop_iteratively(own::term());
    drop_iteratively(standard::term());
}

#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
enum Expr {
    Int(i64),
    Use(Located<Var>),
    Add(Located<Expr>, Counted<Expr>),
    All(Arc<Expr>, Located<Expr>, Counted<Expr>),
    #[seq(scope)]
    Lambda(#[seq(def)] Arc<Var>, Located<Expr>),
}

#[test]
fn what_a_pointer_holds_besides_stays() {
    let x = var("x");
    let body = Arc::new(Expr::Use(Located::at(2, &x)));
    let lambda = Expr::Lambda(x, Located::at(1, &body));
    let lambda = rename_bound(lambda, |_: &Var, _| Var { name: "y".into() }).expect("it is fresh");
    let Expr::Lambda(param, body) = &lambda else { panic!("{lambda:?} is no lambda") };
    let Expr::Use(used) = &*body.pointer else { panic!("{body:?} is no use") };
    assert_eq!((body.line, used.line, &*param.name), (1, 2, "y"));
    assert!(Arc::ptr_eq(&used.pointer, param));
}

#[test]
fn what_changes_stays_shared_by_a_pointer_and_its_wrapper() {
    let sum = Arc::new(Expr::Add(Expr::Int(1).into(), Expr::Int(1).into()));
    let all = Expr::All(sum.clone(), Located::at(4, &sum), Counted(sum.clone()));
    let all = Rewrite::new().after(|value: &i64, _| Some(value + 1)).run(all);
    let Expr::All(one, other, counted) = &all else { panic!("{all:?} has no three parts") };
    assert!(Arc::ptr_eq(one, &other.pointer) && !Arc::ptr_eq(one, &sum));
    assert_eq!(other.line, 4);
    let expected = Arc::new(Expr::Add(Expr::Int(2).into(), Expr::Int(2).into()));
    assert_structural_equal!(one, &expected);
    assert_structural_equal!(&*counted.0, &*expected);
}

/// Elements that are of the type of what holds them: no node is around.
struct Nest(Vec<Nest>);

impl Sequence for Nest {
    type Item = Nest;
    fn length(&self) -> usize {
        self.0.len()
    }
    fn items(&self) -> impl DoubleEndedIterator<Item = &Nest> {
        self.0.iter()
    }
}

container!([] Nest, Shape::Sequence(|| Nest::INFO), (), sequence);

impl RewritableSequence for Nest {
    fn items_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut Nest> {
        self.0.iter_mut()
    }
    fn copied(&self, item: impl FnMut(&Nest) -> Nest) -> Self {
        Nest(self.0.iter().map(item).collect())
    }
}
rewritable!(sequence Nest);

impl Dismantle for Nest {
    fn dismantle(self, pieces: &mut Pieces) {
        pieces.piece(self.0);
    }
}

#[test]
fn own_types_may_be_as_deep_as_they_like() {
    const DEPTH: usize = if cfg!(miri) { 100 } else { 100_000 };
    let work = || {
        let [nest, copy] = [(); 2].map(|()| (0..DEPTH).fold(Nest(Vec::new()), |nest, _| Nest(vec![nest])));
        let mut depth = 0;
        let copy = Rewrite::new()
            .after(|nest: &Nest, _| {
                depth += 1;
                nest.0.is_empty().then(|| Nest(vec![Nest(Vec::new())]))
            })
            .run(copy);
        assert_eq!(depth, DEPTH + 1);
        let shared = Arc::new((nest, 1_i64));
        let changed = Rewrite::new().after(|value: &i64, _| Some(value + 1)).run(shared.clone());
        drop_iteratively((copy, shared));
        drop_iteratively(changed);
    };
    with_stack(256, work);
}
