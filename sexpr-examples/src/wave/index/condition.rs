//! Conditions.

use std::collections::BTreeSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use sexpr_core::containers::{Encoder, StableBytes};

use super::expr::{IndexExpr, Substitution, write_at};
use super::limits::{Excess, Extent, Operand};
use super::normal::{self, Truth};
use super::operators::{Comparison, Level};
use super::outgrown::Outgrown;
use super::symbol::Symbol;

/// A condition: what was written, which it displays, and a normal form, by which it is compared and hashed.
///
/// ```
/// use sexpr_examples::wave::index::{Condition, IndexError};
///
/// let condition: Condition = "~(x < 4 | f)".parse()?;
/// assert_eq!(condition, "~f & x >= 4".parse()?);
/// assert_eq!(condition.to_string(), "~(x < 4 | f)");
/// assert_eq!("x < 4 | 2 * x > 5".parse::<Condition>()?.as_constant(), Some(true));
/// # Ok::<(), IndexError>(())
/// ```
#[derive(Clone)]
pub struct Condition(Arc<Parts>);

struct Parts {
    written: Written,
    normal: Truth,
    extent: Extent,
}

#[derive(Clone)]
enum Written {
    Constant(bool),
    Flag(Symbol),
    Comparison(Comparison, IndexExpr, IndexExpr),
    Not(Condition),
    And(Condition, Condition),
    Or(Condition, Condition),
    Outgrown(Outgrown),
}

/// To make conditions.
impl Condition {
    /// `True`
    pub fn always() -> Self {
        Self::constant(true)
    }

    /// `False`
    pub fn never() -> Self {
        Self::constant(false)
    }

    /// `True` or `False`
    pub fn constant(value: bool) -> Self {
        Self::of(Written::Constant(value), Some(Truth::constant(value)))
    }

    /// That a symbol is not 0: `$MMA_ACC`.
    pub fn flag(symbol: impl Into<Symbol>) -> Self {
        let symbol = symbol.into();
        let normal = normal::comparison(Comparison::NotEqual, &normal::symbol(symbol.clone()), &normal::zero());
        Self::of(Written::Flag(symbol), normal)
    }

    /// `left < right` and the like.
    pub fn compare(how: Comparison, left: &IndexExpr, right: &IndexExpr) -> Self {
        let normal = normal::comparison(how, left.normal(), right.normal());
        Self::of(Written::Comparison(how, left.clone(), right.clone()), normal)
    }

    /// `~self`
    pub fn not(&self) -> Self {
        Self::of(Written::Not(self.clone()), Some(normal::not(&self.0.normal)))
    }

    /// `self & other`
    pub fn and(&self, other: &Self) -> Self {
        let normal = normal::and(&self.0.normal, &other.0.normal);
        Self::of(Written::And(self.clone(), other.clone()), Some(normal))
    }

    /// `self | other`
    pub fn or(&self, other: &Self) -> Self {
        let normal = normal::or(&self.0.normal, &other.0.normal);
        Self::of(Written::Or(self.clone(), other.clone()), Some(normal))
    }

    /// What was written, with its normal form if that is not too large.
    fn of(written: Written, normal: Option<Truth>) -> Self {
        let normal = normal.filter(normal::is_light_truth);
        let (written, normal, extent) = match (written.extent(), normal) {
            (Ok(extent), normal) => {
                let normal = normal.unwrap_or_else(|| normal::verbatim_truth(written.to_string()));
                (written, normal, extent)
            }
            (Err(_), normal) => match normal.and_then(|normal| Some((Self::written_as(&normal)?, normal))) {
                Some((rewritten, normal)) => (rewritten.0.written.clone(), normal, rewritten.0.extent),
                None => {
                    let written = Written::Outgrown(written.outgrown());
                    let normal = normal::verbatim_truth(written.to_string());
                    (written, normal, Extent::LEAF)
                }
            },
        };
        Self(Arc::new(Parts { written, normal, extent }))
    }

    /// A normal form as a condition, if it is not too large for one.
    fn written_as(normal: &Truth) -> Option<Self> {
        normal::truth_text(normal).parse().ok()
    }
}

/// To look at conditions.
impl Condition {
    /// What it is known to be.
    pub fn as_constant(&self) -> Option<bool> {
        self.0.normal.as_constant().copied()
    }

    /// The symbols that are written in it.
    pub fn symbols(&self) -> BTreeSet<Symbol> {
        let mut symbols = BTreeSet::new();
        self.collect_symbols(&mut symbols);
        symbols
    }

    /// The text of the normal form; see [`IndexExpr::normal_text`].
    pub fn normal_text(&self) -> String {
        normal::truth_text(&self.0.normal)
    }

    /// Whether it holds for values of the symbols; a symbol alone holds if its value is not 0.
    ///
    /// Of `&` and `|`, one side may decide though the other one has no value; see [`IndexExpr::evaluate`].
    pub fn evaluate(&self, value: &dyn Fn(&Symbol) -> Option<i64>) -> Option<bool> {
        match &self.0.written {
            Written::Constant(known) => Some(*known),
            Written::Flag(symbol) => value(symbol).map(|value| value != 0),
            Written::Comparison(how, left, right) => Some(how.holds(left.evaluate(value)?, right.evaluate(value)?)),
            Written::Not(operand) => operand.evaluate(value).map(|holds| !holds),
            Written::And(left, right) => decided(false, left.evaluate(value), || right.evaluate(value)),
            Written::Or(left, right) => decided(true, left.evaluate(value), || right.evaluate(value)),
            Written::Outgrown(_) => None,
        }
    }

