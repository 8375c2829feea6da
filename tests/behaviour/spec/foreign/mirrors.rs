//! Types of other crates, described by declarations of one's own.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
};

use sexpr_core::{
    StructuralEq,
    mirror::{As, Same},
    reflect::Kind,
    rewrite::Rewrite,
    structural_equal, structural_fingerprint, structural_hash,
    walk::{At, Walk, nodes},
};
use sexpr_test_support::check::{differ_at, differ_at_paths, equal};

/// Stands for another crate: nothing in it knows of this one.
#[allow(dead_code, unreachable_pub, reason = "another crate would be public")]
mod foreign {
    use std::collections::BTreeMap;

    #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub struct Ident {
        pub text: String,
        pub span: (u32, u32),
    }

    #[derive(Clone)]
    pub enum Expr {
        Name(Ident),
        Number(i64),
        Lambda { parameters: Vec<Ident>, body: Box<Expr> },
        Call { function: Box<Expr>, arguments: Vec<Expr>, note: Option<String> },
        Record(BTreeMap<String, Expr>),
        Pair(Box<(Expr, Expr)>),
    }

    pub struct Private {
        hidden: Vec<Ident>,
        pub shown: u8,
    }

    impl Private {
        pub fn new(names: &[&str], shown: u8) -> Self {
            let hidden = names.iter().map(|text| Ident { text: (*text).into(), span: (0, 0) }).collect();
            Private { hidden, shown }
        }
        pub fn hidden(&self) -> &Vec<Ident> {
            &self.hidden
        }
        pub fn count(&self) -> usize {
            self.hidden.len()
        }
    }

    #[derive(Debug)]
    #[non_exhaustive]
    pub enum Operator {
        Plus,
        Minus,
        Power(u8),
        Root(u8),
    }

    pub struct Tree<T> {
        pub value: T,
        pub children: Vec<Tree<T>>,
    }

    pub struct Unit;

    pub struct Pair(pub i64, pub Unit, pub i64);
}

#[derive(StructuralEq)]
#[seq(remote = "foreign::Ident")]
struct Ident {
    text: String,
    #[seq(ignore)]
    span: (u32, u32),
}

