//! What was once wrong, each with the sentence that it broke.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    fmt,
    hash::{Hash, Hasher},
    sync::Arc,
};

use indexmap::IndexMap;
use sexpr_core::{
    ByIdentity, Field, Options, StructuralEq, StructuralKey, TypeInfo,
    containers::{Encoder, Leaf, SharedPointer, Sharing},
    custom::{Region, VirtualFields, Visitor},
    first_structural_mismatch,
    info::{Def, Shape},
    structural_equal, structural_hash,
};
use sexpr_test_support::check;

/// Legal: equal values hash equally, as do many others.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CoarselyHashed(Vec<u8>);

impl Hash for CoarselyHashed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.len().hash(state);
    }
}

#[derive(StructuralEq)]
struct Constant {
    #[seq(payload, opaque)]
    data: CoarselyHashed,
    dims: Vec<u64>,
}

#[derive(StructuralEq)]
struct Module {
    constants: Vec<Arc<Constant>>,
    table: HashMap<StructuralKey<Arc<Constant>>, i64>,
}

fn constant(byte: u8) -> Arc<Constant> {
    Arc::new(Constant { data: CoarselyHashed(vec![byte]), dims: vec![1] })
}

#[test]
fn what_is_equal_without_payloads_is_not_equal_in_a_key_with_them() {
    let module = |byte| {
        let shared = constant(byte);
        Module { constants: vec![shared.clone()], table: HashMap::from([(StructuralKey::new(shared), 1)]) }
    };
    let options = Options::new().skip_payload(true);
    assert!(options.equal(&module(1), &module(1)));
    assert!(!options.equal(&module(1), &module(2)));
    assert!(options.first_mismatch(&module(1), &module(2)).is_some());
}

#[test]
fn maps_whose_keys_collide_hash_alike_in_any_order() {
    let key = |byte| StructuralKey::new(constant(byte));
    let forth: IndexMap<_, _> = [(key(1), vec![1]), (key(2), vec![2]), (key(3), vec![])].into_iter().collect();
    let back: IndexMap<_, _> = [(key(3), vec![]), (key(2), vec![2]), (key(1), vec![1])].into_iter().collect();
    check::equal(&forth, &back);
    let crossed: IndexMap<_, _> = [(key(3), vec![]), (key(2), vec![1]), (key(1), vec![2])].into_iter().collect();
    assert!(!structural_equal(&forth, &crossed));
    assert!(first_structural_mismatch(&forth, &crossed).is_some());
}

#[test]
fn maps_of_keys_with_several_options_hash_alike_in_any_order() {
    #[derive(StructuralEq)]
    #[seq(kind = "dag")]
    struct Node(i64);
    let map = |order: [usize; 2]| -> IndexMap<_, _> {
        let options = [Options::new(), Options::new().map_free_vars(true)];
        let entries = order.map(|i| (StructuralKey::with_options(1_i64, options[i]), Arc::new(Node(i as i64))));
        entries.into_iter().collect()
    };
    check::equal(&map([0, 1]), &map([1, 0]));
}

#[test]
fn borrowed_cows_share() {
    #[derive(Clone, StructuralEq)]
    struct Node<'a> {
        value: i64,
        below: Cow<'a, [Node<'a>]>,
    }
    fn tower(height: usize) -> Node<'static> {
        let mut top = Node { value: 0, below: Cow::Owned(vec![]) };
        for value in 1..=height as i64 {
            let level: &'static [Node<'static>] = Box::leak(Box::new([top.clone(), top]));
            top = Node { value, below: Cow::Borrowed(level) };
        }
        top
    }
    let (one, other) = (tower(500), tower(500));
    assert!(structural_equal(&one, &other));
    assert_eq!(structural_hash(&one), structural_hash(&other));
    assert!(first_structural_mismatch(&one, &other).is_none());
}

