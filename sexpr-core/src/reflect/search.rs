//! Searches of one value: [`NodeSearch`], for the nodes of a type, deduplicated; and [`DeclarationSearch`], for the variables
//! that a scope predeclares.
//!
//! The reachable nodes do not depend on bindings, so these searches track no bindings.

use alloc::vec::Vec;
use core::any::TypeId;

use crate::{
    describe::{
        arena::InColumns,
        containers::Addressable,
        identity::Identity,
        info::Kind,
        key_table::Keys,
        options::Options,
        region::{Level, Region},
        structural::StructuralEq,
    },
    reflect::{
        lister::{ListedPart, Lister, ListerConfig},
        node::{AnyNode, Pair},
        reading::{ArenasInForce, Node, Read, Reading},
    },
    rules::{
        environments::Slots,
        pairs::Pairs,
        var_pairs::predeclared::{DeclCache, Declaration},
    },
    tables::index::Table,
};

/// A search for the nodes of a type, deduplicated.
pub(crate) struct NodeSearch<'a> {
    reading: Reading<'a>,
    met: Pairs<1, ()>,
}

impl<'a> NodeSearch<'a> {
    /// A search for nodes of type `N`.
    pub(crate) fn of<N: StructuralEq, T: StructuralEq + ?Sized>(root: &'a T, _: Addressable<T>) -> Self {
        NodeSearch::new(root, N::INFO.is_leaf(), N::LEAF_FIELDS)
    }

    /// A search for nodes. With `leaves`, also finds leaves; with `flat`, also finds nodes with only leaves inside.
    pub(crate) fn new<T: StructuralEq + ?Sized>(root: &'a T, leaves: bool, flat: bool) -> Self {
        let config =
            ListerConfig { no_paths: true, leaves_as_nodes: leaves, flat: leaves || flat, ..ListerConfig::default() };
        let mut reading = Reading::new(Options::new(), config);
        reading.lister.begin_with(root, root, Region::NONE);
        NodeSearch { reading, met: Pairs::default() }
    }

    /// The next node, leaf or name of a type.
    #[inline]
    pub(crate) fn next(&mut self, ty: TypeId) -> Option<AnyNode<'a>> {
        loop {
            let found = match self.reading.lister.next_node() {
                Some((pair, _)) => self.meet(pair.left().into(), ty),
                None => {
                    let part = self.reading.lister.next()?;
                    self.go_on(part, ty)
                }
            };
            if found.is_some() {
                return found;
            }
        }
    }

    /// Whether a node has an arena, or holds an id.
    pub(crate) fn holds_ids(mut self) -> bool {
        struct Nothing;
        while let Some(part) = self.reading.lister.next() {
            match part {
                ListedPart::Id(..) | ListedPart::EnterArenas(_) => return true,
                // Nodes are deduplicated by address, since nodes with equal keys may have different contents.
                ListedPart::Node(pair, _)
                    if pair.left().info().is_unique || !self.met.note(pair.left().details().address) =>
                {
                    self.reading.lister.list(pair, Region::NONE);
                }
                ListedPart::Node(..) => {}
                part => _ = self.go_on(part, TypeId::of::<Nothing>()),
            }
        }
        false
    }

    #[inline(always)]
    fn meet(&mut self, node: Node<'a>, ty: TypeId) -> Option<AnyNode<'a>> {
        let info = node.info();
        let is_wanted = node.erased.is_any_of(&[ty]);
        let is_alone = info.is_unique && info.kind.is_tree() && node.row.is_none();
        if !is_alone && self.is_known(node, is_wanted) {
            return None;
        }
        if info.kind.has_content() {
            node.list(Region::NONE, &mut self.reading.lister);
        }
        is_wanted.then_some(node.erased)
    }

    /// Whether a node was met before. Notes that the node is met.
    #[inline(never)]
    fn is_known(&mut self, node: Node<'a>, is_wanted: bool) -> bool {
        // A name of another type may be the same variable as a wanted name, and must not hide the wanted name.
        if node.info().is_name && !is_wanted {
            return true;
        }
        let identity = self.reading.identify(node);
        self.met.note(identity)
    }

    #[inline(never)]
    fn go_on(&mut self, part: ListedPart<'a>, ty: TypeId) -> Option<AnyNode<'a>> {
        match self.reading.follow(part)? {
            Read::Node(node, _) => self.meet(node, ty),
            Read::Other(ListedPart::Map(maps, at)) => {
                self.reading.lister.in_order(|lister| maps.push_all(at, lister));
                None
            }
            _ => None,
        }
    }
}

/// A search for the binding occurrences that a scope predeclares, in traversal order.
///
/// Declarations are below the field that predeclares. There, regions are [predeclared](Region::is_predeclared) up to
/// the next boundary. So each scope searches its own field, and skips the scopes inside.
#[derive(Default)]
pub(crate) struct DeclarationSearch<'a> {
    reading: Reading<'a>,
    /// Whether ids are followed, to the arenas in force.
    follows_ids: bool,
    /// Shared nodes without declarations, each with whether its region binds. All searches of an operation share this
    /// table.
    no_decls: Table<(Identity, bool), ()>,
    found: Vec<Declaration>,
    /// The number of the path to the first declaration of each variable, if paths are tracked.
    paths: Table<Identity, usize>,
    /// The enclosing shared nodes, each with the number of declarations before it.
    around: Vec<((Identity, bool), usize)>,
    /// Shared nodes that are being searched, or that were searched for this scope and have declarations.
    searched: Table<(Identity, bool), ()>,
    /// The number of times that a searched node was met again and skipped. Each time, the enclosing nodes count as
    /// having a declaration.
    left_out: usize,
}

