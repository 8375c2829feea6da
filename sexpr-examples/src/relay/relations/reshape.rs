//! The same elements in another shape.

use super::{Question, TypeRelation, Undecided};
use crate::relay::ir::{Dim, DimOp, Shape, Type};

/// `Flatten(Tensor(sh, bt), O) :- O = Tensor(sh[0], prod(sh[1:]))`
pub(super) struct Flatten;

impl TypeRelation for Flatten {
    fn name(&self) -> &str {
        "Flatten"
    }

    fn types(&self) -> usize {
        2
    }

    fn relate(&self, question: &mut Question<'_>) -> Result<(), Undecided> {
        let tensor = question.tensor(0)?;
        let dims = question.dims(&tensor.shape)?;
        let Some((first, rest)) = dims.split_first() else {
            return Err(Undecided::fails("a scalar has no first dimension"));
        };
        let product = question.product(rest)?;
        question.gives(vec![first.clone(), product], &tensor.dtype)
    }
}

/// The elements in the shape of the attribute `newshape`, in which `0` keeps a dimension, and `-1`, once, stands for
/// what is left; `-2` keeps all dimensions that follow, `-3` makes two of them one, and `-4`, before two numbers, makes
/// one of them two.
pub(super) struct Reshape;

impl TypeRelation for Reshape {
    fn name(&self) -> &str {
        "Reshape"
    }

    fn types(&self) -> usize {
        2
    }

    fn attributes(&self) -> &[&str] {
        &["newshape", "allowzero"]
    }

    fn relate(&self, question: &mut Question<'_>) -> Result<(), Undecided> {
        let wanted = question.needed_ints("newshape")?;
        // With it, 0 is a dimension.
        let keeps = !question.flag("allowzero")?.unwrap_or(false);
        let tensor = question.tensor(0)?;
        let dims = question.dims(&tensor.shape)?;
        let total = question.product(&dims)?;
        let mut shape = Vec::new();
        let mut rest = None;
        let mut wanted = wanted.iter();
        // The next dimension of the argument.
        let mut from = 0;
        while let Some(size) = wanted.next() {
            let kept = |index: usize| {
                dims.get(index).cloned().ok_or_else(|| {
                    Undecided::fails(format!("`{size}` keeps dimension {index}, and there are only {}", dims.len()))
                })
            };
            from += 1;
            shape.push(match size {
                0 if keeps => kept(from - 1)?,
                -1 if rest.replace(shape.len()).is_some() => {
                    return Err(Undecided::fails("`-1` stands in `newshape` more than once"));
                }
                -1 => Dim::Constant(1),
                -2 => {
                    shape.extend(dims.iter().skip(from - 1).cloned());
                    from = dims.len();
                    continue;
                }
                -3 => {
                    from += 1;
                    question.compute(DimOp::Mul, &kept(from - 2)?, &kept(from - 1)?)?
                }
                -4 => {
                    let (Some(first), Some(second)) = (wanted.next(), wanted.next()) else {
                        return Err(Undecided::fails("two numbers stand behind `-4` in `newshape`"));
                    };
                    shape.extend(halves(question, &kept(from - 1)?, *first, *second)?);
                    continue;
                }
                size => Dim::Constant(
                    u64::try_from(*size)
                        .map_err(|_| Undecided::fails(format!("`{size}` in `newshape` is no dimension")))?,
                ),
            });
        }
        let known = question.product(&shape)?;
        if let Some(index) = rest {
            shape[index] = question.divided(&total, &known)?;
        } else if !question.same_dims(&total, &known) {
            if question.mentions_a_hole(&total) {
                return Err(Undecided::Unknown);
            }
            // An unknown number of elements may be this one.
            if !matches!((&total, &known), (Dim::Any, _) | (_, Dim::Any)) {
                return Err(Undecided::fails(format!("there are `{total}` elements, and `{known}` are wanted")));
            }
        }
        question.gives(shape, &tensor.dtype)
    }
}

