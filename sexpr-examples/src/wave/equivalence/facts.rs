//! What is known of values: along which dimensions they have elements, and what these are.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use crate::wave::graph::{Binary, Instruction, Node, Op, Region, Term, Type, Unary, is_integer_type};
use crate::wave::index::{IndexExpr, Symbol};

/// What is known of a value: what is written of it or of what it is computed from.
#[derive(Clone, Debug, Default)]
pub(super) struct Fact {
    /// Its dimensions.
    pub(super) dimensions: Option<Arc<BTreeSet<Symbol>>>,
    /// What its elements are.
    pub(super) dtype: Option<Arc<str>>,
}

/// What is known of the nodes of a graph that were gone through. Graphs that are compared equal say the same.
pub(super) struct Facts {
    known: HashMap<*const Node, Fact>,
    /// For each argument of a loop, what it is at first.
    first: HashMap<*const Node, *const Node>,
}

impl Facts {
    /// For a graph's region, before any of its nodes is gone through.
    pub(super) fn new(region: &Region) -> Self {
        let (mut first, mut seen) = (HashMap::new(), HashSet::new());
        let mut waiting = vec![region];
        while let Some(region) = waiting.pop() {
            for node in &region.nodes {
                if node.op.regions().is_empty() || !seen.insert(Arc::as_ptr(node)) {
                    continue;
                }
                if let Op::Iterate { init, body, .. } = &node.op {
                    let arguments = body.nodes.iter().filter(|node| matches!(node.op, Op::IterArg { .. }));
                    first.extend(arguments.map(Arc::as_ptr).zip(init.iter().map(Arc::as_ptr)));
                }
                waiting.extend(node.op.regions());
            }
        }
        Self { known: HashMap::new(), first }
    }

    /// What is known of a node that was gone through.
    pub(super) fn of(&self, node: &Arc<Node>) -> Fact {
        self.known.get(&Arc::as_ptr(node)).cloned().unwrap_or_default()
    }

    /// Goes on to a node that is the same as another one.
    pub(super) fn goes_on_to_same(&mut self, node: &Arc<Node>, other: &Arc<Node>) {
        let fact = self.of(other);
        self.known.insert(Arc::as_ptr(node), fact);
    }

    /// Goes on to a node, after those that it uses.
    pub(super) fn goes_on_to(&mut self, node: &Arc<Node>) {
        let mut fact = match &node.op {
            Op::IterArg { .. } => {
                let first = self.first.get(&Arc::as_ptr(node));
                first.and_then(|first| self.known.get(first)).cloned().unwrap_or_default()
            }
            Op::GetResult { value, index } => match &value.op {
                Op::Iterate { init, .. } => init.get(*index).map(|init| self.of(init)).unwrap_or_default(),
                Op::Conditional { body, .. } => {
                    body.outputs().get(*index).map(|output| self.of(output)).unwrap_or_default()
                }
                _ => match value.attributes.ty() {
                    Some(Type::Tuple(types)) => types.get(*index).map(of_type).unwrap_or_default(),
                    _ => Fact::default(),
                },
            },
            Op::Do(instruction) => self.of_instruction(instruction),
            _ => Fact::default(),
        };
        if let Some(ty) = node.ty() {
            let written = of_type(&ty);
            fact = Fact { dimensions: written.dimensions.or(fact.dimensions), dtype: written.dtype.or(fact.dtype) };
        }
        self.known.insert(Arc::as_ptr(node), fact);
    }

