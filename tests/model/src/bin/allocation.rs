//! Compares random pairs of terms in four orders of allocation each, in this process and in two fresh ones, and with the
//! model: there is one verdict.
//!
//! The argument is how many pairs there are: a million, if there is none. Exits with 1 if a verdict changes or is not the
//! model's, and with 2 if the argument is no number.

use std::{
    env,
    process::{Command, ExitCode},
};

use sexpr_model::allocation::compare;

/// In place of a number: prints the digest of so many pairs, and nothing else.
const DIGEST: &str = "--digest";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (is_digest, count) = match &*arguments.iter().map(String::as_str).collect::<Vec<_>>() {
        [] => (false, Some(1_000_000)),
        [DIGEST, count] => (true, count.parse().ok()),
        [count] => (false, count.parse().ok()),
        _ => (false, None),
    };
    let Some(count) = count else {
        eprintln!("usage: allocation [PAIRS]");
        return ExitCode::from(2);
    };
    let found = compare(0..count);
    if is_digest {
        println!("{:016x}", found.digest);
        return ExitCode::SUCCESS;
    }
    let mut wrong = found.wrong;
    for _ in 0..2 {
        let digest = env::current_exe().and_then(|path| Command::new(path).arg(DIGEST).arg(count.to_string()).output());
        match digest.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string()) {
            Ok(digest) if digest == format!("{:016x}", found.digest) => {}
            Ok(_) => wrong.push("a fresh process has other verdicts".into()),
            Err(error) => wrong.push(format!("no fresh process: {error}")),
        }
    }
    wrong.iter().take(20).for_each(|wrong| eprintln!("{wrong}"));
    println!("pairs                                        {:>9}", found.pairs);
    println!("equal                                        {:>9}", found.equal);
    println!("in which addresses decide an order           {:>9}", found.undecided);
    println!("in which they decide the verdict             {:>9}", found.changing);
    println!("wrong                                        {:>9}", wrong.len());
    if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
