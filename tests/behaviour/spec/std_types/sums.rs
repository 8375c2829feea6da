//! `Option` and `Result`: the same variant, then the content, and no step in the path.

use sexpr_core::StructuralEq;
use sexpr_test_support::check::{all_distinct, assert_reason, differ_at, equal};

use super::{hold, leaf, leaf_everywhere};

#[test]
fn option() {
    leaf_everywhere(|| vec![None, Some(0), Some(1)]);
    assert_reason(&differ_at(".value", &hold(None), &hold(Some(0))), &["None", "Some"]);
}

#[test]
fn option_of_option() {
    leaf(|| vec![None, Some(None), Some(Some(0)), Some(Some(1))]);
}

#[test]
fn result() {
    leaf_everywhere::<Result<i64, i64>>(|| vec![Ok(0), Ok(1), Err(0), Err(1)]);
    assert_reason(&differ_at(".value", &hold(Ok::<_, i64>(0)), &hold(Err(0))), &["Ok", "Err"]);
}

#[test]
fn options_that_point_to_themselves() {
    #[derive(StructuralEq)]
    struct List {
        head: i64,
        tail: Option<Box<List>>,
    }
    let list = |items: &[i64]| items.iter().rev().fold(None, |tail, head| Some(Box::new(List { head: *head, tail })));
    equal(&list(&[1, 2, 3]), &list(&[1, 2, 3]));
    differ_at(".tail.tail.head", &list(&[1, 2, 3]), &list(&[1, 2, 4]));
    differ_at(".tail.tail", &list(&[1, 2, 3]), &list(&[1, 2]));
    all_distinct(".tail", || vec![list(&[1]), list(&[1, 2])]);
}
