//! What differs, as a sentence about the texts.

use sexpr_core::{Path, Reason, report::Step};

use super::difference::{Bound, Place, PlaceKind};

/// Of longer texts, a sentence quotes the beginning.
const LONGEST: usize = 40;

/// Why the values at two places differ.
pub(super) fn sentence(reason: &Reason, paths: [&Path; 2], places: [&Place; 2]) -> String {
    let is_of_variables =
        matches!(reason, Reason::BoundElsewhere { .. } | Reason::FreeVariables { .. } | Reason::Variants { .. });
    if let Some(sentence) = bound_differently(places).filter(|_| is_of_variables) {
        return sentence;
    }
    let specific = match reason {
        Reason::FreeVariables { lhs: Some(lhs), rhs: Some(rhs), .. } => {
            Some(format!("the free variables differ: {lhs} and {rhs}"))
        }
        Reason::MissingKey => missing(paths),
        Reason::Lengths { lhs, rhs, .. } => {
            field(paths[0]).map(|field| format!("left has {lhs} in `{field}`, right has {rhs}"))
        }
        Reason::Singletons { lhs: Some(lhs), rhs: Some(rhs), .. } => Some(format!("{lhs} differs from {rhs}")),
        Reason::Singletons { .. } => texts(places).map(differ),
        Reason::Variants { lhs: "None", rhs: "Some", .. } => {
            field(paths[1]).map(|field| format!("only the right has `{field}`"))
        }
        Reason::Variants { lhs: "Some", rhs: "None", .. } => {
            field(paths[0]).map(|field| format!("only the left has `{field}`"))
        }
        Reason::Variants { lhs, rhs, .. } => {
            texts(places).map(differ).or_else(|| Some(format!("left is `{lhs}`, right is `{rhs}`")))
        }
        // A leaf that a text writes otherwise: `True` is 1.
        Reason::Leaves { lhs, rhs, .. } => texts(places)
            .filter(|[left, right]| !left.contains(lhs.as_str()) && !right.contains(rhs.as_str()))
            .map(differ),
        _ => None,
    };
    specific.unwrap_or_else(|| reason.to_string())
}

fn differ([left, right]: [String; 2]) -> String {
    format!("`{left}` differs from `{right}`")
}

/// The texts at both places, shortened, if they differ.
fn texts(places: [&Place; 2]) -> Option<[String; 2]> {
    let texts = places.map(|place| {
        let text = place.source.text().get(place.range.clone()).unwrap_or_default();
        let begin: String = text.lines().next().unwrap_or_default().chars().take(LONGEST).collect();
        if begin.len() < text.len() { format!("{}…", begin.trim_end()) } else { begin }
    });
    let are_there = places.iter().all(|place| place.kind == PlaceKind::Here && !place.range.is_empty());
    (are_there && texts[0] != texts[1]).then_some(texts)
}

/// Which side has a key that the other lacks.
fn missing(paths: [&Path; 2]) -> Option<String> {
    let lacks = |path: &Path| matches!(path.steps().last(), Some(Step::MissingKey(_)));
    let side = if lacks(paths[0]) { "right" } else { "left" };
    let Some(Step::MissingKey(key) | Step::Key(key)) = paths[0].steps().last() else { return None };
    let name = key.as_str().unwrap_or_else(|| key.text());
    Some(format!("only the {side} has `{name}` in `{}`", field(paths[0])?))
}

/// The last field on a path.
fn field(path: &Path) -> Option<&str> {
    path.steps().iter().rev().find_map(|step| match step {
        Step::Field { name, .. } => Some(&**name),
        _ => None,
    })
}

/// What both variables refer to, where that is known. Where the texts bind neither, the names in the reason say more.
fn bound_differently(places: [&Place; 2]) -> Option<String> {
    if places.iter().all(|place| place.variable.as_ref().is_some_and(|variable| variable.binder.is_none())) {
        return None;
    }
    let (left, right) = (referent("left", places[0])?, referent("right", places[1])?);
    Some(format!("the variables are bound differently: {left}; {right}"))
}

/// What the variable at the place refers to: "left `i` is the loop variable at sum.py:6".
fn referent(side: &str, place: &Place) -> Option<String> {
    let Bound { name, binder } = place.variable.as_ref()?;
    Some(match binder {
        Some((role, range)) => {
            let (line, _) = place.source.line_column(range.start);
            format!("{side} `{name}` is the {role} at {}:{line}", place.source.name())
        }
        None => format!("{side} `{name}` is free"),
    })
}
