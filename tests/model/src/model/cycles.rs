//! Nodes behind ids: which of them are inside themselves, and what is recorded of two nodes when they are entered.

use std::collections::{BTreeSet, HashMap};

use super::{
    Mistake,
    describe::Identity,
    scopes::{Binding, Stacks},
};
use crate::conformance::NodeSpec;

/// Which nodes lead back to themselves.
pub(super) fn on_cycles(nodes: &[NodeSpec]) -> Vec<bool> {
    let references = |spec: &NodeSpec| {
        let (any, variables) = spec.references();
        [any, variables].concat()
    };
    let leads_to: Vec<Vec<usize>> = nodes.iter().map(references).collect();
    let leads_back = |start: usize| {
        let mut reached = vec![false; nodes.len()];
        let mut pending = vec![start];
        while let Some(node) = pending.pop() {
            for next in &leads_to[node] {
                if !std::mem::replace(&mut reached[*next], true) {
                    pending.push(*next);
                }
            }
        }
        reached[start]
    };
    (0..nodes.len()).map(leads_back).collect()
}

/// How much a comparison may do. Those of small graphs do far less, unless a mistake keeps them from ending.
const STEPS: usize = 20_000;
const DEPTH: usize = 400;

/// Two nodes that were entered.
struct Record {
    nodes: [Identity; 2],
    /// How many scopes were open around them.
    level: usize,
    is_open: bool,
    /// The correspondences that the record is derived from.
    derived_from: BTreeSet<Binding>,
    /// Those of them that binding occurrences inside the nodes made.
    made_inside: BTreeSet<Binding>,
    /// The open records around it that were used inside, directly or not.
    waits_for: BTreeSet<usize>,
    /// Where the record was used while it was open: what each variable was bound to there, on each side.
    places: Vec<[HashMap<Identity, Binding>; 2]>,
}

/// What a comparison of nodes behind ids knows.
pub(super) struct Cycles {
    /// The nodes around that are entered, on each side, since the innermost one that ends cycles.
    path: Vec<[usize; 2]>,
    records: Vec<Record>,
    /// The open ones, from the outermost on.
    open: Vec<usize>,
    steps: usize,
    depth: usize,
    mistake: Option<Mistake>,
}

impl Cycles {
    pub(super) fn new(mistake: Option<Mistake>) -> Cycles {
        Cycles { path: vec![], records: vec![], open: vec![], steps: 0, depth: 0, mistake }
    }

