//! Terms with scopes that predeclare: free variables, substitution and renaming.

use std::{collections::BTreeMap, sync::Arc};

use sexpr_core::{
    StructuralEq, assert_structural_equal,
    rewrite::Rewrite,
    structural_equal,
    terms::{TermError, contains, drop_iteratively, free_variables, hash_cons, rename_bound, substitute},
    walk::Walk,
};

/// A program over names. What binds below a map, a dag node, a variable's fields or an inner scope is not predeclared.
#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite, dismantle)]
enum Term {
    Use(#[seq(var)] String),
    Def(#[seq(var, def)] String, Box<Term>),
    Tuple(Vec<Term>),
    #[seq(scope(predeclare = items))]
    Block {
        label: String,
        items: Vec<Term>,
    },
    #[seq(scope)]
    Plain(Vec<Term>),
    Map(BTreeMap<u32, Term>),
    Dag(Arc<Dag>),
    Shared(Arc<Term>),
}

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(kind = "dag", rewrite, dismantle)]
struct Dag(Vec<Term>);

fn var(name: &str) -> Term {
    Term::Use(name.into())
}

fn def(name: &str, value: Term) -> Term {
    Term::Def(name.into(), Box::new(value))
}

fn tuple<const N: usize>(items: [Term; N]) -> Term {
    Term::Tuple(items.into())
}

fn block<const N: usize>(items: [Term; N]) -> Term {
    Term::Block { label: String::new(), items: items.into() }
}

fn plain<const N: usize>(items: [Term; N]) -> Term {
    Term::Plain(items.into())
}

fn map<const N: usize>(entries: [(u32, Term); N]) -> Term {
    Term::Map(entries.into())
}

fn dag<const N: usize>(items: [Term; N]) -> Term {
    Term::Dag(Arc::new(Dag(items.into())))
}

fn shared(term: Term) -> Term {
    Term::Shared(Arc::new(term))
}

fn numbered(name: &String, attempt: usize) -> String {
    format!("{name}{attempt}")
}

fn renamed(term: &Term) -> Term {
    let renamed = rename_bound(term.clone(), numbered).expect("there are numbers enough");
    assert_structural_equal!(&renamed, term);
    renamed
}

fn replaced(term: &Term, name: &str, by: Term) -> Term {
    substitute(
        term.clone(),
        |term: &Term| match term {
            Term::Use(name) => Some(name),
            _ => None,
        },
        |of: &String| (of == name).then(|| by.clone()),
        numbered,
    )
    .expect("there are numbers enough")
}

fn free(term: &Term) -> Vec<String> {
    free_variables::<String, _>(term).into_iter().cloned().collect()
}

#[test]
fn uses_before_the_declaration_are_bound() {
    let term = block([var("f"), var("x"), def("f", var("g")), def("g", var("f"))]);
    assert_eq!(free(&term), ["x"]);
    assert!(free(&block([dag([var("f")]), map([(1, var("f"))]), plain([var("f")]), def("f", var("f"))])).is_empty());
    assert_eq!(free(&block([var("f"), map([(1, def("f", var("f")))])])), ["f"]);
    assert_eq!(free(&plain([var("f"), def("f", tuple([]))])), ["f"]);
}

#[test]
fn declarations_are_renamed_with_all_that_uses_them() {
    let term = block([var("f"), def("f", var("g")), def("g", var("f")), var("x")]);
    assert_eq!(renamed(&term), block([var("f1"), def("f1", var("g1")), def("g1", var("f1")), var("x")]));
}

#[test]
fn below_a_map_another_variable_of_that_name_is_renamed() {
    let term = block([var("f"), map([(1, def("f", tuple([])))]), var("f"), def("f", tuple([])), var("f")]);
    let after = block([var("f1"), map([(1, def("f2", tuple([])))]), var("f2"), def("f1", tuple([])), var("f2")]);
    assert_eq!(renamed(&term), after);
}

#[test]
fn what_an_inner_scope_declares_anew_was_met_before() {
    let term = block([def("f", tuple([])), block([var("f"), def("f", tuple([]))])]);
    let mut met_before = Vec::new();
    Walk::new()
        .with_bindings()
        .on(|_: &String, at| met_before.extend(at.occurrence().map(|_| at.met_before())))
        .run(&term);
    assert_eq!(met_before, [false, true, true]);
}

#[test]
fn an_inner_scope_is_renamed_for_itself() {
    let term =
        block([block([var("f"), def("f", tuple([]))]), var("f"), def("f", tuple([])), plain([def("f", var("f"))])]);
    let after = block([
        block([var("f2"), def("f2", tuple([]))]),
        var("f1"),
        def("f1", tuple([])),
        plain([def("f3", var("f3"))]),
    ]);
    assert_eq!(renamed(&term), after);
}

#[test]
fn declarations_behind_shared_pointers_are_renamed() {
    let item = shared(tuple([var("f"), def("f", var("g"))]));
    let term = block([item.clone(), var("f"), shared(shared(def("g", var("f")))), item]);
    let item = shared(tuple([var("f1"), def("f1", var("g1"))]));
    assert_eq!(renamed(&term), block([item.clone(), var("f1"), shared(shared(def("g1", var("f1")))), item]));
}

#[test]
fn what_is_put_in_is_not_captured() {
    let term = block([var("x"), var("f"), def("f", var("x"))]);
    assert_eq!(replaced(&term, "x", var("y")), block([var("y"), var("f"), def("f", var("y"))]));
    assert_eq!(replaced(&term, "x", var("f")), block([var("f"), var("f1"), def("f1", var("f"))]));
    assert_eq!(replaced(&term, "f", var("y")), term);
}

#[test]
fn a_walk_sees_each_use_and_the_first_declaration() {
    let term =
        block([var("f"), def("f", var("g")), def("g", var("f")), def("f", var("x")), map([(1, def("f", var("f")))])]);
    let mut seen = Vec::new();
    let mut numbers = Vec::new();
    Walk::new()
        .with_bindings()
        .on(|name: &String, at| {
            let Some(occurrence) = at.occurrence() else { return };
            let number = occurrence.binding().map(|binding| {
                numbers.iter().position(|known| *known == binding).unwrap_or_else(|| {
                    numbers.push(binding);
                    numbers.len() - 1
                })
            });
            seen.push((name.clone(), number, occurrence.is_binding()));
        })
        .run(&term);
    let expected = [
        ("f", Some(0), false),
        ("f", Some(0), true),
        ("g", Some(1), false),
        ("g", Some(1), true),
        ("f", Some(0), false),
        ("f", Some(0), false),
        ("x", None, false),
        ("f", Some(2), true),
        ("f", Some(2), false),
    ];
    assert_eq!(seen, expected.map(|(name, number, binds)| (name.to_owned(), number, binds)));
}

#[test]
fn a_rewriting_asks_about_declarations_first() {
    let term = block([var("f"), tuple([def("f", var("g"))]), def("g", var("f")), def("f", var("x"))]);
    let mut asked = Vec::new();
    let rewritten = Rewrite::new()
        .with_bindings()
        .with_paths()
        .after(|name: &String, site| {
            asked.push((name.clone(), site.path().to_string(), site.is_binding()));
            (name == "g").then(|| "h".to_owned())
        })
        .run(term);
    let expected = [("f", ".Block.items[1][0].Def.0", true), ("g", ".Block.items[2].Def.0", true)];
    let asked_first: Vec<_> = asked.iter().map(|(name, path, binds)| (&**name, &**path, *binds)).collect();
    assert_eq!(asked_first[..2], expected);
    assert_eq!(asked_first.last(), Some(&("x", ".Block.items[3].Def.1", false)));
    assert_eq!(rewritten, block([var("f"), tuple([def("f", var("h"))]), def("h", var("f")), def("f", var("x"))]));
}

#[test]
fn an_error_ends_a_rewriting_among_declarations() {
    let term = block([var("f"), def("f", var("g")), def("g", var("f"))]);
    let mut asked = 0;
    let result = Rewrite::fallible()
        .after(|_: &String, _| {
            asked += 1;
            if asked == 2 { Err("enough") } else { Ok(None) }
        })
        .try_run(term);
    assert_eq!((result.err(), asked), (Some("enough"), 2));
}

/// Variables are nodes with a size, which counts where they are declared.
#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(kind = "var", rewrite)]
struct Sized {
    #[seq(key)]
    name: String,
    size: Option<Box<Item>>,
}

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
enum Item {
    Number(i64),
    Use(Sized),
    Def(#[seq(def)] Sized),
    Tuple(Vec<Item>),
    #[seq(scope(predeclare = 0))]
    Block(Vec<Item>),
}

fn sized(name: &str, size: Option<Item>) -> Sized {
    Sized { name: name.into(), size: size.map(Box::new) }
}

fn used(name: &str) -> Item {
    Item::Use(sized(name, None))
}

#[test]
fn where_declared_variables_have_fields_nothing_is_renamed() {
    let size = Item::Tuple(vec![used("n"), used("n")]);
    let term = Item::Block(vec![used("x"), Item::Def(sized("x", Some(size))), used("n")]);
    let fresh = |of: &Sized, attempt| Sized { name: format!("{}{attempt}", of.name), ..of.clone() };
    assert_eq!(rename_bound(term.clone(), fresh), Err(TermError::Predeclared));

    fn variable_of(item: &Item) -> Option<&Sized> {
        match item {
            Item::Use(variable) => Some(variable),
            _ => None,
        }
    }
    let substituted = |by: &str| {
        let term = Item::Tuple(vec![used("y"), term.clone()]);
        let by = |of: &Sized| (of.name == "y").then(|| used(by));
        substitute(term, variable_of, by, fresh)
    };
    assert_eq!(substituted("z"), Ok(Item::Tuple(vec![used("z"), term.clone()])));
    assert_eq!(substituted("x"), Err(TermError::Predeclared));
}

/// Variables are objects.
#[derive(StructuralEq, Clone, Debug)]
#[seq(kind = "var", rewrite)]
struct Object {
    size: i64,
}

#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
enum Node {
    Use(Arc<Object>),
    Def(#[seq(def)] Arc<Object>, Arc<Node>),
    Tuple(Vec<Arc<Node>>),
    #[seq(scope(predeclare = 0))]
    Block(Vec<Arc<Node>>),
}

#[test]
fn objects_are_replaced_at_all_occurrences() {
    let [f, g] = [1, 2].map(|size| Arc::new(Object { size }));
    let used = |object: &Arc<Object>| Arc::new(Node::Use(object.clone()));
    let defined = |object: &Arc<Object>, value| Arc::new(Node::Def(object.clone(), value));
    let early = used(&f);
    let term = Node::Block(vec![early.clone(), defined(&f, used(&g)), defined(&g, early.clone()), early]);
    let renamed = rename_bound(term.clone(), |of: &Object, _| of.clone()).expect("it is a copy");
    assert_structural_equal!(&renamed, &term);
    let Node::Block(items) = &renamed else { panic!("{renamed:?}") };
    let (Node::Use(early), Node::Def(declared, _)) = (&*items[0], &*items[1]) else { panic!("{renamed:?}") };
    assert!(Arc::ptr_eq(early, declared) && !Arc::ptr_eq(early, &f));
}

#[test]
fn fields_of_objects_are_rewritten_once() {
    let object = Arc::new(Object { size: 1 });
    let used = Arc::new(Node::Use(object.clone()));
    let term = Node::Block(vec![used.clone(), Arc::new(Node::Def(object, used))]);
    let mut calls = 0;
    let rewritten = Rewrite::new()
        .after(|size: &i64, _| {
            calls += 1;
            Some(size + 1)
        })
        .run(term.clone());
    assert_eq!(calls, 1);
    let Node::Block(items) = &rewritten else { panic!("{rewritten:?}") };
    let (Node::Use(early), Node::Def(declared, _)) = (&*items[0], &*items[1]) else { panic!("{rewritten:?}") };
    assert!(Arc::ptr_eq(early, declared) && early.size == 2);
    assert!(!structural_equal(&rewritten, &term));
}

#[test]
fn equal_terms_are_found_and_merged_wherever_they_are_declared() {
    let group = |f: &str, g: &str| shared(block([var(g), def(f, var(g)), def(g, var(f))]));
    let term =
        tuple([group("f", "g"), group("x", "y"), group("g", "f"), shared(block([var("f"), def("f", var("g"))]))]);
    assert!(contains(&term, &group("a", "b")));
    let merged = hash_cons(term.clone()).expect("no ids");
    assert_structural_equal!(&merged, &term);
    let Term::Tuple(items) = &merged else { panic!("{merged:?}") };
    let pointers: Vec<_> = items
        .iter()
        .map(|item| match item {
            Term::Shared(pointer) => Arc::as_ptr(pointer),
            _ => panic!("{item:?}"),
        })
        .collect();
    assert!(pointers[0] == pointers[1] && pointers[1] == pointers[2] && pointers[2] != pointers[3]);
}

/// Neither takes native stack, and each is near-linear.
#[test]
fn scopes_nest_to_any_depth() {
    let nested = |name: &str, depth: usize| {
        (0..depth).fold(var(name), |inner, _| block([var(name), def(name, tuple([])), tuple([inner])]))
    };
    let (one, other) = (nested("f", 5_000), nested("g", 5_000));
    assert_structural_equal!(&one, &other);
    assert!(free(&one).is_empty());
    let renamed = rename_bound(one, numbered).expect("there are numbers enough");
    assert_structural_equal!(&renamed, &other);
    for term in [renamed, other] {
        drop_iteratively(term);
    }
}
