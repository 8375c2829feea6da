//! Equal values: whatever else tells them apart does not enter.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    num::Wrapping,
    rc::Rc,
    sync::Arc,
};

use sexpr_core::{Fingerprint, StructuralEq, StructuralKey, custom::DynStructural};

use super::fingerprint;

#[derive(StructuralEq)]
enum Node {
    Leaf(u32),
}

fn leaf(value: u32) -> Arc<Node> {
    Arc::new(Node::Leaf(value))
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

    /// Only what is around the root is looked through.
    #[test]
    fn are_told_apart_where_they_are_arguments() {
        assert_ne!(fingerprint(&vec![Arc::new(1)]), fingerprint(&vec![1]));
        assert_ne!(fingerprint(&Some(Box::new(1))), fingerprint(&Some(1)));
    }
}

/// An interner's index, known elsewhere by its text.
mod interned {
    use std::hash::{Hash, Hasher};

    use sexpr_core::containers::{Encoder, StableBytes};

    use super::*;
    use crate::nodes::Dag;

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

    /// In another process, the indices are others. Blocks are numbered in the order of the keys.
    #[test]
    fn symbols_in_keys_are_ordered_alike_in_every_process() {
        let texts = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let map = |start: u64| -> HashMap<StructuralKey<Key>, [Arc<Dag>; 2]> {
            let symbols = texts.iter().enumerate().map(|(index, text)| Symbol(text, start ^ index as u64));
            let blocks: Vec<_> = texts.iter().map(|_| Arc::new(Dag { value: 1 })).collect();
            let values = (0..texts.len()).map(|index| [0, 1].map(|next| blocks[(index + next) % texts.len()].clone()));
            symbols.map(|symbol| StructuralKey::new(Key(symbol))).zip(values).collect()
        };
        let here = fingerprint(&map(0));
        for start in 1..8 {
            assert_eq!(fingerprint(&map(start)), here);
        }
    }
}
