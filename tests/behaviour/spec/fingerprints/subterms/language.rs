//! A language with everything that makes a subterm another term where it stands by itself, and random terms of it.

use std::{collections::BTreeMap, sync::Arc};

use sexpr_core::StructuralEq;
use sexpr_test_support::random::Random;

/// A variable that is known by its address.
#[derive(Debug, StructuralEq)]
#[seq(kind = "var")]
pub(super) struct Pointer {
    pub bits: u32,
}

/// One with a type, in which variables may occur.
#[derive(Debug, StructuralEq)]
#[seq(kind = "var")]
pub(super) struct Typed {
    pub ty: Arc<Term>,
}

/// One that is known by its key, and has a field that is a leaf.
#[derive(Debug, StructuralEq)]
#[seq(kind = "var")]
pub(super) struct Keyed {
    #[seq(key)]
    pub name: u8,
    pub bits: u8,
}

#[derive(Debug, StructuralEq)]
#[seq(kind = "dag")]
pub(super) struct Shared(pub Term);

/// An operation, behind a trait object.
pub(super) trait Operation: std::fmt::Debug + sexpr_core::custom::DynStructural {}
sexpr_core::open!(Operation);

#[derive(Debug, StructuralEq)]
pub(super) struct Exp(pub Term);
impl Operation for Exp {}

#[derive(Debug, StructuralEq)]
pub(super) struct Log(pub Term);
impl Operation for Log {}

#[derive(Debug, StructuralEq)]
pub(super) enum Term {
    Int(i64),
    Name(#[seq(var)] &'static str),
    Pointer(Arc<Pointer>),
    Typed(Arc<Typed>),
    Keyed(Arc<Keyed>),
    Pair(Arc<Term>, Arc<Term>),
    List(Vec<Term>),
    Optional(Option<Box<Term>>),
    Table(BTreeMap<u8, Term>),
    Operation(Arc<dyn Operation>),
    /// Binds for what comes after, in the scope around or for good.
    Let {
        value: Arc<Term>,
        #[seq(var, def)]
        name: &'static str,
    },
    Bind(#[seq(def)] Arc<Term>),
    Simple(#[seq(def = "simple")] Arc<Term>),
    Use(#[seq(def = "none")] Arc<Term>),
    #[seq(scope)]
    Block(Vec<Term>),
    #[seq(scope)]
    Lambda(#[seq(var, def)] &'static str, Arc<Term>),
    #[seq(scope)]
    Function {
        #[seq(def)]
        params: Vec<Arc<Pointer>>,
        body: Arc<Term>,
    },
    #[seq(scope)]
    Match {
        #[seq(def)]
        pattern: Arc<Term>,
        body: Arc<Term>,
    },
    Dag(Arc<Shared>),
    Names(BTreeMap<Name, Term>),
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, StructuralEq)]
#[seq(kind = "var")]
pub(super) struct Name(#[seq(key)] pub u8);

/// Makes terms.
pub(super) struct Maker {
    pub random: Random,
    pointers: Vec<Arc<Pointer>>,
    typed: Vec<Arc<Typed>>,
    shared: Vec<Arc<Shared>>,
    made: Vec<Arc<Term>>,
    /// How many of the forms are used: the first ones.
    forms: usize,
}

impl Maker {
    /// Makes terms that are hashed by their parts.
    pub(super) fn of_described_terms(seed: u64) -> Maker {
        Maker::new(seed, 22)
    }

    /// Makes terms of all kinds.
    pub(super) fn new(seed: u64, forms: usize) -> Maker {
        let random = Random::new(seed);
        let pointers = [1, 1, 2].map(|bits| Arc::new(Pointer { bits })).into();
        Maker { random, pointers, typed: Vec::new(), shared: Vec::new(), made: Vec::new(), forms }
    }

    pub(super) fn of_all_terms(seed: u64) -> Maker {
        Maker::new(seed, 26)
    }

    fn name(&mut self) -> &'static str {
        ["x", "y", "z"][self.random.below(3)]
    }

    fn pointer(&mut self) -> Arc<Pointer> {
        let index = self.random.below(self.pointers.len());
        self.pointers[index].clone()
    }

    fn keyed(&mut self) -> Arc<Keyed> {
        Arc::new(Keyed { name: self.random.below(2) as u8, bits: self.random.below(5) as u8 / 4 })
    }

    /// A term behind a pointer: now and then, one that was made before.
    pub(super) fn arc(&mut self, size: usize) -> Arc<Term> {
        if !self.made.is_empty() && self.random.once_in(4) {
            let index = self.random.below(self.made.len());
            return self.made[index].clone();
        }
        let term = Arc::new(self.term(size));
        self.made.push(term.clone());
        term
    }

    fn list(&mut self, size: usize) -> Vec<Term> {
        (0..1 + self.random.below(3)).map(|_| self.term(size / 2)).collect()
    }

    pub(super) fn term(&mut self, size: usize) -> Term {
        let form = if size < 2 { self.random.below(5) } else { 4 + self.random.below(self.forms - 4) };
        let inner = size.saturating_sub(1);
        match form {
            0 => Term::Int(self.random.below(2) as i64),
            1 | 2 => Term::Name(self.name()),
            3 => Term::Pointer(self.pointer()),
            4 => Term::Keyed(self.keyed()),
            5..=8 => {
                let (left, right) = self.random.split(inner.max(2));
                Term::Pair(self.arc(left), self.arc(right))
            }
            9 => Term::List(self.list(inner)),
            10 => Term::Optional((!self.random.once_in(3)).then(|| Box::new(self.term(inner)))),
            11 => Term::Table(self.list(inner).into_iter().enumerate().map(|(key, term)| (key as u8, term)).collect()),
            12 => match self.random.once_in(2) {
                true => Term::Operation(Arc::new(Exp(self.term(inner)))),
                false => Term::Operation(Arc::new(Log(self.term(inner)))),
            },
            13 => Term::Let { value: self.arc(inner), name: self.name() },
            14 => Term::Bind(self.arc(inner.min(3))),
            15 => Term::Simple(self.arc(inner.min(3))),
            16 => Term::Use(self.arc(inner)),
            17 | 18 => Term::Block(self.list(inner)),
            19 => Term::Lambda(self.name(), self.arc(inner)),
            20 => {
                let params = (0..self.random.below(3)).map(|_| self.pointer()).collect();
                Term::Function { params, body: self.arc(inner) }
            }
            21 => Term::Match { pattern: self.arc(3), body: self.arc(inner) },
            22 | 23 => {
                if self.typed.is_empty() || self.random.once_in(2) {
                    let ty = self.arc(inner.min(3));
                    self.typed.push(Arc::new(Typed { ty }));
                }
                let index = self.random.below(self.typed.len());
                Term::Typed(self.typed[index].clone())
            }
            24 => {
                if self.shared.is_empty() || self.random.once_in(2) {
                    let shared = Arc::new(Shared(self.term(inner)));
                    self.shared.push(shared);
                }
                let index = self.random.below(self.shared.len());
                Term::Dag(self.shared[index].clone())
            }
            _ => Term::Names(
                self.list(inner).into_iter().enumerate().map(|(key, term)| (Name(key as u8), term)).collect(),
            ),
        }
    }
}
