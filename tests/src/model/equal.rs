//! Two nodes in step.

use std::{collections::BTreeSet, mem::discriminant};

use super::{
    Verdict,
    describe::{Content, Description, Identity, Kind, describe},
    scopes::{Binding, OpenDags, Region, Stacks},
};
use crate::conformance::NodeSpec;

pub(super) fn compare(nodes: &[NodeSpec], lhs: usize, rhs: usize, map_free_vars: bool) -> Verdict {
    let mut equal = Equal {
        nodes,
        left: Stacks::default(),
        right: Stacks::default(),
        correspondences: vec![],
        scopes: vec![],
        records: vec![],
        open: OpenDags::default(),
        hangs_on_addresses: false,
    };
    let verdict = equal.nodes(Some(lhs), Some(rhs), Region::root(map_free_vars));
    Verdict { equal: verdict, hangs_on_addresses: equal.hangs_on_addresses }
}

struct Correspondence {
    /// How many scopes were open in the scope that it was made for; 0 if it is never forgotten.
    level: usize,
    left: Identity,
    right: Identity,
}

/// Two dag nodes were found equal, which hangs on correspondences.
struct Record {
    left: usize,
    right: usize,
    uses: BTreeSet<Binding>,
}

struct Equal<'a> {
    nodes: &'a [NodeSpec],
    left: Stacks,
    right: Stacks,
    correspondences: Vec<Correspondence>,
    /// The correspondences of each open scope.
    scopes: Vec<Vec<Binding>>,
    records: Vec<Record>,
    open: OpenDags,
    hangs_on_addresses: bool,
}

