//! Terms whose binders are scopes are equal exactly when they are the same without names.

use std::{collections::BTreeSet, sync::Arc};

use proptest::{collection::vec, prelude::*};
use sexpr_core::{Comparer, StructuralEq, first_structural_mismatch, structural_equal, structural_hash};

/// A term over names, as a graph: children before parents, the root last. A child of several parents is shared.
#[derive(Clone, Debug)]
struct Graph(Vec<Node<usize>>);

#[derive(Clone, Debug, PartialEq)]
enum Node<Child> {
    Use(u8),
    Constant(u8),
    Apply(Child, Child),
    Lambda(u8, Child),
    /// Not recursive.
    Let(u8, Child, Child),
    /// Recursive.
    Letrec(Vec<(u8, Child)>, Child),
}

impl<Child> Node<Child> {
    fn map<T>(&self, mut f: impl FnMut(&Child) -> T) -> Node<T> {
        match self {
            Node::Use(name) => Node::Use(*name),
            Node::Constant(value) => Node::Constant(*value),
            Node::Apply(function, argument) => Node::Apply(f(function), f(argument)),
            Node::Lambda(name, body) => Node::Lambda(*name, f(body)),
            Node::Let(name, value, body) => Node::Let(*name, f(value), f(body)),
            Node::Letrec(values, body) => {
                Node::Letrec(values.iter().map(|(name, value)| (*name, f(value))).collect(), f(body))
            }
        }
    }
}

/// The model: names become the number of binders between, and equality is `==`.
#[derive(Clone, Debug, PartialEq)]
enum Nameless {
    Bound(usize),
    Free(u8),
    Constant(u8),
    Apply(Box<Nameless>, Box<Nameless>),
    Lambda(Box<Nameless>),
    Let(Box<Nameless>, Box<Nameless>),
    Letrec(Vec<Nameless>, Box<Nameless>),
}

impl Graph {
    fn root(&self) -> usize {
        self.0.len() - 1
    }

    fn nameless(&self) -> Nameless {
        self.nameless_at(self.root(), &mut vec![])
    }

    /// `binders` are those around, the innermost last.
    fn nameless_at(&self, at: usize, binders: &mut Vec<u8>) -> Nameless {
        match &self.0[at] {
            Node::Use(name) => {
                let between = binders.iter().rev().position(|binder| binder == name);
                between.map_or(Nameless::Free(*name), Nameless::Bound)
            }
            Node::Constant(value) => Nameless::Constant(*value),
            Node::Apply(function, argument) => {
                let function = self.nameless_at(*function, binders);
                Nameless::Apply(Box::new(function), Box::new(self.nameless_at(*argument, binders)))
            }
            Node::Lambda(name, body) => {
                binders.push(*name);
                let body = self.nameless_at(*body, binders);
                binders.pop();
                Nameless::Lambda(Box::new(body))
            }
            Node::Let(name, value, body) => {
                let value = self.nameless_at(*value, binders);
                binders.push(*name);
                let body = self.nameless_at(*body, binders);
                binders.pop();
                Nameless::Let(Box::new(value), Box::new(body))
            }
            Node::Letrec(values, body) => {
                binders.extend(values.iter().map(|(name, _)| *name));
                let nameless = values.iter().map(|(_, value)| self.nameless_at(*value, binders)).collect();
                let body = self.nameless_at(*body, binders);
                binders.truncate(binders.len() - values.len());
                Nameless::Letrec(nameless, Box::new(body))
            }
        }
    }

    /// The term with an object of its own for each occurrence of a node.
    fn unfolded<T>(&self, of: &impl Fn(Node<T>) -> T) -> T {
        self.unfolded_at(self.root(), of)
    }

    fn unfolded_at<T>(&self, at: usize, of: &impl Fn(Node<T>) -> T) -> T {
        of(self.0[at].map(|child| self.unfolded_at(*child, of)))
    }

    /// The term with one object for each node. All of them: whoever drops those but the last leaves the counts of
    /// references to be the graph's own.
    fn shared<T: Clone>(&self, of: &impl Fn(Node<T>) -> T) -> Vec<T> {
        let mut built: Vec<T> = vec![];
        for node in &self.0 {
            built.push(of(node.map(|child| built[*child].clone())));
        }
        built
    }
}