    fn of_instruction(&self, instruction: &Instruction<Arc<Node>>) -> Fact {
        match instruction {
            Instruction::Read { memory, mapping, .. } => {
                let Fact { dimensions, dtype } = self.of(memory);
                match mapping {
                    Some(mapping) => {
                        let symbols = mapping.outputs.iter().map(|entry| entry.symbol.clone()).collect();
                        Fact { dimensions: Some(Arc::new(symbols)), dtype }
                    }
                    None => Fact { dimensions, dtype },
                }
            }
            Instruction::Allocate { dtype, .. } => Fact { dimensions: None, dtype: Some(dtype.as_str().into()) },
            Instruction::Mma { acc, .. } | Instruction::ScaledMma { acc, .. } => self.of(acc),
            Instruction::Reduce { source, dim, init, .. } => {
                let dimensions = self.of(source).dimensions;
                let dtype = self.common_dtype(std::iter::once(source).chain(init));
                let left =
                    |all: Arc<BTreeSet<Symbol>>| Arc::new(all.iter().filter(|one| *one != dim).cloned().collect());
                Fact { dimensions: dimensions.map(left), dtype }
            }
            Instruction::Permute { arg, .. } => self.of(arg),
            Instruction::Unary { function, arg } => {
                let Fact { dimensions, dtype } = self.of(arg);
                Fact { dimensions, dtype: dtype.filter(|_| matches!(function, Unary::Abs | Unary::Neg | Unary::Not)) }
            }
            Instruction::Select { cond, if_true, if_false } => {
                let dimensions = self.all_dimensions(&[cond, if_true, if_false]);
                Fact { dimensions, dtype: self.common_dtype([if_true, if_false]) }
            }
            Instruction::Binary { function, lhs, rhs } => self.of_binary(*function, lhs, rhs),
            Instruction::Cast { arg, dtype } | Instruction::Bitcast { arg, dtype } => {
                Fact { dtype: Some(dtype.as_str().into()), ..self.of(arg) }
            }
            Instruction::Broadcast { arg, shape } => Fact { dimensions: dimensions(shape), dtype: self.of(arg).dtype },
            Instruction::Reshape { args, .. } => Fact { dimensions: None, dtype: self.common_dtype(args) },
            Instruction::ApplyExpr { args, expr } => {
                let dtype = match &expr.expr {
                    Term::Relation(_) => Some("i1".into()),
                    Term::Expr(_) if self.are_integers(args) => {
                        args.first().map_or(Some("index".into()), |arg| self.of(arg).dtype)
                    }
                    _ => None,
                };
                Fact { dimensions: None, dtype }
            }
            _ => Fact::default(),
        }
    }

    fn of_binary(&self, function: Binary, lhs: &Arc<Node>, rhs: &Arc<Node>) -> Fact {
        let dtype = match function {
            // Of integers, it may be none.
            Binary::Div | Binary::Pow | Binary::Atan2 => None,
            _ if function.is_comparison() => Some("i1".into()),
            _ => self.common_dtype([lhs, rhs]),
        };
        Fact { dimensions: self.all_dimensions(&[lhs, rhs]), dtype }
    }

    /// What the elements of all of these are, if that is known of each and the same.
    fn common_dtype<'n>(&self, values: impl IntoIterator<Item = &'n Arc<Node>>) -> Option<Arc<str>> {
        let mut all = values.into_iter().map(|value| self.of(value).dtype);
        let first = all.next()??;
        all.all(|dtype| dtype.as_ref() == Some(&first)).then_some(first)
    }

    /// The dimensions that one of these has, if those of all are known.
    fn all_dimensions(&self, values: &[&Arc<Node>]) -> Option<Arc<BTreeSet<Symbol>>> {
        let mut all = BTreeSet::new();
        for value in values {
            all.extend(self.of(value).dimensions?.iter().cloned());
        }
        Some(Arc::new(all))
    }

    /// Whether all of these are known to hold integers.
    pub(super) fn are_integers(&self, values: &[Arc<Node>]) -> bool {
        values.iter().all(|value| self.of(value).dtype.is_some_and(|dtype| is_integer_type(&dtype)))
    }
}

fn of_type(ty: &Type) -> Fact {
    let dimensions = ty.as_tensor().and_then(|tensor| dimensions(&tensor.shape));
    Fact { dimensions, dtype: ty.dtype().map(Into::into) }
}

fn dimensions(shape: &[IndexExpr]) -> Option<Arc<BTreeSet<Symbol>>> {
    shape.iter().map(|size| size.as_symbol().cloned()).collect::<Option<_>>().map(Arc::new)
}
