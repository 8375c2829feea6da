//! Dimensions: what is computed with them, and having two be the same.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::{Clash, State, Types};
use crate::algebra::Polynomial;
use crate::relay::ir::{Dim, DimOp, Incomplete, TypeArgument, TypeParam};

/// What a dimension is computed from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Atom {
    Param(*const TypeParam),
    Hole(u32),
    /// A quotient, rounded down, which is no polynomial.
    Quotient(Box<(Polynomial<Self>, Polynomial<Self>)>),
}

/// A dimension in normal form.
struct Normal {
    polynomial: Polynomial<Atom>,
    /// The type parameters in it.
    params: BTreeMap<*const TypeParam, Arc<TypeParam>>,
}

/// Why a dimension has no normal form.
enum NoNormal {
    /// A part of it is only known when the program runs.
    Any,
    /// A part of it agrees with everything: this hole.
    Poisoned(u32),
    /// It is too large, or divided by 0.
    TooLarge,
}

/// Products of sums are not multiplied out, and quotients not put into quotients, beyond this.
const HEAVIEST: usize = 200;

impl Types {
    /// Has two dimensions be the same, if they can be. `?` goes with anything.
    pub(in crate::relay) fn unify_dims(&mut self, left: &Dim, right: &Dim) -> Result<(), Clash> {
        match (self.head_of_dim(left), self.head_of_dim(right)) {
            (Dim::Constant(one), Dim::Constant(other)) if one == other => Ok(()),
            (Dim::Param(one), Dim::Param(other)) if Arc::ptr_eq(&one, &other) => Ok(()),
            (Dim::Incomplete(one), Dim::Incomplete(other)) => self.join_holes(one, other).map(|_| ()),
            (Dim::Incomplete(hole), other) | (other, Dim::Incomplete(hole)) => match self.is_poisoned(hole) {
                true => {
                    self.poison_parts(&[TypeArgument::Dim(other)]);
                    Ok(())
                }
                // A sum in which the hole is added to nothing is the hole.
                false if self.same_dims(&Dim::Incomplete(hole), &other) => Ok(()),
                false if self.holes_of(&other).contains(&hole.number) => self.solve(&Dim::Incomplete(hole), &other),
                // What fills holes is simple, or it would double with each dimension that is computed from another.
                false => match self.simplified(&other)? {
                    other @ Dim::Incomplete(_) => self.unify_dims(&Dim::Incomplete(hole), &other),
                    simple => self.fill(hole.number, TypeArgument::Dim(simple)),
                },
            },
            (Dim::Any, _) | (_, Dim::Any) => Ok(()),
            (left, right) => self.solve(&left, &right),
        }
    }

    /// Whether two dimensions are known to be the same.
    pub(in crate::relay) fn same_dims(&self, left: &Dim, right: &Dim) -> bool {
        let (Ok(left), Ok(right)) = (self.normal(left), self.normal(right)) else { return false };
        left.polynomial == right.polynomial
    }

    /// A dimension in as simple a form as there is. Fails where it is negative, divided by 0, or too large.
    pub(in crate::relay) fn simplified(&self, dim: &Dim) -> Result<Dim, Clash> {
        match self.head_of_dim(dim) {
            computed @ Dim::Binary { .. } => match self.normal(&computed) {
                Err(NoNormal::Any) => Ok(Dim::Any),
                Err(NoNormal::Poisoned(number)) => Ok(Dim::Incomplete(Incomplete { number })),
                Err(NoNormal::TooLarge) => Err(Clash::NoDimension(computed)),
                Ok(normal) => normal.written().ok_or(Clash::NoDimension(computed)),
            },
            other => Ok(other),
        }
    }

    /// Whether a part of a dimension is not known yet.
    pub(in crate::relay) fn mentions_a_hole(&self, dim: &Dim) -> bool {
        !self.holes_of(dim).is_empty()
    }

    /// The holes in a dimension that nothing fills, by number.
    fn holes_of(&self, dim: &Dim) -> HashSet<u32> {
        let (mut open, mut seen) = (HashSet::new(), HashSet::new());
        let mut stack = vec![dim];
        while let Some(dim) = stack.pop() {
            match dim {
                Dim::Constant(_) | Dim::Param(_) | Dim::Any => {}
                Dim::Binary { left, right, .. } => stack.extend([&**left, &**right]),
                Dim::Incomplete(hole) => {
                    let number = self.find(*hole);
                    match &self.holes[number as usize].state {
                        State::Filled(TypeArgument::Dim(filled)) if seen.insert(number) => stack.push(filled),
                        State::Filled(_) => {}
                        _ => drop(open.insert(number)),
                    }
                }
            }
        }
        open
    }

