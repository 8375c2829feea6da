//! Fingerprints are equal exactly where some bijection of members makes all definitions equal: checked against all
//! bijections.

use std::collections::BTreeMap;

use proptest::prelude::*;
use sexpr_core::{StructuralEq, structural_equal, terms::group_fingerprint};

use super::{Binder, Expr, Group, Name, binder};

/// The group in one order, with its members bound.
#[derive(StructuralEq)]
#[seq(scope)]
struct Ordered {
    #[seq(def)]
    binders: Vec<Binder>,
    definitions: Vec<Expr>,
}

impl Ordered {
    fn new(members: &Group, order: &[usize]) -> Self {
        let in_order = || order.iter().map(|member| &members[*member]);
        Ordered {
            binders: in_order().map(|(binder, _)| binder.clone()).collect(),
            definitions: in_order().map(|(_, definition)| definition.clone()).collect(),
        }
    }
}

fn permutations(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![vec![]];
    }
    let insert = |shorter: &Vec<usize>, place: usize| {
        let mut longer = shorter.clone();
        longer.insert(place, count - 1);
        longer
    };
    permutations(count - 1).iter().flat_map(|shorter| (0..count).map(|place| insert(shorter, place))).collect()
}

/// All bijections of two groups under which they are equal: the member of the other for each of one.
fn isomorphisms(one: &Group, other: &Group) -> Vec<Vec<usize>> {
    if one.len() != other.len() {
        return Vec::new();
    }
    let identity: Vec<usize> = (0..one.len()).collect();
    let fixed = Ordered::new(one, &identity);
    let mut orders = permutations(one.len());
    orders.retain(|order| structural_equal(&fixed, &Ordered::new(other, order)));
    orders
}

fn check(one: &Group, other: &Group) -> Result<(), TestCaseError> {
    let [left, right] = [one, other].map(|group| group_fingerprint(group).expect("few members are soon decided"));
    let isomorphisms = isomorphisms(one, other);
    prop_assert_eq!(left.fingerprint() == right.fingerprint(), !isomorphisms.is_empty());
    for (i, member) in left.members().iter().enumerate() {
        for (j, image) in right.members().iter().enumerate() {
            prop_assert_eq!(member == image, isomorphisms.iter().any(|isomorphism| isomorphism[i] == j), "{} {}", i, j);
        }
    }
    if !isomorphisms.is_empty() {
        let mut found = vec![0; one.len()];
        left.order().iter().zip(right.order()).for_each(|(member, image)| found[*member] = *image);
        prop_assert!(isomorphisms.contains(&found), "the canonical orders are no isomorphism");
    }
    Ok(())
}

/// A definition over `m0` to `m5`, and names that are free or bound.
fn definition(names: usize) -> impl Strategy<Value = Expr> {
    let any_name = move || prop_oneof![8 => (0..names).prop_map(|i| format!("m{i}")), 1 => Just("free".to_owned())];
    let leaf = prop_oneof![
        1 => (0_i64..2).prop_map(Expr::Int),
        6 => any_name().prop_map(Expr::Use),
        1 => (0..names).prop_map(|i| Expr::Field(format!("m{i}"))),
    ];
    leaf.prop_recursive(2, 6, 3, move |inner| {
        prop_oneof![
            4 => prop::collection::vec(inner.clone(), 1..3).prop_map(Expr::Tuple),
            3 => prop::collection::vec(inner.clone(), 1..4).prop_map(Expr::Sum),
            1 => (any_name(), inner.clone()).prop_map(|(name, body)| Expr::Lambda(name, Box::new(body))),
            1 => prop::collection::btree_map(any_name().prop_map(Name), inner, 1..3).prop_map(Expr::Table),
        ]
    })
}

