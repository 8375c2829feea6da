//! Products of matrices.

use super::broadcast::broadcast_dims;
use super::{Question, TypeRelation, Undecided};
use crate::relay::ir::{BaseType, Dim, Shape, Type};

/// The product of matrices in the last two dimensions, of which `transpose_a` and `transpose_b` exchange those of an
/// argument; those before are broadcast.
pub(super) struct MatMul {
    pub(super) name: &'static str,
    pub(super) transposes_right: bool,
}

impl TypeRelation for MatMul {
    fn name(&self) -> &str {
        self.name
    }

    fn types(&self) -> usize {
        3
    }

    fn attributes(&self) -> &[&str] {
        &["transpose_a", "transpose_b", "units", "out_dtype"]
    }

    fn relate(&self, question: &mut Question<'_>) -> Result<(), Undecided> {
        let (left, right) = (question.tensor(0)?, question.tensor(1)?);
        question.unify_base_types(&left.dtype, &right.dtype)?;
        let (one, other) = (question.dims(&left.shape)?, question.dims(&right.shape)?);
        let (Some((leading, [m, k])), Some((others, [l, n]))) = (one.split_last_chunk(), other.split_last_chunk())
        else {
            return Err(Undecided::fails("a matrix has two dimensions at least"));
        };
        let exchanged = |name, otherwise| Ok(question.flag(name)?.unwrap_or(otherwise));
        let (m, k) = if exchanged("transpose_a", false)? { (k, m) } else { (m, k) };
        let (l, n) = if exchanged("transpose_b", self.transposes_right)? { (n, l) } else { (l, n) };
        let mut dims = broadcast_dims(question, leading, others)?;
        dims.extend([m, n].map(Dim::clone));
        question.unify_dims(k, l)?;
        let dtype = question.data_type("out_dtype")?.map_or_else(|| left.dtype.clone(), BaseType::Data);
        question.gives(dims, &dtype)
    }
}

/// Each row of the first argument with each row of the second, the weights: `(…, k)` and `(n, k)` give `(…, n)`.
pub(super) struct Dense;

impl TypeRelation for Dense {
    fn name(&self) -> &str {
        "Dense"
    }

    fn types(&self) -> usize {
        3
    }

    fn attributes(&self) -> &[&str] {
        &["units", "out_dtype"]
    }

    fn relate(&self, question: &mut Question<'_>) -> Result<(), Undecided> {
        let data = question.tensor(0)?;
        let dims = question.dims(&data.shape)?;
        let Some((k, leading)) = dims.split_last() else {
            return Err(Undecided::fails("the data have one dimension at least"));
        };
        let units = question.int("units")?;
        let units = units.map(|units| u64::try_from(units).map_err(|_| Undecided::fails("`units` is not negative")));
        let n = match units.transpose()? {
            Some(units) => {
                // They tell what the weights are.
                let shape = Shape::Dims(vec![Dim::Constant(units), k.clone()]);
                question.unify(1, &Type::tensor(shape, data.dtype.clone()))?;
                Dim::Constant(units)
            }
            None => {
                let weights = question.tensor(1)?;
                question.unify_base_types(&data.dtype, &weights.dtype)?;
                match question.dims(&weights.shape)?.as_slice() {
                    [n, l] => {
                        question.unify_dims(k, l)?;
                        n.clone()
                    }
                    dims => {
                        let count = dims.len();
                        return Err(Undecided::fails(format!("weights have two dimensions, and these have {count}")));
                    }
                }
            }
        };
        let dtype = question.data_type("out_dtype")?.map_or_else(|| data.dtype.clone(), BaseType::Data);
        question.gives(leading.iter().cloned().chain([n]).collect(), &dtype)
    }
}
