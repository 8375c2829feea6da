//! Rewritings of random programs whose parts are behind ids, on cycles and off them. One that replaces parts by
//! themselves leaves an equal program, and one that replaces nodes one by one does what a loop over their arena does.

mod language;
mod limits;
mod programs;
mod smaller;

use std::{fmt::Debug, panic::catch_unwind};

use proptest::test_runner::Config;
use sexpr_core::{
    Options, nodes,
    rewrite::{Rewrite, Variable},
    terms::rename_bound,
    walk::Walk,
};
use sexpr_test_support::random::Random;

use self::{
    language::{Body, Mixed, MixedId, Named, NamedId, Node, NodeId, Plain, PlainId, Pointee},
    limits::{has_twins, may_leave_cycles, may_resist_renaming},
    programs::{Family, Program},
};

/// Checks a program, by rewritings that are asked for in one way.
type Law = fn(&Program, &Body, Asked) -> Result<(), String>;

#[derive(Clone, Copy, Debug)]
struct Asked {
    maps_free_variables: bool,
    keeps: Keeps,
}

/// What rewritings keep for callbacks.
#[derive(Clone, Copy, Debug)]
enum Keeps {
    Nothing,
    Bindings,
    Paths,
}

impl Asked {
    fn options(self) -> Options {
        Options::new().map_free_vars(self.maps_free_variables)
    }
}

/// A rewriting with these callbacks of a copy of a body.
macro_rules! rewritten {
    ($asked:expr, $body:expr, $($callbacks:tt)*) => {{
        let asked: Asked = $asked;
        let options = asked.options();
        match asked.keeps {
            Keeps::Nothing => Rewrite::new().options(options)$($callbacks)*.run($body.clone()),
            Keeps::Bindings => Rewrite::new().options(options).with_bindings()$($callbacks)*.run($body.clone()),
            Keeps::Paths => Rewrite::new().options(options).with_paths()$($callbacks)*.run($body.clone()),
        }
    }};
}

/// Checks random programs. If one fails, panics with a small program that fails as well. `PROPTEST_CASES` in the
/// environment asks for more.
#[track_caller]
fn holds(first_seed: u64, cases: u64, law: Law) {
    let cases = cases.max(u64::from(Config::default().cases) * 2);
    for seed in first_seed..first_seed + cases {
        let mut random = Random::new(seed);
        let most_nodes = 3 + random.below(6);
        let keeps = [Keeps::Nothing, Keeps::Bindings, Keeps::Paths][random.below(3)];
        let asked = Asked { maps_free_variables: random.once_in(2), keeps };
        let program = Program::random(&mut random, most_nodes);
        let result = |program: &Program| {
            catch_unwind(|| law(program, &program.body(), asked)).unwrap_or_else(|_| Err("a panic".to_owned()))
        };
        if result(&program).is_err() {
            let program = smaller::smallest(program, |smaller| result(smaller).is_err());
            let found = result(&program).unwrap_err();
            panic!("seed {seed}, {asked:?}: {found}\n{}", program.rust());
        }
    }
}

/// Whether a body equals the expected one, and has its hash, under all options under which that equals a copy of
/// itself. With free variables without keys, these are only those that map them.
fn equals(what: &str, expected: &Body, actual: &Body) -> Result<(), String> {
    let copy = expected.clone();
    let mapping = [false, true].map(|maps| Options::new().map_free_vars(maps));
    for options in mapping.into_iter().filter(|options| options.equal(expected, &copy)) {
        if let Some(mismatch) = options.first_mismatch(expected, actual) {
            return Err(format!("{what}, with {options:?}: {mismatch}\n{actual:?}"));
        }
        let hash_is_kept =
            options.hash(expected) != options.hash(&copy) || options.hash(expected) == options.hash(actual);
        if !hash_is_kept || options.fingerprint(expected).ok() != options.fingerprint(actual).ok() {
            return Err(format!("{what}, with {options:?}: another hash\n{actual:?}"));
        }
    }
    Ok(())
}

