//! One graph in many threads at once, and what may go from one thread to another.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Barrier},
    thread,
};

use sexpr_core::{
    ByIdentity, Comparer, Fingerprint, Mismatch, StructuralEq, StructuralKey, custom::DynStructural,
    report::FingerprintError, walk::Walk,
};

/// Every public type that is no part of one call can go to other threads, and be looked at from there: decided by the
/// compiler. Types with a parameter are what that is.
const _: () = {
    use sexpr_core::{custom::*, reflect::*, report::*, rewrite::*, terms::*, walk::*, *};

    const fn goes_anywhere<T: Send + Sync>() {}

    goes_anywhere::<Binding>();
    goes_anywhere::<ByIdentity<Arc<str>>>();
    goes_anywhere::<Change<Arc<str>>>();
    goes_anywhere::<Comparer>();
    goes_anywhere::<Def>();
    goes_anywhere::<FieldInfo>();
    goes_anywhere::<Fingerprint>();
    goes_anywhere::<FingerprintError>();
    goes_anywhere::<Key>();
    goes_anywhere::<Kind>();
    goes_anywhere::<Mismatch>();
    goes_anywhere::<Next>();
    goes_anywhere::<NodeCount>();
    goes_anywhere::<Obstacle>();
    goes_anywhere::<Occurrence>();
    goes_anywhere::<Options>();
    goes_anywhere::<ParseFingerprintError>();
    goes_anywhere::<Path>();
    goes_anywhere::<Reason>();
    goes_anywhere::<Region>();
    goes_anywhere::<Roles>();
    goes_anywhere::<Shape>();
    goes_anywhere::<Step>();
    goes_anywhere::<StructuralKey<Arc<str>>>();
    goes_anywhere::<TermError>();
    goes_anywhere::<TypeInfo>();
    goes_anywhere::<VariantInfo>();
};

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    width: u32,
}

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Weights {
    #[seq(payload)]
    values: Vec<f32>,
}

trait Operation: DynStructural + Send + Sync {}
sexpr_core::open!(Operation);

#[derive(StructuralEq)]
struct Load {
    address: u64,
}
impl Operation for Load {}

#[derive(StructuralEq)]
enum Term {
    Int(i64),
    Use(Arc<Var>),
    Name(#[seq(var)] String),
    Pair(Arc<Term>, Arc<Term>),
    Weights(Arc<Weights>),
    Operation(Arc<dyn Operation>),
    Attributes(HashMap<String, Arc<Term>>),
    Values(BTreeMap<ByIdentity<Arc<Var>>, i64>),
    Known(HashMap<StructuralKey<String>, i64>),
    #[seq(scope)]
    Lambda {
        #[seq(def)]
        params: Vec<Arc<Var>>,
        #[seq(var, def)]
        name: String,
        body: Arc<Term>,
    },
}

/// A function with something of everything, and a tower of shared nodes in it. The number stands at the bottom.
fn function(levels: usize, number: i64) -> Arc<Term> {
    let params: Vec<_> = (0..8).map(|width| Arc::new(Var { width: width % 3 })).collect();
    let weights = Arc::new(Weights { values: vec![1.0; 16] });
    let pair = |left: &Arc<Term>, right: &Arc<Term>| Arc::new(Term::Pair(left.clone(), right.clone()));
    let leaves = [
        Term::Int(number),
        Term::Name("x".into()),
        Term::Weights(weights.clone()),
        Term::Weights(weights),
        Term::Operation(Arc::new(Load { address: 1 })),
        Term::Attributes((0..8).map(|key| (format!("key_{key}"), Arc::new(Term::Int(key)))).collect()),
        Term::Values(params.iter().map(|param| (ByIdentity(param.clone()), 1)).collect()),
        Term::Known((0..8).map(|key| (StructuralKey::new(format!("key_{key}")), key)).collect()),
    ];
    let uses = params.iter().map(|param| Term::Use(param.clone()));
    let bottom = leaves.into_iter().chain(uses).map(Arc::new).reduce(|below, leaf| pair(&leaf, &below));
    let bottom = bottom.expect("there are leaves");
    let body = (0..levels).fold(bottom, |below, _| pair(&below, &below));
    Arc::new(Term::Lambda { params, name: "x".into(), body })
}

/// What each operation says of two equal terms and one that differs.
#[derive(Debug, PartialEq)]
struct Answers {
    verdicts: [bool; 3],
    hash: u64,
    fingerprint: Result<Fingerprint, FingerprintError>,
    mismatch: Option<Mismatch>,
    met: Vec<String>,
}

/// What a walk meets that visits each node once.
fn met(term: &Arc<Term>) -> Vec<String> {
    let mut met = vec![];
    let walk = Walk::new().with_bindings().distinct();
    walk.on_any(|node, at| met.push(format!("{} {:?}", node.type_info().name(), at.occurrence()))).run(term);
    met
}

impl Answers {
    fn of(comparer: &mut Comparer, [left, right, other]: &[Arc<Term>; 3]) -> Answers {
        Answers {
            verdicts: [comparer.equal(left, right), comparer.equal(left, left), comparer.equal(left, other)],
            hash: comparer.hash(left),
            fingerprint: comparer.fingerprint(left),
            mismatch: comparer.first_mismatch(left, other),
            met: met(left),
        }
    }
}

fn terms(levels: usize) -> [Arc<Term>; 3] {
    [1, 1, 2].map(|number| function(levels, number))
}

const THREADS: usize = 8;
const ROUNDS: usize = if cfg!(miri) { 1 } else { 30 };

#[test]
fn one_graph_is_looked_at_from_many_threads_at_once() {
    let terms = terms(20);
    let expected = Answers::of(&mut Comparer::new(), &terms);
    assert_eq!(expected.verdicts, [true, true, false]);
    assert!(expected.fingerprint.is_ok() && expected.mismatch.is_some());
    let start = Barrier::new(THREADS);
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                start.wait();
                let mut comparer = Comparer::new();
                for _ in 0..ROUNDS {
                    assert_eq!(Answers::of(&mut comparer, &terms), expected);
                    assert_eq!(Answers::of(&mut Comparer::new(), &terms), expected);
                }
            });
        }
    });
}

/// Counts of pointers change while a graph is being looked at: then what was shared is not, or the other way round.
#[test]
fn pointers_come_and_go_while_a_graph_is_looked_at() {
    let terms = terms(12);
    let expected = Answers::of(&mut Comparer::new(), &terms);
    let done = std::sync::atomic::AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                let held: Vec<_> = terms.iter().flat_map(everything_below).collect();
                drop(held);
                thread::yield_now();
            }
        });
        let lookers: Vec<_> = (0..2)
            .map(|_| {
                scope.spawn(|| {
                    let mut comparer = Comparer::new();
                    (0..10 * ROUNDS).all(|_| Answers::of(&mut comparer, &terms) == expected)
                })
            })
            .collect();
        let as_expected: Vec<_> = lookers.into_iter().map(|looker| looker.join()).collect();
        done.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(as_expected.into_iter().all(|answer| answer.is_ok_and(|as_expected| as_expected)));
    });
}

/// Another pointer to each node on the way down to the bottom.
fn everything_below(term: &Arc<Term>) -> Vec<Arc<Term>> {
    let mut all = vec![term.clone()];
    let mut at = term;
    while let Term::Pair(_, below) | Term::Lambda { body: below, .. } = &**at {
        all.push(below.clone());
        at = below;
    }
    all
}
