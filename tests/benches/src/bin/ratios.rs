//! Prints how long the library takes beside its baselines, as a table, in a minute and a half.
//!
//! Arguments select the cases whose names contain one of them, including those that take too long for a run of all. Exits
//! with 2 if an argument is in no name, and else with 0, whatever comes out: how fast a machine is at the moment is
//! nothing to fail on.

use std::{env, io, process::Command, time::Duration};

use sexpr_tests::{
    args::Args,
    workloads::measure::{Case, Effort, Row, Target, in_turns, with_a_large_stack},
};

const EFFORT: Effort = Effort {
    turn: Duration::from_millis(1),
    total: Duration::from_millis(60),
    limit: Duration::from_millis(400),
    rounds: 3,
};

/// Followed by a case's number: to run it in this process.
const ALONE: &str = "--alone";

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [ALONE, number] = &*arguments.iter().map(String::as_str).collect::<Vec<_>>() {
        let number: usize = number.parse().map_err(io::Error::other)?;
        with_a_large_stack(move || {
            let case = &sexpr_benches::all()[number];
            for row in in_turns(case.build(), EFFORT) {
                print(case, &row);
            }
        });
        return Ok(());
    }
    let cases = sexpr_benches::all();
    let args = Args::from_env(cases.iter().map(Case::name));
    println!(
        "{:<50} {:>7} {:<7} {:<9} {:>9}  {:<22} {:>9} {:>7}  target",
        "case", "size", "per", "measured", "ns", "baseline", "ns", "ratio"
    );
    for (number, case) in cases.iter().enumerate() {
        if args.select(case.name()) && !(args.is_empty() && case.is_long()) {
            run_in_a_process(number)?;
        }
    }
    Ok(())
}

/// Each case has a process of its own: what others have freed would scatter its terms, and slow its allocations down.
fn run_in_a_process(number: usize) -> io::Result<()> {
    let status = Command::new(env::current_exe()?).arg(ALONE).arg(number.to_string()).status()?;
    if !status.success() {
        println!("case {number} failed: {status}");
    }
    Ok(())
}

fn print(case: &Case, row: &Row) {
    let target = match row.target {
        None => String::new(),
        Some(Target::Times(times)) => format!("≤ {times}"),
        Some(Target::Nanoseconds(nanoseconds)) => format!("≤ {nanoseconds} ns more"),
    };
    let verdict = if row.is_as_wanted() { "" } else { "  MISSED" };
    let units = case.number_of_units() as f64;
    let line = format!(
        "{:<50} {:>7} {:<7} {:<9} {:>9.2}  {:<22} {:>9.2} {:>7.2}  {target}{verdict}",
        case.name(),
        case.size(),
        case.unit(),
        row.name,
        row.nanoseconds / units,
        row.baseline,
        row.baseline_nanoseconds / units,
        row.ratio,
    );
    println!("{}", line.trim_end());
}
