//! Prints how long the library takes beside its baselines, as a table.
//!
//! Arguments are words: of the cases, only those are run whose names contain one of them. Exits with 0 whatever comes out:
//! how fast a machine is at the moment is nothing to fail on.

use std::{
    env,
    io::{self, Write},
    time::Duration,
};

use sexpr_tests::workloads::{
    cases,
    measure::{Case, Effort, Taken, Target, in_turns, with_a_large_stack},
};

/// The whole takes less than a minute.
const EFFORT: Effort = Effort { turn: Duration::from_millis(1), total: Duration::from_millis(120), rounds: 3 };

fn main() -> io::Result<()> {
    let words: Vec<String> = env::args().skip(1).collect();
    with_a_large_stack(move || {
        let asked_for = |case: &Case| words.is_empty() || words.iter().any(|word| case.name().contains(word.as_str()));
        let mut out = io::stdout();
        writeln!(
            out,
            "{:<48} {:>9} {:>10} {:<8} {:<17} {:>10} {:>7}  target",
            "case", "size", "ns", "per", "baseline", "ns", "ratio"
        )?;
        for case in cases::all().iter().filter(|case| asked_for(case)) {
            print(&mut out, case, &in_turns(case.build(), EFFORT))?;
        }
        Ok(())
    })
}

/// One row for each baseline.
fn print(out: &mut impl Write, case: &Case, taken: &[Taken]) -> io::Result<()> {
    let (first, baselines) = taken.split_first().expect("a case has a contender");
    let units = case.number_of_units() as f64;
    for baseline in baselines {
        let target = match baseline.target {
            None => String::new(),
            Some(Target::Times(times)) => format!("≤ {times}"),
            Some(Target::Nanoseconds(nanoseconds)) => format!("≤ {nanoseconds} ns more"),
        };
        let verdict = if baseline.meets_target(first) { "" } else { "  MISSED" };
        writeln!(
            out,
            "{:<48} {:>9} {:>10.2} {:<8} {:<17} {:>10.2} {:>7.2}  {target}{verdict}",
            case.name(),
            case.size(),
            first.nanoseconds / units,
            case.unit(),
            baseline.name,
            baseline.nanoseconds / units,
            baseline.ratio,
        )?;
    }
    Ok(())
}
