//! Nodes that share an address: in an arena with columns an id stands for a row, whatever node the arena has for it.

use std::collections::HashMap;

use sexpr_core::{
    Comparer, Options, StructuralEq,
    arena::{Arena, Id},
    custom::VirtualFields,
    reflect::Def,
    walk::{Occurrence, Walk, nodes},
};
use sexpr_test_support::{
    check::{differ, differ_at, equal},
    ids,
};

ids! {
    Empty => ();
    Inst => Opcode;
    Name => Variable;
    Share => Shared;
    Stmt => Statement, columns;
    Symbol => Keyed;
}

/// Declares a table all of whose rows are one node, and have numbers and rows in columns.
macro_rules! table {
    ($table:ident, $id:ident, $node:expr) => {
        struct $table {
            numbers: Vec<Vec<u64>>,
            rows: Vec<Vec<$id>>,
        }

        impl Arena<$id> for $table {
            const COLUMNS: Option<for<'a> fn(&'a Self, &$id, &mut VirtualFields<'a>)> = Some(|table, row, fields| {
                fields.slice("numbers", Def::Inherit, &table.numbers[row.0]);
                fields.slice("rows", Def::Inherit, &table.rows[row.0]);
            });

            fn node(&self, row: &$id) -> Option<&<$id as Id>::Node> {
                (row.0 < self.numbers.len()).then_some($node)
            }
            fn nodes(&self) -> impl Iterator<Item = &<$id as Id>::Node> {
                self.numbers.iter().map(|_| $node)
            }
        }

        impl $table {
            /// A table of so many numbers in each row, so that rows are remembered.
            fn new(rows: &[(u64, &[usize])]) -> Self {
                $table {
                    numbers: rows.iter().map(|(number, _)| vec![*number; 100]).collect(),
                    rows: rows.iter().map(|(_, rows)| rows.iter().copied().map($id).collect()).collect(),
                }
            }
        }
    };
}

