//! Equal values: whatever else tells them apart does not enter.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap, HashSet},
    num::Wrapping,
    rc::Rc,
    sync::Arc,
    thread,
};

use sexpr_core::{
    ByIdentity, Comparer, Fingerprint, Options, StructuralEq, StructuralKey, custom::DynStructural, structural_equal,
};

use super::fingerprint;

/// Asserts that the values are equal, by fingerprint too.
#[track_caller]
fn same<T: StructuralEq + ?Sized>(lhs: &T, rhs: &T) {
    assert!(structural_equal(lhs, rhs), "the values are meant to be equal");
    assert_eq!(fingerprint(lhs), fingerprint(rhs));
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: u32,
}

#[derive(StructuralEq)]
enum Node {
    Leaf(u32),
    Use(Arc<Var>),
    Pair(Arc<Node>, Arc<Node>),
    #[seq(scope)]
    Lambda(#[seq(def)] Arc<Var>, Arc<Node>),
}

fn pair(left: &Arc<Node>, right: &Arc<Node>) -> Arc<Node> {
    Arc::new(Node::Pair(left.clone(), right.clone()))
}

fn leaf(value: u32) -> Arc<Node> {
    Arc::new(Node::Leaf(value))
}

mod sharing_is_invisible {
    use super::*;

    #[test]
    fn of_tree_nodes() {
        let one = leaf(1);
        let shared = pair(&pair(&one, &one), &pair(&one, &one));
        let half = pair(&leaf(1), &leaf(1));
        same(&shared, &pair(&half, &half));
        same(&shared, &pair(&pair(&leaf(1), &leaf(1)), &pair(&leaf(1), &leaf(1))));
    }

    #[test]
    fn of_nodes_that_somebody_else_holds() {
        let node = pair(&leaf(1), &leaf(2));
        let before = fingerprint(&node);
        let _held = [node.clone(), node.clone()];
        assert_eq!(fingerprint(&node), before);
    }

    /// What is below is bound, free in a scope, or bound around it.
    #[test]
    fn under_scopes() {
        let lambda = |share: bool| {
            let (x, y) = (Arc::new(Var { ty: 1 }), Arc::new(Var { ty: 2 }));
            let usage = Arc::new(Node::Use(x.clone()));
            let copy = || if share { usage.clone() } else { Arc::new(Node::Use(x.clone())) };
            let closed = || Arc::new(Node::Lambda(y.clone(), Arc::new(Node::Use(y.clone()))));
            let one = closed();
            let closed = || if share { one.clone() } else { closed() };
            let inner = Arc::new(Node::Lambda(y.clone(), pair(&pair(&copy(), &copy()), &closed())));
            Arc::new(Node::Lambda(x.clone(), pair(&pair(&copy(), &inner), &pair(&copy(), &closed()))))
        };
        same(&lambda(true), &lambda(false));
        same(&pair(&lambda(true), &lambda(true)), &pair(&lambda(false), &lambda(true)));
    }

    #[test]
    fn in_towers() {
        let tower = |levels| (0..levels).fold(leaf(1), |below, _| pair(&below, &below));
        same(&tower(64), &tower(64));
        let unshared = |levels| {
            fn build(levels: u32) -> Arc<Node> {
                if levels == 0 { leaf(1) } else { pair(&build(levels - 1), &build(levels - 1)) }
            }
            build(levels)
        };
        same(&tower(8), &unshared(8));
    }
}

mod pointers {
    use super::*;

    /// The fingerprint of a value, however it is given.
    #[track_caller]
    fn given_by_pointers<T: StructuralEq + sexpr_core::Field + Clone + 'static>(value: T) {
        let expected = fingerprint(&value);
        let found: [Fingerprint; 12] = [
            fingerprint(&&value),
            fingerprint(&&&&value),
            fingerprint(&Box::new(value.clone())),
            fingerprint(&Rc::new(value.clone())),
            fingerprint(&Arc::new(value.clone())),
            fingerprint(&Box::new(Arc::new(value.clone()))),
            fingerprint(&Arc::new(Box::new(&value))),
            fingerprint(&Cow::Borrowed(&value)),
            fingerprint(&Cow::<T>::Owned(value.clone())),
            fingerprint(&Arc::new(Cow::Borrowed(&value))),
            fingerprint(&triomphe::Arc::new(value.clone())),
            {
                let arc = Arc::new(Box::new(value.clone()));
                let _other = arc.clone();
                fingerprint(&arc)
            },
        ];
        assert_eq!(found, [expected; 12]);
    }

