//! Random modules: what is printed reads back, and random texts do not harm.

use proptest::prelude::*;
use sexpr_examples::relay::{parse, print};

use crate::generator::Generator;
use crate::support::assert_round_trip;

/// Pieces of texts that may stand side by side, or not.
const PIECES: [&str; 48] = [
    "def @f", "type T", "data T", "(", ")", "[", "]", "{", "}", "<", ">", ",", ";", ":", "=", "=>", "->", ".", "?",
    "_", "%x", "@f", "T", "C", "A", "Tensor", "float32", "fn", "let ", "if", "else", "match", "where", "1", "3f", "-",
    "+", "//", "/", "/*", "#", "\"", "\n", " ", "True", "Constant", "f.g(", "a=",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_reads_back(decisions in prop::collection::vec(any::<u8>(), 0..400)) {
        assert_round_trip(&Generator::new(decisions).module());
    }

    #[test]
    fn texts_are_modules_or_mistakes(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..40)) {
        let text = pieces.concat();
        for text in [format!("def @f(%x) {{ {text} }}"), text] {
            if let Ok(module) = parse("random.rly", &text) {
                assert_round_trip(&module);
            }
        }
    }

    /// What is left of a module when something is cut out of its text.
    #[test]
    fn broken_modules(decisions in prop::collection::vec(any::<u8>(), 0..200), at in any::<prop::sample::Index>(),
                      length in 1..10_usize) {
        let text = print(&Generator::new(decisions).module());
        let cut: Vec<char> = text.chars().collect();
        let at = at.index(cut.len());
        let text: String = cut[..at].iter().chain(cut.iter().skip(at + length)).collect();
        if let Ok(module) = parse("broken.rly", &text) {
            assert_round_trip(&module);
        }
    }
}
