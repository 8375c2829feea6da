//! Whether a `match` covers every case, and if not, which one it leaves out.
//!
//! After Maranget, "Warnings for pattern matching", 2007: a case is missing if a row of wildcards is useful after all
//! rows of patterns.

use std::collections::HashMap;

use super::Inference;
use super::error::ProblemKind;
use crate::relay::ir::{Clause, Pattern, PatternKind};

/// So much is looked at before it is too much.
const BUDGET: usize = 1_000_000;
/// Columns within columns, each of which takes stack.
const DEPTH_LIMIT: usize = 500;

/// A pattern with what it binds forgotten.
#[derive(Clone, Copy)]
enum Part<'p> {
    Anything,
    Tuple(&'p [Pattern]),
    Constructor(&'p str, &'p [Pattern]),
}

/// A case that is left out.
#[derive(Clone)]
enum Case {
    Anything,
    Tuple(Vec<Self>),
    Constructor(String, Vec<Self>),
}

/// It is too much to be looked at.
struct TooMuch;

/// A search for a case that no row covers.
struct Search<'i, 'm> {
    inference: &'i Inference<'m>,
    left: usize,
}

impl Inference<'_> {
    /// What is wrong with the cases of a `match` that is to cover all. Patterns that are ill-typed are reported
    /// elsewhere, and cover everything.
    pub(super) fn missing_case(&self, clauses: &[Clause]) -> Option<ProblemKind> {
        let rows = clauses.iter().map(|clause| vec![self.part(&clause.pattern)]).collect();
        let mut search = Search { inference: self, left: BUDGET };
        match search.missing(rows, 1, 0) {
            Ok(None) => None,
            Ok(Some(case)) => {
                let case = case.first().unwrap_or(&Case::Anything);
                Some(ProblemKind::MissingCase(case.written()))
            }
            Err(TooMuch) => Some(ProblemKind::TooManyCases),
        }
    }

    fn part<'p>(&self, pattern: &'p Pattern) -> Part<'p> {
        match &pattern.kind {
            PatternKind::Wildcard | PatternKind::Var(_) => Part::Anything,
            PatternKind::Tuple(members) => Part::Tuple(members),
            PatternKind::Constructor { name, args } => match self.constructors.get(name.as_str()) {
                Some(constructor) if constructor.ty.args.len() == args.len() => Part::Constructor(name, args),
                _ => Part::Anything,
            },
        }
    }
}

