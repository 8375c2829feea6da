//! Which results are reused: verdicts on two shared nodes, contributions of shared nodes to a hash, and the results of walks
//! and rewritings on shared nodes.
//!
//! Without a memo, a tower of nodes that each use the next twice takes exponential time. Three terms say what may be reused:
//!
//! - The **dependencies** of a result are everything outside of the node that was consulted to compute it: the
//!   correspondences of variables, the variables that were unbound, and the arenas in force (`dependencies`).
//! - A result is **valid** at a place if computing it there again would find the same and have no effect. A result without
//!   dependencies is valid everywhere; so is any result while there are no scopes, since correspondences last then. Any
//!   other result is valid where its dependencies are as they were.
//! - A result has an **effect** if it made a correspondence that outlives the node. It is valid nowhere, and is not kept.
//!
//! To reuse a result is to consult its dependencies: open collectors inherit them. Otherwise the dependencies of a result
//! would be missing from a dag node that reused it.
//!
//! | results | on | valid | in |
//! |---|---|---|---|
//! | [`LastingResults`] | shared `tree` nodes | everywhere | `equal_terms` |
//! | `TreeMemo` | shared `tree` nodes | where the dependencies are as they were, or mean the same | below |
//! | `DagRecords` | dag nodes | where the dependencies are on top | `dags` |
//! | `BindingMemo` | shared nodes of one value | where variables refer to the same bindings | `one_value` |
//! | `ClosedTerms` | keys that are terms | everywhere | `equal_terms` |
//!
//! A lasting result composes with others, so these are merged. They are kept apart by whether they were found outside of
//! all scopes or in one, since a `def` field is a binding occurrence in a scope and outside is not.
//!
//! The memo is part of `rules`, not a room of its own: the rules for nodes ask it, and it asks which correspondences and
//! arenas are in force.

pub(crate) mod dags;
pub(crate) mod dependencies;
pub(crate) mod equal_terms;
pub(crate) mod one_value;

use alloc::{boxed::Box, vec::Vec};
use core::{fmt::Debug, hash::Hash};

use crate::{
    describe::{identity::Identity, options::Options, region::Region},
    rules::{
        environments::Environment,
        memo::{dags::DagRecords, dependencies::Dependencies, equal_terms::ByOptions},
        pairs::{NONE, Pairs},
        var_pairs::{IndexBase, VarPairs},
    },
    tables::{
        index::{Table, reset},
        persistent::Set,
    },
};

/// Results that are valid everywhere, of `SIDES` nodes each.
pub(crate) trait LastingResults<const SIDES: usize>: Default {
    /// A result.
    type Found: Copy + Debug;
    /// The result on these nodes.
    fn find(&mut self, nodes: [Identity; SIDES]) -> Option<Self::Found>;
    /// Keeps the result on these nodes.
    fn note(&mut self, nodes: [Identity; SIDES], found: Self::Found);
    /// Forgets all.
    fn clear(&mut self);
}

/// The contribution of each node to a hash.
impl<Part: Copy + Debug> LastingResults<1> for Pairs<1, Part> {
    type Found = Part;

    #[inline(always)]
    fn find(&mut self, [node]: [Identity; 1]) -> Option<Part> {
        self.get(node)
    }
    #[inline(always)]
    fn note(&mut self, [node]: [Identity; 1], part: Part) {
        self.get_or_add(node, part);
    }
    fn clear(&mut self) {
        self.clear();
    }
}

/// Results on `tree` nodes, and records of dag nodes.
#[derive(Debug, Default)]
pub(crate) struct Memo<const SIDES: usize, Lasting: LastingResults<SIDES>, Value> {
    /// Results that were found outside of all scopes.
    pub(crate) outside: Lasting,
    in_scopes: Option<Box<InScopes<SIDES, Lasting>>>,
    dags: Option<Box<DagRecords<SIDES, Value>>>,
    /// Results on `tree` nodes under options that are not in force; empty for those that are.
    under_others: ByOptions<(Lasting, Option<Box<InScopes<SIDES, Lasting>>>)>,
}