/// Whether all nodes are as they were. There may be new ones that nothing leads to.
fn is_unchanged(before: &Body, after: &Body) -> bool {
    after.root == before.root
        && after.named.starts_with(&before.named)
        && after.plain.starts_with(&before.plain)
        && after.mixed.starts_with(&before.mixed)
        && after.nodes.starts_with(&before.nodes)
        && nodes::<Node>(after).eq(nodes::<Node>(before))
}

#[test]
fn replacing_nothing_changes_nothing() {
    holds(1_000_000, 3_000, |_, body, asked| {
        let of_nodes =
            rewritten!(asked, body, .on(|_: &Node, _| None).after(|_: &Node, _| None).after(|_: &Pointee, _| None));
        let of_variables = rewritten!(
            asked,
            body,
            .after(|_: &Named, _| None)
            .after(|_: &Plain, _| None)
            .after(|_: &Mixed, _| None)
            .after(|_: &String, _| None)
        );
        let of_ids = rewritten!(
            asked,
            body,
            .after(|_: &NodeId, _| None)
            .after(|_: &NamedId, _| None)
            .after(|_: &PlainId, _| None)
            .after(|_: &MixedId, _| None)
        );
        for (what, after) in [("nodes", of_nodes), ("variables", of_variables), ("ids", of_ids)] {
            equals(what, body, &after)?;
            if !is_unchanged(body, &after) {
                return Err(format!("{what}: other arenas\n{after:?}"));
            }
        }
        Ok(())
    });
}

#[test]
fn nodes_that_are_replaced_by_themselves_are_equal() {
    holds(2_000_000, 3_000, |program, body, asked| {
        equals("ids", body, &rewritten!(asked, body, .after(|id: &NodeId, _| Some(*id))))?;
        equals("ids before", body, &rewritten!(asked, body, .on(|id: &NodeId, _| Some(*id))))?;
        if may_leave_cycles(program) {
            return Ok(());
        }
        equals("after", body, &rewritten!(asked, body, .after(|node: &Node, _| Some(node.clone()))))?;
        equals("before", body, &rewritten!(asked, body, .on(|node: &Node, _| Some(node.clone()))))?;
        equals("pointees", body, &rewritten!(asked, body, .after(|pointee: &Pointee, _| Some(pointee.clone()))))
    });
}

#[test]
fn variables_that_are_replaced_by_themselves_are_equal() {
    holds(3_000_000, 3_000, |program, body, asked| {
        equals("ids with keys", body, &rewritten!(asked, body, .after(|id: &NamedId, _| Some(*id))))?;
        equals("ids without", body, &rewritten!(asked, body, .after(|id: &PlainId, _| Some(*id))))?;
        if may_leave_cycles(program) {
            return Ok(());
        }
        equals("names", body, &rewritten!(asked, body, .after(|name: &String, _| Some(name.clone()))))?;
        equals("with keys", body, &rewritten!(asked, body, .after(|variable: &Named, _| Some(variable.clone()))))?;
        equals("without", body, &rewritten!(asked, body, .after(|variable: &Plain, _| Some(variable.clone()))))?;
        equals("mixed", body, &rewritten!(asked, body, .after(|mixed: &Mixed, _| Some(mixed.clone()))))
    });
}

/// No binder keeps its name.
#[test]
fn renaming_what_is_bound_leaves_an_equal_program() {
    holds(4_000_000, 6_000, |program, body, _| {
        let fits = |family: Family| !may_resist_renaming(program, family);
        if fits(Family::Name) {
            let is_old = |name: &String| name.len() == 1;
            check_renaming(body, |name, attempt| format!("{name}{attempt}"), is_old)?;
        }
        if fits(Family::Named) && !has_twins(program) {
            let fresh = |Named { name, ty }: &Named, attempt| Named { name: format!("{name}{attempt}"), ty: *ty };
            check_renaming(body, fresh, |variable| variable.name.len() == 1)?;
        }
        if fits(Family::Plain) {
            let fresh = |Plain { tag, ty }: &Plain, _| Plain { tag: tag + NEW, ty: *ty };
            check_renaming(body, fresh, |variable| variable.tag < NEW)?;
        }
        if fits(Family::Mixed) {
            let fresh = |mixed: &Mixed, _| match mixed {
                Mixed::Variable { tag, ty } => Mixed::Variable { tag: tag + NEW, ty: *ty },
                Mixed::Pattern(nodes) => Mixed::Pattern(nodes.clone()),
            };
            check_renaming(body, fresh, |mixed| matches!(mixed, Mixed::Variable { tag: ..NEW, .. }))?;
        }
        Ok(())
    });
}

