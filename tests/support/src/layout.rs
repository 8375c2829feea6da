//! Where the nodes of a term lie in memory.
//!
//! What an allocator hands out depends on what was freed before. A term that is built in a process that has freed
//! others lies anywhere, and comparing it takes up to twice the time. So the layout is chosen.

use crate::random::Random;

/// How the nodes of a term lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One after another, in the order in which they are built.
    Fresh,
    /// At random places.
    Shuffled,
}

/// So many allocations of so many bytes.
#[derive(Clone, Copy, Debug)]
pub struct Blocks {
    bytes: usize,
    count: usize,
}

impl Blocks {
    /// Allocations of so many bytes.
    pub fn of_bytes(bytes: usize, count: usize) -> Blocks {
        Blocks { bytes, count }
    }

    /// Allocations of `Arc`s of this type.
    pub fn of_arcs<T>(count: usize) -> Blocks {
        Blocks { bytes: 2 * size_of::<usize>() + size_of::<T>(), count }
    }

    /// Allocations of `Box`es of this type.
    pub fn of_boxes<T>(count: usize) -> Blocks {
        Blocks { bytes: size_of::<T>(), count }
    }

    fn allocate(self) -> Vec<u8> {
        Vec::with_capacity(self.bytes)
    }
}

impl Layout {
    /// Builds something that consists of such blocks, in this layout.
    pub fn build<T>(self, blocks: &[Blocks], build: impl FnOnce() -> T) -> T {
        match self {
            Layout::Fresh => {
                let _plugs: Vec<_> = blocks.iter().map(|&blocks| plug_holes(blocks)).collect();
                build()
            }
            Layout::Shuffled => {
                let _kept: Vec<_> = blocks.iter().map(|&blocks| leave_holes(blocks)).collect();
                build()
            }
        }
    }
}

/// Allocates what fills the holes that others have left, so that later blocks follow one another.
fn plug_holes(blocks: Blocks) -> Vec<Vec<u8>> {
    /// So many blocks in a row are no hole.
    const ROW: usize = 1 << 14;
    /// To be sure to end with every allocator.
    const LIMIT: usize = 1 << 22;
    let mut plugs = Vec::new();
    let mut row = 0;
    let mut end = 0;
    while row < ROW && plugs.len() < LIMIT {
        let plug = blocks.allocate();
        let start = plug.as_ptr().addr();
        row = if (end..end + 64).contains(&start) { row + 1 } else { 0 };
        end = start + blocks.bytes;
        plugs.push(plug);
    }
    plugs
}

/// Leaves holes for all the blocks, which an allocator fills in a random order. What lies between them is the answer:
/// to be kept, or the holes grow together.
fn leave_holes(blocks: Blocks) -> Vec<Vec<u8>> {
    let mut holes = Vec::with_capacity(blocks.count);
    let mut kept = Vec::with_capacity(blocks.count);
    for _ in 0..blocks.count {
        holes.push(blocks.allocate());
        kept.push(blocks.allocate());
    }
    Random::new(1).shuffle(&mut holes);
    kept
}
