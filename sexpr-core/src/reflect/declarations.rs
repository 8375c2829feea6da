//! A search for what a scope predeclares: one value, and the binding occurrences below a field of it, in order.
//!
//! Regions say where to look: below the field they are [predeclared](Region::is_predeclared), as far as the next boundary.
//! So each scope looks at its own field, and no further than the next scope. Shared nodes below which there was nothing are
//! noted in `no_decls`, for all searches of an operation.

use alloc::vec::Vec;

use crate::{
    describe::{
        containers::Sharing,
        identity::{Identity, Keys},
        info::Kind,
        options::Options,
        region::{Level, Region},
        structural::StructuralEq,
    },
    engine::path::Path,
    reflect::{
        lister::{ListedPart, Lister, ListerConfig},
        node::Pair,
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
    /// Shared nodes below which nothing is declared, by whether they stand in a region that binds.
    no_decls: Table<(Identity, bool), ()>,
    found: Vec<Declaration>,
    /// A variable that is looked for, and the first place that declares it.
    sought: Option<Identity>,
    place: Option<Path>,
    around: Vec<SharedNode>,
    /// Shared nodes that were searched for this scope, and declare something.
    declaring: Table<(Identity, bool), ()>,
    /// How many of these were met again.
    left_out: usize,
}

/// A shared node that is being searched.
struct SharedNode {
    place: (Identity, bool),
    /// How much was declared before it.
    declared: usize,
}

impl<'a> Pair<'a> {
    /// What a scope of a known type predeclares.
    pub(crate) fn declared_by<T: StructuralEq + ?Sized>(
        scope: &'a T,
        at: Region,
        depth: Level,
        options: Options,
        keys: &mut Keys,
        slots: &mut Slots<'a>,
        lent: &mut DeclCache,
    ) -> Vec<Declaration> {
        let scope = if const { T::PREDECLARES } { T::pair(scope, scope) } else { None };
        scope.map_or_else(Vec::new, |scope| DeclarationSearch::run(scope, at, depth, options, keys, slots, lent))
    }
}

impl<'a> DeclarationSearch<'a> {
    /// What a scope predeclares that is entered in a region, with so many scopes around what is inside.
    pub(crate) fn run(
        scope: Pair<'a>,
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
        search.lister.list(scope, at.past_boundary());
        search.finish();
        let DeclarationSearch { arenas: ArenasInForce { environments, slots: given_back }, found, no_decls, .. } =
            search;
        (*keys, *slots) = (search.keys, given_back);
        *lent = DeclCache { environments, follows_ids, no_decls };
        found
    }

    /// Where a scope first declares a variable, as seen from the scope; nothing, if an id leads there.
    pub(crate) fn place_of(
        variable: Identity,
        scope: Pair<'a>,
        at: Region,
        depth: Level,
        options: Options,
        keys: &mut Keys,
    ) -> Option<Path> {
        let mut search = DeclarationSearch::new(depth, options, core::mem::take(keys));
        search.sought = Some(variable);
        search.lister.config.no_paths = false;
        search.lister.list(scope, at.past_boundary());
        search.finish();
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

    fn finish(&mut self) {
        while self.place.is_none()
            && let Some(part) = self.lister.next()
        {
            match part {
                ListedPart::Node(pair, at) if at.is_predeclared() => self.meet(pair.into(), at),
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
        if node.is_closed() {
            return;
        }
        let info = node.info();
        match node.kind() {
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

    /// Begins with a shared node, unless it is known what it declares.
    fn begin(&mut self, node: Node<'a>, at: Region) -> bool {
        let place = (self.arenas.place(node.address()), at.is_binding_occurrence());
        if self.no_decls.contains_key(&place) {
            return false;
        }
        if self.declaring.contains_key(&place) {
            self.left_out += 1;
            return false;
        }
        // Inside itself, it declares nothing more.
        self.no_decls.insert(place, ());
        self.around.push(SharedNode { place, declared: self.declared() });
        self.lister.push_back(ListedPart::Deferred);
        true
    }

    /// Remembers whether a node declares something.
    fn end(&mut self) {
        let Some(SharedNode { place, declared }) = self.around.pop() else { return };
        if self.declared() > declared {
            self.declaring.insert(place, ());
            self.no_decls.remove(&place);
        }
    }

    fn declared(&self) -> usize {
        self.found.len() + self.left_out
    }
}
