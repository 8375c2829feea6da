//! Control flow in a function that is a scope: blocks that bind their parameters, and jump to two others each.

use sexpr_core::{StructuralEq, arena::Id};

use super::{dismantled, ids, scattered};
use crate::adversaries::{Case, Operation};

ids! {
    /// Of a block.
    BlockId => Block,
    /// Of a value.
    ValueId => Value,
}

/// A parameter of a block, or a result of an instruction.
#[derive(Clone, StructuralEq)]
#[seq(kind = "var", rewrite, dismantle)]
pub struct Value(u8);

/// A block. It binds in the function around it, so it is a `dag` node: it binds once, wherever it is jumped to from.
#[derive(Clone, StructuralEq)]
#[seq(kind = "dag", rewrite, dismantle)]
pub struct Block {
    #[seq(def)]
    params: Vec<ValueId>,
    body: Vec<Instruction>,
    jumps: Vec<Jump>,
}

/// An instruction of a block.
#[derive(Clone, StructuralEq)]
#[seq(rewrite, dismantle)]
pub struct Instruction {
    #[seq(def)]
    result: ValueId,
    operands: Vec<ValueId>,
    number: i64,
}

/// Where a block goes on, with what arguments.
#[derive(Clone, StructuralEq)]
#[seq(rewrite, dismantle)]
pub struct Jump {
    to: BlockId,
    arguments: Vec<ValueId>,
}

/// What has the blocks.
#[derive(Clone, StructuralEq)]
#[seq(scope, rewrite, dismantle)]
pub struct Function {
    #[seq(arena(ValueId))]
    values: Vec<Value>,
    #[seq(arena(BlockId))]
    blocks: Vec<Block>,
    entry: BlockId,
}

/// Blocks that each use a value of the first and jump to those that they are said to.
fn function(size: usize, number: i64, jumps: impl Fn(usize) -> Vec<usize>) -> Function {
    let place = scattered(size);
    let block = |at: usize| {
        let [param, result] = [ValueId(2 * at), ValueId(2 * at + 1)];
        let jump = |to: usize| Jump { to: BlockId(place(to)), arguments: vec![result] };
        let number = if at + 1 == size { number } else { 0 };
        Block {
            params: vec![param],
            body: vec![Instruction { result, operands: vec![param, ValueId(0)], number }],
            jumps: jumps(at).into_iter().filter(|to| *to < size).map(jump).collect(),
        }
    };
    let mut blocks: Vec<(usize, Block)> = (0..size).map(|at| (place(at), block(at))).collect();
    blocks.sort_by_key(|(place, _)| *place);
    Function {
        values: (0..2 * size).map(|_| Value(0)).collect(),
        blocks: blocks.into_iter().map(|(_, block)| block).collect(),
        entry: BlockId(place(0)),
    }
}

/// To find free variables keeps each block by all that is bound in it and below it: as many lists as blocks, each as long.
const KEEPS_EACH_BLOCK_BY_ALL_BINDINGS: &[Operation] = &[Operation::Free];

/// The cases.
pub fn cases() -> Vec<Case> {
    vec![
        dismantled("blocks that jump to the next two", 100_000, |size, last| {
            function(size, last, |at| vec![at + 1, at + 2])
        })
        .without(KEEPS_EACH_BLOCK_BY_ALL_BINDINGS),
        dismantled("blocks that jump to the next two, in loops", 100_000, |size, last| {
            function(size, last, |at| {
                let back = if at % 7 == 6 { at - 5 } else { at + 3 };
                vec![at + 1, at + 2, back]
            })
        })
        .without(KEEPS_EACH_BLOCK_BY_ALL_BINDINGS),
    ]
}
