//! Digests of subterms as terms of their own: summaries made of stable hashes of 128 bits.
//!
//! The algorithm is that of Maziarz, Ellis, Lawrence, Fitzgibbon and Peyton Jones, "Hashing Modulo Alpha-Equivalence"
//! (PLDI 2021). A summary has two parts. The *shape* is the hash of a node in which variables are left out. The *uses*
//! are a map from variables to hashes of the *positions* at which they occur in the node. To make the map of a node,
//! the entries of its children are inserted into the map of its heaviest child. Each inserted entry gets a new
//! position, made of the node's shape and of the children in which the variable occurs. The other entries keep their
//! positions. So a term of n nodes costs O(n log n): an entry moves only when the enclosing node has at least twice as
//! many occurrences as the child.
//!
//! For example, let the children of `Add` be `f x x` and `y`. The first child is heavier, so the map of `Add` is the
//! map of `f x x`, with the old position for `x`. A new entry for `y` is inserted; its position is made of the shape of
//! `Add` and the second child.
//!
//! The heaviest child is the child with the most occurrences of variables. In the paper, it is the child with the
//! largest map. But the two readings below assign occurrences to variables differently, so their maps would have
//! different sizes.
//!
//! **A summary can be read in two ways**, since the bindings of a `def` field depend on whether there is an enclosing scope:
//!
//! - *By itself*, a term has no enclosing scope. The first occurrence of a variable decides whether the variable is
//!   bound, and all other occurrences refer to it. [`Uses::all`] has all occurrences.
//! - *In a scope*, each binding occurrence binds anew, until the scope is left. [`Uses::before`] has the occurrences
//!   before the first binding occurrence, which refer to an outer binding. [`Uses::last`] has the last binding
//!   occurrence and the occurrences after it. No later occurrence can refer to the bindings in between, so their
//!   occurrences are stored under separate numbers, as *rebound* variables.
//!
//! When a scope is left, the variables that it bound are removed from the map, and their positions enter the shape.
//! After that, both readings are the same.
//!
//! **Two different terms collide** with a probability of about 2⁻¹²⁸. Shapes and positions are XXH3-128 hashes, as in
//! fingerprints. The entries of a map are combined by a sum of 128 bits, in which each summand is the XXH3-128 hash of
//! a variable, its position and its fields.

use alloc::vec::Vec;

use crate::{
    describe::{identity::Identity, key_table::Keys, keys::stable_hash_128_with_seed, leaf::Encoder, region::Region},
    reflect::{summary::NodeInProgress, text::Text},
    tables::{
        index::Table,
        persistent::{Key, Map, Maps, Set, Sets},
    },
};

/// The seeds of hashes, one for each kind of input, so that inputs of different kinds do not collide.
#[derive(Clone, Copy)]
enum Tag {
    Node = 16,
    Occurrence,
    Singleton,
    Join,
    Free,
    Bound,
    Scope,
    OwnTerm,
    DirectTerm,
}

fn digest<const N: usize>(tag: Tag, items: [u128; N]) -> u128 {
    const ITEM: usize = size_of::<u128>();
    let mut bytes = [0; 4 * ITEM];
    for (place, item) in bytes.chunks_exact_mut(ITEM).zip(items) {
        place.copy_from_slice(&item.to_le_bytes());
    }
    stable_hash_128_with_seed(tag as u64, &bytes[..N * ITEM])
}

/// The summary of a part of a value.
#[derive(Clone, Copy)]
pub(super) struct Summary {
    /// The hash of the part without its variables.
    pub(super) shape: u128,
    /// The variables that no scope in the part binds.
    uses: Map,
    /// The variables in `uses` that have a binding occurrence in the part.
    binders: Set,
    /// The sum of the contributions of the variables to the hash of the part as a term of its own.
    sum: u128,
    /// The number of variables whose contributions are process-local.
    process_local: u64,
    /// The number of occurrences of variables in the part, including variables bound in scopes.
    occurrences: u64,
    /// The number of its nodes.
    pub(super) size: u64,
    /// Whether the part holds any other process-local value.
    pub(super) is_process_local: bool,
    /// Whether the part holds a part that summaries do not describe.
    pub(super) is_indescribable: bool,
}

