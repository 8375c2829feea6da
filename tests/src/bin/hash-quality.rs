//! Prints how good the hash is, beside what is expected of a function drawn at random: how many hashes of ten million
//! terms collide, in families of many kinds, and what flipping one bit of a leaf does.
//!
//! Takes some minutes. Arguments select the families and leaves whose names contain one of them. Exits with 1 if
//! something is not as by chance, and with 2 if an argument is in no name.

use std::process::ExitCode;

use sexpr_test_support::random::Random;
use sexpr_tests::{
    args::Args,
    quality::{Family, all, avalanche, spread::Spread},
};

const TERMS: u64 = 10_000_000;
const SAMPLES: u64 = 1_000;

fn main() -> ExitCode {
    let (mut families, flips) = (all(), avalanche::all());
    let flipped = flips.iter().flat_map(|flips| [flips.leaf, flips.place]);
    let args = Args::from_env(families.iter().map(Family::name).chain(flipped));
    let mut bad = 0;
    println!(
        "{:<50} {:>9} {:>6} {:>9} {:>15} {:>15} {:>7} {:>7}",
        "terms, no two of them equal", "count", "same", "expected", "low half, σ", "high half, σ", "low 7", "high 7"
    );
    for family in families.iter_mut().filter(|family| args.select(family.name())) {
        let spread = Spread::of(family.hashes(TERMS));
        let verdict = if spread.is_as_by_chance() { "" } else { "  BAD" };
        println!("{:<50} {spread}{verdict}", family.name());
        bad += usize::from(!verdict.is_empty());
    }
    println!(
        "\n{:<36} {:>9} {:>8} {:>6}   {:>22}   {:>15}",
        "a bit flipped", "samples", "changed", "σ", "worst bit of output, σ", "worst flipped, σ"
    );
    let mut random = Random::new(1);
    for flips in flips.iter().filter(|flips| args.select(flips.leaf) || args.select(flips.place)) {
        let avalanche = flips.avalanche(SAMPLES, &mut random);
        let verdict = if avalanche.is_as_by_chance() { "" } else { "  BAD" };
        println!("{:<8} {:<27} {avalanche}{verdict}", flips.leaf, flips.place);
        bad += usize::from(!verdict.is_empty());
    }
    if bad == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
