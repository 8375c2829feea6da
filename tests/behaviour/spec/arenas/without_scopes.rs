//! Where there is no scope, less is kept of what is found. A scope around all of a value changes nothing of it.

use std::sync::Arc;

use proptest::{prelude::*, sample::Index};
use sexpr_core::{Mismatch, StructuralEq, first_structural_mismatch, structural_equal, structural_hash};
use sexpr_test_support::{check::steps, ids};

use super::config;

ids! { GlobalId => Global; LocalId => Local; }

#[derive(StructuralEq, Debug)]
struct Module {
    #[seq(arena(GlobalId))]
    globals: Vec<Global>,
    functions: Vec<Function>,
}

/// The same, in a scope.
#[derive(StructuralEq, Debug)]
#[seq(scope)]
struct InScope {
    module: Module,
}

#[derive(StructuralEq, Debug)]
enum Global {
    Leaf(u8),
    Pair(GlobalId, GlobalId),
    #[seq(kind = "dag")]
    Dag(GlobalId),
}

#[derive(StructuralEq, Debug)]
struct Function {
    #[seq(arena(LocalId))]
    locals: Vec<Local>,
    body: Vec<LocalId>,
}

#[derive(StructuralEq, Debug)]
enum Local {
    Leaf(u8),
    Pair(LocalId, LocalId),
    #[seq(kind = "dag")]
    Dag(LocalId),
    Global(GlobalId),
    Held(Arc<Held>),
    HeldDag(Arc<HeldDag>),
}

/// What is shared among functions, and means in each what the arenas there say.
#[derive(StructuralEq, Debug)]
struct Held {
    held: Vec<Arc<Held>>,
    local: Option<LocalId>,
    global: Option<GlobalId>,
}

#[derive(StructuralEq, Debug)]
#[seq(kind = "dag")]
struct HeldDag {
    local: Option<LocalId>,
    global: Option<GlobalId>,
}

/// A node by what it is, and by what it leads to, taken modulo what there is.
type Raw = (u8, Index, Index);

#[derive(Clone, Debug)]
struct RawModule {
    globals: Vec<Raw>,
    held: Vec<Raw>,
    functions: Vec<(Vec<Raw>, Vec<Index>)>,
}

fn raw() -> impl Strategy<Value = Raw> {
    (0..6_u8, any::<Index>(), any::<Index>())
}

fn raw_module() -> impl Strategy<Value = RawModule> {
    let raws = |most| prop::collection::vec(raw(), 1..most);
    let function = (raws(8), prop::collection::vec(any::<Index>(), 1..4));
    (raws(6), raws(10), prop::collection::vec(function, 1..4)).prop_map(|(globals, held, functions)| RawModule {
        globals,
        held,
        functions,
    })
}

/// A module whose nodes lead to earlier ones alone, but for dag nodes if it is `cyclic`. `shift` says how nodes are allocated, and
/// `copies` whether functions share what they hold.
fn module(raw: &RawModule, cyclic: bool, shift: usize, copies: bool) -> Module {
    let globals = raw.globals.len();
    let global = |index: usize| GlobalId((index + shift) % globals);
    let global_node = |(number, (what, one, other)): (usize, &Raw)| {
        let among = if cyclic && *what > 3 { globals } else { number };
        match what {
            _ if among == 0 => Global::Leaf(0),
            0 | 1 => Global::Leaf(one.index(2) as u8),
            2 | 3 => Global::Pair(global(one.index(among)), global(other.index(among))),
            _ => Global::Dag(global(one.index(among))),
        }
    };
    let mut allocated: Vec<Global> = raw.globals.iter().enumerate().map(global_node).collect();
    allocated.rotate_right(shift % globals);
    let shared = held(raw, shift);
    let function = |(number, (nodes, body)): (usize, &(Vec<Raw>, Vec<Index>))| {
        let held = if copies { held(raw, shift) } else { shared.clone() };
        let count = nodes.len();
        let local = |index: usize| LocalId((index + shift + number) % count);
        let node = |(number, (what, one, other)): (usize, &Raw)| {
            let among = if cyclic && *what == 2 { count } else { number };
            match what {
                _ if among == 0 => Local::Leaf(0),
                0 => Local::Leaf(one.index(2) as u8),
                1 => Local::Pair(local(one.index(among)), local(other.index(among))),
                2 => Local::Dag(local(one.index(among))),
                3 => Local::Global(global(one.index(globals))),
                4 => Local::Held(held.0[one.index(held.0.len())].clone()),
                _ => Local::HeldDag(held.1[one.index(held.1.len())].clone()),
            }
        };
        let mut locals: Vec<Local> = nodes.iter().enumerate().map(node).collect();
        locals.rotate_right((shift + number) % count);
        Function { locals, body: body.iter().map(|index| local(index.index(count))).collect() }
    };
    Module { globals: allocated, functions: raw.functions.iter().enumerate().map(function).collect() }
}

