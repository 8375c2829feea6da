//! The memo: results on shared nodes that are reused. They are verdicts of comparisons, contributions to a hash, and
//! results of walks and rewritings.
//!
//! Without a memo, a tower of nodes that each use the next node twice takes exponential time. Three terms define when a
//! result may be reused:
//!
//! - The **dependencies** of a result are all things outside of the node that were consulted to compute the result: the
//!   correspondences of variables, the variables that were unbound, and the arenas in force (`dependencies`).
//! - A result has an **effect** if computing it made a correspondence that outlives the node.
//! - A result is **valid** at a place if computing it there again would return the same result and have no effect.
//!
//! Three terms with a shared node `S` show what follows:
//!
//! - In `(S, S)` with `S = f(1)`, the result on `S` has no dependency. It is valid everywhere.
//! - In `λx.(S, λx.S)` with `S = x + 1`, the result depends on the correspondence of `x`, which is shadowed below the inner
//!   lambda. There the result is not valid, unless both `x` mean the same on the other side.
//! - In the block `{S; S}` with `S = let x = 1`, comparing `S` binds `x`. The second `S` binds `x` again, so results with an
//!   effect are valid nowhere in scopes, and are not kept.
//!
//! Without scopes, correspondences are permanent: repeating an effect changes nothing, and every result is valid everywhere.
//!
//! Reusing a result consults its dependencies: open collectors inherit them. Otherwise they would be missing from the
//! record of a dag node that reused the result.
//!
//! | results | on | valid | in |
//! |---|---|---|---|
//! | [`LastingResults`] | shared `tree` nodes | everywhere | `equal_terms` |
//! | `TreeMemo` | shared `tree` nodes | where the dependencies are unchanged, or mean the same | `trees` |
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
mod trees;

use alloc::boxed::Box;
use core::fmt::Debug;

use crate::{
    describe::{identity::Identity, options::Options, region::Region},
    rules::{
        environments::Environment,
        memo::{dags::DagRecords, dependencies::Dependencies, equal_terms::ByOptions, trees::TreeMemo},
        pairs::Pairs,
        var_pairs::{IndexBase, VarPairs},
    },
};

/// The minimal number of visits for which the result on a shared node is memoized. A cheaper node is visited again at
/// each occurrence. Most shared nodes are small, and memoizing all of them would cost more.
pub(crate) const EXPENSIVE: u64 = 8;

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
