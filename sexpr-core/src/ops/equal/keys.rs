//! Equality of structural keys: comparisons inside a comparison, each with a verdict of its own.
//!
//! A structural key is a term that is compared by itself, under its own options. Its comparison uses the stack of the
//! operation, so that maps nested in keys do not recurse natively. The comparison may end early, so a [`KeyComparison`]
//! records the heights of the stacks at its beginning.
//!
//! - If two keys must be equal (`same_keys`), a difference makes the enclosing terms differ.
//! - If two keys may differ (`ask_about_keys`), a difference cuts the stacks back, and the enclosing comparison
//!   continues. Such questions arise where a map has several keys of one hash, because an `opaque` field has a coarse
//!   `Hash`, the map contains a key twice, or hashes collide. The `Matcher` then asks about one pair of keys after
//!   another until it knows which keys are equal. Meanwhile, the map waits among the `large_steps`.
//!
//! Keys are assumed to be closed terms, which need no [`Relation`]. If a variable, a dag node or a `custom` node is
//! met, the comparison of the key starts over, with a `Relation` of its own. Verdicts are kept in `ClosedTerms`.

use alloc::boxed::Box;

use crate::{
    describe::{
        identity::Identity,
        info::Kind,
        keys::{KeyReader, MapKey},
        options::Options,
        region::Region,
    },
    engine::frame::Frame,
    ops::{
        equal::{Equal, EqualBuffers, PairInProgress},
        in_context::InContext,
    },
    rules::{
        environments::Slots,
        relation::{LastStep, Relation},
    },
};

/// A comparison of two keys that is under way, and the state of the enclosing comparison.
pub(super) struct KeyComparison<'a> {
    keys: [Identity; 2],
    /// The step that began it.
    step: Frame<'a, Equal<'a>>,
    /// Whether the enclosing comparison continues if the keys differ.
    is_question: bool,
    options_around: Options,
    in_closed_term_around: bool,
    /// The enclosing state of the rules, if this comparison uses the rules itself.
    relation_around: Option<(Box<Relation>, Slots<'a>, InContext)>,
    /// The heights of the stacks at the beginning.
    waiting: usize,
    open: usize,
    large_steps: usize,
}

impl<'a> Equal<'a> {
    /// Whether two keys of one hash are equal, each under its own options. The buffers keep the verdict for later calls.
    pub(crate) fn are_same_keys<K: MapKey>(left: &K, right: &K, buffers: &mut EqualBuffers) -> bool {
        let options = KeyReader::options(left);
        let keys = [Identity::address(left), Identity::address(right)];
        if let Some(known) = buffers.closed_terms.under(options).are_equal(keys[0], keys[1]) {
            return known;
        }
        let verdict = Equal::run_in(options, buffers, |equal| {
            equal.recursion.leave(Frame::new(left, right, Equal::same_keys, Region::NONE));
            equal.finish(true)
        });
        buffers.relation.clear();
        buffers.closed_terms.under(options).note(keys[0], keys[1], verdict);
        verdict
    }

    /// The step on keys that must be equal.
    pub(super) fn same_keys<K: MapKey>(&mut self, left: &'a K, right: &'a K, at: Region) -> bool {
        self.compare_keys(left, right, Frame::new(left, right, Self::same_keys, at), false)
    }

    /// The step on keys that may be equal.
    pub(super) fn ask_about_keys<K: MapKey>(&mut self, left: &'a K, right: &'a K, at: Region) -> bool {
        self.compare_keys(left, right, Frame::new(left, right, Self::ask_about_keys, at), true)
    }

