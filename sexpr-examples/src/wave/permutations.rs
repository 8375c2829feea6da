//! How the mappings of a graph permute the dimensions of memory.

use super::check::dimensions;
use super::graph::{Graph, Instruction, Op, Region};
use super::mapping::{Access, MappingProblem, Permutation};

/// For each read and write with a mapping, in order, the node's name and its permutation, or why it has none. The dimensions of a
/// memory whose type is not written are those of the mapping.
///
/// ```
/// use sexpr_examples::wave;
///
/// let graph = wave::read(r#"{"nodes": [
///     {"name": "a", "op": {"placeholder": {"type": {"space": "global", "shape": ["A", "B", "C", "D"], "dtype": "f16"}}}},
///     {"name": "x", "op": {"read": {"memory": "a", "mapping": {
///         "iterators": 4,
///         "inputs": [["A", "i0"], ["B", "i3"], ["C", "i2"], ["D", "i1"]],
///         "outputs": [["A", "i0"], ["D", "i1"], ["C", "i2"], ["B", "i3"]]}}}},
///     {"name": "end", "op": {"output": {"values": ["x"]}}}
/// ]}"#)?;
/// let [(node, Ok(permutation))] = &wave::permutations(&graph)[..] else { panic!("one access has a mapping") };
/// assert_eq!(format!("{node}: {permutation}"), "x: {A: index[A], B: index[D], C: index[C], D: index[B]}");
/// # Ok::<(), wave::JsonError>(())
/// ```
pub fn permutations(graph: &Graph) -> Vec<(String, Result<Permutation, Vec<MappingProblem>>)> {
    let mut found = Vec::new();
    of_region(&graph.body, &mut found);
    found
}

fn of_region(region: &Region, found: &mut Vec<(String, Result<Permutation, Vec<MappingProblem>>)>) {
    for node in &region.nodes {
        let access = match &node.op {
            Op::Do(Instruction::Read { memory, mapping: Some(mapping), .. }) => Some((memory, mapping, Access::Read)),
            Op::Do(Instruction::Write { memory, mapping: Some(mapping), .. }) => Some((memory, mapping, Access::Write)),
            _ => None,
        };
        if let Some((memory, mapping, access)) = access {
            let of_mapping = || mapping.side(access.memory_side()).iter().map(|entry| entry.symbol.clone()).collect();
            let memory = dimensions(memory).unwrap_or_else(of_mapping);
            found.push((node.name.clone(), mapping.permutation(access, &memory)));
        }
        node.op.regions().iter().for_each(|inside| of_region(inside, found));
    }
}