impl Summary {
    /// Whether the part has no variables, and the summary describes it.
    fn is_constant(&self) -> bool {
        self.uses.is_empty() && !self.is_indescribable
    }

    /// The hash of the part as a term of its own; `None` if the hash would be process-local.
    pub(super) fn term(&self) -> Option<u128> {
        let is_process_local = self.is_process_local || self.process_local > 0;
        (!is_process_local).then(|| digest(Tag::OwnTerm, [self.shape, self.sum]))
    }

    /// The summary of a trait object's node, with a hash of its type added.
    pub(super) fn of_concrete_type(self, key: u128) -> Summary {
        Summary { shape: digest(Tag::Node, [self.shape, key]), ..self }
    }
}

/// The hash of a node as a term of its own, given its direct hash.
pub(super) fn direct_term(hash: u128) -> u128 {
    digest(Tag::DirectTerm, [hash])
}

/// Occurrences of a variable.
#[derive(Clone, Copy)]
struct Occurrences {
    position: u128,
    /// The hash of the fields of the first occurrence.
    fields: u128,
    /// Whether the first occurrence binds.
    are_bound: bool,
    /// Whether the fields of the first occurrence are process-local.
    is_process_local: bool,
}

/// The occurrences of a variable in a part of a value.
#[derive(Clone, Copy)]
struct Uses {
    /// All occurrences; `None` for a rebound variable, whose occurrences count for the original variable.
    all: Option<Occurrences>,
    before: Option<Occurrences>,
    last: Option<Occurrences>,
}

/// The uses or occurrences in a child, with the child's position, and whether it is the heaviest.
#[derive(Clone, Copy)]
struct Piece<T> {
    child: usize,
    is_heaviest: bool,
    of: T,
}

impl<T> Piece<T> {
    fn with<U>(&self, of: U) -> Piece<U> {
        Piece { child: self.child, is_heaviest: self.is_heaviest, of }
    }
}

struct Variable {
    hash: u128,
    is_process_local: bool,
    /// The summaries of single occurrences, each with the hash of its fields: a use, a use that binds if the variable
    /// is unbound, and a binding occurrence.
    occurrence: [Option<(u128, Summary)>; 3],
}

/// A child whose shape is part of a node's text.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) position: usize,
    pub(super) summary: Summary,
}

/// The maps and variables that the summaries of one value share.
#[derive(Default)]
pub(super) struct Summaries {
    maps: Maps<usize>,
    binders: Sets,
    uses: Vec<Uses>,
    numbers: Table<Identity, usize>,
    /// The variables. A rebound variable has no identity, and is `None`.
    variables: Vec<Option<Variable>>,
    /// Memory for merging: variables, the children in which they occur, and their uses there.
    merging: Vec<(usize, usize, usize)>,
}

impl Summaries {
    /// The summary of a part without variables and nodes.
    fn constant(shape: u128) -> Summary {
        Summary {
            shape,
            uses: Map::EMPTY,
            binders: Set::EMPTY,
            sum: 0,
            process_local: 0,
            occurrences: 0,
            size: 0,
            is_process_local: false,
            is_indescribable: false,
        }
    }

    /// The summary of a singleton.
    pub(super) fn singleton(node: Identity, keys: &Keys) -> Summary {
        let hash = keys.hash(node);
        let shape = digest(Tag::Singleton, [hash.bits]);
        Summary { size: 1, is_process_local: hash.is_process_local, ..Self::constant(shape) }
    }

