//! What is not the same in another process: each kind of it, wherever it stands, with its path.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fmt,
    ops::{Bound, Range},
    sync::Arc,
};

use sexpr_core::{
    ByIdentity, Comparer, Options, StructuralEq, StructuralKey,
    containers::{Encoder, Leaf, StableBytes},
    custom::{DynStructural, VirtualFields},
    reflect::Def,
    report::Obstacle,
    structural_fingerprint,
};
use sexpr_test_support::check::steps;

use crate::nodes::{Known, Singleton, Var, var};

mod places;

/// Asserts that there is no fingerprint, for this reason, at this path.
#[track_caller]
fn obstructed<T: StructuralEq + ?Sized>(value: &T, path: &str, obstacle: Obstacle) {
    obstructed_under(Options::new(), value, path, obstacle);
}

#[track_caller]
fn obstructed_under<T: StructuralEq + ?Sized>(options: Options, value: &T, path: &str, obstacle: Obstacle) {
    let error = options.fingerprint(value).expect_err("there is an obstacle");
    assert_eq!((&*steps(error.path()), *error.obstacle()), (path, obstacle), "{error}");
    let mut comparer = Comparer::with_options(options);
    assert_eq!(comparer.fingerprint(value), Err(error));
    assert!(comparer.fingerprint(&1).is_ok(), "nothing is left of the obstacle");
}

#[track_caller]
fn unobstructed<T: StructuralEq + ?Sized>(value: &T) {
    if let Err(error) = structural_fingerprint(value) {
        panic!("{error}");
    }
}

fn singleton() -> Arc<Singleton> {
    Arc::new(Singleton { value: 0 })
}

/// An interner's index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, StructuralEq)]
#[seq(process_local)]
struct Symbol(u32);

/// The same as a leaf.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Index(u32);

impl Leaf for Index {
    const PROCESS_LOCAL: bool = true;
    fn same(&self, other: &Self) -> bool {
        self == other
    }
    fn encode<E: Encoder>(&self, into: &mut E) {
        into.word(self.0.into());
    }
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}
sexpr_core::leaf!(Index);

#[derive(PartialEq, Eq, Hash)]
struct Foreign(u32);

#[derive(StructuralEq)]
struct Opaque {
    #[seq(opaque)]
    value: Foreign,
}

fn opaque() -> Opaque {
    Opaque { value: Foreign(0) }
}

mod kinds_of_obstacles {
    use super::*;

    #[test]
    fn a_free_variable_that_is_known_by_its_address() {
        obstructed(&var(), "", Obstacle::FreeVariable);
        obstructed(&(1, [var()]), ".1[0]", Obstacle::FreeVariable);
        obstructed(&Var { ty: 0 }, "", Obstacle::FreeVariable);
    }

    #[test]
    fn a_singleton_that_is_known_by_its_address() {
        obstructed(&singleton(), "", Obstacle::Singleton);
        obstructed(&Some(vec![singleton()]), "[0]", Obstacle::Singleton);
    }

    #[test]
    fn an_opaque_value_without_stable_bytes() {
        obstructed(&opaque(), ".value", Obstacle::Opaque);
        obstructed(&[(1, opaque())], "[0].1.value", Obstacle::Opaque);
    }

    #[test]
    fn a_value_that_is_process_local() {
        obstructed(&Symbol(1), "", Obstacle::ProcessLocal);
        obstructed(&vec![(1, Symbol(1))], "[0].1", Obstacle::ProcessLocal);
        obstructed(&vec![(1, Index(1))], "[0].1", Obstacle::ProcessLocal);
        obstructed(&(1, Index(1)..Index(2)), ".1", Obstacle::ProcessLocal);
        obstructed(&(1, Bound::Included(Index(1))), ".1", Obstacle::ProcessLocal);
        obstructed(&Some(Box::new(Index(1))), "", Obstacle::ProcessLocal);
    }

    #[test]
    fn messages_say_what_to_do() {
        let message = |error: Result<_, sexpr_core::report::FingerprintError>| error.unwrap_err().to_string();
        let error = message(structural_fingerprint(&(1, [var()])));
        assert!(error.contains(".1[0]") && error.contains("#[seq(key)]"), "{error}");
        let error = message(structural_fingerprint(&opaque()));
        assert!(error.contains(".value") && error.contains("StableBytes"), "{error}");
    }
}

