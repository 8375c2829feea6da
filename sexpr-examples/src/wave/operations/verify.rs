//! What a list of operations must fulfil.

use std::collections::HashSet;
use std::sync::Arc;

use sexpr_core::structural_equal;

use super::{Block, Function, Operation, OperationKind, Value};
use crate::text::{elided, shortened};
use crate::wave::graph::Instruction;
use crate::wave::index::{Index, IndexSequence, Role};

/// Something that is wrong with an operation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{}: {}", elided(operation), of(results), shortened(kind.to_string()))]
pub struct Violation {
    /// The operation, or the function's name.
    pub operation: String,
    /// The names of its results.
    pub results: Vec<String>,
    /// What is wrong.
    pub kind: ViolationKind,
}

fn of(results: &[String]) -> String {
    if results.is_empty() { String::new() } else { format!(" that gives %{}", elided(&results.join(", %"))) }
}

/// What is wrong with an operation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ViolationKind {
    /// A product of matrices has not one index entry for each operand and one for the result.
    #[error("it has {0} index entries, and needs four: of lhs, rhs, acc and the result")]
    ProductEntries(usize),
    /// The result of a product of matrices is indexed otherwise than its accumulator.
    #[error("the index entry of the result is not that of acc, and the result is what was accumulated")]
    ResultEntry,
    /// An index entry of a product of matrices tells operands apart, or has no value.
    #[error("its index entry {0} is for one operand, and goes by cases for several")]
    Cases(usize),
    /// Another operation has more index entries than it may have.
    #[error("it has {found} index entries, and may have {most}")]
    Entries {
        /// How many it may have.
        most: usize,
        /// How many there are.
        found: usize,
    },
    /// An index stands among the attributes of an operation that has index entries.
    #[error("it has an attribute `index`, and its index entries are apart from that")]
    IndexTwice,
    /// Something is known of the result of an operation without a region, which is known of the operation.
    #[error("its result has attributes, which are the operation's own")]
    ResultAttributes,
    /// A value is used that nothing has defined before.
    #[error("nothing before it defines %{0}, which it uses")]
    Undefined(String),
    /// A value is defined twice.
    #[error("%{0} is defined before")]
    DefinedTwice(String),
    /// An operation has no region where it needs one, or one where it needs none.
    #[error("it {}", if *.0 { "has no region, and does nothing" } else { "has a region, and is no loop or conditional" })]
    Region(bool),
    /// A region has not an argument for each carried value and each capture.
    #[error("its region has {found} arguments, and {expected} values are carried and captured")]
    Arguments {
        /// How many values are carried and captured.
        expected: usize,
        /// How many arguments there are.
        found: usize,
    },
    /// There is not a list of captures for each region.
    #[error("it has {expected} regions, and {found} lists of captures")]
    Captures {
        /// How many regions there are.
        expected: usize,
        /// How many lists there are.
        found: usize,
    },
    /// A region does not yield as many values as are carried, or as there are results.
    #[error("its region yields {found} values, and there are {expected}")]
    Yields {
        /// How many there are to be.
        expected: usize,
        /// How many are yielded.
        found: usize,
    },
    /// A region or a function does not end with a yield, or goes on after one.
    #[error("one yield ends it, and it is the last operation")]
    NoYield,
    /// An operation has another number of results than it has values.
    #[error("it has {found} results, and gives {expected} values")]
    Results {
        /// How many values it gives.
        expected: usize,
        /// How many results there are.
        found: usize,
    },
}

/// Everything that is wrong with a function, in order; nothing, if it is well formed.
pub fn verify(function: &Function) -> Vec<Violation> {
    let mut verifier = Verifier { violations: Vec::new(), defined: HashSet::new(), visible: HashSet::new() };
    let whole = |kind| Violation { operation: format!("func @{}", function.name), results: Vec::new(), kind };
    for kind in verifier.block(&function.body) {
        verifier.violations.push(whole(kind));
    }
    verifier.violations
}

struct Verifier {
    violations: Vec<Violation>,
    defined: HashSet<*const Value>,
    visible: HashSet<*const Value>,
}

impl Verifier {
    /// What is wrong with a block as a whole. What is wrong within is noted.
    fn block(&mut self, block: &Block) -> Vec<ViolationKind> {
        let mut wrong = Vec::new();
        let mut own = Vec::new();
        for argument in &block.arguments {
            wrong.extend(self.define(&argument.value, &mut own));
        }
        for operation in &block.operations {
            let kinds = self.operation(operation, &mut own);
            let results: Vec<String> = operation.results.iter().map(|result| result.value.name.clone()).collect();
            let operation = operation.kind.name();
            let violation = |kind| Violation { operation: operation.clone(), results: results.clone(), kind };
            self.violations.extend(kinds.into_iter().map(violation));
        }
        let is_yield = |operation: &Operation| matches!(operation.kind, OperationKind::Yield { .. });
        let yields = block.operations.iter().filter(|operation| is_yield(operation)).count();
        if yields != 1 || !block.operations.last().is_some_and(is_yield) {
            wrong.push(ViolationKind::NoYield);
        }
        for value in own {
            self.visible.remove(&value);
        }
        wrong
    }

