//! Windows that move over images.

use super::{Question, TypeRelation, Undecided};
use crate::relay::ir::{BaseType, Dim, DimOp, Shape, Type};

/// A convolution of images with kernels.
///
/// Images are `data_layout`, a permutation of `NCHW`; kernels `kernel_layout`, a permutation of `OIHW`; the result
/// `out_layout`, or like the images. `strides`, `padding` and `dilation` are for height and width; `padding` is one
/// number, two, or four: above, left, below and right. With `groups`, kernels see so many times fewer channels.
/// `channels` and `kernel_size` say what the kernels are, also where that is not known.
pub(super) struct Conv2D;

/// The largest or the mean of each window, of `pool_size`, channel by channel. With `ceil_mode`, a window may reach
/// beyond the padded image.
pub(super) struct Pool2D {
    pub(super) name: &'static str,
    pub(super) averages: bool,
}

/// The mean or the largest of each image, channel by channel: height and width become 1.
pub(super) struct GlobalPool2D;

impl TypeRelation for Conv2D {
    fn name(&self) -> &str {
        "Conv2D"
    }

    fn types(&self) -> usize {
        3
    }

    fn attributes(&self) -> &[&str] {
        &[
            "strides",
            "padding",
            "dilation",
            "groups",
            "channels",
            "kernel_size",
            "data_layout",
            "kernel_layout",
            "out_layout",
            "out_dtype",
        ]
    }

    fn relate(&self, question: &mut Question<'_>) -> Result<(), Undecided> {
        let images = layout(question, "data_layout", "NCHW")?;
        let kernels = layout(question, "kernel_layout", "OIHW")?;
        let results = out_layout(question, images)?;
        let groups = match question.int("groups")?.unwrap_or(1) {
            groups @ 1.. => Dim::Constant(groups.unsigned_abs()),
            groups => return Err(Undecided::fails(format!("`groups={groups}` is to be 1 or more"))),
        };
        let said = match (question.int("channels")?, question.ints("kernel_size")?) {
            (Some(out), Some(size)) => Some((positive("channels", out)?, two("kernel_size", &size)?)),
            _ => None,
        };
        let data = question.tensor(0)?;
        let [batch, channels, height, width] = placed(question, &data.shape, images, "the images")?;
        if let Some((out, [high, wide])) = said
            && is_open(question, 1)?
        {
            let inner = question.compute(DimOp::Div, &channels, &groups)?;
            let shape = Shape::Dims(in_places(kernels, [out, inner, high, wide]));
            question.unify(1, &Type::tensor(shape, data.dtype.clone()))?;
        }
        let weights = question.tensor(1)?;
        question.unify_base_types(&data.dtype, &weights.dtype)?;
        let [out, inner, kernel_height, kernel_width] = placed(question, &weights.shape, kernels, "the kernels")?;
        let seen = question.compute(DimOp::Mul, &inner, &groups)?;
        question.unify_dims(&channels, &seen).map_err(|_| {
            Undecided::fails(format!("the images have `{channels}` channels, and the kernels see `{seen}`"))
        })?;
        if let (Dim::Constant(channels), Dim::Constant(parts)) = (&out, &groups)
            && channels % parts != 0
        {
            return Err(Undecided::fails(format!("{channels} kernels cannot be divided among {parts} groups")));
        }
        if let Some(channels) = question.int("channels")? {
            question.unify_dims(&out, &positive("channels", channels)?)?;
        }
        if let Some(size) = question.ints("kernel_size")? {
            let [high, wide] = two("kernel_size", &size)?;
            question.unify_dims(&kernel_height, &high)?;
            question.unify_dims(&kernel_width, &wide)?;
        }
        let window = Window::of(question, [kernel_height, kernel_width])?;
        let [high, wide] = window.over(question, [height, width])?;
        let dtype = question.data_type("out_dtype")?.map_or_else(|| data.dtype.clone(), BaseType::Data);
        gives(question, results, [batch, out, high, wide], &dtype)
    }
}

impl TypeRelation for Pool2D {
    fn name(&self) -> &str {
        self.name
    }

    fn types(&self) -> usize {
        2
    }

    fn attributes(&self) -> &[&str] {
        let all =
            &["pool_size", "strides", "padding", "dilation", "layout", "out_layout", "ceil_mode", "count_include_pad"];
        if self.averages { all } else { &all[..all.len() - 1] }
    }

    fn relate(&self, question: &mut Question<'_>) -> Result<(), Undecided> {
        let images = layout(question, "layout", "NCHW")?;
        let results = out_layout(question, images)?;
        // Whether what is beyond the image counts changes the values only.
        question.flag("count_include_pad")?;
        let rounds_up = question.flag("ceil_mode")?.unwrap_or(false);
        let data = question.tensor(0)?;
        let [batch, channels, height, width] = placed(question, &data.shape, images, "the images")?;
        let size = question.ints("pool_size")?.unwrap_or_else(|| vec![1]);
        let window = Window { rounds_up, ..Window::of(question, two("pool_size", &size)?)? };
        let [high, wide] = window.over(question, [height, width])?;
        gives(question, results, [batch, channels, high, wide], &data.dtype)
    }
}

impl TypeRelation for GlobalPool2D {
    fn name(&self) -> &str {
        "GlobalPool2D"
    }

    fn types(&self) -> usize {
        2
    }

    fn attributes(&self) -> &[&str] {
        &["layout"]
    }

    fn relate(&self, question: &mut Question<'_>) -> Result<(), Undecided> {
        let images = layout(question, "layout", "NCHW")?;
        let data = question.tensor(0)?;
        let [batch, channels, _, _] = placed(question, &data.shape, images, "the images")?;
        gives(question, images, [batch, channels, Dim::Constant(1), Dim::Constant(1)], &data.dtype)
    }
}