    /// Begins a comparison of keys. The keys are assumed closed, unless the comparison starts over because a key is
    /// open.
    fn compare_keys<K: MapKey>(&mut self, left: &'a K, right: &'a K, step: Frame<'a, Self>, is_question: bool) -> bool {
        let is_open = core::mem::take(&mut self.leaves_closed_term);
        let options = KeyReader::options(left);
        let keys = [Identity::address(left), Identity::address(right)];
        if let Some(known) = self.closed_terms.under(options).are_equal(keys[0], keys[1]) {
            return known || is_question;
        }
        let comparison = KeyComparison {
            keys,
            step,
            is_question,
            options_around: self.options,
            in_closed_term_around: self.in_closed_term,
            relation_around: is_open.then(|| {
                let in_context = core::mem::take(&mut self.in_context);
                (self.relation.set_aside(), core::mem::take(&mut self.slots), in_context)
            }),
            waiting: self.recursion.waiting(),
            open: self.open.len(),
            large_steps: self.large_steps.len(),
        };
        self.comparisons.push(comparison);
        self.recursion.leave(Frame::call(Self::keys_are_equal, Region::NONE));
        self.options = options;
        self.in_closed_term = !is_open;
        self.depth = self.relation.variables.depth();
        K::content(left, right, options.root_region(), self)
    }

    /// The last step on two keys.
    fn keys_are_equal(&mut self, _: Region) -> bool {
        if let Some(comparison) = self.comparisons.pop() {
            self.end_keys(comparison, Some(true));
        }
        true
    }

    /// Ends a comparison of keys, and restores the state of the enclosing one.
    fn end_keys(&mut self, comparison: KeyComparison<'a>, verdict: Option<bool>) {
        let [left, right] = comparison.keys;
        if let Some(verdict) = verdict {
            self.closed_terms.under(self.options).note(left, right, verdict);
        }
        if let Some((around, slots, in_context)) = comparison.relation_around {
            self.relation.take_up(around);
            (self.slots, self.in_context) = (slots, in_context);
        }
        self.options = comparison.options_around;
        self.in_closed_term = comparison.in_closed_term_around;
        self.depth = self.relation.variables.depth();
    }

    /// Handles a failed step. A difference ends all comparisons of keys up to the innermost question; `false` if there
    /// is no question. If the step failed because a key is open, starts its comparison over instead.
    #[cold]
    pub(super) fn goes_on_around(&mut self) -> bool {
        while let Some(comparison) = self.comparisons.pop() {
            self.recursion.cut_back(comparison.waiting);
            self.large_steps.cut_back(comparison.large_steps);
            let differs = !self.leaves_closed_term;
            while self.open.len() > comparison.open
                && let Some(nodes) = self.open.pop()
            {
                self.note_difference(nodes);
            }
            self.open.cut_back(comparison.open);
            let KeyComparison { step, is_question, .. } = comparison;
            self.end_keys(comparison, differs.then_some(false));
            if !differs {
                self.recursion.leave(step);
            }
            if !differs || is_question {
                return true;
            }
        }
        false
    }

    /// Notes that two nodes differ, because some of their parts differ.
    #[inline(always)]
    pub(super) fn note_difference(&mut self, pair: PairInProgress) {
        if self.in_closed_term && !self.leaves_closed_term && pair.last == LastStep::Remember {
            self.closed_terms.under(self.options).note(pair.nodes[0], pair.nodes[1], false);
        }
    }

    /// Notes that the present term is open. Returns whether it was assumed closed; if so, its comparison ends here and
    /// starts over.
    #[inline(always)]
    pub(super) fn is_not_closed(&mut self) -> bool {
        self.leaves_closed_term |= self.in_closed_term;
        self.in_closed_term
    }

    /// The rules for two nodes inside a closed term, as in [`Action::fields`](crate::rules::relation::Action::fields).
    #[cold]
    #[inline(never)]
    pub(super) fn meet_closed(
        &mut self,
        kind: Kind,
        [left, right]: [Identity; 2],
        once: bool,
        at: Region,
    ) -> Result<(Region, LastStep), bool> {
        match kind {
            _ if left == right => Err(true),
            Kind::Tree | Kind::ConstTree if once => Ok((at, LastStep::Nothing)),
            Kind::Tree | Kind::ConstTree => match self.closed_terms.under(self.options).are_equal(left, right) {
                Some(verdict) => Err(verdict),
                None => Ok((at, LastStep::Remember)),
            },
            Kind::Singleton => Err(false),
            Kind::Dag | Kind::Var => {
                self.is_not_closed();
                Err(false)
            }
        }
    }
}
