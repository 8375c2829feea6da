//! Two nodes in step.

use std::{
    collections::{BTreeSet, HashMap},
    mem::discriminant,
};

use super::{
    Mistake, Options, Verdict,
    describe::{Content, Description, Entry, Field, Identity, Kind, Order, Role, describe},
    entries::{Key, Ranked, Ranks, ranked},
    predeclared::declarations,
    scopes::{Binding, OpenDags, Region, Stacks},
};
use crate::conformance::{Namespace, NodeSpec};

pub(super) fn compare(
    nodes: &[NodeSpec],
    lhs: usize,
    rhs: usize,
    options: Options,
    mistake: Option<Mistake>,
) -> Verdict {
    let (equal, ranks) = compare_by(nodes, lhs, rhs, options, mistake, Ranks::new(options, mistake));
    let hangs_on_ranks = ranks.decided && {
        let reversed = Ranks::new(options, mistake).reversed();
        compare_by(nodes, lhs, rhs, options, mistake, reversed).0 != equal
    };
    Verdict { equal, hangs_on_addresses: ranks.hangs_on_addresses, hangs_on_ranks }
}

fn compare_by(
    nodes: &[NodeSpec],
    lhs: usize,
    rhs: usize,
    options: Options,
    mistake: Option<Mistake>,
    ranks: Ranks,
) -> (bool, Ranks) {
    let mut equal = Equal {
        nodes,
        options,
        mistake,
        left: Stacks::default(),
        right: Stacks::default(),
        correspondences: vec![],
        scopes: vec![],
        predeclared: vec![],
        records: vec![],
        open: OpenDags::default(),
        ranks,
    };
    let verdict = equal.nodes(Some(lhs), Some(rhs), Region::root(options, mistake));
    (verdict, equal.ranks)
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
    mistake: Option<Mistake>,
    left: Stacks,
    right: Stacks,
    correspondences: Vec<Correspondence>,
    /// The correspondences of each open scope.
    scopes: Vec<Vec<Binding>>,
    /// What each open scope predeclares, on each side.
    predeclared: Vec<[HashMap<Identity, Binding>; 2]>,
    records: Vec<Record>,
    open: OpenDags,
    ranks: Ranks,
}

