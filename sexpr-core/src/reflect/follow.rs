//! Where paths lead: the nodes on the way, in a value.

use alloc::vec::Vec;

use crate::{
    describe::structural::StructuralEq,
    engine::path::Path,
    reflect::{NodeRef, Traversal, node_ref::assert_known_node},
};

impl Path {
    /// The nodes of a value that are on this path, the outermost first. Where the path leads to nothing, as to an element
    /// that one side lacks, those on the way to it.
    ///
    /// ```
    /// use sexpr_core::{StructuralEq, first_structural_mismatch};
    ///
    /// #[derive(StructuralEq)]
    /// struct Stmt { #[seq(ignore)] line: usize, value: Expr }
    ///
    /// #[derive(StructuralEq)]
    /// enum Expr { Int(i64), Add(Box<Expr>, Box<Expr>) }
    ///
    /// let program = |last| {
    ///     let sum = Expr::Add(Box::new(Expr::Int(1)), Box::new(Expr::Int(last)));
    ///     vec![Stmt { line: 10, value: Expr::Int(0) }, Stmt { line: 20, value: sum }]
    /// };
    /// let (one, other) = (program(2), program(3));
    /// let mismatch = first_structural_mismatch(&one, &other).unwrap();
    /// assert_eq!(mismatch.lhs().to_string(), "[1].value.Add.1");
    /// let types: Vec<_> = mismatch.lhs().nodes_in(&one).iter().map(|node| node.type_info().name()).collect();
    /// assert_eq!(types, ["Stmt", "Expr", "Expr"]);
    /// assert_eq!(mismatch.lhs().innermost_in::<Stmt>(&one).unwrap().line, 20);
    /// ```
    ///
    /// A path to an entry of a map leads to its key, if that is a node, and to its value. If several keys have the same text,
    /// a path that ends there leads to all of these entries, and one that goes on follows the first that has all its steps.
    ///
    /// Takes time linear in the path and in what the nodes on it hold directly. Maps whose keys are variables known by
    /// address are read in order, which takes time in the size of their values.
    pub fn nodes_in<'a>(&self, root: &'a (impl StructuralEq + ?Sized)) -> Vec<NodeRef<'a>> {
        // The nodes around, each with the number of steps to it, and how many of them `found` begins with.
        let mut around: Vec<(NodeRef<'a>, usize)> = Vec::new();
        let mut shared = 0;
        let (mut found, mut furthest, mut depth) = (Vec::new(), 0, 0);
        let mut traversal = Traversal::of_nodes(root);
        while let Some(part) = traversal.next_part() {
            around.truncate(part.depth());
            shared = shared.min(part.depth());
            let taken = around.last().map_or(0, |(_, taken)| *taken);
            let steps = part.steps().steps();
            let Some(node) = part.node().filter(|_| self.steps()[taken..].starts_with(steps)) else {
                traversal.leave_out();
                continue;
            };
            let taken = taken + steps.len();
            around.push((node, taken));
            if taken > furthest {
                found.truncate(shared);
                found.extend(around[shared..].iter().map(|(node, _)| *node));
                (furthest, depth, shared) = (taken, part.depth(), around.len());
            } else if taken == furthest && shared == found.len() {
                shared += 1;
                found.push(node);
            } else if taken == furthest && shared == depth && part.depth() == depth {
                found.push(node);
            }
        }
        found
    }

    /// The innermost node of a type that is on this path in a value: such as the statement that a report is about.
    ///
    /// For a type with lifetimes, or with parameters that are not `'static`, look through [`nodes_in`](Self::nodes_in) with
    /// [`NodeRef::is`]; the compiler says so.
    pub fn innermost_in<'a, N: StructuralEq + 'static>(&self, root: &'a (impl StructuralEq + ?Sized)) -> Option<&'a N> {
        const { assert_known_node::<N>() };
        self.nodes_in(root).into_iter().rev().find_map(NodeRef::downcast)
    }
}
