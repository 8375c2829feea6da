//! Images that are resized, and boxes in them.

use super::layout::Layout;
use super::rule::{Rule, Value, not_negative};
use super::{Question, Undecided};
use crate::relay::ir::{BaseType, DataType, Dim, DimOp, Shape, Type};

const LAYOUT: (&str, Value) = ("layout", Value::Other);
const METHODS: &[&str] = &["nearest_neighbor", "linear", "cubic", "bilinear", "bicubic", "area"];

/// The relations of detection.
pub(super) fn rules() -> Vec<Rule> {
    vec![
        Rule::new(
            "UpSampling",
            2,
            &[
                ("scale_h scale_w", Value::Number),
                LAYOUT,
                ("method", Value::OneOf(METHODS)),
                ("align_corners", Value::Flag),
            ],
            upsampling,
        ),
        Rule::new(
            "Resize2D",
            2,
            &[
                ("size", Value::Ints),
                LAYOUT,
                ("method", Value::OneOf(METHODS)),
                (
                    "coordinate_transformation_mode",
                    Value::OneOf(&[
                        "half_pixel",
                        "align_corners",
                        "asymmetric",
                        "pytorch_half_pixel",
                        "tf_half_pixel_for_nn",
                        "tf_crop_and_resize",
                    ]),
                ),
                (
                    "rounding_method",
                    Value::OneOf(&["round", "floor", "ceil", "round_prefer_floor", "round_prefer_ceil"]),
                ),
                ("cubic_alpha", Value::Number),
                ("cubic_exclude", Value::Int),
                ("extrapolation_value", Value::Number),
                ("out_dtype", Value::DataType),
            ],
            resize,
        ),
        Rule::new(
            "DepthToSpace",
            2,
            &[("block_size", Value::Int), LAYOUT, ("mode", Value::OneOf(&["DCR", "CRD"]))],
            |question| blocks(question, true),
        ),
        Rule::new("SpaceToDepth", 2, &[("block_size", Value::Int), LAYOUT], |question| blocks(question, false)),
        Rule::new(
            "RoiAlign",
            3,
            &[
                ("pooled_size", Value::Ints),
                ("spatial_scale", Value::Number),
                ("sample_ratio", Value::Int),
                LAYOUT,
                ("mode", Value::OneOf(&["avg", "max"])),
            ],
            roi,
        ),
        Rule::new("RoiPool", 3, &[("pooled_size", Value::Ints), ("spatial_scale", Value::Number), LAYOUT], roi),
        Rule::new("GetValidCounts", 3, &[("id_index score_index", Value::Int)], valid_counts),
        Rule::new(
            "NonMaxSuppression",
            6,
            &[
                ("force_suppress", Value::Flag),
                ("top_k coord_start score_index id_index", Value::Int),
                ("return_indices invalid_to_bottom", Value::Flag),
            ],
            suppression,
        ),
        Rule::new("MultiboxPrior", 2, &[("sizes ratios steps offsets", Value::Other), ("clip", Value::Flag)], priors),
        Rule::new(
            "MultiboxTransformLoc",
            4,
            &[
                ("clip", Value::Flag),
                ("threshold", Value::Number),
                ("variances", Value::Other),
                ("keep_background", Value::Flag),
            ],
            locations,
        ),
    ]
}

fn image(question: &mut Question<'_>) -> Result<(Layout, Vec<Dim>), Undecided> {
    let layout = Layout::read(question, "layout", "NCHW", "NCHW")?;
    let data = question.tensor(0)?;
    let dims = layout.standard_dims(question, &data.shape, "the images")?;
    Ok((layout, dims))
}

fn gives(question: &mut Question<'_>, layout: &Layout, dims: &[Dim]) -> Result<(), Undecided> {
    let dtype = question.tensor(0)?.dtype.clone();
    let dims = layout.arranged(question, dims)?;
    question.gives(dims, &dtype)
}

/// Height and width times `scale_h` and `scale_w`, rounded.
fn upsampling(question: &mut Question<'_>) -> Result<(), Undecided> {
    let scales = [question.number("scale_h")?.unwrap_or(1.0), question.number("scale_w")?.unwrap_or(1.0)];
    let (layout, mut dims) = image(question)?;
    for (axis, scale) in (2..).zip(scales) {
        dims[axis] = if scale.fract() == 0.0 && (0.0..1e9).contains(&scale) {
            question.compute(DimOp::Mul, &dims[axis], &Dim::Constant(scale as u64))?
        } else {
            match &dims[axis] {
                Dim::Constant(length) if (0.0..1e9).contains(&scale) => {
                    Dim::Constant((*length as f64 * scale).round() as u64)
                }
                dim if question.mentions_a_hole(dim) => return Err(Undecided::Unknown),
                _ if (0.0..1e9).contains(&scale) => Dim::Any,
                _ => return Err(Undecided::fails(format!("the scale {scale} must be between 0 and 1e9"))),
            }
        };
    }
    gives(question, &layout, &dims)
}

fn two(question: &Question<'_>, name: &str) -> Result<[Dim; 2], Undecided> {
    let sizes = question.needed_ints(name)?;
    let dim = |size: i64| not_negative(name, size).map(Dim::Constant);
    match *sizes.as_slice() {
        [both] => Ok([dim(both)?, dim(both)?]),
        [high, wide] => Ok([dim(high)?, dim(wide)?]),
        _ => Err(Undecided::fails(format!("`{name}` must be one number or two"))),
    }
}