mod names_and_keys {
    use super::*;

    #[derive(StructuralEq)]
    enum Term<Name> {
        Use(#[seq(var)] Name),
        #[seq(scope)]
        Lambda(#[seq(var, def)] Name, Box<Term<Name>>),
        Pair(Box<Term<Name>>, Box<Term<Name>>),
    }

    fn identity<Name>(bound: Name, used: Name) -> Term<Name> {
        Term::Lambda(bound, Box::new(Term::Use(used)))
    }

    #[test]
    fn a_free_name() {
        obstructed(&Term::Use(Symbol(1)), "", Obstacle::ProcessLocal);
        obstructed(&Term::Use(Index(1)), "", Obstacle::ProcessLocal);
        obstructed(&identity(Symbol(1), Symbol(2)), ".Lambda.1", Obstacle::ProcessLocal);
        unobstructed(&Term::Use("x"));
    }

    #[test]
    fn a_bound_name_is_none() {
        unobstructed(&identity(Symbol(1), Symbol(1)));
        unobstructed(&identity(Index(1), Index(1)));
        let pair = Term::Pair(Box::new(identity(Index(1), Index(1))), Box::new(Term::Use(Index(1))));
        obstructed(&pair, ".Pair.1", Obstacle::ProcessLocal);
        let fingerprint = |name| structural_fingerprint(&identity(Symbol(name), Symbol(name)));
        assert_eq!(fingerprint(1), fingerprint(2));
    }

    #[test]
    fn the_key_of_a_singleton() {
        obstructed(&[Known(Symbol(1))], "[0]", Obstacle::ProcessLocal);
        obstructed(&[Known((1, Index(1)))], "[0]", Obstacle::ProcessLocal);
        unobstructed(&[Known("add")]);
    }

    #[test]
    fn the_key_of_a_dag_node_is_none() {
        #[derive(StructuralEq)]
        #[seq(kind = "dag")]
        struct Block {
            #[seq(key)]
            symbol: Symbol,
            size: u32,
        }
        let blocks = |symbol| [symbol, symbol].map(|symbol| Block { symbol: Symbol(symbol), size: 1 });
        unobstructed(&blocks(1));
        assert_eq!(structural_fingerprint(&blocks(1)), structural_fingerprint(&blocks(2)));
        let names: HashMap<u32, Block> = [(1, Block { symbol: Symbol(1), size: 1 })].into();
        unobstructed(&names);
    }
}

mod maps {
    use super::*;

    #[test]
    fn keys() {
        obstructed(&HashMap::from([(Symbol(7), 1)]), "[7]", Obstacle::ProcessLocal);
        obstructed(&BTreeSet::from([Index(7)]), "[#7]", Obstacle::ProcessLocal);
        obstructed(&HashMap::from([((1, Symbol(7)), 1)]), "[1, 7]", Obstacle::ProcessLocal);
        obstructed(&HashMap::from([(ByIdentity::from(var()), 1)]), "[Var]", Obstacle::FreeVariable);
    }

    #[derive(StructuralEq)]
    struct Term(Vec<Symbol>, #[seq(payload)] Option<Symbol>);

    #[test]
    fn structural_keys() {
        let map = |key| HashMap::from([(StructuralKey::new(key), 1)]);
        obstructed(&map(Term(vec![Symbol(1)], None)), "[Term].0[0]", Obstacle::ProcessLocal);
        obstructed(&map(Term(vec![], Some(Symbol(1)))), "[Term].1", Obstacle::ProcessLocal);
        unobstructed(&map(Term(vec![], None)));
        obstructed(&BTreeMap::from([(1, map(Term(vec![Symbol(1)], None)))]), "[1][Term].0[0]", Obstacle::ProcessLocal);
    }
}

/// Names that the compiler makes of types may change with it.
mod type_names {
    use std::marker::PhantomData;

    use super::*;

    trait Op: DynStructural {}
    sexpr_core::open!(Op);

    struct Meter;

    #[derive(StructuralEq)]
    struct Quantity<Unit> {
        value: u64,
        unit: PhantomData<Unit>,
    }
    impl<Unit: 'static> Op for Quantity<Unit> {}