impl Equal<'_> {
    fn makes(&self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake)
    }

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
        let bound = self.scopes.pop().unwrap_or_default();
        if self.makes(Mistake::ScopesForgetNothing) {
            return;
        }
        for forgotten in bound {
            let Correspondence { left, right, .. } = &self.correspondences[forgotten];
            if self.mistake == Some(Mistake::ScopesPopTheTop) {
                self.left.pop(left);
                self.right.pop(right);
                continue;
            }
            self.left.remove(left, forgotten);
            self.right.remove(right, forgotten);
        }
    }

    fn nodes(&mut self, l: Option<usize>, r: Option<usize>, region: Region) -> bool {
        let (Some(l), Some(r)) = (l, r) else { return l == r };
        let nodes = self.nodes;
        if discriminant(&nodes[l]) != discriminant(&nodes[r]) && !self.makes(Mistake::TypesAreIgnored) {
            return false;
        }
        let identities = [self.identity(l), self.identity(r)];
        self.described(identities, describe(nodes, l, self.mistake), describe(nodes, r, self.mistake), region)
    }

    fn identity(&self, node: usize) -> Identity {
        match Identity::of(self.nodes, node) {
            Identity::Variable(..) if self.makes(Mistake::NamesDoNotIdentify) => Identity::Object(node),
            Identity::Dag(_) if self.makes(Mistake::KeyedDagByAddress) => Identity::Object(node),
            Identity::Singleton(_) if self.makes(Mistake::KeyedSingletonsByAddress) => Identity::Object(node),
            identity => self.confused(identity),
        }
    }

    /// The identity as a mistaken comparison sees it.
    fn confused(&self, identity: Identity) -> Identity {
        match identity {
            Identity::Variable(Namespace::Labels, name) if self.makes(Mistake::NamespacesAreOne) => {
                Identity::Variable(Namespace::Names, name)
            }
            Identity::Variable(Namespace::Nodes, name) if self.makes(Mistake::TypesDoNotIdentify) => {
                Identity::Variable(Namespace::Names, name)
            }
            identity => identity,
        }
    }

    /// Compares two nodes of one type, unless it is not known statically.
    fn described(
        &mut self,
        [l, r]: [Identity; 2],
        left: Description<'_>,
        right: Description<'_>,
        region: Region,
    ) -> bool {
        if left.kind != right.kind && !self.makes(Mistake::ConcreteTypesAreIgnored) {
            return false;
        }
        match left.kind {
            Kind::Singleton => l == r || self.makes(Mistake::SingletonsAreEqual),
            Kind::Dag => self.dags(l, r, left, right, region),
            Kind::Var => self.variables(l, r, left, right, region),
            Kind::Tree => self.content(left, right, region),
        }
    }

    /// Compares the fields of two nodes, in a scope if the nodes are scopes.
    fn content(&mut self, left: Description<'_>, right: Description<'_>, region: Region) -> bool {
        let scope = left.scope;
        if !scope {
            return self.fields(left, right, region);
        }
        self.scopes.push(vec![]);
        self.predeclared.push([(); 2].map(|()| HashMap::new()));
        self.predeclare([&left, &right], region);
        let equal = self.fields(left, right, region.past_scope());
        self.predeclared.pop();
        self.leave_scope();
        equal
    }

    /// What binds below the fields that two scopes predeclare binds pairwise, unless it is declared.
    fn predeclare(&mut self, scopes: [&Description<'_>; 2], region: Region) {
        let (nodes, level, options) = (self.nodes, self.scopes.len(), self.options);
        let [left, right] = scopes.map(|scope| declarations(nodes, scope, region, level, options, self.mistake));
        for (left, right) in left.into_iter().zip(right) {
            let (l, r) = (self.confused(left.variable), self.confused(right.variable));
            let is_declared =
                |[lefts, rights]: &[HashMap<Identity, Binding>; 2]| lefts.contains_key(&l) || rights.contains_key(&r);
            if self.predeclared.last().is_some_and(is_declared) {
                continue;
            }
            self.bind(l.clone(), r.clone(), left.region.level);
            let binding = self.correspondences.len() - 1;
            if let Some([lefts, rights]) = self.predeclared.last_mut() {
                lefts.insert(l, binding);
                rights.insert(r, binding);
            }
        }
    }

    /// What the innermost scope declared two variables as.
    fn declared(&self, l: &Identity, r: &Identity) -> (Option<Binding>, Option<Binding>) {
        if self.makes(Mistake::DeclarationsAreLookedUp) {
            return self.look_up(l, r);
        }
        let Some([lefts, rights]) = self.predeclared.last() else { return (None, None) };
        (lefts.get(l).copied(), rights.get(r).copied())
    }

    fn dags(
        &mut self,
        l: Identity,
        r: Identity,
        left: Description<'_>,
        right: Description<'_>,
        region: Region,
    ) -> bool {
        let recorded = match (self.in_force_on_the_left(&l), self.in_force_on_the_right(&r)) {
            (left, _) if self.makes(Mistake::DagOfTheLeftOnly) => {
                (left, left.filter(|at| self.records[*at].right == r))
            }
            (_, right) if self.makes(Mistake::DagOfTheRightOnly) => {
                (right.filter(|at| self.records[*at].left == l), right)
            }
            _ if self.makes(Mistake::DagByContent) => (None, None),
            _ if self.makes(Mistake::DagByIdentity) => return l == r,
            recorded => recorded,
        };
        if recorded == (None, None) {
            let scope = left.scope && self.makes(Mistake::RecordsPrecedeTheEndOfScopes);
            self.open.enter(self.scopes.len() + usize::from(scope));
            let equal = self.content(left, right, region.past_dag());
            let uses = self.open.leave();
            self.records.push(Record { left: l, right: r, uses });
            return equal;
        }
        if let (Some(record), true) = (recorded.0, recorded.0 == recorded.1)
            && !self.makes(Mistake::RecordsAreNotConsulted)
        {
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
            record.left == *node && self.holds(record, record.uses.iter().all(on_top))
        })
    }

    fn in_force_on_the_right(&self, node: &Identity) -> Option<usize> {
        self.records.iter().rposition(|record| {
            let on_top = |made: &Binding| self.right.top(&self.correspondences[*made].right) == Some(*made);
            record.right == *node && self.holds(record, record.uses.iter().all(on_top))
        })
    }

    /// Whether a record is in force of which all correspondences are on top, or not.
    fn holds(&self, record: &Record, all_on_top: bool) -> bool {
        match self.mistake {
            Some(Mistake::RecordsAreAlwaysInForce) => true,
            Some(Mistake::RecordsAreFragile) => record.uses.is_empty(),
            _ => all_on_top,
        }
    }

    /// What the variables are bound to.
    fn look_up(&self, l: &Identity, r: &Identity) -> (Option<Binding>, Option<Binding>) {
        let (left, right) = (self.left.top(l), self.right.top(r));
        match self.mistake {
            Some(Mistake::LooksUpTheLeftOnly) => (left, left.filter(|at| self.correspondences[*at].right == *r)),
            Some(Mistake::LooksUpTheRightOnly) => (right.filter(|at| self.correspondences[*at].left == *l), right),
            _ => (left, right),
        }
    }

    /// In which scope a variable is bound.
    fn level(&self, region: Region) -> usize {
        let innermost = match self.mistake {
            Some(Mistake::InnermostScopeBinds) => region.binds_anew(),
            Some(Mistake::InnermostScopeBindsInFields) => region.binds() && !region.binds_anew(),
            _ => false,
        };
        if innermost { self.scopes.len() } else { region.level }
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
        let level = self.level(region);
        if region.binds_anew() {
            if self.makes(Mistake::BindersPrecedeTheirFields) {
                self.bind(l, r, level);
                return self.fields(left, right, inside);
            }
            let equal = self.fields_of_variables(left, right, inside);
            let declared = self.declared(&l, &r);
            if region.is_predeclared() && declared != (None, None) && !self.makes(Mistake::DeclarationsBindAgain) {
                return equal && declared.0 == declared.1;
            }
            self.bind(l, r, level);
            return equal;
        }
        let mut tops = self.look_up(&l, &r);
        if tops == (None, None) {
            if !self.fields_of_variables(left, right, inside) {
                return false;
            }
            // Its own fields may have mentioned it.
            if !self.makes(Mistake::FieldsMentionNothing) {
                tops = self.look_up(&l, &r);
            }
        } else if self.makes(Mistake::FieldsOfBoundVariablesCount) && !self.fields(left, right, inside) {
            return false;
        }
        match tops {
            (None, None) => {
                let accepted = region.binds() || l == r || self.makes(Mistake::FreeVariablesAreEqual);
                let in_the_scope = !region.binds() && self.makes(Mistake::FreeVariablesAreRecordedInTheScope);
                if region.binds() || !self.makes(Mistake::FreeVariablesAreNotRecorded) {
                    self.bind(l, r, if in_the_scope { self.scopes.len() } else { level });
                }
                accepted
            }
            (Some(left), Some(right)) if left == right => {
                self.consult(left);
                true
            }
            _ => false,
        }
    }

    fn fields_of_variables(&mut self, left: Description<'_>, right: Description<'_>, region: Region) -> bool {
        self.makes(Mistake::FieldsOfVariablesDoNotCount) || self.fields(left, right, region)
    }

    fn fields(&mut self, left: Description<'_>, right: Description<'_>, region: Region) -> bool {
        left.fields.into_iter().zip(right.fields).all(|(left, right)| self.field(left, right, region))
    }

    fn field(&mut self, left: Field<'_>, right: Field<'_>, region: Region) -> bool {
        let skips_payload = match self.mistake {
            Some(Mistake::PayloadIsNeverSkipped) => false,
            Some(Mistake::PayloadIsAlwaysSkipped) => true,
            _ => self.options.skip_payload,
        };
        if left.role == Role::Payload && skips_payload {
            return true;
        }
        let lengths_count = !self.makes(Mistake::PrefixesAreEqual);
        let region = region.enter_field(&left, self.scopes.len());
        match (left.content, right.content) {
            (Content::Leaf(left), Content::Leaf(right)) => left == right,
            (Content::Leaves(left), Content::Leaves(right)) => left == right,
            (Content::Node(left), Content::Node(right)) => self.nodes(left, right, region),
            (Content::Nodes(left), Content::Nodes(right)) => {
                (left.len() == right.len() || !lengths_count)
                    && left.iter().zip(right).all(|(l, r)| self.nodes(Some(*l), Some(*r), region))
            }
            (Content::Names(space, left), Content::Names(_, right)) => {
                (left.len() == right.len() || !lengths_count)
                    && left.iter().zip(right).all(|(l, r)| self.names(space, [l, r], region))
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
        let identities = names.map(|name| self.confused(Identity::Variable(space, name.clone())));
        self.described(identities, left, right, region)
    }

    /// Keys are matched first; a free key that matches itself is recorded; values follow.
    fn maps(&mut self, left: Vec<Entry>, right: Vec<Entry>, order: Order, region: Region) -> bool {
        let order = if self.makes(Mistake::OrderedIsIgnored) { Order::ByKey } else { order };
        let region = region.past_map();
        let (left, right) = (ranked(&self.left, left, order), ranked(&self.right, right, order));
        if left.len() != right.len() || !left.iter().zip(&right).all(|(l, r)| self.keys_match(l, r, region)) {
            return false;
        }
        let mut pairs: Vec<(Ranked, Ranked)> = left.into_iter().zip(right).collect();
        let ties = self.ranks.arrange(self.nodes, &mut pairs, |(left, _)| left, order);
        self.ranks.hangs_on_addresses |= ties.iter().any(|tie| {
            let tie = &pairs[tie.clone()];
            tie.iter().any(|(_, right)| right.value != tie[0].1.value)
        });
        if self.makes(Mistake::MapsInOrderOfInsertion) {
            pairs.sort_by_key(|(left, _)| left.place);
        }
        let values_first = self.makes(Mistake::ValuesPrecedeKeys);
        let values = |this: &mut Self| pairs.iter().all(|(l, r)| this.nodes(l.value, r.value, region));
        if values_first && !values(self) {
            return false;
        }
        for (l, r) in &pairs {
            match (&l.key, &r.key) {
                (Key::Bound(correspondence), _) if !self.makes(Mistake::KeysAreNotConsulted) => {
                    self.consult(*correspondence);
                }
                (Key::Free(left), Key::Free(right)) if !self.makes(Mistake::FreeKeysAreNotRecorded) => {
                    self.bind(left.clone(), right.clone(), 0);
                }
                _ => {}
            }
        }
        self.ranks.note_ties(&ties, |at| &pairs[at].0, &self.left);
        values_first || values(self)
    }

    fn keys_match(&self, left: &Ranked, right: &Ranked, region: Region) -> bool {
        match (&left.key, &right.key) {
            (Key::Bound(l), Key::Bound(r)) if self.makes(Mistake::BoundKeysByIdentity) => {
                self.correspondences[*l].left == self.correspondences[*r].right
            }
            (Key::Free(_), Key::Free(_)) if self.makes(Mistake::FreeKeysMatch) => true,
            (Key::Free(_), Key::Free(_)) if self.makes(Mistake::KeysBind) && region.binds() => true,
            (left, right) => left == right,
        }
    }
}
