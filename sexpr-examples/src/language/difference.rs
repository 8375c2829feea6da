//! Differences of two programs: what changed, and where that is in both texts.

use std::fmt;
use std::ops::Range;

use sexpr_core::{
    Mismatch, Path, Reason,
    report::{Edit, EditKind, Hint, Step},
};

use super::Language;
use super::sentence::sentence;
use crate::text::{Source, Variable};

/// All differences of two programs.
#[derive(Clone, Debug)]
pub struct Differences {
    /// In the order of the programs.
    pub all: Vec<Difference>,
    /// Whether there are no others. Programs that have nothing in common are not compared to the end.
    pub are_complete: bool,
}

/// Where and why two programs differ.
#[derive(Clone, Debug)]
pub struct Difference {
    /// What changed.
    pub kind: Kind,
    /// Why the values at the places differ, as a word for programs; `None` for a move and where an element of a
    /// sequence is on one side only.
    pub reason: Option<&'static str>,
    /// What changed, as a sentence for people.
    pub message: String,
    /// The number of parts that were inserted or removed, where it is known.
    pub size: Option<usize>,
    /// Why a variable may be free in the first program, and why in the second, where that is known.
    pub hints: [Option<String>; 2],
    /// Where in the first program.
    pub left: Place,
    /// Where in the second program.
    pub right: Place,
}

named! {
    /// The kinds of differences.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Kind, name {
        /// Something else is there.
        Replaced = "replaced",
        /// The second program lacks something.
        Removed = "removed",
        /// The first program lacks something.
        Inserted = "inserted",
        /// Something is elsewhere in its sequence.
        Moved = "moved",
        /// A variable refers to something else.
        Binding = "binding",
    }
}

/// A place in a program.
#[derive(Clone, Debug)]
pub struct Place {
    /// The program's text.
    pub source: Source,
    /// The way from the program's root.
    pub path: String,
    /// The bytes of the text.
    pub range: Range<usize>,
    /// What the range is to the difference.
    pub kind: PlaceKind,
    /// The variable at the place, where the difference is about what variables refer to.
    pub variable: Option<Bound>,
}

/// What the range of a [`Place`] is to the difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceKind {
    /// It differs.
    Here,
    /// Something is missing after it.
    GapAfter,
    /// Something is missing in it: where, the text does not tell.
    GapIn,
}

/// A variable, and where the text binds it.
#[derive(Clone, Debug)]
pub struct Bound {
    /// What the text calls it.
    pub name: String,
    /// What it is where it is bound, such as "parameter", and the bytes of the text there; `None` if it is free.
    pub binder: Option<(&'static str, Range<usize>)>,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl PlaceKind {
    /// The label of the place in an excerpt.
    pub fn label(self) -> &'static str {
        match self {
            Self::Here => "",
            Self::GapAfter => "something is missing after this",
            Self::GapIn => "something is missing in this",
        }
    }
}

/// A program and its text.
pub(super) struct Side<'p, P> {
    pub(super) source: &'p Source,
    pub(super) program: &'p P,
}

/// What a difference is.
enum Cause<'d> {
    /// The values at the places differ.
    Differs(&'d Reason),
    /// Something is on one side only, or elsewhere on the other.
    Edited(&'d EditKind),
}

/// A difference without places in texts.
pub(super) struct Change<'d> {
    paths: [&'d Path; 2],
    kind: Kind,
    cause: Cause<'d>,
    size: Option<usize>,
    hints: [Option<&'d Hint>; 2],
}

impl<'d> From<&'d Mismatch> for Change<'d> {
    fn from(mismatch: &'d Mismatch) -> Self {
        Self { hints: mismatch.hints(), ..Self::replaced([mismatch.lhs(), mismatch.rhs()], mismatch.reason()) }
    }
}

impl<'d> From<&'d Edit> for Change<'d> {
    fn from(edit: &'d Edit) -> Self {
        let paths = [edit.lhs(), edit.rhs()];
        let change = |kind, size| Change { paths, kind, cause: Cause::Edited(edit.kind()), size, hints: [None; 2] };
        match edit.kind() {
            EditKind::Replaced(reason) => Self::replaced(paths, reason),
            EditKind::Removed { size, .. } => change(Kind::Removed, Some(*size)),
            EditKind::Inserted { size, .. } => change(Kind::Inserted, Some(*size)),
            _ => change(Kind::Moved, None),
        }
    }
}

