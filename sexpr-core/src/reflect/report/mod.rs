//! The report: the first difference of two values, or the first obstacle to a fingerprint of one value.
//!
//! A [`Report`] compares pairs of nodes in strict order, and tracks the path to them. Like equality, it follows the
//! rules of [`Relation`]. It also notes the site of each correspondence, so that a mismatch can name the counterpart of
//! a variable.
//!
//! - `containers`: entries of maps, and elements of unordered parts;
//! - `reason`: the results;
//! - `hints`: the sites of correspondences, and hints for free variables that differ;
//! - `diff`: all differences instead of the first.

mod containers;
mod diff;
pub(crate) mod hints;
pub(crate) mod reason;

use alloc::{boxed::Box, vec::Vec};

use crate::{
    describe::{
        arena::InColumns,
        identity::Identity,
        info::{Kind, TypeInfo},
        options::Options,
        region::Region,
        structural::StructuralEq,
    },
    engine::{frame::Frame, path::Path, place::Root, trail::Mark},
    ops::{equal::EqualBuffers, in_context::InContext},
    reflect::{
        lister::{Ids, Leaves, ListedPart, Lister, ListerConfig},
        node::{AnyNode, ErasedNode, NodeInfo, Pair},
        report::{
            diff::{All, Likeness},
            hints::Sites,
            reason::{EditKind, Mismatch, Obstacle, Places, Reason},
        },
        search::DeclarationSearch,
    },
    rules::{
        environments::Slots,
        memo::equal_terms::Age,
        pairs::Ordinal,
        relation::{Action, Difference, LastStep, NodesInArenas, Relation},
        var_pairs::in_parts::Event,
    },
    tables::index::Table,
};

/// A comparison that is under way.
#[derive(Default)]
pub(crate) struct Report<'a> {
    lister: Lister<'a>,
    relation: Relation,
    /// The numbers of the arenas that were met.
    slots: Slots<'a>,
    /// The work that was deferred, the next one last.
    deferred: Vec<Deferred<'a>>,
    found: Option<Failure>,
    /// The variables, dag nodes or singletons that differ.
    differing: Option<[Identity; 2]>,
    sites: Sites,
    /// The state of a diff, if all differences are wanted.
    all: Option<Box<All>>,
    /// The buffers for comparisons of structural keys. Each such comparison is separate.
    key_buffers: EqualBuffers,
    /// Ranks the elements of unordered parts.
    in_context: InContext,
    /// The number of parts that were visited to find elements that are alike.
    looked_at: usize,
}

/// The end of a comparison.
enum Failure {
    /// Why the values differ.
    Reason(Reason),
    /// The values are equal, but may differ from themselves in another process.
    Obstacle(Obstacle),
}

