//! Nodes whose content lies in several tables of an arena: its columns, a pool of lists, tables by id.

use std::rc::Rc;

use cranelift_entity::{EntityList, ListPool, PrimaryMap, SecondaryMap, entity_impl};
use sexpr_core::{
    Reason, StructuralEq,
    arena::{Arena, Id, InArena},
    custom::VirtualFields,
    first_structural_mismatch,
    reflect::Def,
    structural_equal, structural_fingerprint,
    walk::{Walk, nodes},
};
use sexpr_test_support::check::{differ, differ_at, differ_at_paths, equal, steps};

/// Declares entities, each for its node.
macro_rules! entities {
    ($($entity:ident => $node:ty),* $(,)?) => {
        $(
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            struct $entity(u32);
            entity_impl!($entity);

            impl Id for $entity {
                type Node = $node;
                fn index(&self) -> u64 {
                    self.0.into()
                }
            }
            sexpr_core::id!($entity);
        )*
    };
}

entities!(Inst => InstData, Value => ValueData, Block => Name, Lambda => LambdaData);

/// What an instruction has in its own table.
#[derive(StructuralEq, Clone, Debug)]
struct InstData {
    opcode: &'static str,
    /// In the pool.
    #[seq(ignore)]
    args: EntityList<Value>,
}

#[derive(StructuralEq, Clone, Debug)]
#[seq(kind = "var")]
struct ValueData {
    ty: &'static str,
}

/// The instructions of a function.
#[derive(Default)]
struct Instructions {
    data: PrimaryMap<Inst, InstData>,
    results: SecondaryMap<Inst, EntityList<Value>>,
    lists: ListPool<Value>,
}

impl Arena<Inst> for Instructions {
    const COLUMNS: Option<for<'a> fn(&'a Self, &Inst, &mut VirtualFields<'a>)> = Some(|instructions, inst, fields| {
        let Instructions { data, results, lists } = instructions;
        if let Some(data) = data.get(*inst) {
            fields.slice("args", Def::Inherit, data.args.as_slice(lists));
            fields.slice("results", Def::Pattern, results[*inst].as_slice(lists));
        }
    });

    fn node(&self, inst: &Inst) -> Option<&InstData> {
        self.data.get(*inst)
    }
    fn nodes(&self) -> impl Iterator<Item = &InstData> {
        self.data.values()
    }
}

#[derive(StructuralEq)]
struct Function {
    #[seq(arena(Value))]
    values: PrimaryMap<Value, ValueData>,
    #[seq(arena(Inst))]
    instructions: Instructions,
    layout: Vec<Inst>,
}

/// An instruction: its opcode, its arguments by number, and the types of its results, which are numbered in turn.
type Line = (&'static str, Vec<usize>, Vec<&'static str>);

/// A function of these instructions, allocated from one on, with others unused.
fn function(lines: &[Line], first: usize) -> Function {
    let (mut values, mut instructions) = (PrimaryMap::new(), Instructions::default());
    let types: Vec<_> = lines.iter().flat_map(|(.., results)| results.iter().copied()).collect();
    let mut numbered = vec![Value(0); types.len()];
    for at in (0..types.len()).map(|at| (at + first) % types.len()) {
        values.push(ValueData { ty: "unused" });
        numbered[at] = values.push(ValueData { ty: types[at] });
    }
    let mut layout = vec![Inst(0); lines.len()];
    for at in (0..lines.len()).map(|at| (at + first) % lines.len()) {
        let (opcode, args, results) = &lines[at];
        let before: usize = lines[..at].iter().map(|(.., results)| results.len()).sum();
        let lists = &mut instructions.lists;
        let results = EntityList::from_iter((before..before + results.len()).map(|at| numbered[at]), lists);
        let args = EntityList::from_iter(args.iter().map(|arg| numbered[*arg]), lists);
        layout[at] = instructions.data.push(InstData { opcode, args });
        instructions.results[layout[at]] = results;
        instructions.data.push(InstData { opcode: "unused", args: EntityList::new() });
    }
    Function { values, instructions, layout }
}

fn lines() -> Vec<Line> {
    vec![
        ("param", vec![], vec!["i32", "i32"]),
        ("const", vec![], vec!["i64"]),
        ("add", vec![0, 1], vec!["i32"]),
        ("divrem", vec![3, 0], vec!["i32", "i32"]),
        ("return", vec![4, 5, 2], vec![]),
    ]
}