impl<'d> Change<'d> {
    fn replaced(paths: [&'d Path; 2], reason: &'d Reason) -> Self {
        let [lacks_left, lacks_right] =
            paths.map(|path| matches!(path.steps().last(), Some(Step::MissingKey(_) | Step::MissingIndex(_))));
        let kind = match reason {
            Reason::BoundElsewhere { .. } | Reason::FreeVariables { .. } => Kind::Binding,
            _ if lacks_left => Kind::Inserted,
            _ if lacks_right => Kind::Removed,
            _ => Kind::Replaced,
        };
        Self { paths, kind, cause: Cause::Differs(reason), size: None, hints: [None; 2] }
    }

    /// Whether it may be about variables.
    fn may_be_of_variables(&self) -> bool {
        self.kind == Kind::Binding || matches!(self.cause, Cause::Differs(Reason::Variants { .. }))
    }
}

/// A reason as a word for programs.
fn word(reason: &Reason) -> &'static str {
    match reason {
        Reason::Leaves { .. } => "leaves",
        Reason::Variants { .. } => "variants",
        Reason::Lengths { .. } => "lengths",
        Reason::MissingKey => "missing-key",
        Reason::Keys => "keys",
        Reason::OpenKey => "open-key",
        Reason::BoundElsewhere { .. } => "bound-elsewhere",
        Reason::FreeVariables { .. } => "free-variables",
        Reason::Sharing { .. } => "sharing",
        Reason::Singletons { .. } => "singletons",
        Reason::Types { .. } => "types",
        Reason::Dangling { .. } => "dangling",
        Reason::Cycle { .. } => "cycle",
        Reason::Shadowed => "shadowed",
        Reason::VirtualFields { .. } => "virtual-fields",
        Reason::Custom => "custom",
        _ => "other",
    }
}

/// Finds the places of changes in the texts of both programs.
pub(super) fn differences<L: Language>(changes: &[Change<'_>], sides: [Side<'_, L::Program>; 2]) -> Vec<Difference> {
    let [left, right] = [0, 1].map(|number| places::<L>(changes, number, &sides[number]));
    let with_places = |((change, left), right): ((&Change<'_>, Place), Place)| {
        let (reason, message) = match change.cause {
            Cause::Differs(reason) => (Some(word(reason)), sentence(reason, change.paths, [&left, &right])),
            Cause::Edited(edit) => (None, edit.to_string()),
        };
        let hints = [0, 1].map(|number| hint::<L>(change.hints[number]?, &sides[number]));
        Difference { kind: change.kind, reason, message, size: change.size, hints, left, right }
    };
    changes.iter().zip(left).zip(right).map(with_places).collect()
}

/// Why a variable may be free, in terms of the text. That nothing binds it says the message.
fn hint<L: Language>(hint: &Hint, side: &Side<'_, L::Program>) -> Option<String> {
    let (what, at) = match hint {
        Hint::ScopeEnded { at, .. } => ("its name is bound in a scope that has ended", at),
        Hint::BoundLater { at, .. } => ("its name is bound only later", at),
        Hint::OtherNamespace { at, .. } => ("something of another kind has its name", at),
        _ => return None,
    };
    let (line, _) = side.source.line_column(side.source.range(&L::locate(side.program, at)).start);
    Some(format!("{what}: {}:{line}", side.source.name()))
}

/// The places of all changes on one side.
fn places<L: Language>(changes: &[Change<'_>], number: usize, side: &Side<'_, L::Program>) -> Vec<Place> {
    let binding: Vec<&Path> =
        changes.iter().filter(|change| change.may_be_of_variables()).map(|change| change.paths[number]).collect();
    let mut variables = match binding.is_empty() {
        true => Vec::new(),
        false => L::variables(side.program, &binding),
    }
    .into_iter();
    let place = |change: &Change<'_>| {
        let path = change.paths[number];
        let kind = match path.steps().last() {
            Some(Step::MissingIndex(0) | Step::MissingKey(_)) => PlaceKind::GapIn,
            Some(Step::MissingIndex(_)) => PlaceKind::GapAfter,
            _ => PlaceKind::Here,
        };
        let range = side.source.range(&L::locate(side.program, path));
        let range = match change.cause {
            Cause::Differs(
                Reason::Leaves { lhs, rhs, .. } | Reason::Singletons { lhs: Some(lhs), rhs: Some(rhs), .. },
            ) => leaf_in(side.source, range, path, [lhs, rhs][number]),
            _ => range,
        };
        let variable = change.may_be_of_variables().then(|| variables.next().flatten()).flatten();
        Place {
            source: side.source.clone(),
            path: path.to_string(),
            range,
            kind,
            variable: variable.and_then(|variable| Bound::new(variable, side.source)),
        }
    };
    changes.iter().map(place).collect()
}

impl Bound {
    /// Nothing where the text does not say where the variable is bound.
    fn new(variable: Variable, source: &Source) -> Option<Self> {
        let Variable { name, binder } = variable;
        let binder = match binder {
            Some(binder) if binder.span.is_unknown() => return None,
            Some(binder) => {
                let range = source.range(&binder.span);
                Some((binder.role, source.word(range.clone(), &name).unwrap_or(range)))
            }
            None => None,
        };
        Some(Self { name, binder })
    }
}

/// The range of a leaf within its node: the first such word, after the leaf's key if it has one. The whole range if the leaf is
/// neither a name nor under a key, since an equal number may be elsewhere in the node.
fn leaf_in(source: &Source, range: Range<usize>, path: &Path, leaf: &str) -> Range<usize> {
    let name = leaf.trim_matches('"');
    let start = match path.steps().last() {
        Some(Step::Key(key)) => key.as_str().and_then(|key| source.word(range.clone(), key)).map(|key| key.end),
        _ => (name != leaf).then_some(range.start),
    };
    start.and_then(|start| source.word(start..range.end, name)).unwrap_or(range)
}
