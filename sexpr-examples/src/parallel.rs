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
pub(crate) fn in_order<I: Sync, T: Send>(
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

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
    use std::time::Duration;

    use super::in_order;

    const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

    #[test]
    fn results_are_taken_in_order_however_long_each_takes() {
        let items: Vec<u64> = (0..50).collect();
        let mut taken = Vec::new();
        let work = |item: &u64| {
            thread::sleep(Duration::from_millis(item * 7 % 5));
            *item
        };
        in_order(&items, work, |done, item| {
            taken.push((done as u64, item.unwrap()));
            GO_ON
        });
        assert_eq!(taken, items.iter().map(|item| (item + 1, *item)).collect::<Vec<_>>());
    }

    #[test]
    fn work_is_done_once_for_each_item() {
        let count = AtomicUsize::new(0);
        in_order(&[(); 100], |()| count.fetch_add(1, Ordering::Relaxed), |_, _| GO_ON);
        assert_eq!(count.into_inner(), 100);
        in_order(&[(); 0], |()| (), |_, _| panic!("there is nothing to do"));
    }

    #[test]
    fn work_that_panics_leaves_the_results_of_the_others() {
        let items: Vec<u64> = (0..50).collect();
        let mut taken = Vec::new();
        let work = |item: &u64| if item % 10 == 3 { panic!("{item}") } else { *item };
        in_order(&items, work, |_, item| {
            taken.push(item.ok());
            GO_ON
        });
        let expected: Vec<Option<u64>> = items.iter().map(|item| (item % 10 != 3).then_some(*item)).collect();
        assert_eq!(taken, expected);
    }

    #[test]
    fn no_work_is_begun_once_results_are_no_longer_wanted() {
        let count = AtomicUsize::new(0);
        let work = |_: &u8| {
            count.fetch_add(1, Ordering::Relaxed);
            thread::sleep(Duration::from_millis(1));
        };
        let mut taken = 0;
        in_order(&[0; 10_000], work, |done, _| {
            taken = done;
            if done == 5 { ControlFlow::Break(()) } else { GO_ON }
        });
        assert_eq!(taken, 5);
        assert!(count.into_inner() < 5_000);
    }
}
