//! Values made to cost as much as they can, in growing sizes, and what the operations take on them.
//!
//! - [`flooding`]: what might crowd a table: addresses, keys, names, hashes;
//! - [`deep`]: chains, towers, scopes inside each other;
//! - [`wide`]: many children, parameters, dag nodes, variables;
//! - [`maps`]: maps and sets of many entries;
//! - [`keys`]: maps whose keys are terms with such maps;
//! - [`arenas`]: ids, cycles, arenas inside each other;
//! - [`measure`]: time, memory, and how they grow.

use std::{cell::RefCell, fmt, rc::Rc};

use sexpr_core::{
    Comparer, Options, StructuralEq,
    rewrite::{Rewritable, Rewrite},
    terms::{Dismantle, Subterms, bound_variables, count_nodes, drop_iteratively, free_variables, hash_cons},
    walk::nodes,
};

pub mod arenas;
pub mod deep;
pub mod flooding;
pub mod keys;
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
    /// Taking a fingerprint, or finding the obstacle.
    Fingerprint,
    /// Finding the variables of one, whatever the options, and counting its nodes.
    Free,
    /// Searching one for numbers, and for nodes, which may be in none.
    Search,
    /// Finding what is equal in one.
    Common,
    /// Changing the number that one ends with.
    Rewrite,
    /// Having equal parts of one become one.
    HashCons,
    /// Dropping one piece by piece.
    Dismantle,
}

impl Operation {
    /// All of them.
    pub const ALL: [Operation; 10] = [
        Operation::Equal,
        Operation::Hash,
        Operation::Mismatch,
        Operation::Fingerprint,
        Operation::Free,
        Operation::Search,
        Operation::Common,
        Operation::Rewrite,
        Operation::HashCons,
        Operation::Dismantle,
    ];
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Operation::Equal => "equal",
            Operation::Hash => "hash",
            Operation::Mismatch => "mismatch",
            Operation::Fingerprint => "fingerprint",
            Operation::Free => "free",
            Operation::Search => "search",
            Operation::Common => "common",
            Operation::Rewrite => "rewrite",
            Operation::HashCons => "hash_cons",
            Operation::Dismantle => "dismantle",
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

/// A native stack, in bytes, that soon overflows where something recurses.
pub const SMALL_STACK: usize = 256 << 10;

/// Values that can be built in any size.
pub struct Case {
    name: String,
    largest: usize,
    growth: Growth,
    on_a_small_stack: bool,
    left_out: &'static [Operation],
    build: Box<dyn Fn(usize) -> Values>,
}

impl Case {
    /// A case that is measured up to a size.
    pub fn new(name: impl Into<String>, largest: usize, build: impl Fn(usize) -> Values + 'static) -> Case {
        let (growth, on_a_small_stack, build) = (Growth::Linear, false, Box::new(build));
        Case { name: name.into(), largest, growth, on_a_small_stack, left_out: &[], build }
    }

    /// A case of what this builds from a size and a number: equal values for equal numbers.
    pub fn of<T: StructuralEq + 'static>(
        name: impl Into<String>,
        largest: usize,
        make: impl Fn(usize, i64) -> T + Copy + 'static,
    ) -> Case {
        Case::new(name, largest, move |size| Values::of(|number| make(size, number)))
    }

    /// A case of [values that can be rewritten](Values::rewritable).
    pub fn rewritable<T: Rewritable + 'static>(
        name: impl Into<String>,
        largest: usize,
        make: impl Fn(usize, i64) -> T + Copy + 'static,
    ) -> Case {
        Case::new(name, largest, move |size| Values::rewritable(|number| make(size, number)))
    }

    /// A case of [values that can be dropped piece by piece](Values::dismantled).
    pub fn dismantled<T: Rewritable + Dismantle>(
        name: impl Into<String>,
        largest: usize,
        make: impl Fn(usize, i64) -> T + Copy + 'static,
    ) -> Case {
        Case::new(name, largest, move |size| Values::dismantled(move |number| make(size, number)))
    }

    /// The same case, which takes quadratic time, and why.
    pub fn quadratic(self, why: &'static str) -> Case {
        Case { growth: Growth::Quadratic(why), ..self }
    }

    /// The same case, measured on [a small stack](SMALL_STACK): to build the values and to change them takes no more.
    pub fn on_a_small_stack(self) -> Case {
        Case { on_a_small_stack: true, ..self }
    }

    /// The same case, without operations that are known to grow faster on it.
    pub fn without(self, left_out: &'static [Operation]) -> Case {
        Case { left_out, ..self }
    }

    /// What it is, as words with slashes between them.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The largest size that is measured.
    pub fn largest(&self) -> usize {
        self.largest
    }

    /// Whether [`SMALL_STACK`] has to be enough, whatever the size.
    pub fn is_on_a_small_stack(&self) -> bool {
        self.on_a_small_stack
    }

    /// How it is bound to grow.
    pub fn growth(&self) -> Growth {
        self.growth
    }

    /// Builds the values.
    pub fn build(&self, size: usize) -> Values {
        Values { left_out: self.left_out, ..(self.build)(size) }
    }
}

/// What drops a value that was built before.
type Dismantling = Box<dyn FnOnce()>;