/// Results on `tree` nodes where there are scopes.
#[derive(Debug, Default)]
struct InScopes<const SIDES: usize, Lasting: LastingResults<SIDES>> {
    /// Results that were found in scopes, and are valid in all.
    everywhere: Lasting,
    trees: Results<Key<SIDES>, SIDES, Lasting>,
    /// Results that consulted arenas, once more by the environments: the latest result may be of others.
    by_environments: Results<KeyInEnvironments<SIDES>, SIDES, Lasting>,
}

/// Results that `Lasting` keeps, where they have dependencies.
type Results<Key, const SIDES: usize, Lasting> = TreeMemo<Key, SIDES, <Lasting as LastingResults<SIDES>>::Found>;

/// The nodes of a result, the class of their region, and the base of its de Bruijn indices.
type Key<const SIDES: usize> = ([Identity; SIDES], Region, IndexBase);

/// The same, and the environments.
type KeyInEnvironments<const SIDES: usize> = (Key<SIDES>, [Environment; SIDES]);

impl<const SIDES: usize, Lasting: LastingResults<SIDES>> InScopes<SIDES, Lasting> {
    fn find<V: Copy>(
        &mut self,
        key: Key<SIDES>,
        records_vary: bool,
        variables: &mut VarPairs<SIDES, V>,
    ) -> Option<(Lasting::Found, Dependencies<SIDES>)> {
        let found = self.trees.find(&key, records_vary, variables);
        if found.is_some() || self.by_environments.is_empty() {
            return found;
        }
        let environments = variables.environments()?.current();
        self.by_environments.find(&(key, environments), records_vary, variables)
    }
}

impl<const SIDES: usize, Lasting: LastingResults<SIDES>, Value: Copy + Default> Memo<SIDES, Lasting, Value> {
    /// The result on `tree` nodes that meet in region `at`, where there are scopes. If there is none, opens a collector for
    /// the next result, which is for [`keep`](Self::keep).
    #[cold]
    #[inline(never)]
    pub(crate) fn find<V: Copy>(
        &mut self,
        nodes: [Identity; SIDES],
        at: Region,
        variables: &mut VarPairs<SIDES, V>,
    ) -> Option<Lasting::Found> {
        let records_vary = self.dags.as_ref().is_some_and(|dags| dags.vary);
        let in_scopes = &mut **self.in_scopes.get_or_insert_default();
        let lasting = if variables.depth() == 0 { &mut self.outside } else { &mut in_scopes.everywhere };
        if !is_by_region(at, variables)
            && let Some(found) = lasting.find(nodes)
        {
            return Some(found);
        }
        let class = at.class(variables.depth());
        let mut found = in_scopes.find((nodes, class, IndexBase::NONE), records_vary, variables);
        if SIDES == 1 && found.is_none() {
            found = in_scopes.find((nodes, class, variables.index_base()), records_vary, variables);
        }
        match &found {
            Some((_, dependencies)) => variables.tracker().rely_on(dependencies),
            None => variables.open_collector(),
        }
        found.map(|(found, _)| found)
    }

    /// Closes the collector that [`find`](Self::find) opened. Keeps the result on `tree` nodes that met in region `at`, if
    /// computing it has no effect, and was expensive.
    #[cold]
    #[inline(never)]
    pub(crate) fn keep<V: Copy>(
        &mut self,
        nodes: [Identity; SIDES],
        found: Lasting::Found,
        at: Region,
        is_expensive: bool,
        variables: &mut VarPairs<SIDES, V>,
    ) {
        let collected = variables.close_collector();
        let dependencies = collected.on;
        let records_vary = dependencies.reaches_dag && self.dags.as_ref().is_some_and(|dags| dags.vary);
        if !is_expensive || collected.had_effect() || collected.may_be_on_cycle() || records_vary {
            return;
        }
        let InScopes { everywhere, trees, by_environments } = &mut **self.in_scopes.get_or_insert_default();
        if dependencies.are_none() && !is_by_region(at, variables) {
            let lasting = if variables.depth() == 0 { &mut self.outside } else { everywhere };
            lasting.note(nodes, found);
        } else {
            let has_indices = SIDES == 1 && dependencies.is_scoped();
            let base = if has_indices { variables.index_base() } else { IndexBase::NONE };
            let key = (nodes, at.class(variables.depth()), base);
            trees.add(key, found, dependencies);
            if dependencies.consulted_arenas()
                && let Some(environments) = variables.environments()
            {
                by_environments.add((key, environments.current()), found, dependencies);
            }
        }
    }

