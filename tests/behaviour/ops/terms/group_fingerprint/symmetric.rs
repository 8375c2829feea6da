//! Groups whose members are hard to tell apart.

use sexpr_core::terms::{GroupError, GroupFingerprint, group_fingerprint};

use super::{Expr, Group, binder, classes, group, name, of, run, sum, tuple};

/// Members `m0`, `m1`, …, each defined by its number.
fn members(count: usize, definition: impl Fn(usize) -> Expr) -> Group {
    (0..count).map(|i| (binder(&format!("m{i}")), definition(i))).collect()
}

fn member(number: usize) -> Expr {
    name(&format!("m{number}"))
}

/// The group in another order.
fn shuffled(group: Group) -> Group {
    let count = group.len();
    let step = (count / 3..)
        .find(|step| !(2..=count).any(|divisor| step.is_multiple_of(divisor) && count.is_multiple_of(divisor)));
    let step = step.expect("some number has no divisor in common");
    (0..count).map(|i| group[(i * step + 1) % count].clone()).collect()
}

/// An undirected graph: a constant for each vertex, and two tuples for each edge.
fn graph(vertices: usize, edges: impl Fn(usize, usize) -> bool) -> Group {
    let mut group = members(vertices, |_| Expr::Int(0));
    for from in 0..vertices {
        for to in (0..vertices).filter(|to| *to != from && edges(from, *to)) {
            group.push((binder(&format!("e{from}-{to}")), tuple([member(from), member(to)])));
        }
    }
    group
}

#[test]
fn two_that_are_written_alike() {
    let written = |callee: &str| tuple([Expr::Int(1), name(callee)]);
    assert_eq!(classes(&group([("even", written("odd")), ("odd", written("even"))])), 1);
    assert_eq!(classes(&group([("even", written("even")), ("odd", written("odd"))])), 1);
    assert_ne!(
        of(&group([("even", written("odd")), ("odd", written("even"))])),
        of(&group([("even", written("even")), ("odd", written("odd"))]))
    );
}

#[test]
fn rings() {
    let ring = |count: usize| members(count, |i| member((i + 1) % count));
    for count in [1, 2, 3, 10, 100, 1000] {
        assert_eq!(of(&ring(count)), of(&shuffled(ring(count))));
        assert_eq!(classes(&ring(count)), 1);
    }
    // Two rings of three are not one of six.
    let two = members(6, |i| member(i / 3 * 3 + (i + 1) % 3));
    assert_eq!(classes(&two), 1);
    assert_ne!(of(&two), of(&ring(6)));
}

#[test]
fn cliques() {
    for count in [2, 3, 8, 20] {
        let others = |i: usize| (1..count).map(move |step| member((i + step) % count));
        let ordered = members(count, |i| Expr::Tuple(others(i).collect()));
        let unordered = members(count, |i| Expr::Sum(others(i).collect()));
        for clique in [ordered, unordered] {
            assert_eq!(of(&clique), of(&shuffled(clique.clone())), "{count}");
            assert_eq!(classes(&clique), 1);
        }
    }
    let complete = graph(8, |_, _| true);
    assert_eq!(of(&complete), of(&shuffled(complete.clone())));
    assert_eq!(classes(&complete), 2);
}

#[test]
fn a_thousand_equal_members() {
    let apart = members(1000, |_| Expr::Int(7));
    assert_eq!(classes(&apart), 1);
    // All mention one.
    let mut around = members(1000, |_| name("hub"));
    around.push((binder("hub"), Expr::Int(1)));
    assert_eq!(classes(&around), 2);
    assert_eq!(of(&around), of(&shuffled(around.clone())));
}

#[test]
fn two_hundred_equal_pairs() {
    let pairs = members(400, |i| tuple([member(i ^ 1), Expr::Int(3)]));
    assert_eq!(classes(&pairs), 1);
    assert_eq!(of(&pairs), of(&shuffled(pairs.clone())));
    let mut around = members(400, |i| tuple([name("hub"), member(i ^ 1)]));
    around.push((binder("hub"), Expr::Int(1)));
    assert_eq!(classes(&around), 2);
    assert_eq!(of(&around), of(&shuffled(around.clone())));
}

#[test]
fn symmetric_operands() {
    // `h = f + g`, where `f` and `g` are alike.
    let two = group([("h", sum([name("f"), name("g")])), ("f", Expr::Int(1)), ("g", Expr::Int(1))]);
    assert_eq!(classes(&two), 2);
    // `(a, b) + (c, d)`: once `a` is told from `c`, so is `b` from `d`.
    let crossed = |second: [&str; 2], third: [&str; 2]| {
        group([
            ("h", sum([tuple(second.map(name)), tuple(third.map(name))])),
            ("a", Expr::Int(1)),
            ("b", Expr::Int(2)),
            ("c", Expr::Int(1)),
            ("d", Expr::Int(2)),
        ])
    };
    let straight = crossed(["a", "b"], ["c", "d"]);
    assert_eq!(of(&straight), of(&crossed(["a", "d"], ["c", "b"])));
    assert_ne!(of(&straight), of(&crossed(["a", "b"], ["a", "d"])));
    assert_eq!(classes(&straight), 3);
}

