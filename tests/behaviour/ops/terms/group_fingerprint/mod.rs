//! Fingerprints of groups of definitions that mention each other.

mod arenas;
mod brute_force;
mod counts;
mod errors;
mod symmetric;

use std::collections::BTreeMap;

use sexpr_core::{
    Fingerprint, StructuralEq,
    terms::{FingerprintedGroup, GroupError, group_fingerprint},
};

/// Definitions with everything that makes it hard to say which member is mentioned first.
#[derive(StructuralEq, Clone, Debug)]
enum Expr {
    Int(i64),
    Use(#[seq(var)] String),
    /// A name in another namespace.
    Field(#[seq(var = "fields")] String),
    Tuple(Vec<Expr>),
    /// In any order.
    Sum(#[seq(unordered)] Vec<Expr>),
    #[seq(scope)]
    Lambda(#[seq(var, def)] String, Box<Expr>),
    /// Values of variables.
    Table(BTreeMap<Name, Expr>),
}

/// What binds a member.
#[derive(StructuralEq, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[seq(kind = "var")]
struct Name(#[seq(key)] String);

/// The same, for names that are mentioned as [`Expr::Use`].
#[derive(StructuralEq, Clone, Debug)]
struct Binder(#[seq(var)] String, Name);

type Group = Vec<(Binder, Expr)>;

fn binder(name: &str) -> Binder {
    Binder(name.into(), Name(name.into()))
}

fn name(name: &str) -> Expr {
    Expr::Use(name.into())
}

fn tuple<const N: usize>(items: [Expr; N]) -> Expr {
    Expr::Tuple(items.into())
}

fn sum<const N: usize>(items: [Expr; N]) -> Expr {
    Expr::Sum(items.into())
}

fn lambda(parameter: &str, body: Expr) -> Expr {
    Expr::Lambda(parameter.into(), Box::new(body))
}

fn table<const N: usize>(entries: [(&str, Expr); N]) -> Expr {
    Expr::Table(entries.map(|(key, value)| (Name(key.into()), value)).into())
}

fn group<const N: usize>(members: [(&str, Expr); N]) -> Group {
    members.map(|(name, definition)| (binder(name), definition)).into()
}

fn run(members: &Group) -> FingerprintedGroup {
    group_fingerprint(members).expect("the members are closed, and not too symmetric")
}

fn of(members: &Group) -> Fingerprint {
    run(members).fingerprint()
}

/// How many classes there are of members with one fingerprint.
fn classes(members: &Group) -> usize {
    let found = run(members);
    found.members().iter().collect::<std::collections::BTreeSet<_>>().len()
}

#[test]
fn neither_order_nor_names_count() {
    let one = group([("even", tuple([name("odd"), Expr::Int(1)])), ("odd", name("even"))]);
    let other = group([("g", name("f")), ("f", tuple([name("g"), Expr::Int(1)]))]);
    assert_eq!(of(&one), of(&other));
    let [even, odd] = <[Fingerprint; 2]>::try_from(run(&one).members()).unwrap();
    assert_eq!(run(&other).members(), [odd, even]);
    assert_ne!(even, odd);
}

#[test]
fn what_is_mentioned_where_counts() {
    let groups = [
        group([("f", tuple([name("f"), name("g")])), ("g", Expr::Int(1))]),
        group([("f", tuple([name("g"), name("f")])), ("g", Expr::Int(1))]),
        group([("f", tuple([name("g"), name("g")])), ("g", Expr::Int(1))]),
        group([("f", tuple([name("f"), name("f")])), ("g", Expr::Int(1))]),
        group([("f", tuple([name("f"), name("g")])), ("g", Expr::Int(2))]),
        group([("f", tuple([name("f"), name("g")])), ("g", name("f"))]),
        group([("f", tuple([name("f"), name("free")])), ("g", Expr::Int(1))]),
        group([("f", tuple([name("f"), name("g")])), ("g", Expr::Int(1)), ("h", Expr::Int(1))]),
    ];
    for (i, one) in groups.iter().enumerate() {
        for other in &groups[i + 1..] {
            assert_ne!(of(one), of(other), "{one:?}, {other:?}");
        }
    }
}

#[test]
fn a_name_that_is_bound_again_mentions_no_member() {
    let shadowed = group([("f", lambda("g", name("g"))), ("g", Expr::Int(1))]);
    assert_eq!(of(&shadowed), of(&group([("f", lambda("x", name("x"))), ("g", Expr::Int(1))])));
    assert_ne!(of(&shadowed), of(&group([("f", lambda("x", name("g"))), ("g", Expr::Int(1))])));
    // Free outside, bound inside.
    let both = |inner: &str| group([("f", tuple([name("g"), lambda(inner, name(inner))])), ("g", Expr::Int(1))]);
    assert_eq!(of(&both("g")), of(&both("x")));
}

#[test]
fn a_name_of_another_namespace_mentions_no_member() {
    let field = |of: &str| Expr::Field(of.into());
    let one = group([("f", tuple([field("g"), name("g")])), ("g", Expr::Int(1))]);
    assert_eq!(of(&one), of(&group([("f", tuple([field("g"), name("h")])), ("h", Expr::Int(1))])));
    assert_ne!(of(&one), of(&group([("f", tuple([field("h"), name("h")])), ("h", Expr::Int(1))])));
}

#[test]
fn free_names_count_as_themselves() {
    let calls = |callee: &str| group([("f", tuple([name("f"), name(callee)]))]);
    assert_ne!(of(&calls("print")), of(&calls("write")));
    let renamed = group([("print", tuple([name("print"), name("write")]))]);
    assert_eq!(of(&calls("write")), of(&renamed));
}

#[test]
fn operands_in_any_order_may_mention_members_in_any_order() {
    let one = group([("f", sum([name("g"), tuple([name("h"), name("g")])])), ("g", name("f")), ("h", Expr::Int(1))]);
    let other = group([("a", Expr::Int(1)), ("c", sum([tuple([name("a"), name("b")]), name("b")])), ("b", name("c"))]);
    assert_eq!(of(&one), of(&other));
    let differs =
        group([("a", Expr::Int(1)), ("c", sum([tuple([name("b"), name("a")]), name("b")])), ("b", name("c"))]);
    assert_ne!(of(&one), of(&differs));
}

#[test]
fn keys_of_maps_are_in_no_order() {
    let one = |f, g, free| {
        group([("main", table([(f, name(g)), (g, name(f)), (free, name(g))])), (f, Expr::Int(1)), (g, Expr::Int(2))])
    };
    for (f, g) in [("a", "b"), ("b", "a"), ("y", "z"), ("z", "y"), ("a", "z")] {
        assert_eq!(of(&one("f", "g", "k")), of(&one(f, g, "k")), "{f}, {g}");
    }
    assert_ne!(of(&one("f", "g", "k")), of(&one("f", "g", "l")));
}

#[test]
fn an_empty_group_has_a_fingerprint() {
    assert_eq!(of(&group([])), of(&group([])));
    assert_ne!(of(&group([])), of(&group([("f", Expr::Int(1))])));
    assert!(run(&group([])).members().is_empty());
}

#[test]
fn copies_of_a_member_count_each() {
    let copies = |count: usize| -> Group { (0..count).map(|i| (binder(&format!("f{i}")), Expr::Int(1))).collect() };
    let fingerprints: Vec<_> = (1..5).map(|count| of(&copies(count))).collect();
    for (i, one) in fingerprints.iter().enumerate() {
        assert!(!fingerprints[i + 1..].contains(one));
    }
    assert_eq!(classes(&copies(4)), 1);
}

#[test]
fn a_member_may_bind_several_variables() {
    #[derive(StructuralEq)]
    struct Names(#[seq(var)] Vec<&'static str>);
    #[derive(StructuralEq)]
    struct Uses(#[seq(var)] Vec<&'static str>);
    let of = |members: &[(Names, Uses)]| group_fingerprint(members).map(|group| group.fingerprint());
    let one = of(&[(Names(vec!["a", "b"]), Uses(vec!["c", "b"])), (Names(vec!["c"]), Uses(vec!["a"]))]);
    let other = of(&[(Names(vec!["z"]), Uses(vec!["y"])), (Names(vec!["y", "x"]), Uses(vec!["z", "x"]))]);
    let swapped = of(&[(Names(vec!["z"]), Uses(vec!["x"])), (Names(vec!["y", "x"]), Uses(vec!["z", "x"]))]);
    assert_eq!(one, other);
    assert_ne!(one, swapped);
    let twice: Result<_, GroupError> = of(&[(Names(vec!["a", "a"]), Uses(vec!["a"]))]);
    assert!(twice.is_ok());
}

#[test]
fn binders_may_mention_members_as_well() {
    /// A name, and its type.
    #[derive(StructuralEq)]
    struct Typed(#[seq(var)] &'static str, #[seq(def = "none")] Expr);
    let of = |members: [(&'static str, Expr); 2]| {
        let members = members.map(|(name, ty)| (Typed(name, ty), Expr::Int(0)));
        group_fingerprint(&members).map(|group| group.fingerprint())
    };
    let one = of([("f", name("g")), ("g", tuple([name("f"), name("g")]))]);
    assert_eq!(one, of([("a", tuple([name("b"), name("a")])), ("b", name("a"))]));
    assert_ne!(one, of([("a", tuple([name("a"), name("b")])), ("b", name("a"))]));
    assert_ne!(one, of([("f", name("h")), ("g", tuple([name("f"), name("g")]))]));
}

/// A name, and its type.
#[derive(StructuralEq)]
struct Typed(#[seq(var)] &'static str, #[seq(def = "none")] Expr);

#[test]
fn what_the_binder_of_a_mentioned_member_mentions_is_bound_as_well() {
    let of = |[a, b, c, d]: [&'static str; 4]| {
        let typed = |name, ty| Typed(name, name_or_int(ty));
        let members = [
            (typed(a, None), name(b)),
            (typed(b, Some(c)), Expr::Int(1)),
            (typed(c, Some(d)), Expr::Int(2)),
            (typed(d, None), Expr::Int(3)),
        ];
        group_fingerprint(&members).map(|group| group.fingerprint())
    };
    assert_eq!(of(["a", "b", "c", "d"]), of(["a", "b", "z", "y"]));
    assert_eq!(of(["a", "b", "c", "d"]), of(["d", "c", "b", "a"]));
}

fn name_or_int(variable: Option<&'static str>) -> Expr {
    variable.map_or(Expr::Int(0), name)
}

#[test]
fn what_a_scope_inside_a_binder_binds_is_its_own() {
    let of = |inner: &'static str| {
        let ty = || lambda(inner, name(inner));
        let members = [(Typed("f", ty()), name("x")), (Typed("g", ty()), name("f"))];
        group_fingerprint(&members).map(|group| group.fingerprint())
    };
    assert!(of("y").is_ok());
    assert_eq!(of("x"), of("y"));
}

/// A variable whose type is a name.
#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Parameter(#[seq(key)] &'static str, #[seq(var)] &'static str);

#[derive(StructuralEq)]
enum Function {
    Int(i64),
    #[seq(scope)]
    Identity {
        #[seq(def)]
        parameter: Parameter,
        #[seq(var = "values")]
        body: &'static str,
    },
}

#[derive(StructuralEq)]
struct TypeName(#[seq(var)] &'static str);

/// In a scope, what the type of a parameter mentions would be bound with it, were it not bound already.
#[test]
fn members_may_be_mentioned_in_the_types_of_parameters_alone() {
    let of = |[t, s]: [&'static str; 2], ty| {
        let function = Function::Identity { parameter: Parameter("x", ty), body: "x" };
        let members = [(TypeName(t), Function::Int(1)), (TypeName(s), Function::Int(2)), (TypeName("f"), function)];
        group_fingerprint(&members).expect("names are known").fingerprint()
    };
    let [one, other, neither] = ["t", "s", "u"].map(|ty| of(["t", "s"], ty));
    assert!(one != other && one != neither && other != neither);
    assert_eq!(one, of(["a", "b"], "a"));
    assert_eq!(other, of(["a", "b"], "b"));
}
