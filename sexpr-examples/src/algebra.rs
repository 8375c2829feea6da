//! Sums of products with integer coefficients: what two ways to write an index or a dimension have in common.
//!
//! Polynomials over atoms are in normal form, so that two are equal exactly if their values are, whatever integers the
//! atoms stand for. What is no polynomial, such as a division, is an atom of its own.

use std::collections::BTreeMap;

/// A product of powers of atoms; without any, 1.
pub type Monomial<A> = BTreeMap<A, u32>;

/// A sum of monomials with coefficients, none of which is 0.
///
/// Operations give nothing where a coefficient or an exponent becomes too large.
///
/// ```
/// use sexpr_examples::algebra::Polynomial;
///
/// let (x, two) = (Polynomial::atom("x"), Polynomial::constant(2));
/// assert_eq!(x.add(&x), x.multiply(&two));
/// assert_eq!(x.divide(&two), None);
/// assert_eq!(x.divide(&Polynomial::constant(0)), None);
/// assert_eq!(x.add(&x).and_then(|sum| sum.divide(&two)), Some(x));
/// let large = Polynomial::<u8>::constant(i128::MAX);
/// assert_eq!((large.add(&Polynomial::constant(1)), large.multiply(&large)), (None, None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Polynomial<A: Ord> {
    terms: BTreeMap<Monomial<A>, i128>,
}

impl<A: Ord + Clone> Polynomial<A> {
    /// A number.
    pub fn constant(value: i128) -> Self {
        Self { terms: BTreeMap::from_iter((value != 0).then(|| (Monomial::new(), value))) }
    }

    /// An atom.
    pub fn atom(atom: A) -> Self {
        Self { terms: BTreeMap::from([(Monomial::from([(atom, 1)]), 1)]) }
    }

    /// The sum of monomials with coefficients.
    pub fn from_terms(terms: impl IntoIterator<Item = (Monomial<A>, i128)>) -> Option<Self> {
        let mut sum = Self::constant(0);
        for (monomial, coefficient) in terms {
            sum.accumulate(monomial, coefficient)?;
        }
        Some(sum)
    }

    /// Its monomials with their coefficients.
    pub fn terms(&self) -> impl Iterator<Item = (&Monomial<A>, i128)> {
        self.terms.iter().map(|(monomial, coefficient)| (monomial, *coefficient))
    }

    /// How many terms there are.
    pub fn length(&self) -> usize {
        self.terms.len()
    }

    /// Its value, if it mentions no atom.
    pub fn as_constant(&self) -> Option<i128> {
        match self.terms.first_key_value() {
            None => Some(0),
            Some((monomial, value)) if self.terms.len() == 1 && monomial.is_empty() => Some(*value),
            Some(_) => None,
        }
    }

    /// The atoms in it, some perhaps more than once.
    pub fn atoms(&self) -> impl Iterator<Item = &A> {
        self.terms.keys().flat_map(BTreeMap::keys)
    }

    /// The sum of two.
    pub fn add(&self, other: &Self) -> Option<Self> {
        let mut sum = self.clone();
        for (monomial, coefficient) in other.terms() {
            sum.accumulate(monomial.clone(), coefficient)?;
        }
        Some(sum)
    }

    /// The difference of two.
    pub fn subtract(&self, other: &Self) -> Option<Self> {
        self.add(&other.multiply(&Self::constant(-1))?)
    }

    /// The product of two.
    pub fn multiply(&self, other: &Self) -> Option<Self> {
        let mut product = Self::constant(0);
        for (left, one) in self.terms() {
            for (right, another) in other.terms() {
                let mut monomial = left.clone();
                for (atom, power) in right {
                    let sum: &mut u32 = monomial.entry(atom.clone()).or_default();
                    *sum = sum.checked_add(*power)?;
                }
                product.accumulate(monomial, one.checked_mul(another)?)?;
            }
        }
        Some(product)
    }

    /// The quotient, if a division by this one term leaves nothing.
    pub fn divide(&self, divisor: &Self) -> Option<Self> {
        let mut divisors = divisor.terms();
        let (Some((divisor, by)), None) = (divisors.next(), divisors.next()) else { return None };
        let mut quotient = Self::constant(0);
        for (monomial, coefficient) in self.terms() {
            let mut monomial = monomial.clone();
            for (atom, power) in divisor {
                let left = monomial.get_mut(atom).filter(|left| **left >= *power)?;
                *left -= power;
                if *left == 0 {
                    monomial.remove(atom);
                }
            }
            let coefficient = (coefficient.checked_rem(by)? == 0).then(|| coefficient / by)?;
            quotient.accumulate(monomial, coefficient)?;
        }
        Some(quotient)
    }

    fn accumulate(&mut self, monomial: Monomial<A>, coefficient: i128) -> Option<()> {
        let sum = self.terms.get(&monomial).copied().unwrap_or_default().checked_add(coefficient)?;
        if sum == 0 {
            self.terms.remove(&monomial);
        } else {
            self.terms.insert(monomial, sum);
        }
        Some(())
    }
}
