//! Normal forms as texts that can be read.

use super::atom::{Atom, Form, as_symbol, lone_factor, parts};
use super::comparison::{Subject, Truth};
use super::table::{Axis, Interval, Table};
use crate::algebra::Monomial;
use crate::wave::index::operators::Level;
use crate::wave::index::symbol::Symbol;

/// A text, how tightly it binds, and how many parts it has.
pub(super) struct Worded {
    pub(super) text: String,
    pub(super) level: Level,
    pub(super) parts: usize,
}

impl Worded {
    /// In brackets, if it binds less tightly than this.
    fn at(&self, least: Level) -> String {
        if self.level < least { format!("({})", self.text) } else { self.text.clone() }
    }
}

pub(in crate::wave::index) fn form_text(form: &Form) -> String {
    sum(form).0
}

pub(in crate::wave::index) fn truth_text(truth: &Truth) -> String {
    Sketch::of(truth.axes(), truth.cells()).worded().text
}

/// How many parts a condition has when it is written.
pub(super) fn truth_parts(truth: &Truth) -> usize {
    Sketch::of(truth.axes(), truth.cells()).parts()
}

/// `numerator // divisor`
pub(super) fn quotient(numerator: &Form, divisor: &Form) -> Worded {
    let at = |form, least| {
        let (text, level) = sum(form);
        if level < least { format!("({text})") } else { text }
    };
    Worded {
        text: format!("{} // {}", at(numerator, Level::Primary), at(divisor, Level::Primary)),
        level: Level::Product,
        parts: 1 + parts(numerator) + parts(divisor),
    }
}

/// `min(…)`
pub(super) fn minimum<'f>(arguments: impl IntoIterator<Item = &'f Form>) -> Worded {
    let (texts, sizes): (Vec<_>, Vec<_>) =
        arguments.into_iter().map(|argument| (form_text(argument), parts(argument))).unzip();
    Worded { text: format!("min({})", texts.join(", ")), level: Level::Primary, parts: 1 + sizes.iter().sum::<usize>() }
}

/// `Piecewise(…)`, unless it has more than so many parts.
pub(super) fn cases(table: &Table<Option<Form>>, most: usize) -> Option<Worded> {
    let mut values: Vec<&Form> = Vec::new();
    for value in table.cells().iter().flatten() {
        if !values.contains(&value) {
            values.push(value);
        }
    }
    let is_total = table.cells().iter().all(Option::is_some);
    let last = values.last().copied().filter(|_| is_total);
    let branches: Vec<_> = values
        .into_iter()
        .map(|value| {
            let cells: Vec<bool> = table.cells().iter().map(|cell| cell.as_ref() == Some(value)).collect();
            let is_last = last.is_some_and(|last| std::ptr::eq(last, value));
            (value, if is_last { Sketch::Constant(true) } else { Sketch::of(table.axes(), &cells) })
        })
        .collect();
    let total = branches.iter().map(|(value, when)| parts(value).saturating_add(when.parts()));
    let total = total.fold(1, usize::saturating_add);
    (total <= most).then(|| piecewise(branches.iter().map(|(value, when)| (*value, when.worded().text)), total))
}

/// `Piecewise(…)` of branches in their order, unless it has more than so many parts.
pub(super) fn choice(branches: &[(Form, Truth)], most: usize) -> Option<Worded> {
    let total = branches.iter().map(|(value, when)| parts(value).saturating_add(truth_parts(when)));
    let total = total.fold(1, usize::saturating_add);
    (total <= most).then(|| piecewise(branches.iter().map(|(value, when)| (value, truth_text(when))), total))
}

fn piecewise<'f>(branches: impl Iterator<Item = (&'f Form, String)>, parts: usize) -> Worded {
    let branches: Vec<_> = branches.map(|(value, when)| format!("({}, {when})", form_text(value))).collect();
    Worded { text: format!("Piecewise({})", branches.join(", ")), level: Level::Primary, parts }
}

