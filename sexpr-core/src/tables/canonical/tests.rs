//! Canonical orders against all orders.

use alloc::{collections::BTreeSet, vec, vec::Vec};

use super::{Canonical, Digraph, Edges, Undecided, Vertex, canonical_order};

/// What a vertex is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Content {
    /// Targets in order.
    List(u8, Vec<Vertex>),
    /// Pairs of targets in no order: as an unordered vertex has them, of which nothing but how many there are is known
    /// beforehand.
    Pairs(Vec<[Vertex; 2]>),
}

impl Content {
    /// The same, with other vertices.
    fn renamed(&self, to: impl Fn(Vertex) -> Vertex) -> Content {
        match self {
            Content::List(colour, targets) => {
                Content::List(*colour, targets.iter().map(|target| to(*target)).collect())
            }
            Content::Pairs(pairs) => {
                let mut pairs: Vec<_> = pairs.iter().map(|pair| pair.map(&to)).collect();
                pairs.sort_unstable();
                Content::Pairs(pairs)
            }
        }
    }
}

fn canonical(contents: &[Content], limit: u64) -> Result<Canonical, Undecided> {
    let mut graph = Digraph::default();
    for content in contents {
        let (colour, targets, edges) = match content {
            Content::List(colour, targets) => (u128::from(*colour), targets.clone(), Edges::Ordered),
            Content::Pairs(pairs) => {
                let targets: BTreeSet<Vertex> = pairs.iter().flatten().copied().collect();
                (pairs.len() as u128, targets.into_iter().collect(), Edges::Unordered)
            }
        };
        graph.colours.push(colour);
        graph.targets.push(targets);
        graph.edges.push(edges);
    }
    canonical_order(&graph, limit, |vertex, targets| {
        let place = |target| targets.iter().position(|other| *other == target).expect("it is a target") as Vertex;
        let Content::Pairs(pairs) = contents[vertex as usize].renamed(place) else { panic!("this one has an order") };
        let bits = pairs.iter().flatten().fold(1_u128, |bits, place| bits << 3 | u128::from(*place));
        (bits, 1)
    })
}

fn permutations(count: Vertex) -> Vec<Vec<Vertex>> {
    if count == 0 {
        return vec![vec![]];
    }
    let with = |shorter: &Vec<Vertex>, place: usize| {
        let mut longer = shorter.clone();
        longer.insert(place, count - 1);
        longer
    };
    permutations(count - 1).iter().flat_map(|shorter| (0..count as usize).map(|place| with(shorter, place))).collect()
}

/// The graph whose vertices are called so.
fn renamed(contents: &[Content], names: &[Vertex]) -> Vec<Content> {
    let mut renamed = contents.to_vec();
    for (content, name) in contents.iter().zip(names) {
        renamed[*name as usize] = content.renamed(|vertex| names[vertex as usize]);
    }
    renamed
}

/// Random numbers below a bound.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    /// A vertex's content, of vertices other than it.
    fn content(&mut self, own: Vertex, count: Vertex, colours: usize) -> Content {
        let mut others: Vec<Vertex> = (0..count).filter(|vertex| *vertex != own).collect();
        if !others.is_empty() && self.below(3) == 0 {
            let pairs = (0..1 + self.below(3)).map(|_| [0; 2].map(|_: u32| others[self.below(others.len())])).collect();
            return Content::Pairs(pairs).renamed(|vertex| vertex);
        }
        let targets =
            (0..self.below(3).min(others.len())).map(|_| others.swap_remove(self.below(others.len()))).collect();
        Content::List(self.below(colours) as u8, targets)
    }

    /// A graph; half of them with symmetries, as contents are moved on from vertex to vertex.
    fn graph(&mut self, count: Vertex) -> Vec<Content> {
        let colours = 1 + self.below(2);
        if self.below(2) == 0 {
            return (0..count).map(|own| self.content(own, count, colours)).collect();
        }
        let step = 1 + self.below(count as usize) as Vertex;
        let first: Vec<Content> = (0..step).map(|own| self.content(own, count, colours)).collect();
        let moved = |own: Vertex| {
            let by = own / step * step;
            first[(own % step) as usize].renamed(|vertex| (vertex + by) % count)
        };
        // Where the last copy is cut off, a content may name its own vertex.
        let is_valid = |own: &Vertex| match moved(*own) {
            Content::List(_, targets) => !targets.contains(own),
            Content::Pairs(pairs) => !pairs.iter().flatten().any(|vertex| vertex == own),
        };
        (0..count).map(|own| if is_valid(&own) { moved(own) } else { Content::List(9, Vec::new()) }).collect()
    }

    fn order(&mut self, count: Vertex) -> Vec<Vertex> {
        let mut rest: Vec<Vertex> = (0..count).collect();
        (0..count).map(|_| rest.swap_remove(self.below(rest.len()))).collect()
    }
}

#[test]
fn certificates_are_equal_exactly_for_isomorphic_graphs() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let all: Vec<_> = (0..=6).map(permutations).collect();
    let mut isomorphic = 0;
    for _ in 0..1500 {
        let count = 1 + random.below(6) as Vertex;
        let one = random.graph(count);
        let mut other = renamed(&one, &random.order(count));
        if random.below(2) == 0 {
            let changed = random.below(count as usize);
            other[changed] = random.content(changed as Vertex, count, 2);
        }
        let maps: Vec<_> = all[count as usize].iter().filter(|names| renamed(&one, names) == other).collect();
        let [left, right] = [&one, &other].map(|graph| canonical(graph, u64::MAX).expect("there is no limit"));
        assert_eq!(left.certificate == right.certificate, !maps.is_empty(), "{one:?}, {other:?}");
        if maps.is_empty() {
            continue;
        }
        isomorphic += 1;
        let mut map = vec![0; count as usize];
        left.order.iter().zip(&right.order).for_each(|(from, to)| map[*from as usize] = *to);
        assert!(maps.contains(&&map), "{one:?}, {other:?}: {map:?}");
    }
    assert!((500..1300).contains(&isomorphic), "{isomorphic} pairs were isomorphic");
}

#[test]
fn orbits_are_those_of_all_automorphisms() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let all: Vec<_> = (0..=6).map(permutations).collect();
    let mut symmetric = 0;
    for _ in 0..1500 {
        let count = 1 + random.below(6) as Vertex;
        let graph = random.graph(count);
        let automorphisms: Vec<_> =
            all[count as usize].iter().filter(|names| renamed(&graph, names) == graph).collect();
        symmetric += usize::from(automorphisms.len() > 1);
        let mut orbits = canonical(&graph, u64::MAX).expect("there is no limit").orbits;
        for one in 0..count {
            for other in 0..count {
                let is_image = automorphisms.iter().any(|names| names[one as usize] == other);
                assert_eq!(orbits.find(one) == orbits.find(other), is_image, "{one}, {other} in {graph:?}");
            }
        }
    }
    assert!(symmetric > 300, "{symmetric} graphs had symmetries");
}

#[test]
fn a_search_beyond_its_limit_names_the_vertices_that_are_alike() {
    let ring = |from: Vertex| (0..5).map(move |i| Content::List(0, vec![from + (i + 1) % 5]));
    let contents: Vec<Content> = ring(0).chain([Content::List(1, vec![])]).collect();
    let Undecided(vertices) = canonical(&contents, 3).expect_err("the ring takes more");
    assert_eq!(vertices, [0, 1, 2, 3, 4]);
    assert!(canonical(&contents, 100).is_ok());
}
