//! Nodes of all kinds, some of which mean different things in different places, with and without scopes.

use std::{collections::BTreeMap, rc::Rc, sync::Arc};

use proptest::prelude::*;
use sexpr_core::{FingerprintCache, Options, StructuralEq};

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Variable {
    ty: u8,
}

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Shared {
    value: Arc<Expr>,
}

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Known {
    #[seq(key)]
    key: u8,
    value: Arc<Expr>,
}

#[derive(StructuralEq)]
enum Expr {
    Int(i64),
    Use(Rc<Variable>),
    Let(#[seq(def)] Rc<Variable>, Arc<Expr>, Arc<Expr>),
    Add(Arc<Expr>, Arc<Expr>),
    Shared(Rc<Shared>),
    Known(Rc<Known>),
    #[seq(scope)]
    Function(#[seq(def)] Rc<Variable>, Arc<Expr>),
    Name(#[seq(var)] String),
    LetName(#[seq(var, def)] String, Arc<Expr>),
    Sum(#[seq(unordered)] Vec<Arc<Operand>>),
    Record(BTreeMap<u8, Arc<Expr>>),
    Noted(#[seq(payload)] u8, Arc<Expr>),
}

#[derive(StructuralEq)]
enum Operand {
    Name(#[seq(var)] String),
    Int(i64),
    Add(Arc<Operand>, Arc<Operand>),
}

/// A node to be made: what it is, a number in it, and which of the nodes made before are in it.
type Step = (u8, u8, u8, u8);

/// The nodes that the steps make, each of those before it.
fn nodes(steps: &[Step], scopes: bool) -> Vec<Arc<Expr>> {
    let variables: Vec<_> = (0..3).map(|ty| Rc::new(Variable { ty: ty / 2 })).collect();
    let mut operands = vec![Arc::new(Operand::Int(0))];
    let mut nodes = vec![Arc::new(Expr::Int(0))];
    for (kind, number, one, other) in steps {
        let [one, other] = [one, other].map(|at| usize::from(*at));
        let node = |at: usize| nodes[nodes.len() - 1 - at % nodes.len().min(6)].clone();
        let variable = variables[usize::from(*number) % 3].clone();
        let name = ["a", "b", "c"][usize::from(*number) % 3].to_owned();
        let made = match kind % 12 {
            0 => Expr::Int(i64::from(*number)),
            1 => Expr::Use(variable),
            2 => Expr::Let(variable, node(one), node(other)),
            3 => Expr::Shared(Rc::new(Shared { value: node(one) })),
            // Of one key, there is one content.
            4 => Expr::Known(Rc::new(Known { key: *number, value: Arc::new(Expr::Int(i64::from(*number))) })),
            5 if scopes => Expr::Function(variable, node(one)),
            6 => Expr::Name(name),
            7 => Expr::LetName(name, node(one)),
            8 => {
                let operand = |at: usize| operands[at % operands.len()].clone();
                let sum = vec![operand(one), operand(other), Arc::new(Operand::Name(name))];
                operands.push(Arc::new(Operand::Add(operand(one), operand(other))));
                Expr::Sum(sum)
            }
            9 => Expr::Record([(0, node(one)), (1 + number / 2, node(other))].into()),
            10 => Expr::Noted(*number, node(one)),
            _ => Expr::Add(node(one), node(other)),
        };
        nodes.push(Arc::new(made));
    }
    nodes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn results_are_those_without_a_cache(
        steps in prop::collection::vec(any::<Step>(), 1..60),
        asked in prop::collection::vec((any::<u8>(), any::<u8>(), any::<bool>()), 1..8),
        scopes: bool,
    ) {
        let nodes = nodes(&steps, scopes);
        let mut cache = FingerprintCache::new();
        for (one, other, forgets) in asked {
            let [one, other] = [one, other].map(|at| &nodes[usize::from(at) % nodes.len()]);
            for options in super::options() {
                prop_assert_eq!(cache.hash(options, one), options.hash(one));
                prop_assert_eq!(cache.fingerprint(options, one), options.fingerprint(one));
                prop_assert_eq!(cache.hash(options, &(one, other)), options.hash(&(one, other)));
            }
            if forgets {
                cache.retain_live();
            }
        }
    }
}

#[test]
fn results_of_two_options_are_not_mixed() {
    let noted = |note| (0..20).fold(Arc::new(Expr::Int(1)), |inner, _| Arc::new(Expr::Noted(note, inner)));
    let (mut cache, [one, other]) = (FingerprintCache::new(), [1, 2].map(noted));
    let skipping = Options::new().skip_payload(true);
    assert_eq!(cache.fingerprint(skipping, &one), cache.fingerprint(skipping, &other));
    assert_ne!(cache.structural_fingerprint(&one), cache.structural_fingerprint(&other));
    assert_eq!(cache.fingerprint(skipping, &one), skipping.fingerprint(&other));
}
