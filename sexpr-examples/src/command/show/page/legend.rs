//! What the page's marks mean.

use crate::language::{Difference, Kind, PlaceKind};

/// The marks that do not explain themselves, with what they mean, as far as there are such marks.
pub(super) fn legend(all: &[Difference], has_pictures: bool) -> String {
    let has = |kind: Kind| all.iter().any(|difference| difference.kind == kind);
    let mut places = all.iter().flat_map(|difference| [&difference.left, &difference.right]);
    let has_gap = places.clone().any(|place| place.kind != PlaceKind::Here);
    let has_binder = places.any(|place| place.variable.as_ref().is_some_and(|variable| variable.binder.is_some()));
    let entries = [
        (has(Kind::Binding), "<span class=\"key binding\">name</span> a variable that is bound elsewhere"),
        (has_binder, "<span class=\"key binder\">name</span> its binder"),
        (has(Kind::Moved), "<span class=\"key moved\">text</span> in another order on the other side"),
        (has_gap, "<span class=\"gap\"></span> something is missing here"),
        (has_pictures, "solid arrows lead from operands to their uses, dashed ones into regions"),
    ];
    let entries: Vec<&str> = entries.iter().filter(|(is_used, _)| *is_used).map(|(_, entry)| *entry).collect();
    if entries.is_empty() { String::new() } else { format!("<p class=\"legend\">{}</p>\n", entries.join(" · ")) }
}