#[test]
fn a_keyed_dag_node_may_be_mentioned_by_its_own_fields() {
    #[derive(StructuralEq)]
    #[seq(kind = "dag")]
    struct Node {
        #[seq(key)]
        key: u32,
        value: i32,
        below: Option<Arc<Node>>,
    }
    let node =
        |inner: i32| Node { key: 1, value: 0, below: Some(Arc::new(Node { key: 1, value: inner, below: None })) };
    check::equal(&node(1), &node(1));
    check::differ(&node(1), &node(2));
}

#[test]
fn a_slice_is_not_the_node_that_a_part_of_it_is() {
    #[derive(StructuralEq)]
    struct Node(Box<i64>);
    #[derive(StructuralEq)]
    struct Slices<'a> {
        part: &'a [Node],
        whole: &'a [Node],
    }
    let nodes = |second: i64| [Node(Box::new(1)), Node(Box::new(second))];
    let (one, other) = (nodes(2), nodes(3));
    fn slices(nodes: &[Node]) -> Slices<'_> {
        Slices { part: &nodes[..1], whole: nodes }
    }
    check::differ_at(".whole[1]", &slices(&one), &slices(&other));
    check::equal(&slices(&one), &slices(&nodes(2)));
}

#[test]
fn keys_of_leaves_that_write_any_number_of_words_are_told_apart() {
    #[derive(PartialEq, Eq, PartialOrd, Ord)]
    struct Words(Vec<u64>);
    impl Leaf for Words {
        fn same(&self, other: &Self) -> bool {
            self.0 == other.0
        }
        fn encode<E: Encoder>(&self, into: &mut E) {
            self.0.iter().for_each(|word| into.word(*word));
        }
        fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            fmt::Debug::fmt(&self.0, f)
        }
    }
    sexpr_core::leaf!(Words);

    let map = |one: &[u64], other: &[u64]| BTreeMap::from([((Words(one.to_vec()), Words(other.to_vec())), 1)]);
    check::equal(&map(&[1, 1], &[1]), &map(&[1, 1], &[1]));
    check::differ(&map(&[1, 1], &[1]), &map(&[1], &[1, 1]));
}

#[test]
fn virtual_fields_of_different_types_hash_differently() {
    #[derive(StructuralEq)]
    #[seq(with = parts)]
    enum Value {
        Narrow(Vec<u8>),
        Wide(Vec<i64>),
    }
    fn parts<'a>(value: &'a Value, fields: &mut VirtualFields<'a>) {
        match value {
            Value::Narrow(value) => fields.field("value", Def::Inherit, value),
            Value::Wide(value) => fields.field("value", Def::Inherit, value),
        }
    }
    #[derive(StructuralEq)]
    #[seq(with = leaves)]
    struct Flag(bool);
    fn leaves<'a>(flag: &'a Flag, fields: &mut VirtualFields<'a>) {
        if flag.0 { fields.leaf("value", 1_u8) } else { fields.leaf("value", 1_i64) }
    }
    check::differ(&Value::Narrow(vec![]), &Value::Wide(vec![]));
    let mismatch = check::differ_at(".value", &Flag(true), &Flag(false));
    assert_eq!(mismatch.reason().to_string(), "type `u8` differs from type `i64`");
}

#[test]
fn pointers_of_ones_own_to_variables_are_keys_by_identity() {
    struct Handle<'a, T>(&'a T);
    impl<T: StructuralEq> SharedPointer for Handle<'_, T> {
        type Target = T;
        fn target(&self) -> &T {
            self.0
        }
        fn sharing(&self) -> Sharing {
            Sharing::Unknown
        }
    }
    impl<T: StructuralEq> StructuralEq for Handle<'_, T> {
        const INFO: &'static TypeInfo = &TypeInfo::container("Handle", Shape::Pointer(|| T::INFO));
        type Reach = T::Reach;
        fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
            visitor.shared(left, right, at)
        }
    }
    impl<T: StructuralEq> Field for Handle<'_, T> {}

    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct Var {
        width: u8,
    }
    #[derive(StructuralEq)]
    struct Frame<'a> {
        #[seq(def)]
        local: Handle<'a, Var>,
        values: HashMap<ByIdentity<Handle<'a, Var>>, i64>,
    }
    fn frame(var: &Var) -> Frame<'_> {
        Frame { local: Handle(var), values: HashMap::from([(ByIdentity(Handle(var)), 1)]) }
    }
    check::equal(&frame(&Var { width: 1 }), &frame(&Var { width: 1 }));
}

