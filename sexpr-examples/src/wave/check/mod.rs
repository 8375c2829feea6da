//! What a graph must fulfil.

mod operands;
mod types;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

pub use self::operands::OperandProblem;
pub(super) use self::operands::dimensions;
pub use self::types::TypeProblem;
use super::graph::{Graph, Instruction, Memory, Node, Op, Region, TensorType, Type};
use super::index::Symbol;
use super::mapping::{Access, IndexMapping, MappingProblem};
use crate::text::{elided, shortened};

/// How many regions may be within each other, since to go through them takes native stack.
pub(super) const NEST_LIMIT: usize = 200;

/// Something that is wrong with a node of a graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}", named(node), shortened(kind.to_string()))]
pub struct GraphProblem {
    /// The node, or the graph.
    pub node: String,
    /// What is wrong.
    pub kind: GraphProblemKind,
}

/// The node of this name; the graph may have none.
fn named(node: &str) -> String {
    if node.is_empty() { "the graph".to_owned() } else { format!("`{}`", elided(node)) }
}

/// What is wrong with a node of a graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphProblemKind {
    /// It uses a node that is not listed before.
    #[error("it uses `{}`, which is not listed before it, here or around", elided(.0))]
    NotListed(String),
    /// It is listed twice.
    #[error("it is listed twice")]
    ListedTwice,
    /// It uses a node as a value that has none, or several.
    #[error("it uses `{}`, which has no value of its own; a loop's values are taken with get_result", elided(.0))]
    NoValue(String),
    /// A region does not end with an output, or goes on after one.
    #[error("one output ends what it does, and it is the last node")]
    NoOutput,
    /// A placeholder of a region stands for nothing.
    #[error("it is a placeholder in a region, and stands for no node around it")]
    NotLifted,
    /// A placeholder that stands for a node is not in a region.
    #[error("it stands for `{}`, and is in no region", elided(.0))]
    Lifted(String),
    /// A loop's argument is in no loop.
    #[error("it is an argument of a loop, and is in none")]
    NoLoop,
    /// A loop's region has not an argument for each carried value.
    #[error("it carries {expected} values, and its region has {found} arguments for them")]
    Carried {
        /// How many values it carries.
        expected: usize,
        /// How many arguments there are.
        found: usize,
    },
    /// A loop's region does not give as many values as it carries.
    #[error("it carries {expected} values, and its region gives {found}")]
    Gives {
        /// How many values it carries.
        expected: usize,
        /// How many it gives.
        found: usize,
    },
    /// It takes a result that there is not.
    #[error("it takes result {index} of `{}`, which gives {count}", elided(of))]
    NoResult {
        /// The node whose result it takes.
        of: String,
        /// Which one.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// Its expression is of more registers than it has.
    #[error("its expression is of {expected} registers, and it has {found}")]
    Registers {
        /// How many its expression is of.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// Its region is within too many others.
    #[error("its region is within {NEST_LIMIT} others; nest fewer, since no more are looked into")]
    TooDeep,
    /// A loop carries what is no memory at first, and memory then.
    #[error(
        "it carries `{0}` at first, which is no memory, and then `{1}`, which may be; carry memory from the beginning, or \
         write the type of `{1}`, if it is none",
        elided(first),
        elided(next)
    )]
    CarriesMemory {
        /// What it carries at first.
        first: String,
        /// What its region gives.
        next: String,
    },
    /// It reads or writes what is no memory.
    #[error(
        "it reads or writes `{}`, which is no memory: an allocation that is global or shared is, and what is written \
         to be of such a type",
        elided(.0)
    )]
    NoMemory(String),
    /// The types that are written do not go together.
    #[error("{0}")]
    Type(TypeProblem),
    /// The types of its operands do not go together, or not with its own.
    #[error("{0}")]
    Operands(OperandProblem),
    /// Its mapping is not one that can be generated.
    #[error("its mapping: {0}")]
    Mapping(MappingProblem),
}

