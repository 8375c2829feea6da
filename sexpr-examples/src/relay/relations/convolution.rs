//! Windows that move over images of one, two or three dimensions.

use super::layout::Layout;
use super::rule::{Rule, not_negative};
use super::{Question, Undecided};
use crate::relay::ir::{BaseType, Dim, DimOp, Shape, Type};

/// What calls of convolutions say; those of transposed ones say the padding of the result, too.
const CONVOLUTION: &str =
    "strides padding dilation groups channels kernel_size data_layout kernel_layout out_layout out_dtype";

/// What calls of maxima say; those of means say what they count, too.
const POOL: &str = "pool_size strides padding dilation layout out_layout ceil_mode";

/// The relations of windows.
pub(super) fn rules() -> Vec<Rule> {
    vec![
        Rule::reading("Conv1D", 3, &[CONVOLUTION], |question| convolution(question, Spatial::Width, false)),
        Rule::reading("Conv2D", 3, &[CONVOLUTION], |question| convolution(question, Spatial::Image, false)),
        Rule::reading("Conv3D", 3, &[CONVOLUTION], |question| convolution(question, Spatial::Volume, false)),
        Rule::reading("Conv1DTranspose", 3, &[CONVOLUTION, "output_padding"], |question| {
            convolution(question, Spatial::Width, true)
        }),
        Rule::reading("Conv2DTranspose", 3, &[CONVOLUTION, "output_padding"], |question| {
            convolution(question, Spatial::Image, true)
        }),
        Rule::reading("MaxPool1D", 2, &[POOL], |question| pool(question, Spatial::Width)),
        Rule::reading("MaxPool2D", 2, &[POOL], |question| pool(question, Spatial::Image)),
        Rule::reading("AvgPool2D", 2, &[POOL, "count_include_pad"], |question| pool(question, Spatial::Image)),
        Rule::reading("GlobalPool2D", 2, &["layout out_layout"], |question| adaptive_pool(question, true)),
        Rule::reading("AdaptivePool2D", 2, &["layout out_layout output_size"], |question| {
            adaptive_pool(question, false)
        }),
    ]
}

/// In how many dimensions a window moves.
#[derive(Clone, Copy)]
pub(super) enum Spatial {
    Width,
    Image,
    Volume,
}

impl Spatial {
    fn count(self) -> usize {
        match self {
            Self::Width => 1,
            Self::Image => 2,
            Self::Volume => 3,
        }
    }

    /// The standard order of images.
    fn data(self) -> &'static str {
        match self {
            Self::Width => "NCW",
            Self::Image => "NCHW",
            Self::Volume => "NCDHW",
        }
    }

    /// The standard order of kernels.
    fn kernels(self) -> &'static str {
        match self {
            Self::Width => "OIW",
            Self::Image => "OIHW",
            Self::Volume => "OIDHW",
        }
    }

    /// The usual order of the kernels of transposed convolutions.
    fn transposed_kernels(self) -> &'static str {
        match self {
            Self::Width => "IOW",
            Self::Image => "IOHW",
            Self::Volume => "IODHW",
        }
    }
}

