//! Ids as keys of maps: what they mean counts, a node's key or which variables correspond.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

use sexpr_core::{
    Options, Path, StructuralEq, arena::InArena, first_structural_mismatch, report::Obstacle, structural_diff,
    structural_fingerprint, terms::Subterms, walk::Walk,
};
use sexpr_test_support::{
    check::{assert_paths, differ_at, differ_at_paths, equal, steps},
    ids,
};

use crate::nodes::Var;

ids! { GlobalId => Global; VarId => Var; }

#[derive(StructuralEq, Debug)]
#[seq(kind = "dag")]
struct Global {
    #[seq(key)]
    name: &'static str,
    size: u32,
}

#[derive(StructuralEq, Debug)]
struct Sizes {
    of: BTreeMap<GlobalId, u32>,
}

#[derive(StructuralEq, Debug)]
struct Module {
    #[seq(arena(GlobalId))]
    globals: Vec<Global>,
    sizes: Arc<Sizes>,
}

fn globals(names: &[&'static str]) -> Vec<Global> {
    names.iter().map(|name| Global { name, size: 1 }).collect()
}

fn module(names: &[&'static str], sizes: &[(usize, u32)]) -> Module {
    let of = sizes.iter().map(|(id, size)| (GlobalId(*id), *size)).collect();
    Module { globals: globals(names), sizes: Arc::new(Sizes { of }) }
}

#[test]
fn an_id_of_a_node_with_a_key_counts_by_that_key() {
    let one = module(&["a", "b"], &[(0, 1), (1, 2)]);
    equal(&one, &module(&["unused", "b", "a"], &[(1, 2), (2, 1)]));
    let fingerprint = structural_fingerprint(&one);
    assert!(fingerprint.is_ok());
    assert_eq!(fingerprint, structural_fingerprint(&module(&["b", "a"], &[(0, 2), (1, 1)])));
    differ_at(r#".sizes.of["b"]"#, &one, &module(&["b", "a"], &[(0, 3), (1, 1)]));
    differ_at_paths(r#".sizes.of["b"]"#, r#".sizes.of["b"]?"#, &one, &module(&["a", "c"], &[(0, 1), (1, 2)]));
    differ_at_paths(r#".sizes.of["c"]?"#, r#".sizes.of["c"]"#, &module(&["a"], &[(0, 1)]), &{
        module(&["a", "c"], &[(0, 1), (1, 2)])
    });
}

#[test]
fn a_shared_map_means_in_each_arena_what_its_ids_mean_there() {
    let modules = |names: [&[&'static str]; 2]| {
        let sizes = Arc::new(Sizes { of: BTreeMap::from([(GlobalId(0), 1)]) });
        names.map(|names| Module { globals: globals(names), sizes: sizes.clone() })
    };
    equal(&modules([&["a"], &["b"]]), &modules([&["a"], &["b"]]));
    differ_at_paths(
        r#"[1].sizes.of["b"]"#,
        r#"[1].sizes.of["b"]?"#,
        &modules([&["a"], &["b"]]),
        &modules([&["a"], &["a"]]),
    );
}

#[test]
fn a_dangling_key_is_its_number() {
    let one = module(&["a"], &[(0, 1), (7, 2)]);
    equal(&one, &module(&["b", "a"], &[(1, 1), (7, 2)]));
    differ_at(".sizes.of[GlobalId 7]", &one, &module(&["a"], &[(0, 1), (7, 3)]));
    differ_at_paths(".sizes.of[GlobalId 7]", ".sizes.of[GlobalId 7]?", &one, &module(&["a"], &[(0, 1), (8, 2)]));
    let error = structural_fingerprint(&one).unwrap_err();
    assert_eq!((error.obstacle(), &*steps(error.path())), (&Obstacle::Dangling, ".sizes.of[GlobalId 7]"));
}

#[derive(StructuralEq, Debug)]
struct Function {
    #[seq(arena(VarId))]
    variables: Vec<Var>,
    #[seq(def)]
    parameters: Vec<VarId>,
    registers: HashMap<VarId, u32>,
    live: BTreeSet<Reverse<Box<VarId>>>,
}

fn function(count: usize, parameters: &[usize], registers: &[(usize, u32)]) -> Function {
    let id = |index: &usize| VarId(*index);
    Function {
        variables: (0..count).map(|_| Var { ty: 8 }).collect(),
        parameters: parameters.iter().map(id).collect(),
        registers: registers.iter().map(|(index, register)| (VarId(*index), *register)).collect(),
        live: registers.iter().map(|(index, _)| Reverse(Box::new(VarId(*index)))).collect(),
    }
}

#[test]
fn an_id_of_a_bound_variable_counts_by_what_it_corresponds_to() {
    let one = function(2, &[0, 1], &[(0, 1), (1, 2)]);
    equal(&one, &function(3, &[2, 0], &[(2, 1), (0, 2)]));
    assert_eq!(structural_fingerprint(&one), structural_fingerprint(&function(3, &[2, 0], &[(2, 1), (0, 2)])));
    assert!(structural_fingerprint(&one).is_ok());
    let mismatch = first_structural_mismatch(&one, &function(2, &[1, 0], &[(0, 1), (1, 2)])).unwrap();
    assert!(mismatch.lhs().to_string().starts_with(".registers"), "{mismatch}");
    assert!(!sexpr_core::structural_equal(&one, &function(2, &[1, 0], &[(0, 1), (1, 2)])));
    assert!(!sexpr_core::structural_equal(&one, &function(2, &[0, 1], &[(0, 1)])));
}

#[test]
fn an_id_of_a_free_variable_matches_itself_alone() {
    let [one, other] = [(), ()].map(|()| vec![Var { ty: 8 }, Var { ty: 8 }]);
    let table = |index: usize| BTreeMap::from([(VarId(index), 1)]);
    let within = |arena, index| InArena::<_, _, VarId>::holding(arena, table(index));
    equal(&within(&one, 0), &within(&one, 0));
    assert!(!sexpr_core::structural_equal(&within(&one, 0), &within(&one, 1)));
    assert!(!sexpr_core::structural_equal(&within(&one, 0), &within(&other, 0)));
    assert!(first_structural_mismatch(&within(&one, 0), &within(&other, 0)).is_some());
    let error = structural_fingerprint(&within(&one, 0)).unwrap_err();
    assert_eq!(error.obstacle(), &Obstacle::FreeVariable);
    let options = Options::new().map_free_vars(true);
    assert!(!options.equal(&within(&one, 0), &within(&one, 1)), "a key position never binds");
}

#[test]
fn a_walk_gives_what_keys_mean_and_does_not_look_into_it() {
    let module = module(&["b", "a"], &[(0, 2), (1, 1)]);
    let mut found = Vec::new();
    Walk::new().with_paths().on(|global: &Global, at| found.push((global.name, steps(&at.path())))).run(&module);
    assert_eq!(found, [("a", ".sizes.of[\"a\"]".to_owned()), ("b", ".sizes.of[\"b\"]".to_owned())]);
    let function = function(2, &[0, 1], &[(1, 2)]);
    let mut places = Vec::new();
    Walk::new().with_bindings().on(|var: &Var, _| places.push(std::ptr::from_ref(var))).run(&function);
    let [first, second] = [0, 1].map(|index| std::ptr::from_ref(&function.variables[index]));
    assert_eq!(places, [first, second, second, second]);
}

/// Of each global, what it begins as.
#[derive(StructuralEq, Debug)]
struct Program {
    #[seq(arena(GlobalId))]
    globals: Vec<Global>,
    #[seq(arena(VarId))]
    variables: Vec<Var>,
    begin: BTreeMap<GlobalId, Init>,
    widths: BTreeMap<VarId, Init>,
}

#[derive(StructuralEq, Debug)]
enum Init {
    Zero,
    Number(u64),
    Sum(Vec<Init>),
}

fn program(names: &[&'static str], begin: Vec<Init>, widths: Vec<Init>) -> Program {
    let begin = begin.into_iter().enumerate().map(|(index, init)| (GlobalId(index), init));
    let variables = widths.iter().map(|_| Var { ty: 8 }).collect();
    let widths = widths.into_iter().enumerate().map(|(index, init)| (VarId(index), init));
    Program { globals: globals(names), variables, begin: begin.collect(), widths: widths.collect() }
}

/// The innermost node on a path.
fn at<'a>(path: &Path, program: &'a Program) -> &'a Init {
    path.innermost_in(program).unwrap_or_else(|| panic!("{} leads to {:?}", steps(path), path.nodes_in(program)))
}

#[test]
fn reports_lead_to_nodes_below_keys_that_are_ids() {
    let one = program(&["a", "b"], vec![Init::Zero, Init::Sum(vec![Init::Zero, Init::Number(1)])], vec![]);
    let other = program(&["b", "a"], vec![Init::Sum(vec![Init::Zero, Init::Number(2)]), Init::Zero], vec![]);
    let mismatch = first_structural_mismatch(&one, &other).unwrap();
    assert_paths(r#".begin["b"][1]"#, r#".begin["b"][1]"#, &mismatch);
    assert!(matches!(at(mismatch.lhs(), &one), Init::Number(1)));
    assert!(matches!(at(mismatch.rhs(), &other), Init::Number(2)));
    let diff = structural_diff(&one, &other);
    let [edit] = diff.edits() else { panic!("{diff}") };
    assert!(matches!(at(edit.lhs(), &one), Init::Number(1)));
}

#[test]
fn obstacles_lead_to_keys_that_are_ids() {
    let free = program(&["a"], vec![], vec![Init::Number(1)]);
    let error = structural_fingerprint(&free).unwrap_err();
    assert_eq!(error.obstacle(), &Obstacle::FreeVariable);
    assert!(std::ptr::eq(error.path().innermost_in::<Var>(&free).unwrap(), &free.variables[0]));
}

#[test]
fn subterms_lead_to_nodes_below_keys_that_are_ids() {
    let sum = || Init::Sum(vec![Init::Zero, Init::Number(1)]);
    let program = program(&["a", "b"], vec![sum(), sum()], vec![]);
    let classes = Subterms::new().at_least(3).common(&program);
    let members: Vec<_> = classes.iter().flat_map(|class| class.iter()).collect();
    assert_eq!(members.len(), 2);
    for member in members {
        assert!(std::ptr::eq(at(&member.path(), &program), member.node().downcast().unwrap()));
    }
    let subterms = Subterms::new().of::<Init>().fingerprints(&program);
    assert_eq!(subterms.len(), 6);
    for (subterm, _) in &subterms {
        assert!(std::ptr::eq(at(&subterm.path(), &program), subterm.node().downcast().unwrap()));
    }
}
