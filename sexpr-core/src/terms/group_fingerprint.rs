//! `group_fingerprint`: the fingerprint of definitions that mention each other, in any order and under any names.
//!
//! Each definition is hashed once, below a scope that binds its own variables and then those of the members that it mentions, in
//! the order of their first mentions: `abstraction`. So its hash does not depend on what members are called, and which members it
//! mentions is a list. What is left is a graph, and `tables::canonical` orders its vertices.
//!
//! Where mentions have no order of their own, as in unordered parts, the order of that scope is the canonical one, once it is
//! known.

use alloc::{vec, vec::Vec};
use core::{error::Error, fmt};

use crate::{
    api::fingerprint::{Fingerprint, FingerprintError, fingerprint_of, type_key},
    describe::{keys::stable_hash_128, options::Options, structural::StructuralEq},
    ops::hash::{
        Hash, Hashed,
        buffers::HashBuffers,
        items::{Digested, Summed},
    },
    rules::numbering::free::MetFree,
    tables::{
        canonical::{Canonical, Digraph, Edges, Vertex, canonical_order},
        index::Table,
    },
    terms::abstraction::{Abstraction, Behind},
    walk::Walk,
};

/// The fingerprint of a group of definitions, and those of its members, as [`GroupFingerprint`] makes them by default.
///
/// ```
/// use sexpr_core::{StructuralEq, terms::group_fingerprint};
///
/// #[derive(StructuralEq)]
/// enum Expr {
///     Var(#[seq(var)] String),
///     Not(Box<Expr>),
/// }
/// use Expr::*;
///
/// /// What binds a member: here, a name.
/// #[derive(StructuralEq)]
/// struct Name(#[seq(var)] &'static str);
///
/// // `letrec even = ¬odd and odd = even`, and the same with other names in another order.
/// let var = |name: &str| Var(name.into());
/// let not = |name: &str| Not(Box::new(var(name)));
/// let one = group_fingerprint(&[(Name("even"), not("odd")), (Name("odd"), var("even"))])?;
/// let other = group_fingerprint(&[(Name("a"), var("b")), (Name("b"), not("a"))])?;
///
/// assert_eq!(one.fingerprint(), other.fingerprint());
/// assert_eq!(one.members()[0], other.members()[1]);
/// assert_ne!(one.members()[0], one.members()[1]);
/// # Ok::<(), sexpr_core::terms::GroupError>(())
/// ```
///
/// Costs and fails as [`GroupFingerprint::run`] does.
pub fn group_fingerprint<B, T>(members: &[(B, T)]) -> Result<FingerprintedGroup, GroupError>
where
    B: StructuralEq,
    T: StructuralEq,
{
    GroupFingerprint::new().run(members)
}

/// Makes fingerprints of groups of definitions that mention each other: the functions of a `letrec`, the items of a module.
///
/// A member is a pair of what binds it and its definition. The first is compared in the region of a `def` field: variables
/// bind there, one or several. It is the variable's node, such as an `Arc<Var>`, or a struct around names, such as
/// `struct Name<'a>(#[seq(var)] &'a str)`, in the namespace in which definitions mention them.
///
/// Two groups have equal fingerprints exactly where some bijection of their members makes all of these equal, up to
/// renaming of what binds the members, but for accidents of about one in 2¹²⁸. So neither the order of the members nor what they are
/// called counts. What members are called that others bind again counts only where it is free. All other free
/// variables count as for [`structural_fingerprint`](crate::structural_fingerprint): by their names.
///
/// A member's fingerprint is that of the group together with its place in it. Two members have equal ones exactly where such
/// a bijection maps one to the other: in one group, where it is symmetric.
///
/// Each definition is a term of its own: that two members share a dag node, or a variable bound in one
/// occurs in another, makes no difference to the first and an error of the second, or a free name.
///
/// ```
/// use std::sync::Arc;
/// use sexpr_core::{StructuralEq, terms::GroupFingerprint};
///
/// #[derive(StructuralEq)]
/// #[seq(kind = "var")]
/// struct Var { #[seq(ignore)] name: String }
/// #[derive(StructuralEq)]
/// struct Call(Arc<Var>, Vec<i64>);
///
/// // Two functions that call each other are symmetric.
/// let [f, g] = ["f", "g"].map(|name| Arc::new(Var { name: name.into() }));
/// let group = GroupFingerprint::new().run(&[(f.clone(), Call(g.clone(), vec![1])), (g, Call(f, vec![1]))])?;
/// assert_eq!(group.members()[0], group.members()[1]);
/// # Ok::<(), sexpr_core::terms::GroupError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GroupFingerprint {
    options: Options,
    limit: u64,
}

