//! Where the graph bindings of an expression are written.
//!
//! A graph variable names an expression, and the text has to say somewhere what that is. This is in the innermost block
//! that all uses lie in, before the first of them. A *block* is what a text may put bindings before: the body of a
//! function, a branch, the body of a clause, and a `let` with its bindings.
//!
//! Inference goes by the same plan: what is bound in a row is looked at in a row, however deep the expression is that
//! it makes.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::ir::{Expr, ExprKind};
use super::nesting::{Nesting, brackets_around};

/// For each block, by its address, what is bound in it.
#[derive(Default)]
pub(super) struct Plan<'e> {
    bound: HashMap<*const Expr, Vec<Bound<'e>>>,
    named: HashSet<usize>,
}

/// How deep the text of a definition's body nests if that is more than a limit, and nothing otherwise. What binds no
/// graph variables is not looked at.
pub(super) fn beyond(root: &Expr, limit: Nesting) -> Option<Nesting> {
    let mut planner = Planner::new(root);
    if planner.named.is_empty() {
        return None;
    }
    planner.look_through(root);
    planner.place(Some(limit))
}

/// A graph binding.
#[derive(Clone, Copy)]
pub(super) struct Bound<'e> {
    /// It is written before the `let` of this number, or, if there are no more, before the block's value.
    pub(super) before: usize,
    /// One of the occurrences of what is bound.
    pub(super) expr: &'e Expr,
}

impl<'e> Plan<'e> {
    /// The graph bindings of an expression, which is a block.
    pub(super) fn of(root: &'e Expr) -> Self {
        let mut planner = Planner::new(root);
        if planner.named.is_empty() {
            return Self::default();
        }
        planner.look_through(root);
        planner.place(None);
        planner.plan()
    }

    /// What is bound in a block, what is used after what it uses.
    pub(super) fn bound_in(&self, block: &Expr) -> &[Bound<'e>] {
        self.bound.get(&std::ptr::from_ref(block)).map_or(&[], Vec::as_slice)
    }

    /// The address of an expression that a graph variable stands for.
    pub(super) fn name_of(&self, expr: &Expr) -> Option<usize> {
        expr.address().filter(|address| self.named.contains(address))
    }
}

impl<'e> Bound<'e> {
    /// What is written behind the `=`.
    pub(super) fn value(&self) -> &'e Expr {
        match &self.expr.kind {
            ExprKind::Shared(shared) => &shared.0,
            _ => self.expr,
        }
    }
}

/// A place in a block.
type Spot = (usize, usize);

struct Block {
    /// Its address; none for the value of a graph binding, which is in the block that the binding is written in.
    address: Option<*const Expr>,
    parent: Parent,
    /// The graph binding in whose value it is.
    owner: Option<usize>,
    /// How deep it is in that.
    inside: Nesting,
    /// How many blocks it lies in, once that is known.
    depth: usize,
}

#[derive(Clone, Copy)]
enum Parent {
    None,
    Block(Spot),
    /// The value of this graph binding.
    Value(usize),
}

/// An expression that a graph variable stands for.
struct Node<'e> {
    expr: &'e Expr,
    uses: Vec<Spot>,
    /// What its value uses.
    needs: Vec<usize>,
    spot: Spot,
    /// How deep the text is where it is written.
    inside: Nesting,
    /// How deep its value is by itself.
    height: Nesting,
}

struct Planner<'e> {
    named: HashSet<usize>,
    numbers: HashMap<usize, usize>,
    nodes: Vec<Node<'e>>,
    blocks: Vec<Block>,
    /// The nodes, each after what it needs.
    order: Vec<usize>,
    /// The graph binding at hand, how deep in its value this is, and how deep the deepest was.
    owner: Option<usize>,
    inside: Nesting,
    deepest: Nesting,
    root_height: Nesting,
}

impl<'e> Planner<'e> {
    fn new(root: &'e Expr) -> Self {
        let named = named(root);
        Self {
            named,
            numbers: HashMap::new(),
            nodes: Vec::new(),
            blocks: Vec::new(),
            order: Vec::new(),
            owner: None,
            inside: Nesting::BODY,
            deepest: Nesting::BODY,
            root_height: Nesting::BODY,
        }
    }

    fn block(&mut self, address: Option<*const Expr>, parent: Parent) -> usize {
        self.blocks.push(Block { address, parent, owner: self.owner, inside: self.inside, depth: 0 });
        self.blocks.len() - 1
    }