/// Work that is deferred until the parts listed before it were compared.
enum Deferred<'a> {
    LeaveScope,
    /// Memoize that two shared `tree` nodes are equal. Has the age and the number of edits at the beginning of their
    /// comparison.
    Remember(Pair<'a>, [Identity; 2], Region, Age, usize),
    /// Relate two variables or dag nodes, whose fields are equal.
    Relate(Pair<'a>, [Identity; 2], Region),
    /// Close the record of two dag nodes, whose fields are equal.
    Close(Pair<'a>, [Identity; 2], Ordinal),
    /// End two variables that were bound before their fields.
    EndVariables(Region),
    /// Leave an unordered part.
    LeavePart,
    /// Begin or end two elements that are scopes.
    Element(Event<2>),
    /// Compare two elements without partners.
    Lone(Mark, Frame<'a, Lister<'a>>),
    /// End two elements without partners, given the number of differences before them.
    EndLone(usize),
    /// Set the options, before or after a key that is a term with its own options.
    TakeOptions(Options),
    /// Note an edit: an element is on one side only, or was moved.
    Edit(Box<(EditKind, Option<Likeness>)>),
}

const _: () = assert!(size_of::<Deferred<'_>>() <= 96);

impl<'a> Report<'a> {
    /// The first part of a value that may differ between processes.
    pub(crate) fn obstacle<T: StructuralEq + ?Sized>(value: &T, options: Options) -> Option<(Path, Obstacle)> {
        let value = &value;
        let mut report = Report::new(options);
        report.lister.config.obstacles = true;
        match report.first_failure(Pair::new::<Root<'_, T>>(value, value))? {
            Failure::Obstacle(obstacle) => Some((report.lister.trail.path(), obstacle)),
            Failure::Reason(_) => None,
        }
    }

    /// The first mismatch of two values.
    pub(crate) fn run<T: StructuralEq + ?Sized>(left: &T, right: &T, options: Options) -> Option<Mismatch> {
        Report::first_mismatch(Pair::new::<Root<'_, T>>(&left, &right), options)
    }

    fn first_mismatch(root: Pair<'a>, options: Options) -> Option<Mismatch> {
        let mut report = Report::new(options);
        let Failure::Reason(reason) = report.first_failure(root)? else { return None };
        let places = report.places();
        let are_free = match &reason {
            Reason::FreeVariables { .. } => [true, true],
            Reason::BoundElsewhere { lhs, rhs, .. } => [lhs.is_none(), rhs.is_none()],
            _ => [false, false],
        };
        let hints = report.hints(root, are_free, places.paths.each_ref());
        Some(Mismatch::new(places, reason, hints))
    }

    /// The current paths and ids.
    fn places(&self) -> Places {
        let Lister { trail, .. } = &self.lister;
        Places { paths: trail.paths(), ids: trail.last_ids() }
    }

    fn new(options: Options) -> Self {
        let config = ListerConfig { leaves: Leaves::Compared, unordered: true, ..ListerConfig::default() };
        let mut report = Report { lister: Lister::new(options, config), ..Report::default() };
        report.relation.variables.find_cycles_exactly();
        report
    }

    fn first_failure(&mut self, root: Pair<'a>) -> Option<Failure> {
        let options = self.lister.options;
        loop {
            self.lister.push_back(ListedPart::Node(root, options.root_region()));
            while let Some(part) = self.lister.next()
                && self.take(part)
            {}
            if !self.relation.restart_if_needed() {
                return self.found.take();
            }
            let Report { lister, relation, all, .. } = core::mem::replace(self, Report::new(options));
            (self.lister.config, self.relation) = (lister.config, relation);
            self.all = all.map(|all| Box::new(All::new(all.profiles)));
        }
    }

    /// Compares a part. Returns `false` if the comparison ends here.
    fn take(&mut self, part: ListedPart<'a>) -> bool {
        match part {
            ListedPart::Node(pair, at) => return self.meet(pair, [None; 2], at),
            ListedPart::Id(ids, at) => return self.follow(ids, at),
            ListedPart::Map(maps, at) => self.match_maps(maps, at),
            ListedPart::Unordered(elements, at) => return self.compare_unordered(&*elements, at),
            ListedPart::Sequence(items, at) => self.compare_aligned(&*items, at),
            ListedPart::EnterArenas(arenas) => {
                self.relation.variables.enter_arenas(&arenas, &mut self.slots);
            }
            ListedPart::LeaveArenas => self.relation.variables.leave_environments(),
            ListedPart::Differs(reason) => return self.fail(Failure::Reason(*reason)),
            ListedPart::Obstructed(obstacle) => return self.fail(Failure::Obstacle(obstacle)),
            ListedPart::Custom => self.relation.custom_met(),
            ListedPart::Deferred => return self.take_deferred(),
            ListedPart::Leaf(_) => {}
        }
        true
    }

    /// Defers work until the parts listed so far were compared.
    fn defer(&mut self, step: Deferred<'a>) {
        self.defer_at(Mark::TRANSPARENT, step);
    }

    /// Defers work at a step of the path until the parts listed so far were compared.
    fn defer_at(&mut self, mark: Mark, step: Deferred<'a>) {
        self.deferred.push(step);
        self.lister.push_at(mark, ListedPart::Deferred);
    }

    /// Lists parts and defers work, first to last.
    fn list_in_order(&mut self, list: impl FnOnce(&mut Self)) {
        let (first, first_deferred) = (self.lister.begin(), self.deferred.len());
        list(self);
        self.lister.end(first);
        self.deferred[first_deferred..].reverse();
    }

    fn take_deferred(&mut self) -> bool {
        match self.deferred.pop() {
            Some(Deferred::LeaveScope) => {
                self.relation.variables.leave_scope();
                self.lister.depth = self.relation.variables.depth();
            }
            Some(Deferred::Remember(pair, nodes, at, age, before)) => {
                self.leave_node(pair);
                let are_equal = self.end_trees(nodes, before);
                self.relation.remember(nodes, at, age, are_equal);
            }
            Some(Deferred::Relate(pair, nodes, at)) => {
                let (kind, one) = (pair.left().info().kind, nodes[0]);
                self.leave_node(pair);
                match self.relation.relate(kind, nodes, at) {
                    Ok(Some(_)) if kind == Kind::Var && !at.binds() && !self.known_everywhere(one) => {
                        return self.fail(Failure::Obstacle(obstacle_of(one, Obstacle::FreeVariable)));
                    }
                    Ok(made) => self.note_made(kind, nodes, made, at),
                    Err(difference) => return self.differ(difference, nodes, pair, at),
                }
            }
            Some(Deferred::Close(pair, nodes, record)) => {
                self.relation.variables.leave_nodes(true);
                if let Err(difference) = self.relation.close_dags(record, nodes) {
                    return self.differ(difference, nodes, pair, Region::NONE);
                }
            }
            Some(Deferred::EndVariables(at)) => {
                self.relation.variables.leave_nodes(true);
                self.relation.variables.leave_variables(at);
            }
            Some(Deferred::LeavePart) => _ = self.relation.variables.leave_part(),
            Some(Deferred::Element(event)) => self.relation.variables.note_element(event),
            Some(Deferred::Lone(mark, elements)) => {
                self.defer_at(mark, Deferred::EndLone(self.differences()));
                self.lister.push_more(mark, elements);
            }
            Some(Deferred::EndLone(before)) => {
                return self.differences() > before || self.fail(Failure::Reason(Reason::NoPartner));
            }
            Some(Deferred::TakeOptions(options)) => {
                self.relation.reuse.take_options(self.lister.options, options);
                self.lister.options = options;
            }
            Some(Deferred::Edit(edit)) => return self.note_edit(edit.0, edit.1),
            None => {}
        }
        true
    }

    /// Leaves two nodes after their fields, if ids led to the nodes.
    fn leave_node(&mut self, pair: Pair<'a>) {
        if pair.left().info().is_behind_id {
            self.relation.variables.leave_nodes(false);
        }
    }

    /// Notes a failure. Returns `false` if the comparison ends here.
    fn fail(&mut self, failure: Failure) -> bool {
        match failure {
            Failure::Reason(reason) if self.all.is_some() => self.note_edit(EditKind::Replaced(reason), None),
            failure => {
                self.found = Some(failure);
                false
            }
        }
    }

    /// Notes that two nodes with these identities differ. Returns `false` if the comparison ends here.
    fn differ(&mut self, difference: Difference, nodes: [Identity; 2], pair: Pair<'a>, at: Region) -> bool {
        // A variable at a binding occurrence is about to be bound: a hint about its earlier binding would mislead.
        self.differing = (!at.binds()).then_some(nodes);
        let reason = self.explain(difference, pair);
        self.fail(Failure::Reason(reason))
    }

    fn seeks_obstacle(&self) -> bool {
        self.lister.config.obstacles
    }

    /// Whether an identity is the same in every process. Always true if no obstacle is sought.
    fn known_everywhere(&self, node: Identity) -> bool {
        !self.seeks_obstacle() || !self.relation.keys.hash(node).is_process_local
    }

    /// Whether a node reaches no id and no variable, by its type.
    fn is_closed(&mut self, node: AnyNode<'_>) -> bool {
        self.relation.is_closed(node.details().closedness)
    }

    /// Compares two nodes with their rows: by their kind, then by their fields.
    fn meet(&mut self, pair: Pair<'a>, columns: [Option<InColumns<'a>>; 2], at: Region) -> bool {
        let [l, r] = pair.sides();
        let [NodeInfo { kind, is_unique, is_scope, is_behind_id, .. }, other] = [l, r].map(ErasedNode::info);
        let details = [l, r].map(ErasedNode::details);
        if let [Some(lhs), Some(rhs)] = details.map(|node| node.concrete)
            && details[0].ty != details[1].ty
        {
            return self.fail(Failure::Reason(Reason::Types { lhs, rhs }));
        }
        if self.seeks_obstacle() && details[0].concrete.is_some_and(TypeInfo::is_named_by_compiler) {
            return self.fail(Failure::Obstacle(Obstacle::TypeName));
        }
        if kind != other.kind {
            let info = l.table();
            let [lhs, rhs] =
                details.map(|node| info.variant(node.variant).map_or(info.name(), |variant| variant.name()));
            return self.fail(Failure::Reason(Reason::Variants { lhs, rhs }));
        }
        let once = is_unique && other.is_unique;
        let has_columns = columns.iter().any(Option::is_some);
        if once && kind == Kind::Tree && !has_columns {
            let is_itself = details[0].place == details[1].place && details[0].address == details[1].address;
            let is_equal = is_itself && !self.seeks_obstacle() && self.is_closed(l);
            return is_equal || self.fields(pair, columns, at, is_scope);
        }
        let nodes = [l, r].map(|node| node.identify(&mut self.relation.keys));
        let places = details.map(|node| node.address);
        let free = self.relation.inside_free_in_part(kind, nodes, places, self.lister.options, at);
        let (kind, nodes, at) = match free {
            Some(inside) => (Kind::Tree, places, inside),
            None => (kind, nodes, at),
        };
        let kind = match kind {
            // The node may contain an obstacle.
            Kind::ConstTree if self.seeks_obstacle() => Kind::Tree,
            kind if self.seeks_obstacle() => kind,
            kind if has_columns => InColumns::kind(kind),
            Kind::Tree if nodes[0] == nodes[1] && self.is_closed(l) => Kind::ConstTree,
            kind => kind,
        };
        let has_arenas = self.relation.variables.has_arenas();
        let is_closed = !has_arenas || !has_columns && self.is_closed(l);
        let nodes = InColumns::known_by(columns, nodes);
        let nodes = self.relation.variables.known_as(nodes, is_behind_id, kind == Kind::Tree && !is_closed);
        if kind == Kind::Dag {
            self.relation.note_dags(nodes, InColumns::known_by(columns, places));
        }
        if self.are_known_to_differ(kind, nodes) {
            return true;
        }
        let one = nodes[0];
        let action = match has_arenas {
            true => {
                let places = self.relation.variables.behind_ids(InColumns::known_by(columns, places));
                self.relation.meet_in_arenas(NodesInArenas { kind, nodes, places, is_behind_id, at, once, is_closed })
            }
            false => self.relation.meet(kind, nodes, at, once),
        };
        let region = match action {
            Action::Equal if kind == Kind::Singleton && !self.known_everywhere(one) => {
                return self.fail(Failure::Obstacle(obstacle_of(one, Obstacle::Singleton)));
            }
            Action::Equal => return true,
            Action::Different(Difference::Cycle(_)) if self.seeks_obstacle() => {
                return self.fail(Failure::Obstacle(Obstacle::Cycle));
            }
            Action::Different(difference) => return self.differ(difference, nodes, pair, at),
            Action::StartOver => return false,
            Action::Compare(region, LastStep::Nothing) => region,
            Action::Compare(region, LastStep::Remember) => {
                let (age, before) = (self.relation.age(), self.differences());
                self.defer(Deferred::Remember(pair, nodes, at, age, before));
                region
            }
            Action::Compare(region, LastStep::Relate) => {
                self.defer(Deferred::Relate(pair, nodes, at));
                region
            }
            Action::Compare(region, LastStep::Close(record)) => {
                self.note_made(Kind::Dag, nodes, Some(record), at);
                self.defer(Deferred::Close(pair, nodes, record));
                region
            }
            Action::Compare(_, LastStep::EndVariables(_)) if !at.binds() && !self.known_everywhere(one) => {
                return self.fail(Failure::Obstacle(obstacle_of(one, Obstacle::FreeVariable)));
            }
            Action::Compare(region, LastStep::EndVariables(made)) => {
                self.note_made(Kind::Var, nodes, Some(made), at);
                self.defer(Deferred::EndVariables(at));
                region
            }
        };
        self.fields(pair, columns, region, is_scope)
    }

    /// Compares the fields of two nodes.
    fn fields(&mut self, pair: Pair<'a>, columns: [Option<InColumns<'a>>; 2], mut at: Region, is_scope: bool) -> bool {
        if is_scope {
            if !self.relation.variables.enter_scope() {
                return false;
            }
            self.lister.depth = self.relation.variables.depth();
            if pair.left().details().predeclares {
                self.predeclare(pair, at);
            }
            at = at.past_boundary();
            self.defer(Deferred::LeaveScope);
        }
        self.lister.list_in_columns(pair, columns, at);
        true
    }

    /// Compares the nodes of two ids.
    fn follow(&mut self, ids: Ids<'a>, at: Region) -> bool {
        let ty = ids.left.type_id();
        self.relation.variables.consult_arenas(ty);
        let environments = self.relation.variables.environments();
        let found =
            [(0, ids.left), (1, ids.right)].map(|(side, id)| self.slots.erased_node(id, environments?.find(side, ty)?));
        let numbers = [ids.left.index(), ids.right.index()];
        match found {
            [None, None] if numbers[0] == numbers[1] => {
                !self.seeks_obstacle() || self.fail(Failure::Obstacle(Obstacle::Dangling))
            }
            [Some(left), Some(right)] => {
                if self.relation.variables.go_to([left.environment, right.environment]) {
                    self.lister.push_back(ListedPart::LeaveArenas);
                }
                self.lister.trail.follow_ids(numbers);
                let (pair, columns) = (ids.left.pair([left.node, right.node]), [left.columns, right.columns]);
                pair.is_none_or(|pair| self.meet(pair, columns, at))
            }
            [one, other] => {
                let [lhs, rhs] = [one.is_none().then_some(numbers[0]), other.is_none().then_some(numbers[1])];
                self.fail(Failure::Reason(Reason::Dangling { lhs, rhs }))
            }
        }
    }

    /// Binds the variables that two scopes predeclare. The variables are bound at the entry of the scopes, but reports
    /// show the paths to their declarations.
    fn predeclare(&mut self, scope: Pair<'a>, at: Region) {
        let Report { lister, relation, slots, .. } = self;
        let around = lister.trail.number();
        let [left, right] = [0, 1].map(|side| {
            let (mut lent, mut paths) = (relation.variables.lend(side), Table::default());
            let (scope, keys) = (scope.sides()[side], &mut relation.keys);
            let found = DeclarationSearch::run(scope, at, lister, keys, slots, &mut lent, Some(&mut paths));
            relation.variables.give_back(lent);
            (found, paths)
        });
        for (variables, ordinal) in relation.variables.predeclare([&left.0, &right.0], ()) {
            let paths = [(&left.1, variables[0]), (&right.1, variables[1])]
                .map(|(paths, variable)| paths.get(&variable).copied().unwrap_or(around));
            self.note_site((Kind::Var, ordinal), variables, true, paths);
        }
    }

    /// Notes that a correspondence was made here. Does nothing if its variables are predeclared, since such a
    /// correspondence was made at the entry of the scope.
    fn note_made(&mut self, kind: Kind, nodes: [Identity; 2], made: Option<Ordinal>, at: Region) {
        let is_noted = !(self.seeks_obstacle() || at.is_predeclared() && at.is_binding_occurrence());
        if let Some(made) = made.filter(|_| is_noted) {
            let path = self.lister.trail.number();
            self.note_site((kind, made), nodes, at.binds(), [path; 2]);
        }
    }
}

/// The obstacle of a free variable or a singleton with this identity.
fn obstacle_of(node: Identity, by_address: Obstacle) -> Obstacle {
    if node.as_address().is_some() { by_address } else { Obstacle::ProcessLocal }
}
