//! The same elements in another shape.

use super::rule::Rule;
use super::{Question, Undecided};
use crate::relay::ir::{Dim, DimOp, Shape, Type};

/// The relations of other shapes for the same elements.
pub(super) fn rules() -> Vec<Rule> {
    vec![
        Rule::new("Flatten", 2, &[], flatten),
        Rule::reading("Reshape", 2, &["newshape allowzero"], reshape),
        Rule::reading("ExpandDims", 2, &["axis num_newaxis"], expand_dims),
        Rule::reading("Squeeze", 2, &["axis"], squeeze),
    ]
}

/// `Flatten(Tensor(sh, bt), O) :- O = Tensor(sh[0], prod(sh[1:]))`
fn flatten(question: &mut Question<'_>) -> Result<(), Undecided> {
    let tensor = question.tensor(0)?;
    let dims = question.dims(&tensor.shape)?;
    let Some((first, rest)) = dims.split_first() else {
        return Err(Undecided::fails("a scalar has no first dimension"));
    };
    let product = question.product(rest)?;
    question.gives(vec![first.clone(), product], &tensor.dtype)
}

/// The elements in the shape of the attribute `newshape`, in which `0` keeps a dimension, and `-1`, once, stands for
/// what is left; `-2` keeps all dimensions that follow, `-3` makes two of them one, and `-4`, before two numbers, makes
/// one of them two.
fn reshape(question: &mut Question<'_>) -> Result<(), Undecided> {
    let wanted = question.needed_ints("newshape")?;
    // With it, 0 is a dimension.
    let keeps = !question.flag("allowzero")?.unwrap_or(false);
    let tensor = question.tensor(0)?;
    let dims = question.dims(&tensor.shape)?;
    let mut shape = Vec::new();
    // The dimensions that are only in the argument, and only in the result: what is kept is neither.
    let (mut is_replaced, mut replacing) = (vec![true; dims.len()], Vec::new());
    let mut rest = None;
    let mut wanted = wanted.iter();
    // The next dimension of the argument.
    let mut from = 0;
    while let Some(size) = wanted.next() {
        let mut kept = |index: usize| match dims.get(index) {
            Some(dim) => {
                is_replaced[index] = false;
                Ok(dim.clone())
            }
            None => Err(Undecided::fails(format!(
                "`{size}` in `newshape` keeps dimension {index}, but there are only {} dimension(s)",
                dims.len()
            ))),
        };
        from += 1;
        match size {
            0 if keeps => shape.push(kept(from - 1)?),
            -1 if rest.replace(shape.len()).is_some() => {
                return Err(Undecided::fails("`newshape` may contain `-1` only once"));
            }
            -1 => shape.push(Dim::Constant(1)),
            -2 => {
                for index in from - 1..dims.len() {
                    shape.push(kept(index)?);
                }
                from = dims.len();
            }
            -3 => {
                from += 1;
                shape.push(question.compute(DimOp::Mul, &kept(from - 2)?, &kept(from - 1)?)?);
            }
            -4 => {
                let (Some(first), Some(second)) = (wanted.next(), wanted.next()) else {
                    return Err(Undecided::fails("`-4` in `newshape` must be followed by two numbers"));
                };
                shape.extend(halves(question, &kept(from - 1)?, *first, *second)?);
            }
            size => {
                let wrong = |_| Undecided::fails(format!("`{size}` in `newshape` must be -4 or more"));
                let size = u64::try_from(*size).map(Dim::Constant).map_err(wrong)?;
                replacing.push(size.clone());
                shape.push(size);
            }
        }
    }
    let replaced: Vec<Dim> =
        dims.iter().zip(is_replaced).filter(|(_, is_replaced)| *is_replaced).map(|(dim, _)| dim.clone()).collect();
    let (total, known) = (question.product(&replaced)?, question.product(&replacing)?);
    if let Some(index) = rest {
        shape[index] = question.divided(&total, &known)?;
    } else if !question.same_dims(&total, &known) {
        if question.mentions_a_hole(&total) {
            return Err(Undecided::Unknown);
        }
        // An unknown number of elements may be this one.
        if !matches!((&total, &known), (Dim::Any, _) | (_, Dim::Any)) {
            let shape = Shape::Dims(shape);
            let reason = format!("a tensor of shape `{}` does not have the elements for `{shape}`", tensor.shape);
            return Err(Undecided::fails(reason));
        }
    }
    question.gives(shape, &tensor.dtype)
}

