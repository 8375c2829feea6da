//! The attributes of a call, as relations read them.

use super::{Question, Undecided};
use crate::relay::ir::{Attribute, DataType};

impl Question<'_> {
    /// The value of an attribute as it is written, if it is given and not `None`.
    pub fn value(&self, name: &str) -> Option<&Attribute> {
        self.attribute(name)
    }

    fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.get(name).filter(|attribute| !matches!(attribute, Attribute::None))
    }

    fn read<T>(
        &self,
        name: &str,
        what: &str,
        read: impl FnOnce(&Attribute) -> Option<T>,
    ) -> Result<Option<T>, Undecided> {
        let Some(attribute) = self.attribute(name) else { return Ok(None) };
        let wrong = || Undecided::fails(format!("`{name}={attribute}` must be {what}"));
        read(attribute).ok_or_else(wrong).map(Some)
    }

    /// An integer, if it is given.
    ///
    /// # Errors
    ///
    /// It is something else.
    pub fn int(&self, name: &str) -> Result<Option<i64>, Undecided> {
        self.read(name, "an integer", Attribute::as_int)
    }

    /// A number, if it is given.
    ///
    /// # Errors
    ///
    /// It is something else.
    pub fn number(&self, name: &str) -> Result<Option<f64>, Undecided> {
        self.read(name, "a number", Attribute::as_number)
    }

    /// Integers, if they are given; one for all is one of them.
    ///
    /// # Errors
    ///
    /// They are something else.
    pub fn ints(&self, name: &str) -> Result<Option<Vec<i64>>, Undecided> {
        self.read(name, "a list of integers", |attribute| match attribute {
            Attribute::List(items) => items.iter().map(Attribute::as_int).collect(),
            other => other.as_int().map(|value| vec![value]),
        })
    }

    /// Numbers, if they are given; one for all is one of them.
    ///
    /// # Errors
    ///
    /// They are something else.
    pub fn numbers(&self, name: &str) -> Result<Option<Vec<f64>>, Undecided> {
        self.read(name, "a list of numbers", |attribute| match attribute {
            Attribute::List(items) => items.iter().map(Attribute::as_number).collect(),
            other => other.as_number().map(|value| vec![value]),
        })
    }

    /// Pairs of integers that have to be given: `[[0, 1], [2, 3]]`.
    ///
    /// # Errors
    ///
    /// They are something else, or not given.
    pub fn pairs(&self, name: &str) -> Result<Vec<(i64, i64)>, Undecided> {
        let pair = |attribute: &Attribute| match attribute {
            Attribute::List(items) => match items.as_slice() {
                [first, second] => first.as_int().zip(second.as_int()),
                _ => None,
            },
            _ => None,
        };
        let pairs = self.read(name, "a list of pairs of integers", |attribute| match attribute {
            Attribute::List(items) => items.iter().map(pair).collect(),
            _ => None,
        })?;
        pairs.ok_or_else(|| Undecided::fails(format!("the attribute `{name}=[[…, …], …]` is missing")))
    }

    /// A truth value, if it is given.
    ///
    /// # Errors
    ///
    /// It is something else.
    pub fn flag(&self, name: &str) -> Result<Option<bool>, Undecided> {
        self.read(name, "`True` or `False`", |attribute| match attribute {
            Attribute::Bool(value) => Some(*value),
            Attribute::Int(value @ (0 | 1)) => Some(*value == 1),
            _ => None,
        })
    }

    /// A text, if it is given and not empty.
    ///
    /// # Errors
    ///
    /// It is something else.
    pub fn text(&self, name: &str) -> Result<Option<String>, Undecided> {
        let text = self.read(name, "a text", |attribute| match attribute {
            Attribute::Text(text) => Some(text.clone()),
            _ => None,
        })?;
        Ok(text.filter(|text| !text.is_empty()))
    }

    /// A data type by its name, if it is given and not empty.
    ///
    /// # Errors
    ///
    /// It is something else.
    pub fn data_type(&self, name: &str) -> Result<Option<DataType>, Undecided> {
        let text = self.text(name)?;
        text.map(|text| text.parse().map_err(|error| Undecided::fails(format!("`{name}`: {error}")))).transpose()
    }

    /// An axis of so many, counted from the front, or, if negative, from the back.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn axis(&self, axis: i64, of: usize) -> Result<usize, Undecided> {
        let from_front = if axis < 0 { i64::try_from(of).ok().and_then(|of| of.checked_add(axis)) } else { Some(axis) };
        let axes = from_front.and_then(|axis| usize::try_from(axis).ok()).filter(|axis| *axis < of);
        axes.ok_or_else(|| Undecided::fails(format!("there is no axis {axis} among {of} dimension(s)")))
    }

    /// For each of so many dimensions, whether one of these axes is that dimension.
    ///
    /// # Errors
    ///
    /// One of them is no axis.
    pub(super) fn marked(&self, axes: &[i64], of: usize) -> Result<Vec<bool>, Undecided> {
        let mut marked = vec![false; of];
        for axis in axes {
            marked[self.axis(*axis, of)?] = true;
        }
        Ok(marked)
    }

    /// The same, where no dimension may be named twice. The axes are those of this attribute.
    ///
    /// # Errors
    ///
    /// One of them is no axis, or two are one dimension.
    pub(super) fn marked_once(&self, name: &str, axes: &[i64], of: usize) -> Result<Vec<bool>, Undecided> {
        let marked = self.marked(axes, of)?;
        if marked.iter().filter(|is_marked| **is_marked).count() < axes.len() {
            return Err(Undecided::fails(format!("`{name}` names a dimension twice")));
        }
        Ok(marked)
    }
}

impl Attribute {
    fn as_number(&self) -> Option<f64> {
        match self {
            Self::Int(value) => Some(*value as f64),
            Self::Float(value) => Some(*value),
            _ => None,
        }
    }

    fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(*value),
            _ => None,
        }
    }
}
