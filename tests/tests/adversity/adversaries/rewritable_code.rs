//! What the pointers and containers of [`user_code`](super::user_code) give to rewritings, which is user code as well.

use std::sync::Arc;

use sexpr_core::{
    Field,
    containers::MapKey,
    rewritable,
    rewrite::{Rewritable, RewritableMap, RewritablePointer, RewritableSequence, RewritableWrapper},
    terms::{Dismantle, Pieces},
};

use super::{
    calls::{called, honest_or_below, honest_or_not},
    user_code::{List, Owner, Pairs, Pointer},
};

impl<T: Rewritable> RewritablePointer for Pointer<T> {
    fn get_mut(&mut self) -> Option<&mut T> {
        called();
        if !honest_or_not(true) {
            return None;
        }
        let length = self.0.len();
        Arc::get_mut(&mut self.0[honest_or_below(0, length)])
    }
    fn from_boxed(target: Box<T>) -> Self {
        called();
        Pointer::new(*target)
    }
}
rewritable!(shared Pointer<T>, [T: Rewritable]);

impl<T: Dismantle> Dismantle for Pointer<T> {
    fn dismantle(self, pieces: &mut Pieces) {
        called();
        self.0.into_iter().filter_map(Arc::into_inner).for_each(|target| pieces.piece(target));
    }
}

impl<T: Rewritable + Field + Default> RewritableWrapper for Owner<T> {
    type Inner = T;
    fn inner(&self) -> &T {
        called();
        &self.0[honest_or_below(0, 2)]
    }
    fn inner_mut(&mut self) -> &mut T {
        called();
        &mut self.0[honest_or_below(0, 2)]
    }
    fn with_inner(&self, inner: T) -> Self {
        called();
        Owner(Box::new([inner, T::default()]))
    }
}
rewritable!(wrapper Owner<T>, [T: Rewritable + Field + Default]);

impl<T: Dismantle> Dismantle for Owner<T> {
    fn dismantle(self, pieces: &mut Pieces) {
        called();
        pieces.piece(*self.0);
    }
}

impl<T: Rewritable + Field> RewritableSequence for List<T> {
    fn items_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut T> {
        called();
        let length = self.0.len();
        self.0[..honest_or_below(length, length)].iter_mut().inspect(|_| called())
    }
    fn copied(&self, item: impl FnMut(&T) -> T) -> Self {
        called();
        let length = self.0.len();
        List(self.0[..honest_or_below(length, length)].iter().map(item).collect())
    }
}
rewritable!(sequence List<T>, [T: Rewritable + Field]);

impl<T: Dismantle> Dismantle for List<T> {
    fn dismantle(self, pieces: &mut Pieces) {
        called();
        pieces.piece(self.0);
    }
}

impl<K: MapKey + Rewritable + PartialEq, V: Rewritable + Field> RewritableMap for Pairs<K, V> {
    fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        called();
        let length = self.0.len();
        self.0[..honest_or_below(length, length)].iter_mut().map(|(_, value)| value)
    }
    fn into_entries(self) -> impl Iterator<Item = (K, V)> {
        called();
        let length = self.0.len();
        self.0.into_iter().take(honest_or_below(length, length)).inspect(|_| called())
    }
    fn empty_like(&self) -> Self {
        called();
        Pairs(Vec::new())
    }
    fn insert(&mut self, key: K, value: V) -> Option<V> {
        called();
        match self.0.iter_mut().find(|(known, _)| *known == key) {
            Some((_, known)) => Some(std::mem::replace(known, value)),
            None => {
                self.0.push((key, value));
                None
            }
        }
    }
}
rewritable!(map Pairs<K, V>, [K: MapKey + Rewritable + PartialEq, V: Rewritable + Field]);

impl<K: Dismantle, V: Dismantle> Dismantle for Pairs<K, V> {
    fn dismantle(self, pieces: &mut Pieces) {
        called();
        pieces.piece(self.0);
    }
}
