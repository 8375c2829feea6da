//! `DeclarationSearch`: the binding occurrences that a scope predeclares, in traversal order.
//!
//! They are below the field that predeclares: there, regions are [predeclared](Region::is_predeclared) as far as the next
//! boundary. So each scope searches its own field, and no scope inside. Shared nodes without declarations are noted in
//! `no_decls`, which all searches of an operation share.

use alloc::vec::Vec;

use crate::{
    describe::{
        containers::Sharing,
        erased_arena::InColumns,
        identity::{Identity, Keys},
        info::Kind,
        options::Options,
        region::{Level, Region},
        structural::StructuralEq,
    },
    engine::path::Path,
    reflect::{
        lister::{ListedPart, Lister, ListerConfig},
        node::{AnyNode, Pair},
        reading::{ArenasInForce, Node},
    },
    rules::{
        environments::Slots,
        var_pairs::predeclared::{DeclCache, Declaration},
    },
    tables::index::Table,
};

/// A search that is under way.
#[derive(Default)]
pub(crate) struct DeclarationSearch<'a> {
    lister: Lister<'a>,
    keys: Keys,
    arenas: ArenasInForce<'a>,
    /// Whether ids are followed, to the arenas in force.
    follows_ids: bool,
    /// Shared nodes without declarations, and whether they are in a region that binds.
    no_decls: Table<(Identity, bool), ()>,
    found: Vec<Declaration>,
    /// A variable whose first declaration is looked for, and the path to that.
    sought: Option<Identity>,
    place: Option<Path>,
    around: Vec<SharedNode>,
    /// Shared nodes that are being searched, or that were searched for this scope and have declarations.
    searched: Table<(Identity, bool), ()>,
    /// How often these were met again, and left out: then the nodes around count as having declarations, too.
    left_out: usize,
}

/// A shared node that is being searched.
struct SharedNode {
    place: (Identity, bool),
    /// The number of declarations before it.
    declared: usize,
}

impl<'a> Pair<'a> {
    /// The declarations of a scope of a known type: see [`DeclarationSearch::run`].
    pub(crate) fn declared_by<T: StructuralEq + ?Sized>(
        scope: &'a T,
        at: Region,
        depth: Level,
        options: Options,
        keys: &mut Keys,
        slots: &mut Slots<'a>,
        lent: &mut DeclCache,
    ) -> Vec<Declaration> {
        let scope = if const { T::INFO.may_predeclare() } { T::pair(scope, scope) } else { None };
        scope.map_or_else(Vec::new, |scope| DeclarationSearch::run(scope.left(), at, depth, options, keys, slots, lent))
    }
}

impl<'a> DeclarationSearch<'a> {
    /// The declarations of a scope that stands in the region `at`. There are `depth` scopes around its fields, itself
    /// included.
    pub(crate) fn run(
        scope: AnyNode<'a>,
        at: Region,
        depth: Level,
        options: Options,
        keys: &mut Keys,
        slots: &mut Slots<'a>,
        lent: &mut DeclCache,
    ) -> Vec<Declaration> {
        let DeclCache { environments, follows_ids, no_decls } = core::mem::take(lent);
        let mut search = DeclarationSearch::new(depth, options, core::mem::take(keys));
        search.arenas = ArenasInForce { environments, slots: core::mem::take(slots) };
        (search.follows_ids, search.no_decls) = (follows_ids, no_decls);
        search.search(scope, at);
        let DeclarationSearch { arenas: ArenasInForce { environments, slots: given_back }, found, no_decls, .. } =
            search;
        (*keys, *slots) = (search.keys, given_back);
        *lent = DeclCache { environments, follows_ids, no_decls };
        found
    }

    /// The path from a scope to its first declaration of a variable; `None` if the path leads through an id.
    pub(crate) fn place_of(
        variable: Identity,
        scope: AnyNode<'a>,
        at: Region,
        depth: Level,
        options: Options,
        keys: &mut Keys,
    ) -> Option<Path> {
        let mut search = DeclarationSearch::new(depth, options, core::mem::take(keys));
        search.sought = Some(variable);
        search.lister.config.no_paths = false;
        search.search(scope, at);
        *keys = search.keys;
        search.place
    }

    fn new(depth: Level, options: Options, keys: Keys) -> Self {
        let config =
            ListerConfig { no_paths: true, flat_variables: true, declarations: true, ..ListerConfig::default() };
        let mut lister = Lister::new(options, config);
        lister.depth = depth;
        DeclarationSearch { lister, keys, ..DeclarationSearch::default() }
    }

    /// Searches a scope that stands in the region `at`.
    fn search(&mut self, scope: AnyNode<'a>, at: Region) {
        self.lister.list_node(scope, None, at.past_boundary());
        while self.place.is_none()
            && let Some(part) = self.lister.next()
        {
            match part {
                ListedPart::Node(pair, at) if at.is_predeclared() => self.meet(pair.left().into(), at),
                ListedPart::Id(ids, at) if at.is_predeclared() => {
                    if let Some(node) = self.arenas.follow_in(ids, &mut self.lister) {
                        self.meet(node, at);
                    }
                }
                ListedPart::EnterArenas(arenas) if self.follows_ids => self.arenas.enter(*arenas),
                ListedPart::LeaveArenas if self.follows_ids => self.arenas.leave(),
                ListedPart::Deferred => self.end(),
                _ => {}
            }
        }
    }

    fn meet(&mut self, node: Node<'a>, at: Region) {
        let info = node.info();
        if info.is_closed && node.row.is_none() {
            return;
        }
        let kind = if node.row.is_some() { InColumns::kind(info.kind) } else { info.kind };
        match kind {
            Kind::Var if at.is_binding_occurrence() => {
                let variable = node.identify(&mut self.keys);
                let variable = if info.is_behind_id { self.arenas.place(variable) } else { variable };
                self.found.push(Declaration { variable, at });
                if self.sought == Some(variable) {
                    self.place = Some(self.lister.trail.path());
                }
            }
            Kind::Tree if !info.is_scope => {
                if info.sharing != Sharing::Unique && !self.begin(node, at) {
                    return;
                }
                node.list(at, &mut self.lister);
            }
            Kind::Var | Kind::Tree | Kind::Dag | Kind::Singleton | Kind::ConstTree => {}
        }
    }

    /// Begins a shared node, unless it was searched before.
    fn begin(&mut self, node: Node<'a>, at: Region) -> bool {
        let place = (self.arenas.place(node.address()), at.is_binding_occurrence());
        if self.no_decls.contains_key(&place) {
            return false;
        }
        if self.searched.insert(place, ()).is_some() {
            self.left_out += 1;
            return false;
        }
        self.around.push(SharedNode { place, declared: self.declared() });
        self.lister.push_back(ListedPart::Deferred);
        true
    }

    /// Ends a shared node, and notes whether it has declarations.
    fn end(&mut self) {
        let Some(SharedNode { place, declared }) = self.around.pop() else { return };
        if self.declared() == declared {
            self.searched.remove(&place);
            self.no_decls.insert(place, ());
        }
    }

    fn declared(&self) -> usize {
        self.found.len() + self.left_out
    }
}