    #[derive(Clone, StructuralEq)]
    struct Names {
        names: Vec<Arc<str>>,
    }

    #[derive(Clone, Copy, StructuralEq)]
    struct Flat {
        one: u8,
        two: Option<u8>,
    }

    #[derive(Clone, StructuralEq)]
    #[seq(kind = "const-tree")]
    struct Constant(Vec<u8>);

    #[test]
    fn to_the_root_make_no_difference() {
        given_by_pointers(1_u8);
        given_by_pointers(String::from("text"));
        given_by_pointers(vec![1, 2]);
        given_by_pointers((vec![1, 2], Arc::new(3)));
        given_by_pointers(Names { names: vec!["a".into(), "b".into()] });
        given_by_pointers(Flat { one: 1, two: None });
        given_by_pointers(Constant(vec![1]));
        given_by_pointers(Some(Arc::new(vec![1])));
        given_by_pointers(BTreeMap::from([(1, Arc::new(vec![1]))]));
        given_by_pointers(leaf(1));
    }

    #[test]
    fn to_unsized_roots() {
        assert_eq!(fingerprint("text"), fingerprint(&"text"));
        assert_eq!(fingerprint(&Box::<str>::from("text")), fingerprint("text"));
        assert_eq!(fingerprint(&Arc::<[u8]>::from([1, 2])), fingerprint(&[1_u8, 2][..]));
    }

    #[test]
    fn to_the_root_under_map_free_vars() {
        let options = Options::new().map_free_vars(true);
        let var = Var { ty: 1 };
        let expected = options.fingerprint(&var).unwrap();
        assert_eq!(options.fingerprint(&&var), Ok(expected));
        assert_eq!(options.fingerprint(&Arc::new(Var { ty: 1 })), Ok(expected));
        assert_eq!(options.fingerprint(&Box::new(Arc::new(Var { ty: 1 }))), Ok(expected));
    }

    #[test]
    fn to_trait_objects() {
        trait Op: DynStructural {}
        sexpr_core::open!(Op);
        impl Op for Names {}
        let names = || Names { names: vec!["a".into()] };
        let reference: &dyn Op = &names();
        let expected = fingerprint(reference);
        let (boxed, arc, rc): (Box<dyn Op>, Arc<dyn Op>, Rc<dyn Op>) =
            (Box::new(names()), Arc::new(names()), Rc::new(names()));
        assert_eq!([fingerprint(&reference), fingerprint(&boxed), fingerprint(&arc), fingerprint(&rc)], [expected; 4]);
    }

    /// A wrapper is not a pointer, but adds nothing either.
    #[test]
    fn and_wrappers_around_the_root() {
        assert_eq!(fingerprint(&Wrapping(7_u8)), fingerprint(&7_u8));
        assert_eq!(fingerprint(&StructuralKey::new(Arc::new(vec![7]))), fingerprint(&vec![7]));
        assert_eq!(fingerprint(&std::cmp::Reverse(vec![Arc::new(7)])), fingerprint(&vec![Arc::new(7)]));
        assert_eq!(fingerprint(&std::cmp::Reverse(Arc::new(vec![7]))), fingerprint(&vec![7]));
        assert_eq!(fingerprint(&Arc::new(Wrapping(()))), fingerprint(&()));
    }

    /// What a wrapper holds is looked into, and not through.
    #[test]
    fn and_what_wrappers_hold_counts() {
        let option = |value: Option<Arc<u64>>| fingerprint(&std::cmp::Reverse(value));
        assert_ne!(option(None), option(Some(Arc::new(0))));
        let pair = |one, other| fingerprint(&std::cmp::Reverse((Arc::new(one), Arc::new(other))));
        assert_ne!(pair(1, 2), pair(2, 1));
    }

    /// Only what is around the root is looked through.
    #[test]
    fn are_told_apart_where_they_are_arguments() {
        assert_ne!(fingerprint(&vec![Arc::new(1)]), fingerprint(&vec![1]));
        assert_ne!(fingerprint(&Some(Box::new(1))), fingerprint(&Some(1)));
    }
}

mod where_it_lies_and_when {
    use super::*;

    #[derive(StructuralEq)]
    struct Fun {
        #[seq(def)]
        params: Vec<Arc<Var>>,
        by_name: HashMap<String, Arc<Var>>,
        by_var: HashMap<ByIdentity<Arc<Var>>, u32>,
        by_term: HashMap<StructuralKey<Vec<u32>>, Arc<Node>>,
        set: HashSet<(u32, Option<char>)>,
    }

