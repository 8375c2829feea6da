//! A small language with unordered parts, written twice: once with `unordered`, and once without.

use std::collections::BTreeMap;

use proptest::prelude::*;

/// A description of a term, from which both are built. Variables are numbers; the first [`FREE`] of them are free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Number(u8),
    /// A number that only its own `Eq` tells from others.
    Coarse(u8),
    /// A variable that is known by its address.
    Use(usize),
    /// A variable that is known by its name.
    Named(usize),
    Pair(Box<[Shape; 2]>),
    Bag(Vec<Shape>),
    Bind(usize, Box<Shape>),
    BindNamed(usize, Box<Shape>),
    /// Values for variables.
    Env(Vec<(usize, Shape)>),
}

/// How many variables are free unless they are bound.
pub(crate) const VARIABLES: usize = 4;

impl Shape {
    /// Terms of some operands.
    pub(crate) fn any() -> impl Strategy<Value = Shape> {
        Self::of(5, 14, 4)
    }

    /// Terms of bags of up to six elements, three deep.
    pub(crate) fn of_many() -> impl Strategy<Value = Shape> {
        Self::of(3, 40, 6)
    }

    fn of(depth: u32, size: u32, elements: u32) -> impl Strategy<Value = Shape> {
        let leaf = prop_oneof![
            (0..2_u8).prop_map(Shape::Number),
            (0..2_u8).prop_map(Shape::Coarse),
            (0..VARIABLES).prop_map(Shape::Use),
            (0..VARIABLES).prop_map(Shape::Named),
        ];
        leaf.prop_recursive(depth, size, elements, move |inner| {
            prop_oneof![
                4 => proptest::collection::vec(inner.clone(), 0..=elements as usize).prop_map(Shape::Bag),
                2 => (inner.clone(), inner.clone()).prop_map(|(one, other)| Shape::Pair(Box::new([one, other]))),
                2 => (0..VARIABLES, inner.clone()).prop_map(|(of, body)| Shape::Bind(of, Box::new(body))),
                2 => (0..VARIABLES, inner.clone()).prop_map(|(of, body)| Shape::BindNamed(of, Box::new(body))),
                1 => proptest::collection::btree_map(0..VARIABLES, inner, 0..=2)
                    .prop_map(|entries| Shape::Env(entries.into_iter().collect())),
            ]
        })
    }

    /// All terms that differ from this one in the order of elements, if they are at most so many.
    pub(crate) fn reorderings(&self, limit: usize) -> Option<Vec<Shape>> {
        let all = |parts: &[&Shape]| -> Option<Vec<Vec<Shape>>> {
            let mut all = vec![vec![]];
            for part in parts {
                let these = part.reorderings(limit)?;
                if all.len() * these.len() > limit {
                    return None;
                }
                let with = |before: &Vec<Shape>| {
                    let before = before.clone();
                    these.clone().into_iter().map(move |this| [before.clone(), vec![this]].concat())
                };
                all = all.iter().flat_map(with).collect();
            }
            Some(all)
        };
        let parts: Vec<&Shape> = self.parts();
        let rebuilt = all(&parts)?;
        if !matches!(self, Shape::Bag(_)) {
            return Some(rebuilt.into_iter().map(|parts| self.with_parts(parts)).collect());
        }
        let orders = permutations(parts.len());
        if orders.len() * rebuilt.len() > limit {
            return None;
        }
        let in_order = |parts: &Vec<Shape>, order: &Vec<usize>| order.iter().map(|at| parts[*at].clone()).collect();
        Some(rebuilt.iter().flat_map(|parts| orders.iter().map(|order| Shape::Bag(in_order(parts, order)))).collect())
    }

    pub(crate) fn parts(&self) -> Vec<&Shape> {
        match self {
            Shape::Number(_) | Shape::Coarse(_) | Shape::Use(_) | Shape::Named(_) => vec![],
            Shape::Pair(parts) => parts.iter().collect(),
            Shape::Bag(parts) => parts.iter().collect(),
            Shape::Bind(_, body) | Shape::BindNamed(_, body) => vec![body],
            Shape::Env(entries) => entries.iter().map(|(_, value)| value).collect(),
        }
    }

