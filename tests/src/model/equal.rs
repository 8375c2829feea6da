//! Two nodes in step.

use std::{collections::BTreeSet, mem::discriminant};

use super::{
    Options, Verdict,
    describe::{Content, Description, Entry, Field, Identity, Kind, Order, Role, describe},
    entries::{Key, hangs_on_addresses, ranked},
    scopes::{Binding, OpenDags, Region, Stacks},
};
use crate::conformance::{Namespace, NodeSpec};

pub(super) fn compare(nodes: &[NodeSpec], lhs: usize, rhs: usize, options: Options) -> Verdict {
    let mut equal = Equal {
        nodes,
        options,
        left: Stacks::default(),
        right: Stacks::default(),
        correspondences: vec![],
        scopes: vec![],
        records: vec![],
        open: OpenDags::default(),
        hangs_on_addresses: false,
    };
    let verdict = equal.nodes(Some(lhs), Some(rhs), Region::root(options.map_free_vars));
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
    left: Identity,
    right: Identity,
    uses: BTreeSet<Binding>,
}

struct Equal<'a> {
    nodes: &'a [NodeSpec],
    options: Options,
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
        let identities = [Identity::of(nodes, l), Identity::of(nodes, r)];
        self.described(identities, describe(nodes, l), describe(nodes, r), region)
    }

    /// Compares two nodes of one type, unless it is not known statically.
    fn described(
        &mut self,
        [l, r]: [Identity; 2],
        left: Description<'_>,
        right: Description<'_>,
        region: Region,
    ) -> bool {
        if left.kind != right.kind {
            return false;
        }
        match left.kind {
            Kind::Singleton => l == r,
            Kind::Dag => self.dags(l, r, left, right, region),
            Kind::Var => self.variables(l, r, left, right, region),
            Kind::Tree => self.content(left, right, region),
        }
    }

    /// Compares the fields of two nodes, in a scope if the nodes are scopes.
    fn content(&mut self, left: Description<'_>, right: Description<'_>, region: Region) -> bool {
        let scope = left.scope;
        if scope {
            self.scopes.push(vec![]);
        }
        let equal = self.fields(left, right, region);
        if scope {
            self.leave_scope();
        }
        equal
    }

    fn dags(
        &mut self,
        l: Identity,
        r: Identity,
        left: Description<'_>,
        right: Description<'_>,
        region: Region,
    ) -> bool {
        let recorded = (self.in_force_on_the_left(&l), self.in_force_on_the_right(&r));
        if recorded == (None, None) {
            self.open.enter(self.scopes.len());
            let equal = self.content(left, right, region);
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
    fn in_force_on_the_left(&self, node: &Identity) -> Option<usize> {
        self.records.iter().rposition(|record| {
            let on_top = |made: &Binding| self.left.top(&self.correspondences[*made].left) == Some(*made);
            record.left == *node && record.uses.iter().all(on_top)
        })
    }

    fn in_force_on_the_right(&self, node: &Identity) -> Option<usize> {
        self.records.iter().rposition(|record| {
            let on_top = |made: &Binding| self.right.top(&self.correspondences[*made].right) == Some(*made);
            record.right == *node && record.uses.iter().all(on_top)
        })
    }

    fn variables(
        &mut self,
        l: Identity,
        r: Identity,
        left: Description<'_>,
        right: Description<'_>,
        region: Region,
    ) -> bool {
        let inside = region.inside_variable();
        if region.binds_anew() {
            let equal = self.fields(left, right, inside);
            self.bind(l, r, region.level);
            return equal;
        }
        let mut tops = (self.left.top(&l), self.right.top(&r));
        if tops == (None, None) {
            if !self.fields(left, right, inside) {
                return false;
            }
            // Its own fields may have mentioned it.
            tops = (self.left.top(&l), self.right.top(&r));
        }
        match tops {
            (None, None) => {
                let accepted = region.binds() || l == r;
                self.bind(l, r, region.level);
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
        left.fields.into_iter().zip(right.fields).all(|(left, right)| self.field(left, right, region))
    }

    fn field(&mut self, left: Field<'_>, right: Field<'_>, region: Region) -> bool {
        if left.role == Role::Payload && self.options.skip_payload {
            return true;
        }
        let region = region.enter(left.def, self.scopes.len());
        match (left.content, right.content) {
            (Content::Leaf(left), Content::Leaf(right)) => left == right,
            (Content::Leaves(left), Content::Leaves(right)) => left == right,
            (Content::Node(left), Content::Node(right)) => self.nodes(left, right, region),
            (Content::Nodes(left), Content::Nodes(right)) => {
                left.len() == right.len() && left.iter().zip(right).all(|(l, r)| self.nodes(Some(*l), Some(*r), region))
            }
            (Content::Names(space, left), Content::Names(_, right)) => {
                left.len() == right.len() && left.iter().zip(right).all(|(l, r)| self.names(space, [l, r], region))
            }
            (Content::Map(left, order), Content::Map(right, _)) => self.maps(left, right, order, region),
            (Content::Inside(owner, left), Content::Inside(other, right)) => {
                self.described([owner, other].map(Identity::Object), left, right, region)
            }
            _ => false,
        }
    }

    /// A name is a variable without fields.
    fn names(&mut self, space: Namespace, names: [&String; 2], region: Region) -> bool {
        let [left, right] = [(), ()].map(|()| Description { kind: Kind::Var, scope: false, fields: vec![] });
        let identities = names.map(|name| Identity::Variable(space, name.clone()));
        self.described(identities, left, right, region)
    }

    /// Keys are matched first; a free key that matches itself is recorded; values follow.
    fn maps(&mut self, left: Vec<Entry>, right: Vec<Entry>, order: Order, region: Region) -> bool {
        let (left, right) = (ranked(&self.left, left, order), ranked(&self.right, right, order));
        if !left.iter().map(|entry| &entry.key).eq(right.iter().map(|entry| &entry.key)) {
            return false;
        }
        self.hangs_on_addresses |= hangs_on_addresses(&left, order);
        for entry in &left {
            match &entry.key {
                Key::Content(_) | Key::Pair(..) | Key::Structural(_) => {}
                Key::Bound(correspondence) => self.consult(*correspondence),
                Key::Free(variable) => self.bind(variable.clone(), variable.clone(), 0),
            }
        }
        left.iter().zip(&right).all(|(l, r)| self.nodes(l.value, r.value, region))
    }
}