/// A convolution of images with kernels.
///
/// Images are `data_layout`, a permutation of `NCHW`, or packed, like `NCHW8c`; kernels `kernel_layout`, of `OIHW`; the
/// result `out_layout`, or like the images. `strides`, `padding` and `dilation` are for height and width; `padding` is
/// one number, two, or four: above, left, below and right. With `groups`, kernels see so many times fewer channels.
/// `channels` and `kernel_size` say what the kernels are, also where that is not known. A transposed one goes from
/// results to images: kernels are `IOHW`, and `output_padding` is added to the result.
fn convolution(question: &mut Question<'_>, spatial: Spatial, is_transposed: bool) -> Result<(), Undecided> {
    let images = Layout::read(question, "data_layout", spatial.data(), spatial.data())?;
    let usual = if is_transposed { spatial.transposed_kernels() } else { spatial.kernels() };
    let kernels = Layout::read(question, "kernel_layout", usual, spatial.kernels())?;
    let results = out_layout(question, "data_layout", spatial.data())?;
    let groups = match question.int("groups")?.unwrap_or(1) {
        groups @ 1.. => Dim::Constant(groups.unsigned_abs()),
        groups => return Err(Undecided::fails(format!("`groups={groups}` must be 1 or more"))),
    };
    let said = (question.int("channels")?, question.ints("kernel_size")?);
    let out_dtype = question.data_type("out_dtype")?;
    let data = question.tensor(0)?;
    let image = images.standard_dims(question, &data.shape, "the images")?;
    let (batch, channels) = (&image[0], &image[1]);
    if let (Some(out), Some(size)) = &said
        && is_open(question, 1)?
    {
        let out = positive("channels", *out)?;
        let [out, inner] = if is_transposed {
            [question.compute(DimOp::Div, &out, &groups)?, channels.clone()]
        } else {
            [out, question.compute(DimOp::Div, channels, &groups)?]
        };
        let dims = [out, inner].into_iter().chain(for_all("kernel_size", size, spatial)?).collect::<Vec<_>>();
        let dims = kernels.arranged(question, &dims)?;
        let weights = Type::tensor(Shape::Dims(dims), data.dtype.clone());
        question.unify_open(1, &weights)?;
    }
    let weights = question.tensor(1)?;
    question.same_unless_known(&data.dtype, &weights.dtype)?;
    let kernel = kernels.standard_dims(question, &weights.shape, "the kernels")?;
    let (seen, out) = match is_transposed {
        true => (kernel[1].clone(), question.compute(DimOp::Mul, &kernel[0], &groups)?),
        false => (question.compute(DimOp::Mul, &kernel[1], &groups)?, kernel[0].clone()),
    };
    question.unify_dims(channels, &seen).map_err(|_| {
        Undecided::fails(format!("the images have `{channels}` channels, but the kernels take `{seen}`"))
    })?;
    if let (Dim::Constant(channels), Dim::Constant(parts)) = (&out, &groups)
        && channels % parts != 0
    {
        return Err(Undecided::fails(format!("{channels} kernels are not divisible into {parts} groups")));
    }
    if let Some(channels) = said.0 {
        question.unify_dims(&out, &positive("channels", channels)?)?;
    }
    if let Some(size) = &said.1 {
        for (dim, size) in kernel[2..].iter().zip(for_all("kernel_size", size, spatial)?) {
            question.unify_dims(dim, &size)?;
        }
    }
    let window = Window::of(question, kernel[2..].to_vec(), spatial)?;
    let moved = if is_transposed {
        let beyond = question.ints("output_padding")?.unwrap_or_else(|| vec![0]);
        window.back_over(question, &image[2..], &sizes("output_padding", &beyond, spatial)?)?
    } else {
        window.over(question, &image[2..])?
    };
    let dtype = out_dtype.map_or_else(|| data.dtype.clone(), BaseType::Data);
    let dims = [batch.clone(), out].into_iter().chain(moved).collect::<Vec<_>>();
    let dims = results.arranged(question, &dims)?;
    question.gives(dims, &dtype)
}

/// The largest or the mean of each window, of `pool_size`, channel by channel. With `ceil_mode`, a window may reach
/// beyond the padded image.
fn pool(question: &mut Question<'_>, spatial: Spatial) -> Result<(), Undecided> {
    let images = Layout::read(question, "layout", spatial.data(), spatial.data())?;
    let results = out_layout(question, "layout", spatial.data())?;
    // Whether what is beyond the image counts changes the values only.
    question.flag("count_include_pad")?;
    let rounds_up = question.flag("ceil_mode")?.unwrap_or(false);
    let data = question.tensor(0)?;
    let image = images.standard_dims(question, &data.shape, "the images")?;
    let size = question.ints("pool_size")?.unwrap_or_else(|| vec![1]);
    let window = Window { rounds_up, ..Window::of(question, for_all("pool_size", &size, spatial)?, spatial)? };
    let moved = window.over(question, &image[2..])?;
    let dims = image[..2].iter().cloned().chain(moved).collect::<Vec<_>>();
    let dims = results.arranged(question, &dims)?;
    question.gives(dims, &data.dtype)
}

/// The mean or the largest of each image, channel by channel: height and width become 1, or `output_size`.
fn adaptive_pool(question: &mut Question<'_>, is_global: bool) -> Result<(), Undecided> {
    let spatial = Spatial::Image;
    let images = Layout::read(question, "layout", spatial.data(), spatial.data())?;
    let results = out_layout(question, "layout", spatial.data())?;
    let size = question.ints("output_size")?.filter(|size| !size.is_empty());
    let data = question.tensor(0)?;
    let image = images.standard_dims(question, &data.shape, "the images")?;
    let size = match size {
        Some(size) => for_all("output_size", &size, spatial)?,
        None if is_global => vec![Dim::Constant(1); spatial.count()],
        None => image[2..].to_vec(),
    };
    let dims = image[..2].iter().cloned().chain(size).collect::<Vec<_>>();
    let dims = results.arranged(question, &dims)?;
    question.gives(dims, &data.dtype)
}

/// A window that moves over images, along each of their dimensions.
struct Window {
    size: Vec<Dim>,
    strides: Vec<Dim>,
    /// Before and after together.
    padding: Vec<Dim>,
    dilation: Vec<Dim>,
    rounds_up: bool,
}

