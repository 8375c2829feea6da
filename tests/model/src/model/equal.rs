//! Two nodes in step.

use std::{
    collections::{BTreeSet, HashMap},
    mem::discriminant,
};

use super::{
    Mistake, Options, Verdict,
    cycles::Cycles,
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

/// Compares nodes that refer to each other by ids; nothing, if that seems not to end.
pub(super) fn compare_by_ids(
    nodes: &[NodeSpec],
    lhs: usize,
    rhs: usize,
    options: Options,
    mistake: Option<Mistake>,
) -> Option<bool> {
    let cycles = Some(Cycles::new(mistake));
    let mut equal = Equal { cycles, ..Equal::new(nodes, options, mistake, Ranks::new(options, mistake)) };
    let verdict = equal.nodes(Some(lhs), Some(rhs), Region::root(options, mistake));
    let gave_up = equal.cycles.is_some_and(|cycles| cycles.gave_up());
    (!gave_up).then_some(verdict)
}

fn compare_by(
    nodes: &[NodeSpec],
    lhs: usize,
    rhs: usize,
    options: Options,
    mistake: Option<Mistake>,
    ranks: Ranks,
) -> (bool, Ranks) {
    let mut equal = Equal::new(nodes, options, mistake, ranks);
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
    /// What ids add, where nodes refer to each other by ids.
    cycles: Option<Cycles>,
}

impl<'a> Equal<'a> {
    fn new(nodes: &'a [NodeSpec], options: Options, mistake: Option<Mistake>, ranks: Ranks) -> Equal<'a> {
        Equal {
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
            cycles: None,
        }
    }
}

impl Equal<'_> {
    fn makes(&self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake)
    }

    fn consult(&mut self, correspondence: Binding) {
        let level = self.correspondences[correspondence].level;
        self.open.consult(correspondence, level);
        if let Some(cycles) = &mut self.cycles {
            cycles.consult(correspondence, level);
        }
    }

    /// Makes the correspondence of a binding occurrence.
    fn bind_anew(&mut self, left: Identity, right: Identity, level: usize) {
        self.bind(left, right, level);
        let made = self.correspondences.len() - 1;
        if let Some(cycles) = &mut self.cycles {
            cycles.note_binding_occurrence(made);
        }
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
        let descriptions = [l, r].map(|node| describe(nodes, node, self.mistake));
        if self.cycles.is_some() {
            return self.behind_ids([l, r], identities, descriptions, region);
        }
        let [left, right] = descriptions;
        self.described(identities, left, right, region)
    }

    /// Compares two nodes that ids led to.
    fn behind_ids(
        &mut self,
        nodes: [usize; 2],
        identities: [Identity; 2],
        [left, right]: [Description<'_>; 2],
        region: Region,
    ) -> bool {
        let Some(cycles) = &mut self.cycles else { return false };
        if !cycles.go_down() {
            return false;
        }
        let has_key = !matches!(identities[0], Identity::Object(_));
        let around = (!has_key && matches!(left.kind, Kind::Dag | Kind::Var)).then(|| cycles.enter_end());
        let equal = match left.kind {
            Kind::Dag if !has_key => self.recorded_first(identities, left, right, region),
            Kind::Var if !has_key => self.bound_first(identities, left, right, region),
            _ if cycles.enter_tree(nodes) => self.described(identities, left, right, region),
            _ => cycles.are_equal_by_mistake(),
        };
        if let Some(cycles) = &mut self.cycles {
            match around {
                Some(around) => cycles.leave_end(around),
                None => cycles.leave_tree(),
            }
            cycles.go_up();
        }
        equal
    }

    /// Compares two nodes that are recorded when they are entered.
    fn recorded_first(
        &mut self,
        [l, r]: [Identity; 2],
        left: Description<'_>,
        right: Description<'_>,
        region: Region,
    ) -> bool {
        if self.makes(Mistake::RecordsFollowTheirFields) {
            return self.dags(l, r, left, right, region);
        }
        let Some(cycles) = &mut self.cycles else { return false };
        let made = &self.correspondences;
        let on_the_left = |at: &Binding| self.left.top(&made[*at].left) == Some(*at);
        let on_the_right = |at: &Binding| self.right.top(&made[*at].right) == Some(*at);
        let records = [cycles.in_force(0, &l, on_the_left), cycles.in_force(1, &r, on_the_right)];
        if records != [None, None] {
            let [Some(record), other] = records else { return false };
            let derived_from = cycles.use_record(record, [&self.left, &self.right]);
            derived_from.into_iter().for_each(|correspondence| self.consult(correspondence));
            return other == Some(record);
        }
        let scopes = self.scopes.len() + usize::from(left.scope && self.makes(Mistake::RecordsAreOfTheirOwnScope));
        if let Some(cycles) = &mut self.cycles {
            cycles.enter([l, r], scopes);
        }
        let equal = self.content(left, right, region.past_dag());
        let (made, Some(cycles)) = (&self.correspondences, &mut self.cycles) else { return false };
        let are_same = cycles.leave(|at| [&made[at].left, &made[at].right]);
        equal && are_same
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
        let declared = |scope| declarations(nodes, scope, region, level, options, self.mistake);
        let [left, right] = scopes.map(declared);
        for (left, right) in left.into_iter().zip(right) {
            let (l, r) = (self.confused(left.variable), self.confused(right.variable));
            let is_declared =
                |[lefts, rights]: &[HashMap<Identity, Binding>; 2]| lefts.contains_key(&l) || rights.contains_key(&r);
            if self.predeclared.last().is_some_and(is_declared) {
                continue;
            }
            self.bind_anew(l.clone(), r.clone(), left.region.level);
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
                self.bind_anew(l, r, level);
                return self.fields(left, right, inside);
            }
            let equal = self.fields_of_variables(left, right, inside);
            let declared = self.declared(&l, &r);
            if region.is_predeclared() && declared != (None, None) && !self.makes(Mistake::DeclarationsBindAgain) {
                return equal && declared.0 == declared.1;
            }
            self.bind_anew(l, r, level);
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

    /// Compares two variables that correspond before their fields, which may mention them, are compared.
    fn bound_first(
        &mut self,
        [l, r]: [Identity; 2],
        left: Description<'_>,
        right: Description<'_>,
        region: Region,
    ) -> bool {
        if self.makes(Mistake::VariablesFollowTheirFields) {
            return self.variables(l, r, left, right, region);
        }
        let level = self.level(region);
        if region.binds_anew() {
            let declared = self.declared(&l, &r);
            let is_declared = region.is_predeclared() && declared != (None, None);
            if !is_declared {
                self.bind_anew(l, r, level);
            } else if declared.0 != declared.1 {
                return false;
            }
            return self.fields(left, right, region.inside_variable());
        }
        match self.look_up(&l, &r) {
            (None, None) if region.binds() || l == r => {
                self.bind(l, r, level);
                self.fields(left, right, region.inside_variable())
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