/// How to make a graph.
#[derive(Clone, Copy, Debug)]
struct Ingredient {
    sort: u8,
    names: [u8; 2],
    children: [u8; 3],
}

/// How many nodes an unfolded term may have, about.
const LIMIT: usize = 200;

fn graph() -> impl Strategy<Value = Graph> {
    let ingredient = (any::<u8>(), [0_u8..3, 0..3], any::<[u8; 3]>());
    let ingredient = ingredient.prop_map(|(sort, names, children)| Ingredient { sort, names, children });
    vec(ingredient, 1..20).prop_map(|ingredients| {
        let (mut nodes, mut sizes) = (vec![], vec![]);
        for ingredient in ingredients {
            let node = ingredient.node(&nodes);
            let mut size = 1;
            node.map(|child: &usize| size += sizes[*child]);
            if size < LIMIT {
                nodes.push(node);
                sizes.push(size);
            }
        }
        // What nothing refers to is applied to each other.
        let mut referred = vec![];
        nodes.iter().for_each(|node: &Node<usize>| _ = node.map(|child| referred.push(*child)));
        let roots: Vec<usize> = (0..nodes.len()).filter(|at| !referred.contains(at)).collect();
        let mut root = roots[0];
        for other in &roots[1..] {
            nodes.push(Node::Apply(root, *other));
            root = nodes.len() - 1;
        }
        Graph(nodes)
    })
}

impl Ingredient {
    fn node(self, nodes: &[Node<usize>]) -> Node<usize> {
        let [one, other] = self.names;
        // Recent nodes mostly, so that much is reached from the root.
        let child = |at: usize| match usize::from(self.children[at]) {
            far if far % 4 == 0 => far / 4 % nodes.len(),
            near => nodes.len() - 1 - near % nodes.len().min(3),
        };
        match self.sort % 16 {
            0..=3 => Node::Use(one),
            _ if nodes.is_empty() => Node::Use(one),
            4 => Node::Constant(one),
            5..=8 => Node::Apply(child(0), child(1)),
            9..=12 => Node::Lambda(one, child(0)),
            13 | 14 => Node::Let(one, child(0), child(1)),
            _ => Node::Letrec(vec![(one, child(0)), (other, child(1))], child(2)),
        }
    }
}

/// How to name a term, and what to change in it before. Decisions are used up one by one, over and over.
#[derive(Clone, Debug)]
struct Naming {
    /// Whether names may capture.
    careless: bool,
    /// Whether nodes with the same content become one.
    share: bool,
    decisions: Vec<u8>,
    /// Which leaf to change.
    mutation: Option<u8>,
}

fn naming() -> impl Strategy<Value = Naming> {
    let mutation = prop_oneof![1 => Just(None), 1 => any::<u8>().prop_map(Some)];
    (any::<bool>(), any::<bool>(), vec(any::<u8>(), 1..16), mutation)
        .prop_map(|(careless, share, decisions, mutation)| Naming { careless, share, decisions, mutation })
}

/// How many names there are to be given.
const NAMES: u8 = 12;

impl Naming {
    fn apply(&self, mut term: Nameless) -> Graph {
        if let Some(which) = self.mutation {
            let mut left = usize::from(which) % term.leaves();
            term.change_leaf(&mut left, which, 0);
        }
        let mut named = Graph(vec![]);
        let mut namer = Namer { naming: self, made: 0, graph: &mut named };
        namer.node(&term, &mut vec![]);
        named
    }
}

struct Namer<'a> {
    naming: &'a Naming,
    made: usize,
    graph: &'a mut Graph,
}

