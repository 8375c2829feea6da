//! Expressions: made, taken apart, substituted and evaluated.

use std::collections::BTreeSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use sexpr_core::containers::{Encoder, StableBytes};

use super::condition::Condition;
use super::limits::{Excess, Extent, Operand};
use super::normal::{self, Form};
use super::operators::{Arithmetic, Extremum, Level};
use super::outgrown::Outgrown;
use super::symbol::Symbol;

/// An index expression: what was written, which it displays, and a normal form, by which it is compared and hashed.
///
/// See the [module](super) for what is equal and for the limits. Cloning is cheap. Making one costs what its normal
/// form costs: it is made of those of the operands, each of which has a few hundred parts at most.
///
/// ```
/// use sexpr_examples::wave::index::{Condition, IndexExpr};
///
/// let (x, four) = (IndexExpr::symbol("x"), IndexExpr::int(4));
/// let expr = x.multiply(&four).add(&x).floor_divide(&four);
/// assert_eq!(expr.to_string(), "(x * 4 + x) // 4");
/// assert_eq!(expr.normal_text(), "x + x // 4");
/// assert_eq!(expr.evaluate(&|_| Some(-3)), Some(-4));
///
/// let chosen = IndexExpr::piecewise([(x.clone(), Condition::flag("f")), (four, Condition::always())]);
/// assert_eq!(chosen.to_string(), "Piecewise((x, f), (4, True))");
/// ```
#[derive(Clone)]
pub struct IndexExpr(Arc<Parts>);

struct Parts {
    written: Written,
    normal: Form,
    extent: Extent,
}

#[derive(Clone)]
enum Written {
    Int(i64),
    Symbol(Symbol),
    Negate(IndexExpr),
    Binary(Arithmetic, IndexExpr, IndexExpr),
    Extremum(Extremum, Vec<IndexExpr>),
    Piecewise(Vec<(IndexExpr, Condition)>),
    Outgrown(Outgrown),
}

/// To make expressions.
impl IndexExpr {
    /// A number.
    pub fn int(value: i64) -> Self {
        Self::of(Written::Int(value), Some(Form::constant(value.into())))
    }

    /// A symbol.
    pub fn symbol(symbol: impl Into<Symbol>) -> Self {
        let symbol = symbol.into();
        let normal = normal::symbol(symbol.clone());
        Self::of(Written::Symbol(symbol), Some(normal))
    }

    /// `-self`
    pub fn negate(&self) -> Self {
        let normal = normal::negated(&self.0.normal);
        Self::of(Written::Negate(self.clone()), normal)
    }

    /// `self + other`
    pub fn add(&self, other: &Self) -> Self {
        Self::arithmetic(Arithmetic::Add, self, other)
    }

    /// `self - other`
    pub fn subtract(&self, other: &Self) -> Self {
        Self::arithmetic(Arithmetic::Subtract, self, other)
    }

    /// `self * other`
    pub fn multiply(&self, other: &Self) -> Self {
        Self::arithmetic(Arithmetic::Multiply, self, other)
    }

    /// `self // other`, rounded down.
    pub fn floor_divide(&self, other: &Self) -> Self {
        Self::arithmetic(Arithmetic::FloorDivide, self, other)
    }

    /// `self mod other`, of `other`'s sign.
    pub fn modulo(&self, other: &Self) -> Self {
        Self::arithmetic(Arithmetic::Modulo, self, other)
    }

    /// `self ceildiv other`: the quotient, rounded up.
    pub fn ceil_divide(&self, other: &Self) -> Self {
        Self::arithmetic(Arithmetic::CeilDivide, self, other)
    }

    /// `min(a, b, …)`; of nothing, what has no value.
    pub fn minimum(arguments: impl IntoIterator<Item = Self>) -> Self {
        Self::extremum(Extremum::Minimum, arguments.into_iter().collect())
    }

    /// `max(a, b, …)`; of nothing, what has no value.
    pub fn maximum(arguments: impl IntoIterator<Item = Self>) -> Self {
        Self::extremum(Extremum::Maximum, arguments.into_iter().collect())
    }

    /// `Piecewise((value, condition), …)`: the value of the first condition that holds. Without any, it has no value.
    pub fn piecewise(branches: impl IntoIterator<Item = (Self, Condition)>) -> Self {
        let branches: Vec<_> = branches.into_iter().collect();
        let parts: Vec<_> = branches.iter().map(|(value, condition)| (&value.0.normal, condition.normal())).collect();
        let normal = normal::piecewise(&parts);
        Self::of(Written::Piecewise(branches), normal)
    }

