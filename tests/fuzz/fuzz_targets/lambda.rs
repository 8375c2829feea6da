#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sexpr_tests::fuzz::lambda(bytes));
