//! Contenders, and the time that they take in turns.

use std::{
    fmt::Debug,
    hint::black_box,
    panic, thread,
    time::{Duration, Instant},
};

/// How much more than a baseline the library may take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// At most so many times the baseline's time.
    Times(f64),
    /// At most so many nanoseconds above it.
    Nanoseconds(f64),
}

/// Something that does the work of a case in its way.
pub struct Contender {
    name: &'static str,
    work: Box<dyn FnMut(u64) -> Duration>,
    target: Option<Target>,
    beside: Option<(&'static str, Option<Target>)>,
}

impl Contender {
    /// The work, and the result that it must have each time: to run it panics where it has another.
    pub fn new<R: PartialEq + Debug + 'static>(
        name: &'static str,
        expected: R,
        mut work: impl FnMut() -> R + 'static,
    ) -> Contender {
        let repeated = move |times| {
            let mut right = true;
            let start = Instant::now();
            for _ in 0..times {
                right &= black_box(work()) == expected;
            }
            let taken = start.elapsed();
            assert!(right, "{name} is to give {expected:?}");
            taken
        };
        Contender { name, work: Box::new(repeated), target: None, beside: None }
    }

    /// A baseline, and what is wanted of what stands first in the case beside it.
    pub fn target(self, target: impl Into<Option<Target>>) -> Contender {
        Contender { target: target.into(), ..self }
    }

    /// A baseline that is held against another one itself, since it is to be a good one.
    pub fn beside(self, other: &'static str, target: impl Into<Option<Target>>) -> Contender {
        Contender { beside: Some((other, target.into())), ..self }
    }

    /// The same under another name.
    pub fn called(self, name: &'static str) -> Contender {
        Contender { name, ..self }
    }

    /// The same, while something else stays alive.
    pub fn holding(self, held: impl Sized + 'static) -> Contender {
        let mut alone = self.work;
        let work = move |times| {
            let _held = &held;
            alone(times)
        };
        Contender { work: Box::new(work), ..self }
    }

    /// How it is called in tables.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The time that so many repetitions take.
    pub fn run(&mut self, times: u64) -> Duration {
        (self.work)(times)
    }
}

/// Contenders for the same work: first the one that is looked at, mostly the library, then its baselines.
pub struct Case {
    name: String,
    size: usize,
    units: usize,
    unit: &'static str,
    is_long: bool,
    build: Box<dyn Fn() -> Vec<Contender>>,
}

impl Case {
    /// A case of this size, which is that many units of work. What it works on is built when it is needed.
    pub fn new(
        name: impl Into<String>,
        size: usize,
        unit: &'static str,
        build: impl Fn() -> Vec<Contender> + 'static,
    ) -> Case {
        Case { name: name.into(), size, units: size, unit, is_long: false, build: Box::new(build) }
    }

    /// The same case, whose size is not the number of its units.
    pub fn units(self, units: usize) -> Case {
        Case { units, ..self }
    }

    /// The same case, to be left out where there is little time, if so.
    pub fn long(self, is_long: bool) -> Case {
        Case { is_long, ..self }
    }

    /// Whether it is left out where there is little time.
    pub fn is_long(&self) -> bool {
        self.is_long
    }

    /// What is done, as words with slashes between them.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How large it is.
    pub fn size(&self) -> usize {
        self.size
    }

    /// How many units of work one repetition is.
    pub fn number_of_units(&self) -> usize {
        self.units
    }

    /// What is counted in units.
    pub fn unit(&self) -> &'static str {
        self.unit
    }

    /// Builds the terms.
    pub fn build(&self) -> Vec<Contender> {
        (self.build)()
    }
}

/// How long a case is measured.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The least time that a contender works in each round.
    pub turn: Duration,
    /// The time after which no other round starts, if there were enough.
    pub total: Duration,
    /// The time after which none starts in any case.
    pub limit: Duration,
    /// How many rounds are enough.
    pub rounds: usize,
}

/// What came out for one contender beside another.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// What is looked at.
    pub name: &'static str,
    /// The time that it takes for one repetition: the median of all rounds.
    pub nanoseconds: f64,
    /// What it is held against.
    pub baseline: &'static str,
    /// The time that this takes.
    pub baseline_nanoseconds: f64,
    /// How many times the other's time it takes: the median of all rounds.
    pub ratio: f64,
    /// What is wanted.
    pub target: Option<Target>,
}

