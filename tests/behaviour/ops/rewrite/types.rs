//! The types of the standard library and of other crates.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque},
    num::Wrapping,
    rc::Rc,
    sync::Arc,
};

use sexpr_core::{
    StructuralEq,
    rewrite::{Rewritable, Rewrite},
};

/// A node that is replaced wherever it stands.
#[derive(StructuralEq, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Clone)]
#[seq(rewrite)]
struct N(u8);

/// `build` makes a value with this node in it. Whether it is owned or shared, the node is replaced.
fn replaced_in<T: Rewritable + PartialEq + std::fmt::Debug>(build: impl Fn(N) -> T) {
    let rewrite = || Rewrite::new().after(|node: &N, _| (*node == N(1)).then_some(N(2)));
    assert_eq!(rewrite().run(build(N(1))), build(N(2)), "owned");
    let shared = Arc::new(build(N(1)));
    assert_eq!(*rewrite().run(shared.clone()), build(N(2)), "shared");
    assert_eq!(*shared, build(N(1)), "the original stays");
    let same = Arc::new(build(N(3)));
    assert!(Arc::ptr_eq(&rewrite().run(same.clone()), &same), "nothing to replace");
}

#[test]
fn nodes_are_replaced_in_all_containers() {
    replaced_in(|node| node);
    replaced_in(Box::new);
    replaced_in(Rc::new);
    replaced_in(|node| Arc::new(Arc::new(node)));
    replaced_in(|node| vec![N(0), node, N(9)]);
    replaced_in(|node| VecDeque::from([node, N(9)]));
    replaced_in(|node| LinkedList::from([N(0), node]));
    replaced_in(|node| [node, N(9)]);
    replaced_in(|node| -> Box<[N]> { [N(0), node].into() });
    replaced_in(|node| -> Arc<[N]> { [N(0), node].into() });
    replaced_in(|node| -> Rc<[N]> { [N(0), node].into() });
    replaced_in(Some);
    replaced_in(|node| -> Result<N, N> { Ok(node) });
    replaced_in(|node| -> Result<N, N> { Err(node) });
    replaced_in(|node| (N(0), node, vec![N(9)]));
    replaced_in(Wrapping);
    replaced_in(Reverse);
    replaced_in(|node| BTreeMap::from([("a".to_string(), N(0)), ("b".to_string(), node)]));
    replaced_in(|node| HashMap::<_, _>::from([(1, N(0)), (2, node)]));
    replaced_in(|node| BTreeMap::from([(node, 1_u8), (N(9), 2)]));
    replaced_in(|node| HashMap::<_, _>::from([(node, 1_u8), (N(9), 2)]));
    replaced_in(|node| BTreeSet::from([node, N(9)]));
    replaced_in(|node| HashSet::<_>::from([node, N(9)]));
    replaced_in(|node| indexmap::IndexMap::<_, _>::from([(node.clone(), node), (N(9), N(0))]));
    replaced_in(|node| indexmap::IndexSet::<_>::from([node, N(9)]));
    replaced_in(|node| smallvec::SmallVec::<[N; 2]>::from([node, N(9)]));
    replaced_in(|node| vec![Some(Box::new((node, [N(0)])))]);
}

#[test]
fn a_map_keeps_the_order_of_its_entries() {
    let map = indexmap::IndexMap::<_, _>::from([(N(3), 1_u8), (N(1), 2), (N(0), 3)]);
    let map = Rewrite::new().after(|node: &N, _| (*node == N(1)).then_some(N(2))).run(map);
    assert_eq!(map.keys().collect::<Vec<_>>(), [&N(3), &N(2), &N(0)]);
}

#[test]
fn ordered_maps_are_rewritten() {
    #[derive(StructuralEq, Debug, PartialEq)]
    #[seq(rewrite)]
    struct Steps {
        #[seq(ordered)]
        steps: indexmap::IndexMap<String, N>,
    }
    replaced_in(|node| Steps { steps: indexmap::IndexMap::from([("b".into(), N(0)), ("a".into(), node)]) });
}
