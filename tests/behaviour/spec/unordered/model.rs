//! What unordered equality is, in the plainest way: two bags are equal if some order of one's elements equals the other's.
//! And the mistakes that it could make, each of which a comparison with the library has to notice.

use super::language::{Shape, VARIABLES, permutations};

/// A mistake that the model can be asked to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// Elements stand in order.
    OrderCounts,
    /// A bag is a set.
    MultiplicityIsForgotten,
    /// Elements are put in order by what they are by themselves, where all that is bound around them is alike.
    ContextIsLeftOut,
    /// What an element is depends on the one before it: variables may be exchanged anew in each.
    ElementsAreByThemselves,
    /// The first element of the right takes part in every pair.
    PartnersAreNotTaken,
    /// Which variable corresponds to one is looked up on the left alone.
    LooksUpTheLeftOnly,
    /// Which variable corresponds to one is looked up on the right alone.
    LooksUpTheRightOnly,
    /// A free variable equals any other.
    FreeVariablesAreEqual,
    /// Numbers of one hash are equal.
    CoarseNumbersAreEqual,
}

pub(crate) const MISTAKES: [Mistake; 9] = [
    Mistake::OrderCounts,
    Mistake::MultiplicityIsForgotten,
    Mistake::ContextIsLeftOut,
    Mistake::ElementsAreByThemselves,
    Mistake::PartnersAreNotTaken,
    Mistake::LooksUpTheLeftOnly,
    Mistake::LooksUpTheRightOnly,
    Mistake::FreeVariablesAreEqual,
    Mistake::CoarseNumbersAreEqual,
];

/// How variables are known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Address,
    Name,
}

/// Whether two terms are equal.
pub(crate) fn are_equal(left: &Shape, right: &Shape, mistake: Option<Mistake>) -> bool {
    Model { mistake, bound: vec![] }.terms(left, right)
}

struct Model {
    mistake: Option<Mistake>,
    /// The variables that are bound, the innermost last: on the left, and on the right.
    bound: Vec<(By, usize, usize)>,
}

impl Model {
    fn makes(&self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake)
    }

    fn terms(&mut self, left: &Shape, right: &Shape) -> bool {
        match (left, right) {
            (Shape::Number(left), Shape::Number(right)) => left == right,
            (Shape::Coarse(left), Shape::Coarse(right)) => left == right || self.makes(Mistake::CoarseNumbersAreEqual),
            (Shape::Use(left), Shape::Use(right)) => self.variables(By::Address, *left, *right),
            (Shape::Named(left), Shape::Named(right)) => self.variables(By::Name, *left, *right),
            (Shape::Pair(left), Shape::Pair(right)) => left.iter().zip(right.iter()).all(|(l, r)| self.terms(l, r)),
            (Shape::Bag(left), Shape::Bag(right)) => self.bags(left, right),
            (Shape::Bind(left, body), Shape::Bind(right, other)) => {
                self.binders(By::Address, [*left, *right], [body, other])
            }
            (Shape::BindNamed(left, body), Shape::BindNamed(right, other)) => {
                self.binders(By::Name, [*left, *right], [body, other])
            }
            (Shape::Env(left), Shape::Env(right)) => {
                left.len() == right.len()
                    && left.iter().all(|(key, value)| {
                        right.iter().any(|(other, partner)| {
                            self.are_one(By::Address, *key, *other) && self.terms(value, partner)
                        })
                    })
            }
            _ => false,
        }
    }

    fn binders(&mut self, by: By, [left, right]: [usize; 2], [body, other]: [&Shape; 2]) -> bool {
        if width(left) != width(right) {
            return false;
        }
        self.bound.push((by, left, right));
        let are_equal = self.terms(body, other);
        self.bound.pop();
        are_equal
    }

    fn variables(&self, by: By, left: usize, right: usize) -> bool {
        self.are_one(by, left, right) || self.are_free(by, left, right) && self.makes(Mistake::FreeVariablesAreEqual)
    }

    fn are_free(&self, by: By, left: usize, right: usize) -> bool {
        self.bound.iter().all(|(of, l, r)| *of != by || *l != left && *r != right)
    }

    /// Whether variables correspond, or are one that is free.
    fn are_one(&self, by: By, left: usize, right: usize) -> bool {
        let on_left = self.bound.iter().rposition(|(of, l, _)| *of == by && *l == left);
        let on_right = self.bound.iter().rposition(|(of, _, r)| *of == by && *r == right);
        match (on_left, on_right) {
            (None, None) => left == right,
            (Some(at), _) if self.makes(Mistake::LooksUpTheLeftOnly) => self.bound[at].2 == right,
            (_, Some(at)) if self.makes(Mistake::LooksUpTheRightOnly) => self.bound[at].1 == left,
            (one, other) => one == other,
        }
    }

    fn bags(&mut self, left: &[Shape], right: &[Shape]) -> bool {
        let [count, others] = [left.len(), right.len()];
        let are_equal: Vec<Vec<bool>> = match self.mistake {
            Some(Mistake::ElementsAreByThemselves) => {
                let around = std::mem::take(&mut self.bound);
                let alone =
                    |shape: &Shape| (0..VARIABLES).fold(shape.clone(), |body, of| Shape::Bind(of, Box::new(body)));
                let are_equal =
                    left.iter().map(|l| right.iter().map(|r| self.terms(&alone(l), &alone(r))).collect()).collect();
                self.bound = around;
                are_equal
            }
            _ => left.iter().map(|l| right.iter().map(|r| self.terms(l, r)).collect()).collect(),
        };
        match self.mistake {
            Some(Mistake::MultiplicityIsForgotten) => {
                are_equal.iter().all(|row| row.contains(&true))
                    && (0..others).all(|r| are_equal.iter().any(|row| row[r]))
            }
            _ if count != others => false,
            Some(Mistake::OrderCounts) => (0..count).all(|at| are_equal[at][at]),
            Some(Mistake::PartnersAreNotTaken) => are_equal.iter().all(|row| row.contains(&true)),
            Some(Mistake::ContextIsLeftOut) => {
                let order = |shapes: &[Shape]| {
                    let mut order: Vec<usize> = (0..shapes.len()).collect();
                    order.sort_by_cached_key(|at| format!("{:?}", shapes[*at]));
                    order
                };
                order(left).into_iter().zip(order(right)).all(|(l, r)| are_equal[l][r])
            }
            _ => permutations(count).iter().any(|order| (0..count).all(|at| are_equal[at][order[at]])),
        }
    }
}

/// A field of variables.
fn width(of: usize) -> usize {
    of % VARIABLES / 2
}
