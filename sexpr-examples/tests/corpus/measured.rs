//! How long an index takes. This writes programs, with copies of functions among them, and `sexpr corpus index`, optimized, is
//! measured by itself, here on 10⁷ rows:
//!
//! ```text
//! CORPUS_DIR=/tmp/large CORPUS_FILES=10000 CORPUS_FUNCTIONS=6 CORPUS_RUNS=0 \
//!     cargo test -p sexpr-examples --features corpus --test corpus -- --ignored --nocapture a_large_corpus
//! /usr/bin/time -v target/release/sexpr corpus index /tmp/large/programs --out /tmp/large/index
//! ```

use std::env;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use sexpr_examples::corpus::{Index, Indexer};

use crate::generator::{self, Shape};

fn number(name: &str, default: usize) -> usize {
    env::var(name).map_or(default, |text| text.parse().expect("it is a number"))
}

#[test]
#[ignore = "writes a large corpus, to be measured: to CORPUS_DIR, if that is set, where it stays"]
fn a_large_corpus() {
    let kept = env::var_os("CORPUS_DIR").map(PathBuf::from);
    let directory = kept.clone().unwrap_or_else(|| PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("corpus/large"));
    let (programs, out) = (directory.join("programs"), directory.join("index"));
    let files = number("CORPUS_FILES", 1_000);
    let functions = number("CORPUS_FUNCTIONS", 16);
    let shape = Shape { files, functions, size: number("CORPUS_SIZE", 200), clones: files * functions / 16 };
    let planted = generator::write(&programs, shape, 1);
    println!("{files} files, {} copies of {} functions", planted.len(), shape.clones);
    for _ in 0..number("CORPUS_RUNS", 2) {
        let start = Instant::now();
        let directories = [programs.clone()];
        let summary = Indexer::new(&directories, &out).run(drop).expect("the index can be written");
        let size: u64 = Index::open(&out)
            .expect("it is complete")
            .parts()
            .iter()
            .map(|part| fs::metadata(part).expect("it is there").len())
            .sum();
        println!("{summary:?} in {:?}, {size} bytes", start.elapsed());
    }
    if kept.is_none() {
        fs::remove_dir_all(directory).expect("it can be removed");
    }
}
