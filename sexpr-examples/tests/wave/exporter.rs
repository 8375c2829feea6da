//! `python/wave_export.py`, where there is a Python to run it. Its tests are on classes that stand in for the compiler's.

use sexpr_examples::wave;

use crate::python::exported;
use crate::support::{difference, program};

#[test]
fn its_own_tests_pass_and_what_it_exports_is_the_graph() {
    let Some(text) = exported("test_wave_export.py") else { return };
    let exported = wave::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(wave::check(&exported), []);
    assert_eq!(difference(&exported, &program("traced")), "none");
    let function = wave::to_operations(&exported).expect("it is well formed");
    let back =
        wave::to_graph(&wave::parse(&wave::print(&function)).expect("it was printed")).expect("it is well formed");
    assert_eq!(difference(&exported, &back), "none");
}
