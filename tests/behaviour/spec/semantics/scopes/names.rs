//! Variables of different types and variants, and names of different namespaces, are different variables.

use sexpr_core::StructuralEq;
use sexpr_test_support::check::{differ, differ_at, equal};

/// One key may be that of a local variable and of a global one.
#[derive(Clone, StructuralEq)]
#[seq(kind = "var")]
enum Variable {
    Local(#[seq(key)] &'static str),
    Global(#[seq(key)] &'static str),
}

use Variable::{Global, Local};

#[derive(StructuralEq)]
enum Term {
    Use(Variable),
    Pair(Box<Term>, Box<Term>),
    #[seq(scope)]
    Lambda {
        #[seq(def)]
        param: Variable,
        body: Box<Term>,
    },
}

fn lambda(param: Variable, body: Term) -> Term {
    Term::Lambda { param, body: Box::new(body) }
}

fn uses(one: Variable, other: Variable) -> Term {
    Term::Pair(Box::new(Term::Use(one)), Box::new(Term::Use(other)))
}

#[test]
fn variants_with_one_key_are_different_variables() {
    equal(&uses(Local("x"), Global("x")), &uses(Local("x"), Global("x")));
    differ_at("", &Term::Use(Local("x")), &Term::Use(Global("x")));
    // λ local x. (local x, global x): only the local one is renamed.
    let term = |bound, free| lambda(Local(bound), uses(Local(bound), Global(free)));
    equal(&term("x", "x"), &term("y", "x"));
    differ_at(".Lambda.body.Pair.1", &term("x", "x"), &term("y", "y"));
}

/// Names of types and of values.
#[derive(StructuralEq)]
enum Spaces {
    Value(#[seq(var)] String),
    Type(#[seq(var = "type")] String),
    Pair(Box<Spaces>, Box<Spaces>),
    #[seq(scope)]
    OfValue(#[seq(var, def)] String, Box<Spaces>),
    #[seq(scope)]
    OfType(#[seq(var = "type", def)] String, Box<Spaces>),
}

#[test]
fn names_of_different_namespaces_are_different_variables() {
    use Spaces::{OfType, OfValue, Pair, Type, Value};
    // Λ(type t). λv. (v, t)
    let term = |ty: &str, value: &str, used: [&str; 2]| {
        let pair = Pair(Box::new(Value(used[0].into())), Box::new(Type(used[1].into())));
        OfType(ty.into(), Box::new(OfValue(value.into(), Box::new(pair))))
    };
    equal(&term("x", "x", ["x", "x"]), &term("t", "v", ["v", "t"]));
    differ(&term("x", "x", ["x", "x"]), &term("t", "v", ["t", "t"]));
    differ(&term("x", "x", ["x", "x"]), &term("t", "v", ["v", "v"]));
    differ(&Value("x".into()), &Type("x".into()));
}

#[test]
fn names_of_different_classes_are_different_variables() {
    use std::{path::PathBuf, sync::Arc};

    use sexpr_core::{structural_hash, terms::free_variables};

    #[derive(StructuralEq)]
    enum Color {
        Red,
    }
    #[derive(StructuralEq)]
    enum Shape {
        Round,
    }
    #[derive(StructuralEq)]
    struct Of<T: 'static>(T);
    #[derive(StructuralEq)]
    struct Two<T: 'static>(u8, T);

    /// What binds one name and uses another.
    macro_rules! assert_variables {
        ($([$binder:ty, $used:ty]: $bound:expr, $name:expr => $one:literal;)*) => {$({
            #[derive(StructuralEq)]
            #[seq(scope)]
            struct Lambda {
                #[seq(var, def)]
                param: $binder,
                #[seq(var)]
                body: $used,
            }
            let lambda = Lambda { param: $bound, body: $name };
            let is_free = !free_variables::<$used, _>(&lambda).is_empty();
            assert_eq!(!is_free, $one, "{} and {}", stringify!($bound), stringify!($name));
            let hash = |name| structural_hash(&Lambda { param: $bound, body: name });
            assert_eq!(hash($name), structural_hash(&lambda));
        })*};
    }

    assert_variables! {
        [Arc<str>, String]: "a".into(), "a".into() => true;
        [&'static str, String]: "a", "a".into() => true;
        [u8, u64]: 97, 97 => true;
        [i8, i64]: -1, -1 => true;
        [char, u8]: 'a', 97 => false;
        [char, u32]: 'a', 97 => false;
        [bool, u8]: true, 1 => false;
        [f64, u64]: 1.0, 1.0_f64.to_bits() => false;
        [f32, f64]: 1.0, f64::from_bits(1.0_f32.to_bits().into()) => false;
        [i64, u64]: 0, 1 << 63 => false;
        [String, PathBuf]: "a".into(), "a".into() => false;
        [u128, std::time::Duration]: 1 << 64 | 2, std::time::Duration::new(1, 2) => false;
        [Color, Shape]: Color::Red, Shape::Round => false;
        [Color, Color]: Color::Red, Color::Red => true;
        [Of<Color>, Of<Shape>]: Of(Color::Red), Of(Shape::Round) => false;
        [Two<Color>, Two<Shape>]: Two(1, Color::Red), Two(1, Shape::Round) => false;
        [Of<Color>, Of<Color>]: Of(Color::Red), Of(Color::Red) => true;
        [&'static str, Of<String>]: "a", Of("a".into()) => true;
        [Of<u128>, Of<[u64; 1]>]: Of(1 << 64 | 5), Of([5]) => false;
        [Of<u128>, Of<Option<u64>>]: Of(1 << 64 | 5), Of(Some(5)) => false;
    }
}