/// A `def` field that stands in no scope of its own: outside of all scopes, a variable below it is looked up first, and
/// in a scope it binds anew. So a term that depends on nothing outside may depend on something inside.
mod closed_outside_of_scopes_only {
    use std::sync::Arc;

    use sexpr_core::StructuralEq;
    use sexpr_test_support::check;

    #[derive(StructuralEq)]
    enum Node {
        Name(#[seq(var)] String),
        Pair(Arc<Node>, Arc<Node>),
        #[seq(scope)]
        Lambda(#[seq(def)] Arc<Node>, Arc<Node>),
        Binds(#[seq(def)] Arc<Node>),
    }

    fn name(name: &str) -> Arc<Node> {
        Arc::new(Node::Name(name.into()))
    }

    fn lambda(parameter: &str, body: Arc<Node>) -> Arc<Node> {
        Arc::new(Node::Lambda(name(parameter), body))
    }

    fn pair(left: &Arc<Node>, right: &Arc<Node>) -> Arc<Node> {
        Arc::new(Node::Pair(left.clone(), right.clone()))
    }

    /// The inner use of the name binds it for the outer lambda, when it stands in one.
    fn binds(inner: &str) -> Arc<Node> {
        Arc::new(Node::Binds(lambda(inner, name(inner))))
    }

    fn twice(inner: &str, outer: &str) -> Arc<Node> {
        let shared = binds(inner);
        pair(&shared, &lambda(outer, pair(&shared, &name(outer))))
    }

    #[test]
    fn a_shared_term_binds_in_the_lambda() {
        check::equal(&twice("x", "x"), &twice("a", "a"));
        check::differ(&twice("x", "x"), &twice("b", "a"));
    }

    #[test]
    fn sharing_it_changes_nothing() {
        let unshared = pair(&binds("x"), &lambda("x", pair(&binds("x"), &name("x"))));
        check::equal(&twice("x", "x"), &unshared);
    }
}

/// A table that is written by hand may say less than there is: what a type reaches is not to be believed of it.
#[test]
fn a_pointer_that_says_to_be_a_leaf_hides_no_variable() {
    struct Hidden<T>(Arc<T>);

    impl<T: StructuralEq> SharedPointer for Hidden<T> {
        type Target = T;
        fn target(&self) -> &T {
            &self.0
        }
        fn sharing(&self) -> Sharing {
            Sharing::Unknown
        }
    }
    impl<T: StructuralEq> StructuralEq for Hidden<T> {
        const INFO: &'static TypeInfo = &TypeInfo::leaf("Hidden");
        type Reach = T::Reach;
        fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
            visitor.shared(left, right, at)
        }
    }
    impl<T: StructuralEq> Field for Hidden<T> {}

    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct Var {
        width: u32,
    }
    #[derive(StructuralEq)]
    struct Uses<T> {
        used: T,
    }
    #[derive(StructuralEq)]
    struct Lambda<T> {
        #[seq(def)]
        param: Arc<Var>,
        body: Arc<Uses<T>>,
    }
    let var = || Arc::new(Var { width: 1 });
    let (bound, free) = (var(), var());
    let body = Arc::new(Uses { used: Hidden(bound.clone()) });
    let uses_its_own = Lambda { param: bound, body: body.clone() };
    let uses_another = Lambda { param: free, body };
    check::differ(&uses_its_own, &uses_another);
    check::equal(&uses_its_own, &uses_its_own);
}
