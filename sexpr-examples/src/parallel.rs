//! Work on many inputs at once.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// The stack of a main thread: programs that one can read, so can the others.
const STACK: usize = 8 << 20;

/// Does the work on each item, on as many threads as the machine has cores. Results are taken in order, as soon as those
/// before are there; with each, how many are done. Work that panics has an error as its result, and the other items are
/// worked on all the same. When `take` breaks, no more work is begun.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use sexpr_examples::parallel::in_order;
///
/// let mut quotients = Vec::new();
/// in_order(&[3, 0, 2], |divisor| 6 / divisor, |done, quotient| {
///     quotients.push((done, quotient.ok()));
///     ControlFlow::Continue(())
/// });
/// assert_eq!(quotients, [(1, Some(2)), (2, None), (3, Some(3))]);
/// ```
pub fn in_order<I: Sync, T: Send>(
    items: &[I],
    work: impl Fn(&I) -> T + Sync,
    mut take: impl FnMut(usize, thread::Result<T>) -> ControlFlow<()>,
) {
    let workers = thread::available_parallelism().map_or(1, NonZero::get).min(items.len());
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let run = |sender: &mpsc::Sender<(usize, thread::Result<T>)>| {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { break };
            let result = catch_unwind(AssertUnwindSafe(|| work(item)));
            if sender.send((index, result)).is_err() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        let run = &run;
        let spawn = || {
            let sender = sender.clone();
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || run(&sender))
        };
        if (0..workers).filter(|_| spawn().is_ok()).count() == 0 {
            run(&sender);
        }
        drop(sender);
        let (mut early, mut taken) = (BTreeMap::new(), 0);
        for (index, result) in receiver {
            early.insert(index, result);
            while let Some(result) = early.remove(&taken) {
                taken += 1;
                if take(taken, result).is_break() {
                    // Those who send notice that nobody receives.
                    return;
                }
            }
        }
    });
}
