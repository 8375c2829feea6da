//! How many bytes the walker holds for each thing that it has to hold. A binary of its own, for its global allocator: it
//! counts reallocated memory once, which that of `allocation_counter`, in `adversity`, does not. Counted, not timed.
//!
//! What is counted is the most that is allocated at any one time while a new `Comparer` does its work, its own memory
//! included, and nothing of the values. A table that grows is counted twice while its entries move, since both are
//! there; memory that is reallocated is counted once. As tables double, what an item costs depends on how many there
//! are. So the figure is the average over sizes that lie evenly, on a logarithmic scale, between a thousand and a
//! million.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
    sync::Arc,
};

use sexpr_core::{
    Comparer, StructuralEq,
    terms::{Dismantle, drop_iteratively},
};

/// The system's allocator, which counts the bytes that are allocated on each thread.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

thread_local! {
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    LIVE.set(LIVE.get() + bytes);
    PEAK.set(PEAK.get().max(LIVE.get()));
}

// SAFETY: the system's allocator does the work, with the same arguments.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count(new_size as isize - layout.size() as isize);
        // SAFETY: the caller's promise.
        unsafe { System.realloc(block, layout, new_size) }
    }
}

/// The most bytes that some work has allocated at any one time.
fn peak(work: impl FnOnce()) -> usize {
    let before = LIVE.get();
    PEAK.set(before);
    work();
    (PEAK.get() - before) as usize
}

/// Four sizes for each power of ten.
fn sizes() -> impl Iterator<Item = usize> {
    (0..=12).map(|step| (1_000.0 * 10f64.powf(f64::from(step) / 4.0)).round() as usize)
}

/// What an item costs, on average over the sizes, stays under a number of bytes. `peak_of` gives the peak of an
/// operation on values of a size, and how many items these have.
#[track_caller]
fn stays_under(limit: f64, peak_of: impl Fn(usize) -> (usize, usize)) {
    let figures: Vec<(usize, f64)> = sizes()
        .map(|size| {
            let (bytes, items) = peak_of(size);
            (size, bytes as f64 / items as f64)
        })
        .collect();
    let average = figures.iter().map(|(_, bytes)| bytes).sum::<f64>() / figures.len() as f64;
    let shown: String = figures.iter().map(|(size, bytes)| format!("\n{size:>9} {bytes:>6.1}")).collect();
    println!("{average:.1} bytes an item:{shown}");
    assert!(average < limit, "{average:.1} bytes an item, and not under {limit}:{shown}");
}

/// Takes values, so as to drop deep ones without recursion.
fn peak_of_equal<T: StructuralEq + Dismantle>(left: T, right: T) -> usize {
    let bytes = peak(|| assert!(Comparer::new().equal(&left, &right)));
    drop_iteratively((left, right));
    bytes
}

fn peak_of_hash<T: StructuralEq + Dismantle>(value: T) -> usize {
    let bytes = peak(|| _ = Comparer::new().hash(&value));
    drop_iteratively(value);
    bytes
}

#[test]
fn the_counter_counts() {
    assert_eq!(peak(|| drop((vec![0u8; 100], vec![0u8; 50]))), 150);
    assert_eq!(peak(|| (0..3).for_each(|_| drop(vec![0u8; 100]))), 100);
}

mod bound_variables {
    use super::*;

    const LIMIT: f64 = 96.0;

    #[derive(StructuralEq)]
    #[seq(kind = "var", dismantle)]
    struct Var(u8);

    /// `λx. (x, body)`
    #[derive(StructuralEq)]
    #[seq(dismantle)]
    struct Lambda {
        #[seq(def)]
        param: Arc<Var>,
        used: Arc<Var>,
        body: Option<Box<Lambda>>,
    }

    fn lambdas(count: usize) -> Option<Box<Lambda>> {
        (0..count).fold(None, |body, _| {
            let param = Arc::new(Var(0));
            Some(Box::new(Lambda { used: param.clone(), param, body }))
        })
    }

    /// Two variables that correspond are one.
    #[test]
    fn in_a_comparison() {
        stays_under(LIMIT, |count| (peak_of_equal(lambdas(count), lambdas(count)), count));
    }

    #[test]
    fn in_a_hash() {
        stays_under(LIMIT, |count| (peak_of_hash(lambdas(count)), count));
    }
}

mod bound_names {
    use super::*;

    const LIMIT: f64 = 96.0;

    /// What each name is kept as: its text, and what tells its namespace and that it is a name.
    const NAME: f64 = 64.0;

    /// `λx. (x, body)`
    #[derive(StructuralEq)]
    #[seq(dismantle)]
    struct Lambda {
        #[seq(var, def)]
        param: u32,
        #[seq(var)]
        used: u32,
        body: Option<Box<Lambda>>,
    }

    /// The names are the numbers from `first` on.
    fn lambdas(count: usize, first: u32) -> Option<Box<Lambda>> {
        (first..).take(count).fold(None, |body, name| Some(Box::new(Lambda { param: name, used: name, body })))
    }

    /// Two names that correspond are one variable.
    #[test]
    fn in_a_comparison() {
        stays_under(LIMIT + 2.0 * NAME, |count| (peak_of_equal(lambdas(count, 0), lambdas(count, 1 << 24)), count));
    }

    #[test]
    fn in_a_hash() {
        stays_under(LIMIT + NAME, |count| (peak_of_hash(lambdas(count, 0)), count));
    }
}

mod shared_nodes {
    use super::*;

    const LIMIT: f64 = 64.0;

    /// Holds another, so that to look at it again would take more than to know it.
    #[derive(StructuralEq)]
    #[seq(dismantle)]
    struct Node {
        value: u32,
        inner: Option<Box<Node>>,
    }

    /// So many nodes, each of them in two places.
    fn nodes(count: usize) -> Vec<Arc<Node>> {
        let node = |value, inner| Node { value, inner };
        (0..count as u32)
            .map(|value| Arc::new(node(value, Some(Box::new(node(value, None))))))
            .flat_map(|node| [node.clone(), node])
            .collect()
    }

    /// The nodes of both sides count.
    #[test]
    fn in_a_comparison() {
        stays_under(LIMIT, |count| (peak_of_equal(nodes(count), nodes(count)), 2 * count));
    }

    #[test]
    fn in_a_hash() {
        stays_under(LIMIT, |count| (peak_of_hash(nodes(count)), count));
    }
}

mod pending_children {
    use super::*;

    const LIMIT: f64 = 48.0;

    #[derive(StructuralEq)]
    #[seq(dismantle)]
    enum Expr {
        Int(u32),
        Add(Box<Expr>, Box<Expr>),
    }

    /// `((1 + 1) + 1) + …`: while the walker is at the bottom, the right operand of each sum is pending.
    fn sums(count: usize) -> Expr {
        let int = || Box::new(Expr::Int(1));
        (0..count).fold(Expr::Int(1), |left, _| Expr::Add(Box::new(left), int()))
    }

    /// Two children that are compared with each other are one.
    #[test]
    fn in_a_comparison() {
        stays_under(LIMIT, |count| (peak_of_equal(sums(count), sums(count)), count));
    }

    #[test]
    fn in_a_hash() {
        stays_under(LIMIT, |count| (peak_of_hash(sums(count)), count));
    }
}
