//! Prints how good the hash is, beside what is expected of a function drawn at random: how many hashes of ten million
//! terms collide, in families of many kinds, and what flipping one bit of a leaf does.
//!
//! Takes some minutes. Arguments are words: only those families and leaves are looked at whose names contain one of
//! them. Exits with 1 if something is not as by chance.

use std::{env, process::ExitCode};

use sexpr_tests::quality::{all, avalanche, spread::Spread};

const TERMS: u64 = 10_000_000;
const SAMPLES: u64 = 1_000;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let is_asked_for = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    let mut bad = 0;
    println!(
        "{:<50} {:>9} {:>6} {:>9} {:>15} {:>15} {:>7} {:>7}",
        "terms, no two of them equal", "count", "same", "expected", "low half, σ", "high half, σ", "low 7", "high 7"
    );
    for mut family in all().into_iter().filter(|family| is_asked_for(family.name())) {
        let spread = Spread::of(family.hashes(TERMS));
        let verdict = if spread.is_as_by_chance() { "" } else { "  BAD" };
        println!("{:<50} {spread}{verdict}", family.name());
        bad += usize::from(!verdict.is_empty());
    }
    println!(
        "\n{:<36} {:>9} {:>8} {:>6}   {:>22}   {:>15}",
        "a bit flipped", "samples", "changed", "σ", "worst bit of output, σ", "worst flipped, σ"
    );
    avalanche::of_all(SAMPLES, |leaf, place, avalanche| {
        if is_asked_for(leaf) || is_asked_for(place) {
            let verdict = if avalanche.is_as_by_chance() { "" } else { "  BAD" };
            println!("{leaf:<8} {place:<27} {avalanche}{verdict}");
            bad += usize::from(!verdict.is_empty());
        }
    });
    if bad == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