    fn makes(&self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake)
    }

    /// Two nodes are entered that do not end cycles; `false` if one is inside itself.
    pub(super) fn enter_tree(&mut self, nodes: [usize; 2]) -> bool {
        let is_inside = |side: usize| self.path.iter().any(|around| around[side] == nodes[side]);
        let is_entered = !(is_inside(0) || is_inside(1));
        self.path.push(nodes);
        is_entered
    }

    /// Whether the nodes that were entered last, and are inside themselves, are taken to be equal.
    pub(super) fn are_equal_by_mistake(&self) -> bool {
        self.makes(Mistake::TreesMayBeInThemselves)
            && self.path.split_last().is_some_and(|(nodes, around)| around.contains(nodes))
    }

    pub(super) fn leave_tree(&mut self) {
        self.path.pop();
    }

    /// Two nodes are entered that end cycles. Gives the path around them.
    pub(super) fn enter_end(&mut self) -> Vec<[usize; 2]> {
        match self.makes(Mistake::NothingEndsCycles) {
            true => self.path.clone(),
            false => std::mem::take(&mut self.path),
        }
    }

    pub(super) fn leave_end(&mut self, around: Vec<[usize; 2]>) {
        self.path = around;
    }

    /// Two nodes are met inside others; `false` if the comparison seems not to end.
    pub(super) fn go_down(&mut self) -> bool {
        self.steps += 1;
        self.depth += 1;
        !self.gave_up()
    }

    pub(super) fn go_up(&mut self) {
        self.depth -= 1;
    }

    pub(super) fn gave_up(&self) -> bool {
        self.steps > STEPS || self.depth > DEPTH
    }

    /// The last record of a node on a side that is open, or all of whose correspondences are on top there.
    pub(super) fn in_force(&self, side: usize, node: &Identity, is_on_top: impl Fn(&Binding) -> bool) -> Option<usize> {
        self.records.iter().rposition(|record| {
            let holds = |record: &Record| record.derived_from.iter().all(&is_on_top);
            let is_open = record.is_open && !self.makes(Mistake::OpenRecordsAreForgottenWhereShadowed);
            record.nodes[side] == *node && (is_open || holds(record))
        })
    }

    /// Two nodes are entered with so many scopes open around them.
    pub(super) fn enter(&mut self, nodes: [Identity; 2], level: usize) {
        self.open.push(self.records.len());
        self.records.push(Record {
            nodes,
            level,
            is_open: true,
            derived_from: BTreeSet::new(),
            made_inside: BTreeSet::new(),
            waits_for: BTreeSet::new(),
            places: vec![],
        });
    }

    /// A correspondence of a level was consulted or made: what is entered in the scope that it is made for is derived
    /// from it.
    pub(super) fn consult(&mut self, correspondence: Binding, level: usize) {
        for at in &self.open {
            let record = &mut self.records[*at];
            if level <= record.level {
                record.derived_from.insert(correspondence);
            }
        }
    }

    /// A binding occurrence made a correspondence.
    pub(super) fn note_binding_occurrence(&mut self, correspondence: Binding) {
        for at in &self.open {
            self.records[*at].made_inside.insert(correspondence);
        }
    }

    /// A record is used, with this bound on the two sides: what it is derived from. Of an open one, that is known only when
    /// its nodes are left.
    pub(super) fn use_record(&mut self, used: usize, sides: [&Stacks; 2]) -> BTreeSet<Binding> {
        let record = &self.records[used];
        let (derived_from, open_ones) = match record.is_open {
            true => (BTreeSet::new(), BTreeSet::from([used])),
            false => (record.derived_from.clone(), record.waits_for.clone()),
        };
        for open in open_ones {
            self.records[open].places.push(sides.map(Stacks::tops));
            let around = self.open.iter().position(|other| *other == open);
            for inside in self.open.iter().skip(around.map_or(0, |around| around + 1)) {
                self.records[*inside].waits_for.insert(open);
            }
        }
        derived_from
    }

    /// The nodes entered last are left; `false` if something that they consulted was bound differently on the two sides
    /// where their record was used. `of` says which variables correspond.
    pub(super) fn leave<'i>(&mut self, of: impl Fn(Binding) -> [&'i Identity; 2]) -> bool {
        let Some(left) = self.open.pop() else { return true };
        self.records[left].is_open = false;
        let waiting: Vec<usize> =
            (0..self.records.len()).filter(|at| self.records[*at].waits_for.contains(&left)).collect();

        let record = &self.records[left];
        let consulted = record.derived_from.difference(&record.made_inside);
        let users = waiting.iter().filter(|_| !self.makes(Mistake::UsersOfOpenRecordsAreNotChecked));
        let places = record.places.iter().chain(users.flat_map(|user| &self.records[*user].places));
        let places: Vec<_> = places.collect();
        let is_same = |correspondence: &Binding| {
            let [l, r] = of(*correspondence);
            places.iter().all(|[lefts, rights]| lefts.get(l) == rights.get(r))
        };
        let are_same = self.makes(Mistake::NothingIsCheckedOnLeaving) || consulted.into_iter().all(is_same);

        let (derived_from, waits_for) = (record.derived_from.clone(), record.waits_for.clone());
        for user in waiting {
            let record = &mut self.records[user];
            record.waits_for.remove(&left);
            record.waits_for.extend(&waits_for);
            record.derived_from.extend(&derived_from);
        }
        are_same
    }
}
