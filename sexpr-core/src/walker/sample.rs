//! Which nodes are remembered whose pointers do not tell whether there are others.

/// To remember every node behind a reference would make trees several times slower, and to remember none would make
/// towers of shared nodes take forever. So the first ones are passed by, then one of some is remembered, and, as soon as
/// one of these is met again, each (after Adams and Dybvig, "Efficient nondestructive equality checking for trees and
/// graphs", 2008). Time stays linear: between two that are remembered lie no more nodes than a constant.
#[derive(Debug)]
pub(crate) struct Sample {
    /// How many are still passed by.
    passes: u32,
    /// How many are passed by after one that is remembered.
    every: u32,
}

impl Sample {
    pub(crate) const NEW: Sample = Sample { passes: 400, every: 31 };

    /// Whether a node is passed by, and not remembered.
    #[inline(always)]
    pub(crate) fn passes_by(&mut self) -> bool {
        let passes_by = self.passes > 0;
        self.passes = if passes_by { self.passes - 1 } else { self.every };
        passes_by
    }

    /// Notes that a node was met again.
    pub(crate) fn met_again(&mut self) {
        *self = Sample { passes: 0, every: 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::Sample;

    #[test]
    fn one_of_32_is_remembered_and_each_after_one_was_met_again() {
        let mut sample = Sample::NEW;
        let remembered = |sample: &mut Sample, of: usize| (0..of).filter(|_| !sample.passes_by()).count();
        assert_eq!(remembered(&mut sample, 400), 0);
        assert_eq!(remembered(&mut sample, 3200), 100);
        sample.met_again();
        assert_eq!(remembered(&mut sample, 100), 100);
    }
}
