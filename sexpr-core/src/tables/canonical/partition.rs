//! An ordered partition of vertices, and its refinement.
//!
//! The coarsest refinement is found by splitting cells by their edges to and from one cell after another. When a cell
//! that is not waiting to split others falls into several, all but the largest will do (Hopcroft, 1971): so refinement
//! takes O(m log m) steps for each factor of log m by which cells are halved, for m edges. Which cell comes next, and
//! in which order the fragments of a cell stand, depends on numbers of edges alone, and not on how vertices are
//! numbered.

use alloc::{collections::VecDeque, vec, vec::Vec};

/// A vertex, by its place among those that are partitioned.
pub(super) type Local = u32;

/// By vertex: its neighbours, each with the label of the edge and its direction, as the neighbour sees it.
pub(super) type Neighbours = Vec<Vec<(Local, u64)>>;

/// The limit was reached.
#[derive(Debug)]
pub(super) struct OutOfSteps;

/// How many steps may still be taken.
#[derive(Debug)]
pub(super) struct Budget(pub(super) u64);

impl Budget {
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), OutOfSteps> {
        self.0 = self.0.checked_sub(steps).ok_or(OutOfSteps)?;
        Ok(())
    }
}

/// Which cells split others at first.
#[derive(Clone, Copy, Debug)]
pub(super) enum Splitters {
    All,
    /// The cell of this vertex, which was taken from another one.
    Of(Local),
    /// None: nothing is told apart that was not.
    None,
}

/// An ordered partition. A cell is known by where it starts.
#[derive(Debug)]
pub(super) struct Partition {
    /// The vertices, cell by cell.
    vertices: Vec<Local>,
    /// By vertex, where it stands.
    places: Vec<u32>,
    /// By vertex, its cell.
    cells: Vec<u32>,
    /// By cell.
    sizes: Vec<u32>,
}

impl Partition {
    /// Vertices by their colours, in the order of these.
    pub(super) fn by_colours(colours: &[u32]) -> Self {
        let count = colours.len();
        let mut vertices: Vec<Local> = (0..count as u32).collect();
        vertices.sort_by_key(|vertex| colours[*vertex as usize]);
        let (mut places, mut cells, mut sizes) = (vec![0; count], vec![0; count], vec![0; count]);
        let mut start = 0;
        for (place, vertex) in vertices.iter().enumerate() {
            let colour = |at: usize| colours[vertices[at] as usize];
            if colour(place) != colour(start) {
                start = place;
            }
            places[*vertex as usize] = place as u32;
            cells[*vertex as usize] = start as u32;
            sizes[start] += 1;
        }
        Partition { vertices, places, cells, sizes }
    }

    /// The vertices, cell by cell.
    pub(super) fn vertices(&self) -> &[Local] {
        &self.vertices
    }

    /// The cell of a vertex.
    pub(super) fn cell(&self, vertex: Local) -> u32 {
        self.cells[vertex as usize]
    }

    /// How many vertices are in the cell of this one.
    pub(super) fn size_around(&self, vertex: Local) -> u32 {
        self.sizes[self.cell(vertex) as usize]
    }

    /// The vertices of a cell.
    pub(super) fn members(&self, cell: u32) -> &[Local] {
        let start = cell as usize;
        &self.vertices[start..start + self.sizes[start] as usize]
    }

    /// The first of the smallest cells that have several vertices.
    pub(super) fn smallest_cell(&self) -> Option<u32> {
        let mut cells = Vec::new();
        let mut start = 0;
        while let Some(size) = self.sizes.get(start) {
            cells.push((*size, start as u32));
            start += *size as usize;
        }
        cells.into_iter().filter(|(size, _)| *size > 1).min().map(|(_, cell)| cell)
    }

    /// Refines the partition till all vertices of a cell have equally many edges of each label to each cell, and from
    /// it.
    pub(super) fn refine(
        &mut self,
        neighbours: &Neighbours,
        splitters: Splitters,
        budget: &mut Budget,
    ) -> Result<(), OutOfSteps> {
        let mut waiting = Waiting::new(self, splitters);
        while let Some(cell) = waiting.next() {
            let mut touched: Vec<(Local, u64)> = Vec::new();
            for vertex in self.members(cell) {
                let neighbours = &neighbours[*vertex as usize];
                budget.spend(1 + neighbours.len() as u64)?;
                touched.extend(neighbours.iter().filter(|(neighbour, _)| self.size_around(*neighbour) > 1));
            }
            touched.sort_unstable();
            self.split_all(&touched, &mut waiting);
        }
        Ok(())
    }

