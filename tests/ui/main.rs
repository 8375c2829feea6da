//! What the derive refuses, with what message; and what it takes, however strange.

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("refused/*.rs");
    cases.pass("accepted/*.rs");
}