impl Default for GroupFingerprint {
    fn default() -> Self {
        GroupFingerprint { options: Options::new(), limit: GroupFingerprint::DEFAULT_LIMIT }
    }
}

impl GroupFingerprint {
    /// The [`limit`](Self::limit) that is set by default: fifty million steps.
    pub const DEFAULT_LIMIT: u64 = 50_000_000;

    /// With all fields, and the default limit.
    pub fn new() -> Self {
        GroupFingerprint::default()
    }

    /// Whether fields marked `#[seq(payload)]` are left out.
    ///
    /// ```
    /// use sexpr_core::{StructuralEq, terms::GroupFingerprint};
    ///
    /// #[derive(StructuralEq)]
    /// struct Name(#[seq(var)] &'static str);
    /// #[derive(StructuralEq)]
    /// struct Tensor { shape: Vec<u64>, #[seq(payload)] data: Vec<i64> }
    ///
    /// let of = |value| {
    ///     let tensor = Tensor { shape: vec![1], data: vec![value] };
    ///     GroupFingerprint::new().skip_payload(true).run(&[(Name("weights"), tensor)])
    /// };
    /// assert_eq!(of(1)?.fingerprint(), of(2)?.fingerprint());
    /// # Ok::<(), sexpr_core::terms::GroupError>(())
    /// ```
    pub fn skip_payload(self, skip: bool) -> Self {
        GroupFingerprint { options: self.options.skip_payload(skip), ..self }
    }

    /// How many steps the search takes for members that are alike, before it gives up with [`GroupError::Undecided`]. A step
    /// looks at one mention. The fingerprints do not depend on the limit; whether it is reached may depend on the order of the
    /// members.
    ///
    /// ```
    /// use sexpr_core::{StructuralEq, terms::{GroupError, GroupFingerprint}};
    ///
    /// #[derive(StructuralEq)]
    /// struct Name(#[seq(var)] &'static str);
    ///
    /// let ring = [(Name("a"), Name("b")), (Name("b"), Name("c")), (Name("c"), Name("a"))];
    /// let error = GroupFingerprint::new().limit(5).run(&ring).unwrap_err();
    /// assert_eq!(error, GroupError::Undecided { members: vec![0, 1, 2] });
    /// assert!(GroupFingerprint::new().run(&ring).is_ok());
    /// ```
    pub fn limit(self, steps: u64) -> Self {
        GroupFingerprint { limit: steps, ..self }
    }

    /// The fingerprints of a group.
    ///
    /// Each definition is hashed twice, which takes a bounded amount of native stack. Then members are told apart by what they
    /// are, whom they mention and who mentions them, in O(m log² m) steps for m mentions. That is all for most groups.
    /// Members that are still alike are tried in turn: in each part of them that is connected, telling one apart tells apart
    /// all that it reaches, so a ring of n members takes O(n log n), and n equal members that do not mention each other take no
    /// trial. Groups without a tangle of symmetry, such as definitions that make up a strongly regular graph, need few
    /// trials; for all others there is the [`limit`](Self::limit).
    ///
    /// Mentions in [unordered parts](crate::StructuralEq), and as keys of maps, are told apart by less. There, a definition
    /// is hashed for each trial, and each node is a step.
    ///
    /// The algorithm is that of McKay and Piperno, "Practical graph isomorphism, II" (2014), in small.
    ///
    /// # Errors
    ///
    /// See [`GroupError`].
    pub fn run<B, T>(self, members: &[(B, T)]) -> Result<FingerprintedGroup, GroupError>
    where
        B: StructuralEq,
        T: StructuralEq,
    {
        let mut hashing = Hashing { members, options: self.options, buffers: HashBuffers::default() };
        let declared = hashing.declared()?;
        let graph = hashing.graph(&declared)?;
        let digest = |member: Vertex, mentioned: &[Vertex]| {
            let digest = hashing.hash(member, mentioned).value;
            (digest, hashing.buffers.visits() + mentioned.len() as u64)
        };
        let Canonical { order, certificate, mut orbits } = canonical_order(&graph, self.limit, digest).map_err(|undecided| {
            let mut members: Vec<usize> = undecided.0.into_iter().map(|member| member as usize).collect();
            members.sort_unstable();
            GroupError::Undecided { members }
        })?;
        let keys = type_key::<B>().and_then(|binder| Ok(alloc::format!("{binder}\n{}", type_key::<T>()?)));
        let keys = keys.map_err(|error| GroupError::NoFingerprint { member: 0, error })?;
        let mut text = alloc::format!("group\n{keys}\n{}\n{}", self.options, order.len());
        certificate.iter().for_each(|part| text.push_str(&alloc::format!("\n{part:x}")));
        let fingerprint = stable_hash_128(text.as_bytes());
        let mut places = vec![u32::MAX; order.len()];
        for (place, member) in order.iter().enumerate().rev() {
            places[orbits.find(*member) as usize] = place as u32;
        }
        let place_of = |member: usize| places[orbits.find(member as Vertex) as usize];
        let in_group = |place: u32| stable_hash_128(alloc::format!("member\n{fingerprint:032x}\n{place}").as_bytes());
        Ok(FingerprintedGroup {
            members: (0..order.len()).map(place_of).map(in_group).map(Fingerprint::from_u128).collect(),
            fingerprint: Fingerprint::from_u128(fingerprint),
            order: order.into_iter().map(|member| member as usize).collect(),
        })
    }
}

