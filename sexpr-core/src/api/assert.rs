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
    ($left:expr, $right:expr $(,)?) => {
        $crate::assert_structural_equal!($left, $right, options = $crate::Options::new())
    };
    ($left:expr, $right:expr, options = $options:expr $(, $($message:tt)*)?) => {
        match (&$left, &$right, $options) {
            (left, right, options) => {
                if let $crate::__private::Option::Some(mismatch) = $crate::__private::mismatch(&options, left, right) {
                    $crate::__private::fail(
                        $crate::__private::Failure::Different(&mismatch),
                        $crate::__message!($($($message)*)?),
                    )
                }
            }
        }
    };
    ($left:expr, $right:expr, $($message:tt)+) => {
        $crate::assert_structural_equal!($left, $right, options = $crate::Options::new(), $($message)+)
    };
}

/// Panics if two values are [`structural_equal`](crate::structural_equal). The arguments are those of
/// [`assert_structural_equal!`].
///
/// ```
/// use sexpr_core::assert_structural_ne;
///
/// assert_structural_ne!([1, 2], [2, 1]);
/// ```
#[macro_export]
macro_rules! assert_structural_ne {
    ($left:expr, $right:expr $(,)?) => {
        $crate::assert_structural_ne!($left, $right, options = $crate::Options::new())
    };
    ($left:expr, $right:expr, options = $options:expr $(, $($message:tt)*)?) => {
        match (&$left, &$right, $options) {
            (left, right, options) => {
                if options.equal(left, right) {
                    $crate::__private::fail(
                        $crate::__private::Failure::Equal(options.hash(left)),
                        $crate::__message!($($($message)*)?),
                    )
                }
            }
        }
    };
    ($left:expr, $right:expr, $($message:tt)+) => {
        $crate::assert_structural_ne!($left, $right, options = $crate::Options::new(), $($message)+)
    };
}

/// The message given to an assertion, if there is one.
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
pub enum Failure<'a> {
    /// The values differ.
    Different(&'a Mismatch),
    /// The values are equal, with this hash.
    Equal(u64),
}

/// The first mismatch of two values. The macro calls nothing else with both, so values of two types cause one error.
#[doc(hidden)]
pub fn mismatch<T: StructuralEq + ?Sized>(options: &impl Borrow<Options>, left: &T, right: &T) -> Option<Mismatch> {
    options.borrow().first_mismatch(left, right)
}

/// Panics with the message of a failed assertion.
#[doc(hidden)]
#[cold]
#[inline(never)]
#[track_caller]
pub fn fail(failure: Failure<'_>, message: Option<fmt::Arguments<'_>>) -> ! {
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