/// A group of few different definitions, in which what is mentioned is moved on from member to member: so there are
/// symmetries.
fn any_group(most: usize) -> impl Strategy<Value = Group> {
    (1..=most).prop_flat_map(|count| {
        let patterns = prop::collection::vec(definition(count), 1..=2);
        let members = prop::collection::vec((any::<prop::sample::Index>(), 0..count), count);
        (patterns, members).prop_map(move |(patterns, members)| {
            let of = |(pattern, by): (prop::sample::Index, usize)| {
                renamed(pattern.get(&patterns), &|name| shifted(name, by, count))
            };
            members.into_iter().enumerate().map(|(i, member)| (binder(&format!("m{i}")), of(member))).collect()
        })
    })
}

fn shifted(name: &str, by: usize, count: usize) -> String {
    match name.strip_prefix('m').and_then(|number| number.parse::<usize>().ok()) {
        Some(number) => format!("m{}", (number + by) % count),
        None => name.to_owned(),
    }
}

/// An expression in which all names are others, but for fields.
fn renamed(expr: &Expr, to: &impl Fn(&str) -> String) -> Expr {
    let all = |items: &[Expr]| items.iter().map(|item| renamed(item, to)).collect();
    match expr {
        Expr::Int(_) | Expr::Field(_) => expr.clone(),
        Expr::Use(name) => Expr::Use(to(name)),
        Expr::Tuple(items) => Expr::Tuple(all(items)),
        Expr::Sum(items) => Expr::Sum(all(items)),
        Expr::Lambda(name, body) => Expr::Lambda(to(name), Box::new(renamed(body, to))),
        Expr::Table(entries) => {
            let entry = |(key, value): (&Name, &Expr)| (Name(to(&key.0)), renamed(value, to));
            Expr::Table(entries.iter().map(entry).collect::<BTreeMap<_, _>>())
        }
    }
}

/// The group in another order, under other names, with operands in another order.
fn disguised(members: &Group, order: &[usize], prefix: &str) -> Group {
    let to = |name: &str| match name.strip_prefix('m').and_then(|number| number.parse::<usize>().ok()) {
        Some(number) => format!("{prefix}{}", order[number]),
        None => name.to_owned(),
    };
    let mut disguised: Group =
        members.iter().map(|(name, definition)| (binder(&to(&name.0)), turned(&renamed(definition, &to)))).collect();
    disguised.sort_by(|one, other| one.0.1.cmp(&other.0.1));
    disguised
}

/// An expression whose operands stand the other way round where that makes no difference.
fn turned(expr: &Expr) -> Expr {
    match expr {
        Expr::Sum(items) => Expr::Sum(items.iter().rev().map(turned).collect()),
        Expr::Tuple(items) => Expr::Tuple(items.iter().map(turned).collect()),
        Expr::Lambda(name, body) => Expr::Lambda(name.clone(), Box::new(turned(body))),
        Expr::Table(entries) => Expr::Table(entries.iter().map(|(key, value)| (key.clone(), turned(value))).collect()),
        Expr::Int(_) | Expr::Use(_) | Expr::Field(_) => expr.clone(),
    }
}

proptest! {
    #[test]
    fn any_two_groups(one in any_group(4), other in any_group(4)) {
        check(&one, &other)?;
    }

    #[test]
    fn a_group_and_itself_in_disguise(
        (one, order) in any_group(6).prop_flat_map(|group| {
            let order: Vec<usize> = (0..group.len()).collect();
            (Just(group), Just(order).prop_shuffle())
        }),
        prefix in prop_oneof![Just("a"), Just("z"), Just("n")],
    ) {
        let other = disguised(&one, &order, prefix);
        prop_assert!(!isomorphisms(&one, &other).is_empty(), "the disguise changed the group");
        check(&one, &other)?;
    }

    #[test]
    fn a_group_and_another_mention(
        (one, order, member, mention) in any_group(5).prop_flat_map(|group| {
            let order: Vec<usize> = (0..group.len()).collect();
            let count = group.len();
            (Just(group), Just(order).prop_shuffle(), 0..count, 0..count)
        }),
    ) {
        let mut changed = one.clone();
        changed[member].1 = renamed(&changed[member].1, &|name| shifted(name, mention, one.len()));
        check(&one, &disguised(&changed, &order, "a"))?;
    }
}
