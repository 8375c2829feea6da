//! Results that hold under options that are not in force at the moment.
//!
//! Reports and hashes descend into structural keys, which have options of their own. What they remember of shared nodes
//! is kept apart for each set of options.

use alloc::vec::Vec;

use crate::describe::options::Options;

/// What was remembered under options that are not in force, to go on with when they are again.
#[derive(Debug)]
pub(crate) struct ByOptions<T>(Vec<(Options, T)>);

impl<T> Default for ByOptions<T> {
    fn default() -> Self {
        ByOptions(Vec::new())
    }
}

impl<T: Default> ByOptions<T> {
    /// Keeps what holds under the options that were in force, and gives what does under those that are now. `swap` puts
    /// the one in the place of the other.
    pub(crate) fn exchange(&mut self, from: Options, to: Options, swap: impl FnOnce(&mut T)) {
        let kept = self.0.iter().position(|(options, _)| *options == to);
        let mut held = kept.map_or_else(T::default, |kept| self.0.swap_remove(kept).1);
        swap(&mut held);
        self.0.push((from, held));
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::ByOptions;
    use crate::describe::options::Options;

    #[test]
    fn each_set_of_options_has_its_own() {
        let all = [false, true].map(|skip| Options::new().skip_payload(skip));
        let (mut kept, mut current) = (ByOptions::default(), 1);
        kept.exchange(all[0], all[1], |held| core::mem::swap(&mut current, held));
        assert_eq!(current, 0);
        current = 2;
        kept.exchange(all[1], all[0], |held| core::mem::swap(&mut current, held));
        assert_eq!(current, 1);
        kept.exchange(all[0], all[1], |held| core::mem::swap(&mut current, held));
        assert_eq!(current, 2);
    }
}
