//! Graphs of Wave: comparing, hashing and converting them is near-linear in their nodes.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sexpr_examples::wave;
use sexpr_tests::workloads;

fn graphs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("wave");
    group.sample_size(10);
    for nodes in [1_000, 10_000, 100_000] {
        let (lifted, direct) = (workloads::wave::graph(nodes), wave::hoist(&workloads::wave::graph(nodes)));
        assert!(wave::equivalent(&lifted, &direct));
        let count = lifted.length();
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(BenchmarkId::new("compare", count), |bencher| {
            bencher.iter(|| wave::equivalent(black_box(&lifted), black_box(&direct)));
        });
        group.bench_function(BenchmarkId::new("hash", count), |bencher| {
            bencher.iter(|| wave::graph_hash(black_box(&lifted)));
        });
        group.bench_function(BenchmarkId::new("round trip", count), |bencher| {
            bencher.iter(|| {
                let function = wave::to_operations(black_box(&lifted)).expect("it is well formed");
                wave::to_graph(&function).expect("it is well formed")
            });
        });
    }
    group.finish();
}

criterion_group!(benches, graphs);
criterion_main!(benches);
