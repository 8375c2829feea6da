//! What holds of the diffs of random programs, and of programs that were edited.

use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};
use sexpr_core::{
    Mismatch, Path, first_structural_mismatch,
    report::{Diff, Edit, EditKind},
    structural_diff, structural_equal,
};

use super::{
    Expr::{self, Add, Call, Int, Lambda, Var},
    Stmt::{self, Block, Let, Print},
};

pub(super) fn config() -> ProptestConfig {
    let asked = ProptestConfig::default();
    ProptestConfig { cases: asked.cases.max(1000), ..asked }
}

fn name() -> impl Strategy<Value = String> + Clone {
    prop::sample::select(&["x", "y", "z"][..]).prop_map(str::to_string)
}

fn expr() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![name().prop_map(Var), (0..3_i64).prop_map(Int)];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(one, other)| Add(Box::new(one), Box::new(other))),
            prop::collection::vec(inner.clone(), 0..3).prop_map(Call),
            (prop::collection::vec(name(), 0..3), inner).prop_map(|(names, body)| Lambda(names, Box::new(body))),
        ]
    })
}

fn simple_stmt() -> impl Strategy<Value = Stmt> {
    prop_oneof![(name(), expr()).prop_map(|(name, value)| Let(name, value)), expr().prop_map(Print)]
}

fn program() -> impl Strategy<Value = Vec<Stmt>> {
    let stmt = simple_stmt().prop_recursive(3, 20, 5, |inner| prop::collection::vec(inner, 0..5).prop_map(Block));
    prop::collection::vec(stmt, 0..7)
}

/// Something that people do to one list of statements, the outermost or the first inner one.
#[derive(Clone, Debug)]
enum Editing {
    Insert(usize, Stmt),
    Remove(usize),
    Replace(usize, Stmt),
    Move(usize, usize),
    Inside(Box<Editing>),
}

fn editing() -> impl Strategy<Value = Editing> {
    let place = 0..100_usize;
    let leaf = prop_oneof![
        (place.clone(), simple_stmt()).prop_map(|(at, stmt)| Editing::Insert(at, stmt)),
        place.clone().prop_map(Editing::Remove),
        (place.clone(), simple_stmt()).prop_map(|(at, stmt)| Editing::Replace(at, stmt)),
        (place.clone(), place).prop_map(|(from, to)| Editing::Move(from, to)),
    ];
    leaf.prop_recursive(2, 3, 1, |inner| inner.prop_map(|inner| Editing::Inside(Box::new(inner))))
}

fn edit(program: &mut Vec<Stmt>, editing: &Editing) {
    let length = program.len();
    match editing {
        Editing::Insert(at, stmt) => program.insert(at % (length + 1), stmt.clone()),
        Editing::Remove(at) if length > 0 => _ = program.remove(at % length),
        Editing::Replace(at, stmt) if length > 0 => program[at % length] = stmt.clone(),
        Editing::Move(from, to) if length > 0 => {
            let stmt = program.remove(from % length);
            program.insert(to % length, stmt);
        }
        Editing::Inside(inner) => {
            if let Some(Block(block)) = program.iter_mut().find(|stmt| matches!(stmt, Block(_))) {
                edit(block, inner);
            }
        }
        _ => {}
    }
}

/// The program with other names: `y` for `x`, and `w` for `y`.
fn renamed(program: &[Stmt]) -> Vec<Stmt> {
    fn name(name: &str) -> String {
        match name {
            "x" => "y",
            "y" => "w",
            name => name,
        }
        .to_string()
    }
    fn expr(term: &Expr) -> Expr {
        match term {
            Var(variable) => Var(name(variable)),
            Int(number) => Int(*number),
            Add(one, other) => Add(Box::new(expr(one)), Box::new(expr(other))),
            Call(args) => Call(args.iter().map(expr).collect()),
            Lambda(names, body) => Lambda(names.iter().map(|of| name(of)).collect(), Box::new(expr(body))),
        }
    }
    let stmt = |stmt: &Stmt| match stmt {
        Let(variable, value) => Let(name(variable), expr(value)),
        Print(value) => Print(expr(value)),
        Block(block) => Block(renamed(block)),
    };
    program.iter().map(stmt).collect()
}

/// A program in which all three names are bound.
fn closed(program: Vec<Stmt>) -> Vec<Stmt> {
    let binders = ["x", "y", "z"].map(|name| Let(name.into(), Int(0)));
    binders.into_iter().chain(program).collect()
}