impl Namer<'_> {
    fn decide(&mut self) -> u8 {
        self.made += 1;
        self.naming.decisions[self.made % self.naming.decisions.len()]
    }

    /// A name for a binder of a term, of whose names none is to be captured.
    fn name(&mut self, avoid: &BTreeSet<u8>) -> u8 {
        let decision = self.decide();
        let (first, careless) = (decision % 3, self.naming.careless && decision > 200);
        let free = (first..NAMES).find(|name| !avoid.contains(name));
        if careless { first } else { free.unwrap_or(first) }
    }

    fn push(&mut self, node: Node<usize>) -> usize {
        let same = self.graph.0.iter().position(|other| *other == node);
        if let Some(same) = same.filter(|_| self.naming.share && !self.decide().is_multiple_of(4)) {
            return same;
        }
        self.graph.0.push(node);
        self.graph.root()
    }

    fn node(&mut self, term: &Nameless, names: &mut Vec<u8>) -> usize {
        let node = match term {
            Nameless::Bound(index) => Node::Use(names[names.len() - 1 - index]),
            Nameless::Free(name) => Node::Use(*name),
            Nameless::Constant(value) => Node::Constant(*value),
            Nameless::Apply(function, argument) => Node::Apply(self.node(function, names), self.node(argument, names)),
            Nameless::Lambda(body) => {
                let name = self.name(&body.names_around(1, names));
                names.push(name);
                let body = self.node(body, names);
                names.pop();
                Node::Lambda(name, body)
            }
            Nameless::Let(value, body) => {
                let value = self.node(value, names);
                let name = self.name(&body.names_around(1, names));
                names.push(name);
                let body = self.node(body, names);
                names.pop();
                Node::Let(name, value, body)
            }
            Nameless::Letrec(values, body) => {
                let mut avoid = body.names_around(values.len(), names);
                avoid.extend(values.iter().flat_map(|value| value.names_around(values.len(), names)));
                for _ in values {
                    let name = self.name(&avoid);
                    names.push(name);
                    avoid.insert(name);
                }
                let outside = names.len() - values.len();
                let bound = names[outside..].to_vec();
                let values = values.iter().map(|value| self.node(value, names));
                let values = bound.into_iter().zip(values).collect();
                let body = self.node(body, names);
                names.truncate(outside);
                Node::Letrec(values, body)
            }
        };
        self.push(node)
    }
}

impl Nameless {
    fn children(&self) -> Vec<(&Nameless, usize)> {
        match self {
            Nameless::Bound(_) | Nameless::Free(_) | Nameless::Constant(_) => vec![],
            Nameless::Apply(function, argument) => vec![(function, 0), (argument, 0)],
            Nameless::Lambda(body) => vec![(body, 1)],
            Nameless::Let(value, body) => vec![(value, 0), (body, 1)],
            Nameless::Letrec(values, body) => {
                let bound = values.len();
                values.iter().chain([&**body]).map(|child| (child, bound)).collect()
            }
        }
    }

    /// The names by which a term mentions what is free in it and not bound by the `inside` innermost binders.
    fn names_around(&self, inside: usize, names: &[u8]) -> BTreeSet<u8> {
        match self {
            Nameless::Bound(index) if *index >= inside => [names[names.len() - 1 - (index - inside)]].into(),
            Nameless::Free(name) => [*name].into(),
            term => {
                let children = term.children().into_iter();
                children.flat_map(|(child, bound)| child.names_around(inside + bound, names)).collect()
            }
        }
    }

    fn leaves(&self) -> usize {
        let children = self.children();
        if children.is_empty() { 1 } else { children.into_iter().map(|(child, _)| child.leaves()).sum() }
    }

    /// Changes the leaf before which so many are left.
    fn change_leaf(&mut self, left: &mut usize, to: u8, binders: usize) {
        match self {
            Nameless::Bound(_) | Nameless::Free(_) | Nameless::Constant(_) => {
                if *left == 0 {
                    *self = match usize::from(to) % (binders + 2) {
                        0 => Nameless::Free(to % 3),
                        1 => Nameless::Constant(to % 3),
                        bound => Nameless::Bound(bound - 2),
                    };
                }
                *left = left.wrapping_sub(1);
            }
            Nameless::Apply(function, argument) => {
                function.change_leaf(left, to, binders);
                argument.change_leaf(left, to, binders);
            }
            Nameless::Lambda(body) => body.change_leaf(left, to, binders + 1),
            Nameless::Let(value, body) => {
                value.change_leaf(left, to, binders);
                body.change_leaf(left, to, binders + 1);
            }
            Nameless::Letrec(values, body) => {
                let inside = binders + values.len();
                values.iter_mut().for_each(|value| value.change_leaf(left, to, inside));
                body.change_leaf(left, to, inside);
            }
        }
    }
}

fn text(name: u8) -> String {
    format!("x{name}")
}