/// A dimension as two, of which one may be -1: what is left.
fn halves(question: &Question<'_>, whole: &Dim, first: i64, second: i64) -> Result<[Dim; 2], Undecided> {
    let known = |size: i64| u64::try_from(size).ok().map(Dim::Constant);
    let [left, right] = match (known(first), known(second)) {
        (Some(left), Some(right)) => [left, right],
        (Some(left), None) if second == -1 => [left.clone(), question.divided(whole, &left)?],
        (None, Some(right)) if first == -1 => [question.divided(whole, &right)?, right],
        _ => {
            return Err(Undecided::fails(format!(
                "one of the numbers after `-4` must be 0 or more, and the other one 0 or more or -1; found `{first}` and `{second}`"
            )));
        }
    };
    let product = question.compute(DimOp::Mul, &left, &right)?;
    if !question.same_dims(&product, whole) && matches!((&product, whole), (Dim::Constant(_), Dim::Constant(_))) {
        return Err(Undecided::fails(format!("`{whole}` cannot be split into `{left}` by `{right}`")));
    }
    Ok([left, right])
}

/// The argument with `num_newaxis` dimensions of 1 before `axis`.
fn expand_dims(question: &mut Question<'_>) -> Result<(), Undecided> {
    let axis = question.int("axis")?.ok_or_else(|| Undecided::fails("the attribute `axis=…` is missing"))?;
    let count = question.int("num_newaxis")?.unwrap_or(1);
    let count = usize::try_from(count).ok().filter(|count| *count <= 64);
    let count = count.ok_or_else(|| Undecided::fails("`num_newaxis` must be between 0 and 64"))?;
    let tensor = question.tensor(0)?;
    let mut dims = question.dims(&tensor.shape)?;
    let axis = question.axis(axis, dims.len() + 1)?;
    dims.splice(axis..axis, std::iter::repeat_n(Dim::Constant(1), count));
    question.gives(dims, &tensor.dtype)
}

/// The argument without the dimensions of `axis`, each of which is 1; without all that are, if there is no `axis` and all
/// are known.
fn squeeze(question: &mut Question<'_>) -> Result<(), Undecided> {
    let tensor = question.tensor(0)?;
    let dims = question.dims(&tensor.shape)?;
    let is_left_out = match question.ints("axis")? {
        Some(axes) => question.marked(&axes, dims.len())?,
        None if dims.iter().any(|dim| question.mentions_a_hole(dim)) => return Err(Undecided::Unknown),
        None => {
            if let Some(dim) = dims.iter().find(|dim| !matches!(dim, Dim::Constant(_))) {
                let reason = format!("`{dim}` may be 1 or not: name the dimensions to remove with `axis=[…]`");
                return Err(Undecided::fails(reason));
            }
            dims.iter().map(|dim| matches!(dim, Dim::Constant(1))).collect()
        }
    };
    let mut kept = Vec::new();
    for (dim, is_left_out) in dims.into_iter().zip(is_left_out) {
        if is_left_out {
            question.unify_dims(&dim, &Dim::Constant(1))?;
        } else {
            kept.push(dim);
        }
    }
    let shape = Shape::Dims(kept);
    question.unify(1, &Type::tensor(shape, tensor.dtype.clone()))
}

impl Question<'_> {
    /// A quotient that leaves nothing.
    ///
    /// # Errors
    ///
    /// Something is left.
    pub fn divided(&self, total: &Dim, by: &Dim) -> Result<Dim, Undecided> {
        let uneven = || Undecided::fails(format!("`{total}` is not divisible by `{by}`"));
        match (total, by) {
            (_, Dim::Constant(0)) => Err(Undecided::fails("a dimension cannot be divided by 0")),
            (Dim::Constant(total), Dim::Constant(by)) if total % by != 0 => Err(uneven()),
            _ => {
                let quotient = self.compute(DimOp::Div, total, by)?;
                let is_exact = self.same_dims(&self.compute(DimOp::Mul, &quotient, by)?, total);
                match quotient {
                    Dim::Any => Ok(Dim::Any),
                    quotient if is_exact => Ok(quotient),
                    _ if self.mentions_a_hole(total) || self.mentions_a_hole(by) => Err(Undecided::Unknown),
                    // It is for the program to see to.
                    quotient => Ok(quotient),
                }
            }
        }
    }
}