/// A dimension as two, of which one may be -1: what is left.
fn halves(question: &Question<'_>, whole: &Dim, first: i64, second: i64) -> Result<[Dim; 2], Undecided> {
    let known = |size: i64| u64::try_from(size).ok().map(Dim::Constant);
    let [left, right] = match (known(first), known(second)) {
        (Some(left), Some(right)) => [left, right],
        (Some(left), None) if second == -1 => [left.clone(), question.divided(whole, &left)?],
        (None, Some(right)) if first == -1 => [question.divided(whole, &right)?, right],
        _ => return Err(Undecided::fails(format!("`-4, {first}, {second}` does not say two dimensions"))),
    };
    let product = question.compute(DimOp::Mul, &left, &right)?;
    if !question.same_dims(&product, whole) && matches!((&product, whole), (Dim::Constant(_), Dim::Constant(_))) {
        return Err(Undecided::fails(format!("`{whole}` cannot be `{left}` by `{right}`")));
    }
    Ok([left, right])
}

/// The argument with `num_newaxis` dimensions of 1 before `axis`.
pub(super) struct ExpandDims;

impl TypeRelation for ExpandDims {
    fn name(&self) -> &str {
        "ExpandDims"
    }

    fn types(&self) -> usize {
        2
    }

    fn attributes(&self) -> &[&str] {
        &["axis", "num_newaxis"]
    }

    fn relate(&self, question: &mut Question<'_>) -> Result<(), Undecided> {
        let axis = question.int("axis")?.ok_or_else(|| Undecided::fails("it needs `axis=…`"))?;
        let count = question.int("num_newaxis")?.unwrap_or(1);
        let count = usize::try_from(count).ok().filter(|count| *count <= 64);
        let count = count.ok_or_else(|| Undecided::fails("`num_newaxis` is a small number, and not negative"))?;
        let tensor = question.tensor(0)?;
        let mut dims = question.dims(&tensor.shape)?;
        let axis = question.axis(axis, dims.len() + 1)?;
        dims.splice(axis..axis, std::iter::repeat_n(Dim::Constant(1), count));
        question.gives(dims, &tensor.dtype)
    }
}

/// The argument without the dimensions of `axis`, each of which is 1; without all that are, if there is no `axis` and all
/// are known.
pub(super) struct Squeeze;

impl TypeRelation for Squeeze {
    fn name(&self) -> &str {
        "Squeeze"
    }

    fn types(&self) -> usize {
        2
    }

    fn attributes(&self) -> &[&str] {
        &["axis"]
    }

    fn relate(&self, question: &mut Question<'_>) -> Result<(), Undecided> {
        let tensor = question.tensor(0)?;
        let dims = question.dims(&tensor.shape)?;
        let axes = match question.ints("axis")? {
            Some(axes) => axes.iter().map(|axis| question.axis(*axis, dims.len())).collect::<Result<Vec<_>, _>>()?,
            None if dims.iter().any(|dim| question.mentions_a_hole(dim)) => return Err(Undecided::Unknown),
            None => {
                if let Some(dim) = dims.iter().find(|dim| !matches!(dim, Dim::Constant(_))) {
                    let reason =
                        format!("without `axis`, each dimension is to be a number, and `{dim}` may be 1 or not");
                    return Err(Undecided::fails(reason));
                }
                (0..dims.len()).filter(|axis| matches!(dims[*axis], Dim::Constant(1))).collect()
            }
        };
        for axis in &axes {
            question.unify_dims(&dims[*axis], &Dim::Constant(1))?;
        }
        let kept = dims.into_iter().enumerate().filter(|(axis, _)| !axes.contains(axis));
        let shape = Shape::Dims(kept.map(|(_, dim)| dim).collect());
        question.unify(1, &Type::tensor(shape, tensor.dtype.clone()))
    }
}

impl Question<'_> {
    /// A quotient that leaves nothing.
    ///
    /// # Errors
    ///
    /// Something is left.
    pub fn divided(&self, total: &Dim, by: &Dim) -> Result<Dim, Undecided> {
        let uneven = || Undecided::fails(format!("`{total}` elements cannot be divided among `{by}`"));
        match (total, by) {
            (_, Dim::Constant(0)) => Err(Undecided::fails("there are no elements to be divided")),
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
