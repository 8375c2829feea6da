//! Finds the smallest program that fails.

use super::programs::{Family, NodeSpec, Part, Program, Shape};

/// Makes a program smaller step by step, as long as something holds for it.
pub(crate) fn smallest(mut program: Program, holds: impl Fn(&Program) -> bool) -> Program {
    while let Some(smaller) = smaller(&program).into_iter().find(&holds) {
        program = smaller;
    }
    program
}

fn size(program: &Program) -> usize {
    let part = |part: &Part| 1 + part.sort + part.children.iter().map(|child| 10 + child).sum::<usize>();
    let node = |node: &NodeSpec| {
        100 + node.shape as usize + node.which + node.children.iter().map(|child| 10 + child).sum::<usize>()
    };
    let Program { named, plain, mixed, pointees, nodes, .. } = program;
    nodes.iter().map(node).sum::<usize>()
        + [named, plain, mixed, pointees].into_iter().flatten().map(part).sum::<usize>()
}

/// Programs with one thing less.
fn smaller(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    let count = program.nodes.len();
    for node in (0..count).rev() {
        // Another node instead: one that it leads to, if possible.
        for other in program.below(node).into_iter().chain(0..count) {
            all.push(without_node(program, node, other));
        }
    }
    let mut change = |change: &dyn Fn(&mut Program)| {
        let mut changed = program.clone();
        change(&mut changed);
        all.push(changed);
    };
    for node in 0..count {
        for shape in [Shape::Number, Shape::Use, Shape::Declare] {
            change(&|program| program.nodes[node] = NodeSpec { shape, which: 0, children: vec![] });
        }
        change(&|program| program.nodes[node].shape = Shape::List);
        change(&|program| program.nodes[node].shape = Shape::Scope);
    }
    for list in 0..lists(&mut program.clone()).len() {
        change(&|program| lists(program)[list].clear());
        change(&|program| _ = lists(program)[list].pop());
        change(&|program| *lists(program)[list] = lists(program)[list].iter().skip(1).copied().collect());
    }
    for number in 0..numbers(&mut program.clone()).len() {
        change(&|program| *numbers(program)[number] = 0);
        change(&|program| *numbers(program)[number] = numbers(program)[number].saturating_sub(1));
    }
    // Nodes of one key have the same fields.
    for name in 0..2 {
        change(&|program| {
            program.named.iter_mut().filter(|part| part.sort == name).for_each(|part| part.children.clear())
        });
    }
    for family in [Family::Named, Family::Plain, Family::Mixed, Family::Pointee] {
        for which in 0..program.parts(family).len() {
            change(&|program| program.remove_part(family, which));
        }
    }
    let size_now = size(program);
    all.retain(|smaller| smaller.is_valid() && size(smaller) < size_now);
    all
}

/// All lists of nodes.
fn lists(program: &mut Program) -> Vec<&mut Vec<usize>> {
    let Program { named, plain, mixed, pointees, nodes, .. } = program;
    let parts = [named, plain, mixed, pointees].into_iter().flatten().map(|part| &mut part.children);
    nodes.iter_mut().map(|node| &mut node.children).chain(parts).collect()
}

/// All numbers that say what something is.
fn numbers(program: &mut Program) -> Vec<&mut usize> {
    let Program { named, plain, mixed, pointees, nodes, .. } = program;
    let parts = [named, plain, mixed, pointees].into_iter().flatten();
    let of_parts = parts.flat_map(|Part { sort, children }| children.iter_mut().chain([sort]));
    let of_nodes = nodes.iter_mut().flat_map(|NodeSpec { which, children, .. }| children.iter_mut().chain([which]));
    of_parts.chain(of_nodes).collect()
}

/// The program without a node, and with another one wherever it was mentioned.
fn without_node(program: &Program, node: usize, other: usize) -> Program {
    let mut program = program.clone();
    program.nodes.remove(node);
    let renumber = |id: &mut usize| {
        let kept = if *id == node { other } else { *id };
        *id = kept - usize::from(kept > node);
    };
    lists(&mut program).into_iter().flatten().for_each(renumber);
    renumber(&mut program.root);
    program
}
