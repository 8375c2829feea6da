//! Expressions.

use sexpr_examples::pypto::ir::DataType;

use super::{PURE, Signature, Ty, Writer};

const ARITHMETIC: [&str; 16] = ["+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>", "**", "+", "-", "//", "%", "/"];
const COMPARISONS: [&str; 6] = ["<", "==", "!=", "<=", ">", ">="];
const OPERATIONS: [&str; 4] = ["load", PURE[0], "tensor.store", PURE[1]];

impl Writer<'_> {
    fn pick(&mut self, from: &[String]) -> Option<String> {
        if from.is_empty() { None } else { Some(from[self.choose(from.len())].clone()) }
    }

    /// A value that is converted to a type: of that type, of an unknown one, or numbers that are written out.
    pub(super) fn given(&mut self, ty: &Ty, depth: usize, callable: usize) -> String {
        if matches!(ty, Ty::Scalar(_)) && depth > 0 && self.seldom(12) {
            return self.expr(&Ty::Unknown, depth, callable);
        }
        if !ty.is_integer() || !self.seldom(3) {
            return self.expr(ty, depth, callable);
        }
        match self.choose(3) {
            0 => self.choose(8).to_string(),
            // Out of some types' ranges, which is wrong only for a number that is written.
            1 => format!("{} * {} + 100", self.choose(8), self.choose(8)),
            _ => format!("{} ** {}", self.choose(4), self.choose(9)),
        }
    }

    /// An expression of exactly this type.
    pub(super) fn expr(&mut self, ty: &Ty, depth: usize, callable: usize) -> String {
        let text = match self.choose(if depth == 0 { 2 } else { 8 }) {
            0 | 1 => return self.atom(ty),
            2 => match self.scope.written(ty) {
                written if written.is_empty() => return self.atom(ty),
                written => return self.pick(&written).unwrap_or_default(),
            },
            3 => match self.call(ty, depth, callable) {
                Some(call) => return call,
                None => return self.atom(ty),
            },
            _ => self.operation(ty, depth, callable),
        };
        self.scope.write(text.clone(), ty.clone());
        text
    }

    /// A variable or a literal.
    fn atom(&mut self, ty: &Ty) -> String {
        let variables = self.scope.of_type(ty);
        if ty.is_literal() && (variables.is_empty() || self.seldom(3)) {
            return self.literal(ty);
        }
        if let Ty::Scalar(dtype) = ty
            && self.seldom(4)
        {
            let value = if dtype.name().starts_with('U') { self.choose(9) as i64 } else { self.choose(9) as i64 - 4 };
            let value = if ty.is_integer() { value.to_string() } else { format!("{value}.5") };
            return format!("pi.const({}, pi.{dtype})", if *ty == Ty::BOOL { "1" } else { &value });
        }
        match self.pick(&variables) {
            Some(variable) => variable,
            None => self.bound(ty),
        }
    }

    fn literal(&mut self, ty: &Ty) -> String {
        match ty {
            Ty::Scalar(DataType::Bool) => ["False", "True"][self.choose(2)].to_owned(),
            Ty::Scalar(DataType::FP32) => ["1.5", "0.0", "-0.0", "2.0", "pi.inf"][self.choose(5)].to_owned(),
            _ => ["1", "0", "2", "3", "64", "-1", "7", "9223372036854775807", "-128"][self.choose(9)].to_owned(),
        }
    }

    /// A variable of a type of which there are none, bound right here.
    fn bound(&mut self, ty: &Ty) -> String {
        let name = self.name();
        let value = if ty.is_integer() {
            self.choose(8).to_string()
        } else {
            let operation = OPERATIONS[self.choose(4)];
            format!("{operation}(which={})", self.choose(2))
        };
        self.line(&format!("{name}: {} = {value}", ty.text()));
        self.scope.bind(name.clone(), ty.clone());
        name
    }

    fn operation(&mut self, ty: &Ty, depth: usize, callable: usize) -> String {
        match ty {
            Ty::Scalar(DataType::Bool) => self.truth(depth, callable),
            Ty::Scalar(dtype) if ty.is_integer() => {
                if self.seldom(6) {
                    let operand = self.expr(ty, depth - 1, callable);
                    return match self.choose(4) {
                        0 => format!("(-({operand}))"),
                        1 => format!("(~{operand})"),
                        2 => format!("abs({operand})"),
                        _ => format!("(abs {operand})"),
                    };
                }
                let left = self.expr(ty, depth - 1, callable);
                if self.seldom(8) {
                    let right = self.right(ty, depth, callable);
                    let operator = ["min", "max"][self.choose(2)];
                    return match self.choose(2) {
                        0 => format!("{operator}({left}, {right})"),
                        _ => format!("({left} {operator} {right})"),
                    };
                }
                let operator = ARITHMETIC[self.choose(ARITHMETIC.len())];
                let right = match operator {
                    "<<" | ">>" if !self.seldom(3) => self.choose(width(*dtype)).to_string(),
                    "//" | "%" | "/" if !self.seldom(3) => {
                        let divisors =
                            if dtype.name().starts_with('U') { ["2", "3", "7", "64"] } else { ["2", "-3", "7", "64"] };
                        divisors[self.choose(4)].to_owned()
                    }
                    "**" if !self.seldom(4) => self.choose(5).to_string(),
                    _ => self.right(ty, depth, callable),
                };
                format!("({left} {operator} {right})")
            }
            Ty::Scalar(_) => {
                let (left, right) = (self.expr(ty, depth - 1, callable), self.expr(ty, depth - 1, callable));
                format!("({left} {} {right})", ["+", "-", "*", "/", "**", "//"][self.choose(6)])
            }
            Ty::Unknown => {
                let left = self.expr(ty, depth - 1, callable);
                let right = match self.scalar() {
                    integer if integer.is_integer() => integer,
                    _ => Ty::Unknown,
                };
                let right = self.expr(&right, depth - 1, callable);
                format!("({left} {} {right})", ARITHMETIC[self.choose(ARITHMETIC.len())])
            }
            Ty::Tensor(_) | Ty::Tuple(_) => self.atom(ty),
        }
    }

    /// A right operand, which may be a number or unknown.
    fn right(&mut self, ty: &Ty, depth: usize, callable: usize) -> String {
        match self.choose(6) {
            0 => self.choose(5).to_string(),
            1 if self.seldom(3) => self.expr(&Ty::Unknown, depth - 1, callable),
            _ => self.expr(ty, depth - 1, callable),
        }
    }

    fn truth(&mut self, depth: usize, callable: usize) -> String {
        let depth = depth - 1;
        match self.choose(5) {
            0 | 1 => {
                let ty = match self.scalar() {
                    Ty::BOOL => Ty::INT,
                    other => other,
                };
                let (left, right) = (self.expr(&ty, depth, callable), self.expr(&ty, depth, callable));
                format!("({left} {} {right})", COMPARISONS[self.choose(COMPARISONS.len())])
            }
            2 => format!("(not {})", self.expr(&Ty::BOOL, depth, callable)),
            _ => {
                let (left, right) = (self.expr(&Ty::BOOL, depth, callable), self.expr(&Ty::BOOL, depth, callable));
                format!("({left} {} {right})", ["and", "or", "xor", "&", "=="][self.choose(5)])
            }
        }
    }

    /// A call that has a type. That of an operation is unknown, except where it is all that is assigned.
    fn call(&mut self, ty: &Ty, depth: usize, callable: usize) -> Option<String> {
        if *ty == Ty::Unknown {
            return Some(self.operation_call(depth - 1, callable));
        }
        // The extents of a result are named in the callee's terms.
        if matches!(ty, Ty::Tensor(_)) {
            return None;
        }
        let fitting: Vec<_> =
            self.signatures[..callable].iter().filter(|signature| signature.results.contains(ty)).cloned().collect();
        if fitting.is_empty() {
            return None;
        }
        let signature = fitting[self.choose(fitting.len())].clone();
        let element = match &*signature.results {
            [_] => String::new(),
            several => format!("[{}]", several.iter().position(|result| result == ty)?),
        };
        let (call, _) = self.function_call(&signature, depth - 1, callable)?;
        Some(format!("{call}{element}"))
    }

    /// A call of an operation with some arguments.
    pub(super) fn operation_call(&mut self, depth: usize, callable: usize) -> String {
        let name = OPERATIONS[self.choose(4)];
        let mut args: Vec<_> = (0..self.choose(3))
            .map(|_| {
                let ty = self.scalar();
                self.expr(&ty, depth, callable)
            })
            .collect();
        if self.seldom(3) {
            args.push(format!("which={}", self.choose(2)));
        }
        if self.seldom(4) {
            let ty = self.scalar();
            let (expr, computed) = (self.expr(&ty, depth, callable), self.expr(&Ty::INT, depth, callable));
            args.push(format!("offset=[{expr}, [{computed}, pi.FP16], 0]"));
        }
        format!("{name}({})", args.join(", "))
    }

    /// A call of a function, and the types of its results: an extent that it names stands for an argument, or for an
    /// extent of an argument.
    pub(super) fn function_call(
        &mut self,
        signature: &Signature,
        depth: usize,
        callable: usize,
    ) -> Option<(String, Vec<Ty>)> {
        let mut args = Vec::new();
        let mut results = signature.results.clone();
        // A tensor of the first extent that is asked for, or of any.
        let first = match signature.params.last() {
            Some((_, Ty::Tensor(extents))) if extents[0].starts_with('p') => {
                let variables = self.scope.of_type(&Ty::INT);
                Some(if self.seldom(3) { "4".to_owned() } else { self.pick(&variables)? })
            }
            _ => None,
        };
        for (at, (_, ty)) in signature.params.iter().enumerate() {
            let arg = match (ty, &first) {
                (Ty::Tensor(_), Some(extent)) => {
                    let ty = Ty::Tensor(vec![extent.clone()]);
                    replace(&mut results, &signature.params[0].0, extent);
                    self.atom(&ty)
                }
                (Ty::Tensor(extents), None) => {
                    let given = match self.choose(3) {
                        0 => "4".to_owned(),
                        _ => self.pick(&self.scope.of_type(&Ty::INT))?,
                    };
                    replace(&mut results, &extents[0], &given);
                    self.atom(&Ty::Tensor(vec![given, extents[1].clone()]))
                }
                (_, Some(extent)) if at == 0 => extent.clone(),
                _ => self.given(ty, depth, callable),
            };
            args.push(arg);
        }
        Some((format!("{}({})", signature.name, args.join(", ")), results))
    }
}

/// Replaces an extent's name.
fn replace(types: &mut [Ty], name: &str, by: &str) {
    for ty in types {
        if let Ty::Tensor(extents) = ty {
            for extent in extents {
                if extent == name {
                    by.clone_into(extent);
                }
            }
        }
    }
}

fn width(dtype: DataType) -> usize {
    dtype.name().trim_start_matches(|c: char| !c.is_ascii_digit()).parse().expect("a width")
}