/// What changed where, in order of the places; of exchanged sides, if wanted.
pub(super) fn places(diff: &Diff, mirrored: bool) -> Vec<[String; 3]> {
    let place = |edit: &Edit| {
        let (lhs, rhs) = (edit.lhs().to_string(), edit.rhs().to_string());
        let kind = match edit.kind() {
            EditKind::Replaced(_) => "replaced",
            EditKind::Removed { .. } if mirrored => "inserted",
            EditKind::Inserted { .. } if mirrored => "removed",
            EditKind::Removed { .. } => "removed",
            EditKind::Inserted { .. } => "inserted",
            _ => "moved",
        };
        if mirrored { [rhs, lhs, kind.into()] } else { [lhs, rhs, kind.into()] }
    };
    let mut places: Vec<_> = diff.edits().iter().map(place).collect();
    places.sort();
    places
}

/// Whether one place is in the other. An element that is missing would stand before the one with its index.
fn is_at(one: &Path, other: &Path) -> bool {
    let steps = |path: &Path| -> Vec<String> {
        path.steps().iter().map(|step| step.to_string().replace(": missing", "")).collect()
    };
    let (one, other) = (steps(one), steps(other));
    one.iter().zip(&other).all(|(one, other)| one == other)
}

/// Whether the place of a mismatch is among those of the edits.
pub(super) fn is_among(mismatch: &Mismatch, diff: &Diff) -> bool {
    diff.edits().iter().any(|edit| is_at(edit.lhs(), mismatch.lhs()) || is_at(edit.rhs(), mismatch.rhs()))
}

fn check(left: &Vec<Stmt>, right: &Vec<Stmt>) -> Result<(), TestCaseError> {
    let diff = structural_diff(left, right);
    prop_assert!(diff.is_complete());
    prop_assert_eq!(diff.is_empty(), structural_equal(left, right));
    prop_assert_eq!(places(&diff, false), places(&structural_diff(right, left), true));
    if let Some(mismatch) = first_structural_mismatch(left, right) {
        prop_assert!(is_among(&mismatch, &diff), "{mismatch}\n---\n{diff}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn there_are_edits_where_programs_differ_and_they_are_mirrored(left in program(), right in program()) {
        check(&left, &right)?;
    }

    #[test]
    fn a_consistent_renaming_adds_none(program in program(), editings in prop::collection::vec(editing(), 0..4)) {
        let mut edited = program.clone();
        editings.iter().for_each(|editing| edit(&mut edited, editing));
        check(&program, &edited)?;
        let (program, edited) = (closed(program), closed(edited));
        let diff = structural_diff(&program, &edited);
        // Where what binds a variable is on one side alone, or was moved past a use, that is compared as a free one.
        if diff.edits().iter().all(|edit| matches!(edit.kind(), EditKind::Replaced(_))) {
            for (one, other) in [(renamed(&program), renamed(&edited)), (program.clone(), renamed(&edited))] {
                prop_assert_eq!(places(&structural_diff(&one, &other), false), places(&diff, false));
            }
        }
    }

    #[test]
    fn what_one_edit_changed_is_few_edits(program in program(), editing in editing()) {
        let mut edited = program.clone();
        edit(&mut edited, &editing);
        let diff = structural_diff(&program, &edited);
        // A statement that binds changes what its uses mean.
        prop_assert!(diff.edits().len() <= 12, "{diff}");
    }
}

/// The table in the book says how many.
#[test]
fn one_edit_of_a_long_program_is_little_more_than_one_edit() {
    const PROGRAMS: usize = 500;
    let place = || 0..100_usize;
    let kinds: [(&str, BoxedStrategy<Editing>); 5] = [
        (
            "a use is inserted",
            (place(), expr().prop_map(Print)).prop_map(|(at, stmt)| Editing::Insert(at, stmt)).boxed(),
        ),
        (
            "a binder is inserted",
            (place(), name(), expr()).prop_map(|(at, name, value)| Editing::Insert(at, Let(name, value))).boxed(),
        ),
        ("a statement is removed", place().prop_map(Editing::Remove).boxed()),
        ("a statement is replaced", (place(), simple_stmt()).prop_map(|(at, stmt)| Editing::Replace(at, stmt)).boxed()),
        ("a statement is moved", (place(), place()).prop_map(|(from, to)| Editing::Move(from, to)).boxed()),
    ];
    let statement = simple_stmt().prop_recursive(3, 20, 5, |inner| prop::collection::vec(inner, 0..5).prop_map(Block));
    let programs = prop::collection::vec(statement, 15..25);
    let mut runner = TestRunner::deterministic();
    for (kind, editings) in kinds {
        let mut edits = 0;
        for _ in 0..PROGRAMS {
            let program = programs.new_tree(&mut runner).expect("a program").current();
            let editing = editings.new_tree(&mut runner).expect("an edit").current();
            let mut edited = program.clone();
            edit(&mut edited, &editing);
            edits += structural_diff(&closed(program), &closed(edited)).edits().len();
        }
        assert!(edits <= PROGRAMS * 13 / 10, "{kind}: {edits} edits in {PROGRAMS} programs");
    }
}
