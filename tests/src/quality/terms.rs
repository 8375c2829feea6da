//! The terms that are hashed.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use sexpr_core::StructuralEq;

use super::number::pair;

/// Arithmetic.
#[derive(StructuralEq)]
pub enum Arithmetic {
    /// A number.
    Int(i64),
    /// A sum.
    Add(Box<Arithmetic>, Box<Arithmetic>),
    /// A product.
    Mul(Box<Arithmetic>, Box<Arithmetic>),
    /// The opposite.
    Negate(Box<Arithmetic>),
}

impl Arithmetic {
    /// The term with this number.
    pub fn nth(number: u64) -> Arithmetic {
        const NUMBERS: u64 = 4;
        let boxed = |number| Box::new(Arithmetic::nth(number));
        let Some(rest) = number.checked_sub(NUMBERS) else { return Arithmetic::Int(number as i64) };
        let (left, right) = pair(rest / 3);
        match rest % 3 {
            0 => Arithmetic::Add(boxed(left), boxed(right)),
            1 => Arithmetic::Mul(boxed(left), boxed(right)),
            _ => Arithmetic::Negate(boxed(rest / 3)),
        }
    }
}

/// Functions of named variables, which end with their scopes.
#[derive(StructuralEq)]
pub enum Named {
    /// A variable's use.
    Use(#[seq(var)] String),
    /// An application.
    Apply(Box<Named>, Box<Named>),
    /// A function.
    #[seq(scope)]
    Lambda(#[seq(var, def)] String, Box<Named>),
}

impl Named {
    /// The closed term with this number.
    pub fn nth(number: u64) -> Named {
        Named::Lambda("x0".into(), Box::new(Named::below(number, 1)))
    }

    /// The term with this number below so many binders, as if it had de Bruijn indices.
    fn below(number: u64, depth: u64) -> Named {
        let boxed = |number, depth| Box::new(Named::below(number, depth));
        let Some(rest) = number.checked_sub(depth) else { return Named::Use(format!("x{number}")) };
        if rest % 2 == 0 {
            Named::Lambda(format!("x{depth}"), boxed(rest / 2, depth + 1))
        } else {
            let (left, right) = pair(rest / 2);
            Named::Apply(boxed(left, depth), boxed(right, depth))
        }
    }
}

/// A variable known by where it is bound.
#[derive(StructuralEq)]
#[seq(kind = "var")]
pub struct Var(pub u8);

impl Var {
    /// So many.
    pub fn many(count: usize) -> Vec<Arc<Var>> {
        (0..count).map(|_| Arc::new(Var(0))).collect()
    }
}

/// Functions of variables that are bound for good.
#[derive(StructuralEq)]
pub enum Sticky {
    /// A variable's use.
    Use(Arc<Var>),
    /// An application.
    Apply(Box<Sticky>, Box<Sticky>),
    /// A function.
    Lambda(#[seq(def)] Arc<Var>, Box<Sticky>),
}

impl Sticky {
    /// The closed term with this number.
    pub fn nth(number: u64) -> Sticky {
        let outermost = Arc::new(Var(0));
        let mut variables = vec![outermost.clone()];
        Sticky::Lambda(outermost, Box::new(Sticky::below(number, &mut variables)))
    }

    fn below(number: u64, variables: &mut Vec<Arc<Var>>) -> Sticky {
        let Some(rest) = number.checked_sub(variables.len() as u64) else {
            return Sticky::Use(variables[number as usize].clone());
        };
        if rest % 2 == 0 {
            let variable = Arc::new(Var(0));
            variables.push(variable.clone());
            let body = Sticky::below(rest / 2, variables);
            variables.pop();
            Sticky::Lambda(variable, Box::new(body))
        } else {
            let (left, right) = pair(rest / 2);
            let left = Sticky::below(left, variables);
            Sticky::Apply(Box::new(left), Box::new(Sticky::below(right, variables)))
        }
    }
}

/// Parameters and a list of uses.
#[derive(StructuralEq)]
#[seq(scope)]
pub struct Scoped {
    #[seq(def)]
    params: Vec<Arc<Var>>,
    uses: Vec<Arc<Var>>,
}

/// The same, bound for good.
#[derive(StructuralEq)]
pub struct ForGood {
    #[seq(def)]
    params: Vec<Arc<Var>>,
    uses: Vec<Arc<Var>>,
}

fn used(params: &[Arc<Var>], uses: &[u64]) -> Vec<Arc<Var>> {
    uses.iter().map(|used| params[*used as usize].clone()).collect()
}

impl Scoped {
    /// Uses of so many parameters, by their places.
    pub fn new(params: usize, uses: &[u64]) -> Scoped {
        let params = Var::many(params);
        Scoped { uses: used(&params, uses), params }
    }
}

impl ForGood {
    /// Uses of so many parameters, by their places.
    pub fn new(params: usize, uses: &[u64]) -> ForGood {
        let params = Var::many(params);
        ForGood { uses: used(&params, uses), params }
    }
}

/// A node whose sharing counts.
#[derive(StructuralEq)]
#[seq(kind = "dag")]
pub struct Dag(Option<[Arc<Dag>; 2]>);

impl Dag {
    /// A list of nodes, each of which holds two of those before it, which the number chooses.
    pub fn nth(mut number: u64, nodes: usize) -> Vec<Arc<Dag>> {
        let leaf = || Arc::new(Dag(None));
        let mut list = vec![leaf(), leaf()];
        for before in 2..nodes as u64 {
            let mut choose = || {
                let choice = number % before;
                number /= before;
                list[choice as usize].clone()
            };
            let pair = [choose(), choose()];
            list.push(Arc::new(Dag(Some(pair))));
        }
        list
    }
}

/// Lists of lists.
#[derive(StructuralEq)]
pub struct Nested(pub Vec<Nested>);

impl Nested {
    /// The list with this number: the first item's number, paired with that of the rest.
    pub fn nth(mut number: u64) -> Nested {
        let mut items = Vec::new();
        while let Some(before) = number.checked_sub(1) {
            let (first, rest) = pair(before);
            items.push(Nested::nth(first));
            number = rest;
        }
        Nested(items)
    }
}

/// A chain of nodes of two kinds.
#[derive(StructuralEq)]
pub enum Chain {
    /// The end.
    End,
    /// A node, and the rest.
    Zero(Box<Chain>),
    /// Another node, and the rest.
    One(Box<Chain>),
}

impl Chain {
    /// A chain of these digits.
    pub fn of(digits: &[u64]) -> Chain {
        digits.iter().fold(Chain::End, |rest, digit| match digit {
            0 => Chain::Zero(Box::new(rest)),
            _ => Chain::One(Box::new(rest)),
        })
    }
}

/// Leaves side by side in one node, which make one item.
#[derive(StructuralEq)]
pub struct Leaves {
    /// A number.
    pub number: i64,
    /// Another.
    pub float: f64,
    /// A text.
    pub text: Option<String>,
    /// A character.
    pub character: char,
    /// A truth.
    pub flag: bool,
}

/// A leaf in a node of its own, so that it makes an item of its own.
#[derive(StructuralEq)]
pub struct Cell<L>(pub L, pub Option<Box<Cell<L>>>);

impl<L> Cell<L> {
    /// Such cells.
    pub fn many(leaves: impl IntoIterator<Item = L>) -> Vec<Cell<L>> {
        leaves.into_iter().map(|leaf| Cell(leaf, None)).collect()
    }
}

/// A map that says what each digit of a number is.
pub fn map(digits: &[u64]) -> BTreeMap<u64, u64> {
    digits.iter().enumerate().filter(|(_, digit)| **digit > 0).map(|(place, digit)| (place as u64, *digit)).collect()
}

/// The set of a number's bits.
pub fn set(number: u64) -> BTreeSet<u32> {
    (0..u64::BITS).filter(|bit| number >> bit & 1 == 1).collect()
}
