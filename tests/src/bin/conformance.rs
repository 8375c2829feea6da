//! Compares the cases of the given files and prints how many went wrong, and how.
//!
//! Exits with 1 if the library is wrong about a case, and with 2 if a file cannot be read.

use std::{env, path::Path, process::ExitCode};

use sexpr_tests::conformance::{Counts, read_file, run::Reused, run_case};

/// How many failures are printed in full.
const SHOWN: usize = 20;

fn main() -> ExitCode {
    let files: Vec<_> = env::args_os().skip(1).collect();
    if files.is_empty() {
        eprintln!("usage: conformance FILE…");
        return ExitCode::from(2);
    }
    let mut counts = Counts::default();
    let mut reused = Reused::default();
    let mut shown = 0;
    for file in &files {
        let file = Path::new(file);
        let cases = match read_file(file) {
            Ok(cases) => cases,
            Err(error) => {
                eprintln!("error: {error}");
                return ExitCode::from(2);
            }
        };
        for (line, case) in cases {
            let failures = run_case(&case, &mut reused);
            for failure in failures.iter().take(SHOWN - shown) {
                eprintln!("{}:{line}: {failure}", file.display());
                shown += 1;
            }
            counts.add(&failures);
        }
    }
    print!("{counts}");
    if counts.pass() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
