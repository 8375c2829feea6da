//! The search for a canonical order: refinement, parts, and trials.

use alloc::{vec, vec::Vec};

use crate::tables::{
    canonical::{
        Canonical, Digraph, Edges, Orbits, Undecided, Vertex,
        partition::{Budget, Local, Neighbours, Partition, Splitters},
    },
    index::Table,
};

/// How many vertices are individualized at most, each within the last one's part: the search recurses once for each.
const DEPTH: usize = 64;

/// How deep parts lie within each other at most. Parts of ordered vertices halve where none is individualized.
const LEVELS: u32 = 3 * DEPTH as u32;

/// See [`canonical_order`](super::canonical_order).
pub(super) fn run(
    graph: &Digraph,
    limit: u64,
    digest: impl FnMut(Vertex, &[Vertex]) -> (u128, u64),
) -> Result<Canonical, Undecided> {
    let count = graph.colours.len();
    let mut search = Search {
        graph,
        digest,
        budget: Budget(limit),
        locals: vec![0; count],
        places: vec![0; count],
        removed: vec![0; count],
        automorphisms: Vec::new(),
        digests: Table::default(),
    };
    let vertices: Vec<Vertex> = (0..count as u32).collect();
    let whole = Part { colours: search.first_colours(), vertices, tried: 0, level: 0 };
    let form = search.form(&whole, Splitters::All, Trials::All)?;
    let mut orbits = Orbits::default();
    search.automorphisms.iter().for_each(|(one, other)| orbits.merge(*one, *other));
    let colours = form.order.iter().map(|vertex| graph.colours[*vertex as usize]);
    let certificate = colours.chain(form.certificate.iter().copied()).collect();
    Ok(Canonical { order: form.order, certificate, orbits })
}

/// A search that is under way.
struct Search<'g, D> {
    graph: &'g Digraph,
    digest: D,
    budget: Budget,
    /// By vertex: where it is among the vertices of the part at hand, if it is one of them.
    locals: Vec<Local>,
    /// By vertex: its place in the order at hand, if it has one.
    places: Vec<u32>,
    /// By vertex: what tells those apart that parts around left out.
    removed: Vec<u64>,
    /// Vertices that automorphisms map to one another. What was found since a part began fixes all that is told apart
    /// around it.
    automorphisms: Vec<(Vertex, Vertex)>,
    digests: Table<(Vertex, Vec<Vertex>), u128>,
}

/// Vertices that are ordered by themselves.
struct Part {
    vertices: Vec<Vertex>,
    /// What tells them apart: the same for what an isomorphism maps to one another.
    colours: Vec<u32>,
    /// How many vertices were individualized around it, each within the last one's part.
    tried: usize,
    /// How many parts are around it.
    level: u32,
}

/// The vertices of a part in an order.
struct Form {
    order: Vec<Vertex>,
    /// What the part is, with vertices called by their places: equal for orders that an automorphism maps to one
    /// another, and for no others.
    certificate: Vec<u128>,
}

/// Which vertices of a cell are told apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trials {
    /// Each, to find the least certificate.
    All,
    /// Any one.
    First,
}

/// A vertex that was told apart from others of its cell.
struct Tried {
    vertex: Vertex,
    /// The least form, and the first one.
    least: Form,
    first: Form,
}

