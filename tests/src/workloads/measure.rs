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
}

impl Contender {
    /// The work, and the result that it must have each time.
    ///
    /// # Panics
    ///
    /// The result is another.
    #[track_caller]
    pub fn new<R: PartialEq + Debug + 'static>(
        name: &'static str,
        expected: R,
        mut work: impl FnMut() -> R + 'static,
    ) -> Contender {
        assert_eq!(work(), expected, "{name}");
        let repeated = move |times| {
            let mut right = true;
            let start = Instant::now();
            for _ in 0..times {
                right &= black_box(work()) == expected;
            }
            let taken = start.elapsed();
            assert!(right, "the result of {name} varies");
            taken
        };
        Contender { name, work: Box::new(repeated), target: None }
    }

    /// A baseline that what stands first in the case is to be held against.
    pub fn target(self, target: impl Into<Option<Target>>) -> Contender {
        Contender { target: target.into(), ..self }
    }

    /// The same under another name.
    pub fn called(self, name: &'static str) -> Contender {
        Contender { name, ..self }
    }

    /// The same, while something else stays alive.
    pub fn holding(mut self, held: impl Sized + 'static) -> Contender {
        let work = move |times| {
            let _held = &held;
            (self.work)(times)
        };
        Contender { name: self.name, work: Box::new(work), target: self.target }
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
        Case { name: name.into(), size, units: size, unit, build: Box::new(build) }
    }

    /// The same case, whose size is not the number of its units.
    pub fn units(self, units: usize) -> Case {
        Case { units, ..self }
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
    /// The time after which no other round starts.
    pub total: Duration,
    /// The least number of rounds.
    pub rounds: usize,
}

/// What a contender takes, in nanoseconds for one repetition.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// The contender.
    pub name: &'static str,
    /// The median of all rounds.
    pub nanoseconds: f64,
    /// The median of what the first contender takes in each round, by what this one takes in it.
    pub ratio: f64,
    /// What is wanted of the first contender.
    pub target: Option<Target>,
}

impl Taken {
    /// Whether the first contender, which takes so long, does what is wanted.
    pub fn meets_target(&self, first: &Taken) -> bool {
        match self.target {
            None => true,
            Some(Target::Times(times)) => self.ratio <= times,
            Some(Target::Nanoseconds(nanoseconds)) => first.nanoseconds - self.nanoseconds <= nanoseconds,
        }
    }
}

/// Measures contenders in turns, so that what slows the machine down slows all of them down.
pub fn in_turns(mut contenders: Vec<Contender>, effort: Effort) -> Vec<Taken> {
    let start = Instant::now();
    let times: Vec<_> = contenders.iter_mut().map(|contender| calibrate(contender, effort.turn)).collect();
    // The outer index is the contender's.
    let mut taken = vec![Vec::new(); contenders.len()];
    let mut round = 0;
    while round < effort.rounds || start.elapsed() < effort.total {
        for turn in 0..contenders.len() {
            // Nobody always comes after the same one.
            let index = if round % 2 == 0 { turn } else { contenders.len() - 1 - turn };
            let nanoseconds = contenders[index].run(times[index]).as_nanos() as f64;
            taken[index].push(nanoseconds / times[index] as f64);
        }
        round += 1;
    }
    let result = |(contender, own): (&Contender, &Vec<f64>)| Taken {
        name: contender.name,
        nanoseconds: median(own.clone()),
        ratio: median(taken[0].iter().zip(own).map(|(first, own)| first / own).collect()),
        target: contender.target,
    };
    contenders.iter().zip(&taken).map(result).collect()
}

/// How often to repeat something that is to take so long. It is warm then.
fn calibrate(contender: &mut Contender, turn: Duration) -> u64 {
    let mut times = 1;
    loop {
        let taken = contender.run(times);
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

/// Runs something with a stack on which recursion over a million levels fits: baselines recurse, and so does the drop of
/// what they work on.
///
/// # Panics
///
/// What is run does so.
pub fn with_a_large_stack<R: Send + 'static>(run: impl FnOnce() -> R + Send + 'static) -> R {
    /// Only what is used of it takes memory.
    const STACK: usize = 1 << 30;
    let thread = thread::Builder::new().stack_size(STACK).spawn(run).expect("there is address space for a stack");
    thread.join().unwrap_or_else(|panic| panic::resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_of_the_first_to_each() {
        let work = |rounds: u64| move || (0..rounds).fold(0, |sum: u64, number| black_box(sum ^ number)) < u64::MAX;
        let contenders = vec![Contender::new("more", true, work(4_000)), Contender::new("less", true, work(1_000))];
        let effort = Effort { turn: Duration::from_micros(100), total: Duration::ZERO, rounds: 9 };
        let taken = in_turns(contenders, effort);
        assert_eq!(taken[0].ratio, 1.0);
        assert!((2.0..8.0).contains(&taken[1].ratio), "{}", taken[1].ratio);
    }

    #[test]
    fn medians_are_in_the_middle() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
    }
}
