//! What holds under some options, kept apart for each set of options.
//!
//! Structural keys have options of their own, so operations on what is around them meet several.

use alloc::vec::Vec;

use crate::describe::options::Options;

/// One `T` for each set of options.
#[derive(Debug)]
pub(crate) struct ByOptions<T>(Vec<(Options, T)>);

impl<T> Default for ByOptions<T> {
    fn default() -> Self {
        ByOptions(Vec::new())
    }
}

impl<T: Default> ByOptions<T> {
    /// What holds under these options.
    pub(crate) fn under(&mut self, options: Options) -> &mut T {
        let known = self.0.iter().position(|(of, _)| *of == options).unwrap_or_else(|| {
            self.0.push((options, T::default()));
            self.0.len() - 1
        });
        &mut self.0[known].1
    }

    pub(crate) fn each(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().map(|(_, of_options)| of_options)
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
        let [one, other] = [false, true].map(|skip| Options::new().skip_payload(skip));
        let mut kept = ByOptions::default();
        *kept.under(one) = 1;
        assert_eq!(*kept.under(other), 0);
        *kept.under(other) = 2;
        assert_eq!((*kept.under(one), *kept.under(other)), (1, 2));
        kept.clear();
        assert_eq!(*kept.under(one), 0);
    }
}