    /// Inserts in this order.
    fn fun(order: impl Iterator<Item = u32> + Clone) -> Fun {
        let params: Vec<_> = (0..20).map(|ty| Arc::new(Var { ty })).collect();
        let var = |index: u32| params[index as usize].clone();
        Fun {
            by_name: order.clone().map(|index| (format!("key {index}"), var(index))).collect(),
            by_var: order.clone().map(|index| (var(index).into(), index)).collect(),
            by_term: order.clone().map(|index| (StructuralKey::new(vec![index]), leaf(index))).collect(),
            set: order.clone().map(|index| (index, char::from_u32(index + 65))).collect(),
            params,
        }
    }

    #[test]
    fn neither_allocations_nor_seeds_nor_the_order_of_insertion_count() {
        let one = fun(0..20);
        let _moves_what_follows: Vec<_> = (0..7).map(|_| fun(0..20)).collect();
        for _ in 0..4 {
            same(&one, &fun(0..20));
            same(&one, &fun((0..20).rev()));
            same(&one, &fun((10..20).chain(0..10)));
        }
    }

    #[test]
    fn neither_do_threads() {
        let here = fingerprint(&fun(0..20));
        let threads: Vec<_> = (0..8).map(|_| thread::spawn(|| fingerprint(&fun((0..20).rev())))).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), here);
        }
    }

    #[test]
    fn nor_what_a_comparer_did_before() {
        let (fun, other) = (fun(0..20), pair(&leaf(1), &leaf(2)));
        let mut comparer = Comparer::new();
        for _ in 0..3 {
            assert_eq!(comparer.fingerprint(&fun), Ok(fingerprint(&fun)));
            assert!(comparer.fingerprint(&Arc::new(Var { ty: 1 })).is_err());
            assert_eq!(comparer.fingerprint(&other), Ok(fingerprint(&other)));
            assert!(comparer.equal(&other, &other));
        }
    }

    #[test]
    fn nor_names_of_bound_variables() {
        let identity = |ty| {
            let var = Arc::new(Var { ty });
            Arc::new(Node::Lambda(var.clone(), Arc::new(Node::Use(var))))
        };
        same(&identity(1), &identity(1));
        assert_ne!(fingerprint(&identity(1)), fingerprint(&identity(2)));
    }

    #[test]
    fn nor_nan_payloads() {
        let nan = |bits| f64::from_bits(f64::NAN.to_bits() | bits);
        same(&nan(0), &nan(1));
        assert_ne!(fingerprint(&0.0), fingerprint(&-0.0));
    }
}

/// An interner's index, known elsewhere by its text.
mod interned {
    use std::hash::{Hash, Hasher};

    use sexpr_core::containers::{Encoder, StableBytes};

    use super::*;

    /// The text, and the index that it happens to have in this process.
    #[derive(Clone, Copy, Eq)]
    struct Symbol(&'static str, u64);

    impl PartialEq for Symbol {
        fn eq(&self, other: &Self) -> bool {
            self.0 == other.0
        }
    }
    impl Hash for Symbol {
        fn hash<H: Hasher>(&self, state: &mut H) {
            self.1.hash(state);
        }
    }
    impl StableBytes for Symbol {
        fn stable_bytes(&self, into: &mut dyn Encoder) {
            into.bytes(self.0.as_bytes());
        }
    }

    #[derive(StructuralEq)]
    struct Key(#[seq(opaque)] Symbol);

    #[derive(StructuralEq)]
    #[seq(kind = "dag")]
    struct Block {
        size: u32,
    }

    /// In another process, the indices are others. Blocks are numbered in the order of the keys.
    #[test]
    fn symbols_in_keys_are_ordered_alike_in_every_process() {
        let texts = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let map = |start: u64| -> HashMap<StructuralKey<Key>, [Arc<Block>; 2]> {
            let symbols = texts.iter().enumerate().map(|(index, text)| Symbol(text, start ^ index as u64));
            let blocks: Vec<_> = texts.iter().map(|_| Arc::new(Block { size: 1 })).collect();
            let values = (0..texts.len()).map(|index| [0, 1].map(|next| blocks[(index + next) % texts.len()].clone()));
            symbols.map(|symbol| StructuralKey::new(Key(symbol))).zip(values).collect()
        };
        let here = fingerprint(&map(0));
        for start in 1..8 {
            assert_eq!(fingerprint(&map(start)), here);
        }
    }
}
