//! The two forms of regions: those that use values from around them, and those that have all of them as arguments.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::{Block, Defined, Function, Operation, Value};
use crate::wave::graph::Type;

/// What stands for a value.
type Replacements = HashMap<*const Value, Arc<Value>>;

/// What is known of the types of values of which none is written, since they stand for others.
type KnownTypes = HashMap<*const Value, Option<Type>>;

/// The function with all regions isolated: each value from around that a region uses directly becomes an argument, in
/// the order of first use, after those that the region has.
///
/// What a region uses is found in it, and not read from any list.
pub fn make_isolated(function: &Function) -> Function {
    Function { name: function.name.clone(), body: isolated(&function.body) }
}

/// The function with no region isolated: arguments that are captures are gone, and what used them uses the values from
/// around. An argument of which something is known stays.
pub fn make_non_isolated(function: &Function) -> Function {
    Function {
        name: function.name.clone(),
        body: opened(&function.body, &mut Replacements::new(), &mut KnownTypes::new()),
    }
}

fn get(replacements: &Replacements, value: &Arc<Value>) -> Arc<Value> {
    replacements.get(&Arc::as_ptr(value)).unwrap_or(value).clone()
}

/// The block with the regions in it isolated.
fn isolated(block: &Block) -> Block {
    let operation = |operation: &Operation| {
        let mut kind = operation.kind.clone();
        let regions = operation.regions.iter().enumerate().map(|(place, region)| {
            // Regions within come first: what they capture is used by this one.
            let mut region = isolated(region);
            let outer = free_values(&region);
            let mut inside = Replacements::new();
            if let Some(captures) = kind.captures_mut(place) {
                for value in outer {
                    let argument = Value::new(value.name.clone(), value.ty.clone());
                    inside.insert(Arc::as_ptr(&value), argument.clone());
                    region.arguments.push(Defined::new(argument));
                    captures.push(value);
                }
            }
            replaced(&region, &inside)
        });
        let regions = regions.collect();
        Operation { kind, regions, ..operation.clone() }
    };
    Block { arguments: block.arguments.clone(), operations: block.operations.iter().map(operation).collect() }
}

/// A block with values replaced, also in the regions in it.
fn replaced(block: &Block, replacements: &Replacements) -> Block {
    let operation = |operation: &Operation| Operation {
        kind: operation.kind.map(|value| get(replacements, value)),
        regions: operation.regions.iter().map(|region| replaced(region, replacements)).collect(),
        ..operation.clone()
    };
    Block { arguments: block.arguments.clone(), operations: block.operations.iter().map(operation).collect() }
}

fn opened(block: &Block, replacements: &mut Replacements, known_types: &mut KnownTypes) -> Block {
    let mut operations = Vec::with_capacity(block.operations.len());
    for operation in &block.operations {
        let mut kind = operation.kind.map(|value| get(replacements, value));
        let regions = operation.regions.iter().enumerate().map(|(place, region)| {
            let mut arguments = region.arguments.clone();
            if let Some(captures) = kind.captures_mut(place) {
                // Where there are too few arguments, those that there are belong to the last captures.
                let first = arguments.len().saturating_sub(captures.len());
                let mut last = arguments.split_off(first);
                let unmatched = captures.len() - last.len();
                let mut kept = captures[..unmatched].to_vec();
                for (argument, value) in last.drain(..).zip(&captures[unmatched..]) {
                    let ty = value.ty.as_ref().or_else(|| known_types.get(&Arc::as_ptr(value))?.as_ref()).cloned();
                    if argument.says_no_more_than(ty.as_ref()) {
                        replacements.insert(Arc::as_ptr(&argument.value), value.clone());
                    } else {
                        known_types.insert(Arc::as_ptr(&argument.value), ty);
                        arguments.push(argument);
                        kept.push(value.clone());
                    }
                }
                *captures = kept;
            }
            let inside = opened(region, replacements, known_types);
            Block { arguments, operations: inside.operations.clone() }
        });
        let regions = regions.collect();
        operations.push(Operation { kind, regions, ..operation.clone() });
    }
    Block { arguments: block.arguments.clone(), operations }
}

/// The values that a block uses and does not define, in the order of first use.
pub(super) fn free_values(block: &Block) -> Vec<Arc<Value>> {
    fn search(block: &Block, known: &mut HashSet<*const Value>, found: &mut Vec<Arc<Value>>) {
        known.extend(block.arguments.iter().map(|argument| Arc::as_ptr(&argument.value)));
        for operation in &block.operations {
            for value in operation.kind.operands() {
                if known.insert(Arc::as_ptr(value)) {
                    found.push(value.clone());
                }
            }
            for region in &operation.regions {
                search(region, known, found);
            }
            known.extend(operation.results.iter().map(|result| Arc::as_ptr(&result.value)));
        }
    }
    let mut found = Vec::new();
    search(block, &mut HashSet::new(), &mut found);
    found
}