#[derive(StructuralEq, Debug)]
struct Opcode(&'static str);
#[derive(StructuralEq, Debug)]
#[seq(kind = "var")]
struct Variable(u8);
#[derive(StructuralEq, Debug)]
#[seq(kind = "dag")]
struct Shared(u8);
#[derive(StructuralEq, Debug)]
#[seq(kind = "dag")]
struct Keyed {
    #[seq(key)]
    name: &'static str,
}

table!(Empties, Empty, &());
table!(Insts, Inst, &Opcode("add"));
table!(Names, Name, &Variable(0));
table!(Shares, Share, &Shared(0));
table!(Symbols, Symbol, &Keyed { name: "s" });

#[derive(StructuralEq)]
struct Function<T: Arena<I>, I: Id + sexpr_core::Field> {
    #[seq(arena(I))]
    table: T,
    roots: Vec<I>,
}

fn empties(rows: &[(u64, &[usize])], roots: &[usize]) -> Function<Empties, Empty> {
    Function { table: Empties::new(rows), roots: roots.iter().copied().map(Empty).collect() }
}

fn insts(rows: &[(u64, &[usize])], roots: &[usize]) -> Function<Insts, Inst> {
    Function { table: Insts::new(rows), roots: roots.iter().copied().map(Inst).collect() }
}

#[test]
fn rows_of_nodes_without_content_are_told_apart() {
    differ_at(
        ".roots[1].numbers[0]",
        &empties(&[(1, &[]), (2, &[])], &[0, 1]),
        &empties(&[(1, &[]), (3, &[])], &[0, 1]),
    );
    equal(&empties(&[(1, &[]), (2, &[])], &[0, 1]), &empties(&[(2, &[]), (1, &[])], &[1, 0]));
}

#[test]
fn rows_of_one_shared_node_are_told_apart() {
    differ_at(".roots[1].numbers[0]", &insts(&[(1, &[]), (2, &[])], &[0, 1]), &insts(&[(1, &[]), (3, &[])], &[0, 1]));
    differ(&insts(&[(1, &[]), (2, &[0])], &[1]), &insts(&[(7, &[]), (2, &[0])], &[1]));
    equal(&insts(&[(1, &[]), (2, &[0])], &[0, 1]), &insts(&[(2, &[1]), (1, &[])], &[1, 0]));
}

fn shares(rows: &[(u64, &[usize])], roots: &[usize]) -> Function<Shares, Share> {
    Function { table: Shares::new(rows), roots: roots.iter().copied().map(Share).collect() }
}

#[test]
fn a_row_that_leads_to_another_lies_on_no_cycle() {
    let chain = shares(&[(1, &[1]), (1, &[2]), (1, &[])], &[0]);
    differ(&chain, &shares(&[(1, &[0]), (1, &[2]), (1, &[])], &[0]));
    differ(&shares(&[(1, &[0])], &[0]), &shares(&[(2, &[0])], &[0]));
    equal(&shares(&[(1, &[0])], &[0]), &shares(&[(9, &[]), (1, &[1])], &[1]));
    differ(&shares(&[(1, &[1]), (1, &[0])], &[0]), &shares(&[(1, &[1]), (2, &[0])], &[0]));
}

#[test]
fn rows_of_a_dag_node_are_shared_by_row() {
    differ(&shares(&[(1, &[]), (1, &[])], &[0, 0]), &shares(&[(1, &[]), (1, &[])], &[0, 1]));
    differ(&shares(&[(1, &[]), (2, &[])], &[0, 1]), &shares(&[(1, &[]), (3, &[])], &[0, 1]));
    equal(&shares(&[(1, &[]), (1, &[])], &[0, 1, 0]), &shares(&[(1, &[]), (1, &[])], &[1, 0, 1]));
}

#[test]
fn rows_of_a_keyed_node_are_one_node() {
    let symbols = |rows: &[(u64, &[usize])], roots: &[usize]| Function {
        table: Symbols::new(rows),
        roots: roots.iter().copied().map(Symbol).collect(),
    };
    equal(&symbols(&[(1, &[]), (1, &[])], &[0, 0]), &symbols(&[(1, &[]), (1, &[])], &[0, 1]));
    differ(&symbols(&[(1, &[])], &[0]), &symbols(&[(2, &[])], &[0]));
}

/// A function whose variables are rows of one node.
#[derive(StructuralEq)]
#[seq(scope)]
struct Lambda {
    #[seq(arena(Name))]
    names: Names,
    #[seq(def)]
    parameters: Vec<Name>,
    body: Vec<Name>,
    by_name: HashMap<Name, u8>,
}

fn lambda(parameters: &[usize], body: &[usize], by_name: &[(usize, u8)]) -> Lambda {
    let names = |names: &[usize]| names.iter().copied().map(Name).collect();
    Lambda {
        names: Names::new(&[(0, &[]), (0, &[]), (0, &[])]),
        parameters: names(parameters),
        body: names(body),
        by_name: by_name.iter().map(|(name, value)| (Name(*name), *value)).collect(),
    }
}

#[test]
fn variables_that_are_rows_are_told_apart() {
    equal(&lambda(&[0, 1], &[0, 1], &[]), &lambda(&[2, 0], &[2, 0], &[]));
    differ_at(".body[0]", &lambda(&[0, 1], &[0], &[]), &lambda(&[0, 1], &[1], &[]));
    equal(&lambda(&[0, 1], &[], &[(0, 1), (1, 2)]), &lambda(&[1, 2], &[], &[(2, 2), (1, 1)]));
    differ(&lambda(&[0, 1], &[], &[(0, 1), (1, 2)]), &lambda(&[1, 2], &[], &[(2, 1), (1, 2)]));
}

#[test]
fn walks_tell_rows_apart() {
    let mut met = Vec::new();
    let term = lambda(&[0, 1], &[0, 1, 2, 0], &[]);
    Walk::new()
        .with_bindings()
        .on(|_: &Variable, at| met.push(at.occurrence().and_then(Occurrence::binding)))
        .run(&term);
    let [one, other, rest @ ..] = &*met else { panic!("{met:?}") };
    assert!(one.is_some() && other.is_some() && one != other, "{met:?}");
    assert_eq!(rest, [*one, *other, None, *one]);
    assert_eq!(nodes::<Opcode>(&insts(&[(1, &[]), (1, &[0]), (1, &[])], &[0, 1])).count(), 2);
    let mut seen = 0;
    Walk::new().distinct().on(|_: &Opcode, _| seen += 1).run(&insts(&[(1, &[]), (1, &[0]), (1, &[])], &[1, 0, 1]));
    assert_eq!(seen, 2);
}

/// A statement of a block that declares the names in its columns.
#[derive(StructuralEq, Debug)]
struct Statement;

struct Statements {
    declared: Vec<Vec<Name>>,
    inside: Vec<Vec<Stmt>>,
    used: Vec<Vec<Name>>,
}

impl Arena<Stmt> for Statements {
    const COLUMNS: Option<for<'a> fn(&'a Self, &Stmt, &mut VirtualFields<'a>)> = Some(|statements, stmt, fields| {
        fields.slice("used", Def::Inherit, &statements.used[stmt.0]);
        fields.slice("inside", Def::Inherit, &statements.inside[stmt.0]);
        fields.slice("declared", Def::Simple, &statements.declared[stmt.0]);
    });

    fn node(&self, stmt: &Stmt) -> Option<&Statement> {
        (stmt.0 < self.declared.len()).then_some(&Statement)
    }
    fn nodes(&self) -> impl Iterator<Item = &Statement> {
        self.declared.iter().map(|_| &Statement)
    }
}