/// Height and width become `size`.
fn resize(question: &mut Question<'_>) -> Result<(), Undecided> {
    let [high, wide] = two(question, "size")?;
    let dtype = question.data_type("out_dtype")?;
    let (layout, dims) = image(question)?;
    let dims = layout.arranged(question, &[dims[0].clone(), dims[1].clone(), high, wide])?;
    let dtype =
        dtype.map_or_else(|| question.tensor(0).map(|data| data.dtype.clone()), |dtype| Ok(BaseType::Data(dtype)))?;
    question.gives(dims, &dtype)
}

/// Blocks of `block_size` by `block_size` go to channels, or come from there.
fn blocks(question: &mut Question<'_>, to_space: bool) -> Result<(), Undecided> {
    let size = question.needed_int("block_size")?;
    let size = u64::try_from(size).ok().filter(|size| *size > 0 && *size < 1 << 16);
    let size = size.ok_or_else(|| Undecided::fails("`block_size` must be between 1 and 65535"))?;
    let (layout, dims) = image(question)?;
    let (side, area) = (Dim::Constant(size), Dim::Constant(size * size));
    let dims = if to_space {
        let [high, wide] = [2, 3].map(|axis| question.compute(DimOp::Mul, &dims[axis], &side));
        [dims[0].clone(), question.divided(&dims[1], &area)?, high?, wide?]
    } else {
        let [high, wide] = [2, 3].map(|axis| question.divided(&dims[axis], &side));
        [dims[0].clone(), question.compute(DimOp::Mul, &dims[1], &area)?, high?, wide?]
    };
    gives(question, &layout, &dims)
}

/// For each region of interest, its part of an image in `pooled_size`.
fn roi(question: &mut Question<'_>) -> Result<(), Undecided> {
    let [high, wide] = two(question, "pooled_size")?;
    let (layout, dims) = image(question)?;
    let rois = question.dims(&question.tensor(1)?.shape)?;
    let [count, five] = rois.as_slice() else {
        return Err(Undecided::fails("regions of interest must have two dimensions"));
    };
    question.unify_dims(five, &Dim::Constant(5))?;
    gives(question, &layout, &[count.clone(), dims[1].clone(), high, wide])
}

/// How many boxes of each image count, these, and their indices.
fn valid_counts(question: &mut Question<'_>) -> Result<(), Undecided> {
    let data = question.tensor(0)?;
    let dims = boxes(question)?;
    question.scalar(1)?;
    let index = |dims: &[Dim]| Type::tensor(Shape::Dims(dims.to_vec()), BaseType::Data(DataType::INT32));
    question.unify(2, &Type::tuple(vec![index(&dims[..1]), Type::Tensor(data), index(&dims[..2])]))
}

fn boxes(question: &Question<'_>) -> Result<Vec<Dim>, Undecided> {
    let dims = question.dims(&question.tensor(0)?.shape)?;
    if dims.len() == 3 {
        return Ok(dims);
    }
    Err(Undecided::fails(format!("boxes must have three dimensions, found {}", dims.len())))
}

/// The boxes that are left, or, with `return_indices`, which these are, and how many.
fn suppression(question: &mut Question<'_>) -> Result<(), Undecided> {
    let indices = question.flag("return_indices")?.unwrap_or(true);
    let data = question.arg(0);
    let dims = boxes(question)?;
    let counts = |dims: Vec<Dim>| Type::tensor(Shape::Dims(dims), BaseType::Data(DataType::INT32));
    let pair = || {
        let one = Dim::Constant(1);
        Type::tuple(vec![counts(dims[..2].to_vec()), counts(vec![dims[0].clone(), one])])
    };
    let result = if indices { pair() } else { data };
    question.unify(5, &result)
}

/// For each pixel, a box for each of `sizes`, and for each but the first of `ratios`.
fn priors(question: &mut Question<'_>) -> Result<(), Undecided> {
    for name in ["sizes", "ratios", "steps", "offsets"] {
        question.numbers(name)?;
    }
    let count = |name| Ok(question.numbers(name)?.map_or(1, |numbers| numbers.len()));
    let each = count("sizes")? + count("ratios")?;
    let dims = question.dims(&question.tensor(0)?.shape)?;
    let [_, _, high, wide] = dims.as_slice() else {
        return Err(Undecided::fails(format!("the images must have four dimensions, found {}", dims.len())));
    };
    let pixels = question.compute(DimOp::Mul, high, wide)?;
    let all = question.compute(DimOp::Mul, &pixels, &Dim::Constant(each.saturating_sub(1) as u64))?;
    let dtype = question.tensor(0)?.dtype.clone();
    question.gives(vec![Dim::Constant(1), all, Dim::Constant(4)], &dtype)
}

/// Class, score and corners of each anchor, and how many of these count.
fn locations(question: &mut Question<'_>) -> Result<(), Undecided> {
    question.numbers("variances")?;
    let classes = question.tensor(0)?;
    let dims = question.dims(&classes.shape)?;
    let [batch, _, anchors] = dims.as_slice() else {
        return Err(Undecided::fails(format!("class scores must have three dimensions, found {}", dims.len())));
    };
    let six = Shape::Dims(vec![batch.clone(), anchors.clone(), Dim::Constant(6)]);
    let found = Type::tensor(six, classes.dtype.clone());
    let counts = Type::tensor(Shape::Dims(vec![batch.clone()]), BaseType::Data(DataType::INT32));
    question.unify(3, &Type::tuple(vec![found, counts]))
}
