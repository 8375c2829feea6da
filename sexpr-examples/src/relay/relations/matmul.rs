//! Products of matrices.

use super::broadcast::broadcast_dims;
use super::rule::Rule;
use super::{Question, Undecided};
use crate::relay::ir::{BaseType, Dim, Shape, Type};

/// The relations of products.
pub(super) fn rules() -> Vec<Rule> {
    vec![
        Rule::reading("MatMul", 3, &["transpose_a transpose_b units out_dtype"], matmul),
        Rule::reading("BatchMatMul", 3, &["transpose_a transpose_b out_dtype"], batch_matmul),
        Rule::reading("Dense", 3, &["units out_dtype"], dense),
    ]
}

/// The product of matrices in the last two dimensions, of which `transpose_a` and `transpose_b` exchange those of an
/// argument; those before are broadcast. `units` says how many columns there are.
fn matmul(question: &mut Question<'_>) -> Result<(), Undecided> {
    product(question, false)
}

/// The same, with the second argument's dimensions exchanged unless `transpose_b=False`.
fn batch_matmul(question: &mut Question<'_>) -> Result<(), Undecided> {
    product(question, true)
}

fn product(question: &mut Question<'_>, transposes_right: bool) -> Result<(), Undecided> {
    let left = question.tensor(0)?;
    let turns = [question.flag("transpose_a")?, question.flag("transpose_b")?];
    let columns = units(question)?;
    if let (Some(columns), Type::Incomplete(_)) = (&columns, question.arg(1)) {
        // They tell what the weights are.
        let dims = question.dims(&left.shape)?;
        let Some((_, [m, k])) = dims.split_last_chunk() else {
            return Err(Undecided::fails("a matrix must have at least two dimensions"));
        };
        let rows = if turns[0].unwrap_or(false) { m } else { k }.clone();
        let dims = if turns[1].unwrap_or(transposes_right) { [columns.clone(), rows] } else { [rows, columns.clone()] };
        question.unify(1, &Type::tensor(Shape::Dims(dims.to_vec()), left.dtype.clone()))?;
    }
    let right = question.tensor(1)?;
    question.same_unless_known(&left.dtype, &right.dtype)?;
    let (one, other) = (question.dims(&left.shape)?, question.dims(&right.shape)?);
    if transposes_right && (one.len() != 3 || other.len() != 3) {
        return Err(Undecided::fails("a batch of matrices must have three dimensions"));
    }
    let (Some((leading, [m, k])), Some((others, [l, n]))) = (one.split_last_chunk(), other.split_last_chunk()) else {
        return Err(Undecided::fails("a matrix must have at least two dimensions"));
    };
    let (m, k) = if turns[0].unwrap_or(false) { (k, m) } else { (m, k) };
    let (l, n) = if turns[1].unwrap_or(transposes_right) { (n, l) } else { (l, n) };
    let mut dims = broadcast_dims(question, leading, others)?;
    if let Some(units) = &columns {
        question.unify_dims(n, units)?;
    }
    dims.extend([m.clone(), columns.unwrap_or_else(|| n.clone())]);
    question.unify_dims(k, l)?;
    let dtype = question.data_type("out_dtype")?.map_or_else(|| left.dtype.clone(), BaseType::Data);
    question.gives(dims, &dtype)
}

/// How many columns the attribute `units` says that there are.
fn units(question: &Question<'_>) -> Result<Option<Dim>, Undecided> {
    let units = question.int("units")?;
    let size = |units| u64::try_from(units).map_err(|_| Undecided::fails("`units` must not be negative"));
    units.map(|units| size(units).map(Dim::Constant)).transpose()
}

/// Each row of the first argument with each row of the second, the weights: `(…, k)` and `(n, k)` give `(…, n)`.
fn dense(question: &mut Question<'_>) -> Result<(), Undecided> {
    let data = question.tensor(0)?;
    let dims = question.dims(&data.shape)?;
    let Some((k, leading)) = dims.split_last() else {
        return Err(Undecided::fails("the data must have at least one dimension"));
    };
    let n = match units(question)? {
        Some(units) => {
            // They tell what the weights are.
            let shape = Shape::Dims(vec![units.clone(), k.clone()]);
            question.unify_open(1, &Type::tensor(shape, data.dtype.clone()))?;
            units
        }
        None => {
            let weights = question.tensor(1)?;
            question.same_unless_known(&data.dtype, &weights.dtype)?;
            match question.dims(&weights.shape)?.as_slice() {
                [n, l] => {
                    question.unify_dims(k, l)?;
                    n.clone()
                }
                dims => {
                    let count = dims.len();
                    return Err(Undecided::fails(format!("the weights must have two dimensions, found {count}")));
                }
            }
        }
    };
    let dtype = question.data_type("out_dtype")?.map_or_else(|| data.dtype.clone(), BaseType::Data);
    question.gives(leading.iter().cloned().chain([n]).collect(), &dtype)
}
