//! How what is allocated, and how often user code is called, grow with the size of values that are made to cost much.
//! Counted, not timed: times are what the command `adversaries` prints.

use std::{cell::Cell, collections::HashMap, fmt, sync::Arc};

use sexpr_core::{
    Comparer, StructuralEq,
    containers::{Encoder, Leaf},
};
use sexpr_tests::adversaries::{
    Case, Growth, Operation, Values, all,
    measure::{exponent, sizes},
};

/// Small enough to be quick, and not so small that tables of the least size count.
fn size_of(case: &Case) -> usize {
    1_000.min(case.largest() / 4)
}

/// The most that is allocated at any one time, and all that is.
fn allocated(values: &Values, operation: Operation) -> [u64; 2] {
    let work = values.prepare(operation);
    let info = allocation_counter::measure(work);
    [info.bytes_max, info.bytes_total]
}

/// Tables double, so that between two sizes what is allocated may grow by more than the size. What takes quadratic time
/// may allocate as much in all, but not at once.
#[test]
fn of_allocations_is_linear() {
    const BOUND: f64 = 1.3;
    for case in all() {
        let in_all = if case.growth() == Growth::Linear { BOUND } else { 1.0 + BOUND };
        // Values are leaked, so they are built once for all operations: the process has other tests to run.
        let built: Vec<_> = sizes(size_of(&case), 2).map(|size| (size, case.build(size))).collect();
        for operation in built[0].1.operations() {
            let taken: Vec<_> = built.iter().map(|(size, values)| (*size, allocated(values, operation))).collect();
            for (what, index, bound) in [("at once", 0, BOUND), ("in all", 1, in_all)] {
                let grows = exponent(taken.iter().map(|(size, bytes)| (*size, 1_000.0 + bytes[index] as f64)));
                assert!(grows < bound, "{}, {operation}: bytes {what} grow as the size to the {grows:.2}", case.name());
            }
        }
    }
}

thread_local! {
    static LOOKS: Cell<usize> = const { Cell::new(0) };
}

/// A leaf that counts how often it is looked at.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Counted(usize);

impl Leaf for Counted {
    fn same(&self, other: &Self) -> bool {
        LOOKS.set(LOOKS.get() + 1);
        self == other
    }
    fn encode<E: Encoder>(&self, into: &mut E) {
        LOOKS.set(LOOKS.get() + 1);
        into.word(self.0 as u64);
    }
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        LOOKS.set(LOOKS.get() + 1);
        write!(f, "{}", self.0)
    }
}
sexpr_core::leaf!(Counted);

/// Each operation looks at each leaf a few times, of 5,000. The number stands at the end.
#[track_caller]
fn looks_at_each_a_few_times<T: StructuralEq>(make: impl Fn(usize, usize) -> T) {
    const LEAVES: usize = 5_000;
    const A_FEW: usize = 10;
    let [left, right, other] = [1, 1, 2].map(|number| make(LEAVES, number));
    type Work<'w> = &'w dyn Fn(&mut Comparer);
    let operations: [(&str, Work<'_>); 4] = [
        ("equal", &|comparer| assert!(comparer.equal(&left, &right))),
        ("hash", &|comparer| _ = comparer.hash(&left)),
        ("mismatch", &|comparer| assert!(comparer.first_mismatch(&left, &other).is_some())),
        ("fingerprint", &|comparer| _ = comparer.fingerprint(&left).is_ok()),
    ];
    for (name, operation) in operations {
        LOOKS.set(0);
        operation(&mut Comparer::new());
        let looks = LOOKS.get();
        assert!(looks >= LEAVES / 2, "{name} looks at the leaves");
        assert!(looks < A_FEW * LEAVES, "{name} looks {looks} times at {LEAVES} leaves");
    }
}

#[test]
fn of_looks_at_keys_of_maps_is_linear() {
    looks_at_each_a_few_times(|leaves, number| {
        (0..leaves).map(|key| (Counted(key), if key + 1 == leaves { number } else { 0 })).collect::<HashMap<_, _>>()
    });
}

#[test]
fn of_looks_at_names_in_scopes_is_linear() {
    #[derive(StructuralEq)]
    #[seq(scope)]
    struct Function {
        #[seq(var, def)]
        params: Vec<Counted>,
        #[seq(var)]
        body: Vec<Counted>,
        last: usize,
    }
    looks_at_each_a_few_times(|leaves, last| {
        let names: Vec<_> = (0..leaves / 2).map(Counted).collect();
        Function { body: names.iter().rev().cloned().collect(), params: names, last }
    });
}

#[test]
fn of_looks_at_the_fields_of_dag_nodes_and_variables_is_linear() {
    #[derive(StructuralEq)]
    #[seq(kind = "dag")]
    struct Dag(Counted);
    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct Var(Counted);
    #[derive(StructuralEq)]
    #[seq(scope)]
    struct Both {
        #[seq(def)]
        params: Vec<Arc<Var>>,
        dags: Vec<Arc<Dag>>,
        last: usize,
    }
    looks_at_each_a_few_times(|leaves, last| {
        let params: Vec<_> = (0..leaves / 2).map(|_| Arc::new(Var(Counted(0)))).collect();
        let dags: Vec<_> = (0..leaves / 2).map(|_| Arc::new(Dag(Counted(0)))).collect();
        Both { params: [&*params, &*params].concat(), dags: [&*dags, &*dags].concat(), last }
    });
}
