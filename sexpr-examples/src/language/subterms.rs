//! A program's subterms, as a table has them: with sizes, fingerprints and places.

use sexpr_core::reflect::NodeRef;
use sexpr_core::{Fingerprint, Options, Path, StructuralEq, terms};

use crate::text::{Cursor, Span};

/// A program's subterms.
#[derive(Clone, Debug)]
pub struct Subterms {
    /// The fingerprint of the program as a whole, if it has one.
    pub fingerprint: Option<Fingerprint>,
    /// The subterms, each before those in it.
    pub all: Vec<Subterm>,
}

/// A node of a program, as a term of its own.
#[derive(Clone, Debug)]
pub struct Subterm {
    /// The name of its type.
    pub type_name: &'static str,
    /// How many nodes it has.
    pub size: u64,
    /// How many of those that follow it are in it.
    pub inside: usize,
    /// Where it is in the text, if that is known.
    pub place: Option<Span>,
    /// Its fingerprint, if it has one: free variables count as what they are.
    pub fingerprint: Option<Fingerprint>,
    /// Its fingerprint with free variables up to renaming, if it has one.
    pub fingerprint_map_free_vars: Option<Fingerprint>,
}

/// Where a subterm is, and from there, where those in it are.
pub(super) trait Located: Sized {
    /// Where a node in this subterm is, to which the path leads from it.
    fn inner(&self, path: &Path, node: NodeRef<'_>) -> Self;

    /// The place in the text.
    fn span(&self) -> Option<Span>;
}

/// Places that are found by going along paths.
pub(super) struct ByPath<C>(pub(super) C);

impl<C: Cursor> Located for ByPath<C> {
    fn inner(&self, path: &Path, _: NodeRef<'_>) -> Self {
        Self(self.0.clone().along(path))
    }

    fn span(&self) -> Option<Span> {
        Some(self.0.span()).filter(|span| !span.is_unknown())
    }
}

/// The subterms of a program of so many nodes, at least. Each path is gone along from the subterm around, so that all of
/// them together take linear time.
pub(super) fn subterms<T: StructuralEq, P: Located>(program: &T, least: u64, root: P) -> Vec<Subterm> {
    let wanted = terms::Subterms::new().at_least(least);
    let named = wanted.fingerprints(program);
    let mapped = wanted.options(Options::new().map_free_vars(true)).fingerprints(program);
    // The subterms around, with the number of the first that is no longer in them.
    let mut around: Vec<(usize, &terms::Subterm<'_>, P)> = Vec::new();
    let mut all = Vec::with_capacity(named.len());
    for (row, ((subterm, fingerprint), (_, mapped))) in named.iter().zip(&mapped).enumerate() {
        while around.pop_if(|(end, ..)| *end <= row).is_some() {}
        let node = subterm.node();
        let inside = named[row + 1..].partition_point(|(inner, _)| inner.is_in(subterm));
        let located = match around.last() {
            Some((_, outer, place)) => place.inner(&subterm.path_within(outer).unwrap_or_default(), node),
            None => root.inner(&subterm.path(), node),
        };
        all.push(Subterm {
            type_name: node.type_info().name(),
            size: subterm.size(),
            inside,
            place: located.span(),
            fingerprint: *fingerprint,
            fingerprint_map_free_vars: *mapped,
        });
        around.push((row + inside + 1, subterm, located));
    }
    all
}
