//! Time, memory, and how they grow with the size.

use std::time::Duration;

use cpu_time::ProcessTime;

use super::{Case, Operation};

/// What an operation took on values of a size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taken {
    /// The size.
    pub size: usize,
    /// The processor's time, at best: what else runs on the machine is not in it.
    pub seconds: f64,
    /// The most that was allocated at any one time.
    pub bytes: u64,
}

/// Four sizes at which a case is measured, up to the largest: each this many times the one before.
pub fn sizes(largest: usize, times: usize) -> impl Iterator<Item = usize> {
    [3, 2, 1, 0].into_iter().map(move |power| largest / times.pow(power)).filter(|size| *size > 0)
}

/// Measures what can be done with values of a size, of what is wanted. `peak` does some work, and tells the most that
/// it had allocated.
pub fn measure(
    case: &Case,
    size: usize,
    wanted: &[Operation],
    peak: impl Fn(&mut dyn FnMut()) -> u64,
) -> Vec<(Operation, Taken)> {
    /// Work is repeated as long as this allows, but so often at least, unless it takes too long.
    const ENOUGH: Duration = Duration::from_millis(100);
    const TIMES: u32 = 3;
    const TOO_LONG: Duration = Duration::from_secs(5);
    let values = case.build(size);
    let taken = |operation| {
        let start = ProcessTime::now();
        let (mut seconds, mut bytes) = (f64::INFINITY, 0);
        let mut times = 0;
        while times == 0 || start.elapsed() < if times < TIMES { TOO_LONG } else { ENOUGH } {
            times += 1;
            let mut work = Some(values.prepare(operation));
            bytes = peak(&mut || {
                let start = ProcessTime::now();
                work.take().into_iter().for_each(|work| work());
                seconds = seconds.min(start.elapsed().as_secs_f64());
            });
        }
        Taken { size, seconds, bytes }
    };
    values
        .operations()
        .filter(|operation| wanted.contains(operation))
        .map(|operation| (operation, taken(operation)))
        .collect()
}

/// The exponent `e` for which `size^e` fits best, by least squares in logarithms.
pub fn exponent(points: impl Iterator<Item = (usize, f64)>) -> f64 {
    let points: Vec<_> = points.map(|(size, cost)| ((size as f64).ln(), cost.max(1e-9).ln())).collect();
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / points.len() as f64;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let covariance: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    let variance: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    covariance / variance
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponent_is_that_of_the_growth() {
        let points = |cost: fn(f64) -> f64| sizes(8000, 2).map(move |size| (size, cost(size as f64)));
        assert!((exponent(points(|size| 3.0 * size)) - 1.0).abs() < 1e-9);
        assert!((exponent(points(|size| 0.5 * size * size)) - 2.0).abs() < 1e-9);
        assert!(exponent(points(|_| 7.0)).abs() < 1e-9);
    }
}