/// Two equal values and one that differs from them at the end. They are never freed: taking deep ones apart would
/// recurse.
pub struct Values {
    work: Box<dyn Fn(Operation)>,
    /// What is done with those that can be rewritten.
    rewrite: Option<Box<dyn Fn(Operation)>>,
    /// Builds one, and gives what drops it piece by piece.
    dismantle: Option<Box<dyn Fn() -> Dismantling>>,
    left_out: &'static [Operation],
}

impl Values {
    /// What this builds: equal values for equal numbers.
    pub fn of<T: StructuralEq + 'static>(make: impl Fn(i64) -> T) -> Values {
        Values::under(Options::new(), make)
    }

    /// The same, under these options.
    pub fn under<T: StructuralEq + 'static>(options: Options, make: impl Fn(i64) -> T) -> Values {
        let [left, right, other] = [1, 1, 2].map(|number| &*Box::leak(Box::new(make(number))));
        let work = Box::new(move |operation| work(options, operation, left, right, other));
        Values { work, rewrite: None, dismantle: None, left_out: &[] }
    }

    /// What this builds, which can be rewritten, too. The number must be in it as it is, and beside it no other than 0.
    ///
    /// # Panics
    ///
    /// What is built for 1 and rewritten is not what is built for 2.
    pub fn rewritable<T: Rewritable + 'static>(make: impl Fn(i64) -> T) -> Values {
        let values = Values::of(&make);
        let rewritten = change_the_number(make(1));
        assert!(
            Options::new().equal(&rewritten, &*Box::leak(Box::new(make(2)))),
            "one number is rewritten to the other"
        );
        let value: &RefCell<Option<T>> = Box::leak(Box::new(RefCell::new(Some(rewritten))));
        let given: &Rc<T> = Box::leak(Box::new(Rc::new(make(1))));
        let rewrite = move |operation| match operation {
            Operation::HashCons => std::mem::forget(hash_cons(given.clone())),
            _ => {
                let rewritten = value.take().map(change_the_number);
                value.replace(rewritten);
            }
        };
        Values { rewrite: Some(Box::new(rewrite)), ..values }
    }

    /// The same of what can be dropped piece by piece, too.
    ///
    /// # Panics
    ///
    /// As for [`rewritable`](Self::rewritable).
    pub fn dismantled<T: Rewritable + Dismantle>(make: impl Fn(i64) -> T + 'static) -> Values {
        let values = Values::rewritable(&make);
        let dismantle = move || -> Box<dyn FnOnce()> {
            let value = make(1);
            Box::new(|| drop_iteratively(value))
        };
        Values { dismantle: Some(Box::new(dismantle)), ..values }
    }

    /// What can be done with them.
    pub fn operations(&self) -> impl Iterator<Item = Operation> {
        let can_be_done = move |operation: &Operation| match operation {
            Operation::Rewrite | Operation::HashCons => self.rewrite.is_some(),
            Operation::Dismantle => self.dismantle.is_some(),
            _ => true,
        };
        Operation::ALL.into_iter().filter(can_be_done).filter(|operation| !self.left_out.contains(operation))
    }

    /// Builds what an operation takes away, and gives the work: with all that it has to remember anew.
    ///
    /// The work panics if a verdict is wrong.
    pub fn prepare(&self, operation: Operation) -> Box<dyn FnOnce() + '_> {
        match (operation, &self.rewrite, &self.dismantle) {
            (Operation::Rewrite | Operation::HashCons, Some(rewrite), _) => Box::new(move || rewrite(operation)),
            (Operation::Dismantle, _, Some(dismantle)) => dismantle(),
            _ => Box::new(move || (self.work)(operation)),
        }
    }
}

/// Puts 2 in the place of 1, and the other way round.
fn change_the_number<T: Rewritable>(value: T) -> T {
    Rewrite::new().on(|number: &i64, _| (*number != 0).then_some(3 - *number)).run(value)
}

fn work<T: StructuralEq>(options: Options, operation: Operation, left: &T, right: &T, other: &T) {
    let mut comparer = Comparer::with_options(options);
    match operation {
        Operation::Equal => assert!(comparer.equal(left, right), "they are equal"),
        Operation::Hash => _ = std::hint::black_box(comparer.hash(left)),
        Operation::Mismatch => assert!(comparer.first_mismatch(left, other).is_some(), "they differ"),
        Operation::Fingerprint => _ = std::hint::black_box(comparer.fingerprint(left).is_ok()),
        Operation::Free => {
            let variables = (free_variables::<wide::Node, _>(left).len(), bound_variables::<wide::Node, _>(left).len());
            std::hint::black_box((variables, count_nodes(left)));
        }
        Operation::Search => {
            std::hint::black_box((nodes::<i64>(left).count(), nodes::<wide::Node>(left).count()));
        }
        Operation::Common => _ = std::hint::black_box(Subterms::new().common(left).len()),
        Operation::Rewrite | Operation::HashCons | Operation::Dismantle => {}
    }
}

/// Every case.
pub fn all() -> Vec<Case> {
    [flooding::cases(), deep::cases(), wide::cases(), maps::cases(), keys::cases(), arenas::cases()]
        .into_iter()
        .flatten()
        .collect()
}
