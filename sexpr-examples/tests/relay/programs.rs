//! The programs to try.

use sexpr_core::structural_hash;
use sexpr_examples::relay::parse_source;

use crate::support::assert_round_trip;
use crate::texts::programs;

#[test]
fn every_program_reads_back() {
    for source in programs("rly", 4) {
        let module = parse_source(&source).unwrap_or_else(|error| panic!("{error}"));
        assert_round_trip(&module);
        assert_eq!(structural_hash(&module), structural_hash(&parse_source(&source).expect("the same")));
    }
}
