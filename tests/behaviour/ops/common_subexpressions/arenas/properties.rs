//! Random graphs: their classes are those of pointers, and what comparing finds.

use super::*;

fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    let cases = if cfg!(miri) { 8 } else { default.cases.max(2_000) };
    ProptestConfig { cases, failure_persistence: None, ..default }
}

/// The ids that can be reached, and whether each leads to a cycle.
fn leads_to_cycles(nodes: &[Node], roots: &[usize]) -> BTreeMap<usize, bool> {
    fn children(node: &Node) -> Vec<usize> {
        match node {
            Node::Pair(one, other) => vec![one.0, other.0],
            Node::List(ids) => ids.iter().map(|id| id.0).collect(),
            _ => vec![],
        }
    }
    let mut reached: Vec<usize> = roots.to_vec();
    let mut next = 0;
    while next < reached.len() {
        for child in children(&nodes[reached[next]]) {
            if !reached.contains(&child) {
                reached.push(child);
            }
        }
        next += 1;
    }
    let mut leads: BTreeMap<usize, bool> = reached.iter().map(|id| (*id, true)).collect();
    for _ in 0..=reached.len() {
        for id in &reached {
            if children(&nodes[*id]).iter().all(|child| !leads[child]) {
                leads.insert(*id, false);
            }
        }
    }
    leads
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn classes_are_those_of_the_same_graph_by_pointers(mut raw in vec(raw(0..14), 1..40), dag in any::<bool>()) {
        // A dag node that binds around it and is met again is told to have no effect behind an id alone.
        let (unwanted, wanted) = if dag { (10, 7) } else { (9, 3) };
        raw.iter_mut().filter(|(what, ..)| *what == unwanted).for_each(|(what, ..)| *what = wanted);
        let (nodes, variables) = (nodes(&raw, false), variables());
        let root = rooted(&nodes, &variables, &[raw.len() - 1, raw.len() / 2, raw.len() - 1]);
        let made = pointed(&nodes);
        let by_pointer: Vec<_> = [raw.len() - 1, raw.len() / 2, raw.len() - 1].map(|id| made[id].clone()).into();
        let (found, expected) = (paths(&Subterms::new().common(&root)), paths(&Subterms::new().common(&by_pointer)));
        prop_assert_eq!(found, expected, "in {:?}", nodes);
    }

    #[test]
    fn classes_are_what_comparing_all_pairs_finds(raw in vec(raw(0..6), 1..14), cyclic in any::<bool>()) {
        let (nodes, variables) = (nodes(&raw, cyclic), variables());
        let roots = [raw.len() - 1, 0];
        let leads = leads_to_cycles(&nodes, &roots);
        let ids_of_terms: Vec<usize> = leads.iter().filter(|(_, leads)| !**leads).map(|(id, _)| *id).collect();
        let equal = |one: usize, other: usize| {
            let [one, other] = [one, other].map(|id| rooted(&nodes, &variables, &[id]));
            structural_equal(&one, &other)
        };
        let mut expected: Vec<Vec<usize>> = Vec::new();
        for id in ids_of_terms {
            match expected.iter_mut().find(|class| equal(class[0], id)) {
                Some(class) => class.push(id),
                None => expected.push(vec![id]),
            }
        }
        expected.retain(|class| class.len() > 1);
        let mut found = ids(&nodes, &Subterms::new().common(&rooted(&nodes, &variables, &roots)));
        found.iter_mut().for_each(|class| class.sort_unstable());
        found.sort_unstable();
        expected.sort_unstable();
        prop_assert_eq!(found, expected, "in {:?}", nodes);
    }
}