/// Terms with positive coefficients come first, and numbers after others.
fn sum(form: &Form) -> (String, Level) {
    let mut terms: Vec<_> = form.terms().collect();
    terms.sort_by_key(|(monomial, coefficient)| (*coefficient < 0, monomial.is_empty()));
    let mut terms = terms.into_iter();
    let Some((monomial, coefficient)) = terms.next() else { return ("0".to_owned(), Level::Primary) };
    let (mut text, mut level) = term(monomial, coefficient);
    for (monomial, coefficient) in terms {
        // The least number cannot be written without its sign.
        let (sign, coefficient) =
            if coefficient < 0 && coefficient != i64::MIN.into() { ("-", -coefficient) } else { ("+", coefficient) };
        text = format!("{text} {sign} {}", term(monomial, coefficient).0);
        level = Level::Sum;
    }
    (text, level)
}

fn term(monomial: &Monomial<Atom>, coefficient: i128) -> (String, Level) {
    match (lone_factor(monomial), coefficient) {
        _ if monomial.is_empty() => {
            (coefficient.to_string(), if coefficient < 0 { Level::Prefix } else { Level::Primary })
        }
        (Some(atom), 1) => (atom.worded().text.clone(), atom.worded().level),
        (Some(atom), -1) => (format!("-{}", atom.worded().at(Level::Primary)), Level::Prefix),
        _ => {
            let repeated = monomial.iter().flat_map(|(atom, power)| (0..*power).map(move |_| atom));
            let factors: Vec<_> = repeated.map(|atom| atom.worded().at(Level::Primary)).collect();
            let product = factors.join(" * ");
            let text = match coefficient {
                1 => product,
                -1 => format!("-{product}"),
                by => format!("{by} * {product}"),
            };
            (text, Level::Product)
        }
    }
}

/// A condition as it is to be written.
enum Sketch<'t> {
    Constant(bool),
    Test(Test<'t>),
    All(Vec<Self>),
    Any(Vec<Self>),
}

/// That a subject lies in one of these intervals.
struct Test<'t> {
    subject: &'t Subject,
    intervals: Vec<Interval>,
    /// Whether 0 and other numbers are all that is told apart.
    is_flag: bool,
}

impl<'t> Sketch<'t> {
    /// Decides by one subject after the other.
    fn of(axes: &'t [Axis], cells: &[bool]) -> Self {
        let Some((axis, others)) = axes.split_first() else {
            return Self::Constant(cells.first().copied().unwrap_or_default());
        };
        let partition = axis.partition();
        let size = cells.len() / partition.count();
        let mut alike: Vec<(&[bool], Vec<usize>)> = Vec::new();
        for (class, slice) in cells.chunks(size).enumerate() {
            match alike.iter_mut().find(|(known, _)| *known == slice) {
                Some((_, classes)) => classes.push(class),
                None => alike.push((slice, vec![class])),
            }
        }
        if let [(slice, _)] = alike.as_slice() {
            return Self::of(others, slice);
        }
        let mut any = Vec::new();
        for (slice, classes) in alike {
            let test = Test {
                subject: axis.subject(),
                intervals: partition.intervals(&classes),
                is_flag: partition.is_zero_or_not(),
            };
            match Self::of(others, slice) {
                Self::Constant(false) => {}
                Self::Constant(true) => any.push(Self::Test(test)),
                rest => any.push(Self::All(vec![Self::Test(test), rest])),
            }
        }
        Self::Any(any)
    }

    fn parts(&self) -> usize {
        match self {
            Self::Constant(_) => 1,
            Self::Test(test) => test.parts(),
            Self::All(parts) | Self::Any(parts) => parts.iter().map(Self::parts).fold(1, usize::saturating_add),
        }
    }

