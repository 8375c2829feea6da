//! What a walk says of the occurrences of variables.

use std::sync::Arc;

use sexpr_core::{
    StructuralEq,
    reflect::{Def, NodeRef},
    walk::{At, Binding, Keeps, Occurrence, Walk},
};

/// What each occurrence of a variable is, as text: `x:` where the first binding is made, `x.` where it is used, and
/// `y?` where nothing binds; later bindings have later numbers.
fn occurrences<T: StructuralEq>(root: &T, name: impl Fn(NodeRef<'_>) -> Option<String>) -> String {
    let mut bindings: Vec<Binding> = vec![];
    let mut seen = vec![];
    let record = |node: NodeRef<'_>, at: &At<'_, Keeps<true, false>>| {
        let (Some(occurrence), Some(name)) = (at.occurrence(), name(node)) else { return };
        assert_eq!(at.is_binding(), matches!(occurrence, Occurrence::Binds(_)));
        let mut number = |binding| {
            let known = bindings.iter().position(|known| *known == binding);
            known.unwrap_or_else(|| {
                bindings.push(binding);
                bindings.len() - 1
            })
        };
        seen.push(match occurrence {
            Occurrence::Binds(binding) => format!("{name}:{}", number(binding)),
            Occurrence::Bound(binding) => format!("{name}.{}", number(binding)),
            Occurrence::Free => format!("{name}?"),
        });
    };
    Walk::new().with_bindings().on_any(record).run(root);
    seen.join(" ")
}

mod pointers {
    use super::*;

    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct Var {
        #[seq(ignore)]
        name: &'static str,
        shape: Vec<Expr>,
    }

    #[derive(Clone, StructuralEq)]
    enum Expr {
        Use(Arc<Var>),
        Add(Arc<Expr>, Arc<Expr>),
        Sticky {
            #[seq(def)]
            param: Arc<Var>,
            body: Arc<Expr>,
        },
        #[seq(scope)]
        Scoped {
            #[seq(def)]
            param: Arc<Var>,
            body: Arc<Expr>,
        },
        #[seq(scope)]
        Simple {
            #[seq(def = "simple")]
            param: Arc<Var>,
            body: Arc<Expr>,
        },
    }

    fn var(name: &'static str) -> Arc<Var> {
        shaped(name, vec![])
    }

    fn shaped(name: &'static str, shape: Vec<Expr>) -> Arc<Var> {
        Arc::new(Var { name, shape })
    }

    fn used(var: &Arc<Var>) -> Expr {
        Expr::Use(var.clone())
    }

    fn add(one: Expr, other: Expr) -> Expr {
        Expr::Add(Arc::new(one), Arc::new(other))
    }

    fn sticky(param: &Arc<Var>, body: Expr) -> Expr {
        Expr::Sticky { param: param.clone(), body: Arc::new(body) }
    }

    fn scoped(param: &Arc<Var>, body: Expr) -> Expr {
        Expr::Scoped { param: param.clone(), body: Arc::new(body) }
    }

    fn show(root: &Expr) -> String {
        occurrences(root, |node| node.downcast::<Var>().map(|var| var.name.to_string()))
    }

    #[test]
    fn without_scopes_a_binding_lasts() {
        let (x, y) = (var("x"), var("y"));
        assert_eq!(show(&sticky(&x, add(used(&x), used(&y)))), "x:0 x.0 y?");
        assert_eq!(show(&add(sticky(&x, used(&x)), used(&x))), "x:0 x.0 x.0");
        // The binding is made once.
        assert_eq!(show(&add(sticky(&x, used(&x)), sticky(&x, used(&x)))), "x:0 x.0 x.0 x.0");
    }

    #[test]
    fn a_scope_forgets_what_it_bound() {
        let x = var("x");
        assert_eq!(show(&add(scoped(&x, used(&x)), used(&x))), "x:0 x.0 x?");
        assert_eq!(show(&add(used(&x), scoped(&x, used(&x)))), "x? x:0 x.0");
    }

    #[test]
    fn an_inner_binding_shadows_and_the_outer_one_comes_back() {
        let x = var("x");
        let inner = scoped(&x, used(&x));
        assert_eq!(show(&scoped(&x, add(add(used(&x), inner), used(&x)))), "x:0 x.0 x:1 x.1 x.0");
    }

    #[test]
    fn the_fields_of_a_variable_are_visited_where_it_is_bound_and_may_bind() {
        let n = var("n");
        let x = shaped("x", vec![used(&n)]);
        assert_eq!(show(&scoped(&x, add(used(&x), used(&n)))), "x:0 n:1 x.0 n.1");
        assert_eq!(show(&scoped(&n, scoped(&x, used(&x)))), "n:0 x:1 n.0 x.1");
        let simple = Expr::Simple { param: x.clone(), body: Arc::new(used(&x)) };
        assert_eq!(show(&simple), "x:0 n? x.0");
    }

    #[test]
    fn regions_are_told() {
        let n = var("n");
        let x = shaped("x", vec![used(&n)]);
        let mut regions = vec![];
        let simple = Expr::Simple { param: x.clone(), body: Arc::new(scoped(&x, used(&x))) };
        Walk::new().with_bindings().on(|var: &Var, at| regions.push((var.name, at.region()))).run(&simple);
        let expected =
            [("x", Def::Simple), ("n", Def::None), ("x", Def::Pattern), ("n", Def::Pattern), ("x", Def::None)];
        assert_eq!(regions, expected);
    }
}

mod names {
    use super::*;

    #[derive(StructuralEq)]
    enum Expr {
        Var(#[seq(var)] String),
        #[seq(scope)]
        Lambda(#[seq(var, def)] Vec<String>, Box<Expr>),
    }

    fn show(root: &Expr) -> String {
        occurrences(root, |node| node.downcast::<String>().cloned())
    }

    fn used(name: &str) -> Box<Expr> {
        Box::new(Expr::Var(name.into()))
    }

    #[test]
    fn names_are_met_as_what_they_are_written_as() {
        let lambda = Expr::Lambda(vec!["x".into(), "y".into()], used("y"));
        assert_eq!(show(&lambda), "x:0 y:1 y.1");
        let mut paths = vec![];
        Walk::new().with_paths().on(|name: &String, at| paths.push(format!("{name} {}", at.path()))).run(&lambda);
        assert_eq!(paths, ["x .Lambda.0[0]", "y .Lambda.0[1]", "y .Lambda.1"]);
    }
}