/// Names, in nodes behind a pointer.
#[derive(StructuralEq)]
enum Named<P> {
    Use(#[seq(var)] String),
    Constant(u8),
    Apply(P, P),
    #[seq(scope)]
    Lambda(#[seq(var, def)] String, P),
    #[seq(scope, order(value, name, body))]
    Let {
        #[seq(var, def)]
        name: String,
        value: P,
        body: P,
    },
    #[seq(scope)]
    Letrec {
        #[seq(var, def)]
        names: Vec<String>,
        values: Vec<P>,
        body: P,
    },
}

/// A node of a tree.
#[derive(StructuralEq)]
struct Boxed(Box<Named<Boxed>>);

/// A node that may be shared.
#[derive(Clone, StructuralEq)]
struct Shared(Arc<Named<Shared>>);

fn named<P>(node: Node<P>) -> Named<P> {
    match node {
        Node::Use(name) => Named::Use(text(name)),
        Node::Constant(value) => Named::Constant(value),
        Node::Apply(function, argument) => Named::Apply(function, argument),
        Node::Lambda(name, body) => Named::Lambda(text(name), body),
        Node::Let(name, value, body) => Named::Let { name: text(name), value, body },
        Node::Letrec(values, body) => {
            let (names, values) = values.into_iter().map(|(name, value)| (text(name), value)).unzip();
            Named::Letrec { names, values, body }
        }
    }
}

fn boxed(node: Node<Boxed>) -> Boxed {
    Boxed(Box::new(named(node)))
}

fn shared(node: Node<Shared>) -> Shared {
    Shared(Arc::new(named(node)))
}

/// Variables that are objects, in nodes that may be shared.
#[derive(StructuralEq)]
enum Pointed {
    Use(Arc<Var>),
    Constant(u8),
    Apply(Arc<Pointed>, Arc<Pointed>),
    #[seq(scope)]
    Lambda(#[seq(def)] Arc<Var>, Arc<Pointed>),
    #[seq(scope)]
    Let {
        value: Arc<Pointed>,
        #[seq(def)]
        var: Arc<Var>,
        body: Arc<Pointed>,
    },
    #[seq(scope)]
    Letrec {
        #[seq(def)]
        vars: Vec<Arc<Var>>,
        values: Vec<Arc<Pointed>>,
        body: Arc<Pointed>,
    },
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: u8,
}

/// One object for each name.
fn objects() -> Vec<Arc<Var>> {
    (0..NAMES).map(|_| Arc::new(Var { ty: 0 })).collect()
}

fn pointed(node: Node<Arc<Pointed>>, objects: &[Arc<Var>]) -> Arc<Pointed> {
    let object = |name: u8| Arc::clone(&objects[usize::from(name)]);
    Arc::new(match node {
        Node::Use(name) => Pointed::Use(object(name)),
        Node::Constant(value) => Pointed::Constant(value),
        Node::Apply(function, argument) => Pointed::Apply(function, argument),
        Node::Lambda(name, body) => Pointed::Lambda(object(name), body),
        Node::Let(name, value, body) => Pointed::Let { value, var: object(name), body },
        Node::Letrec(values, body) => {
            let (vars, values) = values.into_iter().map(|(name, value)| (object(name), value)).unzip();
            Pointed::Letrec { vars, values, body }
        }
    })
}

/// All operations say so, both ways; also a comparer that has seen other terms.
fn agree<T: StructuralEq>(equal: bool, lhs: &T, rhs: &T, comparer: &mut Comparer) -> Result<(), TestCaseError> {
    prop_assert_eq!(structural_equal(lhs, rhs), equal);
    prop_assert_eq!(structural_equal(rhs, lhs), equal);
    prop_assert_eq!(structural_hash(lhs) == structural_hash(rhs), equal);
    prop_assert_eq!(first_structural_mismatch(lhs, rhs).is_none(), equal);
    prop_assert_eq!(first_structural_mismatch(rhs, lhs).is_none(), equal);
    prop_assert_eq!(comparer.equal(lhs, rhs), equal);
    prop_assert_eq!(comparer.hash(lhs), structural_hash(lhs));
    prop_assert_eq!(comparer.first_mismatch(lhs, rhs).is_none(), equal);
    Ok(())
}

/// Terms whose nodes are shared, against each other and against terms whose nodes are not.
fn agree_shared<T: StructuralEq + Clone>(
    [lhs, rhs]: [&Graph; 2],
    held: bool,
    of: &impl Fn(Node<T>) -> T,
) -> Result<(), TestCaseError> {
    let equal = lhs.nameless() == rhs.nameless();
    let mut comparer = Comparer::new();
    let [mut left, mut right] = [lhs, rhs].map(|graph| graph.shared(of));
    if !held {
        left.drain(..lhs.root());
        right.drain(..rhs.root());
    }
    let (Some(one), Some(other)) = (left.last(), right.last()) else { return Ok(()) };
    let [unfolded, other_unfolded] = [lhs, rhs].map(|graph| graph.unfolded(of));
    agree(true, one, &unfolded, &mut comparer)?;
    agree(true, other, &other_unfolded, &mut comparer)?;
    agree(equal, one, other, &mut comparer)?;
    agree(equal, one, &other_unfolded, &mut comparer)?;
    agree(equal, &unfolded, other, &mut comparer)?;
    agree(equal, &unfolded, &other_unfolded, &mut comparer)
}

/// `PROPTEST_CASES` in the environment asks for more.
fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: 8 * default.cases, failure_persistence: None, max_global_rejects: u32::MAX, ..default }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn names_in_trees(graph in graph(), naming in naming()) {
        let other = naming.apply(graph.nameless());
        let [lhs, rhs] = [&graph, &other].map(|graph| graph.unfolded(&boxed));
        agree(graph.nameless() == other.nameless(), &lhs, &rhs, &mut Comparer::new())?;
    }

    #[test]
    fn names_in_shared_nodes(graph in graph(), naming in naming(), held: bool) {
        agree_shared([&graph, &naming.apply(graph.nameless())], held, &shared)?;
    }

    #[test]
    fn objects_in_shared_nodes(graph in graph(), naming in naming(), held: bool) {
        let objects = objects();
        agree_shared([&graph, &naming.apply(graph.nameless())], held, &|node| pointed(node, &objects))?;
    }

    /// Two nodes of one graph, whose objects are shared across the sides.
    #[test]
    fn two_nodes_of_one_graph(graph in graph(), naming in naming(), part: u8) {
        let other = naming.apply(graph.nameless());
        let mut both = graph.clone();
        both.0.extend(other.0.iter().map(|node| node.map(|child| child + graph.0.len())));
        let part = usize::from(part) % both.0.len();
        let (names, objects) = (both.shared(&shared), objects());
        let pointed = both.shared(&|node| pointed(node, &objects));
        let nameless = |at| both.nameless_at(at, &mut vec![]);
        let mut comparer = Comparer::new();
        for at in [part, graph.root(), both.root()] {
            let equal = nameless(at) == nameless(part);
            agree(equal, &names[at], &names[part], &mut comparer)?;
            agree(equal, &pointed[at], &pointed[part], &mut comparer)?;
        }
    }
}

/// The generator makes equal pairs and unequal ones, in which names are shadowed and nodes shared.
#[test]
fn the_generator_is_worth_its_while() {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};
    let mut runner = TestRunner::deterministic();
    let (mut equal, mut same, mut binders) = (0, 0, 0);
    for _ in 0..1_000 {
        let (graph, naming) = (graph(), naming()).new_tree(&mut runner).unwrap().current();
        let other = naming.apply(graph.nameless());
        equal += usize::from(graph.nameless() == other.nameless());
        same += usize::from(graph.unfolded(&written) == other.unfolded(&written));
        binders += graph.unfolded(&written).matches('λ').count();
    }
    assert!((200..800).contains(&equal), "{equal} of 1000 pairs are equal");
    assert!(2 * same < equal, "{same} of {equal} equal pairs have the same names");
    assert!(binders > 2_000, "{} binders are met on average", binders / 1_000);
}

fn written(node: Node<String>) -> String {
    match node {
        Node::Use(name) => text(name),
        Node::Constant(value) => value.to_string(),
        Node::Apply(function, argument) => format!("({function} {argument})"),
        Node::Lambda(name, body) => format!("λ{}.{body}", text(name)),
        Node::Let(name, value, body) => format!("let λ{} = {value} in {body}", text(name)),
        Node::Letrec(values, body) => {
            let values: String = values.iter().map(|(name, value)| format!("λ{} = {value}; ", text(*name))).collect();
            format!("letrec {values} in {body}")
        }
    }
}