    fn worded(&self) -> Worded {
        let parts = self.parts();
        match self {
            Self::Constant(value) => {
                Worded { text: if *value { "True" } else { "False" }.to_owned(), level: Level::Primary, parts }
            }
            Self::Test(test) => test.worded(),
            Self::All(all) => joined(all.iter().map(Self::worded).collect(), Level::And),
            Self::Any(any) => joined(any.iter().map(Self::worded).collect(), Level::Or),
        }
    }
}

/// `subject >= 3` without the subject.
type Bound = (&'static str, i128);

impl Test<'_> {
    /// The symbol, if it is a condition that is one, and whether it is to hold.
    fn flag(&self) -> Option<(&Symbol, bool)> {
        match self.subject {
            // Other numbers than 0 lie in two intervals.
            Subject::Form(form) if self.is_flag => Some((as_symbol(form)?, self.intervals.len() > 1)),
            _ => None,
        }
    }

    /// Comparisons, of which all in one of these lists have to hold.
    fn bounds(&self) -> Vec<Vec<Bound>> {
        if let [(None, Some(below)), (Some(above), None)] = *self.intervals
            && above - below == 2
        {
            return vec![vec![("!=", below + 1)]];
        }
        let within = |interval: &Interval| match *interval {
            (Some(from), Some(to)) if from == to => vec![("==", from)],
            (from, to) => [from.map(|from| (">=", from)), to.map(|to| ("<=", to))].into_iter().flatten().collect(),
        };
        self.intervals.iter().map(within).collect()
    }

    fn parts(&self) -> usize {
        let subject = self.subject.parts();
        match (self.flag(), self.subject) {
            (Some(_), _) => 2,
            (None, Subject::Form(_)) => {
                let comparisons = self.bounds().iter().map(Vec::len).sum();
                // Each with its sign and number, and something between them.
                subject.saturating_add(3).saturating_mul(comparisons)
            }
            (None, _) => subject.saturating_add(1),
        }
    }

    fn worded(&self) -> Worded {
        let parts = self.parts();
        let is = |text: String, holds: bool| match holds {
            true => Worded { text, level: Level::Primary, parts },
            false => Worded { text: format!("~{text}"), level: Level::Prefix, parts },
        };
        match (self.flag(), self.subject) {
            (Some((symbol, holds)), _) => is(symbol.to_string(), holds),
            (None, Subject::Form(form)) => {
                let subject = form_text(form);
                let compared = |(sign, with): Bound| Worded {
                    text: format!("{subject} {sign} {with}"),
                    level: Level::Comparison,
                    parts,
                };
                let all = |bounds: Vec<Bound>| joined(bounds.into_iter().map(compared).collect(), Level::And);
                joined(self.bounds().into_iter().map(all).collect(), Level::Or)
            }
            (None, other) => is(other.text(), matches!(self.intervals.as_slice(), [(Some(_), None)])),
        }
    }
}

impl Subject {
    fn parts(&self) -> usize {
        match self {
            Self::Form(form) => parts(form),
            Self::All(conditions) => conditions.iter().map(truth_parts).fold(1, usize::saturating_add),
            Self::Verbatim(_) => 1,
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Form(form) => form_text(form),
            Self::All(conditions) => {
                let conditions = conditions.iter().map(|truth| Sketch::of(truth.axes(), truth.cells()).worded());
                format!("({})", joined(conditions.collect(), Level::And).text)
            }
            // No other subject has two pairs of brackets.
            Self::Verbatim(text) => format!("(({text}))"),
        }
    }
}

/// Conditions with `&` or `|` between them.
fn joined(mut conditions: Vec<Worded>, level: Level) -> Worded {
    if conditions.len() == 1 {
        return conditions.swap_remove(0);
    }
    let sign = if level == Level::And { " & " } else { " | " };
    let parts = conditions.iter().map(|condition| condition.parts).fold(1, usize::saturating_add);
    let texts: Vec<_> = conditions.iter().map(|condition| condition.at(level)).collect();
    Worded { text: texts.join(sign), level, parts }
}