    pub(super) fn arithmetic(op: Arithmetic, left: &Self, right: &Self) -> Self {
        let normal = normal::arithmetic(op, &left.0.normal, &right.0.normal);
        Self::of(Written::Binary(op, left.clone(), right.clone()), normal)
    }

    pub(super) fn extremum(which: Extremum, arguments: Vec<Self>) -> Self {
        if arguments.is_empty() {
            return Self::piecewise([]);
        }
        let parts: Vec<_> = arguments.iter().map(|argument| &argument.0.normal).collect();
        let normal = normal::extremum(which, &parts);
        Self::of(Written::Extremum(which, arguments), normal)
    }

    /// What was written, with its normal form if that is not too large.
    fn of(written: Written, normal: Option<Form>) -> Self {
        let normal = normal.filter(normal::is_light);
        let (written, normal, extent) = match (written.extent(), normal) {
            (Ok(extent), normal) => {
                let normal = normal.unwrap_or_else(|| normal::verbatim(written.to_string()));
                (written, normal, extent)
            }
            (Err(_), normal) => match normal.and_then(|normal| Some((Self::written_as(&normal)?, normal))) {
                Some((rewritten, normal)) => (rewritten.0.written.clone(), normal, rewritten.0.extent),
                None => {
                    let written = Written::Outgrown(written.outgrown());
                    let normal = normal::verbatim(written.to_string());
                    (written, normal, Extent::LEAF)
                }
            },
        };
        Self(Arc::new(Parts { written, normal, extent }))
    }

    /// A normal form as an expression, if it is not too large for one.
    fn written_as(normal: &Form) -> Option<Self> {
        normal::text(normal).parse().ok()
    }
}

/// To look at expressions.
impl IndexExpr {
    /// The number that it is known to be.
    ///
    /// ```
    /// use sexpr_examples::wave::index::IndexExpr;
    ///
    /// assert_eq!("(4 * x + 7) mod 4".parse::<IndexExpr>()?.as_int(), Some(3));
    /// # Ok::<(), sexpr_examples::wave::index::IndexError>(())
    /// ```
    pub fn as_int(&self) -> Option<i64> {
        self.0.normal.as_constant().and_then(|value| value.try_into().ok())
    }

    /// The symbol that it is known to be.
    pub fn as_symbol(&self) -> Option<&Symbol> {
        normal::as_symbol(&self.0.normal)
    }

    /// The symbols that are written in it, also in conditions.
    pub fn symbols(&self) -> BTreeSet<Symbol> {
        let mut symbols = BTreeSet::new();
        self.collect_symbols(&mut symbols);
        symbols
    }

    /// The branches, if a `Piecewise` is written.
    pub fn pieces(&self) -> Option<&[(Self, Condition)]> {
        match &self.0.written {
            Written::Piecewise(branches) => Some(branches),
            _ => None,
        }
    }

    /// Whether it is known to have no value, since a `Piecewise` in it has no branch that can be taken.
    pub fn is_undefined(&self) -> bool {
        normal::is_undefined(&self.0.normal)
    }

    /// The text of the normal form: the same exactly if the expressions are equal. Unless it comes near the limits, it
    /// can be read and is equal again.
    pub fn normal_text(&self) -> String {
        normal::text(&self.0.normal)
    }

    /// The value for values of the symbols. A symbol in place of a condition holds if its value is not 0.
    ///
    /// There is none where a symbol has no value, something is divided by 0, no condition of a `Piecewise` holds, or a
    /// result is no `i128`; what is in branches that are not taken does not matter.
    pub fn evaluate(&self, value: &dyn Fn(&Symbol) -> Option<i64>) -> Option<i128> {
        match &self.0.written {
            Written::Int(number) => Some((*number).into()),
            Written::Symbol(symbol) => value(symbol).map(Into::into),
            Written::Negate(operand) => operand.evaluate(value)?.checked_neg(),
            Written::Binary(op, left, right) => op.evaluate(left.evaluate(value)?, right.evaluate(value)?),
            Written::Extremum(which, arguments) => {
                let values: Option<Vec<_>> = arguments.iter().map(|argument| argument.evaluate(value)).collect();
                match which {
                    Extremum::Minimum => values?.into_iter().min(),
                    Extremum::Maximum => values?.into_iter().max(),
                }
            }
            Written::Piecewise(branches) => {
                for (branch, condition) in branches {
                    if condition.evaluate(value)? {
                        return branch.evaluate(value);
                    }
                }
                None
            }
            Written::Outgrown(_) => None,
        }
    }