    /// The summary of an occurrence of a variable, given the summary of its fields. Only the fields of the first
    /// occurrence count. The context determines the first occurrence, so summaries describe only fields without
    /// variables.
    pub(super) fn occurrence(
        &mut self,
        variable: Identity,
        keys: &Keys,
        at: Region,
        fields: Option<Summary>,
    ) -> Summary {
        let number = self.number(variable, keys);
        let fields_hash = fields.map_or(0, |fields| fields.shape);
        let is_binding = at.is_binding_occurrence();
        let slot = usize::from(at.binds()) + usize::from(is_binding);
        let known = self.variables[number].as_ref().and_then(|variable| variable.occurrence[slot]);
        if let Some((of, summary)) = known
            && of == fields_hash
        {
            return summary;
        }
        let occurrences = Occurrences {
            position: digest(Tag::Occurrence, []),
            fields: fields_hash,
            are_bound: at.binds(),
            is_process_local: fields.is_some_and(|fields| fields.is_process_local),
        };
        let one = Some(occurrences);
        let (before, last) = if is_binding { (None, one) } else { (one, None) };
        let uses = Uses { all: one, before, last };
        let (sum, process_local) = self.contribution(number, &uses);
        self.uses.push(uses);
        let summary = Summary {
            shape: digest(Tag::Occurrence, []),
            uses: self.maps.one(key(number), self.uses.len() - 1),
            binders: if is_binding { self.binders.insert(Set::EMPTY, number, 0) } else { Set::EMPTY },
            sum,
            process_local,
            occurrences: 1,
            size: 1,
            is_process_local: false,
            is_indescribable: fields.is_some_and(|fields| !fields.is_constant()),
        };
        if let Some(variable) = &mut self.variables[number] {
            variable.occurrence[slot] = Some((fields_hash, summary));
        }
        summary
    }

    fn number(&mut self, variable: Identity, keys: &Keys) -> usize {
        let next = self.variables.len();
        let number = *self.numbers.entry(variable).or_insert(next);
        if number == next {
            let hash = keys.hash(variable);
            let (hash, is_process_local) = (hash.bits, hash.is_process_local);
            self.variables.push(Some(Variable { hash, is_process_local, occurrence: [None; 3] }));
        }
        number
    }

    /// The contribution of a variable to the hash of a term of its own, and 1 if the contribution is process-local,
    /// otherwise 0.
    fn contribution(&self, number: usize, uses: &Uses) -> (u128, u64) {
        let (Some(all), Some(variable)) = (uses.all, &self.variables[number]) else { return (0, 0) };
        let Occurrences { position, fields, are_bound, is_process_local } = all;
        match are_bound {
            true => (digest(Tag::Bound, [position, fields]), u64::from(is_process_local)),
            false => {
                let hash = digest(Tag::Free, [position, fields, variable.hash]);
                (hash, u64::from(is_process_local || variable.is_process_local))
            }
        }
    }

    /// The summary of a part, made of its text and its children. The shapes of the children are part of the text.
    pub(super) fn put_together<W>(&mut self, text: &mut Text, open: &NodeInProgress<W>, children: &[Child]) -> Summary {
        let heaviest = (0..children.len()).rev().max_by_key(|index| children[*index].summary.occurrences);
        let heaviest = heaviest.filter(|index| children[*index].summary.occurrences > 0);
        let position = heaviest.map_or(u64::MAX, |index| children[index].position as u64);
        text.word(position);
        let shape = stable_hash_128_with_seed(Tag::Node as u64, text.since(open.first_of_text));
        text.truncate(open.first_of_text);
        let mut whole = Summary {
            shape,
            size: open.size,
            is_process_local: open.is_process_local,
            is_indescribable: open.is_excluded,
            occurrences: 0,
            ..heaviest.map_or(Self::constant(shape), |index| children[index].summary)
        };
        for Child { summary, .. } in children {
            whole.occurrences = whole.occurrences.saturating_add(summary.occurrences);
            whole.size = whole.size.saturating_add(summary.size);
            whole.is_process_local |= summary.is_process_local;
            whole.is_indescribable |= summary.is_indescribable;
            whole.binders = self.binders.union(whole.binders, summary.binders);
        }
        if let Some(heaviest) = heaviest.filter(|_| !whole.is_indescribable) {
            self.merge(&mut whole, children, heaviest);
        }
        whole
    }

    /// Inserts the entries of the lighter children into the map of the heaviest.
    fn merge(&mut self, whole: &mut Summary, children: &[Child], heaviest: usize) {
        let mut merging = core::mem::take(&mut self.merging);
        let lighter = children.iter().enumerate().filter(|(index, _)| *index != heaviest);
        for (index, child) in lighter {
            merging.extend(self.maps.entries(child.summary.uses).map(|(key, uses)| (key.number, index, uses)));
        }
        merging.sort_unstable();
        let mut pieces = Vec::new();
        for same in merging.chunk_by(|one, other| one.0 == other.0) {
            let number = same[0].0;
            let in_heaviest = self.maps.get(whole.uses, number).map(|uses| (number, heaviest, uses));
            if let Some((.., uses)) = in_heaviest {
                self.retract(whole, number, uses);
            }
            pieces.clear();
            pieces.extend(same.iter().copied().chain(in_heaviest).map(|(_, index, uses)| Piece {
                child: children[index].position,
                is_heaviest: index == heaviest,
                of: self.uses[uses],
            }));
            pieces.sort_unstable_by_key(|piece| piece.child);
            self.put(whole, number, &pieces);
        }
        merging.clear();
        self.merging = merging;
    }