#[derive(StructuralEq)]
#[seq(remote = "foreign::Expr")]
enum Expr {
    Name(#[seq(var, as = "Ident")] foreign::Ident),
    Number(i64),
    #[seq(scope)]
    Lambda {
        #[seq(var, def, as = "Vec<Ident>")]
        parameters: Vec<foreign::Ident>,
        #[seq(as = "Box<Expr>")]
        body: Box<foreign::Expr>,
    },
    #[seq(..)]
    Call {
        #[seq(as = "Box<Expr>")]
        function: Box<foreign::Expr>,
        #[seq(as = "Vec<Expr>")]
        arguments: Vec<foreign::Expr>,
    },
    Record(#[seq(as = "BTreeMap<_, Expr>")] BTreeMap<String, foreign::Expr>),
    Pair(#[seq(as = "Box<(Expr, Expr)>")] Box<(foreign::Expr, foreign::Expr)>),
}

fn ident(text: &str, at: u32) -> foreign::Ident {
    foreign::Ident { text: text.into(), span: (at, at) }
}

fn name(text: &str) -> foreign::Expr {
    foreign::Expr::Name(ident(text, 7))
}

fn lambda(parameters: &[&str], body: foreign::Expr) -> foreign::Expr {
    let parameters = (0..).zip(parameters).map(|(at, text)| ident(text, at)).collect();
    foreign::Expr::Lambda { parameters, body: Box::new(body) }
}

fn call(function: foreign::Expr, arguments: Vec<foreign::Expr>, note: Option<&str>) -> foreign::Expr {
    foreign::Expr::Call { function: Box::new(function), arguments, note: note.map(str::to_owned) }
}

/// A foreign expression as what the mirror says.
fn seen(expr: &foreign::Expr) -> &As<Expr, foreign::Expr> {
    As::new(expr)
}

#[test]
fn a_mirrored_type_is_compared_as_a_derived_one() {
    let one = lambda(&["x", "y"], call(name("x"), vec![name("y"), foreign::Expr::Number(1)], Some("note")));
    let other = lambda(&["a", "b"], call(name("a"), vec![name("b"), foreign::Expr::Number(1)], None));
    equal(seen(&one), seen(&other));
    assert_eq!(structural_fingerprint(seen(&one)), structural_fingerprint(seen(&other)));

    let swapped = lambda(&["a", "b"], call(name("b"), vec![name("a"), foreign::Expr::Number(1)], None));
    differ_at(".Lambda.body.Call.function", seen(&one), seen(&swapped));
    let free = lambda(&["a", "b"], call(name("a"), vec![name("c"), foreign::Expr::Number(1)], None));
    differ_at(".Lambda.body.Call.arguments[0]", seen(&one), seen(&free));
    let number = lambda(&["a", "b"], call(name("a"), vec![name("b"), foreign::Expr::Number(2)], None));
    differ_at(".Lambda.body.Call.arguments[1]", seen(&one), seen(&number));
}

#[test]
fn a_mirror_is_applied_inside_of_maps_and_tuples() {
    let record = |fields: &[(&str, i64)]| {
        let fields = fields.iter().map(|(key, value)| ((*key).to_owned(), foreign::Expr::Number(*value)));
        foreign::Expr::Record(fields.collect())
    };
    equal(seen(&record(&[("a", 1), ("b", 2)])), seen(&record(&[("b", 2), ("a", 1)])));
    differ_at("[\"b\"]", seen(&record(&[("a", 1), ("b", 2)])), seen(&record(&[("a", 1), ("b", 3)])));

    let pair = |one, other| foreign::Expr::Pair(Box::new((foreign::Expr::Number(one), foreign::Expr::Number(other))));
    equal(seen(&pair(1, 2)), seen(&pair(1, 2)));
    differ_at(".1", seen(&pair(1, 2)), seen(&pair(1, 3)));
}

#[test]
fn a_container_of_foreign_values_is_a_root() {
    let one = vec![lambda(&["x"], name("x")), name("z")];
    let other = vec![lambda(&["y"], name("y")), name("z")];
    equal(As::<Vec<Expr>, _>::new(&one), As::<Vec<Expr>, _>::new(&other));
    differ_at_paths("[1]", "[1]?", As::<Vec<Expr>, _>::new(&one), As::<Vec<Expr>, _>::new(&other[..1].to_vec()));

    let (one, other) = (HashMap::from([(1, name("x"))]), HashMap::from([(1, name("x"))]));
    equal(As::<HashMap<Same, Expr>, _>::new(&one), As::<HashMap<Same, Expr>, _>::new(&other));
}

#[test]
fn walks_and_searches_give_foreign_values() {
    let program = lambda(&["x"], call(name("x"), vec![name("y"), name("x")], None));
    let names =
        nodes::<As<Expr, foreign::Expr>>(seen(&program)).filter(|expr| matches!(&***expr, foreign::Expr::Name(_)));
    assert_eq!(names.count(), 3);

    let mut lambdas = 0;
    let count = |expr: &As<Expr, foreign::Expr>, _: &At<'_, _>| {
        lambdas += usize::from(matches!(**expr, foreign::Expr::Lambda { .. }));
    };
    Walk::new().on(count).run(seen(&program));
    assert_eq!(lambdas, 1);
}

#[test]
fn the_table_of_a_mirror_has_the_mirrors_name() {
    let table = As::<Expr, foreign::Expr>::type_info();
    assert_eq!((table.name(), table.kind()), ("Expr", Kind::Tree));
}

#[test]
fn a_type_of_ones_own_holds_foreign_values() {
    #[derive(StructuralEq)]
    struct Function<'a> {
        #[seq(var, def, as = "[Ident; 1]")]
        parameter: [foreign::Ident; 1],
        #[seq(as = "&Expr")]
        body: &'a foreign::Expr,
        #[seq(as = "Option<Result<Expr, String>>")]
        evaluated: Option<Result<foreign::Expr, String>>,
        #[seq(as = "HashSet<Ident>")]
        reserved: HashSet<foreign::Ident>,
    }
    let function = |parameter: &str, body, evaluated, reserved: &[&str]| Function {
        parameter: [ident(parameter, 0)],
        body,
        evaluated,
        reserved: (5..).zip(reserved).map(|(at, text)| ident(text, at)).collect(),
    };
    let (x, y) = (name("x"), name("y"));
    equal(&function("x", &x, None, &["a", "b"]), &function("y", &y, None, &["b", "a"]));
    differ_at(".body", &function("x", &x, None, &[]), &function("x", &y, None, &[]));
    differ_at(".evaluated", &function("x", &x, None, &[]), &function("x", &x, Some(Ok(name("x"))), &[]));
    let failed = |why: &str| Some(Err(why.to_owned()));
    differ_at(".evaluated", &function("x", &x, failed("a"), &[]), &function("x", &x, failed("b"), &[]));
    assert!(!structural_equal(&function("x", &x, None, &["a"]), &function("x", &x, None, &["c"])));
}

#[test]
fn getters_read_private_fields() {
    #[derive(StructuralEq)]
    #[seq(remote = "foreign::Private")]
    struct Private {
        #[seq(getter = foreign::Private::hidden, as = "Vec<Ident>")]
        hidden: Vec<foreign::Ident>,
        #[seq(getter = foreign::Private::count)]
        count: usize,
        shown: u8,
    }
    type Seen = As<Private, foreign::Private>;
    let private = foreign::Private::new;
    equal(Seen::new(&private(&["a"], 1)), Seen::new(&private(&["a"], 1)));
    differ_at(".hidden[0].text", Seen::new(&private(&["a"], 1)), Seen::new(&private(&["b"], 1)));
    differ_at(".shown", Seen::new(&private(&["a"], 1)), Seen::new(&private(&["a"], 2)));
}

#[test]
fn what_is_not_declared_is_told_apart_by_a_function() {
    fn unknown(operator: &foreign::Operator) -> String {
        format!("{operator:?}")
    }
    #[derive(StructuralEq)]
    #[seq(remote = "foreign::Operator")]
    enum Operator {
        Plus,
        Minus,
        #[seq(rest = unknown)]
        Other,
    }
    type Seen = As<Operator, foreign::Operator>;
    use foreign::Operator::{Minus, Plus, Power, Root};
    equal(Seen::new(&Plus), Seen::new(&Plus));
    equal(Seen::new(&Power(2)), Seen::new(&Power(2)));
    differ_at("", Seen::new(&Plus), Seen::new(&Minus));
    differ_at("", Seen::new(&Plus), Seen::new(&Power(2)));
    differ_at("", Seen::new(&Power(2)), Seen::new(&Plus));
    differ_at("", Seen::new(&Power(2)), Seen::new(&Power(3)));
    differ_at("", Seen::new(&Power(2)), Seen::new(&Root(2)));
    assert_ne!(structural_hash(Seen::new(&Power(2))), structural_hash(Seen::new(&Root(2))));
}

#[test]
fn rewriting_copies_foreign_values() {
    #[derive(Clone, StructuralEq)]
    #[seq(rewrite)]
    struct Note<T> {
        #[seq(as = "Expr")]
        foreign: foreign::Expr,
        numbers: Vec<Arc<T>>,
    }
    let note = |number: i64| Note { foreign: lambda(&["x"], name("x")), numbers: vec![Arc::new(number)] };
    let increment = |number: &i64, _: &At<'_>| Some(number + 1);
    equal(&Rewrite::new().after(increment).run(note(1)), &note(2));
}

#[test]
fn structs_of_all_styles_are_mirrored() {
    #[derive(StructuralEq)]
    #[seq(remote = "foreign::Unit")]
    struct Unit;

    #[derive(StructuralEq)]
    #[seq(remote = "foreign::Pair")]
    struct Pair(i64, #[seq(as = "Unit")] foreign::Unit, #[seq(ignore)] i64);

    #[derive(StructuralEq)]
    #[seq(remote = "foreign::Pair", ..)]
    struct First(i64);

    #[derive(StructuralEq)]
    #[seq(remote = "foreign::Pair", kind = "var")]
    struct Keyed(#[seq(key)] i64, #[seq(ignore)] foreign::Unit, #[seq(as = "_")] i64);

    let pair = foreign::Pair;
    let unit = || foreign::Unit;
    equal(As::<Pair, _>::new(&pair(1, unit(), 2)), As::<Pair, _>::new(&pair(1, unit(), 3)));
    differ_at(".0", As::<Pair, _>::new(&pair(1, unit(), 2)), As::<Pair, _>::new(&pair(2, unit(), 2)));
    equal(As::<First, _>::new(&pair(1, unit(), 2)), As::<First, _>::new(&pair(1, unit(), 3)));
    assert!(!structural_equal(As::<First, _>::new(&pair(1, unit(), 2)), As::<First, _>::new(&pair(2, unit(), 2))));
    equal(As::<[Keyed; 1], _>::new(&[pair(1, unit(), 2)]), As::<[Keyed; 1], _>::new(&[pair(1, unit(), 2)]));
    assert!(!structural_equal(As::<Keyed, _>::new(&pair(1, unit(), 2)), As::<Keyed, _>::new(&pair(2, unit(), 2))));
}

#[test]
fn a_generic_mirror_is_called_with_the_arguments_of_its_type() {
    #[derive(StructuralEq)]
    #[seq(remote = "foreign::Tree<T>")]
    struct Tree<T> {
        value: T,
        #[seq(as = "Vec<Tree<T>>")]
        children: Vec<foreign::Tree<T>>,
    }
    let tree = |value| foreign::Tree { value: 0, children: vec![foreign::Tree { value, children: vec![] }] };
    equal(As::<Tree<i32>, _>::new(&tree(1)), As::<Tree<i32>, _>::new(&tree(1)));
    differ_at(".children[0].value", As::<Tree<i32>, _>::new(&tree(1)), As::<Tree<i32>, _>::new(&tree(2)));
}
