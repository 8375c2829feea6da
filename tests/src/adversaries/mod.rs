//! Values made to cost as much as they can, in growing sizes, and what the operations take on them.
//!
//! - [`flooding`]: what might crowd a table: addresses, keys, names, hashes;
//! - [`deep`]: chains, towers, scopes inside each other;
//! - [`wide`]: many children, parameters, dag nodes, variables;
//! - [`maps`]: maps and sets of many entries;
//! - [`measure`]: time, memory, and how they grow.

use std::fmt;

use sexpr_core::{Comparer, Options, StructuralEq};

pub mod deep;
pub mod flooding;
pub mod maps;
pub mod measure;
pub mod wide;

/// What is done with the values of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Comparing two equal values.
    Equal,
    /// Hashing one.
    Hash,
    /// Reporting on two that differ at the end.
    Mismatch,
    /// Taking a fingerprint, or saying what stands against it.
    Fingerprint,
}

impl Operation {
    /// All of them.
    pub const ALL: [Operation; 4] = [Operation::Equal, Operation::Hash, Operation::Mismatch, Operation::Fingerprint];
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Operation::Equal => "equal",
            Operation::Hash => "hash",
            Operation::Mismatch => "mismatch",
            Operation::Fingerprint => "fingerprint",
        })
    }
}

/// How what a case costs is bound to grow with its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// With the size, but for the logarithm that sorting and the caches add.
    Linear,
    /// With the square of it, and this is why.
    Quadratic(&'static str),
}

/// Values that can be built in any size.
pub struct Case {
    name: String,
    largest: usize,
    growth: Growth,
    build: Box<dyn Fn(usize) -> Values>,
}

impl Case {
    /// A case that is measured up to a size.
    pub fn new(name: impl Into<String>, largest: usize, build: impl Fn(usize) -> Values + 'static) -> Case {
        Case { name: name.into(), largest, growth: Growth::Linear, build: Box::new(build) }
    }

    /// The same case, which takes quadratic time, and why.
    pub fn quadratic(self, why: &'static str) -> Case {
        Case { growth: Growth::Quadratic(why), ..self }
    }

    /// What it is, as words with slashes between them.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The largest size that is measured.
    pub fn largest(&self) -> usize {
        self.largest
    }

    /// How it is bound to grow.
    pub fn growth(&self) -> Growth {
        self.growth
    }

    /// Builds the values.
    pub fn build(&self, size: usize) -> Values {
        (self.build)(size)
    }
}

/// Two equal values and one that differs from them at the end. They are never freed: taking deep ones apart would
/// recurse.
pub struct Values {
    run: Box<dyn Fn(Operation)>,
}

impl Values {
    /// What this builds: equal values for equal numbers.
    pub fn of<T: StructuralEq + 'static>(make: impl Fn(i64) -> T) -> Values {
        Values::under(Options::new(), make)
    }

    /// The same, under these options.
    pub fn under<T: StructuralEq + 'static>(options: Options, make: impl Fn(i64) -> T) -> Values {
        let [left, right, other] = [1, 1, 2].map(|number| &*Box::leak(Box::new(make(number))));
        Values { run: Box::new(move |operation| work(options, operation, left, right, other)) }
    }

    /// Does the work, in a comparer of its own.
    ///
    /// # Panics
    ///
    /// A verdict is wrong.
    pub fn run(&self, operation: Operation) {
        (self.run)(operation);
    }
}

fn work<T: StructuralEq>(options: Options, operation: Operation, left: &T, right: &T, other: &T) {
    let mut comparer = Comparer::with_options(options);
    match operation {
        Operation::Equal => assert!(comparer.equal(left, right), "they are equal"),
        Operation::Hash => _ = std::hint::black_box(comparer.hash(left)),
        Operation::Mismatch => assert!(comparer.first_mismatch(left, other).is_some(), "they differ"),
        Operation::Fingerprint => _ = std::hint::black_box(comparer.fingerprint(left).is_ok()),
    }
}

/// Every case.
pub fn all() -> Vec<Case> {
    [flooding::cases(), deep::cases(), wide::cases(), maps::cases()].into_iter().flatten().collect()
}
