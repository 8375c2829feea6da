//! Random programs that are well formed, as texts, from bytes.
//!
//! They do everything that passes may stumble over: operations that may stop, calls of operations in odd places,
//! expressions that occur again, constants, copies, values that nobody uses, loops that do not turn. They are written in all
//! the ways of the grammar: blocks on one line, several statements on a line, values named after an `if`, infix `min`.

mod expr;
mod scope;
mod stmt;

use sexpr_examples::pypto::ir::DataType;

use self::scope::Scope;

/// Names of operations that tests take for pure ones.
pub(crate) const PURE: [&str; 2] = ["tensor.exp", "shape"];

/// A type, as far as programs are made of them.
#[derive(Clone, Debug, PartialEq)]
enum Ty {
    Scalar(DataType),
    Unknown,
    /// Numbers of type `FP32`, with extents that are names or constants.
    Tensor(Vec<String>),
    Tuple(Vec<Ty>),
}

/// Types that values often have, the simplest first.
const SCALARS: [DataType; 8] = [
    DataType::Int64,
    DataType::Int8,
    DataType::Bool,
    DataType::UInt8,
    DataType::Int64,
    DataType::FP32,
    DataType::UInt64,
    DataType::Int32,
];

impl Ty {
    const INT: Self = Self::Scalar(DataType::Int64);
    const BOOL: Self = Self::Scalar(DataType::Bool);

    fn text(&self) -> String {
        match self {
            Self::Scalar(dtype) => format!("pi.{dtype}"),
            Self::Unknown => "pi.Unknown".to_owned(),
            Self::Tensor(extents) => format!("pi.Tensor(({},), pi.FP32)", extents.join(", ")),
            Self::Tuple(types) => {
                let types: Vec<_> = types.iter().map(Self::text).collect();
                format!("tuple[{}]", types.join(", "))
            }
        }
    }

    fn is_integer(&self) -> bool {
        matches!(self, Self::Scalar(dtype) if dtype.name().contains("Int"))
    }

    /// Whether literals have the type.
    fn is_literal(&self) -> bool {
        matches!(self, Self::Scalar(DataType::Int64 | DataType::Bool | DataType::FP32))
    }
}

/// A function that is called, before it is written.
#[derive(Clone, Debug)]
struct Signature {
    name: String,
    params: Vec<(String, Ty)>,
    /// The shape variables that the parameters bind.
    shapes: Vec<String>,
    results: Vec<Ty>,
}

/// The text of the program that bytes stand for.
pub(crate) fn program(bytes: &[u8]) -> String {
    let mut writer = Writer {
        bytes,
        text: String::new(),
        indent: 1,
        last: None,
        names: 0,
        signatures: Vec::new(),
        scope: Scope::default(),
    };
    let count = 1 + writer.choose(4);
    writer.signatures = (0..count).map(|at| writer.signature(at)).collect();
    for at in 0..count {
        writer.function(at);
    }
    writer.text
}

struct Writer<'b> {
    bytes: &'b [u8],
    text: String,
    indent: usize,
    /// The indentation of the last line, where others may follow on it.
    last: Option<usize>,
    /// How many names there are.
    names: usize,
    signatures: Vec<Signature>,
    scope: Scope,
}

impl Writer<'_> {
    /// A number below this one: 0 when all bytes are used up.
    fn choose(&mut self, end: usize) -> usize {
        self.bytes.split_off_first().map_or(0, |byte| usize::from(*byte) % end)
    }

    /// Something that is so once in so many times.
    fn seldom(&mut self, times: usize) -> bool {
        self.choose(times) == times - 1
    }

    fn is_done(&self) -> bool {
        self.bytes.is_empty()
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    /// Writes a statement or the head of one, on a line of its own or, sometimes, on the last one.
    fn line(&mut self, line: &str) {
        let is_simple = !line.ends_with(':');
        if is_simple && self.last == Some(self.indent) && self.seldom(5) {
            self.text.truncate(self.text.len() - 1);
            self.text.push_str("; ");
        } else {
            self.text.push_str(&"    ".repeat(self.indent));
        }
        self.text.push_str(line);
        self.text.push('\n');
        self.last = is_simple.then_some(self.indent);
    }

    /// Writes the block that begins at an offset on the line of its head, sometimes, where it is one line.
    fn block(&mut self, start: usize) {
        if self.text[start..].lines().count() == 1 && self.seldom(3) {
            let line = self.text.split_off(start);
            self.text.truncate(start - 1);
            self.text.push_str(&format!(" {}", line.trim_start()));
        }
        self.last = None;
    }

    /// A type, as the document writes it or as newer versions do.
    fn annotation(&mut self, ty: &Ty) -> String {
        match ty {
            ty if !self.seldom(4) => ty.text(),
            Ty::Scalar(dtype) => format!("ScalarType({})", dtype.to_string().to_uppercase()),
            Ty::Unknown => "UnknownType".to_owned(),
            Ty::Tensor(extents) => format!("TensorType(FP32, [{}])", extents.join(", ")),
            Ty::Tuple(_) => ty.text(),
        }
    }

    fn scalar(&mut self) -> Ty {
        Ty::Scalar(SCALARS[self.choose(SCALARS.len())])
    }

    fn signature(&mut self, at: usize) -> Signature {
        let mut params = vec![(format!("p{at}"), Ty::INT)];
        for param in 0..self.choose(4) {
            let ty = if self.seldom(8) { Ty::Unknown } else { self.scalar() };
            params.push((format!("p{at}_{param}"), ty));
        }
        let mut shapes = Vec::new();
        if self.seldom(3) {
            let extents = if self.seldom(2) { vec![format!("p{at}")] } else { vec![format!("n{at}"), "4".to_owned()] };
            shapes.extend(extents[0].starts_with('n').then(|| extents[0].clone()));
            params.push((format!("t{at}"), Ty::Tensor(extents)));
        }
        let mut results: Vec<Ty> = (0..[1, 2, 1, 0][self.choose(4)]).map(|_| self.scalar()).collect();
        if let Some((_, ty @ Ty::Tensor(_))) = params.last()
            && self.seldom(2)
        {
            results.push(ty.clone());
        }
        Signature { name: format!("f{at}"), params, shapes, results }
    }

    fn function(&mut self, at: usize) {
        let Signature { name, params, shapes, results } = self.signatures[at].clone();
        let param = |(name, ty): &(String, Ty)| match ty {
            Ty::Unknown if self.seldom(2) => name.clone(),
            ty => format!("{name}: {}", self.annotation(ty)),
        };
        let list: Vec<_> = params.iter().map(param).collect();
        let arrow = match &*results {
            [] => String::new(),
            [only] => format!(" -> {}", self.annotation(only)),
            several if self.seldom(2) => {
                let types: Vec<_> = several.iter().map(|ty| self.annotation(ty)).collect();
                format!(" -> {}", types.join(", "))
            }
            several => format!(" -> {}", Ty::Tuple(several.to_vec()).text()),
        };
        self.text.push_str(&format!("def {name}({}){arrow}:\n", list.join(", ")));
        let start = self.text.len();
        self.last = None;
        self.scope = Scope::default();
        for (name, ty) in params {
            self.scope.bind(name, ty);
        }
        for name in shapes {
            self.scope.bind(name, Ty::INT);
        }
        // A function is called by later ones, and rarely by itself and by earlier ones.
        let callable = at;
        self.statements(2, callable);
        let values: Vec<_> = results.iter().map(|ty| self.given(ty, 2, callable)).collect();
        self.line(format!("return {}", values.join(", ")).trim_end());
        self.block(start);
        self.text.push('\n');
    }
}