impl<'a> Pair<'a> {
    /// The declarations of a scope of a known type, with `depth` scopes around its fields: see
    /// [`DeclarationSearch::run`]. This is a function of `Pair`, since the compiled lane may name no other type of this
    /// lane.
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
        let Some(scope) = scope else { return Vec::new() };
        let mut lister = Lister::new(options, ListerConfig::default());
        lister.depth = depth;
        DeclarationSearch::run(scope.left(), at, &mut lister, keys, slots, lent, None)
    }
}

impl<'a> DeclarationSearch<'a> {
    /// The declarations of a scope in the region `at`, which `lister` has entered. If `paths` is given, it receives the
    /// number of the path to the first declaration of each variable.
    pub(crate) fn run(
        scope: AnyNode<'a>,
        at: Region,
        lister: &mut Lister<'a>,
        keys: &mut Keys,
        slots: &mut Slots<'a>,
        lent: &mut DeclCache,
        paths: Option<&mut Table<Identity, usize>>,
    ) -> Vec<Declaration> {
        let no_paths = paths.is_none();
        let config = ListerConfig { no_paths, flat_variables: true, declarations: true, ..ListerConfig::default() };
        let mut reading = Reading::new(lister.options, config);
        let DeclCache { environments, follows_ids, no_decls } = core::mem::take(lent);
        (reading.lister.depth, reading.keys) = (lister.depth, core::mem::take(keys));
        reading.arenas = ArenasInForce { environments, slots: core::mem::take(slots) };
        let length = lister.trail.length();
        if !no_paths {
            reading.lister.trail = core::mem::take(&mut lister.trail);
        }
        let mut search = DeclarationSearch { reading, follows_ids, no_decls, ..DeclarationSearch::default() };
        search.search(scope, at);
        let DeclarationSearch { reading, no_decls, found, .. } = search;
        if let Some(paths) = paths {
            (lister.trail, *paths) = (reading.lister.trail, search.paths);
            lister.trail.shorten(length);
        }
        (*keys, *slots) = (reading.keys, reading.arenas.slots);
        *lent = DeclCache { environments: reading.arenas.environments, follows_ids, no_decls };
        found
    }

    /// Searches a scope in the region `at`.
    fn search(&mut self, scope: AnyNode<'a>, at: Region) {
        self.reading.lister.list_node(scope, None, at.past_boundary());
        while let Some(part) = self.reading.lister.next() {
            let read = match part {
                ListedPart::Id(..) | ListedPart::EnterArenas(_) | ListedPart::LeaveArenas if !self.follows_ids => None,
                part => self.reading.follow(part),
            };
            match read {
                Some(Read::Node(node, at)) if at.is_predeclared() => self.meet(node, at),
                Some(Read::Other(ListedPart::Deferred)) => self.end(),
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
                let variable = self.reading.identify(node);
                self.found.push(Declaration { variable, at });
                let Lister { config, trail, .. } = &mut self.reading.lister;
                if !config.no_paths {
                    self.paths.entry(variable).or_insert_with(|| trail.number());
                }
            }
            Kind::Tree if !info.is_scope => {
                if !info.is_unique && !self.begin(node, at) {
                    return;
                }
                node.list(at, &mut self.reading.lister);
            }
            Kind::Var | Kind::Tree | Kind::Dag | Kind::Singleton | Kind::ConstTree => {}
        }
    }

    /// Begins a shared node, unless it was searched before.
    fn begin(&mut self, node: Node<'a>, at: Region) -> bool {
        let place = (self.reading.arenas.place(node.address()), at.is_binding_occurrence());
        if self.no_decls.contains_key(&place) {
            return false;
        }
        if self.searched.insert(place, ()).is_some() {
            self.left_out += 1;
            return false;
        }
        self.around.push((place, self.declared()));
        self.reading.lister.push_back(ListedPart::Deferred);
        true
    }

    /// Ends a shared node, and notes whether the node has declarations.
    fn end(&mut self) {
        let Some((place, declared)) = self.around.pop() else { return };
        if self.declared() == declared {
            self.searched.remove(&place);
            self.no_decls.insert(place, ());
        }
    }

    fn declared(&self) -> usize {
        self.found.len() + self.left_out
    }
}