impl Row {
    /// Whether what is wanted is reached.
    pub fn is_as_wanted(&self) -> bool {
        match self.target {
            None => true,
            Some(Target::Times(times)) => self.ratio <= times,
            Some(Target::Nanoseconds(nanoseconds)) => self.nanoseconds - self.baseline_nanoseconds <= nanoseconds,
        }
    }
}

/// Measures contenders in turns, so that what slows the machine down slows all of them down.
pub fn in_turns(mut contenders: Vec<Contender>, effort: Effort) -> Vec<Row> {
    let start = Instant::now();
    let times: Vec<_> = contenders.iter_mut().map(|contender| calibrate(contender, effort.turn)).collect();
    // For each contender, the nanoseconds of each round.
    let mut taken = vec![Vec::new(); contenders.len()];
    for round in 0.. {
        let wanted = if round < effort.rounds { effort.limit } else { effort.total };
        if round > 0 && start.elapsed() > wanted {
            break;
        }
        for turn in 0..contenders.len() {
            // Nobody always comes after the same one.
            let index = if round % 2 == 0 { turn } else { contenders.len() - 1 - turn };
            let nanoseconds = contenders[index].run(times[index]).as_nanos() as f64;
            taken[index].push(nanoseconds / times[index] as f64);
        }
    }
    let row = |index: usize, baseline: usize, target| Row {
        name: contenders[index].name,
        nanoseconds: median(taken[index].clone()),
        baseline: contenders[baseline].name,
        baseline_nanoseconds: median(taken[baseline].clone()),
        ratio: median(taken[index].iter().zip(&taken[baseline]).map(|(own, other)| own / other).collect()),
        target,
    };
    let mut rows: Vec<_> =
        (1..contenders.len()).map(|baseline| row(0, baseline, contenders[baseline].target)).collect();
    for (index, contender) in contenders.iter().enumerate() {
        if let Some((name, target)) = contender.beside {
            let baseline = contenders.iter().position(|other| other.name == name).expect("it is in the same case");
            rows.push(row(index, baseline, target));
        }
    }
    rows
}

/// How often to repeat something that is to take so long, when it is warm.
fn calibrate(contender: &mut Contender, turn: Duration) -> u64 {
    let mut times = 1;
    loop {
        // What is new to the caches, or interrupted, takes long once.
        let taken = contender.run(times).min(contender.run(times));
        if taken >= turn {
            return times;
        }
        let wanted = turn.as_nanos() as f64 / taken.as_nanos().max(1) as f64;
        times = (times as f64 * wanted.clamp(1.2, 10.0)).ceil() as u64;
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { (values[middle - 1] + values[middle]) / 2.0 }
}

/// A native stack, in bytes, for what recurses deeply. Only what is used of it takes memory.
pub const LARGE_STACK: usize = 1 << 30;

/// Runs something with a stack on which recursion over a million levels fits: baselines recurse, and so does the drop
/// of what they work on.
///
/// # Panics
///
/// What is run does so.
pub fn with_a_large_stack<R: Send + 'static>(run: impl FnOnce() -> R + Send + 'static) -> R {
    with_a_stack(LARGE_STACK, run)
}

/// Runs something in a thread with a stack of so many bytes.
///
/// # Panics
///
/// What is run does so.
pub fn with_a_stack<R: Send + 'static>(bytes: usize, run: impl FnOnce() -> R + Send + 'static) -> R {
    let thread = thread::Builder::new().stack_size(bytes).spawn(run).expect("there is address space for a stack");
    thread.join().unwrap_or_else(|panic| panic::resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_of_the_first_to_each() {
        let work = |rounds: u64| move || (0..rounds).fold(0, |sum: u64, number| black_box(sum ^ number)) < u64::MAX;
        let contenders = vec![Contender::new("more", true, work(4_000)), Contender::new("less", true, work(1_000))];
        let effort =
            Effort { turn: Duration::from_micros(100), total: Duration::ZERO, limit: Duration::MAX, rounds: 9 };
        let rows = in_turns(contenders, effort);
        assert_eq!((rows[0].name, rows[0].baseline), ("more", "less"));
        assert!(rows[0].ratio > 1.0, "{}", rows[0].ratio);
    }

    #[test]
    fn medians_are_in_the_middle() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
    }
}