    /// Finds the uses of all graph variables, by depth first search without recursion from one value to another.
    fn look_through(&mut self, root: &'e Expr) {
        let block = self.block(Some(root), Parent::None);
        let mut found = Vec::new();
        self.walk(root, (block, 0), true, &mut found);
        self.root_height = self.deepest;
        let mut seen = HashSet::new();
        // Each with how many of its needs were looked at.
        let mut open: Vec<(usize, usize)> = Vec::new();
        for first in found {
            if seen.insert(first) {
                self.look_into(first);
                open.push((first, 0));
            }
            while let Some((node, next)) = open.last_mut() {
                let node = *node;
                match self.nodes[node].needs.get(*next).copied() {
                    Some(need) => {
                        *next += 1;
                        if seen.insert(need) {
                            self.look_into(need);
                            open.push((need, 0));
                        }
                    }
                    None => {
                        self.order.push(node);
                        open.pop();
                    }
                }
            }
        }
    }

    /// Finds the uses in the value of a graph binding.
    fn look_into(&mut self, node: usize) {
        let expr = self.nodes[node].expr;
        (self.owner, self.inside, self.deepest) = (Some(node), Nesting::default(), Nesting::default());
        let block = self.block(None, Parent::Value(node));
        let mut found = Vec::new();
        match &expr.kind {
            ExprKind::Shared(shared) => self.walk(&shared.0, (block, 0), false, &mut found),
            _ => self.walk_into(expr, (block, 0), false, &mut found),
        }
        self.nodes[node].needs = found;
        self.nodes[node].height = self.deepest;
    }

    fn walk(&mut self, expr: &'e Expr, spot: Spot, begins_block: bool, found: &mut Vec<usize>) {
        let Some(address) = expr.address().filter(|address| self.named.contains(address)) else {
            return self.walk_into(expr, spot, begins_block, found);
        };
        let number = *self.numbers.entry(address).or_insert_with(|| {
            self.nodes.push(Node {
                expr,
                uses: Vec::new(),
                needs: Vec::new(),
                spot,
                inside: Nesting::default(),
                height: Nesting::default(),
            });
            self.nodes.len() - 1
        });
        self.nodes[number].uses.push(spot);
        found.push(number);
    }

    fn walk_into(&mut self, expr: &'e Expr, spot: Spot, begins_block: bool, found: &mut Vec<usize>) {
        self.inside.operations += 1;
        self.deepest = self.deepest.max(self.inside);
        match &expr.kind {
            ExprKind::Let(_) => {
                let block = if begins_block { spot.0 } else { self.block(Some(expr), Parent::Block(spot)) };
                for (index, child) in expr.children().into_iter().enumerate() {
                    self.walk_operand(expr, index, child, |this| this.walk(child, (block, index), false, found));
                }
            }
            ExprKind::Function(_) => self.walk_blocks(expr, 0, spot, found),
            ExprKind::If(_) | ExprKind::Match(_) => self.walk_blocks(expr, 1, spot, found),
            _ => self.walk_blocks(expr, usize::MAX, spot, found),
        }
        self.inside.operations -= 1;
    }

    /// The parts of an expression, which are blocks from one of them on.
    fn walk_blocks(&mut self, expr: &'e Expr, first: usize, spot: Spot, found: &mut Vec<usize>) {
        for (index, child) in expr.children().into_iter().enumerate() {
            self.walk_operand(expr, index, child, |this| {
                if index < first {
                    this.walk(child, spot, false, found);
                } else {
                    let block = this.block(Some(child), Parent::Block(spot));
                    this.walk(child, (block, 0), true, found);
                }
            });
        }
    }

    /// Does something in the brackets around a part of an expression.
    fn walk_operand(&mut self, expr: &Expr, index: usize, operand: &Expr, walk: impl FnOnce(&mut Self)) {
        let brackets = brackets_around(expr, index, operand);
        self.inside.brackets += brackets;
        self.deepest = self.deepest.max(self.inside);
        walk(self);
        self.inside.brackets -= brackets;
    }

