//! Random modules: what is printed reads back, and random texts do not harm.

use proptest::prelude::*;
use sexpr_core::structural_equal;
use sexpr_examples::relay::{parse, print};

use crate::generator::Generator;
use crate::support::assert_round_trip;

/// Pieces of texts that may stand side by side, or not.
const PIECES: [&str; 64] = [
    "def @f",
    "type T",
    "data T",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    ",",
    ";",
    ":",
    "=",
    "=>",
    "->",
    ".",
    "?",
    "_",
    "%x",
    "@f",
    "T",
    "C",
    "A",
    "Tensor",
    "float32",
    "fn",
    "let ",
    "if",
    "else",
    "match",
    "where",
    "1",
    "3f",
    "-",
    "+",
    "//",
    "/",
    "/*",
    "#",
    "\"",
    "\n",
    " ",
    "True",
    "Constant",
    "f.g(",
    "a=",
    "%0 = ",
    "%1 = ",
    "%0",
    "%1",
    "(%0, %0)",
    "e; ",
    "meta[a][0]",
    "ref(",
    "extern type ",
    "free_var ",
    "#[metadata]",
    "METADATA:",
    "v0.0.4 ",
    "==",
    "a=1)",
    "match %x",
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

    /// Graph variables that are used once, or in another order, change nothing.
    #[test]
    fn expressions_may_be_named(seed in any::<u64>(), calls in 1..12_usize) {
        let mut state = seed;
        let mut choose = |among: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % among
        };
        // Each call uses some of those before, most of them once.
        let (mut bindings, mut inlined, mut uses) = (Vec::new(), Vec::<String>::new(), vec![0; calls]);
        for call in 0..calls {
            let mut operand = |uses: &mut Vec<usize>| match choose(call + 1) {
                0 => ("%x".to_owned(), "%x".to_owned()),
                known => {
                    uses[known - 1] += 1;
                    (format!("%{}", known - 1), inlined[known - 1].clone())
                }
            };
            let (left, right) = (operand(&mut uses), operand(&mut uses));
            bindings.push(format!("%{call} = f({}, {});", left.0, right.0));
            inlined.push(format!("f({}, {})", left.1, right.1));
        }
        let whole = |body: &str| parse("graph.rly", &format!("def @f(%x) {{ {body} }}")).expect("a module");
        let named = whole(&format!("{} %{}", bindings.join(" "), calls - 1));
        assert_round_trip(&named);
        // What is shared is what is used more than once by something that is used itself.
        let uses_in = |call: usize, user: usize| {
            [format!("%{call},"), format!("%{call})")].iter().map(|used| bindings[user].matches(used).count()).sum::<usize>()
        };
        let mut live = vec![false; calls];
        live[calls - 1] = true;
        for user in (0..calls).rev() {
            for earlier in 0..user {
                live[earlier] |= live[user] && uses_in(earlier, user) > 0;
            }
        }
        let count = |call: usize| (call + 1..calls).filter(|user| live[*user]).map(|user| uses_in(call, user)).sum::<usize>();
        let is_shared = (0..calls).any(|call| count(call) > 1);
        prop_assert_eq!(structural_equal(&named, &whole(&inlined[calls - 1])), !is_shared);
    }
}