#[derive(StructuralEq)]
#[seq(scope(predeclare = body))]
struct Block {
    #[seq(arena(Name))]
    names: Names,
    #[seq(arena(Stmt))]
    statements: Statements,
    body: Vec<Stmt>,
}

fn block(rows: &[(&[usize], &[usize], &[usize])], body: &[usize]) -> Block {
    let names = |names: &[usize]| names.iter().copied().map(Name).collect();
    let statements = |rows: &[usize]| rows.iter().copied().map(Stmt).collect();
    Block {
        names: Names::new(&[(0, &[]), (0, &[]), (0, &[])]),
        statements: Statements {
            used: rows.iter().map(|(used, ..)| names(used)).collect(),
            inside: rows.iter().map(|(_, inside, _)| statements(inside)).collect(),
            declared: rows.iter().map(|(.., declared)| names(declared)).collect(),
        },
        body: statements(body),
    }
}

#[test]
fn scopes_predeclare_what_each_row_declares() {
    let one = block(&[(&[0, 1], &[], &[]), (&[], &[2], &[0]), (&[], &[], &[1])], &[0, 1]);
    equal(&one, &block(&[(&[2, 0], &[], &[]), (&[], &[2], &[2]), (&[], &[], &[0])], &[0, 1]));
    differ(&one, &block(&[(&[0, 2], &[], &[]), (&[], &[2], &[2]), (&[], &[], &[0])], &[0, 1]));
}

#[test]
fn free_rows_are_the_same_in_one_arena_only() {
    let arena = std::sync::Arc::new(Names::new(&[(0, &[]), (0, &[])]));
    let free = |row| Function { table: arena.clone(), roots: vec![Name(row)] };
    equal(&free(0), &free(0));
    differ(&free(0), &free(1));
    let mut comparer = Comparer::with_options(Options::new().map_free_vars(true));
    assert!(comparer.equal(&free(0), &free(1)));
    assert_eq!(comparer.hash(&free(0)), comparer.hash(&free(1)));
}
