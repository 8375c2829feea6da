#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sexpr_model::fuzz::walker(bytes));