    /// Splits cells by which labels their vertices were touched with.
    fn split_all(&mut self, touched: &[(Local, u64)], waiting: &mut Waiting) {
        let mut signed: Vec<Signed<'_>> = touched
            .chunk_by(|one, other| one.0 == other.0)
            .map(|labels| Signed { cell: self.cell(labels[0].0), labels })
            .collect();
        signed.sort_unstable_by(|one, other| {
            one.cell.cmp(&other.cell).then_with(|| one.signature().cmp(other.signature()))
        });
        for in_cell in signed.chunk_by(|one, other| one.cell == other.cell) {
            self.split(in_cell, waiting);
        }
    }

    /// Splits a cell: what was not touched stands first, and then what was, by signature.
    fn split(&mut self, touched: &[Signed<'_>], waiting: &mut Waiting) {
        let cell = touched[0].cell;
        let end = cell + self.sizes[cell as usize];
        let untouched = end - cell - touched.len() as u32;
        let fragments = || touched.chunk_by(|one, other| one.signature().eq(other.signature()));
        if untouched == 0 && fragments().nth(1).is_none() {
            return;
        }
        for (signed, place) in touched.iter().rev().zip((cell..end).rev()) {
            self.swap_to(signed.vertex(), place);
        }
        let mut starts = Vec::new();
        if untouched > 0 {
            self.sizes[cell as usize] = untouched;
            starts.push(cell);
        }
        let mut start = cell + untouched;
        for fragment in fragments() {
            self.sizes[start as usize] = fragment.len() as u32;
            for signed in fragment {
                self.cells[signed.vertex() as usize] = start;
            }
            starts.push(start);
            start += fragment.len() as u32;
        }
        waiting.replace(cell, &starts, &self.sizes);
    }

    /// Exchanges a vertex with the one that stands at a place.
    fn swap_to(&mut self, vertex: Local, place: u32) {
        let (from, other) = (self.places[vertex as usize], self.vertices[place as usize]);
        self.vertices.swap(from as usize, place as usize);
        self.places[vertex as usize] = place;
        self.places[other as usize] = from;
    }
}

/// A vertex that was touched, with the labels of the edges.
struct Signed<'t> {
    cell: u32,
    labels: &'t [(Local, u64)],
}

impl Signed<'_> {
    fn vertex(&self) -> Local {
        self.labels[0].0
    }

    fn signature(&self) -> impl Iterator<Item = u64> {
        self.labels.iter().map(|(_, label)| *label)
    }
}

/// The cells that wait to split others.
struct Waiting {
    cells: VecDeque<u32>,
    is_waiting: Vec<bool>,
}

impl Waiting {
    fn new(partition: &Partition, splitters: Splitters) -> Self {
        let mut waiting = Waiting { cells: VecDeque::new(), is_waiting: vec![false; partition.vertices.len()] };
        match splitters {
            Splitters::None => {}
            Splitters::Of(vertex) => waiting.add(partition.cell(vertex)),
            Splitters::All => partition.vertices.iter().for_each(|vertex| waiting.add(partition.cell(*vertex))),
        }
        waiting
    }

    fn add(&mut self, cell: u32) {
        if !core::mem::replace(&mut self.is_waiting[cell as usize], true) {
            self.cells.push_back(cell);
        }
    }

    fn next(&mut self) -> Option<u32> {
        let cell = self.cells.pop_front()?;
        self.is_waiting[cell as usize] = false;
        Some(cell)
    }

    /// A cell fell into these.
    fn replace(&mut self, cell: u32, fragments: &[u32], sizes: &[u32]) {
        let size = |fragment: &u32| sizes[*fragment as usize];
        // Where it was waiting, so do all of them: it keeps its turn.
        let largest = match self.is_waiting[cell as usize] {
            true => None,
            false => fragments.iter().rev().max_by_key(|fragment| size(fragment)).copied(),
        };
        for fragment in fragments.iter().filter(|fragment| Some(**fragment) != largest) {
            self.add(*fragment);
        }
    }
}
