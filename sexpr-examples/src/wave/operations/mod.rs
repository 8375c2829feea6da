//! Lists of operations over values, as MLIR has them: each operation has results, and regions have arguments.

mod dialect;
mod isolate;
mod verify;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use sexpr_core::StructuralEq;

pub use self::dialect::{DialectError, parse, parse_with_places, print};
pub use self::isolate::{make_isolated, make_non_isolated};
pub use self::verify::{Violation, ViolationKind, verify};
use super::graph::{Attribute, Instruction, Type};
use super::index::{Condition, Index, Symbol};

/// A function: its arguments, and what it does with them.
#[derive(StructuralEq, Clone, Debug, Default)]
pub struct Function {
    /// What it is called, which does not count.
    #[seq(ignore)]
    pub name: String,
    /// What it does.
    pub body: Block,
}

/// Operations, with arguments that are values in them.
///
/// It may use values from around it. If it does not, but for captures that it has as arguments, it is isolated.
#[derive(StructuralEq, Clone, Debug, Default)]
#[seq(scope)]
pub struct Block {
    /// The arguments: in a loop, first the values that it carries, then captures.
    pub arguments: Vec<Defined>,
    /// The operations. The last one yields.
    pub operations: Vec<Operation>,
}

/// A value, which is known by being this one.
#[derive(StructuralEq, Clone, Debug)]
#[seq(kind = "var")]
pub struct Value {
    /// What it is called, which does not count.
    #[seq(ignore, name)]
    pub name: String,
    /// Its type, if that is known.
    pub ty: Option<Type>,
}

impl Defined {
    /// Whether an argument says nothing that is not said of what it stands for, of which this is the type.
    pub(in crate::wave) fn says_no_more_than(&self, ty: Option<&Type>) -> bool {
        self.attributes.is_empty() && Type::agree(self.value.ty.as_ref(), ty)
    }
}

/// Where a value is defined: as an argument or as a result.
#[derive(StructuralEq, Clone, Debug)]
pub struct Defined {
    /// The value.
    #[seq(def)]
    pub value: Arc<Value>,
    /// What is known of it.
    pub attributes: OperationAttributes,
}

/// Attributes by name.
pub type OperationAttributes = BTreeMap<String, Attribute>;

/// An operation.
#[derive(StructuralEq, Clone, Debug)]
pub struct Operation {
    /// What it does, with its operands.
    pub kind: OperationKind,
    /// Which parts of tensors it accesses: an entry for it, or, of a product of matrices, one for each operand and one
    /// for the result, in the order lhs, rhs, acc, result.
    pub index: Vec<Index>,
    /// What else is known of it.
    pub attributes: OperationAttributes,
    /// Its regions.
    pub regions: Vec<Block>,
    /// Its results.
    pub results: Vec<Defined>,
}

/// What an operation does.
#[derive(StructuralEq, Clone, Debug)]
pub enum OperationKind {
    /// `wave.iterate`: a loop along a dimension.
    Iterate {
        /// The dimension.
        axis: Symbol,
        /// What the carried values are at first: the region's first arguments.
        init: Vec<Arc<Value>>,
        /// The values from around it that the region has as its last arguments.
        captures: Vec<Arc<Value>>,
    },
    /// `wave.conditional`: a region that is done where a condition holds.
    Conditional {
        /// The condition.
        guard: OperationGuard,
        /// The values from around it that the region has as its arguments.
        captures: Vec<Arc<Value>>,
    },
    /// `wave.yield`: what a region or function gives.
    Yield {
        /// The values.
        values: Vec<Arc<Value>>,
    },
    /// An operation without a region.
    Do(Instruction<Arc<Value>>),
    /// An operation that is not in the list of instructions.
    Call {
        /// What it is called.
        name: String,
        /// The values that it uses.
        operands: Vec<Arc<Value>>,
        /// What else it is given.
        fields: BTreeMap<String, Attribute>,
        /// For each region, the values from around it that it has as its last arguments.
        captures: Vec<Vec<Arc<Value>>>,
    },
}

