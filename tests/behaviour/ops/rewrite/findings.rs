//! What was found of a shared node is used again only where it would be found again.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use sexpr_core::{
    StructuralEq, assert_structural_equal,
    rewrite::{Change, Rewrite},
    terms::{bound_variables, contains, rename_bound, substitute},
};

use crate::lambda::{
    Expr::{self, Match, Table, Use},
    Var, call, used, var, variable_of,
};

fn matching(pattern: &Arc<Expr>, body: Arc<Expr>) -> Arc<Expr> {
    Arc::new(Match(pattern.clone(), body))
}

fn put(of: &Arc<Var>, by: &Arc<Var>, term: Arc<Expr>) -> Arc<Expr> {
    let replacement = |var: &Var| std::ptr::eq(var, &**of).then(|| Use(by.clone()));
    substitute(term, variable_of, replacement, |var: &Var, _| var.clone()).expect("a copy is fresh")
}

#[test]
fn a_shared_node_that_is_used_free_may_bind_elsewhere() {
    let [x, y] = ["x", "y"].map(var);
    let shared = used(&x);
    let term = call([shared.clone(), matching(&shared, shared.clone())]);
    assert_eq!(bound_variables::<Var, _>(&term).len(), 1);
    let expected = call([used(&y), matching(&shared, shared.clone())]);
    assert_structural_equal!(&put(&x, &y, term), &expected);
}

#[test]
fn what_replaces_a_variable_before_what_is_in_it_is_followed() {
    let x = var("x");
    let term = || matching(&used(&x), call([used(&x), used(&x)]));
    for term in [term(), term().clone()] {
        let fresh = Rewrite::new().with_bindings().on(|_: &Arc<Var>, site| site.is_binding().then(|| var("y")));
        assert_structural_equal!(&fresh.run(term.clone()), &term);
    }
    let renamed = Rewrite::new()
        .with_bindings()
        .on(|_: &Var, site| site.is_binding().then(|| Var { name: "y".into() }))
        .run(term());
    assert_structural_equal!(&renamed, &term());
}

#[test]
fn a_free_variable_that_is_first_a_key_is_asked_about_there() {
    let [x, y] = ["x", "y"].map(var);
    let table = Arc::new(Table(BTreeMap::from([(sexpr_core::ByIdentity(x.clone()), 1)])));
    let term = call([table.clone(), matching(&used(&y), used(&x))]);
    let z = var("z");
    let expected = call([table, matching(&used(&z), used(&y))]);
    assert_structural_equal!(&put(&x, &y, term.clone()), &expected);
    let all =
        Rewrite::new().with_bindings().after(|_: &Arc<Var>, site| (!site.is_binding()).then(|| z.clone())).run(term);
    let table = Arc::new(Table(BTreeMap::from([(sexpr_core::ByIdentity(z.clone()), 1)])));
    assert_structural_equal!(&all, &call([table, matching(&used(&y), used(&z))]));
}

#[test]
fn variables_known_by_their_addresses_are_renamed_at_the_first_attempt() {
    let [x, y] = ["x", "y"].map(var);
    let term = matching(&used(&x), matching(&used(&y), call([used(&x), used(&y)])));
    let mut attempts = Vec::new();
    let renamed = rename_bound(term.clone(), |var: &Var, attempt| {
        attempts.push(attempt);
        var.clone()
    });
    assert_structural_equal!(&renamed.unwrap(), &term);
    assert_eq!(attempts, [1, 1]);
}

