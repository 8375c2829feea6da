//! The memo: results on shared nodes that are reused. They are verdicts of comparisons, contributions to a hash, and
//! results of walks and rewritings.
//!
//! Without a memo, a tower of nodes that each use the next node twice takes exponential time. Three terms define when a
//! result may be reused:
//!
//! - The **dependencies** of a result are all things outside of the node that were consulted to compute the result: the
//!   correspondences of variables, the variables that were unbound, and the arenas in force (`dependencies`).
//! - A result is **valid** at a place if computing it there again would return the same result and have no effect. A
//!   result without dependencies is valid everywhere. While there are no scopes, every result is valid everywhere,
//!   since correspondences are permanent. Any other result is valid where its dependencies are unchanged.
//! - A result has an **effect** if computing it made a correspondence that outlives the node. Such a result is valid
//!   nowhere, and is not kept.
//!
//! Reusing a result consults its dependencies: open collectors inherit them. Otherwise they would be missing from the
//! record of a dag node that reused the result.
//!
//! | results | on | valid | in |
//! |---|---|---|---|
//! | [`LastingResults`] | shared `tree` nodes | everywhere | `equal_terms` |
//! | `TreeMemo` | shared `tree` nodes | where the dependencies are unchanged, or mean the same | below |
//! | `DagRecords` | dag nodes | where the dependencies are on top | `dags` |
//! | `BindingMemo` | shared nodes of one value | where variables refer to the same bindings | `one_value` |
//! | `ClosedTerms` | keys that are terms | everywhere | `equal_terms` |
//!
//! Lasting results compose, and are merged. Results found in a scope are kept apart from results found outside of all
//! scopes, because a `def` field is a binding occurrence only in a scope.
//!
//! The memo is part of `rules`, not a room of its own: the rules for nodes query the memo, and the memo queries the
//! correspondences and the arenas in force.

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

/// Results that are valid everywhere, each on `SIDES` nodes.
pub(crate) trait LastingResults<const SIDES: usize>: Default {
    /// The type of a result.
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
    /// Results on `tree` nodes under the options that are not in force. The entry of the options in force is empty.
    under_others: ByOptions<(Lasting, Option<Box<InScopes<SIDES, Lasting>>>)>,
}

/// Results on `tree` nodes where there are scopes.
#[derive(Debug, Default)]
struct InScopes<const SIDES: usize, Lasting: LastingResults<SIDES>> {
    /// Results that were found in scopes, and are valid in all scopes.
    everywhere: Lasting,
    trees: Results<Key<SIDES>, SIDES, Lasting>,
    /// Results that consulted arenas, also by their environments. The latest result in `trees` may be of other
    /// environments.
    by_environments: Results<KeyInEnvironments<SIDES>, SIDES, Lasting>,
}

/// Results of the type of `Lasting`, with dependencies.
type Results<Key, const SIDES: usize, Lasting> = TreeMemo<Key, SIDES, <Lasting as LastingResults<SIDES>>::Found>;

/// The nodes of a result, the class of their region, and the base of its de Bruijn indices.
type Key<const SIDES: usize> = ([Identity; SIDES], Region, IndexBase);

/// A [`Key`] with the environments of the nodes.
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
    /// The result on `tree` nodes that meet in region `at`, where there are scopes. If there is none, opens a
    /// collector, which [`keep`](Self::keep) closes.
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

    /// Closes the collector that [`find`](Self::find) opened. Keeps the result on `tree` nodes that met in region `at`
    /// if it had no effect and was expensive.
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

    /// Switches to the results on `tree` nodes under other options.
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

/// Whether a result without dependencies is valid in this region alone, because the region has binding occurrences, or
/// because unordered parts are compared in order.
fn is_by_region<const SIDES: usize, V: Copy>(at: Region, variables: &VarPairs<SIDES, V>) -> bool {
    at.is_binding_occurrence() || at.binds() && variables.have_parts()
}

/// Results on shared `tree` nodes that have dependencies. When a result is reused below other binders, its dependencies
/// become the correspondences of these binders.
///
/// A result is valid in two situations.
///
/// **While the scopes exist**: all correspondences among the dependencies exist and are on top on both sides, all
/// variables that were unbound are unbound, and the same arenas are in force (`VarPairs::is_valid_here`). Comparing the
/// innermost scope's serial number shows whether the correspondences exist. They are on top if their set is disjoint
/// from the set of shadowed correspondences.
///
/// **Below other binders of the same variables**: two lambdas that bind `x` and share a body make two correspondences of
/// `x`. A result for the body in the first is valid in the second if `x` corresponds to the same variable there
/// (`VarPairs::present`). More precisely:
///
/// - on two sides, the two variables of each correspondence correspond now: some correspondence of the two is on top of
///   both stacks;
/// - on one side, the [`IndexBase`] is the same, and each variable has a correspondence with the same id on top. Then
///   the variable has the same de Bruijn index;
/// - every variable that was unbound is unbound;
/// - the result reaches no dag node: whether a record is in force depends on the correspondences themselves;
/// - only the meaning of the correspondences was consulted (`Dependencies::order_sensitive`). A map with variables as
///   keys asks which variable was bound first, and a `custom` node may consult anything.
///
/// These conditions suffice. A result without an effect made correspondences only for scopes inside the node, and each
/// computation makes and forgets these in the same way. So a look-up inside the node is decided by these
/// correspondences or, where they have none for the variables, by the dependencies. Step by step, computing the result
/// again would find the same.
///
/// On two sides, all results for two nodes in a region depend on the same pairs of variables, unless a variable is
/// unbound in some places. So one result is kept. On one side, hashes with different indices may be found at the same
/// place, so all results are kept, each by its set of ids.
///
/// A result is kept for its nodes and the *class* of the region (`Region::class`): the region itself, if it has binding
/// occurrences; otherwise, those properties of the region on which a result can depend.
#[derive(Debug)]
struct TreeMemo<Key, const SIDES: usize, Found> {
    /// For each key, the result that was used last.
    latest: Table<Key, usize>,
    /// For keys with several results, each result by its correspondences.
    several: Table<(Key, Set), usize>,
    entries: Vec<Entry<Key, SIDES, Found>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry<Key, const SIDES: usize, Found> {
    key: Key,
    found: Found,
    /// The dependencies as of the latest use.
    dependencies: Dependencies<SIDES>,
    /// The previous latest result of the same key.
    before: usize,
}

impl<Key, const SIDES: usize, Found> Default for TreeMemo<Key, SIDES, Found> {
    fn default() -> Self {
        TreeMemo { latest: Table::default(), several: Table::default(), entries: Vec::new() }
    }
}

impl<Key: Copy + Eq + Hash, const SIDES: usize, Found: Copy> TreeMemo<Key, SIDES, Found> {
    /// A result that is valid here, and its dependencies here. If `records_vary`, no result that reaches a dag node is
    /// valid.
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
        // A node may be met alternately at two kinds of places, where different variables are bound.
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

    /// The number of the result that is valid here: this one, or one of the same key that has the present
    /// correspondences.
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