    pub(crate) fn with_parts(&self, parts: Vec<Shape>) -> Shape {
        let mut parts = parts.into_iter();
        let mut next = || parts.next().unwrap();
        match self {
            Shape::Number(_) | Shape::Coarse(_) | Shape::Use(_) | Shape::Named(_) => self.clone(),
            Shape::Pair(_) => Shape::Pair(Box::new([next(), next()])),
            Shape::Bag(_) => Shape::Bag(parts.collect()),
            Shape::Bind(of, _) => Shape::Bind(*of, Box::new(next())),
            Shape::BindNamed(of, _) => Shape::BindNamed(*of, Box::new(next())),
            Shape::Env(entries) => Shape::Env(entries.iter().map(|(of, _)| (*of, next())).collect()),
        }
    }

    /// The same term with numbers in place of those that only their own `Eq` tells from others.
    pub(crate) fn with_fine_hashes(&self) -> Shape {
        match self {
            Shape::Coarse(number) => Shape::Number(*number),
            _ => self.with_parts(self.parts().into_iter().map(Shape::with_fine_hashes).collect()),
        }
    }

    /// The same term with all its variables bound around it, after each other.
    pub(crate) fn closed(&self) -> Shape {
        let bind = |body, of| Shape::Bind(of, Box::new(Shape::BindNamed(of, Box::new(body))));
        (0..VARIABLES).fold(self.clone(), bind)
    }

    /// The same term with its first two free variables exchanged, which have the same fields.
    pub(crate) fn with_free_variables_renamed(&self) -> Shape {
        let renamed = |of: usize| if of < 2 { 1 - of } else { of };
        match self {
            Shape::Use(of) => Shape::Use(renamed(*of)),
            Shape::Named(of) => Shape::Named(renamed(*of)),
            _ => self.with_parts(self.parts().into_iter().map(Shape::with_free_variables_renamed).collect()),
        }
    }

    /// A term in which variables of equal fields are one, so that binders capture.
    pub(crate) fn with_captures(&self) -> Shape {
        let one_of = |of: usize| of % VARIABLES / 2 * 2;
        let boxed = |body: &Shape| Box::new(body.with_captures());
        match self {
            Shape::Use(of) => Shape::Use(one_of(*of)),
            Shape::Named(of) => Shape::Named(one_of(*of)),
            Shape::Bind(of, body) => Shape::Bind(one_of(*of), boxed(body)),
            Shape::BindNamed(of, body) => Shape::BindNamed(one_of(*of), boxed(body)),
            Shape::Env(entries) => {
                let entries = entries.iter().map(|(of, value)| (one_of(*of), value.with_captures()));
                Shape::Env(entries.collect::<BTreeMap<_, _>>().into_iter().collect())
            }
            _ => self.with_parts(self.parts().into_iter().map(Shape::with_captures).collect()),
        }
    }

    /// The same term with bound variables renamed, elements in another order, and, if the numbers say so, one change.
    pub(crate) fn variant(&self, numbers: &mut impl FnMut(usize) -> usize, changes: usize) -> Shape {
        let mut fresh = 0;
        self.renamed(&mut BTreeMap::new(), &mut BTreeMap::new(), &mut fresh, numbers, changes)
    }

    fn renamed(
        &self,
        by_address: &mut BTreeMap<usize, usize>,
        by_name: &mut BTreeMap<usize, usize>,
        fresh: &mut usize,
        numbers: &mut impl FnMut(usize) -> usize,
        changes: usize,
    ) -> Shape {
        let changed = changes > 0 && numbers(changes) == 0;
        match self {
            Shape::Number(number) => Shape::Number(if changed { 1 - number } else { *number }),
            Shape::Coarse(number) => Shape::Coarse(if changed { 1 - number } else { *number }),
            Shape::Use(_) if changed => Shape::Use(numbers(VARIABLES)),
            Shape::Use(of) => Shape::Use(*by_address.get(of).unwrap_or(of)),
            Shape::Named(_) if changed => Shape::Named(numbers(VARIABLES)),
            Shape::Named(of) => Shape::Named(*by_name.get(of).unwrap_or(of)),
            Shape::Bind(of, body) | Shape::BindNamed(of, body) => {
                let is_named = matches!(self, Shape::BindNamed(..));
                // With the same fields.
                *fresh += VARIABLES;
                let new = *fresh + of % VARIABLES;
                let bound = if is_named { &mut *by_name } else { &mut *by_address };
                let before = bound.insert(*of, new);
                let body = Box::new(body.renamed(by_address, by_name, fresh, numbers, changes));
                let bound = if is_named { by_name } else { by_address };
                match before {
                    Some(before) => bound.insert(*of, before),
                    None => bound.remove(of),
                };
                if is_named { Shape::BindNamed(new, body) } else { Shape::Bind(new, body) }
            }
            Shape::Env(entries) => {
                let entry = |(of, value): &(usize, Shape)| {
                    let of = *by_address.get(of).unwrap_or(of);
                    (of, value.renamed(by_address, by_name, fresh, numbers, changes))
                };
                Shape::Env(entries.iter().map(entry).collect())
            }
            Shape::Pair(_) | Shape::Bag(_) => {
                let part = |part: &&Shape| part.renamed(by_address, by_name, fresh, numbers, changes);
                let mut parts: Vec<Shape> = self.parts().iter().map(part).collect();
                if matches!(self, Shape::Bag(_)) {
                    for last in (1..parts.len()).rev() {
                        parts.swap(last, numbers(last + 1));
                    }
                }
                self.with_parts(parts)
            }
        }
    }
}

