//! The order of a tensor's dimensions: `NCHW`, and packed, `NCHW8c`.

use super::{Question, Undecided};
use crate::relay::ir::{Dim, DimOp, Shape};

/// An order of dimensions. Each has a letter; one in small letters, with a size, is a part that was split off.
pub(super) struct Layout {
    axes: Vec<Axis>,
    standard: &'static str,
}

struct Axis {
    /// Its number in the standard order.
    number: usize,
    /// How long it is, if it was split off.
    factor: Option<u64>,
}

impl Layout {
    /// The layout that an attribute says, or another one.
    pub(super) fn read(
        question: &Question<'_>,
        name: &str,
        default: &str,
        standard: &'static str,
    ) -> Result<Self, Undecided> {
        let text = question.text(name)?.unwrap_or_else(|| default.to_owned());
        let axes = Self::parse(&text, standard);
        let axes =
            axes.ok_or_else(|| Undecided::fails(format!("`{name}=\"{text}\"` must be a permutation of `{standard}`")))?;
        Ok(Self { axes, standard })
    }

    fn parse(text: &str, standard: &str) -> Option<Vec<Axis>> {
        let mut axes = Vec::new();
        let mut size = String::new();
        for letter in text.chars() {
            if letter.is_ascii_digit() {
                size.push(letter);
                continue;
            }
            let number = standard.find(letter.to_ascii_uppercase())?;
            let factor = match (letter.is_ascii_uppercase(), size.is_empty()) {
                (true, true) => None,
                (false, false) => Some(size.parse().ok().filter(|size| *size > 0)?),
                _ => return None,
            };
            size.clear();
            axes.push(Axis { number, factor });
        }
        let whole = |number| axes.iter().filter(|axis: &&Axis| axis.number == number && axis.factor.is_none()).count();
        (size.is_empty() && (0..standard.len()).all(|number| whole(number) == 1)).then_some(axes)
    }

    /// The dimensions in the standard order, each with what was split off.
    pub(super) fn standard_dims(
        &self,
        question: &mut Question<'_>,
        shape: &Shape,
        what: &str,
    ) -> Result<Vec<Dim>, Undecided> {
        let dims = question.dims(shape)?;
        if dims.len() != self.axes.len() {
            let count = self.axes.len();
            let count = ["no", "one", "two", "three", "four", "five", "six"]
                .get(count)
                .map_or(count.to_string(), |word| (*word).to_owned());
            return Err(Undecided::fails(format!("{what} must have {count} dimensions, found {}", dims.len())));
        }
        let mut standard = vec![Dim::Constant(1); self.standard.len()];
        for (axis, dim) in self.axes.iter().zip(&dims) {
            if let Some(factor) = axis.factor {
                question.unify_dims(dim, &Dim::Constant(factor))?;
            }
            let known = axis.factor.map_or_else(|| dim.clone(), Dim::Constant);
            standard[axis.number] = question.compute(DimOp::Mul, &standard[axis.number], &known)?;
        }
        Ok(standard)
    }

    /// Dimensions of the standard order, in this one.
    pub(super) fn arranged(&self, question: &Question<'_>, standard: &[Dim]) -> Result<Vec<Dim>, Undecided> {
        let mut rest = standard.to_vec();
        for axis in &self.axes {
            if let Some(factor) = axis.factor {
                rest[axis.number] = question.divided(&rest[axis.number], &Dim::Constant(factor))?;
            }
        }
        let dim = |axis: &Axis| axis.factor.map_or_else(|| rest[axis.number].clone(), Dim::Constant);
        Ok(self.axes.iter().map(dim).collect())
    }
}

/// The tensor in another layout, from `src_layout` to `dst_layout`.
pub(super) fn layout_transform(question: &mut Question<'_>) -> Result<(), Undecided> {
    const STANDARD: [&str; 6] = ["NCHW", "NCDHW", "OIHW", "NCW", "OIDHW", "NC"];
    let (from, to) = (question.text("src_layout")?, question.text("dst_layout")?);
    let (Some(from), Some(to)) = (from, to) else {
        return Err(Undecided::fails("the attributes `src_layout=\"…\"` and `dst_layout=\"…\"` are both needed"));
    };
    let known = STANDARD.into_iter().find(|standard| Layout::parse(&from, standard).is_some());
    let Some(standard) = known else {
        return Err(Undecided::fails(format!("`src_layout=\"{from}\"` is not a layout")));
    };
    let (source, target) =
        (Layout::read(question, "src_layout", &from, standard)?, Layout::read(question, "dst_layout", &to, standard)?);
    let data = question.tensor(0)?;
    let dims = source.standard_dims(question, &data.shape, "the data")?;
    let dims = target.arranged(question, &dims)?;
    question.gives(dims, &data.dtype)
}