    /// The records of dag nodes, where there are scopes.
    pub(crate) fn dags(&mut self) -> &mut DagRecords<SIDES, Value> {
        self.dags.get_or_insert_default()
    }

    /// Results that are valid in all scopes.
    pub(crate) fn everywhere(&mut self) -> &mut Lasting {
        &mut self.in_scopes.get_or_insert_default().everywhere
    }

    /// Forgets results under options that are not in force.
    pub(crate) fn forget_under_others(&mut self) {
        self.under_others.clear();
    }

    /// Goes on with the results on `tree` nodes under other options.
    pub(crate) fn take_options(&mut self, from: Options, to: Options) {
        if from == to {
            return;
        }
        for options in [from, to] {
            let (outside, in_scopes) = self.under_others.under(options);
            core::mem::swap(&mut self.outside, outside);
            core::mem::swap(&mut self.in_scopes, in_scopes);
        }
    }

    /// Forgets everything. `had_scopes` says whether there were scopes.
    pub(crate) fn clear(&mut self, had_scopes: bool) {
        if had_scopes {
            if let Some(in_scopes) = &mut self.in_scopes {
                in_scopes.trees.clear();
                in_scopes.by_environments.clear();
                in_scopes.everywhere.clear();
            }
            self.dags.iter_mut().for_each(|dags| dags.clear());
        }
        self.outside.clear();
        self.under_others.clear();
    }
}

/// Whether a result without dependencies is valid in this region alone: there are binding occurrences, or unordered parts
/// stand in order.
fn is_by_region<const SIDES: usize, V: Copy>(at: Region, variables: &VarPairs<SIDES, V>) -> bool {
    at.is_binding_occurrence() || at.binds() && variables.have_parts()
}