#[test]
fn neither_the_order_of_allocation_nor_what_is_unused_counts() {
    let one = function(&lines(), 0);
    let fingerprint = structural_fingerprint(&one);
    assert!(fingerprint.is_ok(), "{fingerprint:?}");
    for first in 0..7 {
        let other = function(&lines(), first);
        equal(&one, &other);
        assert_eq!(fingerprint, structural_fingerprint(&other));
    }
}

#[test]
fn each_change_in_a_column_is_found_where_it_is() {
    let one = function(&lines(), 0);
    let changed = |change: fn(&mut Vec<Line>)| {
        let mut lines = lines();
        change(&mut lines);
        function(&lines, 3)
    };
    differ_at(".layout[1].opcode", &one, &changed(|lines| lines[1].0 = "load"));
    differ_at(".layout[2].args[1]", &one, &changed(|lines| lines[2].1[1] = 0));
    differ_at(".layout[3].args[0]", &one, &changed(|lines| lines[3].1.reverse()));
    differ_at(".layout[1].results[0].ty", &one, &changed(|lines| lines[1].2[0] = "i8"));
    differ_at_paths(".layout[4].args[2]", ".layout[4].args[2]?", &one, &changed(|lines| _ = lines[4].1.pop()));
    differ_at_paths(".layout[4].args[3]?", ".layout[4].args[3]", &one, &changed(|lines| lines[4].1.push(0)));
    differ_at_paths(".layout[4].results[0]?", ".layout[4].results[0]", &one, &changed(|lines| lines[4].2.push("i8")));
    let mismatch = differ(&one, &changed(|lines| lines[2].1[0] = 1));
    assert!(matches!(mismatch.reason(), Reason::BoundElsewhere { .. }), "{mismatch}");
}

#[test]
fn walks_and_searches_go_into_columns() {
    let function = function(&lines(), 2);
    let used: Vec<_> = nodes::<ValueData>(&function).map(|value| value.ty).collect();
    assert_eq!(used, ["i32", "i32", "i64", "i32", "i32", "i32"]);
    let mut found = Vec::new();
    let walk = Walk::new().with_bindings().with_paths();
    walk.on(|value: &ValueData, at| found.push((value.ty, at.is_binding(), steps(&at.path())))).run(&function);
    assert_eq!(found.len(), 6 + 7);
    assert_eq!(found[2], ("i64", true, ".layout[1].results[0]".to_owned()));
    assert_eq!(found[4], ("i32", false, ".layout[2].args[1]".to_owned()));
    let mut opcodes = Vec::new();
    Walk::new().on(|inst: &InstData, _| opcodes.push(inst.opcode)).run(&function);
    assert_eq!(opcodes, ["param", "const", "add", "divrem", "return"]);
}

/// A block's name is all that its own table has.
#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Name(String);

/// Names of blocks, and which follow each.
struct Blocks {
    names: Vec<Name>,
    next: Vec<Vec<Block>>,
}

impl Arena<Block> for Blocks {
    const COLUMNS: Option<for<'a> fn(&'a Self, &Block, &mut VirtualFields<'a>)> = Some(|blocks, block, fields| {
        if let Some(next) = blocks.next.get(block.0 as usize) {
            fields.field("next", Def::Inherit, next);
        }
    });

    fn node(&self, block: &Block) -> Option<&Name> {
        self.names.get(block.0 as usize)
    }
    fn nodes(&self) -> impl Iterator<Item = &Name> {
        self.names.iter()
    }
}

#[test]
fn columns_may_lead_to_any_depth() {
    let count = 100_000;
    let chain = |last: &str, after_last: &[Block]| {
        let name = |at| if at + 1 < count { "block" } else { last };
        let names = (0..count).map(|at| Name(name(at).to_owned())).collect();
        let next = (1..count).map(|at| vec![Block(at)]).chain([after_last.to_vec()]).collect();
        Blocks { names, next }
    };
    let (one, other) = (chain("end", &[]), chain("stop", &[]));
    equal(&InArena::new(&one, Block(0)), &InArena::new(&chain("end", &[]), Block(0)));
    let mismatch = differ(&InArena::new(&one, Block(0)), &InArena::new(&other, Block(0)));
    assert_eq!(mismatch.lhs().steps().len(), 2 * 99_999);
    let loops = ["end", "end", "stop"].map(|last| chain(last, &[Block(0)]));
    let [one_loop, same_loop, other_loop] = loops.each_ref().map(|chain| InArena::new(chain, Block(0)));
    equal(&one_loop, &same_loop);
    differ(&one_loop, &other_loop);
    let root = InArena::new(&one, Block(0));
    assert_eq!(nodes::<Name>(&root).count(), 100_000);
    let mut count = 0;
    Walk::new().on(|_: &Name, _| count += 1).run(&root);
    assert_eq!(count, 100_000);
}