    pub(super) fn collect_symbols(&self, into: &mut BTreeSet<Symbol>) {
        match &self.0.written {
            Written::Symbol(symbol) => {
                into.insert(symbol.clone());
            }
            Written::Outgrown(outgrown) => into.extend(outgrown.symbols().iter().cloned()),
            written => written.operands().into_iter().for_each(|operand| operand.collect_symbols(into)),
        }
    }

    /// The symbol, if nothing else is written.
    pub(super) fn written_symbol(&self) -> Option<&Symbol> {
        match &self.0.written {
            Written::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    pub(super) fn normal(&self) -> &Form {
        &self.0.normal
    }

    pub(super) fn extent(&self) -> Extent {
        self.0.extent
    }

    pub(super) fn level(&self) -> Level {
        match &self.0.written {
            Written::Int(..0) | Written::Negate(_) => Level::Prefix,
            Written::Binary(op, ..) => op.level(),
            _ => Level::Primary,
        }
    }
}

/// To make other expressions of them.
impl IndexExpr {
    /// The expression with other ones in place of symbols, all at once, also in conditions.
    ///
    /// A condition that is a symbol becomes `False` for the number 0, `True` for another number, the symbol for a
    /// symbol, and otherwise a comparison with 0.
    ///
    /// ```
    /// use sexpr_examples::wave::index::IndexExpr;
    ///
    /// let expr: IndexExpr = "Piecewise((x + y, f), (x, True))".parse()?;
    /// let swapped = expr.substitute(&|symbol| match symbol.name() {
    ///     "x" => Some(IndexExpr::symbol("y")),
    ///     "y" => Some(IndexExpr::symbol("x")),
    ///     "f" => Some(IndexExpr::int(1)),
    ///     _ => None,
    /// });
    /// assert_eq!(swapped.to_string(), "Piecewise((y + x, True), (y, True))");
    /// assert_eq!(swapped, "x + y".parse()?);
    /// # Ok::<(), sexpr_examples::wave::index::IndexError>(())
    /// ```
    pub fn substitute(&self, by: &dyn Fn(&Symbol) -> Option<Self>) -> Self {
        self.replaced(&Substitution { by, resolves: false }).unwrap_or_else(|| self.clone())
    }

    /// The same, without the branches that are then known not to be taken, and without `Piecewise` where one is known
    /// to be. What does not mention any of the symbols stays as it is.
    ///
    /// ```
    /// use sexpr_examples::wave::index::IndexExpr;
    ///
    /// let expr: IndexExpr = "4 * Piecewise((x + 1, ~f), (y, g), (z, True))".parse()?;
    /// let at = |value| expr.specialize(&|symbol| (symbol.name() == "f").then(|| IndexExpr::int(value))).to_string();
    /// assert_eq!(at(0), "4 * (x + 1)");
    /// assert_eq!(at(1), "4 * Piecewise((y, g), (z, True))");
    /// # Ok::<(), sexpr_examples::wave::index::IndexError>(())
    /// ```
    pub fn specialize(&self, by: &dyn Fn(&Symbol) -> Option<Self>) -> Self {
        self.replaced(&Substitution { by, resolves: true }).unwrap_or_else(|| self.clone())
    }

    /// What comes out of a substitution, if anything is replaced.
    pub(super) fn replaced(&self, by: &Substitution<'_>) -> Option<Self> {
        match &self.0.written {
            Written::Int(_) => None,
            Written::Symbol(symbol) => (by.by)(symbol),
            Written::Negate(operand) => Some(operand.replaced(by)?.negate()),
            Written::Binary(op, left, right) => {
                let (left, right) = by.pair((left, Self::replaced), (right, Self::replaced))?;
                Some(Self::arithmetic(*op, &left, &right))
            }
            Written::Extremum(which, arguments) => {
                let replaced: Vec<_> = arguments.iter().map(|argument| argument.replaced(by)).collect();
                if replaced.iter().all(Option::is_none) {
                    return None;
                }
                let all = arguments.iter().zip(replaced).map(|(old, new)| new.unwrap_or_else(|| old.clone()));
                Some(Self::extremum(*which, all.collect()))
            }
            Written::Piecewise(branches) => {
                let replaced: Vec<_> = branches
                    .iter()
                    .map(|(value, when)| by.pair((value, Self::replaced), (when, Condition::replaced)))
                    .collect();
                if replaced.iter().all(Option::is_none) {
                    return None;
                }
                let all = branches.iter().zip(replaced).map(|(old, new)| new.unwrap_or_else(|| old.clone()));
                Some(if by.resolves { Self::resolved(all) } else { Self::piecewise(all) })
            }
            Written::Outgrown(outgrown) => Some(Self::of(Written::Outgrown(outgrown.replaced(by)?), None)),
        }
    }

    /// `Piecewise` of the branches that are not known not to be taken, or the one that is known to be.
    fn resolved(branches: impl Iterator<Item = (Self, Condition)>) -> Self {
        let mut left = Vec::new();
        for (value, condition) in branches {
            match condition.as_constant() {
                Some(false) => {}
                Some(true) if left.is_empty() => return value,
                Some(true) => {
                    left.push((value, Condition::always()));
                    break;
                }
                None => left.push((value, condition)),
            }
        }
        Self::piecewise(left)
    }
}

/// What takes the place of symbols.
pub(super) struct Substitution<'b> {
    pub(super) by: &'b dyn Fn(&Symbol) -> Option<IndexExpr>,
    /// Whether branches that are known not to be taken are left out.
    pub(super) resolves: bool,
}

impl Substitution<'_> {
    /// Two parts, if one is replaced.
    pub(super) fn pair<L: Clone, R: Clone>(
        &self,
        (left, left_replaced): (&L, impl Fn(&L, &Self) -> Option<L>),
        (right, right_replaced): (&R, impl Fn(&R, &Self) -> Option<R>),
    ) -> Option<(L, R)> {
        match (left_replaced(left, self), right_replaced(right, self)) {
            (None, None) => None,
            (new_left, new_right) => {
                Some((new_left.unwrap_or_else(|| left.clone()), new_right.unwrap_or_else(|| right.clone())))
            }
        }
    }
}