/// The tags of fresh variables begin here.
const NEW: usize = 100;

fn check_renaming<V: Variable + Debug>(
    body: &Body,
    fresh: impl FnMut(&V, usize) -> V,
    is_old: impl Fn(&V) -> bool,
) -> Result<(), String> {
    let renamed = rename_bound(body.clone(), fresh).map_err(|_| "no names are fresh")?;
    equals(std::any::type_name::<V>(), body, &renamed)?;
    let mut old = Vec::new();
    let walk = Walk::new().with_bindings().on(|variable: &V, at| {
        if at.is_binding() && is_old(variable) {
            old.push(format!("{variable:?}"));
        }
    });
    walk.run(&renamed);
    if old.is_empty() { Ok(()) } else { Err(format!("{old:?} are bound\n{renamed:?}")) }
}

/// Where a callback has one answer for a node, whatever is around it, a rewriting does what a loop over the arena does.
///
/// Uses are replaced only in programs whose sharing is invisible. A dag node, or one on a cycle, is rewritten once more
/// where its variables mean something else, and is two nodes afterwards, though what is left in them means the same.
#[test]
fn nodes_are_replaced_as_in_the_arena() {
    holds(5_000_000, 3_000, |program, body, asked| {
        let numbers = in_arena(body, next);
        equals("numbers", &numbers, &rewritten!(asked, body, .after(|node: &Node, _| next(node))))?;
        equals("numbers before", &numbers, &rewritten!(asked, body, .on(|node: &Node, _| next(node))))?;
        equals("leaves", &numbers, &rewritten!(asked, body, .after(|number: &usize, _| Some(number + 1))))?;
        if program.is_cyclic() || program.shares() {
            return Ok(());
        }
        let leaves = in_arena(body, without_uses);
        equals("uses", &leaves, &rewritten!(asked, body, .after(|node: &Node, _| without_uses(node))))?;
        equals("uses before", &leaves, &rewritten!(asked, body, .on(|node: &Node, _| without_uses(node))))
    });
}

fn next(node: &Node) -> Option<Node> {
    if let Node::Number(number) = node { Some(Node::Number(number + 1)) } else { None }
}

/// Replaces uses of variables by a number.
fn without_uses(node: &Node) -> Option<Node> {
    matches!(node, Node::Use(_) | Node::UsePlain(_) | Node::UseMixed(_) | Node::Name(_)).then_some(Node::Number(7))
}

/// A body with nodes replaced wherever they are.
fn in_arena(body: &Body, replace: impl Fn(&Node) -> Option<Node>) -> Body {
    let nodes = body.nodes.iter().map(|node| replace(node).unwrap_or_else(|| node.clone())).collect();
    Body { nodes, ..body.clone() }
}

/// The generator makes programs with cycles and without, and few that a law leaves out.
#[test]
fn the_programs_are_worth_their_while() {
    const PROGRAMS: usize = 1_000;
    let mut random = Random::new(6_000_000);
    let programs: Vec<_> = (0..PROGRAMS).map(|_| Program::random(&mut random, 6)).collect();
    let count = |is: &dyn Fn(&Program) -> bool| programs.iter().filter(|program| is(program)).count();
    let cyclic = count(&|program| program.is_cyclic());
    assert!((PROGRAMS / 4..PROGRAMS * 3 / 4).contains(&cyclic), "{cyclic} of {PROGRAMS} have cycles");
    let large = count(&|program| program.reached(&[program.root], None).iter().filter(|reached| **reached).count() > 2);
    assert!(large > PROGRAMS / 2, "{large} of {PROGRAMS} have more than two nodes");
    for family in [Family::Name, Family::Named, Family::Plain, Family::Mixed] {
        let excluded = count(&|program| program.is_cyclic() && may_resist_renaming(program, family));
        assert!(excluded < cyclic / 4, "{excluded} of {cyclic} programs with cycles are left out for {family:?}");
    }
}
