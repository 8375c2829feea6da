//! Mismatches: paths, reasons, and how they are shown.

use std::{collections::BTreeMap, sync::Arc};

use sexpr_core::{Reason, StructuralEq, first_structural_mismatch, report::Step};
use sexpr_test_support::check::{differ, differ_at, differ_at_paths, steps};

use crate::nodes::{Dag, Known, Singleton, Var, var};

#[derive(StructuralEq)]
enum Statement {
    Set { target: String, value: Box<Expr> },
    Nested(Vec<Statement>),
    Empty,
}

#[derive(StructuralEq)]
enum Expr {
    Int(i64),
    Neg(Arc<Expr>),
}

#[derive(StructuralEq)]
struct Function {
    statements: Option<Box<[Statement]>>,
}

#[derive(StructuralEq)]
struct Program {
    functions: BTreeMap<String, Arc<Function>>,
}

fn set(value: Expr) -> Statement {
    Statement::Set { target: "x".into(), value: Box::new(value) }
}

fn program(statements: Vec<Statement>) -> Program {
    let main = Function { statements: Some(statements.into()) };
    Program { functions: [("main".into(), Arc::new(main))].into() }
}

mod paths {
    use super::*;

    #[test]
    fn are_written_like_the_expression_that_reaches_the_part() {
        let make = |value| program(vec![Statement::Empty, Statement::Empty, set(Expr::Int(value))]);
        let mismatch = first_structural_mismatch(&make(1), &make(2)).unwrap();
        assert_eq!(mismatch.lhs().to_string(), r#".functions["main"].statements[2].Set.value"#);
        assert_eq!(mismatch.rhs().to_string(), r#".functions["main"].statements[2].Set.value"#);
    }

    #[test]
    fn the_root_has_no_steps() {
        let mismatch = first_structural_mismatch(&1, &2).unwrap();
        assert!(mismatch.lhs().steps().is_empty());
        assert_eq!(mismatch.lhs().to_string(), "<root>");
    }

    #[test]
    fn pointers_options_and_newtypes_add_no_step() {
        #[derive(StructuralEq)]
        struct Newtype(Expr);
        #[derive(StructuralEq)]
        struct Wrapped {
            #[allow(clippy::redundant_allocation, reason = "pointers are what is tested")]
            inner: Option<Arc<Box<Newtype>>>,
        }
        let make = |value| Wrapped { inner: Some(Arc::new(Box::new(Newtype(Expr::Neg(Arc::new(Expr::Int(value))))))) };
        differ_at(".inner", &make(1), &make(2));
    }

    #[test]
    fn a_field_follows_its_variant_unless_that_is_the_only_one() {
        #[derive(StructuralEq)]
        enum Only {
            One { value: i64 },
        }
        let make = |value| set(Expr::Int(value));
        let mismatch = differ_at(".Set.value", &make(1), &make(2));
        assert_eq!(mismatch.lhs().steps(), [Step::Field { name: "value".into(), variant: Some("Set") }]);
        let mismatch = differ_at(".value", &Only::One { value: 1 }, &Only::One { value: 2 });
        assert_eq!(mismatch.lhs().steps(), [Step::Field { name: "value".into(), variant: None }]);
    }

    #[test]
    fn an_unnamed_field_counts_as_declared_even_beside_an_ignored_one() {
        #[derive(StructuralEq)]
        struct Spanned(
            Expr,
            #[seq(ignore)]
            #[allow(dead_code, reason = "for people")]
            u32,
        );
        differ_at(".0", &Spanned(Expr::Int(1), 1), &Spanned(Expr::Int(2), 1));
    }

    #[test]
    fn what_one_side_lacks_is_missing_there() {
        let shorter = program(vec![Statement::Empty]);
        let longer = program(vec![Statement::Empty, Statement::Empty]);
        let mismatch = differ_at_paths(
            r#".functions["main"].statements[1]?"#,
            r#".functions["main"].statements[1]"#,
            &shorter,
            &longer,
        );
        assert!(mismatch.lhs().to_string().contains("missing"), "{mismatch}");
        assert!(!mismatch.rhs().to_string().contains("missing"), "{mismatch}");
    }

    #[test]
    fn the_middle_of_a_very_long_one_is_left_out() {
        let nested =
            |value| program(vec![(0..1000).fold(set(Expr::Int(value)), |inner, _| Statement::Nested(vec![inner]))]);
        let mismatch = first_structural_mismatch(&nested(1), &nested(2)).unwrap();
        assert!(mismatch.lhs().steps().len() > 1000);
        let text = mismatch.lhs().to_string();
        assert!(text.len() < 500, "{text}");
        assert!(text.starts_with(r#".functions["main"].statements"#), "{text}");
        assert!(text.ends_with(".value"), "{text}");
        assert!(text.contains('…'), "{text}");
    }
}

mod reasons {
    use super::*;

    fn reason<T: StructuralEq + ?Sized>(lhs: &T, rhs: &T) -> Reason {
        differ(lhs, rhs).reason().clone()
    }

    #[test]
    fn of_maps_from_variables_come_in_the_order_of_all_maps() {
        use sexpr_core::ByIdentity;
        let (x, y) = (var(), var());
        let map = |entries: &[(&Arc<Var>, i64)]| -> std::collections::HashMap<_, _> {
            entries.iter().map(|(key, value)| (ByIdentity(Arc::clone(key)), *value)).collect()
        };
        assert!(matches!(reason(&map(&[(&x, 1), (&y, 1)]), &map(&[(&x, 2)])), Reason::MissingKey));
        assert!(matches!(reason(&map(&[(&x, 1)]), &map(&[(&x, 2), (&y, 1)])), Reason::Leaves { .. }));
    }

    #[test]
    fn different_leaf_values() {
        let Reason::Leaves { lhs, rhs, .. } = reason("one", "two") else { panic!() };
        assert_eq!((&*lhs, &*rhs), ("\"one\"", "\"two\""));
    }

    #[test]
    fn different_variants() {
        let Reason::Variants { lhs, rhs, .. } = reason(&Statement::Empty, &set(Expr::Int(1))) else { panic!() };
        assert_eq!((lhs, rhs), ("Empty", "Set"));
        assert!(matches!(reason(&None, &Some(1)), Reason::Variants { lhs: "None", rhs: "Some", .. }));
    }

    #[test]
    fn different_lengths() {
        assert!(matches!(reason(&vec![1], &vec![1, 2, 3]), Reason::Lengths { lhs: 1, rhs: 3, .. }));
    }

    #[test]
    fn a_missing_key() {
        assert!(matches!(reason(&BTreeMap::from([(1, 1)]), &BTreeMap::new()), Reason::MissingKey));
    }

    #[derive(StructuralEq)]
    struct Fun {
        #[seq(def)]
        params: [Arc<Var>; 2],
        body: Vec<Arc<Var>>,
    }

    /// A body that uses parameters, or for 2 a free variable.
    fn fun(used: &[usize], free: &Arc<Var>) -> Fun {
        let params = [var(), var()];
        let body = used.iter().map(|at| params.get(*at).unwrap_or(free).clone()).collect();
        Fun { params, body }
    }

    #[test]
    fn a_variable_bound_elsewhere_and_where() {
        let free = var();
        let both_bound = &reason(&fun(&[0], &free), &fun(&[1], &free));
        let Reason::BoundElsewhere { lhs: Some(lhs), rhs: Some(rhs), .. } = both_bound else {
            panic!("{both_bound:?}")
        };
        assert_eq!(
            (&*steps(lhs), &*steps(rhs)),
            (".params[0]", ".params[1]"),
            "what each stands for, on the other side"
        );

        let Reason::BoundElsewhere { binders: [Some(lhs), Some(rhs)], .. } = both_bound else {
            panic!("{both_bound:?}")
        };
        assert_eq!((&*steps(lhs), &*steps(rhs)), (".params[0]", ".params[1]"), "where each is bound, on its own side");

        let left_bound = reason(&fun(&[1], &free), &fun(&[2], &free));
        let Reason::BoundElsewhere { lhs: Some(lhs), rhs: None, .. } = left_bound else { panic!("{left_bound:?}") };
        assert_eq!(steps(&lhs), ".params[1]");

        let right_bound = reason(&fun(&[2], &free), &fun(&[0], &free));
        assert!(matches!(right_bound, Reason::BoundElsewhere { lhs: None, rhs: Some(_), .. }));
    }

    mod names {
        use super::*;

        trait Value: sexpr_core::custom::DynStructural {}
        sexpr_core::open!(Value);

        #[derive(StructuralEq)]
        enum Named {
            #[seq(kind = "var")]
            Register {
                #[seq(ignore, name)]
                name: String,
            },
            #[seq(kind = "var")]
            Slot(#[seq(payload, name)] u32),
            #[seq(kind = "var")]
            Unnamed,
        }
        impl Value for Named {}

        #[derive(StructuralEq)]
        struct Function {
            #[seq(def)]
            params: Vec<Arc<dyn Value>>,
            body: Arc<dyn Value>,
        }

        fn register(name: &str) -> Arc<dyn Value> {
            Arc::new(Named::Register { name: name.to_owned() })
        }

        fn names(lhs: Arc<dyn Value>, rhs: Arc<dyn Value>) -> [Option<String>; 2] {
            match reason(&lhs, &rhs) {
                Reason::FreeVariables { lhs, rhs, .. } => [lhs, rhs],
                other => panic!("{other}"),
            }
        }

        #[test]
        fn variables_are_called_what_their_field_says() {
            assert_eq!(names(register("x"), register("a \"b\"")), [Some(r#""x""#.into()), Some(r#""a \"b\"""#.into())]);
            let slot = |number| Arc::new(Named::Slot(number));
            assert_eq!(names(slot(7), slot(7)), [Some(r#""7""#.into()), Some(r#""7""#.into())]);
            assert_eq!(names(Arc::new(Named::Unnamed), Arc::new(Named::Unnamed)), [None, None]);
        }

        #[test]
        fn a_report_calls_both_variables_by_their_names_and_says_where_they_are_bound() {
            let function = |used: usize| {
                let params = vec![register("x"), register("y")];
                Function { body: params[used].clone(), params }
            };
            let mismatch = first_structural_mismatch(&function(0), &function(1)).expect("they differ");
            assert_eq!(
                mismatch.to_string(),
                "left:  .body\nright: .body\nthe variables are bound differently: the left one, \"x\", is bound at \
                 `.params[0]`, the right one, \"y\", is bound at `.params[1]`"
            );
        }
    }

    #[test]
    fn a_free_variable_against_another() {
        let fun = |free: &Arc<Var>| fun(&[0, 2], free);
        assert!(matches!(reason(&fun(&var()), &fun(&var())), Reason::FreeVariables { lhs: None, rhs: None, .. }));
    }

    #[test]
    fn sharing_that_differs_and_where_the_nodes_were_met() {
        let (a, b) = (Arc::new(Dag { value: 1 }), Arc::new(Dag { value: 1 }));
        let shared = vec![a.clone(), a.clone()];
        let copied = vec![a, b];
        let left_shared = reason(&shared, &copied);
        let Reason::Sharing { lhs: Some(lhs), rhs: None, .. } = left_shared else { panic!("{left_shared:?}") };
        assert_eq!(steps(&lhs), "[0]");
        assert!(matches!(reason(&copied, &shared), Reason::Sharing { lhs: None, rhs: Some(_), .. }));
    }

    #[test]
    fn singletons_that_differ() {
        let keyed = reason(&Known("add"), &Known("mul"));
        let Reason::Singletons { lhs: Some(lhs), rhs: Some(rhs), .. } = keyed else { panic!("{keyed:?}") };
        assert_eq!((&*lhs, &*rhs), ("\"add\"", "\"mul\""));
        let unkeyed = reason(&Arc::new(Singleton { value: 1 }), &Arc::new(Singleton { value: 1 }));
        assert!(matches!(unkeyed, Reason::Singletons { lhs: None, rhs: None, .. }));
    }
}