impl Written {
    fn operands(&self) -> Vec<Operand<'_>> {
        match self {
            Self::Int(_) | Self::Symbol(_) | Self::Outgrown(_) => Vec::new(),
            Self::Negate(operand) => vec![Operand::Expr(operand)],
            Self::Binary(_, left, right) => vec![Operand::Expr(left), Operand::Expr(right)],
            Self::Extremum(_, arguments) => arguments.iter().map(Operand::Expr).collect(),
            Self::Piecewise(branches) => branches
                .iter()
                .flat_map(|(value, condition)| [Operand::Expr(value), Operand::Condition(condition)])
                .collect(),
        }
    }

    fn extent(&self) -> Result<Extent, Excess> {
        Extent::around(self.operands())
    }

    fn outgrown(&self) -> Outgrown {
        let operation = match self {
            Self::Binary(op, ..) => op.sign(),
            Self::Extremum(which, _) => which.name(),
            Self::Piecewise(_) => "Piecewise",
            Self::Int(_) | Self::Symbol(_) | Self::Negate(_) | Self::Outgrown(_) => "negate",
        };
        Outgrown::new(operation, self.operands())
    }
}

compared_by_normal_form!(IndexExpr);

impl From<i64> for IndexExpr {
    fn from(value: i64) -> Self {
        Self::int(value)
    }
}

impl From<Symbol> for IndexExpr {
    fn from(symbol: Symbol) -> Self {
        Self::symbol(symbol)
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => write!(f, "{value}"),
            Self::Symbol(symbol) => write!(f, "{symbol}"),
            Self::Negate(operand) => {
                f.write_str("-")?;
                write_at(f, operand, Level::Prefix)
            }
            Self::Binary(op, left, right) => {
                write_at(f, left, op.level())?;
                write!(f, " {} ", op.sign())?;
                write_at(f, right, op.level().tighter())
            }
            Self::Extremum(which, arguments) => {
                write!(f, "{}(", which.name())?;
                for (index, argument) in arguments.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(f, "{comma}{argument}")?;
                }
                f.write_str(")")
            }
            Self::Piecewise(branches) => {
                f.write_str("Piecewise(")?;
                for (index, (value, condition)) in branches.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(f, "{comma}({value}, {condition})")?;
                }
                f.write_str(")")
            }
            Self::Outgrown(outgrown) => write!(f, "{outgrown}"),
        }
    }
}

/// In brackets, if it binds less tightly than this.
pub(super) fn write_at(f: &mut fmt::Formatter<'_>, expr: &IndexExpr, least: Level) -> fmt::Result {
    if expr.level() < least { write!(f, "({expr})") } else { write!(f, "{expr}") }
}