    fn retract(&mut self, whole: &mut Summary, number: usize, uses: usize) {
        let (hash, process_local) = self.contribution(number, &self.uses[uses]);
        whole.sum = whole.sum.wrapping_sub(hash);
        whole.process_local -= process_local;
    }

    fn set(&mut self, whole: &mut Summary, number: usize, uses: Uses) {
        let (hash, process_local) = self.contribution(number, &uses);
        whole.sum = whole.sum.wrapping_add(hash);
        whole.process_local += process_local;
        self.uses.push(uses);
        whole.uses = self.maps.set(whole.uses, key(number), self.uses.len() - 1);
    }

    /// Inserts the uses of a variable in several children into the map of a node.
    fn put(&mut self, whole: &mut Summary, number: usize, pieces: &[Piece<Uses>]) {
        let mut current = Vec::new();
        let (mut before, mut is_before) = (None, true);
        for piece in pieces {
            current.extend(piece.of.before.map(|of| piece.with(of)));
            let Some(last) = piece.of.last else { continue };
            let ended = join(whole.shape, &current);
            if is_before {
                (before, is_before) = (ended, false);
            } else {
                self.put_rebound(whole, ended);
            }
            current.clear();
            current.push(piece.with(last));
        }
        let rest = join(whole.shape, &current);
        let (before, last) = if is_before { (rest, None) } else { (before, rest) };
        current.clear();
        current.extend(pieces.iter().filter_map(|piece| piece.of.all.map(|of| piece.with(of))));
        let all = join(whole.shape, &current);
        self.set(whole, number, Uses { all, before, last });
    }

    /// Inserts the occurrences of a variable that is shadowed by a later binding occurrence until the scope is left.
    fn put_rebound(&mut self, whole: &mut Summary, last: Option<Occurrences>) {
        let number = self.variables.len();
        self.variables.push(None);
        whole.binders = self.binders.insert(whole.binders, number, 0);
        self.set(whole, number, Uses { all: None, before: None, last });
    }

    /// The summary of a scope, given the summary of its fields.
    pub(super) fn close(&mut self, mut whole: Summary) -> Summary {
        let (mut closed, mut count) = (0_u128, 0_u128);
        let binders: Vec<usize> = self.binders.members(whole.binders).collect();
        for number in binders {
            let Some(uses) = self.maps.get(whole.uses, number) else { continue };
            self.retract(&mut whole, number, uses);
            let Uses { before, last, .. } = self.uses[uses];
            if let Some(last) = last {
                closed = closed.wrapping_add(digest(Tag::Bound, [last.position, last.fields]));
                count += 1;
                whole.is_process_local |= last.is_process_local;
            }
            match before {
                Some(_) => self.set(&mut whole, number, Uses { all: before, before, last: None }),
                None => whole.uses = self.maps.remove(whole.uses, number),
            }
        }
        Summary { shape: digest(Tag::Scope, [whole.shape, closed, count]), binders: Set::EMPTY, ..whole }
    }
}

fn key(number: usize) -> Key {
    Key { number, level: 0 }
}

/// Joins the occurrences in several children of a node with this shape, first to last. If all occurrences are in the
/// heaviest child, they keep their position.
fn join(shape: u128, pieces: &[Piece<Occurrences>]) -> Option<Occurrences> {
    let first = pieces.first()?;
    if pieces.len() == 1 && first.is_heaviest {
        return Some(first.of);
    }
    let mut text = Vec::with_capacity(size_of::<u128>() + pieces.len() * (size_of::<u128>() + size_of::<u64>()));
    text.extend(shape.to_le_bytes());
    for piece in pieces {
        text.extend((piece.child as u64).to_le_bytes());
        text.extend(piece.of.position.to_le_bytes());
    }
    Some(Occurrences { position: stable_hash_128_with_seed(Tag::Join as u64, &text), ..first.of })
}