    /// Solves an equation, where one hole in it decides.
    fn solve(&mut self, left: &Dim, right: &Dim) -> Result<(), Clash> {
        let clash = |types: &Self| {
            let shown = |dim: &Dim| types.resolve_dim(dim).unwrap_or_else(|_| dim.clone());
            Clash::Dims(shown(left), shown(right))
        };
        let (one, other) = match (self.normal(left), self.normal(right)) {
            (Err(NoNormal::Poisoned(_)), _) | (_, Err(NoNormal::Poisoned(_))) => {
                self.poison_parts(&[left, right].map(|dim| TypeArgument::Dim(dim.clone())));
                return Ok(());
            }
            (Err(NoNormal::Any), _) | (_, Err(NoNormal::Any)) => return Ok(()),
            (Ok(one), Ok(other)) => (one, other),
            _ => return Err(clash(self)),
        };
        let Some(rest) = one.polynomial.subtract(&other.polynomial) else { return Err(clash(self)) };
        if rest.as_constant() == Some(0) {
            return Ok(());
        }
        let params = one.params.into_iter().chain(other.params).collect();
        let mut holes = rest.atoms().filter_map(Atom::hole);
        let Some(hole) = holes.next() else {
            return if rest.atoms().any(Atom::hides_a_hole) { self.equate(left, right) } else { Err(clash(self)) };
        };
        let is_lone = holes.all(|other| other == hole) && !rest.atoms().any(Atom::hides_a_hole);
        let lone = Polynomial::atom(Atom::Hole(hole));
        let coefficient =
            rest.terms().find(|(monomial, _)| monomial.len() == 1 && monomial.get(&Atom::Hole(hole)) == Some(&1));
        let (true, Some((_, coefficient))) = (is_lone, coefficient) else {
            return self.equate(left, right);
        };
        // coefficient * hole + others = 0
        let by = Polynomial::constant(coefficient);
        let Some(others) = lone.multiply(&by).and_then(|lone| lone.subtract(&rest)) else { return Err(clash(self)) };
        if others.atoms().any(|atom| *atom == Atom::Hole(hole)) {
            return self.equate(left, right);
        }
        let written = others.divide(&by).and_then(|polynomial| Normal { polynomial, params }.written());
        match written {
            Some(dim) => self.fill(self.find(Incomplete { number: hole }), TypeArgument::Dim(dim)),
            None => Err(clash(self)),
        }
    }

    /// Puts an equation off until one of its holes is filled.
    fn equate(&mut self, left: &Dim, right: &Dim) -> Result<(), Clash> {
        let (left, right) = (self.simplified(left)?, self.simplified(right)?);
        self.equations.push((left, right));
        Ok(())
    }

    fn normal(&self, dim: &Dim) -> Result<Normal, NoNormal> {
        let mut known = Known::default();
        let polynomial = self.polynomial(dim, &mut known)?;
        Ok(Normal { polynomial, params: known.params })
    }

    fn polynomial(&self, dim: &Dim, known: &mut Known) -> Result<Polynomial<Atom>, NoNormal> {
        let polynomial = match dim {
            Dim::Constant(value) => Polynomial::constant((*value).into()),
            Dim::Any => return Err(NoNormal::Any),
            Dim::Param(param) => {
                known.params.insert(Arc::as_ptr(param), param.clone());
                Polynomial::atom(Atom::Param(Arc::as_ptr(param)))
            }
            Dim::Incomplete(hole) => match self.filled(*hole) {
                Ok(TypeArgument::Dim(filled)) => {
                    // What fills one may mention others often, which are filled by now.
                    let number = self.find(*hole);
                    if let Some(polynomial) = known.holes.get(&number) {
                        return Ok(polynomial.clone());
                    }
                    let polynomial = self.polynomial(filled, known)?;
                    known.holes.insert(number, polynomial.clone());
                    polynomial
                }
                Err(open) if self.is_poisoned(open) => return Err(NoNormal::Poisoned(open.number)),
                Err(open) => Polynomial::atom(Atom::Hole(open.number)),
                Ok(_) => Polynomial::atom(Atom::Hole(hole.number)),
            },
            Dim::Binary { op, left, right } => {
                let (left, right) = (self.polynomial(left, known), self.polynomial(right, known));
                let divides_by_nothing = |right: &Polynomial<Atom>| right.as_constant().is_some_and(|by| by <= 0);
                if *op == DimOp::Div && right.as_ref().is_ok_and(divides_by_nothing) {
                    return Err(NoNormal::TooLarge);
                }
                let (left, right) = (left?, right?);
                let computed = match op {
                    DimOp::Add => left.add(&right),
                    DimOp::Sub => left.subtract(&right),
                    DimOp::Mul => left.multiply(&right),
                    DimOp::Div => quotient(left, right),
                };
                computed.ok_or(NoNormal::TooLarge)?
            }
        };
        if weight(&polynomial) <= HEAVIEST { Ok(polynomial) } else { Err(NoNormal::TooLarge) }
    }
}

