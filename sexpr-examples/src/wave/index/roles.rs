//! The accesses of a matrix product, by operand.
//!
//! A matrix product has one index for all its operands: where these differ, the index says by a `Piecewise` on one
//! symbol for each operand which of them is meant. [`split`] takes it apart, and [`merge`] puts it together.
//!
//! ```
//! use sexpr_examples::wave::index::{Index, IndexError, Symbol, roles};
//!
//! let merged = "Piecewise(($T0, ~$MMA_ACC), (4 * $T0, $MMA_ACC)) : 4 : 1".parse()?;
//! let by_role = roles::split(&Index::from([(Symbol::new("M"), merged)]));
//! assert_eq!(by_role.lhs["M"].to_string(), "$T0 : 4 : 1");
//! assert_eq!(by_role.acc["M"].to_string(), "4 * $T0 : 4 : 1");
//!
//! let merged = roles::merge(&by_role);
//! assert_eq!(merged["M"].to_string(), "Piecewise(($T0, ~$MMA_ACC), (4 * $T0, $MMA_ACC)) : 4 : 1");
//! # Ok::<(), IndexError>(())
//! ```

use std::collections::BTreeSet;

use super::condition::Condition;
use super::expr::IndexExpr;
use super::sequence::{Index, IndexSequence};
use super::symbol::Symbol;

named! {
    /// An operand of a matrix product `acc + lhs * rhs`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Role, name {
        /// The left factor.
        Lhs = "$MMA_LHS",
        /// The right factor.
        Rhs = "$MMA_RHS",
        /// What is added, and the result.
        Acc = "$MMA_ACC",
    }
}

impl Role {
    /// The symbol that is 1 where this operand is meant, and else 0.
    pub fn symbol(self) -> Symbol {
        Symbol::new(self.name())
    }
}

/// An index for each operand of a matrix product.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByRole {
    /// That of the left factor.
    pub lhs: Index,
    /// That of the right factor.
    pub rhs: Index,
    /// That of what is added, and of the result.
    pub acc: Index,
}

impl ByRole {
    /// That of an operand.
    pub fn of(&self, role: Role) -> &Index {
        match role {
            Role::Lhs => &self.lhs,
            Role::Rhs => &self.rhs,
            Role::Acc => &self.acc,
        }
    }
}

/// What an index says of each operand: with 1 in place of the operand's symbol and 0 in place of the others.
///
/// A dimension of whose components one has no value then, since a `Piecewise` has no branch for the operand, is not one
/// of that operand.
pub fn split(index: &Index) -> ByRole {
    let of = |role: Role| {
        let sequences = index.iter().map(|(dimension, sequence)| (dimension.clone(), for_role(sequence, role)));
        sequences.filter(|(_, sequence)| !sequence.components().iter().any(|part| part.is_undefined())).collect()
    };
    ByRole { lhs: of(Role::Lhs), rhs: of(Role::Rhs), acc: of(Role::Acc) }
}

fn for_role(sequence: &IndexSequence, role: Role) -> IndexSequence {
    let by = |symbol: &Symbol| {
        let meant = Role::ALL.into_iter().find(|role| role.name() == symbol.name())?;
        Some(IndexExpr::int((meant == role).into()))
    };
    sequence.map(|component| component.specialize(&by))
}

/// The index that is split into these, as long as they do not mention the operands' symbols, each component has a
/// value, and nothing outgrows the [limits](super#limits).
///
/// A component is plain if it is the same for all three operands; else it has a branch for each value, and none for
/// operands without the dimension.
pub fn merge(by_role: &ByRole) -> Index {
    let dimensions: BTreeSet<&Symbol> = Role::ALL.iter().flat_map(|role| by_role.of(*role).keys()).collect();
    let merged = |dimension: &Symbol| {
        let of_role = |role| Some((role, by_role.of(role).get(dimension)?));
        let sequences: Vec<_> = Role::ALL.into_iter().filter_map(of_role).collect();
        let component = |part: fn(&IndexSequence) -> &IndexExpr| {
            merged_component(sequences.iter().map(|(role, sequence)| (*role, part(sequence))))
        };
        IndexSequence {
            start: component(|sequence| &sequence.start),
            size: component(|sequence| &sequence.size),
            stride: component(|sequence| &sequence.stride),
        }
    };
    dimensions.into_iter().map(|dimension| (dimension.clone(), merged(dimension))).collect()
}

fn merged_component<'e>(values: impl Iterator<Item = (Role, &'e IndexExpr)>) -> IndexExpr {
    let mut branches: Vec<(&IndexExpr, Vec<Role>)> = Vec::new();
    for (role, value) in values {
        match branches.iter_mut().find(|(known, _)| *known == value) {
            Some((_, roles)) => roles.push(role),
            None => branches.push((value, vec![role])),
        }
    }
    match branches.as_slice() {
        [(value, roles)] if roles.len() == Role::ALL.len() => (*value).clone(),
        _ => IndexExpr::piecewise(branches.into_iter().map(|(value, roles)| (value.clone(), is_one_of(&roles)))),
    }
}

/// That one of these operands is meant: it, or not the one that is left.
fn is_one_of(roles: &[Role]) -> Condition {
    match (roles, Role::ALL.iter().find(|role| !roles.contains(role))) {
        ([role], _) => Condition::flag(role.symbol()),
        (_, Some(other)) => Condition::flag(other.symbol()).not(),
        (_, None) => Condition::always(),
    }
}