/// All orders of so many things.
pub(crate) fn permutations(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![vec![]];
    }
    let insert = |order: &Vec<usize>| {
        let order = order.clone();
        (0..count).map(move |at| {
            let mut order = order.clone();
            order.insert(at, count - 1);
            order
        })
    };
    permutations(count - 1).iter().flat_map(insert).collect()
}

/// Numbers below limits, from a seed.
pub(crate) fn numbers(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |limit| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % limit
    }
}

/// The language, with these attributes for bags.
macro_rules! language {
    ($language:ident, $($unordered:meta)?) => {
        pub(crate) mod $language {
            use std::{collections::BTreeMap, sync::Arc};

            use sexpr_core::{ByIdentity, StructuralEq};

            use sexpr_test_support::hashes::Coarse;

            use super::Shape;

            #[derive(Debug, StructuralEq)]
            #[seq(kind = "var")]
            pub(crate) struct Var {
                pub(crate) width: usize,
            }

            #[derive(Debug, StructuralEq)]
            #[seq(kind = "var")]
            pub(crate) struct Name {
                #[seq(key)]
                pub(crate) name: usize,
                pub(crate) width: usize,
            }

            #[derive(StructuralEq)]
            pub(crate) enum Term {
                Number(u8),
                Coarse(#[seq(opaque)] Coarse),
                Use(Arc<Var>),
                Named(Name),
                Pair(Box<[Term; 2]>),
                Bag($(#[$unordered])? Vec<Arc<Term>>),
                #[seq(scope)]
                Bind(#[seq(def)] Arc<Var>, Box<Term>),
                #[seq(scope)]
                BindNamed(#[seq(def)] Name, Box<Term>),
                Env(BTreeMap<ByIdentity<Arc<Var>>, Term>),
            }

            /// The variables that are known by their addresses.
            pub(crate) struct Variables(Vec<Arc<Var>>);

            impl Variables {
                pub(crate) fn new() -> Self {
                    Variables((0..1024).map(|number| Arc::new(Var { width: width(number) })).collect())
                }

                pub(crate) fn build(&self, shape: &Shape) -> Term {
                    match shape {
                        Shape::Number(number) => Term::Number(*number),
                        Shape::Coarse(number) => Term::Coarse(Coarse(u64::from(*number))),
                        Shape::Use(of) => Term::Use(self.0[*of].clone()),
                        Shape::Named(of) => Term::Named(name(*of)),
                        Shape::Pair(parts) => Term::Pair(Box::new([self.build(&parts[0]), self.build(&parts[1])])),
                        Shape::Bag(parts) => Term::Bag(parts.iter().map(|part| Arc::new(self.build(part))).collect()),
                        Shape::Bind(of, body) => Term::Bind(self.0[*of].clone(), Box::new(self.build(body))),
                        Shape::BindNamed(of, body) => Term::BindNamed(name(*of), Box::new(self.build(body))),
                        Shape::Env(entries) => {
                            let entry = |(of, value): &(usize, Shape)| {
                                (ByIdentity(self.0[*of].clone()), self.build(value))
                            };
                            Term::Env(entries.iter().map(entry).collect())
                        }
                    }
                }
            }

            fn name(number: usize) -> Name {
                Name { name: number, width: width(number) }
            }

            fn width(number: usize) -> usize {
                number % super::VARIABLES / 2
            }
        }
    };
}

language!(unordered, seq(unordered));
language!(ordered,);