/// The fingerprints of a group of definitions: see [`GroupFingerprint`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FingerprintedGroup {
    fingerprint: Fingerprint,
    members: Vec<Fingerprint>,
    order: Vec<usize>,
}

impl FingerprintedGroup {
    /// The fingerprint of the group as a whole.
    pub fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    /// The fingerprint of each member, in the order in which they were given.
    pub fn members(&self) -> &[Fingerprint] {
        &self.members
    }

    /// The members in canonical order, by their indices: those of groups of one fingerprint are equal in these orders, one by
    /// one.
    ///
    /// ```
    /// use sexpr_core::{StructuralEq, terms::group_fingerprint};
    ///
    /// #[derive(StructuralEq)]
    /// struct Name(#[seq(var)] &'static str);
    /// #[derive(StructuralEq)]
    /// struct Call { #[seq(var)] callee: &'static str, argument: i64 }
    ///
    /// let call = |callee, argument| Call { callee, argument };
    /// let one = group_fingerprint(&[(Name("f"), call("g", 1)), (Name("g"), call("f", 2))])?;
    /// let other = group_fingerprint(&[(Name("f"), call("g", 2)), (Name("g"), call("f", 1))])?;
    /// assert_eq!(one.fingerprint(), other.fingerprint());
    /// assert_eq!(one.order().iter().map(|member| 1 - member).collect::<Vec<_>>(), other.order());
    /// # Ok::<(), sexpr_core::terms::GroupError>(())
    /// ```
    pub fn order(&self) -> &[usize] {
        &self.order
    }
}

/// Why a group has no fingerprint. Members are given by their indices.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GroupError {
    /// A member is not closed, but for what binds the group's members. The path begins at the pair: `.0` is what binds
    /// the member, `.1` its definition.
    NoFingerprint {
        /// The first such member.
        member: usize,
        /// The obstacle, and where it is.
        error: FingerprintError,
    },
    /// What is to bind a member holds no variable: a name is one only in a `#[seq(var)]` field.
    BindsNothing {
        /// The first such member.
        member: usize,
    },
    /// Two members are bound by one variable.
    SameBinder {
        /// The members.
        members: [usize; 2],
    },
    /// The members are too symmetric: which of them are alike was not decided within the [limit](GroupFingerprint::limit), or
    /// more than 64 would have to be told apart from others, one after another.
    Undecided {
        /// Those that were not told apart: they are connected by mentions.
        members: Vec<usize>,
    },
}

impl fmt::Display for GroupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GroupError::NoFingerprint { member, error } => write!(f, "member {member} of the group has {error}"),
            GroupError::BindsNothing { member } => write!(
                f,
                "expected a variable that binds member {member} of the group, found none: give the variable's node, or a \
                 struct with the name in a `#[seq(var)]` field"
            ),
            GroupError::SameBinder { members: [one, other] } => write!(
                f,
                "one variable binds both member {one} and member {other} of the group: rename one of them, and its uses"
            ),
            GroupError::Undecided { members } => write!(
                f,
                "{} members of the group, such as member {}, are so symmetric that the limit was reached: raise it with \
                 `GroupFingerprint::limit`, or split the group",
                members.len(),
                members.first().map_or(0, |first| *first)
            ),
        }
    }
}

