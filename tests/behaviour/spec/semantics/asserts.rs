//! `assert_structural_equal!` and `assert_structural_ne!`.

use std::{
    panic::{UnwindSafe, catch_unwind},
    sync::Arc,
};

use sexpr_core::{Options, assert_structural_equal, assert_structural_ne};

use crate::nodes::Var;

fn var(ty: i64) -> Arc<Var> {
    Arc::new(Var { ty })
}

/// The message with which this panics.
#[track_caller]
fn message(test: impl FnOnce() + UnwindSafe) -> String {
    let panic = catch_unwind(test).expect_err("this is meant to panic");
    match panic.downcast::<String>() {
        Ok(message) => *message,
        Err(panic) => panic.downcast_ref::<&str>().expect("a message").to_string(),
    }
}

#[track_caller]
fn mentions(message: &str, parts: &[&str]) {
    for part in parts {
        assert!(message.contains(part), "`{message}` does not mention `{part}`");
    }
}

const MAPPING: Options = Options::new().map_free_vars(true);

#[test]
fn they_pass_where_they_should() {
    assert_structural_equal!(1, 1);
    assert_structural_equal!(vec![1], vec![1], "with a message");
    assert_structural_equal!(var(1), var(1), options = MAPPING);
    assert_structural_equal!(var(1), var(1), options = MAPPING, "with both, {}", 2);
    assert_structural_ne!(1, 2);
    assert_structural_ne!(vec![1], vec![2], "with a message");
    assert_structural_ne!(var(1), var(1));
    assert_structural_ne!(var(1), var(2), options = MAPPING);
    assert_structural_ne!(var(1), var(2), options = MAPPING, "with both, {}", 2);
    #[rustfmt::skip]
    assert_structural_equal!(1, 1,);
}

#[test]
fn they_take_places_and_references_and_move_nothing() {
    let (one, two, other) = (String::from("a"), String::from("a"), String::from("b"));
    assert_structural_equal!(one, two);
    assert_structural_equal!(&one, &two);
    assert_structural_ne!(one, other);
    assert_structural_ne!(&one, &other);
    assert_structural_equal!(one[..], two[..]);
    drop((one, two, other));
}

#[test]
fn they_evaluate_their_arguments_once() {
    let mut calls = 0;
    let mut next = || {
        calls += 1;
        calls
    };
    assert_structural_ne!(next(), next());
    assert_eq!(calls, 2);
}

#[test]
fn a_failure_shows_paths_and_reason() {
    let text = message(|| assert_structural_equal!(vec![(1, 2)], vec![(1, 3)]));
    mentions(&text, &["[0].1", "2", "3"]);
    let text = message(|| assert_structural_equal!(vec![1], vec![1, 2]));
    mentions(&text, &["[1", "missing"]);
}

#[test]
fn a_failure_shows_the_given_message() {
    let text = message(|| assert_structural_equal!(1, 2, "after pass {}", "inline"));
    mentions(&text, &["after pass inline", "1", "2"]);
    let text = message(|| assert_structural_ne!(1, 1, "after pass {}", "inline"));
    mentions(&text, &["after pass inline"]);
}

#[test]
fn options_are_heeded() {
    let text = message(|| assert_structural_equal!(var(1), var(1)));
    mentions(&text, &["free"]);
    let text = message(|| assert_structural_ne!(var(1), var(1), options = MAPPING));
    assert!(!text.is_empty());
    let text = message(|| assert_structural_equal!(var(1), var(2), options = MAPPING, "mapped: {}", true));
    mentions(&text, &["mapped: true", ".ty", "1", "2"]);
}

#[test]
fn a_failure_points_to_the_line_of_the_assertion() {
    use std::{cell::Cell, panic};
    thread_local!(static LINE: Cell<u32> = const { Cell::new(0) });
    let previous = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        LINE.set(info.location().map_or(0, |location| location.line()));
        previous(info);
    }));
    let _ = message(|| assert_structural_equal!(1, 2));
    assert_eq!(LINE.get(), line!() - 1);
    let _ = panic::take_hook();
}
