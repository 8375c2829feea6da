//! `group_fingerprint`: the fingerprint of definitions that mention each other, in any order and under any names.
//!
//! Each definition is hashed once below a scope that binds its own variables, and then those of the members that it
//! mentions, in the order of first mentions ([`Abstraction`]). So its hash does not depend on what members are called,
//! and which members it mentions is a list. What is left is a graph. `tables::canonical` puts its vertices in order.
//!
//! Mentions in unordered parts and in keys of maps have no such order. There, the binders stand in canonical order,
//! once it is known.

use alloc::{vec, vec::Vec};
use core::{error::Error, fmt};

use crate::{
    api::fingerprint::{Fingerprint, FingerprintError, fingerprint_of, type_key},
    describe::{keys::stable_hash_128, options::Options, structural::StructuralEq},
    engine::path::Step,
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
/// /// A binder: here, a name.
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

/// Fingerprints groups of definitions that mention each other in any order: the functions of a `letrec`, the items of a
/// module.
///
/// A member is a pair of its binder and its definition. The binder is compared in the region of a `def` field: the
/// variables in it are bound, one or several. It is the variable's node, such as an `Arc<Var>`; or, for a name, a
/// struct around it, such as `struct Name<'a>(#[seq(var)] &'a str)`, in the namespace of its uses.
///
/// Two groups have equal fingerprints exactly if there is a bijection of their members under which all binders and
/// definitions are equal, up to renaming of what the binders bind; but for accidents of about one in 2¹²⁸. So neither
/// the order of the members nor their names count. Only free occurrences mention members: a name that a definition
/// binds again is its own. Other free variables count as for [`structural_fingerprint`](crate::structural_fingerprint),
/// by their names.
///
/// A member's fingerprint is that of the group, with the member's place in it. Two members have equal ones exactly if
/// such a bijection maps one to the other. In one group, these are the members that are symmetric.
///
/// Each definition is a term of its own. That two members share a dag node makes no difference.
///
/// One case depends on names, or on addresses, all the same: in values of a map whose keys are members, a `def` without a
/// scope binds for the values after it, and the order of the values is that of the keys.
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
    /// The [`limit`](Self::limit) that is set by default: ten million steps, which take a few seconds.
    pub const DEFAULT_LIMIT: u64 = 10_000_000;

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

    /// The number of steps after which the search among symmetric members gives up, with [`GroupError::Undecided`]. A
    /// step looks at one mention. The limit changes no fingerprint. Close to it, the order of the members may decide
    /// whether there is one.
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
    /// Hashes each definition twice, in a bounded amount of native stack, below the binders of all members that it
    /// mentions: a binder counts once for each of these. Where binders themselves mention members, as types do, each
    /// definition is hashed once more for each step from one binder to the next. Then it tells members apart by what
    /// they are, whom they mention and who mentions them, in O(m log² m) for m members and mentions. For most groups,
    /// that is all.
    ///
    /// Members that are still alike are tried, one in the place of another. Members that do not mention each other,
    /// directly or through others that are alike, are tried apart. To choose one member decides about all that it
    /// reaches. So a ring of n members takes O(n log n), and so do n equal members that no unordered part mentions.
    /// Only definitions whose mentions make up a graph with much symmetry, such as a strongly regular one, take many
    /// trials, up to exponentially many. For these there is the [`limit`](Self::limit).
    ///
    /// More trials are needed where two or more members are first mentioned in unordered parts, or where members are
    /// keys of maps. Each trial hashes the definition again, and each of its nodes is a step. More than 64 equal members
    /// in one unordered part are refused, whatever the limit.
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
        let keys = type_key::<B>().and_then(|binder| Ok(alloc::format!("{binder}\n{}", type_key::<T>()?)));
        let keys = keys.map_err(|error| GroupError::NoFingerprint { member: 0, error })?;
        let mut hashing = Hashing { members, options: self.options, buffers: HashBuffers::default() };
        let declared = hashing.declared()?;
        let graph = hashing.graph(&declared)?;
        let digest = |member: Vertex, mentioned: &[Vertex]| {
            let digest = hashing.hash(member, mentioned).value;
            (digest, hashing.buffers.visits() + mentioned.len() as u64)
        };
        let Canonical { order, certificate, mut orbits } =
            canonical_order(&graph, self.limit, digest).map_err(|undecided| {
                let mut members: Vec<usize> = undecided.0.into_iter().map(|member| member as usize).collect();
                members.sort_unstable();
                GroupError::Undecided { members }
            })?;
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

    /// The members in canonical order, by their indices: those of groups of one fingerprint are equal in these orders,
    /// one by one.
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
    /// A member has an obstacle that [`structural_fingerprint`](crate::structural_fingerprint) has as well. The path
    /// begins at the pair: `.1` is the definition, `.0[0]` the binder.
    NoFingerprint {
        /// The first such member.
        member: usize,
        /// The obstacle, and where it is.
        error: FingerprintError,
    },
    /// A binder binds no variable. A name is one only in a `#[seq(var)]` field.
    BindsNothing {
        /// The first such member.
        member: usize,
    },
    /// The binders of two members bind one variable.
    SameBinder {
        /// The members.
        members: [usize; 2],
    },
    /// The members are too symmetric: the search reached its [limit](GroupFingerprint::limit), or more than 64 members
    /// had to be chosen, one after another.
    Undecided {
        /// Members that are connected by mentions, among which the search gave up.
        members: Vec<usize>,
    },
}

