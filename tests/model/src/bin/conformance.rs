//! Compares the cases of the given files and prints how many went wrong, and how: what is wrong first, and then which
//! hashes collide.
//!
//! Exits with 1 if the library is wrong about a case, and with 2 if a file cannot be read.

use std::{env, path::Path, process::ExitCode};

use sexpr_model::conformance::{
    Counts, read_file,
    run::{Problem, Reused},
    run_case,
};

/// How many failures are printed in full, and how many collisions.
const SHOWN: usize = 20;

fn main() -> ExitCode {
    let files: Vec<_> = env::args_os().skip(1).collect();
    if files.is_empty() {
        eprintln!("usage: conformance FILE…");
        return ExitCode::from(2);
    }
    let mut counts = Counts::default();
    let mut reused = Reused::default();
    let (mut wrong, mut collisions) = (Vec::new(), Vec::new());
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
            for failure in &failures {
                let shown = if failure.problem == Problem::Collision { &mut collisions } else { &mut wrong };
                if shown.len() < SHOWN {
                    shown.push(format!("{}:{line}: {failure}", file.display()));
                }
            }
            counts.add(&failures);
        }
    }
    for failure in wrong.iter().chain(&collisions) {
        eprintln!("{failure}");
    }
    print!("{counts}");
    if counts.pass() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