impl Window {
    fn of(question: &Question<'_>, size: Vec<Dim>, spatial: Spatial) -> Result<Self, Undecided> {
        let one_each = |name| for_all(name, &question.ints(name)?.unwrap_or_else(|| vec![1]), spatial);
        let padding = question.ints("padding")?.unwrap_or_else(|| vec![0]);
        let count = spatial.count();
        let both: Vec<(i64, i64)> = match padding.len() {
            1 => vec![(padding[0], padding[0]); count],
            given if given == count => padding.iter().map(|both| (*both, *both)).collect(),
            given if given == 2 * count => {
                padding[..count].iter().copied().zip(padding[count..].iter().copied()).collect()
            }
            _ => {
                let counts = ["one number, or two", "one number, two, or four", "one number, three, or six"][count - 1];
                return Err(Undecided::fails(format!("`padding` must be {counts}")));
            }
        };
        let sums: Option<Vec<u64>> = both.into_iter().map(|(before, after)| sum(before, after)).collect();
        let Some(sums) = sums else { return Err(Undecided::fails("`padding` must not be negative")) };
        let padding = sums.into_iter().map(Dim::Constant).collect();
        Ok(Self { size, strides: one_each("strides")?, padding, dilation: one_each("dilation")?, rounds_up: false })
    }

    /// How far it reaches: `(size - 1) * dilation + 1`.
    fn reach(&self, question: &Question<'_>, axis: usize) -> Result<Dim, Undecided> {
        let one = Dim::Constant(1);
        let gaps = question.compute(DimOp::Sub, &self.size[axis], &one)?;
        let dilated = question.compute(DimOp::Mul, &gaps, &self.dilation[axis])?;
        question.compute(DimOp::Add, &dilated, &one)
    }

    /// How often it fits: `(image + padding - reach) / stride + 1`, rounded up or down.
    fn over(&self, question: &Question<'_>, image: &[Dim]) -> Result<Vec<Dim>, Undecided> {
        let one = Dim::Constant(1);
        let along = |(axis, image): (usize, &Dim)| {
            let window = self.reach(question, axis)?;
            let padded = question.compute(DimOp::Add, image, &self.padding[axis])?;
            let mut reached = padded.clone();
            if self.rounds_up {
                // The last window may reach beyond the image.
                let most = question.compute(DimOp::Sub, &self.strides[axis], &one)?;
                reached = question.compute(DimOp::Add, &padded, &most)?;
            }
            if let (Dim::Constant(reached), Dim::Constant(window)) = (&reached, &window)
                && reached < window
            {
                let message = format!("the window of {window} is larger than the padded image of {padded}");
                return Err(Undecided::fails(message));
            }
            let moves = question.compute(DimOp::Sub, &reached, &window)?;
            let steps = question.compute(DimOp::Div, &moves, &self.strides[axis])?;
            question.compute(DimOp::Add, &steps, &one)
        };
        image.iter().enumerate().map(along).collect()
    }

    /// What it came from: `(image - 1) * stride + reach - padding + beyond`.
    fn back_over(&self, question: &Question<'_>, image: &[Dim], beyond: &[Dim]) -> Result<Vec<Dim>, Undecided> {
        let along = |(axis, image): (usize, &Dim)| {
            let moves = question.compute(DimOp::Sub, image, &Dim::Constant(1))?;
            let moved = question.compute(DimOp::Mul, &moves, &self.strides[axis])?;
            let reach = self.reach(question, axis)?;
            let whole = question.compute(DimOp::Add, &moved, &reach)?;
            let whole = question.compute(DimOp::Add, &whole, &beyond[axis])?;
            question.compute(DimOp::Sub, &whole, &self.padding[axis])
        };
        image.iter().enumerate().map(along).collect()
    }
}

fn sum(before: i64, after: i64) -> Option<u64> {
    u64::try_from(before).ok()?.checked_add(u64::try_from(after).ok()?)
}

fn positive(name: &str, value: i64) -> Result<Dim, Undecided> {
    let size = u64::try_from(value).ok().filter(|size| *size > 0);
    size.map(Dim::Constant).ok_or_else(|| Undecided::fails(format!("`{name}` must be 1 or more, found {value}")))
}

/// A number for each direction, or one for all.
fn for_all(name: &str, values: &[i64], spatial: Spatial) -> Result<Vec<Dim>, Undecided> {
    each(name, values, spatial)?.into_iter().map(|value| positive(name, value)).collect()
}

fn sizes(name: &str, values: &[i64], spatial: Spatial) -> Result<Vec<Dim>, Undecided> {
    each(name, values, spatial)?.into_iter().map(|size| not_negative(name, size).map(Dim::Constant)).collect()
}

fn each(name: &str, values: &[i64], spatial: Spatial) -> Result<Vec<i64>, Undecided> {
    let count = spatial.count();
    match values {
        [all] => Ok(vec![*all; count]),
        values if values.len() == count => Ok(values.to_vec()),
        _ => {
            let counts = ["one number", "one number or two", "one number or three"][count - 1];
            Err(Undecided::fails(format!("`{name}` must be {counts}")))
        }
    }
}

/// The layout of the result: that of the images, unless it is said.
fn out_layout(question: &Question<'_>, images: &str, standard: &'static str) -> Result<Layout, Undecided> {
    match question.text("out_layout")? {
        Some(_) => Layout::read(question, "out_layout", standard, standard),
        None => Layout::read(question, images, standard, standard),
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