impl fmt::Display for GroupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GroupError::NoFingerprint { member, error } => write!(f, "member {member} of the group has {error}"),
            GroupError::BindsNothing { member } => write!(
                f,
                "the binder of member {member} of the group binds no variable: give the variable's node, or a struct with \
                 the name in a `#[seq(var)]` field"
            ),
            GroupError::SameBinder { members: [one, other] } => write!(
                f,
                "members {one} and {other} of the group bind the same variable: rename it in one of them, with its uses; or, if it \
                 only occurs in what they bind, as in a type, mark the field that holds that `#[seq(def = \"none\")]`"
            ),
            GroupError::Undecided { members } => write!(
                f,
                "the {} members around member {} of the group are too symmetric to be put in order: split \
                 the group, or raise `GroupFingerprint::limit`, which helps unless more than 64 have to be chosen in turn",
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

/// The members of a group, and the memory for hashing them.
struct Hashing<'m, B, T> {
    members: &'m [(B, T)],
    options: Options,
    buffers: HashBuffers<Digested>,
}

impl<'m, B: StructuralEq, T: StructuralEq> Hashing<'m, B, T> {
    /// The variables that are bound, each with its member. What a scope inside a binder binds is not.
    fn declared(&self) -> Result<Table<u128, Vertex>, GroupError> {
        let mut declared = Table::default();
        for (member, (binder, _)) in self.members.iter().enumerate() {
            let binds = Abstraction { binders: vec![Behind(binder)], definition: Behind(&()) };
            let mut found = Vec::new();
            Walk::new()
                .options(self.options)
                .with_bindings()
                .on_any(|_, at| found.extend(at.variable_tag().filter(|_| at.is_binding_outermost())))
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
        }
        Ok(declared)
    }

    /// The members as vertices, with edges to those that they mention.
    fn graph(&mut self, declared: &Table<u128, Vertex>) -> Result<Digraph, GroupError> {
        let mut graph = Digraph::default();
        let mut shapes = HashBuffers::<Summed>::of_shapes();
        for member in 0..self.members.len() as Vertex {
            let (targets, edges) = self.mentioned(member, declared);
            let hashed = self.hash(member, &targets);
            let digest = hashed.value;
            let abstraction = self.abstraction(member, &targets);
            if let Err(error) = fingerprint_of(&abstraction, self.options, hashed) {
                return Err(self.obstacle(member, &targets, error, declared));
            }
            graph.colours.push(match edges {
                Edges::Ordered => digest,
                Edges::Unordered => u128::from(shapes.shape_of(&abstraction.definition, self.options)),
            });
            graph.targets.push(targets);
            graph.edges.push(edges);
        }
        Ok(graph)
    }

    /// Why a member has no fingerprint that mentions these, where this was found. An obstacle in another's binder is the
    /// other's.
    fn obstacle(
        &mut self,
        member: Vertex,
        targets: &[Vertex],
        error: FingerprintError,
        declared: &Table<u128, Vertex>,
    ) -> GroupError {
        let other = match error.path().steps() {
            [Step::Field(field), Step::Index(place), ..] if *field == "0" => {
                place.checked_sub(1).map(|place| targets[place])
            }
            _ => None,
        };
        let of_other = other.and_then(|other| {
            let (targets, _) = self.mentioned(other, declared);
            let hashed = self.hash(other, &targets);
            let error = fingerprint_of(&self.abstraction(other, &targets), self.options, hashed).err()?;
            Some(GroupError::NoFingerprint { member: other as usize, error })
        });
        of_other.unwrap_or(GroupError::NoFingerprint { member: member as usize, error })
    }

    /// The other members that a member mentions, in the order of first mentions, and whether that is the same whatever
    /// members are called. With those that their binders mention, as their types do.
    ///
    /// It is not if several are first mentioned in unordered parts. Nor is it if one is a key of a map: entries with
    /// free keys are hashed in the order of their names.
    fn mentioned(&mut self, member: Vertex, declared: &Table<u128, Vertex>) -> (Vec<Vertex>, Edges) {
        let mut targets = Vec::new();
        let mut known: Table<Vertex, ()> = Table::default();
        let (mut first_in_parts, mut keys) = (0, 0);
        loop {
            let before = targets.len();
            let abstraction = self.abstraction(member, &targets);
            for free in Hash::free_variables(&abstraction, self.options, &mut self.buffers) {
                // What a member binds in the fields of its variable may be met before.
                let Some(target) = declared.get(&free.variable).filter(|target| **target != member) else { continue };
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
            if targets.len() == before {
                let edges = if keys > 0 || first_in_parts > 1 { Edges::Unordered } else { Edges::Ordered };
                return (targets, edges);
            }
        }
    }

    /// The definition of a member below its binder and those of others.
    fn abstraction(&self, member: Vertex, others: &[Vertex]) -> Abstraction<'m, B, T> {
        let of = |member: Vertex| &self.members[member as usize];
        let binders =
            core::iter::once(member).chain(others.iter().copied()).map(|member| Behind(&of(member).0)).collect();
        Abstraction { binders, definition: Behind(&of(member).1) }
    }

    fn hash(&mut self, member: Vertex, others: &[Vertex]) -> Hashed<u128> {
        Hash::run(&self.abstraction(member, others), self.options, &mut self.buffers)
    }
}