/// Both are strongly regular with parameters (16, 6, 2, 2): refinement tells nothing apart, neither in one graph nor
/// between them.
#[test]
fn strongly_regular_graphs_that_differ() {
    let place = |vertex: usize| (vertex / 4, vertex % 4);
    let rook = |from: usize, to: usize| place(from).0 == place(to).0 || place(from).1 == place(to).1;
    let shrikhande = |from: usize, to: usize| {
        let ((x, y), (z, w)) = (place(from), place(to));
        [(0, 1), (1, 0), (1, 1), (0, 3), (3, 0), (3, 3)].contains(&((4 + x - z) % 4, (4 + y - w) % 4))
    };
    let [rook, shrikhande] = [graph(16, rook), graph(16, shrikhande)];
    assert_eq!(rook.len(), 16 + 96);
    assert_eq!(shrikhande.len(), 16 + 96);
    assert_ne!(of(&rook), of(&shrikhande));
    for graph in [rook, shrikhande] {
        assert_eq!(of(&graph), of(&shuffled(graph.clone())));
        // Each is transitive on vertices, and on directed edges.
        assert_eq!(classes(&graph), 2);
    }
}

/// The graph of Cai, Fürer and Immerman over a cubic graph, in which refinement tells little apart. If `twisted`, one
/// edge is crossed, and the graphs are not isomorphic.
fn cai_fuerer_immerman(size: usize, twisted: bool) -> Group {
    // A Möbius ladder: a ring of `2 · size` vertices, each joined with the opposite one.
    let around = 2 * size;
    let neighbours = |v: usize| [(v + 1) % around, (v + around - 1) % around, (v + size) % around];
    let mut group = Group::new();
    let end = |from: usize, to: usize, bit: usize| name(&format!("a{from}-{to}-{bit}"));
    for v in 0..around {
        for w in neighbours(v) {
            for bit in 0..2 {
                let crossed = bit ^ usize::from(twisted && v.min(w) == 0 && v.max(w) == 1);
                group.push((binder(&format!("a{v}-{w}-{bit}")), tuple([end(w, v, crossed)])));
            }
        }
        for even in [[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]] {
            let ends = neighbours(v).iter().zip(even).map(|(w, bit)| end(v, *w, bit)).collect();
            let [x, y, z] = even;
            group.push((binder(&format!("m{v}-{x}{y}{z}")), Expr::Sum(ends)));
        }
    }
    group
}

#[test]
fn hard_groups_are_told_apart_or_refused_in_bounded_steps() {
    let small = [false, true].map(|twisted| cai_fuerer_immerman(3, twisted));
    assert_ne!(of(&small[0]), of(&small[1]));
    small.iter().for_each(|group| assert_eq!(of(group), of(&shuffled(group.clone()))));
    let large = cai_fuerer_immerman(40, true);
    match GroupFingerprint::new().limit(1_000_000).run(&large) {
        Ok(found) => assert_eq!(found.members().len(), large.len()),
        Err(GroupError::Undecided { members }) => assert!(members.len() > 1),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn what_is_too_symmetric_is_refused() {
    let clique =
        |count: usize| members(count, |i| Expr::Sum((1..count).map(|step| member((i + step) % count)).collect()));
    let error = GroupFingerprint::new().limit(1000).run(&clique(20)).unwrap_err();
    assert_eq!(error, GroupError::Undecided { members: (0..20).collect() });
    assert_eq!(
        error.to_string(),
        "the 20 members around member 0 of the group are too symmetric to be put in order: split the group, or raise \
         `GroupFingerprint::limit`, which helps unless more than 64 have to be chosen in turn"
    );
    // The deepest search, which takes little of the native stack.
    let large = move || group_fingerprint(&clique(70)).unwrap_err();
    let error = std::thread::Builder::new().stack_size(512 << 10).spawn(large).unwrap().join().unwrap();
    assert_eq!(error, GroupError::Undecided { members: (0..70).collect() });
}

#[test]
fn symmetric_parts_are_searched_one_by_one() {
    // 50 copies of a graph that takes trials: 2 to the power of 50 orders.
    let mut copies = Group::new();
    for copy in 0..50 {
        let vertex = |number: usize| name(&format!("c{copy}-{}", number % 5));
        copies.extend((0..5).map(|i| (binder(&format!("c{copy}-{i}")), sum([vertex(i + 1), vertex(i + 4)]))));
    }
    assert_eq!(classes(&copies), 1);
    assert_eq!(of(&copies), of(&shuffled(copies.clone())));
    assert_eq!(run(&copies).order().len(), 250);
}
