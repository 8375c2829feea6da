//! Prints what the operations take on values that are made to cost as much as they can, and how that grows with the
//! size.
//!
//! Arguments select the cases whose names contain one of them. Exits with 1 if something grows faster than it is bound
//! to, and with 2 if an argument is in no name.

use std::{env, io, process::Command};

use sexpr_tests::{
    adversaries::{
        Case, Growth, Operation, SMALL_STACK, all,
        measure::{Taken, exponent, measure, sizes},
    },
    args::Args,
    workloads::measure::{LARGE_STACK, with_a_stack},
};

/// Followed by a case's number, a size and the operations that are left out: to measure it in this process.
const ALONE: &str = "--alone";

/// How many times larger each size is than the one before. In all that is 64 times, over which the step from a cache to
/// memory, that makes each of what outgrows it take up to eight times as long, adds at most 0.6 to the exponent.
const TIMES: usize = 4;

/// What is linear but for a logarithm, for caches that get too small and for tables that double stays below this.
const NEARLY_LINEAR: f64 = 1.6;

/// What takes no longer than this for each, in seconds, is bound by the memory that it asks the system for.
const AS_FAST_AS_MEMORY: f64 = 20e-9;

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [ALONE, number, size, left_out @ ..] = &*arguments.iter().map(String::as_str).collect::<Vec<_>>() {
        let number: usize = number.parse().map_err(io::Error::other)?;
        let size: usize = size.parse().map_err(io::Error::other)?;
        let is_wanted = |operation: &Operation| !left_out.contains(&operation.to_string().as_str());
        let wanted: Vec<Operation> = Operation::ALL.into_iter().filter(is_wanted).collect();
        let stack = if all()[number].is_on_a_small_stack() { SMALL_STACK } else { LARGE_STACK };
        with_a_stack(stack, move || alone(&all()[number], size, &wanted));
        return Ok(());
    }
    let cases = all();
    let args = Args::from_env(cases.iter().map(Case::name));
    println!(
        "{:<62} {:<12} {:>9} {:>9} {:>8} {:>9} {:>7} {:>7}",
        "case", "operation", "size", "ms", "ns each", "bytes each", "time^", "bytes^"
    );
    let mut all_as_bound = true;
    for (number, case) in cases.iter().enumerate() {
        if args.select(case.name()) {
            all_as_bound &= run_in_processes(number, case)?;
        }
    }
    std::process::exit(if all_as_bound { 0 } else { 1 });
}

fn alone(case: &Case, size: usize, wanted: &[Operation]) {
    let peak = |work: &mut dyn FnMut()| allocation_counter::measure(work).bytes_max;
    for (operation, taken) in measure(case, size, wanted, peak) {
        println!("{operation} {} {}", taken.seconds, taken.bytes);
    }
}

/// Each size has a process of its own: what others have freed would scatter its nodes, and deep values are never freed.
fn run_in_processes(number: usize, case: &Case) -> io::Result<bool> {
    let mut taken = vec![Vec::new(); Operation::ALL.len()];
    for size in sizes(case.largest(), TIMES) {
        let measured = Operation::ALL.iter().zip(&taken);
        let left_out = measured.filter(|(_, taken)| is_known(taken)).map(|(operation, _)| operation.to_string());
        let mut command = Command::new(env::current_exe()?);
        let output = command.arg(ALONE).arg(number.to_string()).arg(size.to_string()).args(left_out).output()?;
        if !output.status.success() {
            println!("{} of size {size} failed: {}", case.name(), String::from_utf8_lossy(&output.stderr));
            return Ok(false);
        }
        let lines = String::from_utf8(output.stdout).map_err(io::Error::other)?;
        for line in lines.lines() {
            let (operation, figures) = parse(size, line).ok_or_else(|| io::Error::other(line.to_owned()))?;
            taken[operation].push(figures);
        }
    }
    let of_each = Operation::ALL.iter().zip(&taken).filter(|(_, taken)| !taken.is_empty());
    Ok(of_each.fold(true, |all, (operation, taken)| print(case, *operation, taken) && all))
}

/// Whether it is known how an operation grows that takes too long to be measured at a larger size.
fn is_known(taken: &[Taken]) -> bool {
    const TOO_LONG: f64 = 5.0;
    taken.len() > 1 && taken.last().is_some_and(|last| last.seconds > TOO_LONG)
}

/// The operation, by its place among all of them, and what it took.
fn parse(size: usize, line: &str) -> Option<(usize, Taken)> {
    let [name, seconds, bytes] = line.split(' ').collect::<Vec<_>>().try_into().ok()?;
    let operation = Operation::ALL.iter().position(|operation| operation.to_string() == name)?;
    Some((operation, Taken { size, seconds: seconds.parse().ok()?, bytes: bytes.parse().ok()? }))
}

/// Prints what was taken at the largest size, and says whether it grew as it is bound to.
fn print(case: &Case, operation: Operation, taken: &[Taken]) -> bool {
    let Some(last) = taken.last() else { return false };
    let time = exponent(taken.iter().map(|taken| (taken.size, taken.seconds)));
    let memory = exponent(taken.iter().map(|taken| (taken.size, taken.bytes as f64)));
    let (bound, remark) = match case.growth() {
        Growth::Linear => (NEARLY_LINEAR, ""),
        Growth::Quadratic(why) => (1.0 + NEARLY_LINEAR, why),
    };
    let is_fast = last.seconds <= AS_FAST_AS_MEMORY * last.size as f64;
    let is_as_bound = (time <= bound || is_fast) && memory <= NEARLY_LINEAR;
    println!(
        "{:<62} {operation:<12} {:>9} {:>9.2} {:>8.1} {:>9.1} {time:>7.2} {memory:>7.2}  {}{remark}",
        case.name(),
        last.size,
        last.seconds * 1e3,
        last.seconds * 1e9 / last.size as f64,
        last.bytes as f64 / last.size as f64,
        if is_as_bound { "" } else { "GROWS FASTER " },
    );
    is_as_bound
}
