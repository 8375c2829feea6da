//! Type inference for modules of Relay: near-linear in their expressions.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sexpr_core::walk::Walk;
use sexpr_examples::relay::{self, ir::Expr};
use sexpr_tests::workloads;

fn inference(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("relay/infer");
    group.sample_size(10);
    for nodes in [10_000, 100_000, 1_000_000] {
        let text = workloads::relay::module(nodes);
        let module = relay::parse("module.rly", &text).expect("the text is a module");
        let mut count = 0;
        Walk::new().on(|_: &Expr, _| count += 1).run(&module);
        group.throughput(Throughput::Elements(count));
        group.bench_function(BenchmarkId::from_parameter(count), |bencher| {
            bencher.iter(|| relay::infer(black_box(&module)).expect("the module is well typed"));
        });
    }
    group.finish();
}

criterion_group!(benches, inference);
criterion_main!(benches);