/// What was met while a dimension was brought into normal form.
#[derive(Default)]
struct Known {
    params: BTreeMap<*const TypeParam, Arc<TypeParam>>,
    holes: HashMap<u32, Polynomial<Atom>>,
}

/// How much a polynomial is made of.
fn weight(polynomial: &Polynomial<Atom>) -> usize {
    let of_atom = |atom: &Atom| match atom {
        Atom::Quotient(parts) => 1 + weight(&parts.0) + weight(&parts.1),
        Atom::Param(_) | Atom::Hole(_) => 1,
    };
    let of_term = |(atom, power): (&Atom, &u32)| of_atom(atom).saturating_mul(*power as usize);
    polynomial.terms().map(|(monomial, _)| 1 + monomial.iter().map(of_term).sum::<usize>()).sum()
}

fn quotient(left: Polynomial<Atom>, right: Polynomial<Atom>) -> Option<Polynomial<Atom>> {
    match (left.as_constant(), right.as_constant()) {
        (_, Some(..=0)) | (Some(..=-1), Some(_)) => None,
        (Some(left), Some(right)) => Some(Polynomial::constant(left.div_euclid(right))),
        // Where the divisor is 0, there is no dimension.
        _ => Some(left.divide(&right).unwrap_or_else(|| Polynomial::atom(Atom::Quotient(Box::new((left, right)))))),
    }
}

impl Atom {
    fn hole(&self) -> Option<u32> {
        match self {
            Self::Hole(hole) => Some(*hole),
            Self::Param(_) | Self::Quotient(_) => None,
        }
    }

    /// Whether there is a hole in a quotient.
    fn hides_a_hole(&self) -> bool {
        let has_hole =
            |polynomial: &Polynomial<Self>| polynomial.atoms().any(|atom| atom.hole().is_some() || atom.hides_a_hole());
        matches!(self, Self::Quotient(parts) if has_hole(&parts.0) || has_hole(&parts.1))
    }
}

impl Normal {
    /// As a dimension; nothing, if it is negative or too large for one.
    fn written(&self) -> Option<Dim> {
        self.sum(&self.polynomial)
    }

    /// Terms in the order of names, positive ones first.
    fn sum(&self, polynomial: &Polynomial<Atom>) -> Option<Dim> {
        if let Some(value) = polynomial.as_constant() {
            return u64::try_from(value).ok().map(Dim::Constant);
        }
        let mut terms = Vec::new();
        for (monomial, coefficient) in polynomial.terms() {
            let mut factors = Vec::new();
            for (atom, power) in monomial {
                for _ in 0..*power {
                    factors.push(self.factor(atom)?);
                }
            }
            factors.sort_by_key(|factor| factor.to_string());
            let size = u64::try_from(coefficient.unsigned_abs()).ok()?;
            if size != 1 || factors.is_empty() {
                factors.push(Dim::Constant(size));
            }
            let product = factors.into_iter().reduce(|left, right| Dim::binary(DimOp::Mul, left, right))?;
            terms.push((monomial.is_empty(), coefficient < 0, product.to_string(), product));
        }
        terms.sort_by(|left, right| (left.1, left.0, &left.2).cmp(&(right.1, right.0, &right.2)));
        let mut sum: Option<Dim> = None;
        for (_, is_negative, _, term) in terms {
            let op = if is_negative { DimOp::Sub } else { DimOp::Add };
            sum = Some(match sum {
                Some(sum) => Dim::binary(op, sum, term),
                None if is_negative => Dim::binary(op, Dim::Constant(0), term),
                None => term,
            });
        }
        sum
    }

    fn factor(&self, atom: &Atom) -> Option<Dim> {
        Some(match atom {
            Atom::Param(pointer) => Dim::Param(self.params.get(pointer)?.clone()),
            Atom::Hole(number) => Dim::Incomplete(Incomplete { number: *number }),
            Atom::Quotient(parts) => Dim::binary(DimOp::Div, self.sum(&parts.0)?, self.sum(&parts.1)?),
        })
    }
}