    /// Finds where each binding is written: those that use others before these. Stops where the text nests deeper than a
    /// limit, and returns how deep: how many blocks there are in one another decides on the time that this takes.
    fn place(&mut self, limit: Option<Nesting>) -> Option<Nesting> {
        let is_beyond = |nesting: &Nesting| limit.is_some_and(|limit| !nesting.is_within(limit));
        if is_beyond(&self.root_height) {
            return Some(self.root_height);
        }
        for at in (0..self.order.len()).rev() {
            let node = self.order[at];
            let uses = std::mem::take(&mut self.nodes[node].uses);
            let mut common: Option<Spot> = None;
            for spot in uses {
                let spot = self.written(spot);
                common = Some(common.map_or(spot, |common| self.common(common, spot)));
            }
            let spot = common.unwrap_or_default();
            let Block { owner, inside, .. } = self.blocks[spot.0];
            let around = owner.map_or(inside, |owner| self.nodes[owner].inside.plus(inside));
            self.nodes[node].spot = spot;
            self.nodes[node].inside = around.plus(Nesting { operations: 1, brackets: 1 });
            let whole = self.nodes[node].inside.plus(self.nodes[node].height);
            if is_beyond(&whole) {
                return Some(whole);
            }
        }
        None
    }

    /// The plan, where all are placed.
    fn plan(self) -> Plan<'e> {
        let mut plan = Plan { bound: HashMap::new(), named: self.named };
        for node in self.order {
            let Node { expr, spot: (block, before), .. } = self.nodes[node];
            if let Some(address) = self.blocks[block].address {
                plan.bound.entry(address).or_default().push(Bound { before, expr });
            }
        }
        plan.bound.values_mut().for_each(|bound| bound.sort_by_key(|bound| bound.before));
        plan
    }

    /// The place where a text has it: that of the binding, if it is in a binding's value.
    fn written(&self, spot: Spot) -> Spot {
        match self.blocks[spot.0].parent {
            Parent::Value(node) => self.nodes[node].spot,
            _ => spot,
        }
    }

    /// The place of a block in the one around it.
    fn around(&self, block: usize) -> Option<Spot> {
        match self.blocks[block].parent {
            Parent::None => None,
            Parent::Block(spot) => Some(self.written(spot)),
            Parent::Value(node) => Some(self.nodes[node].spot),
        }
    }

    fn depth(&mut self, block: usize) -> usize {
        let mut open = vec![block];
        while let Some(&block) = open.last() {
            match self.around(block) {
                Some((parent, _)) if self.blocks[parent].depth == 0 => open.push(parent),
                around => {
                    self.blocks[block].depth = 1 + around.map_or(0, |(parent, _)| self.blocks[parent].depth);
                    open.pop();
                }
            }
        }
        self.blocks[block].depth
    }

    /// The place before two others, in the innermost block that both are in.
    fn common(&mut self, mut left: Spot, mut right: Spot) -> Spot {
        while left.0 != right.0 {
            let outer = if self.depth(left.0) >= self.depth(right.0) { &mut left } else { &mut right };
            let Some(around) = self.around(outer.0) else { break };
            *outer = around;
        }
        (left.0, left.1.min(right.1))
    }
}

/// The addresses of what graph variables stand for: what is shared, and what has the name of one, unless that says that
/// it is shared, and it is not.
fn named(root: &Expr) -> HashSet<usize> {
    let (mut shared, mut counts, mut seen) = (HashSet::new(), HashMap::new(), HashSet::new());
    let mut members = Members::default();
    let mut open = vec![root];
    while let Some(expr) = open.pop() {
        if let Some(address) = expr.address() {
            if matches!(expr.kind, ExprKind::Let(_)) {
                // It is a block itself.
            } else if matches!(expr.kind, ExprKind::Shared(_)) || expr.graph_var().is_some() && members.are_shared(expr)
            {
                shared.insert(address);
            } else if expr.graph_var().is_some() {
                *counts.entry(address).or_insert(0_usize) += 1;
            }
            if !seen.insert(address) {
                continue;
            }
        }
        open.extend(expr.children());
    }
    shared.extend(counts.into_iter().filter(|(_, count)| *count == 1).map(|(address, _)| address));
    shared
}

/// Which projections, by their addresses, are members of something that is the same wherever it is written.
#[derive(Default)]
struct Members(HashMap<usize, bool>);

impl Members {
    /// Whether an expression is such a member. A row of projections is looked through once.
    fn are_shared(&mut self, expr: &Expr) -> bool {
        let (mut expr, mut row) = (expr, Vec::new());
        let is_shared = loop {
            let ExprKind::Project(project) = &expr.kind else {
                break expr.address().is_none() || matches!(expr.kind, ExprKind::Shared(_));
            };
            let address = Arc::as_ptr(project).addr();
            if let Some(known) = self.0.get(&address) {
                break *known;
            }
            row.push(address);
            expr = &project.tuple;
        };
        let is_member = !row.is_empty() || matches!(expr.kind, ExprKind::Project(_));
        self.0.extend(row.into_iter().map(|address| (address, is_shared)));
        is_member && is_shared
    }
}