/// Everything that is wrong with a graph, in order; nothing, if it is well formed. Lists of captures are not looked at.
pub fn check(graph: &Graph) -> Vec<GraphProblem> {
    let mut checker = Checker::new(&graph.body);
    checker.region(&graph.body, &graph.name, None);
    checker.problems
}

struct Checker {
    problems: Vec<GraphProblem>,
    /// The nodes that may be used here, with how many regions are around each.
    visible: HashMap<*const Node, usize>,
    level: usize,
    listed: HashSet<*const Node>,
    shapes: HashMap<*const Node, Vec<Symbol>>,
    memory: Memory,
}

impl Checker {
    fn new(region: &Region) -> Self {
        Checker {
            problems: Vec::new(),
            visible: HashMap::new(),
            level: 0,
            listed: HashSet::new(),
            shapes: HashMap::new(),
            memory: Memory::new(region),
        }
    }

    fn problem(&mut self, node: &str, kind: GraphProblemKind) {
        self.problems.push(GraphProblem { node: node.to_owned(), kind });
    }

    /// Checks a region, which a node holds, unless it is the graph itself.
    fn region(&mut self, region: &Region, name: &str, holder: Option<&Node>) {
        for node in &region.nodes {
            if !self.listed.insert(Arc::as_ptr(node)) {
                self.problem(&node.name, GraphProblemKind::ListedTwice);
                continue;
            }
            self.node(node, holder);
            self.memory.goes_on_to(node);
            self.visible.insert(Arc::as_ptr(node), self.level);
        }
        let is_output = |node: &Arc<Node>| matches!(node.op, Op::Output { .. });
        let outputs = region.nodes.iter().filter(|node| is_output(node)).count();
        if outputs != 1 || !region.nodes.last().is_some_and(is_output) {
            self.problem(name, GraphProblemKind::NoOutput);
        }
        for node in &region.nodes {
            self.visible.remove(&Arc::as_ptr(node));
        }
    }

    fn inside(&mut self, region: &Region, holder: &Node) {
        if self.level == NEST_LIMIT {
            return self.problem(&holder.name, GraphProblemKind::TooDeep);
        }
        self.level += 1;
        self.region(region, &holder.name, Some(holder));
        self.level -= 1;
    }

    fn node(&mut self, node: &Arc<Node>, holder: Option<&Node>) {
        if let Some(shape) = node.ty().as_ref().and_then(Type::as_tensor).and_then(TensorType::dimensions) {
            self.shapes.insert(Arc::as_ptr(node), shape);
        }
        for kind in types::problems(node, &self.memory) {
            self.problem(&node.name, kind);
        }
        for problem in operands::problems(node) {
            self.problem(&node.name, GraphProblemKind::Operands(problem));
        }
        for (field, used) in node.op.operands() {
            let has_value = match &node.op {
                Op::GetResult { .. } => used.op.is_taken_apart() || used.op.has_value(),
                _ => used.op.has_value(),
            };
            if !has_value {
                self.problem(&node.name, GraphProblemKind::NoValue(used.name.clone()));
            }
            // What a placeholder stands for is around its region.
            let most = if field == "lifted" { self.level.saturating_sub(1) } else { self.level };
            if self.visible.get(&Arc::as_ptr(used)).is_none_or(|level| *level > most) {
                self.problem(&node.name, GraphProblemKind::NotListed(used.name.clone()));
            }
        }
        match &node.op {
            Op::Placeholder { lifted, .. } => {
                match (lifted, holder) {
                    (None, Some(_)) => self.problem(&node.name, GraphProblemKind::NotLifted),
                    (Some(outer), None) => self.problem(&node.name, GraphProblemKind::Lifted(outer.name.clone())),
                    _ => {}
                }
                let shape = lifted.as_ref().and_then(|outer| self.shapes.get(&Arc::as_ptr(outer)).cloned());
                if let Some(shape) = shape {
                    self.shapes.entry(Arc::as_ptr(node)).or_insert(shape);
                }
            }
            Op::IterArg { .. } => {
                if !holder.is_some_and(|holder| matches!(holder.op, Op::Iterate { .. } | Op::Call(_))) {
                    self.problem(&node.name, GraphProblemKind::NoLoop);
                }
            }
            Op::GetResult { value, index } => {
                let count = match &value.op {
                    Op::Iterate { init, .. } => init.len(),
                    Op::Conditional { body, .. } => body.outputs().len(),
                    Op::Call(call) if call.results != 1 => call.results,
                    _ => 0,
                };
                if *index >= count {
                    let of = value.name.clone();
                    self.problem(&node.name, GraphProblemKind::NoResult { of, index: *index, count });
                }
            }
            Op::Output { .. } => {}
            Op::Iterate { init, body, .. } => {
                let expected = init.len();
                let found = body.nodes.iter().filter(|node| matches!(node.op, Op::IterArg { .. })).count();
                if found != expected {
                    self.problem(&node.name, GraphProblemKind::Carried { expected, found });
                }
                let found = body.outputs().len();
                if found != expected {
                    self.problem(&node.name, GraphProblemKind::Gives { expected, found });
                }
                self.inside(body, node);
                for (first, next) in init.iter().zip(body.outputs()) {
                    if self.memory.may_be(next) && !self.memory.may_be(first) {
                        let (first, next) = (first.name.clone(), next.name.clone());
                        self.problem(&node.name, GraphProblemKind::CarriesMemory { first, next });
                    }
                }
            }
            Op::Conditional { body, .. } => self.inside(body, node),
            Op::Do(instruction) => self.instruction(node, instruction),
            Op::Call(call) => call.regions.iter().for_each(|region| self.inside(region, node)),
        }
    }