/// Results on shared `tree` nodes that have dependencies. A result that is valid below other binders depends from then on
/// on the correspondences of these.
///
/// A result found under some binders is valid below others if computing it again would find the same and have no effect.
///
/// **While the scopes exist**: all correspondences among its dependencies exist and are on top on both sides, all variables
/// that were unbound are unbound, and the same arenas are in force (`VarPairs::is_valid_here`). That the correspondences
/// exist is one comparison, of the innermost scope's serial number. That they are on top is one test whether two sets are
/// disjoint: theirs, and the set of shadowed correspondences.
///
/// **Below other binders of the same variables**: two lambdas that bind `x` and share a body make two correspondences of
/// `x`. A result for the body in the first is valid in the second if `x` corresponds to the same variable there
/// (`VarPairs::present`). More precisely:
///
/// - on two sides, the variables of each correspondence correspond now, each on top of its stack, whatever made them
///   correspond;
/// - on one side, the place is the same, and so is the id of the correspondence on top of each variable. Then the variable
///   has the same de Bruijn index;
/// - every variable that was unbound is unbound;
/// - the result reaches no dag node: whether a record is in force depends on the correspondences themselves;
/// - nothing but the meaning of the correspondences was consulted (`Dependencies::order_sensitive`). A map with variables as
///   keys asks which was bound first, and a `custom` node may consult anything.
///
/// That is enough. A result without an effect made correspondences only for scopes inside the node, and these are made
/// and forgotten in the same way each time. So a look-up inside is decided by those or, where they have none for the
/// variables, by the dependencies. Step by step, computing the result again would find the same.
///
/// On two sides, all results for two nodes in a region are derived from one set of pairs of variables, unless some are
/// unbound in some places: one result is kept. A hash may be found with other indices at the same place, so all results
/// are kept, each by its set of ids.
///
/// A result is kept for its nodes and the *class* of the region (`Region::class`): the region itself, where binding
/// occurrences bind; otherwise, whether a `pattern` region is around, and whether a scope is.
#[derive(Debug)]
struct TreeMemo<Key, const SIDES: usize, Found> {
    /// By key, the result used last.
    latest: Table<Key, usize>,
    /// For keys with several results: each by its correspondences.
    several: Table<(Key, Set), usize>,
    entries: Vec<Entry<Key, SIDES, Found>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry<Key, const SIDES: usize, Found> {
    key: Key,
    found: Found,
    /// As of its latest use.
    dependencies: Dependencies<SIDES>,
    /// The result of the same key that was the latest before.
    before: usize,
}

impl<Key, const SIDES: usize, Found> Default for TreeMemo<Key, SIDES, Found> {
    fn default() -> Self {
        TreeMemo { latest: Table::default(), several: Table::default(), entries: Vec::new() }
    }
}

impl<Key: Copy + Eq + Hash, const SIDES: usize, Found: Copy> TreeMemo<Key, SIDES, Found> {
    /// A result that is valid here, and its dependencies here. `records_vary` says that none that reaches a dag node is.
    fn find<V: Copy>(
        &mut self,
        key: &Key,
        records_vary: bool,
        context: &mut VarPairs<SIDES, V>,
    ) -> Option<(Found, Dependencies<SIDES>)> {
        let top = *self.latest.get(key)?;
        let mut latest = top;
        // Results that depend on the correspondences themselves form a stack, as the scopes do.
        while let Some(Entry { dependencies, before, .. }) = self.entries.get(latest)
            && !dependencies.is_by_meaning()
            && !context.exists(dependencies)
        {
            latest = *before;
        }
        if latest != top {
            self.latest.insert(*key, latest);
        }
        // A node may be met in turn at two kinds of places, with other variables bound.
        let before = self.entries.get(latest)?.before;
        let number = self
            .recall(latest, records_vary, context)
            .or_else(|| if before == NONE { None } else { self.recall(before, records_vary, context) })?;
        if number != latest && self.entries[number].dependencies.is_by_meaning() {
            self.entries[number].before = latest;
            self.latest.insert(*key, number);
        }
        let Entry { found, dependencies, .. } = self.entries[number];
        Some((found, dependencies))
    }

    /// The number of a result, or of another one of its key with the same meaning, if it is valid here.
    fn recall<V: Copy>(
        &mut self,
        number: usize,
        records_vary: bool,
        context: &mut VarPairs<SIDES, V>,
    ) -> Option<usize> {
        let Entry { key, dependencies, .. } = &self.entries[number];
        if !dependencies.is_by_meaning() {
            let is_valid = !(dependencies.reaches_dag && records_vary) && context.is_valid_here(dependencies);
            return is_valid.then_some(number);
        }
        if context.is_valid_here(dependencies) {
            return Some(number);
        }
        let (present, means_the_same) = context.present(dependencies)?;
        let number = if means_the_same { number } else { *self.several.get(&(*key, present.correspondences))? };
        let dependencies = &mut self.entries[number].dependencies;
        if !context.all_arenas_hold(dependencies) || !context.still_unbound(dependencies) {
            return None;
        }
        *dependencies = dependencies.with_correspondences(present.correspondences, present.level, present.serial);
        Some(number)
    }

    /// Keeps a result.
    fn add(&mut self, key: Key, found: Found, dependencies: Dependencies<SIDES>) {
        let number = self.entries.len();
        let before = self.latest.insert(key, number).unwrap_or(NONE);
        self.entries.push(Entry { key, found, dependencies, before });
        // On two sides, correspondences of the same variables mean the same.
        if SIDES == 1 && before != NONE {
            for number in [before, number] {
                let dependencies = &self.entries[number].dependencies;
                if dependencies.is_by_meaning() {
                    self.several.insert((key, dependencies.correspondences), number);
                }
            }
        }
    }

    fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn clear(&mut self) {
        reset(&mut self.latest);
        reset(&mut self.several);
        self.entries.clear();
    }
}