/// A window that moves over images: for height and width.
struct Window {
    size: [Dim; 2],
    strides: [Dim; 2],
    /// Before and after together.
    padding: [Dim; 2],
    dilation: [Dim; 2],
    rounds_up: bool,
}

impl Window {
    fn of(question: &Question<'_>, size: [Dim; 2]) -> Result<Self, Undecided> {
        let for_both = |name| two(name, &question.ints(name)?.unwrap_or_else(|| vec![1]));
        let padding = question.ints("padding")?.unwrap_or_else(|| vec![0]);
        let [high, wide] = match *padding.as_slice() {
            [all] => [sum(all, all), sum(all, all)],
            [high, wide] => [sum(high, high), sum(wide, wide)],
            [above, left, below, right] => [sum(above, below), sum(left, right)],
            _ => return Err(Undecided::fails("`padding` is one number, two, or four")),
        };
        let (Some(high), Some(wide)) = (high, wide) else {
            return Err(Undecided::fails("`padding` is not negative"));
        };
        let padding = [Dim::Constant(high), Dim::Constant(wide)];
        Ok(Self { size, strides: for_both("strides")?, padding, dilation: for_both("dilation")?, rounds_up: false })
    }

    /// How often it fits: `(image + padding - ((size - 1) * dilation + 1)) / stride + 1`, rounded up or down.
    fn over(&self, question: &Question<'_>, image: [Dim; 2]) -> Result<[Dim; 2], Undecided> {
        let one = Dim::Constant(1);
        let along = |axis: usize| {
            let gaps = question.compute(DimOp::Sub, &self.size[axis], &one)?;
            let dilated = question.compute(DimOp::Mul, &gaps, &self.dilation[axis])?;
            let window = question.compute(DimOp::Add, &dilated, &one)?;
            let padded = question.compute(DimOp::Add, &image[axis], &self.padding[axis])?;
            if let (Dim::Constant(padded), Dim::Constant(window)) = (&padded, &window)
                && padded < window
            {
                let message = format!("the window of {window} is larger than the padded image of {padded}");
                return Err(Undecided::fails(message));
            }
            let mut moves = question.compute(DimOp::Sub, &padded, &window)?;
            if self.rounds_up {
                let most = question.compute(DimOp::Sub, &self.strides[axis], &one)?;
                moves = question.compute(DimOp::Add, &moves, &most)?;
            }
            let steps = question.compute(DimOp::Div, &moves, &self.strides[axis])?;
            question.compute(DimOp::Add, &steps, &one)
        };
        Ok([along(0)?, along(1)?])
    }
}

fn sum(before: i64, after: i64) -> Option<u64> {
    u64::try_from(before).ok()?.checked_add(u64::try_from(after).ok()?)
}

fn positive(name: &str, value: i64) -> Result<Dim, Undecided> {
    let size = u64::try_from(value).ok().filter(|size| *size > 0);
    size.map(Dim::Constant).ok_or_else(|| Undecided::fails(format!("`{name}` is to be 1 or more, and is {value}")))
}

/// A number for height and width, or one for each.
fn two(name: &str, values: &[i64]) -> Result<[Dim; 2], Undecided> {
    match *values {
        [both] => Ok([positive(name, both)?, positive(name, both)?]),
        [high, wide] => Ok([positive(name, high)?, positive(name, wide)?]),
        _ => Err(Undecided::fails(format!("`{name}` is one number or two"))),
    }
}

/// For each letter of the standard layout, its place in the one that an attribute gives.
fn layout(question: &Question<'_>, name: &str, standard: &str) -> Result<[usize; 4], Undecided> {
    let layout = question.text(name)?.unwrap_or_else(|| standard.to_owned());
    let wrong = || Undecided::fails(format!("`{name}=\"{layout}\"` is no order of `{standard}`"));
    let mut places = [0; 4];
    if layout.len() != standard.len() {
        return Err(wrong());
    }
    for (place, letter) in places.iter_mut().zip(standard.chars()) {
        *place = layout.find(letter).ok_or_else(wrong)?;
    }
    Ok(places)
}

/// The dimensions in the standard order.
fn placed(question: &Question<'_>, shape: &Shape, places: [usize; 4], what: &str) -> Result<[Dim; 4], Undecided> {
    let dims = question.dims(shape)?;
    if dims.len() != places.len() {
        return Err(Undecided::fails(format!("{what} have four dimensions, and these have {}", dims.len())));
    }
    Ok(places.map(|place| dims[place].clone()))
}

fn gives(question: &mut Question<'_>, places: [usize; 4], dims: [Dim; 4], dtype: &BaseType) -> Result<(), Undecided> {
    question.gives(in_places(places, dims), dtype)
}

/// Dimensions of the standard order, in another one.
fn in_places(places: [usize; 4], dims: [Dim; 4]) -> Vec<Dim> {
    let mut placed: Vec<(usize, Dim)> = places.into_iter().zip(dims).collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, dim)| dim).collect()
}

/// The layout of the result: that of the images, unless it is said.
fn out_layout(question: &Question<'_>, images: [usize; 4]) -> Result<[usize; 4], Undecided> {
    match question.text("out_layout")? {
        Some(_) => layout(question, "out_layout", "NCHW"),
        None => Ok(images),
    }
}

/// Whether something of a tensor's shape is not known yet.
fn is_open(question: &Question<'_>, index: usize) -> Result<bool, Undecided> {
    match question.tensor(index).and_then(|tensor| question.dims(&tensor.shape)) {
        Ok(dims) => Ok(dims.iter().any(|dim| question.mentions_a_hole(dim))),
        Err(Undecided::Unknown) => Ok(true),
        Err(fails) => Err(fails),
    }
}
