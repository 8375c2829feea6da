//! What `hash_cons` has to know of ids, to find in a rewriting what was met in a walk.

use core::any::TypeId;

use crate::{describe::identity::Identity, rules::environments::Environment, tables::index::Table};

/// An id: the environment of its arena, its type and its index.
pub(crate) type MetId = (Environment, TypeId, u64);

/// The ids that were met, and what put their arenas in force.
#[derive(Default)]
pub(crate) struct IdsMet {
    /// What each leads to, by where it is in its environment.
    pub(crate) nodes: Table<MetId, Identity>,
    /// The environments of nodes that have arenas, by the environment around them and where they are.
    pub(crate) owners: Table<(Environment, Identity), Environment>,
    /// The environment of each arena, by its address, and the node that has it.
    arenas: Table<usize, (Environment, Identity)>,
    /// The environment in which each node was met that may hold ids and is behind a pointer.
    environments: Table<Identity, Environment>,
    /// What is behind pointers where arenas are in force.
    pub(crate) in_arenas: Table<Identity, ()>,
    /// Whether something holds ids that would have to be replaced in more than one way: a pointee in several environments, or an
    /// arena that several nodes share. Or whether an arena is not rewritten.
    pub(crate) are_ambiguous: bool,
}

impl IdsMet {
    /// Notes the arenas of a node.
    pub(super) fn note_owner(
        &mut self,
        owner: Identity,
        around: Environment,
        environment: Environment,
        arenas: impl Iterator<Item = usize>,
    ) {
        self.owners.insert((around, owner), environment);
        for arena in arenas {
            self.are_ambiguous |= *self.arenas.entry(arena).or_insert((environment, owner)) != (environment, owner);
        }
    }

    /// Notes where something is met that may hold ids; the environment is the outermost one if it was met before any arena was.
    pub(super) fn note_pointee(&mut self, pointee: Identity, first: Environment, now: Environment) {
        self.are_ambiguous |= *self.environments.entry(pointee).or_insert(first) != now;
    }
}
