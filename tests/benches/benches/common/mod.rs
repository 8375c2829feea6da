//! Runs cases under criterion: each is a group, with a function for each contender.

use std::{env, time::Duration};

use criterion::{BenchmarkId, Criterion, Throughput};
use sexpr_tests::workloads::measure::{Case, with_a_large_stack};

/// Runs the cases as arguments say.
pub(crate) fn run(cases: fn() -> Vec<Case>) {
    with_a_large_stack(move || {
        let mut criterion = Criterion::default()
            .sample_size(10)
            .warm_up_time(Duration::from_millis(200))
            .measurement_time(Duration::from_millis(500))
            .configure_from_args();
        // `cargo bench -- --test` only shows that they run.
        let is_test = env::args().any(|argument| argument == "--test");
        for case in cases().iter().filter(|case| !(is_test && case.is_long())) {
            let mut group = criterion.benchmark_group(case.name());
            group.throughput(Throughput::Elements(case.number_of_units() as u64));
            for mut contender in case.build() {
                let id = BenchmarkId::new(contender.name(), case.size());
                group.bench_function(id, |bencher| bencher.iter_custom(|times| contender.run(times)));
            }
            group.finish();
        }
        criterion.final_summary();
    });
}