/// A scope, whose parameters and body are in other tables.
#[derive(StructuralEq)]
#[seq(scope)]
struct LambdaData {
    name: &'static str,
}

struct Lambdas {
    data: Vec<LambdaData>,
    parameters: Vec<Vec<Value>>,
    bodies: Vec<Vec<Lambda>>,
    uses: Vec<Value>,
}

impl Arena<Lambda> for Lambdas {
    const COLUMNS: Option<for<'a> fn(&'a Self, &Lambda, &mut VirtualFields<'a>)> = Some(|lambdas, lambda, fields| {
        let at = lambda.0 as usize;
        fields.field("parameters", Def::Pattern, &lambdas.parameters[at]);
        fields.field("body", Def::Inherit, &lambdas.bodies[at]);
        fields.field("use", Def::Inherit, &lambdas.uses[at]);
        fields.leaf("index", lambdas.bodies[at].len() as u64);
    });

    fn node(&self, lambda: &Lambda) -> Option<&LambdaData> {
        self.data.get(lambda.0 as usize)
    }
    fn nodes(&self) -> impl Iterator<Item = &LambdaData> {
        self.data.iter()
    }
}

#[test]
fn what_binds_in_a_column_binds_in_the_scope_of_its_node() {
    #[derive(StructuralEq)]
    struct Program {
        #[seq(arena(Value))]
        values: Vec<ValueData>,
        #[seq(arena(Lambda))]
        lambdas: Rc<Lambdas>,
        root: Lambda,
    }
    // Two lambdas, one in the other, each of which uses one of the two parameters.
    let program = |parameters: [u32; 2], uses: [u32; 2]| Program {
        values: (0..3).map(|_| ValueData { ty: "i32" }).collect(),
        lambdas: Rc::new(Lambdas {
            data: vec![LambdaData { name: "outer" }, LambdaData { name: "inner" }],
            parameters: parameters.map(|parameter| vec![Value(parameter)]).into(),
            bodies: vec![vec![Lambda(1)], vec![]],
            uses: uses.map(Value).into(),
        }),
        root: Lambda(0),
    };
    equal(&program([0, 1], [0, 1]), &program([2, 0], [2, 0]));
    equal(&program([0, 1], [0, 0]), &program([1, 2], [1, 1]));
    equal(&program([0, 0], [0, 0]), &program([1, 2], [1, 2]));
    differ(&program([0, 1], [0, 1]), &program([0, 1], [0, 0]));
    // The inner parameter is bound in the inner lambda alone.
    let open = program([0, 1], [1, 1]);
    assert!(structural_fingerprint(&program([0, 1], [0, 0])).is_ok());
    assert_eq!(structural_fingerprint(&open).unwrap_err().path().to_string(), ".root.use");
}

#[test]
fn what_a_node_leads_to_in_columns_is_not_closed_even_if_its_type_is() {
    // One block is met where different variables are bound, and what it uses is in a table.
    #[derive(StructuralEq)]
    #[seq(scope)]
    struct Let {
        #[seq(def)]
        bound: Value,
        body: Vec<Inst>,
    }
    #[derive(StructuralEq)]
    struct Lets {
        #[seq(arena(Value))]
        values: Vec<ValueData>,
        #[seq(arena(Inst))]
        instructions: Instructions,
        lets: Vec<Let>,
    }
    let lets = |bound: [u32; 2]| {
        let mut instructions = Instructions::default();
        let args = EntityList::from_slice(&[Value(0)], &mut instructions.lists);
        let inst = instructions.data.push(InstData { opcode: "use", args });
        let values = (0..2).map(|_| ValueData { ty: "i32" }).collect();
        Lets { values, instructions, lets: bound.map(|bound| Let { bound: Value(bound), body: vec![inst] }).into() }
    };
    let one = lets([0, 1]);
    equal(&one, &one);
    let (both, neither) = (lets([0, 0]), lets([0, 1]));
    assert!(!structural_equal(&both, &neither));
    let mismatch = first_structural_mismatch(&both, &neither).unwrap();
    assert_eq!(mismatch.lhs().to_string(), ".lets[1].body[0].args[0]");
}
