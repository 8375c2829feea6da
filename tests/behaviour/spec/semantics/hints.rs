//! Hints: why variables may be free that differ.

use std::sync::Arc;

use sexpr_core::{
    Mismatch, Options, Path, StructuralEq, first_structural_mismatch, report::Hint, terms::drop_iteratively,
};
use sexpr_test_support::check::steps;

use crate::nodes::{self, Var};

/// What is said of each side, and where.
pub(crate) fn hints(mismatch: &Mismatch) -> [Option<(&'static str, String)>; 2] {
    mismatch.hints().map(|hint| {
        let (name, at): (_, &Path) = match hint? {
            Hint::ScopeEnded { at, .. } => ("scope ended", at),
            Hint::BoundLater { at, .. } => ("bound later", at),
            Hint::OtherNamespace { at, .. } => ("other namespace", at),
            Hint::NeverBound { at, .. } => ("never bound", at),
            hint => panic!("unknown: {hint:?}"),
        };
        Some((name, steps(at)))
    })
}

fn hints_of<T: StructuralEq>(left: &T, right: &T) -> [Option<(&'static str, String)>; 2] {
    hints(&first_structural_mismatch(left, right).expect("they differ"))
}

pub(crate) fn both(name: &'static str, at: &str) -> [Option<(&'static str, String)>; 2] {
    [(); 2].map(|()| Some((name, at.to_owned())))
}

#[derive(StructuralEq)]
#[seq(dismantle)]
enum Expr {
    Var(#[seq(var)] &'static str),
    #[seq(scope)]
    Lambda(#[seq(var, def)] &'static str, Box<Expr>),
    WithoutDef(#[seq(var)] &'static str, Box<Expr>),
    OfTypes(#[seq(var = "types", def)] &'static str, Box<Expr>),
    Late(Box<Expr>, #[seq(var, def)] &'static str),
    Pair(Box<Expr>, Box<Expr>),
}

fn var(name: &'static str) -> Box<Expr> {
    Box::new(Expr::Var(name))
}

#[test]
fn a_name_that_was_bound_in_a_scope_that_has_ended() {
    let pair = |name| Expr::Pair(Box::new(Expr::Lambda(name, var(name))), var(name));
    assert_eq!(hints_of(&pair("x"), &pair("y")), both("scope ended", ".Pair.0.Lambda.0"));
}

#[test]
fn a_name_that_is_bound_later() {
    let late = |name| Expr::Late(var(name), name);
    assert_eq!(hints_of(&late("x"), &late("y")), both("bound later", ".Late.1"));
}

#[test]
fn a_name_that_is_bound_in_another_namespace() {
    let lambda = |name| Expr::OfTypes(name, var(name));
    assert_eq!(hints_of(&lambda("x"), &lambda("y")), both("other namespace", ".OfTypes.0"));
}

#[test]
fn a_name_whose_binder_lacks_def() {
    let lambda = |name| Expr::WithoutDef(name, var(name));
    assert_eq!(hints_of(&lambda("x"), &lambda("y")), both("never bound", ".WithoutDef.1"));
}

#[test]
fn only_of_what_is_free() {
    let lambda = |body| Expr::Lambda("x", body);
    assert_eq!(hints_of(&lambda(var("x")), &lambda(var("y"))), [None, None], "`y` stands nowhere else");
    let used = |body| Expr::Pair(Box::new(lambda(body)), var("y"));
    assert_eq!(hints_of(&used(var("x")), &used(var("y"))), [None, Some(("never bound", ".Pair.1".to_owned()))]);
    assert_eq!(hints_of(&*var("x"), &*var("y")), [None, None], "both are free, and may be meant to be");
    let shadowed = |name| Expr::Lambda("x", Box::new(Expr::Lambda("y", var(name))));
    assert_eq!(hints_of(&shadowed("x"), &shadowed("y")), [None, None], "both are bound");
}

#[test]
fn variables_that_are_objects() {
    #[derive(StructuralEq)]
    #[seq(scope)]
    struct Block {
        #[seq(def)]
        params: Vec<Arc<Var>>,
        uses: Vec<Arc<Var>>,
    }

    #[derive(StructuralEq)]
    struct Function {
        blocks: Vec<Block>,
    }

    // The second block uses the parameter of the first, as in SSA form: the scope is too narrow.
    let function = || {
        let param = nodes::var();
        let first = Block { params: vec![param.clone()], uses: vec![param.clone()] };
        Function { blocks: vec![first, Block { params: vec![], uses: vec![param] }] }
    };
    assert_eq!(hints_of(&function(), &function()), both("scope ended", ".blocks[0].params[0]"));
}

#[test]
fn keys_that_are_met_in_another_order_are_told_apart() {
    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct Var(#[seq(key)] String);

    #[derive(StructuralEq)]
    struct Program {
        #[seq(def)]
        params: Vec<Arc<Var>>,
        before: Vec<Arc<Var>>,
        used: Arc<Var>,
        #[seq(def)]
        late: Vec<Arc<Var>>,
    }

    let var = |name: &str| Arc::new(Var(name.to_owned()));
    let vars = |names: &[&str]| names.iter().copied().map(var).collect::<Vec<_>>();
    let left = Program { params: vars(&["a", "b"]), before: vars(&["b"]), used: var("x"), late: vars(&["c", "x"]) };
    let right = Program { params: vars(&["p", "q"]), before: vars(&["q"]), used: var("y"), late: vars(&["p", "z"]) };
    let [of_left, of_right] = hints_of(&left, &right);
    assert_eq!(of_left, Some(("bound later", ".late[1]".to_owned())));
    assert_eq!(of_right, None);
}

#[derive(StructuralEq)]
enum Tree {
    Use(Arc<Var>),
    Pair(Arc<Tree>, Arc<Tree>),
    #[seq(scope)]
    Bind(#[seq(def)] Arc<Var>, Arc<Tree>),
}

#[test]
fn under_options_and_with_shared_parts() {
    // A tower of which each level stands twice, and a use after the scope that binds.
    let term = || {
        let param = nodes::var();
        let tower =
            (0..60).fold(Arc::new(Tree::Use(param.clone())), |next, _| Arc::new(Tree::Pair(next.clone(), next)));
        Tree::Pair(Arc::new(Tree::Bind(param.clone(), tower)), Arc::new(Tree::Use(param)))
    };
    assert_eq!(hints_of(&term(), &term()), both("scope ended", ".Pair.0.Bind.0"));
    let free = Options::new().map_free_vars(true);
    assert!(free.first_mismatch(&term(), &term()).is_none());
}

#[test]
fn each_stands_on_a_line() {
    let pair = |name| Expr::Pair(Box::new(Expr::Lambda(name, var(name))), var(name));
    let mismatch = first_structural_mismatch(&pair("x"), &pair("y")).unwrap();
    assert_eq!(
        mismatch.to_string(),
        "left:  .Pair.1\nright: .Pair.1\ntwo free variables that are not the same: \"x\" and \"y\"\n\
         hint (both): it was bound at `.Pair.0.Lambda.0`, but that scope has ended: is the `scope` too narrow?"
    );
}

#[test]
fn not_of_what_is_about_to_be_bound() {
    #[derive(StructuralEq)]
    struct Params {
        #[seq(var, def)]
        names: Vec<&'static str>,
    }
    let params = |names: [&'static str; 2]| Params { names: names.to_vec() };
    assert_eq!(hints_of(&params(["x", "y"]), &params(["p", "p"])), [None, None]);
}

#[test]
fn not_where_a_binder_only_found_the_variable_free() {
    #[derive(StructuralEq)]
    struct Uses {
        #[seq(var)]
        first: &'static str,
        #[seq(var, def)]
        binder: &'static str,
        #[seq(var)]
        last: &'static str,
    }
    let uses = |last| Uses { first: "x", binder: "x", last };
    let [of_left, of_right] = hints_of(&uses("x"), &uses("y"));
    assert_ne!(of_left.map(|(hint, _)| hint), Some("scope ended"));
    assert_eq!(of_right, None);
}

#[test]
fn keys_that_look_alike_are_not_one() {
    #[derive(StructuralEq, Clone, Copy)]
    enum Register {
        A,
        B,
        C,
    }

    #[derive(StructuralEq)]
    enum Code {
        Use(#[seq(var)] Register),
        #[seq(scope)]
        Let(#[seq(var, def)] Register, Box<Code>),
    }
    let code = |used| Code::Let(Register::A, Box::new(Code::Use(used)));
    assert_eq!(hints_of(&code(Register::B), &code(Register::C)), [None, None]);
}

#[test]
fn the_place_where_it_was_bound_last() {
    let lambda = |name| Box::new(Expr::Lambda(name, var(name)));
    let term = |name| {
        let before = Expr::Pair(lambda(name), lambda(name));
        Expr::Pair(Box::new(before), var(name))
    };
    assert_eq!(hints_of(&term("x"), &term("y")), both("scope ended", ".Pair.0.Pair.1.Lambda.0"));
}

#[test]
fn towers_that_were_not_reached_are_read_once() {
    #[derive(StructuralEq)]
    #[seq(scope)]
    struct Match {
        free: Arc<Var>,
        #[seq(def)]
        pattern: Arc<Tree>,
    }

    let term = || {
        let bottom = Arc::new(Tree::Use(nodes::var()));
        let pattern = (0..100).fold(bottom, |next, _| Arc::new(Tree::Pair(next.clone(), next)));
        Match { free: nodes::var(), pattern }
    };
    assert_eq!(hints_of(&term(), &term()), [None, None]);
}

#[test]
fn many_bindings_of_one_name() {
    let deep = |name| {
        let depth = if cfg!(miri) { 100 } else { 100_000 };
        let bound = (0..depth).fold(var(name), |next, _| Box::new(Expr::Lambda(name, next)));
        Expr::Pair(bound, var(name))
    };
    let (left, right) = (deep("x"), deep("y"));
    let [of_left, _] = hints_of(&left, &right);
    assert_eq!(of_left.map(|(hint, _)| hint), Some("scope ended"));
    drop_iteratively(left);
    drop_iteratively(right);
}
