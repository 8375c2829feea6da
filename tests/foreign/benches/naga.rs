//! Equality and hash of shaders through mirrors, beside equality that is written by hand.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use naga::{Module, front::wgsl};
use sexpr_core::{mirror::As, structural_equal, structural_hash};
use sexpr_foreign::naga::{by_hand, ir, shaders};

fn naga(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("naga");
    for (functions, lines) in [(4, 20), (40, 60), (100, 300)] {
        let [one, other] = ["", shaders::unused()].map(|unused| {
            let source = shaders::generated(functions, lines) + unused;
            wgsl::parse_str(&source).expect("a shader")
        });
        let size = one.functions.iter().map(|(_, function)| function.expressions.len()).sum::<usize>();
        let seen = |module| As::<ir::Module, Module>::new(module);
        group.bench_function(BenchmarkId::new("by hand", size), |bencher| {
            bencher.iter(|| assert!(by_hand::equal(black_box(&one), black_box(&other))));
        });
        group.bench_function(BenchmarkId::new("equal", size), |bencher| {
            bencher.iter(|| assert!(structural_equal(seen(black_box(&one)), seen(black_box(&other)))));
        });
        group.bench_function(BenchmarkId::new("hash", size), |bencher| {
            bencher.iter(|| structural_hash(seen(black_box(&one))));
        });
    }
    group.finish();
}

criterion_group!(benches, naga);
criterion_main!(benches);