impl<'m> Search<'_, 'm> {
    /// A case of so many columns that no row covers. The first column is the last part of a row.
    fn missing(
        &mut self,
        rows: Vec<Vec<Part<'_>>>,
        columns: usize,
        depth: usize,
    ) -> Result<Option<Vec<Case>>, TooMuch> {
        let (mut rows, mut columns, mut open) = (rows, columns, 0);
        // Columns that everything covers say nothing.
        while columns > 0 && rows.iter().all(|row| matches!(row.last(), Some(Part::Anything))) {
            for row in &mut rows {
                row.pop();
            }
            (columns, open) = (columns - 1, open + 1);
        }
        let case = self.missing_in_first(rows, columns, depth)?;
        Ok(case.map(|case| std::iter::repeat_n(Case::Anything, open).chain(case).collect()))
    }

    /// [`missing`](Self::missing), where not everything is covered by the first column of each row.
    fn missing_in_first(
        &mut self,
        rows: Vec<Vec<Part<'_>>>,
        columns: usize,
        depth: usize,
    ) -> Result<Option<Vec<Case>>, TooMuch> {
        if columns == 0 {
            return Ok(rows.is_empty().then(Vec::new));
        }
        self.left = self.left.checked_sub(1 + rows.len()).filter(|_| depth <= DEPTH_LIMIT).ok_or(TooMuch)?;
        let firsts = || rows.iter().filter_map(|row| row.last());
        if let Some(members) = firsts().find_map(|part| match part {
            Part::Tuple(members) => Some(members.len()),
            _ => None,
        }) {
            let rows = rows.iter().filter_map(|row| self.inside(row, None, members)).collect();
            let case = self.missing(rows, columns - 1 + members, depth + 1)?;
            return Ok(case.map(|case| gathered(case, members, Case::Tuple)));
        }
        let named = firsts().find_map(|part| match part {
            Part::Constructor(name, _) => self.inference.constructors.get(name),
            _ => None,
        });
        let Some(known) = named.cloned() else {
            let case = self.missing(rows.iter().filter_map(|row| rest(row)).collect(), columns - 1, depth + 1)?;
            return Ok(case.map(|case| with_first(case, Case::Anything)));
        };
        // The rows of each constructor, looked through once: there may be many.
        let mut of_each: HashMap<&str, Vec<Vec<Part<'_>>>> = HashMap::new();
        for row in &rows {
            if let Some(Part::Constructor(name, args)) = row.last() {
                of_each.entry(name).or_default().extend(self.inside(row, Some(name), args.len()));
            }
        }
        let constructors = || known.data.constructors.iter().flatten();
        let unused = constructors().find(|constructor| !of_each.contains_key(constructor.name.as_str()));
        if let Some(unused) = unused {
            let case = self.missing(rows.iter().filter_map(|row| rest(row)).collect(), columns - 1, depth + 1)?;
            return Ok(case.map(|case| {
                let args = vec![Case::Anything; unused.args.len()];
                with_first(case, Case::Constructor(unused.name.clone(), args))
            }));
        }
        let of_all: Vec<_> = rows.iter().filter(|row| matches!(row.last(), Some(Part::Anything))).collect();
        for constructor in constructors() {
            let args = constructor.args.len();
            let mut rows = of_each.remove(constructor.name.as_str()).unwrap_or_default();
            rows.extend(of_all.iter().filter_map(|row| self.inside(row, Some(&constructor.name), args)));
            if let Some(case) = self.missing(rows, columns - 1 + args, depth + 1)? {
                let name = constructor.name.clone();
                return Ok(Some(gathered(case, args, |args| Case::Constructor(name, args))));
            }
        }
        Ok(None)
    }

    /// A row with what is in its first column in place of that, if it covers what a constructor or a tuple has made.
    fn inside<'p>(&self, row: &[Part<'p>], constructor: Option<&str>, parts: usize) -> Option<Vec<Part<'p>>> {
        let (first, others) = row.split_last()?;
        let mut inside = others.to_vec();
        match (first, constructor) {
            (Part::Anything, _) => inside.extend(std::iter::repeat_n(Part::Anything, parts)),
            (Part::Tuple(members), None) if members.len() == parts => {
                inside.extend(members.iter().rev().map(|member| self.inference.part(member)));
            }
            (Part::Constructor(name, args), Some(wanted)) if *name == wanted => {
                inside.extend(args.iter().rev().map(|arg| self.inference.part(arg)));
            }
            _ => return None,
        }
        Some(inside)
    }
}

/// A row without its first column, if that covers everything.
fn rest<'p>(row: &[Part<'p>]) -> Option<Vec<Part<'p>>> {
    let (first, others) = row.split_last()?;
    matches!(first, Part::Anything).then(|| others.to_vec())
}

fn with_first(mut case: Vec<Case>, first: Case) -> Vec<Case> {
    case.insert(0, first);
    case
}

/// A case with its first columns in one.
fn gathered(mut case: Vec<Case>, columns: usize, gather: impl FnOnce(Vec<Case>) -> Case) -> Vec<Case> {
    let others = case.split_off(columns);
    with_first(others, gather(case))
}

impl Case {
    fn written(&self) -> String {
        let all = |cases: &[Self]| cases.iter().map(Self::written).collect::<Vec<_>>().join(", ");
        match self {
            Self::Anything => "_".to_owned(),
            Self::Tuple(members) if members.len() == 1 => format!("({},)", all(members)),
            Self::Tuple(members) => format!("({})", all(members)),
            Self::Constructor(name, args) if args.is_empty() => name.clone(),
            Self::Constructor(name, args) => format!("{name}({})", all(args)),
        }
    }
}
