//! What happens when the library calls user code.

use std::{
    cell::{Cell, RefCell},
    panic::{AssertUnwindSafe, catch_unwind},
};

use sexpr_test_support::random::Random;

thread_local! {
    /// How many more calls behave. Nothing: all do.
    static LEFT: Cell<Option<usize>> = const { Cell::new(None) };
    /// What answers are drawn from by code that lies.
    static LIES: RefCell<Option<Random>> = const { RefCell::new(None) };
}

/// What the panics here say.
const MESSAGE: &str = "user code panics";

/// To be said by user code each time when it is called: it panics if it is its turn.
pub(crate) fn called() {
    if let Some(left) = LEFT.get() {
        // Panics while another goes on would abort.
        if std::thread::panicking() {
            return;
        }
        LEFT.set(left.checked_sub(1));
        assert!(left > 0, "{MESSAGE}");
    }
}

/// Does some work in which the call with this number panics. Nothing, if it did.
pub(crate) fn panicking_at<A>(number: usize, work: impl FnOnce() -> A) -> Option<A> {
    LEFT.set(Some(number));
    let answer = catch_unwind(AssertUnwindSafe(work));
    LEFT.set(None);
    match answer {
        Ok(answer) => Some(answer),
        Err(panic) => {
            let message = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(|text| &**text));
            assert_eq!(message, Some(MESSAGE), "it is user code that panics, and its panic that arrives");
            None
        }
    }
}

/// Does some work in which user code lies, in a way of its own for each seed.
pub(crate) fn lying<A>(seed: u64, work: impl FnOnce() -> A) -> A {
    LIES.set(Some(Random::new(seed)));
    let answer = work();
    LIES.set(None);
    answer
}

/// The honest answer; or, where user code lies, often another number below this one.
pub(crate) fn honest_or_below(honest: usize, end: usize) -> usize {
    LIES.with_borrow_mut(|lies| {
        let lie = lies.as_mut().filter(|_| end > 0).and_then(|random| random.once_in(3).then(|| random.below(end)));
        lie.unwrap_or(honest)
    })
}

/// The honest answer; or, where user code lies, often the other.
pub(crate) fn honest_or_not(honest: bool) -> bool {
    honest_or_below(usize::from(honest), 2) == 1
}