    pub(super) fn collect_symbols(&self, into: &mut BTreeSet<Symbol>) {
        match &self.0.written {
            Written::Flag(symbol) => {
                into.insert(symbol.clone());
            }
            Written::Outgrown(outgrown) => into.extend(outgrown.symbols().iter().cloned()),
            written => written.operands().into_iter().for_each(|operand| operand.collect_symbols(into)),
        }
    }

    pub(super) fn normal(&self) -> &Truth {
        &self.0.normal
    }

    pub(super) fn extent(&self) -> Extent {
        self.0.extent
    }

    fn level(&self) -> Level {
        match &self.0.written {
            Written::Constant(_) | Written::Flag(_) | Written::Outgrown(_) => Level::Primary,
            Written::Not(_) => Level::Prefix,
            Written::Comparison(..) => Level::Comparison,
            Written::And(..) => Level::And,
            Written::Or(..) => Level::Or,
        }
    }
}

/// What two truth values come to, if one of them decides.
fn decided(deciding: bool, left: Option<bool>, right: impl FnOnce() -> Option<bool>) -> Option<bool> {
    if left == Some(deciding) {
        return left;
    }
    let right = right();
    if right == Some(deciding) { right } else { left.and(right) }
}

/// To make other conditions of them.
impl Condition {
    /// The condition with expressions in place of symbols; see [`IndexExpr::substitute`].
    pub fn substitute(&self, by: &dyn Fn(&Symbol) -> Option<IndexExpr>) -> Self {
        self.replaced(&Substitution { by, resolves: false }).unwrap_or_else(|| self.clone())
    }

    /// What comes out of a substitution, if anything is replaced.
    pub(super) fn replaced(&self, by: &Substitution<'_>) -> Option<Self> {
        let replaced = match &self.0.written {
            Written::Constant(_) => return None,
            Written::Flag(symbol) => Self::is_not_zero(&(by.by)(symbol)?),
            Written::Comparison(how, left, right) => {
                let (left, right) = by.pair((left, IndexExpr::replaced), (right, IndexExpr::replaced))?;
                Self::compare(*how, &left, &right)
            }
            Written::Not(operand) => operand.replaced(by)?.not(),
            Written::And(left, right) | Written::Or(left, right) => {
                let (left, right) = by.pair((left, Self::replaced), (right, Self::replaced))?;
                let is_and = matches!(self.0.written, Written::And(..));
                match (by.resolves, left.as_constant(), right.as_constant()) {
                    (true, Some(known), _) if known == is_and => right,
                    (true, _, Some(known)) if known == is_and => left,
                    _ if is_and => left.and(&right),
                    _ => left.or(&right),
                }
            }
            Written::Outgrown(outgrown) => Self::of(Written::Outgrown(outgrown.replaced(by)?), None),
        };
        match replaced.as_constant() {
            Some(value) if by.resolves => Some(Self::constant(value)),
            _ => Some(replaced),
        }
    }

    fn is_not_zero(expr: &IndexExpr) -> Self {
        match (expr.as_int(), expr.as_symbol()) {
            (Some(value), _) => Self::constant(value != 0),
            (None, Some(symbol)) => Self::flag(symbol),
            (None, None) => Self::compare(Comparison::NotEqual, expr, &IndexExpr::int(0)),
        }
    }
}

impl Written {
    fn operands(&self) -> Vec<Operand<'_>> {
        match self {
            Self::Constant(_) | Self::Flag(_) | Self::Outgrown(_) => Vec::new(),
            Self::Comparison(_, left, right) => vec![Operand::Expr(left), Operand::Expr(right)],
            Self::Not(operand) => vec![Operand::Condition(operand)],
            Self::And(left, right) | Self::Or(left, right) => {
                vec![Operand::Condition(left), Operand::Condition(right)]
            }
        }
    }

    fn extent(&self) -> Result<Extent, Excess> {
        Extent::around(self.operands())
    }

    fn outgrown(&self) -> Outgrown {
        let operation = match self {
            Self::Comparison(how, ..) => how.sign(),
            Self::And(..) => "&",
            Self::Or(..) => "|",
            Self::Constant(_) | Self::Flag(_) | Self::Not(_) | Self::Outgrown(_) => "~",
        };
        Outgrown::new(operation, self.operands())
    }
}

compared_by_normal_form!(Condition);

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let condition_at = |f: &mut fmt::Formatter<'_>, condition: &Condition, least: Level| {
            if condition.level() < least { write!(f, "({condition})") } else { write!(f, "{condition}") }
        };
        match self {
            Self::Constant(value) => f.write_str(if *value { "True" } else { "False" }),
            Self::Flag(symbol) => write!(f, "{symbol}"),
            Self::Comparison(how, left, right) => {
                write_at(f, left, Level::Sum)?;
                write!(f, " {} ", how.sign())?;
                write_at(f, right, Level::Sum)
            }
            Self::Not(operand) => {
                f.write_str("~")?;
                condition_at(f, operand, Level::Prefix)
            }
            Self::And(left, right) | Self::Or(left, right) => {
                let (level, sign) = if matches!(self, Self::And(..)) { (Level::And, '&') } else { (Level::Or, '|') };
                condition_at(f, left, level)?;
                write!(f, " {sign} ")?;
                condition_at(f, right, level.tighter())
            }
            Self::Outgrown(outgrown) => write!(f, "{outgrown}"),
        }
    }
}