/// What functions hold. Of locals, they name the first alone, or one that there is not, wherever that may be.
fn held(raw: &RawModule, shift: usize) -> (Vec<Arc<Held>>, Vec<Arc<HeldDag>>) {
    let globals = raw.globals.len();
    let (mut held, mut dags) = (Vec::<Arc<Held>>::new(), Vec::new());
    for (what, one, other) in &raw.held {
        let local = (what % 3 == 0).then(|| LocalId(if other.index(4) == 0 { usize::MAX } else { 0 }));
        let global = (what % 2 == 0).then(|| GlobalId((one.index(globals) + shift) % globals));
        let children = match held.len() {
            0 => Vec::new(),
            count => vec![held[one.index(count)].clone(), held[count - 1].clone(), held[other.index(count)].clone()],
        };
        held.push(Arc::new(Held { held: children, local, global }));
        dags.push(Arc::new(HeldDag { local, global }));
    }
    (held, dags)
}

/// A module, and another one that differs from it in a node at most.
fn modules() -> impl Strategy<Value = (RawModule, RawModule)> {
    (raw_module(), any::<Index>(), raw(), 0..4_u8).prop_map(|(one, at, changed, what)| {
        let mut other = one.clone();
        let function = at.index(other.functions.len());
        let nodes = match what {
            0 => &mut other.globals,
            1 => &mut other.held,
            2 => &mut other.functions[function].0,
            _ => return (one, other),
        };
        let at = at.index(nodes.len());
        nodes[at] = changed;
        (one, other)
    })
}

proptest! {
    #![proptest_config(config(3_000))]

    #[test]
    fn a_scope_around_all_of_a_value_changes_no_verdict(
        (one, other) in modules(),
        cyclic in any::<bool>(),
        copies in any::<[bool; 2]>(),
        shift in 0..2_usize,
    ) {
        // Where locals are allocated otherwise, what is held names another one.
        let make = || [module(&one, cyclic, 0, copies[0]), module(&other, cyclic, shift, copies[1])];
        let [left, right] = make();
        let [left_in_scope, right_in_scope] = make().map(|module| InScope { module });
        let verdict = structural_equal(&left, &right);
        prop_assert_eq!(structural_equal(&left_in_scope, &right_in_scope), verdict);
        prop_assert_eq!(structural_equal(&right, &left), verdict);
        let mismatch = first_structural_mismatch(&left, &right);
        let in_scope = first_structural_mismatch(&left_in_scope, &right_in_scope);
        let told = |prefix: &str, mismatch: Option<Mismatch>| {
            let told = mismatch.map(|one| (steps(one.lhs()), steps(one.rhs())));
            told.map(|(one, other)| (one.replacen(prefix, "", 1), other.replacen(prefix, "", 1)))
        };
        prop_assert_eq!(mismatch.is_none(), verdict);
        prop_assert_eq!(told(".module", in_scope), told("", mismatch));
        // What is held may lead back to itself: then it is equal to nothing, and its hash is any.
        if structural_equal(&left, &left) && structural_equal(&right, &right) {
            prop_assert_eq!(structural_hash(&left) == structural_hash(&right), verdict);
            prop_assert_eq!(structural_hash(&left_in_scope) == structural_hash(&right_in_scope), verdict);
        }
    }
}