/// Variables known by their keys, held by value among nodes.
#[derive(StructuralEq, Debug, PartialEq, Clone)]
#[seq(rewrite)]
enum Keyed {
    #[seq(kind = "var")]
    Name(#[seq(key)] String, #[seq(ignore)] u32, Option<Box<Keyed>>),
    List(Vec<Keyed>),
    #[seq(scope)]
    Fun(#[seq(def)] Box<Keyed>, Box<Keyed>),
}

fn name(name: &str, place: u32) -> Keyed {
    Keyed::Name(name.into(), place, None)
}

#[test]
fn nothing_replaced_changes_no_ignored_field() {
    let term = Keyed::List(vec![
        name("x", 1),
        name("x", 2),
        Keyed::Fun(Box::new(name("x", 3)), Box::new(Keyed::List(vec![name("x", 4), name("y", 5)]))),
    ]);
    assert_eq!(Rewrite::new().after(|_: &Keyed, _| None).run(term.clone()), term);
    let shared = Arc::new(term);
    assert!(Arc::ptr_eq(&Rewrite::new().after(|_: &Keyed, _| None).run(shared.clone()), &shared));
}

#[test]
fn keyed_variables_that_differ_in_fields_are_one() {
    let typed = Keyed::Name("x1".into(), 0, Some(Box::new(Keyed::List(vec![]))));
    let term = Keyed::Fun(Box::new(name("x", 1)), Box::new(Keyed::List(vec![name("x", 2), typed.clone()])));
    let fresh = |of: &Keyed, attempt| match of {
        Keyed::Name(_, place, _) => Keyed::Name(format!("x{attempt}"), *place, None),
        _ => unreachable!("only variables are renamed"),
    };
    let renamed = rename_bound(term, fresh).unwrap();
    let Keyed::Fun(param, _) = &renamed else { panic!("{renamed:?}") };
    assert_eq!(**param, name("x2", 1));
}

#[test]
fn a_dag_node_that_is_first_a_key_is_rewritten_elsewhere() {
    #[derive(StructuralEq, PartialEq, Eq, Hash, Debug)]
    #[seq(kind = "dag", rewrite)]
    struct Block {
        #[seq(key)]
        label: u32,
        size: i64,
    }
    let block = Arc::new(Block { label: 1, size: 1 });
    let blocks = HashMap::<_, _>::from([(block.clone(), block.clone())]);
    let grown = Rewrite::new().after(|size: &i64, _| Some(size + 1)).run(vec![blocks]);
    assert_eq!(grown[0].values().map(|block| block.size).collect::<Vec<_>>(), [2]);
}

#[test]
fn what_is_put_in_whole_binds_nothing() {
    let term = Keyed::Fun(Box::new(Keyed::List(vec![])), Box::new(name("x", 1)));
    let mut asked = 0;
    let put = Rewrite::new()
        .on(|keyed: &Keyed, _| {
            asked += 1;
            match keyed {
                Keyed::List(_) => Change::replace_and_skip(name("x", 7)),
                _ => Change::keep(),
            }
        })
        .run(term);
    assert_eq!(put, Keyed::Fun(Box::new(name("x", 7)), Box::new(name("x", 1))));
    assert_eq!(asked, 3);
}

#[test]
fn a_shared_node_is_asked_about_once_for_each_binder_of_its_variable() {
    let x = var("x");
    let shared = call([used(&x)]);
    let calls = |depth: usize| {
        let term = (0..depth).fold(shared.clone(), |body, _| matching(&used(&x), call([shared.clone(), body])));
        let mut calls = 0;
        Rewrite::new()
            .after(|_: &Expr, _| {
                calls += 1;
                None
            })
            .run(term);
        calls
    };
    // Each binder adds itself, its pattern, its body, and the shared node with the use in it.
    assert_eq!(calls(20) - calls(10), 10 * 5);
}

#[test]
fn of_keys_that_become_one_the_later_entry_stays() {
    let map = BTreeMap::from([("a".to_string(), 1), ("b".to_string(), 2), ("c".to_string(), 3)]);
    let merged = Rewrite::new().after(|key: &String, _| (key == "a").then(|| "b".into())).run(map);
    assert_eq!(merged, BTreeMap::from([("b".to_string(), 2), ("c".to_string(), 3)]));
}

#[test]
fn a_dag_node_in_a_shared_node_that_binds_around_it_stays_one() {
    #[derive(StructuralEq)]
    #[seq(kind = "dag", rewrite)]
    struct Cell(i64);
    #[derive(StructuralEq)]
    #[seq(rewrite)]
    struct Statement(#[seq(def)] Arc<Var>, Arc<Cell>);
    #[derive(StructuralEq)]
    #[seq(rewrite, scope)]
    struct Block(Vec<Arc<Statement>>);

    let statement = Arc::new(Statement(var("x"), Arc::new(Cell(1))));
    let block = Block(vec![statement.clone(), statement]);
    let Block(statements) = Rewrite::new().on(|number: &i64, _| Some(number + 1)).run(block);
    let [Statement(_, one), Statement(_, other)] = [&*statements[0], &*statements[1]];
    assert_eq!(one.0, 2);
    assert!(Arc::ptr_eq(one, other));
}

mod variables_with_fields {
    //! The fields of a variable are looked at where it is bound, and what is in them may be bound there as well.

    use super::*;

    #[derive(StructuralEq, Debug, Clone, PartialEq)]
    #[seq(kind = "var", rewrite)]
    struct Typed {
        #[seq(key)]
        name: String,
        ty: Option<Arc<Term>>,
    }

    #[derive(StructuralEq, Debug, Clone, PartialEq)]
    #[seq(rewrite)]
    enum Term {
        Var(Typed),
        Call(Vec<Arc<Term>>),
        #[seq(scope)]
        Fun(#[seq(def)] Typed, Arc<Term>),
        #[seq(scope)]
        Block(Vec<Arc<Term>>),
        #[seq(scope)]
        Simple(#[seq(def = "simple")] Typed, Arc<Term>),
    }
    use Term::{Block, Call, Fun, Simple};

    fn typed(name: &str, ty: Option<Arc<Term>>) -> Typed {
        Typed { name: name.into(), ty }
    }

    fn var(name: &str) -> Arc<Term> {
        Arc::new(Term::Var(typed(name, None)))
    }

    fn fun(name: &str, ty: Option<Arc<Term>>, body: Arc<Term>) -> Arc<Term> {
        Arc::new(Fun(typed(name, ty), body))
    }

    fn variable_of(term: &Term) -> Option<&Typed> {
        match term {
            Term::Var(variable) => Some(variable),
            _ => None,
        }
    }

    /// With a new name for each attempt.
    fn numbered(variable: &Typed, attempt: usize) -> Typed {
        typed(&format!("{}{attempt}", variable.name), variable.ty.clone())
    }

    /// Terms in which `λ(x: n). x` stands twice, each time a node of its own or one for both. Its type binds `n` where
    /// nothing is known of that.
    fn twice(shared: bool) -> [Arc<Term>; 3] {
        let build = || fun("x", Some(var("n")), var("x"));
        let one = build();
        let next = || if shared { one.clone() } else { build() };
        [
            Arc::new(Block(vec![next(), fun("n", None, next())])),
            Arc::new(Block(vec![fun("n", None, next()), next()])),
            Arc::new(Call(vec![next(), var("n"), next()])),
        ]
    }

    #[test]
    fn a_variable_that_is_bound_because_it_is_unknown_must_be_unknown_again() {
        for (one, each) in twice(true).into_iter().zip(twice(false)) {
            let renamed = rename_bound(one.clone(), numbered).expect("names are fresh");
            assert_structural_equal!(&renamed, &one);
            assert_eq!(renamed, rename_bound(each, numbered).expect("names are fresh"));
        }
    }

    /// `m` occurs in the type of a binder alone, which is another one's name.
    #[test]
    fn names_in_the_types_of_binders_are_in_use() {
        let simple = |name: &str, ty: &str, body| Arc::new(Simple(typed(name, Some(var(ty))), body));
        let term = simple("x", "a", simple("x", "m", var("x")));
        let mut names = ["m", "n", "o", "p"].into_iter().cycle();
        let fresh = |variable: &Typed, _| typed(names.next().expect("it goes round"), variable.ty.clone());
        let renamed = rename_bound(term.clone(), fresh).expect("names are fresh");
        assert_structural_equal!(&renamed, &term);
    }

    #[test]
    fn what_is_in_the_type_of_a_second_binder_is_contained() {
        let term = fun("x", None, fun("x", Some(var("m")), var("z")));
        assert!(contains(&term, &*var("m")));
        assert!(!contains(&term, &*var("n")));
    }

    #[test]
    fn a_use_that_is_replaced_is_met_all_the_same() {
        let put = |term: Vec<Arc<Term>>| {
            let number = |variable: &Typed| (variable.name == "n").then(|| Call(vec![]));
            substitute(Arc::new(Call(term)), variable_of, number, numbered).expect("nothing is renamed")
        };
        // The first use makes `n` free, and so it is in the type.
        let nothing = || Arc::new(Call(vec![]));
        let result = put(vec![var("n"), fun("x", Some(var("n")), var("x")), var("n")]);
        assert_structural_equal!(
            &result,
            &Arc::new(Call(vec![nothing(), fun("x", Some(nothing()), var("x")), nothing()]))
        );
        // The fields of a variable that stays are looked at where it is first met.
        let result = put(vec![Arc::new(Term::Var(typed("y", Some(var("n")))))]);
        assert_eq!(result, Arc::new(Call(vec![Arc::new(Term::Var(typed("y", Some(nothing()))))])));
        // Here the type binds it, in the function.
        let result = put(vec![fun("x", Some(var("n")), var("n")), var("n")]);
        assert_structural_equal!(&result, &Arc::new(Call(vec![fun("x", Some(var("n")), var("n")), nothing()])));
    }
}