impl<D: FnMut(Vertex, &[Vertex]) -> (u128, u64)> Search<'_, D> {
    /// Colours by what tells vertices from others by themselves.
    fn first_colours(&self) -> Vec<u32> {
        let Digraph { colours, edges, .. } = self.graph;
        let of = |vertex: u32| (edges[vertex as usize], colours[vertex as usize]);
        let mut sorted: Vec<Vertex> = (0..colours.len() as u32).collect();
        sorted.sort_unstable_by_key(|vertex| of(*vertex));
        let mut ranks = vec![0; sorted.len()];
        for (rank, alike) in sorted.chunk_by(|one, other| of(*one) == of(*other)).enumerate() {
            alike.iter().for_each(|vertex| ranks[*vertex as usize] = rank as u32);
        }
        ranks
    }

    /// The least form of a part, or the first that is found.
    fn form(&mut self, part: &Part, splitters: Splitters, trials: Trials) -> Result<Form, Undecided> {
        if part.level > LEVELS {
            return Err(part.undecided());
        }
        let neighbours = self.neighbours(&part.vertices);
        let mut partition = Partition::by_colours(&part.colours);
        self.refine(&mut partition, &neighbours, splitters, part)?;
        let order = match self.split(part, &partition) {
            Split::Whole => self.told_apart(part, &partition, trials)?,
            Split::Parts { mut order, parts } => {
                let mut forms = Vec::with_capacity(parts.len());
                for part in &parts {
                    forms.push(self.form(part, Splitters::None, trials)?);
                }
                forms.sort_by(|one, other| one.certificate.cmp(&other.certificate));
                for pair in forms.windows(2).filter(|pair| pair[0].certificate == pair[1].certificate) {
                    self.note_automorphism(&pair[0], &pair[1]);
                }
                order.extend(forms.iter().flat_map(|form| &form.order));
                order
            }
        };
        let certificate = self.certificate(part, &order)?;
        Ok(Form { order, certificate })
    }

    /// Refines a partition. What is refined before any vertex is told apart takes no steps.
    fn refine(
        &mut self,
        partition: &mut Partition,
        neighbours: &Neighbours,
        splitters: Splitters,
        part: &Part,
    ) -> Result<(), Undecided> {
        if part.tried == 0 {
            return partition.refine(neighbours, splitters, &mut Budget(u64::MAX)).map_err(|_| part.undecided());
        }
        let size: usize = neighbours.iter().map(|neighbours| 1 + neighbours.len()).sum();
        let spent = self.budget.spend(size as u64);
        let refined = spent.and_then(|()| partition.refine(neighbours, splitters, &mut self.budget));
        refined.map_err(|_| part.undecided())
    }

    /// The vertices next to those of a part, within it.
    fn neighbours(&mut self, vertices: &[Vertex]) -> Neighbours {
        for (local, vertex) in vertices.iter().enumerate() {
            self.locals[*vertex as usize] = local as Local;
        }
        let mut neighbours = vec![Vec::new(); vertices.len()];
        for (from, vertex) in vertices.iter().enumerate() {
            let is_ordered = self.graph.edges[*vertex as usize] == Edges::Ordered;
            for (place, target) in self.graph.targets[*vertex as usize].iter().enumerate() {
                let Some(to) = self.local(vertices, *target) else { continue };
                let label = if is_ordered { 2 + 2 * place as u64 } else { 0 };
                neighbours[from].push((to, label));
                neighbours[to as usize].push((from as Local, label + 1));
            }
        }
        neighbours
    }

    /// Where a vertex is among these, which are those at hand.
    fn local(&self, vertices: &[Vertex], vertex: Vertex) -> Option<Local> {
        let local = self.locals[vertex as usize];
        (vertices.get(local as usize) == Some(&vertex)).then_some(local)
    }

    /// Leaves out vertices that are alone in their cells, and splits the rest into parts without edges between them.
    ///
    /// An ordered vertex can be left out, because the cells tell all its edges. Those to it have labels, and all
    /// vertices of a cell have the same; those from it lead to vertices that are alone. What an unordered vertex is,
    /// they do not tell: it stays while any of its targets are not alone, and joins them.
    fn split(&mut self, part: &Part, partition: &Partition) -> Split {
        let Part { vertices, tried, level, .. } = part;
        let is_alone = |vertex: Local| partition.size_around(vertex) == 1;
        let is_unordered = |local: Local| self.graph.edges[vertices[local as usize] as usize] == Edges::Unordered;
        let targets = |local: Local| {
            let targets = self.graph.targets[vertices[local as usize] as usize].iter();
            targets.filter_map(|target| self.local(vertices, *target))
        };
        let locals = 0..vertices.len() as Local;
        let tells_apart = |local: Local| is_unordered(local) && targets(local).any(|to| !is_alone(to));
        let stays: Vec<bool> = locals.clone().map(|local| !is_alone(local) || tells_apart(local)).collect();
        let mut joined = Orbits::default();
        for from in locals.filter(|local| stays[*local as usize]) {
            let joins = |to: &Local| if is_unordered(from) { stays[*to as usize] } else { !is_alone(*to) };
            targets(from).filter(joins).for_each(|to| joined.merge(from, to));
        }
        let mut order = Vec::new();
        let mut parts: Vec<Part> = Vec::new();
        let mut numbers: Table<Local, usize> = Table::default();
        for local in partition.vertices() {
            let (vertex, cell) = (vertices[*local as usize], partition.cell(*local));
            if !stays[*local as usize] {
                self.removed[vertex as usize] = u64::from(*level) << 32 | u64::from(cell);
                order.push(vertex);
                continue;
            }
            let number = *numbers.entry(joined.find(*local)).or_insert(parts.len());
            if number == parts.len() {
                parts.push(Part { vertices: Vec::new(), colours: Vec::new(), tried: *tried, level: level + 1 });
            }
            parts[number].vertices.push(vertex);
            parts[number].colours.push(cell);
        }
        match parts.as_slice() {
            [part] if part.vertices.len() == vertices.len() => Split::Whole,
            _ => Split::Parts { order, parts },
        }
    }

    /// An order of a part that falls into no smaller ones: one vertex of its first smallest cell is told apart.
    fn told_apart(&mut self, part: &Part, partition: &Partition, trials: Trials) -> Result<Vec<Vertex>, Undecided> {
        let Some(cell) = partition.smallest_cell().filter(|_| part.tried < DEPTH) else {
            return Err(part.undecided());
        };
        let candidates: Vec<Local> = partition.members(cell).to_vec();
        let found = self.try_all(part, partition, &candidates, trials);
        // The part that was not told apart at all says most.
        found.map_err(|undecided| if part.tried == 0 { part.undecided() } else { undecided })
    }

    fn try_all(
        &mut self,
        part: &Part,
        partition: &Partition,
        candidates: &[Local],
        trials: Trials,
    ) -> Result<Vec<Vertex>, Undecided> {
        if trials == Trials::First {
            return Ok(self.try_one(part, partition, candidates[0], Trials::First)?.order);
        }
        let mut orbits = Orbits::default();
        let mut absorbed = self.automorphisms.len();
        let mut tried: Vec<Tried> = Vec::new();
        for candidate in candidates {
            let vertex = part.vertices[*candidate as usize];
            self.automorphisms[absorbed..].iter().for_each(|(one, other)| orbits.merge(*one, *other));
            absorbed = self.automorphisms.len();
            if tried.iter().any(|tried| orbits.find(tried.vertex) == orbits.find(vertex)) {
                continue;
            }
            let first = self.try_one(part, partition, *candidate, Trials::First)?;
            if self.is_image(&tried, &first) {
                continue;
            }
            let least = self.try_one(part, partition, *candidate, Trials::All)?;
            if !self.is_image(&tried, &least) {
                tried.push(Tried { vertex, least, first });
            }
        }
        let least =
            tried.into_iter().map(|tried| tried.least).min_by(|one, other| one.certificate.cmp(&other.certificate));
        least.map(|form| form.order).ok_or_else(|| part.undecided())
    }

    /// The form of a part in which a vertex is told apart.
    fn try_one(
        &mut self,
        part: &Part,
        partition: &Partition,
        candidate: Local,
        trials: Trials,
    ) -> Result<Form, Undecided> {
        let cell = partition.cell(candidate);
        let colour = |vertex: Local| {
            let own = partition.cell(vertex);
            if own == cell && vertex != candidate { own + 1 } else { own }
        };
        let apart = Part {
            vertices: part.vertices.clone(),
            colours: (0..part.vertices.len() as u32).map(colour).collect(),
            tried: part.tried + 1,
            level: part.level + 1,
        };
        self.form(&apart, Splitters::Of(candidate), trials)
    }

    /// Whether an automorphism maps the form of a vertex that was tried to this one. Notes it.
    fn is_image(&mut self, tried: &[Tried], form: &Form) -> bool {
        let mut forms = tried.iter().flat_map(|tried| [&tried.least, &tried.first]);
        match forms.find(|other| other.certificate == form.certificate) {
            Some(other) => {
                self.note_automorphism(other, form);
                true
            }
            None => false,
        }
    }

    /// Two orders have one certificate: an automorphism maps one to the other.
    fn note_automorphism(&mut self, one: &Form, other: &Form) {
        let pairs = one.order.iter().copied().zip(other.order.iter().copied());
        self.automorphisms.extend(pairs.filter(|(one, other)| one != other));
    }

    /// What a part is, with its vertices called by their places in an order.
    fn certificate(&mut self, part: &Part, order: &[Vertex]) -> Result<Vec<u128>, Undecided> {
        for (place, vertex) in order.iter().enumerate() {
            self.places[*vertex as usize] = place as u32;
        }
        for (local, vertex) in part.vertices.iter().enumerate() {
            self.locals[*vertex as usize] = local as Local;
        }
        let graph = self.graph;
        let mut certificate = Vec::new();
        for vertex in order {
            let place = |search: &Self, target: Vertex| {
                let place = search.places[target as usize];
                (order.get(place as usize) == Some(&target)).then_some(u64::from(place))
            };
            let is_unordered = graph.edges[*vertex as usize] == Edges::Unordered;
            let mut targets = graph.targets[*vertex as usize].clone();
            if is_unordered {
                targets.sort_unstable_by_key(|target| match place(self, *target) {
                    Some(place) => (1, place),
                    None => (0, self.removed[*target as usize]),
                });
            }
            let colour = part.colours[self.locals[*vertex as usize] as usize];
            certificate.extend([u128::from(colour), targets.len() as u128]);
            // What parts around left out is the same for all vertices of a colour.
            certificate
                .extend(targets.iter().map(|target| place(self, *target).map_or(0, |place| 1 + u128::from(place))));
            if is_unordered {
                certificate.push(self.digest(part, *vertex, targets)?);
            }
        }
        Ok(certificate)
    }

    /// What an unordered vertex is whose targets are in this order.
    fn digest(&mut self, part: &Part, vertex: Vertex, targets: Vec<Vertex>) -> Result<u128, Undecided> {
        let key = (vertex, targets);
        if let Some(known) = self.digests.get(&key) {
            return Ok(*known);
        }
        let (digest, steps) = (self.digest)(vertex, &key.1);
        if part.tried > 0 {
            self.budget.spend(steps).map_err(|_| part.undecided())?;
        }
        self.digests.insert(key, digest);
        Ok(digest)
    }
}

impl Part {
    fn undecided(&self) -> Undecided {
        Undecided(self.vertices.clone())
    }
}

/// What a refined part falls into.
enum Split {
    /// Nothing smaller.
    Whole,
    /// Vertices that are told from all others, in order, and parts.
    Parts { order: Vec<Vertex>, parts: Vec<Part> },
}
