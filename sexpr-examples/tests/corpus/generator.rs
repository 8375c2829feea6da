//! Corpora with clones in them: programs of lambda and PyPTO, in which some functions are copies of one another, with other
//! names, at other places.

use std::fs;
use std::path::Path;

/// Random numbers: SplitMix64.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) % bound as u64) as usize
    }
}

/// A copy of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Planted {
    /// The number of the function, the same for all its copies.
    pub(crate) function: usize,
    /// The file that it was planted in.
    pub(crate) file: String,
    /// A program of which it is the only function.
    pub(crate) alone: String,
}

/// What a corpus is like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) files: usize,
    /// How many functions each file has.
    pub(crate) functions: usize,
    /// How large functions are, about.
    pub(crate) size: usize,
    /// How many functions there are of which copies are planted; every other function in a file is one of them.
    pub(crate) clones: usize,
}

/// Writes a corpus, and returns what was planted.
pub(crate) fn write(directory: &Path, shape: Shape, seed: u64) -> Vec<Planted> {
    let mut planted = Vec::new();
    for number in 0..shape.files {
        let (name, text) = file(shape, seed, number, &mut planted);
        let path = directory.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).expect("the directory can be made");
        }
        fs::write(path, text).expect("the file can be written");
    }
    planted
}

/// A file of the corpus: its name and text.
fn file(shape: Shape, seed: u64, number: usize, planted: &mut Vec<Planted>) -> (String, String) {
    let is_lambda = number.is_multiple_of(2);
    let ending = if is_lambda { "lam" } else { "py" };
    let name = format!("d{}/f{number}.{ending}", number / 100);
    let mut names = Names { random: Random::new(seed ^ ((number as u64) << 20)), used: 0 };
    let mut functions = Vec::new();
    for index in 0..shape.functions {
        let is_clone = index % 2 == 1 && shape.clones > 0;
        let function =
            if is_clone { names.random.below(shape.clones) } else { shape.clones + number * shape.functions + index };
        let content = |names: &mut Names| {
            // The same function has the same content, whatever its names.
            let random = Random::new(seed.wrapping_mul(31).wrapping_add(function as u64));
            if is_lambda { lambda(random, shape.size, names) } else { pypto(random, shape.size, names) }
        };
        let text = content(&mut names);
        if is_clone {
            let alone = if is_lambda { text.clone() } else { program(&[("f".to_owned(), text.clone())]) };
            planted.push(Planted { function, file: name.clone(), alone });
        }
        functions.push((format!("f{index}"), text));
    }
    (name, if is_lambda { lets(&functions) } else { program(&functions) })
}

/// Names that are not used twice in a file.
struct Names {
    random: Random,
    used: usize,
}

impl Names {
    fn next(&mut self) -> String {
        self.used += 1;
        let letter = char::from(b'a' + self.random.below(26) as u8);
        format!("{letter}{}_{}", self.random.below(10), self.used)
    }
}

/// `let f0 = … in let f1 = … in f0 f1`
fn lets(functions: &[(String, String)]) -> String {
    let bindings: String = functions.iter().map(|(name, text)| format!("let {name} =\n    {text} in\n")).collect();
    let all: Vec<&str> = functions.iter().map(|(name, _)| name.as_str()).collect();
    format!("{bindings}{}\n", all.join(" "))
}

/// A closed function of lambda.
fn lambda(mut random: Random, size: usize, names: &mut Names) -> String {
    let mut scope = vec![names.next()];
    let head = format!("\\{}. ", scope[0]);
    head + &expression(&mut random, size, &mut scope, names)
}

fn expression(random: &mut Random, size: usize, scope: &mut Vec<String>, names: &mut Names) -> String {
    if size <= 1 {
        return match random.below(4) {
            0 => random.below(10).to_string(),
            _ => scope[random.below(scope.len())].clone(),
        };
    }
    let first = 1 + random.below(size - 1);
    let rest = size - first;
    match random.below(4) {
        0 => {
            let param = names.next();
            scope.push(param.clone());
            let body = expression(random, size - 1, scope, names);
            scope.pop();
            format!("(\\{param}. {body})")
        }
        1 => {
            let value = expression(random, first, scope, names);
            let name = names.next();
            scope.push(name.clone());
            let body = expression(random, rest, scope, names);
            scope.pop();
            format!("(let {name} = {value} in {body})")
        }
        _ => {
            let function = expression(random, first, scope, names);
            format!("({function} {})", expression(random, rest, scope, names))
        }
    }
}

/// A program of PyPTO.
fn program(functions: &[(String, String)]) -> String {
    let functions: String = functions.iter().map(|(name, text)| format!("\ndef {name}{text}")).collect();
    format!("# pypto.program: generated\nimport pypto.ir as pi\n{functions}")
}

/// The parameters and the body of a function of PyPTO.
fn pypto(mut random: Random, size: usize, names: &mut Names) -> String {
    let mut scope = vec![names.next(), names.next()];
    let mut text = format!("({}: pi.Int64, {}: pi.Int64) -> pi.Int64:\n", scope[0], scope[1]);
    for _ in 0..size.div_ceil(6).max(1) {
        let mut value = operand(&mut random, &scope);
        for _ in 0..1 + random.below(3) {
            let operator = ["+", "-", "*"][random.below(3)];
            value = format!("({value} {operator} {})", operand(&mut random, &scope));
        }
        let name = names.next();
        text += &format!("    {name} = {value}\n");
        scope.push(name);
    }
    text + &format!("    return {}\n", scope[scope.len() - 1])
}

fn operand(random: &mut Random, scope: &[String]) -> String {
    match random.below(4) {
        0 => random.below(100).to_string(),
        // Near uses, as people write them.
        _ => scope[scope.len() - 1 - random.below(scope.len().min(8))].clone(),
    }
}
