//! Assertions for tests: `assert_structural_equal!` and `assert_structural_ne!`.

use core::{borrow::Borrow, fmt};

use crate::{
    describe::{options::Options, structural::StructuralEq},
    reflect::report::reason::Mismatch,
};

/// Panics with a report if two values are not [`structural_equal`](crate::structural_equal).
///
/// Options are given as `options = …`; a message follows the values, as in `assert_eq!`.
///
/// ```
/// use sexpr_core::{Options, assert_structural_equal};
///
/// assert_structural_equal!([1, 2], [1, 2]);
/// assert_structural_equal!(vec![1], vec![1], options = Options::new().map_free_vars(true));
/// assert_structural_equal!("a", "a", "pass {} changed the program", "fold");
/// ```
///
/// The report names the first mismatch:
///
/// ```should_panic
/// # use sexpr_core::assert_structural_equal;
/// assert_structural_equal!([1, 2], [1, 3]);
/// ```
#[macro_export]
macro_rules! assert_structural_equal {
    ($left:expr, $right:expr $(, $($arguments:tt)*)?) => {
        $crate::__assert!(mismatch, $left, $right, $($($arguments)*)?)
    };
}

/// Panics if two values are [`structural_equal`](crate::structural_equal). The arguments are those
/// of [`assert_structural_equal!`].
///
/// ```
/// use sexpr_core::assert_structural_ne;
///
/// assert_structural_ne!([1, 2], [2, 1]);
/// ```
#[macro_export]
macro_rules! assert_structural_ne {
    ($left:expr, $right:expr $(, $($arguments:tt)*)?) => {
        $crate::__assert!(equality, $left, $right, $($($arguments)*)?)
    };
}

/// Panics if a check of two values finds a failure.
#[doc(hidden)]
#[macro_export]
macro_rules! __assert {
    ($check:ident, $left:expr, $right:expr, options = $options:expr $(, $($message:tt)*)?) => {
        match (&$left, &$right, $options) {
            (left, right, options) => {
                if let $crate::__private::Option::Some(failure) = $crate::__private::$check(&options, left, right) {
                    $crate::__private::fail(failure, $crate::__message!($($($message)*)?))
                }
            }
        }
    };
    ($check:ident, $left:expr, $right:expr, $($message:tt)*) => {
        $crate::__assert!($check, $left, $right, options = $crate::Options::new(), $($message)*)
    };
}

/// The message of an assertion, if it has one.
#[doc(hidden)]
#[macro_export]
macro_rules! __message {
    () => {
        $crate::__private::Option::None
    };
    ($($message:tt)+) => {
        $crate::__private::Option::Some(::core::format_args!($($message)+))
    };
}

/// Why an assertion failed.
#[doc(hidden)]
#[derive(Debug)]
pub enum Failure {
    /// The values differ.
    Different(Mismatch),
    /// The values are equal, with this hash.
    Equal(u64),
}

/// The first mismatch of two values. The macro makes no other call with both values, so values of two types cause one error.
#[doc(hidden)]
pub fn mismatch<T: StructuralEq + ?Sized>(options: &impl Borrow<Options>, left: &T, right: &T) -> Option<Failure> {
    options.borrow().first_mismatch(left, right).map(Failure::Different)
}

/// The hash of two values, if they are equal.
#[doc(hidden)]
pub fn equality<T: StructuralEq + ?Sized>(options: &impl Borrow<Options>, left: &T, right: &T) -> Option<Failure> {
    let options = options.borrow();
    options.equal(left, right).then(|| Failure::Equal(options.hash(left)))
}

/// Panics with the message of a failed assertion.
#[doc(hidden)]
#[cold]
#[inline(never)]
#[track_caller]
pub fn fail(failure: Failure, message: Option<fmt::Arguments<'_>>) -> ! {
    let (separator, message) = match &message {
        Some(message) => (": ", message as &dyn fmt::Display),
        None => ("", &"" as &dyn fmt::Display),
    };
    match failure {
        Failure::Different(mismatch) => {
            panic!("values that should be structurally equal differ{separator}{message}\n{mismatch}")
        }
        Failure::Equal(hash) => {
            panic!("values that should differ are structurally equal{separator}{message}\nhash of both: {hash:#018x}")
        }
    }
}
