//! `Change` and `IntoChange`: what a callback of a rewriting returns.

/// What to do with a part: the result of a callback of a [`Rewrite`](crate::rewrite::Rewrite).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change<T> {
    pub(crate) replacement: Option<T>,
    pub(crate) skips: bool,
}

impl<T> Change<T> {
    /// It stays.
    pub fn keep() -> Self {
        Change { replacement: None, skips: false }
    }

    /// It is replaced. If the callback was called before what is in the part, that of the new value comes next.
    pub fn replace(value: T) -> Self {
        Change { replacement: Some(value), skips: false }
    }

    /// Keeps this part and skips its children, which then bind nothing. After the children, the same as [`keep`](Self::keep).
    pub fn skip() -> Self {
        Change { replacement: None, skips: true }
    }

    /// It is replaced, and what is in the new value stays.
    pub fn replace_and_skip(value: T) -> Self {
        Change { replacement: Some(value), skips: true }
    }
}

impl<T> Default for Change<T> {
    fn default() -> Self {
        Change::keep()
    }
}

/// What a callback of a [`Rewrite`](crate::rewrite::Rewrite) may answer: an `Option`, which is what the part is
/// replaced by; a [`Change`]; or a `Result` of either, which may stop the rewriting with an error.
#[diagnostic::on_unimplemented(
    message = "a callback of a rewriting cannot answer `{Self}` [SEQ435]",
    note = "it answers an `Option<{T}>`, a `Change<{T}>`, or a `Result` of one of these; to stop with an error, begin with \
            `Rewrite::fallible`"
)]
pub trait IntoChange<T, E> {
    /// The answer in its most general form.
    fn into_change(self) -> Result<Change<T>, E>;
}

impl<T, E> IntoChange<T, E> for Option<T> {
    #[inline(always)]
    fn into_change(self) -> Result<Change<T>, E> {
        Ok(Change { replacement: self, skips: false })
    }
}

impl<T, E> IntoChange<T, E> for Change<T> {
    #[inline(always)]
    fn into_change(self) -> Result<Change<T>, E> {
        Ok(self)
    }
}

impl<T, E> IntoChange<T, E> for Result<Option<T>, E> {
    #[inline(always)]
    fn into_change(self) -> Result<Change<T>, E> {
        self.map(|replacement| Change { replacement, skips: false })
    }
}

impl<T, E> IntoChange<T, E> for Result<Change<T>, E> {
    #[inline(always)]
    fn into_change(self) -> Result<Change<T>, E> {
        self
    }
}
