//! The programs to try.

use std::path::Path;

use sexpr_core::structural_hash;
use sexpr_examples::relay::parse_source;
use sexpr_examples::text::Source;

use crate::support::assert_round_trip;

#[test]
fn every_program_reads_back() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let mut count = 0;
    for entry in std::fs::read_dir(programs).expect("the programs") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|ending| ending == "rly") {
            let source = Source::read(&path).expect("a text");
            let module = parse_source(&source).unwrap_or_else(|error| panic!("{error}"));
            assert_round_trip(&module);
            assert_eq!(structural_hash(&module), structural_hash(&parse_source(&source).expect("the same")));
            count += 1;
        }
    }
    assert!(count >= 4, "{count} programs");
}