    fn length() -> Quantity<Meter> {
        Quantity { value: 1, unit: PhantomData }
    }

    #[test]
    fn of_the_root_s_argument() {
        obstructed(&length(), "", Obstacle::TypeName);
        obstructed(&vec![Some(length())], "", Obstacle::TypeName);
        obstructed(&[PhantomData::<Meter>], "", Obstacle::TypeName);
    }

    #[test]
    fn of_a_concrete_type_s_argument() {
        let object: Box<dyn Op> = Box::new(length());
        obstructed(&object, "", Obstacle::TypeName);
        obstructed(&(1, vec![object]), ".1[0]", Obstacle::TypeName);
    }

    #[test]
    fn of_a_virtual_field_s_type() {
        #[derive(StructuralEq)]
        #[seq(with = list)]
        struct Listed(Quantity<Meter>);
        fn list<'a>(listed: &'a Listed, fields: &mut VirtualFields<'a>) {
            fields.field("quantity", Def::Inherit, &listed.0);
        }
        obstructed(&Listed(length()), ".quantity", Obstacle::TypeName);
    }

    /// Types that are known statically do not enter the fingerprint.
    #[test]
    fn not_of_a_field_s_type() {
        #[derive(StructuralEq)]
        struct Holder(Quantity<Meter>);
        unobstructed(&Holder(length()));
    }
}

#[test]
fn the_first_in_the_order_of_comparison_is_reported() {
    let value = (1, (opaque(), var()), singleton(), Symbol(1));
    obstructed(&value, ".1.0.value", Obstacle::Opaque);
    obstructed(&(Some(var()), opaque()), ".0", Obstacle::FreeVariable);
    obstructed(&(vec![Symbol(1)], Symbol(2)), ".0[0]", Obstacle::ProcessLocal);
    obstructed(&[HashMap::from([("b", Symbol(1)), ("a", Symbol(2))])], "[0][\"a\"]", Obstacle::ProcessLocal);
}

mod options {
    use super::*;

    #[test]
    fn map_free_vars_binds() {
        let mapping = Options::new().map_free_vars(true);
        let pair = |same| {
            let one = var();
            [one.clone(), if same { one } else { var() }]
        };
        assert_eq!(mapping.fingerprint(&pair(true)).unwrap(), mapping.fingerprint(&pair(true)).unwrap());
        assert_ne!(mapping.fingerprint(&pair(true)).unwrap(), mapping.fingerprint(&pair(false)).unwrap());
        obstructed_under(mapping, &(var(), opaque()), ".1.value", Obstacle::Opaque);
        #[derive(StructuralEq)]
        struct Closed {
            #[seq(def = "none")]
            var: Arc<Var>,
        }
        obstructed_under(mapping, &Closed { var: var() }, ".var", Obstacle::FreeVariable);
    }

    #[test]
    fn fingerprints_under_different_options_differ() {
        let fingerprints = [false, true].map(|map| {
            [false, true].map(|skip| Options::new().map_free_vars(map).skip_payload(skip).fingerprint(&1).unwrap())
        });
        assert_eq!(fingerprints.into_iter().flatten().collect::<BTreeSet<_>>().len(), 4);
    }
}

mod stable_bytes {
    use super::*;

    impl StableBytes for Symbol {
        fn stable_bytes(&self, into: &mut dyn Encoder) {
            // As if the interner knew the texts.
            into.bytes(format!("text {}", self.0 % 10).as_bytes());
        }
    }

    #[derive(StructuralEq)]
    struct Named {
        #[seq(opaque)]
        symbol: Symbol,
        range: Range<u8>,
    }

    #[test]
    fn stand_for_an_opaque_value() {
        let named = |symbol| Named { symbol: Symbol(symbol), range: 0..1 };
        unobstructed(&named(1));
        let [one, same, other] = [1, 11, 2].map(|symbol| structural_fingerprint(&named(symbol)).unwrap());
        assert_eq!(one, same);
        assert_ne!(one, other);
        let hash = |symbol| Options::new().hash(&named(symbol));
        assert_eq!(hash(1), hash(11), "the hash of a closed value is the same in every process, too");
    }
}