impl Equal<'_> {
    fn consult(&mut self, correspondence: Binding) {
        self.open.consult(correspondence, self.correspondences[correspondence].level);
    }

    fn bind(&mut self, left: Identity, right: Identity, level: usize) {
        let new = self.correspondences.len();
        self.left.push(left.clone(), new);
        self.right.push(right.clone(), new);
        self.correspondences.push(Correspondence { level, left, right });
        if level > 0 {
            self.scopes[level - 1].push(new);
        }
        self.consult(new);
    }

    fn leave_scope(&mut self) {
        for forgotten in self.scopes.pop().unwrap_or_default() {
            let Correspondence { left, right, .. } = &self.correspondences[forgotten];
            self.left.remove(left, forgotten);
            self.right.remove(right, forgotten);
        }
    }

    fn nodes(&mut self, l: Option<usize>, r: Option<usize>, region: Region) -> bool {
        let (Some(l), Some(r)) = (l, r) else { return l == r };
        let nodes = self.nodes;
        if discriminant(&nodes[l]) != discriminant(&nodes[r]) {
            return false;
        }
        let (left, right) = (describe(&nodes[l]), describe(&nodes[r]));
        match left.kind {
            Kind::Singleton => l == r,
            Kind::Dag => self.dags(l, r, left, right, region),
            Kind::Var => self.variables(l, r, left, right, region),
            Kind::Tree if left.scope => {
                self.scopes.push(vec![]);
                let equal = self.fields(left, right, region);
                self.leave_scope();
                equal
            }
            Kind::Tree => self.fields(left, right, region),
        }
    }

    fn dags(&mut self, l: usize, r: usize, left: Description<'_>, right: Description<'_>, region: Region) -> bool {
        let recorded = (self.in_force_on_the_left(l), self.in_force_on_the_right(r));
        if recorded == (None, None) {
            self.open.enter(self.scopes.len());
            let equal = self.fields(left, right, region);
            let uses = self.open.leave();
            self.records.push(Record { left: l, right: r, uses });
            return equal;
        }
        if let (Some(record), true) = (recorded.0, recorded.0 == recorded.1) {
            for correspondence in self.records[record].uses.clone() {
                self.consult(correspondence);
            }
        }
        recorded.0 == recorded.1
    }

    /// The record of a node on the left whose correspondences are all on top there.
    fn in_force_on_the_left(&self, node: usize) -> Option<usize> {
        self.records.iter().rposition(|record| {
            let on_top = |made: &Binding| self.left.top(&self.correspondences[*made].left) == Some(*made);
            record.left == node && record.uses.iter().all(on_top)
        })
    }

    fn in_force_on_the_right(&self, node: usize) -> Option<usize> {
        self.records.iter().rposition(|record| {
            let on_top = |made: &Binding| self.right.top(&self.correspondences[*made].right) == Some(*made);
            record.right == node && record.uses.iter().all(on_top)
        })
    }

    fn variables(&mut self, l: usize, r: usize, left: Description<'_>, right: Description<'_>, region: Region) -> bool {
        let (one, other) = (Identity::of(self.nodes, l), Identity::of(self.nodes, r));
        let inside = region.inside_variable();
        if region.binds_anew() {
            let equal = self.fields(left, right, inside);
            self.bind(one, other, region.level);
            return equal;
        }
        let mut tops = (self.left.top(&one), self.right.top(&other));
        if tops == (None, None) {
            if !self.fields(left, right, inside) {
                return false;
            }
            // Its own fields may have mentioned it.
            tops = (self.left.top(&one), self.right.top(&other));
        }
        match tops {
            (None, None) => {
                let accepted = region.binds() || one == other;
                self.bind(one, other, region.level);
                accepted
            }
            (Some(left), Some(right)) if left == right => {
                self.consult(left);
                true
            }
            _ => false,
        }
    }

    fn fields(&mut self, left: Description<'_>, right: Description<'_>, region: Region) -> bool {
        left.fields.into_iter().zip(right.fields).all(|((def, left), (_, right))| {
            let region = region.enter(def, self.scopes.len());
            match (left, right) {
                (Content::Leaf(left), Content::Leaf(right)) => left == right,
                (Content::Node(left), Content::Node(right)) => self.nodes(left, right, region),
                (Content::Nodes(left), Content::Nodes(right)) => {
                    left.len() == right.len()
                        && left.iter().zip(right).all(|(l, r)| self.nodes(Some(*l), Some(*r), region))
                }
                (Content::Attributes(left), Content::Attributes(right)) => self.attributes(left, right, region),
                (Content::Substitutions(left), Content::Substitutions(right)) => {
                    self.substitutions(left, right, region)
                }
                _ => false,
            }
        })
    }

    fn attributes(&mut self, left: &[(String, usize)], right: &[(String, usize)], region: Region) -> bool {
        let sorted = |entries: &[(String, usize)]| {
            let mut entries = entries.to_vec();
            entries.sort();
            entries
        };
        let (left, right) = (sorted(left), sorted(right));
        left.iter().map(|(key, _)| key).eq(right.iter().map(|(key, _)| key))
            && left.iter().zip(&right).all(|(l, r)| self.nodes(Some(l.1), Some(r.1), region))
    }

    /// Keys are matched first; a free key that matches itself is recorded; values follow in the order in which
    /// their keys got their correspondence, then those of free keys.
    fn substitutions(&mut self, left: &[(usize, usize)], right: &[(usize, usize)], region: Region) -> bool {
        if left.len() != right.len() {
            return false;
        }
        let ranked = |stacks: &Stacks, entries: &[(usize, usize)]| {
            let rank = |(key, value): &(usize, usize)| {
                let key = Identity::of(self.nodes, *key);
                (Key::of(stacks, key), *value)
            };
            let mut entries: Vec<_> = entries.iter().map(rank).collect();
            entries.sort();
            entries
        };
        let (left, right) = (ranked(&self.left, left), ranked(&self.right, right));
        if !left.iter().map(|(key, _)| key).eq(right.iter().map(|(key, _)| key)) {
            return false;
        }
        let by_address = |key: &Key| matches!(key, Key::Free(Identity::Object(_)));
        self.hangs_on_addresses |= left.iter().filter(|(key, _)| by_address(key)).count() > 1;
        for (key, _) in &left {
            match key {
                Key::Bound(correspondence) => self.consult(*correspondence),
                Key::Free(variable) => self.bind(variable.clone(), variable.clone(), 0),
            }
        }
        left.iter().zip(&right).all(|(l, r)| self.nodes(Some(l.1), Some(r.1), region))
    }
}

/// A variable as a key of a map, in the order in which values are compared.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    Bound(Binding),
    Free(Identity),
}

impl Key {
    pub(super) fn of(stacks: &Stacks, variable: Identity) -> Key {
        stacks.top(&variable).map_or(Key::Free(variable), Key::Bound)
    }
}