impl Error for GroupError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            GroupError::NoFingerprint { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// The members of a group, and what hashing them takes.
struct Hashing<'m, B, T> {
    members: &'m [(B, T)],
    options: Options,
    buffers: HashBuffers<Digested>,
}

impl<'m, B: StructuralEq, T: StructuralEq> Hashing<'m, B, T> {
    /// Which variables bind members, and which.
    fn declared(&mut self) -> Result<Table<u128, Vertex>, GroupError> {
        let mut declared = Table::default();
        for (member, (binder, _)) in self.members.iter().enumerate() {
            let binds = Abstraction { binders: vec![Behind(binder)], definition: Behind(&()) };
            let mut found = Vec::new();
            Walk::new()
                .options(self.options)
                .with_bindings()
                .on_any(|_, at| found.extend(at.variable_tag().filter(|_| at.is_binding())))
                .run(&binds);
            if found.is_empty() {
                return Err(GroupError::BindsNothing { member });
            }
            for variable in found {
                let first = *declared.entry(variable).or_insert(member as Vertex) as usize;
                if first != member {
                    return Err(GroupError::SameBinder { members: [first, member] });
                }
            }
            let hashed = Hash::run(&binds, self.options, &mut self.buffers);
            fingerprint_of(&binds, self.options, hashed)
                .map_err(|error| GroupError::NoFingerprint { member, error })?;
        }
        Ok(declared)
    }

    /// What the members are by themselves, and which others they mention.
    fn graph(&mut self, declared: &Table<u128, Vertex>) -> Result<Digraph, GroupError> {
        let mut graph = Digraph::default();
        let mut shapes = HashBuffers::<Summed>::of_shapes();
        for member in 0..self.members.len() as Vertex {
            let (targets, edges) = self.mentioned(member, declared);
            let hashed = self.hash(member, &targets);
            let digest = hashed.value;
            let abstraction = self.abstraction(member, &targets);
            fingerprint_of(&abstraction, self.options, hashed)
                .map_err(|error| GroupError::NoFingerprint { member: member as usize, error })?;
            graph.colours.push(match edges {
                Edges::Ordered => digest,
                Edges::Unordered => u128::from(shapes.shape_of(&abstraction.definition, self.options)),
            });
            graph.targets.push(targets);
            graph.edges.push(edges);
        }
        Ok(graph)
    }

    /// Which other members a member mentions, in the order of first mentions, and whether there is such an order, whatever
    /// members are called.
    ///
    /// There is none where an unordered part is the first to mention several. Keys of a map are hashed by their names where
    /// these are free, and so are its values.
    fn mentioned(&mut self, member: Vertex, declared: &Table<u128, Vertex>) -> (Vec<Vertex>, Edges) {
        let abstraction = self.abstraction(member, &[]);
        let free = Hash::free_variables(&abstraction, self.options, &mut self.buffers);
        let mut targets = Vec::new();
        let mut known: Table<Vertex, ()> = Table::default();
        let (mut first_in_parts, mut keys) = (0, 0);
        for free in free {
            let Some(target) = declared.get(&free.variable) else { continue };
            let is_first = known.insert(*target, ()).is_none();
            if is_first {
                targets.push(*target);
            }
            match free.met {
                MetFree::InOrder => {}
                MetFree::InPart => first_in_parts += usize::from(is_first),
                MetFree::AsKey => keys += 1,
            }
        }
        let edges = if keys > 0 || first_in_parts > 1 { Edges::Unordered } else { Edges::Ordered };
        (targets, edges)
    }

    /// The definition of a member, with what binds it, and what binds others.
    fn abstraction(&self, member: Vertex, others: &[Vertex]) -> Abstraction<'m, B, T> {
        let of = |member: Vertex| &self.members[member as usize];
        let binders = core::iter::once(member).chain(others.iter().copied()).map(|member| Behind(&of(member).0)).collect();
        Abstraction { binders, definition: Behind(&of(member).1) }
    }

    fn hash(&mut self, member: Vertex, others: &[Vertex]) -> Hashed<u128> {
        Hash::run(&self.abstraction(member, others), self.options, &mut self.buffers)
    }
}