    fn define(&mut self, value: &Arc<Value>, own: &mut Vec<*const Value>) -> Option<ViolationKind> {
        let pointer = Arc::as_ptr(value);
        self.visible.insert(pointer);
        own.push(pointer);
        (!self.defined.insert(pointer)).then(|| ViolationKind::DefinedTwice(value.name.clone()))
    }

    fn operation(&mut self, operation: &Operation, own: &mut Vec<*const Value>) -> Vec<ViolationKind> {
        let mut wrong = Vec::new();
        for value in operation.kind.operands() {
            if !self.visible.contains(&Arc::as_ptr(value)) {
                wrong.push(ViolationKind::Undefined(value.name.clone()));
            }
        }
        match (&operation.kind, operation.index.as_slice()) {
            (OperationKind::Do(Instruction::Mma { .. }), []) => {}
            (OperationKind::Do(Instruction::Mma { .. }), [_, _, acc, result]) => {
                if !structural_equal(acc, result) {
                    wrong.push(ViolationKind::ResultEntry);
                }
            }
            (OperationKind::Do(Instruction::Mma { .. }), entries) => {
                wrong.push(ViolationKind::ProductEntries(entries.len()));
            }
            (OperationKind::Do(_) | OperationKind::Call { .. }, [] | [_]) | (_, []) => {}
            (kind, entries) => {
                let most = usize::from(matches!(kind, OperationKind::Do(_) | OperationKind::Call { .. }));
                wrong.push(ViolationKind::Entries { most, found: entries.len() });
            }
        }
        if let OperationKind::Do(instruction) = &operation.kind {
            if let Instruction::Mma { .. } = instruction {
                let goes_by_cases = |entry: &&Index| {
                    entry.values().flat_map(IndexSequence::components).any(|part| {
                        part.is_undefined() || Role::ALL.iter().any(|role| part.symbols().contains(role.name()))
                    })
                };
                let cases = operation.index.iter().enumerate().filter(|(_, entry)| goes_by_cases(entry));
                wrong.extend(cases.map(|(place, _)| ViolationKind::Cases(place)));
            }
            if operation.results.iter().any(|result| !result.attributes.is_empty()) {
                wrong.push(ViolationKind::ResultAttributes);
            }
        }
        if !operation.index.is_empty() && operation.attributes.contains_key("index") {
            wrong.push(ViolationKind::IndexTwice);
        }
        let found = operation.results.len();
        let expected = match (&operation.kind, operation.regions.first()) {
            (OperationKind::Iterate { init, captures, .. }, Some(region)) => {
                wrong.extend(self.region(region, init.len(), captures.len()));
                let yielded = region.yielded();
                if yielded != init.len() {
                    wrong.push(ViolationKind::Yields { expected: init.len(), found: yielded });
                }
                init.len()
            }
            (OperationKind::Conditional { captures, .. }, Some(region)) => {
                wrong.extend(self.region(region, 0, captures.len()));
                region.yielded()
            }
            (OperationKind::Iterate { .. } | OperationKind::Conditional { .. }, None) => {
                wrong.push(ViolationKind::Region(true));
                found
            }
            (OperationKind::Call { captures, .. }, _) => {
                for (place, region) in operation.regions.iter().enumerate() {
                    let captured = captures.get(place).map_or(0, Vec::len);
                    // What else are its arguments, nobody knows.
                    let own = region.arguments.len().saturating_sub(captured);
                    wrong.extend(self.region(region, own, captured));
                }
                if operation.regions.len() != captures.len() {
                    wrong.push(ViolationKind::Captures { expected: operation.regions.len(), found: captures.len() });
                }
                if found == 1 && operation.results.iter().any(|result| !result.attributes.is_empty()) {
                    wrong.push(ViolationKind::ResultAttributes);
                }
                found
            }
            (_, Some(_)) => {
                wrong.push(ViolationKind::Region(false));
                found
            }
            (OperationKind::Yield { .. }, None) => 0,
            (OperationKind::Do(instruction), None) => usize::from(instruction.has_value()),
        };
        if expected != found {
            wrong.push(ViolationKind::Results { expected, found });
        }
        for result in &operation.results {
            wrong.extend(self.define(&result.value, own));
        }
        wrong
    }

    fn region(&mut self, region: &Block, carried: usize, captured: usize) -> Vec<ViolationKind> {
        let mut wrong = self.block(region);
        let (expected, found) = (carried + captured, region.arguments.len());
        if expected != found {
            wrong.push(ViolationKind::Arguments { expected, found });
        }
        wrong
    }
}

impl Block {
    /// How many values it yields.
    fn yielded(&self) -> usize {
        match self.operations.last().map(|operation| &operation.kind) {
            Some(OperationKind::Yield { values }) => values.len(),
            _ => 0,
        }
    }
}
