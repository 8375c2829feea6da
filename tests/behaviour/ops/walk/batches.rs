//! Nodes that a walk gives together, in a batch, come with the same context as where it gives them one by one.

use std::{
    collections::{HashMap, HashSet},
    ops::ControlFlow,
    sync::Arc,
};

use sexpr_core::{
    ByIdentity, StructuralEq,
    reflect::Def,
    walk::{At, Keeps, Occurrence, Walk},
};
use sexpr_test_support::random::Random;

use crate::lambda::{Var, var};

/// A variable that has nodes in its fields.
#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Typed {
    ty: Arc<Expr>,
}

#[derive(StructuralEq)]
enum Expr {
    Int(i64),
    Use(Arc<Var>),
    UseTyped(Arc<Typed>),
    Add(Arc<Expr>, Box<Expr>),
    Let {
        #[seq(def)]
        name: Arc<Var>,
        value: Arc<Expr>,
    },
    #[seq(scope)]
    Lambda {
        #[seq(def)]
        params: Vec<Arc<Var>>,
        #[seq(def = "simple")]
        typed: Option<Arc<Typed>>,
        body: Arc<Expr>,
    },
    Dag(Arc<Dag>),
    Map(HashMap<ByIdentity<Arc<Var>>, Arc<Expr>>),
    List(Vec<Expr>),
}

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Dag {
    #[seq(def)]
    pattern: Arc<Expr>,
}

/// Random terms, in which variables are bound again and again, and nodes are shared.
struct Generator {
    random: Random,
    vars: Vec<Arc<Var>>,
    typed: Vec<Arc<Typed>>,
    made: Vec<Arc<Expr>>,
}

impl Generator {
    fn new(seed: u64) -> Self {
        let vars = ["a", "b", "c", "d"].map(var).into();
        let mut generator = Generator { random: Random::new(seed), vars, typed: vec![], made: vec![] };
        for _ in 0..2 {
            let ty = generator.shared(3);
            generator.typed.push(Arc::new(Typed { ty }));
        }
        generator
    }

    fn var(&mut self) -> Arc<Var> {
        let index = self.random.below(self.vars.len());
        self.vars[index].clone()
    }

    fn shared(&mut self, depth: usize) -> Arc<Expr> {
        if !self.made.is_empty() && self.random.once_in(4) {
            let index = self.random.below(self.made.len());
            return self.made[index].clone();
        }
        let expr = Arc::new(self.expr(depth));
        if self.random.once_in(3) {
            self.made.push(expr.clone());
        }
        expr
    }

    fn expr(&mut self, depth: usize) -> Expr {
        let below = depth.saturating_sub(1);
        match self.random.below(if depth == 0 { 3 } else { 11 }) {
            0 => Expr::Int(1),
            1 => Expr::Use(self.var()),
            2 if self.typed.is_empty() => Expr::Int(2),
            2 => {
                let index = self.random.below(self.typed.len());
                Expr::UseTyped(self.typed[index].clone())
            }
            3 | 4 => Expr::Add(self.shared(below), Box::new(self.expr(below))),
            5 => Expr::Let { name: self.var(), value: self.shared(below) },
            6 | 7 => {
                let params = (0..self.random.below(3)).map(|_| self.var()).collect();
                let typed = if self.random.once_in(2) { self.typed.first().cloned() } else { None };
                Expr::Lambda { params, typed, body: self.shared(below) }
            }
            8 => Expr::Dag(Arc::new(Dag { pattern: self.shared(below) })),
            9 => Expr::Map((0..2).map(|_| (ByIdentity(self.var()), self.shared(below))).collect()),
            _ => Expr::List((0..self.random.below(4)).map(|_| self.expr(below)).collect()),
        }
    }
}

/// Where an expression stands: its address, its region, whether it was met before, and what each variable means.
type Seen = (usize, Def, bool, Vec<Option<Occurrence>>);

fn seen<const PATHS: bool>(generator: &Generator, expr: &Expr, at: &At<'_, Keeps<true, PATHS>>) -> Seen {
    let meanings = generator.vars.iter().map(|var| at.meaning(&**var));
    let typed = generator.typed.iter().map(|typed| at.meaning(&**typed));
    let address = std::ptr::from_ref(expr).addr();
    (address, at.region(), at.met_before(), meanings.chain(typed).collect())
}

fn random_terms(mut check: impl FnMut(&Generator, &Arc<Expr>)) {
    for seed in 0..300 {
        let mut generator = Generator::new(seed);
        let term = Arc::new(Expr::List((0..30).map(|_| generator.expr(10)).collect()));
        check(&generator, &term);
    }
}

#[test]
fn in_a_batch_as_one_by_one() {
    let mut longest = 0;
    random_terms(|generator, term| {
        for is_distinct in [false, true] {
            let walk = || if is_distinct { Walk::new().distinct() } else { Walk::new() };
            let (mut together, mut one_by_one): (Vec<Seen>, Vec<Seen>) = (vec![], vec![]);
            walk().with_bindings().on(|expr: &Expr, at| together.push(seen(generator, expr, at))).run(term);
            let walk = walk().with_bindings().with_paths();
            walk.on(|expr: &Expr, at| one_by_one.push(seen(generator, expr, at))).run(term);
            assert_eq!(together, one_by_one);
            longest = longest.max(together.len());
        }
    });
    assert!(longest > 1_000, "{longest}");
}

#[test]
fn a_walk_stops_at_the_node_that_stops_it() {
    random_terms(|_, term| {
        let mut all = vec![];
        Walk::new().with_bindings().on(|expr: &Expr, _| all.push(std::ptr::from_ref(expr))).run(term);
        for stop in [0, 1, 2, 10, 100] {
            let mut given = 0;
            let walk = Walk::breakable().with_bindings().on(|expr: &Expr, _| {
                given += 1;
                if given == stop + 1 { ControlFlow::Break(std::ptr::from_ref(expr)) } else { ControlFlow::Continue(()) }
            });
            let stopped = walk.try_run(term);
            assert_eq!(stopped.break_value(), all.get(stop).copied());
            assert_eq!(given, all.len().min(stop + 1));
        }
    });
}

/// Also in scopes that were left, and after a variable was matched as the key of a map and is met at last.
#[test]
fn met_before_is_what_was_given_before() {
    random_terms(|_, term| {
        let (mut vars, mut typed, mut exprs) = (HashSet::new(), HashSet::new(), HashSet::new());
        Walk::new()
            .with_bindings()
            .on(|var: &Var, at| assert_eq!(at.met_before(), !vars.insert(std::ptr::from_ref(var))))
            .on(|var: &Typed, at| assert_eq!(at.met_before(), !typed.insert(std::ptr::from_ref(var))))
            .on(|expr: &Expr, at| assert_eq!(at.met_before(), !exprs.insert(std::ptr::from_ref(expr))))
            .run(term);
        let (mut alone, mut in_batches) = (HashSet::new(), HashSet::new());
        Walk::new()
            .with_bindings()
            .on(|var: &Var, at| assert_eq!(at.met_before(), !alone.insert(std::ptr::from_ref(var))))
            .run(term);
        Walk::new()
            .with_bindings()
            .on(|expr: &Expr, at| assert_eq!(at.met_before(), !in_batches.insert(std::ptr::from_ref(expr))))
            .run(term);
        assert_eq!((alone, in_batches), (vars, exprs));
    });
}