/// What decides whether a region is done.
#[derive(StructuralEq, Clone, Debug)]
pub enum OperationGuard {
    /// A value.
    Value(Arc<Value>),
    /// A condition of symbols.
    Symbols(#[seq(opaque)] Condition),
}

impl Value {
    /// A value.
    pub fn new(name: impl Into<String>, ty: Option<Type>) -> Arc<Self> {
        Arc::new(Self { name: name.into(), ty })
    }
}

impl Defined {
    /// A value of which nothing else is known.
    pub fn new(value: Arc<Value>) -> Self {
        Self { value, attributes: OperationAttributes::new() }
    }
}

impl Operation {
    /// Whether the graph's node is called like the only result.
    pub(super) fn is_called_like_its_result(&self) -> bool {
        let is_taken_apart = matches!(self.kind, OperationKind::Iterate { .. } | OperationKind::Conditional { .. });
        self.results.len() == 1 && !is_taken_apart
    }
}

/// Names for the nodes that are not called like a result, in the order in which operations end.
#[derive(Default)]
pub(super) struct NodeNames(HashMap<String, usize>);

impl NodeNames {
    /// The name of the operation; from the second one on, with a number.
    pub(super) fn next(&mut self, kind: &OperationKind) -> String {
        let name = kind.name_of_node();
        let number = self.0.entry(name.to_owned()).or_default();
        *number += 1;
        if *number == 1 { name.to_owned() } else { format!("{name}_{}", *number - 1) }
    }
}

impl OperationKind {
    /// Its operands, in order; not what its region uses.
    pub fn operands(&self) -> Vec<&Arc<Value>> {
        match self {
            Self::Iterate { init, captures, .. } => init.iter().chain(captures).collect(),
            Self::Conditional { guard, captures } => {
                let guard = match guard {
                    OperationGuard::Value(value) => Some(value),
                    OperationGuard::Symbols(_) => None,
                };
                guard.into_iter().chain(captures).collect()
            }
            Self::Yield { values } => values.iter().collect(),
            Self::Do(instruction) => instruction.operands().into_iter().map(|(_, value)| value).collect(),
            Self::Call { operands, captures, .. } => operands.iter().chain(captures.iter().flatten()).collect(),
        }
    }

    /// The same, of other operands.
    pub(super) fn map(&self, mut map: impl FnMut(&Arc<Value>) -> Arc<Value>) -> Self {
        match self {
            Self::Iterate { axis, init, captures } => Self::Iterate {
                axis: axis.clone(),
                init: init.iter().map(&mut map).collect(),
                captures: captures.iter().map(&mut map).collect(),
            },
            Self::Conditional { guard, captures } => Self::Conditional {
                guard: match guard {
                    OperationGuard::Value(value) => OperationGuard::Value(map(value)),
                    OperationGuard::Symbols(condition) => OperationGuard::Symbols(condition.clone()),
                },
                captures: captures.iter().map(&mut map).collect(),
            },
            Self::Yield { values } => Self::Yield { values: values.iter().map(&mut map).collect() },
            Self::Do(instruction) => Self::Do(instruction.map(map)),
            Self::Call { name, operands, fields, captures } => Self::Call {
                name: name.clone(),
                operands: operands.iter().map(&mut map).collect(),
                fields: fields.clone(),
                captures: captures.iter().map(|values| values.iter().map(&mut map).collect()).collect(),
            },
        }
    }

    /// The values from around it that the region at this place has as its last arguments.
    pub fn captures(&self, region: usize) -> &[Arc<Value>] {
        match self {
            Self::Iterate { captures, .. } | Self::Conditional { captures, .. } if region == 0 => captures,
            Self::Call { captures, .. } => captures.get(region).map_or(&[], Vec::as_slice),
            _ => &[],
        }
    }

    pub(super) fn captures_mut(&mut self, region: usize) -> Option<&mut Vec<Arc<Value>>> {
        match self {
            Self::Iterate { captures, .. } | Self::Conditional { captures, .. } if region == 0 => Some(captures),
            Self::Call { captures, .. } => captures.get_mut(region),
            _ => None,
        }
    }

    /// What the graph's node is called that is not called like a result: the name of its operation.
    pub(super) fn name_of_node(&self) -> &str {
        match self {
            Self::Iterate { .. } => "iterate",
            Self::Conditional { .. } => "conditional",
            Self::Yield { .. } => "output",
            Self::Do(instruction) => instruction.name(),
            Self::Call { name, .. } => name,
        }
    }

    /// The name in texts and messages: `wave.mma`.
    pub fn name(&self) -> String {
        let name = if matches!(self, Self::Yield { .. }) { "yield" } else { self.name_of_node() };
        format!("wave.{name}")
    }
}
