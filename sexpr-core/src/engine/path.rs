//! `Path` and `Step`: paths from the root of a value to a part of it.

use alloc::{borrow::Cow, boxed::Box, vec::Vec};
use core::fmt;

use crate::describe::keys::KeyText;

/// A step from a value to one of its parts.
///
/// Pointers, `Option`, and structs and variants declared with exactly one unnamed field add no step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Step {
    /// To a field.
    Field {
        /// The field's name, or its position if it is unnamed.
        name: Cow<'static, str>,
        /// The variant that declares the field; `None` for structs, enums with one variant, tuples, and fields that a
        /// function lists.
        variant: Option<&'static str>,
    },
    /// To an element of a sequence.
    Index(usize),
    /// To the value of a map's key.
    Key(Key),
    /// To an element that this side lacks.
    MissingIndex(usize),
    /// To a map's key that this side lacks.
    MissingKey(Key),
}

/// A key of a map, as a report shows it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Key {
    inner: Box<(Box<str>, Option<Box<str>>)>,
}

impl Key {
    pub(crate) fn new(key: KeyText) -> Key {
        Key { inner: Box::new((key.text.into(), key.string.map(Into::into))) }
    }

    /// The key's leaves, as a report shows them; for a node without any, the name of its type or variant.
    pub fn text(&self) -> &str {
        &self.inner.0
    }

    /// The key itself, if it is a string.
    pub fn as_str(&self) -> Option<&str> {
        self.inner.1.as_deref()
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Field { name, variant: Some(variant) } => write!(f, ".{variant}.{name}"),
            Step::Field { name, variant: None } => write!(f, ".{name}"),
            Step::Index(index) => write!(f, "[{index}]"),
            Step::Key(key) => write!(f, "[{key}]"),
            Step::MissingIndex(index) => write!(f, "[{index}: missing]"),
            Step::MissingKey(key) => write!(f, "[{key}: missing]"),
        }
    }
}

/// The path from the root of a value to one of its parts.
///
/// `Display` writes a path like the expression that would reach the part. It leaves out the middle of a very long path.
///
/// ```
/// use sexpr_core::{first_structural_mismatch, report::Step};
///
/// let mismatch = first_structural_mismatch(&vec![vec![1], vec![]], &vec![vec![1], vec![2]]).unwrap();
/// assert_eq!(mismatch.lhs().to_string(), "[1][0: missing]");
/// assert_eq!(mismatch.rhs().steps(), [Step::Index(1), Step::Index(0)]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path {
    steps: Vec<Step>,
}

impl Path {
    /// The number of steps that `Display` shows at each end of a long path.
    const SHOWN: usize = 16;

    pub(crate) fn new(steps: Vec<Step>) -> Path {
        Path { steps }
    }

    /// The steps, from the root on.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.steps.is_empty() {
            return f.write_str("<root>");
        }
        let elided = self.steps.len().saturating_sub(2 * Path::SHOWN);
        let (start, end) = if elided < 2 {
            (self.steps.as_slice(), Default::default())
        } else {
            (&self.steps[..Path::SHOWN], &self.steps[Path::SHOWN + elided..])
        };
        start.iter().try_for_each(|step| write!(f, "{step}"))?;
        if !end.is_empty() {
            write!(f, " … {elided} steps … ")?;
        }
        end.iter().try_for_each(|step| write!(f, "{step}"))
    }
}
