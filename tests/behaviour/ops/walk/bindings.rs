//! What a walk says of the occurrences of variables.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use sexpr_core::{
    ByIdentity, Options, StructuralEq,
    info::Def,
    walk::{AnyNode, At, Binding, Keeps, Occurrence, Walk},
};

/// What each occurrence of a variable is, as text: `x:` where the first binding is made, `x.` where it is used, and
/// `y?` where nothing binds; later bindings have later numbers.
fn occurrences<T: StructuralEq>(root: &T, name: impl Fn(AnyNode<'_>) -> Option<String>) -> String {
    under(Options::new(), root, name)
}

fn under<T: StructuralEq>(options: Options, root: &T, name: impl Fn(AnyNode<'_>) -> Option<String>) -> String {
    let mut bindings: Vec<Binding> = vec![];
    let mut seen = vec![];
    let record = |node: AnyNode<'_>, at: &At<'_, '_, Keeps<true, false>>| {
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
    Walk::new().with_bindings().options(options).on_any(record).run(root);
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
        Table(HashMap<ByIdentity<Arc<Var>>, Expr>),
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
    fn a_variable_that_was_free_stays_so_without_scopes() {
        let x = var("x");
        assert_eq!(show(&add(used(&x), sticky(&x, used(&x)))), "x? x? x?");
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
    fn the_fields_of_a_free_variable_are_visited_once() {
        let n = var("n");
        let x = shaped("x", vec![used(&n)]);
        assert_eq!(show(&add(used(&x), used(&x))), "x? n? x?");
    }

    #[test]
    fn the_root_binds_free_variables_under_the_option() {
        let x = var("x");
        let options = Options::new().map_free_vars(true);
        let name = |node: AnyNode<'_>| node.downcast::<Var>().map(|var| var.name.to_string());
        assert_eq!(under(options, &add(used(&x), used(&x)), name), "x:0 x.0");
    }

    #[test]
    fn keys_of_maps_are_uses_and_come_in_the_order_of_their_bindings() {
        let (x, y, z) = (var("x"), var("y"), var("z"));
        let entries = [(&z, used(&x)), (&y, used(&z)), (&x, used(&y))];
        let table = Expr::Table(entries.map(|(key, value)| (ByIdentity(key.clone()), value)).into());
        assert_eq!(show(&scoped(&x, scoped(&y, table))), "x:0 y:1 x.0 y.1 y.1 z? z? x.0");
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
        Label(#[seq(var = "labels")] String),
        Captures(#[seq(var)] BTreeSet<String>, Box<Expr>),
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
        assert_eq!(paths, ["x .0[0]", "y .0[1]", "y .1"]);
    }

    #[test]
    fn a_name_of_another_namespace_is_another_variable() {
        let label = Box::new(Expr::Label("x".into()));
        assert_eq!(show(&Expr::Lambda(vec!["x".into()], label)), "x:0 x?");
    }

    #[test]
    fn names_in_a_set_are_uses() {
        let captures = Box::new(Expr::Captures(["y".into(), "x".into()].into(), used("x")));
        assert_eq!(show(&Expr::Lambda(vec!["x".into()], captures)), "x:0 x.0 y? x.0");
    }
}

mod dags {
    use super::*;

    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct Var;

    #[derive(StructuralEq)]
    #[seq(kind = "dag")]
    struct Binds {
        #[seq(def)]
        var: Arc<Var>,
    }

    #[derive(StructuralEq)]
    enum Item {
        Binds(Arc<Binds>),
        Use(Arc<Var>),
    }

    #[derive(StructuralEq)]
    #[seq(scope)]
    struct Block(Vec<Item>);

    #[test]
    fn what_binds_in_a_dag_node_binds_at_each_of_its_occurrences() {
        let var = Arc::new(Var);
        let binds = Arc::new(Binds { var: var.clone() });
        let block = Block(vec![Item::Binds(binds.clone()), Item::Use(var.clone()), Item::Binds(binds), Item::Use(var)]);
        let name = |node: AnyNode<'_>| node.downcast::<Var>().map(|_| "x".to_string());
        assert_eq!(occurrences(&block, name), "x:0 x.0 x:1 x.1");
    }
}

mod parts {
    use sexpr_core::custom::{CustomStructural, EqualParts, HashParts, VirtualFields};

    use super::*;

    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct Var {
        #[seq(ignore)]
        name: &'static str,
    }

    #[derive(StructuralEq)]
    #[seq(scope, with = parts)]
    struct Listed {
        param: Arc<Var>,
        body: Vec<Arc<Var>>,
    }

    fn parts<'a>(node: &'a Listed, fields: &mut VirtualFields<'a>) {
        fields.field("param", Def::Pattern, &node.param);
        fields.field("body", Def::Inherit, &node.body);
    }

    #[derive(StructuralEq)]
    #[seq(scope, custom)]
    struct Handed(Listed);

    impl CustomStructural for Handed {
        fn s_equal<'a>(&'a self, other: &'a Self, parts: &mut EqualParts<'a>) -> bool {
            parts.field("param", Def::Pattern, &self.0.param, &other.0.param);
            parts.field("body", Def::Inherit, &self.0.body, &other.0.body);
            true
        }
        fn s_hash<'a>(&'a self, parts: &mut HashParts<'a>) {
            parts.field("param", Def::Pattern, &self.0.param);
            parts.field("body", Def::Inherit, &self.0.body);
        }
    }

    fn name(node: AnyNode<'_>) -> Option<String> {
        node.downcast::<Var>().map(|var| var.name.to_string())
    }

    #[test]
    fn bind_in_the_regions_that_they_are_listed_with() {
        let [x, y] = ["x", "y"].map(|name| Arc::new(Var { name }));
        let lambda = || Listed { param: x.clone(), body: vec![x.clone(), y.clone()] };
        assert_eq!(occurrences(&(lambda(), x.clone()), name), "x:0 x.0 y? x?");
        assert_eq!(occurrences(&(Handed(lambda()), x.clone()), name), "x:0 x.0 y? x?");
    }
}