    fn instruction(&mut self, node: &Arc<Node>, instruction: &Instruction<Arc<Node>>) {
        for memory in instruction.memories() {
            if self.visible.contains_key(&Arc::as_ptr(memory)) && !self.memory.may_be(memory) {
                self.problem(&node.name, GraphProblemKind::NoMemory(memory.name.clone()));
            }
        }
        match instruction {
            Instruction::Allocate { shape, .. } => {
                let symbols: Option<Vec<Symbol>> = shape.iter().map(|size| size.as_symbol().cloned()).collect();
                if let Some(symbols) = symbols {
                    self.shapes.insert(Arc::as_ptr(node), symbols);
                }
            }
            Instruction::ApplyExpr { args, expr } if expr.registers() > args.len() => {
                let (expected, found) = (expr.registers(), args.len());
                self.problem(&node.name, GraphProblemKind::Registers { expected, found });
            }
            Instruction::Read { memory, mapping: Some(mapping), .. } => {
                self.mapping(node, mapping, Access::Read, memory, None);
            }
            Instruction::Write { value, memory, mapping: Some(mapping), .. } => {
                self.mapping(node, mapping, Access::Write, memory, Some(value));
            }
            _ => {}
        }
    }

    /// Checks a mapping. Shapes that are not known are those that the mapping itself speaks of.
    fn mapping(
        &mut self,
        node: &Node,
        mapping: &IndexMapping,
        access: Access,
        memory: &Arc<Node>,
        value: Option<&Arc<Node>>,
    ) {
        let (of_memory, of_value) = match access {
            Access::Read => (&mapping.inputs, &mapping.outputs),
            Access::Write => (&mapping.outputs, &mapping.inputs),
        };
        let known = |node: Option<&Arc<Node>>| node.and_then(|node| self.shapes.get(&Arc::as_ptr(node)).cloned());
        let memory =
            known(Some(memory)).unwrap_or_else(|| of_memory.iter().map(|entry| entry.symbol.clone()).collect());
        let value = known(value).unwrap_or_else(|| of_value.iter().map(|entry| entry.symbol.clone()).collect());
        for problem in mapping.verify(access, &memory, &value).err().unwrap_or_default() {
            self.problem(&node.name, GraphProblemKind::Mapping(problem));
        }
    }
}
