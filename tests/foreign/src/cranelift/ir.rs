//! Functions as cranelift keeps them: tables of entities, lists in a pool, results and layouts in tables beside these.

use std::rc::Rc;

use cranelift_entity::{EntityList, ListPool, PrimaryMap, SecondaryMap, entity_impl};
use sexpr_core::{
    StructuralEq,
    arena::{Arena, Columns, Id},
    info::Def,
};

/// Declares entities, each for its node.
macro_rules! entities {
    ($($(#[doc = $doc:literal])* $entity:ident => $node:ty;)*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $entity(u32);
        entity_impl!($entity);

        impl Id for $entity {
            type Node = $node;

            fn index(&self) -> u64 {
                self.0.into()
            }
        }
        sexpr_core::id!($entity, columns);
    )*};
}

entities! {
    /// A block.
    Block => BlockData;
    /// An instruction.
    Inst => InstData;
    /// A parameter of a block, or a result of an instruction.
    Value => ValueData;
}

/// The type of a value.
#[derive(StructuralEq, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    I32,
    I64,
    F64,
}

/// Values are variables: known by where they are defined.
#[derive(StructuralEq, Clone, Copy, Debug)]
#[seq(kind = "var")]
pub struct ValueData {
    pub ty: Type,
}

/// What a block has in its own table. Two jumps to one block are other than one to each of two.
#[derive(StructuralEq, Clone, Copy, Debug, Default)]
#[seq(kind = "dag")]
pub struct BlockData {
    pub is_cold: bool,
}

/// An operator of one or two operands.
#[derive(StructuralEq, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Less,
    Negate,
}

/// What an instruction has in its own table. Its lists are in the pool.
#[derive(StructuralEq, Clone, Debug)]
pub enum InstData {
    Const {
        value: i64,
    },
    Unary {
        op: Op,
        arg: Value,
    },
    Binary {
        op: Op,
        args: [Value; 2],
    },
    Call {
        callee: String,
        #[seq(ignore)]
        args: EntityList<Value>,
    },
    Jump {
        to: Block,
        #[seq(ignore)]
        args: EntityList<Value>,
    },
    Branch {
        condition: Value,
        then: Block,
        otherwise: Block,
        #[seq(ignore)]
        args: [EntityList<Value>; 2],
    },
    Return {
        #[seq(ignore)]
        args: EntityList<Value>,
    },
}

impl InstData {
    fn lists(&self) -> &[EntityList<Value>] {
        match self {
            InstData::Const { .. } | InstData::Unary { .. } | InstData::Binary { .. } => &[],
            InstData::Call { args, .. } | InstData::Jump { args, .. } | InstData::Return { args } => {
                std::slice::from_ref(args)
            }
            InstData::Branch { args, .. } => args,
        }
    }
}

/// The blocks and the instructions, which have one pool.
#[derive(Default)]
pub struct Graph {
    pub blocks: PrimaryMap<Block, BlockData>,
    pub parameters: SecondaryMap<Block, EntityList<Value>>,
    pub layout: SecondaryMap<Block, Vec<Inst>>,
    pub insts: PrimaryMap<Inst, InstData>,
    pub results: SecondaryMap<Inst, EntityList<Value>>,
    pub pool: ListPool<Value>,
}

impl Arena<Block> for Graph {
    const COLUMNS: Option<Columns<Self, Block>> = Some(|graph, block, fields| {
        fields.slice("parameters", Def::Pattern, graph.parameters[*block].as_slice(&graph.pool));
        fields.field("layout", Def::Inherit, &graph.layout[*block]);
    });

    fn node(&self, block: &Block) -> Option<&BlockData> {
        self.blocks.get(*block)
    }
    fn nodes(&self) -> impl Iterator<Item = &BlockData> {
        self.blocks.values()
    }
}

impl Arena<Inst> for Graph {
    const COLUMNS: Option<Columns<Self, Inst>> = Some(|graph, inst, fields| {
        for list in graph.insts.get(*inst).map_or(&[][..], InstData::lists) {
            fields.slice("args", Def::Inherit, list.as_slice(&graph.pool));
        }
        fields.slice("results", Def::Pattern, graph.results[*inst].as_slice(&graph.pool));
    });

    fn node(&self, inst: &Inst) -> Option<&InstData> {
        self.insts.get(*inst)
    }
    fn nodes(&self) -> impl Iterator<Item = &InstData> {
        self.insts.values()
    }
}

/// A function: what is reached from its entry.
#[derive(StructuralEq)]
pub struct Function {
    pub name: String,
    #[seq(arena(Value))]
    pub values: PrimaryMap<Value, ValueData>,
    #[seq(arena(Block))]
    pub blocks: Rc<Graph>,
    /// The same graph.
    #[seq(arena(Inst))]
    pub insts: Rc<Graph>,
    pub entry: Block,
}
